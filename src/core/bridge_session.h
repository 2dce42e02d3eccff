/* What the files of the bridge share: see bridge.h. */
#ifndef MAXQ_CORE_BRIDGE_SESSION_H
#define MAXQ_CORE_BRIDGE_SESSION_H

#include <maxq/match.h>

#include "core/bridge.h"
#include "core/json.h"

#define MQ_BRIDGE_ITERATIONS 1000000000 /* the most */

struct mq_bridge {
    const struct mq_bridge_host *host;
    const struct mq_game *game;        /* ours; NULL before the first match */
    struct mq_match *match;            /* NULL likewise */
    struct mq_analysis_walk *analysis; /* of the match; NULL: none began */
    bool auto_chance;
    bool match_owns_game; /* it came from a file */
    bool own_tables;      /* the game was opened with the session's tables */
};

/* One line being answered. Errors go to `error` and `rule`. */
struct mq_bridge_request {
    struct mq_reader r;
    struct mq_read_object object;
    struct mq_error error;
    const char *rule;     /* static storage; NULL: none */
    const char *language; /* likewise; NULL: English */
    struct mq_json_writer w;
    struct mq_buf *answer;
};

/* An op reads its fields, does its work and adds its keys to the answer. After
 * anything but MQ_OK the session is as it was, and the answer is the error. */
typedef enum mq_status (*mq_bridge_op)(struct mq_bridge *bridge,
                                       struct mq_bridge_request *q);

/* The end of the fields: what is left is unknown. */
enum mq_status mq__bridge_fields_end(struct mq_bridge_request *q);
/* How the answer speaks: its language, the seats' names. */
void mq__bridge_voice(const struct mq_bridge *bridge,
                      const struct mq_bridge_request *q,
                      const char *names[MQ_MAX_PLAYERS], struct mq_voice *out);
/* The field `player` of a running match; MQ_SPECTATOR for "spectator" where
 * that is allowed. */
int mq__bridge_player(struct mq_bridge *bridge, struct mq_bridge_request *q,
                      bool spectator);
/* The field `seed`: a number or text somebody typed, 64 hexadecimal digits
 * (then *typed is false), or random bytes where it isn't there. */
enum mq_status mq__bridge_seed(struct mq_bridge *bridge,
                               struct mq_bridge_request *q,
                               struct mq_seed *seed, bool *typed);
/* A whole number from 0 to `high` that may be left out. */
int mq__bridge_int(struct mq_bridge_request *q, const char *key, int high,
                   int standard);
/* actors, chance, phase, over: in every answer about a match. */
void mq__bridge_turn(const struct mq_match *match, struct mq_json_writer *w);
void mq__bridge_position(const struct mq_game *game, const void *st,
                         struct mq_json_writer *w, const char *key);

void mq__bridge_seats(struct mq_json_writer *w, const char *key, uint32_t mask);
void mq__bridge_text(const struct mq_game *game, struct mq_event event,
                     struct mq_json_writer *w, const char *key);

/* bridge_show.c: a match as people see it. */
enum mq_status mq__bridge_board(struct mq_bridge *bridge,
                                struct mq_bridge_request *q);
enum mq_status mq__bridge_breakdown(struct mq_bridge *bridge,
                                    struct mq_bridge_request *q);
enum mq_status mq__bridge_log(struct mq_bridge *bridge,
                              struct mq_bridge_request *q);
enum mq_status mq__bridge_now(struct mq_bridge *bridge,
                              struct mq_bridge_request *q);
enum mq_status mq__bridge_odds(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);
enum mq_status mq__bridge_say(struct mq_bridge *bridge,
                              struct mq_bridge_request *q);
enum mq_status mq__bridge_score(struct mq_bridge *bridge,
                                struct mq_bridge_request *q);
enum mq_status mq__bridge_view(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);
enum mq_status mq__bridge_why(struct mq_bridge *bridge,
                              struct mq_bridge_request *q);
/* The answer's `moves`: a bot's candidates, each with what it would do. */
void mq__bridge_moves(struct mq_bridge *bridge, struct mq_bridge_request *q,
                      int seat, const struct mq_choice *choice);

/* bridge_analysis.c: the match judged event by event. */
enum mq_status mq__bridge_analyze(struct mq_bridge *bridge,
                                  struct mq_bridge_request *q);
enum mq_status mq__bridge_judge(struct mq_bridge *bridge,
                                struct mq_bridge_request *q);
/* Ends the analysis, if there is one: its match changes. */
void mq__bridge_end_analysis(struct mq_bridge *bridge);

/* bridge_match.c: ops that make or change a match. */
enum mq_status mq__bridge_close(struct mq_bridge *bridge,
                                struct mq_bridge_request *q);
enum mq_status mq__bridge_open(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);
enum mq_status mq__bridge_redo(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);
enum mq_status mq__bridge_save(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);
enum mq_status mq__bridge_tables(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q);
enum mq_status mq__bridge_new(struct mq_bridge *bridge,
                              struct mq_bridge_request *q);
enum mq_status mq__bridge_load(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);
enum mq_status mq__bridge_apply(struct mq_bridge *bridge,
                                struct mq_bridge_request *q);
enum mq_status mq__bridge_sample(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q);
enum mq_status mq__bridge_undo(struct mq_bridge *bridge,
                               struct mq_bridge_request *q);

#endif

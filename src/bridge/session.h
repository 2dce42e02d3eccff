/* What the files of the bridge share: see bridge.h. */
#ifndef MAXQ_BRIDGE_SESSION_H
#define MAXQ_BRIDGE_SESSION_H

#include <maxq/bot.h>
#include <maxq/match.h>
#include <maxq/tell.h>

#include "ai/analysis_walk.h"
#include "bridge/bridge.h"
#include "core/json.h"

#define MQ_BRIDGE_ITERATIONS 1000000000 /* the most */

struct mq_bridge {
    mq_bridge_open open;               /* never NULL */
    void *context;                     /* of `open` */
    const struct mq_game *game;        /* ours; NULL before the first match */
    struct mq_match *match;            /* NULL likewise */
    struct mq_analysis_walk *analysis; /* of the match; NULL: none began */
    bool auto_chance;
    bool match_owns_game; /* it came from a file */
    bool own_tables;      /* the game was opened with the session's tables */
};

/* One line being answered. Errors go to `error` and `rule`. */
struct mq_bridge_request {
    struct mq_bridge *bridge;
    const struct mq_game *game; /* the session's as the line came; or NULL */
    struct mq_match *match;     /* likewise */
    struct mq_reader r;
    struct mq_read_object object;
    struct mq_error error;
    const char *rule;         /* static storage; NULL: none */
    const char *language;     /* likewise; NULL: English */
    const struct mq_json *id; /* given back in the answer; NULL: none */
    struct mq_json_writer w;
    struct mq_buf *answer;
};

/* An op reads its fields, does its work and adds its keys to the answer. After
 * anything but MQ_OK the session is as it was, and the answer is the error. */
typedef enum mq_status mq_bridge_op(struct mq_bridge_request *q);

/* The end of the fields: what is left is unknown. */
enum mq_status mq__bridge_fields_end(struct mq_bridge_request *q);
/* How the answer speaks: its language, the seats' names. */
void mq__bridge_voice(const struct mq_bridge_request *q,
                      const char *names[MQ_MAX_PLAYERS], struct mq_voice *out);
/* Whether the request has that field. */
bool mq__bridge_has(const struct mq_bridge_request *q, const char *key);
/* A field that is true or false, and false where it is left out. */
bool mq__bridge_flag(struct mq_bridge_request *q, const char *key);
/* A field with a player of the match (mq__bridge_player: `player`);
 * MQ_SPECTATOR for "spectator" where that is allowed. */
int mq__bridge_seat(struct mq_bridge_request *q, const char *key,
                    bool spectator);
int mq__bridge_player(struct mq_bridge_request *q, bool spectator);
/* The field `seed`: a number or text somebody typed, 64 hexadecimal digits
 * (then *typed is false), or random bytes where it isn't there. */
enum mq_status mq__bridge_seed(struct mq_bridge_request *q,
                               struct mq_seed *seed, bool *typed);
/* A whole number from 0 to `high` that may be left out. */
int mq__bridge_int(struct mq_bridge_request *q, const char *key, int high,
                   int standard);
/* actors, chance, phase, over: in every answer about a match. */
void mq__bridge_turn(const struct mq_match *match, struct mq_json_writer *w);
void mq__bridge_position(const struct mq_game *game, const void *st,
                         struct mq_json_writer *w, const char *key);

/* show.c: a match as people see it. */
mq_bridge_op mq__bridge_board, mq__bridge_breakdown, mq__bridge_log,
    mq__bridge_now, mq__bridge_odds, mq__bridge_say, mq__bridge_score,
    mq__bridge_view, mq__bridge_why;
/* tell.c: what each choice means, and how the match stands. */
mq_bridge_op mq__bridge_tell;
/* The request's field `pencil`, which may be left out. */
void mq__bridge_read_pencil(struct mq_bridge_request *q, struct mq_pencil *out);
/* analysis.c: the match judged event by event. */
mq_bridge_op mq__bridge_analyze, mq__bridge_judge;
/* match.c: ops that make or change a match. */
mq_bridge_op mq__bridge_apply, mq__bridge_close, mq__bridge_load,
    mq__bridge_new, mq__bridge_open, mq__bridge_pack, mq__bridge_play,
    mq__bridge_redo, mq__bridge_sample, mq__bridge_save, mq__bridge_tables,
    mq__bridge_undo;

/* What `play` tells of the match after its event. */
struct mq_bridge_wanted {
    int viewer;
    int from; /* the first number of the viewer's log, from 1 */
    int kept; /* entries of the record that the caller has; -1: no head either
               */
    bool views;
    bool position;
    bool tells; /* facts and standings too */
    struct mq_pencil pencil;
    bool breakdown;
};
void mq__bridge_read_wanted(struct mq_bridge_request *q,
                            struct mq_bridge_wanted *out);
void mq__bridge_wanted(struct mq_bridge_request *q,
                       const struct mq_bridge_wanted *wanted);
/* The answer's `moves`: a bot's candidates, each with what it would do. */
void mq__bridge_moves(struct mq_bridge_request *q, int seat,
                      const struct mq_choice *choice);

/* Ends the analysis, if there is one: its match changes. */
void mq__bridge_end_analysis(struct mq_bridge *bridge);

#endif

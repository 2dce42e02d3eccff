/* What a game must write.
 *
 * A game fills in `struct mq_game`: who it is, then its functions in five
 * parts. The functions of <maxq/game.h> with the same names call them, and
 * that header says what each one promises; other folders call those, never
 * the pointers here. No function here allocates or prints.
 *
 * A bound game is immutable: mq__game_bind (core/tables.h) copies the shape
 * that a game's game.c defines and adds the tables.
 */
#ifndef MAXQ_CORE_GAME_H
#define MAXQ_CORE_GAME_H

#include <maxq/tell.h>

struct mq_buf;
struct mq_form_kind;
struct mq_json;
struct mq_json_writer;
struct mq_net;
struct mq_observer;

/* The rules: how a match begins, goes on and ends. */
struct mq_game_rules {
    enum mq_status (*setup)(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error);
    int (*players)(const struct mq_game *g, const void *st);
    enum mq_turn (*turn)(const struct mq_game *g, const void *st,
                         uint32_t *actors);
    int (*legal)(const struct mq_game *g, const void *st, int seat,
                 mq_action *out);
    void (*apply)(const struct mq_game *g, void *st, int seat,
                  mq_action action);
    int (*outcomes)(const struct mq_game *g, const void *st, mq_action *out,
                    double *p);
    mq_action (*sample)(const struct mq_game *g, const void *st,
                        struct mq_rng *rng);
    int (*stream)(const struct mq_game *g, const void *st);
    void (*scores)(const struct mq_game *g, const void *st, double *out);
    uint32_t (*winners)(const struct mq_game *g, const void *st);
    int (*breakdown)(const struct mq_game *g, const void *st, int seat,
                     struct mq_points *out);
    const char *(*phase)(const struct mq_game *g, const void *st);
};

/* Hidden information: what a seat may know. */
struct mq_game_secrets {
    void (*redact)(const struct mq_game *g, void *st, int seat);
    void (*resample)(const struct mq_game *g, void *st, int seat,
                     struct mq_rng *rng);
    void (*reopen)(const struct mq_game *g, void *st, int seat);
    bool (*seen)(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out);
    uint32_t (*reveals)(const struct mq_game *g, const void *before,
                        struct mq_event event);
};

/* Numbered actions (<maxq/learn.h>): all actions of one kind whose fields a, b
 * and c each go through `count` values from `base` on. */
#define MQ_MAX_BLOCKS 32

struct mq_action_block {
    uint8_t kind;
    uint8_t base[3];
    int count[3];
};

/* What bots know of the game. */
struct mq_game_mind {
    void (*weigh)(const struct mq_game *g, const void *st, int seat,
                  const mq_action *actions, int n, float *w);
    double (*estimate)(const struct mq_game *g, const void *st, int seat);
    /* Choices that a playout makes before `estimate` is worth more than
     * playing on; 0 means the search's standard. */
    int horizon;
    /* The same before a net judges; 0: it judges at once. */
    int net_horizon;
    /* Fraction of a level's budget with a net; 0 means all of it. */
    double net_thought;
    /* How warm `easy` and `normal` choose with a net: in shares of the win. */
    double easy_warmth, normal_warmth;
    /* Fraction of a level's search budget that this game uses (levels without
     * added noise). 0 means all of it. */
    double thought;
    /* What a seat knows as inputs of a net (core/observe.h), how many there
     * are, and the version of their meaning; NULL: the game has none. */
    void (*observe)(const struct mq_game *g, const void *st, int seat,
                    struct mq_observer *o);
    int observe_size, observe_version;
    /* The blocks of the game's actions, for numbers that never change; returns
     * how many. NULL: the game numbers none. */
    int (*actions)(const struct mq_game *g,
                   struct mq_action_block out[MQ_MAX_BLOCKS]);
};

/* What people read and type. */
struct mq_game_words {
    enum mq_status (*why_not)(const struct mq_game *g, const void *st, int seat,
                              mq_action action, struct mq_note *out);
    void (*ask)(const struct mq_game *g, const void *st, int seat,
                struct mq_note *out);
    int (*explain)(const struct mq_game *g, const void *st, int seat,
                   mq_action action, struct mq_note *out);
    int (*describe)(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out);
    int (*odds)(const struct mq_game *g, const void *st, int seat,
                struct mq_odds *out);
    bool (*odds_table)(const struct mq_game *g, int index,
                       struct mq_odds_table *out); /* NULL: no tables */
    /* Facts (<maxq/tell.h>); NULL: the game tells none, and its standings are
     * its points so far. `out` of standings has players set, the rest 0. */
    void (*tell)(const struct mq_game *g, const void *st, int seat,
                 mq_action action, const struct mq_facts *out);
    void (*survey)(const struct mq_game *g, const void *st, int seat,
                   const struct mq_facts *out);
    void (*standings)(const struct mq_game *g, const void *st, int seat,
                      struct mq_all_standings *out);
    void (*write_text)(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out);
    enum mq_status (*read_text)(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error);
};

/* The position: its description (core/form.h), which writes, reads and checks
 * it. A game without a description has the three functions instead; `read` ends
 * with `check`. `derived` are paths that follow from the rest, then NULL; it
 * is NULL where the description says which do. */
struct mq_game_position {
    const struct mq_form_kind *form;
    const char *const *derived;
    enum mq_status (*check)(const struct mq_game *g, const void *st,
                            struct mq_error *error);
    void (*write)(const struct mq_game *g, const void *st,
                  struct mq_json_writer *w);
    enum mq_status (*read)(const struct mq_game *g, const struct mq_json *node,
                           void *st, struct mq_error *error);
};

struct mq_game {
    const char *id;
    int rules_version; /* raised when old matches would play differently */
    int min_players, max_players;
    size_t state_size;
    const struct mq_option *options; /* in the order the rules page lists */
    int option_count;
    const void *tables; /* the game's own flat struct, made of its tables */
    uint8_t tables_hash[32];
    bool builtin_tables;               /* exactly those of this program */
    const struct mq_table_file *files; /* the tables as they were read */
    int file_count;
    struct mq_net *net; /* what bots have learned; NULL: nothing that fits */

    struct mq_game_rules rules;
    struct mq_game_secrets secrets;
    struct mq_game_mind mind;
    struct mq_game_words words;
    struct mq_game_position position;
};

/* A state of any game, for the stack and for structs. */
struct mq_state {
    _Alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

/* Seats as people write them: "P1" to "P5", then NULL. */
extern const char *const mq__seat_words[];
/* The seat that a word names; -1: none. */
int mq__seat_of(const char *word);

/* The length of the rule id at `at`, such as "ML-T7": capitals, a hyphen,
 * capitals and digits. 0: none begins here, or it is too long. */
#define MQ_RULE_ID_SIZE 16 /* with NUL */
size_t mq__rule_id(const char *at, const char *end);

/* Sets the options of a JSON object (`options` NULL: none). MQ_SYNTAX without
 * an error: it is no object. */
enum mq_status mq__setup_read(const struct mq_game *g, struct mq_setup *setup,
                              const struct mq_json *options,
                              struct mq_error *error);
/* Table files of a JSON object of names and texts, which they point into;
 * returns how many, -1: it is no such object. */
int mq__files_read(const struct mq_json *object,
                   struct mq_table_file files[MQ_MAX_FILES]);

/* A position as a JSON value of a larger document. */
void mq__write_position(const struct mq_game *g, const void *st,
                        struct mq_json_writer *w);
enum mq_status mq__read_position(const struct mq_game *g,
                                 const struct mq_json *node, void *st,
                                 struct mq_error *error);

#endif

/* The match record inside: what match*.c share. The essay is in
 * include/maxq/match.h.
 *
 * Invariants: `state` is the fold of the log; snapshot i is the state after
 * i * MQ_SNAPSHOT_EVERY events of it, so any state is at most that many events
 * away; log steps stand in the order of their entries. Whatever can fail
 * (memory, a link that differs) fails before anything is changed.
 */
#ifndef MAXQ_CORE_MATCH_RECORD_H
#define MAXQ_CORE_MATCH_RECORD_H

#include <maxq/match.h>

#include "core/buf.h"
#include "core/hash.h"

#include <stdalign.h>

#define MQ_MATCH_FORMAT 1
#define MQ_SNAPSHOT_EVERY 32
#define MQ_CLOCK_SIZE 128 /* text of a clock entry, with NUL */

/* Who is to choose in a state, as far as undo cares. */
struct mq_decision {
    uint32_t actors;   /* 0 when chance acts or the match is over */
    uint32_t joint;    /* the seats of a joint choice that aren't done yet */
    const char *phase; /* of the last decision that seats had */
    bool fresh;        /* the joint choice before it has ended */
};

/* An event of the log and the state it stood in. */
struct mq_step {
    int entry;
    int stream;        /* of chance; -1 for a player's action */
    uint32_t count;    /* chance: how many of that stream stand before it */
    uint32_t revealed; /* the seats that learnt something by it */
    struct mq_decision before;
};

struct mq_snapshot {
    int seen[MQ_MAX_PLAYERS + 1]; /* events of each seat's log; spectator 0 */
    alignas(16) unsigned char state[]; /* state_size bytes */
};

struct mq_match {
    const struct mq_game *game;
    void (*close_game)(const struct mq_game *); /* NULL: it isn't ours */
    struct mq_match_config config;
    int players;
    bool has_seed; /* a file may come without it */
    uint8_t commitment[MQ_HASH_SIZE];
    struct mq_buf header; /* the header line as it is hashed; no newline */
    uint8_t first_link[MQ_HASH_SIZE];

    struct mq_entry *entry; /* texts and lists are ours */
    int entries, entry_size;
    struct mq_step *log;
    int length, log_size;
    unsigned char *snapshots; /* see mq__match_snapshot */
    int snapshot_size;
    int seen[MQ_MAX_PLAYERS + 1];

    alignas(16) unsigned char state[MQ_MAX_STATE];
    alignas(16) unsigned char next[MQ_MAX_STATE]; /* while changing */
    struct mq_buf position; /* JSON of `state`, unless `stale` */
    struct mq_buf next_position;
    bool stale;
    bool unlinked; /* a shadow for verification: no links, no positions */

    int *redo; /* undo entries that may be played again, the last first */
    int redo_count, redo_size;
    int redo_at; /* events of the last one that have come again */

    uint32_t conceded;
    bool closed;
    char bot[MQ_MAX_PLAYERS][MQ_NAME_SIZE]; /* who plays the seat now */
};

/* JSON of the state as it stands; NULL: it isn't at hand. */
static inline const struct mq_buf *mq__match_position(
    const struct mq_match *match)
{
    return match->stale || match->unlinked ? NULL : &match->position;
}

/* The link after the first `entries` entries: it stands for all of them. */
static inline const uint8_t *mq__match_link(const struct mq_match *match,
                                            int entries)
{
    return entries > 0 ? match->entry[entries - 1].link : match->first_link;
}

/* match.c. A text of less than `size` bytes that is UTF-8. */
bool mq__match_text_fits(const char *text, size_t size);
/* A match without a game; NULL without memory. mq_match_destroy frees it. */
struct mq_match *mq__match_alloc(void);
/* An empty match at its first position; `st` NULL: the setup's. The
 * header is still to be written. */
enum mq_status mq__match_init(struct mq_match *match, const void *st,
                              struct mq_error *error);
/* Hashes header and first position: the match can take entries then. */
enum mq_status mq__match_begin(struct mq_match *match);

/* match_log.c. `link` is what the entry's link has to be (reading a file);
 * NULL: whatever comes out. MQ_DIVERGED if it differs. */
enum mq_status mq__match_event(struct mq_match *match, struct mq_event event,
                               bool supplied, const uint8_t *link);
enum mq_status mq__match_withdraw(struct mq_match *match,
                                  const struct mq_entry *undo,
                                  const uint8_t *link);
/* Concession, seat handed over, clock, closing line; `text` is copied. */
enum mq_status mq__match_remark(struct mq_match *match,
                                const struct mq_entry *entry,
                                const uint8_t *link);
/* Drops the last entries, all of them events, as if they never were. */
void mq__match_rollback(struct mq_match *match, int entries);

struct mq_decision mq__match_decision(const struct mq_match *match,
                                      const struct mq_step *last,
                                      const void *state);
/* How many events of that stream stand in the log. */
uint32_t mq__match_stream_count(const struct mq_match *match, int stream);
struct mq_snapshot *mq__match_snapshot(const struct mq_match *match, int index);
/* Room for one more event and its snapshot; false without memory. */
bool mq__match_reserve(struct mq_match *match);
/* Keeps the state as it is, if a snapshot of the log is due at that length. */
void mq__match_take_snapshot(struct mq_match *match, int length);
struct mq_event mq__step_event(const struct mq_match *match,
                               const struct mq_step *step);
/* Whether the event may happen now: turn and legality. */
enum mq_status mq__match_may(const struct mq_match *match,
                             struct mq_event event, struct mq_note *why);

/* match_write.c: lines without newline. The header carries the position where
 * the match doesn't begin with the setup. The canonical line of an entry has
 * no link (NULL). */
void mq__match_write_header(const struct mq_match *match, bool position,
                            struct mq_buf *out);
void mq__match_write_entry(const struct mq_match *match, int number,
                           const struct mq_entry *entry, const uint8_t *link,
                           struct mq_buf *out);
extern const char *const mq__entry_words[]; /* by enum mq_entry_kind */

/* Event k of the log as an object, nothing hidden; with its notes in `voice`
 * where that isn't NULL. */
struct mq_json_writer;
void mq__match_event_json(const struct mq_match *match, int k,
                          const struct mq_voice *voice,
                          struct mq_json_writer *w);

/* match_file.c. How a file's game is opened: tests put games of their own in.
 * `files` NULL: built-in tables with that hash. */
struct mq_match_opener {
    enum mq_status (*open)(void *context, const char *id,
                           const struct mq_table_file *files, int count,
                           const uint8_t hash[MQ_HASH_SIZE],
                           const struct mq_game **out);
    void (*close)(const struct mq_game *game);
    void *context;
};

/* As mq_match_read; with MQ_DIVERGED *out is the match before the entry where
 * it begins. `opener` NULL: the registry. */
enum mq_status mq__match_read(const char *text, size_t length,
                              const struct mq_match_opener *opener,
                              struct mq_match **out,
                              struct mq_match_notice *notice,
                              struct mq_error *error);

/* match_pack.c. As mq__match_read, of a text that mq_match_pack wrote. */
enum mq_status mq__match_unpack(const char *text, size_t length,
                                const struct mq_match_opener *opener,
                                struct mq_match **out, struct mq_error *error);

/* One more line of the same record, without its newline. Where it fails
 * (MQ_DAMAGED: no whole entry; MQ_DIVERGED, MQ_NOMEM) nothing has changed. */
enum mq_status mq__match_read_more(struct mq_match *match, const char *line,
                                   size_t length);

/* How sentences about the match are put: its game, and its players' names in
 * `names`, "P1" for a seat without one. */
void mq__match_voice(const struct mq_match *match, const char *language,
                     const char *names[MQ_MAX_PLAYERS], struct mq_voice *out);

/* The outcome that the seed gives now; chance is to act, the seed is known. */
mq_action mq__match_draw(const struct mq_match *match);

#endif

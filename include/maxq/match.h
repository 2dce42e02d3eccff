/* A match is a record: a header and entries in order.
 *
 * Entries are events (a player's action or an outcome of chance), undo,
 * concession, a seat handed to a bot or back, a clock's word, and the closing
 * line. The *log* is the events not undone; the state is the fold of the log.
 * Save, load, undo, replay, sync and analysis are all "fold a prefix".
 *
 * Each entry carries a link of a hash chain: BLAKE2b-256 over the link before,
 * the entry's canonical line without link, and the canonical position JSON
 * after it. The first link hashes the header line and the first position. A
 * divergence is found at the entry where it begins.
 *
 * As a file (.mqm) a match is JSON lines, header first; see docs/match.md.
 */
#ifndef MAXQ_MATCH_H
#define MAXQ_MATCH_H

#include <maxq/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MQ_NAME_SIZE 128 /* bytes; 30 characters of any script fit */

/* Who sits where. */
struct mq_seat {
    char name[MQ_NAME_SIZE];
    char bot[MQ_NAME_SIZE]; /* "" : a person */
};

struct mq_match_config {
    struct mq_setup setup;
    struct mq_seed seed;
    bool typed_seed; /* a person typed it: the commitment proves nothing */
    struct mq_seat seat[MQ_MAX_PLAYERS];
};

enum mq_entry_kind {
    MQ_ENTRY_EVENT,
    MQ_ENTRY_UNDO,    /* names the events withdrawn */
    MQ_ENTRY_CONCEDE, /* seat */
    MQ_ENTRY_BOT,     /* seat handed to bot `text`, "" back to its person */
    MQ_ENTRY_CLOCK,   /* seat, text: what the clock did */
    MQ_ENTRY_CLOSE,   /* the seed is revealed */
};

struct mq_entry {
    enum mq_entry_kind kind;
    int seat;         /* who; MQ_CHANCE_SEAT for outcomes */
    mq_action action; /* EVENT */
    bool supplied;  /* EVENT of chance: a person or program gave the outcome */
    bool withdrawn; /* EVENT: undone by a later entry */
    bool agreed;    /* UNDO: past the free limit, all people agreed */
    const int *undone; /* UNDO: entry numbers, ascending */
    int undone_count;
    const char *text; /* BOT, CLOCK */
    uint8_t link[32];
};

struct mq_match; /* opaque */

/* Creates a match at its first position. The game must outlive it. */
enum mq_status mq_match_create(const struct mq_game *game,
                               const struct mq_match_config *config,
                               struct mq_match **out, struct mq_error *error);

/* Creates a match that begins at a given position instead of the setup
 * ("play on from here", bridge `load`); its header carries the position. */
enum mq_status mq_match_create_from(const struct mq_game *game,
                                    const struct mq_match_config *config,
                                    const void *st, struct mq_match **out,
                                    struct mq_error *error);
/* Frees a match, and its game where mq_match_read opened it; NULL is legal. */
void mq_match_destroy(struct mq_match *match);

/* What it was created with. */
const struct mq_game *mq_match_game(const struct mq_match *match);
const struct mq_match_config *mq_match_config_of(const struct mq_match *match);
/* The state now; valid until the match changes. */
const void *mq_match_state(const struct mq_match *match);
/* MQ_TURN_OVER also once the match was ended by concession or closing. */
enum mq_turn mq_match_turn(const struct mq_match *match, uint32_t *actors);

/* The checked door: verifies that the seat may act and that the action is
 * legal, appends and applies. What is refused changes nothing and fills *why
 * (NULL is legal). */
enum mq_status mq_match_play(struct mq_match *match, int seat, mq_action action,
                             struct mq_note *why);

/* The same from text, and also from its words in any order, case and language
 * of the catalogues. What is refused names a rule: its own, or that of what is
 * to be decided. */
enum mq_status mq_match_play_text(struct mq_match *match, int seat,
                                  const char *text, struct mq_note *why);

/* Draws the outcome of chance that the seed gives and applies it;
 * MQ_NOT_CHANCE if chance isn't to act, MQ_NO_SEED if the match came from a
 * file without its seed. *out may be NULL. */
enum mq_status mq_match_chance(struct mq_match *match, struct mq_event *out);

/* Applies an outcome somebody supplied; it is marked so and never called
 * verified. */
enum mq_status mq_match_supply(struct mq_match *match, mq_action outcome,
                               struct mq_note *why);

/* Undo. Lengths are counts of events in the log. The free limit of a seat is
 * the smallest log length it may go back to by itself: its own last actions
 * (and the certain outcomes between them) while no other seat has acted after
 * them, steps of commits under way aside, and nothing was revealed. It is the
 * present length where nothing can be taken back. */
int mq_match_undo_limit(const struct mq_match *match, int seat);

/* Takes back the seat's own last action (with what followed from it). Fails
 * with MQ_LIMIT past the free limit unless `agreed`; MQ_NOTHING if the seat
 * has no action in the log. *withdrawn (NULL is legal) is how many events. */
enum mq_status mq_match_undo(struct mq_match *match, int seat, bool agreed,
                             int *withdrawn);

/* Goes back to a log length whoever acted: by agreement (or alone). The seat
 * is who asked; MQ_SPECTATOR: the table. */
enum mq_status mq_match_undo_to(struct mq_match *match, int seat, int length);

/* Plays the withdrawn events of the last undo again, as long as nothing came
 * in between; MQ_NOTHING otherwise. A seat plays again only its own actions
 * and those of bots: MQ_NOTHING if another person's are among them.
 * MQ_SPECTATOR: the table, which may play all of them again. */
enum mq_status mq_match_redo(struct mq_match *match, int seat, int *replayed);

/* A seat gives up. With 2 players the match is over and the other has won;
 * with more it is played on by a bot and ranks last. */
enum mq_status mq_match_concede(struct mq_match *match, int seat);
/* The seat is handed to a bot, or back to its person (bot ""). */
enum mq_status mq_match_hand_over(struct mq_match *match, int seat,
                                  const char *bot);
/* The bot that plays the seat now; "" : its person. */
const char *mq_match_bot(const struct mq_match *match, int seat);
/* What the clock did to a seat, in words of the caller's. */
enum mq_status mq_match_clock(struct mq_match *match, int seat,
                              const char *text);
/* Ends the record: the seed is revealed. Also of a match not played to its
 * end. Nothing can follow. MQ_NO_SEED: there is none to reveal. */
enum mq_status mq_match_close(struct mq_match *match);
bool mq_match_closed(const struct mq_match *match);
/* Whether the seed is known: a file may come without it. */
bool mq_match_has_seed(const struct mq_match *match);

/* The mask of winners, concessions counted; 0 while it runs. */
uint32_t mq_match_winners(const struct mq_match *match);
/* Seats that conceded. */
uint32_t mq_match_conceded(const struct mq_match *match);

/* Entries, from 0; valid until the match changes. */
int mq_match_entries(const struct mq_match *match);
const struct mq_entry *mq_match_entry(const struct mq_match *match, int index);

/* The log: events not undone. The entry number of the k-th is given too. */
int mq_match_length(const struct mq_match *match);
struct mq_event mq_match_event(const struct mq_match *match, int k);
int mq_match_event_entry(const struct mq_match *match, int k);
/* The state after the first k events of the log. */
void mq_match_state_at(const struct mq_match *match, int k, void *out);

/* A seat's log has its own numbering: what it sees of each event. Visits the
 * seen events from number `from` on; return false from the visitor to stop.
 * `view` is the seat's redacted state after the event. Returns the number of
 * events the seat has seen in all (visited or not). */
typedef bool (*mq_seen_visitor)(void *context, int number,
                                struct mq_event event, const void *before_view,
                                const void *view);
int mq_match_seen(const struct mq_match *match, int seat, int from,
                  mq_seen_visitor visit, void *context);

/* Lines of the file, each with its newline, freshly allocated (free()); NULL:
 * no memory. The secret line holds the seed, so that the match can be played
 * on: it belongs right after the header of one's own file and nowhere else. */
char *mq_match_header_line(const struct mq_match *match);
char *mq_match_secret_line(const struct mq_match *match);
char *mq_match_entry_line(const struct mq_match *match, int index);
/* The whole file; with the secret line while the match isn't closed. */
char *mq_match_write(const struct mq_match *match, size_t *length);

/* A finished match as a short text for a link, freshly allocated (free()):
 * header, seed and choices. What was undone, bots that took over and clocks
 * are left out. mq_match_read reads it too; that match is closed. MQ_CONFLICT
 * while the match runs: the text would give away the seed. MQ_NO_SEED: there
 * is none. */
#define MQ_PACKED_PREFIX "mq1-" /* what such a text begins with */
enum mq_status mq_match_pack(const struct mq_match *match, char **out,
                             struct mq_error *error);

/* What reading met that is no failure. */
struct mq_match_notice {
    int line; /* first line that was dropped; 0: nothing was */
    struct mq_message message;
};

/* Reads a file, or the text of a link. Truncated or damaged files are recovered
 * up to the last whole entry, *notice says from which line on. Links are
 * checked: MQ_DIVERGED with the entry where it begins. The game is opened by
 * the header (its own tables, or built-in ones of that hash) and belongs to the
 * match. MQ_VERSION: a rules or format version this program doesn't have. */
enum mq_status mq_match_read(const char *text, size_t length,
                             struct mq_match **out,
                             struct mq_match_notice *notice,
                             struct mq_error *error);

/* What verification found. */
struct mq_verdict {
    bool commitment; /* the revealed seed fits the commitment */
    bool revealed;   /* there is a closing line with the seed */
    bool typed_seed;
    int followed;    /* outcomes that follow from the seed (undone ones too) */
    int supplied;    /* outcomes that somebody supplied: never verified */
    int first_wrong; /* entry of the first outcome that doesn't follow; -1 */
};

/* Checks commitment and outcomes, undone ones too. MQ_OK: every outcome that
 * wasn't supplied follows from the committed seed. Else MQ_UNVERIFIED. */
enum mq_status mq_match_verify(const struct mq_match *match,
                               struct mq_verdict *out);

#ifdef __cplusplus
}
#endif

#endif

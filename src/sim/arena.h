/* A tournament of bots: every pairing, every seat order, the same deals.
 *
 * A pairing is two bots. With 2 players both sit at the table; with more one
 * of them has one seat and the other one all the rest, and then the other way
 * round; alone each bot plays by itself. A deal is a seed: dice and decks are
 * keyed by it as in a match (rng.h), so that every seat order of a pairing,
 * and every pairing, gets the same rolls and cards though moves differ.
 *
 * Games are numbered: all seat orders of a pairing, all pairings, then the
 * next deal. A game depends on the arena and its number alone (with a budget
 * of iterations), so that what was played can be kept and gone on with.
 */
#ifndef MAXQ_SIM_ARENA_H
#define MAXQ_SIM_ARENA_H

#include "core/buf.h"
#include "core/json.h"

#include <maxq/bot.h>

#include <stdatomic.h>

#define MQ_MAX_ENTRANTS 16
#define MQ_MAX_PAIRINGS (MQ_MAX_ENTRANTS * (MQ_MAX_ENTRANTS - 1))
#define MQ_ENTRANT_SIZE 24
#define MQ_ANSWER_SIZE 80

struct mq_child;

/* A built-in bot, or a program that is asked by JSON lines (arena_talk.h): a
 * process for each seat, which stays for all games. */
struct mq_entrant {
    char name[MQ_ENTRANT_SIZE];
    const struct mq_bot *bot; /* NULL: a program */
    const char *command;
    struct mq_child *child; /* MQ_MAX_PLAYERS of them, the caller's */
    int iterations;         /* 0: those of the arena's budget */
};

struct mq_arena {
    const struct mq_game *game;
    struct mq_setup setup;
    struct mq_entrant entrant[MQ_MAX_ENTRANTS];
    int entrants;
    struct mq_budget budget;
    uint64_t seed;
    int limit_ms;           /* for a program's answer */
    const atomic_int *stop; /* set: give up the game under way */
};

/* One game, by seat. */
struct mq_arena_game {
    long number;
    int entrant[MQ_MAX_PLAYERS];
    uint32_t winners;
    double score[MQ_MAX_PLAYERS];
    long choices[MQ_MAX_PLAYERS]; /* forced moves aside */
    double ms[MQ_MAX_PLAYERS];    /* spent on them */
    /* A program that ends, takes too long or answers nonsense forfeits: all
     * others have won. */
    int forfeit;                 /* the seat that did; -1: none */
    char reason[16];             /* "crash", "late", "nonsense" */
    char answer[MQ_ANSWER_SIZE]; /* what it said last, cut off */
};

/* How many pairings there are, and games of one pairing on one deal. */
int mq__arena_pairings(const struct mq_arena *arena);
int mq__arena_orders(const struct mq_arena *arena);

/* The two bots of a pairing: who has one seat, who the rest (alone: the same).
 */
void mq__arena_pairing(const struct mq_arena *arena, int index, int *one,
                       int *rest);

/* Who sits where in a game. */
void mq__arena_seats(const struct mq_arena *arena, long number, int *entrant);

/* Plays it. MQ_CANCELLED: stopped. */
enum mq_status mq__arena_play(const struct mq_arena *arena, long number,
                              struct mq_arena_game *out);

/* The part of the victory a seat has: shared ones in equal shares, and so
 * where nobody won (alone that is a defeat). */
double mq__arena_share(const struct mq_arena *arena,
                       const struct mq_arena_game *game, int seat);

/* Lines of a file, without their newlines: what the arena is, and a game. A
 * game's line reads back; false: it isn't one of this arena. */
void mq__arena_write_head(const struct mq_arena *arena, struct mq_buf *out);
void mq__arena_write_game(const struct mq_arena *arena,
                          const struct mq_arena_game *game, struct mq_buf *out);
bool mq__arena_read_game(const struct mq_arena *arena, const char *line,
                         size_t length, struct mq_arena_game *out);

/* What one bot did. */
struct mq_standing {
    long seats;   /* games, counted by seat */
    double share; /* sum */
    double score; /* sum */
    long choices;
    double ms;
    long forfeits;
    char reason[16]; /* of the last one */
    char answer[MQ_ANSWER_SIZE];
    double elo, elo_margin; /* 95 %; the mean of all bots is 0 */
};

struct mq_standings {
    long games;
    struct mq_standing bot[MQ_MAX_ENTRANTS];
    /* Pairing (one seat, the rest): games, and the one's share of them. With
     * 2 players [b][a] is filled from [a][b]. */
    long met[MQ_MAX_ENTRANTS][MQ_MAX_ENTRANTS];
    double won[MQ_MAX_ENTRANTS][MQ_MAX_ENTRANTS];
};

void mq__standings_add(struct mq_standings *standings,
                       const struct mq_arena *arena,
                       const struct mq_arena_game *game);

/* Fills the ratings from what met whom: the strengths that make the results
 * likeliest, a seat's chance to win being its part of the table's strength.
 * Each pairing has one even game more than was played, so that nobody is
 * infinitely strong. */
void mq__standings_rate(struct mq_standings *standings,
                        const struct mq_arena *arena);

#endif

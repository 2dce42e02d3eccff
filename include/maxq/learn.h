/* For programs that learn to play: numbered actions, results, and many matches
 * side by side.
 *
 * Actions have fixed numbers: for one set of tables an action keeps its number
 * in every position, so a net can have an output for each. Some numbers never
 * become legal. MQ_ACTIONS_VERSION is raised when numbers change their meaning.
 *
 * A batch of environments (struct mq_envs) plays many matches at once. Each has
 * one seat that is to decide: a step takes a numbered action from each, lets
 * chance act, begins matches that ended anew, and writes what each deciding
 * seat sees and may do into arrays of the caller's. docs/learners.md is the
 * guide.
 */
#ifndef MAXQ_LEARN_H
#define MAXQ_LEARN_H

#include <maxq/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MQ_ACTIONS_VERSION 1

/* How many numbers a game's actions have; 0: the game numbers none. */
int mq_action_count(const struct mq_game *g);

/* The number of an action, or -1 (outcomes of chance have none). */
int mq_action_index(const struct mq_game *g, mq_action action);

/* The action with a number from 0 to mq_action_count - 1. */
mq_action mq_action_at(const struct mq_game *g, int index);

/* Writes mq_action_count bytes: 1 where the seat may choose that action, else
 * 0. The seat is in the actor mask. */
void mq_legal_mask(const struct mq_game *g, const void *st, int seat,
                   uint8_t *mask);

/* What each seat got out of a match that is over: its share of the win. A sole
 * winner has 1, n who tie 1/n each. Where nobody wins, seats share alike; a
 * solo player then has 0. */
void mq_returns(const struct mq_game *g, const void *st, double *out);

/* An observation (<maxq/observe.h>) as a whole vector of mq_observe_size
 * numbers, 1 for MQ_INPUT_ONE; as bytes 16 stands for 1, and values beyond
 * ±127 are cut. */
void mq_observe_floats(const struct mq_game *g, const void *st, int seat,
                       float *out);
void mq_observe_bytes(const struct mq_game *g, const void *st, int seat,
                      int8_t *out);

/* Many matches side by side. */
struct mq_envs;

struct mq_envs_config {
    struct mq_setup setup; /* of every match */
    int count;             /* environments, at least 1 */
    int threads;           /* 0: one for each processor */
    uint64_t seed;         /* the same seed and actions give the same matches */
};

/* Arrays of the caller's, `count` rows each; any may be NULL. They must be the
 * same ones at every step: only what changed is written. All are 0 at first. */
struct mq_env_arrays {
    float *observation; /* rows of mq_observe_size: of the seat to decide */
    uint8_t *mask;      /* rows of mq_action_count: what that seat may choose */
    int32_t *seat;      /* which seat is to decide */
    uint8_t *ended;     /* 1: the step ended a match, and a new one began */
    float *returns;     /* rows of mq_players: of the match that ended */
};

/* Makes the environments; mq_envs_destroy frees them (NULL is legal). The game
 * must outlive them. MQ_RANGE: a count or set-up that doesn't exist. */
enum mq_status mq_envs_create(const struct mq_game *g,
                              const struct mq_envs_config *config,
                              const struct mq_env_arrays *arrays,
                              struct mq_envs **out, struct mq_error *error);
void mq_envs_destroy(struct mq_envs *envs);

/* Plays the numbered action of each environment. MQ_ILLEGAL: the environment
 * *where (NULL is legal) may not do that; then none has moved. */
enum mq_status mq_envs_step(struct mq_envs *envs, const int32_t *actions,
                            int *where);

/* The state of an environment, for a look; it lives until the next step. */
const void *mq_envs_state(const struct mq_envs *envs, int index);

/* Writes a random legal action of each environment, all alike: where a learner
 * begins, and what one is held against. */
void mq_envs_random_actions(struct mq_envs *envs, int32_t *actions);

#ifdef __cplusplus
}
#endif

#endif

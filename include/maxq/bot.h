/* Bots. A bot sees a seat's redacted state and nothing else: it can't cheat.
 * With the same view, seed and iteration budget it makes the same choice.
 */
#ifndef MAXQ_BOT_H
#define MAXQ_BOT_H

#include <maxq/game.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mq_budget {
    int iterations; /* 0: the bot's own standard */
    int ms;         /* 0: no limit by time */
    bool cpu;       /* ms are of CPU time, not of the clock */
    int threads;    /* 0: one; the choice depends on how many */
    /* Not NULL: when another thread sets it (mq_budget_stop) the bot answers
     * at once with what it has found. The caller's, 0 at first. */
    const int *stop;
};

/* Sets the flag of a budget; from any thread. */
static inline void mq_budget_stop(int *stop)
{
    __atomic_store_n(stop, 1, __ATOMIC_RELAXED);
}

#define MQ_MAX_CANDIDATES 8

struct mq_candidate {
    mq_action action;
    double value;  /* expected result 0..1, or a weight where !valued */
    double margin; /* half the 95 % interval of the value; 0: not known */
};

/* What a bot would do: its choice first. */
struct mq_choice {
    int count;
    struct mq_candidate candidate[MQ_MAX_CANDIDATES];
    bool valued; /* values are expected results */
};

struct mq_bot {
    const char *name;
    /* Chooses for `seat`, which may act, from its redacted state `view`. */
    enum mq_status (*choose)(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out);
};

/* The bot with that name ("normal", "greedy"); NULL if there is none. */
const struct mq_bot *mq_bot_find(const char *name);
int mq_bot_count(void);
const struct mq_bot *mq_bot_at(int index);

/* Redacts the state for the seat and asks the bot: the one way to ask one. */
enum mq_status mq_bot_choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *st,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out);

#ifdef __cplusplus
}
#endif

#endif

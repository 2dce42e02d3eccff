/* What things are worth, in points: shared by move weights and estimates.
 * Only + - * / so that every build chooses alike.
 */
#ifndef MAXQ_GAMES_LIFTOFF_VALUE_H
#define MAXQ_GAMES_LIFTOFF_VALUE_H

#include "games/liftoff/rules.h"

/* One seat's look at a state. */
struct lo_eye {
    struct lo c;
    int seat;     /* who looks: others' secrets count alike whatever they are */
    float money;  /* what one money is worth */
    float rounds; /* launches to come, about one a round */
};

struct lo_eye mq__lo_eye(struct lo c, int seat);

/* A player's position, with what it promises. */
float mq__lo_worth(const struct lo_eye *eye, const struct lo_player *p);

/* A mission in space for that player; how near they are to launching it: 1 is
 * at once. */
float mq__lo_mission_worth(const struct lo_eye *eye, const struct lo_player *p,
                           int kind);
float mq__lo_readiness(const struct lo_eye *eye, const struct lo_player *p,
                       int level);

/* Technologies that a player lacks for a level (0 to 3) in a phase (0, 1). */
int mq__lo_lack(const struct lo_tables *t, const struct lo_player *p, int level,
                int phase);

/* An objective, from 0 to its highest tier, smoothed between tiers; the count
 * may lie ahead of what is there. */
float mq__lo_objective_worth(const struct lo_eye *eye,
                             const struct lo_player *p, int card);

/* The best load: missions as a mask, and what they are worth together. */
struct lo_load {
    uint32_t kinds;
    float worth;
};

struct lo_load mq__lo_best_load(const struct lo_eye *eye,
                                const struct lo_player *p, uint32_t from,
                                int capacity, int most);

#endif

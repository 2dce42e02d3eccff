/* Observations: what a seat knows, as numbers for learners.
 *
 * An observation is a vector of mq_observe_size numbers, most of them 0. Only
 * the others are listed: the inputs. Each game documents its vector in
 * docs/observe.md; its version is raised when an index changes its meaning.
 * Cards are described by their properties, so a corrected table keeps size and
 * version.
 *
 * An observation is made of what the seat knows alone. Two states that the
 * seat can't tell apart give the same inputs, and so do a state and the seat's
 * view of it.
 */
#ifndef MAXQ_OBSERVE_H
#define MAXQ_OBSERVE_H

#include <maxq/game.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MQ_MAX_INPUTS 1024 /* inputs that are not 0 */
#define MQ_MAX_VECTOR 4096 /* of a game's whole vector */
#define MQ_INPUT_ONE 64    /* the value that stands for 1 */
#define MQ_INPUT_MOST 512  /* values go from -512 to 512 */
#define MQ_INPUT_NAME 64   /* bytes of a name, with NUL */

struct mq_input {
    uint16_t index;
    int16_t value; /* in units of 1 / MQ_INPUT_ONE */
};

/* The size of the vector and its version; 0: the game has none. */
int mq_observe_size(const struct mq_game *g);
int mq_observe_version(const struct mq_game *g);

/* Writes the inputs that are not 0, by rising index; returns how many. */
int mq_observe(const struct mq_game *g, const void *st, int seat,
               struct mq_input out[MQ_MAX_INPUTS]);

/* The name of an input, such as "own lab >= 3". */
void mq_observe_name(const struct mq_game *g, int index,
                     char out[MQ_INPUT_NAME]);

#ifdef __cplusplus
}
#endif

#endif

/* Learning a game's net from self-play.
 *
 * A course goes in rounds. In each, seats play matches against themselves with
 * the net as it is; what they saw, with what came of it, becomes lessons. The
 * learner then takes lessons of this and earlier rounds at random and moves
 * the weights. Matches use a running mean of the weights, as does the net that
 * comes out.
 *
 * Every seat plays from what it knows alone. Its choice is drawn by
 * prior · exp(value / warmth): the prior is the game's `weigh`, the value the
 * net's one move ahead, and the warmth is another for every seat and match.
 */
#ifndef MAXQ_SIM_TRAIN_H
#define MAXQ_SIM_TRAIN_H

#include "core/buf.h"
#include "core/net.h"

#include <maxq/bot.h>

#define MQ_FIFTHS 5

/* What was seen once, and what to expect there. Its inputs follow it. */
struct mq_lesson {
    uint16_t inputs;
    uint8_t players;
    uint8_t fifth;               /* of the match, from 0 */
    float share[MQ_MAX_PLAYERS]; /* from the seat who looked on */
    float margin;
    float said, came; /* the share that was expected, and the result */
};

/* Matches for lessons. */
struct mq_course {
    const struct mq_game *game;
    const struct mq_net *net;
    struct mq_setup setup;      /* the settings that are fixed */
    bool fixed[MQ_MAX_OPTIONS]; /* these options are; the rest is drawn */
    int least, most;            /* players */
    uint64_t seed;
    double lambda; /* how far results count beyond what the net said later */
};

/* Plays match `number`; its lessons go to `out`. */
enum mq_status mq__course_play(const struct mq_course *course, long number,
                               struct mq_buf *out);

/* The learner: weights as real numbers, and the lessons kept. */
struct mq_learner;

struct mq_learner *mq__learner_create(int inputs, uint64_t seed);
void mq__learner_destroy(struct mq_learner *learner);

/* Keeps the lessons of a match; the oldest are forgotten. Returns how many. */
long mq__learner_keep(struct mq_learner *learner, const char *bytes,
                      size_t length);

/* Takes `steps` steps at a rate, with so many threads; the mean loss. The
 * outcome doesn't depend on the threads. */
double mq__learner_study(struct mq_learner *learner, int steps, double rate,
                         int threads);
#define MQ_STEP_LESSONS 512 /* lessons of a step */

/* The mean weights as a net. */
void mq__learner_net(const struct mq_learner *learner, struct mq_net *net);

/* All of its numbers but the lessons, for checkpoints. False: it doesn't fit.
 */
void mq__learner_save(const struct mq_learner *learner, struct mq_buf *out);
bool mq__learner_load(struct mq_learner *learner, const char *bytes,
                      size_t length);

/* Sums of what the net said and what came, by fifths of matches. */
struct mq_calibration {
    double brier[MQ_FIFTHS], sure[MQ_FIFTHS]; /* sums; of the fair share too */
    long count[MQ_FIFTHS];
};
void mq__calibration_add(struct mq_calibration *c, const char *bytes,
                         size_t length);

#endif

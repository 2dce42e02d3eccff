/* Matches for lessons: see train.h. */
#include "sim/train.h"

#include "core/game.h"

#include "ai/foresee.h"
#include "ai/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COOLEST 0.003
#define WARMEST 0.06
#define LOOKERS                                                                \
    4            /* another seat notes what it sees at one in so many choices */
#define TRIED 40 /* choices whose values are asked for, by prior */
#define EVEN 0.1F     /* part of the prior that all choices share */
#define MOST_DRAWN 32 /* numbers of an option that are all tried */
#define LONGEST 6000  /* events of a match */

/* What was seen by a seat, and what it expected there. */
struct memory {
    int seat;
    uint32_t at; /* its inputs, in `inputs` */
    uint16_t count;
    struct mq_prospect said;
};

struct table {
    const struct mq_course *course;
    struct mq_state st;
    struct mq_rng chance, mind;
    int players;
    double warmth[MQ_MAX_PLAYERS];
    struct memory *memory;
    int memories, memory_room;
    struct mq_input *inputs;
    int used, room;
    bool failed;
};

/* One of an option's values: mostly the standard of those with words. */
static int draw_option(const struct mq_option *option, struct mq_rng *rng)
{
    int count = 0;

    if (option->words == NULL && option->high - option->low > MOST_DRAWN) {
        return option->standard;
    }
    if (option->words == NULL) {
        return option->low +
               (int)mq_rng_below(rng,
                                 (uint32_t)(option->high - option->low) + 1);
    }
    while (option->words[count] != NULL) {
        count++;
    }
    return mq_rng_below(rng, 4) != 0 ? option->standard
                                     : (int)mq_rng_below(rng, (uint32_t)count);
}

/* The match of a number: its players and options. Options that don't go
 * together are drawn again. */
static enum mq_status begin(struct table *t, struct mq_rng *rng)
{
    const struct mq_course *c = t->course;
    const struct mq_game *game = c->game;
    enum mq_status status = MQ_RANGE;

    for (int i = 0; i < 50 && status != MQ_OK; i++) {
        struct mq_setup setup = c->setup;
        int counts = c->most - c->least + 1;

        setup.players = c->least + (int)mq_rng_below(rng, (uint32_t)counts);
        if (c->least <= 2 && c->most >= 2 && mq_rng_below(rng, 2) == 0) {
            setup.players = 2; /* what is played most */
        }
        for (int k = 0; k < game->option_count; k++) {
            if (!c->fixed[k]) {
                setup.option[k] = draw_option(&game->options[k], rng);
            }
        }
        status = mq_begin(game, t->st.bytes, &setup, NULL);
    }
    return status;
}

static void keep(struct table *t, int seat, const struct mq_input *input, int n,
                 const struct mq_prospect *said)
{
    struct memory *memory =
        mq__grown(t->memory, &t->memory_room, t->memories + 1, sizeof *memory);
    struct mq_input *inputs;

    if (memory == NULL) {
        t->failed = true;
        return;
    }
    t->memory = memory;
    inputs = mq__grown(t->inputs, &t->room, t->used + n, sizeof *inputs);
    if (inputs == NULL) {
        t->failed = true;
        return;
    }
    t->inputs = inputs;
    memcpy(inputs + t->used, input, (size_t)n * sizeof *input);
    memory[t->memories++] = (struct memory){.seat = seat,
                                            .at = (uint32_t)t->used,
                                            .count = (uint16_t)n,
                                            .said = *said};
    t->used += n;
}

/* A seat notes what it sees now. */
static void look(struct table *t, int seat)
{
    const struct mq_game *game = t->course->game;
    struct mq_input input[MQ_MAX_INPUTS];
    struct mq_prospect said;
    uint32_t actors;
    int n;

    if (mq_turn(game, t->st.bytes, &actors) != MQ_TURN_OVER) {
        n = mq_observe(game, t->st.bytes, seat, input);
        mq__net_judge(t->course->net, input, n, t->players, &said);
        keep(t, seat, input, n, &said);
    }
}

/* The largest priors first, as many as are tried. */
static int most_likely(mq_action *legal, float *prior, int n)
{
    int tried = n < TRIED ? n : TRIED;

    for (int i = 0; i < tried && n > TRIED; i++) {
        int best = i;

        for (int k = i + 1; k < n; k++) {
            best = prior[k] > prior[best] ? k : best;
        }
        if (best != i) {
            mq_action action = legal[i];
            float p = prior[i];

            legal[i] = legal[best];
            prior[i] = prior[best];
            legal[best] = action;
            prior[best] = p;
        }
    }
    return tried;
}

/* Draws by prior · exp(value / warmth): the largest of value + warmth · (log
 * prior + a Gumbel number). */
static mq_action choose(struct table *t, int seat, mq_action *legal, int n)
{
    const struct mq_course *c = t->course;
    const struct mq_game *game = c->game;
    struct mq_state view;
    float prior[MQ_MAX_LEGAL];
    double value[TRIED];
    double best = 0;
    float sum = 0;
    int chosen = -1;

    mq_view(game, t->st.bytes, seat, view.bytes);
    mq_weigh(game, view.bytes, seat, legal, n, prior);
    for (int i = 0; i < n; i++) {
        sum += prior[i];
    }
    for (int i = 0; i < n; i++) {
        prior[i] =
            (sum > 0 ? (1 - EVEN) * prior[i] / sum : 0) + EVEN / (float)n;
    }
    n = most_likely(legal, prior, n);
    mq__foresee_all(game, c->net, view.bytes, seat, legal, n, &t->mind, value);
    for (int i = 0; i < n; i++) {
        double gumbel = -log(-log(mq_rng_unit(&t->mind) + 1e-12) + 1e-12);
        double score =
            value[i] + t->warmth[seat] * (log((double)prior[i]) + gumbel);

        if (chosen < 0 || score > best) {
            best = score;
            chosen = i;
        }
    }
    return legal[chosen];
}

static void act(struct table *t, int seat)
{
    const struct mq_game *game = t->course->game;
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(game, t->st.bytes, seat, legal);

    if (n == 1) {
        mq_apply(game, t->st.bytes, seat, legal[0]);
        return;
    }
    if (mq_rng_below(&t->mind, LOOKERS) == 0) {
        look(t, (int)mq_rng_below(&t->mind, (uint32_t)t->players));
    }
    mq_apply(game, t->st.bytes, seat, choose(t, seat, legal, n));
    look(t, seat);
}

/* From the last memory of each seat to the first: what came, mixed with what
 * was said later. */
static void write_lessons(struct table *t, struct mq_buf *out)
{
    const struct mq_course *c = t->course;
    struct mq_prospect later[MQ_MAX_PLAYERS], end[MQ_MAX_PLAYERS];

    for (int seat = 0; seat < t->players; seat++) {
        mq__foresee(c->game, c->net, t->st.bytes, seat, &end[seat]);
        later[seat] = end[seat];
    }
    for (int i = t->memories - 1; i >= 0; i--) {
        const struct memory *m = &t->memory[i];
        struct mq_prospect *to = &later[m->seat];
        struct mq_lesson lesson = {
            .inputs = m->count,
            .players = (uint8_t)t->players,
            .fifth = (uint8_t)(i * MQ_FIFTHS / t->memories),
            .margin = (float)to->margin,
            .said = (float)m->said.share[0],
            .came = (float)end[m->seat].share[0],
        };

        for (int k = 0; k < t->players; k++) {
            lesson.share[k] = (float)to->share[k];
            to->share[k] += (1 - c->lambda) * (m->said.share[k] - to->share[k]);
        }
        to->margin += (1 - c->lambda) * (m->said.margin - to->margin);
        mq__buf_add(out, (const char *)&lesson, sizeof lesson);
        mq__buf_add(out, (const char *)(t->inputs + m->at),
                    m->count * sizeof *t->inputs);
    }
}

static void play(struct table *t)
{
    const struct mq_game *game = t->course->game;
    enum mq_turn turn;
    uint32_t actors;

    for (int i = 0;
         i < LONGEST && !t->failed &&
         (turn = mq_turn(game, t->st.bytes, &actors)) != MQ_TURN_OVER;
         i++) {
        if (turn == MQ_TURN_CHANCE) {
            mq_apply(game, t->st.bytes, MQ_CHANCE_SEAT,
                     mq_sample(game, t->st.bytes, &t->chance));
        } else {
            act(t, __builtin_ctz(actors));
        }
    }
}

enum mq_status mq__course_play(const struct mq_course *course, long number,
                               struct mq_buf *out)
{
    struct table t = {.course = course};
    enum mq_status status;

    mq_rng_seed_pair(&t.chance, course->seed, 2 * (uint64_t)number);
    mq_rng_seed_pair(&t.mind, course->seed, 2 * (uint64_t)number + 1);
    status = begin(&t, &t.mind);
    if (status != MQ_OK) {
        return status;
    }
    t.players = mq_players(course->game, t.st.bytes);
    for (int seat = 0; seat < t.players; seat++) {
        t.warmth[seat] =
            COOLEST * exp(log(WARMEST / COOLEST) * mq_rng_unit(&t.mind));
    }
    play(&t);
    write_lessons(&t, out);
    free(t.memory);
    free(t.inputs);
    return t.failed || out->failed ? MQ_NOMEM : MQ_OK;
}

void mq__calibration_add(struct mq_calibration *c, const char *bytes,
                         size_t length)
{
    struct mq_lesson lesson;

    for (size_t at = 0; at + sizeof lesson <= length;
         at += sizeof lesson + lesson.inputs * sizeof(struct mq_input)) {
        double fair, off, least;

        memcpy(&lesson, bytes + at, sizeof lesson);
        fair = lesson.players > 1 ? 1.0 / lesson.players : 0.5;
        off = (double)(lesson.said - lesson.came);
        least = fair - (double)lesson.came;
        c->brier[lesson.fifth] += off * off;
        c->sure[lesson.fifth] += least * least;
        c->count[lesson.fifth]++;
    }
}

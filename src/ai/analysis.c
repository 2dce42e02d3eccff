/* What a match's decisions were worth, and what luck did. */
#include "ai/analysis.h"

#include "core/game.h"

#include "ai/share.h"
#include "ai/table.h"

#include <assert.h>
#include <math.h>
#include <stdalign.h>
#include <string.h>

#define Z95 1.959963984540054
#define FEWEST_PLAYOUTS 32 /* unless the budget is smaller still */
/* No match of bots is as long; what is gets judged by `estimate`. */
#define LONGEST 5000

/* One playout under way. */
struct playout {
    const struct mq_analysis *analysis;
    alignas(16) unsigned char st[MQ_MAX_STATE];
    uint32_t drawn[MQ_ANALYSIS_STREAMS];
    uint64_t key; /* of the world: the same key, the same dice and decks */
};

static int playouts(const struct mq_analysis *analysis)
{
    int n = analysis->budget / 4;
    int least =
        analysis->budget < FEWEST_PLAYOUTS ? analysis->budget : FEWEST_PLAYOUTS;

    if (least < 2) {
        least = 2; /* an interval needs them */
    }
    return n < least ? least : n;
}

static void draw(struct playout *p)
{
    const struct mq_game *g = p->analysis->game;
    int stream = mq_stream(g, p->st);
    struct mq_rng rng;

    assert(stream >= 0 && stream < MQ_ANALYSIS_STREAMS);
    mq_rng_seed_pair(&rng, p->key, (uint64_t)stream << 32 | p->drawn[stream]++);
    mq_apply(g, p->st, MQ_CHANCE_SEAT, mq_sample(g, p->st, &rng));
}

/* The best by the game's weights; equals in an order of the world's own. */
static void act(struct playout *p, int seat)
{
    const struct mq_game *g = p->analysis->game;
    mq_action legal[MQ_MAX_LEGAL];
    float weight[MQ_MAX_LEGAL];
    int n = mq_legal(g, p->st, seat, legal);
    int best = 0;

    if (n > 1) {
        mq_weigh(g, p->st, seat, legal, n, weight);
    }
    for (int i = 1; i < n; i++) {
        if (weight[i] > weight[best] ||
            (weight[i] >= weight[best] &&
             mq__key_mix(p->key, legal[i]) >
                 mq__key_mix(p->key, legal[best]))) {
            best = i;
        }
    }
    mq_apply(g, p->st, seat, legal[best]);
}

/* Results as `estimate` sees them; with several players they add up to 1. */
static void guess(const struct playout *p, double *result)
{
    const struct mq_game *g = p->analysis->game;
    int players = p->analysis->players;
    double sum = 0;

    for (int seat = 0; seat < players; seat++) {
        result[seat] = mq_estimate(g, p->st, seat);
        sum += result[seat];
    }
    for (int seat = 0; players > 1 && seat < players; seat++) {
        result[seat] = sum > 0 ? result[seat] / sum : 1.0 / players;
    }
}

static void play_out(struct playout *p, double *result)
{
    const struct mq_game *g = p->analysis->game;
    uint32_t actors;
    enum mq_turn turn;

    for (int i = 0; (turn = mq_turn(g, p->st, &actors)) != MQ_TURN_OVER; i++) {
        if (i == LONGEST) {
            guess(p, result);
            return;
        }
        if (turn == MQ_TURN_CHANCE) {
            draw(p);
        } else {
            act(p, __builtin_ctz(actors));
        }
    }
    for (int seat = 0; seat < p->analysis->players; seat++) {
        result[seat] =
            mq__share(mq_winners(g, p->st), p->analysis->players, seat);
    }
}

static void begin(struct playout *p, const struct mq_analysis *analysis,
                  const struct mq_analysis_place *place, const void *st,
                  int world)
{
    p->analysis = analysis;
    p->key = mq__key_mix(analysis->seed, (uint64_t)world);
    memcpy(p->st, st, analysis->game->state_size);
    memcpy(p->drawn, place->drawn, sizeof p->drawn);
}

void mq__analysis_value(const struct mq_analysis *analysis,
                        const struct mq_analysis_place *place, const void *st,
                        double *value)
{
    const struct mq_game *g = analysis->game;
    uint32_t actors;
    bool over = mq_turn(g, st, &actors) == MQ_TURN_OVER;
    int n = over ? 1 : playouts(analysis);

    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        value[seat] = 0;
    }
    for (int world = 0; world < n; world++) {
        double result[MQ_MAX_PLAYERS];
        struct playout p;

        begin(&p, analysis, place, st, world);
        play_out(&p, result);
        for (int seat = 0; seat < analysis->players; seat++) {
            value[seat] += result[seat] / n;
        }
    }
}

void mq__analysis_pass(const struct mq_analysis *analysis,
                       struct mq_analysis_place *place, const void *before,
                       struct mq_event event)
{
    const struct mq_game *g = analysis->game;

    place->events++;
    if (event.seat == MQ_CHANCE_SEAT) {
        place->drawn[mq_stream(g, before)]++;
    }
}

/* Deals what the seat can't know, makes the move, and plays on. */
static double try_move(struct playout *p, const void *view, int seat,
                       mq_action action)
{
    const struct mq_game *g = p->analysis->game;
    double result[MQ_MAX_PLAYERS];
    struct mq_rng rng;

    memcpy(p->st, view, g->state_size);
    mq_rng_seed(&rng, p->key);
    mq_reopen(g, p->st, seat);
    mq_resample(g, p->st, seat, &rng);
    mq_apply(g, p->st, seat, action);
    play_out(p, result);
    return result[seat];
}

/* The values of both moves, and the interval of their difference. */
static void compare(const struct mq_analysis *analysis,
                    const struct mq_analysis_place *place, const void *view,
                    struct mq_judged *out)
{
    const mq_action move[] = {out->event.action, out->best};
    int n = playouts(analysis);
    double sum[2] = {0, 0}, squares = 0, mean, half;

    for (int world = 0; world < n; world++) {
        double value[2];

        for (int i = 0; i < 2; i++) {
            struct playout p;

            begin(&p, analysis, place, view, world);
            p.key = mq__key_mix(p.key, (uint64_t)place->events);
            value[i] = try_move(&p, view, out->event.seat, move[i]);
            sum[i] += value[i];
        }
        squares += (value[1] - value[0]) * (value[1] - value[0]);
    }
    mean = (sum[1] - sum[0]) / n;
    half = Z95 * sqrt((squares / n - mean * mean) / (n - 1));
    out->played_value = sum[0] / n;
    out->best_value = sum[1] / n;
    out->low = mean - half;
    out->high = mean + half;
}

static enum mq_grade grade(const struct mq_judged *judged)
{
    if (judged->loss < MQ_LOSS_DOUBTFUL) {
        return MQ_GRADE_GOOD;
    }
    return judged->loss < MQ_LOSS_ERROR     ? MQ_GRADE_DOUBTFUL
           : judged->loss < MQ_LOSS_BLUNDER ? MQ_GRADE_ERROR
                                            : MQ_GRADE_BLUNDER;
}

/* The move that the search prefers to all others but the one played. */
static enum mq_status find_best(const struct mq_analysis *analysis,
                                const struct mq_analysis_place *place,
                                const void *view, struct mq_judged *out,
                                bool *preferred)
{
    struct mq_budget budget = {.iterations = analysis->budget};
    struct mq_choice choice;
    struct mq_rng rng;
    enum mq_status status;
    int i;

    mq_rng_seed_pair(&rng, analysis->seed, (uint64_t)place->events);
    status = mq_bot_choose(mq_bot_find("search"), analysis->game, view,
                           out->event.seat, &budget, &rng, &choice);
    if (status != MQ_OK) {
        return status;
    }
    assert(choice.count > 1);
    i = choice.candidate[0].action == out->event.action;
    out->best = choice.candidate[i].action;
    *preferred = i == 0;
    return MQ_OK;
}

static enum mq_status judge_decision(const struct mq_analysis *analysis,
                                     const struct mq_analysis_place *place,
                                     const void *before, struct mq_judged *out)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];
    bool preferred = false;
    enum mq_status status;

    mq_view(analysis->game, before, out->event.seat, view);
    status = find_best(analysis, place, view, out, &preferred);
    if (status != MQ_OK) {
        return status;
    }
    compare(analysis, place, view, out);
    /* Chance alone would make something of every other difference. */
    if (preferred && out->low > 0) {
        out->loss = out->best_value - out->played_value;
    }
    out->grade = grade(out);
    return MQ_OK;
}

/* No choice, or one outcome only. */
static bool certain(const struct mq_game *g, const void *before,
                    const struct mq_judged *judged)
{
    mq_action outcome[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];

    return judged->event.seat >= 0 ? judged->choices == 1
                                   : mq_outcomes(g, before, outcome, p) == 1;
}

enum mq_status mq__analysis_judge(const struct mq_analysis *analysis,
                                  const struct mq_analysis_place *place,
                                  const void *before, struct mq_event event,
                                  const void *after, struct mq_judged *out)
{
    const struct mq_game *g = analysis->game;
    struct mq_analysis_place next = *place;
    enum mq_status status = MQ_OK;

    memset(out, 0, sizeof *out);
    out->event = event;
    out->best = event.action;
    if (event.seat >= 0) {
        mq_action legal[MQ_MAX_LEGAL];

        out->choices = mq_legal(g, before, event.seat, legal);
        if (out->choices > 1) {
            status = judge_decision(analysis, place, before, out);
        }
    }
    out->same = certain(g, before, out);
    if (!out->same) {
        mq__analysis_pass(analysis, &next, before, event);
        mq__analysis_value(analysis, &next, after, out->value);
    }
    return status;
}

/* Information-set Monte Carlo tree search: one searcher. */
#define _POSIX_C_SOURCE 200809L /* a clock that never jumps */

#include "ai/search.h"

#include "core/clock.h"
#include "core/game.h"

#include "ai/foresee.h"
#include "ai/share.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FADE 0.002 /* a choice; at most so many of them */
#define FADE_MOST 40
#define DOUBT 4 /* results that are thought to be 0 or 1 at first */
#define LEAST_SPREAD 0.02
#define HEADROOM 1024 /* entries that an iteration may add: most need 20 */

const struct mq_search_settings mq__search_standard = {
    .decisions = 24,
    .explore = 2.4F,
    .sharp = 0.8F,
    .entries = (size_t)1 << 20,
};

/* A hidden event still takes its place in the order of what is seen; a whole
 * one is told apart by its action. */
static uint64_t event_item(struct mq_event event)
{
    return (uint64_t)event.action << 8 | (uint64_t)(event.seat + 3);
}

/* Applies an event; every seat notes what it sees of it. */
static void happen(struct mq_searcher *s, struct mq_event event)
{
    const struct mq_game *g = s->game;

    for (int seat = 0; seat < s->players; seat++) {
        struct mq_event seen;

        if (!s->outside[seat] && mq_seen(g, s->state, event, seat, &seen)) {
            s->place[seat] = mq__key_mix(s->place[seat], event_item(seen));
        }
    }
    mq_apply(g, s->state, event.seat, event.action);
}

/* Weights as shares; all alike where the game gives none. */
static void share(float *w, int n)
{
    float sum = 0;

    for (int i = 0; i < n; i++) {
        sum += w[i];
    }
    for (int i = 0; i < n; i++) {
        /* A tenth is shared out evenly: no action is ever out of reach. */
        w[i] =
            (sum > 0 ? 0.9F * w[i] / sum : 0.9F / (float)n) + 0.1F / (float)n;
    }
}

static int draw_by_weight(const float *w, int n, struct mq_rng *rng)
{
    float left = (float)mq_rng_unit(rng);

    for (int i = 0; i < n - 1; i++) {
        left -= w[i];
        if (left < 0) {
            return i;
        }
    }
    return n - 1;
}

static int heaviest(const float *w, int n)
{
    int best = 0;

    for (int i = 1; i < n; i++) {
        best = w[i] > w[best] ? i : best;
    }
    return best;
}

/* A playout's choice: mostly the best, so that plans that take several moves
 * come off in playouts too. */
static mq_action policy(struct mq_searcher *s, int seat)
{
    const struct mq_game *g = s->game;
    int n = mq_legal(g, s->state, seat, s->legal);

    if (n == 1) {
        return s->legal[0];
    }
    mq_weigh(g, s->state, seat, s->legal, n, s->weight);
    if ((float)mq_rng_unit(&s->rng) < s->settings.sharp) {
        return s->legal[heaviest(s->weight, n)];
    }
    share(s->weight, n);
    return s->legal[draw_by_weight(s->weight, n, &s->rng)];
}

/* Makes the edges of a new place, with their priors. */
static void grow(struct mq_searcher *s, int seat, int n)
{
    const struct mq_game *g = s->game;

    mq_weigh(g, s->state, seat, s->legal, n, s->weight);
    share(s->weight, n);
    for (int i = 0; i < n; i++) {
        struct mq_stat *edge =
            mq__stats_get(&s->table, mq__key_mix(s->place[seat], s->legal[i]));

        if (edge == NULL) {
            return;
        }
        if (edge->offered == 0) {
            edge->prior = s->weight[i];
        }
    }
}

/* How far results lie apart, as a standard deviation: where they hardly differ
 * small differences count. At first it is thought to be large. */
static double spread(const struct mq_results *r)
{
    double n = r->count + DOUBT;
    double mean = (r->sum + DOUBT * 0.5) / n;
    double variance = (r->squares + DOUBT * 0.5) / n - mean * mean;

    return variance > LEAST_SPREAD * LEAST_SPREAD ? sqrt(variance)
                                                  : LEAST_SPREAD;
}

/* The most promising edge by value, prior and curiosity. */
static int select_edge(struct mq_searcher *s, const struct mq_stat *place,
                       int seat, int n, struct mq_stat **best_edge)
{
    double best = -1,
           fresh = place->visits > 0 ? place->sum / place->visits : 0.5;
    double reach = (double)s->settings.explore * spread(&s->results[seat]);
    int chosen = 0;

    *best_edge = NULL;
    for (int i = 0; i < n; i++) {
        struct mq_stat *edge =
            mq__stats_get(&s->table, mq__key_mix(s->place[seat], s->legal[i]));
        double value, curiosity;

        if (edge == NULL) {
            continue;
        }
        edge->offered++;
        if (edge->prior <= 0) {
            edge->prior = 1.0F / (float)n; /* not legal when the place grew */
        }
        value = edge->visits > 0 ? edge->sum / edge->visits : fresh;
        curiosity = reach * (double)edge->prior * sqrt((double)edge->offered) /
                    (1.0 + edge->visits);
        if (value + curiosity > best) {
            best = value + curiosity;
            chosen = i;
            *best_edge = edge;
        }
    }
    return chosen;
}

/* The choice of a seat that is in its tree. */
static mq_action descend(struct mq_searcher *s, int seat)
{
    const struct mq_game *g = s->game;
    struct mq_stat *place = mq__stats_get(&s->table, s->place[seat]);
    struct mq_stat *edge;
    int n = mq_legal(g, s->state, seat, s->legal);
    int chosen;

    if (n == 1) {
        return s->legal[0];
    }
    if (place == NULL || s->path_length == MQ_SEARCH_PATH) {
        s->outside[seat] = true;
        return policy(s, seat);
    }
    if (place->visits == 0) {
        grow(s, seat, n);
        s->outside[seat] = true;
    }
    chosen = select_edge(s, place, seat, n, &edge);
    s->path[s->path_length].place = place;
    s->path[s->path_length].edge = edge;
    s->path[s->path_length].seat = seat;
    s->path_length++;
    return s->legal[chosen];
}

/* Alone, `estimate` says also of the end how near it came. */
static void judge_by_hand(struct mq_searcher *s, bool over, double *result)
{
    const struct mq_game *g = s->game;
    uint32_t winners = over ? mq_winners(g, s->state) : 0;
    double score[MQ_MAX_PLAYERS] = {0};

    if (s->players > 1) {
        mq_scores(g, s->state, score);
    }
    for (int seat = 0; seat < s->players; seat++) {
        result[seat] = over && s->players > 1
                           ? mq__share(winners, s->players, seat)
                           : mq_estimate(g, s->state, seat);
        if (s->players > 1) {
            result[seat] += MQ_MARGIN * (mq__margin(score, s->players, seat) -
                                         result[seat]);
        }
    }
}

/* One look through the searching seat's eyes gives the results of all. */
static void judge_by_net(struct mq_searcher *s, double *result)
{
    struct mq_prospect p;

    mq__foresee(s->game, s->settings.net, s->state, s->seat, &p);
    for (int i = 0; i < s->players; i++) {
        result[(s->seat + i) % s->players] = p.share[i];
    }
    result[s->seat] = mq__expected(&p);
    if (s->players == 2) {
        result[1 - s->seat] = 1 - result[s->seat];
    }
}

static void judge(struct mq_searcher *s, bool over, double *result)
{
    if (s->settings.net != NULL) {
        judge_by_net(s, result);
    } else {
        judge_by_hand(s, over, result);
    }
}

/* What lies further ahead is less certain: results move a little towards the
 * fair share with every choice on the way. So of two sure wins the sooner one
 * is taken. */
static void fade(const struct mq_searcher *s, int choices, double *result)
{
    double part = choices < FADE_MOST ? FADE * choices : FADE * FADE_MOST;
    double fair = 1.0 / (s->players > 1 ? s->players : 2);

    for (int seat = 0; seat < s->players; seat++) {
        result[seat] += part * (fair - result[seat]);
    }
}

/* Whether a playout has gone far enough: a net may judge at once. */
static bool is_far(const struct mq_searcher *s, int beyond)
{
    bool cuts = s->settings.decisions > 0 || s->settings.net != NULL;

    return cuts && beyond >= s->settings.decisions;
}

/* Plays on from the dealt state; the results of all seats. */
static void play_out(struct mq_searcher *s, double *result)
{
    const struct mq_game *g = s->game;
    int beyond = 0; /* decisions made outside the trees */
    int choices = 0;
    uint32_t actors;
    enum mq_turn turn;

    while ((turn = mq_turn(g, s->state, &actors)) != MQ_TURN_OVER) {
        struct mq_event event = {MQ_CHANCE_SEAT, 0};

        if (turn == MQ_TURN_CHANCE) {
            event.action = mq_sample(g, s->state, &s->rng);
        } else {
            bool own = s->path_length == 0 && (actors >> s->seat & 1) != 0;

            choices++;
            event.seat = own ? s->seat : __builtin_ctz(actors);
            if (s->outside[event.seat]) {
                if (is_far(s, beyond++)) {
                    break;
                }
                event.action = policy(s, event.seat);
            } else {
                event.action = descend(s, event.seat);
            }
        }
        happen(s, event);
    }
    judge(s, turn == MQ_TURN_OVER, result);
    fade(s, choices, result);
}

static void iterate(struct mq_searcher *s)
{
    const struct mq_game *g = s->game;
    double result[MQ_MAX_PLAYERS];

    memcpy(s->state, s->view, g->state_size);
    mq_reopen(g, s->state, s->seat);
    mq_resample(g, s->state, s->seat, &s->rng);
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        s->place[seat] = mq__key_mix((uint64_t)seat + 1, 0);
        s->outside[seat] = false;
    }
    s->path_length = 0;
    mq__stats_reserve(&s->table, HEADROOM);
    play_out(s, result);
    for (int seat = 0; seat < s->players; seat++) {
        s->results[seat].count += 1;
        s->results[seat].sum += result[seat];
        s->results[seat].squares += result[seat] * result[seat];
    }
    for (int i = 0; i < s->path_length; i++) {
        double r = result[s->path[i].seat];

        s->path[i].place->visits++;
        s->path[i].place->sum += r;
        if (s->path[i].edge != NULL) {
            s->path[i].edge->visits++;
            s->path[i].edge->sum += r;
        }
    }
    s->iterations_done++;
}

static bool is_stopped(const struct mq_searcher *s)
{
    const int *stop = s->settings.stop;

    return stop != NULL && __atomic_load_n(stop, __ATOMIC_RELAXED) != 0;
}

/* Seconds of the clock that the budget is in. */
static double time_now(const struct mq_searcher *s)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
    if (s->settings.cpu) {
        return mq__seconds(CLOCK_THREAD_CPUTIME_ID);
    }
#endif
    (void)s;
    return mq__now();
}

double mq__search_spread(const struct mq_searcher *s)
{
    return spread(&s->results[s->seat]);
}

void mq__search_run(struct mq_searcher *s, int iterations, int ms)
{
    double end = ms > 0 ? time_now(s) + 1e-3 * ms : 0;

    for (int i = 0; i < iterations; i++) {
        if ((ms > 0 && i % 16 == 15 && time_now(s) >= end) ||
            (i > 0 && is_stopped(s))) {
            return;
        }
        iterate(s);
    }
}

void mq__search_root(const struct mq_searcher *s, mq_action action,
                     uint32_t *visits, double *sum)
{
    uint64_t place = mq__key_mix((uint64_t)s->seat + 1, 0);
    const struct mq_stat *edge =
        mq__stats_find(&s->table, mq__key_mix(place, action));

    *visits = edge != NULL ? edge->visits : 0;
    *sum = edge != NULL ? edge->sum : 0;
}

enum mq_status mq__search_init(struct mq_searcher *s,
                               const struct mq_game *game, const void *view,
                               int seat,
                               const struct mq_search_settings *settings,
                               uint64_t seed)
{
    assert(game->state_size <= sizeof(s->state));
    s->game = game;
    s->view = view;
    s->seat = seat;
    s->players = mq_players(game, view);
    s->settings = *settings;
    if (settings->net != NULL) {
        s->settings.decisions = game->mind.net_horizon;
    } else if (game->mind.horizon > 0 && settings->decisions > 0) {
        s->settings.decisions = game->mind.horizon;
    }
    s->iterations_done = 0;
    memset(s->results, 0, sizeof(s->results));
    mq_rng_seed(&s->rng, seed);
    return mq__stats_init(&s->table, settings->entries) ? MQ_OK : MQ_NOMEM;
}

void mq__search_finish(struct mq_searcher *s)
{
    mq__stats_finish(&s->table);
}

/* Many matches between bots, counted. */
#include "sim/simulate.h"

#include "core/game.h"
#include "sim/usage.h"

#include <math.h>

#define Z95 1.959963984540054

/* Streams of a match: one for chance, one for each entrant's thoughts. */
static uint64_t stream(long number, int which)
{
    return (uint64_t)number * (MQ_MAX_PLAYERS + 1) + (uint64_t)which;
}

struct seated {
    const struct mq_simulation *simulation;
    struct mq_state st;
    struct mq_rng chance;
    struct mq_rng mind[MQ_MAX_PLAYERS]; /* by entrant */
    int entrant[MQ_MAX_PLAYERS];        /* by seat */
    long events, choices;
    struct mq_used used;
};

static void take_seats(struct seated *s, const struct mq_simulation *sim,
                       long number)
{
    int players = sim->setup.players;

    s->simulation = sim;
    s->events = s->choices = 0;
    mq__used_begin(&s->used, sim->game);
    mq_rng_seed_pair(&s->chance, sim->seed, stream(number, MQ_MAX_PLAYERS));
    for (int i = 0; i < players; i++) {
        s->entrant[(i + (int)(number % players)) % players] = i;
        mq_rng_seed_pair(&s->mind[i], sim->seed, stream(number, i));
    }
}

static void happen(struct seated *s, struct mq_event event)
{
    const struct mq_game *game = s->simulation->game;

    mq__used_note(&s->used, event);
    mq_apply(game, s->st.bytes, event.seat, event.action);
    s->events++;
}

static enum mq_status act(struct seated *s, uint32_t actors)
{
    const struct mq_simulation *sim = s->simulation;
    int seat = __builtin_ctz(actors);
    int entrant = s->entrant[seat];
    struct mq_choice choice;
    enum mq_status status =
        mq_bot_choose(sim->bot[entrant], sim->game, s->st.bytes, seat,
                      &sim->budget[entrant], &s->mind[entrant], &choice);

    if (status == MQ_OK) {
        s->choices += choice.count > 1;
        happen(s, (struct mq_event){seat, choice.candidate[0].action});
    }
    return status;
}

static enum mq_status play_out(struct seated *s)
{
    const struct mq_game *game = s->simulation->game;
    enum mq_status status = MQ_OK;
    uint32_t actors;
    enum mq_turn turn;

    while (status == MQ_OK &&
           (turn = mq_turn(game, s->st.bytes, &actors)) != MQ_TURN_OVER) {
        if (s->simulation->stop != NULL && *s->simulation->stop) {
            status = MQ_CANCELLED;
        } else if (turn == MQ_TURN_CHANCE) {
            happen(s,
                   (struct mq_event){MQ_CHANCE_SEAT,
                                     mq_sample(game, s->st.bytes, &s->chance)});
        } else {
            status = act(s, actors);
        }
    }
    return status;
}

static void add_points(const struct seated *s, int seat, bool winner,
                       struct mq_tallies *tallies)
{
    const struct mq_game *game = s->simulation->game;
    struct mq_points points[MQ_MAX_NOTES];
    int n = mq_breakdown(game, s->st.bytes, seat, points);

    for (int i = 0; i < n; i++) {
        if (points[i].points != 0) {
            mq__tally_points(tallies, points[i].source, winner,
                             points[i].points);
        }
    }
}

static void add_result(struct seated *s, struct mq_tallies *tallies)
{
    const struct mq_game *game = s->simulation->game;
    double scores[MQ_MAX_PLAYERS] = {0};
    uint32_t winners = mq_winners(game, s->st.bytes);

    mq_scores(game, s->st.bytes, scores);
    for (int seat = 0; seat < tallies->players; seat++) {
        mq__tally_result(tallies, s->entrant[seat], seat, winners,
                         scores[seat]);
        add_points(s, seat, (winners >> seat & 1) != 0, tallies);
    }
    mq__used_count(&s->used, winners, tallies);
    mq__histogram_add(tallies, &tallies->events, s->events, 1);
    mq__histogram_add(tallies, &tallies->choices, s->choices, 1);
    tallies->games++;
}

/* A line a seat: what it takes to recompute every share and mean. */
static void add_rows(const struct seated *s, long number, struct mq_buf *rows)
{
    const struct mq_simulation *sim = s->simulation;
    int players = sim->setup.players;
    double scores[MQ_MAX_PLAYERS] = {0};
    uint32_t winners = mq_winners(sim->game, s->st.bytes);
    int victors = __builtin_popcount(winners);
    /* Nobody's victory counts 1/n for each; alone it is a defeat. */
    double nobodys = players > 1 ? 1.0 / players : 0;

    mq_scores(sim->game, s->st.bytes, scores);
    for (int seat = 0; seat < players; seat++) {
        double share = victors == 0                 ? nobodys
                       : (winners >> seat & 1) != 0 ? 1.0 / victors
                                                    : 0;

        mq__buf_printf(rows, "%ld,P%d,%s,%g,%g,%ld,%ld\n", number + 1, seat + 1,
                       sim->names[s->entrant[seat]], scores[seat], share,
                       s->events, s->choices);
    }
}

enum mq_status mq__simulate_match(const struct mq_simulation *simulation,
                                  long number, struct mq_tallies *tallies,
                                  struct mq_buf *rows)
{
    struct seated s;
    enum mq_status status =
        mq_begin(simulation->game, s.st.bytes, &simulation->setup, NULL);

    if (status == MQ_OK) {
        take_seats(&s, simulation, number);
        status = play_out(&s);
    }
    if (status == MQ_OK) {
        add_result(&s, tallies);
    }
    if (status == MQ_OK && rows != NULL) {
        add_rows(&s, number, rows);
    }
    return status == MQ_OK && tallies->failed ? MQ_NOMEM : status;
}

double mq__interval(double sum, double squares, long n)
{
    double mean = sum / (double)n;
    double variance;

    if (n < 2) {
        return 0;
    }
    variance = (squares - sum * mean) / (double)(n - 1);
    return variance > 0 ? Z95 * sqrt(variance / (double)n) : 0;
}

void mq__wilson(double share, long n, double *low, double *high)
{
    double count = (double)n;
    double p = share / count;
    double z2 = Z95 * Z95;
    double middle = (p + z2 / (2 * count)) / (1 + z2 / count);
    double half = Z95 / (1 + z2 / count) *
                  sqrt(p * (1 - p) / count + z2 / (4 * count * count));

    /* Rounding must not leave the share outside. */
    *low = fmax(0, fmin(p, middle - half));
    *high = fmin(1, fmax(p, middle + half));
}

/* Many matches between bots, counted. */
#include "sim/simulate.h"

#include "sim/state.h"

#include <math.h>

#define Z95 1.959963984540054

/* Streams of a match: one for chance, one for each entrant's thoughts. */
static uint64_t stream(long number, int which)
{
    return (uint64_t)number * (MQ_MAX_PLAYERS + 1) + (uint64_t)which;
}

struct seated {
    const struct mq_simulation *simulation;
    struct mq_sim_state st;
    struct mq_rng chance;
    struct mq_rng mind[MQ_MAX_PLAYERS]; /* by entrant */
    int entrant[MQ_MAX_PLAYERS];        /* by seat */
};

static void take_seats(struct seated *s, const struct mq_simulation *sim,
                       long number)
{
    int players = sim->setup.players;

    s->simulation = sim;
    mq_rng_seed_pair(&s->chance, sim->seed, stream(number, MQ_MAX_PLAYERS));
    for (int i = 0; i < players; i++) {
        s->entrant[(i + (int)(number % players)) % players] = i;
        mq_rng_seed_pair(&s->mind[i], sim->seed, stream(number, i));
    }
}

static enum mq_status act(struct seated *s, uint32_t actors)
{
    const struct mq_game *game = s->simulation->game;
    struct mq_choice choice;
    enum mq_status status;
    int seat = 0;
    int entrant;

    while ((actors >> seat & 1) == 0) {
        seat++;
    }
    entrant = s->entrant[seat];
    status = mq_bot_choose(s->simulation->bot[entrant], game, s->st.bytes, seat,
                           &s->simulation->budget, &s->mind[entrant], &choice);
    if (status == MQ_OK) {
        game->apply(game, s->st.bytes, seat, choice.candidate[0].action);
    }
    return status;
}

/* Plays to the end; *events is how many there were. */
static enum mq_status play_out(struct seated *s, long *events)
{
    const struct mq_game *game = s->simulation->game;
    enum mq_status status = MQ_OK;
    uint32_t actors;
    enum mq_turn turn;

    while (status == MQ_OK &&
           (turn = game->turn(game, s->st.bytes, &actors)) != MQ_TURN_OVER) {
        if (turn == MQ_TURN_CHANCE) {
            mq_action outcome = game->sample(game, s->st.bytes, &s->chance);

            game->apply(game, s->st.bytes, MQ_CHANCE_SEAT, outcome);
        } else {
            status = act(s, actors);
        }
        ++*events;
    }
    return status;
}

static int count_bits(uint32_t mask)
{
    int count = 0;

    for (; mask != 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

static void add_result(const struct seated *s, struct mq_tallies *tallies)
{
    const struct mq_game *game = s->simulation->game;
    double scores[MQ_MAX_PLAYERS] = {0};
    uint32_t winners = game->winners(game, s->st.bytes);
    int count = count_bits(winners);

    game->scores(game, s->st.bytes, scores);
    for (int seat = 0; seat < s->simulation->setup.players; seat++) {
        struct mq_tally *tally = &tallies->entrant[s->entrant[seat]];

        if ((winners >> seat & 1) != 0) {
            tally->wins += count == 1;
            tally->shared += count > 1;
            tally->share += 1.0 / count;
            tally->share_squares += 1.0 / count / count;
        }
        tally->score += scores[seat];
        tally->score_squares += scores[seat] * scores[seat];
    }
}

enum mq_status mq__simulate_match(const struct mq_simulation *simulation,
                                  long number, struct mq_tallies *tallies)
{
    struct seated s;
    long events = 0;
    enum mq_status status = simulation->game->setup(
        simulation->game, s.st.bytes, &simulation->setup, NULL);

    if (status != MQ_OK) {
        return status;
    }
    take_seats(&s, simulation, number);
    status = play_out(&s, &events);
    if (status != MQ_OK) {
        return status;
    }
    add_result(&s, tallies);
    if (tallies->games == 0 || events < tallies->fewest) {
        tallies->fewest = events;
    }
    if (events > tallies->most) {
        tallies->most = events;
    }
    tallies->events += events;
    tallies->games++;
    return MQ_OK;
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

    *low = middle - half < 0 ? 0 : middle - half;
    *high = middle + half > 1 ? 1 : middle + half;
}

/* MLEM: planets against a plain sort, goals against plain counting, and
 * running against final scores. */
#include "mlem.h"

#include <string.h>

/* Astronauts anywhere: places only, for scoring. */
static void scatter(struct ml_state *st, struct mq_rng *rng)
{
    const struct ml_tables *t = ml_tables(game);

    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            int planet = (int)mq_rng_below(rng, (uint32_t)t->planets + 2);

            st->board[seat] = 0;
            st->place[seat][i] = ML_NOWHERE;
            if (planet < t->planets) {
                st->place[seat][i] = (uint8_t)(ML_PLANET + planet);
            }
        }
    }
}

static int count(const struct ml_state *st, int planet, int seat)
{
    int n = 0;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        n += st->place[seat][i] == ML_PLANET + planet;
    }
    return n;
}

/* A random order of arrival of those who are there. */
static int arrange(struct ml_state *st, int planet, struct mq_rng *rng,
                   int *order)
{
    int n = 0;

    for (int seat = 0; seat < st->players; seat++) {
        if (count(st, planet, seat) > 0) {
            int at = (int)mq_rng_below(rng, (uint32_t)n + 1);

            memmove(&order[at + 1], &order[at],
                    (size_t)(n - at) * sizeof(*order));
            order[at] = seat;
            n++;
        }
    }
    st->order[planet] = 0;
    for (int i = 0; i < n; i++) {
        st->order[planet] |= (uint16_t)((unsigned)(order[i] + 1) << 3 * i);
    }
    return n;
}

/* ML-Z3: sorts by number, stable in the order of arrival. */
static void check_planet(struct ml_state *st, int planet, struct mq_rng *rng)
{
    const struct ml_tables *t = ml_tables(game);
    int order[ML_SEATS + 1];
    int n = arrange(st, planet, rng, order);

    for (int i = 1; i < n; i++) {
        for (int k = i; k > 0 && count(st, planet, order[k - 1]) <
                                     count(st, planet, order[k]);
             k--) {
            int swap = order[k];

            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    }
    for (int i = 0; i < n; i++) {
        int points = t->planet_points[planet][i < 2 ? i : 2];
        int settler = st->place[order[i]][ML_SETTLER] == ML_PLANET + planet;

        assert_int_equal(mq__ml_planet_points(ml_with(t, st), planet, order[i]),
                         settler ? 2 * points : points);
    }
}

static void planets(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 1);
    for (int i = 0; i < 2000; i++) {
        struct ml_state st;

        start_match(&st, 2 + i % 4, 0);
        scatter(&st, &rng);
        for (int planet = 0; planet < ml_tables(game)->planets; planet++) {
            check_planet(&st, planet, &rng);
        }
    }
}

static int plain_goal_count(const struct ml_state *st, int seat, int goal)
{
    int moons = 0, deep = 0, different = 0, most = 0;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        int place = st->place[seat][i];

        moons += place >= ML_MOON;
        deep += place == ML_COMET || place == ML_GALAXY;
    }
    for (int planet = 0; planet < ML_MAX_PLANETS; planet++) {
        int n = count(st, planet, seat);

        different += n > 0;
        most = n > most ? n : most;
    }
    return goal == ML_GOAL_FOUR_PLANETS ? different
           : goal == ML_GOAL_ONE_PLANET ? most
           : goal == ML_GOAL_FOUR_MOONS ? moons
                                        : deep;
}

static void goals(void **state)
{
    struct ml_state st;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 2);
    start_match(&st, 2, 0);
    for (int i = 0; i < 5000; i++) {
        for (int k = 0; k < ML_ASTRONAUTS; k++) {
            uint32_t place = mq_rng_below(&rng, ML_MOON + ML_MAX_MOONS);

            if (place - ML_PLANET < ML_MAX_PLANETS) {
                place = ML_PLANET + (place - ML_PLANET) % 5;
            }
            st.place[1][k] = (uint8_t)place;
        }
        for (int goal = 0; goal < ML_GOALS; goal++) {
            assert_int_equal(mq__ml_goal_count(&st, 1, goal),
                             plain_goal_count(&st, 1, goal));
        }
    }
}

/* The breakdown adds up to the score at every event, and no score falls. */
static void running_scores(void **state)
{
    (void)state;
    for (int match = 0; match < 32; match++) {
        double last[MQ_MAX_PLAYERS] = {0};
        struct ml_state st;
        struct mq_event event;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, 2 + match % 4, match % 8);
        while (next_event(&st, &rng, &event)) {
            struct mq_points points[MQ_MAX_NOTES];
            double now[MQ_MAX_PLAYERS];

            mq_apply(game, &st, event.seat, event.action);
            mq_scores(game, &st, now);
            for (int seat = 0; seat < st.players; seat++) {
                int n = mq_breakdown(game, &st, seat, points), sum = 0;

                for (int i = 0; i < n; i++) {
                    sum += points[i].points;
                }
                assert_int_equal(sum, (int)now[seat]);
                assert_true(now[seat] >= last[seat]);
                last[seat] = now[seat];
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planets),
        cmocka_unit_test(goals),
        cmocka_unit_test(running_scores),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}

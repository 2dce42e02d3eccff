/* What things are worth: see value.h.
 *
 * The numbers are rough: points a typical game brings. What matters is their
 * order: technology by the levels it opens, money by what is left to buy,
 * objectives by the next tier.
 */
#include "games/liftoff/value.h"

#define UNKNOWN_OBJECTIVE 6.0F
#define LAB_STEP 2.0F /* a missing lab level counts as so many technologies */

struct lo_eye mq__lo_eye(struct lo c, int seat)
{
    int left = LO_ROUNDS - (c.st->round > 0 ? c.st->round : 1);
    bool launched = c.st->step == LO_STEP_SELL || c.st->step == LO_STEP_OVER;
    float rounds = (float)(left + (launched ? 0 : 1));

    return (struct lo_eye){c, seat, 0.2F + 0.045F * rounds, rounds};
}

/* Counts that one alternative of a requirement lacks. */
static int lack(const struct lo_player *p, uint32_t packed)
{
    uint8_t need[LO_COLOURS];
    int n = 0;

    memcpy(need, &packed, sizeof(need));
    for (int c = 0; c < LO_COLOURS; c++) {
        n += need[c] > p->tech[c] ? need[c] - p->tech[c] : 0;
    }
    return n;
}

int mq__lo_lack(const struct lo_tables *t, const struct lo_player *p, int level,
                int phase)
{
    const struct lo_level *row = &t->level[level];
    int least = 99;

    for (int i = 0; i < row->alternatives[phase] && least > 0; i++) {
        int n = lack(p, row->need[phase][i]);

        least = n < least ? n : least;
    }
    return least;
}

/* In phase 1 the requirements of both phases matter. */
float mq__lo_readiness(const struct lo_eye *eye, const struct lo_player *p,
                       int level)
{
    int labs = level + 1 - p->lab;
    float missing = labs > 0 ? LAB_STEP * (float)labs : 0;
    float late = missing + (float)mq__lo_lack(eye->c.t, p, level, 1);
    float now;

    if (eye->c.st->phase == 2) {
        return 1 / (1 + 0.6F * late);
    }
    if (level >= 2) {
        return 0.6F / (1 + 0.6F * late);
    }
    now = missing + (float)mq__lo_lack(eye->c.t, p, level, 0);
    return 0.6F / (1 + 0.6F * now) + 0.4F / (1 + 0.6F * late);
}

/* Between tiers the way to the next one counts. */
static float tier_worth(const struct lo_objective *o, int edition, float n)
{
    float low = 0;
    float points = 0;

    for (int i = 0; i < o->tiers; i++) {
        float high = o->count[i];
        float top = o->points[edition][i];

        if (n < high) {
            float part = (n - low) / (high - low);

            return points + (top - points) * part * part;
        }
        low = high;
        points = top;
    }
    return points;
}

float mq__lo_objective_worth(const struct lo_eye *eye,
                             const struct lo_player *p, int card)
{
    /* How much of each is still to be had in a round. */
    static const float pace[LO_AIMS] = {0.35F, 0.3F, 0.2F, 0.2F, 0.4F};
    const struct lo_objective *o = &eye->c.t->objective[card];
    float n = (float)mq__lo_objective_count(eye->c.t, p, card);
    float sure = tier_worth(o, eye->c.st->edition, n);

    if (eye->c.st->step == LO_STEP_OVER || eye->rounds <= 0) {
        return (float)mq__lo_objective_points(eye->c, p, card);
    }
    return 0.5F * sure + 0.5F * tier_worth(o, eye->c.st->edition,
                                           n + pace[o->aim] * eye->rounds);
}

/* An objective that the seat knows; MQ_UNKNOWN for another. So a true state
 * and the seat's view of it are worth the same. */
static int seen_objective(const struct lo_eye *eye, const struct lo_player *p,
                          int i)
{
    bool own = p == &eye->c.st->player[eye->seat];

    return own || p->objective.known[i] == eye->seat + 1 ||
                   eye->c.st->step == LO_STEP_OVER
               ? p->objective.card[i]
               : MQ_UNKNOWN;
}

/* What an immediate effect brings. */
static float effect_worth(const struct lo_eye *eye, const struct lo_player *p,
                          const struct lo_mission *m)
{
    switch (m->effect) {
    case LO_EFFECT_INCOME:
        return p->income < eye->c.t->income.high
                   ? eye->money * (eye->rounds - 1)
                   : 0;
    case LO_EFFECT_TECH_ANY:
    case LO_EFFECT_TECH_BLUE:
    case LO_EFFECT_EXCHANGE:
        return 0.4F * eye->rounds;
    case LO_EFFECT_TECH_GREEN:
        return 3 + 0.3F * eye->rounds;
    case LO_EFFECT_MONEY:
        return eye->money * (float)m->amount;
    case LO_EFFECT_PROPULSION:
        return p->propulsion < eye->c.t->propulsion.high
                   ? eye->money * eye->rounds
                   : 0;
    case LO_EFFECT_CAPACITY:
        return p->capacity < eye->c.t->capacity.high ? 0.5F * eye->rounds : 0;
    case LO_EFFECT_LAB:
        return p->lab < LO_LEVELS ? 1.2F * eye->rounds : 0;
    default:
        return 0;
    }
}

float mq__lo_mission_worth(const struct lo_eye *eye, const struct lo_player *p,
                           int kind)
{
    const struct lo_mission *m = &eye->c.t->mission[kind];
    int copies = lo_in_space(p, kind);
    float worth = m->points + effect_worth(eye, p, m);

    worth += (float)(mq__lo_hourglass(eye->c.t, p, kind, copies + 1) -
                     mq__lo_hourglass(eye->c.t, p, kind, copies));
    for (int i = 0; i < p->objective.size; i++) {
        int card = seen_objective(eye, p, i);

        if (card != MQ_UNKNOWN &&
            (eye->c.t->objective[card].levels >> m->level & 1) != 0) {
            worth += 1.5F;
        }
    }
    return worth;
}

struct lo_load mq__lo_best_load(const struct lo_eye *eye,
                                const struct lo_player *p, uint32_t from,
                                int capacity, int most)
{
    struct lo_load best[LO_MAX_LOAD + 1][LO_LAUNCHES + 1] = {0};

    capacity = capacity < LO_MAX_LOAD ? capacity : LO_MAX_LOAD;
    most = most < LO_LAUNCHES ? most : LO_LAUNCHES;
    for (; from != 0; from &= from - 1) {
        int kind = __builtin_ctz(from);
        int weight = eye->c.t->mission[kind].weight;
        float worth = mq__lo_mission_worth(eye, p, kind);

        for (int w = capacity; w >= weight; w--) {
            for (int n = most; n > 0; n--) {
                const struct lo_load *rest = &best[w - weight][n - 1];

                if (rest->worth + worth > best[w][n].worth) {
                    best[w][n].worth = rest->worth + worth;
                    best[w][n].kinds = rest->kinds | lo_bit(kind);
                }
            }
        }
    }
    return best[capacity][most];
}

/* Missions on Earth: what they will bring, by how near their launch is. */
static float earth_worth(const struct lo_eye *eye, const struct lo_player *p,
                         const float *readiness)
{
    float weight = (float)lo_weight(eye->c.t, p);
    float sum = 0;
    float chances = eye->rounds;
    float share = 0.85F;

    if (p->earth[0] == 0 || eye->rounds <= 0) {
        return 0;
    }
    for (uint32_t m = p->earth[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);
        float heavy = (float)eye->c.t->mission[kind].weight - weight;
        float fit = heavy > 0 ? 1 / (1 + heavy) : 1;

        sum += share * mq__lo_mission_worth(eye, p, kind) *
               readiness[eye->c.t->mission[kind].level] * fit;
        chances -= 1;
        share = chances > 0 ? share * 0.85F : share * 0.5F;
    }
    return sum;
}

/* Launches to come: the best level within reach, what it pays and whether the
 * rocket lifts it. */
static float future_worth(const struct lo_eye *eye, const struct lo_player *p,
                          const float *readiness)
{
    static const float mission[LO_LEVELS] = {4, 7, 11, 17};
    static const float weighs[LO_LEVELS] = {1, 1.8F, 2.5F, 3.7F};
    int phase = eye->c.st->phase - 1;
    float launch = eye->c.t->level[p->lab - 1].points[phase];
    float weight = (float)lo_weight(eye->c.t, p);
    float best = 0;
    float second = 0;

    for (int level = 0; level < LO_LEVELS; level++) {
        float lift = weight >= weighs[level] ? 1 : weight / weighs[level];
        float worth = readiness[level] * mission[level] * lift;

        if (worth > best) {
            second = best;
            best = worth;
        } else if (worth > second) {
            second = worth;
        }
    }
    return eye->rounds * (0.45F * best + 0.2F * second + 0.7F * launch -
                          eye->money * (float)lo_cost(eye->c.t, p));
}

/* Money in hand is worth less once there is more than can be spent. */
static float money_worth(const struct lo_eye *eye, int money)
{
    float most = 10 + 6 * eye->rounds;
    float use = (float)money < most ? (float)money : most;

    return eye->money * use + 0.2F * ((float)money - use);
}

float mq__lo_worth(const struct lo_eye *eye, const struct lo_player *p)
{
    float readiness[LO_LEVELS];
    float sum = (float)p->score;
    int unknown = 0; /* added last: a view has them last */

    if (eye->c.st->step == LO_STEP_OVER) {
        return sum;
    }
    for (uint32_t m = p->space[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);

        sum += (float)mq__lo_hourglass(eye->c.t, p, kind, lo_in_space(p, kind));
    }
    for (int i = 0; i < p->objective.size; i++) {
        int card = seen_objective(eye, p, i);

        if (card == MQ_UNKNOWN) {
            unknown++;
        } else {
            sum += mq__lo_objective_worth(eye, p, card);
        }
    }
    sum += UNKNOWN_OBJECTIVE * (float)unknown;
    sum += 3 * (float)p->tech[LO_GREEN];
    sum += 0.15F * eye->rounds *
           (float)(p->tech[LO_RED] + p->tech[LO_YELLOW] + p->tech[LO_BLUE]);
    sum += money_worth(eye, p->money);
    sum += eye->money * (float)p->income * (eye->rounds - 1);
    for (int level = 0; level < LO_LEVELS; level++) {
        readiness[level] = mq__lo_readiness(eye, p, level);
    }
    return sum + earth_worth(eye, p, readiness) +
           future_worth(eye, p, readiness);
}

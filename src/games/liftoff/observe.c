/* What a seat knows as inputs of a net (core/observe.h).
 *
 * The seat's own player comes first, then the others in seat order; places of
 * players who aren't there stay 0. Cards are sums of their properties.
 */
#include "games/liftoff/value.h"

#include "core/observe.h"

#define SLOTS LO_MAX_PLAYERS
#define MOST_LACK 6

/* The sums of the properties of some cards. */
struct specialists {
    int banner[LO_BANNERS];
    int box[LO_BOXES];
};

struct missions {
    int level[LO_LEVELS];
    int effect[LO_EFFECTS];
    int points, weight, light; /* light: those of weight 1 */
};

struct objectives {
    int aim[LO_AIMS];
    int level[LO_LEVELS];
    int colour[LO_COLOURS];
    int points, next, worth; /* now; of the next tier, tenths of the way */
    int unknown;
};

/* One look: who looks, at whom. */
struct look {
    struct lo_eye eye;
    const struct lo_player *p;
    int seat; /* of p */
    struct mq_observer *o;
};

static const char *const level_words[LO_LEVELS] = {"1", "2", "3", "4"};
static const char *const slot_words[SLOTS] = {"own", "next", "third", "fourth"};

static void add_specialist(const struct lo_tables *t, struct specialists *sum,
                           int card)
{
    const struct lo_specialist *s = &t->specialist[card];

    sum->banner[s->banner]++;
    for (int i = 0; i < s->boxes; i++) {
        sum->box[s->box[i]]++;
    }
}

static void write_specialists(struct mq_observer *o, const char *banner,
                              const char *box, const struct specialists *sum)
{
    mq__observe_list(o, banner, sum->banner, LO_BANNERS, 1,
                     mq__lo_banner_words);
    mq__observe_list(o, box, sum->box, LO_BOXES, 1, mq__lo_box_words);
}

static void add_mission(const struct lo_tables *t, struct missions *sum,
                        int kind)
{
    const struct lo_mission *m = &t->mission[kind];

    sum->level[m->level]++;
    sum->effect[m->effect]++;
    sum->points += m->points;
    sum->weight += m->weight;
    sum->light += m->weight == 1;
}

static void add_missions(const struct lo_tables *t, struct missions *sum,
                         const uint32_t mask[2])
{
    for (int i = 0; i < 2; i++) {
        for (uint32_t m = mask[i]; m != 0; m &= m - 1) {
            add_mission(t, sum, __builtin_ctz(m));
        }
    }
}

/* An objective that whoever looks knows. */
static bool knows(const struct look *l, int i)
{
    return l->seat == l->eye.seat ||
           l->p->objective.known[i] == l->eye.seat + 1 ||
           l->eye.c.st->step == LO_STEP_OVER;
}

static void add_objective(const struct look *l, struct objectives *sum,
                          int card)
{
    const struct lo_objective *o = &l->eye.c.t->objective[card];
    int edition = l->eye.c.st->edition;
    int n = mq__lo_objective_count(l->eye.c.t, l->p, card);

    sum->aim[o->aim]++;
    for (int level = 0; level < LO_LEVELS; level++) {
        sum->level[level] += o->levels >> level & 1;
    }
    if (o->aim == LO_AIM_TECH) {
        sum->colour[o->colour]++;
    }
    sum->points += mq__lo_objective_points(l->eye.c, l->p, card);
    for (int i = 0; i < o->tiers; i++) {
        if (n < o->count[i]) {
            int before = i > 0 ? o->points[edition][i - 1] : 0;

            sum->next +=
                10 * (o->points[edition][i] - before) / (o->count[i] - n);
            break;
        }
    }
    sum->worth += (int)(10 * mq__lo_objective_worth(&l->eye, l->p, card));
}

static void write_objectives(const struct look *l)
{
    struct objectives sum = {0};
    struct mq_observer *o = l->o;

    for (int i = 0; i < l->p->objective.size; i++) {
        if (knows(l, i)) {
            add_objective(l, &sum, l->p->objective.card[i]);
        } else {
            sum.unknown++;
        }
    }
    mq__observe_list(o, "objective", sum.aim, LO_AIMS, 1, mq__lo_aim_words);
    mq__observe_list(o, "objective of level", sum.level, LO_LEVELS, 1,
                     level_words);
    mq__observe_list(o, "objective of", sum.colour, LO_COLOURS, 1,
                     mq__lo_colour_words);
    mq__observe_number(o, "objectives' points", sum.points, 16);
    mq__observe_number(o, "objectives' next points", sum.next, 80);
    mq__observe_number(o, "objectives' worth", sum.worth, 160);
    mq__observe_steps(o, "objectives unknown", sum.unknown, 3, 1);
    mq__observe_steps(o, "objectives sold", l->p->sold_size, 2, 1);
}

static void write_upgrades(const struct look *l)
{
    const struct lo_player *p = l->p;
    struct mq_observer *o = l->o;

    mq__observe_steps(o, "lab above 1:", p->lab - 1, 3, 1);
    mq__observe_steps(o, "capacity", p->capacity, 4, 1);
    mq__observe_steps(o, "propulsion", p->propulsion, 4, 1);
    mq__observe_steps(o, "income above start",
                      p->income - l->eye.c.t->income.start, 4, 1);
    mq__observe_steps(o, "invested", p->invested, 5, 1);
    mq__observe_number(o, "launch cost", lo_cost(l->eye.c.t, p), 4);
    for (int c = 0; c < LO_COLOURS; c++) {
        mq__observe_steps(o, mq__lo_colour_words[c], p->tech[c], 7, 1);
        mq__observe_number(o, mq__lo_colour_words[c], p->tech[c], 4);
    }
}

/* How near each level is, in this phase and in the second one. */
static void write_levels(const struct look *l)
{
    static const char *const names[2][LO_LEVELS] = {
        {"lacks for level 1 now", "lacks for level 2 now",
         "lacks for level 3 now", "lacks for level 4 now"},
        {"lacks for level 1 later", "lacks for level 2 later",
         "lacks for level 3 later", "lacks for level 4 later"}};
    int now = l->eye.c.st->phase == 2 ? 1 : 0;

    for (int later = 0; later < 2; later++) {
        for (int level = 0; level < LO_LEVELS; level++) {
            int lack = mq__lo_lack(l->eye.c.t, l->p, level, later ? 1 : now);
            int labs = level + 1 - l->p->lab;

            lack += labs > 0 ? labs : 0;
            mq__observe_one(l->o, names[later][level],
                            lack < MOST_LACK ? lack : MOST_LACK - 1, MOST_LACK,
                            NULL);
        }
    }
}

static void write_missions(const struct look *l)
{
    const struct lo_player *p = l->p;
    struct mq_observer *o = l->o;
    struct missions earth = {0}, space = {0}, ready = {0};
    uint32_t now[2] = {mq__lo_ready(l->eye.c, p), 0};
    int glass = 0;

    add_missions(l->eye.c.t, &earth, p->earth);
    add_missions(l->eye.c.t, &space, p->space);
    add_missions(l->eye.c.t, &ready, now);
    for (uint32_t m = p->space[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);

        glass += mq__lo_hourglass(l->eye.c.t, p, kind, lo_in_space(p, kind));
    }
    mq__observe_list(o, "on Earth of level", earth.level, LO_LEVELS, 1,
                     level_words);
    mq__observe_list(o, "on Earth with", earth.effect, LO_EFFECTS, 1,
                     mq__lo_effect_words);
    mq__observe_number(o, "on Earth points", earth.points, 8);
    mq__observe_list(o, "ready of level", ready.level, LO_LEVELS, 1,
                     level_words);
    mq__observe_number(o, "ready points", ready.points, 8);
    mq__observe_number(o, "ready weight", ready.weight, 4);
    mq__observe_steps(o, "ready and light", ready.light, 3, 1);
    mq__observe_list(o, "in space of level", space.level, LO_LEVELS, 2,
                     level_words);
    mq__observe_list(o, "in space with", space.effect, LO_EFFECTS, 1,
                     mq__lo_effect_words);
    mq__observe_number(o, "hourglass points", glass, 16);
}

static void write_cards(const struct look *l)
{
    const struct lo_player *p = l->p;
    struct mq_observer *o = l->o;
    struct specialists hand = {0}, played = {0};
    int unknown = 0;
    int spare = 0;

    for (int i = 0; i < p->hand.size; i++) {
        if (l->seat == l->eye.seat || p->hand.known[i] == l->eye.seat + 1) {
            add_specialist(l->eye.c.t, &hand, p->hand.card[i]);
        } else {
            unknown++;
        }
    }
    for (int i = 0; i < p->plays; i++) {
        add_specialist(l->eye.c.t, &played, p->played[i]);
        spare += p->used[i] == 0;
    }
    write_specialists(o, "hand banner", "hand box", &hand);
    mq__observe_steps(o, "hand unknown", unknown, 3, 1);
    write_specialists(o, "played banner", "played box", &played);
    mq__observe_steps(o, "played", p->plays, 2, 1);
    mq__observe_steps(o, "played unused", spare, 2, 1);
    mq__observe_steps(o, "sent", p->sent, 3, 1);
    mq__observe_steps(o, "launches", p->launches, 3, 1);
    mq__observe_flag(o, "lab's launch used", p->lab_symbol != 0);
    mq__observe_flag(o, "lab's boost used", p->lab_boost != 0);
    mq__observe_flag(o, "has chosen", p->commit != 0);
}

static void write_score(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;
    const struct lo_player *own = &st->player[l->eye.seat];
    int worth = (int)(2 * mq__lo_worth(&l->eye, l->p));
    int ahead = (int)(2 * mq__lo_worth(&l->eye, own)) - worth;
    int lead[LO_ROUNDS + 1] = {0};
    int hope[LO_ROUNDS + 1] = {0};

    lead[st->round] = own->score - l->p->score;
    hope[st->round] = ahead;
    mq__observe_number(l->o, "score", l->p->score, 32);
    mq__observe_number(l->o, "worth", worth, 64);
    mq__observe_list(l->o, "own lead in round", lead, LO_ROUNDS + 1, 16, NULL);
    mq__observe_list(l->o, "own promise in round", hope, LO_ROUNDS + 1, 32,
                     NULL);
    mq__observe_steps(l->o, "money", l->p->money, 16, 2);
    mq__observe_number(l->o, "money", l->p->money, 16);
}

static void write_player(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;

    mq__observe_flag(l->o, "there", true);
    mq__observe_flag(l->o, "start", st->start == l->seat);
    mq__observe_flag(l->o, "turn", lo_has_turn(st) && st->turn == l->seat);
    write_score(l);
    write_upgrades(l);
    write_levels(l);
    write_missions(l);
    write_cards(l);
    write_objectives(l);
}

/* The specialist in play: what its boxes may still do. */
static void write_act(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;
    int first[LO_BOXES] = {0}, begun[LO_BOXES] = {0};

    if (st->step == LO_STEP_ACT) {
        const struct lo_specialist *card =
            &l->eye.c.t->specialist[mq__lo_card(st)];

        for (int i = 0; i < card->boxes; i++) {
            first[card->box[i]] += st->act_steps[i] == 0;
            begun[card->box[i]] += st->act_steps[i];
        }
    }
    mq__observe_list(l->o, "open box", first, LO_BOXES, 1, mq__lo_box_words);
    mq__observe_list(l->o, "steps in box", begun, LO_BOXES, 1,
                     mq__lo_box_words);
}

/* The cards drawn that the seat sees, and those kept of them. */
static void write_drawn(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;
    struct missions sum = {0};
    bool drawing = st->step == LO_STEP_DRAW || st->step == LO_STEP_TAKE;

    if (drawing && st->turn == l->eye.seat) {
        uint32_t visible = st->drawn_option == LO_KEEPABLE
                               ? mq__lo_keepable_then(l->eye.c)
                               : ~UINT32_C(0);

        for (int kind = 0; kind < l->eye.c.t->missions; kind++) {
            for (int i = 0; i < st->drawn[kind] && visible >> kind & 1; i++) {
                add_mission(l->eye.c.t, &sum, kind);
            }
        }
    }
    mq__observe_one(l->o, "chosen deck", st->deck - 1, LO_LEVELS, level_words);
    mq__observe_steps(l->o, "kept", st->kept_size, 3, 1);
    mq__observe_list(l->o, "drawn with", sum.effect, LO_EFFECTS, 1,
                     mq__lo_effect_words);
    mq__observe_number(l->o, "drawn points", sum.points, 8);
}

static void write_launch(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;
    struct missions sum = {0};
    bool launching = st->step == LO_STEP_PREPARE || st->step == LO_STEP_EFFECT;
    int room = 0;

    for (int i = 0; launching && i < st->loaded_size; i++) {
        add_mission(l->eye.c.t, &sum, st->loaded[i]);
    }
    if (st->step == LO_STEP_PREPARE) {
        room = mq__lo_capacity(l->eye.c) - mq__lo_loaded_weight(l->eye.c);
    }
    mq__observe_steps(l->o, "loaded", launching ? st->loaded_size : 0, 3, 1);
    mq__observe_list(l->o, "loaded with", sum.effect, LO_EFFECTS, 1,
                     mq__lo_effect_words);
    mq__observe_number(l->o, "loaded points", sum.points, 8);
    mq__observe_steps(l->o, "room", room, 4, 1);
}

/* What the seat has chosen while others still choose. */
static void write_commit(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;
    int commit = l->p->commit;
    struct specialists card = {0};

    if (commit != 0 && commit != MQ_UNKNOWN &&
        (st->step == LO_STEP_KEEP || st->step == LO_STEP_PASS)) {
        add_specialist(l->eye.c.t, &card, commit - 1);
    }
    write_specialists(l->o, "chosen banner", "chosen box", &card);
}

static void write_table(const struct look *l)
{
    const struct lo_state *st = l->eye.c.st;
    struct mq_observer *o = l->o;

    mq__observe_one(o, "step", st->step, LO_STEPS, mq__lo_step_words);
    mq__observe_one(o, "round", st->round, LO_ROUNDS + 1, NULL);
    mq__observe_one(o, "players", st->players - 2, SLOTS - 1, slot_words + 1);
    mq__observe_flag(o, "edition de", st->edition == LO_DE);
    mq__observe_flag(o, "drawn keepable", st->drawn_option == LO_KEEPABLE);
    mq__observe_flag(o, "passing right", st->direction == LO_RIGHT);
    mq__observe_number(o, "station price", mq__lo_station_price(l->eye.c), 8);
    mq__observe_steps(o, "station covered", __builtin_popcount(st->station), 6,
                      1);
    for (int colour = 0; colour < LO_COLOURS; colour++) {
        mq__observe_number(o, mq__lo_colour_words[colour],
                           mq__lo_supply(l->eye.c, colour), 8);
    }
    write_act(l);
    write_drawn(l);
    write_launch(l);
    write_commit(l);
}

void mq__lo_observe(const struct mq_game *g, const void *state, int seat,
                    struct mq_observer *o)
{
    struct lo c = lo_of(g, state);
    struct look l = {mq__lo_eye(c, seat), NULL, seat, o};
    int width = 0; /* of one player's places */

    l.p = &c.st->player[seat];
    o->group = "table";
    write_table(&l);
    for (int i = 0; i < SLOTS; i++) {
        int start = o->next;

        o->group = slot_words[i];
        l.seat = (seat + i) % c.st->players;
        l.p = &c.st->player[l.seat];
        if (i < c.st->players || o->name != NULL) {
            write_player(&l);
            width = o->next - start;
        } else {
            mq__observe_skip(o, width);
        }
    }
}

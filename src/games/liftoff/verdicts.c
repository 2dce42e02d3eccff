/* Why a mission can fly or can't, and what the launches of a round cost. */
#include "games/liftoff/telling.h"

#include <assert.h>

/* The requirement's counts by colour; they are packed like `tech`. */
void mq__lo_needs(const struct lo_level *level, int phase, int alternative,
                  uint8_t out[LO_COLOURS])
{
    memcpy(out, &level->need[phase][alternative], LO_COLOURS * sizeof(*out));
}

static void gap_of(const struct lo_player *p, const uint8_t need[LO_COLOURS],
                   struct lo_gap *out)
{
    for (int i = 0; i < LO_COLOURS; i++) {
        int lacks = need[i] > p->tech[i] ? need[i] - p->tech[i] : 0;

        out->lacks[i] = (uint8_t)lacks;
        out->colours += lacks > 0;
        out->need += need[i];
        out->have += need[i] - lacks;
    }
    out->met = out->colours == 0;
}

int mq__lo_lacking(const struct lo_gap *gap, int from)
{
    while (from < LO_COLOURS && gap->lacks[from] == 0) {
        from++;
    }
    return from;
}

/* Levels 3 and 4 have no requirement in phase 1: then it is that of phase 2. */
void mq__lo_gap(struct lo c, const struct lo_player *p, int level,
                struct lo_gap *out)
{
    const struct lo_level *row = &c.t->level[level];
    bool in_play = row->alternatives[c.st->phase - 1] > 0;
    int phase = in_play ? c.st->phase - 1 : 1;

    for (int i = 0; i < row->alternatives[phase]; i++) {
        struct lo_gap gap = {.in_play = in_play};
        uint8_t need[LO_COLOURS];

        mq__lo_needs(row, phase, i, need);
        gap_of(p, need, &gap);
        if (i == 0 || gap.need - gap.have < out->need - out->have) {
            *out = gap;
        } else if (!out->either && out->colours == 1 && gap.colours == 1 &&
                   gap.need - gap.have == out->need - out->have) {
            out->either = true;
            out->or_colour = (uint8_t)mq__lo_lacking(&gap, 0);
            out->or_lacks = gap.lacks[out->or_colour];
        }
    }
    assert(!in_play || out->met == mq__lo_meets(c, p, level));
}

bool mq__lo_level_open(struct lo c, const struct lo_player *p, int level)
{
    return level < 2 * c.st->phase && level < p->lab &&
           mq__lo_meets(c, p, level);
}

int mq__lo_order(const struct lo_state *st, int seat)
{
    return (seat - st->start + st->players) % st->players;
}

bool mq__lo_prepares(const struct lo_state *st, int seat)
{
    return st->step == LO_STEP_PREPARE && st->turn == seat;
}

int mq__lo_symbols(struct lo c, const struct lo_player *p,
                   struct lo_symbol out[LO_MAX_SYMBOLS])
{
    int n = 0;

    if (c.st->step == LO_STEP_OVER || !mq__lo_may_launch(c.st, p)) {
        return 0;
    }
    if (!p->lab_symbol) {
        out[n++] = (struct lo_symbol){LO_LAB, mq__lo_price(c.t, p, true),
                                      mq__lo_most_capacity(c, p, true)};
    }
    for (int i = 0; i < p->plays; i++) {
        if (!p->used[i] &&
            c.t->specialist[p->played[i]].banner == LO_BANNER_LAUNCH) {
            out[n++] =
                (struct lo_symbol){p->played[i], mq__lo_price(c.t, p, false),
                                   mq__lo_most_capacity(c, p, false)};
        }
    }
    return n;
}

/* The launch under way, with the room that is left in it. Boosts come before
 * the first mission (LO-L10). */
static struct lo_symbol under_way(struct lo c)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    bool lab = c.st->symbol == 1;
    int room = mq__lo_capacity(c) - mq__lo_loaded_weight(c);

    if (c.st->loaded_size == 0) {
        room += mq__lo_most_capacity(c, p, false) - lo_weight(c.t, p);
    }
    return (struct lo_symbol){
        (uint8_t)(lab ? LO_LAB : c.st->symbol - 2),
        mq__lo_price(c.t, p, lab),
        room,
    };
}

/* Whether a player's turn to launch is over in this round. */
static bool launched(const struct lo_state *st, int seat)
{
    return st->step >= LO_STEP_LAUNCH && st->step <= LO_STEP_EFFECT &&
           mq__lo_order(st, seat) < mq__lo_order(st, st->turn);
}

/* Specialists' launches cost less than the lab's, all of them alike. */
void mq__lo_budget(struct lo c, int seat, struct lo_budget *out)
{
    const struct lo_player *p = &c.st->player[seat];
    struct lo_symbol symbol[LO_MAX_SYMBOLS + 1];
    int most = LO_LAUNCHES - (c.st->edition == LO_EN ? p->sent : p->launches);
    int n = launched(c.st, seat) ? 0 : mq__lo_symbols(c, p, symbol);

    *out = (struct lo_budget){0};
    if (mq__lo_prepares(c.st, seat)) {
        symbol[n++] = under_way(c);
    }
    for (int i = n - 1; i >= 0 && out->launches < most; i--) {
        out->launches++;
        out->price += symbol[i].price;
        out->paid += out->price <= p->money;
    }
}

/* Weight and money by the launch that suits the mission best: the cheapest that
 * carries it, else the one that carries most. */
static void judge_launches(const struct lo_symbol *symbol, int n, int weight,
                           struct lo_verdict *out)
{
    const struct lo_symbol *best = NULL;

    for (int i = 0; i < n; i++) {
        bool carries = symbol[i].capacity >= weight;

        if (best == NULL ||
            (carries &&
             (best->capacity < weight || symbol[i].price < best->price)) ||
            (best->capacity < weight && symbol[i].capacity > best->capacity)) {
            best = &symbol[i];
        }
    }
    out->launch = best != NULL;
    if (best != NULL) {
        out->weight.have = best->capacity;
        out->money.need = best->price;
    }
}

void mq__lo_judge(struct lo c, int seat, int kind, struct lo_verdict *out)
{
    const struct lo_player *p = &c.st->player[seat];
    const struct lo_mission *m = &c.t->mission[kind];
    struct lo_symbol symbol[LO_MAX_SYMBOLS];
    int n;

    *out = (struct lo_verdict){
        .lab = {p->lab, m->level + 1},
        .weight = {mq__lo_most_capacity(c, p, true), m->weight},
        .money = {p->money, mq__lo_price(c.t, p, true)},
    };
    if (mq__lo_prepares(c.st, seat)) {
        symbol[0] = under_way(c);
        n = c.st->edition == LO_DE || p->sent + c.st->loaded_size < LO_LAUNCHES;
    } else {
        n = mq__lo_symbols(c, p, symbol);
    }
    judge_launches(symbol, n, m->weight, out);
    mq__lo_gap(c, p, m->level, &out->technology);
    out->flies = out->launch && out->lab.have >= out->lab.need &&
                 out->technology.in_play && out->technology.met &&
                 out->weight.have >= out->weight.need &&
                 out->money.have >= out->money.need;
    if (out->flies && launched(c.st, seat)) {
        out->launch = out->flies = false; /* given up by choice (LO-L19) */
    }
}

int mq__lo_flying(struct lo c, int seat)
{
    uint32_t left = c.st->player[seat].earth[0];
    struct lo_verdict v;
    int n = 0;

    for (; left != 0; left &= left - 1) {
        mq__lo_judge(c, seat, __builtin_ctz(left), &v);
        n += v.flies;
    }
    return n;
}

/* How far a mission is from flying: what is hard to get weighs more. */
static int distance(const struct lo_verdict *v)
{
    int lab = v->lab.need - v->lab.have;
    int weight = v->weight.need - v->weight.have;
    int money = v->money.need - v->money.have;

    return 1000 * (lab > 0 ? lab : 0) +
           100 * (v->technology.need - v->technology.have) +
           10 * (weight > 0 ? weight : 0) + (money > 0);
}

/* What keeps the mission that is nearest to flying on Earth. */
static void set_grounded(const struct lo_mission *m, int seat,
                         const struct lo_verdict *v, struct mq_note *note)
{
    int colour = mq__lo_lacking(&v->technology, 0);

    if (v->lab.have < v->lab.need) {
        mq_note_set(note, "LO-L7", "liftoff.no-launch.lab", "pii", seat,
                    v->lab.need, v->lab.have);
    } else if (v->technology.either) {
        mq_note_set(note, "LO-L8", "liftoff.no-launch.technology-or", "piwiwi",
                    seat, v->technology.lacks[colour],
                    mq__lo_colour_words[colour], v->technology.or_lacks,
                    mq__lo_colour_words[v->technology.or_colour], m->level + 1);
    } else if (!v->technology.met) {
        mq_note_set(note, "LO-L8", "liftoff.no-launch.technology", "piwi", seat,
                    v->technology.lacks[colour], mq__lo_colour_words[colour],
                    m->level + 1);
    } else if (v->weight.have < v->weight.need) {
        mq_note_set(note, "LO-L6", "liftoff.no-launch.weight", "pwii", seat,
                    m->id, v->weight.need, v->weight.have);
    } else {
        mq_note_set(note, "LO-L3", "liftoff.no-launch.money", "piii", seat,
                    v->money.need - v->money.have, v->money.need,
                    v->money.have);
    }
}

void mq__lo_set_no_launch(struct lo c, int seat, struct mq_note *note)
{
    const struct lo_player *p = &c.st->player[seat];
    struct lo_symbol symbol[LO_MAX_SYMBOLS];
    struct lo_verdict best = {0}, v;
    int nearest = -1;

    if (p->earth[0] == 0) {
        mq_note_set(note, "LO-L9", "liftoff.no-launch.mission", "p", seat);
        return;
    }
    if (mq__lo_symbols(c, p, symbol) == 0) {
        mq_note_set(note, "LO-L2", "liftoff.no-launch.used", "p", seat);
        return;
    }
    for (uint32_t left = p->earth[0]; left != 0; left &= left - 1) {
        mq__lo_judge(c, seat, __builtin_ctz(left), &v);
        if (nearest < 0 || distance(&v) < distance(&best)) {
            nearest = __builtin_ctz(left);
            best = v;
        }
    }
    set_grounded(&c.t->mission[nearest], seat, &best, note);
}

/* Why something may not be done: the rule and a sentence. */
#include "games/mlem/rules.h"

#include <assert.h>

/* What somebody wants to do, and where the reason goes. */
struct wish {
    const struct ml_tables *t;
    const struct ml_state *st;
    mq_action action;
    int a; /* MQ_ACTION_A of it */
    struct mq_note *out;
};

/* Says why not: with a status, or as what a rule forbids. */
#define SAY(code, rule, id, ...)                                               \
    (mq_note_set(w->out, rule, "mlem.why." id, __VA_ARGS__),                   \
     (enum mq_status)(code))
#define REFUSE(rule, id, ...) SAY(MQ_ILLEGAL, rule, id, __VA_ARGS__)
#define NO_SUCH REFUSE(NULL, "no-such", "")

/* Outcomes of chance. */

static enum mq_status why_not_start(struct wish *w)
{
    return w->a < w->st->players ? MQ_OK : NO_SUCH;
}

static enum mq_status why_not_find(struct wish *w)
{
    if (w->a >= ML_DEEP || w->t->find[w->a] == ML_NO_FIND) {
        return NO_SUCH;
    }
    return (w->st->find_pile >> w->a & 1) != 0
               ? MQ_OK
               : REFUSE("ML-N1", "not-in-pile", "w", w->t->find_id[w->a]);
}

static enum mq_status why_not_deal(struct wish *w)
{
    uint8_t hand[ML_MAX_MISSIONS] = {0};

    if (ML_MISSION_SEAT(w->action) != w->st->turn) {
        return REFUSE("ML-C6", "deal", "p", w->st->turn);
    }
    for (int i = 0; i < ML_DEALT; i++) {
        int kind = ML_MISSION_AT(w->action, i);

        if (kind >= w->t->missions ||
            (i > 0 && kind < ML_MISSION_AT(w->action, i - 1))) {
            return NO_SUCH;
        }
        if (++hand[kind] > w->st->mission_box[kind]) {
            return REFUSE("ML-M1", "no-mission", "w", w->t->mission[kind].id);
        }
    }
    return w->action >> 31 == 0 ? MQ_OK : NO_SUCH;
}

static enum mq_status why_not_token(struct wish *w)
{
    if (w->a >= w->t->tokens) {
        return NO_SUCH;
    }
    return w->st->token_pile[w->a] > 0
               ? MQ_OK
               : REFUSE("ML-U2", "not-in-pile", "w", w->t->token[w->a].id);
}

static enum mq_status why_not_roll(struct wish *w)
{
    unsigned roll = ML_ACTION_ROLL(w->action);
    int dice = 0;

    if (w->action != ML_ROLL_ACTION(roll)) {
        return NO_SUCH;
    }
    for (int face = 0; face < ML_FACES; face++) {
        dice += ML_COUNT(roll, face);
        if (ML_COUNT(roll, face) > 0 && w->t->sides[face] == 0) {
            return REFUSE("ML-C2", "no-face", "t", mq__ml_faces[face]);
        }
    }
    return dice == w->st->dice
               ? MQ_OK
               : REFUSE("ML-T1", "dice", "ii", w->st->dice, dice);
}

/* Actions that aren't legal: each says what is wrong with it. */

static enum mq_status why_not_return(struct wish *w)
{
    return w->a < w->t->missions
               ? REFUSE("ML-M1", "not-yours", "w", w->t->mission[w->a].id)
               : NO_SUCH;
}

static enum mq_status why_not_board(struct wish *w)
{
    return w->a < ML_ASTRONAUTS
               ? REFUSE("ML-E1", "not-on-board", "w", mq__ml_astronauts[w->a])
               : NO_SUCH;
}

/* A face that can't be used: not rolled, or not shown at the space. */
static enum mq_status why_not_faces(struct wish *w)
{
    unsigned rolled = ml_shown(w->t, w->st->roll);
    unsigned wrong = (unsigned)w->a & ~(rolled & w->t->faces[w->st->space]);
    int face = __builtin_ctz(wrong | 1u << ML_FACES);

    if (wrong == 0) {
        return MQ_OK;
    }
    return (rolled >> face & 1) == 0
               ? REFUSE("ML-T3", "not-rolled", "t", mq__ml_faces[face])
               : REFUSE("ML-T2", "not-shown", "ti", mq__ml_faces[face],
                        w->st->space);
}

static enum mq_status why_not_pips(struct wish *w)
{
    unsigned seats = (unsigned)MQ_ACTION_B(w->action);
    unsigned wrong = seats & ~(unsigned)w->st->pips;
    int seat = __builtin_ctz(wrong | 1u << ML_SEATS);

    if (wrong != 0) {
        return w->st->crew[seat] == ML_PIP + 1
                   ? REFUSE("ML-P3", "pip-used", "p", seat)
                   : REFUSE("ML-P1", "no-pip", "p", seat);
    }
    return seats == 0 || (w->t->faces[w->st->space] & 1) != 0
               ? MQ_OK
               : REFUSE("ML-P1", "no-one", "i", w->st->space);
}

static enum mq_status why_not_with(struct wish *w)
{
    struct ml c = ml_with(w->t, w->st);
    int with = MQ_ACTION_C(w->action);
    bool extra = (with & ML_WITH_EXTRA) != 0;

    if (extra && ml_ability(c) != ML_EXTRA) {
        return REFUSE("ML-U4", "no-extra", "");
    }
    if (extra && (ml_usable(c).with & ML_WITH_EXTRA) == 0) {
        return REFUSE("ML-U5", "extra-not-shown", "i", w->st->space);
    }
    return (with & ML_WITH_KEEP) == 0 || ml_ability(c) == ML_KEEP
               ? MQ_OK
               : REFUSE("ML-U4", "no-keep", "");
}

static enum mq_status why_not_use(struct wish *w)
{
    if (w->a > 31 || MQ_ACTION_B(w->action) > 31 ||
        MQ_ACTION_C(w->action) > 3) {
        return NO_SUCH;
    }
    if (why_not_faces(w) != MQ_OK || why_not_pips(w) != MQ_OK ||
        why_not_with(w) != MQ_OK) {
        return MQ_ILLEGAL;
    }
    return REFUSE("ML-T4", "nothing", "");
}

static enum mq_status why_not_reroll(struct wish *w)
{
    return w->a != 0 ? NO_SUCH : REFUSE("ML-U4", "no-reroll", "");
}

static enum mq_status why_not_crash(struct wish *w)
{
    return w->a != 0 ? NO_SUCH : REFUSE("ML-T4", "no-crash", "");
}

static enum mq_status why_not_stay(struct wish *w)
{
    return w->a != 0 ? NO_SUCH : REFUSE("ML-L5", "must-leave", "");
}

static enum mq_status why_not_land(struct wish *w)
{
    if (w->a > ML_BACK) {
        return NO_SUCH;
    }
    if (w->a != ML_HERE && w->st->crew[w->st->turn] != ML_SCOUT + 1) {
        return REFUSE("ML-F1", "no-scout", "");
    }
    if (w->a == ML_FURTHER && w->st->space == ML_DEEP) {
        return REFUSE("ML-F8", "past-deep-space", "");
    }
    int space = ml_landing_space(w->st, w->a);

    return w->t->beside[space] == ML_BESIDE_MOONS
               ? REFUSE("ML-L3", "moons-taken", "i", space)
               : REFUSE("ML-F3", "no-place", "i", space);
}

/* The steps that a kind belongs to, and the bits that it uses. */
#define IN(step) (1u << ML_STEP_##step)

static const struct {
    unsigned steps;
    mq_action bits;
    enum mq_status (*why)(struct wish *w);
} kinds[ML_KINDS] = {
    [ML_DO_START] = {IN(START), 0xFFFF, why_not_start},
    [ML_DO_EXPLORE] = {IN(EXPLORE), 0xFFFF, why_not_find},
    [ML_DO_MISSIONS] = {IN(MISSIONS), UINT32_MAX, why_not_deal},
    [ML_DO_EXPEDITION] = {IN(EXPEDITION), 0xFFFF, why_not_token},
    [ML_DO_ROLL] = {IN(ROLL), UINT32_MAX, why_not_roll},
    [ML_DO_RETURN] = {IN(RETURN), 0xFFFF, why_not_return},
    [ML_DO_BOARD] = {IN(BOARD), 0xFFFF, why_not_board},
    [ML_DO_USE] = {IN(USE), UINT32_MAX, why_not_use},
    [ML_DO_REROLL] = {IN(USE), 0xFFFF, why_not_reroll},
    [ML_DO_CRASH] = {IN(USE), 0xFFFF, why_not_crash},
    [ML_DO_STAY] = {IN(LAND) | IN(PARACHUTE), 0xFFFF, why_not_stay},
    [ML_DO_LAND] = {IN(LAND) | IN(PARACHUTE), 0xFFFF, why_not_land},
};

static bool exists(mq_action action)
{
    int kind = MQ_ACTION_KIND(action);

    return kind < ML_KINDS && (action & ~kinds[kind].bits) == 0;
}

static bool belongs(const struct wish *w)
{
    int kind = MQ_ACTION_KIND(w->action);

    assert(w->st->step < ML_STEPS);
    return kind < ML_KINDS && (kinds[kind].steps >> w->st->step & 1) != 0;
}

static enum mq_status why_not_outcome(struct wish *w, enum mq_turn turn)
{
    if (turn != MQ_TURN_CHANCE) {
        return SAY(MQ_NOT_CHANCE, NULL, "no-chance", "");
    }
    if (!belongs(w)) {
        return REFUSE(NULL, "other-chance", "w", mq__ml_steps[w->st->step]);
    }
    return exists(w->action) ? kinds[MQ_ACTION_KIND(w->action)].why(w)
                             : NO_SUCH;
}

static enum mq_status why_illegal(struct wish *w)
{
    if (!exists(w->action)) {
        return NO_SUCH;
    }
    return belongs(w) ? kinds[MQ_ACTION_KIND(w->action)].why(w)
                      : REFUSE(NULL, "step", "w", mq__ml_steps[w->st->step]);
}

/* Whose turn it is; `acts`: this seat's. */
static enum mq_status why_not_now(struct wish *w, enum mq_turn turn, bool acts)
{
    static const char *const rules[ML_STEPS] = {
        [ML_STEP_BOARD] = "ML-E1",
        [ML_STEP_USE] = "ML-E2",
        [ML_STEP_LAND] = "ML-L1",
        [ML_STEP_PARACHUTE] = "ML-X2",
    };
    int step = w->st->step;

    if (turn == MQ_TURN_OVER) {
        return SAY(MQ_OVER, NULL, "over", "");
    }
    if (turn == MQ_TURN_CHANCE) {
        return SAY(MQ_NOT_YOUR_TURN, NULL, "chance", "w", mq__ml_steps[step]);
    }
    if (acts) {
        return MQ_OK;
    }
    return step == ML_STEP_RETURN
               ? SAY(MQ_NOT_YOUR_TURN, "ML-M1", "returned", "")
               : SAY(MQ_NOT_YOUR_TURN, rules[step], "turn", "p", w->st->turn);
}

enum mq_status mq__ml_why_not(const struct mq_game *g, const void *state,
                              int seat, mq_action action, struct mq_note *out)
{
    struct mq_note local = {0};
    struct wish w = {ml_tables(g), state, action, MQ_ACTION_A(action),
                     out != NULL ? out : &local};
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = mq__ml_turn(g, state, &actors);
    enum mq_status status;

    if (seat == MQ_CHANCE_SEAT) {
        return why_not_outcome(&w, turn);
    }
    status = why_not_now(&w, turn,
                         seat >= 0 && seat < w.st->players &&
                             (actors >> seat & 1) != 0);
    if (status != MQ_OK) {
        return status;
    }
    for (int n = mq__ml_legal(g, state, seat, legal); n > 0; n--) {
        if (legal[n - 1] == action) {
            return MQ_OK;
        }
    }
    return why_illegal(&w);
}

/* Why something may not be done: the rule and a sentence. */
#include "games/mlem/rules.h"

/* The action as it would be written: nothing in the bits it doesn't use. */
static bool is_plain(mq_action action)
{
    return action ==
           MQ_ACTION(MQ_ACTION_KIND(action), MQ_ACTION_A(action), 0, 0);
}

static enum mq_status no_such(struct mq_note *out)
{
    mq_note_set(out, NULL, "mlem.why.no-such", "");
    return MQ_ILLEGAL;
}

/* Outcomes of chance. */

static enum mq_status why_not_roll(const struct mlem_tables *t,
                                   const struct mlem_state *st,
                                   mq_action action, struct mq_note *out)
{
    unsigned roll = MLEM_ACTION_ROLL(action);
    int dice = 0;

    if (action != MLEM_ROLL_ACTION(roll)) {
        return no_such(out);
    }
    for (int face = 0; face < MLEM_FACES; face++) {
        dice += MLEM_COUNT(roll, face);
        if (MLEM_COUNT(roll, face) > 0 && t->sides[face] == 0) {
            mq_note_set(out, "ML-C2", "mlem.why.no-face", "t",
                        mq__mlem_faces[face]);
            return MQ_ILLEGAL;
        }
    }
    if (dice != st->dice) {
        mq_note_set(out, "ML-T1", "mlem.why.dice", "ii", st->dice, dice);
        return MQ_ILLEGAL;
    }
    return MQ_OK;
}

static enum mq_status why_not_deal(const struct mlem_tables *t,
                                   const struct mlem_state *st,
                                   mq_action action, struct mq_note *out)
{
    uint8_t hand[MLEM_MAX_MISSIONS] = {0};

    if (MLEM_MISSION_SEAT(action) != st->turn) {
        mq_note_set(out, "ML-C6", "mlem.why.deal", "p", st->turn);
        return MQ_ILLEGAL;
    }
    for (int i = 0; i < MLEM_DEALT; i++) {
        int kind = MLEM_MISSION_AT(action, i);

        if (kind >= t->missions ||
            (i > 0 && kind < MLEM_MISSION_AT(action, i - 1))) {
            return no_such(out);
        }
        if (++hand[kind] > st->mission_box[kind]) {
            mq_note_set(out, "ML-M1", "mlem.why.no-mission", "w",
                        t->mission[kind].id);
            return MQ_ILLEGAL;
        }
    }
    return action >> 31 == 0 ? MQ_OK : no_such(out);
}

static enum mq_status why_not_find(const struct mlem_tables *t,
                                   const struct mlem_state *st, int space,
                                   struct mq_note *out)
{
    if (space >= MLEM_DEEP || t->find[space] == MLEM_NO_FIND) {
        return no_such(out);
    }
    if ((st->find_pile >> space & 1) == 0) {
        mq_note_set(out, "ML-N1", "mlem.why.not-in-pile", "w",
                    t->find_id[space]);
        return MQ_ILLEGAL;
    }
    return MQ_OK;
}

static enum mq_status why_not_token(const struct mlem_tables *t,
                                    const struct mlem_state *st, int kind,
                                    struct mq_note *out)
{
    if (kind >= t->tokens) {
        return no_such(out);
    }
    if (st->token_pile[kind] == 0) {
        mq_note_set(out, "ML-U2", "mlem.why.not-in-pile", "w",
                    t->token[kind].id);
        return MQ_ILLEGAL;
    }
    return MQ_OK;
}

/* The kind of outcome that a step waits for; -1: none. */
static int outcome_of(int step)
{
    switch (step) {
    case MLEM_STEP_START:
        return MLEM_DO_START;
    case MLEM_STEP_EXPLORE:
        return MLEM_DO_EXPLORE;
    case MLEM_STEP_MISSIONS:
        return MLEM_DO_MISSIONS;
    case MLEM_STEP_EXPEDITION:
        return MLEM_DO_EXPEDITION;
    case MLEM_STEP_ROLL:
        return MLEM_DO_ROLL;
    default:
        return -1;
    }
}

static enum mq_status why_not_outcome(const struct mlem_tables *t,
                                      const struct mlem_state *st,
                                      mq_action action, struct mq_note *out)
{
    int wanted = outcome_of(st->step);

    if (wanted < 0) {
        mq_note_set(out, NULL, "mlem.why.no-chance", "");
        return MQ_NOT_CHANCE;
    }
    if (MQ_ACTION_KIND(action) != wanted) {
        mq_note_set(out, NULL, "mlem.why.other-chance", "w",
                    mq__mlem_steps[st->step]);
        return MQ_ILLEGAL;
    }
    if (wanted == MLEM_DO_ROLL) {
        return why_not_roll(t, st, action, out);
    }
    if (wanted == MLEM_DO_MISSIONS) {
        return why_not_deal(t, st, action, out);
    }
    if (!is_plain(action)) {
        return no_such(out);
    }
    if (wanted == MLEM_DO_EXPLORE) {
        return why_not_find(t, st, MQ_ACTION_A(action), out);
    }
    if (wanted == MLEM_DO_EXPEDITION) {
        return why_not_token(t, st, MQ_ACTION_A(action), out);
    }
    return MQ_ACTION_A(action) < st->players ? MQ_OK : no_such(out);
}

/* Whose turn it is. */

static enum mq_status why_not_now(const struct mlem_state *st, int seat,
                                  uint32_t actors, enum mq_turn turn,
                                  struct mq_note *out)
{
    static const char *const rules[MLEM_STEPS] = {
        [MLEM_STEP_BOARD] = "ML-E1",
        [MLEM_STEP_USE] = "ML-E2",
        [MLEM_STEP_LAND] = "ML-L1",
        [MLEM_STEP_PARACHUTE] = "ML-X2",
    };

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "mlem.why.over", "");
        return MQ_OVER;
    }
    if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, NULL, "mlem.why.chance", "w",
                    mq__mlem_steps[st->step]);
        return MQ_NOT_YOUR_TURN;
    }
    if (seat >= 0 && seat < st->players && (actors >> seat & 1) != 0) {
        return MQ_OK;
    }
    if (st->step == MLEM_STEP_RETURN) {
        mq_note_set(out, "ML-M1", "mlem.why.returned", "");
    } else {
        mq_note_set(out, rules[st->step], "mlem.why.turn", "p", st->turn);
    }
    return MQ_NOT_YOUR_TURN;
}

/* Actions that aren't legal: each says what is wrong with it. */

static void why_not_return(const struct mlem_tables *t, int kind,
                           struct mq_note *out)
{
    if (kind < t->missions) {
        mq_note_set(out, "ML-M1", "mlem.why.not-yours", "w",
                    t->mission[kind].id);
    } else {
        no_such(out);
    }
}

static void why_not_board(int astronaut, struct mq_note *out)
{
    if (astronaut < MLEM_ASTRONAUTS) {
        mq_note_set(out, "ML-E1", "mlem.why.not-on-board", "w",
                    mq__mlem_astronauts[astronaut]);
    } else {
        no_such(out);
    }
}

/* A face that can't be used: not rolled, or not shown at the space. */
static bool why_not_faces(const struct mlem_tables *t,
                          const struct mlem_state *st, unsigned faces,
                          struct mq_note *out)
{
    unsigned wrong = faces & ~(mlem_shown(st->roll) & t->faces[st->space]);

    if (wrong == 0) {
        return false;
    }
    int face = __builtin_ctz(wrong);

    if ((mlem_shown(st->roll) >> face & 1) == 0) {
        mq_note_set(out, "ML-T3", "mlem.why.not-rolled", "t",
                    mq__mlem_faces[face]);
    } else {
        mq_note_set(out, "ML-T2", "mlem.why.not-shown", "ti",
                    mq__mlem_faces[face], st->space);
    }
    return true;
}

static bool why_not_pips(const struct mlem_tables *t,
                         const struct mlem_state *st, unsigned seats,
                         struct mq_note *out)
{
    unsigned wrong = seats & ~(unsigned)st->pips;

    if (wrong != 0) {
        int seat = __builtin_ctz(wrong);

        if (st->crew[seat] == MLEM_PIP + 1) {
            mq_note_set(out, "ML-P3", "mlem.why.pip-used", "p", seat);
        } else {
            mq_note_set(out, "ML-P1", "mlem.why.no-pip", "p", seat);
        }
        return true;
    }
    if (seats != 0 && (t->faces[st->space] & 1) == 0) {
        mq_note_set(out, "ML-P1", "mlem.why.no-one", "i", st->space);
        return true;
    }
    return false;
}

static bool why_not_with(const struct mlem_tables *t,
                         const struct mlem_state *st, int with,
                         struct mq_note *out)
{
    int ability = mlem_ability(t, st);

    if ((with & MLEM_WITH_EXTRA) != 0) {
        if (ability != MLEM_EXTRA) {
            mq_note_set(out, "ML-U4", "mlem.why.no-extra", "");
            return true;
        }
        if ((t->token[st->token - 1].faces & t->faces[st->space]) == 0) {
            mq_note_set(out, "ML-U5", "mlem.why.extra-not-shown", "i",
                        st->space);
            return true;
        }
    }
    if ((with & MLEM_WITH_KEEP) != 0 && ability != MLEM_KEEP) {
        mq_note_set(out, "ML-U4", "mlem.why.no-keep", "");
        return true;
    }
    return false;
}

static void why_not_use(const struct mlem_tables *t,
                        const struct mlem_state *st, mq_action action,
                        struct mq_note *out)
{
    unsigned faces = (unsigned)MQ_ACTION_A(action);
    unsigned seats = (unsigned)MQ_ACTION_B(action);
    int with = MQ_ACTION_C(action);

    if (faces > 31 || seats > 31 || with > 3) {
        no_such(out);
    } else if (!why_not_faces(t, st, faces, out) &&
               !why_not_pips(t, st, seats, out) &&
               !why_not_with(t, st, with, out)) {
        mq_note_set(out, "ML-T4", "mlem.why.nothing", "");
    }
}

static void why_not_land(const struct mlem_tables *t,
                         const struct mlem_state *st, int seat, int where,
                         struct mq_note *out)
{
    if (where > MLEM_BACK) {
        no_such(out);
        return;
    }
    if (where != MLEM_HERE && st->crew[seat] != MLEM_SCOUT + 1) {
        mq_note_set(out, "ML-F1", "mlem.why.no-scout", "");
        return;
    }
    if (where == MLEM_FURTHER && st->space == MLEM_DEEP) {
        mq_note_set(out, "ML-F8", "mlem.why.past-deep-space", "");
        return;
    }
    int space = mlem_landing_space(st, where);

    if (t->beside[space] == MLEM_BESIDE_MOONS) {
        mq_note_set(out, "ML-L3", "mlem.why.moons-taken", "i", space);
    } else {
        mq_note_set(out, "ML-F3", "mlem.why.no-place", "i", space);
    }
}

/* Which actions a step has at all. */
static bool belongs(int step, int kind)
{
    switch (step) {
    case MLEM_STEP_RETURN:
        return kind == MLEM_DO_RETURN;
    case MLEM_STEP_BOARD:
        return kind == MLEM_DO_BOARD;
    case MLEM_STEP_USE:
        return kind == MLEM_DO_USE || kind == MLEM_DO_REROLL ||
               kind == MLEM_DO_CRASH;
    default:
        return kind == MLEM_DO_STAY || kind == MLEM_DO_LAND;
    }
}

static void why_illegal(const struct mlem_tables *t,
                        const struct mlem_state *st, int seat, mq_action action,
                        struct mq_note *out)
{
    int kind = MQ_ACTION_KIND(action), a = MQ_ACTION_A(action);

    if (kind >= MLEM_KINDS || (kind != MLEM_DO_USE && !is_plain(action))) {
        no_such(out);
    } else if (!belongs(st->step, kind)) {
        mq_note_set(out, NULL, "mlem.why.step", "w", mq__mlem_steps[st->step]);
    } else if (kind == MLEM_DO_RETURN) {
        why_not_return(t, a, out);
    } else if (kind == MLEM_DO_BOARD) {
        why_not_board(a, out);
    } else if (kind == MLEM_DO_USE) {
        why_not_use(t, st, action, out);
    } else if (kind == MLEM_DO_LAND) {
        why_not_land(t, st, seat, a, out);
    } else if (a != 0) {
        no_such(out);
    } else if (kind == MLEM_DO_REROLL) {
        mq_note_set(out, "ML-U4", "mlem.why.no-reroll", "");
    } else if (kind == MLEM_DO_CRASH) {
        mq_note_set(out, "ML-T4", "mlem.why.no-crash", "");
    } else {
        mq_note_set(out, "ML-L5", "mlem.why.must-leave", "");
    }
}

enum mq_status mq__mlem_why_not(const struct mq_game *g, const void *state,
                                int seat, mq_action action, struct mq_note *out)
{
    const struct mlem_tables *t = mlem_tables(g);
    const struct mlem_state *st = state;
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_note local = {0};
    uint32_t actors;
    enum mq_turn turn = mq__mlem_turn(g, st, &actors);
    enum mq_status status;

    out = out != NULL ? out : &local;
    if (seat == MQ_CHANCE_SEAT) {
        return why_not_outcome(t, st, action, out);
    }
    status = why_not_now(st, seat, actors, turn, out);
    if (status != MQ_OK) {
        return status;
    }
    int n = mq__mlem_legal(g, st, seat, legal);

    for (int i = 0; i < n; i++) {
        if (legal[i] == action) {
            return MQ_OK;
        }
    }
    why_illegal(t, st, seat, action, out);
    return MQ_ILLEGAL;
}

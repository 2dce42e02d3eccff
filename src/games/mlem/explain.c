/* The question before a seat, and what an action would do. */
#include "games/mlem/notes.h"

#include <string.h>

/* The question. */

static void ask_to_use(struct ml c, struct mq_note *out)
{
    if (ml_usable(c).faces != 0) {
        mq_note_set(out, "ML-T3", "mlem.ask.use", "i", c.st->space);
    } else {
        mq_note_set(out, "ML-P2", "mlem.ask.avert", "i", c.st->space);
    }
}

static void ask_seat(struct ml c, struct mq_note *out)
{
    switch (c.st->step) {
    case ML_STEP_RETURN:
        mq_note_set(out, "ML-M1", "mlem.ask.return", "");
        break;
    case ML_STEP_BOARD:
        mq_note_set(out, "ML-E1", "mlem.ask.board", "");
        break;
    case ML_STEP_USE:
        ask_to_use(c, out);
        break;
    case ML_STEP_LAND:
        if (c.st->space == ML_DEEP) {
            mq_note_set(out, "ML-F8", "mlem.ask.deep-space", "");
        } else {
            mq_note_set(out, "ML-L1", "mlem.ask.land", "wi",
                        mq__ml_astronauts[ml_astronaut(c.st, c.st->turn)],
                        c.st->space);
        }
        break;
    default:
        mq_note_set(out, "ML-X2", "mlem.ask.parachute", "i", c.st->space);
        break;
    }
}

void mq__ml_ask(const struct mq_game *g, const void *state, int seat,
                struct mq_note *out)
{
    const struct ml_state *st = state;
    uint32_t actors;
    enum mq_turn turn = mq__ml_turn(g, st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "mlem.ask.over", "");
    } else if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, NULL, "mlem.ask.chance", "w", mq__ml_steps[st->step]);
    } else if (seat >= 0 && (actors >> seat & 1) != 0) {
        ask_seat(ml_of(g, st), out);
    } else {
        mq_note_set(out, NULL, "mlem.ask.wait", "p", __builtin_ctz(actors));
    }
}

/* What an action would do. */

static const struct {
    const char *rule, *id;
} functions[ML_ASTRONAUTS] = {
    [ML_SATELLITE] = {"ML-E3", "mlem.explain.satellite"},
    [ML_SCOUT] = {"ML-F1", "mlem.explain.scout"},
    [ML_PARACHUTE] = {"ML-X2", "mlem.explain.parachute"},
    [ML_MOONWALKER] = {"ML-F4", "mlem.explain.moonwalker"},
    [ML_SETTLER] = {"ML-F5", "mlem.explain.settler"},
    [ML_VOYAGER] = {"ML-F6", "mlem.explain.voyager"},
    [ML_BALLAST] = {"ML-F7", "mlem.explain.ballast"},
    [ML_PIP] = {"ML-P1", "mlem.explain.pip"},
};

void mq__ml_set_talent(int astronaut, struct mq_note *out)
{
    mq_note_set(out, functions[astronaut].rule, functions[astronaut].id, "");
}

/* The chance of a forced crash in the next roll, if nobody gets off. */
static void set_risk(struct ml then, struct mq_note *note)
{
    mq_note_set(note, "ML-X1", "mlem.explain.risk", "iic", then.st->space,
                then.st->dice, mq_chance_arg(mq__ml_crash(then)));
}

/* Where a flight ends and what the one who flies could land on there, in one
 * line: what a list of choices shows. */
static void set_arrival(struct ml then, int seat, struct mq_note *note)
{
    const struct ml_tables *t = then.t;
    int space = then.st->space, dice = then.st->dice;
    uint32_t open = t->landing[space] & ~then.st->taken;
    char planet[ML_PLANET_WORD];

    /* In deep space all may be gone already. */
    if (then.st->aboard == 0 || space == ML_DEEP) {
        mq_note_set(note, "ML-L5", "mlem.explain.to-deep-space", "");
        return;
    }
    int crash = mq_chance_arg(mq__ml_crash(then));
    int astronaut = ml_astronaut(then.st, seat);

    if (t->landing[space] == 0) {
        mq_note_set(note, "ML-T5", "mlem.explain.to", "iic", space, dice,
                    crash);
    } else if (t->landing[space] == ML_ROOM) {
        mq_note_set(
            note, "ML-L4", "mlem.explain.to-planet", "iicwi", space, dice,
            crash, ml_planet_word(t->planet[space], planet),
            mq__ml_planet_gain(then, t->planet[space], seat, astronaut));
    } else if (open == 0) {
        mq_note_set(note, "ML-L3", "mlem.explain.to-taken", "iic", space, dice,
                    crash);
    } else {
        int points = t->moon_points[31 - __builtin_clz(open)];

        mq_note_set(note, "ML-L2", "mlem.explain.to-moon", "iici", space, dice,
                    crash, astronaut == ML_MOONWALKER ? 2 * points : points);
    }
}

/* A note before the others; the last one goes where all are set. */
static struct mq_note *first_note(struct ml_notes *notes)
{
    if (notes->n == MQ_MAX_NOTES) {
        notes->n--;
    }
    memmove(notes->out + 1, notes->out,
            (size_t)notes->n * sizeof(notes->out[0]));
    notes->n++;
    return &notes->out[0];
}

static void explain_mission(struct ml_notes *notes, int kind)
{
    const struct ml_mission *mission = &notes->t->mission[kind];

    mq_note_set(ml_note(notes), "ML-M2", "mlem.explain.mission", "w",
                mission->id);
    mq_note_set(ml_note(notes), "ML-M3", "mlem.explain.missions", "iii",
                notes->t->figure.missions[1], notes->t->figure.missions[2],
                notes->t->figure.missions[3]);
}

int mq__ml_explain(const struct mq_game *g, const void *state, int seat,
                   mq_action action, struct mq_note *out)
{
    const struct ml_state *st = state;
    struct ml_notes notes = {ml_tables(g), out, 0};
    int kind = MQ_ACTION_KIND(action), a = MQ_ACTION_A(action);

    if (kind == ML_DO_RETURN) {
        explain_mission(&notes, a);
        return notes.n;
    }
    if (kind == ML_DO_BOARD) {
        mq__ml_set_talent(a, ml_note(&notes));
        return notes.n;
    }
    struct ml_state after = *st;
    struct ml then = ml_with(notes.t, &after);

    /* Missions play no part in what these do; they may be unknown. */
    mq__ml_apply(g, &after, seat, action);
    notes.n =
        mq__ml_describe(g, st, (struct mq_event){seat, action}, &after, out);
    if (kind == ML_DO_USE) {
        set_arrival(then, seat, first_note(&notes));
    } else if (kind == ML_DO_STAY && st->step == ML_STEP_PARACHUTE) {
        mq_note_set(&out[0], "ML-X3", "mlem.tell.goes-home", "pw", seat,
                    mq__ml_astronauts[ml_astronaut(st, seat)]);
    } else if (kind == ML_DO_STAY && after.aboard != 0) {
        set_risk(then, first_note(&notes));
    } else if (after.aboard != 0 && after.dice > 0 && after.space < ML_DEEP) {
        set_risk(then, ml_note(&notes));
    }
    return notes.n;
}

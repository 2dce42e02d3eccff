/* The question before a seat, and what an action would do. */
#include "games/mlem/notes.h"

#include <string.h>

/* The question. */

static void ask_to_use(const struct mlem_tables *t, const struct mlem_state *st,
                       struct mq_note *out)
{
    if (mlem_usable(t, st).faces != 0) {
        mq_note_set(out, "ML-T3", "mlem.ask.use", "i", st->space);
    } else {
        mq_note_set(out, "ML-P2", "mlem.ask.avert", "i", st->space);
    }
}

static void ask_seat(const struct mlem_tables *t, const struct mlem_state *st,
                     struct mq_note *out)
{
    switch (st->step) {
    case MLEM_STEP_RETURN:
        mq_note_set(out, "ML-M1", "mlem.ask.return", "");
        break;
    case MLEM_STEP_BOARD:
        mq_note_set(out, "ML-E1", "mlem.ask.board", "");
        break;
    case MLEM_STEP_USE:
        ask_to_use(t, st, out);
        break;
    case MLEM_STEP_LAND:
        if (st->space == MLEM_DEEP) {
            mq_note_set(out, "ML-F8", "mlem.ask.deep-space", "");
        } else {
            mq_note_set(out, "ML-L1", "mlem.ask.land", "wi",
                        mq__mlem_astronauts[mlem_astronaut(st, st->turn)],
                        st->space);
        }
        break;
    default:
        mq_note_set(out, "ML-X2", "mlem.ask.parachute", "i", st->space);
        break;
    }
}

void mq__mlem_ask(const struct mq_game *g, const void *state, int seat,
                  struct mq_note *out)
{
    const struct mlem_state *st = state;
    uint32_t actors;
    enum mq_turn turn = mq__mlem_turn(g, st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "mlem.ask.over", "");
    } else if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, NULL, "mlem.ask.chance", "w",
                    mq__mlem_steps[st->step]);
    } else if (seat >= 0 && (actors >> seat & 1) != 0) {
        ask_seat(mlem_tables(g), st, out);
    } else {
        mq_note_set(out, NULL, "mlem.ask.wait", "p", __builtin_ctz(actors));
    }
}

/* What an action would do. */

static const struct {
    const char *rule, *id;
} functions[MLEM_ASTRONAUTS] = {
    [MLEM_SATELLITE] = {"ML-E3", "mlem.explain.satellite"},
    [MLEM_SCOUT] = {"ML-F1", "mlem.explain.scout"},
    [MLEM_PARACHUTE] = {"ML-X2", "mlem.explain.parachute"},
    [MLEM_MOONWALKER] = {"ML-F4", "mlem.explain.moonwalker"},
    [MLEM_SETTLER] = {"ML-F5", "mlem.explain.settler"},
    [MLEM_VOYAGER] = {"ML-F6", "mlem.explain.voyager"},
    [MLEM_BALLAST] = {"ML-F7", "mlem.explain.ballast"},
    [MLEM_PIP] = {"ML-P1", "mlem.explain.pip"},
};

/* The chance that the next roll crashes there, without pips and tokens. */
static void set_risk(const struct mlem_tables *t,
                     const struct mlem_state *after, struct mq_note *note)
{
    mq_note_set(note, "ML-X1", "mlem.explain.risk", "iic", after->space,
                after->dice,
                mq_chance_arg(t->odds.crash[after->space][after->dice]));
}

/* Where a flight ends and what can be landed on there, in one line: what a
 * list of choices shows. */
static void set_arrival(const struct mlem_tables *t,
                        const struct mlem_state *after, struct mq_note *note)
{
    int space = after->space, dice = after->dice;
    int crash = mq_chance_arg(t->odds.crash[space][dice]);
    uint32_t open = t->landing[space] & ~after->taken;
    char planet[MLEM_PLANET_WORD];

    /* In deep space all may be gone already. */
    if (after->aboard == 0 || space == MLEM_DEEP) {
        mq_note_set(note, "ML-L5", "mlem.explain.to-deep-space", "");
    } else if (t->landing[space] == 0) {
        mq_note_set(note, "ML-T5", "mlem.explain.to", "iic", space, dice,
                    crash);
    } else if (t->landing[space] == MLEM_ROOM) {
        mq_note_set(note, "ML-L4", "mlem.explain.to-planet", "iicw", space,
                    dice, crash, mlem_planet_word(t->planet[space], planet));
    } else if (open == 0) {
        mq_note_set(note, "ML-L3", "mlem.explain.to-taken", "iic", space, dice,
                    crash);
    } else {
        mq_note_set(note, "ML-L2", "mlem.explain.to-moon", "iici", space, dice,
                    crash, t->moon_points[31 - __builtin_clz(open)]);
    }
}

/* A note before the others; the last one goes where all are set. */
static struct mq_note *first_note(struct mlem_notes *notes)
{
    if (notes->n == MQ_MAX_NOTES) {
        notes->n--;
    }
    memmove(notes->out + 1, notes->out,
            (size_t)notes->n * sizeof(notes->out[0]));
    notes->n++;
    return &notes->out[0];
}

static void explain_mission(struct mlem_notes *notes, int kind)
{
    const struct mlem_mission *mission = &notes->t->mission[kind];

    mq_note_set(mlem_note(notes), "ML-M2", "mlem.explain.mission", "w",
                mission->id);
    mq_note_set(mlem_note(notes), "ML-M3", "mlem.explain.missions", "iii",
                notes->t->figure.missions[1], notes->t->figure.missions[2],
                notes->t->figure.missions[3]);
}

int mq__mlem_explain(const struct mq_game *g, const void *state, int seat,
                     mq_action action, struct mq_note *out)
{
    const struct mlem_state *st = state;
    struct mlem_notes notes = {mlem_tables(g), out, 0};
    int kind = MQ_ACTION_KIND(action), a = MQ_ACTION_A(action);

    if (kind == MLEM_DO_RETURN) {
        explain_mission(&notes, a);
        return notes.n;
    }
    if (kind == MLEM_DO_BOARD) {
        mq_note_set(mlem_note(&notes), functions[a].rule, functions[a].id, "");
        return notes.n;
    }
    struct mlem_state after = *st;

    /* Missions play no part in what these do; they may be unknown. */
    mq__mlem_apply(g, &after, seat, action);
    notes.n =
        mq__mlem_describe(g, st, (struct mq_event){seat, action}, &after, out);
    if (kind == MLEM_DO_USE) {
        set_arrival(notes.t, &after, first_note(&notes));
    } else if (kind == MLEM_DO_STAY && after.aboard != 0) {
        set_risk(notes.t, &after, first_note(&notes));
    } else if (after.aboard != 0 && after.dice > 0 && after.space < MLEM_DEEP) {
        set_risk(notes.t, &after, mlem_note(&notes));
    }
    return notes.n;
}

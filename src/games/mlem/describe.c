/* What is going on, in messages: the question before a seat, what an action
 * would do, and what happened. */
#include "core/buf.h"
#include "games/mlem/state.h"

#include <stdio.h>
#include <string.h>

const char *mq__mlem_phase(const struct mq_game *g, const void *state)
{
    (void)g;
    return mq__mlem_steps[((const struct mlem_state *)state)->step];
}

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

/* Notes, as many as fit. */

struct notes {
    const struct mlem_tables *t;
    struct mq_note *out;
    int n;
};

/* The next one to be set. */
static struct mq_note *next_note(struct notes *notes)
{
    return &notes->out[notes->n < MQ_MAX_NOTES ? notes->n++ : MQ_MAX_NOTES - 1];
}

static void dice_text(unsigned roll, struct mq_buf *buf)
{
    for (int face = 0; face < MLEM_FACES; face++) {
        for (int i = 0; i < MLEM_COUNT(roll, face); i++) {
            mq__buf_str(buf, buf->length > 0 ? " " : "");
            mq__buf_str(buf, mq__mlem_faces[face]);
        }
    }
}

/* What was used: the dice, then pips and the token's ability. */
static void used_text(const struct mlem_state *st, mq_action action,
                      struct mq_buf *buf)
{
    dice_text(mlem_only(st->roll, (unsigned)MQ_ACTION_A(action)), buf);
    for (int seat = 0; seat < MLEM_SEATS; seat++) {
        if ((MQ_ACTION_B(action) >> seat & 1) != 0) {
            mq__buf_printf(buf, "%spip:%s", buf->length > 0 ? " " : "",
                           mq__mlem_seats[seat]);
        }
    }
    if ((MQ_ACTION_C(action) & MLEM_WITH_EXTRA) != 0) {
        mq__buf_str(buf, buf->length > 0 ? " extra" : "extra");
    }
    if ((MQ_ACTION_C(action) & MLEM_WITH_KEEP) != 0) {
        mq__buf_str(buf, " keep");
    }
}

#define PLANET_WORD 20

/* "planet-3": the vocabulary has its name. */
static const char *planet_word(int planet, char out[PLANET_WORD])
{
    snprintf(out, PLANET_WORD, "planet-%d", planet + 1);
    return out;
}

/* What changed. */

static void note_landing(struct notes *notes, const struct mlem_state *after,
                         int seat, int astronaut)
{
    const struct mlem_tables *t = notes->t;
    const char *word = mq__mlem_astronauts[astronaut];
    struct mq_note *note = next_note(notes);
    int place = after->place[seat][astronaut];
    int factor = astronaut == MLEM_VOYAGER ? 2 : 1;

    if (place == MLEM_COMET) {
        mq_note_set(note, "ML-L5", "mlem.did.comet", "pwi", seat, word,
                    factor * t->figure.comet);
    } else if (place == MLEM_GALAXY) {
        mq_note_set(note, "ML-L5", "mlem.did.galaxy", "pwi", seat, word,
                    factor * t->figure.galaxy);
    } else if (place < MLEM_MOON) {
        char planet[PLANET_WORD];

        mq_note_set(note, "ML-L4", "mlem.did.planet", "pww", seat, word,
                    planet_word(place - MLEM_PLANET, planet));
    } else {
        int moon = place - MLEM_MOON;

        factor = astronaut == MLEM_MOONWALKER ? 2 : 1;
        mq_note_set(note, "ML-L2", "mlem.did.moon", "pwii", seat, word,
                    t->moon_space[moon], factor * t->moon_points[moon]);
    }
}

/* Landings in rocket order, then goals. */
static void note_landings(struct notes *notes, const struct mlem_state *before,
                          const struct mlem_state *after)
{
    for (int place = 0; place < before->players; place++) {
        int seat = mlem_seat_at(before, place);

        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if (before->place[seat][i] != after->place[seat][i]) {
                note_landing(notes, after, seat, i);
            }
        }
    }
    for (int goal = 0; goal < MLEM_GOALS; goal++) {
        if (before->goal[goal] != after->goal[goal]) {
            mq_note_set(next_note(notes), "ML-G1", "mlem.did.goal", "pwi",
                        after->goal[goal] - 1, mq__mlem_goals[goal],
                        notes->t->figure.goal);
        }
    }
}

/* Who commands now, or how the expedition ended. */
static void note_what_follows(struct notes *notes,
                              const struct mlem_state *before,
                              const struct mlem_state *after)
{
    bool failure = after->failures >= notes->t->figure.failures;

    if (after->step == MLEM_STEP_OVER) {
        mq_note_set(next_note(notes), failure ? "ML-Z1" : "ML-Z2",
                    failure ? "mlem.did.over-failures" : "mlem.did.over-placed",
                    "");
    } else if (after->step == MLEM_STEP_BOARD ||
               after->step == MLEM_STEP_EXPEDITION) {
        mq_note_set(next_note(notes), "ML-L7", "mlem.did.next", "p",
                    after->starter);
    } else if (after->step != MLEM_STEP_PARACHUTE && after->aboard != 0 &&
               mlem_commander(after) != mlem_commander(before)) {
        mq_note_set(next_note(notes), "ML-L6", "mlem.did.commander", "pi",
                    mlem_commander(after), after->dice);
    }
}

static void note_crash(struct notes *notes, const struct mlem_state *before,
                       const struct mlem_state *after)
{
    mq_note_set(next_note(notes), "ML-X1", "mlem.did.crash", "iii",
                before->space, after->failures, notes->t->figure.failures);
}

static void note_finds(struct notes *notes, const struct mlem_state *before,
                       const struct mlem_state *after, int seat)
{
    uint32_t used = before->find_mat & ~after->find_mat;

    for (; used != 0; used &= used - 1) {
        int space = __builtin_ctz(used);
        int kind = notes->t->find[space];
        struct mq_note *note = next_note(notes);

        if (kind == MLEM_TUNNEL) {
            mq_note_set(note, "ML-N5", "mlem.did.tunnel", "i", space);
        } else if (kind == MLEM_REGAIN) {
            mq_note_set(note, "ML-N4", "mlem.did.regain", "i", space);
        } else {
            mq_note_set(note, "ML-N3", "mlem.did.explored", "pii", seat,
                        kind - MLEM_POINTS1 + 1, space);
        }
    }
}

static void note_ufo(struct notes *notes, const struct mlem_state *before,
                     const struct mlem_state *after, int seat)
{
    unsigned taken =
        (unsigned)after->ufo_held[seat] & ~(unsigned)before->ufo_held[seat];

    if (taken != 0) {
        mq_note_set(next_note(notes), "ML-U8", "mlem.did.ufo", "pi", seat,
                    notes->t->ufo_points[__builtin_ctz(taken)]);
    }
}

static void describe_use(struct notes *notes, const struct mlem_state *before,
                         struct mq_event event, const struct mlem_state *after)
{
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    used_text(before, event.action, &buf);
    mq_note_set(next_note(notes), "ML-T5", "mlem.did.use", "ptii", event.seat,
                text, before->space,
                mlem_travel_end(notes->t, before, event.action));
    note_finds(notes, before, after, event.seat);
    note_ufo(notes, before, after, event.seat);
    note_landings(notes, before, after);
    if (after->aboard != 0) {
        mq_note_set(next_note(notes), "ML-T7", "mlem.did.dice", "i",
                    after->dice);
    } else {
        note_what_follows(notes, before, after);
    }
}

static void describe_roll(struct notes *notes, const struct mlem_state *before,
                          struct mq_event event, const struct mlem_state *after)
{
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    dice_text(MLEM_ACTION_ROLL(event.action), &buf);
    mq_note_set(next_note(notes), "ML-T1", "mlem.did.roll", "pt",
                mlem_commander(before), text);
    if (after->failures != before->failures) {
        note_crash(notes, before, after);
        note_what_follows(notes, before, after);
    }
}

static void describe_board(struct notes *notes, const struct mlem_state *before,
                           struct mq_event event,
                           const struct mlem_state *after)
{
    mq_note_set(next_note(notes), "ML-E1", "mlem.did.board", "pw", event.seat,
                mq__mlem_astronauts[MQ_ACTION_A(event.action)]);
    if (after->step == MLEM_STEP_ROLL) {
        mq_note_set(next_note(notes), after->space > 0 ? "ML-E3" : "ML-E4",
                    "mlem.did.take-off", "ipi", after->space, before->starter,
                    after->dice);
    }
}

static void describe_missions(struct notes *notes, mq_action action)
{
    const char *id[MLEM_DEALT];
    int seat = MLEM_MISSION_SEAT(action);

    for (int i = 0; i < MLEM_DEALT; i++) {
        int kind = MLEM_MISSION_AT(action, i);

        if (kind >= notes->t->missions) {
            mq_note_set(next_note(notes), "ML-M1", "mlem.did.dealt", "p", seat);
            return;
        }
        id[i] = notes->t->mission[kind].id;
    }
    mq_note_set(next_note(notes), "ML-M1", "mlem.did.missions", "pwwww", seat,
                id[0], id[1], id[2], id[3]);
}

static void describe_return(struct notes *notes, struct mq_event event)
{
    int kind = MQ_ACTION_A(event.action);

    if (kind < notes->t->missions) {
        mq_note_set(next_note(notes), "ML-M1", "mlem.did.return", "pw",
                    event.seat, notes->t->mission[kind].id);
    } else {
        mq_note_set(next_note(notes), "ML-M1", "mlem.did.returned", "p",
                    event.seat);
    }
}

static void describe_landing(struct notes *notes,
                             const struct mlem_state *before,
                             struct mq_event event,
                             const struct mlem_state *after)
{
    if (MQ_ACTION_KIND(event.action) == MLEM_DO_STAY) {
        bool parachute = before->step == MLEM_STEP_PARACHUTE;

        mq_note_set(next_note(notes), parachute ? "ML-X2" : "ML-L1",
                    parachute ? "mlem.did.no-parachute" : "mlem.did.stay", "p",
                    event.seat);
    }
    note_landings(notes, before, after);
    /* With nobody aboard there are no dice to count. */
    if (before->crew[event.seat] == MLEM_BALLAST + 1 && after->aboard != 0 &&
        after->dice + 1 == before->dice) {
        mq_note_set(next_note(notes), "ML-F7", "mlem.did.ballast", "i",
                    after->dice);
    }
    note_what_follows(notes, before, after);
}

static void describe_token(struct notes *notes, int kind,
                           const struct mlem_state *after)
{
    static const char *const abilities[] = {"extra", "keep", "reroll"};
    const struct mlem_token *token = &notes->t->token[kind];
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    dice_text(token->extra, &buf);
    mq_note_set(next_note(notes), "ML-U2", "mlem.did.ufo-moves", "ii",
                token->move, after->ufo);
    mq_note_set(next_note(notes), "ML-U3",
                token->ability == MLEM_EXTRA ? "mlem.did.token-extra"
                                             : "mlem.did.token",
                "iwt", token->dice, abilities[token->ability], text);
}

/* A new token; the landings in deep space may come right after it. */
static void describe_explore(struct notes *notes,
                             const struct mlem_state *before, int space,
                             const struct mlem_state *after)
{
    static const char *const finds[] = {"points1", "points2", "points3",
                                        "regain", "tunnel"};
    int kind = notes->t->find[space] - MLEM_POINTS1;

    mq_note_set(next_note(notes), "ML-N1", "mlem.did.explore", "wi",
                finds[kind], space);
    note_landings(notes, before, after);
    if (before->aboard != 0 && after->aboard == 0) {
        note_what_follows(notes, before, after);
    }
}

int mq__mlem_describe(const struct mq_game *g, const void *state_before,
                      struct mq_event event, const void *state_after,
                      struct mq_note *out)
{
    const struct mlem_state *before = state_before, *after = state_after;
    struct notes notes = {mlem_tables(g), out, 0};

    switch (MQ_ACTION_KIND(event.action)) {
    case MLEM_DO_START:
        mq_note_set(next_note(&notes), "ML-C5", "mlem.did.start", "p",
                    MQ_ACTION_A(event.action));
        break;
    case MLEM_DO_EXPLORE:
        describe_explore(&notes, before, MQ_ACTION_A(event.action), after);
        break;
    case MLEM_DO_MISSIONS:
        describe_missions(&notes, event.action);
        break;
    case MLEM_DO_EXPEDITION:
        describe_token(&notes, MQ_ACTION_A(event.action), after);
        break;
    case MLEM_DO_ROLL:
        describe_roll(&notes, before, event, after);
        break;
    case MLEM_DO_RETURN:
        describe_return(&notes, event);
        break;
    case MLEM_DO_BOARD:
        describe_board(&notes, before, event, after);
        break;
    case MLEM_DO_USE:
        describe_use(&notes, before, event, after);
        break;
    case MLEM_DO_REROLL:
        mq_note_set(next_note(&notes), "ML-U7", "mlem.did.reroll", "p",
                    event.seat);
        break;
    case MLEM_DO_CRASH:
        note_crash(&notes, before, after);
        note_what_follows(&notes, before, after);
        break;
    default: /* STAY, LAND */
        describe_landing(&notes, before, event, after);
        break;
    }
    return notes.n;
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
                mlem_percent(t->odds.crash[after->space][after->dice]));
}

/* Where a flight ends and what can be landed on there, in one line: what a
 * list of choices shows. */
static void set_arrival(const struct mlem_tables *t,
                        const struct mlem_state *after, struct mq_note *note)
{
    int space = after->space, dice = after->dice;
    int crash = mlem_percent(t->odds.crash[space][dice]);
    uint32_t open = t->landing[space] & ~after->taken;
    char planet[PLANET_WORD];

    /* In deep space all may be gone already. */
    if (after->aboard == 0 || space == MLEM_DEEP) {
        mq_note_set(note, "ML-L5", "mlem.explain.to-deep-space", "");
    } else if (t->landing[space] == 0) {
        mq_note_set(note, "ML-T5", "mlem.explain.to", "iic", space, dice,
                    crash);
    } else if (t->landing[space] == MLEM_ROOM) {
        mq_note_set(note, "ML-L4", "mlem.explain.to-planet", "iicw", space,
                    dice, crash, planet_word(t->planet[space], planet));
    } else if (open == 0) {
        mq_note_set(note, "ML-L3", "mlem.explain.to-taken", "iic", space, dice,
                    crash);
    } else {
        mq_note_set(note, "ML-L2", "mlem.explain.to-moon", "iici", space, dice,
                    crash, t->moon_points[31 - __builtin_clz(open)]);
    }
}

/* A note before the others; the last one goes where all are set. */
static struct mq_note *first_note(struct notes *notes)
{
    if (notes->n == MQ_MAX_NOTES) {
        notes->n--;
    }
    memmove(notes->out + 1, notes->out,
            (size_t)notes->n * sizeof(notes->out[0]));
    notes->n++;
    return &notes->out[0];
}

static void explain_mission(struct notes *notes, int kind)
{
    const struct mlem_mission *mission = &notes->t->mission[kind];

    mq_note_set(next_note(notes), "ML-M2", "mlem.explain.mission", "w",
                mission->id);
    mq_note_set(next_note(notes), "ML-M3", "mlem.explain.missions", "iii",
                notes->t->figure.missions[1], notes->t->figure.missions[2],
                notes->t->figure.missions[3]);
}

int mq__mlem_explain(const struct mq_game *g, const void *state, int seat,
                     mq_action action, struct mq_note *out)
{
    const struct mlem_state *st = state;
    struct notes notes = {mlem_tables(g), out, 0};
    int kind = MQ_ACTION_KIND(action), a = MQ_ACTION_A(action);

    if (kind == MLEM_DO_RETURN) {
        explain_mission(&notes, a);
        return notes.n;
    }
    if (kind == MLEM_DO_BOARD) {
        mq_note_set(next_note(&notes), functions[a].rule, functions[a].id, "");
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
        set_risk(notes.t, &after, next_note(&notes));
    }
    return notes.n;
}

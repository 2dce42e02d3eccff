/* What happened, in messages for the log. */
#include "core/buf.h"
#include "games/mlem/notes.h"

#include <stdio.h>
#include <string.h>

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

/* What changed. */

static void note_landing(struct mlem_notes *notes,
                         const struct mlem_state *after, int seat,
                         int astronaut)
{
    const struct mlem_tables *t = notes->t;
    const char *word = mq__mlem_astronauts[astronaut];
    struct mq_note *note = mlem_note(notes);
    int place = after->place[seat][astronaut];
    int factor = astronaut == MLEM_VOYAGER ? 2 : 1;

    if (place == MLEM_COMET) {
        mq_note_set(note, "ML-L5", "mlem.did.comet", "pwi", seat, word,
                    factor * t->figure.comet);
    } else if (place == MLEM_GALAXY) {
        mq_note_set(note, "ML-L5", "mlem.did.galaxy", "pwi", seat, word,
                    factor * t->figure.galaxy);
    } else if (place < MLEM_MOON) {
        char planet[MLEM_PLANET_WORD];

        mq_note_set(note, "ML-L4", "mlem.did.planet", "pww", seat, word,
                    mlem_planet_word(place - MLEM_PLANET, planet));
    } else {
        int moon = place - MLEM_MOON;

        factor = astronaut == MLEM_MOONWALKER ? 2 : 1;
        mq_note_set(note, "ML-L2", "mlem.did.moon", "pwii", seat, word,
                    t->moon_space[moon], factor * t->moon_points[moon]);
    }
}

/* Landings in rocket order, then goals. */
static void note_landings(struct mlem_notes *notes,
                          const struct mlem_state *before,
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
            mq_note_set(mlem_note(notes), "ML-G1", "mlem.did.goal", "pwi",
                        after->goal[goal] - 1, mq__mlem_goals[goal],
                        notes->t->figure.goal);
        }
    }
}

/* Who commands now, or how the expedition ended. */
static void note_what_follows(struct mlem_notes *notes,
                              const struct mlem_state *before,
                              const struct mlem_state *after)
{
    bool failure = after->failures >= notes->t->figure.failures;

    if (after->step == MLEM_STEP_OVER) {
        mq_note_set(mlem_note(notes), failure ? "ML-Z1" : "ML-Z2",
                    failure ? "mlem.did.over-failures" : "mlem.did.over-placed",
                    "");
    } else if (after->step == MLEM_STEP_BOARD ||
               after->step == MLEM_STEP_EXPEDITION) {
        mq_note_set(mlem_note(notes), "ML-L7", "mlem.did.next", "p",
                    after->starter);
    } else if (after->step != MLEM_STEP_PARACHUTE && after->aboard != 0 &&
               mlem_commander(after) != mlem_commander(before)) {
        mq_note_set(mlem_note(notes), "ML-L6", "mlem.did.commander", "pi",
                    mlem_commander(after), after->dice);
    }
}

static void note_crash(struct mlem_notes *notes,
                       const struct mlem_state *before,
                       const struct mlem_state *after)
{
    mq_note_set(mlem_note(notes), "ML-X1", "mlem.did.crash", "iii",
                before->space, after->failures, notes->t->figure.failures);
}

static void note_finds(struct mlem_notes *notes,
                       const struct mlem_state *before,
                       const struct mlem_state *after, int seat)
{
    uint32_t used = before->find_mat & ~after->find_mat;

    for (; used != 0; used &= used - 1) {
        int space = __builtin_ctz(used);
        int kind = notes->t->find[space];
        struct mq_note *note = mlem_note(notes);

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

static void note_ufo(struct mlem_notes *notes, const struct mlem_state *before,
                     const struct mlem_state *after, int seat)
{
    unsigned taken =
        (unsigned)after->ufo_held[seat] & ~(unsigned)before->ufo_held[seat];

    if (taken != 0) {
        mq_note_set(mlem_note(notes), "ML-U8", "mlem.did.ufo", "pi", seat,
                    notes->t->ufo_points[__builtin_ctz(taken)]);
    }
}

static void describe_use(struct mlem_notes *notes,
                         const struct mlem_state *before, struct mq_event event,
                         const struct mlem_state *after)
{
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    used_text(before, event.action, &buf);
    mq_note_set(mlem_note(notes), "ML-T5", "mlem.did.use", "ptii", event.seat,
                text, before->space,
                mlem_travel_end(notes->t, before, event.action));
    note_finds(notes, before, after, event.seat);
    note_ufo(notes, before, after, event.seat);
    note_landings(notes, before, after);
    if (after->aboard != 0) {
        mq_note_set(mlem_note(notes), "ML-T7", "mlem.did.dice", "i",
                    after->dice);
    } else {
        note_what_follows(notes, before, after);
    }
}

static void describe_roll(struct mlem_notes *notes,
                          const struct mlem_state *before,
                          struct mq_event event, const struct mlem_state *after)
{
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    dice_text(MLEM_ACTION_ROLL(event.action), &buf);
    mq_note_set(mlem_note(notes), "ML-T1", "mlem.did.roll", "pt",
                mlem_commander(before), text);
    if (after->failures != before->failures) {
        note_crash(notes, before, after);
        note_what_follows(notes, before, after);
    }
}

static void describe_board(struct mlem_notes *notes,
                           const struct mlem_state *before,
                           struct mq_event event,
                           const struct mlem_state *after)
{
    mq_note_set(mlem_note(notes), "ML-E1", "mlem.did.board", "pw", event.seat,
                mq__mlem_astronauts[MQ_ACTION_A(event.action)]);
    if (after->step == MLEM_STEP_ROLL) {
        mq_note_set(mlem_note(notes), after->space > 0 ? "ML-E3" : "ML-E4",
                    "mlem.did.take-off", "ipi", after->space, before->starter,
                    after->dice);
    }
}

static void describe_missions(struct mlem_notes *notes, mq_action action)
{
    const char *id[MLEM_DEALT];
    int seat = MLEM_MISSION_SEAT(action);

    for (int i = 0; i < MLEM_DEALT; i++) {
        int kind = MLEM_MISSION_AT(action, i);

        if (kind >= notes->t->missions) {
            mq_note_set(mlem_note(notes), "ML-M1", "mlem.did.dealt", "p", seat);
            return;
        }
        id[i] = notes->t->mission[kind].id;
    }
    mq_note_set(mlem_note(notes), "ML-M1", "mlem.did.missions", "pwwww", seat,
                id[0], id[1], id[2], id[3]);
}

static void describe_return(struct mlem_notes *notes, struct mq_event event)
{
    int kind = MQ_ACTION_A(event.action);

    if (kind < notes->t->missions) {
        mq_note_set(mlem_note(notes), "ML-M1", "mlem.did.return", "pw",
                    event.seat, notes->t->mission[kind].id);
    } else {
        mq_note_set(mlem_note(notes), "ML-M1", "mlem.did.returned", "p",
                    event.seat);
    }
}

static void describe_landing(struct mlem_notes *notes,
                             const struct mlem_state *before,
                             struct mq_event event,
                             const struct mlem_state *after)
{
    if (MQ_ACTION_KIND(event.action) == MLEM_DO_STAY) {
        bool parachute = before->step == MLEM_STEP_PARACHUTE;

        mq_note_set(mlem_note(notes), parachute ? "ML-X2" : "ML-L1",
                    parachute ? "mlem.did.no-parachute" : "mlem.did.stay", "p",
                    event.seat);
    }
    note_landings(notes, before, after);
    /* With nobody aboard there are no dice to count. */
    if (before->crew[event.seat] == MLEM_BALLAST + 1 && after->aboard != 0 &&
        after->dice + 1 == before->dice) {
        mq_note_set(mlem_note(notes), "ML-F7", "mlem.did.ballast", "i",
                    after->dice);
    }
    note_what_follows(notes, before, after);
}

static void describe_token(struct mlem_notes *notes, int kind,
                           const struct mlem_state *after)
{
    static const char *const abilities[] = {"extra", "keep", "reroll"};
    const struct mlem_token *token = &notes->t->token[kind];
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    dice_text(token->extra, &buf);
    mq_note_set(mlem_note(notes), "ML-U2", "mlem.did.ufo-moves", "ii",
                token->move, after->ufo);
    mq_note_set(mlem_note(notes), "ML-U3",
                token->ability == MLEM_EXTRA ? "mlem.did.token-extra"
                                             : "mlem.did.token",
                "iwt", token->dice, abilities[token->ability], text);
}

/* A new token; the landings in deep space may come right after it. */
static void describe_explore(struct mlem_notes *notes,
                             const struct mlem_state *before, int space,
                             const struct mlem_state *after)
{
    static const char *const finds[] = {"points1", "points2", "points3",
                                        "regain", "tunnel"};
    int kind = notes->t->find[space] - MLEM_POINTS1;

    mq_note_set(mlem_note(notes), "ML-N1", "mlem.did.explore", "wi",
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
    struct mlem_notes notes = {mlem_tables(g), out, 0};

    switch (MQ_ACTION_KIND(event.action)) {
    case MLEM_DO_START:
        mq_note_set(mlem_note(&notes), "ML-C5", "mlem.did.start", "p",
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
        mq_note_set(mlem_note(&notes), "ML-U7", "mlem.did.reroll", "p",
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

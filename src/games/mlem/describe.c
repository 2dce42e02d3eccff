/* What happened, in messages for the log. */
#include "core/buf.h"
#include "games/mlem/telling.h"

#include <assert.h>
#include <string.h>

/* An event, the states before and after it, and the notes about it. */
struct told {
    struct ml_notes notes;
    const struct ml_tables *t;
    const struct ml_state *before, *after;
    mq_action action;
    int seat, a; /* who acted; what MQ_ACTION_A is */
};

#define NOTE(rule, id, ...)                                                    \
    mq_note_set(ml_note(&d->notes), rule, "mlem.did." id, __VA_ARGS__)

/* Dice in words: "1 2 2 A". */
static const char *dice_text(unsigned roll, char text[MQ_ARG_TEXT_SIZE])
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, MQ_ARG_TEXT_SIZE);
    for (int face = 0; face < ML_FACES; face++) {
        for (int i = 0; i < ML_COUNT(roll, face); i++) {
            mq__buf_str(&buf, buf.length > 0 ? " " : "");
            mq__buf_str(&buf, mq__ml_faces[face]);
        }
    }
    return text;
}

/* What helped the dice: pips, and the token's ability. */
static void note_aids(struct told *d)
{
    static const char *const ids[] = {"mlem.did.pips-1", "mlem.did.pips-2",
                                      "mlem.did.pips-3", "mlem.did.pips-4",
                                      "mlem.did.pips-5"};
    static const char *const formats[] = {"p", "pp", "ppp", "pppp", "ppppp"};
    int seat[ML_SEATS + 1] = {0}, n = 0;
    int with = MQ_ACTION_C(d->action);

    for (int i = 0; i < ML_SEATS; i++) {
        seat[n] = i;
        n += MQ_ACTION_B(d->action) >> i & 1;
    }
    if (n > 0) {
        mq_note_set(ml_note(&d->notes), "ML-P1", ids[n - 1], formats[n - 1],
                    seat[0], seat[1], seat[2], seat[3], seat[4]);
    }
    if ((with & ML_WITH_EXTRA) != 0) {
        NOTE("ML-U5", "extra", "i",
             ml_aid(ml_with(d->t, d->before), d->action) - n);
    }
    if ((with & ML_WITH_KEEP) != 0) {
        NOTE("ML-U6", "keep", "");
    }
}

/* What changed. */

static void note_landing(struct told *d, int seat, int astronaut)
{
    const char *word = mq__ml_astronauts[astronaut];
    int place = d->after->place[seat][astronaut];
    bool twice = astronaut == (place >= ML_MOON ? ML_MOONWALKER : ML_VOYAGER);
    int points = d->t->place_points[place] * (twice ? 2 : 1);
    char planet[ML_PLANET_WORD];

    assert(place != ML_NOWHERE);
    if (place == ML_COMET) {
        NOTE("ML-L5", "comet", "pwi", seat, word, points);
    } else if (place == ML_GALAXY) {
        NOTE("ML-L5", "galaxy", "pwi", seat, word, points);
    } else if (place < ML_MOON) {
        NOTE("ML-L4", "planet", "pww", seat, word,
             ml_planet_word(place - ML_PLANET, planet));
    } else {
        NOTE("ML-L2", "moon", "pwii", seat, word,
             d->t->moon_space[place - ML_MOON], points);
    }
}

/* Landings in rocket order, then goals. */
static void note_landings(struct told *d)
{
    for (int place = 0; place < d->before->players; place++) {
        int seat = ml_seat_at(d->before, place);

        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            if (d->before->place[seat][i] != d->after->place[seat][i]) {
                note_landing(d, seat, i);
            }
        }
    }
    for (int goal = 0; goal < ML_GOALS; goal++) {
        if (d->before->goal[goal] != d->after->goal[goal]) {
            NOTE("ML-G1", "goal", "pwi", d->after->goal[goal] - 1,
                 mq__ml_goals[goal], d->t->figure.goal);
        }
    }
}

/* Who commands now, or how the expedition ended. */
static void note_what_follows(struct told *d)
{
    int step = d->after->step;

    if (step == ML_STEP_OVER) {
        if (d->after->failures >= d->t->figure.failures) {
            NOTE("ML-Z1", "over-failures", "");
        } else {
            NOTE("ML-Z2", "over-placed", "");
        }
    } else if (step == ML_STEP_BOARD || step == ML_STEP_EXPEDITION) {
        NOTE("ML-L7", "next", "p", d->after->starter);
    } else if (step != ML_STEP_PARACHUTE && d->after->aboard != 0 &&
               ml_commander(d->after) != ml_commander(d->before)) {
        NOTE("ML-L6", "commander", "pi", ml_commander(d->after),
             d->after->dice);
    }
}

static void describe_crash(struct told *d)
{
    NOTE("ML-X1", "crash", "iii", d->before->space, d->after->failures,
         d->t->figure.failures);
    note_what_follows(d);
}

/* Tokens that a travel used or won. */
static void note_tokens(struct told *d)
{
    uint32_t used = d->before->find_mat & ~d->after->find_mat;
    unsigned held = d->before->ufo_held[d->seat];
    unsigned taken = d->after->ufo_held[d->seat] & ~held;

    for (; used != 0; used &= used - 1) {
        int space = __builtin_ctz(used);
        int kind = d->t->find[space];

        if (kind == ML_TUNNEL) {
            NOTE("ML-N5", "tunnel", "i", space);
        } else if (kind == ML_REGAIN) {
            NOTE("ML-N4", "regain", "i", space);
        } else {
            NOTE("ML-N3", "explored", "pii", d->seat, kind - ML_POINTS1 + 1,
                 space);
        }
    }
    if (taken != 0) {
        NOTE("ML-U8", "ufo", "pi", d->seat,
             d->t->ufo_points[__builtin_ctz(taken)]);
    }
}

/* Events. */

static void describe_use(struct told *d)
{
    unsigned dice = ml_only(d->before->roll, (unsigned)d->a);
    char text[MQ_ARG_TEXT_SIZE];

    mq_note_set(ml_note(&d->notes), "ML-T5",
                dice != 0 ? "mlem.did.use" : "mlem.did.fly", "ptii", d->seat,
                dice_text(dice, text), d->before->space,
                ml_travel_end(ml_with(d->t, d->before), d->action));
    note_aids(d);
    note_tokens(d);
    note_landings(d);
    if (d->after->aboard != 0) {
        NOTE("ML-T7", "dice", "i", d->after->dice);
    } else {
        note_what_follows(d);
    }
}

static void describe_roll(struct told *d)
{
    struct ml c = ml_with(d->t, d->before);
    char text[MQ_ARG_TEXT_SIZE];

    NOTE("ML-T1", "roll", "pt", ml_commander(d->before),
         dice_text(ML_ACTION_ROLL(d->action), text));
    if (d->after->failures != d->before->failures) {
        mq__ml_set_needs(c, ml_note(&d->notes));
        NOTE("ML-X1", "chance", "ic", d->before->dice,
             mq_chance_arg(mq__ml_crash(c)));
        describe_crash(d);
    }
}

static void describe_board(struct told *d)
{
    NOTE("ML-E1", "board", "pw", d->seat, mq__ml_astronauts[d->a]);
    if (d->after->step == ML_STEP_ROLL) {
        NOTE(d->after->space > 0 ? "ML-E3" : "ML-E4", "take-off", "ipi",
             d->after->space, d->before->starter, d->after->dice);
    }
}

static void describe_missions(struct told *d)
{
    const char *id[ML_DEALT];
    int seat = ML_MISSION_SEAT(d->action);

    for (int i = 0; i < ML_DEALT; i++) {
        int kind = ML_MISSION_AT(d->action, i);

        if (kind >= d->t->missions) {
            NOTE("ML-M1", "dealt", "p", seat);
            return;
        }
        id[i] = d->t->mission[kind].id;
    }
    NOTE("ML-M1", "missions", "pwwww", seat, id[0], id[1], id[2], id[3]);
}

static void describe_return(struct told *d)
{
    if (d->a < d->t->missions) {
        NOTE("ML-M1", "return", "pw", d->seat, d->t->mission[d->a].id);
    } else {
        NOTE("ML-M1", "returned", "p", d->seat);
    }
}

static void describe_landing(struct told *d)
{
    note_landings(d);
    /* With nobody aboard there are no dice to count. */
    if (d->before->crew[d->seat] == ML_BALLAST + 1 && d->after->aboard != 0 &&
        d->after->dice + 1 == d->before->dice) {
        NOTE("ML-F7", "ballast", "i", d->after->dice);
    }
    note_what_follows(d);
}

static void describe_stay(struct told *d)
{
    if (d->before->step == ML_STEP_PARACHUTE) {
        NOTE("ML-X2", "no-parachute", "p", d->seat);
    } else {
        NOTE("ML-L1", "stay", "p", d->seat);
    }
    describe_landing(d);
}

static void describe_reroll(struct told *d)
{
    NOTE("ML-U7", "reroll", "p", d->seat);
}

static void describe_start(struct told *d)
{
    NOTE("ML-C5", "start", "p", d->a);
}

static void describe_expedition(struct told *d)
{
    static const char *const abilities[] = {"extra", "keep", "reroll"};
    const struct ml_token *token = &d->t->token[d->a];
    bool extra = token->ability == ML_EXTRA;
    char text[MQ_ARG_TEXT_SIZE];

    NOTE("ML-U2", "ufo-moves", "ii", token->move, d->after->ufo);
    mq_note_set(ml_note(&d->notes), "ML-U3",
                extra ? "mlem.did.token-extra" : "mlem.did.token", "iwt",
                token->dice, abilities[token->ability],
                dice_text(token->extra, text));
}

/* A new token; the landings in deep space may come right after it. */
static void describe_explore(struct told *d)
{
    static const char *const finds[] = {"points1", "points2", "points3",
                                        "regain", "tunnel"};

    NOTE("ML-N1", "explore", "wi", finds[d->t->find[d->a] - ML_POINTS1], d->a);
    note_landings(d);
    if (d->before->aboard != 0 && d->after->aboard == 0) {
        note_what_follows(d);
    }
}

int mq__ml_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out)
{
    static void (*const describe[ML_KINDS])(struct told * d) = {
        [ML_DO_START] = describe_start,
        [ML_DO_EXPLORE] = describe_explore,
        [ML_DO_MISSIONS] = describe_missions,
        [ML_DO_EXPEDITION] = describe_expedition,
        [ML_DO_ROLL] = describe_roll,
        [ML_DO_RETURN] = describe_return,
        [ML_DO_BOARD] = describe_board,
        [ML_DO_USE] = describe_use,
        [ML_DO_REROLL] = describe_reroll,
        [ML_DO_CRASH] = describe_crash,
        [ML_DO_STAY] = describe_stay,
        [ML_DO_LAND] = describe_landing,
    };
    struct told d = {
        .notes = {ml_tables(g), out, 0},
        .t = ml_tables(g),
        .before = before,
        .after = after,
        .action = event.action,
        .seat = event.seat,
        .a = MQ_ACTION_A(event.action),
    };

    assert(MQ_ACTION_KIND(event.action) < ML_KINDS);
    describe[MQ_ACTION_KIND(event.action)](&d);
    return d.notes.n;
}

/* What a choice does, as facts (<maxq/tell.h>).
 *
 * Most of them are found by trying: the action is applied to a copy, and the
 * points of all seats are compared. Exploration tokens that are drawn right
 * after a travel change nothing of what is told, so any one is drawn. */
#include "games/mlem/telling.h"

#include <assert.h>

/* One choice being told. */
struct telling {
    const struct mq_game *g;
    struct ml c;    /* before */
    struct ml then; /* after; of `state` */
    struct ml_state *state;
    int seat;
    mq_action action;
    const struct mq_facts *out;
};

/* Plays an action and the draws of exploration tokens that follow it. */
static void play(const struct mq_game *g, struct ml_state *st, int seat,
                 mq_action action)
{
    mq__ml_apply(g, st, seat, action);
    while (st->step == ML_STEP_EXPLORE && st->aboard != 0) {
        mq__ml_apply(
            g, st, MQ_CHANCE_SEAT,
            MQ_ACTION(ML_DO_EXPLORE, __builtin_ctz(st->find_pile), 0, 0));
    }
}

/* Points. */

static const struct source {
    const char *word, *rule, *id;
    size_t offset;
    bool later;
} sources[] = {
    {"moons", "ML-L2", "mlem.tell.moons", offsetof(struct ml_points, moons),
     false},
    {"deep-space", "ML-L5", "mlem.tell.deep-space",
     offsetof(struct ml_points, deep_space), false},
    {"goals", "ML-G1", "mlem.tell.goals", offsetof(struct ml_points, goals),
     false},
    {"ufo", "ML-U8", "mlem.tell.ufo", offsetof(struct ml_points, ufo), false},
    {"exploration", "ML-N3", "mlem.tell.exploration",
     offsetof(struct ml_points, exploration), false},
    {"planets", "ML-Z3", "mlem.tell.planets",
     offsetof(struct ml_points, planets), true},
    {"missions", "ML-M3", "mlem.tell.missions",
     offsetof(struct ml_points, missions), true},
};

#define SOURCES (sizeof(sources) / sizeof(sources[0]))

static int points_of(const struct ml_points *p, const struct source *source)
{
    return *(const int *)((const char *)p + source->offset);
}

/* Points as the teller knows them: missions of others are hidden. */
static void known_points(struct ml c, int seat, int teller,
                         struct ml_points *out)
{
    mq__ml_points_now(c, seat, out);
    if (seat != teller) {
        out->missions = 0;
    }
}

static int total(const struct ml_points *p)
{
    int sum = 0;

    for (size_t i = 0; i < SOURCES; i++) {
        sum += points_of(p, &sources[i]);
    }
    return sum;
}

/* How a seat's points change from one position to another. Facts of kind
 * OPENS are about a choice that comes later, at `place`. */
struct change {
    struct ml from, to;
    int seat, teller;
    bool opens;
    int place;
};

static void tell_change(const struct change *change, const struct mq_facts *out)
{
    struct ml_points was, is;

    known_points(change->from, change->seat, change->teller, &was);
    known_points(change->to, change->seat, change->teller, &is);
    for (size_t i = 0; i < SOURCES; i++) {
        const struct source *s = &sources[i];
        int before = points_of(&was, s), after = points_of(&is, s);
        struct mq_fact fact = mq__fact(change->opens ? MQ_FACT_OPENS
                                       : s->later    ? MQ_FACT_LATER
                                                     : MQ_FACT_GAIN,
                                       s->word);

        if (before == after) {
            continue;
        }
        fact.seat = change->seat;
        fact.place = change->opens ? change->place : MQ_NO_PLACE;
        mq__fact_count(&fact, before, after);
        mq__fact_say(out, &fact, s->rule, s->id, "pii", change->seat, before,
                     after);
    }
}

/* The teller's own points first. */
static void tell_points(const struct telling *t)
{
    for (int i = 0; i < t->c.st->players; i++) {
        int seat = (t->seat + i) % t->c.st->players;

        tell_change(&(struct change){t->c, t->then, seat, t->seat, false, 0},
                    t->out);
    }
}

/* Goals and missions that are met by it. */
static void tell_met(const struct telling *t)
{
    int was = mq__ml_missions_done(t->c, t->seat);
    int is = mq__ml_missions_done(t->then, t->seat);

    for (int goal = 0; goal < ML_GOALS; goal++) {
        if (t->c.st->goal[goal] != t->then.st->goal[goal]) {
            struct mq_fact fact = mq__fact(MQ_FACT_MEETS, "goals");

            fact.seat = t->then.st->goal[goal] - 1;
            mq__fact_item(&fact, mq__ml_goals[goal]);
            mq__fact_say(t->out, &fact, "ML-G1", "mlem.tell.goal", "pwi",
                         fact.seat, mq__ml_goals[goal], t->c.t->figure.goal);
        }
    }
    if (was != is && (t->c.st->variants & ML_SECRET) != 0) {
        struct mq_fact fact = mq__fact(MQ_FACT_MEETS, "missions");

        fact.seat = t->seat;
        mq__fact_count(&fact, was, is);
        mq__fact_say(t->out, &fact, "ML-M2", "mlem.tell.mission", "iii", is,
                     ML_KEPT, t->c.t->figure.missions[is]);
    }
}

/* Ends and what follows. */

/* Hidden missions may still turn the match: then nobody knows who wins. */
static void tell_over(const struct telling *t)
{
    bool failure = t->then.st->failures >= t->c.t->figure.failures;
    struct mq_fact fact = mq__fact(MQ_FACT_ENDS, "match");

    mq__fact_say(t->out, &fact, failure ? "ML-Z1" : "ML-Z2", "mlem.tell.over",
                 "");
    if ((t->c.st->variants & ML_SECRET) == 0 &&
        (mq__ml_winners(t->g, t->state) >> t->seat & 1) != 0) {
        fact = mq__fact(MQ_FACT_WINS, "match");
        fact.seat = t->seat;
        mq__fact_say(t->out, &fact, "ML-Z5", "mlem.tell.wins", "p", t->seat);
    }
}

static void tell_end(const struct telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_ENDS, "expedition");

    if (t->then.st->step == ML_STEP_OVER) {
        tell_over(t);
    } else if (t->then.st->aboard == 0) {
        fact.seat = t->then.st->starter;
        mq__fact_say(t->out, &fact, "ML-L7", "mlem.tell.next-expedition", "p",
                     fact.seat);
    } else if (ml_placed(t->then.st, t->seat) == ML_ASTRONAUTS &&
               ml_placed(t->c.st, t->seat) < ML_ASTRONAUTS) {
        fact.subject = "match";
        fact.seat = t->seat;
        mq__fact_say(t->out, &fact, "ML-Z2", "mlem.tell.last-expedition", "");
    }
}

static void tell_commander(const struct telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "commander");

    if (t->then.st->aboard == 0 || t->then.st->step == ML_STEP_PARACHUTE ||
        ml_commander(t->then.st) == ml_commander(t->c.st)) {
        return;
    }
    fact.seat = ml_commander(t->then.st);
    mq__fact_say(t->out, &fact, "ML-L6", "mlem.tell.commander", "pi", fact.seat,
                 t->then.st->dice);
}

static void tell_dice(const struct telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_LEFT, "dice");

    if (t->then.st->aboard != 0 && t->then.st->dice > 0) {
        mq__fact_count(&fact, t->c.st->dice, t->then.st->dice);
        mq__fact_say(t->out, &fact, "ML-T7", "mlem.tell.dice", "i",
                     t->then.st->dice);
    }
}

/* The next roll, if it is one from here on: nobody lands before. */
static void tell_next_roll(const struct telling *t, enum ml_roll roll)
{
    if (t->then.st->aboard != 0 && t->then.st->dice > 0 &&
        t->then.st->space < ML_DEEP) {
        mq__ml_tell_risk(t->then, roll, MQ_CERTAIN, t->out);
        mq__ml_tell_needs(t->then, t->out);
    }
}

/* Landings. */

/* "planet-2", "moon", "comet", "galaxy": where a landing leads. */
static const char *place_word(int place, char out[ML_PLANET_WORD])
{
    return place == ML_COMET    ? "comet"
           : place == ML_GALAXY ? "galaxy"
           : place < ML_MOON    ? ml_planet_word(place - ML_PLANET, out)
                                : "moon";
}

/* What a landing at the marker, or beside it, would bring: a fact about the
 * total, then one for each source. */
static void tell_landing(struct ml c, const struct telling *t, mq_action action,
                         enum mq_fact_kind kind)
{
    int space = ml_landing_space(c.st, MQ_ACTION_A(action));
    int astronaut = ml_astronaut(c.st, t->seat);
    struct ml_state landed = *c.st;
    struct mq_fact fact = mq__fact(kind, "landing");
    struct ml_points was, is;
    char planet[ML_PLANET_WORD];

    play(t->g, &landed, t->seat, action);
    struct ml to = ml_with(c.t, &landed);

    known_points(c, t->seat, t->seat, &was);
    known_points(to, t->seat, t->seat, &is);
    mq__fact_item(&fact, place_word(landed.place[t->seat][astronaut], planet));
    fact.place = space;
    fact.seat = t->seat;
    mq__fact_count(&fact, total(&was), total(&is));
    mq__fact_say(t->out, &fact, "ML-L1",
                 kind == MQ_FACT_LOSES ? "mlem.tell.not-landed"
                                       : "mlem.tell.landing",
                 "wiii", fact.item, space, fact.before, fact.after);
    if (kind == MQ_FACT_OPENS) {
        tell_change(&(struct change){c, to, t->seat, t->seat, true, space},
                    t->out);
    }
}

/* All landings that the seat could choose in a position where it decides. */
static void tell_landings(struct ml c, const struct telling *t,
                          enum mq_fact_kind kind)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq__ml_legal(t->g, c.st, t->seat, legal);

    for (int i = 0; i < n; i++) {
        if (MQ_ACTION_KIND(legal[i]) == ML_DO_LAND) {
            tell_landing(c, t, legal[i], kind);
        }
    }
}

/* Each kind of choice. */

static void tell_return(const struct telling *t)
{
    const char *id = t->c.t->mission[MQ_ACTION_A(t->action)].id;
    const int *points = t->c.t->figure.missions;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "return");

    mq__fact_item(&fact, id);
    mq__fact_say(t->out, &fact, "ML-M1", "mlem.do.return", "w", id);
    fact.kind = MQ_FACT_LOSES;
    fact.subject = "missions";
    mq__fact_say(t->out, &fact, "ML-M2", "mlem.explain.mission", "w", id);
    fact = mq__fact(MQ_FACT_EFFECT, "missions");
    mq__fact_say(t->out, &fact, "ML-M3", "mlem.explain.missions", "iii",
                 points[1], points[2], points[3]);
}

/* The rocket as if it took off with the crew of now. */
static double first_crash(struct ml c, struct ml_state *st)
{
    *st = *c.st;
    st->space = (uint8_t)ml_start_space(c);
    return mq__ml_crash(ml_with(c.t, st));
}

/* The first roll, as the crew stands then; who boards later may change it. */
static void tell_first_roll(const struct telling *t)
{
    struct mq_fact moves = mq__fact(MQ_FACT_MOVES, "rocket");
    struct ml_state was, is;
    double before = first_crash(t->c, &was);

    first_crash(t->then, &is);
    if (is.space != was.space) {
        moves.place = is.space;
        mq__fact_count(&moves, was.space, is.space);
        mq__fact_say(t->out, &moves, "ML-E3", "mlem.tell.take-off", "i",
                     is.space);
    }
    mq__ml_tell_risk(ml_with(t->c.t, &is), ML_FIRST_ROLL, before, t->out);
}

static void tell_boarders(const struct telling *t)
{
    int place = ml_place_of(t->c.st, t->seat);

    for (int i = place + 1; i < t->c.st->players; i++) {
        struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "board");

        fact.seat = ml_seat_at(t->c.st, i);
        fact.place = i - place;
        mq__fact_say(t->out, &fact, "ML-E1", "mlem.tell.boards-later", "p",
                     fact.seat);
    }
}

static void tell_board(const struct telling *t)
{
    const char *word = mq__ml_astronauts[MQ_ACTION_A(t->action)];
    int home = __builtin_popcount(t->c.st->board[t->seat]);
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "board");
    struct mq_note talent;

    mq__fact_item(&fact, word);
    mq__fact_say(t->out, &fact, "ML-E1", "mlem.do.board", "w", word);
    fact.kind = MQ_FACT_EFFECT;
    fact.subject = "talent";
    mq__ml_set_talent(MQ_ACTION_A(t->action), &talent);
    mq__fact_say(t->out, &fact, talent.rule, talent.message.id, "");
    tell_first_roll(t);
    fact = mq__fact(MQ_FACT_LEFT, "home");
    fact.seat = t->seat;
    mq__fact_count(&fact, home, home - 1);
    mq__fact_say(t->out, &fact, "ML-E1", "mlem.tell.home", "i", home - 1);
    if (ml_placed(t->c.st, t->seat) == ML_ASTRONAUTS - 1) {
        fact = mq__fact(MQ_FACT_OPENS, "match-end");
        fact.seat = t->seat;
        mq__fact_say(t->out, &fact, "ML-Z2", "mlem.tell.last-astronaut", "");
    }
    tell_boarders(t);
}

/* Pips and the token's ability that a use takes. */
static void tell_aids(const struct telling *t)
{
    int with = MQ_ACTION_C(t->action);
    struct mq_fact fact = mq__fact(MQ_FACT_COST, "pip");

    for (int seat = 0; seat < t->c.st->players; seat++) {
        if ((MQ_ACTION_B(t->action) >> seat & 1) != 0) {
            fact.seat = seat;
            mq__fact_say(t->out, &fact, "ML-P3", "mlem.tell.pip", "p", seat);
        }
    }
    if (with != 0) {
        const char *word = with == ML_WITH_EXTRA ? "extra" : "keep";

        fact = mq__fact(MQ_FACT_COST, "token");
        mq__fact_item(&fact, word);
        mq__fact_say(t->out, &fact, "ML-U4", "mlem.tell.token", "w", word);
    }
}

/* Exploration tokens that are not worth points: tunnels and dice. */
static void tell_finds(const struct telling *t, int to)
{
    uint32_t mat = t->c.st->find_mat;

    for (; (mat >> to & 1) != 0; to = ml_tunnel_end(t->c.t, to)) {
        int kind = t->c.t->find[to];
        struct mq_fact fact =
            mq__fact(kind == ML_TUNNEL ? MQ_FACT_MOVES : MQ_FACT_GAIN, "find");

        mat &= ~(UINT32_C(1) << to);
        fact.place = to;
        if (kind == ML_TUNNEL) {
            mq__fact_item(&fact, "tunnel");
            mq__fact_count(&fact, to, ml_tunnel_end(t->c.t, to));
            mq__fact_say(t->out, &fact, "ML-N5", "mlem.tell.tunnel", "ii", to,
                         fact.after);
            continue;
        }
        if (kind == ML_REGAIN) {
            mq__fact_item(&fact, "regain");
            mq__fact_say(t->out, &fact, "ML-N4", "mlem.tell.regain", "i", to);
        }
        return;
    }
}

static void tell_flight(const struct telling *t)
{
    int to = ml_travel_end(t->c, t->action), from = t->c.st->space;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "use");
    char word[ML_PLANET_WORD];

    fact.place = ml_arrival(t->c, to);
    mq__fact_item(&fact, mq__ml_beside_word(t->c, fact.place, word));
    mq__fact_count(&fact, from, fact.place);
    if (to == ML_DEEP) {
        mq__fact_say(t->out, &fact, "ML-T6", "mlem.do.use-deep", "");
    } else {
        mq__fact_say(t->out, &fact, "ML-T5", "mlem.do.use", "ii", to - from,
                     to);
    }
    fact.kind = MQ_FACT_MOVES;
    fact.subject = "rocket";
    if (fact.place == ML_DEEP) {
        mq__fact_say(t->out, &fact, "ML-T6", "mlem.tell.to-deep", "i", from);
    } else {
        mq__fact_say(t->out, &fact, "ML-T5", "mlem.tell.to", "ii", from,
                     fact.place);
    }
    tell_finds(t, to);
}

static void tell_use(const struct telling *t)
{
    tell_flight(t);
    tell_aids(t);
    tell_dice(t);
    tell_points(t);
    tell_met(t);
    if (t->then.st->step == ML_STEP_LAND && t->then.st->turn == t->seat) {
        tell_landings(t->then, t, MQ_FACT_OPENS);
    }
    tell_next_roll(t, ML_NEXT_ROLL);
    tell_end(t);
}

static void tell_reroll(const struct telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "reroll");

    mq__fact_say(t->out, &fact, "ML-U7", "mlem.do.reroll", "i", t->c.st->dice);
    fact = mq__fact(MQ_FACT_COST, "token");
    mq__fact_item(&fact, "reroll");
    mq__fact_say(t->out, &fact, "ML-U4", "mlem.tell.token", "w", "reroll");
    tell_next_roll(t, ML_SECOND_ROLL);
}

/* Who goes home, and who may still land. */
static void tell_wreck(const struct telling *t)
{
    for (int i = 0; i < t->c.st->players; i++) {
        int seat = ml_seat_at(t->c.st, i);
        bool lands = (t->then.st->aboard >> seat & 1) != 0;
        struct mq_fact fact = mq__fact(lands ? MQ_FACT_OPENS : MQ_FACT_MOVES,
                                       lands ? "landing" : "home");

        if ((t->c.st->aboard >> seat & 1) == 0) {
            continue;
        }
        const char *word = mq__ml_astronauts[ml_astronaut(t->c.st, seat)];

        fact.seat = seat;
        mq__fact_item(&fact, word);
        mq__fact_say(t->out, &fact, lands ? "ML-X2" : "ML-X3",
                     lands ? "mlem.tell.may-land" : "mlem.tell.goes-home", "pw",
                     seat, word);
    }
}

static void tell_crash(const struct telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "crash");

    mq__fact_say(t->out, &fact, "ML-P2", "mlem.do.crash", "");
    fact = mq__fact(MQ_FACT_COST, "failures");
    mq__fact_count(&fact, t->c.st->failures, t->c.st->failures + 1);
    mq__fact_say(t->out, &fact, "ML-X1", "mlem.tell.failure", "ii", fact.after,
                 t->c.t->figure.failures);
    tell_wreck(t);
    tell_end(t);
}

static void tell_go_home(const struct telling *t)
{
    const char *word = mq__ml_astronauts[ml_astronaut(t->c.st, t->seat)];
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "stay");

    mq__fact_say(t->out, &fact, "ML-X2", "mlem.do.go-home", "");
    fact = mq__fact(MQ_FACT_MOVES, "home");
    fact.seat = t->seat;
    mq__fact_item(&fact, word);
    mq__fact_say(t->out, &fact, "ML-X3", "mlem.tell.goes-home", "pw", t->seat,
                 word);
    tell_landings(t->c, t, MQ_FACT_LOSES);
    tell_end(t);
}

/* Where the next roll can lead, if nobody gets off before it. */
static void tell_stops(const struct telling *t)
{
    double stop[ML_SPACES];

    mq__ml_stops(t->g, t->then, stop);
    for (int space = 0; space < ML_SPACES; space++) {
        struct mq_fact fact = mq__fact(MQ_FACT_CHANCE, "stop");
        char word[ML_PLANET_WORD];

        if (stop[space] <= 0) {
            continue;
        }
        mq__fact_item(&fact, mq__ml_beside_word(t->then, space, word));
        fact.place = space;
        fact.chance = stop[space];
        mq__fact_say(t->out, &fact, "ML-T5",
                     space == ML_DEEP ? "mlem.tell.stop-deep"
                                      : "mlem.tell.stop",
                     "ic", space, mq_chance_arg(stop[space]));
    }
}

static void tell_stay(const struct telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "stay");

    if (t->c.st->step == ML_STEP_PARACHUTE) {
        tell_go_home(t);
        return;
    }
    mq__fact_say(t->out, &fact, "ML-L1", "mlem.do.stay", "");
    tell_next_roll(t, ML_NEXT_ROLL);
    tell_stops(t);
    tell_landings(t->c, t, MQ_FACT_LOSES);
}

static void tell_place(const struct telling *t, int place)
{
    int space = ml_landing_space(t->c.st, MQ_ACTION_A(t->action));
    const char *word = mq__ml_astronauts[ml_astronaut(t->c.st, t->seat)];
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "land");
    char planet[ML_PLANET_WORD];

    fact.place = space;
    fact.seat = t->seat;
    mq__fact_item(&fact, place_word(place, planet));
    mq__fact_say(t->out, &fact, "ML-L1",
                 place >= ML_MOON     ? "mlem.do.land-moon"
                 : place >= ML_PLANET ? "mlem.do.land-planet"
                 : place == ML_COMET  ? "mlem.do.land-comet"
                                      : "mlem.do.land-galaxy",
                 "wi", fact.item, space);
    fact.kind = MQ_FACT_MOVES;
    fact.subject = "astronaut";
    mq__fact_item(&fact, word);
    mq__fact_say(t->out, &fact, "ML-L1", "mlem.tell.lands", "pwi", t->seat,
                 word, space);
}

static void tell_land(const struct telling *t)
{
    int astronaut = ml_astronaut(t->c.st, t->seat);
    int place = t->state->place[t->seat][astronaut];

    tell_place(t, place);
    tell_points(t);
    tell_met(t);
    if (place >= ML_PLANET && place < ML_MOON) {
        mq__ml_tell_holder(t->then, place - ML_PLANET, t->seat, t->out);
    }
    mq__ml_tell_placed(t->then, t->seat, t->out);
    if (t->then.st->dice != t->c.st->dice) {
        tell_dice(t);
    }
    tell_commander(t);
    tell_end(t);
}

void mq__ml_tell(const struct mq_game *g, const void *st, int seat,
                 mq_action action, const struct mq_facts *out)
{
    static void (*const tells[ML_KINDS])(const struct telling *t) = {
        [ML_DO_RETURN] = tell_return, [ML_DO_BOARD] = tell_board,
        [ML_DO_USE] = tell_use,       [ML_DO_REROLL] = tell_reroll,
        [ML_DO_CRASH] = tell_crash,   [ML_DO_STAY] = tell_stay,
        [ML_DO_LAND] = tell_land,
    };
    struct ml c = ml_of(g, st);
    struct ml_state state = *c.st;
    struct telling t = {g, c, ml_with(c.t, &state), &state, seat, action, out};

    assert(tells[MQ_ACTION_KIND(action)] != NULL);
    play(g, &state, seat, action);
    tells[MQ_ACTION_KIND(action)](&t);
}

/* Apogee: the description of a position (core/form.h); the top of it here.
 * docs/positions-apogee.md is made from it. */
#include "games/apogee/position.h"

const char *const mq__ap_decks[] = {
    "first-stage", "upper-stage", "payload", "rnd", "junior", "senior", NULL};

static void walk_head(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    const struct mq_option *o = mq__ap_options;
    int mission = st->mission + 1;
    uint8_t ordered = st->step >= AP_HIRE ? st->players : 0;
    struct mq_form_set seats = {.name = "player",
                                .words = mq__form_seats,
                                .count = f->players,
                                .none = MQ_FORM_NEVER};

    mq__form_open(f, "options");
    mq_form_int(f, o[0].name, &mission, 1,
                ap_solo(st) ? AP_SOLO_MISSIONS : AP_MISSIONS);
    mq__form_word(f, o[1].name, &st->per_engineer, o[1].words);
    mq__form_word(f, o[2].name, &st->tiebreak, o[2].words);
    mq_form_int(f, o[3].name, &st->rounds, 0, 1000);
    mq__form_close(f);
    if (mq__form_reads(f)) {
        st->mission = (uint8_t)(mission - 1);
    }
    mq_form_holds(f, &st->mission);
    mq_form_int(f, "round", &st->round, 0, 60000);
    mq__form_word(f, "step", &st->step, mq__ap_steps);
    must(w, "round", "round", (st->round == 0) == (st->step < AP_EVENT));
    mq_form_text(f, "=phase", mq__ap_phase(f->game, st));
    mq_form_cards(f, "=order", st->order, &ordered, AP_PLAYERS, &seats,
                  MQ_FORM_PASSED);
}

/* The solo events that were revealed and added an objective. */
static bool adds_objectives(const struct ap_walk *w)
{
    for (unsigned left = w->c.st->extra; left != 0; left &= left - 1) {
        if (w->c.t->solo_event[ap_low_bit(left)].effect != AP_NEW_OBJECTIVE) {
            return false;
        }
    }
    return true;
}

static void walk_events(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    bool round = st->step > AP_EVENT && st->step < AP_OVER;
    bool none = st->event == AP_NONE;
    bool no_solo = st->solo_event == AP_NONE;
    uint32_t all = (uint32_t)((UINT64_C(1) << w->c.t->events) - 1);
    uint32_t used = mq__form_reads(f) ? 0 : all & ~st->events_left;

    mq_form_card(f, "?event", &st->event, &w->event, 0);
    must(w, "event", "event",
         none || (round && (used & AP_BIT(st->event)) != 0));
    must(w, "event", "event", st->step != AP_EFFECT || !none || !no_solo);
    mq__form_only(f, ap_solo(st));
    mq_form_card(f, "?solo_event", &st->solo_event, &w->solo_event, 0);
    must(w, "solo_event", "event", no_solo || (round && none));
    mq_form_mask(f, "?extra", &st->extra, &w->solo_event);
    must(w, "extra", "extra", adds_objectives(w));
    mq__form_always(f);
    mq__form_open(f, "events");
    mq_form_mask(f, "?used", &used, &w->event);
    if (mq__form_reads(f)) {
        used |= st->event < AP_EVENTS ? AP_BIT(st->event) : 0;
        st->events_left = all & ~used;
    }
    mq_form_mask(f, "=unseen", &st->events_left, &w->event);
    mq__form_close(f);
}

static void walk_rows(struct ap_walk *w, struct mq_form *f)
{
    static const char *const keys[] = {"?first-stage", "?upper-stage",
                                       "?payload"};
    struct ap_state *st = w->c.st;

    if (mq__form_reads(f)) {
        memset(st->row, AP_NONE, sizeof(st->row));
        memset(st->open, AP_NONE, sizeof(st->open));
    }
    mq__form_open(f, "rows");
    for (int type = 0; type < AP_ROWS; type++) {
        struct mq_form_set kinds = mq__ap_kinds_set(w->c.t, type, type);

        mq_form_cards(f, keys[type], st->row[type], NULL, AP_PLACES, &kinds,
                      MQ_FORM_NULLS);
    }
    must(w, NULL, "early", st->step >= AP_REVEAL || st->gaps == AP_ALL_GAPS);
    mq__form_close(f);
    mq_form_holds(f, &st->gaps);
    mq_form_holds(f, &st->vacant);
    mq_form_holds(f, &st->overfull);
}

/* Every investor is in one place: those placed and those left are all. */
static bool investors_once(const struct ap_walk *w)
{
    const struct ap_state *st = w->c.st;
    int n = ap_count_bits(st->investors_removed) +
            ap_count_bits(st->investors_left) + (st->open[0] != AP_NONE) +
            (st->open[1] != AP_NONE);

    for (int seat = 0; seat < st->players; seat++) {
        n += ap_count_bits(st->player[seat].investors);
    }
    return n == w->c.t->investors;
}

static void walk_investors(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    bool none = st->open[0] == AP_NONE && st->open[1] == AP_NONE;

    mq__form_open(f, "investors");
    mq_form_cards(f, "?open", st->open, NULL, AP_OPEN_INVESTORS, &w->investor,
                  MQ_FORM_NULLS);
    must(w, "open", "investors", st->step >= AP_REVEAL || none);
    mq_form_mask(f, "?removed", &st->investors_removed, &w->investor);
    mq_form_mask(f, "=unseen", &st->investors_left, &w->investor);
    must(w, NULL, "investors", investors_once(w));
    mq__form_close(f);
}

/* Every director is in one place. */
static bool directors_once(const struct ap_state *st)
{
    uint32_t seen = 0;
    int n = 0;

    for (int i = 0; i < 3 * st->players; i++) {
        const struct ap_player *p = &st->player[i / 3];
        int card = i % 3 < 2 ? p->dealt[i % 3] : p->director;

        n += card < AP_DIRECTORS;
        seen |= card < AP_DIRECTORS ? AP_BIT(card) : 0;
    }
    return ap_count_bits(seen) == n;
}

/* The turn is read last: what can be under way depends on all the rest. */
static void walk_parts(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;

    if (!mq__form_reads(f)) {
        mq__ap_walk_turn(w);
    }
    walk_events(w, f);
    walk_rows(w, f);
    walk_investors(w, f);
    mq__form_open(f, "players");
    for (int i = 0; mq__form_each(f, mq__form_seats, i, f->players); i++) {
        mq__ap_walk_player(w, i);
        mq__form_close(f);
    }
    mq__form_close(f);
    must(w, "players", "dice", mq__ap_pool(st) >= 0); /* AP-C8 */
    mq__ap_walk_decks(w);
    mq__form_open(f, "=directors");
    mq_form_mask(f, "unseen", &st->directors_left, &w->director);
    must(w, NULL, "directors", directors_once(st));
    mq__form_close(f);
    if (mq__form_reads(f)) {
        mq__ap_walk_turn(w);
    }
    mq_form_holds(f, &st->ask);
    mq_form_holds(f, &st->actors);
}

static void walk(struct mq_form *f, const struct mq_game *g, void *state)
{
    struct ap c = ap_of(g, state);
    struct ap_walk w = {
        .c = c,
        .f = f,
        .kind = mq__ap_set(c.t, 'K'),
        .engineer = mq__ap_set(c.t, 'E'),
        .director = mq__ap_set(c.t, 'D'),
        .investor = mq__ap_set(c.t, 'I'),
        .event = mq__ap_set(c.t, 'V'),
        .solo_event = MQ_FORM_IDS("solo event", c.t->solo_event,
                                  c.t->solo_events, 0, AP_NONE),
        .type = MQ_FORM_WORDS(mq__ap_decks, AP_TYPES),
        .space = MQ_FORM_WORDS(mq__ap_spaces, AP_PLACES_OF_ENGINEERS),
        .destination = mq__ap_set(c.t, 'T'),
    };

    w.type.name = "type";
    w.space.name = "space";
    w.destination.name = "destination";
    w.destination.none = AP_NONE;
    mq__form_game(f);
    mq__form_players(f, &c.st->players, 1, AP_PLAYERS);
    walk_head(&w, f);
    if (!f->r.failed) {
        walk_parts(&w, f);
    }
}

static bool at_rest(const struct mq_game *g, const void *state)
{
    struct ap c = ap_of(g, state);
    int wanted = mq__ap_find_ask(c);

    return wanted != AP_ASK_NOTHING &&
           wanted == (c.st->ask | c.st->actors << 8);
}

/* A true position goes on to where somebody is asked; a view must be there. */
static void settle(const struct mq_game *g, void *state, bool hidden)
{
    struct ap c = ap_of(g, state);

    if (!hidden) {
        mq__ap_advance(c);
    } else {
        int wanted = mq__ap_find_ask(c);

        c.st->ask = (uint8_t)(wanted & 0xFF);
        c.st->actors = (uint8_t)(wanted >> 8);
    }
}

const struct mq_form_kind mq__ap_form = {
    .walk = walk,
    .clear = mq__ap_clear,
    .derive = mq__ap_derive,
    .settle = settle,
    .at_rest = at_rest,
    .asleep = "apogee.check.rest",
    .no_id = "apogee.read.id",
    .open = "apogee.read.open",
    .no_seat = "apogee.read.seat",
    .players = "apogee.read.players",
    .unfit = "apogee.read.unseen",
};

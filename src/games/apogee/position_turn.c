/* Apogee: what is under way in a position. What belongs to another step is
 * passed over when a position is read. */
#include "games/apogee/position.h"

static const char *const roll_words[] = {
    "specialty", "event", "static-fire", "launch", "intervention", NULL};

/* Whose turn it is. */

/* The seats that the cursor counts: the queue, the turn order, in AP_DEAL all
 * as they sit; NULL: it counts nothing. */
static const uint8_t *counted(const struct ap_state *st, int *n)
{
    static const uint8_t seats[AP_PLAYERS] = {0, 1, 2, 3, 4};

    *n = st->players;
    switch (st->step) {
    case AP_DEAL:
        return seats;
    case AP_HIRE:
    case AP_EFFECT:
    case AP_CONSTRUCTION:
    case AP_ACTIONS:
        return st->order;
    case AP_DRAWING:
    case AP_KEPT:
    case AP_DESIGN:
        *n = st->queue_count <= AP_PLAYERS ? st->queue_count : 0;
        return st->queue;
    default:
        return NULL;
    }
}

/* Absent it is the first seat; null: the last one has had its turn. */
static void walk_at(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    int n;
    const uint8_t *seats = counted(st, &n);
    uint8_t at = seats != NULL && st->cursor < n ? seats[st->cursor] : AP_NONE;
    bool all = st->step == AP_CONSTRUCTION || st->step == AP_ACTIONS;

    mq__form_during(f, seats != NULL);
    mq__form_seat(f, "?at", &at, AP_NONE);
    if (mq__form_reads(f) && !f->shut) {
        for (st->cursor = 0; st->cursor < n && seats[st->cursor] != at;) {
            st->cursor++;
        }
        if (st->cursor == n && at != AP_NONE) {
            mq__form_fail(f, "at", "apogee.read.at", "");
        }
    }
    mq_form_holds(f, &st->cursor);
    must(w, "at", "at", st->cursor <= n - all);
    mq__form_always(f);
}

/* By step. */

/* Engineers on the space `specialty`, or moved by theirs. */
static uint32_t specialists_at(const struct ap_state *st, int space)
{
    uint32_t there = 0;

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->crew_count; i++) {
            if (p->crew[i].space == space && p->crew[i].id < AP_ENGINEERS) {
                there |= AP_BIT(p->crew[i].id);
            }
        }
    }
    return there;
}

static void walk_specialties(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    bool given = mq__form_given(f, "specialists");
    bool whole = f->mode == MQ_FORM_READ || f->mode == MQ_FORM_REQUIRE;
    uint32_t there = whole ? specialists_at(st, AP_ON_SPECIALTY) : 0;
    uint32_t moved = whole ? specialists_at(st, AP_MOVED) : 0;
    uint32_t one;

    mq__form_during(f, st->step == AP_SPECIALTIES);
    mq_form_card(f, "?specialist", &st->specialist, &w->engineer, 0);
    one = st->specialist < AP_ENGINEERS ? AP_BIT(st->specialist) : 0;
    must(w, "specialist", "specialists", (one & ~(there | moved)) == 0);
    mq_form_mask(f, "?specialists", &st->specialists, &w->engineer);
    if (mq__form_reads(f) && !f->shut && !given) {
        st->specialists = there & ~one;
    }
    must(w, "specialists", "specialists", (st->specialists & ~there) == 0);
    mq_form_flag(f, "?choosing", &st->choosing);
}

static void walk_construction(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    bool building = st->step == AP_CONSTRUCTION;
    bool whole = f->mode == MQ_FORM_READ || f->mode == MQ_FORM_REQUIRE;
    int most = 0;
    int discount = 0;

    if (building && whole && st->cursor < st->players) {
        most = st->player[ap_current(st)].on[AP_ON_CONSTRUCTION];
        discount = mq__ap_construction_discount(w->c);
    }
    if (mq__form_reads(f)) {
        st->builds = (uint8_t)most;
        st->discount = (uint8_t)(most > 0 ? discount : 0);
    }
    mq__form_during(f, building);
    mq_form_int(f, "?builds", &st->builds, 0, AP_CREW);
    must(w, "builds", "builds", st->builds <= most);
    mq_form_int(f, "?discount", &st->discount, 0, UINT8_MAX);
    must(w, "discount", "discount",
         st->discount == 0 || st->discount == discount);
}

static bool can_target(const struct ap_walk *w)
{
    const struct ap_player *p = &w->c.st->player[ap_current(w->c.st)];
    int nation = w->c.t->director[p->director].nation;
    mq_action list[MQ_MAX_LEGAL];

    return p->intervened && !w->c.st->choosing &&
           mq__ap_interventions[nation].legal(w->c, list) > 0;
}

static void walk_actions(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    int most = ap_changes(w->c)->director_actions;

    mq__form_during(f, st->step == AP_ACTIONS);
    if (mq__form_reads(f) && !f->shut && st->cursor < st->players) {
        st->actions = (uint8_t)(st->player[ap_current(st)].skips ? 0 : most);
    }
    mq_form_int(f, "?actions", &st->actions, 0, 9);
    must(w, "actions", "actions", st->actions <= most);
    mq_form_flag(f, "?fired", &st->fired);
    mq_form_flag(f, "?launched", &st->launched);
    mq_form_flag(f, "?choosing", &st->choosing);
    mq_form_flag(f, "?chosen", &st->chosen);
    must(w, "choosing", "choosing", !st->chosen || st->choosing);
    mq_form_flag(f, "?targeting", &st->targeting);
    must(w, "targeting", "targeting", !st->targeting || can_target(w));
    mq__form_seat(f, "?losing", &st->losing, AP_NONE);
    must(w, "losing", "losing",
         st->losing == AP_NONE ||
             mq__ap_dismissable(&st->player[st->losing]) > 0);
}

/* A choice is due of the specialist, or of the director whose turn it is. */
static bool may_choose(const struct ap_walk *w)
{
    const struct ap_state *st = w->c.st;
    mq_action list[MQ_MAX_LEGAL];
    struct ap_use use;

    if (st->step == AP_SPECIALTIES
            ? st->specialist == AP_NONE
            : st->step != AP_ACTIONS ||
                  !st->player[ap_current(st)].specialty_used) {
        return false;
    }
    use = mq__ap_use_now(w->c);
    return use.is->apply != NULL && mq__ap_use_list(&use, list) > st->chosen;
}

/* What waits to be carried out. */

/* Draws: as many as there are and fit. */
static bool draw_fits(const struct ap_state *st)
{
    const struct ap_player *p = &st->player[st->draw_seat];
    bool engineer = st->draw_deck >= AP_JUNIORS;
    int step = st->step;
    bool now =
        engineer
            ? step == AP_HIRE || step == AP_EFFECT || step == AP_ACTIONS
            : st->draw_deck == AP_RND && step >= AP_EFFECT && step < AP_OVER;

    return now && st->draw_left <= ap_deck_cards(st, st->draw_deck) &&
           st->draw_left + (engineer ? p->crew_count : p->drawn_count) <=
               AP_CREW;
}

static void walk_draw(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;

    mq__form_maybe(f, "?draw", st->draw_left > 0);
    mq__form_word(f, "deck", &st->draw_deck, mq__ap_decks);
    mq__form_seat(f, "player", &st->draw_seat, MQ_FORM_NEVER);
    mq_form_int(f, "left", &st->draw_left, 1, AP_CREW);
    must(w, NULL, "draw", draw_fits(st));
    mq__form_close(f);
}

/* Open investors that an act has met: their places. */
static void walk_due(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    uint8_t places[AP_OPEN_INVESTORS];
    int n = 0;

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        places[n] = (uint8_t)i;
        n += st->due >> i & 1;
    }
    mq__form_maybe(f, "?investors", st->due != 0);
    mq__form_seat(f, "player", &st->due_seat, MQ_FORM_NEVER);
    mq__form_array(f, "places", AP_OPEN_INVESTORS);
    for (int i = 0; mq__form_item(f, i, n); i++) {
        mq_form_int(f, NULL, &places[i], 0, AP_OPEN_INVESTORS - 1);
        if (mq__form_reads(f)) {
            st->due |= (uint8_t)(1U << places[i]);
        }
        must(w, NULL, "due", st->open[places[i]] != AP_NONE);
    }
    mq__form_close(f);
    mq_form_holds(f, &st->due);
    must(w, NULL, "due", st->due < 1U << AP_OPEN_INVESTORS);
    mq__form_close(f);
}

/* What a roll can be for, by step. */
static bool roll_fits(const struct ap_walk *w)
{
    const struct ap_tables *t = w->c.t;
    const struct ap_state *st = w->c.st;
    bool acting = st->step == AP_ACTIONS && st->roll_seat == ap_current(st);
    struct ap_rocket rocket;

    switch (st->roll) {
    case AP_ROLL_SPECIALTY:
        return st->step == AP_SPECIALTIES && st->specialist != AP_NONE &&
               t->engineer[st->specialist].roll > 0 && !st->choosing &&
               mq__ap_owner(st, st->specialist) == st->roll_seat;
    case AP_ROLL_EFFECT:
        return st->step == AP_EFFECT && st->cursor > 0 &&
               mq__ap_effects[mq__ap_event_now(w->c)->effect].rolled != NULL;
    case AP_ROLL_FIRE:
        return acting && st->fired;
    case AP_ROLL_INTERVENE:
        return acting && st->player[st->roll_seat].intervened;
    case AP_ROLL_LAUNCH:
        if (!acting || !st->launched || st->destination >= AP_DESTINATIONS) {
            return false;
        }
        mq__ap_rocket(w->c, st->roll_seat, &rocket);
        return rocket.complete &&
               mq__ap_number(t, rocket.performance, st->destination) > 0;
    default:
        return false;
    }
}

static void walk_roll(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;
    struct mq_form_set rolls = MQ_FORM_WORDS(roll_words, AP_ROLL_INTERVENE);

    rolls.base = AP_ROLL_SPECIALTY;
    mq__form_maybe(f, "?roll", st->roll != AP_NO_ROLL);
    mq_form_card(f, "for", &st->roll, &rolls, 0);
    mq__form_seat(f, "player", &st->roll_seat, MQ_FORM_NEVER);
    must(w, NULL, "roll", roll_fits(w));
    mq__form_only(f, st->roll_value > 0 || mq__form_reads(f));
    mq_form_int(f, "?failed", &st->roll_value, 0, AP_DIE_SIDES);
    must(w, NULL, "failed",
         st->player[st->roll_seat].dice > 0 && mq__ap_spare_dice_help(w->c) &&
             st->roll_value < mq__ap_roll_needed(w->c));
    mq__form_close(f);
    mq__form_during(f, st->roll == AP_ROLL_LAUNCH);
    mq_form_card(f, "?destination", &st->destination, &w->destination, 0);
    must(w, "destination", "destination", st->destination != AP_NONE);
    mq__form_always(f);
}

/* The queue depends on the lap, and whose turn it is on the queue. */
static void walk_lap(struct ap_walk *w, struct mq_form *f)
{
    struct ap_state *st = w->c.st;

    mq__form_during(f, st->step == AP_DESIGN);
    mq_form_int(f, "?lap", &st->lap, 0, AP_CREW - 1);
    must(w, "lap", "lap", st->lap == 0 || st->queue_count > 0);
    mq__form_always(f);
    if (mq__form_reads(f)) {
        mq__form_derive(f);
    }
}

void mq__ap_walk_turn(struct ap_walk *w)
{
    struct mq_form *f = w->f;
    struct ap_state *st = w->c.st;
    bool reads = mq__form_reads(f);

    mq__form_open(f, "turn");
    if (reads) {
        walk_lap(w, f);
    }
    walk_at(w, f);
    mq__form_during(f, st->step == AP_EFFECT);
    mq_form_int(f, "?dismissals", &st->dismissals, 0, AP_CREW);
    must(w, "dismissals", "dismissals",
         st->dismissals == 0 || (ap_solo(st) && st->cursor > 0 &&
                                 st->dismissals <= st->player[0].crew_count));
    walk_specialties(w, f);
    walk_construction(w, f);
    if (!reads) {
        walk_lap(w, f);
    }
    walk_actions(w, f);
    mq__form_always(f);
    walk_draw(w, f);
    walk_due(w, f);
    mq__form_maybe(f, "?judged", st->launched_seat != AP_NONE);
    mq__form_seat(f, "player", &st->launched_seat, MQ_FORM_NEVER);
    mq_form_flag(f, "?meets", &st->launch_meets);
    must(w, NULL, "judged", st->step == AP_ACTIONS);
    mq__form_close(f);
    walk_roll(w, f);
    must(w, "choosing", "choosing", !st->choosing || may_choose(w));
    mq__form_close(f);
    mq_form_holds(f, &st->queue);
    mq_form_holds(f, &st->queue_count);
}

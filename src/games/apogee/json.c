/* Apogee: positions as JSON; docs/positions-apogee.md has every field. */
#include "games/apogee/json.h"

#include "core/json.h"

const char *const mq__apogee_seat_words[] = {"P1", "P2", "P3",
                                             "P4", "P5", NULL};
const char *const mq__apogee_deck_words[] = {
    "first-stage", "upper-stage", "payload", "rnd", "junior", "senior", NULL};
const char *const mq__apogee_roll_words[] = {
    "none",   "specialty",    "event", "static-fire",
    "launch", "intervention", NULL};

#define DECK(word) "decks." word ".unseen", "decks." word ".size"

const char *const mq__apogee_derived[] = {
    "phase",
    "order",
    "players.P1.spaces",
    "players.P2.spaces",
    "players.P3.spaces",
    "players.P4.spaces",
    "players.P5.spaces",
    DECK("first-stage"),
    DECK("upper-stage"),
    DECK("payload"),
    DECK("rnd"),
    DECK("junior"),
    DECK("senior"),
    "investors.unseen",
    "events.unseen",
    "directors.unseen",
    NULL,
};

bool mq__apogee_counts_queue(int step)
{
    return step == AP_DRAWING || step == AP_KEPT || step == AP_DESIGN;
}

bool mq__apogee_has_cursor(int step)
{
    return mq__apogee_counts_queue(step) || step == AP_DEAL ||
           step == AP_HIRE || step == AP_EFFECT || step == AP_CONSTRUCTION ||
           step == AP_ACTIONS;
}

struct writer {
    const struct ap_tables *t;
    const struct ap_state *st;
    struct mq_json_writer *w;
};

/* A card by its sort (text.c), null for AP_NONE, "?" for MQ_UNKNOWN. */
static void write_card(struct writer *j, const char *key, char sort, int card)
{
    mq__json_str(j->w, key,
                 card == AP_NONE ? NULL
                 : card == MQ_UNKNOWN
                     ? "?"
                     : mq__apogee_argument_word(j->t, sort, card));
}

static void write_seat(struct writer *j, const char *key, int seat)
{
    mq__json_str(j->w, key,
                 seat < AP_PLAYERS ? mq__apogee_seat_words[seat] : NULL);
}

static void write_list(struct writer *j, const char *key, const uint8_t *list,
                       int count)
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < count; i++) {
        write_card(j, NULL, 'K', list[i]);
    }
    mq__json_close(j->w, ']');
}

static void write_mask(struct writer *j, const char *key, char sort,
                       uint32_t mask)
{
    mq__json_open(j->w, key, '[');
    for (; mask != 0; mask &= mask - 1) {
        write_card(j, NULL, sort, ap_low_bit(mask));
    }
    mq__json_close(j->w, ']');
}

static void write_options(struct writer *j)
{
    const struct ap_state *st = j->st;
    const struct mq_option *o = mq__apogee_options;

    mq__json_open(j->w, "options", '{');
    mq__json_int(j->w, o[0].name, st->mission + 1);
    mq__json_str(j->w, o[1].name, o[1].words[st->per_engineer]);
    mq__json_str(j->w, o[2].name, o[2].words[st->tiebreak]);
    mq__json_int(j->w, o[3].name, st->rounds);
    mq__json_close(j->w, '}');
}

/* Turn. */

static int seat_at(const struct ap_state *st)
{
    if (mq__apogee_counts_queue(st->step)) {
        return st->cursor < st->queue_count ? st->queue[st->cursor] : AP_NONE;
    }
    if (st->cursor >= st->players) {
        return AP_NONE;
    }
    return st->step == AP_DEAL ? st->cursor : st->order[st->cursor];
}

static void write_draw(struct writer *j)
{
    mq__json_open(j->w, "draw", '{');
    mq__json_str(j->w, "deck", mq__apogee_deck_words[j->st->draw_deck]);
    write_seat(j, "player", j->st->draw_seat);
    mq__json_int(j->w, "left", j->st->draw_left);
    mq__json_close(j->w, '}');
}

static void write_due(struct writer *j)
{
    mq__json_open(j->w, "investors", '{');
    write_seat(j, "player", j->st->due_seat);
    mq__json_open(j->w, "places", '[');
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if ((j->st->due >> i & 1) != 0) {
            mq__json_int(j->w, NULL, i);
        }
    }
    mq__json_close(j->w, ']');
    mq__json_close(j->w, '}');
}

static void write_roll(struct writer *j)
{
    const struct ap_state *st = j->st;

    mq__json_open(j->w, "roll", '{');
    mq__json_str(j->w, "for", mq__apogee_roll_words[st->roll]);
    write_seat(j, "player", st->roll_seat);
    if (st->roll_value > 0) {
        mq__json_int(j->w, "failed", st->roll_value);
    }
    mq__json_close(j->w, '}');
    if (st->roll == AP_ROLL_LAUNCH) {
        write_card(j, "destination", 'T', st->destination);
    }
}

static void write_pending(struct writer *j)
{
    const struct ap_state *st = j->st;

    if (st->draw_left > 0) {
        write_draw(j);
    }
    if (st->due != 0) {
        write_due(j);
    }
    if (st->launched_seat != AP_NONE) {
        mq__json_open(j->w, "judged", '{');
        write_seat(j, "player", st->launched_seat);
        mq__json_bool(j->w, "meets", st->launch_meets);
        mq__json_close(j->w, '}');
    }
    if (st->roll != AP_NO_ROLL) {
        write_roll(j);
    }
}

static void write_specialties(struct writer *j)
{
    write_card(j, "specialist", 'E', j->st->specialist);
    write_mask(j, "specialists", 'E', j->st->specialists);
    mq__json_bool(j->w, "choosing", j->st->choosing);
}

static void write_actions(struct writer *j)
{
    const struct ap_state *st = j->st;

    mq__json_int(j->w, "actions", st->actions);
    mq__json_bool(j->w, "fired", st->fired);
    mq__json_bool(j->w, "launched", st->launched);
    mq__json_bool(j->w, "choosing", st->choosing);
    mq__json_bool(j->w, "chosen", st->chosen);
    mq__json_bool(j->w, "targeting", st->targeting);
    write_seat(j, "losing", st->losing);
}

static void write_turn(struct writer *j)
{
    const struct ap_state *st = j->st;

    mq__json_open(j->w, "turn", '{');
    if (mq__apogee_has_cursor(st->step)) {
        write_seat(j, "at", seat_at(st));
    }
    switch (st->step) {
    case AP_EFFECT:
        mq__json_int(j->w, "dismissals", st->dismissals);
        break;
    case AP_SPECIALTIES:
        write_specialties(j);
        break;
    case AP_CONSTRUCTION:
        mq__json_int(j->w, "builds", st->builds);
        mq__json_int(j->w, "discount", st->discount);
        break;
    case AP_DESIGN:
        mq__json_int(j->w, "lap", st->lap);
        break;
    case AP_ACTIONS:
        write_actions(j);
        break;
    default:
        break;
    }
    write_pending(j);
    mq__json_close(j->w, '}');
}

/* Players. */

static void write_member(struct writer *j, const struct ap_member *m)
{
    mq__json_open(j->w, NULL, '{');
    write_card(j, "engineer", 'E', m->id);
    if (m->id == MQ_UNKNOWN) {
        mq__json_str(j->w, "level", mq__apogee_level_words[m->level]);
    }
    mq__json_str(j->w, "space",
                 m->space == MQ_UNKNOWN ? "?"
                                        : mq__apogee_space_words[m->space]);
    mq__json_bool(j->w, "open", m->open);
    mq__json_close(j->w, '}');
}

static void write_crew(struct writer *j, const struct ap_player *p)
{
    mq__json_open(j->w, "crew", '[');
    for (int i = 0; i < p->crew_count; i++) {
        write_member(j, &p->crew[i]);
    }
    mq__json_close(j->w, ']');
    mq__json_open(j->w, "spaces", '{');
    for (int s = 0; s < AP_PLACES_OF_ENGINEERS; s++) {
        mq__json_int(j->w, mq__apogee_space_words[s], p->on[s]);
    }
    mq__json_close(j->w, '}');
    write_mask(j, "effects", 'E', p->effects);
}

static void write_pad(struct writer *j, const struct ap_player *p)
{
    mq__json_open(j->w, "pad", '[');
    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            write_card(j, NULL, 'K', p->pad[type][i]);
        }
    }
    mq__json_close(j->w, ']');
    mq__json_open(j->w, "built", '[');
    for (int type = 0; type < AP_TYPES; type++) {
        if ((p->built >> type & 1) != 0) {
            mq__json_str(j->w, NULL, mq__apogee_deck_words[type]);
        }
    }
    mq__json_close(j->w, ']');
}

static void write_counts(struct writer *j, const char *key,
                         const uint8_t *counts)
{
    mq__json_open(j->w, key, '{');
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        mq__json_int(j->w, mq__apogee_destination_words[d], counts[d]);
    }
    mq__json_close(j->w, '}');
}

static void write_launches(struct writer *j, int seat)
{
    const struct ap_state *st = j->st;
    const struct ap_player *p = &st->player[seat];

    write_counts(j, "launches", p->launches);
    write_counts(j, "manned_launches", p->manned);
    write_counts(j, "astronauts", p->astronauts);
    mq__json_open(j->w, "dropped", '[');
    for (int i = 0; i < st->dropped_count; i++) {
        const struct ap_dropped *d = &st->dropped[i];

        if (d->seat == seat) {
            mq__json_open(j->w, NULL, '{');
            write_card(j, "card", 'K', d->kind);
            write_card(j, "destination", 'T', d->destination);
            mq__json_bool(j->w, "counts", d->counts);
            mq__json_close(j->w, '}');
        }
    }
    mq__json_close(j->w, ']');
}

static void write_choice(struct writer *j, const struct ap_player *p)
{
    write_card(j, "director", 'D', p->director);
    if (j->st->step <= AP_CHOOSE) {
        mq__json_open(j->w, "dealt", '[');
        for (int i = 0; i < 2 && p->dealt[i] != AP_NONE; i++) {
            write_card(j, NULL, 'D', p->dealt[i]);
        }
        mq__json_close(j->w, ']');
        write_card(j, "choice", 'D', p->choice);
    }
    mq__json_bool(j->w, "specialty_used", p->specialty_used);
    mq__json_bool(j->w, "intervened", p->intervened);
    mq__json_bool(j->w, "met", p->met);
}

static void write_player(struct writer *j, int seat)
{
    const struct ap_player *p = &j->st->player[seat];

    mq__json_open(j->w, mq__apogee_seat_words[seat], '{');
    write_choice(j, p);
    mq__json_bool(j->w, "planned", p->planned);
    mq__json_bool(j->w, "skips", p->skips);
    mq__json_int(j->w, "debt", p->debt);
    mq__json_bool(j->w, "boosted", p->boosted);
    mq__json_int(j->w, "credits", p->credits);
    mq__json_int(j->w, "dice", p->dice);
    write_list(j, "reserve", p->reserve, p->reserve_count);
    write_pad(j, p);
    write_crew(j, p);
    write_list(j, "drawn", p->drawn, p->drawn_count);
    write_card(j, "keep", 'K', p->keep);
    write_card(j, "kept", 'K', p->kept);
    write_mask(j, "investors", 'I', p->investors);
    write_launches(j, seat);
    mq__json_close(j->w, '}');
}

/* Rows and decks. */

static void write_rows(struct writer *j)
{
    mq__json_open(j->w, "rows", '{');
    for (int type = 0; type < AP_ROWS; type++) {
        write_list(j, mq__apogee_deck_words[type], j->st->row[type], AP_PLACES);
    }
    mq__json_close(j->w, '}');
}

/* A card under a deck: its id where all know it, else who does. */
static void write_under_card(struct writer *j, char sort, int card, int known)
{
    if (known == AP_ALL_KNOW) {
        write_card(j, NULL, sort, card);
        return;
    }
    mq__json_open(j->w, NULL, '{');
    write_card(j, "card", sort, card);
    write_seat(j, "known", ap_low_bit((unsigned)known));
    mq__json_close(j->w, '}');
}

static void write_under(struct writer *j, int deck)
{
    const struct ap_state *st = j->st;
    int level = deck - AP_JUNIORS;

    mq__json_open(j->w, "under", '[');
    for (int i = 0; i < st->under_count[deck]; i++) {
        if (level >= 0) {
            write_under_card(j, 'E', st->bench[level][i],
                             st->bench_known[level][i]);
        } else {
            write_under_card(j, 'K', st->under[deck][i],
                             deck == AP_RND ? st->rnd_known[i] : AP_ALL_KNOW);
        }
    }
    mq__json_close(j->w, ']');
}

static void write_unseen(struct writer *j, int type)
{
    mq__json_open(j->w, "unseen", '{');
    for (int k = j->t->first[type]; k < j->t->first[type + 1]; k++) {
        if (j->st->unseen[k] > 0) {
            mq__json_int(j->w, j->t->kind[k].id, j->st->unseen[k]);
        }
    }
    mq__json_close(j->w, '}');
}

static void write_decks(struct writer *j)
{
    mq__json_open(j->w, "decks", '{');
    for (int deck = 0; deck < AP_DECKS; deck++) {
        mq__json_open(j->w, mq__apogee_deck_words[deck], '{');
        if (deck >= AP_JUNIORS) {
            write_mask(j, "unseen", 'E',
                       j->st->engineers_left & j->t->level[deck - AP_JUNIORS]);
        } else {
            write_unseen(j, deck);
        }
        mq__json_int(j->w, "size", j->st->size[deck]);
        write_under(j, deck);
        mq__json_close(j->w, '}');
    }
    mq__json_close(j->w, '}');
}

static void write_investors(struct writer *j)
{
    mq__json_open(j->w, "investors", '{');
    mq__json_open(j->w, "open", '[');
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        write_card(j, NULL, 'I', j->st->open[i]);
    }
    mq__json_close(j->w, ']');
    write_mask(j, "removed", 'I', j->st->investors_removed);
    write_mask(j, "unseen", 'I', j->st->investors_left);
    mq__json_close(j->w, '}');
}

/* Solo events have no letter of their own: they are never in a text. */
static void write_solo(struct writer *j)
{
    const struct ap_state *st = j->st;

    mq__json_str(
        j->w, "solo_event",
        st->solo_event == AP_NONE ? NULL : j->t->solo_event[st->solo_event].id);
    mq__json_open(j->w, "extra", '[');
    for (unsigned left = st->extra; left != 0; left &= left - 1) {
        mq__json_str(j->w, NULL, j->t->solo_event[ap_low_bit(left)].id);
    }
    mq__json_close(j->w, ']');
}

static void write_events(struct writer *j)
{
    uint32_t all = (uint32_t)((UINT64_C(1) << j->t->events) - 1);

    write_card(j, "event", 'V', j->st->event);
    if (ap_solo(j->st)) {
        write_solo(j);
    }
    mq__json_open(j->w, "events", '{');
    write_mask(j, "used", 'V', all & ~j->st->events_left);
    write_mask(j, "unseen", 'V', j->st->events_left);
    mq__json_close(j->w, '}');
}

static void write_order(struct writer *j)
{
    int n = j->st->step >= AP_HIRE ? j->st->players : 0;

    mq__json_open(j->w, "order", '[');
    for (int i = 0; i < n; i++) {
        write_seat(j, NULL, j->st->order[i]);
    }
    mq__json_close(j->w, ']');
}

void mq__apogee_write_position(const struct mq_game *g, const void *state,
                               struct mq_json_writer *w)
{
    const struct ap_state *st = state;
    struct writer j = {ap_tables(g), st, w};

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", g->id);
    write_options(&j);
    mq__json_int(w, "round", st->round);
    mq__json_str(w, "step", mq__apogee_step_words[st->step]);
    mq__json_str(w, "phase", mq__apogee_phase(g, st));
    write_order(&j);
    write_turn(&j);
    write_events(&j);
    write_rows(&j);
    write_investors(&j);
    mq__json_open(w, "players", '{');
    for (int seat = 0; seat < st->players; seat++) {
        write_player(&j, seat);
    }
    mq__json_close(w, '}');
    write_decks(&j);
    mq__json_open(w, "directors", '{');
    write_mask(&j, "unseen", 'D', st->directors_left);
    mq__json_close(w, '}');
    mq__json_close(w, '}');
}

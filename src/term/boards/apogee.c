/* Apogee: the board as text: rows and investors, the launch helper and the
 * plan of the own seat, then the players. */
#include "term/boards/apogee.h"

#include "core/say.h"

#include "games/apogee/notes.h"

static void event_items(struct ap_board *b, const struct ap_event *e)
{
    struct mq_message message;

    mq__ap_item(b, 'w', mq__ap_word(b, e->id));
    mq__ap_event_message(e, &message);
    mq__ap_item_message(b, '\0', &message);
}

/* All that the mission asks for and forbids. */
static void draw_mission(struct ap_board *b)
{
    struct ap_parts parts;

    mq__ap_mission_parts(b->c, &parts);
    mq__ap_begin(b, "apogee.board.mission");
    for (int i = 0; i < parts.notes.n; i++) {
        mq__ap_item_message(b, '\0', &parts.note[i].message);
    }
    mq__ap_end(b);
}

/* The head: mission, round, event. */
static void draw_head(struct ap_board *b)
{
    const struct ap_state *st = b->c.st;
    const struct ap_mission *mission = ap_mission(b->c);
    char text[512];
    struct mq_buf head;

    mq__buf_fixed(&head, text, sizeof(text));
    mq__say_text(&head, &b->d.voice,
                 ap_solo(st) ? "apogee.board.solo-head" : "apogee.board.head",
                 "iwi", st->mission + 1, mq__ap_mission_levels[mission->level],
                 st->round);
    mq__ap_heading(b, 'b', text);
    draw_mission(b);
    mq__ap_begin(b, "apogee.board.event");
    if (st->event != AP_NONE) {
        event_items(b, &b->c.t->event[st->event]);
    }
    if (st->solo_event != AP_NONE) {
        event_items(b, &b->c.t->solo_event[st->solo_event]);
    }
    mq__ap_end(b);
}

static void draw_row(struct ap_board *b, int type)
{
    const struct ap_state *st = b->c.st;

    mq__ap_begin_text(b, mq__ap_word(b, mq__ap_tags[type]));
    for (int place = 0; place < AP_PLACES && type < AP_ROWS; place++) {
        if (st->row[type][place] != AP_NONE) {
            mq__ap_card_item(b, '\0', st->row[type][place]);
        }
    }
    mq__ap_item_say(b, 'd', "apogee.board.deck", "i", ap_deck_cards(st, type));
    mq__ap_end(b);
}

/* An investor: how much, what for, what the rocket must have. */
static void investor_item(struct ap_board *b, const struct ap_investor *card)
{
    struct mq_message message[AP_NEEDS + 1];
    int n = mq__ap_investor_messages(card, message);
    char text[512];
    struct mq_buf all;

    mq__buf_fixed(&all, text, sizeof(text));
    for (int i = 0; i < n; i++) {
        mq__buf_str(&all, i == 0 ? "" : " (");
        mq__say_message(&all, &b->d.voice, &message[i]);
        mq__buf_str(&all, i == 0 ? "" : ")");
    }
    mq__ap_item(b, '\0', text);
}

static void draw_market(struct ap_board *b)
{
    const struct ap_state *st = b->c.st;

    for (int type = 0; type < AP_TYPES; type++) {
        draw_row(b, type);
    }
    mq__ap_begin(b, "apogee.board.investors");
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if (st->open[i] != AP_NONE) {
            investor_item(b, &b->c.t->investor[st->open[i]]);
        }
    }
    mq__ap_item_say(b, 'd', "apogee.board.deck", "i",
                    ap_count_bits(st->investors_left));
    mq__ap_end(b);
    mq__ap_begin(b, "apogee.board.engineers");
    for (int level = 0; level < AP_LEVELS; level++) {
        mq__ap_item_say(b, '\0', "apogee.board.level", "wi",
                        mq__ap_levels[level],
                        ap_deck_cards(st, AP_JUNIORS + level));
    }
    mq__ap_item_say(b, '\0', "apogee.board.pool", "i", mq__ap_pool(st));
    mq__ap_end(b);
}

/* The own seat: means, pad, crew, then launches and the plan. */
static void draw_own(struct ap_board *b, int seat)
{
    const struct ap_state *st = b->c.st;

    mq__ap_draw_player(b, seat);
    if (st->step >= AP_PLANNING && st->step < AP_OVER) {
        mq__ap_heading(b, 'd', mq__draw_label(&b->d, "apogee.board.launches"));
        mq__ap_draw_launches(b, seat);
    }
    if (st->step == AP_PLANNING) {
        mq__ap_heading(b, 'd', mq__draw_label(&b->d, "apogee.board.plan"));
        mq__ap_draw_plan(b);
    }
}

/* On a low screen the own seat stands first and rivals are short. */
static void draw_low(struct ap_board *b, int seat)
{
    draw_head(b);
    if (seat >= 0) {
        draw_own(b, seat);
    }
    draw_market(b);
    for (int other = 0; other < b->c.st->players; other++) {
        if (other != seat) {
            mq__ap_draw_rival(b, other);
        }
    }
}

void mq__ap_board(const struct mq_game *g, const void *state, int seat,
                  const struct mq_canvas *canvas, struct mq_buf *out)
{
    struct ap c = ap_of(g, state);
    struct ap_board b = {
        .d = mq__drawing(g, state, seat, canvas, out), .c = c, .out = out};

    if (canvas->low && !canvas->plain) {
        draw_low(&b, seat);
        return;
    }
    draw_head(&b);
    draw_market(&b);
    for (int other = 0; other < c.st->players; other++) {
        if (other != seat) {
            mq__ap_draw_player(&b, other);
        }
    }
    if (seat >= 0) {
        draw_own(&b, seat);
    }
}

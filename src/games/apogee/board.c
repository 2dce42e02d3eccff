/* Apogee: the board as text: rows and investors, the launch helper and the
 * plan of the own seat, then the players. */
#include "games/apogee/board.h"

#include "games/apogee/notes.h"

static void event_items(struct ap_board *b, const struct ap_event *e)
{
    struct mq_message message;
    char text[AP_BOARD_TEXT];

    mq__apogee_item(b, 'w', mq__apogee_word(b, e->id));
    mq__apogee_event_message(e, &message);
    mq__apogee_item(b, '\0', mq__apogee_sentence(b, text, &message));
}

/* The head: mission, round, event. */
static void draw_head(struct ap_board *b)
{
    const struct ap_state *st = b->st;
    const struct ap_mission *mission = ap_mission(b->t, st);
    char text[AP_BOARD_TEXT];

    mq__apogee_say(b, text,
                   ap_solo(st) ? "apogee.board.solo-head" : "apogee.board.head",
                   "iwi", st->mission + 1,
                   mq__apogee_mission_levels[mission->level], st->round);
    mq__apogee_heading(b, 'b', text);
    mq__apogee_begin(b, "apogee.board.event");
    if (st->event != AP_NONE) {
        event_items(b, &b->t->event[st->event]);
    }
    if (st->solo_event != AP_NONE) {
        event_items(b, &b->t->solo_event[st->solo_event]);
    }
    mq__apogee_end(b);
}

static void draw_row(struct ap_board *b, int type)
{
    const struct ap_state *st = b->st;
    char text[AP_BOARD_TEXT];

    mq__apogee_begin_text(b, mq__apogee_word(b, mq__apogee_tag_words[type]));
    for (int place = 0; place < AP_PLACES && type < AP_ROWS; place++) {
        if (st->row[type][place] != AP_NONE) {
            mq__apogee_card_item(b, '\0', st->row[type][place]);
        }
    }
    mq__apogee_item(b, 'd',
                    mq__apogee_say(b, text, "apogee.board.deck", "i",
                                   ap_deck_cards(st, type)));
    mq__apogee_end(b);
}

/* An investor: what for, where to, how much. */
static void investor_item(struct ap_board *b, const struct ap_investor *card)
{
    const struct ap_need *need = &card->needs.need[0];
    const char *objective = mq__apogee_objective_words[card->objective];
    bool there = card->destination != AP_NONE;
    const char *where =
        there ? mq__apogee_destination_words[card->destination] : "any-rocket";
    char text[AP_BOARD_TEXT];

    if (card->needs.count == 0) {
        mq__apogee_say(b, text, "apogee.board.investor-any", "twwi", card->name,
                       objective, where, card->credits);
    } else {
        mq__apogee_say(
            b, text,
            there ? "apogee.board.investor-there" : "apogee.board.investor",
            "twwiiw", card->name, objective, mq__apogee_measure_word(need),
            need->amount, card->credits, where);
    }
    mq__apogee_item(b, '\0', text);
}

static void draw_market(struct ap_board *b)
{
    const struct ap_state *st = b->st;
    char text[AP_BOARD_TEXT];

    for (int type = 0; type < AP_TYPES; type++) {
        draw_row(b, type);
    }
    mq__apogee_begin(b, "apogee.board.investors");
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if (st->open[i] != AP_NONE) {
            investor_item(b, &b->t->investor[st->open[i]]);
        }
    }
    mq__apogee_item(b, 'd',
                    mq__apogee_say(b, text, "apogee.board.deck", "i",
                                   ap_count_bits(st->investors_left)));
    mq__apogee_end(b);
    mq__apogee_begin(b, "apogee.board.engineers");
    for (int level = 0; level < AP_LEVELS; level++) {
        mq__apogee_say(b, text, "apogee.board.level", "wi",
                       mq__apogee_level_words[level],
                       ap_deck_cards(st, AP_JUNIORS + level));
        mq__apogee_item(b, '\0', text);
    }
    mq__apogee_item(
        b, '\0',
        mq__apogee_say(b, text, "apogee.board.pool", "i", mq__apogee_pool(st)));
    mq__apogee_end(b);
}

void mq__apogee_board(const struct mq_game *g, const void *state, int seat,
                      const struct mq_canvas *canvas, struct mq_buf *out)
{
    const struct ap_state *st = state;
    struct ap_board b = {g, ap_tables(g), st, seat, canvas, out, 0, 0};
    char text[AP_BOARD_TEXT];

    draw_head(&b);
    draw_market(&b);
    for (int other = 0; other < st->players; other++) {
        if (other != seat) {
            mq__apogee_draw_player(&b, other);
        }
    }
    if (seat < 0) {
        return;
    }
    mq__apogee_draw_player(&b, seat);
    if (st->step >= AP_PLANNING && st->step < AP_OVER) {
        mq__apogee_heading(
            &b, 'd', mq__apogee_say(&b, text, "apogee.board.launches", ""));
        mq__apogee_draw_launches(&b, seat);
    }
    if (st->step == AP_PLANNING) {
        mq__apogee_heading(&b, 'd',
                           mq__apogee_say(&b, text, "apogee.board.plan", ""));
        mq__apogee_draw_plan(&b);
    }
}

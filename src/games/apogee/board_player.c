/* Apogee: the board's parts that are about a player. */
#include "games/apogee/board.h"
#include "games/apogee/goal.h"
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"

#include <stdio.h>

/* Who and what: director, credits, dice. */
static void draw_director(struct ap_board *b, const struct ap_player *p)
{
    char text[AP_BOARD_TEXT];

    if (p->director >= b->t->directors) {
        return;
    }
    const struct ap_director *d = &b->t->director[p->director];

    mq__apogee_begin(b, "apogee.board.director");
    mq__apogee_say(b, text, "apogee.board.director-text", "ttwi", d->name,
                   d->company, mq__apogee_nation_words[d->nation],
                   d->authority / 10);
    mq__apogee_item(b, '\0', text);
    mq__apogee_say(
        b, text, p->specialty_used ? "apogee.board.used" : "apogee.board.ready",
        "w", mq__apogee_directings[d->specialty].word);
    mq__apogee_item(b, p->specialty_used ? 'd' : 'g', text);
    if (!ap_solo(b->st)) {
        mq__apogee_say(
            b, text, p->intervened ? "apogee.board.used" : "apogee.board.ready",
            "w", "intervention");
        mq__apogee_item(b, p->intervened ? 'd' : 'g', text);
    }
    mq__apogee_end(b);
}

static void draw_dealt(struct ap_board *b, const struct ap_player *p)
{
    if (p->dealt[0] == AP_NONE) {
        return;
    }
    mq__apogee_begin(b, "apogee.board.dealt");
    for (int i = 0; i < 2; i++) {
        int d = p->dealt[i];

        mq__apogee_item(b, d == p->choice ? 'h' : '\0',
                        d == MQ_UNKNOWN ? "?" : b->t->director[d].name);
    }
    mq__apogee_end(b);
}

static void draw_money(struct ap_board *b, const struct ap_player *p)
{
    char text[AP_BOARD_TEXT];

    mq__apogee_begin(b, "apogee.board.means");
    mq__apogee_item(
        b, 'b',
        mq__apogee_say(b, text, "apogee.board.credits", "i", p->credits));
    mq__apogee_item(b, '\0',
                    mq__apogee_say(b, text, "apogee.board.dice", "i", p->dice));
    mq__apogee_item(b, '\0',
                    mq__apogee_say(b, text, "apogee.board.completed", "i",
                                   ap_count_bits(p->investors)));
    if (p->met) {
        mq__apogee_item(b, 'g',
                        mq__apogee_say(b, text, "apogee.board.met", ""));
    }
    if (p->skips) {
        mq__apogee_item(b, 'w',
                        mq__apogee_say(b, text, "apogee.board.skips", ""));
    }
    if (p->planned) {
        mq__apogee_item(b, 'g',
                        mq__apogee_say(b, text, "apogee.board.planned", ""));
    }
    mq__apogee_end(b);
}

static void draw_rocket(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->st->player[seat];
    struct ap_rocket r;
    char text[AP_BOARD_TEXT];

    mq__apogee_rocket(b->t, b->st, seat, &r);
    mq__apogee_begin(b, "apogee.board.pad");
    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            mq__apogee_card_item(b, 'h', p->pad[type][i]);
        }
    }
    mq__apogee_end(b);
    if (r.count > 0) {
        mq__apogee_begin(b, "apogee.board.rocket");
        mq__apogee_item(b, '\0',
                        mq__apogee_say(b, text, "apogee.board.figures", "iifii",
                                       r.thrust, r.mass, r.performance * 100,
                                       r.astronauts, r.cost));
        mq__apogee_end(b);
    }
}

static void draw_cards(struct ap_board *b, const struct ap_player *p)
{
    mq__apogee_begin(b, "apogee.board.reserve");
    for (int i = 0; i < p->reserve_count; i++) {
        mq__apogee_card_item(b, '\0', p->reserve[i]);
    }
    mq__apogee_end(b);
    if (p->drawn_count > 0) {
        mq__apogee_begin(b, "apogee.board.drawn");
        for (int i = 0; i < p->drawn_count; i++) {
            mq__apogee_card_item(b, '\0', p->drawn[i]);
        }
        mq__apogee_end(b);
    }
}

static void draw_crew(struct ap_board *b, const struct ap_player *p)
{
    mq__apogee_begin(b, "apogee.board.crew");
    for (int i = p->crew_count - 1; i >= 0; i--) {
        mq__apogee_engineer_item(b, &p->crew[i]);
    }
    mq__apogee_end(b);
}

/* Where the player has been and what lies there. */
static void draw_reached(struct ap_board *b, int seat)
{
    const struct ap_state *st = b->st;
    const struct ap_player *p = &st->player[seat];
    char text[AP_BOARD_TEXT];

    if (mq__apogee_farthest(p) == 0) {
        return;
    }
    mq__apogee_begin(b, "apogee.board.reached");
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        if (p->launches[d] > 0) {
            mq__apogee_item(b, 'b',
                            mq__apogee_say(b, text, "apogee.board.there", "wii",
                                           mq__apogee_destination_words[d],
                                           p->launches[d], p->astronauts[d]));
        }
        for (int i = 0; i < st->dropped_count; i++) {
            if (st->dropped[i].seat == seat &&
                st->dropped[i].destination == d) {
                mq__apogee_item(
                    b, '\0',
                    mq__apogee_word(b, b->t->kind[st->dropped[i].kind].id));
            }
        }
    }
    mq__apogee_end(b);
}

/* The mission, as far as the player has come. */
static void need_item(struct ap_board *b, int seat, const struct ap_need *need,
                      bool one_launch)
{
    char text[AP_BOARD_TEXT];
    int has = one_launch ? 0 : mq__apogee_progress(b->t, b->st, seat, need);
    const char *where = need->destination == AP_NONE
                            ? "all"
                            : mq__apogee_destination_words[need->destination];

    mq__apogee_say(b, text,
                   need->destination == AP_NONE ? "apogee.board.need"
                                                : "apogee.board.need-there",
                   "wiiw", mq__apogee_measure_word(need), has, need->amount,
                   where);
    mq__apogee_item(b, has >= need->amount ? 'g' : '\0', text);
}

static void draw_progress(struct ap_board *b, int seat)
{
    const struct ap_mission *mission = ap_mission(b->t, b->st);
    char text[AP_BOARD_TEXT];

    mq__apogee_begin(b, "apogee.board.mission");
    for (int i = 0; i < mission->needs.count; i++) {
        need_item(b, seat, &mission->needs.need[i], mission->one_launch);
    }
    for (unsigned left = b->st->extra; left != 0; left &= left - 1) {
        need_item(b, seat, &b->t->solo_event[ap_low_bit(left)].need, false);
    }
    if (mission->end == AP_FARTHEST) {
        mq__apogee_item(b, '\0',
                        mq__apogee_say(b, text, "apogee.board.farthest", "i",
                                       mission->rounds));
    }
    mq__apogee_end(b);
}

void mq__apogee_draw_player(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->st->player[seat];
    static const char *const shapes[] = {"●", "■", "▲", "◆", "★"};
    char head[AP_BOARD_TEXT];

    snprintf(head, sizeof(head), "%s %s", b->canvas->plain ? "" : shapes[seat],
             mq__apogee_name(b, seat));
    mq__apogee_heading(b, (char)('0' + seat),
                       head + (b->canvas->plain ? 1 : 0));
    draw_dealt(b, p);
    draw_director(b, p);
    draw_money(b, p);
    draw_rocket(b, seat);
    draw_cards(b, p);
    draw_crew(b, p);
    draw_reached(b, seat);
    if (seat == b->seat) {
        draw_progress(b, seat);
    }
}

/* The launch helper. */

static void launch_items(struct ap_board *b, const struct ap_player *p,
                         const struct ap_launch_odds *odds)
{
    char text[AP_BOARD_TEXT];

    mq__apogee_item(
        b, 'b',
        mq__apogee_say(b, text, "apogee.board.number", "i", odds->number));
    for (int dice = 0; dice <= AP_PLAYER_DICE; dice++) {
        mq__apogee_say(b, text, "apogee.board.chance", "ic", dice,
                       mq_chance_arg(odds->chance[dice]));
        mq__apogee_item(b, dice == p->dice ? 'g' : 'd', text);
    }
}

/* Without a rocket the same is missing everywhere: one line says it. */
static void draw_no_rocket(struct ap_board *b, int seat,
                           const struct ap_rocket *r)
{
    char text[AP_BOARD_TEXT];
    struct mq_note note;

    mq__apogee_note_hindrance(b->t, b->st, seat, r, 0, &note);
    mq__apogee_begin(b, "apogee.board.authorities");
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        mq__apogee_say(b, text, "apogee.board.authority-there", "wf",
                       mq__apogee_destination_words[d],
                       mq__apogee_needed_authority(b->t, b->st, seat, d) * 100);
        mq__apogee_item(b, '\0', text);
    }
    mq__apogee_item(b, 'w', mq__apogee_sentence(b, text, &note.message));
    mq__apogee_end(b);
}

void mq__apogee_draw_launches(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->st->player[seat];
    struct ap_rocket r;
    char text[AP_BOARD_TEXT];

    mq__apogee_rocket(b->t, b->st, seat, &r);
    if (!r.complete) {
        draw_no_rocket(b, seat, &r);
        return;
    }
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        struct ap_launch_odds odds;
        struct mq_note note;

        mq__apogee_launch_odds(b->t, b->st, seat, &r, d, &odds);
        mq__apogee_begin_text(
            b, mq__apogee_word(b, mq__apogee_destination_words[d]));
        mq__apogee_item(
            b, '\0',
            mq__apogee_say(b, text, "apogee.board.authority", "f",
                           mq__apogee_needed_authority(b->t, b->st, seat, d) *
                               100));
        if (odds.number > 0) {
            launch_items(b, p, &odds);
        }
        if (odds.hindrance != AP_MAY_LAUNCH) {
            mq__apogee_note_hindrance(b->t, b->st, seat, &r, d, &note);
            mq__apogee_item(b, 'w',
                            mq__apogee_sentence(b, text, &note.message));
        }
        mq__apogee_end(b);
    }
}

/* Planning: what each space will give. */

static void plan_specialty(struct ap_board *b, const struct ap_player *p)
{
    struct mq_message message;
    char text[AP_BOARD_TEXT];

    for (int i = 0; i < p->crew_count; i++) {
        const struct ap_engineer *e = &b->t->engineer[p->crew[i].id];

        if (p->crew[i].space == AP_ON_SPECIALTY) {
            mq__apogee_engineer_message(e, &message);
            mq__apogee_item(b, 'h', mq__apogee_sentence(b, text, &message));
        }
    }
}

static void plan_construction(struct ap_board *b, const struct ap_player *p)
{
    uint64_t kinds = mq__apogee_paid_builds(b->t, b->st, b->seat);
    char text[AP_BOARD_TEXT];

    mq__apogee_item(b, 'h',
                    mq__apogee_say(b, text, "apogee.board.builds", "ii",
                                   p->on[AP_ON_CONSTRUCTION], p->credits));
    for (; kinds != 0; kinds &= kinds - 1) {
        mq__apogee_item(b, '\0',
                        mq__apogee_word(b, b->t->kind[ap_low_bit(kinds)].id));
    }
}

static void plan_rnd(struct ap_board *b, const struct ap_player *p)
{
    char text[AP_BOARD_TEXT];

    mq__apogee_item(b, 'h',
                    mq__apogee_say(b, text, "apogee.board.draws", "ii",
                                   p->on[AP_ON_RND],
                                   ap_deck_cards(b->st, AP_RND)));
}

static void plan_design(struct ap_board *b, const struct ap_player *p)
{
    char text[AP_BOARD_TEXT];
    int turns =
        b->st->per_engineer ? p->on[AP_ON_DESIGN] : p->on[AP_ON_DESIGN] > 0;

    mq__apogee_item(
        b, 'h',
        mq__apogee_say(b, text, "apogee.board.takes", "if", turns,
                       mq__apogee_authority_on(b->t, p, AP_ON_DESIGN) * 100));
}

/* The authority there, and the destinations it is enough for. */
static void plan_operations(struct ap_board *b, const struct ap_player *p)
{
    int sum = mq__apogee_authority_on(b->t, p, AP_ON_OPERATIONS);
    char text[AP_BOARD_TEXT];

    mq__apogee_item(
        b, 'h',
        mq__apogee_say(b, text, "apogee.board.authority", "f", sum * 100));
    for (int d = 0; d < AP_DESTINATIONS && p->on[AP_ON_OPERATIONS] > 0; d++) {
        if (sum >= mq__apogee_needed_authority(b->t, b->st, b->seat, d)) {
            mq__apogee_item(
                b, 'g', mq__apogee_word(b, mq__apogee_destination_words[d]));
        }
    }
}

void mq__apogee_draw_plan(struct ap_board *b)
{
    static void (*const parts[AP_SPACES])(struct ap_board * b,
                                          const struct ap_player *p) = {
        plan_specialty, plan_construction, plan_rnd, plan_design,
        plan_operations};
    const struct ap_player *p = &b->st->player[b->seat];

    for (int space = 0; space < AP_SPACES; space++) {
        if (space == AP_ON_OPERATIONS) {
            mq__apogee_begin(b, "apogee.board.center");
        } else {
            mq__apogee_begin_text(
                b, mq__apogee_word(b, mq__apogee_space_words[space]));
        }
        parts[space](b, p);
        mq__apogee_end(b);
    }
}

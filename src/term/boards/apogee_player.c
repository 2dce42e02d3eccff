/* Apogee: the board's parts that are about a player. */
#include "games/apogee/goal.h"
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"
#include "term/boards/apogee.h"

#include <stdio.h>

/* Who and what: director, credits, dice. */
static void draw_director(struct ap_board *b, const struct ap_player *p)
{

    if (p->director >= b->c.t->directors) {
        return;
    }
    const struct ap_director *d = &b->c.t->director[p->director];

    mq__ap_begin(b, "apogee.board.director");
    mq__ap_item_say(b, '\0', "apogee.board.director-text", "ttwi", d->name,
                    d->company, mq__ap_nations[d->nation], d->authority / 10);
    mq__ap_item_say(b, p->specialty_used ? 'd' : 'g',
                    p->specialty_used ? "apogee.board.used"
                                      : "apogee.board.ready",
                    "w", ap_specialty_name(&mq__ap_directings[d->specialty]));
    if (!ap_solo(b->c.st)) {
        mq__ap_item_say(b, p->intervened ? 'd' : 'g',
                        p->intervened ? "apogee.board.used"
                                      : "apogee.board.ready",
                        "w", "intervention");
    }
    mq__ap_end(b);
}

static void draw_dealt(struct ap_board *b, const struct ap_player *p)
{
    if (p->dealt[0] == AP_NONE) {
        return;
    }
    mq__ap_begin(b, "apogee.board.dealt");
    for (int i = 0; i < 2; i++) {
        int d = p->dealt[i];

        mq__ap_item(b, d == p->choice ? 'h' : '\0',
                    d == MQ_UNKNOWN ? "?" : b->c.t->director[d].name);
    }
    mq__ap_end(b);
}

static void draw_money(struct ap_board *b, const struct ap_player *p)
{

    mq__ap_begin(b, "apogee.board.means");
    mq__ap_item_say(b, 'b', "apogee.board.credits", "i", p->credits);
    mq__ap_item_say(b, '\0', "apogee.board.dice", "i", p->dice);
    mq__ap_item_say(b, '\0', "apogee.board.completed", "i",
                    ap_count_bits(p->investors));
    if (p->met) {
        mq__ap_item_say(b, 'g', "apogee.board.met", "");
    }
    if (p->skips) {
        mq__ap_item_say(b, 'w', "apogee.board.skips", "");
    }
    if (p->planned) {
        mq__ap_item_say(b, 'g', "apogee.board.planned", "");
    }
    mq__ap_end(b);
}

static void draw_rocket(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->c.st->player[seat];
    struct ap_rocket r;

    mq__ap_rocket(b->c, seat, &r);
    mq__ap_begin(b, "apogee.board.pad");
    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            mq__ap_card_item(b, 'h', p->pad[type][i]);
        }
    }
    mq__ap_end(b);
    if (r.count > 0) {
        mq__ap_begin(b, "apogee.board.rocket");
        mq__ap_item_say(b, '\0', "apogee.board.figures", "iifii", r.thrust,
                        r.mass, r.performance * 100, r.astronauts, r.cost);
        mq__ap_end(b);
    }
}

static void draw_cards(struct ap_board *b, const struct ap_player *p)
{
    mq__ap_begin(b, "apogee.board.reserve");
    for (int i = 0; i < p->reserve_count; i++) {
        mq__ap_card_item(b, '\0', p->reserve[i]);
    }
    mq__ap_end(b);
    if (p->drawn_count > 0) {
        mq__ap_begin(b, "apogee.board.drawn");
        for (int i = 0; i < p->drawn_count; i++) {
            mq__ap_card_item(b, '\0', p->drawn[i]);
        }
        mq__ap_end(b);
    }
}

static void draw_crew(struct ap_board *b, const struct ap_player *p)
{
    mq__ap_begin(b, "apogee.board.crew");
    for (int i = p->crew_count - 1; i >= 0; i--) {
        mq__ap_engineer_item(b, &p->crew[i]);
    }
    mq__ap_end(b);
}

/* Where the player has been and what lies there. */
static void draw_reached(struct ap_board *b, int seat)
{
    const struct ap_state *st = b->c.st;
    const struct ap_player *p = &st->player[seat];

    if (mq__ap_farthest(p) == 0) {
        return;
    }
    mq__ap_begin(b, "apogee.board.reached");
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        if (p->launches[d] > 0) {
            mq__ap_item_say(b, 'b', "apogee.board.there", "wii",
                            mq__ap_places[d], p->launches[d], p->astronauts[d]);
        }
        for (int i = 0; i < st->dropped_count; i++) {
            if (st->dropped[i].seat == seat &&
                st->dropped[i].destination == d) {
                mq__ap_item(
                    b, '\0',
                    mq__ap_word(b, b->c.t->kind[st->dropped[i].kind].id));
            }
        }
    }
    mq__ap_end(b);
}

/* The mission, as far as the player has come. */
static void draw_progress(struct ap_board *b, int seat)
{
    struct ap_parts parts;

    mq__ap_mission_parts(b->c, &parts);
    mq__ap_begin(b, "apogee.board.progress");
    for (int i = 0; i < parts.notes.n; i++) {
        const struct ap_need *need = parts.need[i];
        bool met;

        if (need != NULL) {
            bool there = need->destination != AP_NONE;
            int done = mq__ap_part_done(b->c, seat, need, &met);

            mq__ap_item_say(
                b, met ? 'g' : '\0',
                there ? "apogee.board.need-there" : "apogee.board.need", "wiiw",
                mq__ap_measure_word(need), done, need->amount,
                there ? mq__ap_places[need->destination] : "");
        }
    }
    mq__ap_end(b);
}

/* A rival on a low screen: what they have and their rocket, no headings. */
void mq__ap_draw_rival(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->c.st->player[seat];
    struct ap_rocket r;
    char head[256];

    snprintf(head, sizeof(head), "%s %.10s", mq__shapes[seat],
             mq__draw_name(&b->d, seat));
    mq__ap_rocket(b->c, seat, &r);
    mq__ap_begin_text(b, head);
    mq__ap_item_say(b, '\0', "apogee.board.rival", "iiiii", p->credits, p->dice,
                    ap_count_bits(p->investors), p->crew_count,
                    p->reserve_count);
    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            mq__ap_item(b, 'h',
                        mq__ap_word(b, b->c.t->kind[p->pad[type][i]].id));
        }
    }
    if (r.count > 0) {
        mq__ap_item_say(b, '\0', "apogee.board.rival-rocket", "iif", r.thrust,
                        r.mass, r.performance * 100);
    }
    mq__ap_end(b);
}

void mq__ap_draw_player(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->c.st->player[seat];
    char head[256];

    snprintf(head, sizeof(head), "%s %s",
             b->d.canvas->plain ? "" : mq__shapes[seat],
             mq__draw_name(&b->d, seat));
    mq__ap_heading(b, (char)('0' + seat), head + (b->d.canvas->plain ? 1 : 0));
    draw_dealt(b, p);
    draw_director(b, p);
    draw_money(b, p);
    draw_rocket(b, seat);
    draw_cards(b, p);
    draw_crew(b, p);
    draw_reached(b, seat);
    if (seat == b->d.seat) {
        draw_progress(b, seat);
    }
}

/* The launch helper. */

static void launch_items(struct ap_board *b, const struct ap_player *p,
                         const struct ap_launch_odds *odds)
{

    mq__ap_item_say(b, 'b', "apogee.board.number", "i", odds->number);
    for (int dice = 0; dice <= AP_PLAYER_DICE; dice++) {
        mq__ap_item_say(b, dice == p->dice ? 'g' : 'd', "apogee.board.chance",
                        "ic", dice, mq_chance_arg(odds->chance[dice]));
    }
}

/* Without a rocket the same is missing everywhere: one line says it. */
static void draw_no_rocket(struct ap_board *b, int seat,
                           const struct ap_rocket *r)
{
    struct mq_note note;

    mq__ap_note_hindrance(b->c, seat, r, 0, &note);
    mq__ap_begin(b, "apogee.board.authorities");
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        mq__ap_item_say(b, '\0', "apogee.board.authority-there", "wf",
                        mq__ap_places[d],
                        mq__ap_needed_authority(b->c, seat, d) * 100);
    }
    mq__ap_item_message(b, 'w', &note.message);
    mq__ap_end(b);
}

void mq__ap_draw_launches(struct ap_board *b, int seat)
{
    const struct ap_player *p = &b->c.st->player[seat];
    struct ap_rocket r;

    mq__ap_rocket(b->c, seat, &r);
    if (!r.complete) {
        draw_no_rocket(b, seat, &r);
        return;
    }
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        struct ap_launch_odds odds;
        struct mq_note note;

        mq__ap_launch_odds(b->c, seat, &r, d, &odds);
        mq__ap_begin_text(b, mq__ap_word(b, mq__ap_places[d]));
        mq__ap_item_say(b, '\0', "apogee.board.authority", "f",
                        mq__ap_needed_authority(b->c, seat, d) * 100);
        if (odds.number > 0) {
            launch_items(b, p, &odds);
        }
        if (odds.hindrance != AP_MAY_LAUNCH) {
            mq__ap_note_hindrance(b->c, seat, &r, d, &note);
            mq__ap_item_message(b, 'w', &note.message);
        }
        mq__ap_end(b);
    }
}

/* Planning: what each space will give. */

static void plan_specialty(struct ap_board *b, const struct ap_player *p)
{
    struct mq_message message;

    for (int i = 0; i < p->crew_count; i++) {
        const struct ap_engineer *e = &b->c.t->engineer[p->crew[i].id];

        if (p->crew[i].space == AP_ON_SPECIALTY) {
            mq__ap_engineer_message(e, &message);
            mq__ap_item_message(b, 'h', &message);
        }
    }
}

static void plan_construction(struct ap_board *b, const struct ap_player *p)
{
    uint64_t kinds = mq__ap_paid_builds(b->c, b->d.seat);

    mq__ap_item_say(b, 'h', "apogee.board.builds", "ii",
                    p->on[AP_ON_CONSTRUCTION], p->credits);
    for (; kinds != 0; kinds &= kinds - 1) {
        mq__ap_item(b, '\0',
                    mq__ap_word(b, b->c.t->kind[ap_low_bit(kinds)].id));
    }
}

static void plan_rnd(struct ap_board *b, const struct ap_player *p)
{

    mq__ap_item_say(b, 'h', "apogee.board.draws", "ii", p->on[AP_ON_RND],
                    ap_deck_cards(b->c.st, AP_RND));
}

static void plan_design(struct ap_board *b, const struct ap_player *p)
{
    int turns =
        b->c.st->per_engineer ? p->on[AP_ON_DESIGN] : p->on[AP_ON_DESIGN] > 0;

    mq__ap_item_say(b, 'h', "apogee.board.takes", "if", turns,
                    mq__ap_authority_on(b->c.t, p, AP_ON_DESIGN) * 100);
}

/* The authority there, and the destinations it is enough for. */
static void plan_operations(struct ap_board *b, const struct ap_player *p)
{
    int sum = mq__ap_authority_on(b->c.t, p, AP_ON_OPERATIONS);

    mq__ap_item_say(b, 'h', "apogee.board.authority", "f", sum * 100);
    for (int d = 0; d < AP_DESTINATIONS && p->on[AP_ON_OPERATIONS] > 0; d++) {
        if (sum >= mq__ap_needed_authority(b->c, b->d.seat, d)) {
            mq__ap_item(b, 'g', mq__ap_word(b, mq__ap_places[d]));
        }
    }
}

void mq__ap_draw_plan(struct ap_board *b)
{
    static void (*const parts[AP_SPACES])(struct ap_board * b,
                                          const struct ap_player *p) = {
        plan_specialty, plan_construction, plan_rnd, plan_design,
        plan_operations};
    const struct ap_player *p = &b->c.st->player[b->d.seat];

    for (int space = 0; space < AP_SPACES; space++) {
        if (space == AP_ON_OPERATIONS) {
            mq__ap_begin(b, "apogee.board.center");
        } else {
            mq__ap_begin_text(b, mq__ap_word(b, mq__ap_spaces[space]));
        }
        parts[space](b, p);
        mq__ap_end(b);
    }
}

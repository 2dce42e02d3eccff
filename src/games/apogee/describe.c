/* Apogee: what happened, in sentences for the log. First the event itself, by
 * one row or one small function; then what followed from it, found by
 * comparing the views before and after. */
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"

struct story {
    struct ap_notes notes;
    const struct mq_game *g;
    const struct ap_state *before, *after;
    struct mq_event event;
    int seat, a, b, c;
};

static const char *kind_id(const struct story *s, int kind)
{
    return s->notes.t->kind[kind].id;
}

/* Events of seats. */

static void did_choose(struct story *s)
{
    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, "AP-S4", "apogee.did.chose", "p", s->seat);
    } else {
        mq__apogee_note(&s->notes, "AP-S4", "apogee.did.choose", "pt", s->seat,
                        s->notes.t->director[s->a].name);
    }
}

static void did_hire(struct story *s)
{
    bool free = s->before->ask == AP_ASK_HIRE;

    mq__apogee_note(&s->notes, free ? "AP-S6" : "AP-A12", "apogee.did.hire",
                    "piw", s->seat, free && s->a == AP_JUNIOR ? 2 : 1,
                    mq__apogee_level_words[s->a]);
}

static void did_assign(struct story *s)
{
    mq__apogee_note(&s->notes, "AP-P6", "apogee.did.assign", "ptw", s->seat,
                    s->notes.t->engineer[s->a].name,
                    mq__apogee_space_words[s->b]);
}

static void did_replace(struct story *s)
{
    const struct ap_engineer *e = &s->notes.t->engineer[s->before->specialist];

    if (s->a == AP_TYPES) {
        mq__apogee_note(&s->notes, e->rule, "apogee.did.replace-investors",
                        "pt", s->seat, e->name);
    } else {
        mq__apogee_note(&s->notes, e->rule, "apogee.did.replace", "ptw",
                        s->seat, e->name, mq__apogee_tag_words[s->a]);
    }
}

static void did_take(struct story *s)
{
    mq__apogee_note(&s->notes, mq__apogee_ask_rule(s->before->ask),
                    "apogee.did.take", "pw", s->seat, kind_id(s, s->a));
}

static void did_build(struct story *s)
{
    const struct ap_tables *t = s->notes.t;
    bool paid = s->before->ask == AP_ASK_BUILD;
    int price = paid ? mq__apogee_price(t, s->before, s->a) : 0;

    mq__apogee_note(&s->notes, "AP-B4",
                    price > 0 ? "apogee.did.build" : "apogee.did.build-free",
                    "pwi", s->seat, kind_id(s, s->a), price);
    if (t->kind[s->a].pays > 0) {
        bool pays = !ap_changes(t, s->before)->no_cubesat_credits;

        mq__apogee_note(&s->notes, pays ? "AP-K15" : "AP-E15",
                        "apogee.did.cubesat", "pi", s->seat,
                        pays ? t->kind[s->a].pays : 0);
    }
}

static void did_sell(struct story *s)
{
    int gain =
        s->after->player[s->seat].credits - s->before->player[s->seat].credits;

    mq__apogee_note(&s->notes, "AP-A10", "apogee.did.sell", "pwi", s->seat,
                    kind_id(s, s->a), gain);
}

static void did_pass(struct story *s)
{
    mq__apogee_note(&s->notes, mq__apogee_ask_rule(s->before->ask),
                    "apogee.did.pass", "p", s->seat);
}

static void did_keep(struct story *s)
{
    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, "AP-R3", "apogee.did.kept", "p", s->seat);
    } else {
        mq__apogee_note(&s->notes, "AP-R3", "apogee.did.keep", "pw", s->seat,
                        kind_id(s, s->a));
    }
}

static void did_discard(struct story *s)
{
    mq__apogee_note(&s->notes, "AP-C12", "apogee.did.discard", "pw", s->seat,
                    kind_id(s, s->a));
}

static void did_dismiss(struct story *s)
{
    const char *rule = s->before->ask == AP_ASK_DEBT ? "AP-A4" : "AP-A13";

    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, rule, "apogee.did.dismissed", "pw", s->seat,
                        mq__apogee_level_words[s->b]);
    } else {
        mq__apogee_note(&s->notes, rule, "apogee.did.dismiss", "pt", s->seat,
                        s->notes.t->engineer[s->a].name);
    }
}

static void did_specialty(struct story *s)
{
    const struct ap_director *d =
        &s->notes.t->director[s->before->player[s->seat].director];

    mq__apogee_note(&s->notes, d->rule, "apogee.did.specialty", "ptw", s->seat,
                    d->name, mq__apogee_directings[d->specialty].word);
}

static void did_launch(struct story *s)
{
    const struct ap_tables *t = s->notes.t;
    struct ap_launch_odds odds;
    struct ap_rocket r;

    mq__apogee_rocket(t, s->before, s->seat, &r);
    mq__apogee_launch_odds(t, s->before, s->seat, &r, s->a, &odds);
    mq__apogee_note(&s->notes, "AP-L8", "apogee.did.launch", "pwiifi", s->seat,
                    mq__apogee_destination_words[s->a], r.thrust, r.mass,
                    r.performance * 100, odds.number);
    if (ap_changes(t, s->before)->launch_fee > 0) {
        mq__apogee_note(&s->notes, "AP-E3", "apogee.did.fee", "pi", s->seat,
                        ap_changes(t, s->before)->launch_fee);
    }
}

static void did_intervene(struct story *s)
{
    int nation =
        s->notes.t->director[s->before->player[s->seat].director].nation;

    mq__apogee_note(&s->notes, "AP-N1", "apogee.did.intervene", "pw", s->seat,
                    mq__apogee_nation_words[nation]);
}

static void did_target_card(struct story *s)
{
    mq__apogee_note(&s->notes, "AP-N3", "apogee.did.target-card", "pw", s->a,
                    kind_id(s, s->b));
}

static void did_target_dice(struct story *s)
{
    mq__apogee_note(&s->notes, "AP-N4", "apogee.did.target-dice", "pi", s->a,
                    s->b);
}

static void did_target(struct story *s)
{
    mq__apogee_note(&s->notes, "AP-N5", "apogee.did.target", "pp", s->seat,
                    s->a);
}

/* Outcomes. */

static void did_deal(struct story *s)
{
    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, "AP-S3", "apogee.did.dealt", "p", s->c);
    } else {
        mq__apogee_note(&s->notes, "AP-S3", "apogee.did.deal", "ptt", s->c,
                        s->notes.t->director[s->a].name,
                        s->notes.t->director[s->b].name);
    }
}

static void did_draw_engineer(struct story *s)
{
    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, "AP-H2", "apogee.did.drew-engineer", "pw",
                        s->b, mq__apogee_level_words[s->c]);
    } else {
        const struct ap_engineer *e = &s->notes.t->engineer[s->a];

        mq__apogee_note(&s->notes, "AP-H2", "apogee.did.draw-engineer", "ptf",
                        s->b, e->name, e->authority * 100);
    }
}

static void did_draw_row(struct story *s)
{
    mq__apogee_note(&s->notes, "AP-G4", "apogee.did.row", "ww",
                    mq__apogee_tag_words[s->notes.t->kind[s->a].type],
                    kind_id(s, s->a));
}

static void did_draw_rnd(struct story *s)
{
    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, "AP-H6", "apogee.did.drew-rnd", "p", s->b);
    } else {
        mq__apogee_note(&s->notes, "AP-R2", "apogee.did.draw-rnd", "pw", s->b,
                        kind_id(s, s->a));
    }
}

static void did_investor(struct story *s)
{
    const struct ap_investor *i = &s->notes.t->investor[s->a];

    mq__apogee_note(&s->notes, "AP-I1", "apogee.did.investor", "twi", i->name,
                    mq__apogee_objective_words[i->objective], i->credits);
}

/* The event, and what it does. */
static void note_event(struct story *s, const struct ap_event *e, int round)
{
    mq__apogee_note(&s->notes, e->rule, "apogee.did.event", "iw", round, e->id);
    mq__apogee_note(&s->notes, e->rule, "apogee.did.event", "");
    mq__apogee_event_message(e, &s->notes.out[s->notes.n - 1].message);
}

static void did_event(struct story *s)
{
    note_event(s, &s->notes.t->event[s->a], s->before->round);
}

/* The number reached, or not, and what it was for. */
static void did_roll(struct story *s)
{
    static const char *const success[AP_ROLLS] = {
        [AP_ROLL_SPECIALTY] = "apogee.did.roll-specialty",
        [AP_ROLL_EFFECT] = "apogee.did.roll-event",
        [AP_ROLL_FIRE] = "apogee.did.roll-fire",
        [AP_ROLL_LAUNCH] = "apogee.did.roll-launch",
        [AP_ROLL_INTERVENE] = "apogee.did.roll-intervene",
    };
    int needed = mq__apogee_roll_needed(s->notes.t, s->before);
    bool good = s->a >= needed;

    mq__apogee_note(&s->notes, mq__apogee_ask_rule(AP_ASK_ROLL),
                    good ? success[s->before->roll] : "apogee.did.roll-fails",
                    "pii", s->before->roll_seat, s->a, needed);
}

static void did_lose(struct story *s)
{
    if (s->a == MQ_UNKNOWN) {
        mq__apogee_note(&s->notes, "AP-N5", "apogee.did.lost", "pw", s->b,
                        mq__apogee_level_words[s->c]);
    } else {
        mq__apogee_note(&s->notes, "AP-N5", "apogee.did.lose", "pt", s->b,
                        s->notes.t->engineer[s->a].name);
    }
}

static void (*const tells[AP_ACTION_KINDS])(struct story *s) = {
    [AP_A_CHOOSE] = did_choose,
    [AP_A_HIRE] = did_hire,
    [AP_A_ASSIGN] = did_assign,
    [AP_A_REPLACE] = did_replace,
    [AP_A_TAKE] = did_take,
    [AP_A_BUILD] = did_build,
    [AP_A_SELL] = did_sell,
    [AP_A_PASS] = did_pass,
    [AP_A_KEEP] = did_keep,
    [AP_A_DISCARD] = did_discard,
    [AP_A_DISMISS] = did_dismiss,
    [AP_A_SPECIALTY] = did_specialty,
    [AP_A_LAUNCH] = did_launch,
    [AP_A_INTERVENE] = did_intervene,
    [AP_A_TARGET_CARD] = did_target_card,
    [AP_A_TARGET_DICE] = did_target_dice,
    [AP_A_TARGET] = did_target,
    [AP_C_DIRECTORS] = did_deal,
    [AP_C_ENGINEER] = did_draw_engineer,
    [AP_C_ROW] = did_draw_row,
    [AP_C_RND] = did_draw_rnd,
    [AP_C_INVESTOR] = did_investor,
    [AP_C_EVENT] = did_event,
    [AP_C_ROLL] = did_roll,
    [AP_C_LOSE] = did_lose,
};

/* Sentences with the acting player alone. */
static const struct {
    const char *rule;
    const char *id;
} plain[AP_ACTION_KINDS] = {
    [AP_A_PLANNED] = {"AP-P9", "apogee.did.planned"},
    [AP_A_BUY_DIE] = {"AP-Y16", "apogee.did.buy-die"},
    [AP_A_FIRE] = {"AP-F1", "apogee.did.static-fire"},
    [AP_A_REROLL] = {"AP-C10", "apogee.did.reroll"},
    [AP_A_ACCEPT] = {"AP-C10", "apogee.did.accept"},
    [AP_A_DONE] = {"AP-A7", "apogee.did.done"},
};

/* What followed. */

static void tell_directors(struct story *s)
{
    for (int i = 0; s->before->step == AP_CHOOSE && s->after->step == AP_HIRE &&
                    i < s->after->players;
         i++) {
        int seat = s->after->order[i];
        const struct ap_director *d =
            &s->notes.t->director[s->after->player[seat].director];

        mq__apogee_note(&s->notes, "AP-S5", "apogee.did.director", "ptwi", seat,
                        d->name, mq__apogee_nation_words[d->nation],
                        d->authority / 10);
    }
}

static void tell_solo_event(struct story *s)
{
    if (s->after->solo_event != AP_NONE && s->before->solo_event == AP_NONE) {
        const struct ap_event *e =
            &s->notes.t->solo_event[s->after->solo_event];

        note_event(s, e, s->after->round);
    }
}

/* Up to three names of those on a space; more are counted. */
static void tell_space(struct story *s, int seat, int space)
{
    const struct ap_player *p = &s->after->player[seat];
    const char *name[AP_CREW] = {"", "", "", "", ""};
    int n = 0;

    for (int i = p->crew_count - 1; i >= 0; i--) {
        if (p->crew[i].space == space &&
            p->crew[i].id < s->notes.t->engineers) {
            name[n++] = s->notes.t->engineer[p->crew[i].id].name;
        }
    }
    if (n == 1) {
        mq__apogee_note(&s->notes, "AP-H4", "apogee.did.stands-1", "pwt", seat,
                        mq__apogee_space_words[space], name[0]);
    } else if (n == 2) {
        mq__apogee_note(&s->notes, "AP-H4", "apogee.did.stands-2", "pwtt", seat,
                        mq__apogee_space_words[space], name[0], name[1]);
    } else if (n == 3) {
        mq__apogee_note(&s->notes, "AP-H4", "apogee.did.stands-3", "pwttt",
                        seat, mq__apogee_space_words[space], name[0], name[1],
                        name[2]);
    } else if (n > 3) {
        mq__apogee_note(&s->notes, "AP-H4", "apogee.did.stands-more", "pwttti",
                        seat, mq__apogee_space_words[space], name[0], name[1],
                        name[2], n - 3);
    }
}

/* Spaces whose engineers have just been turned up. */
static void tell_reveals(struct story *s)
{
    for (int space = 0; space < AP_SPACES; space++) {
        if (mq__apogee_face_up(s->before->step, space) ||
            !mq__apogee_face_up(s->after->step, space) ||
            s->before->step < AP_PLANNING || s->after->step == AP_OVER) {
            continue;
        }
        for (int seat = 0; seat < s->after->players; seat++) {
            tell_space(s, seat, space);
        }
    }
}

static void tell_earnings(struct story *s)
{
    if (s->before->step >= AP_EARNINGS || s->after->step < AP_EARNINGS ||
        s->after->step == AP_OVER) {
        return;
    }
    for (int i = 0; i < s->after->players; i++) {
        int seat = s->after->order[i];
        const struct ap_player *p = &s->after->player[seat];

        mq__apogee_note(&s->notes, p->skips ? "AP-A6" : "AP-A1",
                        p->skips ? "apogee.did.debt" : "apogee.did.earnings",
                        "pii", seat, p->credits, p->debt);
    }
}

static void tell_investors(struct story *s)
{
    for (int seat = 0; seat < s->after->players; seat++) {
        uint32_t fresh = s->after->player[seat].investors &
                         ~s->before->player[seat].investors;

        for (; fresh != 0; fresh &= fresh - 1) {
            const struct ap_investor *i =
                &s->notes.t->investor[ap_low_bit(fresh)];
            bool pays = !ap_changes(s->notes.t, s->before)->no_investor_credits;

            mq__apogee_note(&s->notes, pays ? "AP-I7" : "AP-E11",
                            "apogee.did.complete", "pti", seat, i->name,
                            pays ? i->credits : 0);
        }
    }
}

static void tell_launch(struct story *s)
{
    for (int seat = 0; seat < s->after->players; seat++) {
        for (int d = 0; d < AP_DESTINATIONS; d++) {
            const struct ap_player *now = &s->after->player[seat];
            const struct ap_player *then = &s->before->player[seat];

            if (now->launches[d] > then->launches[d]) {
                mq__apogee_note(&s->notes, "AP-L10", "apogee.did.success",
                                "pwi", seat, mq__apogee_destination_words[d],
                                AP_LAUNCH_CREDITS);
            }
            if (now->astronauts[d] > then->astronauts[d]) {
                mq__apogee_note(&s->notes, "AP-L15", "apogee.did.dropped", "i",
                                now->astronauts[d] - then->astronauts[d]);
            }
        }
    }
}

static void tell_end(struct story *s)
{
    uint32_t winners = mq__apogee_winners(s->g, s->after);

    for (int seat = 0; seat < s->after->players; seat++) {
        if (s->after->player[seat].met && !s->before->player[seat].met) {
            mq__apogee_note(&s->notes, ap_mission(s->notes.t, s->after)->rule,
                            "apogee.did.met", "pi", seat,
                            s->after->mission + 1);
        }
    }
    if (s->after->round > s->before->round) {
        mq__apogee_note(&s->notes, "AP-A17", "apogee.did.round", "i",
                        s->after->round);
    }
    if (s->after->step != AP_OVER || s->before->step == AP_OVER) {
        return;
    }
    mq__apogee_note(&s->notes, "AP-Z1", "apogee.did.over", "i",
                    s->after->round);
    for (; winners != 0; winners &= winners - 1) {
        mq__apogee_note(&s->notes, "AP-Z2", "apogee.did.wins", "p",
                        ap_low_bit(winners));
    }
}

int mq__apogee_describe(const struct mq_game *g, const void *before,
                        struct mq_event event, const void *after,
                        struct mq_note *out)
{
    int kind = MQ_ACTION_KIND(event.action);
    struct story s = {.notes = {ap_tables(g), out, 0},
                      .g = g,
                      .before = before,
                      .after = after,
                      .event = event,
                      .seat = event.seat,
                      .a = MQ_ACTION_A(event.action),
                      .b = MQ_ACTION_B(event.action),
                      .c = MQ_ACTION_C(event.action)};

    if (kind < AP_ACTION_KINDS && tells[kind] != NULL) {
        tells[kind](&s);
    } else if (kind < AP_ACTION_KINDS && plain[kind].id != NULL) {
        mq__apogee_note(&s.notes, plain[kind].rule, plain[kind].id, "p",
                        s.seat);
    }
    tell_directors(&s);
    tell_launch(&s);
    tell_investors(&s);
    tell_reveals(&s);
    tell_earnings(&s);
    tell_solo_event(&s);
    tell_end(&s);
    return s.notes.n;
}

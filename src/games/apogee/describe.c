/* Apogee: what happened, in sentences for the log. First the event itself, by
 * one row or one small function; then what followed from it, found by
 * comparing the views before and after. */
#include "games/apogee/actions.h"
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"

struct story {
    struct ap_notes notes;
    const struct mq_game *g;
    struct ap then; /* before the event */
    const struct ap_tables *t;
    const struct ap_state *before, *after;
    struct mq_event event;
    int seat, a;
};

static const struct ap_director *director(const struct story *s)
{
    return &s->t->director[s->before->player[s->seat].director];
}

/* Sentences of one row; a rule of NULL is that of the decision. */
static const struct ap_sentence rows[AP_ACTION_KINDS] = {
    [AP_A_CHOOSE] = {"AP-S4", "apogee.did.choose", "PsDa"},
    [AP_A_ASSIGN] = {"AP-P6", "apogee.did.assign", "PsEaSb"},
    [AP_A_PLANNED] = {"AP-P9", "apogee.did.planned", "Ps"},
    [AP_A_TAKE] = {NULL, "apogee.did.take", "PsKa"},
    [AP_A_BUY_DIE] = {"AP-Y16", "apogee.did.buy-die", "Ps"},
    [AP_A_PASS] = {NULL, "apogee.did.pass", "Ps"},
    [AP_A_KEEP] = {"AP-R3", "apogee.did.keep", "PsKa"},
    [AP_A_DISCARD] = {"AP-C12", "apogee.did.discard", "PsKa"},
    [AP_A_DISMISS] = {"AP-A13", "apogee.did.dismiss", "PsEa"},
    [AP_A_FIRE] = {"AP-F1", "apogee.did.static-fire", "Ps"},
    [AP_A_TARGET_CARD] = {"AP-N3", "apogee.did.target-card", "PaKb"},
    [AP_A_TARGET_DICE] = {"AP-N4", "apogee.did.target-dice", "PaQb"},
    [AP_A_TARGET] = {"AP-N5", "apogee.did.target", "PsPa"},
    [AP_A_REROLL] = {"AP-C10", "apogee.did.reroll", "Ps"},
    [AP_A_ACCEPT] = {"AP-C10", "apogee.did.accept", "Ps"},
    [AP_A_DONE] = {"AP-A7", "apogee.did.done", "Ps"},
    [AP_C_DIRECTORS] = {"AP-S3", "apogee.did.deal", "PcDaDb"},
    [AP_C_ENGINEER] = {"AP-H2", "apogee.did.draw-engineer", "PbEaAa"},
    [AP_C_ROW] = {"AP-G4", "apogee.did.row", "GaKa"},
    [AP_C_RND] = {"AP-R2", "apogee.did.draw-rnd", "PbKa"},
    [AP_C_LOSE] = {"AP-N5", "apogee.did.lose", "PbEa"},
};

/* The same for those who don't see the card. */
static const struct ap_sentence unseen[AP_ACTION_KINDS] = {
    [AP_A_CHOOSE] = {"AP-S4", "apogee.did.chose", "Ps"},
    [AP_A_KEEP] = {"AP-R3", "apogee.did.kept", "Ps"},
    [AP_A_DISMISS] = {"AP-A13", "apogee.did.dismissed", "PsLb"},
    [AP_C_DIRECTORS] = {"AP-S3", "apogee.did.dealt", "Pc"},
    [AP_C_ENGINEER] = {"AP-H2", "apogee.did.drew-engineer", "PbLc"},
    [AP_C_RND] = {"AP-H6", "apogee.did.drew-rnd", "Pb"},
    [AP_C_LOSE] = {"AP-N5", "apogee.did.lost", "PbLc"},
};

static void tell_row(struct story *s, const struct ap_sentence *row)
{
    bool own = row->rule != NULL && s->before->ask != AP_ASK_DEBT;

    mq__ap_fill(s->t, s->event, row,
                ap_note(s, own ? row->rule : mq__ap_asks[s->before->ask].rule,
                        NULL, ""));
}

/* Events that take some reckoning. */

static void did_hire(struct story *s)
{
    bool free = s->before->ask == AP_ASK_HIRE;

    ap_note(s, free ? "AP-S6" : "AP-A12", "apogee.did.hire", "piw", s->seat,
            free && s->a == AP_JUNIOR ? 2 : 1, mq__ap_levels[s->a]);
}

static void did_replace(struct story *s)
{
    const struct ap_engineer *e = &s->t->engineer[s->before->specialist];

    if (s->a == AP_TYPES) {
        ap_note(s, e->rule, "apogee.did.replace-investors", "pt", s->seat,
                e->name);
    } else {
        ap_note(s, e->rule, "apogee.did.replace", "ptw", s->seat, e->name,
                mq__ap_tags[s->a]);
    }
}

static void did_build(struct story *s)
{
    const struct ap_technology *k = &s->t->kind[s->a];
    bool paid = s->before->ask == AP_ASK_BUILD;
    int price = paid ? mq__ap_price(s->then, s->a) : 0;

    ap_note(s, "AP-B4",
            price > 0 ? "apogee.did.build" : "apogee.did.build-free", "pwi",
            s->seat, k->id, price);
    if (k->pays > 0) {
        bool pays = !ap_changes(s->then)->no_cubesat_credits;

        ap_note(s, pays ? "AP-K15" : "AP-E15", "apogee.did.cubesat", "pi",
                s->seat, pays ? k->pays : 0);
    }
}

static void did_sell(struct story *s)
{
    int gain =
        s->after->player[s->seat].credits - s->before->player[s->seat].credits;

    ap_note(s, "AP-A10", "apogee.did.sell", "pwi", s->seat, s->t->kind[s->a].id,
            gain);
}

static void did_specialty(struct story *s)
{
    const struct ap_director *d = director(s);

    ap_note(s, d->rule, "apogee.did.specialty", "ptw", s->seat, d->name,
            ap_specialty_name(&mq__ap_directings[d->specialty]));
}

static void did_launch(struct story *s)
{
    int fee = ap_changes(s->then)->launch_fee;
    struct ap_launch_odds odds;
    struct ap_rocket r;

    mq__ap_rocket(s->then, s->seat, &r);
    mq__ap_launch_odds(s->then, s->seat, &r, s->a, &odds);
    ap_note(s, "AP-L8", "apogee.did.launch", "pwiifi", s->seat,
            mq__ap_places[s->a], r.thrust, r.mass, r.performance * 100,
            odds.number);
    if (fee > 0) {
        ap_note(s, "AP-E3", "apogee.did.fee", "pi", s->seat, fee);
    }
}

static void did_intervene(struct story *s)
{
    ap_note(s, "AP-N1", "apogee.did.intervene", "pw", s->seat,
            mq__ap_nations[director(s)->nation]);
}

static void did_investor(struct story *s)
{
    const struct ap_investor *i = &s->t->investor[s->a];

    ap_note(s, "AP-I1", "apogee.did.investor", "twi", i->name,
            mq__ap_objectives[i->objective], i->credits);
}

/* The event, and what it does. */
static void note_event(struct story *s, const struct ap_event *e, int round)
{
    ap_note(s, e->rule, "apogee.did.event", "iw", round, e->id);
    mq__ap_event_message(e, ap_note(s, e->rule, NULL, ""));
}

static void did_event(struct story *s)
{
    note_event(s, &s->t->event[s->a], s->before->round);
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
    int needed = mq__ap_roll_needed(s->then);
    int event = -ap_changes(s->then)->launch_roll;

    ap_note(s, mq__ap_asks[AP_ASK_ROLL].rule,
            s->a >= needed ? success[s->before->roll] : "apogee.did.roll-fails",
            "pii", s->before->roll_seat, s->a, needed);
    if (s->before->roll == AP_ROLL_LAUNCH && event != 0) {
        const struct ap_event *e = &s->t->event[s->before->event];

        ap_note(s, e->rule,
                event > 0 ? "apogee.did.number-more" : "apogee.did.number-less",
                "iiwi", needed, needed - event, e->id,
                event > 0 ? event : -event);
    }
}

static void (*const tells[AP_ACTION_KINDS])(struct story *s) = {
    [AP_A_HIRE] = did_hire,           [AP_A_REPLACE] = did_replace,
    [AP_A_BUILD] = did_build,         [AP_A_SELL] = did_sell,
    [AP_A_SPECIALTY] = did_specialty, [AP_A_LAUNCH] = did_launch,
    [AP_A_INTERVENE] = did_intervene, [AP_C_INVESTOR] = did_investor,
    [AP_C_EVENT] = did_event,         [AP_C_ROLL] = did_roll,
};

static void tell_event(struct story *s)
{
    int kind = MQ_ACTION_KIND(s->event.action);

    if (kind >= AP_ACTION_KINDS) {
        return;
    }
    if (tells[kind] != NULL) {
        tells[kind](s);
    } else if (s->a == MQ_UNKNOWN && unseen[kind].id != NULL) {
        tell_row(s, &unseen[kind]);
    } else if (rows[kind].id != NULL) {
        tell_row(s, &rows[kind]);
    }
}

/* What followed. */

static void tell_directors(struct story *s)
{
    for (int i = 0; s->before->step == AP_CHOOSE && s->after->step == AP_HIRE &&
                    i < s->after->players;
         i++) {
        int seat = s->after->order[i];
        const struct ap_director *d =
            &s->t->director[s->after->player[seat].director];

        ap_note(s, "AP-S5", "apogee.did.director", "ptwi", seat, d->name,
                mq__ap_nations[d->nation], d->authority / 10);
    }
}

static void tell_solo_event(struct story *s)
{
    int event = s->after->solo_event;

    if (event != AP_NONE && s->before->solo_event == AP_NONE) {
        note_event(s, &s->t->solo_event[event], s->after->round);
    }
}

/* Up to three names of those on a space; more are counted. */
static void tell_space(struct story *s, int seat, int space)
{
    static const char *const ids[AP_CREW + 1] = {NULL,
                                                 "apogee.did.stands-1",
                                                 "apogee.did.stands-2",
                                                 "apogee.did.stands-3",
                                                 "apogee.did.stands-more",
                                                 "apogee.did.stands-more"};
    static const char *const formats[AP_CREW + 1] = {
        NULL, "pwt", "pwtt", "pwttt", "pwttti", "pwttti"};
    const struct ap_player *p = &s->after->player[seat];
    const char *name[AP_CREW] = {"", "", "", "", ""};
    int n = 0;

    for (int i = p->crew_count - 1; i >= 0; i--) {
        if (p->crew[i].space == space && p->crew[i].id < s->t->engineers) {
            name[n++] = s->t->engineer[p->crew[i].id].name;
        }
    }
    if (n > 0) {
        ap_note(s, "AP-H4", ids[n], formats[n], seat, mq__ap_spaces[space],
                name[0], name[1], name[2], n - 3);
    }
}

/* Spaces whose engineers have just been turned up. */
static void tell_reveals(struct story *s)
{
    for (int space = 0; space < AP_SPACES; space++) {
        if (mq__ap_face_up(s->before->step, space) ||
            !mq__ap_face_up(s->after->step, space) ||
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

        ap_note(s, p->skips ? "AP-A6" : "AP-A1",
                p->skips ? "apogee.did.debt" : "apogee.did.earnings", "pii",
                seat, p->credits, p->debt);
    }
}

static void tell_investors(struct story *s)
{
    for (int seat = 0; seat < s->after->players; seat++) {
        uint32_t fresh = s->after->player[seat].investors &
                         ~s->before->player[seat].investors;

        for (; fresh != 0; fresh &= fresh - 1) {
            const struct ap_investor *i = &s->t->investor[ap_low_bit(fresh)];
            bool pays = !ap_changes(s->then)->no_investor_credits;

            ap_note(s, pays ? "AP-I7" : "AP-E11", "apogee.did.complete", "pti",
                    seat, i->name, pays ? i->credits : 0);
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
                ap_note(s, "AP-L10", "apogee.did.success", "pwi", seat,
                        mq__ap_places[d], AP_LAUNCH_CREDITS);
            }
            if (now->astronauts[d] > then->astronauts[d]) {
                ap_note(s, "AP-L15", "apogee.did.dropped", "i",
                        now->astronauts[d] - then->astronauts[d]);
            }
        }
    }
}

static void tell_end(struct story *s)
{
    uint32_t winners = mq__ap_winners(s->g, s->after);

    for (int seat = 0; seat < s->after->players; seat++) {
        if (s->after->player[seat].met && !s->before->player[seat].met) {
            mq__ap_note(&s->notes, ap_mission(ap_with(s->t, s->after))->rule,
                        "apogee.did.met", "pi", seat, s->after->mission + 1);
        }
    }
    if (s->after->round > s->before->round) {
        ap_note(s, "AP-A17", "apogee.did.round", "i", s->after->round);
    }
    if (s->after->step != AP_OVER || s->before->step == AP_OVER) {
        return;
    }
    ap_note(s, "AP-Z1", "apogee.did.over", "i", s->after->round);
    for (; winners != 0; winners &= winners - 1) {
        ap_note(s, "AP-Z2", "apogee.did.wins", "p", ap_low_bit(winners));
    }
}

int mq__ap_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out)
{
    struct story s = {.notes.out = out,
                      .g = g,
                      .then = ap_of(g, before),
                      .t = ap_tables(g),
                      .before = before,
                      .after = after,
                      .event = event,
                      .seat = event.seat,
                      .a = MQ_ACTION_A(event.action)};

    tell_event(&s);
    tell_directors(&s);
    tell_launch(&s);
    tell_investors(&s);
    tell_reveals(&s);
    tell_earnings(&s);
    tell_solo_event(&s);
    tell_end(&s);
    return s.notes.n;
}

/* Apogee: what must hold of the step and of what is under way. */
#include "games/apogee/check.h"

#define require mq__apogee_require
#define require_of mq__apogee_require_of

static void check_order(struct ap_checker *c)
{
    struct ap_state copy = *c->st;

    memset(copy.order, 0, sizeof(copy.order));
    if (copy.step >= AP_HIRE) {
        mq__apogee_turn_order(c->t, &copy);
    }
    mq__apogee_queue_now(c->t, &copy);
    require(c, memcmp(copy.order, c->st->order, sizeof(copy.order)) == 0,
            "order", "apogee.check.order");
    require(c,
            copy.queue_count == c->st->queue_count &&
                memcmp(copy.queue, c->st->queue, sizeof(copy.queue)) == 0,
            "turn", "apogee.check.queue");
    require(c,
            c->st->lap < AP_CREW &&
                (c->st->lap == 0 ||
                 (c->st->step == AP_DESIGN && c->st->queue_count > 0)),
            "turn.lap", "apogee.check.lap");
}

/* How far the order can have come in a step. */
static int last_cursor(const struct ap_state *st)
{
    switch (st->step) {
    case AP_DEAL:
    case AP_HIRE:
    case AP_EFFECT:
        return st->players;
    case AP_CONSTRUCTION:
    case AP_ACTIONS:
        return st->players - 1;
    case AP_DRAWING:
    case AP_KEPT:
    case AP_DESIGN:
        return st->queue_count;
    default:
        return 0;
    }
}

/* Commits and debts belong to their steps. */
static void check_marks(struct ap_checker *c, int seat)
{
    const struct ap_state *st = c->st;
    const struct ap_player *p = &st->player[seat];
    bool managing = st->step == AP_EARNINGS || st->step == AP_ACTIONS;

    require_of(c, !p->planned || st->step == AP_PLANNING, seat, "planned",
               "apogee.check.planned");
    require_of(c,
               p->debt == 0 || (st->step == AP_EARNINGS && p->skips &&
                                p->debt <= p->crew_count && p->credits == 0),
               seat, "debt", "apogee.check.debt");
    require_of(c, !p->skips || managing, seat, "skips", "apogee.check.skips");
    require_of(c, !p->boosted || (st->step == AP_ACTIONS && p->specialty_used),
               seat, "boosted", "apogee.check.boosted");
    require_of(c, p->reserve_count <= AP_RESERVE || st->step > AP_EVENT, seat,
               "reserve", "apogee.check.reserve");
    require_of(c, p->drawn_count != 1 || st->step != AP_KEEPING, seat, "drawn",
               "apogee.check.drawn");
    require_of(c, !p->met || ap_mission(c->t, st)->end != AP_FARTHEST, seat,
               "met", "apogee.check.met");
}

/* Draws: as many as there are and fit. */
static void check_draw(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    bool engineers = st->draw_deck >= AP_JUNIORS;
    int room = AP_CREW;

    if (st->draw_left == 0) {
        require(c, st->draw_deck == 0 && st->draw_seat == 0, "turn.draw",
                "apogee.check.draw");
        return;
    }
    require(c,
            st->draw_deck >= AP_RND && st->draw_deck < AP_DECKS &&
                st->draw_seat < st->players && st->step != AP_OVER,
            "turn.draw", "apogee.check.draw");
    if (c->status != MQ_OK) {
        return;
    }
    room -= engineers ? st->player[st->draw_seat].crew_count
                      : st->player[st->draw_seat].drawn_count;
    require(c,
            st->draw_left <= ap_deck_cards(st, st->draw_deck) &&
                st->draw_left <= room,
            "turn.draw", "apogee.check.draw");
    require(c, engineers || st->step >= AP_EFFECT, "turn.draw",
            "apogee.check.draw");
    require(c,
            !engineers || st->step == AP_HIRE || st->step == AP_EFFECT ||
                st->step == AP_ACTIONS,
            "turn.draw", "apogee.check.draw");
}

static void check_due(struct ap_checker *c)
{
    const struct ap_state *st = c->st;

    require(c, st->due < 1U << AP_OPEN_INVESTORS && st->due_seat < st->players,
            "turn.investors", "apogee.check.due");
    require(c, st->due != 0 || st->due_seat == 0, "turn.investors",
            "apogee.check.due");
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        require(c, (st->due >> i & 1) == 0 || st->open[i] != AP_NONE,
                "turn.investors", "apogee.check.due");
    }
    require(c,
            st->launched_seat == AP_NONE ||
                (st->launched_seat < st->players && st->step == AP_ACTIONS),
            "turn.judged", "apogee.check.judged");
    require(c,
            st->launch_meets <= 1 &&
                (!st->launch_meets || st->launched_seat != AP_NONE),
            "turn.judged", "apogee.check.judged");
}

/* What a roll can be for, by step. */
static bool roll_fits(const struct ap_tables *t, const struct ap_state *st)
{
    struct ap_rocket rocket;

    switch (st->roll) {
    case AP_ROLL_SPECIALTY:
        return st->step == AP_SPECIALTIES && st->specialist != AP_NONE &&
               t->engineer[st->specialist].roll > 0 && !st->choosing &&
               mq__apogee_owner(st, st->specialist) == st->roll_seat;
    case AP_ROLL_EFFECT:
        return st->step == AP_EFFECT && st->cursor > 0 &&
               mq__apogee_effects[mq__apogee_event_now(t, st)->effect].rolled !=
                   NULL;
    case AP_ROLL_FIRE:
        return st->step == AP_ACTIONS && st->fired &&
               st->roll_seat == ap_current(st);
    case AP_ROLL_INTERVENE:
        return st->step == AP_ACTIONS && st->roll_seat == ap_current(st) &&
               st->player[st->roll_seat].intervened;
    default:
        if (st->step != AP_ACTIONS || st->roll_seat != ap_current(st) ||
            !st->launched || st->destination >= AP_DESTINATIONS) {
            return false;
        }
        mq__apogee_rocket(t, st, st->roll_seat, &rocket);
        return rocket.complete &&
               mq__apogee_number(t, rocket.performance, st->destination) > 0;
    }
}

static void check_roll(struct ap_checker *c)
{
    const struct ap_state *st = c->st;

    require(c,
            st->roll < AP_ROLLS && st->roll_value <= AP_DIE_SIDES &&
                st->roll_seat < st->players,
            "turn.roll", "apogee.check.roll");
    require(c, (st->roll == AP_ROLL_LAUNCH) == (st->destination != AP_NONE),
            "turn.destination", "apogee.check.destination");
    if (c->status != MQ_OK) {
        return;
    }
    if (st->roll == AP_NO_ROLL) {
        require(c, st->roll_value == 0 && st->roll_seat == 0, "turn.roll",
                "apogee.check.roll");
        return;
    }
    require(c, roll_fits(c->t, st), "turn.roll", "apogee.check.roll");
    if (c->status == MQ_OK && st->roll_value > 0) {
        require(c,
                st->player[st->roll_seat].dice > 0 &&
                    mq__apogee_spare_dice_help(c->t, st) &&
                    st->roll_value < mq__apogee_roll_needed(c->t, st),
                "turn.roll", "apogee.check.failed");
    }
}

/* The engineers still to be resolved stand there; so does the one who is. */
static void check_specialists(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    uint32_t there = 0;
    uint32_t moved = 0;

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->crew_count; i++) {
            uint32_t bit =
                p->crew[i].id < AP_ENGINEERS ? AP_BIT(p->crew[i].id) : 0;

            there |= p->crew[i].space == AP_ON_SPECIALTY ? bit : 0;
            moved |= p->crew[i].space == AP_MOVED ? bit : 0;
        }
    }
    if (st->step != AP_SPECIALTIES) {
        there = 0;
        moved = 0;
    }
    require(c, (st->specialists & ~there) == 0, "turn.specialists",
            "apogee.check.specialists");
    require(c,
            st->specialist == AP_NONE ||
                (st->specialist < AP_ENGINEERS &&
                 ((there | moved) >> st->specialist & 1) != 0),
            "turn.specialist", "apogee.check.specialists");
}

/* A choice is due of the specialist, or of the director whose turn it is. */
static void check_choosing(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    mq_action list[MQ_MAX_LEGAL];
    bool good = !st->choosing;

    require(c,
            st->choosing <= 1 && st->chosen <= 1 &&
                (!st->chosen || (st->choosing && st->step == AP_ACTIONS)),
            "turn.choosing", "apogee.check.choosing");
    if (c->status == MQ_OK && st->choosing && st->step == AP_SPECIALTIES &&
        st->specialist != AP_NONE) {
        const struct ap_engineer *e = &c->t->engineer[st->specialist];
        const struct ap_specialty *s = &mq__apogee_specialties[e->specialty];
        int seat = mq__apogee_owner(st, st->specialist);

        good = s->legal != NULL && s->legal(c->t, st, seat, e, list) > 0;
    } else if (c->status == MQ_OK && st->choosing && st->step == AP_ACTIONS) {
        int seat = ap_current(st);
        const struct ap_player *p = &st->player[seat];
        const struct ap_directing *d =
            &mq__apogee_directings[c->t->director[p->director].specialty];

        good = p->specialty_used && d->legal != NULL &&
               d->legal(c->t, st, seat, list) > st->chosen;
    }
    require(c, good, "turn.choosing", "apogee.check.choosing");
}

static void check_building(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    bool building = st->step == AP_CONSTRUCTION;
    int most = building ? st->player[ap_current(st)].on[AP_ON_CONSTRUCTION] : 0;
    int discount = building ? mq__apogee_construction_discount(c->t, st) : 0;

    require(c, st->builds <= most, "turn.builds", "apogee.check.builds");
    require(c, st->discount == 0 || st->discount == discount, "turn.discount",
            "apogee.check.discount");
}

static void check_acting(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    bool acting = st->step == AP_ACTIONS;
    int most = acting ? ap_changes(c->t, st)->director_actions : 0;
    int once = acting ? 1 : 0;
    mq_action list[MQ_MAX_LEGAL];

    require(c, st->actions <= most, "turn.actions", "apogee.check.actions");
    require(c, st->fired <= once && st->launched <= once, "turn",
            "apogee.check.once");
    require(c, st->targeting <= once, "turn.targeting",
            "apogee.check.targeting");
    if (c->status == MQ_OK && st->targeting) {
        const struct ap_player *p = &st->player[ap_current(st)];
        int nation = c->t->director[p->director].nation;

        require(c,
                p->intervened && !st->choosing &&
                    mq__apogee_interventions[nation].legal(c->t, st, list) > 0,
                "turn.targeting", "apogee.check.targeting");
    }
    require(c,
            st->losing == AP_NONE ||
                (acting && st->losing < st->players &&
                 mq__apogee_dismissable(&st->player[st->losing]) > 0),
            "turn.losing", "apogee.check.losing");
}

static void check_effect(struct ap_checker *c)
{
    const struct ap_state *st = c->st;

    require(c,
            st->step != AP_EFFECT || st->event != AP_NONE ||
                st->solo_event != AP_NONE,
            "event", "apogee.check.event");
    require(c,
            st->dismissals == 0 ||
                (ap_solo(st) && st->step == AP_EFFECT && st->cursor > 0 &&
                 st->dismissals <= st->player[0].crew_count),
            "turn.dismissals", "apogee.check.dismissals");
}

void mq__apogee_check_step(struct ap_checker *c)
{
    check_order(c);
    require(c, c->st->cursor <= last_cursor(c->st), "turn.at",
            "apogee.check.at");
    for (int seat = 0; c->status == MQ_OK && seat < c->st->players; seat++) {
        check_marks(c, seat);
    }
    if (c->status != MQ_OK) {
        return;
    }
    check_effect(c);
    check_specialists(c);
    if (c->status == MQ_OK) {
        check_draw(c);
        check_due(c);
        check_roll(c);
        check_choosing(c);
        check_building(c);
        check_acting(c);
    }
}

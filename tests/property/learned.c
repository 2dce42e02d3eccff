/* Learning: whoever can tell worlds apart by an event that looked alike before
 * has learned something hidden, and `reveals` must say so. */
#include "suite.h"

#include <string.h>

#define WORLDS 2
#define HIDDEN_STEPS 40

/* What a seat observes: an event, applied to the true state `before`. */
struct look {
    const void *before;
    struct mq_event event;
    int seat;
};

enum found { FOUND, NONE, UNSURE };

/* A random one of the actor's choices in the world that looks to the seat as
 * the event does (`unseen`: that the seat doesn't see); -1 if none does. */
static int pick(struct prop *p, const struct look *look, const void *world,
                bool unseen, const mq_action *list, int n)
{
    int found = -1;
    int count = 0;

    for (int i = 0; i < n; i++) {
        struct mq_event event = {look->event.seat, list[i]};
        struct mq_event out;
        bool good = unseen ? !mq_seen(p->game, world, event, look->seat, &out)
                           : prop_looks_alike(p, look->before, look->event,
                                              world, event, look->seat);

        if (good && prop_once_in(p, ++count)) {
            found = i;
        }
    }
    return found;
}

/* Finds an event in the world that looks as the one observed, and applies it.
 * The actor may first have to take steps that the seat doesn't see: worlds
 * differ in how far others' hidden commits are. */
static enum found follow(struct prop *p, const struct look *look, void *world)
{
    mq_action list[MQ_MAX_LEGAL];
    int actor = look->event.seat;

    for (int step = 0; step < HIDDEN_STEPS; step++) {
        int n, at;

        if (mq_is_legal(p->game, world, actor, look->event.action) &&
            prop_looks_alike(p, look->before, look->event, world, look->event,
                             look->seat)) {
            prop_apply(p, world, look->event);
            return FOUND;
        }
        n = prop_choices(p, world, actor, list);
        at = pick(p, look, world, false, list, n);
        if (at >= 0) {
            mq_apply(p->game, world, actor, list[at]);
            return FOUND;
        }
        if (actor == MQ_CHANCE_SEAT) {
            double chance[MQ_MAX_OUTCOMES];

            n = mq_outcomes(p->game, world, list, chance);
            return n < 0 ? UNSURE : NONE;
        }
        at = pick(p, look, world, true, list, n);
        if (at < 0) {
            return NONE;
        }
        mq_apply(p->game, world, actor, list[at]);
    }
    return UNSURE;
}

static bool check_in_world(struct prop *p, const struct look *look,
                           const void *view, const void *view_after)
{
    struct prop_state world, now;
    char text[MQ_TEXT_SIZE];
    enum found found;

    prop_copy(p, &world, view);
    mq_resample(p->game, world.bytes, look->seat, &p->rng);
    found = follow(p, look, world.bytes);
    p->count.learned++;
    if (found == NONE) {
        return prop_fail(p, "learned",
                         "P%d knows worlds in which '%s' can't happen: it "
                         "learns by it, and reveals doesn't say so",
                         look->seat + 1, prop_text(p, look->event, text));
    }
    prop_view(p, world.bytes, look->seat, &now);
    if (found == FOUND && !prop_same(p, now.bytes, view_after)) {
        return prop_fail(p, "learned",
                         "after '%s' P%d tells worlds apart that looked alike, "
                         "and reveals doesn't say so",
                         prop_text(p, look->event, text), look->seat + 1);
    }
    return true;
}

/* What a die or deck brought is learned by who sees which it was. */
static bool saw_which(struct prop *p, const struct look *look)
{
    mq_action list[MQ_MAX_LEGAL];
    int n;

    if (look->event.seat != MQ_CHANCE_SEAT) {
        return false;
    }
    n = prop_choices(p, look->before, MQ_CHANCE_SEAT, list);
    for (int i = 0; i < n; i++) {
        struct mq_event other = {MQ_CHANCE_SEAT, list[i]};

        if (!prop_looks_alike(p, look->before, look->event, look->before, other,
                              look->seat)) {
            return true;
        }
    }
    return false;
}

static bool check_by_seat(struct prop *p, const struct look *look)
{
    uint32_t learned = mq_reveals(p->game, look->before, look->event);
    bool said = (learned >> look->seat & 1) != 0;
    struct prop_state view, after;
    struct mq_event out;
    char text[MQ_TEXT_SIZE];

    prop_view(p, look->before, look->seat, &view);
    if (saw_which(p, look)) {
        return said ||
               prop_fail(p, "learned",
                         "P%d saw which outcome it was ('%s'), and "
                         "reveals doesn't say so",
                         look->seat + 1, prop_text(p, look->event, text));
    }
    if (said && prop_same(p, view.bytes, look->before) &&
        mq_seen(p->game, look->before, look->event, look->seat, &out) &&
        out.action == look->event.action) {
        return prop_fail(p, "learned",
                         "nothing was hidden from P%d before '%s', yet reveals "
                         "names it",
                         look->seat + 1, prop_text(p, look->event, text));
    }
    if (said ||
        !mq_seen(p->game, look->before, look->event, look->seat, &out)) {
        return true;
    }
    prop_copy(p, &after, look->before);
    prop_apply(p, after.bytes, look->event);
    mq_redact(p->game, after.bytes, look->seat);
    for (int i = 0; i < WORLDS; i++) {
        if (!check_in_world(p, look, view.bytes, after.bytes)) {
            return false;
        }
    }
    return true;
}

bool prop_check_learned(struct prop *p, const void *before,
                        struct mq_event event)
{
    for (int seat = 0; seat < prop_players(p); seat++) {
        struct look look = {before, event, seat};

        if (!check_by_seat(p, &look)) {
            return false;
        }
    }
    return true;
}

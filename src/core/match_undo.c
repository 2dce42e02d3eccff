/* Undo and redo. How far a seat may go back by itself is computed from the log
 * (design: nothing is annotated): whose events stand there, what they
 * revealed, and which joint choices are under way. */
#include "core/match_record.h"

#include <stdlib.h>
#include <string.h>

static bool has(uint32_t mask, int seat)
{
    return (mask >> seat & 1) != 0;
}

/* What stands after log[k]: the next step's decision, or the present one. */
static struct mq_decision decision_after(const struct mq_match *match, int k)
{
    if (k + 1 < match->length) {
        return match->log[k + 1].before;
    }
    return mq__match_decision(match, &match->log[k], match->state);
}

/* With its own action log[k] the seat finished its part of a joint choice. */
static bool completes_commit(const struct mq_match *match, int k, int seat)
{
    struct mq_decision after = decision_after(match, k);

    return has(match->log[k].before.joint, seat) && after.actors != 0 &&
           !has(after.actors, seat);
}

/* Whether `seat` may go back past log[k] by itself; `now` is the present
 * decision. */
static bool may_pass(const struct mq_match *match, int k, int seat,
                     const struct mq_decision *now)
{
    const struct mq_step *step = &match->log[k];
    int by = match->entry[step->entry].seat;

    /* What led to the joint choice under way stays: others may have chosen
     * since, and whether they have is hidden. */
    if (has(now->joint, seat) && !has(step->before.joint, seat)) {
        return false;
    }
    if (by == MQ_CHANCE_SEAT) {
        return step->revealed == 0;
    }
    if (by == seat) {
        return step->revealed == 0 && !completes_commit(match, k, seat);
    }
    /* Another's step in a joint choice that the seat is still in: it stays,
     * unless somebody else learnt something by it. */
    return has(now->joint, seat) && has(step->before.joint, seat) &&
           has(step->before.joint, by) &&
           (step->revealed & ~((uint32_t)1 << by)) == 0;
}

static enum mq_status may_undo(const struct mq_match *match, int seat)
{
    uint32_t actors;

    if (seat < MQ_SPECTATOR || seat >= match->players) {
        return MQ_RANGE;
    }
    /* Over by closing or concession, not by the rules: nothing goes back. */
    if (mq_match_turn(match, &actors) == MQ_TURN_OVER &&
        mq_turn(match->game, match->state, &actors) != MQ_TURN_OVER) {
        return MQ_OVER;
    }
    return match->closed ? MQ_OVER : MQ_OK;
}

int mq_match_undo_limit(const struct mq_match *match, int seat)
{
    struct mq_decision now;
    int limit = match->length;
    bool fresh;

    if (seat < 0 || may_undo(match, seat) != MQ_OK || limit == 0 ||
        has(match->conceded, seat)) {
        return limit;
    }
    now = decision_after(match, match->length - 1);
    fresh = now.fresh;
    for (int k = match->length - 1; k >= 0 && !fresh; k--) {
        if (!may_pass(match, k, seat, &now)) {
            break;
        }
        if (match->entry[match->log[k].entry].seat == seat) {
            limit = k;
        }
        fresh = match->log[k].before.fresh;
    }
    return limit;
}

static int last_own(const struct mq_match *match, int seat)
{
    int k = match->length - 1;

    while (k >= 0 && match->entry[match->log[k].entry].seat != seat) {
        k--;
    }
    return k;
}

/* Everything since log[from] belongs to one joint choice that is still under
 * way: others' steps can stay. */
static bool one_choice(const struct mq_match *match, int from, int seat)
{
    struct mq_decision now = decision_after(match, match->length - 1);

    if (now.fresh || !has(match->log[from].before.joint, seat)) {
        return false;
    }
    for (int k = from + 1; k < match->length; k++) {
        const struct mq_step *step = &match->log[k];
        int by = match->entry[step->entry].seat;

        if (step->before.fresh ||
            (by == MQ_CHANCE_SEAT ? step->revealed != 0
                                  : !has(step->before.joint, by))) {
            return false;
        }
    }
    return true;
}

/* The events to withdraw from log[from] on: all, or only the seat's own with
 * the outcomes that followed them. */
static int list_undone(const struct mq_match *match, int from, int seat,
                       bool own, int *out)
{
    int n = 0;
    bool mine = true;

    for (int k = from; k < match->length; k++) {
        int by = match->entry[match->log[k].entry].seat;

        if (by != MQ_CHANCE_SEAT) {
            mine = by == seat;
        }
        if (!own || mine) {
            out[n++] = match->log[k].entry;
        }
    }
    return n;
}

static enum mq_status withdraw(struct mq_match *match, int from, int seat,
                               bool own, bool agreed, int *withdrawn)
{
    struct mq_entry undo = {
        .kind = MQ_ENTRY_UNDO, .seat = seat, .agreed = agreed};
    int *undone = malloc((size_t)(match->length - from) * sizeof(*undone));
    enum mq_status status;

    if (undone == NULL) {
        return MQ_NOMEM;
    }
    undo.undone_count = list_undone(match, from, seat, own, undone);
    undo.undone = undone;
    status = mq__match_withdraw(match, &undo, NULL);
    free(undone);
    if (status == MQ_OK && withdrawn != NULL) {
        *withdrawn = undo.undone_count;
    }
    return status;
}

enum mq_status mq_match_undo(struct mq_match *match, int seat, bool agreed,
                             int *withdrawn)
{
    enum mq_status status = may_undo(match, seat);
    int from = seat >= 0 ? last_own(match, seat) : -1;
    bool own;

    if (status != MQ_OK) {
        return status;
    }
    if (from < 0) {
        return MQ_NOTHING;
    }
    own = from >= mq_match_undo_limit(match, seat);
    if (!own && !agreed) {
        return MQ_LIMIT;
    }
    /* Others' steps stay where that can be; with everybody's agreement they
     * may go too. */
    status = own || one_choice(match, from, seat)
                 ? withdraw(match, from, seat, true, !own, withdrawn)
                 : MQ_ILLEGAL;
    if (status != MQ_ILLEGAL) {
        return status;
    }
    return agreed ? withdraw(match, from, seat, false, true, withdrawn)
                  : MQ_LIMIT;
}

/* Something in the log from `length` on isn't the seat's to take back. */
static bool needs_agreement(const struct mq_match *match, int seat, int length)
{
    if (seat < 0 || length < mq_match_undo_limit(match, seat)) {
        return true;
    }
    for (int k = length; k < match->length; k++) {
        int by = match->entry[match->log[k].entry].seat;

        if (by != seat && by != MQ_CHANCE_SEAT) {
            return true;
        }
    }
    return false;
}

enum mq_status mq_match_undo_to(struct mq_match *match, int seat, int length)
{
    enum mq_status status = may_undo(match, seat);

    if (status != MQ_OK) {
        return status;
    }
    if (length < 0 || length > match->length) {
        return MQ_RANGE;
    }
    if (length == match->length) {
        return MQ_NOTHING;
    }
    return withdraw(match, length, seat, false,
                    needs_agreement(match, seat, length), NULL);
}

/* No other person's action is among the withdrawn events from `at` on. */
static bool may_redo(const struct mq_match *match, const struct mq_entry *undo,
                     int at, int seat)
{
    for (int i = at; seat >= 0 && i < undo->undone_count; i++) {
        int by = match->entry[undo->undone[i]].seat;

        if (by >= 0 && by != seat && match->bot[by][0] == '\0') {
            return false;
        }
    }
    return true;
}

enum mq_status mq_match_redo(struct mq_match *match, int seat, int *replayed)
{
    int entries = match->entries, groups = match->redo_count;
    int at = match->redo_at, n = 0;
    enum mq_status status = MQ_OK;
    struct mq_entry undo;

    if (groups == 0 || may_undo(match, MQ_SPECTATOR) != MQ_OK) {
        return MQ_NOTHING;
    }
    undo = match->entry[match->redo[groups - 1]];
    if (!may_redo(match, &undo, at, seat)) {
        return MQ_NOTHING;
    }
    for (int i = at; status == MQ_OK && i < undo.undone_count; i++, n++) {
        struct mq_entry again = match->entry[undo.undone[i]];
        struct mq_event event = {again.seat, again.action};

        status = mq__match_may(match, event, NULL);
        if (status == MQ_OK) {
            status = mq__match_event(match, event, again.supplied, NULL);
        }
    }
    if (status != MQ_OK) {
        mq__match_rollback(match, entries);
        match->redo_count = groups;
        match->redo_at = at;
        return status == MQ_NOMEM ? status : MQ_NOTHING;
    }
    if (replayed != NULL) {
        *replayed = n;
    }
    return MQ_OK;
}

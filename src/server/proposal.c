/* What people at a table have to agree on: undo beyond what is free, going on
 * without somebody. */
#include "server/table.h"

#include <assert.h>
#include <string.h>

static uint32_t voters(const struct mq_table *t, int by, int about)
{
    uint32_t people = mq__people(t) & ~(1U << by);

    for (int i = 0; i < t->players; i++) {
        if (mq_match_bot(t->match, i)[0] != '\0') {
            people &= ~(1U << i);
        }
    }
    return about >= 0 ? people & ~(1U << about) : people;
}

static bool is_idle(const struct mq_table *t)
{
    return t->rule.kind == MQ_CLOCK_NONE &&
           mq__wall_ms() - t->moved_at >= t->app->config->idle_after_s * 1000LL;
}

/* Going on without somebody: after a day, and only without who is waited
 * for. */
static bool may_propose(const struct mq_table *t, int kind, int seat,
                        struct mq_failure *failure)
{
    uint32_t actors = 0;

    mq_match_turn(t->match, &actors);
    if (kind != MQ_PROPOSE_UNDO && !is_idle(t)) {
        mq__fail(failure, MQ_FAULT_NOT_YET);
        return false;
    }
    if (kind == MQ_PROPOSE_BOT &&
        (seat < 0 || seat >= t->players || !(actors >> seat & 1) ||
         t->place[seat].kind != MQ_SEAT_PERSON ||
         mq_match_bot(t->match, seat)[0] != '\0')) {
        mq__fail(failure, MQ_FAULT_BAD_REQUEST);
        return false;
    }
    return true;
}

static bool carry_out(struct mq_table *t, const struct mq_proposal *p)
{
    struct mq_failure failure;

    switch (p->kind) {
    case MQ_PROPOSE_UNDO:
        return mq__play_undo_to(t, p->by, p->length);
    case MQ_PROPOSE_BOT:
        return mq__play_hand_over(t, p->seat, t->app->config->standin,
                                  &failure);
    case MQ_PROPOSE_END:
        return mq__play_end(t, MQ_END_AGREED);
    }
    return false;
}

static struct mq_proposal *find(struct mq_table *t, int number)
{
    for (int i = 0; i < MQ_MAX_PROPOSALS; i++) {
        if (t->proposal[i].number == number) {
            return &t->proposal[i];
        }
    }
    return NULL;
}

/* Agreed by all: it happens, and takes all proposals away for everybody to
 * see, as every change does. Otherwise it is kept, and shown. */
static bool settle(struct mq_table *t, struct mq_proposal *p)
{
    struct mq_proposal agreed = *p;

    assert((p->waiting & 1U << p->by) == 0 || p->number == 0);
    t->doc_dirty = true;
    if ((p->waiting & ~p->agreed) == 0) {
        return carry_out(t, &agreed);
    }
    if (!mq__commit(t, NULL, 0)) {
        return false;
    }
    mq__publish_table(t);
    return true;
}

/* Whose absence the end of a match would be about: those waited for. */
static uint32_t absent(const struct mq_table *t, int kind)
{
    uint32_t actors = 0;

    if (kind == MQ_PROPOSE_END) {
        mq_match_turn(t->match, &actors);
    }
    return actors;
}

bool mq__propose(struct mq_table *t, int seat, int kind, int about, int *number,
                 struct mq_failure *failure)
{
    int whom = kind == MQ_PROPOSE_BOT ? about : -1;
    struct mq_proposal *p;

    assert(kind >= MQ_PROPOSE_UNDO && kind <= MQ_PROPOSE_END);
    if (!may_propose(t, kind, whom, failure)) {
        return false;
    }
    for (int i = 0; i < MQ_MAX_PROPOSALS; i++) {
        if (t->proposal[i].by == seat) {
            memset(&t->proposal[i], 0, sizeof(t->proposal[i]));
        }
    }
    p = find(t, 0);
    if (p == NULL) {
        mq__fail(failure, MQ_FAULT_TOO_MANY);
        return false;
    }
    *p = (struct mq_proposal){
        .number = ++t->proposals,
        .kind = (enum mq_proposal_kind)kind,
        .by = seat,
        .seat = whom,
        .length = kind == MQ_PROPOSE_UNDO ? about : 0,
        .agreed = 1U << seat,
        .waiting = voters(t, seat, whom) & ~absent(t, kind),
    };
    *number = p->number;
    if (!settle(t, p)) {
        mq__fail(failure, MQ_FAULT_NOT_SAVED);
        return false;
    }
    return true;
}

bool mq__answer(struct mq_table *t, int seat, int number, bool agrees,
                struct mq_failure *failure)
{
    struct mq_proposal *p = number > 0 ? find(t, number) : NULL;

    if (t->state != MQ_TABLE_RUNNING || p == NULL) {
        mq__fail(failure, MQ_FAULT_NOTHING);
        return false;
    }
    if (!(p->waiting >> seat & 1) && p->by != seat) {
        mq__fail(failure, MQ_FAULT_FORBIDDEN);
        return false;
    }
    if (agrees) {
        p->agreed |= 1U << seat;
    } else {
        memset(p, 0, sizeof(*p));
        p->waiting = 1; /* nothing happens */
    }
    if (!settle(t, p)) {
        mq__fail(failure, MQ_FAULT_NOT_SAVED);
        return false;
    }
    return true;
}

bool mq__proposals_clear(struct mq_table *t)
{
    bool any = false;

    for (int i = 0; i < MQ_MAX_PROPOSALS; i++) {
        if (t->proposal[i].number > 0) {
            memset(&t->proposal[i], 0, sizeof(t->proposal[i]));
            t->doc_dirty = true;
            any = true;
        }
    }
    return any;
}

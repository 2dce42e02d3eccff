/* When somebody is to be told: a turn that waits for a person who isn't there,
 * a clock that runs out soon, a match that has begun or is over.
 *
 * The head of a table, written with each move, says whom it waits for and when
 * to look at it again (wake_at). Once a turn has waited long enough, one commit
 * notes that it was told and writes a row for each channel of the person
 * (store/notices.h); threads send those (sender.h). So a kill at any time loses
 * nothing. Whoever is at the table isn't told, and is as soon as they leave. */
#include "server/net.h"
#include "server/peers.h"

#include <string.h>

enum {
    REMIND_LEAST_S = 3600,       /* shorter clocks give no reminder */
    REMIND_MS = 6 * 3600 * 1000, /* before the clock runs out, */
    REMIND_PART = 4,             /* or so much of it */
};

bool mq__notify_wanted(const struct mq_app *app)
{
    return app->config->notify != NULL || app->channels;
}

/* A person who plays the seat themselves and is to act. */
static bool waits_for(const struct mq_table *t, int seat)
{
    uint32_t actors = 0;

    mq_match_turn(t->match, &actors);
    return (actors >> seat & 1) && t->place[seat].kind == MQ_SEAT_PERSON &&
           mq_match_bot(t->match, seat)[0] == '\0';
}

/* When the seat is told of its turn, by the wall clock; 0: it was. */
static int64_t turn_at(const struct mq_table *t, int seat)
{
    if (t->place[seat].notified == mq_match_length(t->match)) {
        return 0;
    }
    return t->moved_at + t->app->config->notify_after_s * 1000LL;
}

/* When it is reminded of its clock; 0: never, or it was. */
static int64_t remind_at(const struct mq_table *t, int seat)
{
    int64_t before = t->rule.seconds * 1000LL / REMIND_PART;

    if (t->rule.kind == MQ_CLOCK_NONE || t->rule.seconds < REMIND_LEAST_S ||
        !(t->clock.running >> seat & 1) ||
        t->place[seat].reminded == mq_match_length(t->match)) {
        return 0;
    }
    before = before < REMIND_MS ? before : REMIND_MS;
    return mq__wall_ms() + mq__clock_left(t, seat, mq__now_ms()) - before;
}

static int64_t at_least(int64_t when, int64_t least)
{
    return when > 0 && when < least ? least : when;
}

int64_t mq__notify_at(const struct mq_table *t)
{
    int64_t at = 0, later = mq__wall_ms() + MQ_LOOK_AGAIN_MS;

    if (!mq__notify_wanted(t->app) || t->match == NULL ||
        t->state != MQ_TABLE_RUNNING) {
        return 0;
    }
    for (int seat = 0; seat < t->players; seat++) {
        int64_t turn, clock;

        if (!waits_for(t, seat)) {
            continue;
        }
        turn = turn_at(t, seat);
        clock = remind_at(t, seat);
        if (t->head_dirty && mq__seat_connected(t, seat)) {
            turn = at_least(turn, later);
            clock = at_least(clock, later);
        }
        mq__soonest(&at, turn);
        mq__soonest(&at, clock);
    }
    return at;
}

void mq__notify_add(const struct mq_table *t, int seat, enum mq_what what,
                    struct mq_extra *extra, int *extras)
{
    struct mq_news *news = &extra[*extras].news;

    if (*extras >= MQ_MAX_EXTRAS) {
        return;
    }
    extra[*extras] = (struct mq_extra){.kind = MQ_EXTRA_NEWS};
    *news = (struct mq_news){.seat = seat,
                             .epoch = t->place[seat].link.epoch,
                             .what = what,
                             .segment = t->segment,
                             .length = mq_match_length(t->match),
                             .command = t->app->config->notify != NULL &&
                                        what <= MQ_WHAT_CLOCK};
    memcpy(news->table, t->id, sizeof(news->table));
    ++*extras;
}

void mq__notify_all(const struct mq_table *t, enum mq_what what,
                    struct mq_extra *extra, int *extras)
{
    if (!mq__notify_wanted(t->app)) {
        return;
    }
    for (int seat = 0; seat < t->players; seat++) {
        if (t->place[seat].kind == MQ_SEAT_PERSON &&
            !mq__seat_connected(t, seat)) {
            mq__notify_add(t, seat, what, extra, extras);
        }
    }
}

/* The next time to look, for the network thread's clock. */
static void look_then(struct mq_table *t, int64_t when)
{
    int64_t wait = when - mq__wall_ms();

    if (when > 0) {
        mq__soonest(&t->wake_ms, mq__now_ms() + (wait > 1000 ? wait : 1000));
    }
}

static void check_seat(struct mq_table *t, int seat, struct mq_extra *extra,
                       int *extras)
{
    int64_t now = mq__wall_ms();
    int64_t turn = turn_at(t, seat), clock = remind_at(t, seat);
    int length = mq_match_length(t->match);

    if (mq__seat_connected(t, seat)) {
        /* The store has a time that is over: it gets a later one, so that this
         * table isn't found again and again. */
        t->head_dirty =
            t->head_dirty || (turn > 0 && turn <= now && t->wake_at <= now);
        return;
    }
    if (turn > 0 && turn <= now) {
        mq__notify_add(t, seat, MQ_WHAT_TURN, extra, extras);
        t->place[seat].notified = length;
        t->doc_dirty = true;
        turn = 0;
    }
    if (clock > 0 && clock <= now) {
        mq__notify_add(t, seat, MQ_WHAT_CLOCK, extra, extras);
        t->place[seat].reminded = length;
        t->doc_dirty = true;
        clock = 0;
    }
    look_then(t, turn);
    look_then(t, clock);
}

void mq__notify_check(struct mq_table *t)
{
    struct mq_extra extra[MQ_MAX_EXTRAS];
    int extras = 0;

    if (!mq__notify_wanted(t->app)) {
        return;
    }
    for (int seat = 0; seat < t->players; seat++) {
        if (waits_for(t, seat)) {
            check_seat(t, seat, extra, &extras);
        }
    }
    if (extras > 0 || t->head_dirty) {
        mq__commit(t, extra, extras);
    }
}

/* Clocks: who loses time, and what happens when there is none left.
 *
 * A person's seat loses time while it may act. Time is mq__now_ms, so the
 * machine's clock may jump as it likes; the store gets what is left and when
 * that was. After a restart the time in between is charged, but nobody
 * comes back to less than a minute (or what they had): a server that was down
 * must not decide matches. */
#include "server/table.h"

#include <assert.h>
#include <string.h>

enum { GRACE_MS = 60000 };

/* People's seats that may act and are played by their person. */
static uint32_t should_run(const struct mq_table *t)
{
    uint32_t actors = 0;

    if (t->rule.kind == MQ_CLOCK_NONE || t->state != MQ_TABLE_RUNNING ||
        t->match == NULL) {
        return 0;
    }
    mq_match_turn(t->match, &actors);
    for (int i = 0; i < t->players; i++) {
        if (mq_match_bot(t->match, i)[0] != '\0') {
            actors &= ~(1U << i);
        }
    }
    return actors;
}

int64_t mq__clock_left(const struct mq_table *t, int seat, int64_t now)
{
    int64_t left = t->clock.left[seat];

    assert(seat >= 0 && seat < t->players && left >= 0);
    if (t->clock.running >> seat & 1) {
        left -= now - t->clock.at;
    }
    return left > 0 ? left : 0;
}

/* Reward for a move: only for log lengths not reached before, so that undo
 * and redo gain nothing. */
static void reward(struct mq_table *t, uint32_t acted)
{
    int length = mq_match_length(t->match);

    if (length <= t->clock.mark) {
        return;
    }
    t->clock.mark = length;
    for (int i = 0; i < t->players; i++) {
        if (!(acted >> i & 1)) {
            continue;
        }
        if (t->rule.kind == MQ_CLOCK_MOVE) {
            t->clock.left[i] = t->rule.seconds * 1000LL;
        } else {
            t->clock.left[i] += t->rule.increment * 1000LL;
        }
    }
}

static void first_time(struct mq_table *t)
{
    for (int i = 0; i < t->players; i++) {
        t->clock.left[i] = t->rule.seconds * 1000LL;
    }
}

void mq__clock_update(struct mq_table *t, uint32_t acted)
{
    int64_t now = mq__now_ms();

    if (t->rule.kind == MQ_CLOCK_NONE || t->match == NULL) {
        return;
    }
    if (t->clock.at == 0) {
        first_time(t);
    }
    for (int i = 0; i < t->players; i++) {
        t->clock.left[i] = mq__clock_left(t, i, now);
    }
    reward(t, acted);
    t->clock.at = now;
    t->clock.running = should_run(t);
    assert((t->clock.running & ~mq__people(t)) == 0);
}

int64_t mq__clock_deadline(const struct mq_table *t)
{
    int64_t soonest = 0;

    for (int i = 0; i < t->players; i++) {
        int64_t when = t->clock.at + t->clock.left[i];

        if (t->clock.running >> i & 1 && (soonest == 0 || when < soonest)) {
            soonest = when;
        }
    }
    return soonest;
}

void mq__clock_check(struct mq_table *t)
{
    int64_t now = mq__now_ms();

    for (int i = 0; i < t->players; i++) {
        if (t->clock.running >> i & 1 && mq__clock_left(t, i, now) == 0) {
            mq__play_timeout(t, i);
            return; /* the rest when it is tended again */
        }
    }
}

void mq__clock_write(const struct mq_table *t, struct mq_buf *out)
{
    struct mq_json_writer w;
    int64_t now = mq__now_ms();

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    mq__json_open(&w, "left_ms", '[');
    for (int i = 0; i < t->players; i++) {
        mq__json_int(&w, NULL, mq__clock_left(t, i, now));
    }
    mq__json_close(&w, ']');
    mq__json_int(&w, "at", mq__wall_ms());
    mq__json_int(&w, "running", t->clock.running);
    mq__json_int(&w, "mark", t->clock.mark);
    mq__json_ints(&w, "base", t->base, MQ_AUDIENCES);
    if (t->mended) {
        mq__json_bool(&w, "mended", true);
    }
    mq__json_close(&w, '}');
}

static int64_t number(const struct mq_json *object, const char *key)
{
    const struct mq_json *node = mq__json_get(object, key);

    return node != NULL ? node->integer : 0;
}

/* What a seat that was running has left after the time in between. */
static int64_t after_pause(int64_t left, int64_t away)
{
    int64_t least = left < GRACE_MS ? left : GRACE_MS;

    left -= away;
    return left > least ? left : least;
}

void mq__clock_read(struct mq_table *t, const char *text)
{
    struct mq_json_doc doc;
    struct mq_error error;
    int64_t away;

    memset(&t->clock, 0, sizeof(t->clock));
    if (t->rule.kind == MQ_CLOCK_NONE || t->match == NULL ||
        mq__json_parse(&doc, text, strlen(text), &error) != MQ_OK) {
        return;
    }
    away = mq__wall_ms() - number(doc.root, "at");
    t->clock.mark = (int)number(doc.root, "mark");
    t->clock.at = mq__now_ms();
    t->clock.running = (uint32_t)number(doc.root, "running");
    for (int i = 0; i < t->players; i++) {
        const struct mq_json *left =
            mq__json_at(mq__json_get(doc.root, "left_ms"), i);

        t->clock.left[i] = left != NULL ? left->integer : 0;
        if (t->clock.running >> i & 1 && away > 0) {
            t->clock.left[i] = after_pause(t->clock.left[i], away);
        }
    }
    mq__json_finish(&doc);
    t->clock.running = should_run(t);
}

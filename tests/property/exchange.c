/* Exchange: the test of hidden information. In the log of a match an event
 * that a seat couldn't see is exchanged for another that looks the same to it
 * (one card for another), in every later hidden event that names the cards as
 * well, and the log is folded again. Until the seat is told (`reveals`), it
 * must not find any difference. Also here: joint choices don't touch each
 * other. */
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#define ATTEMPTS 2   /* exchanges tried a match */
#define MAX_WORDS 16 /* of an action's text */
#define RESAMPLES 20 /* looks for a world that isn't the true one */

/* Two worlds that look alike to a seat, event by event. */
struct twins {
    int seat;
    struct prop_state a, b;
    char x[MQ_TEXT_SIZE], y[MQ_TEXT_SIZE]; /* the words exchanged */
    int begin;                             /* the event exchanged */
    struct prop_log *log;                  /* of world b */
};

/* --- Words --- */

struct words {
    int n;
    char text[MQ_TEXT_SIZE];
    const char *word[MAX_WORDS];
};

static void split(struct words *w, const struct prop *p, struct mq_event event)
{
    char *at = w->text;

    prop_text(p, event, w->text);
    for (w->n = 0; w->n < MAX_WORDS; w->n++) {
        w->word[w->n] = at;
        at = strchr(at, ' ');
        if (at == NULL) {
            w->n++;
            return;
        }
        *at++ = '\0';
    }
}

/* Takes out of b one word for each of a's that it has; what stays of each. */
static void difference(const struct words *a, const struct words *b,
                       struct words *only_a, struct words *only_b)
{
    bool used[MAX_WORDS] = {false};

    only_a->n = 0;
    only_b->n = 0;
    for (int i = 0; i < a->n; i++) {
        int j = 0;

        while (j < b->n && (used[j] || strcmp(a->word[i], b->word[j]) != 0)) {
            j++;
        }
        if (j < b->n) {
            used[j] = true;
        } else {
            only_a->word[only_a->n++] = a->word[i];
        }
    }
    for (int j = 0; j < b->n; j++) {
        if (!used[j]) {
            only_b->word[only_b->n++] = b->word[j];
        }
    }
}

/* Whether the texts differ in one word, and in which. */
static bool one_word(const struct prop *p, struct mq_event a, struct mq_event b,
                     char x[MQ_TEXT_SIZE], char y[MQ_TEXT_SIZE])
{
    struct words wa, wb, xa, xb;

    split(&wa, p, a);
    split(&wb, p, b);
    difference(&wa, &wb, &xa, &xb);
    if (xa.n != 1 || xb.n != 1) {
        return false;
    }
    memcpy(x, xa.word[0], strlen(xa.word[0]) + 1);
    memcpy(y, xb.word[0], strlen(xb.word[0]) + 1);
    return true;
}

/* --- The counterpart of an event in the other world --- */

static bool fits(const struct prop *p, const struct twins *t,
                 struct mq_event event, struct mq_event other)
{
    struct mq_note note;

    return mq_why_not(p->game, t->b.bytes, other.seat, other.action, &note) ==
               MQ_OK &&
           prop_looks_alike(p, t->a.bytes, event, t->b.bytes, other, t->seat);
}

static bool sees_whole(const struct prop *p, const struct twins *t,
                       struct mq_event event)
{
    struct mq_event out;

    return mq_seen(p->game, t->a.bytes, event, t->seat, &out) &&
           out.action == event.action;
}

/* A choice in world b that looks the same; the best of them is the event with
 * x and y exchanged, then the event itself. */
static bool counterpart(struct prop *p, struct twins *t, struct mq_event event,
                        struct mq_event *out)
{
    mq_action list[MQ_MAX_LEGAL];
    struct mq_event any = event;
    bool found = fits(p, t, event, event);
    int n;

    *out = event;
    if (sees_whole(p, t, event)) {
        return found;
    }
    n = prop_choices(p, t->b.bytes, event.seat, list);
    for (int i = 0; i < n; i++) {
        struct mq_event other = {event.seat, list[i]};
        char x[MQ_TEXT_SIZE], y[MQ_TEXT_SIZE];

        if (!prop_looks_alike(p, t->a.bytes, event, t->b.bytes, other,
                              t->seat)) {
            continue;
        }
        any = other;
        if (one_word(p, event, other, x, y) &&
            ((strcmp(x, t->x) == 0 && strcmp(y, t->y) == 0) ||
             (strcmp(x, t->y) == 0 && strcmp(y, t->x) == 0))) {
            *out = other;
            return true;
        }
    }
    if (!found && fits(p, t, event, any)) {
        *out = any;
        return true;
    }
    return found;
}

/* --- What the seat is shown --- */

static bool compare_legal(struct prop *p, const struct twins *t)
{
    mq_action a[MQ_MAX_LEGAL], b[MQ_MAX_LEGAL];
    uint32_t in_a, in_b;
    int n;

    mq_turn(p->game, t->a.bytes, &in_a);
    mq_turn(p->game, t->b.bytes, &in_b);
    if (in_a != in_b) {
        return prop_fail(p, "leak", "P%d can tell by who is to act",
                         t->seat + 1);
    }
    if (t->seat < 0 || (in_a >> t->seat & 1) == 0) {
        return true;
    }
    n = mq_legal(p->game, t->a.bytes, t->seat, a);
    if (mq_legal(p->game, t->b.bytes, t->seat, b) != n ||
        memcmp(a, b, (size_t)n * sizeof a[0]) != 0) {
        return prop_fail(p, "leak", "P%d can tell by its legal actions",
                         t->seat + 1);
    }
    return true;
}

static bool views_alike(const struct prop *p, const struct twins *t)
{
    struct prop_state a, b;

    prop_view(p, t->a.bytes, t->seat, &a);
    prop_view(p, t->b.bytes, t->seat, &b);
    return prop_same(p, a.bytes, b.bytes);
}

/* Whether the seat is among those who learn by the event. A spectator isn't
 * in the mask: it learns with any seat, and from what is open (all seats may
 * have known that already). */
static bool learns(const struct prop *p, const struct twins *t,
                   struct mq_event a, struct mq_event b)
{
    uint32_t mask =
        mq_reveals(p->game, t->a.bytes, a) | mq_reveals(p->game, t->b.bytes, b);

    return t->seat < 0 ? mask != 0 || sees_whole(p, t, a)
                       : (mask >> t->seat & 1) != 0;
}

/* Both worlds one event on. *told: the seat may now tell them apart. */
static bool both(struct prop *p, struct twins *t, struct mq_event a,
                 struct mq_event b, bool *told)
{
    bool may_learn = learns(p, t, a, b);
    char ta[MQ_TEXT_SIZE], tb[MQ_TEXT_SIZE];

    prop_apply(p, t->a.bytes, a);
    prop_apply(p, t->b.bytes, b);
    t->log->event[t->log->length++] = b;
    *told = !views_alike(p, t);
    if (*told && !may_learn) {
        return prop_fail(p, "leak",
                         "P%d's views differ after event %d: '%s' or '%s' (%s "
                         "for %s since event %d)",
                         t->seat + 1, t->log->length, prop_text(p, a, ta),
                         prop_text(p, b, tb), t->y, t->x, t->begin + 1);
    }
    return *told || compare_legal(p, t);
}

/* --- A try --- */

/* An event of the log that the seat doesn't see whole, not long before the
 * end where hidden things still matter; -1 if there is none. */
static int hidden_event(struct prop *p, int seat)
{
    struct prop_state st;
    int found = -1;
    int count = 0;

    prop_fold(p, &p->log, 0, &st);
    for (int k = 0; k < p->log.length; k++) {
        struct mq_event event = p->log.event[k];
        struct mq_event out;

        if (!mq_seen(p->game, st.bytes, event, seat, &out) ||
            out.action != event.action) {
            p->count.hidden++;
            if (prop_once_in(p, ++count)) {
                found = k;
            }
        }
        prop_apply(p, st.bytes, event);
    }
    return found;
}

/* Another event in its place, one word different. */
static bool choose_other(struct prop *p, struct twins *t, struct mq_event *out)
{
    struct mq_event event = p->log.event[t->begin];
    mq_action list[MQ_MAX_LEGAL];
    char x[MQ_TEXT_SIZE], y[MQ_TEXT_SIZE];
    int n = prop_choices(p, t->a.bytes, event.seat, list);
    int count = 0;

    for (int i = 0; i < n; i++) {
        struct mq_event other = {event.seat, list[i]};

        if (other.action != event.action && fits(p, t, event, other) &&
            one_word(p, event, other, x, y) && prop_once_in(p, ++count)) {
            *out = other;
            memcpy(t->x, x, sizeof x);
            memcpy(t->y, y, sizeof y);
        }
    }
    return count > 0;
}

/* In doubt, resampling must not always come out at the truth. */
static void look_for_others(struct prop *p, const struct twins *t)
{
    struct prop_state world;

    if (prop_same(p, t->a.bytes, t->b.bytes)) {
        return;
    }
    p->count.doubted++;
    for (int i = 0; i < RESAMPLES; i++) {
        prop_view(p, t->a.bytes, t->seat, &world);
        mq_resample(p->game, world.bytes, t->seat, &p->rng);
        if (!prop_same(p, world.bytes, t->a.bytes)) {
            return;
        }
    }
    p->count.truths++;
}

/* What the seat sees whole and can't be in the other world tells it. */
static bool check_told(struct prop *p, const struct twins *t,
                       struct mq_event event)
{
    uint32_t learned = mq_reveals(p->game, t->a.bytes, event);
    char text[MQ_TEXT_SIZE];

    if (t->seat < 0 || !sees_whole(p, t, event) ||
        (learned >> t->seat & 1) != 0) {
        return true;
    }
    return prop_fail(p, "told-apart",
                     "P%d sees '%s', which can't be with %s for %s, and "
                     "reveals doesn't say so",
                     t->seat + 1, prop_text(p, event, text), t->y, t->x);
}

/* Goes on with both worlds until the seat is told or there is no way. */
static bool go_on(struct prop *p, struct twins *t)
{
    struct mq_event other;
    bool told;

    for (int k = t->begin + 1; k < p->log.length; k++) {
        struct mq_event event = p->log.event[k];

        if (!counterpart(p, t, event, &other)) {
            return check_told(p, t, event);
        }
        if (!both(p, t, event, other, &told)) {
            return false;
        }
        if (told) {
            t->log->length--;
            return true;
        }
        p->count.exchanged++;
        if (prop_once_in(p, 50)) {
            look_for_others(p, t);
        }
    }
    return true;
}

static bool try_exchange(struct prop *p, struct twins *t)
{
    struct mq_event other;
    bool told;

    prop_fold(p, &p->log, t->begin, &t->a);
    prop_copy(p, &t->b, t->a.bytes);
    t->log->setup = p->log.setup;
    t->log->length = t->begin;
    memcpy(t->log->event, p->log.event,
           (size_t)t->begin * sizeof p->log.event[0]);
    if (!choose_other(p, t, &other)) {
        return true;
    }
    if (!both(p, t, p->log.event[t->begin], other, &told)) {
        return false;
    }
    if (told) {
        return true;
    }
    p->count.exchanges++;
    look_for_others(p, t);
    return go_on(p, t) && (!prop_once_in(p, p->record_one_in) ||
                           prop_check_records(p, t->log, t->seat));
}

bool prop_check_exchange(struct prop *p)
{
    struct prop_log *log = malloc(sizeof *log);
    bool good = log != NULL || prop_fail(p, "memory", "no memory");

    for (int i = 0; i < ATTEMPTS && good; i++) {
        struct twins t = {.log = log};

        t.seat = prop_below(p, prop_players(p) + 1) + MQ_SPECTATOR;
        t.begin = hidden_event(p, t.seat);
        if (t.begin < 0) {
            break;
        }
        good = try_exchange(p, &t);
    }
    free(log);
    return good;
}

/* --- Joint choices --- */

static bool same_choices(struct prop *p, const void *one, const void *two,
                         int seat)
{
    mq_action a[MQ_MAX_LEGAL], b[MQ_MAX_LEGAL];
    uint32_t in_one, in_two;
    int n;

    mq_turn(p->game, one, &in_one);
    mq_turn(p->game, two, &in_two);
    if (((in_one & in_two) >> seat & 1) == 0) {
        return false;
    }
    n = mq_legal(p->game, one, seat, a);
    return mq_legal(p->game, two, seat, b) == n &&
           memcmp(a, b, (size_t)n * sizeof a[0]) == 0;
}

static bool check_pair(struct prop *p, const void *st, struct mq_event a,
                       struct mq_event b)
{
    char ta[MQ_TEXT_SIZE], tb[MQ_TEXT_SIZE];
    struct prop_state one, two;

    prop_copy(p, &one, st);
    prop_copy(p, &two, st);
    prop_apply(p, one.bytes, a);
    prop_apply(p, two.bytes, b);
    p->count.commits++;
    if (!same_choices(p, st, one.bytes, b.seat) ||
        !same_choices(p, st, two.bytes, a.seat)) {
        return prop_fail(p, "commits",
                         "'%s' or '%s' changes what the other "
                         "seat may choose",
                         prop_text(p, a, ta), prop_text(p, b, tb));
    }
    prop_apply(p, one.bytes, b);
    prop_apply(p, two.bytes, a);
    if (!prop_same(p, one.bytes, two.bytes)) {
        return prop_fail(
            p, "commits", "'%s' by P%d and '%s' by P%d: the order matters",
            prop_text(p, a, ta), a.seat + 1, prop_text(p, b, tb), b.seat + 1);
    }
    return true;
}

/* Where several seats may act, any two of their actions can change places: so
 * can any order of the same commits. */
bool prop_check_commits(struct prop *p, const void *st)
{
    struct mq_event a, b;
    uint32_t actors;

    if (mq_turn(p->game, st, &actors) != MQ_TURN_SEATS ||
        (actors & (actors - 1)) == 0) {
        return true;
    }
    prop_random_event(p, st, &a);
    do {
        prop_random_event(p, st, &b);
    } while (b.seat == a.seat);
    return check_pair(p, st, a, b);
}

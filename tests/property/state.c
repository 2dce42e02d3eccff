/* The cheap checks, at every event: whose turn, what is legal, invariants,
 * scores. */
#include "suite.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    mq_action x = *(const mq_action *)a;
    mq_action y = *(const mq_action *)b;

    return (x > y) - (x < y);
}

static bool all_different(const mq_action *list, int n)
{
    mq_action sorted[MQ_MAX_LEGAL];

    if (n < 12) {
        for (int i = 1; i < n; i++) {
            for (int j = 0; j < i; j++) {
                if (list[i] == list[j]) {
                    return false;
                }
            }
        }
        return true;
    }
    memcpy(sorted, list, (size_t)n * sizeof sorted[0]);
    qsort(sorted, (size_t)n, sizeof sorted[0], by_value);
    for (int i = 1; i < n; i++) {
        if (sorted[i] == sorted[i - 1]) {
            return false;
        }
    }
    return true;
}

static bool check_legal(struct prop *p, const void *st, int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    int n = mq_legal(p->game, st, seat, list);

    if (n < 1 || n > MQ_MAX_LEGAL) {
        return prop_fail(p, "legal", "P%d has %d legal actions", seat + 1, n);
    }
    if (!all_different(list, n)) {
        return prop_fail(p, "legal", "P%d: an action is listed twice",
                         seat + 1);
    }
    if (n > p->count.most_legal) {
        p->count.most_legal = n;
    }
    return true;
}

static bool check_actors(struct prop *p, const void *st, uint32_t actors)
{
    if (actors == 0 || actors >> prop_players(p) != 0) {
        return prop_fail(p, "turn", "actor mask %#x", actors);
    }
    for (int seat = 0; seat < prop_players(p); seat++) {
        if ((actors >> seat & 1) != 0 && !check_legal(p, st, seat)) {
            return false;
        }
    }
    return true;
}

bool prop_check_state(struct prop *p, const void *st)
{
    struct mq_error error;
    uint32_t actors = ~0u;
    enum mq_turn turn = mq_turn(p->game, st, &actors);

    if (mq_check(p->game, st, &error) != MQ_OK) {
        return prop_fail(p, "check", "the position breaks an invariant: %s",
                         error.message.id);
    }
    if (turn != MQ_TURN_OVER && mq_winners(p->game, st) != 0) {
        return prop_fail(p, "winners", "winners before the end");
    }
    switch (turn) {
    case MQ_TURN_SEATS:
        return check_actors(p, st, actors);
    case MQ_TURN_CHANCE:
        if (actors != 0) {
            return prop_fail(p, "turn", "actors while chance is to act");
        }
        return prop_check_chance(p, st);
    default:
        return actors == 0 || prop_fail(p, "turn", "actors at the end");
    }
}

static bool may_fall(const struct prop *p, struct mq_event event)
{
    char text[MQ_TEXT_SIZE];
    size_t length;

    prop_text(p, event, text);
    length = strcspn(text, " ");
    for (const char *const *word = p->kind->falls; *word != NULL; word++) {
        if (strlen(*word) == length && memcmp(*word, text, length) == 0) {
            return true;
        }
    }
    return false;
}

bool prop_check_scores(struct prop *p, const void *before,
                       struct mq_event event, const void *after)
{
    double old[MQ_MAX_PLAYERS] = {0};
    double now[MQ_MAX_PLAYERS] = {0};
    char text[MQ_TEXT_SIZE];

    mq_scores(p->game, before, old);
    mq_scores(p->game, after, now);
    for (int seat = 0; seat < prop_players(p); seat++) {
        if (now[seat] < old[seat] && !may_fall(p, event)) {
            return prop_fail(p, "scores", "P%d falls from %g to %g by '%s'",
                             seat + 1, old[seat], now[seat],
                             prop_text(p, event, text));
        }
    }
    return true;
}

/* Points by source add up to the score, now and at the end. */
bool prop_check_end(struct prop *p, const void *st)
{
    double score[MQ_MAX_PLAYERS] = {0};
    struct mq_points points[MQ_MAX_NOTES];

    mq_scores(p->game, st, score);
    for (int seat = 0; seat < prop_players(p); seat++) {
        int n = mq_breakdown(p->game, st, seat, points);
        double sum = 0;

        for (int i = 0; i < n; i++) {
            sum += points[i].points;
        }
        if (n < 0 || n > MQ_MAX_NOTES || sum != score[seat]) {
            return prop_fail(p, "breakdown", "P%d: %d sources, %g of %g points",
                             seat + 1, n, sum, score[seat]);
        }
    }
    return true;
}

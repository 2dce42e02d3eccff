/* Facts and standings: what is promised comes about, what is told is known to
 * the seat, and the sums agree. */
#include "suite.h"

#include "core/buf.h"

#include <string.h>

/* Facts as one text: all that a seat is told. */
static void write_fact(void *context, const struct mq_fact *f)
{
    struct mq_buf *buf = context;

    mq__buf_printf(buf, "\n%s %s %s %d %d", mq_fact_words[f->kind], f->subject,
                   f->item, f->place, f->seat);
    if (f->counted) {
        mq__buf_printf(buf, " %d>%d", f->before, f->after);
    }
    mq__buf_printf(buf, " %a %a", f->chance, f->chance_before);
    prop_write_message(buf, &f->note.message);
}

static void write_shares(struct mq_buf *buf, const struct mq_all_standings *all)
{
    for (int seat = 0; seat < all->players; seat++) {
        const struct mq_seat_standing *s = &all->seat[seat];

        mq__buf_printf(buf, "\nstands P%d %g %g %d", seat + 1, s->score,
                       s->total, s->rank);
        for (int i = 0; i < s->count; i++) {
            mq__buf_printf(buf, " %s %d%s%s", s->share[i].source,
                           s->share[i].points, s->share[i].later ? "later" : "",
                           s->share[i].hidden ? "hidden" : "");
        }
    }
    for (int i = 0; i < all->ends; i++) {
        mq__buf_printf(buf, "\nend %s %d %d of %d", all->end[i].source,
                       all->end[i].seat, all->end[i].progress,
                       all->end[i].limit);
    }
}

void prop_write_facts(struct prop *p, struct mq_buf *buf, const void *st,
                      int seat)
{
    struct mq_facts facts = {write_fact, buf, NULL};
    struct mq_all_standings standings;
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;
    int n = 0;

    mq_turn(p->game, st, &actors);
    if (seat >= 0 && (actors >> seat & 1) != 0) {
        n = mq_legal(p->game, st, seat, list);
    }
    for (int i = 0; i < n; i += 1 + n / 8) { /* some of many */
        mq_tell(p->game, st, seat, list[i], &facts);
    }
    /* One seat's at a time: it is long. */
    if (seat + 1 == p->log.length % (prop_players(p) + 1)) {
        mq_survey(p->game, st, seat, &facts);
    }
    mq_standings(p->game, st, seat, &standings);
    write_shares(buf, &standings);
}

/* A fact is well formed: the sentence has words, chances are chances. */
struct reading {
    struct prop *p;
    int count;
    bool choice; /* of a choice: begins with DOES */
    bool good;
};

static bool is_chance(double chance)
{
    return chance == MQ_CERTAIN || (chance >= 0 && chance <= 1 + 1e-12);
}

static void read_fact(void *context, const struct mq_fact *f)
{
    struct reading *r = context;
    bool does = f->kind == MQ_FACT_DOES;

    r->p->count.facts++;
    r->good = r->good && prop_check_message(r->p, &f->note.message, "fact");
    if (r->good && (!is_chance(f->chance) || !is_chance(f->chance_before))) {
        r->good = prop_fail(r->p, "fact", "%s %s: no chance",
                            mq_fact_words[f->kind], f->subject);
    }
    if (r->good && does != (r->choice && r->count == 0)) {
        r->good = prop_fail(r->p, "fact", "fact %d of a choice is %s", r->count,
                            mq_fact_words[f->kind]);
    }
    r->count++;
}

static bool read_choices(struct prop *p, const void *view, int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    int n = mq_legal(p->game, view, seat, list);

    for (int i = 0; i < 4; i++) {
        struct reading r = {p, 0, true, true};
        struct mq_facts facts = {read_fact, &r, NULL};

        mq_tell(p->game, view, seat, list[prop_below(p, n)], &facts);
        if (!r.good) {
            return false;
        }
        if (p->game->words.tell != NULL && r.count == 0) {
            return prop_fail(p, "fact", "a choice without facts");
        }
    }
    return true;
}

/* Standings. */

static bool check_shares(struct prop *p, const struct mq_seat_standing *s,
                         double score)
{
    double scored = 0, total = 0;

    for (int i = 0; i < s->count; i++) {
        scored += s->share[i].later ? 0 : s->share[i].points;
        total += s->share[i].points;
        if (s->share[i].hidden && s->share[i].points != 0) {
            return prop_fail(p, "standings", "%s is hidden and told",
                             s->share[i].source);
        }
        if (!prop_check_message(p, &s->share[i].message, "standings")) {
            return false;
        }
    }
    if (scored != score || s->score != score || s->total != total) {
        return prop_fail(p, "standings", "%g scored, %g told, %g by source",
                         score, s->score, scored);
    }
    return true;
}

static bool check_ends(struct prop *p, const struct mq_all_standings *s)
{
    for (int i = 0; i < s->ends; i++) {
        if (s->end[i].progress < 0 || s->end[i].progress > s->end[i].limit) {
            return prop_fail(p, "standings", "%s: %d of %d", s->end[i].source,
                             s->end[i].progress, s->end[i].limit);
        }
        if (!prop_check_message(p, &s->end[i].note.message, "standings")) {
            return false;
        }
    }
    return true;
}

static bool check_standings(struct prop *p, const void *view, int seat)
{
    double score[MQ_MAX_PLAYERS] = {0};
    struct mq_all_standings s;
    uint32_t leaders = 0, actors;

    mq_standings(p->game, view, seat, &s);
    mq_scores(p->game, view, score);
    for (int i = 0; i < prop_players(p); i++) {
        leaders |= s.seat[i].rank == 1 ? 1u << i : 0;
        if (!check_shares(p, &s.seat[i], score[i])) {
            return false;
        }
    }
    if (leaders == 0) {
        return prop_fail(p, "standings", "nobody leads");
    }
    if (mq_turn(p->game, view, &actors) == MQ_TURN_OVER &&
        mq_winners(p->game, view) != 0 &&
        mq_winners(p->game, view) != leaders) {
        return prop_fail(p, "standings", "%#x lead, %#x won", leaders,
                         mq_winners(p->game, view));
    }
    return check_ends(p, &s);
}

bool prop_check_facts(struct prop *p, const void *st)
{
    int reader = prop_below(p, prop_players(p) + 1) + MQ_SPECTATOR;
    struct prop_state view;
    uint32_t actors;

    mq_turn(p->game, st, &actors);
    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        struct reading r = {p, 0, false, true};
        struct mq_facts facts = {read_fact, &r, NULL};

        prop_view(p, st, seat, &view);
        if (seat == reader) { /* sentences take most of the time */
            mq_survey(p->game, view.bytes, seat, &facts);
        }
        if (!r.good || !check_standings(p, view.bytes, seat) ||
            (seat >= 0 && (actors >> seat & 1) != 0 &&
             !read_choices(p, view.bytes, seat))) {
            return false;
        }
    }
    return p->kind->facts == NULL || p->kind->facts(p, st);
}

/* Promises. */

/* The points of a source, and whether the seat has that source. */
static bool points_from(const struct mq_seat_standing *s, const char *source,
                        int *out)
{
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->share[i].source, source) == 0) {
            *out = s->share[i].points;
            return true;
        }
    }
    return false;
}

/* One choice that was made: how all stood, and stand. */
struct promise {
    struct prop *p;
    const struct mq_all_standings *was, *is;
    uint32_t told[MQ_MAX_PLAYERS]; /* by share */
    bool good;
};

static void mark_told(struct promise *promise, int seat, const char *source)
{
    const struct mq_seat_standing *s = &promise->was->seat[seat];

    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->share[i].source, source) == 0) {
            promise->told[seat] |= 1u << i;
        }
    }
}

/* What a fact says of a source of points is what came. */
static void hold_fact(void *context, const struct mq_fact *f)
{
    struct promise *promise = context;
    int was, is;

    if ((f->kind != MQ_FACT_GAIN && f->kind != MQ_FACT_LATER) || f->seat < 0 ||
        !points_from(&promise->was->seat[f->seat], f->subject, &was) ||
        !points_from(&promise->is->seat[f->seat], f->subject, &is)) {
        return;
    }
    promise->p->count.promises++;
    mark_told(promise, f->seat, f->subject);
    if (promise->good && (f->before != was || f->after != is)) {
        promise->good =
            prop_fail(promise->p, "promise", "P%d %s: %d to %d told, %d to %d",
                      f->seat + 1, f->subject, f->before, f->after, was, is);
    }
}

/* Points that changed were told. */
static bool all_told(const struct promise *promise)
{
    for (int seat = 0; seat < promise->was->players; seat++) {
        const struct mq_seat_standing *was = &promise->was->seat[seat];
        const struct mq_seat_standing *is = &promise->is->seat[seat];

        for (int i = 0; i < was->count; i++) {
            if (was->share[i].points != is->share[i].points &&
                !is->share[i].hidden && !was->share[i].hidden &&
                (promise->told[seat] >> i & 1) == 0) {
                return prop_fail(promise->p, "promise",
                                 "P%d %s: %d to %d wasn't told", seat + 1,
                                 was->share[i].source, was->share[i].points,
                                 is->share[i].points);
            }
        }
    }
    return true;
}

/* Goes on through draws that belong to the action before them. */
static void settle(struct prop *p, void *st)
{
    uint32_t actors;

    while (p->kind->settles != NULL &&
           mq_turn(p->game, st, &actors) == MQ_TURN_CHANCE &&
           strcmp(mq_phase(p->game, st), p->kind->settles) == 0) {
        mq_apply(p->game, st, MQ_CHANCE_SEAT, mq_sample(p->game, st, &p->rng));
    }
}

bool prop_check_promises(struct prop *p, const void *before,
                         struct mq_event event)
{
    struct mq_all_standings was, is;
    struct promise promise = {.p = p, .was = &was, .is = &is, .good = true};
    struct mq_facts facts = {hold_fact, &promise, NULL};
    struct prop_state view, after;

    if (event.seat < 0 || p->game->words.tell == NULL) {
        return true;
    }
    prop_copy(p, &after, before);
    prop_apply(p, after.bytes, event);
    settle(p, after.bytes);
    prop_view(p, before, event.seat, &view);
    mq_standings(p->game, view.bytes, event.seat, &was);
    mq_standings(p->game, after.bytes, event.seat, &is);
    mq_tell(p->game, view.bytes, event.seat, event.action, &facts);
    return promise.good && all_told(&promise) &&
           (p->kind->promises == NULL ||
            p->kind->promises(p, before, event, after.bytes));
}

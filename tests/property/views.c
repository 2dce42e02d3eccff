/* Views: what a seat knows, the worlds that fit it, and what it sees. */
#include "suite.h"

#include "core/buf.h"

#include <maxq/observe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORLDS 1      /* resampled at each look */
#define WORLD_STEPS 4 /* events played on in one */

/* All of a message: id and arguments, whatever lies behind their ends. */
void prop_write_message(struct mq_buf *buf, const struct mq_message *m)
{
    mq__buf_printf(buf, " %s(", m->id != NULL ? m->id : "-");
    for (int i = 0; i < m->args; i++) {
        mq__buf_printf(buf, "%c%d%s,", m->arg[i].kind, (int)m->arg[i].number,
                       strchr("wtr", m->arg[i].kind) ? m->arg[i].text : "");
    }
    mq__buf_char(buf, ')');
}

static void write_legal(struct prop *p, struct mq_buf *buf, const void *st,
                        int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    float weight[MQ_MAX_LEGAL];
    struct mq_note note;
    int n = mq_legal(p->game, st, seat, list);

    mq_weigh(p->game, st, seat, list, n, weight);
    mq__buf_printf(buf, "\nlegal %d:", n);
    for (int i = 0; i < n; i++) {
        mq__buf_printf(buf, " %#x", list[i]);
    }
    mq__buf_str(buf, "\nweights:");
    for (int i = 0; i < n; i++) {
        mq__buf_printf(buf, " %a", (double)weight[i]);
    }
    mq_ask(p->game, st, seat, &note);
    mq__buf_printf(buf, "\nask %s", note.rule != NULL ? note.rule : "-");
    prop_write_message(buf, &note.message);
}

/* The observation: a learner may know nothing that the seat doesn't. */
static void write_inputs(struct prop *p, struct mq_buf *buf, const void *st,
                         int seat)
{
    struct mq_input input[MQ_MAX_INPUTS];
    int n = mq_observe(p->game, st, seat, input);

    mq__buf_str(buf, "\ninputs");
    for (int i = 0; i < n; i++) {
        mq__buf_printf(buf, " %d:%d", input[i].index, input[i].value);
    }
}

static void write_numbers(struct prop *p, struct mq_buf *buf, const void *st,
                          int seat)
{
    double score[MQ_MAX_PLAYERS] = {0};
    struct mq_points points[MQ_MAX_NOTES];
    struct mq_odds odds[MQ_MAX_ODDS];
    int n;

    mq_scores(p->game, st, score);
    for (int i = 0; i < prop_players(p); i++) {
        mq__buf_printf(buf, " %a", score[i]);
    }
    if (seat < 0) {
        return;
    }
    mq__buf_printf(buf, "\nestimate %a", mq_estimate(p->game, st, seat));
    write_inputs(p, buf, st, seat);
    n = mq_breakdown(p->game, st, seat, points);
    for (int i = 0; i < n; i++) {
        mq__buf_printf(buf, "\npoints %s %d", points[i].source,
                       points[i].points);
        prop_write_message(buf, &points[i].message);
    }
    n = mq_odds_list(p->game, st, seat, odds);
    for (int i = 0; i < n; i++) {
        mq__buf_printf(buf, "\nodds %a", odds[i].chance);
        prop_write_message(buf, &odds[i].message);
        if (odds[i].lack.message.id != NULL) {
            prop_write_message(buf, &odds[i].lack.message);
        }
    }
}

/* All that the interface tells a seat about a state, as one text. */
static void write_told(struct prop *p, struct mq_buf *buf, const void *st,
                       int seat)
{
    uint32_t actors;
    enum mq_turn turn = mq_turn(p->game, st, &actors);

    mq__buf_printf(buf, "turn %d %#x %s winners %#x\nscores", (int)turn, actors,
                   mq_phase(p->game, st), mq_winners(p->game, st));
    write_numbers(p, buf, st, seat);
    if (seat >= 0 && (actors >> seat & 1) != 0) {
        write_legal(p, buf, st, seat);
    }
    prop_write_facts(p, buf, st, seat);
}

/* The first line in which two texts differ. */
static void first_difference(const char *a, const char *b, char *out,
                             size_t size)
{
    size_t i = 0;
    size_t line = 0;

    while (a[i] != '\0' && a[i] == b[i]) {
        i++;
        line = a[i - 1] == '\n' ? i : line;
    }
    snprintf(out, size, "true: %.*s\n  view: %.*s",
             (int)strcspn(a + line, "\n"), a + line,
             (int)strcspn(b + line, "\n"), b + line);
}

/* What is told from the true state is what is told from the view. */
static bool check_told_alike(struct prop *p, const void *st, const void *view,
                             int seat)
{
    struct mq_buf on_true, on_view;
    char difference[512];
    bool good = true;

    mq__buf_init(&on_true);
    mq__buf_init(&on_view);
    write_told(p, &on_true, st, seat);
    write_told(p, &on_view, view, seat);
    if (strcmp(mq__buf_text(&on_true), mq__buf_text(&on_view)) != 0) {
        first_difference(mq__buf_text(&on_true), mq__buf_text(&on_view),
                         difference, sizeof difference);
        good = prop_fail(p, "told",
                         "P%d's view tells other than the state:\n"
                         "  %s",
                         seat + 1, difference);
    }
    mq__buf_finish(&on_true);
    mq__buf_finish(&on_view);
    return good;
}

static bool check_asked_alike(struct prop *p, const void *st, const void *view,
                              int seat)
{
    struct mq_note note;

    for (int i = 0; i < 8 && seat >= 0; i++) {
        mq_action any = (mq_action)mq_rng_next(&p->rng) & 0x0F0F0F3F;
        enum mq_status one = mq_why_not(p->game, st, seat, any, &note);
        enum mq_status two = mq_why_not(p->game, view, seat, any, &note);

        if (one != two) {
            return prop_fail(p, "told",
                             "P%d, %#x: %s on the state, %s on the "
                             "view",
                             seat + 1, any, mq_status_word(one),
                             mq_status_word(two));
        }
    }
    return true;
}

/* Inputs come by rising index, within the vector and its limits. */
static bool check_inputs(struct prop *p, const void *st, int seat)
{
    struct mq_input input[MQ_MAX_INPUTS];
    int n = seat >= 0 ? mq_observe(p->game, st, seat, input) : 0;
    int size = mq_observe_size(p->game);

    if (seat >= 0 && n == 0) {
        return prop_fail(p, "observe", "P%d observes nothing", seat + 1);
    }
    for (int i = 0; i < n; i++) {
        bool rises = i == 0 || input[i - 1].index < input[i].index;
        int value = input[i].value;

        if (!rises || input[i].index >= size || value == 0 ||
            value > MQ_INPUT_MOST || value < -MQ_INPUT_MOST) {
            return prop_fail(p, "observe", "P%d: input %d: %d of %d is %d",
                             seat + 1, i, input[i].index, size, value);
        }
    }
    return true;
}

static bool check_view(struct prop *p, const void *st, int seat)
{
    struct mq_error error = {.message = {.id = NULL}};
    struct prop_state view, again;

    prop_view(p, st, seat, &view);
    prop_view(p, view.bytes, seat, &again);
    p->count.views++;
    if (!prop_same(p, view.bytes, again.bytes)) {
        return prop_fail(p, "redact", "seat %d: redacting twice changes it",
                         seat);
    }
    if (mq_check(p->game, view.bytes, &error) != MQ_OK) {
        return prop_fail(p, "redact", "seat %d: the view breaks: %s", seat,
                         error.message.id);
    }
    return check_inputs(p, st, seat) &&
           check_told_alike(p, st, view.bytes, seat) &&
           check_asked_alike(p, st, view.bytes, seat);
}

bool prop_check_views(struct prop *p, const void *st)
{
    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        if (!check_view(p, st, seat)) {
            return false;
        }
    }
    return true;
}

/* A world is a whole state: no `?` is left, and one can play on in it. */
static bool check_playable(struct prop *p, const void *world)
{
    struct mq_error error = {.message = {.id = NULL}};
    char *json = mq_position_write(p->game, world);
    struct prop_state st;
    struct mq_event event;
    bool whole = json != NULL && strstr(json, "\"?\"") == NULL;

    free(json);
    if (!whole) {
        return prop_fail(p, "resample", "something is still unknown");
    }
    prop_copy(p, &st, world);
    for (int i = 0; i < WORLD_STEPS; i++) {
        if (mq_check(p->game, st.bytes, &error) != MQ_OK) {
            return prop_fail(p, "resample", "a world breaks: %s",
                             error.message.id);
        }
        if (!prop_random_event(p, st.bytes, &event)) {
            break;
        }
        prop_apply(p, st.bytes, event);
    }
    return true;
}

/* In a world every seat has a view as good as in the true state. */
static bool check_world_views(struct prop *p, const void *world)
{
    struct mq_error error = {.message = {.id = NULL}};
    struct prop_state view, again;

    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        prop_view(p, world, seat, &view);
        if (mq_check(p->game, view.bytes, &error) != MQ_OK) {
            return prop_fail(p, "resample", "seat %d's view of a world: %s",
                             seat, error.message.id);
        }
        prop_copy(p, &again, view.bytes);
        mq_resample(p->game, again.bytes, seat, &p->rng);
        mq_redact(p->game, again.bytes, seat);
        if (!prop_same(p, again.bytes, view.bytes)) {
            return prop_fail(p, "resample",
                             "seat %d's view of a world isn't "
                             "redact(resample(it))",
                             seat);
        }
    }
    return true;
}

static bool check_world(struct prop *p, const void *view, int seat)
{
    struct prop_state world, again;
    struct mq_rng same = p->rng;

    prop_copy(p, &world, view);
    mq_resample(p->game, world.bytes, seat, &p->rng);
    prop_copy(p, &again, view);
    mq_resample(p->game, again.bytes, seat, &same);
    p->count.worlds++;
    if (!prop_same(p, world.bytes, again.bytes)) {
        return prop_fail(p, "resample", "the same numbers, another world");
    }
    prop_view(p, world.bytes, seat, &again);
    if (!prop_same(p, again.bytes, view)) {
        return prop_fail(p, "resample", "seat %d: redact(resample(v)) isn't v",
                         seat);
    }
    return check_world_views(p, world.bytes) && check_playable(p, world.bytes);
}

/* With others' commits open again the seat itself is where it was. */
static bool check_reopened(struct prop *p, const void *view, int seat)
{
    struct mq_error error = {.message = {.id = NULL}};
    mq_action before[MQ_MAX_LEGAL], after[MQ_MAX_LEGAL];
    struct prop_state open, twice;
    uint32_t was, is;
    int n;

    prop_copy(p, &open, view);
    mq_reopen(p->game, open.bytes, seat);
    prop_copy(p, &twice, open.bytes);
    mq_reopen(p->game, twice.bytes, seat);
    if (!prop_same(p, open.bytes, twice.bytes) ||
        mq_check(p->game, open.bytes, &error) != MQ_OK) {
        return prop_fail(p, "reopen", "seat %d: not the same twice, or broken",
                         seat);
    }
    mq_turn(p->game, view, &was);
    mq_turn(p->game, open.bytes, &is);
    if ((was & ~is) != 0) {
        return prop_fail(p, "reopen", "actors %#x became %#x", was, is);
    }
    if (seat >= 0 && (was >> seat & 1) != 0) {
        n = mq_legal(p->game, view, seat, before);
        if (mq_legal(p->game, open.bytes, seat, after) != n ||
            memcmp(before, after, (size_t)n * sizeof before[0]) != 0) {
            return prop_fail(p, "reopen", "the seat's own actions changed");
        }
    }
    mq_resample(p->game, open.bytes, seat, &p->rng);
    return check_playable(p, open.bytes);
}

bool prop_check_worlds(struct prop *p, const void *st)
{
    struct prop_state view;

    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        prop_view(p, st, seat, &view);
        for (int i = 0; i < WORLDS; i++) {
            if (!check_world(p, view.bytes, seat)) {
                return false;
            }
        }
        if (seat >= 0 && !check_reopened(p, view.bytes, seat)) {
            return false;
        }
    }
    return true;
}

/* A `?` is for reading: the parser refuses it. */
static bool check_seen_text(struct prop *p, struct mq_event event, bool whole)
{
    char text[MQ_TEXT_SIZE];
    mq_action back;

    prop_text(p, event, text);
    if ((strchr(text, '?') != NULL) == whole) {
        return prop_fail(p, "seen", "'%s' is %s", text,
                         whole ? "whole, with ?" : "hidden, without ?");
    }
    if (!whole &&
        mq_read_text(p->game, text, event.seat, &back, NULL) == MQ_OK) {
        return prop_fail(p, "seen", "'%s' is taken as an action", text);
    }
    return true;
}

static bool check_seen_by(struct prop *p, const void *before,
                          struct mq_event event, const void *after, int seat)
{
    struct mq_event out = {-9, 0};
    struct prop_state then, now;
    bool seen = mq_seen(p->game, before, event, seat, &out);
    bool whole = seen && out.action == event.action;
    uint32_t learned = mq_reveals(p->game, before, event);

    p->count.hidden += whole ? 0 : 1;
    if (event.seat == seat && !whole) {
        return prop_fail(p, "seen", "P%d doesn't see its own action", seat + 1);
    }
    if (seen) {
        return out.seat == event.seat
                   ? check_seen_text(p, out, whole)
                   : prop_fail(p, "seen", "another seat acts in it");
    }
    prop_view(p, before, seat, &then);
    prop_view(p, after, seat, &now);
    if (!prop_same(p, then.bytes, now.bytes)) {
        return prop_fail(p, "seen",
                         "seat %d sees no event, but its view "
                         "changes",
                         seat);
    }
    if (seat >= 0 && (learned >> seat & 1) != 0) {
        return prop_fail(p, "seen", "P%d learns from what it can't see",
                         seat + 1);
    }
    return true;
}

bool prop_check_seen(struct prop *p, const void *before, struct mq_event event)
{
    struct prop_state after;

    if (mq_reveals(p->game, before, event) >> prop_players(p) != 0) {
        return prop_fail(p, "seen", "reveals names seats that aren't there");
    }
    prop_copy(p, &after, before);
    prop_apply(p, after.bytes, event);
    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        if (!check_seen_by(p, before, event, after.bytes, seat)) {
            return false;
        }
    }
    return true;
}

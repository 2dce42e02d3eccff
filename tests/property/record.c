/* Records: the same log as a match through the checked door: fold, seat logs,
 * undo and redo, files, verification; and two records that must look alike to
 * a seat. */
#include "suite.h"

#include <maxq/bot.h>
#include <maxq/match.h>

#include "core/json.h"
#include "term/boards/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void configure(const struct prop *p, struct mq_match_config *config)
{
    char text[32];

    memset(config, 0, sizeof *config);
    config->setup = p->log.setup;
    config->typed_seed = true;
    snprintf(text, sizeof text, "%d", p->number);
    mq_seed_from_text(&config->seed, text);
    for (int seat = 0; seat < config->setup.players; seat++) {
        snprintf(config->seat[seat].name, MQ_NAME_SIZE, "Player %d", seat + 1);
    }
}

static struct mq_match *open_match(struct prop *p)
{
    struct mq_match_config config;
    struct mq_match *match = NULL;

    configure(p, &config);
    if (mq_match_create(p->game, &config, &match, NULL) != MQ_OK) {
        prop_fail(p, "record", "no match was created");
        return NULL;
    }
    return match;
}

static bool add(struct prop *p, struct mq_match *match, struct mq_event event)
{
    char text[MQ_TEXT_SIZE];
    enum mq_status status =
        event.seat == MQ_CHANCE_SEAT
            ? mq_match_supply(match, event.action, NULL)
            : mq_match_play(match, event.seat, event.action, NULL);

    return status == MQ_OK ||
           prop_fail(p, "record", "'%s' is refused: %s",
                     prop_text(p, event, text), mq_status_word(status));
}

/* --- What a seat is shown, as one long text --- */

struct page {
    const struct prop *p;
    const struct mq_bot *bot; /* whose hint is on it */
    struct mq_buf buf;
};

static bool write_entry(void *context, int number, struct mq_event event,
                        const void *before_view, const void *view)
{
    struct page *page = context;
    const struct mq_game *g = page->p->game;
    struct mq_note note[MQ_MAX_NOTES];
    char text[MQ_TEXT_SIZE];
    int n = mq_describe(g, before_view, event, view, note);

    mq__buf_printf(&page->buf, "%d P%d %s\n", number, event.seat + 1,
                   prop_text(page->p, event, text));
    for (int i = 0; i < n; i++) {
        char sentence[512];
        struct mq_voice voice = {.game = g->id, .players = 0};

        mq_sentence(&note[i].message, &voice, sentence, sizeof sentence);
        mq__buf_printf(&page->buf, "  %s\n", sentence);
    }
    mq__buf_add(&page->buf, view, g->state_size);
    return true;
}

static void write_hints(struct page *page, const void *st, int seat)
{
    const struct mq_game *g = page->p->game;
    struct mq_budget budget = {.iterations = PROP_ITERATIONS};
    mq_action list[MQ_MAX_LEGAL];
    int n = mq_legal(g, st, seat, list);
    struct mq_choice choice;
    struct mq_rng rng;

    for (int i = 0; i < n; i++) {
        mq__buf_printf(&page->buf, "legal %#x\n", list[i]);
    }
    mq_rng_seed(&rng, 7);
    mq_bot_choose(page->bot, g, st, seat, &budget, &rng, &choice);
    for (int i = 0; i < choice.count; i++) {
        mq__buf_printf(&page->buf, "%s %#x %a\n", page->bot->name,
                       choice.candidate[i].action, choice.candidate[i].value);
    }
}

static void write_figures(struct page *page, const void *st, int seat)
{
    const struct mq_game *g = page->p->game;
    struct mq_canvas canvas = {.language = "en", .width = 80};
    struct mq_odds odds[MQ_MAX_ODDS];
    struct prop_state view;
    struct mq_note note;
    char *json;
    int n = seat >= 0 ? mq_odds_list(g, st, seat, odds) : 0;

    for (int i = 0; i < n; i++) {
        mq__buf_printf(&page->buf, "%s %a\n", odds[i].message.id,
                       odds[i].chance);
    }
    if (seat >= 0) {
        mq_ask(g, st, seat, &note);
        mq__buf_printf(&page->buf, "%s\n", note.message.id);
    }
    prop_view(page->p, st, seat, &view);
    mq__board(g, view.bytes, seat, &canvas, &page->buf);
    json = mq_position_write(g, view.bytes);
    mq__buf_str(&page->buf, json != NULL ? json : "no memory");
    free(json);
}

/* All that the seat can look at; `from` is where its log is read from. */
static void write_page(struct page *page, const struct mq_match *match,
                       int seat, int from)
{
    const void *st = mq_match_state(match);
    uint32_t actors;
    int seen = mq_match_seen(match, seat, from, write_entry, page);

    mq_turn(page->p->game, st, &actors);
    mq__buf_printf(&page->buf, "%d seen, actors %#x\n", seen, actors);
    if (seat >= 0 && (actors >> seat & 1) != 0) {
        write_hints(page, st, seat);
        write_figures(page, st, seat);
    } else if (seat < 0) {
        write_figures(page, st, seat);
    }
}

static bool pages_alike(struct prop *p, const struct mq_match *a,
                        const struct mq_match *b, int seat, int from)
{
    const struct mq_bot *bot = mq_bot_at(prop_below(p, mq_bot_count()));
    struct page one = {.p = p, .bot = bot};
    struct page two = {.p = p, .bot = bot};
    bool same;

    mq__buf_init(&one.buf);
    mq__buf_init(&two.buf);
    write_page(&one, a, seat, from);
    write_page(&two, b, seat, from);
    same = !one.buf.failed && one.buf.length == two.buf.length &&
           memcmp(one.buf.data, two.buf.data, one.buf.length) == 0;
    mq__buf_finish(&one.buf);
    mq__buf_finish(&two.buf);
    return same || prop_fail(p, "leak",
                             "seat %d's log, view or hints differ between "
                             "worlds that look alike (after event %d)",
                             seat, mq_match_length(a));
}

static bool limits_alike(struct prop *p, const struct mq_match *a,
                         const struct mq_match *b, int seat)
{
    int one, two;

    if (seat < 0) {
        return true;
    }
    one = mq_match_undo_limit(a, seat);
    two = mq_match_undo_limit(b, seat);
    return one == two || prop_fail(p, "leak",
                                   "P%d can tell by its undo limit: %d or %d "
                                   "after event %d",
                                   seat + 1, one, two, mq_match_length(a));
}

static void write_line(struct mq_json_writer *w, const char *key, char *line)
{
    if (line != NULL) {
        line[strcspn(line, "\n")] = '\0';
    }
    mq__json_str(w, key, line);
    free(line);
}

static void write_record(struct mq_json_writer *w, const char *key,
                         const struct mq_match *match)
{
    mq__json_open(w, key, '{');
    write_line(w, "header", mq_match_header_line(match));
    write_line(w, "secret", mq_match_secret_line(match));
    mq__json_open(w, "entries", '[');
    for (int i = 0; i < mq_match_entries(match); i++) {
        write_line(w, NULL, mq_match_entry_line(match, i));
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

/* For tests of other programs: two records and the seat that must not be able
 * to tell them apart (-1: a spectator). */
static void print_twins(const struct mq_match *a, const struct mq_match *b,
                        int seat)
{
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_int(&w, "seat", seat);
    mq__json_int(&w, "players", mq_match_config_of(a)->setup.players);
    write_record(&w, "a", a);
    write_record(&w, "b", b);
    mq__json_close(&w, '}');
    printf("%s\n", mq__buf_text(&buf));
    mq__buf_finish(&buf);
}

bool prop_check_records(struct prop *p, const struct prop_log *other, int seat)
{
    struct mq_match *a = open_match(p);
    struct mq_match *b = open_match(p);
    bool good = a != NULL && b != NULL;

    for (int k = 0; k < other->length && good; k++) {
        good = add(p, a, p->log.event[k]) && add(p, b, other->event[k]) &&
               limits_alike(p, a, b, seat) &&
               (p->twins || !prop_once_in(p, 8) ||
                pages_alike(p, a, b, seat, k / 2));
    }
    if (good && p->twins) {
        print_twins(a, b, seat);
    } else {
        good = good && pages_alike(p, a, b, seat, 0);
    }
    p->count.records++;
    mq_match_destroy(a);
    mq_match_destroy(b);
    return good;
}

/* --- One record --- */

struct counting {
    const struct prop *p;
    int seen;
    bool good;
};

static bool count_entry(void *context, int number, struct mq_event event,
                        const void *before_view, const void *view)
{
    struct counting *c = context;

    (void)event;
    (void)before_view;
    (void)view;
    c->good = c->good && number == c->seen;
    c->seen++;
    return true;
}

/* The seat's log has what `seen` gives, one number after the other. */
static bool check_seat_log(struct prop *p, const struct mq_match *match,
                           int seat)
{
    struct counting c = {.p = p, .good = true};
    struct prop_state st;
    struct mq_event out;
    int expected = 0;
    int all = mq_match_seen(match, seat, 0, count_entry, &c);

    prop_fold(p, &p->log, 0, &st);
    for (int k = 0; k < mq_match_length(match); k++) {
        struct mq_event event = mq_match_event(match, k);

        expected += mq_seen(p->game, st.bytes, event, seat, &out);
        prop_apply(p, st.bytes, event);
    }
    return (c.good && c.seen == expected && all == expected) ||
           prop_fail(p, "record", "seat %d's log has %d entries of %d", seat,
                     c.seen, expected);
}

/* What is refused changes nothing. */
static bool check_refused(struct prop *p, struct mq_match *match)
{
    mq_action any = (mq_action)mq_rng_next(&p->rng) & 0x0707073F;
    int seat = prop_below(p, prop_players(p));
    int entries = mq_match_entries(match);
    struct prop_state st;

    prop_copy(p, &st, mq_match_state(match));
    if (mq_is_legal(p->game, st.bytes, seat, any)) {
        return true;
    }
    if (mq_match_play(match, seat, any, NULL) == MQ_OK ||
        mq_match_entries(match) != entries ||
        !prop_same(p, st.bytes, mq_match_state(match))) {
        return prop_fail(p, "record", "an illegal action got in");
    }
    return true;
}

/* Back by one's own limit and forth again: the bytes are the same. */
static bool check_undo(struct prop *p, struct mq_match *match)
{
    int seat = prop_below(p, prop_players(p));
    int length = mq_match_length(match);
    int limit = mq_match_undo_limit(match, seat);
    struct prop_state st;
    int back = 0;
    int forth = 0;

    prop_copy(p, &st, mq_match_state(match));
    if (limit < 0 || limit > length) {
        return prop_fail(p, "undo", "limit %d of %d", limit, length);
    }
    if (mq_match_undo(match, seat, false, &back) != MQ_OK) {
        return limit == length ||
               prop_fail(p, "undo", "P%d may go back to %d of %d and can't",
                         seat + 1, limit, length);
    }
    if (limit == length || back < 1 ||
        mq_match_length(match) != length - back) {
        return prop_fail(p, "undo", "P%d went back %d from %d past %d",
                         seat + 1, back, length, limit);
    }
    if (mq_match_redo(match, MQ_SPECTATOR, &forth) != MQ_OK || forth != back ||
        mq_match_length(match) != length ||
        !prop_same(p, st.bytes, mq_match_state(match))) {
        return prop_fail(p, "undo", "redo doesn't lead back (%d, %d)", back,
                         forth);
    }
    return true;
}

static bool check_folds(struct prop *p, struct mq_match *match)
{
    int k = prop_below(p, mq_match_length(match) + 1);
    struct prop_state one, two;

    /* Redo may have put steps of a joint choice into another order. */
    prop_fold(p, &p->log, 0, &one);
    for (int i = 0; i < k; i++) {
        prop_apply(p, one.bytes, mq_match_event(match, i));
    }
    mq_match_state_at(match, k, two.bytes);
    if (!prop_same(p, one.bytes, two.bytes)) {
        return prop_fail(p, "record", "the state at %d differs", k);
    }
    prop_fold(p, &p->log, p->log.length, &one);
    if (mq_match_length(match) != p->log.length ||
        !prop_same(p, one.bytes, mq_match_state(match))) {
        return prop_fail(p, "record", "the record ends differently");
    }
    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        if (!check_seat_log(p, match, seat)) {
            return false;
        }
    }
    return true;
}

/* Written, read and written again: the same bytes and the same state. */
static bool check_file(struct prop *p, struct mq_match *match)
{
    struct mq_match *back = NULL;
    struct mq_match_notice notice;
    struct mq_error error = {.message = {.id = NULL}};
    size_t length = 0;
    char *text = mq_match_write(match, &length);
    char *again = NULL;
    bool good;

    if (text == NULL ||
        mq_match_read(text, length, &back, &notice, &error) != MQ_OK) {
        good = prop_fail(p, "file", "it isn't read back: %s",
                         text != NULL ? error.message.id : "no memory");
    } else {
        again = mq_match_write(back, &length);
        good = (again != NULL && strcmp(text, again) == 0 && notice.line == 0 &&
                prop_same(p, mq_match_state(match), mq_match_state(back))) ||
               prop_fail(p, "file", "it comes back different");
    }
    mq_match_destroy(back);
    free(text);
    free(again);
    return good;
}

static bool check_one(struct prop *p, struct mq_match *match)
{
    for (int k = 0; k < p->log.length; k++) {
        if (!add(p, match, p->log.event[k])) {
            return false;
        }
        if (prop_once_in(p, 20) &&
            (!check_refused(p, match) || !check_undo(p, match))) {
            return false;
        }
    }
    return check_folds(p, match) &&
           (p->kind->unregistered || check_file(p, match));
}

/* The same setup played on by the match's own seed: it verifies. */
static bool check_verified(struct prop *p, struct mq_match *match)
{
    struct mq_verdict verdict;
    struct mq_event event;
    int chances = 0;

    while (prop_random_event(p, mq_match_state(match), &event)) {
        enum mq_status status =
            event.seat == MQ_CHANCE_SEAT
                ? mq_match_chance(match, NULL)
                : mq_match_play(match, event.seat, event.action, NULL);

        chances += event.seat == MQ_CHANCE_SEAT ? 1 : 0;
        if (status != MQ_OK) {
            return prop_fail(p, "verify", "%s", mq_status_word(status));
        }
    }
    if (mq_match_close(match) != MQ_OK ||
        mq_match_verify(match, &verdict) != MQ_OK || !verdict.commitment ||
        verdict.followed != chances || verdict.supplied != 0) {
        return prop_fail(p, "verify", "it isn't verified: %d of %d outcomes",
                         verdict.followed, chances);
    }
    return p->kind->unregistered || check_file(p, match);
}

bool prop_check_record(struct prop *p)
{
    struct mq_match *match;
    bool good;

    if (!prop_once_in(p, 40)) {
        return true;
    }
    match = open_match(p);
    good = match != NULL && check_one(p, match);
    mq_match_destroy(match);
    if (!good) {
        return false;
    }
    match = open_match(p);
    good = match != NULL && check_verified(p, match);
    mq_match_destroy(match);
    return good;
}

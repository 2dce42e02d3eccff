/* What is said to people, for the tests of each game's words. Included after
 * the header of the game, which opens `game`. */
#ifndef MAXQ_TESTS_UNIT_SAID_H
#define MAXQ_TESTS_UNIT_SAID_H

#include "term/boards/boards.h"
#include "unit.h"

#include "core/game.h"

#include "core/buf.h"
#include "core/utf8.h"

#include <stdalign.h>
#include <string.h>

static const char *const languages[] = {"en", "de"};

/* Both languages have the text, with all of its places filled. */
static inline void check_message(const struct mq_message *message)
{
    for (size_t i = 0; i < COUNT(languages); i++) {
        struct mq_voice voice = {languages[i], game->id, NULL, 0};
        char text[512];

        if (mq_text(languages[i], message->id) == NULL) {
            fail_msg("%s: no text for %s", languages[i], message->id);
        }
        assert_true(mq_sentence(message, &voice, text, sizeof(text)) <
                    sizeof(text));
        assert_null(strchr(text, '{'));
    }
}

static inline void check_notes(const struct mq_note *note, int n)
{
    assert_in_range(n, 1, MQ_MAX_NOTES);
    for (int i = 0; i < n; i++) {
        check_message(&note[i].message);
    }
}

/* Columns of each line: characters without style marks. */
static inline void check_width(const char *text, int width)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        int columns = mq__utf8_count(text, text + length);

        for (size_t i = 0; i < length; i++) {
            columns -= text[i] == MQ_MARK ? 2 : 0;
        }
        if (columns > width) {
            fail_msg("%d columns: %.*s", columns, (int)length, text);
        }
        text += length + (text[length] == '\n');
    }
}

/* Boards fit their width, in both languages, with names and without. */
static inline void check_board(const void *view, int seat)
{
    static const char *const names[] = {"Анна-Мария Очень-Длинная", "B", "Cé",
                                        NULL, "Eve"};

    for (int i = 0; i < 8; i++) {
        int width = i & 1 ? 100 : 80;
        struct mq_canvas canvas = {
            .language = languages[i >> 1 & 1],
            .names = i & 4 ? names : NULL,
            .width = width,
            .low = (i & 2) != 0,
        };
        struct mq_buf buf;

        mq__buf_init(&buf);
        mq__board(game, view, seat, &canvas, &buf);
        assert_false(buf.failed);
        check_width(mq__buf_text(&buf), width);
        mq__buf_clear(&buf);
        canvas.plain = true;
        mq__board(game, view, seat, &canvas, &buf);
        assert_null(strchr(mq__buf_text(&buf), MQ_MARK));
        mq__buf_finish(&buf);
    }
}

/* Weights are numbers; chances are chances, or it is said what is missing. */
static inline void check_numbers(const void *view, int seat,
                                 const mq_action *legal, int n)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    float weight[MQ_MAX_LEGAL];

    if (n > 0) {
        mq_weigh(game, view, seat, legal, n, weight);
    }
    for (int i = 0; i < n; i++) {
        assert_true(weight[i] >= 0 && weight[i] < 1e9F);
    }
    n = mq_odds_list(game, view, seat, odds);
    for (int i = 0; i < n; i++) {
        check_message(&odds[i].message);
        assert_true(odds[i].chance <= 1 + 1e-9);
        assert_true(odds[i].chance >= 0 || odds[i].lack.message.id != NULL);
    }
}

/* What one seat is told before an event, of some of its choices. */
static inline void check_seat(const void *view, int seat)
{
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_note note[MQ_MAX_NOTES];
    uint32_t actors;
    enum mq_turn turn = mq_turn(game, view, &actors);
    int n = 0;

    if (turn == MQ_TURN_SEATS && seat >= 0 && (actors >> seat & 1) != 0) {
        n = mq_legal(game, view, seat, legal);
    }
    mq_ask(game, view, seat, note);
    check_message(&note[0].message);
    for (int i = 0; i < n && i < 16; i++) {
        check_notes(note, mq_explain(game, view, seat, legal[i], note));
    }
    check_numbers(view, seat, legal, n);
}

static inline void check_before(const void *st, bool board)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];

    for (int seat = MQ_SPECTATOR; seat < mq_players(game, st); seat++) {
        mq_view(game, st, seat, view);
        check_seat(view, seat);
        if (board) {
            check_board(view, seat);
        }
    }
}

/* What every seat is told of an event. */
static inline void check_event(const void *before, struct mq_event event,
                               const void *after)
{
    alignas(16) unsigned char was[MQ_MAX_STATE];
    alignas(16) unsigned char is[MQ_MAX_STATE];
    struct mq_note note[MQ_MAX_NOTES];
    struct mq_event seen;

    for (int seat = MQ_SPECTATOR; seat < mq_players(game, before); seat++) {
        mq_view(game, before, seat, was);
        mq_view(game, after, seat, is);
        assert_true(mq_seen(game, before, event, seat, &seen));
        check_notes(note, mq_describe(game, was, seen, is, note));
    }
}

/* All of it through a match at random, with boards now and then. */
static inline void check_match(void *st, struct mq_rng *rng, int boards_every)
{
    alignas(16) unsigned char before[MQ_MAX_STATE];
    struct mq_event event;
    int events = 0;

    while (next_event(st, rng, &event)) {
        check_before(st, events++ % boards_every == 0);
        memcpy(before, st, game->state_size);
        mq_apply(game, st, event.seat, event.action);
        check_event(before, event, st);
    }
    check_before(st, true);
}

/* why_not agrees with legal, whatever it is asked. */
static inline void check_why_not(const void *st, int seat, mq_action action)
{
    struct mq_note note = {0};
    bool legal = mq_is_legal(game, st, seat, action);
    enum mq_status status = mq_why_not(game, st, seat, action, &note);

    assert_int_equal(status == MQ_OK, legal);
    if (!legal) {
        check_message(&note.message);
    }
}

/* Any action value may be asked about, by anyone; `mask` has the bits of those
 * that mean something. */
static inline void check_questions(void *st, struct mq_rng *rng, mq_action mask)
{
    struct mq_event event;

    while (next_event(st, rng, &event)) {
        for (int i = 0; i < 8; i++) {
            mq_action action = (mq_action)mq_rng_next(rng);
            int seat = (int)mq_rng_below(rng, 9) - 2;

            check_why_not(st, seat, action);
            check_why_not(st, seat, action & mask);
            check_why_not(st, event.seat,
                          event.action ^ 1u << mq_rng_below(rng, 32));
        }
        mq_apply(game, st, event.seat, event.action);
    }
}

#endif

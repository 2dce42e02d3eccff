/* Lift Off: whatever is said has its text in both languages, boards fit their
 * width, and weights are numbers. */
#include "liftoff.h"

#include "core/buf.h"
#include "core/utf8.h"

#include <string.h>

static const char *const languages[] = {"en", "de"};

static void check_message(const struct mq_message *message)
{
    for (size_t i = 0; i < COUNT(languages); i++) {
        struct mq_voice voice = {languages[i], "liftoff", NULL, 0};
        char text[512];

        if (mq_text(languages[i], message->id) == NULL) {
            fail_msg("%s: no text for %s", languages[i], message->id);
        }
        assert_true(mq_sentence(message, &voice, text, sizeof(text)) <
                    sizeof(text));
        assert_null(strchr(text, '{'));
    }
}

static void check_notes(const struct mq_note *note, int n)
{
    assert_in_range(n, 1, MQ_MAX_NOTES);
    for (int i = 0; i < n; i++) {
        check_message(&note[i].message);
    }
}

static void check_width(const char *text, int width)
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

static void check_board(const void *view, int seat)
{
    static const char *const names[] = {"Анна-Мария Очень-Длинная", "B", "Cé",
                                        NULL};

    for (int i = 0; i < 8; i++) {
        int width = i & 1 ? 100 : 80;
        struct mq_canvas canvas = {languages[i >> 1 & 1], i & 4 ? names : NULL,
                                   width, false};
        struct mq_buf buf;

        mq__buf_init(&buf);
        game->board(game, view, seat, &canvas, &buf);
        assert_false(buf.failed);
        check_width(mq__buf_text(&buf), width);
        mq__buf_clear(&buf);
        canvas.plain = true;
        game->board(game, view, seat, &canvas, &buf);
        assert_null(strchr(mq__buf_text(&buf), MQ_MARK));
        check_width(mq__buf_text(&buf), width);
        mq__buf_finish(&buf);
    }
}

/* What one seat is told before an event. */
static void check_seat(const struct lo_state *view, int seat,
                       const mq_action *legal, int n)
{
    struct mq_note note[MQ_MAX_NOTES];
    struct mq_odds odds[MQ_MAX_NOTES];
    float weight[MQ_MAX_LEGAL];

    game->ask(game, view, seat, note);
    check_message(&note[0].message);
    for (int i = 0; i < n; i++) {
        check_notes(note, game->explain(game, view, seat, legal[i], note));
    }
    if (n > 0) {
        game->weigh(game, view, seat, legal, n, weight);
        for (int i = 0; i < n; i++) {
            assert_true(weight[i] >= 0 && weight[i] < 1e9F);
        }
    }
    n = game->odds(game, view, seat, odds);
    for (int i = 0; i < n; i++) {
        check_message(&odds[i].message);
        assert_true(odds[i].chance >= 0 && odds[i].chance <= 1);
    }
}

static void check_before(const struct lo_state *s, bool board)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = game->turn(game, s, &actors);
    double sum = 0;

    for (int seat = MQ_SPECTATOR; seat < s->players; seat++) {
        struct lo_state view;
        int n = 0;

        mq_view(game, s, seat, &view);
        if (turn == MQ_TURN_SEATS && seat >= 0 && (actors >> seat & 1) != 0) {
            n = game->legal(game, &view, seat, legal);
        }
        check_seat(&view, seat, legal, n);
        if (board) {
            check_board(&view, seat);
        }
        sum += seat >= 0 ? game->estimate(game, s, 0) : 0;
    }
    assert_true(sum >= 0 && sum <= s->players);
}

/* What every seat is told of an event. */
static void check_event(const struct lo_state *before, struct mq_event event,
                        const struct lo_state *after)
{
    for (int seat = MQ_SPECTATOR; seat < before->players; seat++) {
        struct lo_state was, is;
        struct mq_note note[MQ_MAX_NOTES];
        struct mq_event seen;

        mq_view(game, before, seat, &was);
        mq_view(game, after, seat, &is);
        assert_true(game->seen(game, before, event, seat, &seen));
        check_notes(note, game->describe(game, &was, seen, &is, note));
    }
}

static void matches(void **state)
{
    (void)state;
    for (int match = 0; match < 12; match++) {
        struct lo_state s, before;
        struct mq_event event;
        struct mq_rng rng;
        int events = 0;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&s, match);
        while (next_event(&s, &rng, &event)) {
            before = s;
            check_before(&s, ++events % 16 == 0);
            game->apply(game, &s, event.seat, event.action);
            check_event(&before, event, &s);
        }
        check_before(&s, true);
    }
}

/* Any action value whatever may be asked about, by anyone. */
static void any_question(void **state)
{
    struct lo_state s;
    struct mq_event event;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    start_match(&s, 1);
    while (next_event(&s, &rng, &event)) {
        for (int i = 0; i < 20; i++) {
            mq_action action = (mq_action)mq_rng_next(&rng) & 0x0F0F1F1F;
            int seat = (int)mq_rng_below(&rng, 7) - 2;
            struct mq_note note = {0};

            if (game->why_not(game, &s, seat, action, &note) != MQ_OK) {
                check_message(&note.message);
            } else {
                assert_true(mq_is_legal(game, &s, seat, action));
            }
        }
        game->apply(game, &s, event.seat, event.action);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),
        cmocka_unit_test(any_question),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}

/* MLEM: whatever is said has its text in both languages, boards fit their
 * width, and any action value whatever may be asked about. */
#include "mlem.h"

#include "core/buf.h"
#include "said.h"

#include <string.h>

static void check_board(const void *view, int seat)
{
    static const char *const names[] = {"Анна-Мария Очень-Длинная", "B", "Cé",
                                        NULL, "Eve"};

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
        mq__buf_finish(&buf);
    }
}

/* What one seat is told before an event. */
static void check_seat(const struct mlem_state *view, int seat,
                       mq_action *legal, int n)
{
    struct mq_note note[MQ_MAX_NOTES];
    struct mq_odds odds[MQ_MAX_ODDS];

    game->ask(game, view, seat, note);
    check_message(&note[0].message);
    for (int i = 0; i < n; i++) {
        check_notes(note, game->explain(game, view, seat, legal[i], note));
    }
    n = game->odds(game, view, seat, odds);
    for (int i = 0; i < n; i++) {
        check_message(&odds[i].message);
        assert_true(odds[i].chance >= 0 && odds[i].chance <= 1 + 1e-9);
    }
}

static void check_before(const struct mlem_state *st, bool board)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = game->turn(game, st, &actors);

    for (int seat = MQ_SPECTATOR; seat < st->players; seat++) {
        struct mlem_state view;
        int n = 0;

        mq_view(game, st, seat, &view);
        if (turn == MQ_TURN_SEATS && seat >= 0 && (actors >> seat & 1) != 0) {
            n = game->legal(game, &view, seat, legal);
        }
        check_seat(&view, seat, legal, n < 8 ? n : 8);
        if (board) {
            check_board(&view, seat);
        }
    }
}

/* What every seat is told of an event. */
static void check_event(const struct mlem_state *before, struct mq_event event,
                        const struct mlem_state *after)
{
    for (int seat = MQ_SPECTATOR; seat < before->players; seat++) {
        struct mlem_state was, is;
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
    for (int match = 0; match < 16; match++) {
        struct mlem_state st, before;
        struct mq_event event;
        struct mq_rng rng;
        int events = 0;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, 2 + match % 4, match % 8);
        while (next_event(&st, &rng, &event)) {
            check_before(&st, events++ % 40 == 0);
            before = st;
            game->apply(game, &st, event.seat, event.action);
            check_event(&before, event, &st);
        }
        check_before(&st, true);
    }
}

/* why_not agrees with legal, whatever it is asked. */
static void check_why_not(const struct mlem_state *st, int seat,
                          mq_action action)
{
    struct mq_note note = {0};
    bool legal = mq_is_legal(game, st, seat, action);
    enum mq_status status = game->why_not(game, st, seat, action, &note);

    assert_int_equal(status == MQ_OK, legal);
    if (!legal) {
        check_message(&note.message);
    }
}

static void garbage(void **state)
{
    (void)state;
    for (int match = 0; match < 24; match++) {
        struct mlem_state st;
        struct mq_event event;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, 2 + match % 4, match % 8);
        while (next_event(&st, &rng, &event)) {
            for (int i = 0; i < 8; i++) {
                mq_action action = (mq_action)mq_rng_next(&rng);
                int seat = (int)mq_rng_below(&rng, 9) - 2;

                check_why_not(&st, seat, action);
                check_why_not(&st, seat,
                              (action & 0x070707FF) % 65536 & ~0xF0u);
                check_why_not(&st, event.seat,
                              event.action ^ 1u << mq_rng_below(&rng, 32));
            }
            game->apply(game, &st, event.seat, event.action);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),
        cmocka_unit_test(garbage),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}

/* The games of an arena: who sits where, and how one is played. */
#include "sim/arena.h"

#include "ai/share.h"
#include "core/clock.h"
#include "core/game.h"
#include "sim/arena_talk.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MAX_STREAMS 256

int mq__arena_pairings(const struct mq_arena *arena)
{
    int n = arena->entrants;

    if (arena->setup.players == 1) {
        return n;
    }
    return arena->setup.players == 2 ? n * (n - 1) / 2 : n * (n - 1);
}

int mq__arena_orders(const struct mq_arena *arena)
{
    return arena->setup.players;
}

void mq__arena_pairing(const struct mq_arena *arena, int index, int *one,
                       int *rest)
{
    int n = arena->entrants;

    if (arena->setup.players == 1) {
        *one = *rest = index;
        return;
    }
    for (*one = 0; *one < n; ++*one) {
        int first = arena->setup.players == 2 ? *one + 1 : 0;

        for (*rest = first; *rest < n; ++*rest) {
            if (*rest != *one && index-- == 0) {
                return;
            }
        }
    }
    assert(false);
}

void mq__arena_seats(const struct mq_arena *arena, long number, int *entrant)
{
    int orders = mq__arena_orders(arena);
    int order = (int)(number % orders);
    int one = 0, rest = 0;

    mq__arena_pairing(arena, (int)(number / orders % mq__arena_pairings(arena)),
                      &one, &rest);
    for (int seat = 0; seat < arena->setup.players; seat++) {
        entrant[seat] = seat == order ? one : rest;
    }
}

/* A game under way. */
struct table {
    const struct mq_arena *arena;
    struct mq_arena_game *record;
    struct mq_state st;
    struct mq_seed seed;
    uint32_t drawn[MAX_STREAMS];
    struct mq_rng mind[MQ_MAX_PLAYERS];
    struct mq_talk talk[MQ_MAX_PLAYERS];
};

static void seat_program(struct table *t, int seat)
{
    const struct mq_entrant *entrant =
        &t->arena->entrant[t->record->entrant[seat]];
    struct mq_talk *talk = &t->talk[seat];

    talk->arena = t->arena;
    talk->seat = seat;
    talk->command = entrant->command;
    talk->child = entrant->bot == NULL ? &entrant->child[seat] : NULL;
    mq__buf_init(&talk->events);
}

/* What a program said, cut off at a whole character. */
static void put_answer(struct mq_arena_game *record, const char *answer)
{
    size_t length = strlen(answer);

    if (length >= sizeof record->answer) {
        length = sizeof record->answer - 1;
        while (length > 0 && ((unsigned char)answer[length] & 0xC0) == 0x80) {
            length--;
        }
    }
    memcpy(record->answer, answer, length);
    record->answer[length] = '\0';
}

static void open_table(struct table *t, const struct mq_arena *arena,
                       struct mq_arena_game *record)
{
    long deal =
        record->number / mq__arena_orders(arena) / mq__arena_pairings(arena);
    char text[64];

    memset(t->drawn, 0, sizeof t->drawn);
    t->arena = arena;
    t->record = record;
    snprintf(text, sizeof text, "arena %" PRIu64 " %ld", arena->seed, deal);
    mq_seed_from_text(&t->seed, text);
    /* Thoughts are keyed by the deal too: a bot against itself plays the same
     * game in every order. */
    for (int seat = 0; seat < arena->setup.players; seat++) {
        mq_rng_seed_pair(&t->mind[seat], arena->seed,
                         (uint64_t)deal * MQ_MAX_PLAYERS + (uint64_t)seat);
        seat_program(t, seat);
    }
}

static void close_table(struct table *t)
{
    for (int seat = 0; seat < t->arena->setup.players; seat++) {
        mq__buf_finish(&t->talk[seat].events);
    }
}

static void happen(struct table *t, struct mq_event event)
{
    const struct mq_game *game = t->arena->game;

    for (int seat = 0; seat < t->arena->setup.players; seat++) {
        if (t->talk[seat].child != NULL) {
            mq__talk_note(&t->talk[seat], t->st.bytes, event);
        }
    }
    mq_apply(game, t->st.bytes, event.seat, event.action);
}

/* What came of talking to a program: MQ_OVER where it forfeits. */
static enum mq_status outcome(struct table *t, int seat,
                              enum mq_child_result result, const char *answer)
{
    static const char *const reasons[] = {
        [MQ_CHILD_CRASH] = "crash",
        [MQ_CHILD_LATE] = "late",
        [MQ_CHILD_NONSENSE] = "nonsense",
    };
    struct mq_arena_game *record = t->record;

    if (result == MQ_CHILD_OK) {
        return MQ_OK;
    }
    mq__child_finish(t->talk[seat].child);
    if (result == MQ_CHILD_STOPPED) {
        return MQ_CANCELLED;
    }
    record->forfeit = seat;
    snprintf(record->reason, sizeof record->reason, "%s", reasons[result]);
    put_answer(record, result == MQ_CHILD_NONSENSE ? answer : "");
    return MQ_OVER;
}

static enum mq_status start_programs(struct table *t)
{
    enum mq_status status = MQ_OK;

    for (int seat = 0; status == MQ_OK && seat < t->arena->setup.players;
         seat++) {
        if (t->talk[seat].child != NULL) {
            status = outcome(t, seat, mq__talk_start(&t->talk[seat]), "");
        }
    }
    return status;
}

static void end_programs(struct table *t)
{
    for (int seat = 0; seat < t->arena->setup.players; seat++) {
        struct mq_talk *talk = &t->talk[seat];

        if (talk->child != NULL && talk->child->pid != 0) {
            mq__talk_end(talk, t->record);
        }
    }
}

static void draw(struct table *t)
{
    const struct mq_game *game = t->arena->game;
    int stream = mq_stream(game, t->st.bytes);
    struct mq_rng rng;

    assert(stream >= 0 && stream < MAX_STREAMS);
    mq_seed_rng(&t->seed, (uint32_t)stream, t->drawn[stream]++, &rng);
    happen(t, (struct mq_event){MQ_CHANCE_SEAT,
                                mq_sample(game, t->st.bytes, &rng)});
}

static enum mq_status ask_program(struct table *t, int seat, mq_action *out)
{
    enum mq_child_result result;
    enum mq_status status;
    struct mq_buf answer;

    mq__buf_init(&answer);
    result = mq__talk_choose(&t->talk[seat], t->st.bytes, &answer, out);
    status = outcome(t, seat, result, mq__buf_text(&answer));
    mq__buf_finish(&answer);
    return status;
}

static enum mq_status ask(struct table *t, int seat, mq_action *out)
{
    const struct mq_arena *arena = t->arena;
    const struct mq_entrant *entrant =
        &arena->entrant[t->record->entrant[seat]];
    struct mq_budget budget = arena->budget;
    struct mq_choice choice = {0};
    enum mq_status status;

    if (entrant->bot == NULL) {
        return ask_program(t, seat, out);
    }
    if (entrant->iterations > 0) {
        budget.iterations = entrant->iterations;
    }
    status = mq_bot_choose(entrant->bot, arena->game, t->st.bytes, seat,
                           &budget, &t->mind[seat], &choice);
    *out = choice.candidate[0].action;
    return status;
}

static enum mq_status act(struct table *t, int seat)
{
    const struct mq_game *game = t->arena->game;
    struct mq_arena_game *record = t->record;
    mq_action legal[MQ_MAX_LEGAL];
    enum mq_status status = MQ_OK;

    if (mq_legal(game, t->st.bytes, seat, legal) > 1) {
        double start = mq__now();

        status = ask(t, seat, &legal[0]);
        record->ms[seat] += 1e3 * (mq__now() - start);
        record->choices[seat]++;
    }
    if (status == MQ_OK) {
        happen(t, (struct mq_event){seat, legal[0]});
    }
    return status;
}

static enum mq_status play_out(struct table *t)
{
    const struct mq_game *game = t->arena->game;
    enum mq_status status = MQ_OK;
    uint32_t actors;
    enum mq_turn turn;

    while (status == MQ_OK &&
           (turn = mq_turn(game, t->st.bytes, &actors)) != MQ_TURN_OVER) {
        if (t->arena->stop != NULL && *t->arena->stop) {
            status = MQ_CANCELLED;
        } else if (turn == MQ_TURN_CHANCE) {
            draw(t);
        } else {
            status = act(t, __builtin_ctz(actors));
        }
    }
    return status;
}

enum mq_status mq__arena_play(const struct mq_arena *arena, long number,
                              struct mq_arena_game *out)
{
    const struct mq_game *game = arena->game;
    struct table t;
    enum mq_status status = mq_begin(game, t.st.bytes, &arena->setup, NULL);

    memset(out, 0, sizeof *out);
    out->number = number;
    out->forfeit = -1;
    mq__arena_seats(arena, number, out->entrant);
    if (status != MQ_OK) {
        return status;
    }
    open_table(&t, arena, out);
    status = start_programs(&t);
    if (status == MQ_OK) {
        status = play_out(&t);
    }
    if (status == MQ_OK || status == MQ_OVER) {
        uint32_t all = (1u << arena->setup.players) - 1;

        mq_scores(game, t.st.bytes, out->score);
        out->winners = status == MQ_OVER ? all & ~(1u << out->forfeit)
                                         : mq_winners(game, t.st.bytes);
        end_programs(&t);
        status = MQ_OK;
    }
    close_table(&t);
    return status;
}

double mq__arena_share(const struct mq_arena *arena,
                       const struct mq_arena_game *game, int seat)
{
    return mq__share(game->winners, arena->setup.players, seat);
}

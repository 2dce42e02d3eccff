/* The standings of an arena as text, JSON and CSV. */
#include "cli/arena.h"

#include "core/game.h"

#include "sim/simulate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct mq_arena_figures mq__arena_figures(const struct mq_standing *s)
{
    struct mq_arena_figures f = {0};

    f.high = 1;
    if (s->seats > 0) {
        f.rate = s->share / (double)s->seats;
        f.score = s->score / (double)s->seats;
        mq__wilson(s->share, s->seats, &f.low, &f.high);
    }
    f.ms = s->choices > 0 ? s->ms / (double)s->choices : 0;
    return f;
}

void mq__arena_order(struct mq_arena_result *result)
{
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_standing *bot = result->standings.bot;
    double key[MQ_MAX_ENTRANTS];

    for (int i = 0; i < arena->entrants; i++) {
        int k = i;

        key[i] = arena->setup.players == 1 ? mq__arena_figures(&bot[i]).rate
                                           : bot[i].elo;
        for (; k > 0 && key[result->order[k - 1]] < key[i]; k--) {
            result->order[k] = result->order[k - 1];
        }
        result->order[k] = i;
    }
}

double mq__arena_met(const struct mq_arena_result *result, int k, int m)
{
    const struct mq_standings *s = &result->standings;
    int one = result->order[k], rest = result->order[m];

    return s->met[one][rest] > 0 ? s->won[one][rest] / (double)s->met[one][rest]
                                 : NAN;
}

static void print_bot(const struct mq_arena *arena, int i,
                      const struct mq_standing *s)
{
    struct mq_arena_figures f = mq__arena_figures(s);
    char elo[32] = "            ";

    if (arena->setup.players > 1) {
        snprintf(elo, sizeof elo, "%+5.0f \xC2\xB1 %-4.0f", s->elo,
                 s->elo_margin);
    }
    printf("%-16s %6ld %5.1f %%  %5.1f\xE2\x80\x93%5.1f %%  %s %7.2f "
           "%12.2f\n",
           arena->entrant[i].name, s->seats, 100 * f.rate, 100 * f.low,
           100 * f.high, elo, f.score, f.ms);
}

static void print_matrix(const struct mq_arena_result *result)
{
    const struct mq_arena *arena = result->plan->arena;
    int others = arena->setup.players - 1;

    printf("\n");
    mq__cli_line(others == 1 ? "tools.arena-matrix" : "tools.arena-matrix-many",
                 "i", others);
    printf("%-16s", "");
    for (int k = 0; k < arena->entrants; k++) {
        printf(" %12.12s", arena->entrant[result->order[k]].name);
    }
    printf("\n");
    for (int k = 0; k < arena->entrants; k++) {
        printf("%-16s", arena->entrant[result->order[k]].name);
        for (int m = 0; m < arena->entrants; m++) {
            double share = mq__arena_met(result, k, m);

            if (isnan(share)) {
                printf(" %12s", "-");
            } else {
                printf(" %10.1f %%", 100 * share);
            }
        }
        printf("\n");
    }
}

bool mq__arena_forfeits(const struct mq_arena_result *result, int i,
                        struct mq_message *out)
{
    static const char *const ids[] = {
        "tools.arena-crash",
        "tools.arena-late",
        "tools.arena-nonsense",
    };
    const struct mq_standing *s = &result->standings.bot[i];
    size_t id = 0;

    if (s->forfeits == 0) {
        return false;
    }
    while (id < 2 && strcmp(strchr(ids[id], '-') + 1, s->reason) != 0) {
        id++;
    }
    mq_message_set(out, ids[id], "tit", result->plan->arena->entrant[i].name,
                   (int)s->forfeits, s->answer);
    return true;
}

static const char *verdict_word(const struct mq_sprt *test,
                                const struct mq_sprt_sums *sums)
{
    static const char *const words[] = {
        [MQ_SPRT_OPEN] = "open",
        [MQ_SPRT_LOW] = "low",
        [MQ_SPRT_HIGH] = "high",
    };

    return words[mq__sprt_decide(test, sums)];
}

void mq__arena_claim(const struct mq_arena_result *result, int pairing,
                     struct mq_message *out)
{
    /* By verdict, with others and alone. */
    static const char *const ids[][2] = {
        [MQ_SPRT_OPEN] = {"tools.arena-claim-open",
                          "tools.arena-claim-open-alone"},
        [MQ_SPRT_LOW] = {"tools.arena-claim-low",
                         "tools.arena-claim-low-alone"},
        [MQ_SPRT_HIGH] = {"tools.arena-claim-high",
                          "tools.arena-claim-high-alone"},
    };
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_sprt *test = result->plan->test;
    const struct mq_sprt_sums *sums = &result->claim[pairing];
    int one, rest;

    mq__arena_pairing(arena, pairing, &one, &rest);
    mq_message_set(out, ids[mq__sprt_decide(test, sums)][one == rest], "ttccif",
                   arena->entrant[one].name, arena->entrant[rest].name,
                   (int)(100000 * test->low + 0.5),
                   (int)(100000 * test->high + 0.5),
                   (int)(sums->deals * mq__arena_orders(arena)),
                   (int)(1000 * mq__sprt_ratio(test, sums)));
}

static void print_claims(const struct mq_arena_result *result)
{
    printf("\n");
    for (int i = 0; i < mq__arena_pairings(result->plan->arena); i++) {
        struct mq_message message;

        mq__arena_claim(result, i, &message);
        mq__cli_print(&message);
    }
}

void mq__arena_text(const void *context)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;

    printf("%s\n", mq__cli_label("tools.arena-head"));
    for (int k = 0; k < arena->entrants; k++) {
        int i = result->order[k];

        print_bot(arena, i, &result->standings.bot[i]);
    }
    if (arena->setup.players > 1) {
        print_matrix(result);
    }
    if (result->plan->test != NULL) {
        print_claims(result);
    }
    for (int i = 0; i < arena->entrants; i++) {
        struct mq_message message;

        if (mq__arena_forfeits(result, i, &message)) {
            mq__cli_print(&message);
        }
    }
}

static void json_bot(struct mq_json_writer *w, const struct mq_arena *arena,
                     int i, const struct mq_standing *s)
{
    struct mq_arena_figures f = mq__arena_figures(s);

    mq__json_add(w, "{name:s games:l win_rate:r low:r high:r",
                 arena->entrant[i].name, s->seats, f.rate, f.low, f.high);
    if (arena->setup.players > 1) {
        mq__json_add(w, "elo:r elo_low:r elo_high:r", s->elo,
                     s->elo - s->elo_margin, s->elo + s->elo_margin);
    } else {
        mq__json_add(w, "elo:0 elo_low:0 elo_high:0");
    }
    mq__json_add(w, "score:r ms_per_move:r forfeits:l", f.score, f.ms,
                 s->forfeits);
    if (s->forfeits > 0) {
        mq__json_add(w, "forfeit_reason:s forfeit_answer:s", s->reason,
                     s->answer);
    }
    mq__json_close(w, '}');
}

/* Rows and columns as the bots stand in `bots`; null where two never met. */
static void json_matrix(struct mq_json_writer *w,
                        const struct mq_arena_result *result)
{
    int n = result->plan->arena->entrants;

    mq__json_open(w, "matrix", '[');
    for (int k = 0; k < n; k++) {
        mq__json_open(w, NULL, '[');
        for (int m = 0; m < n; m++) {
            mq__json_real(w, NULL, mq__arena_met(result, k, m));
        }
        mq__json_close(w, ']');
    }
    mq__json_close(w, ']');
}

static void json_claims(struct mq_json_writer *w,
                        const struct mq_arena_result *result)
{
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_sprt *test = result->plan->test;

    mq__json_open(w, "sprt", '[');
    for (int i = 0; i < mq__arena_pairings(arena); i++) {
        const struct mq_sprt_sums *sums = &result->claim[i];
        int one, rest;

        mq__arena_pairing(arena, i, &one, &rest);
        mq__json_add(w,
                     "{bot:s against:s low:r high:r error:r games:l ratio:r "
                     "bound:r verdict:s}",
                     arena->entrant[one].name,
                     one == rest ? NULL : arena->entrant[rest].name, test->low,
                     test->high, test->error,
                     sums->deals * mq__arena_orders(arena),
                     mq__sprt_ratio(test, sums), mq__sprt_bound(test),
                     verdict_word(test, sums));
    }
    mq__json_close(w, ']');
}

void mq__arena_json(const void *context, struct mq_json_writer *w)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;

    mq__json_add(w, "{game:s players:i games:l finished:b bots:[",
                 arena->game->id, arena->setup.players, result->standings.games,
                 result->finished);
    for (int k = 0; k < arena->entrants; k++) {
        int i = result->order[k];

        json_bot(w, arena, i, &result->standings.bot[i]);
    }
    mq__json_close(w, ']');
    json_matrix(w, result);
    if (result->plan->test != NULL) {
        json_claims(w, result);
    }
    mq__json_close(w, '}');
}

void mq__arena_csv(const void *context)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;

    printf("name,games,win_rate,low,high,elo,elo_low,elo_high,score,"
           "ms_per_move,forfeits\n");
    for (int k = 0; k < arena->entrants; k++) {
        int i = result->order[k];
        const struct mq_standing *b = &result->standings.bot[i];
        struct mq_arena_figures f = mq__arena_figures(b);

        printf("%s,%ld,%.4f,%.4f,%.4f,", arena->entrant[i].name, b->seats,
               f.rate, f.low, f.high);
        if (arena->setup.players > 1) {
            printf("%.1f,%.1f,%.1f,", b->elo, b->elo - b->elo_margin,
                   b->elo + b->elo_margin);
        } else {
            printf(",,,");
        }
        printf("%.3f,%.3f,%ld\n", f.score, f.ms, b->forfeits);
    }
}

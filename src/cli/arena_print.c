/* The standings of an arena as text, JSON and CSV. */
#include "cli/arena.h"
#include "cli/command.h"

#include "sim/simulate.h"

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

void mq__arena_order(const struct mq_arena *arena,
                     const struct mq_standings *standings, int *order)
{
    bool alone = arena->setup.players == 1;

    for (int i = 0; i < arena->entrants; i++) {
        const struct mq_standing *s = &standings->bot[i];
        double key = alone ? mq__arena_figures(s).rate : s->elo;
        int k = i;

        for (; k > 0; k--) {
            const struct mq_standing *above = &standings->bot[order[k - 1]];

            if ((alone ? mq__arena_figures(above).rate : above->elo) >= key) {
                break;
            }
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

static void print_sentence(const struct mq_message *message)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[512];

    mq_sentence(message, &voice, sentence, sizeof sentence);
    printf("%s\n", sentence);
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

static void print_row(const struct mq_arena *arena,
                      const struct mq_standings *s, const int *order, int i)
{
    printf("%-16s", arena->entrant[i].name);
    for (int k = 0; k < arena->entrants; k++) {
        int j = order[k];

        if (s->met[i][j] > 0) {
            printf(" %10.1f %%", 100 * s->won[i][j] / (double)s->met[i][j]);
        } else {
            printf(" %12s", "-");
        }
    }
    printf("\n");
}

static void print_matrix(const struct mq_arena *arena,
                         const struct mq_standings *s, const int *order)
{
    int others = arena->setup.players - 1;
    struct mq_message message;

    if (others == 1) {
        mq_message_set(&message, "tools.arena-matrix", "");
    } else {
        mq_message_set(&message, "tools.arena-matrix-many", "i", others);
    }
    printf("\n");
    print_sentence(&message);
    printf("%-16s", "");
    for (int k = 0; k < arena->entrants; k++) {
        printf(" %12.12s", arena->entrant[order[k]].name);
    }
    printf("\n");
    for (int k = 0; k < arena->entrants; k++) {
        print_row(arena, s, order, order[k]);
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
        print_sentence(&message);
    }
}

void mq__arena_text(const void *context)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_standings *s = &result->standings;
    int order[MQ_MAX_ENTRANTS] = {0};
    const char *head = mq_text(mq__cli_language(), "tools.arena-head");

    mq__arena_order(arena, s, order);
    printf("%s\n", head != NULL ? head : "");
    for (int k = 0; k < arena->entrants; k++) {
        print_bot(arena, order[k], &s->bot[order[k]]);
    }
    if (arena->setup.players > 1) {
        print_matrix(arena, s, order);
    }
    if (result->plan->test != NULL) {
        print_claims(result);
    }
    for (int i = 0; i < arena->entrants; i++) {
        struct mq_message message;

        if (mq__arena_forfeits(result, i, &message)) {
            print_sentence(&message);
        }
    }
}

static void json_elo(struct mq_json_writer *w, bool rated,
                     const struct mq_standing *s)
{
    static const char *const key[] = {"elo", "elo_low", "elo_high"};
    const double value[] = {s->elo, s->elo - s->elo_margin,
                            s->elo + s->elo_margin};

    for (int i = 0; i < 3; i++) {
        if (rated) {
            mq__json_real(w, key[i], value[i]);
        } else {
            mq__json_null(w, key[i]);
        }
    }
}

static void json_bot(struct mq_json_writer *w, const struct mq_arena *arena,
                     int i, const struct mq_standing *s)
{
    struct mq_arena_figures f = mq__arena_figures(s);

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "name", arena->entrant[i].name);
    mq__json_int(w, "games", s->seats);
    mq__json_real(w, "win_rate", f.rate);
    mq__json_real(w, "low", f.low);
    mq__json_real(w, "high", f.high);
    json_elo(w, arena->setup.players > 1, s);
    mq__json_real(w, "score", f.score);
    mq__json_real(w, "ms_per_move", f.ms);
    mq__json_int(w, "forfeits", s->forfeits);
    if (s->forfeits > 0) {
        mq__json_str(w, "forfeit_reason", s->reason);
        mq__json_str(w, "forfeit_answer", s->answer);
    }
    mq__json_close(w, '}');
}

/* Rows and columns as the bots stand in `bots`. */
static void json_matrix(struct mq_json_writer *w, const struct mq_arena *arena,
                        const struct mq_standings *s, const int *order)
{
    mq__json_open(w, "matrix", '[');
    for (int k = 0; k < arena->entrants; k++) {
        mq__json_open(w, NULL, '[');
        for (int m = 0; m < arena->entrants; m++) {
            long met = s->met[order[k]][order[m]];

            if (met > 0) {
                mq__json_real(w, NULL,
                              s->won[order[k]][order[m]] / (double)met);
            } else {
                mq__json_null(w, NULL);
            }
        }
        mq__json_close(w, ']');
    }
    mq__json_close(w, ']');
}

static void json_claims(struct mq_json_writer *w,
                        const struct mq_arena_result *result)
{
    const struct mq_arena_plan *plan = result->plan;
    const struct mq_arena *arena = plan->arena;

    mq__json_open(w, "sprt", '[');
    for (int i = 0; i < mq__arena_pairings(arena); i++) {
        const struct mq_sprt_sums *sums = &result->claim[i];
        int one, rest;

        mq__arena_pairing(arena, i, &one, &rest);
        mq__json_open(w, NULL, '{');
        mq__json_str(w, "bot", arena->entrant[one].name);
        mq__json_str(w, "against",
                     one == rest ? NULL : arena->entrant[rest].name);
        mq__json_real(w, "low", plan->test->low);
        mq__json_real(w, "high", plan->test->high);
        mq__json_real(w, "error", plan->test->error);
        mq__json_int(w, "games", sums->deals * mq__arena_orders(arena));
        mq__json_real(w, "ratio", mq__sprt_ratio(plan->test, sums));
        mq__json_real(w, "bound", mq__sprt_bound(plan->test));
        mq__json_str(w, "verdict", verdict_word(plan->test, sums));
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

void mq__arena_json(const void *context)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_standings *s = &result->standings;
    int order[MQ_MAX_ENTRANTS] = {0};
    struct mq_json_writer w;
    struct mq_buf json;

    mq__arena_order(arena, s, order);
    mq__buf_init(&json);
    mq__json_writer_init(&w, &json);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "game", arena->game->id);
    mq__json_int(&w, "players", arena->setup.players);
    mq__json_int(&w, "games", s->games);
    mq__json_bool(&w, "finished", result->finished);
    mq__json_open(&w, "bots", '[');
    for (int k = 0; k < arena->entrants; k++) {
        json_bot(&w, arena, order[k], &s->bot[order[k]]);
    }
    mq__json_close(&w, ']');
    json_matrix(&w, arena, s, order);
    if (result->plan->test != NULL) {
        json_claims(&w, result);
    }
    mq__json_close(&w, '}');
    printf("%s\n", mq__buf_text(&json));
    mq__buf_finish(&json);
}

void mq__arena_csv(const void *context)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_standings *s = &result->standings;
    int order[MQ_MAX_ENTRANTS] = {0};

    mq__arena_order(arena, s, order);
    printf("name,games,win_rate,low,high,elo,elo_low,elo_high,score,"
           "ms_per_move,forfeits\n");
    for (int k = 0; k < arena->entrants; k++) {
        const struct mq_standing *b = &s->bot[order[k]];
        struct mq_arena_figures f = mq__arena_figures(b);

        printf("%s,%ld,%.4f,%.4f,%.4f,", arena->entrant[order[k]].name,
               b->seats, f.rate, f.low, f.high);
        if (arena->setup.players > 1) {
            printf("%.1f,%.1f,%.1f,", b->elo, b->elo - b->elo_margin,
                   b->elo + b->elo_margin);
        } else {
            printf(",,,");
        }
        printf("%.3f,%.3f,%ld\n", f.score, f.ms, b->forfeits);
    }
}

/* perft: how many sequences of events there are from fixed positions, one
 * number a depth. A rule that allows or forbids anything differently changes
 * a number.
 *
 *   perft write FOLDER    writes them: FOLDER/<game>.txt
 *   perft check FOLDER    compares with them
 */
#include "../catalogue/played.h"

#include "core/buf.h"

#include <stdio.h>
#include <string.h>

#define POSITIONS 24
#define MOST 60000 /* sequences counted at the last depth */
#define DEPTHS 8
#define LINE 512

struct state {
    _Alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

static long count(const struct mq_game *g, const struct state *st, int depth);

static long count_after(const struct mq_game *g, const struct state *st,
                        int seat, mq_action action, int depth)
{
    struct state next = *st;

    if (depth == 1) {
        return 1;
    }
    mq_apply(g, next.bytes, seat, action);
    return count(g, &next, depth - 1);
}

/* Where the outcomes are too many to list one that is sampled counts. */
static int outcomes(const struct mq_game *g, const struct state *st,
                    mq_action *list)
{
    double p[MQ_MAX_OUTCOMES];
    int n = mq_outcomes(g, st->bytes, list, p);
    struct mq_rng rng;

    if (n < 0) {
        mq_rng_seed(&rng, 1);
        list[0] = mq_sample(g, st->bytes, &rng);
        n = 1;
    }
    return n;
}

/* Sequences of exactly that many events; MOST is enough. */
static long count(const struct mq_game *g, const struct state *st, int depth)
{
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = mq_turn(g, st->bytes, &actors);
    long sum = 0;

    for (int seat = MQ_CHANCE_SEAT; seat < MQ_MAX_PLAYERS; seat++) {
        bool acts = seat == MQ_CHANCE_SEAT ? turn == MQ_TURN_CHANCE
                                           : seat >= 0 && actors >> seat & 1;
        int n = 0;

        if (acts) {
            n = seat == MQ_CHANCE_SEAT ? outcomes(g, st, list)
                                       : mq_legal(g, st->bytes, seat, list);
        }
        for (int i = 0; i < n && sum <= MOST; i++) {
            sum += count_after(g, st, seat, list[i], depth);
        }
    }
    return sum;
}

/* Position i: some way into a match that plays itself. */
static bool write_line(const struct mq_game *g, int i, char line[LINE])
{
    int events = i * i / 2;
    struct mq_match *match;
    struct mq_setup setup;
    struct mq_rng rng;
    struct state st;
    struct mq_buf out;
    char seed[32];

    played_spread(g, i * 31, &setup);
    snprintf(seed, sizeof seed, "perft %d", i);
    mq_rng_seed_pair(&rng, 2, (uint64_t)i);
    match = played_create(g, &setup, seed);
    if (match == NULL) {
        return false;
    }
    while (mq_match_length(match) < events &&
           played_step(match, &rng) == MQ_OK) {
    }
    memcpy(st.bytes, mq_match_state(match), g->state_size);
    mq__buf_fixed(&out, line, LINE);
    played_setup_text(g, &setup, &out);
    mq__buf_printf(&out, " after %d:", mq_match_length(match));
    for (int depth = 1; depth <= DEPTHS; depth++) {
        long n = count(g, &st, depth);

        if (n > MOST) {
            break;
        }
        mq__buf_printf(&out, " %ld", n);
    }
    mq_match_destroy(match);
    return !out.failed;
}

/* How many positions have other numbers. */
static int compare(const struct mq_game *g, FILE *file)
{
    char expected[LINE], line[LINE];
    int different = 0;

    for (int i = 0; i < POSITIONS; i++) {
        if (fgets(expected, sizeof expected, file) == NULL) {
            expected[0] = '\0';
        }
        expected[strcspn(expected, "\n")] = '\0';
        if (!write_line(g, i, line) || strcmp(line, expected) != 0) {
            printf("expected: %s\n     got: %s\n", expected, line);
            different++;
        }
    }
    if (different > 0) {
        printf("%s: the numbers of sequences changed. If the rules were meant "
               "to: tools/update-goldens\n",
               g->id);
    }
    return different;
}

static int write_file(const struct mq_game *g, FILE *file)
{
    char line[LINE];

    for (int i = 0; i < POSITIONS; i++) {
        if (!write_line(g, i, line)) {
            return POSITIONS;
        }
        fprintf(file, "%s\n", line);
    }
    return 0;
}

static int do_game(const char *id, const char *folder, bool check)
{
    const struct mq_game *g;
    char path[512];
    FILE *file;
    int failed = POSITIONS;

    snprintf(path, sizeof path, "%s/%s.txt", folder, id);
    file = fopen(path, check ? "r" : "w");
    if (file == NULL) {
        printf("%s: can't be opened; tools/update-goldens writes it\n", path);
        return failed;
    }
    if (mq_game_open(id, NULL, 0, &g, NULL) == MQ_OK) {
        failed = check ? compare(g, file) : write_file(g, file);
        mq_game_close(g);
    }
    return fclose(file) == 0 ? failed : POSITIONS;
}

int main(int argc, char **argv)
{
    bool check = argc == 3 && strcmp(argv[1], "check") == 0;
    int games = mq_game_count();
    int failed = 0;

    if (!check && (argc != 3 || strcmp(argv[1], "write") != 0)) {
        fprintf(stderr, "usage: perft write FOLDER | check FOLDER\n");
        return 2;
    }
    for (int i = 0; i < games; i++) {
        failed += do_game(mq_game_id(i), argv[2], check);
    }
    printf("%d passed, %d failed\n", games * POSITIONS - failed, failed);
    return failed > 0 ? 1 : 0;
}

/* The seed catalogue: how 200 matches of a game end, as hashes of their final
 * positions. Whatever is built of the library, native or WebAssembly, must
 * come to the same ones.
 *
 *   catalogue write FOLDER    writes them: FOLDER/<game>.txt
 *   catalogue check FOLDER    compares with them
 *   catalogue read GAME       compares with standard input (the browser's
 *                             build has no files)
 *   catalogue match GAME N    prints match N as a match file, to look at
 */
#include "played.h"

#include "core/buf.h"
#include "core/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATCHES 200
#define HASH 16
#define LINE 512

static bool write_end(const struct mq_match *match, struct mq_buf *out)
{
    char *json = mq_position_write(mq_match_game(match), mq_match_state(match));
    char digits[2 * HASH + 1];
    uint8_t hash[HASH];
    struct mq_hash h;

    if (json == NULL) {
        return false;
    }
    mq__hash_init(&h, HASH);
    mq__hash_add(&h, json, strlen(json));
    mq__hash_end(&h, hash);
    free(json);
    mq__hex_write(hash, HASH, digits);
    mq__buf_printf(out, " %s", digits);
    return true;
}

/* Match i, played to its end; NULL: it couldn't be. */
static struct mq_match *play(const struct mq_game *g, int i)
{
    enum mq_status status = MQ_OK;
    struct mq_match *match;
    struct mq_setup setup;
    struct mq_rng rng;
    char seed[32];

    played_spread(g, i, &setup);
    snprintf(seed, sizeof seed, "catalogue %d", i);
    mq_rng_seed_pair(&rng, 1, (uint64_t)i);
    match = played_create(g, &setup, seed);
    while (match != NULL && status == MQ_OK) {
        status = played_step(match, &rng);
    }
    if (status != MQ_OVER) {
        mq_match_destroy(match);
        match = NULL;
    }
    return match;
}

/* The line of match i; false: it couldn't be played. */
static bool write_line(const struct mq_game *g, int i, char line[LINE])
{
    struct mq_match *match = play(g, i);
    struct mq_buf out;
    bool good = match != NULL;

    mq__buf_fixed(&out, line, LINE);
    mq__buf_printf(&out, "%d ", i);
    if (good) {
        played_setup_text(g, &mq_match_config_of(match)->setup, &out);
        good = write_end(match, &out);
    }
    mq_match_destroy(match);
    return good && !out.failed;
}

static int print_match(const char *id, const char *number)
{
    const struct mq_game *g = NULL;
    struct mq_match *match = NULL;
    char *text = NULL;
    size_t length;
    int code;

    if (mq_game_open(id, NULL, 0, &g, NULL) == MQ_OK) {
        match = play(g, (int)strtol(number, NULL, 10));
    }
    if (match != NULL && mq_match_close(match) == MQ_OK) {
        text = mq_match_write(match, &length);
    }
    code = text != NULL ? 0 : 1;
    fputs(code == 0 ? text : "no such match\n", code == 0 ? stdout : stderr);
    free(text);
    mq_match_destroy(match);
    mq_game_close(g);
    return code;
}

static bool write_file(const struct mq_game *g, FILE *file)
{
    char line[LINE];

    for (int i = 0; i < MATCHES; i++) {
        if (!write_line(g, i, line)) {
            printf("%s: match %d fails\n", g->id, i);
            return false;
        }
        fprintf(file, "%s\n", line);
    }
    return true;
}

/* How many matches end differently. */
static int compare(const struct mq_game *g, FILE *file)
{
    char expected[LINE], line[LINE];
    int different = 0;

    for (int i = 0; i < MATCHES; i++) {
        if (fgets(expected, sizeof expected, file) == NULL) {
            expected[0] = '\0';
        }
        expected[strcspn(expected, "\n")] = '\0';
        if (!write_line(g, i, line)) {
            snprintf(line, sizeof line, "%d fails", i);
        }
        if (strcmp(line, expected) != 0 && ++different <= 3) {
            printf("expected: %s\n     got: %s\n", expected, line);
        }
    }
    if (different > 0) {
        printf("%s: %d of %d matches end differently. If old matches are meant "
               "to play differently, raise the game's rules_version, then run "
               "tools/update-goldens\n",
               g->id, different, MATCHES);
    }
    return different;
}

/* One game; how many matches failed. `folder` NULL: standard input. */
static int do_game(const char *id, const char *folder, bool check)
{
    const struct mq_game *g;
    char path[512];
    FILE *file = stdin;
    int failed = MATCHES;

    if (mq_game_open(id, NULL, 0, &g, NULL) != MQ_OK) {
        printf("%s: no such game\n", id);
        return failed;
    }
    if (folder != NULL) {
        snprintf(path, sizeof path, "%s/%s.txt", folder, id);
        file = fopen(path, check ? "r" : "w");
    }
    if (file == NULL) {
        printf("%s: can't be opened; tools/update-goldens writes it\n", path);
    } else if (check) {
        failed = compare(g, file);
    } else {
        failed = write_file(g, file) ? 0 : MATCHES;
    }
    if (file != NULL && file != stdin) {
        failed = fclose(file) == 0 ? failed : MATCHES;
    }
    mq_game_close(g);
    return failed;
}

int main(int argc, char **argv)
{
    bool check = argc == 3 && strcmp(argv[1], "check") == 0;
    bool write = argc == 3 && strcmp(argv[1], "write") == 0;
    int games = mq_game_count();
    int failed = 0;

    if (argc == 4 && strcmp(argv[1], "match") == 0) {
        return print_match(argv[2], argv[3]);
    }
    if (argc == 3 && strcmp(argv[1], "read") == 0) {
        games = 1;
        failed = do_game(argv[2], NULL, true);
    } else if (check || write) {
        for (int i = 0; i < games; i++) {
            failed += do_game(mq_game_id(i), argv[2], check);
        }
    } else {
        fprintf(stderr, "usage: catalogue write FOLDER | check FOLDER | read "
                        "GAME | match GAME N\n");
        return 2;
    }
    printf("%d passed, %d failed\n", games * MATCHES - failed, failed);
    return failed > 0 ? 1 : 0;
}

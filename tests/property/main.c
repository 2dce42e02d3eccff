/* property: plays random matches of the games through the suite.
 *
 *   property [--game G] [--matches N] [--first N] [--seed S] [--times N]
 *            [--twins 1]
 *
 * Without --game all registered games, 20,000 matches of MLEM and 3,000 of
 * every other; --times multiplies that. With --twins every match in which
 * something hidden was exchanged is printed with its twin. Exit code 0: all
 * held; 1: a failure, with the command that shows it again; 2: usage. */
#include "suite.h"

#include "../games/hazard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *game;
    long matches, first, times, twins;
    uint64_t seed;
};

static bool read_number(const char *text, long *out)
{
    char *end;

    *out = strtol(text, &end, 10);
    return end != text && *end == '\0' && *out >= 0;
}

static bool read_options(int argc, char **argv, struct options *o)
{
    long seed;

    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        bool good;

        if (strcmp(argv[i], "--game") == 0) {
            o->game = value;
            good = *value != '\0';
        } else if (strcmp(argv[i], "--matches") == 0) {
            good = read_number(value, &o->matches) && o->matches > 0;
        } else if (strcmp(argv[i], "--first") == 0) {
            good = read_number(value, &o->first);
        } else if (strcmp(argv[i], "--times") == 0) {
            good = read_number(value, &o->times) && o->times > 0;
        } else if (strcmp(argv[i], "--twins") == 0) {
            good = read_number(value, &o->twins);
        } else if (strcmp(argv[i], "--seed") == 0) {
            good = read_number(value, &seed);
            o->seed = (uint64_t)seed;
        } else {
            good = false;
        }
        if (!good) {
            return false;
        }
    }
    return true;
}

static long standard_matches(const char *id)
{
    return strcmp(id, "mlem") == 0 ? 20000 : 3000;
}

static bool run(struct prop *p, const struct mq_game *game,
                const struct options *o)
{
    long matches =
        o->matches > 0 ? o->matches : o->times * standard_matches(game->id);
    bool good = true;

    prop_begin(p, game, o->seed);
    if (o->twins > 0) {
        p->twins = true;
        p->record_one_in = 1;
    }
    for (long i = 0; i < matches && good; i++) {
        good = prop_match(p, (int)(o->first + i));
    }
    good = good && prop_sums(p);
    prop_print(p);
    if (!good) {
        printf("%s: %s: %s\n", game->id, p->check, p->reason);
    }
    fflush(stdout);
    return good;
}

static bool run_id(struct prop *p, const char *id, const struct options *o)
{
    const struct mq_game *game;
    bool good;

    if (strcmp(id, "hazard") == 0) {
        return run(p, hz_game(), o);
    }
    if (mq_game_open(id, NULL, 0, &game, NULL) != MQ_OK) {
        printf("%s: no such game, or bad tables\n", id);
        return false;
    }
    good = run(p, game, o);
    mq_game_close(game);
    return good;
}

int main(int argc, char **argv)
{
    struct options o = {.seed = 1, .times = 1};
    struct prop *p = malloc(sizeof *p);
    int failed = 0;
    int passed = 0;

    if (p == NULL || !read_options(argc, argv, &o)) {
        fprintf(stderr, "usage: property [--game G] [--matches N] [--first N] "
                        "[--seed S] [--times N] [--twins 1]\n");
        free(p);
        return 2;
    }
    for (int i = -1; i < mq_game_count(); i++) {
        const char *id = i < 0 ? "hazard" : mq_game_id(i);

        if (o.game == NULL || strcmp(o.game, id) == 0) {
            bool good = run_id(p, id, &o);

            passed += good ? 1 : 0;
            failed += good ? 0 : 1;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    free(p);
    return failed > 0 ? 1 : passed > 0 ? 0 : 2;
}

/* Tables that change break no match: one stored with earlier built-in tables
 * replays with those, one on somebody's own tables carries them, and all run
 * side by side. The linker sends the library's look-ups of embedded files
 * here, so that the built-in tables can change under the test's hands. */
#include "record_fixture.h"

#include "core/embed.h"

#include <stdlib.h>
#include <string.h>

#define FIGURES "figures.csv"

const struct mq_embedded *__real_mq__embedded_find(const char *path);
const struct mq_embedded *__wrap_mq__embedded_find(const char *path);

/* The release this program is of: at first its own, then one with another
 * table of figures, which may have kept the old tables. */
static bool changed, kept;
static char old_folder[96]; /* old/<hash>/ */
static struct mq_embedded other_figures;

const struct mq_embedded *__wrap_mq__embedded_find(const char *path)
{
    char original[96] = "mlem/";
    size_t folder = strlen(old_folder);

    if (changed && strcmp(path, "mlem/" FIGURES) == 0) {
        return &other_figures;
    }
    if (kept && folder > 0 && strncmp(path, old_folder, folder) == 0) {
        memcpy(original + 5, path + folder, strlen(path + folder) + 1);
        return __real_mq__embedded_find(original);
    }
    return __real_mq__embedded_find(path);
}

/* The figures with another end: the 4th failure instead of the 11th. */
static int make_figures(void **state)
{
    const struct mq_embedded *own = __real_mq__embedded_find("mlem/" FIGURES);
    char *bytes = malloc(own->length + 1);
    char *at;

    (void)state;
    assert_non_null(bytes);
    memcpy(bytes, own->bytes, own->length + 1);
    at = strstr(bytes, "\nfailures,11,");
    assert_non_null(at);
    memcpy(at, "\nfailures,04,", 13);
    other_figures = (struct mq_embedded){"mlem/" FIGURES, bytes, own->length};
    return 0;
}

static int free_figures(void **state)
{
    (void)state;
    free((char *)other_figures.bytes);
    return 0;
}

static int back_to_now(void **state)
{
    (void)state;
    changed = kept = false;
    return 0;
}

static struct mq_match *begin(const struct mq_game *game, const char *seed)
{
    struct mq_match_config config = {.typed_seed = true};
    struct mq_match *match;

    mq_setup_init(game, 3, &config.setup);
    mq_seed_from_text(&config.seed, seed);
    assert_int_equal(mq_match_create(game, &config, &match, NULL), MQ_OK);
    return match;
}

static const struct mq_game *builtin(void)
{
    const struct mq_game *game;

    assert_int_equal(mq_game_open("mlem", NULL, 0, &game, NULL), MQ_OK);
    return game;
}

/* A whole match with the tables of now, as a file. */
static char *store_match(size_t *length)
{
    const struct mq_game *game = builtin();
    struct mq_match *match = begin(game, "stored");
    char *text;

    memcpy(old_folder, "old/", 4);
    mq__hex_write(game->tables_hash, 32, old_folder + 4);
    memcpy(old_folder + 68, "/", 2);
    fixture_play_out(match, 1);
    assert_int_equal(mq_match_close(match), MQ_OK);
    text = mq_match_write(match, length);
    assert_null(strstr(text, "\"tables\":"));
    mq_match_destroy(match);
    mq_game_close(game);
    return text;
}

static void test_old_match_replays(void **state)
{
    size_t length;
    char *text = store_match(&length);
    const struct mq_game *now;
    struct mq_match *old, *fresh;
    struct mq_verdict v;
    struct mq_error error;

    (void)state;
    changed = true;
    /* Without the old tables the program says so. */
    assert_int_equal(mq_match_read(text, length, &old, NULL, &error),
                     MQ_TABLES);
    assert_string_equal(error.message.id, "match.no-tables");
    kept = true;
    assert_int_equal(mq_match_read(text, length, &old, NULL, &error), MQ_OK);
    assert_int_equal(mq_match_verify(old, &v), MQ_OK);
    fixture_check(old);

    /* A match by the new tables runs meanwhile. */
    now = builtin();
    assert_memory_not_equal(now->tables_hash, mq_match_game(old)->tables_hash,
                            32);
    fresh = begin(now, "stored");
    fixture_play_out(fresh, 1);
    assert_true(mq_match_length(fresh) < mq_match_length(old));
    fixture_check(old);
    mq_match_destroy(old);
    mq_match_destroy(fresh);
    mq_game_close(now);
    free(text);
}

static void test_own_tables_travel(void **state)
{
    struct mq_table_file own = {FIGURES, other_figures.bytes,
                                other_figures.length};
    const struct mq_game *theirs = builtin(), *ours;
    struct mq_match *a, *b, *again;
    struct mq_rng one, two;
    bool more = true;
    size_t length;
    char *text;

    (void)state;
    assert_int_equal(mq_game_open("mlem", &own, 1, &ours, NULL), MQ_OK);
    assert_false(ours->builtin_tables);
    a = begin(theirs, "both");
    b = begin(ours, "both");
    mq_rng_seed(&one, 3);
    mq_rng_seed(&two, 3);
    while (more) {
        more = fixture_step(a, &one);
        more = fixture_step(b, &two) || more;
    }
    assert_true(mq_match_length(b) < mq_match_length(a));
    fixture_check(a);
    fixture_check(b);
    text = mq_match_write(b, &length);
    assert_non_null(strstr(text, "\"tables\":{"));
    mq_match_destroy(b);
    mq_game_close(ours);
    /* The file is all that is needed. */
    assert_int_equal(mq_match_read(text, length, &again, NULL, NULL), MQ_OK);
    fixture_check(again);
    assert_false(mq_match_game(again)->builtin_tables);
    free(text);
    text = mq_match_write(again, &length);
    assert_non_null(strstr(text, "failures,04,"));
    free(text);
    mq_match_destroy(again);
    mq_match_destroy(a);
    mq_game_close(theirs);
}

/* Tables in a file that aren't those of its hash, or aren't tables. */
static void test_wrong_tables(void **state)
{
    struct mq_table_file own = {FIGURES, other_figures.bytes,
                                other_figures.length};
    static const char *const changes[][2] = {
        {"failures,04,", "failures,05,"},
        {"failures,04,", "failures,xx,"},
    };
    const struct mq_game *ours;
    struct mq_match *match, *again;
    struct mq_error error;
    size_t length;
    char *text;

    (void)state;
    assert_int_equal(mq_game_open("mlem", &own, 1, &ours, NULL), MQ_OK);
    match = begin(ours, "wrong");
    for (size_t i = 0; i < COUNT(changes); i++) {
        char *at;

        text = mq_match_write(match, &length);
        at = strstr(text, changes[i][0]);
        memcpy(at, changes[i][1], strlen(changes[i][1]));
        assert_int_equal(mq_match_read(text, length, &again, NULL, &error),
                         MQ_TABLES);
        assert_string_equal(error.message.id, "match.no-tables");
        free(text);
    }
    mq_match_destroy(match);
    mq_game_close(ours);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_old_match_replays, back_to_now),
        cmocka_unit_test(test_own_tables_travel),
        cmocka_unit_test(test_wrong_tables),
    };

    return cmocka_run_group_tests(tests, make_figures, free_figures);
}

/* Match files: what is written reads back, what is damaged is recovered or
 * refused, never taken silently. */
#include "record_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A match with every kind of entry. */
static struct mq_match *rich_match(bool closed)
{
    struct mq_match *match = fixture_match(3, "rich");
    struct mq_rng rng;

    assert_int_equal(mq_match_supply(match, MQ_ACTION(HZ_C_BOX, 3, 0, 0), NULL),
                     MQ_OK);
    mq_rng_seed(&rng, 7);
    for (int i = 0; i < 16; i++) {
        fixture_step(match, &rng);
    }
    assert_int_equal(mq_match_undo_to(match, 1, 13), MQ_OK);
    assert_int_equal(mq_match_hand_over(match, 2, "random"), MQ_OK);
    assert_int_equal(mq_match_clock(match, 0, "“30 s”\n"), MQ_OK);
    fixture_step(match, &rng);
    assert_int_equal(mq_match_concede(match, 1), MQ_OK);
    if (closed) {
        assert_int_equal(mq_match_close(match), MQ_OK);
    }
    return match;
}

static void same_record(const struct mq_match *a, const struct mq_match *b)
{
    assert_int_equal(mq_match_entries(a), mq_match_entries(b));
    assert_int_equal(mq_match_length(a), mq_match_length(b));
    assert_memory_equal(mq_match_state(a), mq_match_state(b),
                        hz_game()->state_size);
    assert_int_equal(mq_match_conceded(a), mq_match_conceded(b));
    assert_int_equal(mq_match_closed(a), mq_match_closed(b));
    for (int i = 0; i < mq_match_entries(a); i++) {
        const struct mq_entry *x = mq_match_entry(a, i);
        const struct mq_entry *y = mq_match_entry(b, i);

        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->withdrawn, y->withdrawn);
        assert_int_equal(x->supplied, y->supplied);
        assert_memory_equal(x->link, y->link, MQ_HASH_SIZE);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    for (int closed = 0; closed < 2; closed++) {
        struct mq_match *match = rich_match(closed);
        struct mq_match *again;
        size_t length, second;
        char *text = mq_match_write(match, &length);
        char *twice;

        again = fixture_read(text, length);
        same_record(match, again);
        assert_true(mq_match_has_seed(again));
        assert_memory_equal(&mq_match_config_of(again)->seat,
                            &mq_match_config_of(match)->seat,
                            sizeof mq_match_config_of(match)->seat);
        assert_string_equal(mq_match_bot(again, 2), "random");
        twice = mq_match_write(again, &second);
        assert_int_equal(length, second);
        assert_memory_equal(text, twice, length);
        /* The last newline may be missing: the entry is whole. */
        mq_match_destroy(again);
        again = fixture_read(text, length - 1);
        same_record(match, again);
        free(text);
        free(twice);
        mq_match_destroy(again);
        mq_match_destroy(match);
    }
}

/* As a text mode would store it. */
static void test_carriage_returns(void **state)
{
    struct mq_match *match = rich_match(true), *again;
    size_t length, n = 0;
    char *text = mq_match_write(match, &length);
    char *dos = malloc(2 * length);

    (void)state;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            dos[n++] = '\r';
        }
        dos[n++] = text[i];
    }
    again = fixture_read(dos, n);
    same_record(match, again);
    free(text);
    free(dos);
    mq_match_destroy(again);
    mq_match_destroy(match);
}

static enum mq_status read_bytes(const char *text, size_t length,
                                 struct mq_match **out,
                                 struct mq_match_notice *notice,
                                 struct mq_error *error)
{
    /* Exactly so many bytes, so that reading past them shows. */
    char *copy = malloc(length + 1);
    char *exact = realloc(copy, length > 0 ? length : 1);
    enum mq_status status;

    assert_non_null(exact);
    memcpy(exact, text, length);
    *error = (struct mq_error){0};
    status = mq__match_read(exact, length, &fixture_opener, out, notice, error);
    free(exact);
    return status;
}

static int whole_lines(const char *text, size_t length)
{
    int n = 0;

    for (size_t i = 0; i < length; i++) {
        n += text[i] == '\n';
    }
    return n;
}

/* Cut anywhere: the whole entries before the cut are there. */
static void test_truncated(void **state)
{
    struct mq_match *match = rich_match(false);
    size_t length, header;
    char *text = mq_match_write(match, &length);

    (void)state;
    header = (size_t)(strchr(text, '\n') - text);
    for (size_t cut = 0; cut < length; cut++) {
        struct mq_match_notice notice;
        struct mq_error error;
        struct mq_match *again;
        enum mq_status status = read_bytes(text, cut, &again, &notice, &error);
        int lines = whole_lines(text, cut);

        if (cut < header) {
            assert_int_equal(status, MQ_DAMAGED);
            assert_string_equal(error.message.id, "match.no-header");
            assert_null(again);
            continue;
        }
        assert_int_equal(status, MQ_OK);
        /* A line without its newline counts if it is whole. */
        lines += text[cut] == '\n';
        assert_int_equal(mq_match_entries(again), lines < 2 ? 0 : lines - 2);
        assert_int_equal(notice.line, text[cut - 1] == '\n' || text[cut] == '\n'
                                          ? 0
                                          : lines + 1);
        mq_match_destroy(again);
    }
    free(text);
    mq_match_destroy(match);
}

/* One byte changed anywhere: an error or a notice, or the same record. */
static void test_damaged(void **state)
{
    struct mq_match *match = rich_match(true);
    size_t length;
    char *text = mq_match_write(match, &length);
    int refused = 0, recovered = 0;

    (void)state;
    for (size_t i = 0; i < length; i++) {
        static const char changes[] = {'\x01', '\x20', '\x40', '\x13'};

        for (size_t k = i % 3; k < sizeof changes; k += 3) {
            struct mq_match_notice notice;
            struct mq_error error;
            struct mq_match *again;
            enum mq_status status;

            text[i] ^= changes[k];
            status = read_bytes(text, length, &again, &notice, &error);
            text[i] ^= changes[k];
            if (status == MQ_OK && notice.line == 0) {
                same_record(match, again);
            }
            refused += status != MQ_OK;
            recovered += status == MQ_OK && notice.line > 0;
            assert_true((status == MQ_OK || status == MQ_DIVERGED) ==
                        (again != NULL));
            mq_match_destroy(again);
        }
    }
    assert_true(refused > 100 && recovered > 100);
    free(text);
    mq_match_destroy(match);
}

/* Replaces the first `from` by `to`; free() it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *out = malloc(size);

    assert_non_null(at);
    assert_non_null(out);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to,
             at + strlen(from));
    return out;
}

#define FORTY "0123456789012345678901234567890123456789"

static void test_refused(void **state)
{
    static const struct {
        const char *from, *to;
        enum mq_status status;
        const char *id;
    } cases[] = {
        {"\"maxq_match\":1", "\"maxq_match\":99", MQ_VERSION, "match.format"},
        {"\"maxq_match\":1", "\"maxq_match\":0", MQ_DAMAGED, "match.no-header"},
        {"\"maxq_match\":1", "\"maxq\":1", MQ_DAMAGED, "match.no-header"},
        {"\"rules_version\":1", "\"rules_version\":2", MQ_VERSION,
         "match.rules"},
        {"\"game\":\"hazard\"", "\"game\":\"go\"", MQ_UNKNOWN_WORD,
         "match.no-game"},
        {"\"players\":3", "\"players\":4", MQ_DAMAGED, "match.no-header"},
        {"\"players\":3", "\"players\":6", MQ_DAMAGED, "read.range"},
        {"\"rounds\":3", "\"rounds\":4", MQ_DAMAGED, "option.number"},
        {"\"options\":{", "\"options\":{\"x\":1,", MQ_DAMAGED,
         "option.unknown"},
        {"\"typed_seed\":true", "\"typed_seed\":1", MQ_DAMAGED,
         "read.not-bool"},
        {"\"typed_seed\":true", "\"typed_seed\":true,\"x\":1", MQ_DAMAGED,
         "read.unknown-key"},
        {"\"commitment\":\"", "\"commitment\":\"0", MQ_DAMAGED, "match.hex"},
        {"\"tables_hash\":\"0", "\"tables_hash\":\"1", MQ_TABLES,
         "match.no-tables"},
        {"\"name\":\"\"", "\"name\":\"" FORTY FORTY FORTY FORTY "\"",
         MQ_DAMAGED, "match.name"},
        {"\"seats\":[", "\"seats\":[{\"name\":\"\",\"bot\":\"\"},", MQ_DAMAGED,
         "match.no-header"},
        {"\"typed_seed\":true", "\"typed_seed\":true,\"tables\":[]", MQ_DAMAGED,
         "match.no-header"},
        {"\"typed_seed\":true", "\"typed_seed\":true,\"position\":{}",
         MQ_POSITION, "read.missing"},
        {"\"typed_seed\":true", "\"typed_seed\":false", MQ_DIVERGED,
         "match.diverged"},
        {"\"action\":\"box dog\"", "\"action\":\"box elk\"", MQ_DIVERGED,
         "match.diverged"},
        {"\"action\":\"box dog\"", "\"action\":\"roll 1\"", MQ_DIVERGED,
         "match.diverged-illegal"},
        {"\"action\":\"box dog\"", "\"action\":\"box owl\"", MQ_DIVERGED,
         "match.diverged-illegal"},
        {"\"undone\":[13", "\"undone\":[12", MQ_DIVERGED,
         "match.diverged-illegal"},
        {"\"undone\":[13", "\"undone\":[999", MQ_DIVERGED,
         "match.diverged-illegal"},
        {"\"text\":\"random\"", "\"text\":\"greedy\"", MQ_DIVERGED,
         "match.diverged"},
    };
    struct mq_match *match = rich_match(true);
    size_t length;
    char *text = mq_match_write(match, &length);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *other = replaced(text, cases[i].from, cases[i].to);
        struct mq_match_notice notice;
        struct mq_error error;
        struct mq_match *again;
        enum mq_status status =
            read_bytes(other, strlen(other), &again, &notice, &error);

        if (status != cases[i].status) {
            print_message("case %zu: %s\n", i, cases[i].to);
        }
        assert_int_equal(status, cases[i].status);
        assert_int_equal(error.status, status);
        assert_string_equal(error.message.id, cases[i].id);
        mq_match_destroy(again);
        free(other);
    }
    free(text);
    mq_match_destroy(match);
}

/* The divergence is named with its entry, and what stands before it is there.
 */
static void test_where_it_diverges(void **state)
{
    struct mq_match *match = rich_match(false);
    size_t length;
    char *text = mq_match_write(match, &length);
    char *other = replaced(text, "\"text\":\"random\"", "\"text\":\"greedy\"");
    struct mq_match_notice notice;
    struct mq_error error;
    struct mq_match *again;

    (void)state;
    assert_int_equal(read_bytes(other, strlen(other), &again, &notice, &error),
                     MQ_DIVERGED);
    /* 17 events and the undo before it; header and seed are lines too. */
    assert_int_equal(error.message.arg[0].number, 18);
    assert_int_equal(error.message.arg[1].number, 21);
    assert_int_equal(mq_match_entries(again), 18);
    mq_match_destroy(again);
    /* The public function gives no match then. */
    assert_int_equal(mq_match_read(other, strlen(other), &again, NULL, NULL),
                     MQ_UNKNOWN_WORD);
    assert_null(again);
    free(text);
    free(other);
    mq_match_destroy(match);
}

/* Without the secret line a match replays, but draws nothing new. */
static void test_secret(void **state)
{
    struct mq_match *match = fixture_match(2, "secret"), *again;
    struct mq_match_notice notice;
    struct mq_error error;
    struct mq_verdict v;
    size_t length;
    char *text, *other, *line = mq_match_secret_line(match);

    (void)state;
    assert_int_equal(mq_match_chance(match, NULL), MQ_OK);
    text = mq_match_write(match, &length);
    other = replaced(text, line, "");
    again = fixture_read(other, strlen(other));
    same_record(match, again);
    assert_false(mq_match_has_seed(again));
    assert_int_equal(mq_match_chance(again, NULL), MQ_NO_SEED);
    assert_int_equal(mq_match_close(again), MQ_NO_SEED);
    assert_int_equal(mq_match_verify(again, &v), MQ_UNVERIFIED);
    assert_int_equal(v.followed, 0);
    assert_false(v.commitment);
    mq_match_destroy(again);
    free(other);

    /* A wrong or broken seed costs the seed alone. */
    for (int broken = 0; broken < 2; broken++) {
        other =
            replaced(text, "{\"secret_seed\":\"",
                     broken ? "{\"secret_seed\":\"x" : "{\"secret_seed\":\"0");
        if (!broken) {
            char *end = strstr(other, "\"}\n{\"n\"");

            memmove(end - 1, end, strlen(end) + 1);
        }
        assert_int_equal(
            read_bytes(other, strlen(other), &again, &notice, &error), MQ_OK);
        assert_int_equal(notice.line, 2);
        assert_string_equal(notice.message.id, "match.secret");
        assert_int_equal(mq_match_entries(again), 1);
        assert_false(mq_match_has_seed(again));
        mq_match_destroy(again);
        free(other);
    }
    free(line);
    free(text);
    mq_match_destroy(match);
}

/* A closed file has no secret line: the closing line has the seed. */
static void test_closed_verifies(void **state)
{
    struct mq_match *match = rich_match(true), *again;
    struct mq_verdict v;
    size_t length;
    char *text = mq_match_write(match, &length);

    (void)state;
    assert_null(strstr(text, "secret_seed"));
    again = fixture_read(text, length);
    assert_int_equal(mq_match_verify(again, &v), MQ_OK);
    assert_true(v.revealed && v.commitment);
    assert_int_equal(v.supplied, 1);
    free(text);
    mq_match_destroy(again);
    mq_match_destroy(match);
}

/* An outcome that doesn't follow from the seed, in a file whose links are all
 * right: only verification finds it. */
static void test_forged(void **state)
{
    struct mq_match *match = fixture_match(2, "forged"), *forged;
    mq_action drawn = mq__match_draw(match);
    struct mq_entry *entry;
    struct mq_verdict v;
    size_t length;
    char *text;
    mq_action other = MQ_ACTION(HZ_C_BOX, MQ_ACTION_A(drawn) == 0, 0, 0);

    (void)state;
    assert_int_equal(mq__match_event(match,
                                     (struct mq_event){MQ_CHANCE_SEAT, other},
                                     false, NULL),
                     MQ_OK);
    fixture_sample(match);
    assert_int_equal(mq_match_close(match), MQ_OK);
    text = mq_match_write(match, &length);
    forged = fixture_read(text, length);
    assert_int_equal(mq_match_verify(forged, &v), MQ_UNVERIFIED);
    assert_int_equal(v.first_wrong, 0);
    assert_true(v.commitment);
    /* A seed that doesn't fit the commitment. */
    forged->commitment[0] ^= 1;
    assert_int_equal(mq_match_verify(forged, &v), MQ_UNVERIFIED);
    assert_false(v.commitment);
    entry = &forged->entry[0];
    entry->supplied = true;
    forged->commitment[0] ^= 1;
    assert_int_equal(mq_match_verify(forged, &v), MQ_OK);
    assert_int_equal(v.supplied, 1);
    free(text);
    mq_match_destroy(forged);
    mq_match_destroy(match);
}

static void test_from_position(void **state)
{
    struct mq_match *match = fixture_dealt(3, "position"), *on, *again;
    struct mq_match_config config = *mq_match_config_of(match);
    size_t length;
    char *text;

    (void)state;
    assert_int_equal(mq_match_create_from(hz_game(), &config,
                                          mq_match_state(match), &on, NULL),
                     MQ_OK);
    fixture_play_out(on, 8);
    text = mq_match_write(on, &length);
    assert_non_null(strstr(text, "\"position\":{\"game\":\"hazard\""));
    again = fixture_read(text, length);
    same_record(on, again);
    free(text);
    mq_match_destroy(on);
    mq_match_destroy(again);
    mq_match_destroy(match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_carriage_returns),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_where_it_diverges),
        cmocka_unit_test(test_secret),
        cmocka_unit_test(test_closed_verifies),
        cmocka_unit_test(test_forged),
        cmocka_unit_test(test_from_position),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Messages in words, errors, and the catalogues themselves. */
#include "unit.h"

#include <maxq/status.h>

#include "core/embed.h"

#include <string.h>

static void check(const struct mq_message *message,
                  const struct mq_voice *voice, const char *expected)
{
    char out[200];
    size_t length = mq_sentence(message, voice, out, sizeof out);

    assert_string_equal(out, expected);
    assert_int_equal(length, strlen(expected));
}

static const struct mq_voice english = {.language = "en"};
static const struct mq_voice german = {.language = "de"};

static void both_languages(void **state)
{
    struct mq_message m;

    (void)state;
    mq_message_set(&m, "read.range", "ttii", "dice", "9", 0, 6);
    check(&m, NULL, "dice: 9 is not from 0 to 6.");
    check(&m, &english, "dice: 9 is not from 0 to 6.");
    check(&m, &german, "dice: 9 liegt nicht zwischen 0 und 6.");
    check(&m, &(struct mq_voice){.language = "fr"},
          "dice: 9 is not from 0 to 6.");
}

static void plurals(void **state)
{
    struct mq_message m;

    (void)state;
    mq_message_set(&m, "csv.fields", "iiii", 2, 3, 1, 4);
    check(&m, &english,
          "Line 2, column 3: the row ends after 1 field; expected 4, as in "
          "the header.");
    check(&m, &german,
          "Zeile 2, Spalte 3: Die Zeile endet nach 1 Feld; erwartet werden 4 "
          "wie in der Kopfzeile.");
    for (int count = -1; count <= 5; count++) {
        char out[200];

        mq_message_set(&m, "csv.fields", "iiii", 2, 3, count, 4);
        mq_sentence(&m, &english, out, sizeof out);
        assert_true((strstr(out, "fields") == NULL) ==
                    (count == 1 || count == -1));
    }
}

/* Words have names; core's stand behind those of a game. */
static void words(void **state)
{
    struct mq_message m;

    (void)state;
    mq_message_set(&m, "json.syntax", "iiw", 1, 2, "json-colon");
    check(&m, &english, "JSON, line 1, column 2: expected a colon.");
    check(&m, &german,
          "JSON, Zeile 1, Spalte 2: Erwartet wird ein Doppelpunkt.");
    check(&m, &(struct mq_voice){.language = "de", .game = "mlem"},
          "JSON, Zeile 1, Spalte 2: Erwartet wird ein Doppelpunkt.");
    assert_string_equal(mq_word_name("de", "mlem", "no-such-word"),
                        "no-such-word");
    assert_string_equal(mq_word_name(NULL, NULL, "json-digit"), "a digit");
    assert_string_equal(mq_text("en", "core.decimal-sign"), ".");
    assert_null(mq_text("en", "no.such.id"));
}

/* "read.missing" is "{0}: …": it shows how an argument of any kind looks. */
static void check_arg(const struct mq_voice *voice, char kind, int number,
                      const char *expected)
{
    struct mq_message m;
    char out[100];

    mq_message_set(&m, "read.missing", (char[]){kind, '\0'}, number);
    mq_sentence(&m, voice, out, sizeof out);
    assert_true(strlen(out) > strlen(expected));
    assert_memory_equal(out, expected, strlen(expected));
    assert_int_equal(out[strlen(expected)], ':');
}

static void numbers(void **state)
{
    (void)state;
    check_arg(&english, 'i', 0, "0");
    check_arg(&english, 'i', INT32_MIN, "-2147483648");
    check_arg(&english, 'f', 1500, "1.5");
    check_arg(&german, 'f', 1500, "1,5");
    check_arg(&english, 'f', 2000, "2");
    check_arg(&english, 'f', 5, "0.005");
    check_arg(&german, 'f', -250, "-0,25");
    check_arg(&english, 'f', INT32_MIN, "-2147483.648");
    check_arg(&english, 'c', 12500, "12.5 %");
    check_arg(&german, 'c', 12500, "12,5 %");
    check_arg(&german, 'c', 100000, "100 %");
    check_arg(&german, 'c', 0, "0 %");
}

static void seats(void **state)
{
    static const char *const names[] = {"Ada", NULL};
    struct mq_voice voice = {.names = names, .players = 2};

    (void)state;
    check_arg(&english, 'p', 0, "P1");
    check_arg(&german, 'p', 4, "P5");
    check_arg(&voice, 'p', 0, "Ada");
    check_arg(&voice, 'p', 1, "P2");
    check_arg(&voice, 'p', 2, "P3");
}

/* A text too long is cut between characters, with an ellipsis. */
static void long_texts(void **state)
{
    char text[200];
    struct mq_message m;

    (void)state;
    memset(text, 'x', sizeof text);
    text[55] = '\0';
    mq_message_set(&m, "read.missing", "t", text);
    assert_string_equal(m.arg[0].text, text);
    text[55] = 'x';
    text[56] = '\0';
    mq_message_set(&m, "read.missing", "t", text);
    assert_int_equal(strlen(m.arg[0].text), 55);
    assert_memory_equal(m.arg[0].text + 51, "x\xE2\x80\xA6", 4);
    memcpy(text + 50, "\xE2\x82\xAC", 3);
    mq_message_set(&m, "read.missing", "t", text);
    assert_string_equal(m.arg[0].text + 49, "x\xE2\x80\xA6");
    mq_message_set(&m, "read.missing", "t", NULL);
    assert_string_equal(m.arg[0].text, "");
}

/* As snprintf: the whole length, cut where memory ends, always with NUL. */
static void short_memory(void **state)
{
    struct mq_message m;
    char whole[100];
    size_t length;

    (void)state;
    mq_message_set(&m, "read.word", "ttt", "\xC3\xA4", "\xE2\x82\xAC", "z");
    length = mq_sentence(&m, &german, whole, sizeof whole);
    for (size_t size = 0; size <= length + 1; size++) {
        char out[100];

        memset(out, '#', sizeof out);
        assert_int_equal(mq_sentence(&m, &german, out, size), length);
        assert_int_equal(out[size], '#');
        if (size > 0) {
            size_t kept = strlen(out);

            assert_memory_equal(out, whole, kept);
            assert_in_range(kept, size > 4 ? size - 4 : 0, size - 1);
            assert_int_not_equal((unsigned char)whole[kept] & 0xC0, 0x80);
        }
    }
    assert_int_equal(mq_sentence(&m, &german, NULL, 0), length);
}

/* Texts from outside can't drive a terminal. */
static void control_characters(void **state)
{
    struct mq_message m;

    (void)state;
    mq_message_set(&m, "read.missing", "t", "a\x1B[2J\n\x7F\xC2\x9B\xC2\xA9");
    check(&m, NULL, "a?[2J???\xC2\xA9: is missing.");
}

static void unknown_ids(void **state)
{
    struct mq_message m;

    (void)state;
    mq_message_set(&m, "no.such.id", "i", 5);
    check(&m, NULL, "no.such.id");
    memset(&m, 0, sizeof m);
    check(&m, NULL, "");
}

/* An argument that isn't there leaves its place as it stands. */
static void missing_arguments(void **state)
{
    struct mq_message m;

    (void)state;
    mq_message_set(&m, "csv.rows", "ii", 1, 2);
    check(&m, NULL, "Line 1, column 2: more than {2} rows.");
}

static void notes_and_failures(void **state)
{
    struct mq_note note;
    struct mq_error error;

    (void)state;
    mq_note_set(&note, "ML-T4", "read.missing", "r", "ML-T4");
    assert_string_equal(note.rule, "ML-T4");
    check(&note.message, NULL, "ML-T4: is missing.");
    assert_int_equal(mq_fail(&error, MQ_RANGE, "read.missing", "t", "x"),
                     MQ_RANGE);
    assert_int_equal(error.status, MQ_RANGE);
    check(&error.message, NULL, "x: is missing.");
    assert_int_equal(mq_fail(NULL, MQ_IO, "read.missing", "t", "x"), MQ_IO);
    assert_string_equal(mq_status_word(MQ_OK), "ok");
    assert_string_equal(mq_status_word(MQ_CANCELLED), "cancelled");
    assert_string_equal(mq_status_word(MQ_ILLEGAL), "illegal");
}

/* Which arguments a text uses, as bits. */
static unsigned places(const char *text)
{
    unsigned used = 0;

    for (; *text != '\0'; text++) {
        if (text[0] == '{' && text[1] >= '0' && text[1] <= '9') {
            used |= 1u << (text[1] - '0');
        }
    }
    return used;
}

static void agree(const struct mq_catalogue *en, const struct mq_catalogue *xx)
{
    for (int i = 0; i < en->count || i < xx->count; i++) {
        if (i >= en->count || i >= xx->count ||
            strcmp(en->texts[i].id, xx->texts[i].id) != 0) {
            fail_msg("ids differ at: en %s, %s %s",
                     i < en->count ? en->texts[i].id : "(end)", xx->language,
                     i < xx->count ? xx->texts[i].id : "(end)");
        }
        if (places(en->texts[i].text) != places(xx->texts[i].text)) {
            fail_msg("%s uses other arguments in %s", en->texts[i].id,
                     xx->language);
        }
    }
}

static void catalogues_agree(void **state)
{
    (void)state;
    assert_string_equal(mq_language(0), "en");
    assert_string_equal(mq__catalogue_find(NULL)->language, "en");
    assert_string_equal(mq__catalogue_find("xx")->language, "en");
    assert_null(mq_language(mq__catalogue_count));
    for (int i = 0; i < mq__catalogue_count; i++) {
        assert_string_equal(mq__catalogues[i].language, mq_language(i));
        agree(&mq__catalogues[0], &mq__catalogues[i]);
    }
}

static void catalogues_are_sorted(void **state)
{
    (void)state;
    for (int i = 0; i < mq__catalogue_count; i++) {
        const struct mq_catalogue *c = &mq__catalogues[i];

        for (int j = 0; j < c->count; j++) {
            assert_true(j == 0 ||
                        strcmp(c->texts[j - 1].id, c->texts[j].id) < 0);
            assert_ptr_equal(mq_text(c->language, c->texts[j].id),
                             c->texts[j].text);
        }
    }
}

static void embedded_files(void **state)
{
    (void)state;
    for (int i = 0; i < mq__embedded_count; i++) {
        const struct mq_embedded *file = &mq__embedded[i];

        assert_ptr_equal(mq__embedded_find(file->path), file);
        assert_int_equal(file->bytes[file->length], '\0');
        assert_true(i == 0 || strcmp(file[-1].path, file->path) < 0);
    }
    assert_null(mq__embedded_find("no/such.csv"));
    assert_null(mq__embedded_find(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_languages),
        cmocka_unit_test(plurals),
        cmocka_unit_test(words),
        cmocka_unit_test(numbers),
        cmocka_unit_test(seats),
        cmocka_unit_test(long_texts),
        cmocka_unit_test(short_memory),
        cmocka_unit_test(control_characters),
        cmocka_unit_test(unknown_ids),
        cmocka_unit_test(missing_arguments),
        cmocka_unit_test(notes_and_failures),
        cmocka_unit_test(catalogues_agree),
        cmocka_unit_test(catalogues_are_sorted),
        cmocka_unit_test(embedded_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

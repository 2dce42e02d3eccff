/* Forms (core/form.h): what one description of a position says of it. The game
 * is Hazard, and MLEM for what that has not. */
#include "unit.h"

#include "core/form.h"
#include "games/hazard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mq_game *open_game(const char *id)
{
    const struct mq_game *g = NULL;

    assert_int_equal(mq_game_open(id, NULL, 0, &g, NULL), MQ_OK);
    return g;
}

/* The listed fields of a game as JSON text, which the caller frees. */
static char *listed(const struct mq_game *g)
{
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__form_list(g, &w, NULL);
    assert_false(buf.failed);
    return buf.data;
}

static void assert_lists(const struct mq_game *g, const char *const *fields)
{
    char *text = listed(g);

    for (; *fields != NULL; fields++) {
        if (strstr(text, *fields) == NULL) {
            fail_msg("%s is not in %s", *fields, text);
        }
    }
    free(text);
}

static void lists(void **state)
{
    static const char *const hazard[] = {
        "{\"key\":\"players\",\"type\":\"int\",\"low\":2,\"high\":4}",
        "{\"key\":\"dice\",\"type\":\"flag\"}",
        "{\"key\":\"under\",\"type\":\"array\",\"fields\":[{\"type\":"
        "\"object\",\"fields\":[{\"key\":\"card\",",
        "{\"keys\":[\"P1\",\"P2\",\"P3\",\"P4\"],\"type\":\"object\",", NULL};
    static const char *const mlem[] = {
        "\"words\":[1,2,3,4,\"A\"],\"list\":true}",
        "{\"key\":\"turn\",\"read\":\"optional\",\"type\":\"card\",\"set\":"
        "\"player\",\"words\":[\"P1\",\"P2\",\"P3\",\"P4\",\"P5\"],\"null\":"
        "true}",
        "{\"key\":\"tokens\",\"read\":\"derived\",\"type\":\"card\",\"set\":"
        "\"points of UFO token\",\"numbers\":true,\"list\":true}",
        "{\"key\":\"returned\",\"read\":\"optional\",\"sometimes\":true,"
        "\"type\":\"card\",\"set\":\"mission\",\"null\":true,\"hides\":true}",
        "\"type\":\"array\",\"fields\":[{\"type\":\"null\"},{",
        NULL};
    const struct mq_game *g = open_game("mlem");

    (void)state;
    assert_lists(hz_game(), hazard);
    assert_lists(g, mlem);
    mq_game_close(g);
}

/* Hazard before its first event. */
static void begin(struct hz_state *st)
{
    struct mq_setup setup;

    mq_setup_init(hz_game(), 2, &setup);
    assert_int_equal(mq_begin(hz_game(), st, &setup, NULL), MQ_OK);
}

/* The position with `from` changed to `to` is refused, at that path. */
static void refuses(const char *from, const char *to, const char *id,
                    const char *path)
{
    struct mq_error error = {0};
    struct hz_state st;
    char text[2048];
    char *json;
    char *at;

    begin(&st);
    json = mq_position_write(hz_game(), &st);
    assert_non_null(json);
    at = strstr(json, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - json), json, to,
             at + strlen(from));
    free(json);
    assert_int_equal(
        mq_position_read(hz_game(), text, strlen(text), &st, &error),
        MQ_POSITION);
    assert_string_equal(error.message.id, id);
    assert_string_equal(error.message.arg[0].text, path);
}

static void reads(void **state)
{
    (void)state;
    refuses("\"players\":2", "\"players\":5", "read.range",
            "position: players");
    refuses("\"box\":\"-\",", "", "read.missing", "position: box");
    refuses("\"dice\":true", "\"dice\":true,\"odd\":1", "read.unknown-key",
            "position: odd");
    refuses("\"hidden\":0", "\"hidden\":-1", "read.range",
            "position: seats.P1.hidden");
    refuses("\"actor\":\"P1\"", "\"actor\":\"P3\"", "hazard.check.frame",
            "position: actor");
    refuses("\"under\":[]", "\"under\":[{\"card\":\"-\",\"by\":\"P1\"}]",
            "hazard.check.cards", "under[0].card");
    refuses("\"ant\":3", "\"ant\":2", "hazard.check.cards", "unseen");
}

/* What a state holds and no field says is refused, too. */
static void checks(void **state)
{
    struct mq_error error = {0};
    struct hz_state st;

    (void)state;
    begin(&st);
    assert_int_equal(mq_check(hz_game(), &st, &error), MQ_OK);
    st.luck[3] = 1; /* nobody sits there */
    assert_int_equal(mq_check(hz_game(), &st, &error), MQ_POSITION);
    assert_string_equal(error.message.id, "check.unused");
    begin(&st);
    st.step = 7;
    assert_int_equal(mq_check(hz_game(), &st, &error), MQ_POSITION);
    assert_string_equal(error.message.id, "check.value");
    assert_string_equal(error.message.arg[0].text, "step");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(reads),
        cmocka_unit_test(checks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

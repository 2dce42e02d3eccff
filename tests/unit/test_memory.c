/* Buffers, JSON and CSV while memory runs out: at every allocation in turn
 * there is an error, no crash and no leak. */
#include "unit.h"

#include "core/csv.h"
#include "core/json.h"

#include "failing_malloc.h"

#include <string.h>

/* Runs `work` with 0, 1, 2 … allocations until it succeeds; returns how many
 * it needs. Everything else must end in MQ_NOMEM with its message. */
static int run_out(enum mq_status (*work)(struct mq_error *error))
{
    int live = allocations_live;

    for (int allowed = 0; allowed < 1000; allowed++) {
        struct mq_error error;
        enum mq_status status;

        memset(&error, 0, sizeof error);
        allocations_left = allowed;
        status = work(&error);
        allocations_left = -1;
        assert_int_equal(allocations_live, live);
        if (status == MQ_OK) {
            return allowed;
        }
        assert_int_equal(status, MQ_NOMEM);
        assert_int_equal(error.status, MQ_NOMEM);
        assert_string_equal(error.message.id, "error.no-memory");
    }
    return -1;
}

/* Enough for several blocks of the arena and of the stack of keys. */
static const char *large_json(void)
{
    static char text[40000];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof text);
    mq__buf_char(&buf, '{');
    for (int i = 0; i < 200; i++) {
        mq__buf_printf(&buf, "%s\"key-%d\":[%d.5,\"text %d\",{\"a\":%d}]",
                       i > 0 ? "," : "", i, i, i, i);
    }
    mq__buf_char(&buf, '}');
    assert_false(buf.failed);
    return text;
}

static enum mq_status parse_json(struct mq_error *error)
{
    const char *text = large_json();
    struct mq_json_doc doc;
    enum mq_status status = mq__json_parse(&doc, text, strlen(text), error);

    assert_true((doc.root != NULL) == (status == MQ_OK));
    mq__json_finish(&doc);
    return status;
}

/* A value as large as the document itself, so that every part of the copying
 * meets the end of memory. */
static enum mq_status put_json(struct mq_error *error)
{
    const char *text = large_json();
    struct mq_json_doc from;
    struct mq_json_doc to;
    int left = allocations_left;
    enum mq_status status;

    allocations_left = -1;
    assert_int_equal(mq__json_parse(&from, text, strlen(text), NULL), MQ_OK);
    assert_int_equal(mq__json_parse(&to, "{\"a\":1}", 7, NULL), MQ_OK);
    allocations_left = left;
    status = mq__json_put(&to, "a", from.root, error);
    if (status != MQ_OK) {
        assert_int_equal(mq__json_path(to.root, "a")->integer, 1);
    }
    mq__json_finish(&from);
    mq__json_finish(&to);
    return status;
}

static enum mq_status parse_csv(struct mq_error *error)
{
    static const char text[] = "a,b\n1,2\n3,4\n";
    struct mq_csv csv;
    enum mq_status status = mq__csv_parse(&csv, text, strlen(text), error);

    mq__csv_finish(&csv);
    return status;
}

static enum mq_status grow_buffer(struct mq_error *error)
{
    struct mq_buf buf;
    bool failed;

    mq__buf_init(&buf);
    for (int i = 0; i < 3000; i++) {
        mq__buf_char(&buf, 'x');
        mq__buf_printf(&buf, "%d", i);
        assert_int_equal(strlen(mq__buf_text(&buf)), buf.length);
    }
    failed = buf.failed;
    mq__buf_finish(&buf);
    return failed ? mq_fail(error, MQ_NOMEM, "error.no-memory", "") : MQ_OK;
}

static void json_runs_out(void **state)
{
    (void)state;
    assert_in_range(run_out(parse_json), 6, 100);
    assert_in_range(run_out(put_json), 4, 100);
}

static void csv_runs_out(void **state)
{
    (void)state;
    assert_int_equal(run_out(parse_csv), 3);
}

static void buffers_run_out(void **state)
{
    (void)state;
    assert_in_range(run_out(grow_buffer), 4, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_runs_out),
        cmocka_unit_test(csv_runs_out),
        cmocka_unit_test(buffers_run_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

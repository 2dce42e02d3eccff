/* A table's outbox: nothing leaves before the commit that it rests on. */
#include "unit.h"

#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

/* A message writes its letter: small when delivered, a capital when refused,
 * a digit when run again. */
struct letter {
    struct mq_out out; /* first */
    char *log;
    char name;
};

static void add(struct mq_out *out, int shift)
{
    struct letter *l = (struct letter *)out;
    size_t length = strlen(l->log);

    l->log[length] = (char)(l->name + shift);
    l->log[length + 1] = '\0';
}

static void deliver(struct mq_out *out)
{
    add(out, 0);
}

static enum mq_fault reason;

static void refuse(struct mq_out *out, enum mq_fault why)
{
    reason = why;
    add(out, 'A' - 'a');
}

static void again(struct mq_out *out)
{
    add(out, '0' - 'a');
}

static const struct mq_out_kind once = {deliver, refuse, NULL};
static const struct mq_out_kind repeatable = {deliver, refuse, again};

static void put(struct mq_outbox *box, const struct mq_out_kind *kind,
                char *log, char name)
{
    struct letter *l = malloc(sizeof(*l));

    assert_non_null(l);
    *l = (struct letter){.out.kind = kind, .log = log, .name = name};
    mq__outbox_put(box, &l->out);
    mq__outbox_release(box);
}

static void order(void **state)
{
    struct mq_outbox box;
    char log[16] = "";

    (void)state;
    mq__outbox_init(&box);
    put(&box, &once, log, 'a');
    assert_string_equal(log, "a"); /* it rests on nothing */
    assert_int_equal(mq__outbox_submit(&box), 1);
    put(&box, &once, log, 'b');
    assert_int_equal(mq__outbox_submit(&box), 2);
    put(&box, &once, log, 'c');
    assert_string_equal(log, "a");
    mq__outbox_confirm(&box, 1);
    mq__outbox_release(&box);
    assert_string_equal(log, "ab");
    mq__outbox_confirm(&box, 2);
    mq__outbox_release(&box);
    assert_string_equal(log, "abc");
    assert_null(box.first);
}

/* Items are put before the commit is made that they wait for. */
static void expected(void **state)
{
    struct mq_outbox box;
    char log[16] = "";

    (void)state;
    mq__outbox_init(&box);
    mq__outbox_expect(&box);
    put(&box, &once, log, 'a');
    assert_string_equal(log, "");
    assert_int_equal(mq__outbox_submit(&box), 1);
    put(&box, &once, log, 'b');
    mq__outbox_confirm(&box, 1);
    mq__outbox_release(&box);
    assert_string_equal(log, "ab");
}

/* The commit never came: what waited for it leaves with the one before. */
static void cancelled(void **state)
{
    struct mq_outbox box;
    char log[16] = "";

    (void)state;
    mq__outbox_init(&box);
    assert_int_equal(mq__outbox_submit(&box), 1);
    mq__outbox_expect(&box);
    put(&box, &once, log, 'a');
    mq__outbox_cancel(&box);
    put(&box, &once, log, 'b');
    assert_string_equal(log, "");
    mq__outbox_confirm(&box, 1);
    mq__outbox_release(&box);
    assert_string_equal(log, "ab");
}

static void failed(void **state)
{
    struct mq_outbox box;
    char log[16] = "";

    (void)state;
    mq__outbox_init(&box);
    mq__outbox_submit(&box);
    put(&box, &once, log, 'a');
    mq__outbox_expect(&box);
    put(&box, &repeatable, log, 'b');
    mq__outbox_refuse(&box, MQ_FAULT_NOT_SAVED);
    assert_string_equal(log, "AB");
    assert_int_equal(reason, MQ_FAULT_NOT_SAVED);
    put(&box, &once, log, 'c');
    assert_string_equal(log, "ABc"); /* nothing is under way any more */
    mq__outbox_submit(&box);
    put(&box, &repeatable, log, 'd');
    put(&box, &once, log, 'e');
    put(&box, &repeatable, log, 'f');
    mq__outbox_again(&box);
    assert_string_equal(log, "ABc5E3"); /* the newest first */
    assert_int_equal(reason, MQ_FAULT_STALE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order),
        cmocka_unit_test(expected),
        cmocka_unit_test(cancelled),
        cmocka_unit_test(failed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Parts of the server by themselves: changes between views, addresses and
 * limits, secrets, names and queries. */
#include "unit.h"

#include "server/address.h"
#include "server/diff.h"
#include "server/net.h"
#include "server/request.h"
#include "server/secret.h"

#include <sodium.h>
#include <string.h>

static void expect_changes(const char *before, const char *after,
                           const char *changes)
{
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__diff(before, after, &buf);
    assert_string_equal(mq__buf_text(&buf), changes);
    mq__buf_finish(&buf);
}

static void changes(void **state)
{
    (void)state;
    expect_changes("{}", "{}", "[]");
    expect_changes("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":3}", "[[\"b\",3]]");
    expect_changes("{\"a\":{\"b\":{\"c\":1}}}", "{\"a\":{\"b\":{\"c\":null}}}",
                   "[[\"a.b.c\",null]]");
    expect_changes("{\"a\":1,\"b\":2}", "{\"b\":2}", "[[\"a\"]]");
    expect_changes("{\"b\":2}", "{\"a\":1,\"b\":2}", "[[\"a\",1]]");
    expect_changes("{\"a\":[1,2,3]}", "{\"a\":[1,5,3]}", "[[\"a[1]\",5]]");
    expect_changes("{\"a\":[1,2]}", "{\"a\":[1,2,3]}", "[[\"a\",[1,2,3]]]");
    expect_changes("{\"a\":[{\"x\":1},{\"x\":2}]}",
                   "{\"a\":[{\"x\":1},{\"x\":\"?\"}]}", "[[\"a[1].x\",\"?\"]]");
    expect_changes("{\"a\":\"x}\",\"b\":[]}", "{\"a\":\"x]\\\"\",\"b\":[]}",
                   "[[\"a\",\"x]\\\"\"]]");
    expect_changes("{\"a\":{}}", "{\"a\":[]}", "[[\"a\",[]]]");
    expect_changes("{\"a\":1}", "{\"c\":{\"d\":[]}}",
                   "[[\"c\",{\"d\":[]}],[\"a\"]]");
}

/* A text that was cut short: nothing behind its end is read, as the
 * sanitizers see (the copies end where the text does). */
static void cut_short(void **state)
{
    static const char text[] =
        "{\"a\":{\"b\":[1,\"x\\\\y\",{\"c\":null}]},\"d\":\"]\\\"\",\"e\":[]}";
    static const char other[] = "{\"a\":{\"b\":[1,\"x\",{\"c\":7}]},\"f\":2}";

    (void)state;
    for (size_t length = 0; length < strlen(text); length++) {
        char *part = strndup(text, length);
        struct mq_buf buf;

        mq__buf_init(&buf);
        mq__diff(part, text, &buf);
        mq__diff(text, part, &buf);
        mq__diff(other, part, &buf);
        mq__diff(part, other, &buf);
        mq__diff(part, part, &buf);
        mq__buf_finish(&buf);
        free(part);
    }
}

/* A request whose body didn't fit in memory is answered so. */
static void no_room_for_a_body(void **state)
{
    struct mq_server_config config = {.requests_per_second = 1,
                                      .requests_burst = 1};
    struct mq_app *app = calloc(1, sizeof(*app));
    struct mq_exchange *x = calloc(1, sizeof(*x));

    (void)state;
    assert_non_null(app);
    assert_non_null(x);
    app->config = &config;
    app->visitors = calloc(1, sizeof(*app->visitors));
    x->app = app;
    x->refs = 1;
    x->method = MQ_POST;
    x->json = true;
    snprintf(x->path, sizeof(x->path), "/api/tables");
    mq__buf_init(&x->body);
    mq__buf_init(&x->out);
    mq__buf_str(&x->body, "{}");
    x->body.failed = true;
    mq__exchange_dispatch(x);
    assert_int_equal(x->status, 503);
    assert_non_null(strstr(mq__buf_text(&x->out), "\"not_saved\""));
    mq__exchange_release(x);
    free(app->visitors);
    free(app);
}

static void expect_client(const char *peer, const char *forwarded,
                          const char *client)
{
    struct mq_proxies proxies = {.count = 1};
    struct mq_address address;
    char text[48];

    assert_true(mq__address_read("127.0.0.1", &proxies.item[0]));
    address = mq__address_client(&proxies, peer, forwarded);
    mq__address_write(&address, text);
    assert_string_equal(text, client);
}

static void addresses(void **state)
{
    (void)state;
    expect_client("127.0.0.1", "", "127.0.0.1");
    expect_client("127.0.0.1", "10.1.2.3", "10.1.2.3");
    expect_client("127.0.0.1", "6.6.6.6, 10.1.2.3", "10.1.2.3");
    expect_client("127.0.0.1", "10.1.2.3, 127.0.0.1", "10.1.2.3");
    expect_client("10.9.9.9", "10.1.2.3", "10.9.9.9");
    expect_client("::ffff:127.0.0.1", "10.1.2.3", "10.1.2.3");
    expect_client("127.0.0.1", "[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1:2::");
    expect_client("127.0.0.1", "nonsense", "127.0.0.1");
}

static void buckets(void **state)
{
    struct mq_bucket bucket = {0};

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_true(mq__bucket_take(&bucket, 1000, 2, 5));
    }
    assert_false(mq__bucket_take(&bucket, 1000, 2, 5));
    assert_false(mq__bucket_take(&bucket, 1400, 2, 5));
    assert_true(mq__bucket_take(&bucket, 1600, 2, 5));
    assert_false(mq__bucket_take(&bucket, 1600, 2, 5));
}

static void secrets(void **state)
{
    char one[MQ_SECRET_SIZE], two[MQ_SECRET_SIZE], hash[MQ_KEY_SIZE];
    char id[MQ_TABLE_ID_SIZE];

    (void)state;
    mq__secret_make(one);
    mq__secret_make(two);
    assert_string_not_equal(one, two);
    assert_true(mq__secret_ok(one));
    mq__secret_hash(one, hash);
    assert_true(mq__secret_fits(one, hash));
    assert_false(mq__secret_fits(two, hash));
    assert_false(mq__secret_fits(one, ""));
    assert_null(strstr(hash, one));
    mq__id_make(id);
    assert_true(mq__id_ok(id));
    assert_false(mq__id_ok("../../../etc/pass"));
    assert_false(mq__id_ok(""));
}

static void names_and_queries(void **state)
{
    char out[8];

    (void)state;
    assert_true(mq__name_ok("Ann"));
    assert_true(mq__name_ok("J\xC3\xB6rg"));
    assert_false(mq__name_ok(""));
    assert_false(mq__name_ok("   "));
    assert_false(mq__name_ok("a\nb"));
    assert_false(mq__name_ok("\xFF"));
    assert_true(mq__name_ok("012345678901234567890123456789"));
    assert_false(mq__name_ok("0123456789012345678901234567890"));
    assert_false(mq__name_ok("A\xE2\x80\x8Bnn")); /* zero width */
    assert_false(mq__name_ok("\xE2\x80\xAE"
                             "Ann")); /* right to left */
    assert_true(mq__name_ok("Дмитрий 2"));
    assert_true(mq__name_ok("Ἀθηνᾶ"));
    assert_true(mq__name_ok("太郎 Taro"));
    assert_true(mq__name_ok("Ann 🚀"));
    assert_false(mq__name_ok("Аnn"));  /* a Cyrillic A */
    assert_false(mq__name_ok("Αnn"));  /* a Greek one */
    assert_false(mq__name_ok("𝐀nn"));  /* a mathematical one */
    assert_false(mq__name_ok("Ａnn")); /* a wide one */
    assert_false(mq__name_ok("Ⓐnn"));
    mq__query_get("as=seat&from=12", "from", out, sizeof(out));
    assert_string_equal(out, "12");
    mq__query_get("as=seat", "from", out, sizeof(out));
    assert_string_equal(out, "");
    mq__query_get("asx=1&as=2", "as", out, sizeof(out));
    assert_string_equal(out, "2");
    mq__query_get("as=0123456789", "as", out, sizeof(out));
    assert_string_equal(out, "0123456");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(no_room_for_a_body),
        cmocka_unit_test(addresses),
        cmocka_unit_test(buckets),
        cmocka_unit_test(secrets),
        cmocka_unit_test(names_and_queries),
    };

    if (sodium_init() < 0) {
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

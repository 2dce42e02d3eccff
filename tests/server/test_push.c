/* Web push against the example of RFC 8291, and addresses that the server may
 * connect to. */
#include "unit.h"

#include "server/outside.h"
#include "server/push.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <string.h>

static const char browser[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH"
    "6SRpkNtoIAiw4 BTBZMqHH6r4Tts7J_aSIgg";
static const char own[] =
    "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw "
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEq"
    "KK6PBru3jl7A8";
static const char sealed[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDl"
    "l6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2K"
    "s3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

static void rfc_8291(void **state)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    struct mq_push_browser to;
    struct mq_push_message message = {
        .to = &to, .text = text, .length = sizeof(text) - 1};
    uint8_t out[MQ_PUSH_RECORD];
    char written[600];
    size_t length;

    (void)state;
    assert_true(mq__push_browser_read(browser, &to));
    assert_true(mq__vapid_read(own, &message.own));
    assert_int_equal(
        sodium_base642bin(message.salt, MQ_PUSH_SALT, "DGv6ra1nlYgDCS1FRnbzlw",
                          22, NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING),
        0);
    length = mq__push_seal(&message, out);
    assert_int_equal(length, 144);
    sodium_bin2base64(written, sizeof(written), out, length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(written, sealed);
}

static void keys(void **state)
{
    struct mq_ec_key a, b;
    struct mq_push_browser to;
    char text[MQ_VAPID_SIZE], header[1200];

    (void)state;
    assert_true(mq__ec_make(&a));
    mq__vapid_write(&a, text);
    assert_true(mq__vapid_read(text, &b));
    assert_memory_equal(&a, &b, sizeof(a));
    assert_true(mq__vapid_header(&a, "https://push.example", "mailto:a@b.c",
                                 1767000000, header, sizeof(header)));
    assert_int_equal(strncmp(header, "vapid t=eyJ", 11), 0);
    assert_non_null(strstr(header, ", k=B"));
    /* No point of the curve; too short. */
    assert_false(mq__push_browser_read(
        "BBBBsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8"
        "pZGH6SRpkNtoIAiw4 BTBZMqHH6r4Tts7J_aSIgg",
        &to));
    assert_false(mq__push_browser_read("BCVx BTBZMqHH6r4Tts7J_aSIgg", &to));
    assert_false(mq__push_browser_read("", &to));
}

static bool may(const struct mq_ranges *allowed, const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
        return mq__outside_allowed(allowed, (struct sockaddr *)&four);
    }
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return mq__outside_allowed(allowed, (struct sockaddr *)&six);
}

static void ranges(void **state)
{
    static const char *const closed[] = {
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "fe80::1",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::1",
    };
    static const char *const open[] = {
        "1.1.1.1",         "172.32.0.1",     "172.15.0.1",  "100.128.0.1",
        "2606:4700::1111", "::ffff:8.8.8.8", "192.169.0.1",
    };
    struct mq_ranges none = {.count = 0}, some = {.count = 2};
    struct mq_range bad;

    (void)state;
    for (size_t i = 0; i < sizeof(closed) / sizeof(closed[0]); i++) {
        assert_false(may(&none, closed[i]));
    }
    for (size_t i = 0; i < sizeof(open) / sizeof(open[0]); i++) {
        assert_true(may(&none, open[i]));
    }
    assert_true(mq__range_read("127.0.0.1", &some.item[0]));
    assert_true(mq__range_read("10.0.0.0/8", &some.item[1]));
    assert_true(may(&some, "127.0.0.1"));
    assert_true(may(&some, "::ffff:127.0.0.1"));
    assert_false(may(&some, "127.0.0.2"));
    assert_true(may(&some, "10.200.0.1"));
    assert_false(may(&some, "::1"));
    assert_false(mq__range_read("10.0.0.0/33", &bad));
    assert_false(mq__range_read("10.0.0.0/", &bad));
    assert_false(mq__range_read("example.org", &bad));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rfc_8291),
        cmocka_unit_test(keys),
        cmocka_unit_test(ranges),
    };

    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}

/* What comes to the server from outside: bodies that open a table, queries,
 * forwarded addresses, names; and a table's document as the store has it. */
#include "fuzz.h"

#include "server/address.h"
#include "server/request.h"

#include <stdlib.h>
#include <string.h>

static void open_table(const char *text, size_t size)
{
    static struct mq_games games = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct mq_table *t = calloc(1, sizeof(*t));
    struct mq_table_request request;
    struct mq_json_doc doc;
    struct mq_error error = {0};
    struct mq_buf buf;

    if (t == NULL) {
        abort();
    }
    if (mq__json_parse(&doc, text, size, &error) == MQ_OK &&
        mq__request_table(&games, doc.root, true, t, &request, &error)) {
        /* What was accepted can be stored and read back. */
        t->players = request.seats;
        mq__buf_init(&buf);
        mq__table_write_doc(t, &buf);
        if (mq__table_read_doc(t, mq__buf_text(&buf)) != MQ_OK) {
            abort();
        }
        mq__buf_finish(&buf);
    }
    mq__json_finish(&doc);
    mq__games_finish(&games);
    free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1), out[64], shown[48];
    struct mq_proxies proxies = {.count = 1};
    struct mq_address address;
    struct mq_table *t = calloc(1, sizeof(*t));

    if (text == NULL || t == NULL) {
        abort();
    }
    memcpy(text, bytes, size);
    text[size] = '\0';
    mq__address_read("127.0.0.1", &proxies.item[0]);
    address = mq__address_client(&proxies, "127.0.0.1", text);
    mq__address_write(&address, shown);
    mq__query_get(text, "as", out, sizeof(out));
    mq__name_ok(text);
    mq__table_read_doc(t, text);
    open_table(text, size);
    free(t);
    free(text);
    return 0;
}

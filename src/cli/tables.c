/* `maxq tables`: the tables of a server that this person sits at. */
#include "cli/command.h"

#include "term/online/far.h"

#include <stdio.h>
#include <string.h>

struct options {
    struct mq_words words; /* the server */
};

static const char *text_of(const struct mq_json *object, const char *key)
{
    const struct mq_json *node = mq__json_get(object, key);

    return node != NULL && node->kind == MQ_JSON_STRING ? node->text : "";
}

/* One table as a line: whether it waits for me, game, who plays, its link. */
static void print_table(const struct mq_address *at,
                        const struct mq_json *table)
{
    const struct mq_json *waits = mq__json_get(table, "waiting");
    const struct mq_json *seats = mq__json_get(table, "seats");

    printf("%s %-8s %-8s", waits != NULL && waits->boolean ? "*" : " ",
           text_of(table, "state"), text_of(table, "game"));
    for (const struct mq_json *seat = seats != NULL ? seats->first : NULL;
         seat != NULL; seat = seat->next) {
        const char *name = text_of(seat, "name");

        printf(" %s", name[0] != '\0' ? name : "-");
    }
    printf("  %s://%s:%d/t/%s\n", at->tls ? "https" : "http", at->host,
           at->port, text_of(table, "id"));
}

static int print_all(const struct mq_address *at, const struct mq_buf *answer)
{
    const struct mq_json *list;
    struct mq_json_doc doc;
    int code = MQ_EXIT_DONE;

    if (mq__json_parse(&doc, mq__buf_text(answer), answer->length, NULL) !=
        MQ_OK) {
        return mq__cli_fail("term.no-server", "");
    }
    list = mq__json_get(doc.root, "tables");
    if (list == NULL || list->first == NULL) {
        code = mq__cli_fail("tools.no-own-tables", "");
        code = MQ_EXIT_FINDING;
    }
    for (const struct mq_json *table = list != NULL ? list->first : NULL;
         table != NULL; table = table->next) {
        print_table(at, table);
    }
    mq__json_finish(&doc);
    return code;
}

static int run(void *options)
{
    const struct options *o = options;
    struct mq_request what = {"GET", "/api/my/tables", NULL};
    struct mq_table_link link;
    char cookie[MQ_REMOTE_COOKIE];
    struct mq_buf answer;
    int status, code;

    if (o->words.first == NULL || !mq__remote_read(o->words.first, &link)) {
        return mq__cli_fail("tools.tables-where", "");
    }
    mq__far_cookie(&link.at, cookie);
    mq__buf_init(&answer);
    status = mq__remote_request(&link.at, &what, cookie, &answer);
    code = status == 200 ? print_all(&link.at, &answer)
                         : mq__cli_fail(status == -1 ? "term.no-server"
                                                     : "term.not-there",
                                        "i", status);
    mq__buf_finish(&answer);
    return code;
}

const struct mq_command mq__command_tables = {
    .name = "tables",
    .summary = "list my tables of a server",
    .usage = "SERVER",
    .words = MQ_WORDS_ONE,
    .size = sizeof(struct options),
    .run = run,
};

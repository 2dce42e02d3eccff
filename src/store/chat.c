/* See chat.h. */
#include "store/chat.h"

#include "store/rows.h"

#include <stdio.h>
#include <string.h>

static bool take_number(void *context, const struct mq_value *c)
{
    *(int *)context = (int)c[0].integer;
    return false;
}

enum mq_status mq_store_say(struct mq_store *store, struct mq_chat_line *line)
{
    int last = 0;
    struct mq_rows to = {take_number, &last};
    enum mq_status status =
        mq__store_rows(store, to, MQ_SQL_CHAT_LAST, "t", line->table);

    if (status != MQ_OK && status != MQ_NOTHING) {
        return status;
    }
    line->number = last + 1;
    return mq__store_one(store, MQ_SQL_CHAT_ADD, "tinitt", line->table,
                         line->number, line->at, line->seat, line->holder,
                         line->text);
}

struct chat_visit {
    mq_chat_visitor visit;
    void *context;
};

static bool visit_line(void *context, const struct mq_value *c)
{
    struct chat_visit *v = context;
    struct mq_chat_line line = {.number = (int)c[1].integer,
                                .at = c[2].integer,
                                .seat = (int)c[3].integer};

    snprintf(line.table, sizeof(line.table), "%s", c[0].text);
    snprintf(line.holder, sizeof(line.holder), "%s", c[4].text);
    snprintf(line.text, sizeof(line.text), "%s", c[5].text);
    return v->visit(v->context, &line);
}

enum mq_status mq_store_chat(struct mq_store *store, const char *table,
                             int from, int limit, mq_chat_visitor visit,
                             void *context)
{
    struct chat_visit v = {visit, context};
    struct mq_rows to = {visit_line, &v};
    enum mq_status status =
        mq__store_rows(store, to, MQ_SQL_CHAT_GET, "tii", table, from, limit);

    return status == MQ_NOTHING ? MQ_OK : status;
}

/* MQ_NOTHING where no row was written. */
static enum mq_status existing(enum mq_status status, int changed)
{
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

enum mq_status mq_store_unsay(struct mq_store *store, const char *table,
                              int number)
{
    int changed = 0;
    enum mq_status status =
        mq__store_run(store, &changed, MQ_SQL_CHAT_DELETE, "ti", table, number);

    return existing(status, changed);
}

enum mq_status mq_store_report(struct mq_store *store, const char *table,
                               int number, const char *by, int64_t at)
{
    int count = 0;
    struct mq_rows to = {take_number, &count};
    enum mq_status status =
        mq__store_rows(store, to, MQ_SQL_CHAT_IS, "ti", table, number);

    return status == MQ_OK ? mq__store_run(store, NULL, MQ_SQL_REPORT_ADD,
                                           "tnti", by, at, table, number)
                           : status;
}

struct report_visit {
    bool (*visit)(void *context, const struct mq_report *row);
    void *context;
};

static bool visit_report(void *context, const struct mq_value *c)
{
    struct report_visit *v = context;
    struct mq_report row = {.table = c[0].text,
                            .number = (int)c[1].integer,
                            .at = c[2].integer,
                            .seat = (int)c[3].integer,
                            .text = c[4].text,
                            .name = c[5].text};

    return v->visit(v->context, &row);
}

enum mq_status mq_store_reports(struct mq_store *store,
                                bool (*visit)(void *context,
                                              const struct mq_report *row),
                                void *context)
{
    struct report_visit v = {visit, context};
    struct mq_rows to = {visit_report, &v};
    enum mq_status status = mq__store_rows(store, to, MQ_SQL_REPORTS_ALL, "");

    return status == MQ_NOTHING ? MQ_OK : status;
}

/* The same statement's text in several tables. */
static enum mq_status run_all(struct mq_store *store,
                              const enum mq_statement *list, int count,
                              const char *text)
{
    enum mq_status status = MQ_OK;

    for (int i = 0; status == MQ_OK && i < count; i++) {
        status = mq__store_run(store, NULL, list[i], "t", text);
    }
    return status;
}

enum mq_status mq_store_prune_chat(struct mq_store *store, int64_t before)
{
    enum mq_status status =
        mq__store_run(store, NULL, MQ_SQL_CHAT_OLD, "n", before);

    return status == MQ_OK
               ? mq__store_run(store, NULL, MQ_SQL_REPORTS_OLD, "n", before)
               : status;
}

enum mq_status mq_store_delete_chat(struct mq_store *store, const char *table)
{
    static const enum mq_statement list[] = {MQ_SQL_CHAT_TABLE_DELETE,
                                             MQ_SQL_NOTES_TABLE_DELETE};

    return run_all(store, list, 2, table);
}

enum mq_status mq_store_forget_chat(struct mq_store *store, const char *holder)
{
    static const enum mq_statement list[] = {MQ_SQL_CHAT_HOLDER_DELETE,
                                             MQ_SQL_NOTES_HOLDER_DELETE};

    return run_all(store, list, 2, holder);
}

static bool take_note(void *context, const struct mq_value *c)
{
    snprintf(context, MQ_NOTE_SIZE, "%s", c[0].text);
    return false;
}

enum mq_status mq_store_note(struct mq_store *store, const char *holder,
                             const char *table, char out[MQ_NOTE_SIZE])
{
    struct mq_rows to = {take_note, out};

    out[0] = '\0';
    return mq__store_rows(store, to, MQ_SQL_NOTE_GET, "tt", holder, table);
}

enum mq_status mq_store_put_note(struct mq_store *store, const char *holder,
                                 const char *table, const char *text)
{
    if (text[0] == '\0') {
        return mq__store_run(store, NULL, MQ_SQL_NOTE_DELETE, "tt", holder,
                             table);
    }
    return mq__store_run(store, NULL, MQ_SQL_NOTE_PUT, "ttt", holder, table,
                         text);
}

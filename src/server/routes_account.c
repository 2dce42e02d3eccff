/* HTTP: what the server has of an account, to take along; and what is left of
 * one that was deleted. */
#include "server/net.h"
#include "store/chat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2000 };

struct ids {
    char (*id)[MQ_TABLE_ID_SIZE];
    int count;
};

static bool take_id(void *context, const struct mq_table_row *row,
                    const struct mq_head_row *head)
{
    struct ids *ids = context;

    (void)head;
    snprintf(ids->id[ids->count++], MQ_TABLE_ID_SIZE, "%s", row->id);
    return ids->count < MOST;
}

/* All tables of the account: those that run first. */
static enum mq_status read_ids(struct mq_store *store, const char *account,
                               struct ids *out)
{
    enum mq_status status = MQ_NOMEM;

    out->count = 0;
    out->id = calloc(MOST, sizeof(*out->id));
    if (out->id != NULL) {
        status = mq_store_mine(store, account, account, false, 0, MOST / 2,
                               take_id, out);
    }
    if (status == MQ_OK) {
        status = mq_store_mine(store, account, account, true, 0,
                               MOST - out->count, take_id, out);
    }
    return status;
}

struct seen {
    struct mq_table *table;
    int64_t version;
    bool read;
};

static bool read_table(void *context, const struct mq_table_row *row,
                       const struct mq_head_row *head)
{
    struct seen *seen = context;

    (void)head;
    snprintf(seen->table->id, sizeof(seen->table->id), "%s", row->id);
    seen->version = row->version;
    seen->read = mq__table_read_doc(seen->table, row->doc) == MQ_OK;
    return false;
}

/* The table's document, and the account's right there. */
static enum mq_status look_at(struct mq_store *store, const char *account,
                              const char *id, struct seen *seen,
                              struct mq_right *right)
{
    struct mq_grant grant[MQ_MAX_GRANTS];
    int count = 0;
    enum mq_status status;

    memset(seen->table, 0, sizeof(*seen->table));
    seen->read = false;
    status = mq_store_table(store, id, read_table, seen);
    if (status == MQ_OK) {
        status = mq_store_grants(store, account, account, id, grant, &count);
    }
    *right = mq__table_right(seen->table, grant, count);
    return status;
}

static enum mq_status put_doc(struct mq_store *store, const struct seen *seen)
{
    const struct mq_table *t = seen->table;
    struct mq_table_row row = {.id = t->id,
                               .version = seen->version + 1,
                               .game = t->game_id,
                               .state = t->state,
                               .listed = t->listed,
                               .created_at = t->created_at,
                               .ended_at = t->ended_at};
    struct mq_buf doc;
    enum mq_status status;

    mq__buf_init(&doc);
    mq__table_write_doc(t, &doc);
    row.doc = mq__buf_text(&doc);
    status = doc.failed ? MQ_NOMEM : mq_store_put_table(store, &row);
    mq__buf_finish(&doc);
    return status == MQ_OK ? mq_store_signal(store, t->id) : status;
}

enum mq_status mq__account_forget(struct mq_store *store, const char *account)
{
    struct seen seen = {.table = calloc(1, sizeof(*seen.table))};
    struct ids ids = {NULL, 0};
    enum mq_status status =
        seen.table != NULL ? read_ids(store, account, &ids) : MQ_NOMEM;

    for (int i = 0; status == MQ_OK && i < ids.count; i++) {
        struct mq_right right;

        status = look_at(store, account, ids.id[i], &seen, &right);
        if (status == MQ_OK && seen.read && right.seat >= 0) {
            snprintf(seen.table->place[right.seat].name, MQ_NAME_SIZE,
                     "former player");
            status = put_doc(store, &seen);
        }
    }
    free(ids.id);
    free(seen.table);
    return status == MQ_OK ? mq_store_delete_account(store, account) : status;
}

struct copy {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    struct mq_work work;
    double ms;
    struct mq_json_writer w;
};

static bool add_channel(void *context, const struct mq_channel *row)
{
    static const char *const kinds[] = {"push", "mail", "hook", "feed"};
    struct copy *copy = context;

    mq__json_open(&copy->w, NULL, '{');
    mq__json_str(&copy->w, "kind", kinds[row->kind]);
    mq__json_str(&copy->w, "address", row->address);
    mq__json_str(&copy->w, "label", row->label);
    mq__json_int(&copy->w, "created_at", row->created_at);
    mq__json_close(&copy->w, '}');
    return true;
}

static void add_table(struct copy *copy, const struct seen *seen,
                      const struct mq_right *right, const char *note)
{
    const struct mq_table *t = seen->table;

    mq__json_open(&copy->w, NULL, '{');
    mq__json_str(&copy->w, "id", t->id);
    mq__json_str(&copy->w, "game", t->game_id);
    mq__json_str(&copy->w, "state", mq__table_states[t->state]);
    mq__json_given(&copy->w, "seat", right->seat >= 0, right->seat);
    mq__json_str(&copy->w, "name",
                 right->seat >= 0 ? t->place[right->seat].name : NULL);
    mq__json_int(&copy->w, "created_at", t->created_at);
    mq__json_str(&copy->w, "note", note[0] != '\0' ? note : NULL);
    mq__json_close(&copy->w, '}');
}

static enum mq_status add_tables(struct copy *copy, struct mq_store *store)
{
    const char *account = copy->exchange->account.id;
    struct seen seen = {.table = calloc(1, sizeof(*seen.table))};
    struct ids ids = {NULL, 0};
    char note[MQ_NOTE_SIZE];
    enum mq_status status =
        seen.table != NULL ? read_ids(store, account, &ids) : MQ_NOMEM;

    for (int i = 0; status == MQ_OK && i < ids.count; i++) {
        struct mq_right right;

        status = look_at(store, account, ids.id[i], &seen, &right);
        if (status == MQ_OK && seen.read) {
            mq_store_note(store, account, ids.id[i], note);
            add_table(copy, &seen, &right, note);
        }
    }
    free(ids.id);
    free(seen.table);
    return status;
}

static enum mq_status copy_run(struct mq_job *job, struct mq_store *store)
{
    struct copy *copy = (struct copy *)job;
    struct mq_exchange *x = copy->exchange;
    double start = mq__thread_ms();
    enum mq_status status;

    mq__exchange_begin(x, 200, &copy->w);
    mq__json_str(&copy->w, "name", x->account.name);
    mq__json_int(&copy->w, "created_at", x->account.created_at);
    mq__json_open(&copy->w, "channels", '[');
    status = mq_store_channels(store, x->account.id, x->account.id, add_channel,
                               copy);
    mq__json_close(&copy->w, ']');
    mq__json_open(&copy->w, "tables", '[');
    if (status == MQ_OK) {
        status = add_tables(copy, store);
    }
    mq__json_close(&copy->w, ']');
    mq__json_close(&copy->w, '}');
    snprintf(x->filename, sizeof(x->filename), "maxq-account.json");
    copy->ms = mq__thread_ms() - start;
    return status;
}

static void copy_back(struct mq_store_job *job)
{
    struct copy *copy = (struct copy *)job;

    mq__work_end(&copy->work, copy->ms);
    if (job->job.status == MQ_OK && !copy->exchange->out.failed) {
        mq__exchange_send(copy->exchange);
    } else {
        mq__exchange_fault(copy->exchange, MQ_FAULT_NOT_SAVED);
    }
    mq__exchange_release(copy->exchange);
    free(copy);
}

static void copy_start(struct mq_work *work)
{
    struct copy *copy =
        (struct copy *)((char *)work - offsetof(struct copy, work));

    mq__submit(copy->job.app->archive, &copy->job, copy_run, copy_back);
}

void mq__route_account(struct mq_exchange *x)
{
    struct copy *copy;

    if (!mq__must(x, x->method == MQ_GET, MQ_FAULT_METHOD) ||
        !mq__must(x, x->account.id[0] != '\0', MQ_FAULT_FORBIDDEN)) {
        return;
    }
    copy = calloc(1, sizeof(*copy));
    if (!mq__must(x, copy != NULL, MQ_FAULT_NOT_SAVED)) {
        return;
    }
    copy->exchange = x;
    copy->job.app = x->app;
    copy->work.start = copy_start;
    x->refs++;
    if (!mq__work_add(x, &copy->work)) {
        mq__exchange_release(x);
        free(copy);
    }
}

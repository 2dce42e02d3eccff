/* Replaying stored records: whether they are sound, and their last links. */
#include "store/rows.h"

#include "core/hash.h"
#include "core/match_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A record as a file. */
struct file {
    struct mq_buf text;
    int entries, most;
    char link[MQ_LINK_SIZE]; /* that the last line says */
};

static bool take_record(void *context, const char *header, const char *secret)
{
    struct file *f = context;

    mq__buf_printf(&f->text, "%s\n%s\n", header, secret);
    return false;
}

static bool take_entry(void *context, const struct mq_entry_row *row)
{
    struct file *f = context;
    const char *link = strstr(row->line, "\"link\":\"");

    if (f->entries == f->most || row->number != f->entries) {
        return false;
    }
    f->entries++;
    mq__buf_printf(&f->text, "%s\n", row->line);
    snprintf(f->link, sizeof(f->link), "%s", link != NULL ? link + 8 : "");
    f->link[strcspn(f->link, "\"")] = '\0';
    return true;
}

static void judge(const struct file *f, struct mq_replay *out)
{
    struct mq_match_notice notice;
    struct mq_match *match = NULL;
    struct mq_error error;
    enum mq_status status = mq__match_read(
        mq__buf_text(&f->text), f->text.length, NULL, &match, &notice, &error);

    if (status == MQ_VERSION) {
        /* Nothing can be told: what is written there is believed. */
        out->verdict = MQ_VERSION;
        out->sound = f->entries;
        memcpy(out->link, f->link, sizeof(out->link));
    } else if (match != NULL) {
        out->sound = mq_match_entries(match);
        mq__hex_write(mq__match_link(match, out->sound), MQ_HASH_SIZE,
                      out->link);
        out->link[MQ_LINK_SIZE - 1] = '\0';
        out->verdict =
            status == MQ_OK && notice.line == 0 &&
                    out->sound == (f->most < 0 ? f->entries : f->most)
                ? MQ_OK
                : MQ_DAMAGED;
    }
    mq_match_destroy(match);
}

enum mq_status mq_store_replay(struct mq_store *store, const char *table,
                               int segment, int entries, struct mq_replay *out)
{
    struct file f = {.most = entries};
    enum mq_status status;

    *out = (struct mq_replay){.verdict = MQ_DAMAGED};
    mq__buf_init(&f.text);
    status = mq_store_record(store, table, segment, take_record, &f);
    if (status == MQ_OK) {
        status = mq_store_entries(store, table, segment, 0, take_entry, &f);
    }
    if (status == MQ_OK && f.text.failed) {
        status = MQ_NOMEM;
    }
    if (status == MQ_OK) {
        judge(&f, out);
    }
    mq__buf_finish(&f.text);
    return status == MQ_NOTHING ? MQ_OK : status; /* no record: damaged */
}

enum { AT_ONCE = 100 };

/* Tables whose heads get their links: some at a time. */
struct heads {
    struct {
        char id[MQ_TABLE_ID_SIZE];
        int segment, entries;
    } item[AT_ONCE];
    int count;
};

static bool note_head(void *context, const struct mq_table_row *row,
                      const struct mq_head_row *head)
{
    struct heads *heads = context;

    snprintf(heads->item[heads->count].id, MQ_TABLE_ID_SIZE, "%s", row->id);
    heads->item[heads->count].segment = head->segment;
    heads->item[heads->count].entries = head->entries;
    return ++heads->count < AT_ONCE;
}

static enum mq_status fill_link(struct mq_store *store, const char *id,
                                int segment, int entries)
{
    struct mq_replay replay;
    enum mq_status status;

    if (segment < 0) {
        return MQ_OK; /* it hasn't begun */
    }
    status = mq_store_replay(store, id, segment, entries, &replay);
    return status == MQ_OK
               ? mq__store_run(
                     store, NULL, MQ_SQL_HEAD_MARK, "tit", replay.link,
                     replay.verdict == MQ_DAMAGED ? replay.sound : -1, id)
               : status;
}

enum mq_status mq__store_fill_links(struct mq_store *store)
{
    struct heads heads = {.count = AT_ONCE};
    char after[MQ_TABLE_ID_SIZE] = "";
    enum mq_status status = MQ_OK;

    while (status == MQ_OK && heads.count == AT_ONCE) {
        heads.count = 0;
        status =
            mq_store_tables_after(store, after, AT_ONCE, note_head, &heads);
        for (int i = 0; status == MQ_OK && i < heads.count; i++) {
            status = fill_link(store, heads.item[i].id, heads.item[i].segment,
                               heads.item[i].entries);
        }
        if (heads.count > 0) {
            memcpy(after, heads.item[heads.count - 1].id, sizeof(after));
        }
    }
    return status;
}

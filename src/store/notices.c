/* See notices.h. */
#include "store/notices.h"

#include "store/rows.h"

#include <stdio.h>
#include <string.h>

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

/* A list without rows is no failure. */
static enum mq_status listed(enum mq_status status)
{
    return status == MQ_NOTHING ? MQ_OK : status;
}

static enum mq_status existing(enum mq_status status, int changed)
{
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

enum mq_status mq_store_put_channel(struct mq_store *store,
                                    const struct mq_channel *c)
{
    return mq__store_one(store, MQ_SQL_CHANNEL_PUT, "ttittttttiiiinnn", c->id,
                         c->holder, c->kind, c->table, c->address, c->secret,
                         c->label, c->base, c->language, c->what, c->quiet_from,
                         c->quiet_to, c->zone, c->created_at, c->confirmed_at,
                         c->sent_at);
}

struct channel_visit {
    mq_channel_visitor visit;
    void *context;
};

static bool visit_channel(void *context, const struct mq_value *c)
{
    struct channel_visit *v = context;
    struct mq_channel channel = {
        .kind = (enum mq_channel_kind)c[2].integer,
        .what = (int)c[9].integer,
        .quiet_from = (int)c[10].integer,
        .quiet_to = (int)c[11].integer,
        .zone = (int)c[12].integer,
        .created_at = c[13].integer,
        .confirmed_at = c[14].integer,
        .sent_at = c[15].integer,
    };

    copy(channel.id, sizeof(channel.id), c[0].text);
    copy(channel.holder, sizeof(channel.holder), c[1].text);
    copy(channel.table, sizeof(channel.table), c[3].text);
    copy(channel.address, sizeof(channel.address), c[4].text);
    copy(channel.secret, sizeof(channel.secret), c[5].text);
    copy(channel.label, sizeof(channel.label), c[6].text);
    copy(channel.base, sizeof(channel.base), c[7].text);
    copy(channel.language, sizeof(channel.language), c[8].text);
    return v->visit(v->context, &channel);
}

static bool take_channel(void *context, const struct mq_channel *row)
{
    *(struct mq_channel *)context = *row;
    return false;
}

enum mq_status mq_store_channel(struct mq_store *store, const char *id,
                                struct mq_channel *out)
{
    struct channel_visit v = {take_channel, out};
    struct mq_rows to = {visit_channel, &v};

    memset(out, 0, sizeof(*out));
    return mq__store_rows(store, to, MQ_SQL_CHANNEL_GET, "t", id);
}

enum mq_status mq_store_channel_by_secret(struct mq_store *store,
                                          enum mq_channel_kind kind,
                                          const char *secret,
                                          struct mq_channel *out)
{
    struct channel_visit v = {take_channel, out};
    struct mq_rows to = {visit_channel, &v};

    memset(out, 0, sizeof(*out));
    return mq__store_rows(store, to, MQ_SQL_CHANNEL_BY_SECRET, "ti", secret,
                          kind);
}

enum mq_status mq_store_channels(struct mq_store *store, const char *session,
                                 const char *account, mq_channel_visitor visit,
                                 void *context)
{
    struct channel_visit v = {visit, context};
    struct mq_rows to = {visit_channel, &v};

    return listed(mq__store_rows(store, to, MQ_SQL_CHANNELS_MINE, "tt", session,
                                 account[0] != '\0' ? account : session));
}

enum mq_status mq_store_delete_channel(struct mq_store *store, const char *id)
{
    int changed = 0;
    enum mq_status status =
        mq__store_run(store, NULL, MQ_SQL_NOTICES_CHANNEL_DELETE, "t", id);

    if (status == MQ_OK) {
        status = mq__store_run(store, &changed, MQ_SQL_CHANNEL_DELETE, "t", id);
    }
    return existing(status, changed);
}

enum mq_status mq_store_delete_channels(struct mq_store *store,
                                        const char *holder)
{
    enum mq_status status =
        mq__store_run(store, NULL, MQ_SQL_NOTICES_HOLDER_DELETE, "t", holder);

    return status == MQ_OK
               ? mq__store_run(store, NULL, MQ_SQL_CHANNELS_HOLDER_DELETE, "t",
                               holder)
               : status;
}

enum mq_status mq_store_delete_pushes(struct mq_store *store)
{
    enum mq_status status = mq__store_run(
        store, NULL, MQ_SQL_NOTICES_KIND_DELETE, "i", MQ_CHANNEL_PUSH);

    return status == MQ_OK
               ? mq__store_run(store, NULL, MQ_SQL_CHANNELS_KIND_DELETE, "i",
                               MQ_CHANNEL_PUSH)
               : status;
}

static bool take_int(void *context, const struct mq_value *c)
{
    *(int *)context = (int)c[0].integer;
    return false;
}

enum mq_status mq_store_count_address(struct mq_store *store,
                                      const char *address, int64_t since,
                                      int *count)
{
    struct mq_rows to = {take_int, count};

    *count = 0;
    return listed(mq__store_rows(store, to, MQ_SQL_CHANNELS_ADDRESS, "tn",
                                 address, since));
}

enum mq_status mq_store_mark_channel(struct mq_store *store, const char *id,
                                     bool confirmed, int64_t at)
{
    int changed = 0;
    enum mq_status status = mq__store_run(
        store, &changed,
        confirmed ? MQ_SQL_CHANNEL_CONFIRM : MQ_SQL_CHANNEL_SENT, "nt", at, id);

    return existing(status, changed);
}

enum mq_status mq_store_any_channel(struct mq_store *store, bool *any)
{
    int found = 0;
    struct mq_rows to = {take_int, &found};
    enum mq_status status =
        listed(mq__store_rows(store, to, MQ_SQL_CHANNELS_ANY, ""));

    *any = found != 0;
    return status;
}

enum mq_status mq_store_move_channels(struct mq_store *store, const char *from,
                                      const char *to)
{
    return mq__store_run(store, NULL, MQ_SQL_CHANNELS_MOVE, "tt", to, from);
}

enum mq_status mq_store_add_notice(struct mq_store *store,
                                   const struct mq_notice *n, int64_t due_at)
{
    return mq__store_run(store, NULL, MQ_SQL_NOTICE_ADD, "ttiititnn", n->id,
                         n->channel, n->kind, n->what, n->table, n->seat,
                         n->text, n->created_at, due_at);
}

enum mq_status mq_store_tell(struct mq_store *store, const struct mq_news *news,
                             int64_t now)
{
    struct mq_notice notice = {.kind = MQ_CHANNEL_COMMAND,
                               .what = news->what,
                               .seat = news->seat,
                               .created_at = now};
    char mark[80];
    enum mq_status status;

    snprintf(mark, sizeof(mark), ".%s.%d.%d.%d.%d", news->table, news->seat,
             news->what, news->segment, news->length);
    status = mq__store_run(store, NULL, MQ_SQL_NOTICES_TELL, "titinii", mark,
                           (int)news->what, news->table, news->seat, now,
                           1 << news->what, news->epoch);
    if (status == MQ_OK && news->command) {
        snprintf(notice.id, sizeof(notice.id), "command%s", mark);
        memcpy(notice.table, news->table, sizeof(notice.table));
        status = mq_store_add_notice(store, &notice, now);
    }
    return status;
}

struct notice_visit {
    mq_notice_visitor visit;
    void *context;
};

static bool visit_notice(void *context, const struct mq_value *c)
{
    struct notice_visit *v = context;
    struct mq_notice notice = {
        .kind = (enum mq_channel_kind)c[2].integer,
        .what = (enum mq_what)c[3].integer,
        .seat = (int)c[5].integer,
        .tries = (int)c[7].integer,
        .created_at = c[8].integer,
    };

    copy(notice.id, sizeof(notice.id), c[0].text);
    copy(notice.channel, sizeof(notice.channel), c[1].text);
    copy(notice.table, sizeof(notice.table), c[4].text);
    copy(notice.text, sizeof(notice.text), c[6].text);
    return v->visit(v->context, &notice);
}

enum mq_status mq_store_due(struct mq_store *store,
                            const struct mq_claim *claim, bool *any)
{
    int found = 0;
    struct mq_rows to = {take_int, &found};
    enum mq_status status =
        listed(mq__store_rows(store, to, MQ_SQL_NOTICES_DUE, "iin",
                              claim->first, claim->last, claim->now));

    *any = found != 0;
    return status;
}

static enum mq_status visit_claimed(struct mq_store *store,
                                    const struct mq_claim *claim,
                                    struct notice_visit v)
{
    struct mq_rows to = {visit_notice, &v};

    return listed(mq__store_rows(store, to, MQ_SQL_NOTICES_CLAIMED, "tn",
                                 claim->claimer, claim->until));
}

enum mq_status mq_store_claim(struct mq_store *store,
                              const struct mq_claim *claim,
                              mq_notice_visitor visit, void *context)
{
    enum mq_status status = mq__store_run(
        store, NULL, MQ_SQL_NOTICES_CLAIM, "ntniii", claim->until,
        claim->claimer, claim->now, claim->first, claim->last, claim->most);

    return status == MQ_OK
               ? visit_claimed(store, claim,
                               (struct notice_visit){visit, context})
               : status;
}

enum mq_status mq_store_claim_channel(struct mq_store *store,
                                      const struct mq_claim *claim,
                                      const char *channel,
                                      mq_notice_visitor visit, void *context)
{
    enum mq_status status =
        mq__store_run(store, NULL, MQ_SQL_NOTICES_CLAIM_CHANNEL, "nttn",
                      claim->until, claim->claimer, channel, claim->now);

    return status == MQ_OK
               ? visit_claimed(store, claim,
                               (struct notice_visit){visit, context})
               : status;
}

enum mq_status mq_store_delete_notice(struct mq_store *store, const char *id)
{
    return mq__store_run(store, NULL, MQ_SQL_NOTICE_DELETE, "t", id);
}

enum mq_status mq_store_delay_notice(struct mq_store *store, const char *id,
                                     int tries, int64_t due_at)
{
    return mq__store_run(store, NULL, MQ_SQL_NOTICE_DELAY, "int", tries, due_at,
                         id);
}

static bool take_setting(void *context, const struct mq_value *c)
{
    copy(context, MQ_SETTING_SIZE, c[0].text);
    return false;
}

enum mq_status mq_store_setting(struct mq_store *store, const char *name,
                                char out[MQ_SETTING_SIZE])
{
    struct mq_rows to = {take_setting, out};

    out[0] = '\0';
    return mq__store_rows(store, to, MQ_SQL_SETTING_GET, "t", name);
}

enum mq_status mq_store_set(struct mq_store *store, const char *name,
                            const char *value, bool anew)
{
    return mq__store_run(store, NULL,
                         anew ? MQ_SQL_SETTING_PUT : MQ_SQL_SETTING_ADD, "tt",
                         name, value);
}

struct seat_account {
    char *name, *language;
};

static bool take_seat_account(void *context, const struct mq_value *c)
{
    struct seat_account *out = context;

    copy(out->name, MQ_ACCOUNT_NAME_SIZE, c[0].text);
    copy(out->language, 8, c[1].text);
    return false;
}

enum mq_status mq_store_seat_account(struct mq_store *store, const char *table,
                                     int seat, char name[MQ_ACCOUNT_NAME_SIZE],
                                     char language[8])
{
    struct seat_account out = {name, language};
    struct mq_rows to = {take_seat_account, &out};

    name[0] = '\0';
    language[0] = '\0';
    return listed(
        mq__store_rows(store, to, MQ_SQL_SEAT_ACCOUNT, "ti", table, seat));
}

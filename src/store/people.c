/* Accounts, sessions and password resets. */
#include "store/chat.h"
#include "store/notices.h"
#include "store/rows.h"

#include <stdio.h>
#include <string.h>

enum mq_status mq_store_add_account(struct mq_store *store,
                                    const struct mq_account *account)
{
    return mq__store_one(store, MQ_SQL_ACCOUNT_ADD, "ttttn", account->id,
                         account->key, account->name, account->hash,
                         account->created_at);
}

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static bool visit_account(void *context, const struct mq_value *c)
{
    struct mq_account *out = context;

    copy(out->id, sizeof(out->id), c[0].text);
    copy(out->key, sizeof(out->key), c[1].text);
    copy(out->name, sizeof(out->name), c[2].text);
    copy(out->hash, sizeof(out->hash), c[3].text);
    out->created_at = c[4].integer;
    out->banned = c[5].integer != 0;
    return false;
}

enum mq_status mq_store_account(struct mq_store *store, const char *key,
                                struct mq_account *out)
{
    struct mq_rows to = {visit_account, out};

    memset(out, 0, sizeof(*out));
    return mq__store_rows(store, to, MQ_SQL_ACCOUNT_BY_KEY, "t", key);
}

enum mq_status mq_store_account_by_id(struct mq_store *store, const char *id,
                                      struct mq_account *out)
{
    struct mq_rows to = {visit_account, out};

    memset(out, 0, sizeof(*out));
    return mq__store_rows(store, to, MQ_SQL_ACCOUNT_BY_ID, "t", id);
}

enum mq_status mq_store_set_password(struct mq_store *store, const char *id,
                                     const char *hash, const char *keep)
{
    int changed;
    enum mq_status status =
        mq__store_run(store, &changed, MQ_SQL_ACCOUNT_PASSWORD, "tt", hash, id);

    if (status == MQ_OK && changed == 0) {
        return MQ_NOTHING;
    }
    return status == MQ_OK
               ? mq__store_run(store, NULL, MQ_SQL_SESSIONS_ACCOUNT_DELETE,
                               "tt", id, keep)
               : status;
}

enum mq_status mq_store_ban(struct mq_store *store, const char *id, bool banned)
{
    int changed = 0;
    enum mq_status status =
        mq__store_run(store, &changed, MQ_SQL_ACCOUNT_BAN, "it", banned, id);

    if (status == MQ_OK && changed == 0) {
        return MQ_NOTHING;
    }
    return status == MQ_OK && banned
               ? mq__store_run(store, NULL, MQ_SQL_SESSIONS_ACCOUNT_DELETE,
                               "tt", id, "")
               : status;
}

enum mq_status mq_store_delete_account(struct mq_store *store, const char *id)
{
    static const enum mq_statement rest[] = {MQ_SQL_RESETS_ACCOUNT_DELETE,
                                             MQ_SQL_GRANTS_HOLDER_DELETE,
                                             MQ_SQL_ACCOUNT_DELETE};
    int changed = 0;
    enum mq_status status = mq__store_run(
        store, NULL, MQ_SQL_SESSIONS_ACCOUNT_DELETE, "tt", id, "");

    if (status == MQ_OK) {
        status = mq_store_delete_channels(store, id);
    }
    if (status == MQ_OK) {
        status = mq_store_forget_chat(store, id);
    }
    for (size_t i = 0; status == MQ_OK && i < 3; i++) {
        status = mq__store_run(store, &changed, rest[i], "t", id);
    }
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

struct account_visit {
    bool (*visit)(void *context, const struct mq_account *row);
    void *context;
};

static bool visit_accounts(void *context, const struct mq_value *c)
{
    struct account_visit *v = context;
    struct mq_account account;

    visit_account(&account, c);
    return v->visit(v->context, &account);
}

enum mq_status mq_store_accounts(struct mq_store *store,
                                 bool (*visit)(void *context,
                                               const struct mq_account *row),
                                 void *context)
{
    struct account_visit v = {visit, context};
    struct mq_rows to = {visit_accounts, &v};
    enum mq_status status = mq__store_rows(store, to, MQ_SQL_ACCOUNTS_ALL, "");

    return status == MQ_NOTHING ? MQ_OK : status;
}

enum mq_status mq_store_put_session(struct mq_store *store,
                                    const struct mq_session *session)
{
    return mq__store_one(store, MQ_SQL_SESSION_PUT, "ttnn", session->id,
                         session->account, session->created_at,
                         session->seen_at);
}

static bool visit_session(void *context, const struct mq_value *c)
{
    struct mq_session *out = context;

    copy(out->id, sizeof(out->id), c[0].text);
    copy(out->account, sizeof(out->account), c[1].text);
    out->created_at = c[2].integer;
    out->seen_at = c[3].integer;
    return false;
}

enum mq_status mq_store_session(struct mq_store *store, const char *id,
                                struct mq_session *out)
{
    struct mq_rows to = {visit_session, out};

    memset(out, 0, sizeof(*out));
    return mq__store_rows(store, to, MQ_SQL_SESSION_GET, "t", id);
}

enum mq_status mq_store_delete_session(struct mq_store *store, const char *id)
{
    enum mq_status status =
        mq__store_run(store, NULL, MQ_SQL_GRANTS_HOLDER_DELETE, "t", id);

    if (status == MQ_OK) {
        status = mq_store_delete_channels(store, id);
    }
    return status == MQ_OK
               ? mq__store_run(store, NULL, MQ_SQL_SESSION_DELETE, "t", id)
               : status;
}

enum mq_status mq_store_replace_session(struct mq_store *store, const char *id,
                                        const struct mq_session *by)
{
    enum mq_status status = mq_store_put_session(store, by);

    if (status == MQ_OK) {
        status =
            mq__store_run(store, NULL, MQ_SQL_GRANTS_MOVE, "tt", by->id, id);
    }
    if (status == MQ_OK) {
        status = mq_store_move_channels(store, id, by->id);
    }
    return status == MQ_OK ? mq_store_delete_session(store, id) : status;
}

enum mq_status mq_store_add_reset(struct mq_store *store, const char *id,
                                  const char *account, int64_t expires_at)
{
    return mq__store_one(store, MQ_SQL_RESET_ADD, "ttn", id, account,
                         expires_at);
}

static bool visit_reset(void *context, const struct mq_value *c)
{
    copy(context, MQ_KEY_SIZE, c[0].text);
    return false;
}

enum mq_status mq_store_use_reset(struct mq_store *store, const char *id,
                                  int64_t now, char account[MQ_KEY_SIZE])
{
    struct mq_rows to = {visit_reset, account};
    enum mq_status status =
        mq__store_rows(store, to, MQ_SQL_RESET_GET, "tn", id, now);
    int changed = 0;

    if (status == MQ_OK) {
        status = mq__store_run(store, &changed, MQ_SQL_RESET_DELETE, "t", id);
    }
    /* Whoever deletes the row has used it: two at once can't both. */
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

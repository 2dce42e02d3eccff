/* Accounts, sessions and password resets. */
#include "store/rows.h"

#include <stdio.h>
#include <string.h>

enum mq_status mq_store_add_account(struct mq_store *store,
                                    const struct mq_account *account)
{
    struct mq_value arg[] = {
        mq__value_text(account->id), mq__value_text(account->key),
        mq__value_text(account->name), mq__value_text(account->hash),
        mq__value_int(account->created_at)};

    return mq__store_one(store, MQ_SQL_ACCOUNT_ADD, arg, 5);
}

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static void read_account(const struct mq_value *c, struct mq_account *out)
{
    copy(out->id, sizeof(out->id), c[0].text);
    copy(out->key, sizeof(out->key), c[1].text);
    copy(out->name, sizeof(out->name), c[2].text);
    copy(out->hash, sizeof(out->hash), c[3].text);
    out->created_at = c[4].integer;
}

static bool visit_account(void *context, const struct mq_value *c, int columns)
{
    (void)columns;
    read_account(c, context);
    return false;
}

static enum mq_status one_account(struct mq_store *store, int statement,
                                  const char *text, struct mq_account *out)
{
    struct mq_value arg[] = {mq__value_text(text)};
    struct mq_query query = {.statement = statement,
                             .arg = arg,
                             .args = 1,
                             .visit = visit_account,
                             .context = out};
    enum mq_status status;

    memset(out, 0, sizeof(*out));
    status = store->sql->driver->run(store->sql, &query);
    return status == MQ_OK && out->id[0] == '\0' ? MQ_NOTHING : status;
}

enum mq_status mq_store_account(struct mq_store *store, const char *key,
                                struct mq_account *out)
{
    return one_account(store, MQ_SQL_ACCOUNT_BY_KEY, key, out);
}

enum mq_status mq_store_account_by_id(struct mq_store *store, const char *id,
                                      struct mq_account *out)
{
    return one_account(store, MQ_SQL_ACCOUNT_BY_ID, id, out);
}

enum mq_status mq_store_set_password(struct mq_store *store, const char *id,
                                     const char *hash, const char *keep)
{
    struct mq_value set[] = {mq__value_text(hash), mq__value_text(id)};
    struct mq_value end[] = {mq__value_text(id), mq__value_text(keep)};
    int changed;
    enum mq_status status =
        mq__store_run(store, MQ_SQL_ACCOUNT_PASSWORD, set, 2, &changed);

    if (status == MQ_OK && changed == 0) {
        return MQ_NOTHING;
    }
    if (status == MQ_OK) {
        status = mq__store_run(store, MQ_SQL_SESSIONS_ACCOUNT_DELETE, end, 2,
                               &changed);
    }
    return status;
}

enum mq_status mq_store_delete_account(struct mq_store *store, const char *id)
{
    struct mq_value arg[] = {mq__value_text(id), mq__value_text("")};
    int changed;
    enum mq_status status =
        mq__store_run(store, MQ_SQL_SESSIONS_ACCOUNT_DELETE, arg, 2, &changed);

    if (status == MQ_OK) {
        status = mq__store_run(store, MQ_SQL_RESETS_ACCOUNT_DELETE, arg, 1,
                               &changed);
    }
    if (status == MQ_OK) {
        status =
            mq__store_run(store, MQ_SQL_GRANTS_HOLDER_DELETE, arg, 1, &changed);
    }
    if (status == MQ_OK) {
        status = mq__store_run(store, MQ_SQL_ACCOUNT_DELETE, arg, 1, &changed);
    }
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

struct account_visit {
    bool (*visit)(void *context, const struct mq_account *row);
    void *context;
};

static bool visit_accounts(void *context, const struct mq_value *c, int columns)
{
    struct account_visit *v = context;
    struct mq_account account;

    (void)columns;
    read_account(c, &account);
    return v->visit(v->context, &account);
}

enum mq_status mq_store_accounts(struct mq_store *store,
                                 bool (*visit)(void *context,
                                               const struct mq_account *row),
                                 void *context)
{
    struct account_visit v = {visit, context};
    struct mq_query query = {.statement = MQ_SQL_ACCOUNTS_ALL,
                             .visit = visit_accounts,
                             .context = &v};

    return store->sql->driver->run(store->sql, &query);
}

enum mq_status mq_store_put_session(struct mq_store *store,
                                    const struct mq_session *session)
{
    struct mq_value arg[] = {
        mq__value_text(session->id), mq__value_text(session->account),
        mq__value_int(session->created_at), mq__value_int(session->seen_at)};

    return mq__store_one(store, MQ_SQL_SESSION_PUT, arg, 4);
}

static bool visit_session(void *context, const struct mq_value *c, int columns)
{
    struct mq_session *out = context;

    (void)columns;
    copy(out->id, sizeof(out->id), c[0].text);
    copy(out->account, sizeof(out->account), c[1].text);
    out->created_at = c[2].integer;
    out->seen_at = c[3].integer;
    return false;
}

enum mq_status mq_store_session(struct mq_store *store, const char *id,
                                struct mq_session *out)
{
    struct mq_value arg[] = {mq__value_text(id)};
    struct mq_query query = {.statement = MQ_SQL_SESSION_GET,
                             .arg = arg,
                             .args = 1,
                             .visit = visit_session,
                             .context = out};
    enum mq_status status;

    memset(out, 0, sizeof(*out));
    status = store->sql->driver->run(store->sql, &query);
    return status == MQ_OK && out->id[0] == '\0' ? MQ_NOTHING : status;
}

enum mq_status mq_store_delete_session(struct mq_store *store, const char *id)
{
    struct mq_value arg[] = {mq__value_text(id)};
    int changed;
    enum mq_status status =
        mq__store_run(store, MQ_SQL_GRANTS_HOLDER_DELETE, arg, 1, &changed);

    if (status == MQ_OK) {
        status = mq__store_run(store, MQ_SQL_SESSION_DELETE, arg, 1, &changed);
    }
    return status;
}

enum mq_status mq_store_add_reset(struct mq_store *store, const char *id,
                                  const char *account, int64_t expires_at)
{
    struct mq_value arg[] = {mq__value_text(id), mq__value_text(account),
                             mq__value_int(expires_at)};

    return mq__store_one(store, MQ_SQL_RESET_ADD, arg, 3);
}

static bool visit_reset(void *context, const struct mq_value *c, int columns)
{
    (void)columns;
    copy(context, MQ_KEY_SIZE, c[0].text);
    return false;
}

enum mq_status mq_store_use_reset(struct mq_store *store, const char *id,
                                  int64_t now, char account[MQ_KEY_SIZE])
{
    struct mq_value arg[] = {mq__value_text(id), mq__value_int(now)};
    struct mq_query query = {.statement = MQ_SQL_RESET_GET,
                             .arg = arg,
                             .args = 2,
                             .visit = visit_reset,
                             .context = account};
    enum mq_status status;
    int changed = 0;

    account[0] = '\0';
    status = store->sql->driver->run(store->sql, &query);
    if (status == MQ_OK && account[0] != '\0') {
        status = mq__store_run(store, MQ_SQL_RESET_DELETE, arg, 1, &changed);
    }
    /* Whoever deletes the row has used it: two at once can't both. */
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

/* HTTP: how a person is told. Channels belong to the account, or, without one,
 * to the browser's session and one table. */
#include "server/net.h"
#include "server/push.h"
#include "server/request.h"
#include "server/sender.h"
#include "server/told.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANNELS = 20, DAY = 1440 };
enum { RESET_MS = 2 * 86400 * 1000 };

enum doing {
    LIST,
    ADD,
    CHANGE,
    REMOVE,
    REMOVE_ALL,
    TEST,
    CONFIRM,
    STOP,
    FORGOT
};

static const char *const kinds[] = {"push", "mail", "hook", "feed", NULL};
static const char *const formats[] = {"json", "text", NULL};

struct ask {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    enum doing doing;
    struct mq_channel channel;
    bool has_what, has_quiet, has_language;
    char id[MQ_KEY_SIZE];
    char secret[MQ_SECRET_SIZE]; /* told once: of a new channel; a link's */
    char name[MQ_ACCOUNT_NAME_SIZE];
    char key[MQ_SETTING_SIZE];
    struct mq_channel item[MOST_CHANNELS];
    int count;
    bool own; /* the channel that is asked for is the asker's */
    enum mq_fault fault;
};

static void write_channel(struct mq_json_writer *w, const char *key,
                          const struct mq_channel *c)
{
    mq__json_open(w, key, '{');
    mq__json_str(w, "id", c->id);
    mq__json_str(w, "kind", kinds[c->kind]);
    mq__json_str(w, "table", mq__or_null(c->table));
    mq__json_str(w, "label", c->label);
    mq__json_str(w, "address",
                 c->kind == MQ_CHANNEL_MAIL || c->kind == MQ_CHANNEL_HOOK
                     ? c->address
                     : NULL);
    mq__json_str(w, "language", c->language);
    mq__json_open(w, "what", '[');
    for (int i = 0; i < MQ_WHATS; i++) {
        if (c->what >> i & 1) {
            mq__json_str(w, NULL, mq__whats[i]);
        }
    }
    mq__json_close(w, ']');
    if (c->quiet_from != c->quiet_to) {
        mq__json_open(w, "quiet", '{');
        mq__json_int(w, "from", c->quiet_from);
        mq__json_int(w, "to", c->quiet_to);
        mq__json_close(w, '}');
    } else {
        mq__json_null(w, "quiet");
    }
    mq__json_bool(w, "confirmed", c->confirmed_at > 0);
    mq__json_given(w, "sent_at", c->sent_at > 0, c->sent_at);
    mq__json_close(w, '}');
}

static void answer_list(struct ask *a)
{
    struct mq_exchange *x = a->exchange;
    struct mq_json_writer w;
    struct mq_ec_key key;
    char public[MQ_PUBLIC_TEXT];

    mq__exchange_begin(x, 200, &w);
    mq__json_bool(&w, "account", x->account.id[0] != '\0');
    mq__json_bool(&w, "mail", mq__sender_mails(x->app));
    if (mq__vapid_read(a->key, &key)) {
        mq__vapid_public(&key, public);
        mq__json_str(&w, "key", public);
    } else {
        mq__json_null(&w, "key");
    }
    sodium_memzero(&key, sizeof(key));
    mq__json_open(&w, "channels", '[');
    for (int i = 0; i < a->count; i++) {
        write_channel(&w, NULL, &a->item[i]);
    }
    mq__json_close(&w, ']');
    mq__json_close(&w, '}');
}

static void answer_added(struct ask *a)
{
    struct mq_exchange *x = a->exchange;
    struct mq_json_writer w;
    char url[300];

    mq__exchange_begin(x, a->doing == ADD ? 201 : 200, &w);
    write_channel(&w, "channel", &a->channel);
    if (a->doing == ADD && a->channel.kind == MQ_CHANNEL_HOOK) {
        mq__json_str(&w, "secret", a->secret);
    }
    if (a->doing == ADD && a->channel.kind == MQ_CHANNEL_FEED) {
        snprintf(url, sizeof(url), "%s/api/feed?key=%s", a->channel.base,
                 a->secret);
        mq__json_str(&w, "url", url);
    }
    mq__json_close(&w, '}');
}

static void answer_plain(struct mq_exchange *x, int status)
{
    struct mq_json_writer w;

    mq__exchange_begin(x, status, &w);
    mq__json_bool(&w, "ok", true);
    mq__json_close(&w, '}');
}

static void ask_end(struct ask *a, enum mq_fault fault)
{
    struct mq_exchange *x = a->exchange;

    if (fault != MQ_FAULT_NONE) {
        mq__exchange_fault(x, fault);
    } else {
        switch (a->doing) {
        case LIST:
            answer_list(a);
            break;
        case ADD:
        case CHANGE:
            answer_added(a);
            break;
        case TEST:
            answer_plain(x, 202);
            break;
        default:
            answer_plain(x, 200);
            break;
        }
        mq__exchange_send(x);
    }
    mq__exchange_release(x);
    sodium_memzero(a, sizeof(*a));
    free(a);
}

static void done(struct mq_store_job *job)
{
    struct ask *a = (struct ask *)job;

    switch (job->job.status) {
    case MQ_OK:
        if (a->doing == ADD && a->fault == MQ_FAULT_NONE) {
            job->app->channels = true;
        }
        ask_end(a, a->fault);
        break;
    case MQ_NOTHING:
        ask_end(a, MQ_FAULT_NOT_FOUND);
        break;
    case MQ_VERSION:
        mq__retire(job->app);
        ask_end(a, MQ_FAULT_OUTDATED);
        break;
    default:
        ask_end(a, MQ_FAULT_NOT_SAVED);
        break;
    }
}

static bool take_channel(void *context, const struct mq_channel *row)
{
    struct ask *a = context;

    if (strcmp(row->id, a->id) == 0) {
        a->own = true;
    }
    a->item[a->count++] = *row;
    return a->count < MOST_CHANNELS;
}

static enum mq_status read_mine(struct ask *a, struct mq_store *store)
{
    struct mq_exchange *x = a->exchange;

    a->count = 0;
    a->own = false;
    if (x->session.id[0] == '\0') {
        return MQ_OK;
    }
    return mq_store_channels(store, x->session.id, x->session.account,
                             take_channel, a);
}

/* A notice for that channel alone. */
static enum mq_status add_notice(struct mq_store *store,
                                 const struct mq_channel *to, enum mq_what what,
                                 const char *text)
{
    struct mq_notice notice = {.kind = to->kind,
                               .what = what,
                               .seat = -1,
                               .created_at = mq__wall_ms()};

    mq__key_make(notice.id);
    memcpy(notice.channel, to->id, sizeof(notice.channel));
    snprintf(notice.text, sizeof(notice.text), "%s", text);
    return mq_store_add_notice(store, &notice, notice.created_at);
}

/* The same address or browser once more takes the place of what there is. */
static void find_same(struct ask *a)
{
    for (int i = 0; i < a->count; i++) {
        const struct mq_channel *c = &a->item[i];

        if (c->kind == a->channel.kind && c->kind != MQ_CHANNEL_FEED &&
            strcmp(c->address, a->channel.address) == 0 &&
            strcmp(c->table, a->channel.table) == 0) {
            memcpy(a->channel.id, c->id, sizeof(a->channel.id));
            if (c->confirmed_at > 0) {
                a->channel.confirmed_at = c->confirmed_at;
            }
        }
    }
}

/* A seat at the table, for those who have no account. */
static enum mq_status has_table(struct ask *a, struct mq_store *store)
{
    struct mq_exchange *x = a->exchange;
    struct mq_grant grant[MQ_MAX_GRANTS];
    int count = 0;
    enum mq_status status;

    if (a->channel.table[0] == '\0') {
        a->fault =
            x->account.id[0] != '\0' ? MQ_FAULT_NONE : MQ_FAULT_FORBIDDEN;
        return MQ_OK;
    }
    a->fault = MQ_FAULT_FORBIDDEN;
    status = mq_store_grants(store, x->session.id, x->session.account,
                             a->channel.table, grant, &count);
    for (int i = 0; i < count; i++) {
        if (grant[i].role == MQ_ROLE_SEAT) {
            a->fault = MQ_FAULT_NONE;
        }
    }
    return status;
}

static enum mq_status add_run(struct ask *a, struct mq_store *store)
{
    enum mq_status status = read_mine(a, store);
    char text[64];

    if (status == MQ_OK) {
        status = has_table(a, store);
    }
    if (status != MQ_OK || a->fault != MQ_FAULT_NONE) {
        return status;
    }
    if (a->count == MOST_CHANNELS) {
        a->fault = MQ_FAULT_TOO_MANY;
        return MQ_OK;
    }
    find_same(a);
    status = mq_store_put_channel(store, &a->channel);
    if (status == MQ_OK && a->channel.kind == MQ_CHANNEL_MAIL &&
        a->channel.confirmed_at == 0) {
        snprintf(text, sizeof(text), "/notices#confirm=%s", a->secret);
        status = add_notice(store, &a->channel, MQ_WHAT_CONFIRM, text);
    }
    return status;
}

/* What the request has named changes; all else stays. */
static enum mq_status change_run(struct ask *a, struct mq_store *store)
{
    struct mq_channel now;
    enum mq_status status = mq_store_channel(store, a->id, &now);

    if (status != MQ_OK) {
        return status;
    }
    if (a->has_what) {
        now.what = a->channel.what;
    }
    if (a->has_quiet) {
        now.quiet_from = a->channel.quiet_from;
        now.quiet_to = a->channel.quiet_to;
        now.zone = a->channel.zone;
    }
    if (a->has_language) {
        memcpy(now.language, a->channel.language, sizeof(now.language));
    }
    a->channel = now;
    return mq_store_put_channel(store, &now);
}

static enum mq_status remove_all(struct ask *a, struct mq_store *store)
{
    enum mq_status status = MQ_OK;

    for (int i = 0; status == MQ_OK && i < a->count; i++) {
        status = mq_store_delete_channel(store, a->item[i].id);
        status = status == MQ_NOTHING ? MQ_OK : status;
    }
    return status;
}

/* Of one's own alone: somebody else's isn't there. */
static enum mq_status own_run(struct ask *a, struct mq_store *store)
{
    enum mq_status status = read_mine(a, store);

    if (status == MQ_OK && !a->own && a->doing != REMOVE_ALL) {
        return MQ_NOTHING;
    }
    if (status != MQ_OK) {
        return status;
    }
    switch (a->doing) {
    case CHANGE:
        return change_run(a, store);
    case REMOVE:
        return mq_store_delete_channel(store, a->id);
    case REMOVE_ALL:
        return remove_all(a, store);
    default:
        status = mq_store_channel(store, a->id, &a->channel);
        return status == MQ_OK
                   ? add_notice(store, &a->channel, MQ_WHAT_TEST, "")
                   : status;
    }
}

static enum mq_status confirm_run(struct ask *a, struct mq_store *store)
{
    char hash[MQ_KEY_SIZE];
    enum mq_status status;

    mq__secret_hash(a->secret, hash);
    status =
        mq_store_channel_by_secret(store, MQ_CHANNEL_MAIL, hash, &a->channel);
    if (status == MQ_NOTHING) {
        a->fault = MQ_FAULT_BAD_SECRET;
        return MQ_OK;
    }
    return status == MQ_OK ? mq_store_mark_channel(store, a->channel.id, true,
                                                   mq__wall_ms())
                           : status;
}

struct mail_search {
    struct mq_channel channel;
    bool found;
};

static bool find_mail(void *context, const struct mq_channel *row)
{
    struct mail_search *s = context;

    if (row->kind == MQ_CHANNEL_MAIL && row->confirmed_at > 0) {
        s->channel = *row;
        s->found = true;
    }
    return !s->found;
}

/* The answer is the same whether there is such an account and address or not.
 */
static enum mq_status forgot_run(struct ask *a, struct mq_store *store)
{
    struct mq_account account;
    struct mail_search search = {.found = false};
    char secret[MQ_SECRET_SIZE], hash[MQ_KEY_SIZE], text[64];
    enum mq_status status = mq_store_account(store, a->name, &account);

    if (status == MQ_OK) {
        status = mq_store_channels(store, account.id, account.id, find_mail,
                                   &search);
    }
    if (status != MQ_OK || !search.found) {
        return status == MQ_NOTHING ? MQ_OK : status;
    }
    mq__secret_make(secret);
    mq__secret_hash(secret, hash);
    status =
        mq_store_add_reset(store, hash, account.id, mq__wall_ms() + RESET_MS);
    snprintf(text, sizeof(text), "/reset#%s", secret);
    return status == MQ_OK
               ? add_notice(store, &search.channel, MQ_WHAT_RESET, text)
               : status;
}

static enum mq_status ask_run(struct mq_job *job, struct mq_store *store)
{
    struct ask *a = (struct ask *)job;
    enum mq_status status;

    a->fault = MQ_FAULT_NONE;
    switch (a->doing) {
    case LIST:
        status = read_mine(a, store);
        if (status == MQ_OK) {
            status = mq_store_setting(store, MQ_SETTING_VAPID, a->key);
        }
        return status == MQ_NOTHING ? MQ_OK : status;
    case ADD:
        return add_run(a, store);
    case CONFIRM:
        return confirm_run(a, store);
    case STOP:
        status = mq_store_delete_channel(store, a->id);
        return status == MQ_NOTHING ? MQ_OK : status;
    case FORGOT:
        return forgot_run(a, store);
    default:
        return own_run(a, store);
    }
}

static void submit(struct ask *a)
{
    struct mq_app *app = a->exchange->app;

    mq__submit(a->doing == LIST ? app->reader : app->writer, &a->job, ask_run,
               done);
}

/* An address that a mail server takes, and that can't be more than one. */
static bool mail_ok(const char *text)
{
    const char *at = strchr(text, '@');
    size_t length = strlen(text);

    if (length > 254 || at == NULL || at == text || at[1] == '\0' ||
        strchr(at + 1, '@') != NULL || strchr(at, '.') == at + 1) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] <= ' ' || text[i] > '~' ||
            strchr("<>()[]\\,;:\"", text[i]) != NULL) {
            return false;
        }
    }
    return true;
}

static bool url_ok(const char *text)
{
    size_t length = strlen(text);

    if ((strncmp(text, "https://", 8) != 0 &&
         strncmp(text, "http://", 7) != 0) ||
        strchr(text, '@') != NULL) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] <= ' ' || text[i] > '~') {
            return false;
        }
    }
    return true;
}

static void read_what(struct mq_reader *r, struct mq_read_object *o,
                      struct ask *a)
{
    static const char *const words[] = {"turn",   "clock", "start",
                                        "invite", "over",  NULL};
    const struct mq_json *list;
    struct mq_read_item at = {"what", 0, NULL};

    a->channel.what = 1 << MQ_WHAT_TURN | 1 << MQ_WHAT_CLOCK |
                      1 << MQ_WHAT_START | 1 << MQ_WHAT_INVITE;
    if (mq__read_optional(r, o, "what") == NULL) {
        return;
    }
    a->has_what = true;
    a->channel.what = 0;
    list = mq__read_array(r, o, "what", MQ_WHATS);
    for (at.node = list != NULL ? list->first : NULL; at.node != NULL;
         at.node = at.node->next, at.index++) {
        a->channel.what |= 1 << mq__read_item_word(r, &at, words);
    }
}

static void read_quiet(struct mq_reader *r, struct mq_read_object *o,
                       struct ask *a)
{
    const struct mq_json *node = mq__read_optional(r, o, "quiet");
    struct mq_read_object quiet;

    a->has_quiet = node != NULL;
    if (node != NULL && node->kind != MQ_JSON_NULL &&
        mq__read_inner(r, o, "quiet", &quiet)) {
        a->channel.quiet_from = mq__read_int(r, &quiet, "from", 0, DAY - 1);
        a->channel.quiet_to = mq__read_int(r, &quiet, "to", 0, DAY - 1);
        mq__read_done(r, &quiet);
    }
    if (mq__read_optional(r, o, "zone") != NULL) {
        a->channel.zone = mq__read_int(r, o, "zone", -DAY, DAY);
    }
}

static void read_shared(struct mq_reader *r, struct mq_read_object *o,
                        struct ask *a)
{
    read_what(r, o, a);
    read_quiet(r, o, a);
    snprintf(a->channel.language, sizeof(a->channel.language), "en");
    if (mq__read_optional(r, o, "language") != NULL) {
        a->has_language = true;
        mq__read_copy(r, o, "language", a->channel.language,
                      sizeof(a->channel.language));
        if (mq_text(a->channel.language, "notice.turn") == NULL) {
            snprintf(a->channel.language, sizeof(a->channel.language), "en");
        }
    }
}

static void read_push(struct mq_reader *r, struct mq_read_object *o,
                      struct mq_channel *c)
{
    char key[100], auth[40];
    struct mq_push_browser browser;

    mq__read_copy(r, o, "endpoint", c->address, sizeof(c->address));
    mq__read_copy(r, o, "p256dh", key, sizeof(key));
    mq__read_copy(r, o, "auth", auth, sizeof(auth));
    if (mq__read_optional(r, o, "label") != NULL) {
        mq__read_copy(r, o, "label", c->label, sizeof(c->label));
    }
    if (r->failed) {
        return;
    }
    snprintf(c->secret, sizeof(c->secret), "%s %s", key, auth);
    if (!url_ok(c->address) || !mq__push_browser_read(c->secret, &browser)) {
        mq__read_fail(r, "endpoint", "server.bad-request", "");
    }
    c->confirmed_at = mq__wall_ms();
}

/* What the kind of channel has. */
static void read_kind(struct mq_reader *r, struct mq_read_object *o,
                      struct ask *a)
{
    struct mq_channel *c = &a->channel;
    int format;

    c->kind = (enum mq_channel_kind)mq__read_word(r, o, "kind", kinds);
    mq__secret_make(a->secret);
    switch (c->kind) {
    case MQ_CHANNEL_PUSH:
        read_push(r, o, c);
        return;
    case MQ_CHANNEL_MAIL:
        mq__read_copy(r, o, "address", c->address, sizeof(c->address));
        mq__secret_hash(a->secret, c->secret);
        if (!r->failed && !mail_ok(c->address)) {
            mq__read_fail(r, "address", "server.mail", "");
        }
        return;
    case MQ_CHANNEL_HOOK:
        mq__read_copy(r, o, "address", c->address, sizeof(c->address));
        format = mq__read_word(r, o, "format", formats);
        snprintf(c->label, sizeof(c->label), "%s", formats[format]);
        snprintf(c->secret, sizeof(c->secret), "%s", a->secret);
        if (!r->failed && !url_ok(c->address)) {
            mq__read_fail(r, "address", "server.hook", "");
        }
        break;
    default:
        mq__secret_hash(a->secret, c->secret);
        break;
    }
    c->confirmed_at = mq__wall_ms();
}

static void read_fields(struct mq_reader *r, struct mq_read_object *o,
                        struct ask *a)
{
    struct mq_exchange *x = a->exchange;

    switch (a->doing) {
    case ADD:
        read_kind(r, o, a);
        read_shared(r, o, a);
        if (mq__read_optional(r, o, "table") != NULL) {
            mq__read_copy(r, o, "table", a->channel.table,
                          sizeof(a->channel.table));
        }
        mq__key_make(a->channel.id);
        memcpy(a->channel.holder,
               x->account.id[0] != '\0' ? x->account.id : x->session.id,
               MQ_KEY_SIZE);
        mq__exchange_base(x, a->channel.base);
        a->channel.created_at = mq__wall_ms();
        break;
    case CHANGE:
        read_shared(r, o, a);
        break;
    case CONFIRM:
        mq__read_copy(r, o, "secret", a->secret, sizeof(a->secret));
        break;
    case FORGOT:
        mq__read_copy(r, o, "name", a->name, sizeof(a->name));
        for (char *c = a->name; *c != '\0'; c++) {
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
        }
        break;
    default:
        break;
    }
}

/* Letters cost the server its name: few an address, fewer a recipient. */
static bool within_limits(struct ask *a)
{
    struct mq_exchange *x = a->exchange;
    int64_t now = mq__now_ms();
    struct mq_visitor *v = mq__visitor(x->app->visitors, &x->address, now);
    bool mail = a->doing == FORGOT ||
                (a->doing == ADD && a->channel.kind == MQ_CHANNEL_MAIL);

    if (v == NULL ||
        ((mail || a->doing == TEST) &&
         !mq__bucket_take(&v->letters, now, 1.0 / 120, 10)) ||
        (mail && !mq__recipient(
                     x->app->attempts,
                     a->doing == FORGOT ? a->name : a->channel.address, now))) {
        x->app->figures.limited++;
        return false;
    }
    return a->doing != CONFIRM || mq__bucket_take(&v->passwords, now, 0.2, 20);
}

static enum mq_fault refuse(struct ask *a)
{
    bool mail = a->doing == FORGOT ||
                (a->doing == ADD && a->channel.kind == MQ_CHANNEL_MAIL);

    if (a->doing == ADD && a->exchange->session.id[0] == '\0') {
        return MQ_FAULT_FORBIDDEN;
    }
    if (mail && !mq__sender_mails(a->exchange->app)) {
        return MQ_FAULT_NO_MAIL;
    }
    return within_limits(a) ? MQ_FAULT_NONE : MQ_FAULT_TOO_MANY;
}

static void begin(struct mq_exchange *x, enum doing doing, const char *id)
{
    struct ask *a = calloc(1, sizeof(*a));
    struct mq_error error = {0};
    struct mq_failure failure;
    struct mq_reader r;
    struct mq_read_object o;
    enum mq_fault fault;

    if (a == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    a->exchange = x;
    a->doing = doing;
    a->job.app = x->app;
    snprintf(a->id, sizeof(a->id), "%s", id);
    mq__reader_init(&r, "body", &error);
    r.status = MQ_SYNTAX;
    if (doing != LIST && doing != STOP && doing != REMOVE && doing != TEST &&
        doing != REMOVE_ALL && mq__read_object(&r, x->doc.root, &o)) {
        read_fields(&r, &o, a);
        mq__read_done(&r, &o);
    }
    if (r.failed) {
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
        free(a);
        return;
    }
    x->refs++;
    fault = refuse(a);
    if (fault != MQ_FAULT_NONE) {
        ask_end(a, fault);
    } else {
        submit(a);
    }
}

/* RFC 8058: a mail program stops a channel with one POST, without a cookie. */
void mq__route_stop(struct mq_exchange *x)
{
    char id[MQ_KEY_SIZE], key[MQ_STOP_KEY_SIZE + 1], right[MQ_STOP_KEY_SIZE];

    mq__query_get(x->query, "c", id, sizeof(id));
    mq__query_get(x->query, "k", key, sizeof(key));
    mq__stop_key(mq__sender_secret(x->app), id, right);
    if (strlen(key) != MQ_STOP_KEY_SIZE - 1 ||
        sodium_memcmp(key, right, MQ_STOP_KEY_SIZE - 1) != 0) {
        mq__exchange_fault(x, MQ_FAULT_BAD_SECRET);
        return;
    }
    begin(x, STOP, id);
}

void mq__route_forgot(struct mq_exchange *x)
{
    if (mq__must(x, x->method == MQ_POST, MQ_FAULT_METHOD)) {
        begin(x, FORGOT, "");
    }
}

void mq__route_notices(struct mq_exchange *x)
{
    const char *rest = x->path + strlen("/api/notices");
    char id[MQ_KEY_SIZE] = "";
    size_t length;

    if (rest[0] == '\0' && x->method != MQ_PATCH) {
        begin(x,
              x->method == MQ_GET    ? LIST
              : x->method == MQ_POST ? ADD
                                     : REMOVE_ALL,
              "");
        return;
    }
    if (strcmp(rest, "/confirm") == 0 && x->method == MQ_POST) {
        begin(x, CONFIRM, "");
        return;
    }
    length = rest[0] == '/' ? strcspn(rest + 1, "/") : 0;
    if (length == MQ_KEY_SIZE - 1) {
        memcpy(id, rest + 1, length);
        rest += 1 + length;
        if (rest[0] == '\0' &&
            (x->method == MQ_PATCH || x->method == MQ_DELETE)) {
            begin(x, x->method == MQ_PATCH ? CHANGE : REMOVE, id);
            return;
        }
        if (strcmp(rest, "/test") == 0 && x->method == MQ_POST) {
            begin(x, TEST, id);
            return;
        }
    }
    mq__exchange_fault(x, MQ_FAULT_NOT_FOUND);
}

/* HTTP: accounts, signing in and out. Passwords are hashed (argon2id) in a
 * pool of their own; attempts are slowed for each address and name. */
#include "server/net.h"
#include "server/pool.h"
#include "server/request.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(MQ_PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "too short");

enum { PASSWORD = 257, RESET_DAYS = 2 };

enum what { ADD, LOGIN, LOGOUT, CHANGE, RESET, NOTHING };

/* One request on its way: reader, pool, writer, in that order. */
struct person {
    struct mq_job job; /* first */
    struct mq_post post;
    struct mq_task task;
    struct mq_exchange *exchange;
    struct mq_app *app;
    enum what what;
    char password[PASSWORD], next[PASSWORD];
    char secret[MQ_SECRET_SIZE];
    struct mq_account account;
    bool verify, verified, hashed;
};

static struct person *from_post(struct mq_post *post)
{
    return (struct person *)((char *)post - offsetof(struct person, post));
}

static struct person *from_task(struct mq_task *task)
{
    return (struct person *)((char *)task - offsetof(struct person, task));
}

static void person_end(struct person *p, enum mq_fault fault)
{
    struct mq_exchange *x = p->exchange;
    struct mq_json_writer w;

    if (fault != MQ_FAULT_NONE) {
        x->new_token[0] = '\0';
        mq__exchange_fault(x, fault);
    } else {
        mq__exchange_begin(x, p->what == ADD ? 201 : 200, &w);
        if (p->what == LOGOUT || p->account.name[0] == '\0') {
            mq__json_null(&w, "account");
        } else {
            mq__json_open(&w, "account", '{');
            mq__json_str(&w, "name", p->account.name);
            mq__json_close(&w, '}');
        }
        mq__json_close(&w, '}');
        mq__exchange_send(x);
    }
    mq__exchange_release(x);
    sodium_memzero(p, sizeof(*p));
    free(p);
}

static enum mq_status write_run(struct mq_job *job, struct mq_store *store)
{
    struct person *p = (struct person *)job;
    struct mq_session *session = &p->exchange->session;
    char id[MQ_KEY_SIZE];
    enum mq_status status = MQ_OK;

    switch (p->what) {
    case ADD:
        status = mq_store_add_account(store, &p->account);
        break;
    case CHANGE:
        status = mq_store_set_password(store, p->account.id, p->account.hash,
                                       session->id);
        break;
    case RESET:
        mq__secret_hash(p->secret, id);
        status = mq_store_use_reset(store, id, mq__wall_ms(), p->account.id);
        if (status == MQ_OK) {
            status = mq_store_set_password(store, p->account.id,
                                           p->account.hash, "");
            status = status == MQ_NOTHING ? MQ_CANCELLED : status;
        }
        return status;
    case LOGOUT:
        return mq_store_delete_session(store, session->id);
    case LOGIN:
    case NOTHING:
        break;
    }
    if (status == MQ_OK) {
        status = mq_store_put_session(store, session);
        status = status == MQ_CONFLICT ? MQ_CANCELLED : status;
    }
    return status;
}

static void post_done(struct mq_job *job)
{
    struct person *p = (struct person *)job;

    mq__post(p->app, &p->post);
}

static void written(struct mq_post *post)
{
    struct person *p = from_post(post);

    switch (p->job.status) {
    case MQ_OK:
        person_end(p, MQ_FAULT_NONE);
        break;
    case MQ_CONFLICT:
        person_end(p, MQ_FAULT_NAME_TAKEN);
        break;
    case MQ_NOTHING:
        person_end(p, MQ_FAULT_BAD_SECRET);
        break;
    default:
        person_end(p, MQ_FAULT_NOT_SAVED);
        break;
    }
}

static void write_later(struct person *p)
{
    struct mq_exchange *x = p->exchange;
    struct mq_extra unused[2];
    int extras = 0;

    if (p->what == ADD || p->what == LOGIN) {
        mq__exchange_session(x, unused, &extras);
        memcpy(x->session.account, p->account.id, MQ_KEY_SIZE);
    }
    x->clear_cookie = p->what == LOGOUT;
    p->job = (struct mq_job){.run = write_run, .done = post_done};
    p->post.run = written;
    mq_worker_submit(p->app->writer, &p->job);
}

static bool hash_password(const char *password, char out[])
{
    return crypto_pwhash_str_alg(out, password, strlen(password),
                                 crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* In the pool. A name that doesn't exist takes as long as one that does. */
static void work(struct mq_task *task)
{
    struct person *p = from_task(task);
    char hash[crypto_pwhash_STRBYTES];

    if (p->verify && p->account.id[0] == '\0') {
        hash_password(p->password, hash);
        return;
    }
    if (p->verify) {
        p->verified = crypto_pwhash_str_verify(p->account.hash, p->password,
                                               strlen(p->password)) == 0;
    }
    if (p->what == LOGIN) {
        p->hashed = true;
    } else if (p->verified || !p->verify) {
        p->hashed = hash_password(p->next, hash);
        snprintf(p->account.hash, sizeof(p->account.hash), "%s", hash);
    }
}

static void worked(struct mq_post *post)
{
    struct person *p = from_task((struct mq_task *)post);

    if (p->app->stopping) {
        person_end(p, MQ_FAULT_STOPPING); /* perhaps nobody has looked */
    } else if (p->verify && !p->verified) {
        person_end(p, MQ_FAULT_BAD_PASSWORD);
    } else if (!p->hashed) {
        person_end(p, MQ_FAULT_NOT_SAVED);
    } else {
        write_later(p);
    }
}

static void work_later(struct person *p)
{
    p->task.work = work;
    p->task.post.run = worked;
    mq__pool_submit(p->app->passwords, &p->task);
}

static enum mq_status find_run(struct mq_job *job, struct mq_store *store)
{
    struct person *p = (struct person *)job;
    char key[sizeof(p->account.key)];
    enum mq_status status;

    memcpy(key, p->account.key, sizeof(key));
    status = mq_store_account(store, key, &p->account);
    return status == MQ_NOTHING ? MQ_OK : status;
}

static void found(struct mq_post *post)
{
    struct person *p = from_post(post);

    if (p->job.status != MQ_OK) {
        person_end(p, MQ_FAULT_NOT_SAVED);
    } else {
        work_later(p);
    }
}

static void find_later(struct person *p)
{
    p->job = (struct mq_job){.run = find_run, .done = post_done};
    p->post.run = found;
    mq_worker_submit(p->app->reader, &p->job);
}

static void set_key(struct mq_account *account)
{
    snprintf(account->key, sizeof(account->key), "%s", account->name);
    for (char *c = account->key; *c != '\0'; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
}

static void take(struct mq_reader *r, struct mq_read_object *o, const char *key,
                 char *out, size_t size)
{
    const char *text = mq__read_text(r, o, key);

    if (text != NULL && strlen(text) >= size) {
        mq__read_fail(r, key, "server.too-long", "");
        text = NULL;
    }
    snprintf(out, size, "%s", text != NULL ? text : "");
}

static void take_new(struct mq_reader *r, struct mq_read_object *o,
                     const char *key, char out[PASSWORD])
{
    take(r, o, key, out, PASSWORD);
    if (!r->failed && strlen(out) < 8) {
        mq__read_fail(r, key, "server.short-password", "i", 8);
    }
}

static void read_fields(struct person *p, struct mq_reader *r,
                        struct mq_read_object *o)
{
    switch (p->what) {
    case ADD:
    case LOGIN:
        take(r, o, "name", p->account.name, sizeof(p->account.name));
        if (!r->failed && !mq__name_ok(p->account.name, MQ_NAME_SIZE)) {
            mq__read_fail(r, "name", "server.name", "i", MQ_NAME_SIZE - 1);
        }
        if (p->what == ADD) {
            take_new(r, o, "password", p->next);
        } else {
            take(r, o, "password", p->password, PASSWORD);
        }
        if (mq__read_optional(r, o, "code") != NULL) {
            take(r, o, "code", p->password, PASSWORD);
        }
        break;
    case CHANGE:
        take(r, o, "old", p->password, PASSWORD);
        take_new(r, o, "new", p->next);
        break;
    case RESET:
        take(r, o, "secret", p->secret, sizeof(p->secret));
        take_new(r, o, "new", p->next);
        break;
    case LOGOUT:
    case NOTHING:
        break;
    }
}

static bool read_person(struct mq_exchange *x, struct person *p)
{
    struct mq_error error = {0};
    struct mq_failure failure;
    struct mq_reader r;
    struct mq_read_object o;

    mq__reader_init(&r, "body", &error);
    r.status = MQ_SYNTAX;
    if (mq__read_object(&r, x->doc.root, &o)) {
        read_fields(p, &r, &o);
        mq__read_done(&r, &o);
    }
    if (r.failed) {
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
    }
    return !r.failed;
}

/* Whether accounts may be made, and with that code. */
static bool may_add(const struct person *p)
{
    const struct mq_server_config *config = p->app->config;
    char given[MQ_KEY_SIZE], wanted[MQ_KEY_SIZE];

    if (config->accounts != MQ_ACCOUNTS_CODE) {
        return config->accounts == MQ_ACCOUNTS_OPEN;
    }
    mq__secret_hash(p->password, given);
    mq__secret_hash(config->account_code != NULL ? config->account_code : "",
                    wanted);
    return config->account_code != NULL &&
           sodium_memcmp(given, wanted, sizeof(given)) == 0;
}

/* What is wrong before anything is looked up. */
static enum mq_fault refuse(struct mq_exchange *x, struct person *p)
{
    if (p->what == CHANGE && x->account.id[0] == '\0') {
        return MQ_FAULT_FORBIDDEN;
    }
    if (p->what != LOGOUT && !mq__attempt(x->app->attempts, &x->address,
                                          p->account.key, mq__now_ms())) {
        x->app->figures.limited++;
        return MQ_FAULT_TOO_MANY;
    }
    if (p->what == ADD && !may_add(p)) {
        return MQ_FAULT_FORBIDDEN;
    }
    if (p->what == RESET && !mq__secret_ok(p->secret)) {
        return MQ_FAULT_BAD_SECRET;
    }
    return MQ_FAULT_NONE;
}

static void begin(struct mq_exchange *x, struct person *p)
{
    enum mq_fault fault;

    p->exchange = x;
    p->app = x->app;
    x->refs++;
    set_key(&p->account);
    fault = refuse(x, p);
    if (fault != MQ_FAULT_NONE) {
        person_end(p, fault);
        return;
    }
    switch (p->what) {
    case ADD:
        mq__key_make(p->account.id);
        p->account.created_at = mq__wall_ms();
        work_later(p);
        break;
    case LOGIN:
        p->verify = true;
        find_later(p);
        break;
    case CHANGE:
        p->verify = true;
        p->account = x->account;
        work_later(p);
        break;
    case RESET:
        work_later(p);
        break;
    case LOGOUT:
        write_later(p);
        break;
    case NOTHING:
        person_end(p, MQ_FAULT_NOT_FOUND);
        break;
    }
}

static void route_session(struct mq_exchange *x)
{
    struct mq_json_writer w;

    mq__exchange_begin(x, 200, &w);
    if (x->account.id[0] != '\0') {
        mq__json_open(&w, "account", '{');
        mq__json_str(&w, "name", x->account.name);
        mq__json_close(&w, '}');
    } else {
        mq__json_null(&w, "account");
    }
    mq__json_close(&w, '}');
    mq__exchange_send(x);
}

void mq__route_people(struct mq_exchange *x)
{
    static const struct {
        const char *path;
        enum what what;
    } paths[] = {
        {"/api/accounts", ADD},        {"/api/login", LOGIN},
        {"/api/logout", LOGOUT},       {"/api/account/password", CHANGE},
        {"/api/account/reset", RESET},
    };
    struct person *p;

    if (strcmp(x->path, "/api/session") == 0 && x->method == MQ_GET) {
        route_session(x);
        return;
    }
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        if (strcmp(paths[i].path, x->path) != 0) {
            continue;
        }
        p = x->method == MQ_POST ? calloc(1, sizeof(*p)) : NULL;
        if (p == NULL) {
            mq__exchange_fault(x, x->method == MQ_POST ? MQ_FAULT_NOT_SAVED
                                                       : MQ_FAULT_METHOD);
            return;
        }
        p->what = paths[i].what;
        if (read_person(x, p)) {
            begin(x, p);
        } else {
            free(p);
        }
        return;
    }
    mq__exchange_fault(x, strcmp(x->path, "/api/session") == 0
                              ? MQ_FAULT_METHOD
                              : MQ_FAULT_NOT_FOUND);
}

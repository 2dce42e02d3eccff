/* HTTP: accounts, signing in and out. Passwords are hashed (argon2id) in a
 * pool of their own: few at a time for each address, and not for clients that
 * have left. Attempts are slowed for each address, and for each name there;
 * wrong account codes for each address and in all. */
#include "server/net.h"
#include "server/peers.h"
#include "server/request.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(MQ_PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "too short");

enum { PASSWORD = 257, MOST_WAITING = 32 };

enum what { ADD, LOGIN, LOGOUT, CHANGE, RESET, DELETE, NOTHING };

/* One request on its way: reader, pool, writer, in that order. */
struct person {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    struct mq_work work; /* the hash */
    enum what what;
    char password[PASSWORD], next[PASSWORD];
    char secret[MQ_SECRET_SIZE];
    struct mq_account account;
    bool verify, verified, hashed, worked;
    char old[MQ_KEY_SIZE]; /* the session that a login replaces; "" : none */
};

/* The account that the session has now; "": none. */
static void answer_account(struct mq_exchange *x, int status, const char *name)
{
    struct mq_json_writer w;

    mq__exchange_begin(x, status, &w);
    if (name[0] != '\0') {
        mq__json_open(&w, "account", '{');
        mq__json_str(&w, "name", name);
        mq__json_close(&w, '}');
    } else {
        mq__json_null(&w, "account");
    }
    mq__json_close(&w, '}');
    mq__exchange_send(x);
}

static void person_free(struct person *p)
{
    mq__exchange_release(p->exchange);
    sodium_memzero(p, sizeof(*p));
    free(p);
}

static void person_end(struct person *p, enum mq_fault fault)
{
    struct mq_exchange *x = p->exchange;

    if (fault != MQ_FAULT_NONE) {
        x->new_token[0] = '\0';
        mq__exchange_fault(x, fault);
    } else {
        answer_account(
            x, p->what == ADD ? 201 : 200,
            p->what == LOGOUT || p->what == DELETE ? "" : p->account.name);
    }
    person_free(p);
}

/* Who signs in gets a new session: whoever knows the old one's name has
 * nothing of it. What it held comes along. */
static enum mq_status write_session(struct person *p, struct mq_store *store)
{
    const struct mq_session *session = &p->exchange->session;
    enum mq_status status =
        p->old[0] != '\0' ? mq_store_replace_session(store, p->old, session)
                          : mq_store_put_session(store, session);

    return status == MQ_CONFLICT ? MQ_CANCELLED : status;
}

static enum mq_status write_reset(struct person *p, struct mq_store *store)
{
    char id[MQ_KEY_SIZE];
    enum mq_status status;

    mq__secret_hash(p->secret, id);
    status = mq_store_use_reset(store, id, mq__wall_ms(), p->account.id);
    if (status == MQ_OK) {
        status =
            mq_store_set_password(store, p->account.id, p->account.hash, "");
        status = status == MQ_NOTHING ? MQ_CANCELLED : status;
    }
    return status;
}

static enum mq_status write_all(struct person *p, struct mq_store *store)
{
    const struct mq_session *session = &p->exchange->session;
    enum mq_status status = MQ_OK;

    switch (p->what) {
    case ADD:
        status = mq_store_add_account(store, &p->account);
        return status == MQ_OK ? write_session(p, store) : status;
    case LOGIN:
        return write_session(p, store);
    case CHANGE:
        return mq_store_set_password(store, p->account.id, p->account.hash,
                                     session->id);
    case RESET:
        return write_reset(p, store);
    case LOGOUT:
        return mq_store_delete_session(store, session->id);
    case DELETE:
        status = mq__account_forget(store, p->account.id);
        return status == MQ_CONFLICT ? MQ_CANCELLED : status;
    case NOTHING:
        break;
    }
    return status;
}

/* Sessions that end by it. */
static struct mq_ended ended(const struct person *p)
{
    if (p->what == CHANGE || p->what == RESET || p->what == DELETE) {
        return (struct mq_ended){
            .account = p->account.id,
            .keep = p->what == CHANGE ? p->exchange->session.id : ""};
    }
    return (struct mq_ended){
        .session = p->what == LOGOUT ? p->exchange->session.id : p->old};
}

static enum mq_status write_run(struct mq_job *job, struct mq_store *store)
{
    struct person *p = (struct person *)job;
    enum mq_status status = write_all(p, store);
    struct mq_ended end;
    char word[MQ_SIGNAL_SIZE];

    if (status == MQ_OK && mq_store_is_shared(store)) {
        end = ended(p);
        mq__peers_write_end(&end, word);
        status = mq_store_signal(store, word);
    }
    return status;
}

static void written(struct mq_store_job *job)
{
    struct person *p = (struct person *)job;
    struct mq_ended end;

    switch (job->job.status) {
    case MQ_OK:
        end = ended(p);
        mq__conns_end(job->app, &end);
        person_end(p, MQ_FAULT_NONE);
        break;
    case MQ_CONFLICT:
        person_end(p, MQ_FAULT_NAME_TAKEN);
        break;
    case MQ_NOTHING:
        person_end(p, MQ_FAULT_BAD_SECRET);
        break;
    case MQ_VERSION:
        mq__retire(job->app);
        person_end(p, MQ_FAULT_OUTDATED);
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
        memcpy(p->old, x->session.id, sizeof(p->old));
        x->session.id[0] = '\0';
        mq__exchange_session(x, unused, &extras);
        memcpy(x->session.account, p->account.id, MQ_KEY_SIZE);
    }
    x->clear_cookie = p->what == LOGOUT || p->what == DELETE;
    mq__submit(x->app->writer, &p->job, write_run, written);
}

static bool hash_password(const char *password, char out[])
{
    return crypto_pwhash_str_alg(out, password, strlen(password),
                                 crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                 crypto_pwhash_MEMLIMIT_INTERACTIVE,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* In the pool. A name that doesn't exist takes as long as one that does. */
static enum mq_status work(struct mq_job *job, struct mq_store *store)
{
    struct person *p = (struct person *)job;
    char hash[crypto_pwhash_STRBYTES];

    (void)store;
    if (atomic_load(&p->exchange->gone)) {
        return MQ_CANCELLED;
    }
    p->worked = true;
    if (p->verify && p->account.id[0] == '\0') {
        hash_password(p->password, hash);
        return MQ_OK;
    }
    if (p->verify) {
        p->verified = crypto_pwhash_str_verify(p->account.hash, p->password,
                                               strlen(p->password)) == 0;
    }
    if (p->what == LOGIN || p->what == DELETE) {
        p->hashed = true;
    } else if (p->verified || !p->verify) {
        p->hashed = hash_password(p->next, hash);
        snprintf(p->account.hash, sizeof(p->account.hash), "%s", hash);
    }
    return MQ_OK;
}

static void worked(struct mq_store_job *job)
{
    struct person *p = (struct person *)job;

    mq__work_end(&p->work, 0); /* attempts are limited by number */
    job->app->figures.passwords_hashed += p->worked;
    if (job->job.status != MQ_OK) {
        person_end(p, MQ_FAULT_STOPPING); /* nobody has looked */
    } else if (p->verify && !p->verified) {
        person_end(p, MQ_FAULT_BAD_PASSWORD);
    } else if (p->account.banned) {
        person_end(p, MQ_FAULT_FORBIDDEN);
    } else if (!p->hashed) {
        person_end(p, MQ_FAULT_NOT_SAVED);
    } else {
        write_later(p);
    }
}

static void work_start(struct mq_work *base)
{
    struct person *p =
        (struct person *)((char *)base - offsetof(struct person, work));

    mq__submit(p->job.app->passwords, &p->job, work, worked);
}

/* A hash takes a tenth of a second of a core, and 64 MiB. */
static void work_later(struct person *p)
{
    struct mq_worker_counts counts;

    mq_worker_count(p->job.app->passwords, &counts);
    if (counts.queued >= MOST_WAITING) {
        p->job.app->figures.limited++;
        person_end(p, MQ_FAULT_TOO_MANY);
        return;
    }
    p->work.start = work_start;
    if (!mq__work_add(p->exchange, &p->work)) {
        person_free(p);
    }
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

static void found(struct mq_store_job *job)
{
    struct person *p = (struct person *)job;

    if (job->job.status != MQ_OK) {
        person_end(p, MQ_FAULT_NOT_SAVED);
    } else {
        work_later(p);
    }
}

static void set_key(struct mq_account *account)
{
    snprintf(account->key, sizeof(account->key), "%s", account->name);
    for (char *c = account->key; *c != '\0'; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
}

static void take_new(struct mq_reader *r, struct mq_read_object *o,
                     const char *key, char out[PASSWORD])
{
    mq__read_copy(r, o, key, out, PASSWORD);
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
        mq__read_copy(r, o, "name", p->account.name, sizeof(p->account.name));
        if (p->what == ADD && !r->failed && !mq__name_ok(p->account.name)) {
            mq__read_fail(r, "name", "server.name", "i", MQ_NAME_LENGTH);
        }
        if (p->what == ADD) {
            take_new(r, o, "password", p->next);
        } else {
            mq__read_copy(r, o, "password", p->password, PASSWORD);
        }
        if (mq__read_optional(r, o, "code") != NULL) {
            mq__read_copy(r, o, "code", p->password, PASSWORD);
        }
        break;
    case CHANGE:
        mq__read_copy(r, o, "old", p->password, PASSWORD);
        take_new(r, o, "new", p->next);
        break;
    case RESET:
        mq__read_copy(r, o, "secret", p->secret, sizeof(p->secret));
        take_new(r, o, "new", p->next);
        break;
    case DELETE:
        mq__read_copy(r, o, "password", p->password, PASSWORD);
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

static bool is_code(const struct person *p)
{
    const char *code = p->job.app->config->account_code;
    char given[MQ_KEY_SIZE], wanted[MQ_KEY_SIZE];

    mq__secret_hash(p->password, given);
    mq__secret_hash(code != NULL ? code : "", wanted);
    return code != NULL && sodium_memcmp(given, wanted, sizeof(given)) == 0;
}

/* Wrong codes: five an address, then one a minute; a hundred in all, then one
 * every ten seconds. Who has none left is told so whatever the code is. */
static enum mq_fault try_code(struct person *p, struct mq_visitor *v)
{
    struct mq_bucket *all = &p->job.app->codes;
    int64_t now = mq__now_ms();

    if (!mq__bucket_has(&v->codes, now, 1.0 / 60, 5) ||
        !mq__bucket_has(all, now, 0.1, 100)) {
        return MQ_FAULT_TOO_MANY;
    }
    if (is_code(p)) {
        return MQ_FAULT_NONE;
    }
    v->codes.tokens--;
    all->tokens--;
    return MQ_FAULT_FORBIDDEN;
}

/* Whether accounts may be made, and with that code. */
static enum mq_fault may_add(struct person *p, struct mq_visitor *v)
{
    switch (p->job.app->config->accounts) {
    case MQ_ACCOUNTS_OPEN:
        return MQ_FAULT_NONE;
    case MQ_ACCOUNTS_CODE:
        return try_code(p, v);
    case MQ_ACCOUNTS_CLOSED:
        break;
    }
    return MQ_FAULT_FORBIDDEN;
}

/* Of an address at once; then one every five seconds. */
enum { ATTEMPTS = 20 };

/* What is wrong before anything is looked up. */
static enum mq_fault refuse(struct mq_exchange *x, struct person *p)
{
    int64_t now = mq__now_ms();
    struct mq_visitor *v = mq__visitor(x->app->visitors, &x->address, now);

    if (p->what == LOGOUT) {
        return MQ_FAULT_NONE;
    }
    if ((p->what == CHANGE || p->what == DELETE) && x->account.id[0] == '\0') {
        return MQ_FAULT_FORBIDDEN;
    }
    if (v == NULL || !mq__bucket_take(&v->passwords, now, 0.2, ATTEMPTS) ||
        !mq__attempt(x->app->attempts, &x->address, p->account.key, now)) {
        return MQ_FAULT_TOO_MANY;
    }
    if (p->what == RESET && !mq__secret_ok(p->secret)) {
        return MQ_FAULT_BAD_SECRET;
    }
    return p->what == ADD ? may_add(p, v) : MQ_FAULT_NONE;
}

static void begin(struct mq_exchange *x, struct person *p)
{
    enum mq_fault fault;

    p->exchange = x;
    p->job.app = x->app;
    x->refs++;
    set_key(&p->account);
    fault = refuse(x, p);
    if (fault != MQ_FAULT_NONE) {
        x->app->figures.limited += fault == MQ_FAULT_TOO_MANY;
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
        mq__submit(x->app->reader, &p->job, find_run, found);
        break;
    case CHANGE:
    case DELETE:
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

void mq__route_people(struct mq_exchange *x)
{
    static const struct {
        const char *path;
        enum what what;
    } paths[] = {
        {"/api/accounts", ADD},        {"/api/login", LOGIN},
        {"/api/logout", LOGOUT},       {"/api/account/password", CHANGE},
        {"/api/account/reset", RESET}, {"/api/account/delete", DELETE},
    };
    struct person *p;

    if (strcmp(x->path, "/api/session") == 0 && x->method == MQ_GET) {
        answer_account(x, 200, x->account.name);
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

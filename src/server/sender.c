/* See sender.h. */
#include "server/sender.h"
#include "server/net.h"
#include "server/push.h"
#include "server/told.h"

#include <fcntl.h>
#include <poll.h>
#include <sodium.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MS = 500,
    CLAIM_MS = 60000,
    MOST = 16, /* in one letter */
    LANES = 6,
    HOUR_MS = 3600 * 1000,
};

/* A thread and what it sends. */
struct lane {
    struct mq_sender *sender;
    enum mq_channel_kind kind;
    struct mq_store *store;
    pthread_t thread;
    bool runs;
    char claimer[MQ_KEY_SIZE + 4];
};

struct mq_sender {
    struct mq_app *app;
    atomic_bool stop;
    int end[2]; /* a pipe: closed, the threads end */
    atomic_ullong count;
    struct mq_ranges allowed;
    struct mq_smtp smtp;
    char secret[MQ_SETTING_SIZE]; /* of links that stop */
    struct lane lane[LANES];
    int lanes;
};

/* What one thread sends at once: all to one channel. */
struct batch {
    struct lane *lane;
    struct mq_notice notice[MOST];
    int notices;
    struct mq_channel channel;
    struct mq_told told[MOST];
    int count; /* of told */
    int64_t now;
};

static bool take_notice(void *context, const struct mq_notice *row)
{
    struct batch *b = context;

    for (int i = 0; i < b->notices; i++) {
        if (strcmp(b->notice[i].id, row->id) == 0) {
            return true;
        }
    }
    b->notice[b->notices++] = *row;
    return b->notices < MOST;
}

/* One notice and, for mail, what else there is for the same person. */
static enum mq_status claim(struct batch *b)
{
    struct lane *lane = b->lane;
    struct mq_claim claim = {.first = lane->kind,
                             .last = lane->kind,
                             .now = b->now,
                             .until = b->now + CLAIM_MS,
                             .claimer = lane->claimer,
                             .most = 1};
    enum mq_status status;
    bool any = false;

    status = mq_store_due(lane->store, &claim, &any);
    if (status != MQ_OK || !any) {
        return status;
    }
    status = mq_store_begin(lane->store);
    if (status != MQ_OK) {
        return status;
    }
    status = mq_store_claim(lane->store, &claim, take_notice, b);
    if (status == MQ_OK && b->notices > 0 && lane->kind == MQ_CHANNEL_MAIL &&
        b->notice[0].what < MQ_WHATS) {
        status = mq_store_claim_channel(lane->store, &claim,
                                        b->notice[0].channel, take_notice, b);
    }
    return mq_store_end(lane->store, status);
}

struct found {
    struct mq_app *app;
    struct mq_told *told;
    bool wanted;
};

static void add_name(struct mq_told *told, const char *name)
{
    size_t length = strlen(told->with);

    snprintf(told->with + length, sizeof(told->with) - length, "%s%s",
             length > 0 ? ", " : "", name);
}

/* The table as it is now: whether the notice is still of use, and its words. */
static bool look_at_table(void *context, const struct mq_table_row *row,
                          const struct mq_head_row *head)
{
    struct found *f = context;
    struct mq_told *told = f->told;
    struct mq_table *t = calloc(1, sizeof(*t));
    enum mq_what what = told->notice.what;
    int seat = told->notice.seat;

    if (t == NULL) {
        return false;
    }
    t->app = f->app;
    if (mq__table_read_doc(t, row->doc) == MQ_OK && seat < t->players) {
        f->wanted =
            what == MQ_WHAT_TURN || what == MQ_WHAT_CLOCK
                ? row->state == MQ_TABLE_RUNNING && (head->waiting >> seat & 1)
                : what != MQ_WHAT_INVITE || row->state == MQ_TABLE_OPEN;
        snprintf(told->game, sizeof(told->game), "%s", t->game_id);
        snprintf(told->name, sizeof(told->name), "%s",
                 seat >= 0 ? t->place[seat].name : "");
        for (int i = 0; i < t->players; i++) {
            if (i != seat && t->place[i].kind == MQ_SEAT_PERSON) {
                add_name(told, t->place[i].name);
            }
        }
    }
    free(t);
    return false;
}

static const char *base_of(const struct batch *b)
{
    return b->lane->kind == MQ_CHANNEL_COMMAND ? b->lane->sender->app->base
                                               : b->channel.base;
}

/* Puts a notice into the batch, unless nobody needs it any more. */
static enum mq_status prepare(struct batch *b, const struct mq_notice *n)
{
    struct mq_told *told = &b->told[b->count];
    struct found f = {b->lane->sender->app, told, n->table[0] == '\0'};
    enum mq_status status = MQ_OK;

    memset(told, 0, sizeof(*told));
    told->notice = *n;
    if (n->table[0] != '\0') {
        status = mq_store_table(b->lane->store, n->table, look_at_table, &f);
        status = status == MQ_NOTHING ? MQ_OK : status;
    }
    if (status == MQ_OK && !f.wanted) {
        return mq_store_delete_notice(b->lane->store, n->id);
    }
    if (n->text[0] != '\0') {
        snprintf(told->url, sizeof(told->url), "%s%s", base_of(b), n->text);
    } else if (n->table[0] != '\0') {
        snprintf(told->url, sizeof(told->url), "%s/t/%s", base_of(b), n->table);
    } else {
        snprintf(told->url, sizeof(told->url), "%s/notices", base_of(b));
    }
    b->count += status == MQ_OK;
    return status;
}

/* Scheme and host of an address. */
static void origin_of(const char *url, char *out, size_t size)
{
    const char *host = strstr(url, "://");
    size_t length =
        host != NULL ? (size_t)(host + 3 - url) + strcspn(host + 3, "/?#") : 0;

    snprintf(out, size, "%.*s", (int)length, url);
}

static enum mq_sent post_push(struct batch *b, const uint8_t *body,
                              size_t length, const struct mq_ec_key *key,
                              char why[MQ_WHY_SIZE])
{
    char header[1300] = "Authorization: ", origin[256], topic[64];
    const char *headers[] = {header,
                             "Content-Encoding: aes128gcm",
                             "Content-Type: application/octet-stream",
                             "TTL: 86400",
                             "Urgency: high",
                             topic,
                             "Expect:",
                             NULL};
    const char *url = b->lane->sender->app->config->url;

    snprintf(topic, sizeof(topic), "Topic: %.16s%d",
             b->told[0].notice.table[0] != '\0' ? b->told[0].notice.table
                                                : "maxq",
             b->told[0].notice.what);
    origin_of(b->channel.address, origin, sizeof(origin));
    if (!mq__vapid_header(key, origin, url != NULL ? url : b->channel.base,
                          b->now / 1000 + 12 * 3600, header + strlen(header),
                          sizeof(header) - strlen(header))) {
        snprintf(why, MQ_WHY_SIZE, "it could not be signed");
        return MQ_SENT_NEVER;
    }
    return mq__outside_post(&(struct mq_request){b->channel.address, headers,
                                                 body, length,
                                                 &b->lane->sender->allowed},
                            why);
}

static enum mq_sent send_push(struct batch *b, char why[MQ_WHY_SIZE])
{
    struct mq_push_browser browser;
    struct mq_push_message message = {.to = &browser};
    struct mq_ec_key key;
    char setting[MQ_SETTING_SIZE];
    uint8_t body[MQ_PUSH_RECORD];
    struct mq_buf text;
    size_t length;

    snprintf(why, MQ_WHY_SIZE, "its keys are wrong");
    if (mq_store_setting(b->lane->store, MQ_SETTING_VAPID, setting) != MQ_OK) {
        return MQ_SENT_LATER;
    }
    if (!mq__vapid_read(setting, &key) ||
        !mq__push_browser_read(b->channel.secret, &browser) ||
        !mq__ec_make(&message.own)) {
        return MQ_SENT_NEVER;
    }
    randombytes_buf(message.salt, sizeof(message.salt));
    mq__buf_init(&text);
    mq__told_push(&b->told[0], &b->channel, &text);
    message.text = mq__buf_text(&text);
    message.length = text.length;
    length = mq__push_seal(&message, body);
    mq__buf_finish(&text);
    sodium_memzero(&message.own, sizeof(message.own));
    return length > 0 ? post_push(b, body, length, &key, why) : MQ_SENT_NEVER;
}

static enum mq_sent send_mail(struct batch *b, char why[MQ_WHY_SIZE])
{
    struct mq_sender *s = b->lane->sender;
    char stop[MQ_STOP_KEY_SIZE];
    struct mq_told_letter letter = {.told = b->told,
                                    .count = b->count,
                                    .to = &b->channel,
                                    .from = s->smtp.from,
                                    .stop_key = stop,
                                    .at = b->now};
    struct mq_buf text;
    enum mq_sent sent;

    mq__stop_key(s->secret, b->channel.id, stop);
    mq__buf_init(&text);
    mq__told_letter(&letter, &text);
    sent =
        mq__outside_mail(&s->smtp,
                         &(struct mq_letter){b->channel.address,
                                             mq__buf_text(&text), text.length},
                         why);
    mq__buf_finish(&text);
    return sent;
}

/* The signature is HMAC-SHA256 of the time, a dot and the body. */
static void sign_hook(const struct batch *b, const struct mq_buf *body,
                      char out[160])
{
    crypto_auth_hmacsha256_state state;
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    char time[32], hex[2 * sizeof(mac) + 1];
    const char *secret = b->channel.secret;

    snprintf(time, sizeof(time), "%lld.", (long long)(b->now / 1000));
    crypto_auth_hmacsha256_init(&state, (const unsigned char *)secret,
                                strlen(secret));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)time,
                                  strlen(time));
    crypto_auth_hmacsha256_update(
        &state, (const unsigned char *)mq__buf_text(body), body->length);
    crypto_auth_hmacsha256_final(&state, mac);
    sodium_bin2hex(hex, sizeof(hex), mac, sizeof(mac));
    snprintf(out, 160, "Maxq-Signature: t=%lld,v1=%s",
             (long long)(b->now / 1000), hex);
}

/* As JSON, or, for services that show the body as it is, as plain text. */
static enum mq_sent send_hook(struct batch *b, char why[MQ_WHY_SIZE])
{
    bool plain = strcmp(b->channel.label, "text") == 0;
    char signature[160], click[700], title[16] = "Title: Max Q";
    const char *headers[] = {plain ? "Content-Type: text/plain; charset=utf-8"
                                   : "Content-Type: application/json",
                             signature,
                             "Expect:",
                             title,
                             click,
                             NULL};
    struct mq_buf body;
    enum mq_sent sent;

    mq__buf_init(&body);
    if (plain) {
        mq__told_title(&b->told[0], b->channel.language, &body);
        mq__buf_str(&body, "\n");
        mq__told_text(&b->told[0], b->channel.language, &body);
    } else {
        mq__told_hook(&b->told[0], &b->channel, &body);
    }
    snprintf(click, sizeof(click), "Click: %s", b->told[0].url);
    sign_hook(b, &body, signature);
    sent = mq__outside_post(
        &(struct mq_request){b->channel.address, headers, mq__buf_text(&body),
                             body.length, &b->lane->sender->allowed},
        why);
    mq__buf_finish(&body);
    return sent;
}

static enum mq_sent run_command(const char *command, const struct mq_buf *line)
{
    char *argv[] = {"sh", "-c", (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2], status = 0;
    enum mq_sent sent = MQ_SENT_LATER;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        return sent;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    if (posix_spawn(&child, "/bin/sh", &actions, NULL, argv, environ) == 0) {
        close(ends[0]);
        ends[0] = -1;
        if (write(ends[1], mq__buf_text(line), line->length) < 0) {
            mq__log(MQ_LOG_WARN, "notify", "error=pipe");
        }
        close(ends[1]);
        ends[1] = -1;
        waitpid(child, &status, 0);
        sent = MQ_SENT; /* the command's own failures are its own */
    }
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) {
            close(ends[i]);
        }
    }
    posix_spawn_file_actions_destroy(&actions);
    return sent;
}

static enum mq_sent send_command(struct batch *b, char why[MQ_WHY_SIZE])
{
    char account[MQ_ACCOUNT_NAME_SIZE], language[8];
    struct mq_buf line;
    enum mq_sent sent;

    snprintf(why, MQ_WHY_SIZE, "the command could not be started");
    if (mq_store_seat_account(b->lane->store, b->told[0].notice.table,
                              b->told[0].notice.seat, account,
                              language) != MQ_OK) {
        return MQ_SENT_LATER;
    }
    mq__buf_init(&line);
    mq__told_command(&b->told[0], account, language, &line);
    sent = run_command(b->lane->sender->app->config->notify, &line);
    mq__buf_finish(&line);
    return sent;
}

static enum mq_sent send_it(struct batch *b, char why[MQ_WHY_SIZE])
{
    switch (b->lane->kind) {
    case MQ_CHANNEL_PUSH:
        return send_push(b, why);
    case MQ_CHANNEL_MAIL:
        return send_mail(b, why);
    case MQ_CHANNEL_HOOK:
        return send_hook(b, why);
    case MQ_CHANNEL_COMMAND:
        return send_command(b, why);
    case MQ_CHANNEL_FEED:
        break;
    }
    return MQ_SENT_NEVER;
}

/* When what failed so often is tried again; 0: never. */
static int64_t again_after(int tries)
{
    static const int seconds[] = {30, 120, 600, 3600, 4 * 3600, 12 * 3600};

    return tries < (int)(sizeof(seconds) / sizeof(seconds[0]))
               ? seconds[tries] * 1000LL
               : 0;
}

static enum mq_status settle_one(struct batch *b, const struct mq_told *told,
                                 enum mq_sent sent)
{
    int64_t wait = again_after(told->notice.tries);

    if (sent == MQ_SENT_LATER && wait > 0) {
        return mq_store_delay_notice(b->lane->store, told->notice.id,
                                     told->notice.tries + 1, b->now + wait);
    }
    return mq_store_delete_notice(b->lane->store, told->notice.id);
}

/* Letters that a person has just asked for don't hold up the next one. */
static bool counts(const struct batch *b)
{
    return b->lane->kind != MQ_CHANNEL_MAIL ||
           b->told[0].notice.what < MQ_WHATS;
}

/* A browser that has gone takes its channel with it. */
static enum mq_status settle(struct batch *b, enum mq_sent sent)
{
    struct mq_store *store = b->lane->store;
    enum mq_status status = mq_store_begin(store);

    if (status != MQ_OK) {
        return status;
    }
    for (int i = 0; status == MQ_OK && i < b->count; i++) {
        status = settle_one(b, &b->told[i], sent);
    }
    if (status == MQ_OK && sent == MQ_SENT_GONE &&
        b->lane->kind == MQ_CHANNEL_PUSH) {
        status = mq_store_delete_channel(store, b->channel.id);
    } else if (status == MQ_OK && sent == MQ_SENT && b->channel.id[0] != '\0' &&
               counts(b)) {
        status = mq_store_mark_channel(store, b->channel.id, false, b->now);
    }
    return mq_store_end(store, status == MQ_NOTHING ? MQ_OK : status);
}

/* Until when the channel wants its peace: quiet hours, and for mail an hour
 * after the letter before. 0: it doesn't. */
static int64_t peace_until(const struct batch *b, const struct mq_notice *n)
{
    const struct mq_channel *c = &b->channel;
    int64_t local = b->now / 60000 + c->zone;
    int minute = (int)(local % 1440), length;
    int since = (minute - c->quiet_from + 1440) % 1440;

    if (n->what == MQ_WHAT_CLOCK || n->what >= MQ_WHATS) {
        return 0;
    }
    length = (c->quiet_to - c->quiet_from + 1440) % 1440;
    if (length > 0 && since < length) {
        return (b->now / 60000 + length - since) * 60000LL;
    }
    if (c->kind == MQ_CHANNEL_MAIL && c->sent_at > 0 &&
        b->now < c->sent_at + HOUR_MS) {
        return c->sent_at + HOUR_MS;
    }
    return 0;
}

/* Sorts out what is to be sent now. */
static enum mq_status sort_out(struct batch *b)
{
    struct mq_store *store = b->lane->store;
    enum mq_status status = MQ_OK;
    int64_t peace = 0;

    if (b->lane->kind != MQ_CHANNEL_COMMAND) {
        status = mq_store_channel(store, b->notice[0].channel, &b->channel);
        if (status == MQ_NOTHING) {
            return mq_store_delete_notice(store, b->notice[0].id);
        }
    }
    for (int i = 0; i < b->notices; i++) {
        int64_t until = peace_until(b, &b->notice[i]);

        if (until == 0) {
            peace = 0;
            break;
        }
        peace = until;
    }
    for (int i = 0; status == MQ_OK && i < b->notices; i++) {
        status = peace > 0 ? mq_store_delay_notice(store, b->notice[i].id,
                                                   b->notice[i].tries, peace)
                           : prepare(b, &b->notice[i]);
    }
    return status;
}

static void report(const struct batch *b, enum mq_sent sent, const char *why)
{
    static const char *const kinds[] = {"push", "mail", "hook", "feed",
                                        "command"};
    char text[128];

    if (sent == MQ_SENT) {
        mq__log(MQ_LOG_INFO, "told", "kind=%s what=%s count=%d",
                kinds[b->lane->kind], mq__whats[b->told[0].notice.what],
                b->count);
    } else {
        mq__log(MQ_LOG_WARN, "not_told", "kind=%s what=%s tries=%d why=%s",
                kinds[b->lane->kind], mq__whats[b->told[0].notice.what],
                b->told[0].notice.tries + 1, mq__log_text(why, text));
    }
}

/* True: there may be more. */
static bool work(struct lane *lane)
{
    struct batch *b = calloc(1, sizeof(*b));
    char why[MQ_WHY_SIZE] = "";
    enum mq_sent sent;
    bool some = false;

    if (b == NULL) {
        return false;
    }
    b->lane = lane;
    b->now = mq__wall_ms();
    if (claim(b) == MQ_OK && b->notices > 0) {
        some = sort_out(b) == MQ_OK;
        if (some && b->count > 0) {
            sent = send_it(b, why);
            report(b, sent, why);
            if (sent == MQ_SENT) {
                atomic_fetch_add(&lane->sender->count, 1);
            }
            some = settle(b, sent) == MQ_OK;
        }
    }
    free(b);
    return some;
}

/* By a pipe that is closed at the end: poll counts its own time, whatever the
 * clocks say. False: the end has come. */
static bool wait_a_little(struct mq_sender *s)
{
    struct pollfd end = {.fd = s->end[0], .events = POLLIN};

    return poll(&end, 1, LOOK_MS) == 0;
}

static void *run(void *context)
{
    struct lane *lane = context;
    bool more = false;

    while (!atomic_load(&lane->sender->stop) &&
           (more || wait_a_little(lane->sender))) {
        more = work(lane);
    }
    return NULL;
}

enum mq_status mq__sender_keys(struct mq_store *store, bool anew)
{
    char vapid[MQ_VAPID_SIZE], stop[MQ_KEY_SIZE];
    struct mq_ec_key key;
    enum mq_status status;

    if (!mq__ec_make(&key)) {
        return MQ_NOMEM;
    }
    mq__vapid_write(&key, vapid);
    mq__key_make(stop);
    status = mq_store_begin(store);
    if (status != MQ_OK) {
        return status;
    }
    status = mq_store_set(store, MQ_SETTING_VAPID, vapid, anew);
    if (status == MQ_OK) {
        status = mq_store_set(store, MQ_SETTING_STOP, stop, false);
    }
    if (status == MQ_OK && anew) {
        status = mq_store_delete_pushes(store);
    }
    sodium_memzero(&key, sizeof(key));
    sodium_memzero(vapid, sizeof(vapid));
    return mq_store_end(store, status);
}

static enum mq_status start_lane(struct mq_sender *s, enum mq_channel_kind kind,
                                 struct mq_error *error)
{
    struct mq_app *app = s->app;
    struct lane *lane = &s->lane[s->lanes];
    struct mq_store_options options = {.busy_ms = app->config->busy_ms,
                                       .origin = app->origin,
                                       .cache_kib = 256};
    enum mq_status status =
        mq_store_open(app->config->db, &options, &lane->store, error);

    if (status != MQ_OK) {
        return status;
    }
    if (s->lanes == 0) {
        status = mq__sender_keys(lane->store, false);
        if (status == MQ_OK) {
            status = mq_store_setting(lane->store, MQ_SETTING_STOP, s->secret);
        }
    }
    lane->sender = s;
    lane->kind = kind;
    snprintf(lane->claimer, sizeof(lane->claimer), "%s.%d", app->origin,
             s->lanes);
    s->lanes++;
    if (status == MQ_OK) {
        lane->runs = pthread_create(&lane->thread, NULL, run, lane) == 0;
        status = lane->runs ? MQ_OK : MQ_NOMEM;
    }
    return status;
}

static void configure(struct mq_sender *s)
{
    const struct mq_server_config *config = s->app->config;

    for (int i = 0; i < config->notify_allows; i++) {
        s->allowed.count += mq__range_read(config->notify_allow[i],
                                           &s->allowed.item[s->allowed.count]);
    }
    s->smtp = (struct mq_smtp){.url = config->smtp,
                               .user = config->smtp_user,
                               .password = config->smtp_password,
                               .from = config->smtp_from};
}

enum mq_status mq__sender_start(struct mq_app *app, struct mq_error *error)
{
    struct mq_sender *s = calloc(1, sizeof(*s));
    enum mq_channel_kind kinds[LANES] = {MQ_CHANNEL_PUSH, MQ_CHANNEL_PUSH,
                                         MQ_CHANNEL_HOOK, MQ_CHANNEL_HOOK};
    enum mq_status status = MQ_OK;
    int lanes = 4;

    if (s == NULL || !mq__outside_start() || pipe2(s->end, O_CLOEXEC) != 0) {
        free(s);
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    s->app = app;
    app->sender = s;
    configure(s);
    if (mq__sender_mails(app)) {
        kinds[lanes++] = MQ_CHANNEL_MAIL;
    }
    if (app->config->notify != NULL) {
        kinds[lanes++] = MQ_CHANNEL_COMMAND;
    }
    for (int i = 0; status == MQ_OK && i < lanes; i++) {
        status = start_lane(s, kinds[i], error);
    }
    return status;
}

void mq__sender_stop(struct mq_app *app)
{
    struct mq_sender *s = app->sender;

    if (s == NULL) {
        return;
    }
    atomic_store(&s->stop, true);
    close(s->end[1]);
    for (int i = 0; i < s->lanes; i++) {
        if (s->lane[i].runs) {
            pthread_join(s->lane[i].thread, NULL);
        }
        mq_store_close(s->lane[i].store);
    }
    close(s->end[0]);
    app->sender = NULL;
    free(s);
}

uint64_t mq__sender_count(const struct mq_app *app)
{
    return app->sender != NULL ? atomic_load(&app->sender->count) : 0;
}

const char *mq__sender_secret(const struct mq_app *app)
{
    return app->sender->secret;
}

bool mq__sender_mails(const struct mq_app *app)
{
    return app->config->smtp != NULL && app->config->smtp_from != NULL &&
           app->config->url != NULL;
}

/* `maxq serve`: the game server. Options stand on the command line or in a
 * file of `name = value` lines; the command line wins. */
#include "cli/args.h"
#include "cli/command.h"
#include "server/server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "serve"

#ifndef MQ_PROGRAM_VERSION
#error "the build gives MQ_PROGRAM_VERSION"
#endif

struct options {
    struct mq_server_config config;
    char host[128];
    char *file; /* the text of --config; options point into it */
};

/* Options that are a whole number: name, field, range, what it is. */
#define NUMBER_LIST(X)                                                         \
    X("bot-ms", bot_ms, 1, 60000, "Thinking time of bots, in milliseconds")    \
    X("bot-threads", bot_threads, 1, 64, "Threads for bots")                   \
    X("password-threads", password_threads, 1, 16, "Threads for passwords")    \
    X("notify-after", notify_after_s, 0, 86400,                                \
      "Seconds before a waiting turn is told")                                 \
    X("idle-after", idle_after_s, 1, 31536000,                                 \
      "Seconds without a move before the others may go on")                    \
    X("open-for", open_for_s, 10, 31536000,                                    \
      "Seconds a table may wait for its start")                                \
    X("evict-after", evict_after_s, 1, 86400,                                  \
      "Seconds a table nobody uses stays in memory")                           \
    X("tables-per-address", tables_per_address, 1, 1000000,                    \
      "Tables an address may open a day")                                      \
    X("sockets-per-address", sockets_per_address, 1, 1000000,                  \
      "Sockets an address may have")                                           \
    X("sockets", sockets, 1, 1000000, "Sockets in all")                        \
    X("requests", requests_per_second, 1, 1000000,                             \
      "HTTP requests a second for each address")                               \
    X("requests-burst", requests_burst, 1, 1000000, "and at once")             \
    X("messages", messages_per_second, 1, 1000000,                             \
      "Messages a second on each socket")                                      \
    X("messages-burst", messages_burst, 1, 1000000, "and at once")             \
    X("queue-bytes", queue_bytes, 16384, 1 << 30,                              \
      "Bytes that may wait for a socket")                                      \
    X("ping-after", ping_s, 1, 3600,                                           \
      "Seconds before a silent socket is asked")                               \
    X("dead-after", dead_s, 2, 7200, "and before it is given up")              \
    X("header-time", header_s, 1, 3600, "Seconds a request's head may take")   \
    X("busy-ms", busy_ms, 1, 600000, "How long to wait for a locked database")

enum {
    KEY_DB = 300,
    KEY_CONFIG,
    KEY_URL,
    KEY_PROXY,
    KEY_ACCOUNTS,
    KEY_CODE,
    KEY_NOTIFY,
    KEY_STANDIN,
    KEY_HINT_BOT,
    KEY_LOG,
    KEY_NUMBERS, /* after it those of NUMBER_LIST */
#define MQ_X(name, field, low, high, text) KEY_##field,
    NUMBER_LIST(MQ_X)
#undef MQ_X
};

static const struct {
    const char *name;
    size_t offset;
    long low, high;
} numbers[] = {
#define MQ_X(name, field, low, high, text)                                     \
    {name, offsetof(struct mq_server_config, field), low, high},
    NUMBER_LIST(MQ_X)
#undef MQ_X
};

static bool set_number(struct options *o, int which, const char *text)
{
    long number;
    int value;

    if (!mq__cli_number(COMMAND, numbers[which].name, text, numbers[which].low,
                        numbers[which].high, &number)) {
        return false;
    }
    value = (int)number;
    memcpy((char *)&o->config + numbers[which].offset, &value, sizeof(value));
    return true;
}

/* HOST:PORT, [HOST]:PORT or PORT. */
static bool set_listen(struct options *o, const char *text)
{
    const char *colon = strrchr(text, ':');
    const char *port = colon != NULL ? colon + 1 : text;
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    long number;

    if (length >= sizeof(o->host)) {
        mq__cli_fail(COMMAND, "serve.listen", "t", text);
        return false;
    }
    if (length > 0) {
        memcpy(o->host, text, length);
        o->host[length] = '\0';
        if (o->host[0] == '[' && o->host[length - 1] == ']') {
            memmove(o->host, o->host + 1, length - 2);
            o->host[length - 2] = '\0';
        }
        if (strcmp(o->host, "localhost") == 0) {
            memcpy(o->host, "127.0.0.1", 10);
        }
        o->config.host = o->host;
    }
    if (!mq__cli_number(COMMAND, "listen", port, 0, 65535, &number)) {
        return false;
    }
    o->config.port = (int)number;
    return true;
}

static bool set_accounts(struct options *o, const char *text)
{
    static const char *const words[] = {"open", "code", "closed"};

    for (int i = 0; i < 3; i++) {
        if (strcmp(words[i], text) == 0) {
            o->config.accounts = (enum mq_accounts)i;
            return true;
        }
    }
    mq__cli_fail(COMMAND, "serve.accounts", "t", text);
    return false;
}

static bool set_bot(const char **place, const char *text)
{
    if (mq_bot_find(text) == NULL) {
        mq__cli_fail(COMMAND, "serve.bot", "t", text);
        return false;
    }
    *place = text;
    return true;
}

static bool add_proxy(struct options *o, const char *text)
{
    if (o->config.proxies == MQ_MAX_PROXIES) {
        mq__cli_fail(COMMAND, "serve.proxies", "i", MQ_MAX_PROXIES);
        return false;
    }
    o->config.proxy[o->config.proxies++] = text;
    return true;
}

static bool read_config(struct options *o, const char *path);

static bool set(struct options *o, int key, const char *arg)
{
    switch (key) {
    case 'l':
        return set_listen(o, arg);
    case KEY_DB:
        o->config.db = arg;
        return true;
    case KEY_CONFIG:
        return read_config(o, arg);
    case KEY_URL:
        o->config.url = arg;
        return true;
    case KEY_PROXY:
        return add_proxy(o, arg);
    case KEY_ACCOUNTS:
        return set_accounts(o, arg);
    case KEY_CODE:
        o->config.account_code = arg;
        return true;
    case KEY_NOTIFY:
        o->config.notify = arg;
        return true;
    case KEY_STANDIN:
        return set_bot(&o->config.standin, arg);
    case KEY_HINT_BOT:
        return set_bot(&o->config.hint_bot, arg);
    case KEY_LOG:
        o->config.log_requests = true;
        return true;
    default:
        return set_number(o, key - KEY_NUMBERS - 1, arg);
    }
}

static const struct argp_option option_list[] = {
    {"listen", 'l', "HOST:PORT", 0, "Where to listen (127.0.0.1:8080)", 0},
    {"db", KEY_DB, "FILE|URL", 0, "SQLite file or postgres://… (maxq.db)", 0},
    {"config", KEY_CONFIG, "FILE", 0, "Options as `name = value` lines", 0},
    {"url", KEY_URL, "URL", 0, "Address that links begin with", 0},
    {"trusted-proxy", KEY_PROXY, "ADDRESS", 0,
     "Proxy whose X-Forwarded-For counts; may be repeated", 0},
    {"accounts", KEY_ACCOUNTS, "open|code|closed", 0, "Who may make one", 0},
    {"account-code", KEY_CODE, "CODE", 0, "The code for --accounts code", 0},
    {"notify", KEY_NOTIFY, "COMMAND", 0,
     "Gets one JSON line for a turn that waits for somebody absent", 0},
    {"standin", KEY_STANDIN, "BOT", 0,
     "Bot for seats whose person is gone (greedy)", 0},
    {"hint-bot", KEY_HINT_BOT, "BOT", 0, "Bot that gives hints (expert)", 0},
    {"log-requests", KEY_LOG, NULL, 0, "Log every request", 0},
#define MQ_X(name, field, low, high, text) {name, KEY_##field, "N", 0, text, 0},
    NUMBER_LIST(MQ_X)
#undef MQ_X
        {0},
};

static int key_of(const char *name)
{
    for (const struct argp_option *o = option_list; o->name != NULL; o++) {
        if (strcmp(o->name, name) == 0) {
            return o->key;
        }
    }
    return 0;
}

static char *trim(char *text)
{
    char *end = text + strlen(text);

    while (end > text && isspace((unsigned char)end[-1])) {
        *--end = '\0';
    }
    return text + strspn(text, " \t\r");
}

/* One line of the file; empty ones and those that begin with # are none. */
static bool take_line(struct options *o, const char *path, int number,
                      char *line)
{
    char *text = trim(line), *equals = strchr(text, '=');
    int key;

    if (text[0] == '\0' || text[0] == '#') {
        return true;
    }
    if (equals != NULL) {
        *equals = '\0';
        key = key_of(trim(text));
        if (key != 0 && key != KEY_CONFIG) {
            return set(o, key, trim(equals + 1));
        }
    }
    mq__cli_path_fail(COMMAND, path, "serve.config", "i", number);
    return false;
}

static bool read_config(struct options *o, const char *path)
{
    size_t length;
    int number = 0;

    if (o->file != NULL) {
        mq__cli_path_fail(COMMAND, path, "serve.one-config", "");
        return false;
    }
    o->file = mq__cli_read_file(COMMAND, path, 1 << 16, &length);
    for (char *line = o->file; line != NULL;) {
        char *end = strchr(line, '\n');

        if (end != NULL) {
            *end++ = '\0';
        }
        if (!take_line(o, path, ++number, line)) {
            return false;
        }
        line = end;
    }
    return o->file != NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == ARGP_KEY_ARG) {
        return mq__cli_extra(COMMAND, arg);
    }
    for (const struct argp_option *known = option_list; known->name != NULL;
         known++) {
        if (known->key == key) {
            return set(o, key, arg) ? 0 : MQ_ARGS_PRINTED;
        }
    }
    return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .doc = "Hosts tables for people and bots over HTTP and WebSocket."
           "\vIt prints its address when it is ready, logs to standard error "
           "and ends with TERM or INT. What it has answered is on the disk.\n\n"
           "Examples:\n"
           "  maxq serve\n"
           "  maxq serve --listen 0.0.0.0:8080 --db club.db\n"
           "  maxq serve --url https://games.example "
           "--trusted-proxy 127.0.0.1\n",
};

static int run(int argc, char **argv)
{
    struct options o = {.file = NULL};
    struct mq_error error = {0};
    enum mq_status status;
    int code;

    mq_server_defaults(&o.config);
    o.config.version = MQ_PROGRAM_VERSION;
    code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);
    if (code < 0) {
        status = mq_server_run(&o.config, &error);
        code = MQ_EXIT_DONE;
        if (status != MQ_OK) {
            code = error.message.id != NULL
                       ? mq__cli_error(COMMAND, &error.message)
                       : mq__cli_fail(COMMAND, "error.no-memory", "");
        }
    }
    free(o.file);
    return code;
}

const struct mq_command mq__command_serve = {
    .name = COMMAND,
    .summary = "hosts tables over the network",
    .run = run,
};

/* `maxq serve`: the game server. Options stand on the command line or in a
 * file of `name = value` lines; the command line wins. */
#include "cli/args.h"
#include "cli/command.h"
#include "server/outside.h"
#include "server/server.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct options {
    struct mq_server_config config;
    char host[128];
    char *file; /* the text of --config; options point into it */
    char *password;
};

/* HOST:PORT, [HOST]:PORT or PORT. */
static bool take_listen(void *options, const char *text)
{
    struct options *o = options;
    const char *colon = strrchr(text, ':');
    const char *port = colon != NULL ? colon + 1 : text;
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    long number;

    if (length >= sizeof(o->host)) {
        return mq__cli_refuse("serve.listen", "t", text);
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
    if (!mq__cli_number("listen", port, 0, 65535, &number)) {
        return false;
    }
    o->config.port = (int)number;
    return true;
}

static bool take_accounts(void *options, const char *text)
{
    static const char *const words[] = {"open", "code", "closed"};
    struct options *o = options;

    for (int i = 0; i < 3; i++) {
        if (strcmp(words[i], text) == 0) {
            o->config.accounts = (enum mq_accounts)i;
            return true;
        }
    }
    return mq__cli_refuse("serve.accounts", "t", text);
}

static bool is_bot(const char *text)
{
    return mq_bot_find(text) != NULL || mq__cli_refuse("serve.bot", "t", text);
}

static bool take_standin(void *options, const char *text)
{
    ((struct options *)options)->config.standin = text;
    return is_bot(text);
}

static bool take_hint_bot(void *options, const char *text)
{
    ((struct options *)options)->config.hint_bot = text;
    return is_bot(text);
}

static bool take_proxy(void *options, const char *text)
{
    struct mq_server_config *config = &((struct options *)options)->config;

    if (config->proxies == MQ_MAX_PROXIES) {
        return mq__cli_refuse("serve.proxies", "i", MQ_MAX_PROXIES);
    }
    config->proxy[config->proxies++] = text;
    return true;
}

static bool take_allow(void *options, const char *text)
{
    struct mq_server_config *config = &((struct options *)options)->config;
    struct mq_range range;

    if (config->notify_allows == MQ_MAX_PROXIES ||
        !mq__range_read(text, &range)) {
        return mq__cli_refuse("serve.range", "t", text);
    }
    config->notify_allow[config->notify_allows++] = text;
    return true;
}

/* A secret that others could read is none. */
static bool take_password(void *options, const char *path)
{
    struct options *o = options;
    struct stat st;
    size_t length;

    if (stat(path, &st) == 0 && (st.st_mode & 077) != 0) {
        mq__cli_path_fail(path, "serve.mode", "");
        return false;
    }
    free(o->password);
    o->password = mq__cli_read_file(path, 4096, &length);
    if (o->password != NULL) {
        o->password[strcspn(o->password, "\r\n")] = '\0';
    }
    o->config.smtp_password = o->password;
    return o->password != NULL;
}

static bool take_config(void *options, const char *path);

#define TEXT(member) MQ_TEXT(config.member)
#define INT(member, low, high) MQ_INT(config.member, low, high)

static const struct mq_cli_option option_list[] = {
    {"listen", 'l', "HOST:PORT", "Where to listen (127.0.0.1:8080)",
     MQ_CALL(take_listen)},
    {"db", 0, "FILE|URL", "SQLite file or postgres://… (maxq.db)", TEXT(db)},
    {"config", 0, "FILE", "Options as `name = value` lines",
     MQ_CALL(take_config)},
    {"url", 0, "URL", "Address that links begin with", TEXT(url)},
    {"trusted-proxy", 0, "ADDRESS",
     "Proxy whose X-Forwarded-For counts; may be repeated",
     MQ_CALL(take_proxy)},
    {"accounts", 0, "open|code|closed", "Who may make one",
     MQ_CALL(take_accounts)},
    {"account-code", 0, "CODE", "The code for --accounts code",
     TEXT(account_code)},
    {"notify", 0, "COMMAND",
     "Gets one JSON line for a turn that waits for somebody absent",
     TEXT(notify)},
    {"notify-allow", 0, "ADDRESS[/BITS]",
     "Inner addresses that webhooks may have; may be repeated",
     MQ_CALL(take_allow)},
    {"smtp", 0, "URL", "Mail server: smtp://host:587 or smtps://host",
     TEXT(smtp)},
    {"smtp-from", 0, "ADDRESS", "Address that mail comes from",
     TEXT(smtp_from)},
    {"smtp-user", 0, "NAME", "Name for the mail server", TEXT(smtp_user)},
    {"smtp-password-file", 0, "FILE", "Its password; of mode 0600",
     MQ_CALL(take_password)},
    {"standin", 0, "BOT", "Bot for seats whose person is gone (greedy)",
     MQ_CALL(take_standin)},
    {"hint-bot", 0, "BOT", "Bot that gives hints (expert)",
     MQ_CALL(take_hint_bot)},
    {"log-requests", 0, NULL, "Log every request",
     MQ_FLAG(config.log_requests)},
    {"bot-ms", 0, "N", "Thinking time of bots, in milliseconds",
     INT(bot_ms, 1, 60000)},
    {"bot-threads", 0, "N", "Threads for bots", INT(bot_threads, 1, 64)},
    {"password-threads", 0, "N", "Threads for passwords",
     INT(password_threads, 1, 16)},
    {"notify-after", 0, "N", "Seconds before a waiting turn is told",
     INT(notify_after_s, 0, 86400)},
    {"chat-days", 0, "N", "Days that chats are kept", INT(chat_days, 1, 36500)},
    {"idle-after", 0, "N", "Seconds without a move before the others may go on",
     INT(idle_after_s, 1, 31536000)},
    {"open-for", 0, "N", "Seconds a table may wait for its start",
     INT(open_for_s, 10, 31536000)},
    {"evict-after", 0, "N", "Seconds a table nobody uses stays in memory",
     INT(evict_after_s, 1, 86400)},
    {"tables-per-address", 0, "N", "Tables an address may open a day",
     INT(tables_per_address, 1, 1000000)},
    {"sockets-per-address", 0, "N", "Sockets an address may have",
     INT(sockets_per_address, 1, 1000000)},
    {"sockets", 0, "N", "Sockets in all", INT(sockets, 1, 1000000)},
    {"connections-per-address", 0, "N",
     "Connections an address may have that are no sockets",
     INT(connections_per_address, 1, 1000000)},
    {"connections", 0, "N", "and in all", INT(connections, 16, 1000000)},
    {"requests", 0, "N", "HTTP requests a second for each address",
     INT(requests_per_second, 1, 1000000)},
    {"requests-burst", 0, "N", "and at once", INT(requests_burst, 1, 1000000)},
    {"messages", 0, "N", "Messages a second on each socket",
     INT(messages_per_second, 1, 1000000)},
    {"messages-burst", 0, "N", "and at once", INT(messages_burst, 1, 1000000)},
    {"queue-bytes", 0, "N", "Bytes that may wait for a socket",
     INT(queue_bytes, 16384, 1 << 30)},
    {"ping-after", 0, "N", "Seconds before a silent socket is asked",
     INT(ping_s, 1, 3600)},
    {"dead-after", 0, "N", "and before it is given up", INT(dead_s, 2, 7200)},
    {"header-time", 0, "N", "Seconds a request's head may take",
     INT(header_s, 1, 3600)},
    {"busy-ms", 0, "N", "How long to wait for a locked database",
     INT(busy_ms, 1, 600000)},
    {0},
};

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
    bool known = false;

    if (text[0] == '\0' || text[0] == '#') {
        return true;
    }
    if (equals != NULL) {
        *equals = '\0';
        text = trim(text);
        if (strcmp(text, "config") != 0 &&
            mq__cli_take(&mq__command_serve, o, text, trim(equals + 1),
                         &known)) {
            return true;
        }
    }
    if (!known) {
        mq__cli_path_fail(path, "serve.config", "i", number);
    }
    return false;
}

static bool take_config(void *options, const char *path)
{
    struct options *o = options;
    size_t length;
    int number = 0;

    if (o->file != NULL) {
        mq__cli_path_fail(path, "serve.one-config", "");
        return false;
    }
    o->file = mq__cli_read_file(path, 1 << 16, &length);
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

static void begin(void *options, int argc, char **argv)
{
    struct mq_server_config *config = &((struct options *)options)->config;

    (void)argc;
    (void)argv;
    mq_server_defaults(config);
    config->version = mq_version();
}

static int run(void *options)
{
    struct options *o = options;
    struct mq_error error = {0};

    if (mq_server_run(&o->config, &error) == MQ_OK) {
        return MQ_EXIT_DONE;
    }
    return error.message.id != NULL ? mq__cli_error(&error.message)
                                    : mq__cli_fail("error.no-memory", "");
}

static void finish(void *options)
{
    struct options *o = options;

    free(o->file);
    free(o->password);
}

const struct mq_command mq__command_serve = {
    .name = "serve",
    .summary = "hosts tables over the network",
    .options = option_list,
    .size = sizeof(struct options),
    .begin = begin,
    .run = run,
    .finish = finish,
};

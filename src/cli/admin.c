/* `maxq admin`: for whoever runs a server. All but `restore` work while it
 * runs. */
#include "server/admin.h"
#include "cli/args.h"
#include "cli/command.h"

#include "core/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define COMMAND "admin"

struct options {
    const char *db, *url;
    bool json, secret;
    const char *words[6];
    int count;
};

enum { KEY_DB = 300, KEY_URL, KEY_SECRET };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_DB:
        o->db = arg;
        return 0;
    case KEY_URL:
        o->url = arg;
        return 0;
    case KEY_SECRET:
        o->secret = true;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->count == 6) {
            return mq__cli_extra(COMMAND, arg);
        }
        o->words[o->count++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"db", KEY_DB, "FILE|URL", 0, "The server's database (maxq.db)", 0},
    {"url", KEY_URL, "URL", 0, "Address that links begin with", 0},
    {"secret", KEY_SECRET, NULL, 0,
     "export: with the seed of a match that runs", 0},
    {"json", 'j', NULL, 0, "list: one JSON object a line", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "ACTION [WORDS...]",
    .doc =
        "Looks after the database of `maxq serve`, also while it runs."
        "\vActions:\n"
        "  list                     all tables, the latest first\n"
        "  accounts                 all accounts\n"
        "  export ID [FILE]         the record of a match\n"
        "  delete ID                a table with all that belongs to it\n"
        "  end ID                   ends a match unscored\n"
        "  bot ID SEAT BOT          gives a seat (P1 …) to a bot\n"
        "  renew ID join|watch|P1   a new link; the old one is void\n"
        "  reset NAME               a link to set a new password, good once\n"
        "  prune DAYS               removes matches that ended before\n"
        "  check                    looks through the whole database\n"
        "  backup FILE              a copy, made while the server runs\n"
        "  restore FILE             puts a copy back; the server is "
        "stopped\n\n"
        "Examples:\n"
        "  maxq admin list\n"
        "  maxq admin --db club.db backup club-copy.db\n"
        "  maxq admin --url https://games.example reset ann\n",
};

/* What came of it, in words; `about` is the table or name. */
static int report(struct mq_store *store, enum mq_status status,
                  const char *about, const struct mq_error *error)
{
    switch (status) {
    case MQ_OK:
        return MQ_EXIT_DONE;
    case MQ_NOTHING:
        return mq__cli_fail(COMMAND, "admin.no-table", "t", about);
    case MQ_OVER:
        return mq__cli_fail(COMMAND, "admin.not-running", "t", about);
    case MQ_RANGE:
        return mq__cli_fail(COMMAND, "admin.seat", "t", about);
    case MQ_CONFLICT:
        return mq__cli_fail(COMMAND, "admin.busy", "t", about);
    default:
        if (error != NULL && error->message.id != NULL) {
            return mq__cli_error(COMMAND, &error->message);
        }
        return mq__cli_fail(COMMAND, "admin.failed", "t",
                            mq_store_error(store));
    }
}

/* A day and time as people write it. */
static void write_time(int64_t ms, char out[20])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm day;

    gmtime_r(&seconds, &day);
    strftime(out, 20, "%Y-%m-%d %H:%M", &day);
}

struct listing {
    bool json;
};

static bool list_one(void *context, const struct mq_table_row *row,
                     const struct mq_head_row *head)
{
    static const char *const states[] = {"open", "running", "over"};
    const struct listing *l = context;
    char created[20];

    if (l->json) {
        printf("{\"id\":\"%s\",\"game\":\"%s\",\"state\":\"%s\","
               "\"entries\":%d,\"created_at\":%lld}\n",
               row->id, row->game, states[row->state], head->entries,
               (long long)row->created_at);
        return true;
    }
    write_time(row->created_at, created);
    printf("%-16s  %-8s  %-8s  %5d  %s\n", row->id, row->game,
           states[row->state], head->entries, created);
    return true;
}

static int do_list(struct options *o, struct mq_store *store)
{
    struct listing l = {o->json};
    enum mq_status status =
        mq_store_all_tables(store, 0, 1 << 30, list_one, &l);

    return report(store, status, "", NULL);
}

static bool account_one(void *context, const struct mq_account *row)
{
    char created[20];

    (void)context;
    write_time(row->created_at, created);
    printf("%-40s  %s\n", row->name, created);
    return true;
}

static int do_accounts(struct options *o, struct mq_store *store)
{
    (void)o;
    return report(store, mq_store_accounts(store, account_one, NULL), "", NULL);
}

static int do_export(struct options *o, struct mq_store *store)
{
    FILE *file = o->count > 2 ? fopen(o->words[2], "wb") : stdout;
    struct mq_buf out;
    enum mq_status status;
    bool good;

    if (file == NULL) {
        return mq__cli_path_fail(COMMAND, o->words[2], "cli.cannot-write", "");
    }
    mq__buf_init(&out);
    status = mq_admin_export(store, o->words[1], o->secret, &out);
    good = fwrite(mq__buf_text(&out), 1, out.length, file) == out.length;
    mq__buf_finish(&out);
    if (file != stdout) {
        good = fclose(file) == 0 && good;
    }
    if (!good) {
        return mq__cli_fail(COMMAND, "cli.cannot-write", "");
    }
    return report(store, status, o->words[1], NULL);
}

static int do_delete(struct options *o, struct mq_store *store)
{
    return report(store, mq_admin_delete(store, o->words[1]), o->words[1],
                  NULL);
}

static int do_end(struct options *o, struct mq_store *store)
{
    struct mq_error error = {0};

    return report(store, mq_admin_end(store, o->words[1], &error), o->words[1],
                  &error);
}

/* "P1" is seat 0; -1: no seat. */
static int seat_of(const char *word)
{
    bool good =
        word[0] == 'P' && word[1] >= '1' && word[1] <= '9' && word[2] == '\0';

    return good ? word[1] - '1' : -1;
}

static int do_bot(struct options *o, struct mq_store *store)
{
    struct mq_error error = {0};

    if (mq_bot_find(o->words[3]) == NULL) {
        return mq__cli_fail(COMMAND, "serve.bot", "t", o->words[3]);
    }
    return report(store,
                  mq_admin_bot(store, o->words[1], seat_of(o->words[2]),
                               o->words[3], &error),
                  o->words[1], &error);
}

static int do_renew(struct options *o, struct mq_store *store)
{
    char link[MQ_ADMIN_LINK];
    int seat = seat_of(o->words[2]);
    enum mq_status status =
        mq_admin_renew(store, o->words[1], seat >= 0 ? "seat" : o->words[2],
                       seat, o->url, link);

    if (status == MQ_OK) {
        printf("%s\n", link);
    }
    return report(store, status, o->words[1], NULL);
}

static int do_reset(struct options *o, struct mq_store *store)
{
    char link[MQ_ADMIN_LINK];
    enum mq_status status = mq_admin_reset(store, o->words[1], o->url, link);

    if (status == MQ_OK) {
        printf("%s\n", link);
    } else if (status == MQ_NOTHING) {
        return mq__cli_fail(COMMAND, "admin.no-account", "t", o->words[1]);
    }
    return report(store, status, o->words[1], NULL);
}

static int do_prune(struct options *o, struct mq_store *store)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    struct mq_message message;
    struct timespec now;
    struct mq_prune limits = {0};
    char sentence[128];
    long days;
    int tables = 0;
    enum mq_status status;

    if (!mq__cli_number(COMMAND, "prune", o->words[1], 1, 36500, &days)) {
        return MQ_EXIT_USAGE;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    limits.now = (int64_t)now.tv_sec * 1000;
    limits.tables = limits.now - days * 86400000LL;
    limits.sessions = limits.now - 400 * 86400000LL;
    status = mq_store_prune(store, &limits, &tables);
    mq_message_set(&message, "admin.pruned", "i", tables);
    mq_sentence(&message, &voice, sentence, sizeof(sentence));
    if (status == MQ_OK) {
        printf("%s\n", sentence);
    }
    return report(store, status, "", NULL);
}

static int do_check(struct options *o, struct mq_store *store)
{
    enum mq_status status = mq_store_check(store);

    (void)o;
    if (status == MQ_DAMAGED) {
        report(store, status, "", NULL);
        return MQ_EXIT_FINDING;
    }
    return report(store, status, "", NULL);
}

static int do_backup(struct options *o, struct mq_store *store)
{
    if (mq_store_is_shared(store)) {
        return mq__cli_fail(COMMAND, "admin.pg-dump", "");
    }
    return report(store, mq_store_backup(store, o->words[1]), "", NULL);
}

/* For the database `db`. */
static bool copy_file(const char *from, const char *to, const char *db)
{
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    char bytes[65536];
    ssize_t count = 0;
    bool good = in >= 0 && out >= 0;

    while (good && (count = read(in, bytes, sizeof(bytes))) > 0) {
        good = write(out, bytes, (size_t)count) == count;
    }
    good = good && count == 0 && mq_admin_give(out, db) && fsync(out) == 0;
    if (in >= 0) {
        close(in);
    }
    if (out >= 0) {
        good = close(out) == 0 && good;
    }
    return good;
}

/* The copy is looked through first, then put in place of the database. */
static int do_restore(struct options *o)
{
    struct mq_store_options only = {.read_only = true};
    struct mq_store *store;
    struct mq_error error = {0};
    char path[4096];
    static const char *const rests[] = {"-wal", "-shm"};
    int lock = mq_admin_lock(o->db), code = MQ_EXIT_DONE;

    if (lock < 0) {
        return mq__cli_fail(COMMAND, "admin.running", "t", o->db);
    }
    if (mq_store_open(o->words[1], &only, &store, &error) != MQ_OK) {
        close(lock);
        return mq__cli_error(COMMAND, &error.message);
    }
    if (mq_store_check(store) != MQ_OK) {
        code = mq__cli_fail(COMMAND, "admin.bad-backup", "t", o->words[1]);
    }
    mq_store_close(store);
    snprintf(path, sizeof(path), "%s.restored", o->db);
    if (code == MQ_EXIT_DONE && !copy_file(o->words[1], path, o->db)) {
        code = mq__cli_fail(COMMAND, "admin.copy", "tt", path, strerror(errno));
    }
    for (int i = 0; code == MQ_EXIT_DONE && i < 2; i++) {
        char rest[4096];

        snprintf(rest, sizeof(rest), "%s%s", o->db, rests[i]);
        unlink(rest);
    }
    if (code == MQ_EXIT_DONE && rename(path, o->db) != 0) {
        code =
            mq__cli_fail(COMMAND, "admin.copy", "tt", o->db, strerror(errno));
    }
    close(lock);
    return code;
}

static const struct {
    const char *name, *words;
    int least, most;
    int (*run)(struct options *o, struct mq_store *store);
} actions[] = {
    {"accounts", "", 1, 1, do_accounts},
    {"backup", "FILE", 2, 2, do_backup},
    {"bot", "ID SEAT BOT", 4, 4, do_bot},
    {"check", "", 1, 1, do_check},
    {"delete", "ID", 2, 2, do_delete},
    {"end", "ID", 2, 2, do_end},
    {"export", "ID [FILE]", 2, 3, do_export},
    {"list", "", 1, 1, do_list},
    {"prune", "DAYS", 2, 2, do_prune},
    {"renew", "ID join|watch|P1", 3, 3, do_renew},
    {"reset", "NAME", 2, 2, do_reset},
    {"restore", "FILE", 2, 2, NULL},
};

static int run_action(struct options *o, size_t which)
{
    struct mq_store *store;
    struct mq_error error = {0};
    int code;

    if (o->count < actions[which].least || o->count > actions[which].most) {
        return mq__cli_fail(COMMAND, "admin.words", "tt", o->words[0],
                            actions[which].words);
    }
    if (actions[which].run == NULL) {
        return do_restore(o);
    }
    if (strstr(o->db, "://") == NULL && access(o->db, F_OK) != 0) {
        return mq__cli_fail(COMMAND, "cli.cannot-read", "tt", o->db,
                            strerror(errno));
    }
    if (mq_store_open(o->db, NULL, &store, &error) != MQ_OK) {
        return mq__cli_error(COMMAND, &error.message);
    }
    code = actions[which].run(o, store);
    mq_store_close(store);
    return code;
}

static int run(int argc, char **argv)
{
    struct options o = {.db = "maxq.db", .url = "http://localhost:8080"};
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);

    if (code >= 0) {
        return code;
    }
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        if (o.count > 0 && strcmp(actions[i].name, o.words[0]) == 0) {
            return run_action(&o, i);
        }
    }
    return mq__cli_fail(COMMAND, "admin.command", "t",
                        o.count > 0 ? o.words[0] : "");
}

const struct mq_command mq__command_admin = {
    .name = COMMAND,
    .summary = "looks after a server's database",
    .run = run,
};

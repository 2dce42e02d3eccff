/* `maxq admin`: for whoever runs a server. All but `restore` work while it
 * runs. */
#include "server/admin.h"
#include "cli/args.h"
#include "cli/command.h"
#include "store/chat.h"

#include "core/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct options {
    struct mq_words words; /* an action and its words */
    const char *db, *url;
    bool json, secret;
};

/* An action under way. */
struct job {
    const struct options *o;
    const char *const *word; /* after the action */
    struct mq_store *store;
    struct mq_error error;
    int code; /* not 0: the action has printed what is wrong */
};

static const struct mq_cli_option option_list[] = {
    {"db", 0, "FILE|URL", "The server's database (maxq.db)", MQ_TEXT(db)},
    {"url", 0, "URL", "Address that links begin with", MQ_TEXT(url)},
    {"secret", 0, NULL, "export: with the seed of a match that runs",
     MQ_FLAG(secret)},
    {"json", 'j', NULL, "list: one JSON object a line", MQ_FLAG(json)},
    {0},
};

/* What came of it, in words; `about` is the table or name. */
static int report(const struct job *job, enum mq_status status,
                  const char *about)
{
    switch (status) {
    case MQ_OK:
        return MQ_EXIT_DONE;
    case MQ_NOTHING:
        return mq__cli_fail("admin.no-table", "t", about);
    case MQ_OVER:
        return mq__cli_fail("admin.not-running", "t", about);
    case MQ_RANGE:
        return mq__cli_fail("admin.seat", "t", about);
    case MQ_CONFLICT:
        return mq__cli_fail("admin.busy", "t", about);
    default:
        return job->error.message.id != NULL
                   ? mq__cli_error(&job->error.message)
                   : mq__cli_fail("admin.failed", "t",
                                  mq_store_error(job->store));
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

static bool list_one(void *context, const struct mq_table_row *row,
                     const struct mq_head_row *head)
{
    static const char *const states[] = {"open", "running", "over"};
    const struct job *job = context;
    char created[20];

    if (job->o->json) {
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

static enum mq_status do_list(struct job *job)
{
    return mq_store_all_tables(job->store, 0, 1 << 30, list_one, job);
}

static bool account_one(void *context, const struct mq_account *row)
{
    char created[20];

    (void)context;
    write_time(row->created_at, created);
    printf("%-40s  %s\n", row->name, created);
    return true;
}

static enum mq_status do_accounts(struct job *job)
{
    return mq_store_accounts(job->store, account_one, NULL);
}

static enum mq_status do_export(struct job *job)
{
    const char *path = job->word[1];
    FILE *file = path != NULL ? fopen(path, "wb") : stdout;
    struct mq_buf out;
    enum mq_status status;
    bool good;

    if (file == NULL) {
        job->code = mq__cli_path_fail(path, "cli.cannot-write", "");
        return MQ_IO;
    }
    mq__buf_init(&out);
    status = mq_admin_export(job->store, job->word[0], job->o->secret, &out);
    good = fwrite(mq__buf_text(&out), 1, out.length, file) == out.length;
    mq__buf_finish(&out);
    if (file != stdout) {
        good = fclose(file) == 0 && good;
    }
    if (!good) {
        job->code = mq__cli_fail("cli.cannot-write", "");
    }
    return status;
}

static enum mq_status do_delete(struct job *job)
{
    return mq_admin_delete(job->store, job->word[0]);
}

static enum mq_status do_end(struct job *job)
{
    return mq_admin_end(job->store, job->word[0], &job->error);
}

/* "P1" is seat 0; -1: no seat. */
static int seat_of(const char *word)
{
    bool good =
        word[0] == 'P' && word[1] >= '1' && word[1] <= '9' && word[2] == '\0';

    return good ? word[1] - '1' : -1;
}

static enum mq_status do_bot(struct job *job)
{
    const char *bot = job->word[2];

    if (mq_bot_find(bot) == NULL) {
        job->code = mq__cli_fail("serve.bot", "t", bot);
        return MQ_UNKNOWN_WORD;
    }
    return mq_admin_bot(job->store, job->word[0], seat_of(job->word[1]), bot,
                        &job->error);
}

static void print_link(enum mq_status status, const char *link)
{
    if (status == MQ_OK) {
        printf("%s\n", link);
    }
}

static enum mq_status do_renew(struct job *job)
{
    char link[MQ_ADMIN_LINK];
    int seat = seat_of(job->word[1]);
    enum mq_status status = mq_admin_renew(job->store, job->word[0],
                                           seat >= 0 ? "seat" : job->word[1],
                                           seat, job->o->url, link);

    print_link(status, link);
    return status;
}

static enum mq_status do_reset(struct job *job)
{
    char link[MQ_ADMIN_LINK];
    enum mq_status status =
        mq_admin_reset(job->store, job->word[0], job->o->url, link);

    print_link(status, link);
    if (status == MQ_NOTHING) {
        job->code = mq__cli_fail("admin.no-account", "t", job->word[0]);
    }
    return status;
}

static enum mq_status do_prune(struct job *job)
{
    struct mq_prune limits = {.now =
                                  (int64_t)mq__seconds(CLOCK_REALTIME) * 1000};
    long days;
    int tables = 0;
    enum mq_status status;

    if (!mq__cli_number("prune", job->word[0], 1, 36500, &days)) {
        job->code = MQ_EXIT_USAGE;
        return MQ_RANGE;
    }
    limits.tables = limits.now - days * 86400000LL;
    limits.sessions = limits.now - 400 * 86400000LL;
    status = mq_store_prune(job->store, &limits, &tables);
    if (status == MQ_OK) {
        mq__cli_line("admin.pruned", "i", tables);
    }
    return status;
}

struct checks {
    int records, damaged;
};

static void check_one(void *context, const struct mq_admin_finding *finding)
{
    struct checks *checks = context;

    checks->records++;
    if (finding->verdict == MQ_DAMAGED) {
        checks->damaged++;
        mq__cli_line("admin.damaged", "tii", finding->table,
                     finding->segment + 1, finding->sound);
    } else if (finding->verdict == MQ_VERSION) {
        mq__cli_line("admin.old-rules", "ti", finding->table,
                     finding->segment + 1);
    }
}

/* The database itself, then every record. */
static enum mq_status do_check(struct job *job)
{
    struct checks checks = {0};
    enum mq_status status = mq_store_check(job->store);

    if (status == MQ_OK) {
        status = mq_admin_check(job->store,
                                &(struct mq_admin_checks){check_one, &checks});
    }
    if (status == MQ_OK) {
        mq__cli_line("admin.checked", "ii", checks.records, checks.damaged);
        job->code = checks.damaged > 0 ? MQ_EXIT_FINDING : MQ_EXIT_DONE;
    } else if (status == MQ_DAMAGED) {
        report(job, status, "");
        job->code = MQ_EXIT_FINDING;
    }
    return status;
}

static enum mq_status do_backup(struct job *job)
{
    if (mq_store_is_shared(job->store)) {
        job->code = mq__cli_fail("admin.pg-dump", "");
        return MQ_ILLEGAL;
    }
    return mq_store_backup(job->store, job->word[0]);
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

/* Removes what SQLite keeps beside the old database and puts the copy in its
 * place. */
static int put_in_place(const char *copy, const char *db)
{
    static const char *const rests[] = {"-wal", "-shm"};
    char rest[4096];

    for (int i = 0; i < 2; i++) {
        snprintf(rest, sizeof(rest), "%s%s", db, rests[i]);
        unlink(rest);
    }
    return rename(copy, db) == 0
               ? MQ_EXIT_DONE
               : mq__cli_fail("admin.copy", "tt", db, strerror(errno));
}

/* The copy, which may be an older program's, is looked through first, then put
 * in place of the database. The caller has locked that. */
static int restore(const char *from, const char *db)
{
    struct mq_store_options only = {.read_only = true, .older = true};
    struct mq_store *store;
    struct mq_error error = {0};
    enum mq_status status;
    char path[4096];

    if (mq_store_open(from, &only, &store, &error) != MQ_OK) {
        return mq__cli_error(&error.message);
    }
    status = mq_store_check(store);
    mq_store_close(store);
    if (status != MQ_OK) {
        return mq__cli_fail("admin.bad-backup", "t", from);
    }
    snprintf(path, sizeof(path), "%s.restored", db);
    return copy_file(from, path, db)
               ? put_in_place(path, db)
               : mq__cli_fail("admin.copy", "tt", path, strerror(errno));
}

/* PostgreSQL keeps its copy itself: the word is its name there. */
static int restore_shared(const char *name, const char *db)
{
    struct job job = {0};
    enum mq_status status = mq_store_open(db, NULL, &job.store, &job.error);

    if (status != MQ_OK) {
        return mq__cli_error(&job.error.message);
    }
    status = strcmp(name, "maxq_backup") == 0 ? mq_store_restore(job.store)
                                              : MQ_NOTHING;
    job.code = status == MQ_NOTHING ? mq__cli_fail("admin.no-copy", "t", name)
                                    : report(&job, status, "");
    mq_store_close(job.store);
    return job.code;
}

static int lock_and_restore(const struct options *o)
{
    int lock, code;

    if (strstr(o->db, "://") != NULL) {
        return restore_shared(o->words.rest[0], o->db);
    }
    lock = mq_admin_lock(o->db);
    if (lock < 0) {
        return mq__cli_fail("admin.running", "t", o->db);
    }
    code = restore(o->words.rest[0], o->db);
    close(lock);
    return code;
}

static bool report_one(void *context, const struct mq_report *row)
{
    char at[20];

    (void)context;
    write_time(row->at, at);
    printf("%-16s  %5d  P%d  %s  %s  %s\n", row->table, row->number,
           row->seat + 1, at, row->name[0] != '\0' ? row->name : "-",
           row->text);
    return true;
}

static enum mq_status do_reports(struct job *job)
{
    return mq_store_reports(job->store, report_one, NULL);
}

static enum mq_status do_unsay(struct job *job)
{
    long number;

    if (!mq__cli_number("unsay", job->word[1], 1, 1 << 30, &number)) {
        job->code = MQ_EXIT_USAGE;
        return MQ_RANGE;
    }
    return mq_store_unsay(job->store, job->word[0], (int)number);
}

static enum mq_status set_ban(struct job *job, bool banned)
{
    enum mq_status status = mq_admin_ban(job->store, job->word[0], banned);

    if (status == MQ_NOTHING) {
        job->code = mq__cli_fail("admin.no-account", "t", job->word[0]);
    }
    return status;
}

static enum mq_status do_ban(struct job *job)
{
    return set_ban(job, true);
}

static enum mq_status do_unban(struct job *job)
{
    return set_ban(job, false);
}

/* Browsers that take push messages are bound to the old key: their pages ask
 * for a new one when they are opened next. */
static enum mq_status do_vapid(struct job *job)
{
    return mq_admin_vapid(job->store);
}

static const struct action {
    const char *name, *words;
    int least, most; /* words after it */
    bool table;      /* the first of them is one */
    enum mq_status (*run)(struct job *job);
} actions[] = {
    {"accounts", "", 0, 0, false, do_accounts},
    {"backup", "FILE", 1, 1, false, do_backup},
    {"ban", "NAME", 1, 1, true, do_ban},
    {"bot", "ID SEAT BOT", 3, 3, true, do_bot},
    {"check", "", 0, 0, false, do_check},
    {"delete", "ID", 1, 1, true, do_delete},
    {"end", "ID", 1, 1, true, do_end},
    {"export", "ID [FILE]", 1, 2, true, do_export},
    {"list", "", 0, 0, false, do_list},
    {"prune", "DAYS", 1, 1, false, do_prune},
    {"renew", "ID join|watch|P1", 2, 2, true, do_renew},
    {"reports", "", 0, 0, false, do_reports},
    {"reset", "NAME", 1, 1, true, do_reset},
    {"restore", "FILE", 1, 1, false, NULL},
    {"unban", "NAME", 1, 1, true, do_unban},
    {"unsay", "ID NUMBER", 2, 2, true, do_unsay},
    {"vapid", "", 0, 0, false, do_vapid},
};

static int run_action(const struct options *o, const struct action *action)
{
    struct job job = {.o = o, .word = o->words.rest};
    enum mq_status status;

    if (o->words.count < action->least || o->words.count > action->most) {
        return mq__cli_fail("admin.words", "tt", action->name, action->words);
    }
    if (action->run == NULL) {
        return lock_and_restore(o);
    }
    if (strstr(o->db, "://") == NULL && access(o->db, F_OK) != 0) {
        return mq__cli_fail("cli.cannot-read", "tt", o->db, strerror(errno));
    }
    if (mq_store_open(o->db, NULL, &job.store, &job.error) != MQ_OK) {
        return mq__cli_error(&job.error.message);
    }
    status = action->run(&job);
    if (job.code == 0) {
        job.code = report(&job, status, action->table ? job.word[0] : "");
    }
    mq_store_close(job.store);
    return job.code;
}

static int run(void *options)
{
    const struct options *o = options;
    const char *name = o->words.first;

    if (name == NULL) {
        return mq__cli_fail("admin.which", "");
    }

    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        if (strcmp(actions[i].name, name) == 0) {
            return run_action(o, &actions[i]);
        }
    }
    return mq__cli_fail("admin.command", "t", name);
}

const struct mq_command mq__command_admin = {
    .name = "admin",
    .summary = "looks after a server's database",
    .usage = "ACTION [WORDS...]",
    .options = option_list,
    .words = MQ_WORDS_LIST,
    .most_words = 5,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.db = "maxq.db",
                                        .url = "http://localhost:8080"},
    .run = run,
};

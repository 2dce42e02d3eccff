/* `maxq data check`: everything that is wrong with a folder of tables. */
#include "cli/command.h"
#include "cli/data.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES ((size_t)1 << 20)
#define PATH_SIZE 1024

struct check {
    bool json;
    struct mq_cli_json out;
    int tables, errors, warnings;
};

/* FILE:LINE: COLUMN: what is wrong and what was expected. */
static void print_finding(const char *path, const struct mq_finding *f,
                          const char *sentence)
{
    printf("%s", path);
    if (f->line > 0) {
        printf(":%d", f->line);
    }
    printf(": %s: %s%s%s\n",
           mq__cli_label(f->warning ? "tools.warning" : "tools.error"),
           f->column, f->column[0] != '\0' ? ": " : "", sentence);
}

static void report(struct check *check, const char *folder,
                   const struct mq_finding *f)
{
    struct mq_voice voice = {.language =
                                 check->json ? "en" : mq__cli_language()};
    char path[PATH_SIZE + 64], sentence[512];

    snprintf(path, sizeof path, "%s/%s", folder, f->file);
    mq_sentence(&f->message, &voice, sentence, sizeof sentence);
    if (check->json) {
        mq__json_add(&check->out.w,
                     "{file:s line:i column:s warning:b id:s message:s}", path,
                     f->line, f->column, f->warning, f->message.id, sentence);
    } else {
        print_finding(path, f, sentence);
    }
}

static void report_all(struct check *check, const char *folder,
                       const struct mq_findings *findings)
{
    int hidden = findings->errors + findings->warnings - findings->count;

    for (int i = 0; i < findings->count; i++) {
        report(check, folder, &findings->item[i]);
    }
    if (hidden > 0 && !check->json) {
        mq__cli_line("tools.more-findings", "i", hidden);
    }
    check->errors += findings->errors;
    check->warnings += findings->warnings;
}

/* The built-in tables of a game that lie in the folder too; returns how many.
 */
static int list_tables(const char *folder, const char *id,
                       const char *names[MQ_MAX_FILES])
{
    struct mq_table_file builtin[MQ_MAX_FILES];
    int known = mq_game_tables(id, builtin), count = 0;

    for (int i = 0; i < known; i++) {
        char path[PATH_SIZE + 64];
        struct stat about;

        snprintf(path, sizeof path, "%s/%s", folder, builtin[i].name);
        if (stat(path, &about) == 0) {
            names[count++] = builtin[i].name;
        }
    }
    return count;
}

/* The tables of a game that lie in the folder; -1: one can't be read. */
static int read_tables(const char *folder, const char *id,
                       struct mq_table_file *files)
{
    const char *names[MQ_MAX_FILES];
    int count = list_tables(folder, id, names);

    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE + 64];

        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        files[i].name = names[i];
        files[i].bytes = mq__cli_read_file(path, MOST_BYTES, &files[i].length);
        if (files[i].bytes == NULL) {
            return -1;
        }
    }
    return count;
}

static bool is_table_of(const char *id, const char *name)
{
    struct mq_table_file builtin[MQ_MAX_FILES];
    int known = mq_game_tables(id, builtin);

    for (int i = 0; i < known; i++) {
        if (strcmp(builtin[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* A table with a misspelt name would silently be the built-in one. */
static void check_names(struct check *check, const char *folder, const char *id)
{
    DIR *stream = opendir(folder);
    struct dirent *item;

    while (stream != NULL && (item = readdir(stream)) != NULL) {
        struct mq_finding finding = {.warning = true};
        size_t length = strlen(item->d_name);

        if (length < 4 || length >= sizeof finding.file ||
            strcmp(item->d_name + length - 4, ".csv") != 0 ||
            is_table_of(id, item->d_name)) {
            continue;
        }
        memcpy(finding.file, item->d_name, length + 1);
        mq_message_set(&finding.message, "tools.stray-table", "t", id);
        report(check, folder, &finding);
        check->warnings++;
    }
    if (stream != NULL) {
        closedir(stream);
    }
}

static bool check_tables(struct check *check, const char *folder,
                         const char *id, const struct mq_table_file *files,
                         int count)
{
    const struct mq_game *game = NULL;
    struct mq_findings findings = {0};
    enum mq_status status =
        mq_game_open(id, count > 0 ? files : NULL, count, &game, &findings);

    mq_game_close(game);
    if (status == MQ_NOMEM) {
        return mq__cli_refuse("error.no-memory", "");
    }
    report_all(check, folder, &findings);
    return true;
}

/* Several games have a missions.csv: tables that lie in the folder itself are
 * those of the game that has most of them. */
static bool is_folder_of(const char *folder, const char *id)
{
    const char *names[MQ_MAX_FILES];
    int count = list_tables(folder, id, names);

    for (int i = 0; i < mq_game_count(); i++) {
        if (list_tables(folder, mq_game_id(i), names) > count) {
            return false;
        }
    }
    return count > 0;
}

/* Checks one game in a folder; false: it could not be read. */
static bool check_game(struct check *check, const char *folder, const char *id)
{
    struct mq_table_file files[MQ_MAX_FILES] = {{0}};
    struct stat about;
    char path[PATH_SIZE];
    bool own;
    bool good = true;
    int count;

    snprintf(path, sizeof path, "%s/%s", folder, id);
    own = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    if (!own) {
        snprintf(path, sizeof path, "%s", folder);
    }
    if (!own && !is_folder_of(path, id)) {
        return true;
    }
    count = read_tables(path, id, files);
    if (count > 0) {
        good = check_tables(check, path, id, files, count);
        check->tables += count;
    }
    if (own || count > 0) {
        check_names(check, path, id);
    }
    for (int i = 0; i < MQ_MAX_FILES; i++) {
        free((char *)files[i].bytes);
    }
    return good && count >= 0;
}

static bool check_builtin(struct check *check, const char *id)
{
    struct mq_table_file files[MQ_MAX_FILES];

    check->tables += mq_game_tables(id, files);
    return check_tables(check, id, id, NULL, 0);
}

/* Prints the sums; the exit code. */
static int end(struct check *check)
{
    int found = check->errors + check->warnings;

    if (check->json) {
        mq__json_add(&check->out.w, "] tables:i errors:i warnings:i}",
                     check->tables, check->errors, check->warnings);
        printf("%s\n", mq__buf_text(&check->out.buf));
    } else {
        mq__cli_line("tools.checked", "iii", check->tables, check->errors,
                     check->warnings);
    }
    return found > 0 ? MQ_EXIT_FINDING : MQ_EXIT_DONE;
}

int mq__data_check(const char *folder, bool json)
{
    struct check check = {.json = json};
    bool good = true;
    int code = MQ_EXIT_USAGE;

    mq__json_add(mq__cli_json_begin(&check.out), "{findings:[");
    for (int i = 0; i < mq_game_count() && good; i++) {
        good = folder != NULL ? check_game(&check, folder, mq_game_id(i))
                              : check_builtin(&check, mq_game_id(i));
    }
    if (good && check.tables == 0 && check.warnings == 0) {
        mq__cli_path_fail(folder != NULL ? folder : "", "tools.no-tables", "");
    } else if (good) {
        code = end(&check);
    }
    mq__buf_finish(&check.out.buf);
    return code;
}

/* `maxq data check`: everything that is wrong with a folder of tables. */
#include "cli/args.h"
#include "cli/command.h"
#include "cli/data.h"

#include "core/json.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES ((size_t)1 << 20)
#define PATH_SIZE 1024

struct check {
    bool json;
    struct mq_buf buf;
    struct mq_json_writer w;
    int tables, errors, warnings;
};

static void json_finding(struct check *check, const char *path,
                         const struct mq_finding *f)
{
    struct mq_voice voice = {.language = "en"};
    char sentence[512];

    mq_sentence(&f->message, &voice, sentence, sizeof sentence);
    mq__json_open(&check->w, NULL, '{');
    mq__json_str(&check->w, "file", path);
    mq__json_int(&check->w, "line", f->line);
    mq__json_str(&check->w, "column", f->column);
    mq__json_bool(&check->w, "warning", f->warning);
    mq__json_str(&check->w, "id", f->message.id);
    mq__json_str(&check->w, "message", sentence);
    mq__json_close(&check->w, '}');
}

/* FILE:LINE: COLUMN: what is wrong and what was expected. */
static void print_finding(const char *path, const struct mq_finding *f)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    const char *kind =
        mq_text(voice.language, f->warning ? "tools.warning" : "tools.error");
    char sentence[512];

    mq_sentence(&f->message, &voice, sentence, sizeof sentence);
    printf("%s", path);
    if (f->line > 0) {
        printf(":%d", f->line);
    }
    printf(": %s: %s%s%s\n", kind != NULL ? kind : "", f->column,
           f->column[0] != '\0' ? ": " : "", sentence);
}

static void report(struct check *check, const char *folder,
                   const struct mq_finding *finding)
{
    char path[PATH_SIZE + 64];

    snprintf(path, sizeof path, "%s/%s", folder, finding->file);
    if (check->json) {
        json_finding(check, path, finding);
    } else {
        print_finding(path, finding);
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
        struct mq_voice voice = {.language = mq__cli_language()};
        struct mq_message message;
        char sentence[128];

        mq_message_set(&message, "tools.more-findings", "i", hidden);
        mq_sentence(&message, &voice, sentence, sizeof sentence);
        printf("%s\n", sentence);
    }
    check->errors += findings->errors;
    check->warnings += findings->warnings;
}

/* The tables of a game that lie in the folder; -1: one can't be read. */
static int read_tables(const char *folder, const char *id,
                       struct mq_table_file *files)
{
    struct mq_table_file builtin[MQ_MAX_FILES];
    int known = mq_game_tables(id, builtin);
    int count = 0;

    for (int i = 0; i < known; i++) {
        struct stat about;
        char path[PATH_SIZE + 64];

        snprintf(path, sizeof path, "%s/%s", folder, builtin[i].name);
        if (stat(path, &about) != 0) {
            continue;
        }
        files[count].name = builtin[i].name;
        files[count].bytes = mq__cli_read_file(
            MQ_DATA_COMMAND, path, MOST_BYTES, &files[count].length);
        if (files[count].bytes == NULL) {
            return -1;
        }
        count++;
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
        mq__cli_fail(MQ_DATA_COMMAND, "error.no-memory", "");
        return false;
    }
    report_all(check, folder, &findings);
    return true;
}

/* How many of a game's tables lie in the folder itself. */
static int tables_in(const char *folder, const char *id)
{
    struct mq_table_file builtin[MQ_MAX_FILES];
    int known = mq_game_tables(id, builtin);
    int count = 0;

    for (int i = 0; i < known; i++) {
        struct stat about;
        char path[PATH_SIZE + 64];

        snprintf(path, sizeof path, "%s/%s", folder, builtin[i].name);
        count += stat(path, &about) == 0;
    }
    return count;
}

/* Several games have a missions.csv: tables that lie in the folder itself are
 * those of the game that has most of them. */
static bool is_folder_of(const char *folder, const char *id)
{
    int count = tables_in(folder, id);

    for (int i = 0; i < mq_game_count(); i++) {
        if (tables_in(folder, mq_game_id(i)) > count) {
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

static void print_sum(const struct check *check)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    struct mq_message message;
    char sentence[256];

    mq_message_set(&message, "tools.checked", "iii", check->tables,
                   check->errors, check->warnings);
    mq_sentence(&message, &voice, sentence, sizeof sentence);
    printf("%s\n", sentence);
}

static void begin(struct check *check)
{
    mq__buf_init(&check->buf);
    mq__json_writer_init(&check->w, &check->buf);
    mq__json_open(&check->w, NULL, '{');
    mq__json_open(&check->w, "findings", '[');
}

static void end(struct check *check)
{
    mq__json_close(&check->w, ']');
    mq__json_int(&check->w, "tables", check->tables);
    mq__json_int(&check->w, "errors", check->errors);
    mq__json_int(&check->w, "warnings", check->warnings);
    mq__json_close(&check->w, '}');
    if (check->json) {
        printf("%s\n", mq__buf_text(&check->buf));
    } else {
        print_sum(check);
    }
}

int mq__data_check(const char *folder, bool json)
{
    struct check check = {.json = json};
    bool good = true;
    int code = MQ_EXIT_USAGE;

    begin(&check);
    for (int i = 0; i < mq_game_count() && good; i++) {
        good = folder != NULL ? check_game(&check, folder, mq_game_id(i))
                              : check_builtin(&check, mq_game_id(i));
    }
    if (good && check.tables == 0 && check.warnings == 0) {
        mq__cli_path_fail(MQ_DATA_COMMAND, folder != NULL ? folder : "",
                          "tools.no-tables", "");
    } else if (good) {
        end(&check);
        code =
            check.errors + check.warnings > 0 ? MQ_EXIT_FINDING : MQ_EXIT_DONE;
    }
    mq__buf_finish(&check.buf);
    return code;
}

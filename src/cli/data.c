/* `maxq data`: checks, shows and exports the tables of the games. */
#include "cli/data.h"

#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct options {
    struct mq_words words; /* an action and what it is about */
    const char *folder;
    bool json;
};

static const struct mq_cli_option option_list[] = {
    {"data", 0, "DIR", "show: the tables of this folder", MQ_TEXT(folder)},
    {"json", 'j', NULL, "check: print the findings as one JSON object",
     MQ_FLAG(json)},
    {0},
};

/* mkdir; one that is there already will do. */
static int make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST
               ? MQ_EXIT_DONE
               : mq__cli_cannot_write(path, errno);
}

static int write_table(const char *path, const struct mq_table_file *file)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    ssize_t written;
    int number;

    if (fd < 0) {
        return errno == EEXIST ? mq__cli_path_fail(path, "tools.exists", "")
                               : mq__cli_cannot_write(path, errno);
    }
    written = write(fd, file->bytes, file->length);
    number = written < 0 ? errno : (size_t)written != file->length ? ENOSPC : 0;
    if (close(fd) != 0 && number == 0) {
        number = errno;
    }
    if (number != 0) {
        return mq__cli_cannot_write(path, number);
    }
    printf("%s\n", path);
    return MQ_EXIT_DONE;
}

static int export_game(const char *folder, const char *id)
{
    struct mq_table_file files[MQ_MAX_FILES];
    int count = mq_game_tables(id, files);
    char path[1024];
    int code;

    snprintf(path, sizeof path, "%s/%s", folder, id);
    code = make_folder(path);
    for (int i = 0; i < count && code == MQ_EXIT_DONE; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, id, files[i].name);
        code = write_table(path, &files[i]);
    }
    return code;
}

/* Writes all built-in tables below a folder. */
static int export_tables(const char *folder)
{
    int code = make_folder(folder);

    for (int i = 0; i < mq_game_count() && code == MQ_EXIT_DONE; i++) {
        code = export_game(folder, mq_game_id(i));
    }
    return code;
}

static int run(void *options)
{
    const struct options *o = options;
    const char *const *word = o->words.rest;
    const char *action = o->words.first != NULL ? o->words.first : "";

    if (strcmp(action, "check") == 0 && o->words.count <= 1) {
        return mq__data_check(word[0], o->json);
    }
    if (strcmp(action, "show") == 0 && o->words.count >= 1) {
        return mq__data_show(word[0], word[1], o->folder);
    }
    if (strcmp(action, "export") == 0 && o->words.count == 1) {
        return export_tables(word[0]);
    }
    return mq__cli_fail("tools.data-usage", "");
}

const struct mq_command mq__command_data = {
    .name = "data",
    .summary = "check, show and export the tables",
    .usage = "check [DIR]\nshow GAME [TABLE]\nexport DIR",
    .options = option_list,
    .words = MQ_WORDS_LIST,
    .most_words = 2,
    .size = sizeof(struct options),
    .run = run,
};

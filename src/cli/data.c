/* `maxq data`: checks, shows and exports the tables of the games. */
#include "cli/data.h"

#include "cli/args.h"
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_DATA = 256 };

#define MAX_WORDS 3

struct options {
    const char *words[MAX_WORDS];
    int word_count;
    const char *folder;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'j':
        o->json = true;
        return 0;
    case KEY_DATA:
        o->folder = arg;
        return 0;
    case ARGP_KEY_ARG:
        if (o->word_count == MAX_WORDS) {
            return mq__cli_extra(MQ_DATA_COMMAND, arg);
        }
        o->words[o->word_count++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"data", KEY_DATA, "DIR", 0, "show: the tables of this folder", 0},
    {"json", 'j', NULL, 0, "check: print the findings as one JSON object", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "check [DIR]\nshow GAME [TABLE]\nexport DIR",
    .doc = "Checks, shows and exports the tables of the games."
           "\vTables are CSV files, one folder a game (DIR/mlem/mat.csv). "
           "check exits with 1 if something is found; show marks what is not "
           "certain; export writes the built-in tables to change them and to "
           "play with maxq play --data DIR.\n\n"
           "Examples:\n"
           "  maxq data export tables\n"
           "  maxq data check tables\n"
           "  maxq data show mlem mat\n",
};

/* mkdir; one that is there already will do. */
static int make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return mq__cli_path_fail(MQ_DATA_COMMAND, path, "tools.cannot-write",
                                 "t", strerror(errno));
    }
    return MQ_EXIT_DONE;
}

static int write_table(const char *path, const struct mq_table_file *file)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int number = fd < 0 ? errno : 0;

    if (number == EEXIST) {
        return mq__cli_path_fail(MQ_DATA_COMMAND, path, "tools.exists", "");
    }
    if (fd >= 0) {
        ssize_t written = write(fd, file->bytes, file->length);

        number = written < 0 ? errno : 0;
        if (written >= 0 && (size_t)written != file->length) {
            number = ENOSPC;
        }
        if (close(fd) != 0 && number == 0) {
            number = errno;
        }
    }
    if (number != 0) {
        return mq__cli_path_fail(MQ_DATA_COMMAND, path, "tools.cannot-write",
                                 "t", strerror(number));
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

int mq__data_export(const char *folder)
{
    int code = make_folder(folder);

    for (int i = 0; i < mq_game_count() && code == MQ_EXIT_DONE; i++) {
        code = export_game(folder, mq_game_id(i));
    }
    return code;
}

static int run(int argc, char **argv)
{
    struct options o = {0};
    int code = mq__cli_parse(MQ_DATA_COMMAND, &argp, argc, argv, &o);
    const char *verb;

    if (code >= 0) {
        return code;
    }
    verb = o.word_count > 0 ? o.words[0] : "";
    if (strcmp(verb, "check") == 0 && o.word_count <= 2) {
        return mq__data_check(o.words[1], o.json);
    }
    if (strcmp(verb, "show") == 0 && o.word_count >= 2) {
        return mq__data_show(o.words[1], o.words[2], o.folder);
    }
    if (strcmp(verb, "export") == 0 && o.word_count == 2) {
        return mq__data_export(o.words[1]);
    }
    return mq__cli_fail(MQ_DATA_COMMAND, "tools.data-usage", "");
}

const struct mq_command mq__command_data = {
    .name = MQ_DATA_COMMAND,
    .summary = "check, show and export the tables",
    .run = run,
};

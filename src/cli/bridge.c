/* `maxq bridge`: the engine for other programs, JSON lines in and out. */
#include "cli/command.h"

#include "bridge/bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    const char *data;
};

/* A game of the --data folder, or built in. */
static enum mq_status open_game(void *context, const char *id,
                                const struct mq_game **out)
{
    const struct options *options = context;

    if (options->data == NULL) {
        return mq_game_open(id, NULL, 0, out, NULL);
    }
    *out = mq__cli_open_game(id, options->data);
    return *out != NULL ? MQ_OK : MQ_TABLES;
}

/* Reads a line into `line`, which has room for MQ_BRIDGE_LINE + 1 bytes. What
 * a longer one has beyond that is passed over. False: the input is at its
 * end. */
static bool read_line(char *line, size_t *length)
{
    int c = getc_unlocked(stdin);

    *length = 0;
    if (c == EOF) {
        return false;
    }
    while (c != EOF && c != '\n') {
        if (*length <= MQ_BRIDGE_LINE) {
            line[(*length)++] = (char)c;
        }
        c = getc_unlocked(stdin);
    }
    return true;
}

/* Nobody asks anything in such a line: it gets no answer. */
static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr(" \t\r", line[i]) == NULL || line[i] == '\0') {
            return false;
        }
    }
    return true;
}

static int serve(struct mq_bridge *bridge, char *line, struct mq_buf *answer)
{
    size_t length;

    while (read_line(line, &length)) {
        if (is_blank(line, length)) {
            continue;
        }
        if (mq__bridge_line(bridge, line, length, answer) == MQ_OK) {
            fwrite(answer->data, 1, answer->length, stdout);
        } else {
            fputs(MQ_BRIDGE_NO_MEMORY, stdout);
        }
        putchar('\n');
        if (fflush(stdout) != 0) {
            return mq__cli_fail("cli.cannot-write", "");
        }
    }
    return MQ_EXIT_DONE;
}

static const struct mq_cli_option option_list[] = {
    {"data", 'd', "DIR", "Play with the tables of this folder", MQ_TEXT(data)},
    {0},
};

static int run(void *options)
{
    struct mq_bridge *bridge = mq__bridge_create(open_game, options);
    char *line = malloc(MQ_BRIDGE_LINE + 1);
    struct mq_buf answer;
    int code;

    mq__buf_init(&answer);
    code = bridge != NULL && line != NULL ? serve(bridge, line, &answer)
                                          : mq__cli_fail("error.no-memory", "");
    mq__buf_finish(&answer);
    free(line);
    mq__bridge_destroy(bridge);
    return code;
}

const struct mq_command mq__command_bridge = {
    .name = "bridge",
    .summary = "play for other programs: JSON lines in and out",
    .options = option_list,
    .size = sizeof(struct options),
    .run = run,
};

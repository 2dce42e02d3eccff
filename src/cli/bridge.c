/* `maxq bridge`: the engine for other programs, JSON lines in and out. */
#include "cli/args.h"
#include "cli/command.h"

#include "ai/analysis_walk.h"
#include "core/bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMMAND "bridge"

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
    *out = mq__cli_open_game(COMMAND, id, options->data);
    return *out != NULL ? MQ_OK : MQ_TABLES;
}

static bool random_seed(void *context, struct mq_seed *out)
{
    (void)context;
    return getentropy(out->bytes, sizeof(out->bytes)) == 0;
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

static int serve(struct mq_bridge *bridge, char *line, struct mq_buf *answer)
{
    size_t length;

    while (read_line(line, &length)) {
        if (mq__bridge_line(bridge, line, length, answer) == MQ_OK) {
            fwrite(answer->data, 1, answer->length, stdout);
        } else {
            fputs(MQ_BRIDGE_NO_MEMORY, stdout);
        }
        putchar('\n');
        if (fflush(stdout) != 0) {
            return mq__cli_fail(COMMAND, "cli.cannot-write", "");
        }
    }
    return MQ_EXIT_DONE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *options = state->input;

    switch (key) {
    case 'd':
        options->data = arg;
        return 0;
    case ARGP_KEY_ARG:
        return mq__cli_extra(COMMAND, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"data", 'd', "DIR", 0, "Play with the tables of this folder", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .doc = "Plays for other programs: a JSON object a line on standard "
           "input, an answer a line on standard output."
           "\vdocs/bridge.md describes every op.\n\n"
           "Examples:\n"
           "  maxq bridge --data my-tables\n"
           "  echo '{\"op\":\"games\"}' | maxq bridge\n",
};

static int run(int argc, char **argv)
{
    struct options options = {0};
    struct mq_bridge_host host = {
        .context = &options,
        .open_game = open_game,
        .close_game = mq_game_close,
        .game_count = mq_game_count,
        .game_id = mq_game_id,
        .find_bot = mq_bot_find,
        .choose = mq_bot_choose,
        .analyze = mq__analysis_walk_create,
        .analysis_head = mq__analysis_walk_head,
        .judge = mq__analysis_walk_next,
        .end_analysis = mq__analysis_walk_destroy,
        .random = random_seed,
    };
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &options);
    struct mq_bridge *bridge;
    struct mq_buf answer;
    char *line;

    if (code >= 0) {
        return code;
    }
    bridge = mq__bridge_create(&host);
    line = malloc(MQ_BRIDGE_LINE + 1);
    mq__buf_init(&answer);
    code = bridge != NULL && line != NULL
               ? serve(bridge, line, &answer)
               : mq__cli_fail(COMMAND, "error.no-memory", "");
    mq__buf_finish(&answer);
    free(line);
    mq__bridge_destroy(bridge);
    return code;
}

const struct mq_command mq__command_bridge = {
    .name = COMMAND,
    .summary = "play for other programs: JSON lines in and out",
    .run = run,
};

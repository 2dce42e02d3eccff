/* `maxq`: finds the subcommand and runs it. */
#include "cli/command.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#ifndef MQ_PROGRAM_VERSION
#error "the build gives MQ_PROGRAM_VERSION"
#endif

static const struct mq_command *const commands[] = {
#define MQ_X(name) &mq__command_##name,
    MQ_COMMAND_LIST(MQ_X)
#undef MQ_X
        NULL,
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) - 1 };

static const struct mq_command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

static void short_help(void)
{
    printf("Max Q plays three space-race board games by their full rules.\n\n"
           "  maxq play mlem              play in the terminal\n"
           "  maxq rules mlem             read the rules\n"
           "  maxq simulate mlem          let bots play many games\n\n"
           "`maxq help` lists all commands, `maxq COMMAND --help` one.\n");
}

static void long_help(void)
{
    printf("Usage: maxq [--lang en|de] COMMAND [ARGUMENTS]\n\n");
    for (int i = 0; i < COMMANDS; i++) {
        printf("  %-10s  %s\n", commands[i]->name, commands[i]->summary);
    }
    printf("\nGames:");
    for (int i = 0; i < mq_game_count(); i++) {
        printf("%s %s", i > 0 ? "," : "", mq_game_id(i));
    }
    printf("\n\n`maxq COMMAND --help` explains one command with examples.\n");
}

static int run(const struct mq_command *command, int argc, char **argv)
{
    char name[32];

    snprintf(name, sizeof(name), "maxq %s", command->name);
    argv[0] = name;
    int code = command->run(argc, argv);

    /* What a command printed must have arrived: a full disk is an error. */
    if (fflush(stdout) != 0) {
        return mq__cli_fail(command->name, "cli.cannot-write", "");
    }
    return code;
}

/* Options before the subcommand; returns how many words were taken, or -1. */
static int global_options(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--lang") == 0) {
        if (strcmp(argv[2], "en") != 0 && strcmp(argv[2], "de") != 0) {
            mq__cli_fail("", "cli.language", "t", argv[2]);
            return -1;
        }
        mq__cli_set_language(argv[2]);
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int taken = global_options(argc, argv);

    if (taken < 0) {
        return MQ_EXIT_USAGE;
    }
    argc -= taken;
    argv += taken;
    if (argc < 2) {
        short_help();
        return MQ_EXIT_DONE;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0) {
        long_help();
        return MQ_EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("maxq %s\n", MQ_PROGRAM_VERSION);
        return MQ_EXIT_DONE;
    }
    const struct mq_command *command = find(argv[1]);

    if (command == NULL) {
        return mq__cli_fail("", "cli.unknown-command", "t", argv[1]);
    }
    return run(command, argc - 1, argv + 1);
}

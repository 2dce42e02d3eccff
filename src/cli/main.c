/* `maxq`: finds the subcommand and runs it. */
#include "cli/command.h"
#include "sim/ranks.h"
#include "term/full/face.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    static const char *const examples[][2] = {
        {"maxq play mlem", "play in the terminal"},
        {"maxq rules mlem", "read the rules"},
        {"maxq simulate mlem", "let bots play many games"},
    };

    printf("%s\n\n", mq__cli_help("Max Q plays three space-race board games "
                                  "by their full rules."));
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        printf("  %-26s  %s\n", examples[i][0], mq__cli_help(examples[i][1]));
    }
    printf("\n%s\n", mq__cli_help("`maxq help` lists all commands, "
                                  "`maxq COMMAND --help` one."));
}

static void long_help(void)
{
    char languages[MQ_CLI_LANGUAGES];

    printf("%s maxq [--lang %s] COMMAND [ARGUMENTS]\n\n",
           mq__cli_help("Usage:"), mq__cli_languages("|", languages));
    for (int i = 0; i < COMMANDS; i++) {
        printf("  %-10s  %s\n", commands[i]->name,
               mq__cli_help(commands[i]->summary));
    }
    printf("\n%s", mq__cli_help("Games:"));
    for (int i = 0; i < mq_game_count(); i++) {
        printf("%s %s", i > 0 ? "," : "", mq_game_id(i));
    }
    printf("\n\n%s\n", mq__cli_help("`maxq COMMAND --help` explains one "
                                    "command with examples."));
}

/* `maxq bench search` is a part of `maxq bench`. */
static const struct mq_command *find_part(const struct mq_command *command,
                                          const char *word)
{
    for (int i = 0; command->parts != NULL && command->parts[i] != NULL; i++) {
        if (strcmp(command->parts[i]->name, word) == 0) {
            return command->parts[i];
        }
    }
    return NULL;
}

static int run(const struct mq_command *command, int argc, char **argv)
{
    const struct mq_command *part =
        argc > 1 ? find_part(command, argv[1]) : NULL;
    static char name[32]; /* errors begin with it */

    snprintf(name, sizeof(name), "maxq %s", command->name);
    if (part != NULL) {
        command = part;
        argc--;
        argv++;
    }
    program_invocation_name = argv[0] = name;
    if (mq__ranks_lack_mpi()) {
        return mq__cli_fail("cli.no-mpi", "");
    }
    return mq__cli_run(command, argc, argv);
}

/* `maxq help bench search` is `maxq bench search --help`. */
static int help_on(int count, char **words)
{
    static char option[] = "--help";
    const struct mq_command *command = find(words[0]);
    char *all[] = {words[0], count > 1 ? words[1] : option, option, NULL};

    return command != NULL ? run(command, count > 1 ? 3 : 2, all)
                           : mq__cli_fail("cli.unknown-command", "t", words[0]);
}

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list != NULL && strcmp(word, *list) != 0) {
        list++;
    }
    return *list != NULL;
}

/* Options before the subcommand; returns how many words were taken, or -1. */
static int global_options(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--lang") == 0) {
        return mq__cli_set_language(argv[2]) ? 2 : -1;
    }
    return 0;
}

static int run_words(int argc, char **argv)
{
    static const char *const help[] = {"help", "--help", "-h", "-?", NULL};
    static const char *const version[] = {"--version", "-V", NULL};
    const struct mq_command *command;

    if (argc < 2 && mq__face_can(STDIN_FILENO, STDOUT_FILENO)) {
        static char play[] = "play";
        char *words[] = {play, NULL};

        return run(find(play), 1, words);
    }
    if (argc < 2) {
        short_help();
        return MQ_EXIT_DONE;
    }
    if (is_one_of(argv[1], help)) {
        if (argc > 2) {
            return help_on(argc - 2, argv + 2);
        }
        long_help();
        return MQ_EXIT_DONE;
    }
    if (is_one_of(argv[1], version)) {
        mq__cli_version();
        return MQ_EXIT_DONE;
    }
    command = find(argv[1]);
    return command != NULL ? run(command, argc - 1, argv + 1)
                           : mq__cli_fail("cli.unknown-command", "t", argv[1]);
}

int main(int argc, char **argv)
{
    static char maxq[] = "maxq";
    int taken, code;

    program_invocation_name = maxq;
    taken = global_options(argc, argv);
    if (taken < 0) {
        return MQ_EXIT_USAGE;
    }
    code = run_words(argc - taken, argv + taken);
    /* What was printed must have arrived: a full disk is an error. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return mq__cli_fail("cli.cannot-write", "");
    }
    return code;
}

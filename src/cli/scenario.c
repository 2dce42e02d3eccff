/* `maxq scenario`: runs scenario files, all in one process. */
#include "cli/command.h"

#include "cli/scenario_files.h"
#include "core/game.h"
#include "scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games opened so far; a scenario may have tables of its own. */
struct opened {
    struct opened *next;
    const struct mq_game *game;
    char *tables; /* folder; NULL: built in */
};

struct session {
    struct opened *games;
    const char *file; /* being run */
    int passed, failed;
    bool json;
    struct mq_cli_json out; /* the report as JSON */
};

/* The folder `tables/NAME` beside the scenario; free() it. */
static char *tables_folder(const char *file, const char *name)
{
    size_t folder = (size_t)(mq__base_name(file) - file);
    size_t size = folder + strlen("tables/") + strlen(name) + 1;
    char *path = malloc(size);

    if (path != NULL) {
        snprintf(path, size, "%.*stables/%s", (int)folder, file, name);
    }
    return path;
}

static const struct mq_game *find_opened(const struct session *session,
                                         const char *id, const char *tables)
{
    for (const struct opened *at = session->games; at != NULL; at = at->next) {
        if (strcmp(at->game->id, id) == 0 &&
            (tables == NULL
                 ? at->tables == NULL
                 : at->tables != NULL && strcmp(at->tables, tables) == 0)) {
            return at->game;
        }
    }
    return NULL;
}

/* Opens the game and keeps it; `tables` is ours from here on. */
static const struct mq_game *open_new(struct session *session, const char *id,
                                      char *tables)
{
    struct opened *opened = malloc(sizeof(*opened));
    const struct mq_game *game =
        opened != NULL ? mq__cli_open_game(id, tables) : NULL;

    if (game == NULL) {
        free(opened);
        free(tables);
        return NULL;
    }
    *opened = (struct opened){session->games, game, tables};
    session->games = opened;
    return game;
}

static enum mq_status open_game(void *context, const char *id,
                                const char *tables, const struct mq_game **out)
{
    struct session *session = context;
    char *folder = NULL;

    *out = NULL;
    if (!mq__cli_is_game(id)) {
        return MQ_UNKNOWN_WORD;
    }
    if (tables != NULL) {
        folder = tables_folder(session->file, tables);
        if (folder == NULL) {
            return MQ_NOMEM;
        }
    }
    *out = find_opened(session, id, folder);
    if (*out != NULL) {
        free(folder);
        return MQ_OK;
    }
    *out = open_new(session, id, folder);
    return *out != NULL ? MQ_OK : MQ_TABLES;
}

static void close_games(struct session *session)
{
    while (session->games != NULL) {
        struct opened *at = session->games;

        session->games = at->next;
        mq_game_close(at->game);
        free(at->tables);
        free(at);
    }
}

static void report(struct session *session,
                   const struct mq_scenario_result *result)
{
    struct mq_voice voice = {.language =
                                 session->json ? "en" : mq__cli_language()};
    char sentence[512];

    mq_sentence(&result->message, &voice, sentence, sizeof(sentence));
    if (session->json) {
        mq__json_add(&session->out.w,
                     "{file:s line:i id:s message:s expected:s came:s}",
                     session->file, result->line, result->message.id, sentence,
                     result->expected, result->came);
        return;
    }
    printf("%s:%d: %s\n", session->file, result->line, sentence);
    if (result->expected[0] != '\0') {
        printf("  expected: %s\n", result->expected);
    }
    if (result->came[0] != '\0') {
        printf("  came:     %s\n", result->came);
    }
}

/* Runs one file; false: the run can't go on (printed). */
static bool run_file(struct session *session, const char *path)
{
    struct mq_scenario_result result;
    size_t length;
    char *text = mq__cli_read_file(path, MQ_SCENARIO_LIMIT, &length);
    enum mq_status status;

    if (text == NULL) {
        return false;
    }
    session->file = path;
    status = mq__scenario_run(text, length, open_game, session, &result);
    free(text);
    if (status == MQ_NOMEM) {
        return mq__cli_refuse("error.no-memory", "");
    }
    if (result.passed) {
        session->passed++;
    } else {
        session->failed++;
        report(session, &result);
    }
    return true;
}

static int end_report(struct session *session)
{
    int code = session->failed > 0 ? MQ_EXIT_FINDING : MQ_EXIT_DONE;

    if (!session->json) {
        printf("%d passed, %d failed\n", session->passed, session->failed);
        return code;
    }
    mq__json_add(&session->out.w, "] passed:i failed:i}", session->passed,
                 session->failed);
    return mq__cli_json_end(&session->out) == MQ_EXIT_DONE ? code
                                                           : MQ_EXIT_USAGE;
}

static int run_files(const struct mq_names *files, bool json, bool stop)
{
    struct session session = {.json = json};
    bool good = true;
    int code = MQ_EXIT_USAGE;

    mq__json_add(mq__cli_json_begin(&session.out), "{failures:[");
    for (int i = 0; good && i < files->count; i++) {
        good = run_file(&session, files->name[i]);
        if (stop && session.failed > 0) {
            break;
        }
    }
    if (good) {
        code = end_report(&session);
    }
    mq__buf_finish(&session.out.buf);
    close_games(&session);
    return code;
}

struct options {
    bool coverage, json, stop;
    struct mq_names words; /* files, folders, games */
};

static bool take_word(void *options, const char *word)
{
    mq__names_add(&((struct options *)options)->words, word);
    return true;
}

static const struct mq_cli_option option_list[] = {
    {"coverage", 'c', NULL,
     "List the rules of GAME (of all games) that have no scenario",
     MQ_FLAG(coverage)},
    {"json", 'j', NULL, "Print the result as one JSON object", MQ_FLAG(json)},
    {"stop", 's', NULL, "Stop at the first failure", MQ_FLAG(stop)},
    {0},
};

static int run_words(const struct options *options)
{
    const struct mq_names *words = &options->words;
    struct mq_names files = {0};
    bool good = true;
    int code = MQ_EXIT_USAGE;

    for (int i = 0; good && i < words->count; i++) {
        good = mq__scenario_files(words->name[i], &files);
    }
    if (words->count == 0) {
        good = mq__scenario_files(MQ_SCENARIO_FOLDER, &files);
    }
    if (good) {
        code = run_files(&files, options->json, options->stop);
    }
    mq__names_finish(&files);
    return code;
}

static int run(void *options)
{
    const struct options *o = options;

    if (o->words.failed) {
        return mq__cli_fail("error.no-memory", "");
    }
    return o->coverage ? mq__scenario_coverage(&o->words, o->json)
                       : run_words(o);
}

static void finish(void *options)
{
    mq__names_finish(&((struct options *)options)->words);
}

const struct mq_command mq__command_scenario = {
    .name = "scenario",
    .summary = "run scenarios: executable rules",
    .usage = "[FILE|DIR...]\n--coverage [GAME...] [DIR...]",
    .options = option_list,
    .words = MQ_WORDS_CALL,
    .take_word = take_word,
    .size = sizeof(struct options),
    .run = run,
    .finish = finish,
};

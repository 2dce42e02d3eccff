/* `maxq scenario`: runs scenario files, all in one process. */
#include "cli/args.h"
#include "cli/command.h"

#include "cli/scenario_files.h"
#include "core/json.h"
#include "core/scenario.h"

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
    struct mq_buf buf; /* the report as JSON */
    struct mq_json_writer w;
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
        opened != NULL ? mq__cli_open_game("scenario", id, tables) : NULL;

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
    if (!mq__is_game(id)) {
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

static void report_json(struct session *session,
                        const struct mq_scenario_result *result,
                        const char *sentence)
{
    struct mq_json_writer *w = &session->w;

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "file", session->file);
    mq__json_int(w, "line", result->line);
    mq__json_str(w, "id", result->message.id);
    mq__json_str(w, "message", sentence);
    mq__json_str(w, "expected", result->expected);
    mq__json_str(w, "came", result->came);
    mq__json_close(w, '}');
}

static void report(struct session *session,
                   const struct mq_scenario_result *result)
{
    struct mq_voice voice = {.language =
                                 session->json ? "en" : mq__cli_language()};
    char sentence[512];

    mq_sentence(&result->message, &voice, sentence, sizeof(sentence));
    if (session->json) {
        report_json(session, result, sentence);
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
    char *text =
        mq__cli_read_file("scenario", path, MQ_SCENARIO_LIMIT, &length);
    enum mq_status status;

    if (text == NULL) {
        return false;
    }
    session->file = path;
    status = mq__scenario_run(text, length, open_game, session, &result);
    free(text);
    if (status == MQ_NOMEM) {
        mq__cli_fail("scenario", "error.no-memory", "");
        return false;
    }
    if (result.passed) {
        session->passed++;
    } else {
        session->failed++;
        report(session, &result);
    }
    return true;
}

static void begin_json(struct session *session)
{
    mq__buf_init(&session->buf);
    mq__json_writer_init(&session->w, &session->buf);
    mq__json_open(&session->w, NULL, '{');
    mq__json_open(&session->w, "failures", '[');
}

static int end_report(struct session *session)
{
    int code = session->failed > 0 ? MQ_EXIT_FINDING : MQ_EXIT_DONE;

    if (!session->json) {
        printf("%d passed, %d failed\n", session->passed, session->failed);
        return code;
    }
    mq__json_close(&session->w, ']');
    mq__json_int(&session->w, "passed", session->passed);
    mq__json_int(&session->w, "failed", session->failed);
    mq__json_close(&session->w, '}');
    if (session->buf.failed) {
        return mq__cli_fail("scenario", "error.no-memory", "");
    }
    printf("%s\n", mq__buf_text(&session->buf));
    return code;
}

static int run_files(const struct mq_names *files, bool json, bool stop)
{
    struct session session = {.json = json};
    bool good = true;
    int code = MQ_EXIT_USAGE;

    begin_json(&session);
    for (int i = 0; good && i < files->count; i++) {
        good = run_file(&session, files->name[i]);
        if (stop && session.failed > 0) {
            break;
        }
    }
    if (good) {
        code = end_report(&session);
    }
    mq__buf_finish(&session.buf);
    close_games(&session);
    return code;
}

struct options {
    bool coverage, json, stop;
    struct mq_names words; /* files, folders, games */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *options = state->input;

    switch (key) {
    case 'c':
        options->coverage = true;
        return 0;
    case 'j':
        options->json = true;
        return 0;
    case 's':
        options->stop = true;
        return 0;
    case ARGP_KEY_ARG:
        mq__names_add(&options->words, arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"coverage", 'c', NULL, 0,
     "List the rules of GAME (of all games) that have no scenario", 0},
    {"json", 'j', NULL, 0, "Print the result as one JSON object", 0},
    {"stop", 's', NULL, 0, "Stop at the first failure", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "[FILE|DIR...]\n--coverage [GAME...] [DIR...]",
    .doc = "Runs scenarios: executable rules, one file a case."
           "\vWithout FILE or DIR those in " MQ_SCENARIO_FOLDER
           " are taken. Exits with 1 if one fails or a rule has none.\n\n"
           "Examples:\n"
           "  maxq scenario\n"
           "  maxq scenario tests/scenarios/mlem/ML-T7-afterburner.scn\n"
           "  maxq scenario --coverage mlem\n",
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

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = mq__cli_parse("scenario", &argp, argc, argv, &options);

    if (code < 0 && options.words.failed) {
        code = mq__cli_fail("scenario", "error.no-memory", "");
    } else if (code < 0) {
        code = options.coverage
                   ? mq__scenario_coverage(options.words.name,
                                           options.words.count, options.json)
                   : run_words(&options);
    }
    mq__names_finish(&options.words);
    return code;
}

const struct mq_command mq__command_scenario = {
    .name = "scenario",
    .summary = "run scenarios: executable rules",
    .run = run,
};

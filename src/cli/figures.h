/* What simulate, arena and analyze share: their options, and how figures are
 * put out. A command's parser hands on what it doesn't know itself. */
#ifndef MAXQ_CLI_FIGURES_H
#define MAXQ_CLI_FIGURES_H

#include "cli/args.h"

#include "core/buf.h"
#include "sim/crew.h"

#include <maxq/bot.h>

#define MQ_MAX_WORDS 16
#define MQ_MOST_ITERATIONS 100000000

enum mq_form { MQ_FORM_TEXT, MQ_FORM_JSON, MQ_FORM_CSV };

struct mq_figures {
    const char *command;
    const char *subject;             /* the game, or the file */
    const char *words[MQ_MAX_WORDS]; /* name=value */
    int word_count;
    const char *bots;
    const char *seed; /* "1" without it */
    const char *html; /* NULL: no report */
    long games, players, iterations, ms, jobs;
    enum mq_form form;
    struct mq_crew crew;
    const char *const *typed; /* the command's words, `typed_count` of them */
    int typed_count;
};

/* A command: its options begin with a struct mq_figures. */
struct mq_figures_command {
    const char *name;
    const struct argp *argp;
    int (*go)(const void *options);
};
/* Runs it, with the other processes where mpirun started it. */
int mq__figures_run(const struct mq_figures_command *command, int argc,
                    char **argv, struct mq_figures *options);

/* How many threads to use: as --jobs says, else one on each processor, or one
 * where there are other processes. */
int mq__figures_threads(const struct mq_figures *figures);

enum {
    MQ_KEY_BOTS = 1024,
    MQ_KEY_CSV,
    MQ_KEY_HTML,
    MQ_KEY_JOBS,
    MQ_KEY_MS,
    MQ_KEY_SEED,
};

/* Rows of option lists. */
// clang-format off
#define MQ_ROW_BOTS {"bots", MQ_KEY_BOTS, "LIST", 0, \
    "Who plays, for example normal,hard,search@4000", 0}
#define MQ_ROW_PLAYERS {"players", 'p', "N", 0, "Seats at a table", 0}
#define MQ_ROW_ITERATIONS {"iterations", 'i', "N", 0, \
    "How far bots think; else their own standard", 0}
#define MQ_ROW_MS {"ms", MQ_KEY_MS, "T", 0, \
    "Or how long, in milliseconds a choice", 0}
#define MQ_ROW_SEED {"seed", MQ_KEY_SEED, "TEXT", 0, \
    "The same seed gives the same figures (1)", 0}
#define MQ_ROW_JOBS {"jobs", MQ_KEY_JOBS, "N", 0, \
    "How many at once; figures don't depend on it", 0}
#define MQ_ROW_JSON {"json", 'j', NULL, 0, \
    "Print the figures as one JSON object", 0}
#define MQ_ROW_CSV {"csv", MQ_KEY_CSV, NULL, 0, "Print rows of CSV", 0}
#define MQ_ROW_HTML {"html", MQ_KEY_HTML, "FILE", 0, \
    "Also write a report with charts, one file that needs no network", 0}
/* Those that all of them have. */
#define MQ_ROWS_WORK MQ_ROW_SEED, MQ_ROW_JOBS
#define MQ_ROWS_FORMS MQ_ROW_JSON, MQ_ROW_CSV, MQ_ROW_HTML
// clang-format on

/* Takes what belongs to the rows above, `--games`, and words. */
error_t mq__figures_parse(struct mq_figures *figures, int key, char *arg);

/* A bot of --bots (`search@4000` thinks 4,000 iterations): its name as it was
 * written, and its budget. NULL: printed why. */
#define MQ_BOT_NAME_SIZE 24
const struct mq_bot *mq__figures_bot(const struct mq_figures *figures,
                                     const char *word, size_t length,
                                     char *name, struct mq_budget *budget);

/* The seed as a number. */
uint64_t mq__figures_seed(const struct mq_figures *figures);

/* Sets the options of the words; false: printed. */
bool mq__figures_set_up(const struct mq_figures *figures,
                        const struct mq_game *game, struct mq_setup *setup);

/* Opens the game that is the subject; NULL: printed. */
const struct mq_game *mq__figures_game(const struct mq_figures *figures);

/* A text of the catalogue; its id where there is none. */
const char *mq__figures_label(const char *id);
/* Prints a message as a line. */
void mq__figures_line(const char *id, const char *format, ...);

/* How a report is put out: prints in each form, and a page. */
struct mq_forms {
    void (*text)(const void *report);
    void (*json)(const void *report);
    void (*csv)(const void *report);
    /* From mq__page_begin on; its end isn't the form's. */
    void (*html)(const void *report, struct mq_buf *out);
};
/* Puts it out as the options say; the exit code. */
int mq__figures_put(const struct mq_figures *figures,
                    const struct mq_forms *forms, const void *report);

#endif

/* What simulate, arena and analyze share: their options, and how figures are
 * put out. */
#ifndef MAXQ_CLI_FIGURES_H
#define MAXQ_CLI_FIGURES_H

#include "cli/command.h"

#include "core/buf.h"
#include "sim/ranks.h"
#include "sim/simulate.h"

#include <maxq/bot.h>

#define MQ_MOST_ITERATIONS 100000000

/* The options of such a command begin with these. */
struct mq_figures {
    struct mq_words words; /* the game, or the file; name=value */
    const char *bots;
    const char *seed;    /* "1" without it */
    const char *html;    /* NULL: no report */
    const char *matches; /* NULL: no rows of each match */
    long games, players, iterations, ms, jobs;
    bool json, csv; /* instead of text */
    bool quiet;     /* no progress bar */
    struct mq_ranks ranks;
    const char *const *typed; /* the command's words, `typed_count` of them */
    int typed_count;
};

/* `begin` and `finish` of such a command: with the other processes where
 * mpirun started it. */
void mq__figures_begin(void *options, int argc, char **argv);
void mq__figures_finish(void *options);

/* Whether the options fit each other and the files to be written can be:
 * asked before the work. False: printed why not. */
bool mq__figures_ready(const struct mq_figures *figures);

/* How many threads to use: as --jobs says, else one on each processor, or one
 * where there are other processes. */
int mq__figures_threads(const struct mq_figures *figures);

/* Rows of option lists. */
// clang-format off
#define MQ_ROW_NUMBER(name, letter, value, help, member, high) \
    {name, letter, value, help, \
     MQ_PLACE(NUMBER, struct mq_figures, member, 1, high)}
#define MQ_ROW_TEXT(name, value, help) \
    {#name, 0, value, help, MQ_PLACE(TEXT, struct mq_figures, name, 0, 0)}
#define MQ_ROW_GAMES(help) \
    MQ_ROW_NUMBER("games", 'n', "N", help, games, 100000000)
#define MQ_ROW_BOTS MQ_ROW_TEXT(bots, "LIST", \
    "Who plays, for example normal,hard,search@4000")
#define MQ_ROW_PLAYERS MQ_ROW_NUMBER("players", 'p', "N", \
    "Seats at a table", players, MQ_MAX_PLAYERS)
#define MQ_ROW_ITERATIONS MQ_ROW_NUMBER("iterations", 'i', "N", \
    "How far bots think; else their own standard", iterations, \
    MQ_MOST_ITERATIONS)
#define MQ_ROW_MS MQ_ROW_NUMBER("ms", 0, "T", \
    "Or how long, in milliseconds a choice", ms, 600000)
/* Those that all of them have. */
#define MQ_ROWS_WORK \
    MQ_ROW_TEXT(seed, "TEXT", "The same seed gives the same figures (1)"), \
    MQ_ROW_NUMBER("jobs", 0, "N", \
        "How many at once; figures don't depend on it", jobs, 1024)
#define MQ_ROWS_FORMS \
    {"json", 'j', NULL, "Print the figures as one JSON object", \
     MQ_PLACE(FLAG, struct mq_figures, json, 0, 0)}, \
    {"quiet", 'q', NULL, "Show no progress", \
     MQ_PLACE(FLAG, struct mq_figures, quiet, 0, 0)}, \
    {"csv", 0, NULL, "Print rows of CSV", \
     MQ_PLACE(FLAG, struct mq_figures, csv, 0, 0)}, \
    MQ_ROW_TEXT(html, "FILE", \
        "Also write a report with charts, one file that needs no network")
// clang-format on

/* A bot of --bots (`search@4000` thinks 4,000 iterations): its name as it was
 * written, and its budget. NULL: printed why. */
const struct mq_bot *mq__figures_bot(const struct mq_figures *figures,
                                     const char *word, size_t length,
                                     char *name, struct mq_budget *budget);

/* The seed as a number. */
uint64_t mq__figures_seed(const struct mq_figures *figures);

/* Begins a page about a game: "Max Q: GAME, 100 matches", with `count` where it
 * isn't negative and a text of the catalogue. */
void mq__figures_page(struct mq_buf *out, const struct mq_game *game,
                      long count, const char *id);
/* Begins a table whose heads are texts of the catalogue. */
void mq__figures_table(struct mq_buf *out, const char *const *ids, int count);

/* How a report is put out: prints in each form, and a page. */
struct mq_forms {
    void (*text)(const void *report);
    void (*json)(const void *report, struct mq_json_writer *w);
    void (*csv)(const void *report);
    /* From mq__page_begin on; its end isn't the form's. */
    void (*html)(const void *report, struct mq_buf *out);
};
/* Puts it out as the options say; the exit code. */
int mq__figures_put(const struct mq_figures *figures,
                    const struct mq_forms *forms, const void *report);

#endif

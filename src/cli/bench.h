/* What the parts of `maxq bench` share. */
#ifndef MAXQ_CLI_BENCH_H
#define MAXQ_CLI_BENCH_H

#include "cli/command.h"

/* The parts of `maxq bench`, named by its first word. */
extern const struct mq_command mq__bench_estimate, mq__bench_search,
    mq__bench_server;

/* The options of a part that measures games begin with these. */
struct mq_bench_options {
    struct mq_words words; /* the game; NULL: all. And name=value */
    bool json;
};

// clang-format off
#define MQ_ROW_BENCH_JSON \
    {"json", 'j', NULL, "Print the figures as one JSON object", \
     MQ_PLACE(FLAG, struct mq_bench_options, json, 0, 0)}
// clang-format on

/* Measures a game: prints text, or (json) adds objects to w. Returns the exit
 * code. */
typedef int (*mq_bench_game)(const void *options, const struct mq_game *game,
                             struct mq_json_writer *w);

/* Measures one game, or all, and prints the JSON that was written, a list with
 * that key. Returns the exit code. */
int mq__bench_each(const struct mq_bench_options *options, const char *list,
                   mq_bench_game one);

#endif

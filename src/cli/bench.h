/* What the parts of `maxq bench` share. */
#ifndef MAXQ_CLI_BENCH_H
#define MAXQ_CLI_BENCH_H

#include "cli/args.h"
#include "core/json.h"

/* `maxq bench search`, `maxq bench estimate`: argv as the subcommand's, with
 * that word as its first. */
int mq__bench_search(int argc, char **argv);
int mq__bench_estimate(int argc, char **argv);

/* Measures one game, or all (NULL), and prints the JSON that was written. */
struct mq_bench_run {
    const char *game;
    const char *list; /* the key of the list in JSON */
    bool json;
    int (*one)(const void *context, const char *id, struct mq_json_writer *w);
    const void *context;
};

/* Returns the exit code. */
int mq__bench_each(const struct mq_bench_run *run);

/* An option's number from 1; MQ_ARGS_PRINTED: it is none. */
error_t mq__bench_number(const char *option, const char *text, long high,
                         long *out);

#endif

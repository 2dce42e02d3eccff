/* What `maxq scenario` and its `--coverage` share: a list of names, and the
 * scenario files below files and folders. */
#ifndef MAXQ_CLI_SCENARIO_FILES_H
#define MAXQ_CLI_SCENARIO_FILES_H

#include <stdbool.h>
#include <stddef.h>

#define MQ_SCENARIO_LIMIT ((size_t)1 << 20) /* bytes of one file */
#define MQ_SCENARIO_FOLDER "tests/scenarios"

/* Texts of our own, in order. */
struct mq_names {
    char **name;
    int count;
    int size;
    bool failed; /* no memory: something is missing */
};

void mq__names_add(struct mq_names *names, const char *name);
bool mq__names_have(const struct mq_names *names, const char *name);
void mq__names_finish(struct mq_names *names);

/* Every file named *.scn below the path, sorted; a path that is a file is
 * taken whatever its name. False: it can't be read, or holds none; printed. */
bool mq__scenario_files(const char *path, struct mq_names *files);

/* The file's name without its folder. */
const char *mq__base_name(const char *path);

/* `maxq scenario --coverage`: `words` are game ids and folders. */
int mq__scenario_coverage(const struct mq_names *words, bool json);

#endif

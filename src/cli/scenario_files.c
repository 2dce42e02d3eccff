/* Scenario files below folders: see scenario_files.h. */
#include "cli/scenario_files.h"

#include "cli/command.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

void mq__names_add(struct mq_names *names, const char *name)
{
    char **more =
        mq__grown(names->name, &names->size, names->count + 1, sizeof(*more));

    names->name = more != NULL ? more : names->name;
    if (more == NULL || (more[names->count] = strdup(name)) == NULL) {
        names->failed = true;
        return;
    }
    names->count++;
}

bool mq__names_have(const struct mq_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->name[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void mq__names_finish(struct mq_names *names)
{
    for (int i = 0; i < names->count; i++) {
        free(names->name[i]);
    }
    free(names->name);
    *names = (struct mq_names){0};
}

const char *mq__base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_scenario(const FTSENT *at)
{
    return at->fts_level == FTS_ROOTLEVEL ||
           (at->fts_namelen > 4 &&
            strcmp(at->fts_name + at->fts_namelen - 4, ".scn") == 0);
}

static bool walk(FTS *tree, struct mq_names *files)
{
    for (FTSENT *at = fts_read(tree); at != NULL; at = fts_read(tree)) {
        if (at->fts_info == FTS_ERR || at->fts_info == FTS_DNR ||
            at->fts_info == FTS_NS) {
            return mq__cli_refuse("cli.cannot-read", "tt", at->fts_path,
                                  strerror(at->fts_errno));
        }
        if (at->fts_info == FTS_F && is_scenario(at)) {
            mq__names_add(files, at->fts_path);
        }
    }
    return true;
}

bool mq__scenario_files(const char *path, struct mq_names *files)
{
    char *paths[] = {(char *)path, NULL};
    int before = files->count;
    FTS *tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    bool good;

    if (tree == NULL) {
        return mq__cli_refuse("cli.cannot-read", "tt", path, strerror(errno));
    }
    good = walk(tree, files);
    fts_close(tree);
    if (good && files->failed) {
        mq__cli_fail("error.no-memory", "");
    } else if (good && files->count == before) {
        mq__cli_fail("scenario.no-files", "t", path);
    }
    return good && !files->failed && files->count > before;
}

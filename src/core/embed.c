/* Finding embedded files and catalogues: see embed.h. */
#include "core/embed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare_path(const void *path, const void *file)
{
    return strcmp(path, ((const struct mq_embedded *)file)->path);
}

const struct mq_embedded *mq__embedded_find(const char *path)
{
    return bsearch(path, mq__embedded, (size_t)mq__embedded_count,
                   sizeof mq__embedded[0], compare_path);
}

const struct mq_catalogue *mq__catalogue_find(const char *language)
{
    for (int i = 0; language != NULL && i < mq__catalogue_count; i++) {
        if (strcmp(mq__catalogues[i].language, language) == 0) {
            return &mq__catalogues[i];
        }
    }
    assert(strcmp(mq__catalogues[0].language, "en") == 0);
    return &mq__catalogues[0];
}

/* Finding embedded files and catalogues: see embed.h. */
#include "core/embed.h"

#include <assert.h>
#include <string.h>

const struct mq_embedded *mq__embedded_find(const char *path)
{
    int low = 0;
    int high = mq__embedded_count;

    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = strcmp(path, mq__embedded[middle].path);

        if (order == 0) {
            return &mq__embedded[middle];
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

const struct mq_catalogue *mq__catalogue_find(const char *language)
{
    const struct mq_catalogue *english = NULL;

    for (int i = 0; i < mq__catalogue_count; i++) {
        const struct mq_catalogue *catalogue = &mq__catalogues[i];

        if (language != NULL && strcmp(catalogue->language, language) == 0) {
            return catalogue;
        }
        if (strcmp(catalogue->language, "en") == 0) {
            english = catalogue;
        }
    }
    assert(english != NULL);
    return english;
}

/* Files that are part of the library: the default tables, the rules pages and
 * the catalogues. tools/embed makes the arrays from the files in data/ and
 * docs/; nothing else defines them.
 *
 * Every file is there as bytes, except text/<language>/<name>.txt: those are
 * read at build time, all of a language into one catalogue sorted by id.
 */
#ifndef MAXQ_CORE_EMBED_H
#define MAXQ_CORE_EMBED_H

#include <stddef.h>

struct mq_embedded {
    const char *path;  /* "GAME/TABLE.csv", "rules/GAME.md" */
    const char *bytes; /* a NUL follows the last one */
    size_t length;
};

/* Sorted by path. */
extern const struct mq_embedded mq__embedded[];
extern const int mq__embedded_count;

/* The file with that path; NULL if there is none. */
const struct mq_embedded *mq__embedded_find(const char *path);

struct mq_catalogue_text {
    const char *id;
    const char *text;
};

struct mq_catalogue {
    const char *language;
    const struct mq_catalogue_text *texts; /* sorted by id */
    int count;
};

/* English first. The languages are those of the catalogues; NULL ends them. */
extern const char *const mq__languages[];
extern const struct mq_catalogue mq__catalogues[];
extern const int mq__catalogue_count;

/* The catalogue of a language; the English one if there is none. */
const struct mq_catalogue *mq__catalogue_find(const char *language);

#endif

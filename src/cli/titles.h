/* Names of a game's words, for people: those of the catalogues, and of people
 * and companies, who are called alike in every language, those of the tables.
 */
#ifndef MAXQ_CLI_TITLES_H
#define MAXQ_CLI_TITLES_H

#include "core/csv.h"

#include <maxq/game.h>

struct mq_titles {
    const struct mq_game *game;
    struct mq_csv table[MQ_MAX_FILES];
};

/* The game must outlive it. mq__titles_finish frees. */
void mq__titles_init(struct mq_titles *titles, const struct mq_game *game);
void mq__titles_finish(struct mq_titles *titles);

/* The word itself where it has no name. */
const char *mq__titles_find(const struct mq_titles *titles, const char *word);

#endif

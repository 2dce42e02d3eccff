/* Names of a game's words. */
#include "cli/titles.h"

#include "core/game.h"

#include "cli/command.h"

#include <string.h>

void mq__titles_init(struct mq_titles *titles, const struct mq_game *game)
{
    struct mq_error error;

    titles->game = game;
    for (int i = 0; i < game->file_count; i++) {
        /* They were read before: what fails is memory, and has no names. */
        mq__csv_parse(&titles->table[i], game->files[i].bytes,
                      game->files[i].length, &error);
    }
}

void mq__titles_finish(struct mq_titles *titles)
{
    for (int i = 0; i < titles->game->file_count; i++) {
        mq__csv_finish(&titles->table[i]);
    }
}

/* The name of the row with that id; NULL: there is none. */
static const char *find_row(const struct mq_csv *table, const char *word)
{
    int id = mq__csv_column(table, "id");
    int name = mq__csv_column(table, "name");

    for (int row = 0; id >= 0 && name >= 0 && row < table->rows; row++) {
        if (strcmp(mq__csv_get(table, row, id), word) == 0) {
            return mq__csv_get(table, row, name);
        }
    }
    return NULL;
}

const char *mq__titles_find(const struct mq_titles *titles, const char *word)
{
    const char *name = mq_word_name(mq__cli_language(), titles->game->id, word);

    for (int i = 0; i < titles->game->file_count && name == word; i++) {
        const char *printed = find_row(&titles->table[i], word);

        name = printed != NULL ? printed : name;
    }
    return name;
}

/* Tables: CSV files checked and made into a game's flat struct.
 *
 * A game lists its files and gives one `bind` function that reads the parsed
 * CSVs through the helpers below. Every helper reports what is wrong (file,
 * line, column, reason) to the findings and gives a harmless value, so one
 * pass names all mistakes. Every table has the columns `source` (rulebook,
 * public, reconstructed) and `known` (names of columns that are certain,
 * separated by blanks); the core checks them for all tables.
 */
#ifndef MAXQ_CORE_TABLES_H
#define MAXQ_CORE_TABLES_H

#include "core/game.h"

#include "core/csv.h"

struct mq_table; /* below */

#define MQ_ID_SIZE 32 /* of a card's id, with NUL */

struct mq_cell; /* below */

/* A column, and the member of a row's struct that it fills. */
struct mq_column {
    const char *name;
    /* Reads the field into `to`; NULL: the game reads this column itself. */
    void (*read)(const struct mq_cell *f);
    size_t at, size; /* of the member */
    int low, high;   /* of a number */
    /* Words: a list that ends with NULL, or the first members of rows that are
     * `stride` bytes apart, the last one NULL. */
    const void *words;
    size_t stride;
};

#define MQ_AT(row, member)                                                     \
    .at = offsetof(struct row, member),                                        \
    .size = sizeof(((struct row *)NULL)->member)
#define MQ_ROW_WORDS(rows) .words = (rows), .stride = sizeof((rows)[0])

/* One table of a game. Its columns (all but source and known) are given by
 * names that end with NULL, or by `fields` that end with a NULL name. */
struct mq_table_kind {
    const char *file; /* "mat.csv" */
    const char *const *columns;
    int max_rows;
    const struct mq_column *fields;
};

/* A kind of game, as the registry lists it. */
struct mq_game_kind {
    const struct mq_game *shape; /* all functions; tables NULL */
    const struct mq_table_kind *files;
    int file_count;
    size_t tables_size;
    /* Fills `tables` (zeroed) from the tables, in the order of `files`. */
    void (*bind)(void *tables, struct mq_table *table);
};

/* A table being read. */
struct mq_table {
    const struct mq_table_kind *kind;
    struct mq_csv csv;
    struct mq_findings *findings;
};

/* Field readers; `row` from 0. An empty field is missing, except for text. */
const char *mq__table_text(struct mq_table *t, int row, const char *column);
int mq__table_int(struct mq_table *t, int row, const char *column, int low,
                  int high);
/* As int, but an empty field gives `missing`. */
int mq__table_int_or(struct mq_table *t, int row, const char *column, int low,
                     int high, int missing);
/* Index in `words` (ends with NULL); 0 and an error if it isn't there. */
int mq__table_word(struct mq_table *t, int row, const char *column,
                   const char *const *words);
/* Words separated by blanks as a mask over `words`. */
uint32_t mq__table_words(struct mq_table *t, int row, const char *column,
                         const char *const *words);
/* Whole numbers separated by blanks; returns how many (at most `most`). */
int mq__table_ints(struct mq_table *t, int row, const char *column, int low,
                   int high, int most, int *out);
/* An id: small letters, digits, - ; unique in its column; fits MQ_ID_SIZE. */
void mq__table_id(struct mq_table *t, int row, const char *column,
                  char out[MQ_ID_SIZE]);

/* Fills a row's struct by the table's `fields`. */
void mq__table_row(struct mq_table *t, int row, void *out);

/* A field on its way into a struct. */
struct mq_cell {
    struct mq_table *t;
    int row;
    const struct mq_column *column;
    void *to;
};

const char *mq__cell_text(const struct mq_cell *f);
void mq__cell_store(const struct mq_cell *f, long number);
void mq__cell_error(const struct mq_cell *f, const char *id, const char *format,
                    ...);

/* Readers of columns, as the field readers above. Numbers, words and masks fill
 * members of 1, 2 or 4 bytes. */
void mq__column_id(const struct mq_cell *f);
void mq__column_int(const struct mq_cell *f);
void mq__column_int_or(const struct mq_cell *f); /* 0 where it is empty */
void mq__column_word(const struct mq_cell *f);
void mq__column_words(const struct mq_cell *f);

/* Reports; row -1: the whole file; column "" : the whole row. */
void mq__table_error(struct mq_table *t, int row, const char *column,
                     const char *id, const char *format, ...);
void mq__table_warning(struct mq_table *t, int row, const char *column,
                       const char *id, const char *format, ...);

/* Binds a kind to tables: what mq_game_open does once the registry has found
 * the kind (tests do it with kinds of their own). Missing files come from
 * `builtin`. */
enum mq_status mq__game_bind(const struct mq_game_kind *kind,
                             const struct mq_table_file *files, int count,
                             const struct mq_table_file *builtin, int builtins,
                             struct mq_game **out,
                             struct mq_findings *findings);
void mq__game_unbind(struct mq_game *game);

#endif

/* `maxq data show`: tables in aligned columns, with marks for what is not
 * certain.
 */
#include "cli/command.h"
#include "cli/data.h"

#include "core/csv.h"
#include "term/boards/drawing.h"
#include "term/screen.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define UNCERTAIN "~"

struct shown {
    const struct mq_csv *csv;
    int source, known;             /* columns; -1: missing */
    int width[MQ_CSV_MAX_COLUMNS]; /* of what is shown */
};

/* Whether a blank-separated list has the word. */
static bool lists(const char *list, const char *word)
{
    size_t length = strlen(word);

    while (*list != '\0') {
        size_t item = strcspn(list, " ");

        if (item == length && strncmp(list, word, length) == 0) {
            return true;
        }
        list += item;
        list += strspn(list, " ");
    }
    return false;
}

static bool is_certain(const struct shown *t, int row, int column)
{
    return t->known < 0 ||
           lists(mq__csv_get(t->csv, row, t->known), t->csv->name[column]);
}

/* A field in its column; returns how many columns it takes. */
static int add_field(struct mq_buf *out, const struct shown *t, int row,
                     int column)
{
    size_t start = out->length;
    const char *text =
        row < 0 ? t->csv->name[column] : mq__csv_get(t->csv, row, column);

    mq__buf_str(out, text);
    if (row >= 0 && text[0] != '\0' && !is_certain(t, row, column)) {
        mq__buf_str(out, UNCERTAIN);
    }
    return mq__columns_from(out, start);
}

static void measure(struct shown *t)
{
    struct mq_buf field;

    mq__buf_init(&field);
    t->source = mq__csv_column(t->csv, "source");
    t->known = mq__csv_column(t->csv, "known");
    for (int c = 0; c < t->csv->columns; c++) {
        for (int row = -1; row < t->csv->rows; row++) {
            int width = add_field(&field, t, row, c);

            t->width[c] = width > t->width[c] ? width : t->width[c];
        }
    }
    mq__buf_finish(&field);
}

/* Row -1 is the head; the source comes last. */
static void add_row(struct mq_buf *out, const struct shown *t, int row)
{
    for (int c = 0; c < t->csv->columns; c++) {
        if (c != t->source && c != t->known) {
            int width = add_field(out, t, row, c);

            mq__text_blanks(out, t->width[c] + 2 - width);
        }
    }
    if (t->source >= 0) {
        mq__buf_str(out,
                    row < 0 ? "source" : mq__csv_get(t->csv, row, t->source));
    }
    mq__buf_char(out, '\n');
}

static bool show_table(struct mq_buf *out, const char *game,
                       const struct mq_table_file *file)
{
    struct mq_csv csv;
    struct mq_error error;
    struct shown t = {.csv = &csv};

    if (mq__csv_parse(&csv, file->bytes, file->length, &error) != MQ_OK) {
        mq__cli_error(&error.message);
        return false;
    }
    measure(&t);
    mq__buf_printf(out, "%cb%s/%s%c.\n%cd", MQ_MARK, game, file->name, MQ_MARK,
                   MQ_MARK);
    add_row(out, &t, -1);
    mq__mark(out, '.');
    for (int row = 0; row < csv.rows; row++) {
        add_row(out, &t, row);
    }
    mq__buf_char(out, '\n');
    mq__csv_finish(&csv);
    return true;
}

/* "mat" and "mat.csv" are the same. */
static bool is_named(const struct mq_table_file *file, const char *name)
{
    size_t length = strlen(name);

    return name[0] != '\0' && strncmp(file->name, name, length) == 0 &&
           (file->name[length] == '\0' ||
            strcmp(file->name + length, ".csv") == 0);
}

static int no_table(const struct mq_game *game, const char *table)
{
    char list[512];
    struct mq_buf buf;

    mq__buf_fixed(&buf, list, sizeof list);
    for (int i = 0; i < game->file_count; i++) {
        mq__buf_printf(&buf, "%s%.*s", i > 0 ? ", " : "",
                       (int)strcspn(game->files[i].name, "."),
                       game->files[i].name);
    }
    return mq__cli_list_fail(list, "tools.no-table", "tt", game->id, table);
}

static int show_tables(const struct mq_game *game, const char *table)
{
    struct mq_screen screen;
    struct mq_voice voice = {.language = mq__cli_language()};
    int shown = 0;
    bool good = true;

    mq__cli_screen(&screen);
    for (int i = 0; i < game->file_count && good; i++) {
        if (table == NULL || is_named(&game->files[i], table)) {
            good = show_table(&screen.text, game->id, &game->files[i]);
            shown++;
        }
    }
    if (shown > 0 && good) {
        mq__say_text(&screen.text, &voice, "tools.legend", "t", UNCERTAIN);
        mq__buf_char(&screen.text, '\n');
    }
    if (mq__cli_screen_end(&screen, MQ_EXIT_DONE) != MQ_EXIT_DONE || !good) {
        return MQ_EXIT_USAGE;
    }
    return shown > 0 ? MQ_EXIT_DONE : no_table(game, table);
}

int mq__data_show(const char *game, const char *table, const char *folder)
{
    const struct mq_game *opened = mq__cli_open_game(game, folder);
    int code;

    if (opened == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = show_tables(opened, table);
    mq_game_close(opened);
    return code;
}

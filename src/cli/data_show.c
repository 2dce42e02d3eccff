/* `maxq data show`: tables in aligned columns, with marks for what is not
 * certain.
 */
#include "cli/args.h"
#include "cli/command.h"
#include "cli/data.h"

#include "core/csv.h"
#include "term/screen.h"
#include "term/text.h"

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

static void add_field(struct mq_buf *out, const struct shown *t, int row,
                      int column)
{
    const char *text = mq__csv_get(t->csv, row, column);

    mq__buf_str(out, text);
    if (text[0] != '\0' && !is_certain(t, row, column)) {
        mq__buf_str(out, UNCERTAIN);
    }
}

static bool is_shown(const struct shown *t, int column)
{
    return column != t->source && column != t->known;
}

static void measure(struct shown *t)
{
    t->source = mq__csv_column(t->csv, "source");
    t->known = mq__csv_column(t->csv, "known");
    for (int c = 0; c < t->csv->columns; c++) {
        int most = mq__text_width(t->csv->name[c], strlen(t->csv->name[c]));

        for (int row = 0; row < t->csv->rows; row++) {
            struct mq_buf field;
            int width;

            mq__buf_init(&field);
            add_field(&field, t, row, c);
            width = mq__text_width(mq__buf_text(&field), field.length);
            most = width > most ? width : most;
            mq__buf_finish(&field);
        }
        t->width[c] = most;
    }
}

static void add_row(struct mq_buf *out, const struct shown *t, int row)
{
    for (int c = 0; c < t->csv->columns; c++) {
        struct mq_buf field;

        if (!is_shown(t, c)) {
            continue;
        }
        mq__buf_init(&field);
        if (row < 0) {
            mq__buf_str(&field, t->csv->name[c]);
        } else {
            add_field(&field, t, row, c);
        }
        mq__text_pad(out, mq__buf_text(&field), t->width[c] + 2);
        mq__buf_finish(&field);
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
        mq__cli_error(MQ_DATA_COMMAND, &error.message);
        return false;
    }
    measure(&t);
    mq__buf_printf(out, "%cb%s/%s%c.\n%cd", MQ_MARK, game, file->name, MQ_MARK,
                   MQ_MARK);
    add_row(out, &t, -1);
    mq__buf_printf(out, "%c.", MQ_MARK);
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
    return mq__cli_list_fail(MQ_DATA_COMMAND, list, "tools.no-table", "tt",
                             game->id, table);
}

static int show_tables(const struct mq_game *game, const char *table)
{
    struct mq_screen screen;
    struct mq_voice voice = {.language = mq__cli_language()};
    struct mq_message legend;
    char sentence[256];
    int shown = 0;
    bool good = true;

    mq__screen_init(&screen, STDIN_FILENO, STDOUT_FILENO, false);
    for (int i = 0; i < game->file_count && good; i++) {
        if (table == NULL || is_named(&game->files[i], table)) {
            good = show_table(&screen.text, game->id, &game->files[i]);
            shown++;
        }
    }
    if (shown > 0 && good) {
        mq_message_set(&legend, "tools.legend", "t", UNCERTAIN);
        mq_sentence(&legend, &voice, sentence, sizeof sentence);
        mq__buf_printf(&screen.text, "%s\n", sentence);
    }
    mq__screen_finish(&screen);
    if (!good) {
        return MQ_EXIT_USAGE;
    }
    return shown > 0 ? MQ_EXIT_DONE : no_table(game, table);
}

int mq__data_show(const char *game, const char *table, const char *folder)
{
    const struct mq_game *opened =
        mq__cli_open_game(MQ_DATA_COMMAND, game, folder);
    int code;

    if (opened == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = show_tables(opened, table);
    mq_game_close(opened);
    return code;
}

/* `maxq odds`: the exact tables that a game has, and the chances from a
 * position. */
#include "cli/command.h"

#include "core/game.h"
#include "core/message_json.h"
#include "term/boards/drawing.h"
#include "term/chances.h"
#include "term/screen.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CELL 6                  /* columns of a figure: " 100.0" */
#define LIMIT ((size_t)1 << 20) /* bytes of a position */

struct options {
    struct mq_words words; /* the game, and names of tables; none: all */
    const char *data;
    const char *position; /* a file; NULL: the tables */
    int seat;             /* -1: who is to act, else P1 */
    bool json, csv;       /* instead of text */
};

static bool take_seat(void *options, const char *word)
{
    struct options *o = options;

    o->seat = mq__seat_of(word);
    return o->seat >= 0 || mq__cli_refuse("tools.odds-seat", "t", word);
}

static const struct mq_cli_option option_list[] = {
    {"position", 'p', "FILE",
     "The chances from this position or view (JSON; -: standard input)",
     MQ_TEXT(position)},
    {"seat", 0, "P1", "Whose chances; else of who is to act",
     MQ_CALL(take_seat)},
    {"json", 'j', NULL, "Print one JSON object", MQ_FLAG(json)},
    {"csv", 0, NULL, "Print a line a cell: table,row,column,value",
     MQ_FLAG(csv)},
    {"data", 0, "DIR", "Reckon with the tables of this folder", MQ_TEXT(data)},
    {0},
};

static double cell(const struct mq_odds_table *t, int row, int column)
{
    return t->cell[row * t->columns + column];
}

static int row_number(const struct mq_odds_table *t, int row)
{
    return t->steps ? t->row_from[row] : t->first_row + row;
}

static int column_number(const struct mq_odds_table *t, int column)
{
    return t->steps ? t->column_from[column] : t->first_column + column;
}

static const char *word(const struct mq_game *game, const char *text)
{
    return mq_word_name(mq__cli_language(), game->id, text);
}

static bool has_any(const struct mq_odds_table *t, int row, int from, int to)
{
    for (int c = from; c < to; c++) {
        if (cell(t, row, c) >= 0) {
            return true;
        }
    }
    return false;
}

/* What is drawn: a table of a game, its label and how wide its cells are. */
struct drawing {
    const struct mq_game *game;
    const struct mq_odds_table *t;
    const char *label;
    int wide;
};

static void tenths(struct mq_buf *out, int number, int width)
{
    mq__buf_printf(out, "%*d.%d", width - 2, number / 10, number % 10);
}

static void add_head(struct mq_buf *out, const struct drawing *d, int from,
                     int to)
{
    mq__buf_printf(out, "%cd%s", MQ_MARK, d->label);
    for (int c = from; c < to; c++) {
        if (d->t->column_words != NULL) {
            mq__text_pad(out, word(d->game, d->t->column_words[c]), -d->wide);
        } else {
            mq__buf_printf(out, "%*d", d->wide, column_number(d->t, c));
        }
    }
    mq__buf_printf(out, "%c.\n", MQ_MARK);
}

static void add_cell(struct mq_buf *out, const struct drawing *d, double value)
{
    if (value < 0) {
        mq__buf_printf(out, "%*s", d->wide, "-");
    } else if (d->t->unit == MQ_ODDS_CHANCE) {
        mq__buf_printf(out, "%*.1f", d->wide, 100 * value);
    } else if (d->t->unit == MQ_ODDS_TENTHS) {
        tenths(out, (int)value, d->wide);
    } else {
        mq__buf_printf(out, "%*d", d->wide, (int)value);
    }
}

/* Columns `from` to below `to`: what fits the screen. */
static void add_block(struct mq_buf *out, const struct drawing *d, int from,
                      int to)
{
    int width = mq__text_columns(d->label);

    add_head(out, d, from, to);
    for (int r = 0; r < d->t->rows; r++) {
        if (!has_any(d->t, r, from, to)) {
            continue;
        }
        mq__buf_printf(out, "%cd", MQ_MARK);
        if (d->t->row_tenths) {
            tenths(out, row_number(d->t, r), width);
        } else {
            mq__buf_printf(out, "%*d", width, row_number(d->t, r));
        }
        mq__buf_printf(out, "%c.", MQ_MARK);
        for (int c = from; c < to; c++) {
            add_cell(out, d, cell(d->t, r, c));
        }
        mq__buf_char(out, '\n');
    }
}

/* Columns of a cell: of a figure, or of the longest word above one. */
static int cell_width(const struct mq_game *game, const struct mq_odds_table *t)
{
    int wide = CELL;

    for (int c = 0; t->column_words != NULL && c < t->columns; c++) {
        int width = 2 + mq__text_columns(word(game, t->column_words[c]));

        wide = width > wide ? width : wide;
    }
    return wide;
}

static void print_text(struct mq_screen *screen, const struct mq_game *game,
                       const struct mq_odds_table *t)
{
    struct mq_voice voice = {.language = mq__cli_language(), .game = game->id};
    struct mq_buf *out = &screen->text;
    size_t start = out->length;
    char label[128];
    struct drawing d = {game, t, label, cell_width(game, t)};
    int fit;

    mq__mark(out, 'b');
    mq__say_message(out, &voice, &t->title);
    mq__wrap_from(out, start, screen->width, 0);
    mq__mark(out, '.');
    snprintf(label, sizeof label, "%s \\ %s", word(game, t->row),
             word(game, t->column));
    fit = (screen->width - mq__text_columns(label)) / d.wide;
    fit = fit < 1 ? 1 : fit;
    for (int from = 0; from < t->columns; from += fit) {
        add_block(out, &d, from,
                  from + fit < t->columns ? from + fit : t->columns);
    }
    mq__buf_char(out, '\n');
    mq__screen_flush(screen);
}

static void print_csv(const struct mq_odds_table *t)
{
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            if (cell(t, r, c) >= 0) {
                printf("%s,%d,%d,%.17g\n", t->name, row_number(t, r),
                       column_number(t, c), cell(t, r, c));
            }
        }
    }
}

/* The numbers of rows or columns. */
static void json_numbers(struct mq_json_writer *w, const char *key,
                         const struct mq_odds_table *t, int count,
                         int (*number)(const struct mq_odds_table *t, int i))
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        mq__json_int(w, NULL, number(t, i));
    }
    mq__json_close(w, ']');
}

static void add_json(struct mq_json_writer *w, const struct mq_game *game,
                     const struct mq_odds_table *t)
{
    static const char *const units[] = {"chance", "number", "tenths"};
    struct mq_voice voice = {.language = "en", .game = game->id};
    char title[512];

    mq_sentence(&t->title, &voice, title, sizeof title);
    mq__json_add(w, "{name:s title:s unit:s row:s", t->name, title,
                 units[t->unit], t->row);
    json_numbers(w, "rows", t, t->rows, row_number);
    mq__json_str(w, "column", t->column);
    json_numbers(w, "columns", t, t->columns, column_number);
    mq__json_open(w, "cells", '[');
    for (int r = 0; r < t->rows; r++) {
        mq__json_open(w, NULL, '[');
        for (int c = 0; c < t->columns; c++) {
            mq__json_real(w, NULL, cell(t, r, c) >= 0 ? cell(t, r, c) : NAN);
        }
        mq__json_close(w, ']');
    }
    mq__json_add(w, "]}");
}

static bool wanted(const struct options *o, const char *name)
{
    for (int i = 0; i < o->words.count; i++) {
        if (strcmp(o->words.rest[i], name) == 0) {
            return true;
        }
    }
    return o->words.count == 0;
}

/* Every name given must be a table's; lists them otherwise. */
static bool names_exist(const struct options *o, const struct mq_game *game,
                        struct mq_odds_table *t)
{
    for (int i = 0; i < o->words.count; i++) {
        char list[512];
        struct mq_buf buf;
        bool found = false;

        mq__buf_fixed(&buf, list, sizeof list);
        for (int k = 0; mq_odds_table_at(game, k, t); k++) {
            found = found || strcmp(o->words.rest[i], t->name) == 0;
            mq__buf_item(&buf, t->name);
        }
        if (!found) {
            mq__cli_list_fail(list, "tools.no-odds-table", "t",
                              o->words.rest[i]);
            return false;
        }
    }
    return true;
}

static int print_tables(const struct options *o, const struct mq_game *game,
                        struct mq_odds_table *t)
{
    struct mq_screen screen;
    struct mq_cli_json json;
    struct mq_json_writer *w = mq__cli_json_begin(&json);

    mq__cli_screen(&screen);
    mq__json_add(w, "{game:s tables:[", game->id);
    printf("%s", o->csv ? "table,row,column,value\n" : "");
    for (int k = 0; mq_odds_table_at(game, k, t); k++) {
        if (!wanted(o, t->name)) {
            continue;
        }
        if (o->json) {
            add_json(w, game, t);
        } else if (o->csv) {
            print_csv(t);
        } else {
            print_text(&screen, game, t);
        }
    }
    mq__json_add(w, "]}");
    if (o->json) {
        mq__cli_json_end(&json);
    } else {
        mq__buf_finish(&json.buf);
    }
    return mq__cli_screen_end(&screen, MQ_EXIT_DONE);
}

/* A position. */

/* The position as the seat knows it; false: printed what is wrong. */
static bool read_view(const struct options *o, const struct mq_game *game,
                      void *st, int *seat)
{
    struct mq_error error;
    size_t length;
    uint32_t actors;
    int players;
    char *json = mq__cli_read_file(o->position, LIMIT, &length);

    if (json == NULL) {
        return false;
    }
    if (mq_position_read(game, json, length, st, &error) != MQ_OK) {
        free(json);
        mq__cli_error(&error.message);
        return false;
    }
    free(json);
    players = mq_players(game, st);
    *seat = o->seat;
    if (*seat < 0) {
        mq_turn(game, st, &actors);
        *seat = actors != 0 ? __builtin_ctz(actors) : 0;
    }
    if (*seat >= players) {
        return mq__cli_refuse("replay.seat", "ii", *seat + 1, players);
    }
    mq_redact(game, st, *seat);
    return true;
}

/* A field of CSV: always quoted, quotes doubled. */
static void print_field(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            putchar('"');
        }
        putchar(*text);
    }
    putchar('"');
}

static void print_csv_odds(const struct mq_odds *odds, int count,
                           const struct mq_voice *voice)
{
    printf("sentence,chance,spare_0,spare_1,spare_2,spare_3,rule,lack\n");
    for (int i = 0; i < count; i++) {
        const struct mq_odds *o = &odds[i];
        char text[512] = "";

        mq_sentence(&o->message, voice, text, sizeof text);
        print_field(text);
        putchar(',');
        if (o->chance >= 0) {
            printf("%.17g", o->chance);
        }
        for (int k = 0; k < MQ_ODDS_SPARE; k++) {
            putchar(',');
            if (k < o->spare_count) {
                printf("%.17g", o->spare[k]);
            }
        }
        text[0] = '\0';
        if (o->lack.message.id != NULL) {
            mq_sentence(&o->lack.message, voice, text, sizeof text);
        }
        printf(",%s,", o->lack.rule != NULL ? o->lack.rule : "");
        print_field(text);
        putchar('\n');
    }
}

static int print_json_odds(const struct mq_game *game, int seat,
                           const struct mq_odds *odds, int count)
{
    struct mq_voice voice = {.language = "en", .game = game->id};
    struct mq_cli_json json;
    struct mq_json_writer *w = mq__cli_json_begin(&json);

    mq__json_add(w, "{game:s player:i", game->id, seat);
    mq__odds_json(w, "odds", odds, count, &voice);
    mq__json_close(w, '}');
    return mq__cli_json_end(&json);
}

static int print_text_odds(const struct mq_odds *odds, int count,
                           const struct mq_voice *voice)
{
    struct mq_screen screen;
    struct mq_chance_style style = {.voice = voice};

    mq__cli_screen(&screen);
    style.width = screen.width;
    mq__show_chances(&screen.text, odds, count, &style);
    return mq__cli_screen_end(&screen, MQ_EXIT_DONE);
}

static int show_position(const struct options *o, const struct mq_game *game)
{
    struct mq_voice voice = {.language = mq__cli_language(), .game = game->id};
    alignas(16) unsigned char st[MQ_MAX_STATE];
    struct mq_odds odds[MQ_MAX_ODDS];
    int seat, count;

    if (!read_view(o, game, st, &seat)) {
        return MQ_EXIT_USAGE;
    }
    count = mq_odds_list(game, st, seat, odds);
    if (o->json) {
        return print_json_odds(game, seat, odds, count);
    }
    if (!o->csv) {
        return print_text_odds(odds, count, &voice);
    }
    print_csv_odds(odds, count, &voice);
    return MQ_EXIT_DONE;
}

static int show_tables(const struct options *o, const struct mq_game *game)
{
    struct mq_odds_table table;

    if (!mq_odds_table_at(game, 0, &table)) {
        return mq__cli_fail("tools.no-odds", "t", game->id);
    }
    if (!names_exist(o, game, &table)) {
        return MQ_EXIT_USAGE;
    }
    return print_tables(o, game, &table);
}

static int run(void *options)
{
    const struct options *o = options;
    const struct mq_game *game;
    int code;

    if (o->words.first != NULL && o->position != NULL && o->words.count > 0) {
        return mq__cli_fail("tools.odds-both", "");
    }
    if (o->words.first != NULL && o->position == NULL && o->seat >= 0) {
        return mq__cli_fail("tools.odds-which-position", "");
    }
    game = mq__cli_open_game(o->words.first, o->data);
    if (game == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = o->position != NULL ? show_position(o, game) : show_tables(o, game);
    mq_game_close(game);
    return code;
}

const struct mq_command mq__command_odds = {
    .name = "odds",
    .summary = "print exact chances: tables, or of a position",
    .usage = "GAME [TABLE...]",
    .options = option_list,
    .words = MQ_WORDS_LIST,
    .most_words = MQ_MAX_WORDS,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.seat = -1},
    .run = run,
};

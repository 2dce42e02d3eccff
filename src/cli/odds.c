/* `maxq odds`: the exact tables that a game has, and the chances from a
 * position. */
#include "cli/args.h"
#include "cli/command.h"

#include "core/json.h"
#include "core/message_json.h"
#include "term/chances.h"
#include "term/screen.h"
#include "term/text.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMMAND "odds"
#define CELL 6 /* columns of a figure: " 100.0" */
#define MAX_NAMES 16
#define LIMIT ((size_t)1 << 20) /* bytes of a position */

enum { KEY_CSV = 256, KEY_DATA, KEY_SEAT };
enum form { FORM_TEXT, FORM_CSV, FORM_JSON };

struct options {
    const char *game;
    const char *data;
    const char *names[MAX_NAMES]; /* of tables; none: all */
    int name_count;
    const char *position; /* a file; NULL: the tables */
    int seat;             /* -1: who is to act, else P1 */
    enum form form;
};

static error_t take_seat(struct options *o, const char *word)
{
    if (word[0] != 'P' || word[1] < '1' || word[1] > '0' + MQ_MAX_PLAYERS ||
        word[2] != '\0') {
        mq__cli_fail(COMMAND, "tools.odds-seat", "t", word);
        return MQ_ARGS_PRINTED;
    }
    o->seat = word[1] - '1';
    return 0;
}

static error_t take_word(struct options *o, const char *word)
{
    if (o->game == NULL) {
        o->game = word;
        return 0;
    }
    if (o->name_count == MAX_NAMES) {
        return mq__cli_extra(COMMAND, word);
    }
    o->names[o->name_count++] = word;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'j':
        o->form = FORM_JSON;
        return 0;
    case KEY_CSV:
        o->form = FORM_CSV;
        return 0;
    case KEY_DATA:
        o->data = arg;
        return 0;
    case 'p':
        o->position = arg;
        return 0;
    case KEY_SEAT:
        return take_seat(o, arg);
    case ARGP_KEY_ARG:
        return take_word(o, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"position", 'p', "FILE", 0,
     "The chances from this position or view (JSON; -: standard input)", 0},
    {"seat", KEY_SEAT, "P1", 0, "Whose chances; else of who is to act", 0},
    {"json", 'j', NULL, 0, "Print one JSON object", 0},
    {"csv", KEY_CSV, NULL, 0, "Print a line a cell: table,row,column,value", 0},
    {"data", KEY_DATA, "DIR", 0, "Reckon with the tables of this folder", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "GAME [TABLE...]",
    .doc =
        "Prints exact chances: nothing is simulated."
        "\vWith --position: what can come about from there, with each number "
        "of spare dice, and what is missing where it can't.\n"
        "Text shows percent; --json and --csv give full precision.\n\n"
        "Examples:\n"
        "  maxq odds mlem crash\n"
        "  maxq odds apogee performance number\n"
        "  maxq replay --at 40 --json evening.mqm | maxq odds mlem -p -\n"
        "  maxq odds mlem --csv > odds.csv\n",
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

static void add_label(struct mq_buf *out, const struct mq_game *game,
                      const struct mq_odds_table *t)
{
    const char *language = mq__cli_language();

    mq__buf_printf(out, "%s \\ %s", mq_word_name(language, game->id, t->row),
                   mq_word_name(language, game->id, t->column));
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
            mq__text_pad(out,
                         mq_word_name(mq__cli_language(), d->game->id,
                                      d->t->column_words[c]),
                         -d->wide);
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
    int width = mq__text_width(d->label, strlen(d->label));

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
        const char *word =
            mq_word_name(mq__cli_language(), game->id, t->column_words[c]);
        int width = 2 + mq__text_width(word, strlen(word));

        wide = width > wide ? width : wide;
    }
    return wide;
}

static void print_text(struct mq_screen *screen, const struct mq_game *game,
                       const struct mq_odds_table *t)
{
    struct mq_voice voice = {.language = mq__cli_language(), .game = game->id};
    struct mq_wrap wrap = {.width = screen->width};
    struct mq_buf *out = &screen->text;
    char title[512];
    char label[128];
    struct drawing d = {game, t, label, cell_width(game, t)};
    struct mq_buf buf;
    int fit;

    mq_sentence(&t->title, &voice, title, sizeof title);
    mq__buf_printf(out, "%cb", MQ_MARK);
    mq__text_wrap(out, title, &wrap);
    mq__buf_printf(out, "%c.", MQ_MARK);
    mq__buf_fixed(&buf, label, sizeof label);
    add_label(&buf, game, t);
    fit = (screen->width - mq__text_width(label, strlen(label))) / d.wide;
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

static void json_sides(struct mq_json_writer *w, const struct mq_odds_table *t)
{
    mq__json_str(w, "row", t->row);
    mq__json_open(w, "rows", '[');
    for (int r = 0; r < t->rows; r++) {
        mq__json_int(w, NULL, row_number(t, r));
    }
    mq__json_close(w, ']');
    mq__json_str(w, "column", t->column);
    mq__json_open(w, "columns", '[');
    for (int c = 0; c < t->columns; c++) {
        mq__json_int(w, NULL, column_number(t, c));
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
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "name", t->name);
    mq__json_str(w, "title", title);
    mq__json_str(w, "unit", units[t->unit]);
    json_sides(w, t);
    mq__json_open(w, "cells", '[');
    for (int r = 0; r < t->rows; r++) {
        mq__json_open(w, NULL, '[');
        for (int c = 0; c < t->columns; c++) {
            if (cell(t, r, c) >= 0) {
                mq__json_real(w, NULL, cell(t, r, c));
            } else {
                mq__json_null(w, NULL);
            }
        }
        mq__json_close(w, ']');
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

static bool wanted(const struct options *o, const char *name)
{
    for (int i = 0; i < o->name_count; i++) {
        if (strcmp(o->names[i], name) == 0) {
            return true;
        }
    }
    return o->name_count == 0;
}

/* Every name given must be a table's; lists them otherwise. */
static bool names_exist(const struct options *o, const struct mq_game *game,
                        struct mq_odds_table *t)
{
    for (int i = 0; i < o->name_count; i++) {
        char list[512];
        struct mq_buf buf;
        bool found = false;

        mq__buf_fixed(&buf, list, sizeof list);
        for (int k = 0; game->odds_table(game, k, t); k++) {
            found = found || strcmp(o->names[i], t->name) == 0;
            mq__buf_printf(&buf, "%s%s", k > 0 ? ", " : "", t->name);
        }
        if (!found) {
            mq__cli_list_fail(COMMAND, list, "tools.no-odds-table", "t",
                              o->names[i]);
            return false;
        }
    }
    return true;
}

static void print_tables(const struct options *o, const struct mq_game *game,
                         struct mq_odds_table *t)
{
    struct mq_json_writer w;
    struct mq_screen screen;
    struct mq_buf json;

    fflush(stdout);
    mq__screen_init(&screen, STDIN_FILENO, STDOUT_FILENO, false);
    mq__buf_init(&json);
    mq__json_writer_init(&w, &json);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "game", game->id);
    mq__json_open(&w, "tables", '[');
    printf("%s", o->form == FORM_CSV ? "table,row,column,value\n" : "");
    for (int k = 0; game->odds_table(game, k, t); k++) {
        if (!wanted(o, t->name)) {
            continue;
        }
        if (o->form == FORM_TEXT) {
            print_text(&screen, game, t);
        } else if (o->form == FORM_CSV) {
            print_csv(t);
        } else {
            add_json(&w, game, t);
        }
    }
    mq__json_close(&w, ']');
    mq__json_close(&w, '}');
    if (o->form == FORM_JSON) {
        printf("%s\n", mq__buf_text(&json));
    }
    mq__buf_finish(&json);
    mq__screen_finish(&screen);
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
    char *json = mq__cli_read_file(COMMAND, o->position, LIMIT, &length);

    if (json == NULL) {
        return false;
    }
    if (mq_position_read(game, json, length, st, &error) != MQ_OK) {
        free(json);
        mq__cli_error(COMMAND, &error.message);
        return false;
    }
    free(json);
    players = game->players(game, st);
    *seat = o->seat;
    if (*seat < 0) {
        game->turn(game, st, &actors);
        *seat = actors != 0 ? __builtin_ctz(actors) : 0;
    }
    if (*seat >= players) {
        mq__cli_fail(COMMAND, "replay.seat", "ii", *seat + 1, players);
        return false;
    }
    game->redact(game, st, *seat);
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

static void print_json_odds(const struct mq_game *game, int seat,
                            const struct mq_odds *odds, int count)
{
    struct mq_voice voice = {.language = "en", .game = game->id};
    struct mq_json_writer w;
    struct mq_buf json;

    mq__buf_init(&json);
    mq__json_writer_init(&w, &json);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "game", game->id);
    mq__json_int(&w, "player", seat);
    mq__odds_json(&w, "odds", odds, count, &voice);
    mq__json_close(&w, '}');
    printf("%s\n", mq__buf_text(&json));
    mq__buf_finish(&json);
}

static void print_text_odds(const struct mq_odds *odds, int count,
                            const struct mq_voice *voice)
{
    struct mq_screen screen;
    struct mq_chance_style style = {.voice = voice};

    fflush(stdout);
    mq__screen_init(&screen, STDIN_FILENO, STDOUT_FILENO, false);
    style.width = screen.width;
    mq__show_chances(&screen.text, odds, count, &style);
    mq__screen_flush(&screen);
    mq__screen_finish(&screen);
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
    count = game->odds(game, st, seat, odds);
    if (o->form == FORM_JSON) {
        print_json_odds(game, seat, odds, count);
    } else if (o->form == FORM_CSV) {
        print_csv_odds(odds, count, &voice);
    } else {
        print_text_odds(odds, count, &voice);
    }
    return MQ_EXIT_DONE;
}

static int show_tables(const struct options *o, const struct mq_game *game)
{
    struct mq_odds_table table;

    if (game->odds_table == NULL) {
        return mq__cli_fail(COMMAND, "tools.no-odds", "t", game->id);
    }
    if (!names_exist(o, game, &table)) {
        return MQ_EXIT_USAGE;
    }
    print_tables(o, game, &table);
    return MQ_EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct options o = {.seat = -1};
    const struct mq_game *game;
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);

    if (code >= 0) {
        return code;
    }
    if (o.game == NULL) {
        return mq__cli_fail(COMMAND, "tools.which-game", "t", COMMAND);
    }
    if (o.position != NULL && o.name_count > 0) {
        return mq__cli_fail(COMMAND, "tools.odds-both", "");
    }
    if (o.position == NULL && o.seat >= 0) {
        return mq__cli_fail(COMMAND, "tools.odds-which-position", "");
    }
    game = mq__cli_open_game(COMMAND, o.game, o.data);
    if (game == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = o.position != NULL ? show_position(&o, game) : show_tables(&o, game);
    mq_game_close(game);
    return code;
}

const struct mq_command mq__command_odds = {
    .name = COMMAND,
    .summary = "print exact chances: tables, or of a position",
    .run = run,
};

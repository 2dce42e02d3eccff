/* `maxq odds`: the exact tables of chances that a game has. */
#include "cli/args.h"
#include "cli/command.h"

#include "core/json.h"
#include "term/screen.h"
#include "term/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COMMAND "odds"
#define CELL 6 /* columns of a figure: " 100.0" */
#define MAX_NAMES 16

enum { KEY_CSV = 256, KEY_DATA };
enum form { FORM_TEXT, FORM_CSV, FORM_JSON };

struct options {
    const char *game;
    const char *data;
    const char *names[MAX_NAMES]; /* of tables; none: all */
    int name_count;
    enum form form;
};

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
    case ARGP_KEY_ARG:
        return take_word(o, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"json", 'j', NULL, 0, "Print the tables as one JSON object", 0},
    {"csv", KEY_CSV, NULL, 0, "Print a line a cell: table,row,column,chance",
     0},
    {"data", KEY_DATA, "DIR", 0, "Reckon with the tables of this folder", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "GAME [TABLE...]",
    .doc = "Prints exact chances: nothing is simulated."
           "\vText shows percent; --json and --csv give full precision.\n\n"
           "Examples:\n"
           "  maxq odds mlem crash\n"
           "  maxq odds mlem reach-6\n"
           "  maxq odds mlem --csv > odds.csv\n",
};

static double cell(const struct mq_odds_table *t, int row, int column)
{
    return t->cell[row * t->columns + column];
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

/* Columns `from` to below `to`: what fits the screen. */
static void add_block(struct mq_buf *out, const struct mq_odds_table *t,
                      const char *label, int from, int to)
{
    int width = mq__text_width(label, strlen(label));

    mq__buf_printf(out, "%cd%s", MQ_MARK, label);
    for (int c = from; c < to; c++) {
        mq__buf_printf(out, "%*d", CELL, t->first_column + c);
    }
    mq__buf_printf(out, "%c.\n", MQ_MARK);
    for (int r = 0; r < t->rows; r++) {
        if (!has_any(t, r, from, to)) {
            continue;
        }
        mq__buf_printf(out, "%cd%*d%c.", MQ_MARK, width, t->first_row + r,
                       MQ_MARK);
        for (int c = from; c < to; c++) {
            double chance = cell(t, r, c);

            if (chance < 0) {
                mq__buf_printf(out, "%*s", CELL, "-");
            } else {
                mq__buf_printf(out, "%*.1f", CELL, 100 * chance);
            }
        }
        mq__buf_char(out, '\n');
    }
}

static void print_text(struct mq_screen *screen, const struct mq_game *game,
                       const struct mq_odds_table *t)
{
    struct mq_voice voice = {.language = mq__cli_language(), .game = game->id};
    struct mq_wrap wrap = {.width = screen->width};
    struct mq_buf *out = &screen->text;
    char title[512];
    char label[128];
    struct mq_buf buf;
    int fit;

    mq_sentence(&t->title, &voice, title, sizeof title);
    mq__buf_printf(out, "%cb", MQ_MARK);
    mq__text_wrap(out, title, &wrap);
    mq__buf_printf(out, "%c.", MQ_MARK);
    mq__buf_fixed(&buf, label, sizeof label);
    add_label(&buf, game, t);
    fit = (screen->width - mq__text_width(label, strlen(label))) / CELL;
    fit = fit < 1 ? 1 : fit;
    for (int from = 0; from < t->columns; from += fit) {
        int to = from + fit < t->columns ? from + fit : t->columns;

        add_block(out, t, label, from, to);
    }
    mq__buf_char(out, '\n');
    mq__screen_flush(screen);
}

static void print_csv(const struct mq_odds_table *t)
{
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            if (cell(t, r, c) >= 0) {
                printf("%s,%d,%d,%.17g\n", t->name, t->first_row + r,
                       t->first_column + c, cell(t, r, c));
            }
        }
    }
}

static void add_json(struct mq_json_writer *w, const struct mq_game *game,
                     const struct mq_odds_table *t)
{
    struct mq_voice voice = {.language = "en", .game = game->id};
    char title[512];

    mq_sentence(&t->title, &voice, title, sizeof title);
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "name", t->name);
    mq__json_str(w, "title", title);
    mq__json_str(w, "row", t->row);
    mq__json_int(w, "first_row", t->first_row);
    mq__json_str(w, "column", t->column);
    mq__json_int(w, "first_column", t->first_column);
    mq__json_open(w, "chances", '[');
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
    printf("%s", o->form == FORM_CSV ? "table,row,column,chance\n" : "");
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

static int run(int argc, char **argv)
{
    struct options o = {0};
    struct mq_odds_table table;
    const struct mq_game *game;
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);

    if (code >= 0) {
        return code;
    }
    if (o.game == NULL) {
        return mq__cli_fail(COMMAND, "tools.which-game", "t", COMMAND);
    }
    game = mq__cli_open_game(COMMAND, o.game, o.data);
    if (game == NULL) {
        return MQ_EXIT_USAGE;
    }
    if (game->odds_table == NULL) {
        code = mq__cli_fail(COMMAND, "tools.no-odds", "t", game->id);
    } else if (!names_exist(&o, game, &table)) {
        code = MQ_EXIT_USAGE;
    } else {
        print_tables(&o, game, &table);
        code = MQ_EXIT_DONE;
    }
    mq_game_close(game);
    return code;
}

const struct mq_command mq__command_odds = {
    .name = COMMAND,
    .summary = "print exact tables of chances",
    .run = run,
};

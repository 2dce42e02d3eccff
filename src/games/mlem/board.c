/* The board as text: the mat as four rows of eight spaces, Earth at the bottom,
 * deep space at the top, and below it the rocket and the players. With `plain`
 * the same in lines of words (board_plain.c). */
#include "games/mlem/board.h"

#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

#define CELLS 8      /* in a row */
#define TOP_CELLS 4  /* in the top row: 24, 25, and deep space in two */
#define TOP_FIRST 24 /* its first space */
#define MIN_INNER 8  /* columns of a cell without its border */
#define MAX_INNER 11
#define TEXT 256 /* bytes for what fits into a line */

/* Seats, the same everywhere: circle, square, triangle, diamond, star. */
static const char *const shapes[MLEM_SEATS] = {"●", "■", "▲", "◆", "★"};
static const char *const romans[] = {"I", "II", "III", "IV", "V", "VI"};

/* Style and width. */

static void mark(struct mq_buf *out, char style)
{
    mq__buf_char(out, MQ_MARK);
    mq__buf_char(out, style);
}

static void styled(struct mq_buf *out, char style, const char *text)
{
    mark(out, style);
    mq__buf_str(out, text);
    mark(out, '.');
}

static void shape(struct mq_buf *out, int seat)
{
    styled(out, (char)('0' + seat), shapes[seat]);
}

/* Columns of a text: marks have none. */
static int columns(const char *text)
{
    const char *end = text + strlen(text);
    int n = mq__utf8_count(text, end);

    for (; text < end; text++) {
        n -= *text == MQ_MARK ? 2 : 0;
    }
    return n;
}

static void repeat(struct mq_buf *out, const char *text, int n)
{
    for (; n > 0; n--) {
        mq__buf_str(out, text);
    }
}

/* A text in a field of so many columns. */
static void field(struct mq_buf *out, const char *text, int width)
{
    mq__buf_str(out, text);
    repeat(out, " ", width - columns(text));
}

const char *mq__mlem_label(const struct mlem_board *b, const char *id)
{
    const char *text = mq_text(b->canvas->language, id);

    return text != NULL ? text : id;
}

const char *mq__mlem_name(const struct mlem_board *b, int seat)
{
    const char *const *names = b->canvas->names;

    return names != NULL && names[seat] != NULL ? names[seat]
                                                : mq__mlem_seats[seat];
}

const char *mq__mlem_word(const struct mlem_board *b, const char *word)
{
    return mq_word_name(b->canvas->language, "mlem", word);
}

void mq__mlem_say(const struct mlem_board *b, struct mq_buf *out,
                  const char *id, const char *format, ...)
{
    struct mq_voice voice = {b->canvas->language, "mlem", b->canvas->names,
                             b->st->players};
    struct mq_message message;
    char text[TEXT];
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq_sentence(&message, &voice, text, sizeof(text));
    mq__buf_str(out, text);
}

/* Cells: three lines each. */

static bool is_flying(const struct mlem_state *st)
{
    return st->aboard != 0;
}

static bool at_marker(const struct mlem_board *b, int space)
{
    return is_flying(b->st) && b->st->space == space;
}

/* What lies on a space: the UFO, an exploration token. */
static void cell_things(const struct mlem_board *b, int space,
                        struct mq_buf *out)
{
    static const char *const finds[] = {
        [MLEM_POINTS1] = "+1", [MLEM_POINTS2] = "+2", [MLEM_POINTS3] = "+3",
        [MLEM_REGAIN] = "+□",  [MLEM_TUNNEL] = "»",
    };

    if ((b->st->variants & MLEM_UFO) != 0 && b->st->ufo == space) {
        styled(out, 'w', "UFO");
    }
    if ((b->st->find_mat >> space & 1) != 0) {
        styled(out, 'g', finds[b->t->find[space]]);
    }
}

/* The number at the left, what lies there at the right. */
static void cell_head(const struct mlem_board *b, int space, struct mq_buf *out)
{
    char things[TEXT], number[TEXT];
    struct mq_buf right, left;

    mq__buf_fixed(&right, things, sizeof(things));
    mq__buf_fixed(&left, number, sizeof(number));
    cell_things(b, space, &right);
    if (at_marker(b, space)) {
        mark(&left, 'h');
        mq__buf_printf(&left, "▶%d", space);
        mark(&left, '.');
    } else {
        mq__buf_printf(&left, " %d", space);
    }
    field(out, number, b->inner - columns(things));
    mq__buf_str(out, things);
}

/* Faces that can be used; where the marker is, those rolled stand out. */
static void cell_faces(const struct mlem_board *b, int space,
                       struct mq_buf *out)
{
    unsigned rolled = at_marker(b, space) ? mlem_shown(b->st->roll) : 0;
    char text[TEXT];
    struct mq_buf line;

    mq__buf_fixed(&line, text, sizeof(text));
    for (int face = 0; face < MLEM_FACES; face++) {
        if ((b->t->faces[space] >> face & 1) == 0) {
            continue;
        }
        mq__buf_char(&line, ' ');
        mark(&line, (rolled >> face & 1) != 0 ? 'h'
                    : at_marker(b, space)     ? 'b'
                                              : 'd');
        mq__buf_str(&line, mq__mlem_faces[face]);
        if (face == MLEM_AFTERBURNER) {
            mq__buf_int(&line, b->t->afterburner[space]);
        }
        mark(&line, '.');
    }
    field(out, text, b->inner);
}

/* Moons: their points, or who is there. */
static void cell_moons(const struct mlem_board *b, int space,
                       struct mq_buf *out)
{
    for (int moon = 0; moon < b->t->moons; moon++) {
        int seat = mq__mlem_at(b->st, MLEM_MOON + moon, NULL);

        if (b->t->moon_space[moon] != space) {
            continue;
        }
        mq__buf_char(out, ' ');
        if (seat < 0) {
            mq__buf_printf(out, "(%d)", b->t->moon_points[moon]);
        } else {
            mq__buf_char(out, '(');
            shape(out, seat);
            mq__buf_char(out, ')');
        }
    }
}

int mq__mlem_at(const struct mlem_state *st, int place, int *astronaut)
{
    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if (st->place[seat][i] == place) {
                if (astronaut != NULL) {
                    *astronaut = i;
                }
                return seat;
            }
        }
    }
    return -1;
}

/* How much a line says: all that fits. */
enum form {
    FULL,     /* a shape for each astronaut */
    SHORT,    /* a shape and a number */
    SHORTER,  /* and no values of a planet */
    SHORTEST, /* and no doublers */
};

/* A seat's astronauts at a place. */
static void group(const struct mlem_board *b, int seat, int place,
                  enum form form, struct mq_buf *out)
{
    int n = 0, doubler = place < MLEM_PLANET ? MLEM_VOYAGER : MLEM_SETTLER;

    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        n += b->st->place[seat][i] == place;
    }
    if (n == 0) {
        return;
    }
    mark(out, (char)('0' + seat));
    repeat(out, shapes[seat], form == FULL ? n : 1);
    if (form != FULL && n > 1) {
        mq__buf_int(out, n);
    }
    if (form != SHORTEST && b->st->place[seat][doubler] == place) {
        mq__buf_str(out, "²");
    }
    mark(out, '.');
}

static void planet_rows(const struct mlem_board *b, int planet, enum form form,
                        struct mq_buf *out)
{
    for (unsigned order = b->st->order[planet]; order != 0; order >>= 3) {
        group(b, (int)(order & 7) - 1, MLEM_PLANET + planet, form, out);
    }
}

/* A planet over `width` columns: number, values, who is there in order. */
static void planet_line(const struct mlem_board *b, int planet, int width,
                        struct mq_buf *out)
{
    const uint8_t *points = b->t->planet_points[planet];
    char text[TEXT];
    struct mq_buf line;

    for (int form = FULL; form <= SHORTEST; form++) {
        mq__buf_fixed(&line, text, sizeof(text));
        mq__buf_char(&line, ' ');
        styled(&line, 'b', romans[planet]);
        mq__buf_char(&line, ' ');
        if (form < SHORTER) {
            mq__buf_printf(&line, "%d/%d/%d ", points[0], points[1], points[2]);
        }
        planet_rows(b, planet, (enum form)form, &line);
        if (columns(text) <= width) {
            break;
        }
    }
    field(out, text, width);
}

/* Whether a space and the next one have the same planet, in one row. */
static bool is_pair(const struct mlem_board *b, int space, int last)
{
    return space < last && b->t->beside[space] == MLEM_BESIDE_PLANET &&
           b->t->beside[space + 1] == MLEM_BESIDE_PLANET &&
           b->t->planet[space] == b->t->planet[space + 1];
}

static void cell_place(const struct mlem_board *b, int space,
                       struct mq_buf *out)
{
    char text[TEXT];
    struct mq_buf line;

    mq__buf_fixed(&line, text, sizeof(text));
    if (b->t->beside[space] == MLEM_BESIDE_PLANET) {
        planet_line(b, b->t->planet[space], b->inner, out);
        return;
    }
    if (b->t->beside[space] == MLEM_BESIDE_MOONS) {
        cell_moons(b, space, &line);
    } else if (b->t->beside[space] == MLEM_BESIDE_SATELLITE) {
        mq__buf_printf(&line, " %s", mq__mlem_label(b, "mlem.board.satellite"));
    } else if (space == 0) {
        mq__buf_printf(&line, " %s", mq__mlem_label(b, "mlem.board.earth"));
    }
    field(out, text, b->inner);
}

/* Rows. */

/* The third line: a planet takes two cells. */
static void place_line(const struct mlem_board *b, int first, int last,
                       struct mq_buf *out)
{
    for (int space = first; space <= last; space++) {
        mq__buf_str(out, "│");
        if (is_pair(b, space, last)) {
            planet_line(b, b->t->planet[space], 2 * b->inner + 1, out);
            space++;
        } else {
            cell_place(b, space, out);
        }
    }
}

static void space_row(const struct mlem_board *b, int first, int last, int line,
                      struct mq_buf *out)
{
    if (line == 2) {
        place_line(b, first, last, out);
        return;
    }
    for (int space = first; space <= last; space++) {
        mq__buf_str(out, "│");
        if (line == 0) {
            cell_head(b, space, out);
        } else {
            cell_faces(b, space, out);
        }
    }
}

/* The comet or the galaxy, with who is there. */
static void far_line(const struct mlem_board *b, int place, enum form form,
                     struct mq_buf *out)
{
    bool comet = place == MLEM_COMET;

    mq__buf_char(out, ' ');
    if (form < SHORTEST) {
        mq__buf_str(out, mq__mlem_label(b, comet ? "mlem.board.comet"
                                                 : "mlem.board.galaxy"));
        mq__buf_char(out, ' ');
    }
    if (form < SHORTER) {
        mq__buf_printf(out, "%d ",
                       comet ? b->t->figure.comet : b->t->figure.galaxy);
    }
    for (int seat = 0; seat < b->st->players; seat++) {
        group(b, seat, place, form, out);
    }
}

/* Deep space, two cells wide: its name, the comet, the galaxy. */
static void deep_line(const struct mlem_board *b, int line, struct mq_buf *out)
{
    int width = 2 * b->inner + 1;
    char text[TEXT];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    if (line == 0) {
        mq__buf_str(&buf, at_marker(b, MLEM_DEEP) ? "▶" : " ");
        mq__buf_str(&buf, mq__mlem_label(b, "mlem.board.deep-space"));
        if ((b->st->variants & MLEM_UFO) != 0 && b->st->ufo == MLEM_DEEP) {
            mq__buf_char(&buf, ' ');
            styled(&buf, 'w', "UFO");
        }
    }
    for (int form = SHORT; line > 0 && form <= SHORTEST; form++) {
        mq__buf_clear(&buf);
        far_line(b, line == 1 ? MLEM_COMET : MLEM_GALAXY, (enum form)form,
                 &buf);
        if (columns(text) <= width) {
            break;
        }
    }
    mq__buf_str(out, "│");
    field(out, text, width);
    mq__buf_str(out, "│");
}

/* Beside the top row: failures and goals. */

static void failures_line(const struct mlem_board *b, struct mq_buf *out)
{
    int failures = b->st->failures, most = b->t->figure.failures;

    mq__buf_printf(out, "  %s ", mq__mlem_label(b, "mlem.board.failures"));
    mark(out, 'w');
    repeat(out, "✗", failures);
    mark(out, '.');
    mark(out, 'd');
    repeat(out, "·", most - failures);
    mark(out, '.');
    mq__buf_printf(out, " %d/%d", failures, most);
}

static void goals_line(const struct mlem_board *b, int first,
                       struct mq_buf *out)
{
    static const char *const ids[MLEM_GOALS] = {
        "mlem.board.four-planets", "mlem.board.one-planet",
        "mlem.board.four-moons", "mlem.board.two-in-deep-space"};

    mq__buf_str(out, "  ");
    for (int goal = first; goal < first + 2; goal++) {
        int width = 14 - columns(mq__mlem_label(b, ids[goal]));

        if (b->st->goal[goal] > 0) {
            shape(out, b->st->goal[goal] - 1);
        } else {
            styled(out, 'd', "○");
        }
        mq__buf_printf(out, " %s", mq__mlem_label(b, ids[goal]));
        repeat(out, " ", goal == first ? width : 0);
    }
}

/* The lines between rows: what stands above and below decides the corners. */

struct walls {
    unsigned up, down; /* borders as bits, from the left */
    int from, to;      /* borders between which the line runs */
};

static void wall_line(const struct mlem_board *b, const struct walls *w)
{
    static const char *const joints[16] = {" ", "╵", "╷", "│", "╴", "┘",
                                           "┐", "┤", "╶", "└", "┌", "├",
                                           "─", "┴", "┬", "┼"};

    if (b->canvas->low) {
        return;
    }
    for (int i = w->from; i <= w->to; i++) {
        unsigned joint = (w->up >> i & 1) | (w->down >> i & 1) << 1 |
                         (i > w->from ? 4u : 0) | (i < w->to ? 8u : 0);

        mq__buf_str(b->out, joints[joint]);
        if (i < w->to) {
            repeat(b->out, "─", b->inner);
        }
    }
    mq__buf_char(b->out, '\n');
}

/* Borders of a row as its lower end shows them: none inside a planet. */
static unsigned lower_borders(const struct mlem_board *b, int first, int last)
{
    unsigned borders = (2u << (last - first + 1)) - 1;

    for (int space = first; space < last; space++) {
        if (is_pair(b, space, last)) {
            borders &= ~(2u << (space - first));
            space++;
        }
    }
    return borders;
}

#define TOP_BORDERS 027u    /* 0, 1, 2 and 4 */
#define ALL_BORDERS 0777u   /* 0 to 8 */
#define DEEP_BORDERS (024u) /* those of deep space: 2 and 4 */

static void draw_top(const struct mlem_board *b)
{
    struct walls roof = {0, TOP_BORDERS, 0, TOP_CELLS};

    wall_line(b, &roof);
    for (int line = 0; line < 3; line++) {
        space_row(b, TOP_FIRST, MLEM_DEEP - 1, line, b->out);
        deep_line(b, line, b->out);
        if (line == 0) {
            failures_line(b, b->out);
        } else {
            goals_line(b, 2 * (line - 1), b->out);
        }
        mq__buf_char(b->out, '\n');
    }
}

static void draw_mat(const struct mlem_board *b)
{
    unsigned up =
        (lower_borders(b, TOP_FIRST, MLEM_DEEP - 1) & 7u) | DEEP_BORDERS;

    draw_top(b);
    for (int first = TOP_FIRST - CELLS; first >= 0; first -= CELLS) {
        struct walls wall = {up, ALL_BORDERS, 0, CELLS};

        wall_line(b, &wall);
        for (int line = 0; line < 3; line++) {
            space_row(b, first, first + CELLS - 1, line, b->out);
            mq__buf_str(b->out, "│\n");
        }
        up = lower_borders(b, first, first + CELLS - 1);
    }
    struct walls floor = {up, 0, 0, CELLS};

    wall_line(b, &floor);
}

/* The rocket. */

/* Rolled dice in groups; what can't be used is dim. */
static void draw_roll(const struct mlem_board *b)
{
    unsigned usable = b->t->faces[b->st->space];

    mq__buf_str(b->out, "  ");
    for (int face = 0; face < MLEM_FACES; face++) {
        int n = MLEM_COUNT(b->st->roll, face);

        for (int i = 0; i < n; i++) {
            mark(b->out, (usable >> face & 1) != 0 ? 'h' : 'd');
            mq__buf_printf(b->out, "[%s]", mq__mlem_faces[face]);
            mark(b->out, '.');
        }
        mq__buf_str(b->out, n > 0 ? " " : "");
    }
}

static void draw_dice(const struct mlem_board *b)
{
    const struct mlem_state *st = b->st;

    if (st->roll != 0) {
        draw_roll(b);
    } else if (st->dice > 0) {
        mq__buf_str(b->out, "  ");
        repeat(b->out, "[ ]", st->dice);
    }
    if (st->dice > 0 && st->space < MLEM_DEEP) {
        double crash = b->t->odds.crash[st->space][st->dice];

        mq__buf_str(b->out, "  ");
        mark(b->out, crash > 0.25 ? 'w' : crash > 0.05 ? 'b' : 'g');
        mq__mlem_say(b, b->out, "mlem.board.risk", "c", mq_chance_arg(crash));
        mark(b->out, '.');
    }
}

/* Who is aboard, in rocket order; the commander first and lit. Five long names
 * take two lines. */
static void draw_crew(const struct mlem_board *b)
{
    const struct mlem_state *st = b->st;
    int column = 1;

    for (int place = 0; place < st->players; place++) {
        int seat = mlem_seat_at(st, place);
        bool first = column == 1;
        bool asleep =
            st->crew[seat] == MLEM_PIP + 1 && (st->pips >> seat & 1) == 0;
        const char *name;

        if (st->crew[seat] == 0) {
            continue;
        }
        name = mq__mlem_word(b, mq__mlem_astronauts[st->crew[seat] - 1]);
        column += 4 + columns(name) + (asleep ? 3 : 0);
        if (column >= b->canvas->width) {
            mq__buf_char(b->out, '\n');
            column = 5 + columns(name);
        }
        mq__buf_str(b->out, first ? "▐" : "  ");
        shape(b->out, seat);
        mq__buf_char(b->out, ' ');
        mark(b->out, first ? 'b' : '.');
        mq__buf_str(b->out, name);
        mark(b->out, '.');
        if (asleep) {
            styled(b->out, 'd', " zZ"); /* ML-P3: it sleeps */
        }
    }
    mq__buf_str(b->out, "▶");
}

static void draw_token(const struct mlem_board *b)
{
    static const char *const abilities[] = {"extra", "keep", "reroll"};
    const struct mlem_token *token;

    if (b->st->token == 0) {
        return;
    }
    token = &b->t->token[b->st->token - 1];
    mq__buf_str(b->out, "  ");
    mark(b->out, 'g');
    mq__buf_str(b->out, mq__mlem_word(b, abilities[token->ability]));
    for (int face = 0; face < MLEM_FACES; face++) {
        for (int i = 0; i < MLEM_COUNT(token->extra, face); i++) {
            mq__buf_printf(b->out, " [%s]", mq__mlem_faces[face]);
        }
    }
    mark(b->out, '.');
}

static void draw_rocket(const struct mlem_board *b)
{
    if (b->st->dice == 0 && b->st->aboard == 0) {
        return;
    }
    mq__buf_str(b->out, " ");
    if (b->st->aboard != 0) {
        draw_crew(b);
    } else {
        styled(b->out, 'd', mq__mlem_label(b, "mlem.board.waits"));
    }
    mq__buf_char(b->out, '\n');
    if (b->st->dice > 0) {
        mq__buf_char(b->out, ' ');
        draw_dice(b);
        draw_token(b);
        mq__buf_char(b->out, '\n');
    }
}

/* Players. */

/* Words on one or more lines, at most `width` columns wide. */
struct flow {
    const struct mlem_board *b;
    int column, indent;
};

static void flow_word(struct flow *f, const char *text)
{
    int width = columns(text);

    if (f->column + 1 + width > f->b->canvas->width && f->column > f->indent) {
        mq__buf_char(f->b->out, '\n');
        repeat(f->b->out, " ", f->indent);
        f->column = f->indent;
    }
    mq__buf_char(f->b->out, ' ');
    mq__buf_str(f->b->out, text);
    f->column += 1 + width;
}

#define NAME_WIDTH 14

/* A name in its field; one that is too long is cut. */
static void draw_name(const struct mlem_board *b, int seat)
{
    const char *name = mq__mlem_name(b, seat);
    size_t length = strlen(name);
    int n = mq__utf8_count(name, name + length);

    while (n > NAME_WIDTH) {
        length = mq__utf8_cut(name, length - 1);
        n = mq__utf8_count(name, name + length);
    }
    mq__buf_add(b->out, name, length);
    repeat(b->out, " ", NAME_WIDTH - n);
}

static bool is_done(const struct mlem_board *b, int seat, int kind)
{
    uint64_t places = 0;

    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        places |= UINT64_C(1) << b->st->place[seat][i];
    }
    return (b->t->mission[kind - 1].places & places) != 0;
}

static void flow_mission(struct flow *f, int seat, int kind)
{
    const struct mlem_board *b = f->b;
    bool known = kind != MQ_UNKNOWN;
    bool done = known && is_done(b, seat, kind);
    char text[TEXT];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    mark(&buf, done ? 'g' : 'd');
    mq__buf_printf(&buf, "«%s%s»", done ? "✓ " : "",
                   known ? mq__mlem_word(b, b->t->mission[kind - 1].id) : "?");
    mark(&buf, '.');
    flow_word(f, text);
}

/* Missions: what the viewer may not see is a ?. */
static void flow_missions(struct flow *f, int seat)
{
    const struct mlem_state *st = f->b->st;
    int n = (st->returned >> seat & 1) != 0 ? MLEM_KEPT : MLEM_DEALT;

    for (int i = 0; i < n; i++) {
        if (st->mission[seat][i] != 0) {
            flow_mission(f, seat, st->mission[seat][i]);
        }
    }
}

static void draw_player(const struct mlem_board *b, int seat, double score)
{
    struct flow f = {b, 0, NAME_WIDTH + 9};

    mq__buf_char(b->out, ' ');
    shape(b->out, seat);
    mq__buf_char(b->out, ' ');
    mark(b->out, seat == b->seat ? 'b' : '.');
    draw_name(b, seat);
    mq__buf_printf(b->out, " %3d", (int)score);
    mark(b->out, '.');
    mq__buf_str(b->out, " │");
    f.column = f.indent;
    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        if ((b->st->board[seat] >> i & 1) != 0) {
            flow_word(&f, mq__mlem_word(b, mq__mlem_astronauts[i]));
        }
    }
    flow_missions(&f, seat);
    mq__buf_char(b->out, '\n');
}

static void draw_players(const struct mlem_board *b)
{
    double scores[MQ_MAX_PLAYERS];

    mq__mlem_scores(b->g, b->st, scores);
    for (int seat = 0; seat < b->st->players; seat++) {
        draw_player(b, seat, scores[seat]);
    }
}

void mq__mlem_board(const struct mq_game *g, const void *state, int seat,
                    const struct mq_canvas *canvas, struct mq_buf *out)
{
    struct mlem_board b = {g, mlem_tables(g), state, seat, canvas, out, 0};

    if (canvas->plain) {
        mq__mlem_plain_board(&b);
        return;
    }
    b.inner = (canvas->width - 1) / CELLS - 1;
    b.inner = b.inner > MAX_INNER ? MAX_INNER : b.inner;
    b.inner = b.inner < MIN_INNER ? MIN_INNER : b.inner;
    draw_mat(&b);
    draw_rocket(&b);
    draw_players(&b);
}

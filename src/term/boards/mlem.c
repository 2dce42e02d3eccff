/* The board as text: the mat as four rows of eight spaces, Earth at the bottom,
 * deep space at the top, and below it the rocket and the players. With `plain`
 * the same in lines of words (mlem_plain.c). */
#include "term/boards/mlem.h"

#include <string.h>

#define CELLS 8      /* in a row */
#define TOP_CELLS 4  /* in the top row: 24, 25, and deep space in two */
#define TOP_FIRST 24 /* its first space */
#define MIN_INNER 8  /* columns of a cell without its border */
#define MAX_INNER 11
#define TEXT 256 /* bytes for what fits into a line */

static const char *const romans[] = {"I", "II", "III", "IV", "V", "VI"};

/* Cells: three lines each. */

static bool is_flying(const struct ml_state *st)
{
    return st->aboard != 0;
}

static bool at_marker(const struct ml_board *b, int space)
{
    return is_flying(b->st) && b->st->space == space;
}

/* What lies on a space: the UFO, an exploration token. */
static void cell_things(const struct ml_board *b, int space, struct mq_buf *out)
{
    static const char *const finds[] = {
        [ML_POINTS1] = "+1", [ML_POINTS2] = "+2", [ML_POINTS3] = "+3",
        [ML_REGAIN] = "+□",  [ML_TUNNEL] = "»",
    };

    if ((b->st->variants & ML_UFO) != 0 && b->st->ufo == space) {
        mq__styled(out, 'w', "UFO");
    }
    if ((b->st->find_mat >> space & 1) != 0) {
        mq__styled(out, 'g', finds[b->t->find[space]]);
    }
}

/* The number at the left, what lies there at the right. */
static void cell_head(const struct ml_board *b, int space, struct mq_buf *out)
{
    size_t start = out->length;
    char things[TEXT];
    struct mq_buf right;

    mq__buf_fixed(&right, things, sizeof(things));
    cell_things(b, space, &right);
    if (at_marker(b, space)) {
        mq__mark(out, 'h');
        mq__buf_printf(out, "▶%d", space);
        mq__mark(out, '.');
    } else {
        mq__buf_printf(out, " %d", space);
    }
    mq__pad_from(out, start, b->inner - mq__columns_from(&right, 0));
    mq__buf_str(out, things);
}

/* Faces that can be used; where the marker is, those rolled stand out. */
static void cell_faces(const struct ml_board *b, int space, struct mq_buf *out)
{
    unsigned rolled = at_marker(b, space) ? ml_shown(b->t, b->st->roll) : 0;
    size_t start = out->length;

    for (int face = 0; face < ML_FACES; face++) {
        if ((b->t->faces[space] >> face & 1) == 0) {
            continue;
        }
        mq__buf_char(out, ' ');
        mq__mark(out, (rolled >> face & 1) != 0 ? 'h'
                      : at_marker(b, space)     ? 'b'
                                                : 'd');
        mq__buf_str(out, mq__ml_faces[face]);
        if (face == ML_AFTERBURNER) {
            mq__buf_int(out, b->t->afterburner[space]);
        }
        mq__mark(out, '.');
    }
    mq__pad_from(out, start, b->inner);
}

/* Moons: their points, or who is there. */
static void cell_moons(const struct ml_board *b, int space, struct mq_buf *out)
{
    for (int moon = 0; moon < b->t->moons; moon++) {
        int seat = mq__ml_at(b->st, ML_MOON + moon, NULL);

        if (b->t->moon_space[moon] != space) {
            continue;
        }
        mq__buf_char(out, ' ');
        if (seat < 0) {
            mq__buf_printf(out, "(%d)", b->t->moon_points[moon]);
        } else {
            mq__buf_char(out, '(');
            mq__shape(out, seat);
            mq__buf_char(out, ')');
        }
    }
}

bool mq__ml_sleeps(const struct ml_state *st, int seat)
{
    return st->crew[seat] == ML_PIP + 1 && (st->pips >> seat & 1) == 0;
}

int mq__ml_at(const struct ml_state *st, int place, int *astronaut)
{
    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < ML_ASTRONAUTS; i++) {
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
static void group(const struct ml_board *b, int seat, int place, enum form form,
                  struct mq_buf *out)
{
    int n = 0, doubler = place < ML_PLANET ? ML_VOYAGER : ML_SETTLER;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        n += b->st->place[seat][i] == place;
    }
    if (n == 0) {
        return;
    }
    mq__mark(out, (char)('0' + seat));
    mq__repeat(out, mq__shapes[seat], form == FULL ? n : 1);
    if (form != FULL && n > 1) {
        mq__buf_int(out, n);
    }
    if (form != SHORTEST && b->st->place[seat][doubler] == place) {
        mq__buf_str(out, "²");
    }
    mq__mark(out, '.');
}

static void planet_rows(const struct ml_board *b, int planet, enum form form,
                        struct mq_buf *out)
{
    for (unsigned order = b->st->order[planet]; order != 0; order >>= 3) {
        group(b, (int)(order & 7) - 1, ML_PLANET + planet, form, out);
    }
}

/* A planet over `width` columns: number, values, who is there in order. */
static void planet_line(const struct ml_board *b, int planet, int width,
                        struct mq_buf *out)
{
    const uint8_t *points = b->t->planet_points[planet];
    size_t start = out->length;

    for (int form = FULL; form <= SHORTEST; form++) {
        mq__buf_cut(out, start);
        mq__buf_char(out, ' ');
        mq__styled(out, 'b', romans[planet]);
        mq__buf_char(out, ' ');
        if (form < SHORTER) {
            mq__buf_printf(out, "%d/%d/%d ", points[0], points[1], points[2]);
        }
        planet_rows(b, planet, (enum form)form, out);
        if (mq__columns_from(out, start) <= width) {
            break;
        }
    }
    mq__pad_from(out, start, width);
}

/* Whether a space and the next one have the same planet, in one row. */
static bool is_pair(const struct ml_board *b, int space, int last)
{
    return space < last && b->t->beside[space] == ML_BESIDE_PLANET &&
           b->t->beside[space + 1] == ML_BESIDE_PLANET &&
           b->t->planet[space] == b->t->planet[space + 1];
}

static void cell_place(const struct ml_board *b, int space, struct mq_buf *out)
{
    size_t start = out->length;

    if (b->t->beside[space] == ML_BESIDE_PLANET) {
        planet_line(b, b->t->planet[space], b->inner, out);
        return;
    }
    if (b->t->beside[space] == ML_BESIDE_MOONS) {
        cell_moons(b, space, out);
    } else if (b->t->beside[space] == ML_BESIDE_SATELLITE) {
        mq__buf_printf(out, " %s",
                       mq__draw_label(&b->d, "mlem.board.satellite"));
    } else if (space == 0) {
        mq__buf_printf(out, " %s", mq__draw_label(&b->d, "mlem.board.earth"));
    }
    mq__pad_from(out, start, b->inner);
}

/* Rows. */

/* The third line: a planet takes two cells. */
static void place_line(const struct ml_board *b, int first, int last,
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

static void space_row(const struct ml_board *b, int first, int last, int line,
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
static void far_line(const struct ml_board *b, int place, enum form form,
                     struct mq_buf *out)
{
    bool comet = place == ML_COMET;

    mq__buf_char(out, ' ');
    if (form < SHORTEST) {
        mq__buf_str(out, mq__draw_label(&b->d, comet ? "mlem.board.comet"
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
static void deep_line(const struct ml_board *b, int line, struct mq_buf *out)
{
    int width = 2 * b->inner + 1;
    size_t start;

    mq__buf_str(out, "│");
    start = out->length;
    if (line == 0) {
        mq__buf_str(out, at_marker(b, ML_DEEP) ? "▶" : " ");
        mq__buf_str(out, mq__draw_label(&b->d, "mlem.board.deep-space"));
        if ((b->st->variants & ML_UFO) != 0 && b->st->ufo == ML_DEEP) {
            mq__buf_char(out, ' ');
            mq__styled(out, 'w', "UFO");
        }
    }
    for (int form = SHORT; line > 0 && form <= SHORTEST; form++) {
        mq__buf_cut(out, start);
        far_line(b, line == 1 ? ML_COMET : ML_GALAXY, (enum form)form, out);
        if (mq__columns_from(out, start) <= width) {
            break;
        }
    }
    mq__pad_from(out, start, width);
    mq__buf_str(out, "│");
}

/* Beside the top row: failures and goals. */

static void failures_line(const struct ml_board *b, struct mq_buf *out)
{
    int failures = b->st->failures, most = b->t->figure.failures;

    mq__buf_printf(out, "  %s ", mq__draw_label(&b->d, "mlem.board.failures"));
    mq__mark(out, 'w');
    mq__repeat(out, "✗", failures);
    mq__mark(out, '.');
    mq__mark(out, 'd');
    mq__repeat(out, "·", most - failures);
    mq__mark(out, '.');
    mq__buf_printf(out, " %d/%d", failures, most);
}

static void goals_line(const struct ml_board *b, int first, struct mq_buf *out)
{
    static const char *const ids[ML_GOALS] = {
        "mlem.board.four-planets", "mlem.board.one-planet",
        "mlem.board.four-moons", "mlem.board.two-in-deep-space"};

    mq__buf_str(out, "  ");
    for (int goal = first; goal < first + 2; goal++) {
        if (b->st->goal[goal] > 0) {
            mq__shape(out, b->st->goal[goal] - 1);
        } else {
            mq__styled(out, 'd', "○");
        }
        mq__buf_char(out, ' ');
        mq__text_pad(out, mq__draw_label(&b->d, ids[goal]),
                     goal == first ? 14 : 0);
    }
}

/* The lines between rows: what stands above and below decides the corners. */

struct walls {
    unsigned up, down; /* borders as bits, from the left */
    int from, to;      /* borders between which the line runs */
};

static void wall_line(const struct ml_board *b, const struct walls *w)
{
    static const char *const joints[16] = {" ", "╵", "╷", "│", "╴", "┘",
                                           "┐", "┤", "╶", "└", "┌", "├",
                                           "─", "┴", "┬", "┼"};

    if (b->d.canvas->low) {
        return;
    }
    for (int i = w->from; i <= w->to; i++) {
        unsigned joint = (w->up >> i & 1) | (w->down >> i & 1) << 1 |
                         (i > w->from ? 4u : 0) | (i < w->to ? 8u : 0);

        mq__buf_str(b->d.out, joints[joint]);
        if (i < w->to) {
            mq__repeat(b->d.out, "─", b->inner);
        }
    }
    mq__buf_char(b->d.out, '\n');
}

/* Borders of a row as its lower end shows them: none inside a planet. */
static unsigned lower_borders(const struct ml_board *b, int first, int last)
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

static void draw_top(const struct ml_board *b)
{
    struct walls roof = {0, TOP_BORDERS, 0, TOP_CELLS};

    wall_line(b, &roof);
    for (int line = 0; line < 3; line++) {
        space_row(b, TOP_FIRST, ML_DEEP - 1, line, b->d.out);
        deep_line(b, line, b->d.out);
        if (line == 0) {
            failures_line(b, b->d.out);
        } else {
            goals_line(b, 2 * (line - 1), b->d.out);
        }
        mq__buf_char(b->d.out, '\n');
    }
}

static void draw_mat(const struct ml_board *b)
{
    unsigned up =
        (lower_borders(b, TOP_FIRST, ML_DEEP - 1) & 7u) | DEEP_BORDERS;

    draw_top(b);
    for (int first = TOP_FIRST - CELLS; first >= 0; first -= CELLS) {
        struct walls wall = {up, ALL_BORDERS, 0, CELLS};

        wall_line(b, &wall);
        for (int line = 0; line < 3; line++) {
            space_row(b, first, first + CELLS - 1, line, b->d.out);
            mq__buf_str(b->d.out, "│\n");
        }
        up = lower_borders(b, first, first + CELLS - 1);
    }
    struct walls floor = {up, 0, 0, CELLS};

    wall_line(b, &floor);
}

/* The rocket. */

/* Rolled dice in groups; what can't be used is dim. */
static void draw_roll(const struct ml_board *b)
{
    unsigned usable = b->t->faces[b->st->space];

    mq__buf_str(b->d.out, "  ");
    for (int face = 0; face < ML_FACES; face++) {
        int n = ML_COUNT(b->st->roll, face);

        for (int i = 0; i < n; i++) {
            mq__mark(b->d.out, (usable >> face & 1) != 0 ? 'h' : 'd');
            mq__buf_printf(b->d.out, "[%s]", mq__ml_faces[face]);
            mq__mark(b->d.out, '.');
        }
        mq__buf_str(b->d.out, n > 0 ? " " : "");
    }
}

static void draw_dice(const struct ml_board *b)
{
    const struct ml_state *st = b->st;

    if (st->roll != 0) {
        draw_roll(b);
    } else if (st->dice > 0) {
        mq__buf_str(b->d.out, "  ");
        mq__repeat(b->d.out, "[ ]", st->dice);
    }
    if (st->roll == 0 && st->dice > 0 && st->space < ML_DEEP) {
        double crash = mq__ml_crash(ml_with(b->t, st));

        mq__buf_str(b->d.out, "  ");
        mq__mark(b->d.out, crash > 0.25 ? 'w' : crash > 0.05 ? 'b' : 'g');
        mq__draw_say(&b->d, "mlem.board.risk", "c", mq_chance_arg(crash));
        mq__mark(b->d.out, '.');
    }
}

/* Who is aboard, in rocket order; the commander first and lit. Five long names
 * take two lines. */
static void draw_crew(const struct ml_board *b)
{
    const struct ml_state *st = b->st;
    int column = 1;

    for (int place = 0; place < st->players; place++) {
        int seat = ml_seat_at(st, place);
        bool first = column == 1;
        bool asleep = mq__ml_sleeps(st, seat);
        const char *name;

        if (st->crew[seat] == 0) {
            continue;
        }
        name = mq__draw_word(&b->d, mq__ml_astronauts[st->crew[seat] - 1]);
        column += 4 + mq__text_columns(name) + (asleep ? 3 : 0);
        if (column >= b->d.canvas->width) {
            mq__buf_char(b->d.out, '\n');
            column = 5 + mq__text_columns(name);
        }
        mq__buf_str(b->d.out, first ? "▐" : "  ");
        mq__shape(b->d.out, seat);
        mq__buf_char(b->d.out, ' ');
        mq__mark(b->d.out, first ? 'b' : '.');
        mq__buf_str(b->d.out, name);
        mq__mark(b->d.out, '.');
        if (asleep) {
            mq__styled(b->d.out, 'd', " zZ"); /* ML-P3: it sleeps */
        }
    }
    mq__buf_str(b->d.out, "▶");
}

static void draw_token(const struct ml_board *b)
{
    static const char *const abilities[] = {"extra", "keep", "reroll"};
    const struct ml_token *token;

    if (b->st->token == 0) {
        return;
    }
    token = &b->t->token[b->st->token - 1];
    mq__buf_str(b->d.out, "  ");
    mq__mark(b->d.out, 'g');
    mq__buf_str(b->d.out, mq__draw_word(&b->d, abilities[token->ability]));
    for (int face = 0; face < ML_FACES; face++) {
        for (int i = 0; i < ML_COUNT(token->extra, face); i++) {
            mq__buf_printf(b->d.out, " [%s]", mq__ml_faces[face]);
        }
    }
    mq__mark(b->d.out, '.');
}

static void draw_rocket(const struct ml_board *b)
{
    if (b->st->dice == 0 && b->st->aboard == 0) {
        return;
    }
    mq__buf_str(b->d.out, " ");
    if (b->st->aboard != 0) {
        draw_crew(b);
    } else {
        mq__styled(b->d.out, 'd', mq__draw_label(&b->d, "mlem.board.waits"));
    }
    mq__buf_char(b->d.out, '\n');
    if (b->st->dice > 0) {
        mq__buf_char(b->d.out, ' ');
        draw_dice(b);
        draw_token(b);
        mq__buf_char(b->d.out, '\n');
    }
}

/* Players. */

/* Words on one or more lines, at most `width` columns wide. */
struct flow {
    const struct ml_board *b;
    int column, indent;
};

static void flow_word(struct flow *f, const char *text)
{
    int width = mq__text_columns(text);

    if (f->column + 1 + width > f->b->d.canvas->width &&
        f->column > f->indent) {
        mq__buf_char(f->b->d.out, '\n');
        mq__repeat(f->b->d.out, " ", f->indent);
        f->column = f->indent;
    }
    mq__buf_char(f->b->d.out, ' ');
    mq__buf_str(f->b->d.out, text);
    f->column += 1 + width;
}

#define NAME_WIDTH 14

static bool is_done(const struct ml_board *b, int seat, int kind)
{
    uint64_t places = 0;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        places |= UINT64_C(1) << b->st->place[seat][i];
    }
    return (b->t->mission[kind - 1].places & places) != 0;
}

static void flow_mission(struct flow *f, int seat, int kind)
{
    const struct ml_board *b = f->b;
    bool known = kind != MQ_UNKNOWN;
    bool done = known && is_done(b, seat, kind);
    char text[TEXT];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    mq__mark(&buf, done ? 'g' : 'd');
    mq__buf_printf(&buf, "«%s%s»", done ? "✓ " : "",
                   known ? mq__draw_word(&b->d, b->t->mission[kind - 1].id)
                         : "?");
    mq__mark(&buf, '.');
    flow_word(f, text);
}

/* Missions: what the viewer may not see is a ?. */
static void flow_missions(struct flow *f, int seat)
{
    const struct ml_state *st = f->b->st;
    int n = (st->returned >> seat & 1) != 0 ? ML_KEPT : ML_DEALT;

    for (int i = 0; i < n; i++) {
        if (st->mission[seat][i] != 0) {
            flow_mission(f, seat, st->mission[seat][i]);
        }
    }
}

static void draw_player(const struct ml_board *b, int seat, double score)
{
    struct flow f = {b, 0, NAME_WIDTH + 9};

    mq__buf_char(b->d.out, ' ');
    mq__shape(b->d.out, seat);
    mq__buf_char(b->d.out, ' ');
    mq__mark(b->d.out, seat == b->d.seat ? 'b' : '.');
    mq__field(b->d.out, mq__draw_name(&b->d, seat), NAME_WIDTH);
    mq__buf_printf(b->d.out, " %3d", (int)score);
    mq__mark(b->d.out, '.');
    mq__buf_str(b->d.out, " │");
    f.column = f.indent;
    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        if ((b->st->board[seat] >> i & 1) != 0) {
            flow_word(&f, mq__draw_word(&b->d, mq__ml_astronauts[i]));
        }
    }
    flow_missions(&f, seat);
    mq__buf_char(b->d.out, '\n');
}

static void draw_players(const struct ml_board *b)
{
    double scores[MQ_MAX_PLAYERS];

    mq__ml_scores(b->d.g, b->st, scores);
    for (int seat = 0; seat < b->st->players; seat++) {
        draw_player(b, seat, scores[seat]);
    }
}

void mq__ml_board(const struct mq_game *g, const void *state, int seat,
                  const struct mq_canvas *canvas, struct mq_buf *out)
{
    int inner = (canvas->width - 1) / CELLS - 1;
    struct ml_board b = {
        .d = mq__drawing(g, state, seat, canvas, out),
        .t = ml_tables(g),
        .st = state,
        .inner = inner > MAX_INNER   ? MAX_INNER
                 : inner < MIN_INNER ? MIN_INNER
                                     : inner,
    };

    if (canvas->plain) {
        mq__ml_plain_board(&b);
        return;
    }
    draw_mat(&b);
    draw_rocket(&b);
    draw_players(&b);
}

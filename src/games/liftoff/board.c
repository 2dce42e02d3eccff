/* The board as text, so that a round can be planned from it: levels and
 * station, a table of the players, what everyone has played and launched, and
 * the seat's own cards in words. With `plain` the tables become sentences.
 */
#include "games/liftoff/notes.h"

#include "core/buf.h"
#include "core/utf8.h"

#include <stdio.h>

#define LINE 640 /* bytes for what becomes one paragraph */
#define COLUMNS 100
/* Columns of the table of levels. */
#define LEVEL 6
#define DECK 8
#define NEEDS 38
#define PRICE 6
#define POINTS 8
#define NAME 10 /* columns of a player's name in the table */

static const char *const shapes[LO_MAX_PLAYERS] = {"●", "■", "▲", "◆"};

struct board {
    const struct lo_tables *t;
    const struct lo_state *st;
    int seat;
    const struct mq_canvas *canvas;
    struct mq_buf *out;
    int width;
};

/* Words and style. */

static void mark(const struct board *b, struct mq_buf *out, char style)
{
    if (b->canvas->plain) {
        return;
    }
    mq__buf_char(out, MQ_MARK);
    mq__buf_char(out, style);
}

static void say_message(const struct board *b, struct mq_buf *out,
                        const struct mq_message *message)
{
    struct mq_voice voice = {b->canvas->language, "liftoff", b->canvas->names,
                             b->st->players};
    char text[LINE];

    mq_sentence(message, &voice, text, sizeof(text));
    mq__buf_str(out, text);
}

static void say(const struct board *b, struct mq_buf *out, const char *id,
                const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    say_message(b, out, &message);
}

static const char *word(const struct board *b, const char *text)
{
    return mq_word_name(b->canvas->language, "liftoff", text);
}

static const char *label(const struct board *b, const char *id)
{
    const char *text = mq_text(b->canvas->language, id);

    return text != NULL ? text : id;
}

static const char *name(const struct board *b, int seat)
{
    const char *const *names = b->canvas->names;

    return names != NULL && names[seat] != NULL ? names[seat]
                                                : mq__lo_seat_words[seat];
}

/* Columns of a text: marks have none. */
static int columns(const char *begin, const char *end)
{
    int n = mq__utf8_count(begin, end);

    for (; begin < end; begin++) {
        n -= *begin == MQ_MARK ? 2 : 0;
    }
    return n;
}

static void spaces(struct mq_buf *out, int n)
{
    for (; n > 0; n--) {
        mq__buf_char(out, ' ');
    }
}

/* A text in a field, cut where it doesn't fit. */
static void field(struct mq_buf *out, const char *text, int width)
{
    const char *end = text + strlen(text);

    while (end > text && columns(text, end) > width) {
        end--;
    }
    end = text + mq__utf8_cut(text, (size_t)(end - text));
    mq__buf_add(out, text, (size_t)(end - text));
    spaces(out, width - columns(text, end));
}

/* The same at the right end of its field. */
static void right(struct mq_buf *out, const char *text, int width)
{
    spaces(out, width - columns(text, text + strlen(text)));
    mq__buf_str(out, text);
}

static void number(struct mq_buf *out, int n, int width)
{
    mq__buf_printf(out, "%*d", width, n);
}

/* A paragraph broken at blanks; lines after the first are indented. */
static void paragraph(const struct board *b, const char *text, int indent)
{
    int used = 0;

    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        int wide = columns(text, text + length);

        if (used > 0 && used + 1 + wide > b->width) {
            mq__buf_char(b->out, '\n');
            spaces(b->out, indent);
            used = indent;
        } else if (used > 0) {
            mq__buf_char(b->out, ' ');
            used++;
        }
        mq__buf_add(b->out, text, length);
        used += wide;
        text += length;
        /* Leading blanks indent the first line. */
        for (; *text == ' '; text++) {
            if (used == 0 || text[1] == ' ') {
                mq__buf_char(b->out, ' ');
                used++;
            }
        }
    }
    mq__buf_char(b->out, '\n');
}

static void heading(const struct board *b, const char *id)
{
    mark(b, b->out, 'b');
    mq__buf_str(b->out, label(b, id));
    mark(b, b->out, '.');
    mq__buf_char(b->out, '\n');
}

/* The table: round, levels, station, supply. */

static void draw_head(const struct board *b)
{
    const struct lo_state *st = b->st;
    char text[LINE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    mark(b, &buf, 'b');
    if (st->round == 0) {
        mq__buf_str(&buf, label(b, "liftoff.board.setup"));
    } else {
        say(b, &buf, "liftoff.board.round", "iii", st->round, LO_ROUNDS,
            st->phase);
    }
    mark(b, &buf, '.');
    if (st->step != LO_STEP_START) {
        mq__buf_str(&buf, " · ");
        say(b, &buf, "liftoff.board.start", "p", st->start);
    }
    if (st->players > 2 && st->step >= LO_STEP_KEEP &&
        st->step <= LO_STEP_ACT) {
        mq__buf_str(&buf, " · ");
        mq__buf_str(&buf,
                    label(b, st->direction == LO_LEFT ? "liftoff.board.left"
                                                      : "liftoff.board.right"));
    }
    paragraph(b, text, 2);
}

static void requirement(const struct board *b, struct mq_buf *out, int level,
                        int phase)
{
    const struct lo_level *row = &b->t->level[level];

    for (int i = 0; i < row->alternatives[phase]; i++) {
        uint8_t need[LO_COLOURS];
        bool first = true;

        memcpy(need, &row->need[phase][i], sizeof(need));
        mq__buf_str(out, i > 0 ? " / " : "");
        for (int c = 0; c < LO_COLOURS; c++) {
            if (need[c] > 0) {
                mq__buf_printf(out, "%s%d %s", first ? "" : " + ", need[c],
                               word(b, mq__lo_colour_words[c]));
                first = false;
            }
        }
    }
}

/* Whether the seat's technology meets a level now. */
static bool met(const struct board *b, int level)
{
    return b->seat >= 0 && b->t->level[level].alternatives[b->st->phase - 1] &&
           mq__lo_meets(b->t, b->st, &b->st->player[b->seat], level);
}

/* Deck, discards, requirement, lab and launch points of one level. */
static void draw_level(const struct board *b, int level)
{
    const struct lo_level *row = &b->t->level[level];
    bool later = level >= 2 * b->st->phase;
    char need[LINE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, need, sizeof(need));
    requirement(b, &buf, level, later ? 1 : b->st->phase - 1);
    if (level < 2 && b->st->phase == 1 && row->need[0][0] != row->need[1][0]) {
        mq__buf_str(&buf, " → ");
        requirement(b, &buf, level, 1);
    }
    mark(b, b->out, later ? 'd' : met(b, level) ? 'g' : '.');
    number(b->out, level + 1, LEVEL);
    number(b->out, b->st->deck_size[level], DECK);
    number(b->out, b->st->discard_size[level], DECK);
    mq__buf_str(b->out, met(b, level) ? "  ✓ " : "    ");
    field(b->out, need, NEEDS);
    if (level > 0) {
        number(b->out, row->price, PRICE);
    } else {
        right(b->out, "–", PRICE);
    }
    number(b->out, row->points[b->st->phase - 1], POINTS);
    mark(b, b->out, '.');
    mq__buf_char(b->out, '\n');
}

static void draw_station(const struct board *b)
{
    const struct lo_state *st = b->st;
    int price = mq__lo_station_price(b->t, st);
    bool next = false;

    mq__buf_str(b->out, label(b, "liftoff.board.station"));
    for (int i = 0; i <= b->t->spaces; i++) {
        bool covered = i < b->t->spaces && (st->station >> i & 1) != 0;
        int here = i < b->t->spaces ? b->t->space[i] : b->t->red_price;

        mq__buf_char(b->out, ' ');
        if (covered) {
            mark(b, b->out, 'd');
            mq__buf_str(b->out, "×");
            mark(b, b->out, '.');
        } else if (!next && here == price) {
            mark(b, b->out, 'h');
            mq__buf_printf(b->out, "[%d]", here);
            mark(b, b->out, '.');
            next = true;
        } else {
            mq__buf_int(b->out, here);
        }
    }
    mq__buf_char(b->out, '\n');
    mq__buf_str(b->out, label(b, "liftoff.board.supply"));
    for (int c = 0; c < LO_COLOURS; c++) {
        int supply = mq__lo_supply(b->t, st, c);

        mq__buf_printf(b->out, "%s %s %d", c > 0 ? " ·" : "",
                       word(b, mq__lo_colour_words[c]),
                       supply > 0 ? supply : 0);
    }
    mq__buf_char(b->out, '\n');
}

static void draw_levels(const struct board *b)
{
    mark(b, b->out, 'd');
    right(b->out, label(b, "liftoff.board.level-column"), LEVEL);
    right(b->out, label(b, "liftoff.board.deck-column"), DECK);
    right(b->out, label(b, "liftoff.board.discard-column"), DECK);
    spaces(b->out, 4);
    field(b->out, label(b, "liftoff.board.needs-column"), NEEDS);
    right(b->out, label(b, "liftoff.board.lab-column"), PRICE);
    right(b->out, label(b, "liftoff.board.launch-column"), POINTS);
    mark(b, b->out, '.');
    mq__buf_char(b->out, '\n');
    for (int level = 0; level < LO_LEVELS; level++) {
        draw_level(b, level);
    }
}

/* The same in words. */
static void say_levels(const struct board *b)
{
    for (int level = 0; level < LO_LEVELS; level++) {
        const struct lo_level *row = &b->t->level[level];
        bool later = level >= 2 * b->st->phase;
        char need[LINE], text[LINE];
        struct mq_buf buf;

        mq__buf_fixed(&buf, need, sizeof(need));
        requirement(b, &buf, level, later ? 1 : b->st->phase - 1);
        mq__buf_fixed(&buf, text, sizeof(text));
        say(b, &buf,
            later ? "liftoff.board.level-later" : "liftoff.board.level",
            "iiitii", level + 1, b->st->deck_size[level],
            b->st->discard_size[level], need, row->price,
            row->points[b->st->phase - 1]);
        paragraph(b, text, 2);
    }
    say(b, b->out, "liftoff.board.station-price", "i",
        mq__lo_station_price(b->t, b->st));
    mq__buf_char(b->out, '\n');
    say(b, b->out, "liftoff.board.supply-words", "iiii",
        mq__lo_supply(b->t, b->st, 0), mq__lo_supply(b->t, b->st, 1),
        mq__lo_supply(b->t, b->st, 2), mq__lo_supply(b->t, b->st, 3));
    mq__buf_char(b->out, '\n');
}

/* Players. */

/* Columns of the table of players, each with its label and width. */
static const struct {
    const char *id;
    int width;
} player_columns[] = {
    {"liftoff.board.points", 5},     {"liftoff.board.money", 6},
    {"liftoff.board.income", 5},     {"liftoff.board.lab", 4},
    {"liftoff.board.weight", 5},     {"liftoff.board.cost", 5},
    {"liftoff.board.red", 4},        {"liftoff.board.yellow", 5},
    {"liftoff.board.blue", 5},       {"liftoff.board.green", 6},
    {"liftoff.board.invested", 5},   {"liftoff.board.hand", 5},
    {"liftoff.board.objectives", 5},
};

#define PLAYER_COLUMNS (int)(sizeof(player_columns) / sizeof(player_columns[0]))

static void draw_player(const struct board *b, int seat)
{
    const struct lo_player *p = &b->st->player[seat];
    bool turn = mq__lo_has_turn(b->st) && b->st->turn == seat;
    int numbers[] = {(int)p->score,      p->money,
                     p->income,          p->lab,
                     lo_weight(b->t, p), lo_cost(b->t, p),
                     p->tech[LO_RED],    p->tech[LO_YELLOW],
                     p->tech[LO_BLUE],   p->tech[LO_GREEN],
                     p->invested,        p->hand.size,
                     p->objective.size};

    mq__buf_str(b->out, turn ? "›" : " ");
    mark(b, b->out, (char)('0' + seat));
    mq__buf_str(b->out, shapes[seat]);
    mark(b, b->out, '.');
    mq__buf_char(b->out, ' ');
    mark(b, b->out, turn ? 'b' : '.');
    field(b->out, name(b, seat), NAME);
    mark(b, b->out, '.');
    for (int i = 0; i < PLAYER_COLUMNS; i++) {
        number(b->out, numbers[i], player_columns[i].width);
    }
    mq__buf_str(b->out, p->commit != 0 ? " ✓\n" : "\n");
}

static void say_player(const struct board *b, int seat)
{
    const struct lo_player *p = &b->st->player[seat];
    char text[LINE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    say(b, &buf, "liftoff.board.player", "piiiii", seat, (int)p->score,
        p->money, p->income, p->lab, lo_weight(b->t, p));
    mq__buf_char(&buf, ' ');
    say(b, &buf, "liftoff.board.player-tech", "iiiii", lo_cost(b->t, p),
        p->tech[0], p->tech[1], p->tech[2], p->tech[3]);
    mq__buf_char(&buf, ' ');
    say(b, &buf, "liftoff.board.player-cards", "iii", p->invested, p->hand.size,
        p->objective.size);
    paragraph(b, text, 2);
}

/* "Supply Ship, Test Satellite" */
static void list_mask(const struct board *b, struct mq_buf *out,
                      const uint32_t mask[2])
{
    bool first = true;

    for (uint32_t m = mask[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);
        bool two = (mask[1] >> kind & 1) != 0;

        mq__buf_printf(out, "%s%s%s", first ? "" : ", ",
                       word(b, b->t->mission[kind].id), two ? " ×2" : "");
        first = false;
    }
}

/* A seat's cards that this view knows. */
static void list_known(const struct board *b, struct mq_buf *out,
                       const struct lo_cards *cards)
{
    bool first = true;

    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] != MQ_UNKNOWN) {
            mq__buf_printf(out, "%s%s", first ? "" : ", ",
                           word(b, b->t->specialist[cards->card[i]].id));
            first = false;
        }
    }
}

/* With what their yellow banners still give; blue ones are over. */
static void list_played(const struct board *b, struct mq_buf *out,
                        const struct lo_player *p)
{
    for (int i = 0; i < p->plays; i++) {
        const struct lo_specialist *card = &b->t->specialist[p->played[i]];
        struct mq_message banner;

        mq__lo_banner_message(card->banner, &banner);
        mq__buf_printf(out, "%s%s", i > 0 ? ", " : "", word(b, card->id));
        if (p->used[i]) {
            mq__buf_printf(out, " (%s)", label(b, "liftoff.board.used"));
        } else if (card->banner >= LO_BANNER_MISSION) {
            mq__buf_str(out, " (");
            say_message(b, out, &banner);
            mq__buf_char(out, ')');
        }
    }
}

/* One line of a player: a label and a list, left out where it is empty. */
static void line(const struct board *b, int seat, const char *id,
                 const char *list)
{
    char text[LINE + 64];
    struct mq_buf buf;

    if (list[0] == '\0') {
        return;
    }
    mq__buf_fixed(&buf, text, sizeof(text));
    if (b->canvas->plain) {
        mq__buf_printf(&buf, "%s, ", name(b, seat));
    } else {
        mq__buf_str(&buf, "  ");
        mark(b, &buf, (char)('0' + seat));
        mq__buf_str(&buf, shapes[seat]);
        mark(b, &buf, '.');
        mq__buf_char(&buf, ' ');
    }
    mq__buf_printf(&buf, "%s %s", label(b, id), list);
    paragraph(b, text, 6);
}

static void draw_cards(const struct board *b, int seat)
{
    const struct lo_player *p = &b->st->player[seat];
    char list[LINE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, list, sizeof(list));
    list_mask(b, &buf, p->earth);
    line(b, seat, "liftoff.board.earth", list);
    mq__buf_fixed(&buf, list, sizeof(list));
    list_mask(b, &buf, p->space);
    line(b, seat, "liftoff.board.space", list);
    mq__buf_fixed(&buf, list, sizeof(list));
    list_played(b, &buf, p);
    line(b, seat, "liftoff.board.played", list);
    if (seat != b->seat) {
        mq__buf_fixed(&buf, list, sizeof(list));
        list_known(b, &buf, &p->hand);
        line(b, seat, "liftoff.board.known", list);
    }
}

static void draw_players(const struct board *b)
{
    if (!b->canvas->plain) {
        mark(b, b->out, 'd');
        spaces(b->out, NAME + 3);
        for (int i = 0; i < PLAYER_COLUMNS; i++) {
            right(b->out, label(b, player_columns[i].id),
                  player_columns[i].width);
        }
        mark(b, b->out, '.');
        mq__buf_char(b->out, '\n');
    }
    for (int seat = 0; seat < b->st->players; seat++) {
        if (b->canvas->plain) {
            say_player(b, seat);
        } else {
            draw_player(b, seat);
        }
    }
    for (int seat = 0; seat < b->st->players; seat++) {
        draw_cards(b, seat);
    }
}

/* The seat's own cards, in words. */

static void own_specialists(const struct board *b, const struct lo_player *p)
{
    for (int i = 0; i < p->hand.size; i++) {
        const struct lo_specialist *card = &b->t->specialist[p->hand.card[i]];
        struct mq_message message;
        char text[LINE];
        struct mq_buf buf;

        mq__buf_fixed(&buf, text, sizeof(text));
        mq__buf_printf(&buf, "  %s: ", word(b, card->id));
        mq__lo_banner_message(card->banner, &message);
        say_message(b, &buf, &message);
        for (int k = 0; k < card->boxes; k++) {
            mq__buf_str(&buf, " | ");
            mq__lo_box_message(b->t, b->st, b->seat, card->box[k], &message);
            say_message(b, &buf, &message);
        }
        paragraph(b, text, 4);
    }
}

static void own_objectives(const struct board *b, const struct lo_player *p)
{
    for (int i = 0; i < p->objective.size; i++) {
        int card = p->objective.card[i];
        struct mq_message message;
        char text[LINE];
        struct mq_buf buf;

        mq__buf_fixed(&buf, text, sizeof(text));
        mq__buf_str(&buf, "  ");
        mq__lo_objective_message(b->t, b->st, card, &message);
        say_message(b, &buf, &message);
        mq__buf_char(&buf, ' ');
        say(b, &buf, "liftoff.explain.objective-now", "ii",
            mq__lo_objective_count(b->t, p, card),
            mq__lo_objective_points(b->t, b->st, p, card));
        paragraph(b, text, 4);
    }
}

/* A mission: what it is, and whether it could be launched. */
static void own_mission(const struct board *b, const struct lo_player *p,
                        int kind)
{
    const struct lo_mission *m = &b->t->mission[kind];
    bool ready = m->level < p->lab && met(b, m->level) &&
                 m->weight <= mq__lo_most_capacity(b->t, b->st, p, true);
    struct mq_message message;
    char text[LINE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    mq__buf_str(&buf, b->canvas->plain ? "  " : ready ? "  ✓ " : "  – ");
    mq__buf_printf(&buf, "%s: ", word(b, m->id));
    say(b, &buf, "liftoff.explain.mission", "iii", m->level + 1, m->weight,
        m->points);
    mq__buf_char(&buf, ' ');
    mq__lo_effect_message(m, &message);
    say_message(b, &buf, &message);
    if (m->level >= p->lab) {
        mq__buf_char(&buf, ' ');
        say(b, &buf, "liftoff.explain.needs-lab", "i", m->level + 1);
    } else if (!met(b, m->level)) {
        mq__buf_char(&buf, ' ');
        say(b, &buf, "liftoff.explain.needs-tech", "i", m->level + 1);
    }
    paragraph(b, text, 6);
}

static void own_missions(const struct board *b, const struct lo_player *p)
{
    bool drawer = b->st->deck > 0 && b->st->turn == b->seat;

    if (p->earth[0] != 0) {
        heading(b, "liftoff.board.own-earth");
        for (uint32_t m = p->earth[0]; m != 0; m &= m - 1) {
            own_mission(b, p, __builtin_ctz(m));
        }
    }
    if (!drawer || b->st->drawn_size == 0) {
        return;
    }
    heading(b, "liftoff.board.drawn");
    for (int i = 0; i < b->t->missions; i++) {
        for (int n = 0; n < b->st->drawn[i]; n++) {
            own_mission(b, p, i);
        }
    }
    if (b->st->drawn_hidden > 0) {
        mq__buf_str(b->out, "  ");
        say(b, b->out, "liftoff.board.drawn-hidden", "i", b->st->drawn_hidden);
        mq__buf_char(b->out, '\n');
    }
}

static void draw_own(const struct board *b)
{
    const struct lo_player *p = &b->st->player[b->seat];

    if (p->objective.size > 0) {
        heading(b, "liftoff.board.own-objectives");
        own_objectives(b, p);
    }
    own_missions(b, p);
    if (p->hand.size > 0) {
        heading(b, "liftoff.board.own-hand");
        own_specialists(b, p);
    }
}

/* The launch under way: a load bar, the price, the points so far. */
static void draw_launch(const struct board *b)
{
    const struct lo_state *st = b->st;
    const struct lo_player *p = &st->player[st->turn];
    int weight = mq__lo_loaded_weight(b->t, st);
    int capacity = mq__lo_capacity(b->t, st);
    char text[LINE];
    struct mq_buf buf;

    heading(b, "liftoff.board.launch");
    mq__buf_fixed(&buf, text, sizeof(text));
    mq__buf_str(&buf, "  ");
    for (int i = 0; i < capacity && !b->canvas->plain; i++) {
        mq__buf_str(&buf, i < weight ? "■" : "□");
    }
    mq__buf_str(&buf, b->canvas->plain ? "" : " ");
    say(b, &buf, "liftoff.ask.prepare", "iiii", weight, capacity,
        mq__lo_price(b->t, p, st->symbol == 1), mq__lo_loaded_points(b->t, st));
    paragraph(b, text, 4);
    for (int i = 0; i < st->loaded_size; i++) {
        mq__buf_printf(b->out, "  %d. %s\n", i + 1,
                       word(b, b->t->mission[st->loaded[i]].id));
    }
}

void mq__lo_board(const struct mq_game *g, const void *state, int seat,
                  const struct mq_canvas *canvas, struct mq_buf *out)
{
    int width = canvas->width < COLUMNS ? canvas->width : COLUMNS;
    struct board b = {lo_tables(g), state, seat,
                      canvas,       out,   width < 80 ? 80 : width};

    draw_head(&b);
    if (canvas->plain) {
        say_levels(&b);
    } else {
        draw_levels(&b);
        draw_station(&b);
    }
    draw_players(&b);
    if (seat >= 0) {
        draw_own(&b);
    }
    if (b.st->step == LO_STEP_PREPARE) {
        draw_launch(&b);
    }
}

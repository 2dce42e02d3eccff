/* The board as text, so that a round can be planned from it: levels and
 * station, a table of the players, what everyone has played and launched, and
 * the seat's own cards in words. With `plain` the tables become sentences.
 */
#include "games/liftoff/notes.h"

#include "core/say.h"
#include "term/boards/drawing.h"

#define COLUMNS 100
/* Columns of the table of levels. */
#define LEVEL 6
#define DECK 8
#define NEEDS 38
#define PRICE 6
#define POINTS 8
#define NAME 10 /* columns of a player's name in the table */

struct board {
    struct mq_drawing d;
    struct lo c;
    struct mq_buf *out; /* that of the drawing */
    bool plain;
    int width;
};

/* Words and style. */

static const char *word(const struct board *b, const char *text)
{
    return mq__draw_word(&b->d, text);
}

static const char *label(const struct board *b, const char *id)
{
    return mq__draw_label(&b->d, id);
}

static void say_message(const struct board *b, const struct mq_message *message)
{
    mq__say_message(b->out, &b->d.voice, message);
}

/* At the right end of a field. */
static void right(const struct board *b, const char *text, int width)
{
    mq__text_pad(b->out, text, -width);
}

static void number(const struct board *b, int n, int width)
{
    mq__buf_printf(b->out, "%*d", width, n);
}

/* What was written since then as a paragraph; lines after the first are
 * indented. */
static void paragraph(const struct board *b, size_t start, int indent)
{
    mq__wrap_from(b->out, start, b->width, indent);
}

/* A separator where something stands before it. */
static void separate(const struct board *b, bool first)
{
    mq__buf_str(b->out, first ? "" : ", ");
}

static void heading(const struct board *b, const char *id)
{
    mq__styled(b->out, 'b', label(b, id));
    mq__buf_char(b->out, '\n');
}

/* The table: round, levels, station, supply. */

static void draw_head(const struct board *b)
{
    const struct lo_state *st = b->c.st;
    size_t start = b->out->length;

    mq__mark(b->out, 'b');
    if (st->round == 0) {
        mq__buf_str(b->out, label(b, "liftoff.board.setup"));
    } else {
        mq__draw_say(&b->d, "liftoff.board.round", "iii", st->round, LO_ROUNDS,
                     st->phase);
    }
    mq__mark(b->out, '.');
    if (st->step != LO_STEP_START) {
        mq__buf_str(b->out, " · ");
        mq__draw_say(&b->d, "liftoff.board.start", "p", st->start);
    }
    if (st->players > 2 && st->step >= LO_STEP_KEEP &&
        st->step <= LO_STEP_ACT) {
        mq__buf_printf(b->out, " · %s",
                       label(b, st->direction == LO_LEFT
                                    ? "liftoff.board.left"
                                    : "liftoff.board.right"));
    }
    paragraph(b, start, 2);
}

/* Technologies as columns name them, by colour. */
static const char *const colour_labels[LO_COLOURS] = {
    [LO_RED] = "liftoff.board.red",
    [LO_YELLOW] = "liftoff.board.yellow",
    [LO_BLUE] = "liftoff.board.blue",
    [LO_GREEN] = "liftoff.board.green",
};

/* Columns are narrow, and so is an argument of a sentence. */
static void requirement(const struct board *b, struct mq_buf *out, int level,
                        int phase)
{
    const struct lo_level *row = &b->c.t->level[level];

    for (int i = 0; i < row->alternatives[phase]; i++) {
        uint8_t need[LO_COLOURS];
        bool first = true;

        memcpy(need, &row->need[phase][i], sizeof(need));
        mq__buf_str(out, i > 0 ? " / " : "");
        for (int c = 0; c < LO_COLOURS; c++) {
            if (need[c] > 0) {
                mq__buf_printf(out, "%s%d %s",
                               first      ? ""
                               : b->plain ? ", "
                                          : " + ",
                               need[c],
                               b->plain ? word(b, mq__lo_short_words[c])
                                        : label(b, colour_labels[c]));
                first = false;
            }
        }
    }
}

/* Whether the seat's technology meets a level now. */
static bool met(const struct board *b, int level)
{
    return b->d.seat >= 0 &&
           b->c.t->level[level].alternatives[b->c.st->phase - 1] &&
           mq__lo_meets(b->c, &b->c.st->player[b->d.seat], level);
}

/* Deck, discards, requirement, lab and launch points of one level. */
static void draw_level(const struct board *b, int level)
{
    const struct lo_level *row = &b->c.t->level[level];
    bool later = level >= 2 * b->c.st->phase;
    char need[256];
    struct mq_buf buf;

    mq__buf_fixed(&buf, need, sizeof(need));
    requirement(b, &buf, level, later ? 1 : b->c.st->phase - 1);
    if (level < 2 && b->c.st->phase == 1 &&
        row->need[0][0] != row->need[1][0]) {
        mq__buf_str(&buf, " → ");
        requirement(b, &buf, level, 1);
    }
    mq__mark(b->out, later ? 'd' : met(b, level) ? 'g' : '.');
    number(b, level + 1, LEVEL);
    number(b, b->c.st->deck_size[level], DECK);
    number(b, b->c.st->discard_size[level], DECK);
    mq__buf_str(b->out, met(b, level) ? "  ✓ " : "    ");
    mq__field(b->out, need, NEEDS);
    if (level > 0) {
        number(b, row->price, PRICE);
    } else {
        right(b, "–", PRICE);
    }
    number(b, row->points[b->c.st->phase - 1], POINTS);
    mq__mark(b->out, '.');
    mq__buf_char(b->out, '\n');
}

static void draw_station(const struct board *b)
{
    const struct lo_state *st = b->c.st;
    int price = mq__lo_station_price(b->c);
    bool next = false;

    mq__buf_str(b->out, label(b, "liftoff.board.station"));
    for (int i = 0; i <= b->c.t->spaces; i++) {
        bool covered = i < b->c.t->spaces && (st->station >> i & 1) != 0;
        int here = i < b->c.t->spaces ? b->c.t->space[i] : b->c.t->red_price;

        mq__buf_char(b->out, ' ');
        if (covered) {
            mq__styled(b->out, 'd', "×");
        } else if (!next && here == price) {
            mq__mark(b->out, 'h');
            mq__buf_printf(b->out, "[%d]", here);
            mq__mark(b->out, '.');
            next = true;
        } else {
            mq__buf_int(b->out, here);
        }
    }
    mq__buf_printf(b->out, "\n%s", label(b, "liftoff.board.supply"));
    for (int c = 0; c < LO_COLOURS; c++) {
        int supply = mq__lo_supply(b->c, c);

        mq__buf_printf(b->out, "%s %s %d", c > 0 ? " ·" : "",
                       label(b, colour_labels[c]), supply > 0 ? supply : 0);
    }
    mq__buf_char(b->out, '\n');
}

static void draw_levels(const struct board *b)
{
    mq__mark(b->out, 'd');
    right(b, label(b, "liftoff.board.level-column"), LEVEL);
    right(b, label(b, "liftoff.board.deck-column"), DECK);
    right(b, label(b, "liftoff.board.discard-column"), DECK);
    mq__buf_str(b->out, "    ");
    mq__field(b->out, label(b, "liftoff.board.needs-column"), NEEDS);
    right(b, label(b, "liftoff.board.lab-column"), PRICE);
    right(b, label(b, "liftoff.board.launch-column"), POINTS);
    mq__mark(b->out, '.');
    mq__buf_char(b->out, '\n');
    for (int level = 0; level < LO_LEVELS; level++) {
        draw_level(b, level);
    }
}

/* The same in words. */
static void say_levels(const struct board *b)
{
    for (int level = 0; level < LO_LEVELS; level++) {
        const struct lo_level *row = &b->c.t->level[level];
        bool later = level >= 2 * b->c.st->phase;
        size_t start = b->out->length;
        char need[256];
        struct mq_buf buf;

        mq__buf_fixed(&buf, need, sizeof(need));
        requirement(b, &buf, level, later ? 1 : b->c.st->phase - 1);
        mq__draw_say(
            &b->d, later ? "liftoff.board.level-later" : "liftoff.board.level",
            "iiitii", level + 1, b->c.st->deck_size[level],
            b->c.st->discard_size[level], need, row->price,
            row->points[b->c.st->phase - 1]);
        paragraph(b, start, 2);
    }
    mq__draw_line(&b->d, "liftoff.board.station-price", "i",
                  mq__lo_station_price(b->c));
    mq__draw_line(&b->d, "liftoff.board.supply-words", "iiii",
                  mq__lo_supply(b->c, 0), mq__lo_supply(b->c, 1),
                  mq__lo_supply(b->c, 2), mq__lo_supply(b->c, 3));
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
    {"liftoff.board.red", 5},        {"liftoff.board.yellow", 5},
    {"liftoff.board.blue", 5},       {"liftoff.board.green", 5},
    {"liftoff.board.invested", 5},   {"liftoff.board.hand", 5},
    {"liftoff.board.objectives", 5},
};

#define PLAYER_COLUMNS (int)(sizeof(player_columns) / sizeof(player_columns[0]))

static void draw_player(const struct board *b, int seat)
{
    const struct lo_player *p = &b->c.st->player[seat];
    bool turn = lo_has_turn(b->c.st) && b->c.st->turn == seat;
    int numbers[] = {(int)p->score,
                     p->money,
                     p->income,
                     p->lab,
                     lo_weight(b->c.t, p),
                     lo_cost(b->c.t, p),
                     p->tech[LO_RED],
                     p->tech[LO_YELLOW],
                     p->tech[LO_BLUE],
                     p->tech[LO_GREEN],
                     p->invested,
                     p->hand.size,
                     p->objective.size};

    mq__buf_str(b->out, turn ? "›" : " ");
    mq__shape(b->out, seat);
    mq__buf_char(b->out, ' ');
    mq__mark(b->out, turn ? 'b' : '.');
    mq__field(b->out, mq__draw_name(&b->d, seat), NAME);
    mq__mark(b->out, '.');
    for (int i = 0; i < PLAYER_COLUMNS; i++) {
        number(b, numbers[i], player_columns[i].width);
    }
    mq__buf_str(b->out, p->commit != 0 ? " ✓\n" : "\n");
}

static void say_player(const struct board *b, int seat)
{
    const struct lo_player *p = &b->c.st->player[seat];
    size_t start = b->out->length;

    mq__draw_say(&b->d, "liftoff.board.player", "piiiii", seat, (int)p->score,
                 p->money, p->income, p->lab, lo_weight(b->c.t, p));
    mq__buf_char(b->out, ' ');
    mq__draw_say(&b->d, "liftoff.board.player-tech", "iiiii",
                 lo_cost(b->c.t, p), p->tech[0], p->tech[1], p->tech[2],
                 p->tech[3]);
    mq__buf_char(b->out, ' ');
    mq__draw_say(&b->d, "liftoff.board.player-cards", "iii", p->invested,
                 p->hand.size, p->objective.size);
    paragraph(b, start, 2);
}

/* One line of a player begins: a label, after which a list follows. */
static size_t begin_line(const struct board *b, int seat, const char *id)
{
    size_t start = b->out->length;

    if (b->plain) {
        mq__buf_printf(b->out, "%s, ", mq__draw_name(&b->d, seat));
    } else {
        mq__buf_str(b->out, "  ");
        mq__shape(b->out, seat);
        mq__buf_char(b->out, ' ');
    }
    mq__buf_printf(b->out, "%s ", label(b, id));
    return start;
}

/* It ends, and is left out where the list is empty. */
static void end_line(const struct board *b, size_t start, bool empty)
{
    if (empty) {
        mq__buf_cut(b->out, start);
    } else {
        paragraph(b, start, 6);
    }
}

/* "Supply Ship, Test Satellite" */
static void draw_mask(const struct board *b, int seat, const char *id,
                      const uint32_t mask[2])
{
    size_t start = begin_line(b, seat, id);

    for (uint32_t m = mask[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);
        bool two = (mask[1] >> kind & 1) != 0;

        separate(b, m == mask[0]);
        mq__buf_printf(b->out, "%s%s", word(b, b->c.t->mission[kind].id),
                       two ? " ×2" : "");
    }
    end_line(b, start, mask[0] == 0);
}

/* A seat's cards that this view knows. */
static void draw_known(const struct board *b, int seat)
{
    const struct lo_cards *cards = &b->c.st->player[seat].hand;
    size_t start = begin_line(b, seat, "liftoff.board.known");
    bool first = true;

    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] != MQ_UNKNOWN) {
            separate(b, first);
            mq__buf_str(b->out, word(b, b->c.t->specialist[cards->card[i]].id));
            first = false;
        }
    }
    end_line(b, start, first);
}

/* With what their yellow banners still give; blue ones are over. */
static void draw_played(const struct board *b, int seat)
{
    const struct lo_player *p = &b->c.st->player[seat];
    size_t start = begin_line(b, seat, "liftoff.board.played");

    for (int i = 0; i < p->plays; i++) {
        const struct lo_specialist *card = &b->c.t->specialist[p->played[i]];
        struct mq_message banner;

        mq__lo_banner_message(card->banner, &banner);
        separate(b, i == 0);
        mq__buf_str(b->out, word(b, card->id));
        if (p->used[i]) {
            mq__buf_printf(b->out, " (%s)", label(b, "liftoff.board.used"));
        } else if (card->banner >= LO_BANNER_MISSION) {
            mq__buf_str(b->out, " (");
            say_message(b, &banner);
            mq__buf_char(b->out, ')');
        }
    }
    end_line(b, start, p->plays == 0);
}

static void draw_cards(const struct board *b, int seat)
{
    const struct lo_player *p = &b->c.st->player[seat];

    draw_mask(b, seat, "liftoff.board.earth", p->earth);
    draw_mask(b, seat, "liftoff.board.space", p->space);
    draw_played(b, seat);
    if (seat != b->d.seat) {
        draw_known(b, seat);
    }
}

static void draw_players(const struct board *b)
{
    if (!b->plain) {
        mq__mark(b->out, 'd');
        mq__text_blanks(b->out, NAME + 3);
        for (int i = 0; i < PLAYER_COLUMNS; i++) {
            right(b, label(b, player_columns[i].id), player_columns[i].width);
        }
        mq__mark(b->out, '.');
        mq__buf_char(b->out, '\n');
    }
    for (int seat = 0; seat < b->c.st->players; seat++) {
        if (b->plain) {
            say_player(b, seat);
        } else {
            draw_player(b, seat);
        }
    }
    for (int seat = 0; seat < b->c.st->players; seat++) {
        draw_cards(b, seat);
    }
}

/* The seat's own cards, in words. */

static void own_specialists(const struct board *b, const struct lo_player *p)
{
    for (int i = 0; i < p->hand.size; i++) {
        const struct lo_specialist *card = &b->c.t->specialist[p->hand.card[i]];
        size_t start = b->out->length;
        struct mq_message message;

        mq__buf_printf(b->out, "  %s: ", word(b, card->id));
        mq__lo_banner_message(card->banner, &message);
        say_message(b, &message);
        for (int k = 0; k < card->boxes; k++) {
            mq__buf_str(b->out, " | ");
            mq__lo_box_message(b->c, b->d.seat, card->box[k], &message);
            say_message(b, &message);
        }
        paragraph(b, start, 4);
    }
}

static void own_objectives(const struct board *b, const struct lo_player *p)
{
    for (int i = 0; i < p->objective.size; i++) {
        int card = p->objective.card[i];
        size_t start = b->out->length;
        struct mq_message message;

        mq__buf_str(b->out, "  ");
        mq__lo_objective_message(b->c, card, &message);
        say_message(b, &message);
        mq__buf_char(b->out, ' ');
        mq__draw_say(&b->d, "liftoff.explain.objective-now", "ii",
                     mq__lo_objective_count(b->c.t, p, card),
                     mq__lo_objective_points(b->c, p, card));
        paragraph(b, start, 4);
    }
}

/* A mission: what it is, and whether it could be launched. */
static void own_mission(const struct board *b, const struct lo_player *p,
                        int kind)
{
    const struct lo_mission *m = &b->c.t->mission[kind];
    bool ready = m->level < p->lab && met(b, m->level) &&
                 m->weight <= mq__lo_most_capacity(b->c, p, true);
    const char *lack = m->level >= p->lab  ? "liftoff.explain.needs-lab"
                       : !met(b, m->level) ? "liftoff.explain.needs-tech"
                                           : NULL;
    size_t start = b->out->length;
    struct mq_message message;

    mq__buf_str(b->out, b->plain ? "  " : ready ? "  ✓ " : "  – ");
    mq__buf_printf(b->out, "%s: ", word(b, m->id));
    mq__draw_say(&b->d, "liftoff.explain.mission", "iii", m->level + 1,
                 m->weight, m->points);
    mq__buf_char(b->out, ' ');
    mq__lo_effect_message(m, &message);
    say_message(b, &message);
    if (lack != NULL) {
        mq__buf_char(b->out, ' ');
        mq__draw_say(&b->d, lack, "i", m->level + 1);
    }
    paragraph(b, start, 6);
}

static void own_missions(const struct board *b, const struct lo_player *p)
{
    bool drawer = b->c.st->deck > 0 && b->c.st->turn == b->d.seat;

    if (p->earth[0] != 0) {
        heading(b, "liftoff.board.own-earth");
        for (uint32_t m = p->earth[0]; m != 0; m &= m - 1) {
            own_mission(b, p, __builtin_ctz(m));
        }
    }
    if (!drawer || b->c.st->drawn_size == 0) {
        return;
    }
    heading(b, "liftoff.board.drawn");
    for (int i = 0; i < b->c.t->missions; i++) {
        for (int n = 0; n < b->c.st->drawn[i]; n++) {
            own_mission(b, p, i);
        }
    }
    if (b->c.st->drawn_hidden > 0) {
        mq__buf_str(b->out, "  ");
        mq__draw_line(&b->d, "liftoff.board.drawn-hidden", "i",
                      b->c.st->drawn_hidden);
    }
}

static void draw_own(const struct board *b)
{
    const struct lo_player *p = &b->c.st->player[b->d.seat];

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
    const struct lo_state *st = b->c.st;
    const struct lo_player *p = &st->player[st->turn];
    int weight = mq__lo_loaded_weight(b->c);
    int capacity = mq__lo_capacity(b->c);
    size_t start;

    heading(b, "liftoff.board.launch");
    start = b->out->length;
    mq__buf_str(b->out, "  ");
    for (int i = 0; i < capacity && !b->plain; i++) {
        mq__buf_str(b->out, i < weight ? "■" : "□");
    }
    mq__buf_str(b->out, b->plain ? "" : " ");
    mq__draw_say(&b->d, "liftoff.ask.prepare", "iiii", weight, capacity,
                 mq__lo_price(b->c.t, p, st->symbol == 1),
                 mq__lo_loaded_points(b->c));
    paragraph(b, start, 4);
    for (int i = 0; i < st->loaded_size; i++) {
        mq__buf_printf(b->out, "  %d. %s\n", i + 1,
                       word(b, b->c.t->mission[st->loaded[i]].id));
    }
}

void mq__lo_board(const struct mq_game *g, const void *state, int seat,
                  const struct mq_canvas *canvas, struct mq_buf *out)
{
    int width = canvas->width < COLUMNS ? canvas->width : COLUMNS;
    struct board b = {
        .d = mq__drawing(g, state, seat, canvas, out),
        .c = lo_of(g, state),
        .out = out,
        .plain = canvas->plain,
        .width = width < 80 ? 80 : width,
    };

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
    if (b.c.st->step == LO_STEP_PREPARE) {
        draw_launch(&b);
    }
}

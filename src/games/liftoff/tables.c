/* The tables bound to one flat struct, and what the checker holds of them.
 *
 * What the engine can't run with is an error; numbers that merely differ from
 * the box are warnings.
 */
#include "games/liftoff/rules.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_COPIES 9 /* of a kind with one mark */
#define MAX_DECK 250 /* cards: counts are bytes */
#define MAX_POINTS 99
#define MAX_MONEY 99
#define MIN_OBJECTIVES (LO_MAX_PLAYERS * LO_HAND)

enum {
    SPECIALISTS,
    BOXES,
    MISSIONS,
    OBJECTIVES,
    LEVELS,
    STATION,
    TECHNOLOGY,
    TRACKS,
    FILES
};

static const char *const specialist_columns[] = {
    "id", "banner", "box1", "box2", "unmarked", "marked_3", "marked_4", NULL};
static const char *const box_columns[] = {
    "box", "prices", "money", "others_money", "points", "others_points", NULL};
static const char *const mission_columns[] = {
    "id",  "level",    "weight",   "points",   "effect", "amount",
    "max", "unmarked", "marked_3", "marked_4", NULL};
static const char *const objective_columns[] = {
    "id", "counts", "levels", "colour", "tiers", "points", "points_de", NULL};
static const char *const level_columns[] = {
    "level",     "requirement_1", "requirement_2",
    "lab_price", "points_1",      "points_2",
    NULL};
static const char *const station_columns[] = {"price", "space", "covered",
                                              NULL};
static const char *const technology_columns[] = {"colour", "cards", NULL};
static const char *const track_columns[] = {"track", "start", "lowest",
                                            "highest", NULL};

const struct mq_table_kind mq__lo_files[] = {
    [SPECIALISTS] = {"specialists.csv", specialist_columns, LO_MAX_SPECIALISTS,
                     NULL},
    [BOXES] = {"boxes.csv", box_columns, LO_BOXES, NULL},
    [MISSIONS] = {"missions.csv", mission_columns, LO_MAX_MISSIONS, NULL},
    [OBJECTIVES] = {"objectives.csv", objective_columns, LO_MAX_OBJECTIVES,
                    NULL},
    [LEVELS] = {"levels.csv", level_columns, LO_LEVELS, NULL},
    [STATION] = {"station.csv", station_columns, LO_MAX_SPACES + 1, NULL},
    [TECHNOLOGY] = {"technology.csv", technology_columns, LO_COLOURS, NULL},
    [TRACKS] = {"tracks.csv", track_columns, 5, NULL},
};
_Static_assert(FILES == LO_FILES, "all files are counted");

static const char *const level_words[] = {"1", "2", "3", "4", NULL};

/* Rows that name each word of a list exactly once: the row of each word, or
 * -1 with an error. */
static void rows_by_word(struct mq_table *t, const char *column,
                         const char *const *words, int *row_of)
{
    for (int i = 0; words[i] != NULL; i++) {
        row_of[i] = -1;
    }
    for (int row = 0; row < t->csv.rows && row < t->kind->max_rows; row++) {
        int i = mq__table_word(t, row, column, words);

        if (row_of[i] >= 0) {
            mq__table_error(t, row, column, "tables.twice", "ti", words[i],
                            t->csv.line[row_of[i]]);
        }
        row_of[i] = row;
    }
    for (int i = 0; words[i] != NULL; i++) {
        if (row_of[i] < 0) {
            mq__table_error(t, -1, column, "liftoff.tables.no-row", "t",
                            words[i]);
        }
    }
}

/* Copies by number of players (LO-S1). */
static void read_copies(struct mq_table *t, int row, uint8_t *copies)
{
    int unmarked = mq__table_int(t, row, "unmarked", 0, MAX_COPIES);
    int marked_3 = mq__table_int(t, row, "marked_3", 0, MAX_COPIES);
    int marked_4 = mq__table_int(t, row, "marked_4", 0, MAX_COPIES);

    copies[2] = (uint8_t)unmarked;
    copies[3] = (uint8_t)(unmarked + marked_3);
    copies[4] = (uint8_t)(unmarked + marked_3 + marked_4);
}

/* Specialists. */

static void read_specialist(struct mq_table *t, int row,
                            struct lo_specialist *card)
{
    mq__table_id(t, row, "id", card->id);
    card->banner =
        (uint8_t)mq__table_word(t, row, "banner", mq__lo_banner_words);
    card->boost = card->banner == LO_BANNER_CAPACITY_1   ? 1
                  : card->banner == LO_BANNER_CAPACITY_2 ? 2
                                                         : 0;
    card->box[0] = (uint8_t)mq__table_word(t, row, "box1", mq__lo_box_words);
    card->verb[0] = mq__lo_box_verbs[card->box[0]];
    card->boxes = 1;
    if (mq__table_text(t, row, "box2")[0] != '\0') {
        card->box[1] =
            (uint8_t)mq__table_word(t, row, "box2", mq__lo_box_words);
        card->verb[1] = mq__lo_box_verbs[card->box[1]];
        card->boxes = 2;
        if (card->verb[0] == card->verb[1]) {
            mq__table_error(t, row, "box2", "liftoff.tables.same-verb", "t",
                            mq__lo_verb_words[card->verb[0]]);
        }
    }
    if (strcmp(card->id, "lab") == 0) {
        mq__table_error(t, row, "id", "liftoff.tables.reserved", "t", "lab");
    }
    read_copies(t, row, card->copies);
}

/* 9 cards a player are dealt in each phase (LO-R7). */
static void check_specialists(struct mq_table *t, const struct lo_tables *lo)
{
    for (int players = 2; players <= LO_MAX_PLAYERS; players++) {
        int sum = 0;

        for (int i = 0; i < lo->specialists; i++) {
            sum += lo->specialist[i].copies[players];
        }
        if (sum < 9 * players || sum > MAX_DECK) {
            mq__table_error(t, -1, "", "liftoff.tables.specialists", "iiii",
                            sum, players, 9 * players, MAX_DECK);
        } else if (sum != 9 * players) {
            mq__table_warning(t, -1, "", "liftoff.tables.specialist-count",
                              "iii", sum, players, 9 * players);
        }
    }
}

static void bind_specialists(struct mq_table *t, struct lo_tables *lo)
{
    lo->specialists = (uint8_t)t->csv.rows;
    for (int i = 0; i < lo->specialists; i++) {
        read_specialist(t, i, &lo->specialist[i]);
        lo->banner_mask[lo->specialist[i].banner] |= lo_bit(i);
    }
    check_specialists(t, lo);
}

static void bind_boxes(struct mq_table *t, struct lo_tables *lo)
{
    int row_of[LO_BOXES] = {0};

    rows_by_word(t, "box", mq__lo_box_words, row_of);
    for (int i = 0; i < LO_BOXES; i++) {
        struct lo_box_row *box = &lo->box[i];
        bool priced = i != LO_BOX_LAB && i != LO_BOX_INVEST;
        int prices[3] = {0};
        int row = row_of[i];

        if (row < 0) {
            continue;
        }
        box->steps =
            (uint8_t)mq__table_ints(t, row, "prices", 0, MAX_MONEY, 3, prices);
        if ((box->steps > 0) != priced) {
            mq__table_error(t, row, "prices",
                            priced ? "liftoff.tables.no-price"
                                   : "liftoff.tables.price",
                            "t", mq__lo_box_words[i]);
        }
        box->steps = priced ? box->steps : 1;
        for (int k = 0; k < 3; k++) {
            box->price[k] = (uint8_t)prices[k];
        }
        box->money = (uint8_t)mq__table_int(t, row, "money", 0, MAX_MONEY);
        box->others_money =
            (uint8_t)mq__table_int(t, row, "others_money", 0, MAX_MONEY);
        box->points = (uint8_t)mq__table_int(t, row, "points", 0, MAX_POINTS);
        box->others_points =
            (uint8_t)mq__table_int(t, row, "others_points", 0, MAX_POINTS);
    }
}

/* Missions. */

static bool has_amount(int effect)
{
    return effect == LO_EFFECT_MONEY || effect >= LO_EFFECT_PER_RED;
}

static void read_mission(struct mq_table *t, int row, struct lo_mission *m)
{
    mq__table_id(t, row, "id", m->id);
    m->level = (uint8_t)(mq__table_int(t, row, "level", 1, LO_LEVELS) - 1);
    m->weight = (uint8_t)mq__table_int(t, row, "weight", 1, 5);
    m->points = (uint8_t)mq__table_int(t, row, "points", 0, MAX_POINTS);
    m->effect = (uint8_t)mq__table_word(t, row, "effect", mq__lo_effect_words);
    if (has_amount(m->effect)) {
        m->amount = (uint8_t)mq__table_int(t, row, "amount", 1, MAX_POINTS);
    } else if (mq__table_text(t, row, "amount")[0] != '\0') {
        mq__table_error(t, row, "amount", "liftoff.tables.amount", "t",
                        mq__lo_effect_words[m->effect]);
    }
    m->most = (uint8_t)mq__table_int(t, row, "max", 1, 2);
    read_copies(t, row, m->copies);
}

static void index_mission(struct lo_tables *lo, int kind)
{
    const struct lo_mission *m = &lo->mission[kind];
    int level = m->level;

    lo->level_kinds[level][lo->level_count[level]++] = (uint8_t)kind;
    lo->level_mask[level] |= lo_bit(kind);
    for (int w = m->weight; w <= LO_MAX_LOAD; w++) {
        lo->weight_mask[w] |= lo_bit(kind);
    }
    if (m->most == 1) {
        lo->most_1 |= lo_bit(kind);
    } else {
        lo->most_2 |= lo_bit(kind);
    }
}

static void check_missions(struct mq_table *t, const struct lo_tables *lo)
{
    static const int box[LO_LEVELS] = {28, 28, 24, 16}; /* LO-C3 */

    for (int level = 0; level < LO_LEVELS; level++) {
        int all = 0;
        int unmarked = 0;

        for (int i = 0; i < lo->level_count[level]; i++) {
            const struct lo_mission *m =
                &lo->mission[lo->level_kinds[level][i]];

            all += m->copies[LO_MAX_PLAYERS];
            unmarked += m->copies[2];
        }
        if (all > MAX_DECK) {
            mq__table_error(t, -1, "", "liftoff.tables.deck", "iii", level + 1,
                            all, MAX_DECK);
        } else if (all != box[level]) {
            mq__table_warning(t, -1, "", "liftoff.tables.mission-count", "iii",
                              level + 1, all, box[level]);
        }
        if (unmarked == 0) {
            mq__table_warning(t, -1, "unmarked", "liftoff.tables.unmarked", "i",
                              level + 1);
        }
    }
}

static void bind_missions(struct mq_table *t, struct lo_tables *lo)
{
    lo->missions = (uint8_t)t->csv.rows;
    for (int i = 0; i < lo->missions; i++) {
        read_mission(t, i, &lo->mission[i]);
        index_mission(lo, i);
    }
    check_missions(t, lo);
}

/* Objectives. */

static void read_tiers(struct mq_table *t, int row, struct lo_objective *o)
{
    int count[LO_MAX_TIERS] = {0};
    int points[2][LO_MAX_TIERS] = {{0}};
    int n =
        mq__table_ints(t, row, "tiers", 1, LO_MAX_TECH, LO_MAX_TIERS, count);
    int en = mq__table_ints(t, row, "points", 1, MAX_POINTS, LO_MAX_TIERS,
                            points[LO_EN]);
    int de = mq__table_ints(t, row, "points_de", 1, MAX_POINTS, LO_MAX_TIERS,
                            points[LO_DE]);

    if (de == 0) {
        memcpy(points[LO_DE], points[LO_EN], sizeof(points[LO_EN]));
        de = en;
    }
    if (n == 0 || n != en || n != de) {
        mq__table_error(t, row, "points", "liftoff.tables.tiers", "ii", n, en);
        return;
    }
    o->tiers = (uint8_t)n;
    for (int i = 0; i < n; i++) {
        o->count[i] = (uint8_t)count[i];
        o->points[LO_EN][i] = (uint8_t)points[LO_EN][i];
        o->points[LO_DE][i] = (uint8_t)points[LO_DE][i];
        if (i > 0 && (count[i] <= count[i - 1] ||
                      points[LO_EN][i] <= points[LO_EN][i - 1] ||
                      points[LO_DE][i] <= points[LO_DE][i - 1])) {
            mq__table_error(t, row, "tiers", "liftoff.tables.rising", "i",
                            i + 1);
        }
    }
}

static void read_objective(struct mq_table *t, int row, struct lo_objective *o)
{
    mq__table_id(t, row, "id", o->id);
    o->aim = (uint8_t)mq__table_word(t, row, "counts", mq__lo_aim_words);
    o->levels = (uint8_t)mq__table_words(t, row, "levels", level_words);
    if (o->aim == LO_AIM_TECH) {
        o->colour =
            (uint8_t)mq__table_word(t, row, "colour", mq__lo_colour_words);
    } else if (mq__table_text(t, row, "colour")[0] != '\0') {
        mq__table_error(t, row, "colour", "liftoff.tables.unused", "t",
                        mq__lo_aim_words[o->aim]);
    }
    if ((o->levels != 0) != (o->aim == LO_AIM_MISSIONS)) {
        mq__table_error(t, row, "levels", "liftoff.tables.levels", "t",
                        mq__lo_aim_words[o->aim]);
    }
    for (int level = 0; level < LO_LEVELS; level++) {
        if (o->levels >> level & 1) {
            o->top = (uint8_t)level;
        }
    }
    read_tiers(t, row, o);
}

static bool is_specialist(const struct lo_tables *lo, const char *id)
{
    for (int i = 0; i < lo->specialists; i++) {
        if (strcmp(lo->specialist[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

static void bind_objectives(struct mq_table *t, struct lo_tables *lo)
{
    lo->objectives = (uint8_t)t->csv.rows;
    for (int i = 0; i < lo->objectives; i++) {
        read_objective(t, i, &lo->objective[i]);
        if (is_specialist(lo, lo->objective[i].id)) {
            mq__table_error(t, i, "id", "liftoff.tables.both", "t",
                            lo->objective[i].id);
        }
    }
    if (lo->objectives < MIN_OBJECTIVES) {
        mq__table_error(t, -1, "", "liftoff.tables.objectives", "ii",
                        lo->objectives, MIN_OBJECTIVES);
    } else if (lo->objectives != 16) { /* LO-C4 */
        mq__table_warning(t, -1, "", "liftoff.tables.objective-count", "i",
                          lo->objectives);
    }
}

/* Levels. */

/* "3 yellow + 2 blue" at *text, up to a slash or the end. */
static bool read_alternative(const char **text, uint8_t need[LO_COLOURS])
{
    const char *s = *text;

    for (;;) {
        char *end;
        long n = strtol(s, &end, 10);
        size_t length;
        int c = 0;

        if (end == s || n < 1 || n > LO_MAX_TECH) {
            return false;
        }
        s = end + strspn(end, " ");
        length = strspn(s, "abcdefghijklmnopqrstuvwxyz");
        while (mq__lo_colour_words[c] != NULL &&
               (strlen(mq__lo_colour_words[c]) != length ||
                strncmp(mq__lo_colour_words[c], s, length) != 0)) {
            c++;
        }
        if (c == LO_COLOURS || need[c] != 0) {
            return false;
        }
        need[c] = (uint8_t)n;
        s += length;
        s += strspn(s, " ");
        if (*s != '+') {
            *text = s;
            return *s == '/' || *s == '\0';
        }
        s++;
    }
}

/* The alternatives of a requirement; 0 with an error where it can't be read. */
static void read_requirement(struct mq_table *t, int row, int phase,
                             struct lo_level *level)
{
    const char *column = phase == 0 ? "requirement_1" : "requirement_2";
    const char *text = mq__table_text(t, row, column);
    int n = 0;

    while (*text != '\0') {
        uint8_t need[LO_COLOURS] = {0};

        if (n == LO_MAX_ALTERNATIVES || !read_alternative(&text, need)) {
            mq__table_error(t, row, column, "liftoff.tables.requirement", "t",
                            mq__table_text(t, row, column));
            return;
        }
        memcpy(&level->need[phase][n++], need, sizeof(need));
        text += *text == '/' ? 1 : 0;
    }
    level->alternatives[phase] = (uint8_t)n;
}

static void check_requirement(struct mq_table *t, int row, int level, int phase,
                              int alternatives)
{
    const char *column = phase == 0 ? "requirement_1" : "requirement_2";
    bool needed = phase == 1 || level < 2;

    if (needed && alternatives == 0) {
        mq__table_error(t, row, column, "liftoff.tables.no-requirement", "ii",
                        level + 1, phase + 1);
    } else if (!needed && alternatives > 0) {
        mq__table_error(t, row, column, "liftoff.tables.no-deck", "ii",
                        level + 1, phase + 1);
    }
}

static void check_labs(struct mq_table *t, const struct lo_tables *lo,
                       const int *row_of)
{
    for (int i = 0; i < LO_LEVELS; i++) {
        const struct lo_level *level = &lo->level[i];

        if (row_of[i] < 0) {
            continue;
        }
        if (level->points[0] <= level->points[1] ||
            (i > 0 && (level->points[0] <= level[-1].points[0] ||
                       level->points[1] <= level[-1].points[1]))) {
            mq__table_warning(t, row_of[i], "points_1", "liftoff.tables.labs",
                              "i", i + 1);
        }
    }
}

static void bind_levels(struct mq_table *t, struct lo_tables *lo)
{
    int row_of[LO_LEVELS] = {0};

    rows_by_word(t, "level", level_words, row_of);
    for (int i = 0; i < LO_LEVELS; i++) {
        struct lo_level *level = &lo->level[i];
        int row = row_of[i];

        if (row < 0) {
            continue;
        }
        for (int phase = 0; phase < 2; phase++) {
            int before = t->findings->errors;

            read_requirement(t, row, phase, level);
            if (t->findings->errors == before) {
                check_requirement(t, row, i, phase, level->alternatives[phase]);
            }
        }
        if (i > 0) {
            level->price =
                (uint8_t)mq__table_int(t, row, "lab_price", 0, MAX_MONEY);
        }
        level->points[0] =
            (uint8_t)mq__table_int(t, row, "points_1", 0, MAX_POINTS);
        level->points[1] =
            (uint8_t)mq__table_int(t, row, "points_2", 0, MAX_POINTS);
    }
    check_labs(t, lo, row_of);
}

/* Station, technology, tracks. */

static void read_space(struct mq_table *t, int row, struct lo_tables *lo,
                       int price)
{
    static const char *const counts[] = {"2", "3", "4", NULL};
    uint32_t covered = mq__table_words(t, row, "covered", counts);

    lo->space[lo->spaces] = (uint8_t)price;
    for (int i = 0; i < 3; i++) {
        if (covered >> i & 1) {
            lo->covered[2 + i] =
                (uint8_t)(lo->covered[2 + i] | 1u << lo->spaces);
        }
    }
    lo->spaces++;
}

/* Of equal prices the first spaces count as covered: one form for all. */
static uint8_t first_of_equals(const struct lo_tables *lo, unsigned covered)
{
    for (int i = lo->spaces - 1; i > 0; i--) {
        for (int k = 0; k < i; k++) {
            if (lo->space[k] == lo->space[k + 1] && !(covered >> k & 1) &&
                (covered >> (k + 1) & 1)) {
                covered ^= 3u << k;
            }
        }
    }
    return (uint8_t)covered;
}

static void bind_station(struct mq_table *t, struct lo_tables *lo)
{
    static const char *const kinds[] = {"ordinary", "red", NULL};
    int last = -1;

    for (int row = 0; row < t->csv.rows; row++) {
        int price = mq__table_int(t, row, "price", 0, MAX_MONEY);
        bool red = mq__table_word(t, row, "space", kinds) == 1;

        if (price < last) {
            mq__table_error(t, row, "price", "liftoff.tables.falling", "ii",
                            price, last);
        }
        if (red != (row == t->csv.rows - 1)) {
            mq__table_error(t, row, "space", "liftoff.tables.red", "");
        } else if (red) {
            lo->red_price = (uint8_t)price;
        } else {
            read_space(t, row, lo, price);
        }
        if (red && mq__table_text(t, row, "covered")[0] != '\0') {
            mq__table_error(t, row, "covered", "liftoff.tables.red-covered",
                            "");
        }
        last = price;
    }
    if (t->csv.rows == 0) {
        mq__table_error(t, -1, "space", "liftoff.tables.red", "");
    }
    for (int i = 2; i <= LO_MAX_PLAYERS; i++) {
        lo->covered[i] = first_of_equals(lo, lo->covered[i]);
    }
}

static void bind_technology(struct mq_table *t, struct lo_tables *lo)
{
    static const int box[LO_COLOURS] = {18, 18, 19, 19}; /* LO-C5 */
    int row_of[LO_COLOURS] = {0};

    rows_by_word(t, "colour", mq__lo_colour_words, row_of);
    for (int i = 0; i < LO_COLOURS; i++) {
        if (row_of[i] < 0) {
            continue;
        }
        lo->cards[i] = (uint8_t)mq__table_int(t, row_of[i], "cards", 0, 99);
        if (lo->cards[i] != box[i]) {
            mq__table_warning(t, row_of[i], "cards", "liftoff.tables.cards",
                              "ii", lo->cards[i], box[i]);
        }
    }
    for (int n = 0; n <= LO_MAX_TECH; n++) {
        lo->held[n] = (uint8_t)(n / 5 + n % 5); /* LO-T2 */
    }
    for (int i = 0; i < LO_COLOURS; i++) {
        lo->enough |= (uint32_t)(lo->cards[i] + 127) << 8 * i;
    }
}

static void check_tracks(struct mq_table *t, const struct lo_tables *lo,
                         const int *row_of)
{
    int low = lo->cost.start - lo->propulsion.high;
    int high = lo->cost.start + lo->capacity.high;
    int weight = lo->weight.start + lo->capacity.high;

    if (lo->cost.low != low || lo->cost.high != high) {
        mq__table_error(t, row_of[0], "highest", "liftoff.tables.cost", "ii",
                        low, high);
    }
    if (lo->weight.low != lo->weight.start || lo->weight.high != weight) {
        mq__table_error(t, row_of[1], "highest", "liftoff.tables.weight", "ii",
                        lo->weight.start, weight);
    }
    for (int i = 3; i < 5; i++) {
        const struct lo_track *track = i == 3 ? &lo->capacity : &lo->propulsion;

        if (track->start != 0 || track->low != 0) {
            mq__table_error(t, row_of[i], "start", "liftoff.tables.upgrades",
                            "");
        } else if (track->high != 4) { /* LO-C7 */
            mq__table_warning(t, row_of[i], "highest",
                              "liftoff.tables.upgrade-count", "i", track->high);
        }
    }
}

static void bind_tracks(struct mq_table *t, struct lo_tables *lo)
{
    static const char *const words[] = {"cost",     "weight",     "income",
                                        "capacity", "propulsion", NULL};
    /* Weight 5 and all boosts: LO_MAX_LOAD missions. */
    static const int most[] = {MAX_MONEY, 5, MAX_MONEY, 9, 9};
    struct lo_track *const tracks[] = {&lo->cost, &lo->weight, &lo->income,
                                       &lo->capacity, &lo->propulsion};
    int row_of[5] = {0};
    int before = t->findings->errors;

    rows_by_word(t, "track", words, row_of);
    for (int i = 0; i < 5; i++) {
        int row = row_of[i];

        if (row < 0) {
            continue;
        }
        tracks[i]->low = (uint8_t)mq__table_int(t, row, "lowest", 0, most[i]);
        tracks[i]->high =
            (uint8_t)mq__table_int(t, row, "highest", tracks[i]->low, most[i]);
        tracks[i]->start = (uint8_t)mq__table_int(
            t, row, "start", tracks[i]->low, tracks[i]->high);
    }
    if (t->findings->errors == before) {
        check_tracks(t, lo, row_of);
    }
}

void mq__lo_bind(void *tables, struct mq_table *table)
{
    struct lo_tables *lo = tables;

    bind_specialists(&table[SPECIALISTS], lo);
    bind_boxes(&table[BOXES], lo);
    bind_missions(&table[MISSIONS], lo);
    bind_objectives(&table[OBJECTIVES], lo);
    bind_levels(&table[LEVELS], lo);
    bind_station(&table[STATION], lo);
    bind_technology(&table[TECHNOLOGY], lo);
    bind_tracks(&table[TRACKS], lo);
}

/* The tables of MLEM: files in, one flat struct out, every mistake named. */
#include "games/mlem/tables.h"

#include "games/mlem/rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    FILE_DIE,
    FILE_EXPEDITION,
    FILE_EXPLORATION,
    FILE_FIGURES,
    FILE_MAT,
    FILE_MISSIONS,
    FILE_PLANETS,
    FILE_UFO,
    FILES = ML_FILES
};

static const char *const die_columns[] = {"face", "sides", NULL};
static const char *const expedition_columns[] = {"move",  "dice",  "ability",
                                                 "faces", "count", NULL};
static const char *const exploration_columns[] = {"kind", "space", NULL};
static const char *const figures_columns[] = {"figure", "value", NULL};
static const char *const mat_columns[] = {
    "space", "faces", "afterburner", "place", "planet", "moons", NULL};
static const char *const missions_columns[] = {"target", "spaces", "planet",
                                               "count", NULL};
static const char *const planets_columns[] = {"planet", "first", "second",
                                              "third", NULL};
static const char *const ufo_columns[] = {"order", "points", NULL};

const struct mq_table_kind mq__ml_files[ML_FILES] = {
    [FILE_DIE] = {"die.csv", die_columns, ML_FACES, NULL},
    [FILE_EXPEDITION] = {"expedition.csv", expedition_columns, ML_MAX_TOKENS,
                         NULL},
    [FILE_EXPLORATION] = {"exploration.csv", exploration_columns, ML_DEEP,
                          NULL},
    [FILE_FIGURES] = {"figures.csv", figures_columns, 16, NULL},
    [FILE_MAT] = {"mat.csv", mat_columns, ML_DEEP, NULL},
    [FILE_MISSIONS] = {"missions.csv", missions_columns, ML_MAX_MISSIONS, NULL},
    [FILE_PLANETS] = {"planets.csv", planets_columns, ML_MAX_PLANETS, NULL},
    [FILE_UFO] = {"ufo.csv", ufo_columns, ML_MAX_UFO, NULL},
};

static const char *const face_words[] = {"1", "2", "3", "4", "A", NULL};
static const char *const beside_words[] = {"none", "satellite", "moons",
                                           "planet", NULL};
static const char *const ability_words[] = {"extra", "keep", "reroll", NULL};
static const char *const find_words[] = {"points1", "points2", "points3",
                                         "regain",  "tunnel",  NULL};
static const char *const target_words[] = {"moons", "planet", NULL};

#define MOST_FACES 4       /* at a space: legal lists stay short enough */
#define MOST_MOONS_HERE 8  /* at a space */
#define MOST_AFTERBURNER 9 /* what one counts */
#define FEWEST_MISSIONS (5 * ML_DEALT)

/* A number that must stand in its column once: the rows' numbers count from
 * `low`. True if it is new. */
static bool once(struct mq_table *t, int row, const char *column, int number,
                 uint32_t *seen)
{
    uint32_t bit = UINT32_C(1) << number;

    if ((*seen & bit) != 0) {
        mq__table_error(t, row, column, "mlem.table.twice", "i", number);
        return false;
    }
    *seen |= bit;
    return true;
}

/* Warns where the box has another number. */
static void expect_count(struct mq_table *t, int count, int box)
{
    if (count != box) {
        mq__table_warning(t, -1, "", "mlem.table.box", "ii", count, box);
    }
}

static void bind_die(struct ml_tables *m, struct mq_table *t)
{
    static const uint8_t box[ML_FACES] = {1, 2, 1, 1, 1};
    uint32_t seen = 0;
    int sides = 0;

    for (int row = 0; row < t->csv.rows; row++) {
        int face = mq__table_word(t, row, "face", face_words);

        if (once(t, row, "face", face, &seen)) {
            m->sides[face] = (uint8_t)mq__table_int(t, row, "sides", 0, 6);
            sides += m->sides[face];
        }
    }
    if (sides != 6) {
        mq__table_error(t, -1, "sides", "mlem.table.sides", "i", sides);
    } else if (memcmp(m->sides, box, sizeof(box)) != 0) {
        mq__table_warning(t, -1, "sides", "mlem.table.die", "");
    }
}

/* What the six sides show; sides must add up. */
static void list_sides(const struct ml_tables *m, uint16_t side[6])
{
    int n = 0;

    for (int face = 0; face < ML_FACES; face++) {
        for (int i = 0; i < m->sides[face] && n < 6; i++) {
            side[n++] = (uint16_t)(1 << 3 * face);
        }
    }
    assert(n == 6);
}

static void make_thrown(struct ml_tables *m)
{
    uint16_t side[6];
    int start = 0, size = 1;

    list_sides(m, side);
    m->thrown[0] = 0;
    for (int dice = 1; dice <= 3; dice++) {
        int next = start + size;

        for (int i = 0; i < 6 * size; i++) {
            m->thrown[next + i] =
                (uint16_t)(m->thrown[start + i / 6] + side[i % 6]);
        }
        start = next;
        size *= 6;
    }
}

static void make_landing_near(struct ml_tables *m)
{
    for (int space = 0; space < ML_SPACES; space++) {
        m->landing_near[space] = m->landing[space];
        if (space > 0) {
            m->landing_near[space] |= m->landing[space - 1];
            m->landing_near[space - 1] |= m->landing[space];
        }
    }
}

static void make_place_points(struct ml_tables *m)
{
    m->place_points[ML_COMET] = (uint8_t)m->figure.comet;
    m->place_points[ML_GALAXY] = (uint8_t)m->figure.galaxy;
    for (int moon = 0; moon < m->moons; moon++) {
        m->place_points[ML_MOON + moon] = m->moon_points[moon];
    }
}

static void make_counts(struct ml_tables *m)
{
    for (int roll = 0; roll < 01000; roll++) {
        for (int face = 0; face < 3; face++) {
            int n = ML_COUNT(roll, face);

            m->low[roll].sum += (uint8_t)(n * (face + 1));
            m->low[roll].shown |= (uint8_t)(n > 0 ? ML_FACE_BIT(face) : 0);
        }
    }
    for (int roll = 0; roll < 0100; roll++) {
        m->high[roll].sum = (uint8_t)(4 * ML_COUNT(roll, 0));
        m->high[roll].shown = (uint8_t)((ML_COUNT(roll, 0) > 0 ? 8 : 0) |
                                        (ML_COUNT(roll, 1) > 0 ? 16 : 0));
    }
}

static void make_uses(struct ml_tables *m)
{
    for (unsigned faces = 0; faces < 1 << ML_FACES; faces++) {
        struct ml_uses *u = &m->uses[faces];
        unsigned set = 0;

        while ((set = (set - faces) & faces) != 0 && u->count < 15) {
            u->action[u->count++] = MQ_ACTION(ML_DO_USE, set, 0, 0);
        }
    }
}

static void make_boarding(struct ml_tables *m)
{
    for (int i = 0; i < 2 * 16 * 4; i++) {
        int half = i / 64, mask = i / 4 % 16, which = i % 4;
        struct ml_boarding *b = &m->boarding[half][mask];

        if ((mask >> which & 1) != 0) {
            b->action[b->count++] =
                MQ_ACTION(ML_DO_BOARD, 4 * half + which, 0, 0);
        }
    }
}

static void bind_figures(struct ml_tables *m, struct mq_table *t)
{
    static const char *const words[] = {
        "dice",       "failures",   "landing",      "comet",
        "galaxy",     "goal",       "tunnel",       "missions-1",
        "missions-2", "missions-3", "explorations", NULL};
    static const int low[] = {1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int high[] = {6, 99, 25, 99, 99, 99, 25, 99, 99, 99, 26};
    struct ml_figures *f = &m->figure;
    int *const value[] = {&f->dice,        &f->failures,    &f->landing,
                          &f->comet,       &f->galaxy,      &f->goal,
                          &f->tunnel,      &f->missions[1], &f->missions[2],
                          &f->missions[3], &f->explorations};
    uint32_t seen = 0;

    for (int row = 0; row < t->csv.rows; row++) {
        int i = mq__table_word(t, row, "figure", words);

        if (once(t, row, "figure", i, &seen)) {
            *value[i] = mq__table_int(t, row, "value", low[i], high[i]);
        }
    }
    for (int i = 0; words[i] != NULL; i++) {
        if ((seen >> i & 1) == 0) {
            *value[i] = low[i];
            mq__table_error(t, -1, "figure", "mlem.table.figure", "t",
                            words[i]);
        }
    }
}

static void bind_planets(struct ml_tables *m, struct mq_table *t)
{
    static const char *const columns[] = {"first", "second", "third"};
    uint32_t seen = 0;

    m->planets = t->csv.rows;
    for (int row = 0; row < t->csv.rows; row++) {
        int planet = mq__table_int(t, row, "planet", 1, t->csv.rows) - 1;

        if (!once(t, row, "planet", planet + 1, &seen)) {
            continue;
        }
        for (int i = 0; i < 3; i++) {
            m->planet_points[planet][i] =
                (uint8_t)mq__table_int(t, row, columns[i], 0, 99);
        }
    }
    expect_count(t, t->csv.rows, 5);
}

static void bind_moons(struct ml_tables *m, struct mq_table *t, int row,
                       int space)
{
    int points[MOST_MOONS_HERE];
    int n = mq__table_ints(t, row, "moons", 0, 99, MOST_MOONS_HERE, points);

    if (n == 0) {
        mq__table_error(t, row, "moons", "mlem.table.no-moons", "");
    }
    if (m->moons + n > ML_MAX_MOONS) {
        mq__table_error(t, row, "moons", "mlem.table.moons", "i", ML_MAX_MOONS);
        return;
    }
    for (int i = 0; i < n; i++) {
        m->moon_points[m->moons] = (uint8_t)points[i];
        m->moon_space[m->moons] = (uint8_t)space;
        m->landing[space] |= UINT32_C(1) << m->moons++;
    }
}

static void bind_beside(struct ml_tables *m, struct mq_table *t, int row,
                        int space)
{
    int beside = mq__table_word(t, row, "place", beside_words);

    m->beside[space] = (uint8_t)beside;
    if (space < m->figure.landing && beside > ML_BESIDE_SATELLITE) {
        mq__table_error(t, row, "place", "mlem.table.landing", "i",
                        m->figure.landing);
    }
    if (beside == ML_BESIDE_PLANET) {
        m->planet[space] =
            (uint8_t)(mq__table_int(t, row, "planet", 1, m->planets) - 1);
        m->landing[space] = ML_ROOM;
    } else if (mq__table_text(t, row, "planet")[0] != '\0') {
        mq__table_error(t, row, "planet", "mlem.table.empty", "");
    }
    if (beside == ML_BESIDE_MOONS) {
        bind_moons(m, t, row, space);
    } else if (mq__table_text(t, row, "moons")[0] != '\0') {
        mq__table_error(t, row, "moons", "mlem.table.empty", "");
    }
}

static void bind_faces(struct ml_tables *m, struct mq_table *t, int row,
                       int space)
{
    uint32_t faces = mq__table_words(t, row, "faces", face_words);
    int n = __builtin_popcount(faces);

    m->faces[space] = (uint8_t)faces;
    for (int face = 0; face < ML_FACES; face++) {
        m->dice[space] |= (uint16_t)((faces >> face & 1) * 7 << 3 * face);
    }
    if (n > MOST_FACES) {
        mq__table_error(t, row, "faces", "mlem.table.faces", "i", MOST_FACES);
    } else if (n < 2 || n > 3) {
        mq__table_warning(t, row, "faces", "mlem.table.faces-box", "i", n);
    }
    if ((faces >> ML_AFTERBURNER & 1) != 0) {
        m->afterburner[space] =
            (uint8_t)mq__table_int(t, row, "afterburner", 1, MOST_AFTERBURNER);
    } else if (mq__table_text(t, row, "afterburner")[0] != '\0') {
        mq__table_error(t, row, "afterburner", "mlem.table.empty", "");
    }
}

/* The row of each space; false where some space has none. */
static bool order_spaces(struct mq_table *t, int row_of[ML_DEEP])
{
    uint32_t seen = 0;

    for (int row = 0; row < t->csv.rows; row++) {
        int space = mq__table_int(t, row, "space", 0, ML_DEEP - 1);

        once(t, row, "space", space, &seen);
        row_of[space] = row;
    }
    for (int space = 0; space < ML_DEEP; space++) {
        if ((seen >> space & 1) == 0) {
            mq__table_error(t, -1, "space", "mlem.table.no-space", "i", space);
        }
    }
    return seen == (UINT32_C(1) << ML_DEEP) - 1;
}

/* After the figures and the planets. Moons are numbered by space, whatever
 * the order of the rows. */
static void bind_mat(struct ml_tables *m, struct mq_table *t)
{
    int row_of[ML_DEEP];
    int satellites = 0;

    if (!order_spaces(t, row_of)) {
        return;
    }
    for (int space = 0; space < ML_DEEP; space++) {
        bind_faces(m, t, row_of[space], space);
        bind_beside(m, t, row_of[space], space);
        if (m->beside[space] == ML_BESIDE_SATELLITE) {
            m->satellite = (uint8_t)space;
            satellites++;
        }
    }
    m->beside[ML_DEEP] = ML_BESIDE_DEEP;
    m->landing[ML_DEEP] = ML_ROOM;
    if (satellites != 1) {
        mq__table_error(t, -1, "place", "mlem.table.satellite", "i",
                        satellites);
    }
}

/* Faces of an expedition token, like a roll: a face may stand there twice. */
static uint16_t read_dice(struct mq_table *t, int row)
{
    const char *text = mq__table_text(t, row, "faces");
    unsigned dice = 0;
    int n = 0;

    mq__table_words(t, row, "faces", face_words); /* reports unknown ones */
    for (; *text != '\0'; text++) {
        const char *face = strchr("1234A", *text);

        if (face != NULL && n < ML_MAX_DICE) {
            dice += 1u << 3 * (face - "1234A");
            n++;
        }
    }
    return (uint16_t)dice;
}

static void name_token(struct ml_token *token, struct mq_table *t, int row)
{
    int n = snprintf(token->id, sizeof(token->id), "%d-%d-%s%s", token->move,
                     token->dice, ability_words[token->ability],
                     token->extra != 0 ? "-" : "");
    const char *text = mq__table_text(t, row, "faces");

    for (; *text != '\0' && n < MQ_ID_SIZE - 1; text++) {
        if (*text != ' ') {
            token->id[n++] = *text;
        }
    }
}

/* Whether an id already stands `before` this row: a kind has one row. */
static void check_id(struct mq_table *t, int row, const char *column,
                     const char *id, bool before)
{
    if (before) {
        mq__table_error(t, row, column, "mlem.table.same", "t", id);
    }
}

static void bind_token(struct ml_tables *m, struct mq_table *t, int row)
{
    struct ml_token *token = &m->token[row];
    bool before = false;

    token->move = (uint8_t)mq__table_int(t, row, "move", 0, ML_DEEP);
    token->dice = (uint8_t)mq__table_int(t, row, "dice", 1, m->figure.dice);
    token->ability = (uint8_t)mq__table_word(t, row, "ability", ability_words);
    token->count = (uint8_t)mq__table_int(t, row, "count", 1, 99);
    token->extra = read_dice(t, row);
    for (int face = 0; face < ML_FACES; face++) {
        if (ML_COUNT(token->extra, face) > 0) {
            token->faces |= (uint8_t)ML_FACE_BIT(face);
        }
    }
    if ((token->ability == ML_EXTRA) != (token->extra != 0)) {
        mq__table_error(t, row, "faces", "mlem.table.extra", "");
    }
    name_token(token, t, row);
    for (int i = 0; i < row; i++) {
        before = before || strcmp(m->token[i].id, token->id) == 0;
    }
    check_id(t, row, "ability", token->id, before);
}

static void bind_expedition(struct ml_tables *m, struct mq_table *t)
{
    int count = 0;

    m->tokens = t->csv.rows;
    for (int row = 0; row < t->csv.rows; row++) {
        bind_token(m, t, row);
        count += m->token[row].count;
    }
    expect_count(t, count, 14);
}

static void bind_exploration(struct ml_tables *m, struct mq_table *t)
{
    for (int row = 0; row < t->csv.rows; row++) {
        int kind = mq__table_word(t, row, "kind", find_words);
        int space = mq__table_int(t, row, "space", 1, ML_DEEP - 1);

        if (once(t, row, "space", space, &m->finds)) {
            m->find[space] = (uint8_t)(ML_POINTS1 + kind);
            m->kept_finds |= (uint32_t)(m->find[space] <= ML_POINTS3) << space;
            snprintf(m->find_id[space], MQ_ID_SIZE, "%s-%d", find_words[kind],
                     space);
        }
    }
    expect_count(t, t->csv.rows, 20);
}

/* Moons at the spaces of a mission, as bits of places. */
static void bind_mission_moons(struct ml_tables *m, struct mq_table *t, int row)
{
    struct ml_mission *mission = &m->mission[row];
    int space[4] = {0};
    int n = mq__table_ints(t, row, "spaces", 0, ML_DEEP - 1, 4, space);

    for (int i = 0; i < n; i++) {
        if (m->beside[space[i]] != ML_BESIDE_MOONS) {
            mq__table_error(t, row, "spaces", "mlem.table.moonless", "i",
                            space[i]);
            continue;
        }
        mission->places |= (uint64_t)m->landing[space[i]] << ML_MOON;
    }
    if (n == 0) {
        mq__table_error(t, row, "spaces", "mlem.table.no-spaces", "");
    }
    snprintf(mission->id, MQ_ID_SIZE, "moons-%d", space[0]);
}

static void bind_mission(struct ml_tables *m, struct mq_table *t, int row)
{
    struct ml_mission *mission = &m->mission[row];
    bool planet = mq__table_word(t, row, "target", target_words) == 1;
    bool before = false;

    mission->target = planet ? ML_BESIDE_PLANET : ML_BESIDE_MOONS;
    mission->count = (uint8_t)mq__table_int(t, row, "count", 1, 99);
    if (mq__table_text(t, row, planet ? "spaces" : "planet")[0] != '\0') {
        mq__table_error(t, row, planet ? "spaces" : "planet",
                        "mlem.table.empty", "");
    }
    if (planet) {
        int number = mq__table_int(t, row, "planet", 1, m->planets);

        mission->planet = (uint8_t)(number - 1);
        mission->places = UINT64_C(1) << (ML_PLANET + number - 1);
        snprintf(mission->id, MQ_ID_SIZE, "planet-%d", number);
    } else {
        bind_mission_moons(m, t, row);
    }
    for (int i = 0; i < row; i++) {
        before = before || strcmp(m->mission[i].id, mission->id) == 0;
    }
    check_id(t, row, "target", mission->id, before);
}

static void bind_missions(struct ml_tables *m, struct mq_table *t)
{
    int count = 0;

    m->missions = t->csv.rows;
    for (int row = 0; row < t->csv.rows; row++) {
        bind_mission(m, t, row);
        count += m->mission[row].count;
    }
    if (count < FEWEST_MISSIONS) {
        mq__table_error(t, -1, "count", "mlem.table.missions", "ii", count,
                        FEWEST_MISSIONS);
    } else if (count > UINT8_MAX) {
        mq__table_error(t, -1, "count", "mlem.table.missions-most", "ii", count,
                        UINT8_MAX);
    }
    expect_count(t, count, 20);
}

static void bind_ufo(struct ml_tables *m, struct mq_table *t)
{
    uint32_t seen = 0;

    m->ufos = t->csv.rows;
    for (int row = 0; row < t->csv.rows; row++) {
        int order = mq__table_int(t, row, "order", 1, t->csv.rows);

        if (once(t, row, "order", order, &seen)) {
            m->ufo_points[order - 1] =
                (uint8_t)mq__table_int(t, row, "points", 0, 99);
        }
    }
    for (int i = 1; i < m->ufos; i++) { /* positions name them by points */
        if (m->ufo_points[i] >= m->ufo_points[i - 1]) {
            mq__table_error(t, -1, "points", "mlem.table.ufo", "");
        }
    }
    expect_count(t, t->csv.rows, 5);
}

void mq__ml_bind(void *tables, struct mq_table *table)
{
    struct ml_tables *m = tables;
    struct mq_findings *findings = table[FILE_DIE].findings;

    bind_die(m, &table[FILE_DIE]);
    bind_figures(m, &table[FILE_FIGURES]);
    bind_planets(m, &table[FILE_PLANETS]);
    bind_mat(m, &table[FILE_MAT]);
    bind_expedition(m, &table[FILE_EXPEDITION]);
    bind_exploration(m, &table[FILE_EXPLORATION]);
    bind_missions(m, &table[FILE_MISSIONS]);
    bind_ufo(m, &table[FILE_UFO]);
    if (findings->errors == 0) {
        make_thrown(m);
        make_counts(m);
        make_uses(m);
        make_boarding(m);
        make_landing_near(m);
        make_place_points(m);
        mq__ml_odds_init(m);
    }
}

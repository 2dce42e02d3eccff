/* Apogee: the tables of data/apogee, read and checked. Cards here; events and
 * missions in tables_events.c. What the engine can't run with is an error;
 * counts that differ from the box are warnings. */
#include "games/apogee/tables_read.h"

#include <stdio.h>
#include <stdlib.h>

const char *const mq__ap_tags[] = {
#define AP_X(name, word, types) word,
    AP_TAG_LIST(AP_X)
#undef AP_X
        NULL};

static const char *const tag_types[] = {
#define AP_X(name, word, types) types,
    AP_TAG_LIST(AP_X)
#undef AP_X
};

static const char *const type_words[] = {"first-stage", "upper-stage",
                                         "payload", "rnd", NULL};
const char *const mq__ap_levels[] = {"junior", "senior", NULL};
const char *const mq__ap_nations[] = {"usa", "russia", "china", NULL};
const char *const mq__ap_spaces[] = {
    "specialty",  "construction", "rnd",  "design",
    "operations", "moved",        "hand", NULL};
const char *const mq__ap_objectives[] = {"acquire", "build", "static-fire",
                                         "launch", NULL};
const char *const mq__ap_places[] = {"geo",    "moon",  "venus", "mars",
                                     "europa", "titan", NULL};

const int16_t mq__ap_mass_from[AP_MASS_COLUMNS] = {5, 9, 13, 17, 21, 25};

/* Readers of columns. */

void mq__ap_read_tenths(const struct mq_cell *f)
{
    const char *text = mq__cell_text(f);
    char *end;
    long whole = strtol(text, &end, 10);
    long tenth = 0;

    if (*text == '\0' && f->column->low == AP_MAY_BE_EMPTY) {
        return;
    }
    if (end != text && end[0] == '.' && end[1] >= '0' && end[1] <= '9') {
        tenth = end[1] - '0';
        end += 2;
    }
    if (end == text || *end != '\0' || whole < 0 || whole > 99) {
        mq__cell_error(f, "apogee.table-decimal", "t", text);
        return;
    }
    mq__cell_store(f, whole * 10 + tenth);
}

/* AP-C5 */
void mq__ap_read_credits(const struct mq_cell *f)
{
    int n = mq__table_int_or(f->t, f->row, f->column->name, 0, 1000, 0);

    if (n % AP_COIN != 0) {
        mq__cell_error(f, "apogee.table-credits", "i", n);
    }
    mq__cell_store(f, n);
}

void mq__ap_read_name(const struct mq_cell *f)
{
    const char *text = mq__cell_text(f);
    size_t size = f->column->size;

    if (*text == '\0' || strlen(text) >= size) {
        mq__cell_error(f, "apogee.table-name", "i", (int)size - 1);
    }
    snprintf(f->to, size, "%s", text);
}

void mq__ap_read_rule(const struct mq_cell *f)
{
    const char *rule = mq__ap_rule(mq__cell_text(f));

    if (rule == NULL) {
        mq__cell_error(f, "apogee.table-rule", "t", mq__cell_text(f));
    }
    memcpy(f->to, &rule, sizeof(rule));
}

void mq__ap_expect_count(struct mq_table *t, const char *what, int count,
                         int expected)
{
    if (count != expected) {
        mq__table_warning(t, -1, "", "apogee.table-count", "wii", what, count,
                          expected);
    }
}

/* Technologies. */

// clang-format off
static const struct mq_column technology_columns[] = {
    {.name = "type"},
    {"id", mq__column_id, MQ_AT(ap_technology, id)},
    {"name", mq__ap_read_name, MQ_AT(ap_technology, name)},
    {"count", mq__column_int, MQ_AT(ap_technology, count), .low = 1, .high = AP_DECK},
    {"cost", mq__ap_read_credits, MQ_AT(ap_technology, cost)},
    {"thrust", mq__column_int, MQ_AT(ap_technology, thrust), .high = 50},
    {"mass", mq__column_int, MQ_AT(ap_technology, mass), .high = 50},
    {"tags", mq__column_words, MQ_AT(ap_technology, tags), .words = mq__ap_tags},
    {"seats", mq__column_int_or, MQ_AT(ap_technology, seats), .low = 1, .high = 9},
    {"pays", mq__ap_read_credits, MQ_AT(ap_technology, pays)},
    {"lighter", mq__column_int_or, MQ_AT(ap_technology, lighter), .low = 1, .high = 9},
    {0},
};
// clang-format on

/* AP-K: a characteristic belongs to certain types. */
static void check_tags(struct mq_table *t, int row, uint32_t tags, int type)
{
    for (int tag = 0; tag < AP_TAGS; tag++) {
        bool type_word = tag < AP_TYPES;

        if ((tags & AP_BIT(tag)) != 0 &&
            (type_word || strchr(tag_types[tag], "fupr"[type]) == NULL)) {
            mq__table_error(t, row, "tags", "apogee.table-tag", "ww",
                            mq__ap_tags[tag], type_words[type]);
        }
    }
}

/* A number that goes with a tag: there with it, not there without. */
static void check_with_tag(struct mq_table *t, int row, const char *column,
                           bool there, int tag, uint32_t tags)
{
    if (there != ((tags & AP_BIT(tag)) != 0)) {
        mq__table_error(t, row, column, "apogee.table-with-tag", "tw", column,
                        mq__ap_tags[tag]);
    }
}

static void read_technology(struct mq_table *t, int row, int type,
                            struct ap_technology *out)
{
    mq__table_row(t, row, out);
    check_tags(t, row, out->tags, type);
    check_with_tag(t, row, "seats", out->seats > 0, AP_TAG_MANNED, out->tags);
    check_with_tag(t, row, "lighter", out->lighter > 0, AP_TAG_AEROSPIKE,
                   out->tags);
    out->type = (uint8_t)type;
    out->tags |= AP_BIT(type);
}

/* AP-C2 */
static void read_technologies(struct mq_table *t, struct ap_tables *out)
{
    static const int box[AP_TYPES] = {28, 26, 28, 28};

    for (int type = 0; type < AP_TYPES; type++) {
        int cards = 0;

        out->first[type] = out->kinds;
        for (int row = 0; row < t->csv.rows; row++) {
            if (mq__table_word(t, row, "type", type_words) == type) {
                struct ap_technology *k = &out->kind[out->kinds++];

                read_technology(t, row, type, k);
                cards += k->count;
            }
        }
        mq__ap_expect_count(t, type_words[type], cards, box[type]);
        if (cards > AP_DECK || cards < AP_PLACES) {
            mq__table_error(t, -1, "count", "apogee.table-deck", "wiii",
                            type_words[type], cards, AP_PLACES, AP_DECK);
        }
    }
    out->first[AP_TYPES] = out->kinds;
}

static void mark_tags(struct ap_tables *out)
{
    for (int kind = 0; kind < out->kinds; kind++) {
        for (int tag = 0; tag < AP_TAGS; tag++) {
            if ((out->kind[kind].tags & AP_BIT(tag)) != 0) {
                out->tagged[tag] |= AP_KIND_BIT(kind);
            }
        }
    }
}

const struct ap_clash mq__ap_clashes[] = {
    {AP_TAG_SSTO, "AP-K4", AP_BIT(AP_TAG_FIRST) | AP_BIT(AP_TAG_UPPER), 0},
    {AP_TAG_PULSE, "AP-K1", AP_BIT(AP_TAG_FIRST), AP_OWN_KIND},
    {AP_TAG_LASER, "AP-K2", AP_BIT(AP_TAG_FIRST), AP_OWN_KIND},
    {AP_TAG_ION, "AP-K5", AP_BIT(AP_TAG_UPPER), AP_BIT(AP_TAG_ION)},
    {AP_TAG_HEAVY, "AP-K13", AP_BIT(AP_TAG_HEAVY), 0},
    {AP_TAG_NUCLEAR_ROCKET, "AP-K6", AP_BIT(AP_TAG_UPPER),
     AP_BIT(AP_TAG_NUCLEAR_ROCKET)},
    {AP_TAGS, NULL, 0, 0},
};

/* The kinds that can't stand with this one by its own characteristic. */
static uint64_t clashes(const struct ap_tables *t, int kind)
{
    uint64_t mask = 0;

    for (const struct ap_clash *c = mq__ap_clashes; c->rule != NULL; c++) {
        if ((t->kind[kind].tags & AP_BIT(c->tag)) != 0) {
            mask |= mq__ap_kinds_with(t, c->against) &
                    ~(c->but == AP_OWN_KIND ? AP_KIND_BIT(kind)
                                            : mq__ap_kinds_with(t, c->but));
        }
    }
    return mask;
}

static void mark_clashes(struct ap_tables *out)
{
    for (int kind = 0; kind < out->kinds; kind++) {
        out->kind[kind].clashes |= clashes(out, kind);
        for (int other = 0; other < out->kinds; other++) {
            if ((clashes(out, other) & AP_KIND_BIT(kind)) != 0) {
                out->kind[kind].clashes |= AP_KIND_BIT(other);
            }
        }
    }
}

/* Engineers. */

// clang-format off
static const struct mq_column engineer_columns[] = {
    {"id", mq__column_id, MQ_AT(ap_engineer, id)},
    {"name", mq__ap_read_name, MQ_AT(ap_engineer, name)},
    {"level", mq__column_word, MQ_AT(ap_engineer, level), .words = mq__ap_levels},
    {"authority", mq__ap_read_tenths, MQ_AT(ap_engineer, authority)},
    {"specialty", mq__column_word, MQ_AT(ap_engineer, specialty), MQ_ROW_WORDS(mq__ap_specialties)},
    {"roll", mq__column_int_or, MQ_AT(ap_engineer, roll), .low = 1, .high = AP_DIE_SIDES},
    {"amount", mq__ap_read_tenths, MQ_AT(ap_engineer, amount), .low = AP_MAY_BE_EMPTY},
    {"what", mq__column_words, MQ_AT(ap_engineer, what), .words = mq__ap_tags},
    {"rule", mq__ap_read_rule, MQ_AT(ap_engineer, rule)},
    {0},
};
// clang-format on

static void insert_engineer(struct mq_table *t, int row, struct ap_tables *out)
{
    struct ap_engineer e = {0};
    int i = out->engineers++;

    mq__table_row(t, row, &e);
    if (e.specialty != AP_MOVES) {
        e.amount /= 10;
    }
    for (; i > 0 && out->engineer[i - 1].authority > e.authority; i--) {
        out->engineer[i] = out->engineer[i - 1];
    }
    out->engineer[i] = e;
    if (i > 0 && out->engineer[i - 1].authority == e.authority) {
        mq__table_error(t, row, "authority", "apogee.table-authority", "");
    }
}

/* AP-C3 */
static void list_spaces(struct ap_tables *t, int engineer)
{
    struct ap_assigns *row = &t->assigns[engineer];
    bool special = t->engineer[engineer].specialty != AP_NO_SPECIALTY;

    for (int space = special ? 0 : AP_ON_SPECIALTY + 1; space < AP_SPACES;
         space++) {
        row->action[row->count++] = MQ_ACTION(AP_A_ASSIGN, engineer, space, 0);
    }
}

static void read_engineers(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < t->csv.rows; row++) {
        insert_engineer(t, row, out);
    }
    for (int i = 0; i < out->engineers; i++) {
        out->level[out->engineer[i].level] |= AP_BIT(i);
        list_spaces(out, i);
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        int n = ap_count_bits(out->level[level]);

        mq__ap_expect_count(t, mq__ap_levels[level], n, 15);
        if (n > AP_BENCH) {
            mq__table_error(t, -1, "level", "apogee.table-deck", "wiii",
                            mq__ap_levels[level], n, 0, AP_BENCH);
        }
    }
}

/* Directors. */

// clang-format off
static const struct mq_column director_columns[] = {
    {"id", mq__column_id, MQ_AT(ap_director, id)},
    {"name", mq__ap_read_name, MQ_AT(ap_director, name)},
    {"company", mq__ap_read_name, MQ_AT(ap_director, company)},
    {"nation", mq__column_word, MQ_AT(ap_director, nation), .words = mq__ap_nations},
    {"authority", mq__column_int, MQ_AT(ap_director, authority), .high = 99},
    {"specialty", mq__column_word, MQ_AT(ap_director, specialty), MQ_ROW_WORDS(mq__ap_directings)},
    {"amount", mq__column_int_or, MQ_AT(ap_director, amount), .high = 100},
    {"rule", mq__ap_read_rule, MQ_AT(ap_director, rule)},
    {0},
};
// clang-format on

/* AP-C4 */
static void read_directors(struct mq_table *t, struct ap_tables *out)
{
    int of[AP_NATIONS] = {0};

    for (int row = 0; row < t->csv.rows; row++) {
        struct ap_director *d = &out->director[row];

        mq__table_row(t, row, d);
        d->authority *= 10;
        of[d->nation]++;
    }
    out->directors = (uint8_t)t->csv.rows;
    for (int nation = 0; nation < AP_NATIONS; nation++) {
        mq__ap_expect_count(t, mq__ap_nations[nation], of[nation], 4);
    }
    if (out->directors < 2 * AP_PLAYERS) {
        mq__table_error(t, -1, "", "apogee.table-directors", "i",
                        2 * AP_PLAYERS);
    }
}

/* Destinations and the two launch tables. */

static bool expect_rows(struct mq_table *t, int rows)
{
    if (t->csv.rows != rows) {
        mq__table_error(t, -1, "", "apogee.table-rows", "ii", t->csv.rows,
                        rows);
    }
    return t->csv.rows == rows;
}

// clang-format off
static const struct mq_column destination_columns[] = {
    {"id", mq__column_id, MQ_AT(ap_destination, id)},
    {"name", mq__ap_read_name, MQ_AT(ap_destination, name)},
    {"authority", mq__ap_read_tenths, MQ_AT(ap_destination, authority)},
    {0},
};

static const struct mq_column performance_columns[] = {
    {"thrust", mq__column_int, MQ_AT(ap_performance_row, thrust), .low = 1, .high = 200},
#define MASS(column, i) \
    {column, mq__ap_read_tenths, MQ_AT(ap_performance_row, performance[i]), .low = AP_MAY_BE_EMPTY}
    MASS("mass-5", 0), MASS("mass-9", 1), MASS("mass-13", 2),
    MASS("mass-17", 3), MASS("mass-21", 4), MASS("mass-25", 5),
#undef MASS
    {0},
};

static const struct mq_column number_columns[] = {
    {"performance", mq__ap_read_tenths, MQ_AT(ap_number_row, performance)},
#define NUMBER(column, i) \
    {column, mq__column_int_or, MQ_AT(ap_number_row, number[i]), .low = 2, .high = AP_DIE_SIDES}
    NUMBER("geo", 0), NUMBER("moon", 1), NUMBER("venus", 2),
    NUMBER("mars", 3), NUMBER("europa", 4), NUMBER("titan", 5),
#undef NUMBER
    {0},
};
// clang-format on

static void read_destinations(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; expect_rows(t, AP_DESTINATIONS) && row < t->csv.rows;
         row++) {
        struct ap_destination *d = &out->destination[row];

        mq__table_row(t, row, d);
        if (strcmp(d->id, mq__ap_places[row]) != 0) {
            mq__table_error(t, row, "id", "apogee.table-order", "t",
                            mq__ap_places[row]);
        }
        if (row > 0 && d->authority <= d[-1].authority) {
            mq__table_error(t, row, "authority", "apogee.table-increasing", "");
        }
    }
}

static void read_performance(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; expect_rows(t, AP_THRUST_ROWS) && row < t->csv.rows;
         row++) {
        struct ap_performance_row *p = &out->performance[row];

        mq__table_row(t, row, p);
        if (row > 0 && p->thrust >= p[-1].thrust) {
            mq__table_error(t, row, "thrust", "apogee.table-decreasing", "");
        }
    }
}

static void read_numbers(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; expect_rows(t, AP_PERFORMANCE_ROWS) && row < t->csv.rows;
         row++) {
        struct ap_number_row *n = &out->number[row];

        mq__table_row(t, row, n);
        if (row > 0 && n->performance >= n[-1].performance) {
            mq__table_error(t, row, "performance", "apogee.table-decreasing",
                            "");
        }
    }
}

/* The files. */

const struct mq_table_kind mq__ap_files[AP_FILES] = {
#define FILE(name, columns, rows)                                              \
    {                                                                          \
        name ".csv", NULL, rows, columns                                       \
    }
    FILE("technologies", technology_columns, AP_KINDS),
    FILE("engineers", engineer_columns, AP_ENGINEERS),
    FILE("directors", director_columns, AP_DIRECTORS),
    FILE("destinations", destination_columns, AP_DESTINATIONS),
    FILE("performance", performance_columns, AP_THRUST_ROWS),
    FILE("launch", number_columns, AP_PERFORMANCE_ROWS),
    FILE("investors", mq__ap_investor_columns, AP_INVESTORS),
    FILE("events", mq__ap_event_columns, AP_EVENTS),
    FILE("solo-events", mq__ap_solo_event_columns, AP_SOLO_EVENTS),
    FILE("missions", mq__ap_mission_columns, AP_MISSIONS),
    FILE("solo-missions", mq__ap_solo_mission_columns, AP_SOLO_MISSIONS),
#undef FILE
};

/* In the order of the files. */
void mq__ap_bind(void *tables, struct mq_table *table)
{
    struct ap_tables *out = tables;

    read_technologies(&table[0], out);
    mark_tags(out);
    mark_clashes(out);
    read_engineers(&table[1], out);
    read_directors(&table[2], out);
    read_destinations(&table[3], out);
    read_performance(&table[4], out);
    read_numbers(&table[5], out);
    mq__ap_read_investors(&table[6], out);
    mq__ap_read_events(&table[7], out);
    mq__ap_read_solo_events(&table[8], out);
    if (expect_rows(&table[9], AP_MISSIONS) &&
        expect_rows(&table[10], AP_SOLO_MISSIONS)) {
        mq__ap_read_missions(&table[9], out);
        mq__ap_read_solo_missions(&table[10], out);
    }
}

/* Apogee: the tables of data/apogee, read and checked. Cards here; events and
 * missions in tables_events.c. What the engine can't run with is an error;
 * counts that differ from the box are warnings. */
#include "games/apogee/tables_read.h"

#include <stdio.h>
#include <stdlib.h>

const char *const mq__apogee_tag_words[] = {
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
const char *const mq__apogee_level_words[] = {"junior", "senior", NULL};
const char *const mq__apogee_nation_words[] = {"usa", "russia", "china", NULL};
const char *const mq__apogee_space_words[] = {
    "specialty",  "construction", "rnd",  "design",
    "operations", "moved",        "hand", NULL};
const char *const mq__apogee_objective_words[] = {
    "acquire", "build", "static-fire", "launch", NULL};
const char *const mq__apogee_destination_words[] = {
    "geo", "moon", "venus", "mars", "europa", "titan", NULL};

const int16_t mq__apogee_mass_from[AP_MASS_COLUMNS] = {5, 9, 13, 17, 21, 25};
static const char *const mass_columns[AP_MASS_COLUMNS] = {
    "mass-5", "mass-9", "mass-13", "mass-17", "mass-21", "mass-25"};

/* Readers that several tables use. */

int mq__apogee_read_tenths(struct mq_table *t, int row, const char *column,
                           int missing)
{
    const char *text = mq__table_text(t, row, column);
    char *end;
    long whole = strtol(text, &end, 10);
    long tenth = 0;

    if (*text == '\0' && missing >= 0) {
        return missing;
    }
    if (end != text && end[0] == '.' && end[1] >= '0' && end[1] <= '9') {
        tenth = end[1] - '0';
        end += 2;
    }
    if (end == text || *end != '\0' || whole < 0 || whole > 99) {
        mq__table_error(t, row, column, "apogee.table-decimal", "t", text);
        return 0;
    }
    return (int)(whole * 10 + tenth);
}

/* AP-C5 */
int mq__apogee_read_credits(struct mq_table *t, int row, const char *column)
{
    int n = mq__table_int_or(t, row, column, 0, 1000, 0);

    if (n % AP_COIN != 0) {
        mq__table_error(t, row, column, "apogee.table-credits", "i", n);
    }
    return n;
}

void mq__apogee_read_name(struct mq_table *t, int row, const char *column,
                          char *out, size_t size)
{
    const char *text = mq__table_text(t, row, column);

    if (*text == '\0' || strlen(text) >= size) {
        mq__table_error(t, row, column, "apogee.table-name", "i",
                        (int)size - 1);
    }
    snprintf(out, size, "%s", text);
}

const char *mq__apogee_read_rule(struct mq_table *t, int row)
{
    const char *text = mq__table_text(t, row, "rule");
    const char *rule = mq__apogee_rule(text);

    if (rule == NULL) {
        mq__table_error(t, row, "rule", "apogee.table-rule", "t", text);
    }
    return rule;
}

/* The word of a row of some table of ours: its first member. */
int mq__apogee_read_row_word(struct mq_table *t, int row, const char *column,
                             const struct ap_words *w)
{
    const char *words[AP_MAX_WORDS + 1];

    for (int i = 0; i < *w->count; i++) {
        const char *at = (const char *)w->rows + (size_t)i * w->stride;

        memcpy(&words[i], at, sizeof(words[i]));
    }
    words[*w->count] = NULL;
    return mq__table_word(t, row, column, words);
}

void mq__apogee_expect_count(struct mq_table *t, const char *what, int count,
                             int expected)
{
    if (count != expected) {
        mq__table_warning(t, -1, "", "apogee.table-count", "wii", what, count,
                          expected);
    }
}

/* Technologies. */

/* AP-K: a characteristic belongs to certain types. */
static uint32_t read_tags(struct mq_table *t, int row, int type)
{
    uint32_t tags = mq__table_words(t, row, "tags", mq__apogee_tag_words);

    for (int tag = 0; tag < AP_TAGS; tag++) {
        bool type_word = tag < AP_TYPES;

        if ((tags & AP_BIT(tag)) != 0 &&
            (type_word || strchr(tag_types[tag], "fupr"[type]) == NULL)) {
            mq__table_error(t, row, "tags", "apogee.table-tag", "ww",
                            mq__apogee_tag_words[tag], type_words[type]);
        }
    }
    return tags | AP_BIT(type);
}

/* A number that goes with a tag: there with it, not there without. */
static uint8_t read_with_tag(struct mq_table *t, int row, const char *column,
                             uint32_t tags, int tag)
{
    int n = mq__table_int_or(t, row, column, 1, 9, 0);

    if ((n > 0) != ((tags & AP_BIT(tag)) != 0)) {
        mq__table_error(t, row, column, "apogee.table-with-tag", "tw", column,
                        mq__apogee_tag_words[tag]);
    }
    return (uint8_t)n;
}

static void read_technology(struct mq_table *t, int row, int type,
                            struct ap_technology *out)
{
    mq__table_id(t, row, "id", out->id);
    mq__apogee_read_name(t, row, "name", out->name, sizeof(out->name));
    out->type = (uint8_t)type;
    out->count = (uint8_t)mq__table_int(t, row, "count", 1, AP_DECK);
    out->cost = (int16_t)mq__apogee_read_credits(t, row, "cost");
    out->thrust = (uint8_t)mq__table_int(t, row, "thrust", 0, 50);
    out->mass = (uint8_t)mq__table_int(t, row, "mass", 0, 50);
    out->tags = read_tags(t, row, type);
    out->pays = (int16_t)mq__apogee_read_credits(t, row, "pays");
    out->seats = read_with_tag(t, row, "seats", out->tags, AP_TAG_MANNED);
    out->lighter =
        read_with_tag(t, row, "lighter", out->tags, AP_TAG_AEROSPIKE);
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
        mq__apogee_expect_count(t, type_words[type], cards, box[type]);
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

/* The kinds that can't stand with this one by its own characteristic. */
static uint64_t clashes(const struct ap_tables *t, int kind)
{
    uint32_t tags = t->kind[kind].tags;
    uint64_t mask = 0;

    if ((tags & (AP_BIT(AP_TAG_PULSE) | AP_BIT(AP_TAG_LASER))) != 0) {
        mask |= t->tagged[AP_TAG_FIRST] & ~AP_KIND_BIT(kind); /* AP-K1, K2 */
    }
    if ((tags & AP_BIT(AP_TAG_SSTO)) != 0) {
        mask |= t->tagged[AP_TAG_FIRST] | t->tagged[AP_TAG_UPPER]; /* AP-K4 */
    }
    if ((tags & AP_BIT(AP_TAG_ION)) != 0) {
        mask |= t->tagged[AP_TAG_UPPER] & ~t->tagged[AP_TAG_ION]; /* AP-K5 */
    }
    if ((tags & AP_BIT(AP_TAG_NUCLEAR_ROCKET)) != 0) {
        mask |= t->tagged[AP_TAG_UPPER] &
                ~t->tagged[AP_TAG_NUCLEAR_ROCKET]; /* AP-K6 */
    }
    if ((tags & AP_BIT(AP_TAG_HEAVY)) != 0) {
        mask |= t->tagged[AP_TAG_HEAVY]; /* AP-K13 */
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

static void read_engineer(struct mq_table *t, int row, struct ap_engineer *out)
{
    static const struct ap_words words = {mq__apogee_specialties,
                                          sizeof(mq__apogee_specialties[0]),
                                          &mq__apogee_specialty_count};

    mq__table_id(t, row, "id", out->id);
    mq__apogee_read_name(t, row, "name", out->name, sizeof(out->name));
    out->level =
        (uint8_t)mq__table_word(t, row, "level", mq__apogee_level_words);
    out->specialty =
        (uint8_t)mq__apogee_read_row_word(t, row, "specialty", &words);
    out->roll = (uint8_t)mq__table_int_or(t, row, "roll", 1, AP_DIE_SIDES, 0);
    out->what = mq__table_words(t, row, "what", mq__apogee_tag_words);
    out->amount = (int16_t)mq__apogee_read_tenths(t, row, "amount", 0);
    if (mq__apogee_specialties[out->specialty].start != mq__apogee_start_move) {
        out->amount /= 10;
    }
    out->rule = mq__apogee_read_rule(t, row);
}

static void insert_engineer(struct mq_table *t, int row, struct ap_tables *out)
{
    int authority = mq__apogee_read_tenths(t, row, "authority", -1);
    int i = out->engineers;

    for (; i > 0 && out->engineer[i - 1].authority > authority; i--) {
        out->engineer[i] = out->engineer[i - 1];
    }
    memset(&out->engineer[i], 0, sizeof(out->engineer[i]));
    out->engineer[i].authority = (int16_t)authority;
    read_engineer(t, row, &out->engineer[i]);
    out->engineers++;
    if (i > 0 && out->engineer[i - 1].authority == authority) {
        mq__table_error(t, row, "authority", "apogee.table-authority", "");
    }
}

/* AP-C3 */
static void read_engineers(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < t->csv.rows; row++) {
        insert_engineer(t, row, out);
    }
    for (int i = 0; i < out->engineers; i++) {
        out->level[out->engineer[i].level] |= AP_BIT(i);
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        int n = ap_count_bits(out->level[level]);

        mq__apogee_expect_count(t, mq__apogee_level_words[level], n, 15);
        if (n > AP_BENCH) {
            mq__table_error(t, -1, "level", "apogee.table-deck", "wiii",
                            mq__apogee_level_words[level], n, 0, AP_BENCH);
        }
    }
}

/* Directors. */

static void read_director(struct mq_table *t, int row, struct ap_director *out)
{
    static const struct ap_words words = {mq__apogee_directings,
                                          sizeof(mq__apogee_directings[0]),
                                          &mq__apogee_directing_count};

    mq__table_id(t, row, "id", out->id);
    mq__apogee_read_name(t, row, "name", out->name, sizeof(out->name));
    mq__apogee_read_name(t, row, "company", out->company, sizeof(out->company));
    out->nation =
        (uint8_t)mq__table_word(t, row, "nation", mq__apogee_nation_words);
    out->authority = (int16_t)(mq__table_int(t, row, "authority", 0, 99) * 10);
    out->specialty =
        (uint8_t)mq__apogee_read_row_word(t, row, "specialty", &words);
    out->amount = (int16_t)mq__table_int_or(t, row, "amount", 0, 100, 0);
    out->rule = mq__apogee_read_rule(t, row);
}

/* AP-C4 */
static void read_directors(struct mq_table *t, struct ap_tables *out)
{
    int of[AP_NATIONS] = {0};

    for (int row = 0; row < t->csv.rows; row++) {
        read_director(t, row, &out->director[row]);
        of[out->director[row].nation]++;
    }
    out->directors = (uint8_t)t->csv.rows;
    for (int nation = 0; nation < AP_NATIONS; nation++) {
        mq__apogee_expect_count(t, mq__apogee_nation_words[nation], of[nation],
                                4);
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

static void read_destinations(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; expect_rows(t, AP_DESTINATIONS) && row < t->csv.rows;
         row++) {
        struct ap_destination *d = &out->destination[row];

        mq__table_id(t, row, "id", d->id);
        mq__apogee_read_name(t, row, "name", d->name, sizeof(d->name));
        d->authority = (int16_t)mq__apogee_read_tenths(t, row, "authority", -1);
        if (strcmp(d->id, mq__apogee_destination_words[row]) != 0) {
            mq__table_error(t, row, "id", "apogee.table-order", "t",
                            mq__apogee_destination_words[row]);
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

        p->thrust = (int16_t)mq__table_int(t, row, "thrust", 1, 200);
        if (row > 0 && p->thrust >= p[-1].thrust) {
            mq__table_error(t, row, "thrust", "apogee.table-decreasing", "");
        }
        for (int i = 0; i < AP_MASS_COLUMNS; i++) {
            p->performance[i] =
                (int16_t)mq__apogee_read_tenths(t, row, mass_columns[i], 0);
        }
    }
}

static void read_numbers(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; expect_rows(t, AP_PERFORMANCE_ROWS) && row < t->csv.rows;
         row++) {
        struct ap_number_row *n = &out->number[row];

        n->performance =
            (int16_t)mq__apogee_read_tenths(t, row, "performance", -1);
        if (row > 0 && n->performance >= n[-1].performance) {
            mq__table_error(t, row, "performance", "apogee.table-decreasing",
                            "");
        }
        for (int d = 0; d < AP_DESTINATIONS; d++) {
            n->number[d] = (uint8_t)mq__table_int_or(
                t, row, mq__apogee_destination_words[d], 2, AP_DIE_SIDES, 0);
        }
    }
}

/* The files. */

#define COLUMNS(name, ...)                                                     \
    static const char *const name##_columns[] = {__VA_ARGS__, NULL}

COLUMNS(technology, "type", "id", "name", "count", "cost", "thrust", "mass",
        "tags", "seats", "pays", "lighter");
COLUMNS(engineer, "id", "name", "level", "authority", "specialty", "roll",
        "amount", "what", "rule");
COLUMNS(director, "id", "name", "company", "nation", "authority", "specialty",
        "amount", "rule");
COLUMNS(destination, "id", "name", "authority");
COLUMNS(performance, "thrust", "mass-5", "mass-9", "mass-13", "mass-17",
        "mass-21", "mass-25");
COLUMNS(number, "performance", "geo", "moon", "venus", "mars", "europa",
        "titan");
COLUMNS(investor, "id", "name", "values", "kind", "destination", "needs",
        "credits");
COLUMNS(event, "id", "name", "duration", "effect", "amount", "what", "rule");
COLUMNS(solo_event, "number", "id", "name", "duration", "effect", "amount",
        "limit", "what", "rule");
COLUMNS(mission, "mission", "level", "minutes", "launches", "needs", "end",
        "rounds", "no_build", "intervene", "performance", "cost_below", "rule");
COLUMNS(solo_mission, "mission", "level", "rounds", "needs", "events", "rule");

enum {
    TECHNOLOGIES,
    ENGINEERS,
    DIRECTORS,
    DESTINATIONS,
    PERFORMANCE,
    NUMBERS,
    INVESTORS,
    EVENTS,
    SOLO_EVENTS,
    MISSIONS,
    SOLO_MISSIONS
};

const struct mq_table_kind mq__apogee_files[AP_FILES] = {
    [TECHNOLOGIES] = {"technologies.csv", technology_columns, AP_KINDS},
    [ENGINEERS] = {"engineers.csv", engineer_columns, AP_ENGINEERS},
    [DIRECTORS] = {"directors.csv", director_columns, AP_DIRECTORS},
    [DESTINATIONS] = {"destinations.csv", destination_columns, AP_DESTINATIONS},
    [PERFORMANCE] = {"performance.csv", performance_columns, AP_THRUST_ROWS},
    [NUMBERS] = {"launch.csv", number_columns, AP_PERFORMANCE_ROWS},
    [INVESTORS] = {"investors.csv", investor_columns, AP_INVESTORS},
    [EVENTS] = {"events.csv", event_columns, AP_EVENTS},
    [SOLO_EVENTS] = {"solo-events.csv", solo_event_columns, AP_SOLO_EVENTS},
    [MISSIONS] = {"missions.csv", mission_columns, AP_MISSIONS},
    [SOLO_MISSIONS] = {"solo-missions.csv", solo_mission_columns,
                       AP_SOLO_MISSIONS},
};

void mq__apogee_bind(void *tables, struct mq_table *table)
{
    struct ap_tables *out = tables;

    read_technologies(&table[TECHNOLOGIES], out);
    mark_tags(out);
    mark_clashes(out);
    read_engineers(&table[ENGINEERS], out);
    read_directors(&table[DIRECTORS], out);
    read_destinations(&table[DESTINATIONS], out);
    read_performance(&table[PERFORMANCE], out);
    read_numbers(&table[NUMBERS], out);
    mq__apogee_read_investors(&table[INVESTORS], out);
    mq__apogee_read_events(&table[EVENTS], out);
    mq__apogee_read_solo_events(&table[SOLO_EVENTS], out);
    if (expect_rows(&table[MISSIONS], AP_MISSIONS) &&
        expect_rows(&table[SOLO_MISSIONS], AP_SOLO_MISSIONS)) {
        mq__apogee_read_missions(&table[MISSIONS], out);
        mq__apogee_read_solo_missions(&table[SOLO_MISSIONS], out);
    }
}

/* Apogee: the tables of investors, events and missions, and the conditions in
 * them: `geo:astronauts>=2`, `cargo|rover>=1`, `credits>=420`. */
#include "games/apogee/tables_read.h"

#include <stdio.h>
#include <stdlib.h>

const char *const mq__ap_durations[] = {"immediate", "round", "game", NULL};
const char *const mq__ap_mission_levels[] = {"first-game", "easy",    "medium",
                                             "hard",       "extreme", NULL};

/* Conditions. What a table's conditions may measure. */
struct scope {
    bool rocket; /* one rocket; else all that a player has */
    bool places; /* destinations are named */
};

static int find_word(const char *const *words, const char *text)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

/* Ends the text at the first of the signs and returns what stands behind it;
 * NULL: there is no such sign. */
static char *cut_at(char *text, const char *signs)
{
    char *at = strpbrk(text, signs);

    if (at != NULL) {
        *at++ = '\0';
    }
    return at;
}

/* A measure, or tags joined by |. */
static bool read_measure(char *text, struct ap_need *out)
{
    for (int i = 1; mq__ap_measures[i].word != NULL; i++) {
        if (strcmp(mq__ap_measures[i].word, text) == 0) {
            out->measure = (uint8_t)i;
            return true;
        }
    }
    out->measure = AP_MEASURE_CARDS;
    out->tags = 0;
    while (text != NULL) {
        char *next = cut_at(text, "|");
        int tag = find_word(mq__ap_tags, text);

        if (tag < 0) {
            return false;
        }
        out->tags |= AP_BIT(tag);
        text = next;
    }
    return true;
}

/* Whether the measure makes sense in this table. */
static bool fits(struct scope scope, const struct ap_need *need, bool at_most)
{
    const struct ap_measure *m = &mq__ap_measures[need->measure];
    bool placed = need->destination != AP_NONE;

    if (m->at_most != at_most || placed != (scope.places && m->somewhere)) {
        return false;
    }
    return scope.rocket ? m->on_rocket != NULL : m->in_all != NULL;
}

static bool read_need(struct scope scope, char *text, struct ap_need *out)
{
    char *what = strchr(text, ':') != NULL ? cut_at(text, ":") : text;
    bool at_most = strchr(what, '<') != NULL;
    char *number = cut_at(what, "<>");
    char *end = number;
    long amount =
        number != NULL && *number == '=' ? strtol(number + 1, &end, 10) : 0;
    int destination = AP_NONE;

    if (what != text) {
        destination = find_word(mq__ap_places, text);
    }
    out->destination = (uint8_t)destination;
    out->amount = (int16_t)amount;
    return amount > 0 && amount <= 10000 && *end == '\0' && destination >= 0 &&
           read_measure(what, out) && fits(scope, out, at_most);
}

static void read_needs(struct mq_table *t, int row, const char *column,
                       struct scope scope, struct ap_needs *out)
{
    const char *text = mq__table_text(t, row, column);

    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        char word[64], parts[64];
        size_t length = strcspn(text, " ");

        snprintf(word, sizeof(word), "%.*s", (int)(length & 0xFF), text);
        memcpy(parts, word, sizeof(parts));
        if (out->count == AP_NEEDS) {
            mq__table_error(t, row, column, "tables.too-many", "i", AP_NEEDS);
            return;
        }
        if (length >= sizeof(word) ||
            !read_need(scope, parts, &out->need[out->count])) {
            mq__table_error(t, row, column, "apogee.table-need", "t", word);
        } else {
            out->count++;
        }
        text += length;
    }
}

/* Investors. */

/* Of a launch; AP_NONE where the field is empty. */
static void read_destination(const struct mq_cell *f)
{
    if (*mq__cell_text(f) == '\0') {
        mq__cell_store(f, AP_NONE);
    } else {
        mq__column_word(f);
    }
}

static void read_rocket_needs(const struct mq_cell *f)
{
    read_needs(f->t, f->row, f->column->name, (struct scope){.rocket = true},
               f->to);
}

// clang-format off
const struct mq_column mq__ap_investor_columns[] = {
    {"id", mq__column_id, MQ_AT(ap_investor, id)},
    {"name", mq__ap_read_name, MQ_AT(ap_investor, name)},
    {"values", mq__ap_read_name, MQ_AT(ap_investor, values)},
    {"kind", mq__column_word, MQ_AT(ap_investor, objective), .words = mq__ap_objectives},
    {"destination", read_destination, MQ_AT(ap_investor, destination), .words = mq__ap_places},
    {"needs", read_rocket_needs, MQ_AT(ap_investor, needs)},
    {"credits", mq__ap_read_credits, MQ_AT(ap_investor, credits)},
    {0},
};
// clang-format on

static void check_investor(struct mq_table *t, int row,
                           const struct ap_investor *i)
{
    bool card = i->objective == AP_ACQUIRE || i->objective == AP_BUILD;

    if (card &&
        (i->needs.count != 1 || i->needs.need[0].measure != AP_MEASURE_CARDS)) {
        mq__table_error(t, row, "needs", "apogee.table-card-need", "");
    }
    if ((i->objective == AP_LAUNCH) != (i->destination != AP_NONE)) {
        mq__table_error(t, row, "destination", "apogee.table-destination", "");
    }
}

/* AP-C4 */
void mq__ap_read_investors(struct mq_table *t, struct ap_tables *out)
{
    int of[AP_OBJECTIVES] = {0};

    for (int row = 0; row < t->csv.rows; row++) {
        struct ap_investor *i = &out->investor[row];

        mq__table_row(t, row, i);
        check_investor(t, row, i);
        of[i->objective]++;
    }
    out->investors = (uint8_t)t->csv.rows;
    for (int i = 0; i < AP_OBJECTIVES; i++) {
        mq__ap_expect_count(t, mq__ap_objectives[i], of[i], 5);
    }
}

/* Events. */

// clang-format off
#define EVENT_COLUMNS \
    {"id", mq__column_id, MQ_AT(ap_event, id)}, \
    {"name", mq__ap_read_name, MQ_AT(ap_event, name)}, \
    {"duration", mq__column_word, MQ_AT(ap_event, duration), .words = mq__ap_durations}, \
    {"effect", mq__column_word, MQ_AT(ap_event, effect), MQ_ROW_WORDS(mq__ap_effects)}, \
    {"amount", mq__column_int_or, MQ_AT(ap_event, amount), .low = -20, .high = 1000}, \
    {"rule", mq__ap_read_rule, MQ_AT(ap_event, rule)}, \
    {.name = "what"}

const struct mq_column mq__ap_event_columns[] = {EVENT_COLUMNS, {0}};

const struct mq_column mq__ap_solo_event_columns[] = {
    EVENT_COLUMNS,
    {"number", mq__column_int, MQ_AT(ap_event, number), .low = 1, .high = 99},
    {"limit", mq__column_int_or, MQ_AT(ap_event, limit), .high = 1000},
    {0},
};
// clang-format on

static void no_changes(struct ap_changes *out)
{
    memset(out, 0, sizeof(*out));
    memset(out->space_limit, AP_CREW, sizeof(out->space_limit));
    out->wage = AP_WAGES;
    out->static_fire_roll = AP_FIRE_ROLL;
    out->director_actions = AP_DIRECTOR_ACTIONS;
}

/* A round effect is one that changes something, an immediate one runs. */
static void check_duration(struct mq_table *t, int row,
                           const struct ap_event *e, int lasting)
{
    const struct ap_effect *effect = &mq__ap_effects[e->effect];
    int expected = effect->run != NULL ? AP_IMMEDIATE : lasting;

    if (e->duration != expected || effect->solo != (lasting == AP_GAME)) {
        mq__table_error(t, row, "duration", "apogee.table-duration", "ww",
                        effect->word, mq__ap_durations[expected]);
    }
}

static void read_space(struct mq_table *t, int row, struct ap_event *out)
{
    const char *text = mq__table_text(t, row, "what");
    int space = find_word(mq__ap_spaces, text);

    if (space < 0 || space >= AP_SPACES) {
        mq__table_error(t, row, "what", "apogee.table-space", "t", text);
        space = 0;
    }
    out->limit = (int16_t)space;
}

static void read_objective(struct mq_table *t, int row, struct ap_event *out)
{
    struct ap_needs needs = {0};

    read_needs(t, row, "what", (struct scope){.places = true}, &needs);
    out->need = needs.need[0];
    if (needs.count != 1) {
        mq__table_error(t, row, "what", "apogee.table-need", "t",
                        mq__table_text(t, row, "what"));
    }
}

/* What most effects call `what` are tags; AP-E9 and its like name a space,
 * AP-Q13 and AP-Q14 a condition. `lasting` is the duration of those that
 * hold. */
static void read_event(struct mq_table *t, int row, int lasting,
                       struct ap_event *out)
{
    mq__table_row(t, row, out);
    if (out->effect == AP_SPACE_LIMIT && lasting == AP_ROUND) {
        read_space(t, row, out);
    } else if (out->effect == AP_NEW_OBJECTIVE && lasting == AP_GAME) {
        read_objective(t, row, out);
    } else {
        out->tags = mq__table_words(t, row, "what", mq__ap_tags);
    }
    check_duration(t, row, out, lasting);
}

void mq__ap_read_events(struct mq_table *t, struct ap_tables *out)
{
    no_changes(&out->no_changes);
    for (int row = 0; row < t->csv.rows; row++) {
        struct ap_event *e = &out->event[row];

        read_event(t, row, AP_ROUND, e);
        e->changes = out->no_changes;
        mq__ap_make_changes(out, e, &e->changes);
    }
    out->events = (uint8_t)t->csv.rows;
    mq__ap_expect_count(t, "events", out->events, 20);
}

void mq__ap_read_solo_events(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < t->csv.rows; row++) {
        struct ap_event *e = &out->solo_event[row];

        read_event(t, row, AP_GAME, e);
        e->changes = out->no_changes;
        if (t->findings->errors == 0) { /* its numbers are in range */
            mq__ap_make_changes(out, e, &e->changes);
        }
    }
    out->solo_events = (uint8_t)t->csv.rows;
    mq__ap_expect_count(t, "solo-events", out->solo_events, 14);
}

/* Missions. */

static const char *const launches[] = {"one", "all", NULL};
static const char *const ends[] = {"met", "at-once", "farthest", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};

/* A flag that is set by the first of the words. */
static void read_first(const struct mq_cell *f)
{
    mq__cell_store(f, mq__table_word(f->t, f->row, f->column->name,
                                     f->column->words) == 0);
}

// clang-format off
const struct mq_column mq__ap_mission_columns[] = {
    {"mission", mq__column_int, MQ_AT(ap_mission, number), .low = 1, .high = 99},
    {"level", mq__column_word, MQ_AT(ap_mission, level), .words = mq__ap_mission_levels},
    {"minutes", mq__column_int, MQ_AT(ap_mission, minutes), .low = 1, .high = 1000},
    {"launches", read_first, MQ_AT(ap_mission, one_launch), .words = launches},
    {.name = "needs"},
    {"end", mq__column_word, MQ_AT(ap_mission, end), .words = ends},
    {"rounds", mq__column_int_or, MQ_AT(ap_mission, rounds), .low = 1, .high = 200},
    {"no_build", mq__column_words, MQ_AT(ap_mission, no_build_tags), .words = mq__ap_tags},
    {"intervene", read_first, MQ_AT(ap_mission, no_intervention), .words = no_yes},
    {"performance", mq__ap_read_tenths, MQ_AT(ap_mission, performance), .low = AP_MAY_BE_EMPTY},
    {"cost_below", mq__ap_read_credits, MQ_AT(ap_mission, cost_below)},
    {"rule", mq__ap_read_rule, MQ_AT(ap_mission, rule)},
    {0},
};

const struct mq_column mq__ap_solo_mission_columns[] = {
    {"mission", mq__column_int, MQ_AT(ap_mission, number), .low = 1, .high = 99},
    {"level", mq__column_word, MQ_AT(ap_mission, level), .words = mq__ap_mission_levels},
    {"rounds", mq__column_int, MQ_AT(ap_mission, rounds), .low = 2, .high = 2 * AP_SOLO_ROUNDS},
    {.name = "needs"},
    {.name = "events"},
    {"rule", mq__ap_read_rule, MQ_AT(ap_mission, rule)},
    {0},
};
// clang-format on

/* Rows are in order: 1, 2, 3 … */
static void read_mission(struct mq_table *t, int row, struct ap_mission *out)
{
    mq__table_row(t, row, out);
    if (out->number != row + 1) {
        mq__table_error(t, row, "mission", "apogee.table-order", "i", row + 1);
    }
    read_needs(t, row, "needs",
               (struct scope){.rocket = out->one_launch, .places = true},
               &out->needs);
}

/* AP-M6: only cards know whether their launch counted. */
static void check_cost(struct mq_table *t, int row, const struct ap_mission *m)
{
    for (int i = 0; m->cost_below > 0 && i < m->needs.count; i++) {
        if (m->one_launch || m->needs.need[i].measure != AP_MEASURE_CARDS) {
            mq__table_error(t, row, "cost_below", "apogee.table-cost-below",
                            "");
        }
    }
}

/* What is held comes and goes with anything: no act meets such a mission. */
static void check_end(struct mq_table *t, int row, const struct ap_mission *m)
{
    bool farthest = m->end == AP_FARTHEST;

    if (farthest != (m->rounds > 0) || farthest != (m->needs.count == 0)) {
        mq__table_error(t, row, "rounds", "apogee.table-farthest", "");
    }
    for (int i = 0; m->end == AP_AT_ONCE && i < m->needs.count; i++) {
        if (mq__ap_measures[m->needs.need[i].measure].held) {
            mq__table_error(t, row, "end", "apogee.table-at-once", "");
        }
    }
}

void mq__ap_read_missions(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < AP_MISSIONS; row++) {
        struct ap_mission *m = &out->mission[row];

        read_mission(t, row, m);
        m->no_build = mq__ap_kinds_with(out, m->no_build_tags);
        check_end(t, row, m);
        check_cost(t, row, m);
    }
}

static int find_solo_event(const struct ap_tables *t, int number)
{
    for (int i = 0; i < t->solo_events; i++) {
        if (t->solo_event[i].number == number) {
            return i;
        }
    }
    return -1;
}

/* AP-O4, AP-O5 */
static void read_event_list(struct mq_table *t, int row,
                            const struct ap_tables *tables,
                            struct ap_mission *out)
{
    int number[AP_SOLO_ROUNDS];
    int n = mq__table_ints(t, row, "events", 1, 99, AP_SOLO_ROUNDS, number);

    for (int i = 0; i < n; i++) {
        int event = find_solo_event(tables, number[i]);

        if (event < 0) {
            mq__table_error(t, row, "events", "apogee.table-solo-event", "i",
                            number[i]);
            event = 0;
        }
        out->event[i] = (uint8_t)event;
    }
    out->event_count = (uint8_t)n;
    if (out->rounds != 2 * n || n == 0) {
        mq__table_error(t, row, "rounds", "apogee.table-solo-rounds", "i",
                        2 * n);
    }
}

void mq__ap_read_solo_missions(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < AP_SOLO_MISSIONS; row++) {
        read_mission(t, row, &out->solo_mission[row]);
        read_event_list(t, row, out, &out->solo_mission[row]);
    }
}

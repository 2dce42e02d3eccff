/* Apogee: the tables of investors, events and missions, and the conditions in
 * them: `geo:astronauts>=2`, `cargo|rover>=1`, `credits>=420`. */
#include "games/apogee/tables_read.h"

#include <stdio.h>
#include <stdlib.h>

const char *const mq__apogee_duration_words[] = {"immediate", "round", "game",
                                                 NULL};
const char *const mq__apogee_mission_levels[] = {
    "first-game", "easy", "medium", "hard", "extreme", NULL};

/* Conditions. What a table's conditions may measure. */
enum scope { SCOPE_ROCKET, SCOPE_ALL };

struct field {
    struct mq_table *t;
    int row;
    const char *column;
    enum scope scope;
    bool places; /* destinations are named */
};

static void bad_need(const struct field *f, const char *text)
{
    mq__table_error(f->t, f->row, f->column, "apogee.table-need", "t", text);
}

static int find_word(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* Tags joined by |; 0 if one of them is unknown. */
static uint32_t read_tags(const char *text, size_t length)
{
    uint32_t tags = 0;

    for (size_t at = 0; at <= length;) {
        const char *bar = memchr(text + at, '|', length - at);
        size_t n = bar != NULL ? (size_t)(bar - text) - at : length - at;
        int tag = find_word(mq__apogee_tag_words, text + at, n);

        if (tag < 0) {
            return 0;
        }
        tags |= AP_BIT(tag);
        at += n + 1;
    }
    return tags;
}

static bool read_measure(const char *text, size_t length, struct ap_need *out)
{
    for (int i = 1; i < mq__apogee_measure_count; i++) {
        const char *word = mq__apogee_measures[i].word;

        if (strlen(word) == length && memcmp(word, text, length) == 0) {
            out->measure = (uint8_t)i;
            return true;
        }
    }
    out->measure = AP_MEASURE_CARDS;
    out->tags = read_tags(text, length);
    return out->tags != 0;
}

/* Whether the measure makes sense in this table. */
static bool fits(const struct field *f, const struct ap_need *need,
                 bool at_most)
{
    const struct ap_measure *m = &mq__apogee_measures[need->measure];
    bool placed = need->destination != AP_NONE;

    if (m->at_most != at_most || placed != (f->places && m->somewhere)) {
        return false;
    }
    return f->scope == SCOPE_ROCKET ? m->on_rocket != NULL : m->in_all != NULL;
}

static bool read_need(const struct field *f, const char *text,
                      struct ap_need *out)
{
    const char *colon = strchr(text, ':');
    size_t length;
    bool at_most;
    char *end;
    long amount;

    out->destination = AP_NONE;
    if (colon != NULL) {
        int d = find_word(mq__apogee_destination_words, text,
                          (size_t)(colon - text));

        if (d < 0) {
            return false;
        }
        out->destination = (uint8_t)d;
        text = colon + 1;
    }
    length = strcspn(text, "<>");
    if (text[length] == '\0' || text[length + 1] != '=' ||
        !read_measure(text, length, out)) {
        return false;
    }
    at_most = text[length] == '<';
    amount = strtol(text + length + 2, &end, 10);
    out->amount = (int16_t)amount;
    return end != text + length + 2 && *end == '\0' && amount > 0 &&
           amount <= 10000 && fits(f, out, at_most);
}

static void read_needs(const struct field *f, struct ap_needs *out)
{
    const char *text = mq__table_text(f->t, f->row, f->column);

    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        char word[64];
        size_t length = strcspn(text, " ");

        snprintf(word, sizeof(word), "%.*s", (int)(length & 0xFF), text);
        if (out->count == AP_NEEDS) {
            mq__table_error(f->t, f->row, f->column, "tables.too-many", "i",
                            AP_NEEDS);
            return;
        }
        if (length >= sizeof(word) ||
            !read_need(f, word, &out->need[out->count])) {
            bad_need(f, word);
        } else {
            out->count++;
        }
        text += length;
    }
}

/* Investors. */

static void check_card_need(struct mq_table *t, int row,
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

static void read_investor(struct mq_table *t, int row, struct ap_investor *out)
{
    struct field f = {t, row, "needs", SCOPE_ROCKET, false};

    mq__table_id(t, row, "id", out->id);
    mq__apogee_read_name(t, row, "name", out->name, sizeof(out->name));
    mq__apogee_read_name(t, row, "values", out->values, sizeof(out->values));
    out->objective =
        (uint8_t)mq__table_word(t, row, "kind", mq__apogee_objective_words);
    out->destination = AP_NONE;
    if (mq__table_text(t, row, "destination")[0] != '\0') {
        out->destination = (uint8_t)mq__table_word(
            t, row, "destination", mq__apogee_destination_words);
    }
    read_needs(&f, &out->needs);
    out->credits = (int16_t)mq__apogee_read_credits(t, row, "credits");
    check_card_need(t, row, out);
}

/* AP-C4 */
void mq__apogee_read_investors(struct mq_table *t, struct ap_tables *out)
{
    int of[AP_OBJECTIVES] = {0};

    for (int row = 0; row < t->csv.rows; row++) {
        read_investor(t, row, &out->investor[row]);
        of[out->investor[row].objective]++;
    }
    out->investors = (uint8_t)t->csv.rows;
    for (int i = 0; i < AP_OBJECTIVES; i++) {
        mq__apogee_expect_count(t, mq__apogee_objective_words[i], of[i], 5);
    }
}

/* Events. */

static const struct ap_words effect_words = {mq__apogee_effects,
                                             sizeof(mq__apogee_effects[0]),
                                             &mq__apogee_effect_count};

static void no_changes(struct ap_changes *out)
{
    memset(out, 0, sizeof(*out));
    memset(out->space_limit, AP_CREW, sizeof(out->space_limit));
    out->static_fire_roll = AP_FIRE_ROLL;
    out->director_actions = AP_DIRECTOR_ACTIONS;
}

/* A round effect is one that changes something, an immediate one runs. */
static void check_duration(struct mq_table *t, int row,
                           const struct ap_event *e, int lasting)
{
    const struct ap_effect *effect = &mq__apogee_effects[e->effect];
    int expected = effect->run != NULL ? AP_IMMEDIATE : lasting;

    if (e->duration != expected || effect->solo != (lasting == AP_GAME)) {
        mq__table_error(t, row, "duration", "apogee.table-duration", "ww",
                        effect->word, mq__apogee_duration_words[expected]);
    }
}

/* What most effects call `what` are tags; AP-E9 and its like name a space. */
static void read_what(struct mq_table *t, int row, struct ap_event *out)
{
    const char *text = mq__table_text(t, row, "what");
    int space = find_word(mq__apogee_space_words, text, strlen(text));

    if (mq__apogee_effects[out->effect].change == mq__apogee_space_limit) {
        if (space < 0 || space >= AP_SPACES) {
            mq__table_error(t, row, "what", "apogee.table-space", "t", text);
            space = 0;
        }
        out->limit = (int16_t)space;
    } else {
        out->tags = mq__table_words(t, row, "what", mq__apogee_tag_words);
    }
}

static void read_event(struct mq_table *t, int row, struct ap_event *out)
{
    mq__table_id(t, row, "id", out->id);
    mq__apogee_read_name(t, row, "name", out->name, sizeof(out->name));
    out->duration =
        (uint8_t)mq__table_word(t, row, "duration", mq__apogee_duration_words);
    out->effect =
        (uint8_t)mq__apogee_read_row_word(t, row, "effect", &effect_words);
    out->amount = (int16_t)mq__table_int_or(t, row, "amount", -20, 1000, 0);
    out->rule = mq__apogee_read_rule(t, row);
}

static void make_changes(const struct ap_tables *t, struct ap_event *e)
{
    const struct ap_effect *effect = &mq__apogee_effects[e->effect];

    no_changes(&e->changes);
    if (effect->change != NULL) {
        effect->change(t, e, &e->changes);
    }
}

void mq__apogee_read_events(struct mq_table *t, struct ap_tables *out)
{
    no_changes(&out->no_changes);
    for (int row = 0; row < t->csv.rows; row++) {
        struct ap_event *e = &out->event[row];

        read_event(t, row, e);
        read_what(t, row, e);
        check_duration(t, row, e, AP_ROUND);
        make_changes(out, e);
    }
    out->events = (uint8_t)t->csv.rows;
    mq__apogee_expect_count(t, "events", out->events, 20);
}

static void read_solo_event(struct mq_table *t, int row, struct ap_event *out)
{
    struct field f = {t, row, "what", SCOPE_ALL, true};

    read_event(t, row, out);
    out->number = (uint8_t)mq__table_int(t, row, "number", 1, 99);
    out->limit = (int16_t)mq__table_int_or(t, row, "limit", 0, 1000, 0);
    if (mq__apogee_effects[out->effect].run == mq__apogee_run_new_objective) {
        struct ap_needs needs = {0};

        read_needs(&f, &needs);
        out->need = needs.need[0];
        if (needs.count != 1) {
            bad_need(&f, mq__table_text(t, row, "what"));
        }
    } else {
        out->tags = mq__table_words(t, row, "what", mq__apogee_tag_words);
    }
    check_duration(t, row, out, AP_GAME);
}

void mq__apogee_read_solo_events(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < t->csv.rows; row++) {
        read_solo_event(t, row, &out->solo_event[row]);
        if (t->findings->errors == 0) { /* its numbers are in range */
            make_changes(out, &out->solo_event[row]);
        }
    }
    out->solo_events = (uint8_t)t->csv.rows;
    mq__apogee_expect_count(t, "solo-events", out->solo_events, 14);
}

/* Missions. */

static uint64_t kinds_with(const struct ap_tables *t, uint32_t tags)
{
    uint64_t kinds = 0;

    for (int tag = 0; tag < AP_TAGS; tag++) {
        kinds |= (tags & AP_BIT(tag)) != 0 ? t->tagged[tag] : 0;
    }
    return kinds;
}

/* Rows are in order: 1, 2, 3 … */
static void check_number(struct mq_table *t, int row, struct ap_mission *out)
{
    out->number = (uint8_t)mq__table_int(t, row, "mission", 1, 99);
    if (out->number != row + 1) {
        mq__table_error(t, row, "mission", "apogee.table-order", "i", row + 1);
    }
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
        if (mq__apogee_measures[m->needs.need[i].measure].held) {
            mq__table_error(t, row, "end", "apogee.table-at-once", "");
        }
    }
}

static void read_mission(struct mq_table *t, int row,
                         const struct ap_tables *tables, struct ap_mission *out)
{
    static const char *const launches[] = {"one", "all", NULL};
    static const char *const ends[] = {"met", "at-once", "farthest", NULL};
    static const char *const yes_no[] = {"no", "yes", NULL};
    struct field f = {t, row, "needs", SCOPE_ALL, true};

    check_number(t, row, out);
    out->level =
        (uint8_t)mq__table_word(t, row, "level", mq__apogee_mission_levels);
    out->minutes = (int16_t)mq__table_int(t, row, "minutes", 1, 1000);
    out->one_launch = mq__table_word(t, row, "launches", launches) == 0;
    f.scope = out->one_launch ? SCOPE_ROCKET : SCOPE_ALL;
    read_needs(&f, &out->needs);
    out->end = (uint8_t)mq__table_word(t, row, "end", ends);
    out->rounds = (uint8_t)mq__table_int_or(t, row, "rounds", 1, 200, 0);
    out->no_build = kinds_with(
        tables, mq__table_words(t, row, "no_build", mq__apogee_tag_words));
    out->no_intervention = mq__table_word(t, row, "intervene", yes_no) == 0;
    out->performance =
        (int16_t)mq__apogee_read_tenths(t, row, "performance", 0);
    out->cost_below = (int16_t)mq__apogee_read_credits(t, row, "cost_below");
    out->rule = mq__apogee_read_rule(t, row);
    check_end(t, row, out);
    check_cost(t, row, out);
}

void mq__apogee_read_missions(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < AP_MISSIONS; row++) {
        read_mission(t, row, out, &out->mission[row]);
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

void mq__apogee_read_solo_missions(struct mq_table *t, struct ap_tables *out)
{
    for (int row = 0; row < AP_SOLO_MISSIONS; row++) {
        struct ap_mission *m = &out->solo_mission[row];
        struct field f = {t, row, "needs", SCOPE_ALL, true};

        check_number(t, row, m);
        m->level =
            (uint8_t)mq__table_word(t, row, "level", mq__apogee_mission_levels);
        m->rounds =
            (uint8_t)mq__table_int(t, row, "rounds", 2, 2 * AP_SOLO_ROUNDS);
        read_needs(&f, &m->needs);
        read_event_list(t, row, out, m);
        m->rule = mq__apogee_read_rule(t, row);
    }
}

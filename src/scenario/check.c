/* Lines of a scenario that compare: one small function each, in the table at
 * the end. docs/scenarios.md describes them. */
#include "scenario/run.h"

#include <stdlib.h>
#include <string.h>

#define SAME_CHANCE 1e-12
#define SAME_SCORE 1e-9

/* The comparison failed: both sides for the report. */
static enum mq_status differs(struct mq_scenario_run *run, const char *expected,
                              const char *came)
{
    mq__scenario_expected(run, expected);
    mq__scenario_came(run, came);
    return mq__scenario_fail(run, "scenario.differs", "");
}

static enum mq_status wrong_form(struct mq_scenario_run *run)
{
    return mq__scenario_form(run, run->form);
}

/* What stands right of the `=` that `rest` begins with; NULL: no `=`. */
static char *right_side(char *rest)
{
    rest = mq__scenario_trim(rest);
    return rest[0] == '=' ? mq__scenario_trim(rest + 1) : NULL;
}

static enum mq_status compare_words(struct mq_scenario_run *run, char *rest,
                                    const char *came)
{
    char *expected = right_side(rest);

    if (expected == NULL || expected[0] == '\0') {
        return wrong_form(run);
    }
    return strcmp(expected, came) == 0 ? MQ_OK : differs(run, expected, came);
}

static enum mq_status compare_number(struct mq_scenario_run *run, char *rest,
                                     int number)
{
    char came[16];
    struct mq_buf buf;

    mq__buf_fixed(&buf, came, sizeof(came));
    mq__buf_int(&buf, number);
    return compare_words(run, rest, came);
}

/* Positions: PATH = VALUE, PATH has VALUE, PATH lacks VALUE, PATH absent. */

static bool contains(const struct mq_json *node, const struct mq_json *value)
{
    if (node->kind == MQ_JSON_OBJECT) {
        return value->kind == MQ_JSON_STRING &&
               mq__json_get(node, value->text) != NULL;
    }
    if (node->kind != MQ_JSON_ARRAY) {
        return false;
    }
    for (const struct mq_json *at = node->first; at != NULL; at = at->next) {
        if (mq__json_equal(at, value)) {
            return true;
        }
    }
    return false;
}

static enum mq_status node_differs(struct mq_scenario_run *run,
                                   const char *expected,
                                   const struct mq_json *node)
{
    struct mq_buf buf;
    struct mq_json_writer w;

    mq__buf_fixed(&buf, run->out->came, sizeof(run->out->came));
    mq__json_writer_init(&w, &buf);
    mq__json_node(&w, NULL, node);
    mq__scenario_expected(run, expected);
    return mq__scenario_fail(run, "scenario.differs", "");
}

static enum mq_status compare_node(struct mq_scenario_run *run,
                                   const struct mq_json *node, const char *how,
                                   const char *text)
{
    struct mq_json_doc value;
    enum mq_status status = mq__scenario_value(run, text, &value);
    bool good = false;

    if (status == MQ_OK) {
        if (strcmp(how, "=") == 0) {
            good = mq__json_equal(node, value.root);
        } else {
            good = contains(node, value.root) == (strcmp(how, "has") == 0);
        }
        if (!good) {
            status = node_differs(run, text, node);
        }
    }
    mq__json_finish(&value);
    return status;
}

/* `rest` is PATH and what is said about it. */
static enum mq_status compare_position(struct mq_scenario_run *run,
                                       const void *state, char *rest)
{
    char *path = mq__scenario_word(&rest);
    char *how = mq__scenario_word(&rest);
    char *value = mq__scenario_trim(rest);
    struct mq_json_doc doc;
    const struct mq_json *node;
    enum mq_status status;

    if (strcmp(how, "=") != 0 && strcmp(how, "has") != 0 &&
        strcmp(how, "lacks") != 0 && strcmp(how, "absent") != 0) {
        return wrong_form(run);
    }
    status = mq__scenario_position(run, state, &doc);
    if (status != MQ_OK) {
        return status;
    }
    node = mq__json_path(doc.root, path);
    if (strcmp(how, "absent") == 0) {
        status = node == NULL ? MQ_OK : node_differs(run, "absent", node);
    } else if (node == NULL) {
        mq__scenario_expected(run, value);
        status = mq__scenario_fail(run, "scenario.no-path", "t", path);
    } else {
        status = compare_node(run, node, how, value);
    }
    mq__json_finish(&doc);
    return status;
}

static enum mq_status line_expect(struct mq_scenario_run *run, char *rest)
{
    return compare_position(run, run->state, rest);
}

static enum mq_status line_view(struct mq_scenario_run *run, char *rest)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];

    mq_view(run->game, run->state, run->seat, view);
    return compare_position(run, view, rest);
}

/* Seats. */

static void write_seats(struct mq_buf *buf, uint32_t mask, const char *none)
{
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        if ((mask >> seat & 1) != 0) {
            mq__buf_printf(buf, "%sP%d", buf->length > 0 ? " " : "", seat + 1);
        }
    }
    if (mask == 0) {
        mq__buf_str(buf, none);
    }
}

static enum mq_status compare_seats(struct mq_scenario_run *run, char *rest,
                                    uint32_t mask)
{
    char came[64];
    struct mq_buf buf;

    mq__buf_fixed(&buf, came, sizeof(came));
    write_seats(&buf, mask, "nobody");
    return compare_words(run, rest, came);
}

static enum mq_status line_turn(struct mq_scenario_run *run, char *rest)
{
    char came[64];
    struct mq_buf buf;
    uint32_t actors = UINT32_MAX;
    enum mq_turn turn = mq_turn(run->game, run->state, &actors);

    mq__buf_fixed(&buf, came, sizeof(came));
    if (turn != MQ_TURN_SEATS) {
        mq__buf_str(&buf, turn == MQ_TURN_CHANCE ? "chance" : "over");
    }
    /* No seat acts beside chance or after the end. */
    write_seats(&buf, actors, turn == MQ_TURN_SEATS ? "nobody" : "");
    return compare_words(run, rest, came);
}

static enum mq_status line_winners(struct mq_scenario_run *run, char *rest)
{
    return compare_seats(run, rest, mq_winners(run->game, run->state));
}

static enum mq_status no_event(struct mq_scenario_run *run)
{
    return mq__scenario_wrong(run, "scenario.no-event", "");
}

static enum mq_status line_reveals(struct mq_scenario_run *run, char *rest)
{
    return run->happened
               ? compare_seats(run, rest,
                               mq_reveals(run->game, run->before, run->last))
               : no_event(run);
}

static enum mq_status line_see(struct mq_scenario_run *run, char *rest)
{
    char came[MQ_TEXT_SIZE] = "nothing";
    struct mq_event seen;

    if (!run->happened) {
        return no_event(run);
    }
    if (mq_seen(run->game, run->before, run->last, run->seat, &seen)) {
        mq_event_text(run->game, seen, came, sizeof(came));
    }
    rest = mq__scenario_trim(rest);
    return strcmp(rest, came) == 0 ? MQ_OK : differs(run, rest, came);
}

static enum mq_status line_phase(struct mq_scenario_run *run, char *rest)
{
    return compare_words(run, rest, mq_phase(run->game, run->state));
}

/* Numbers. */

static bool read_number(char *word, double *out)
{
    char *end;

    *out = strtod(word, &end);
    return end != word && *end == '\0';
}

static bool near(double a, double b, double tolerance)
{
    return a - b <= tolerance && b - a <= tolerance;
}

static enum mq_status line_scores(struct mq_scenario_run *run, char *rest)
{
    double scores[MQ_MAX_PLAYERS] = {0};
    char *list = right_side(rest);
    char expected[128];
    bool same = true;
    struct mq_buf buf;

    if (list == NULL) {
        return wrong_form(run);
    }
    mq__buf_fixed(&buf, expected, sizeof(expected));
    mq__buf_str(&buf, list);
    mq__buf_fixed(&buf, run->out->came, sizeof(run->out->came));
    mq_scores(run->game, run->state, scores);
    for (int seat = 0; seat < run->players; seat++) {
        double score;

        if (!read_number(mq__scenario_word(&list), &score)) {
            return wrong_form(run);
        }
        mq__buf_printf(&buf, "%s%g", seat > 0 ? " " : "", scores[seat]);
        same = same && near(score, scores[seat], SAME_SCORE);
    }
    if (mq__scenario_trim(list)[0] != '\0') {
        return wrong_form(run);
    }
    if (same) {
        run->out->came[0] = '\0';
        return MQ_OK;
    }
    mq__scenario_expected(run, expected);
    return mq__scenario_fail(run, "scenario.differs", "");
}

static enum mq_status line_points(struct mq_scenario_run *run, char *rest)
{
    struct mq_points points[MQ_MAX_NOTES];
    char *source = mq__scenario_word(&rest);
    int n = mq_breakdown(run->game, run->state, run->seat, points);
    int sum = 0;

    for (int i = 0; i < n; i++) {
        if (points[i].message.id == NULL) {
            return mq__scenario_fail(run, "scenario.no-reason", "");
        }
        if (strcmp(points[i].source, source) == 0) {
            sum += points[i].points;
        }
    }
    return compare_number(run, rest, sum);
}

/* Chance. */

/* The outcomes of a state. They lie on the heap: they are too large for the
 * stack of small machines. */
struct outcomes {
    int count; /* -1: too many */
    mq_action action[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
};

/* NULL: *status says why. */
static struct outcomes *list_outcomes(struct mq_scenario_run *run,
                                      enum mq_status *status)
{
    const struct mq_game *game = run->game;
    struct outcomes *list;
    uint32_t actors;

    if (mq_turn(game, run->state, &actors) != MQ_TURN_CHANCE) {
        *status = mq__scenario_fail(run, "scenario.not-chance", "");
        return NULL;
    }
    list = malloc(sizeof(*list));
    *status = list != NULL ? MQ_OK : MQ_NOMEM;
    if (list != NULL) {
        list->count = mq_outcomes(game, run->state, list->action, list->p);
    }
    return list;
}

static enum mq_status line_outcomes(struct mq_scenario_run *run, char *rest)
{
    enum mq_status status;
    struct outcomes *list = list_outcomes(run, &status);
    int count;

    if (list == NULL) {
        return status;
    }
    count = list->count;
    free(list);
    return count < 0 ? compare_words(run, rest, "many")
                     : compare_number(run, rest, count);
}

/* `1/6`, `0`, `0.25`. */
static bool read_fraction(char *text, double *out)
{
    char *slash = strchr(text, '/');
    double below = 1;

    if (slash != NULL) {
        *slash = '\0';
    }
    return read_number(text, out) &&
           (slash == NULL || (read_number(slash + 1, &below) && below > 0)) &&
           (*out /= below, true);
}

static enum mq_status compare_chance(struct mq_scenario_run *run,
                                     mq_action action, double expected,
                                     const char *text)
{
    enum mq_status status;
    struct outcomes *list = list_outcomes(run, &status);
    char came[32];
    double p = 0;
    struct mq_buf buf;

    if (list == NULL) {
        return status;
    }
    for (int i = 0; i < list->count; i++) {
        p += list->action[i] == action ? list->p[i] : 0;
    }
    status = list->count < 0
                 ? mq__scenario_fail(run, "scenario.too-many-outcomes", "")
                 : MQ_OK;
    free(list);
    if (status != MQ_OK || near(p, expected, SAME_CHANCE)) {
        return status;
    }
    mq__buf_fixed(&buf, came, sizeof(came));
    mq__buf_printf(&buf, "%.17g", p);
    return differs(run, text, came);
}

static enum mq_status line_chance_of(struct mq_scenario_run *run, char *rest)
{
    char *equals = strchr(rest, '=');
    char text[64];
    struct mq_buf buf;
    double expected;
    mq_action action;
    enum mq_status status;

    if (equals == NULL) {
        return wrong_form(run);
    }
    *equals = '\0';
    mq__buf_fixed(&buf, text, sizeof(text));
    mq__buf_str(&buf, mq__scenario_trim(equals + 1));
    if (!read_fraction(mq__scenario_trim(equals + 1), &expected)) {
        return wrong_form(run);
    }
    status = mq__scenario_action(run, MQ_CHANCE_SEAT, mq__scenario_trim(rest),
                                 &action);
    return status == MQ_OK ? compare_chance(run, action, expected, text)
                           : status;
}

/* Legal actions. */

struct legal {
    int count;
    mq_action action[MQ_MAX_LEGAL];
};

static void list_legal(struct mq_scenario_run *run, struct legal *legal)
{
    uint32_t actors;
    enum mq_turn turn = mq_turn(run->game, run->state, &actors);

    legal->count = 0;
    if (turn == MQ_TURN_SEATS && (actors >> run->seat & 1) != 0) {
        legal->count =
            mq_legal(run->game, run->state, run->seat, legal->action);
    }
}

static bool is_among(const struct legal *legal, mq_action action)
{
    for (int i = 0; i < legal->count; i++) {
        if (legal->action[i] == action) {
            return true;
        }
    }
    return false;
}

/* `expected` NULL: it stands in the result already. */
static enum mq_status legal_differs(struct mq_scenario_run *run,
                                    const struct legal *legal,
                                    const char *expected)
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, run->out->came, sizeof(run->out->came));
    for (int i = 0; i < legal->count; i++) {
        char text[MQ_TEXT_SIZE];
        struct mq_event event = {run->seat, legal->action[i]};

        mq_event_text(run->game, event, text, sizeof(text));
        mq__buf_printf(&buf, "%s%s", i > 0 ? "; " : "", text);
    }
    if (legal->count == 0) {
        mq__buf_str(&buf, "nothing");
    }
    if (expected != NULL) {
        mq__scenario_expected(run, expected);
    }
    return mq__scenario_fail(run, "scenario.differs", "");
}

/* Whether the list, separated by `;`, is exactly the legal one. */
static enum mq_status compare_legal(struct mq_scenario_run *run,
                                    struct legal *legal, char *list)
{
    struct legal left = *legal;

    mq__scenario_expected(run, list);
    while (list != NULL) {
        char *next = strchr(list, ';');
        mq_action action;
        enum mq_status status;
        int i = 0;

        if (next != NULL) {
            *next++ = '\0';
        }
        status = mq__scenario_action(run, run->seat, mq__scenario_trim(list),
                                     &action);
        if (status != MQ_OK) {
            return status;
        }
        while (i < left.count && left.action[i] != action) {
            i++;
        }
        if (i == left.count) {
            return legal_differs(run, legal, NULL);
        }
        left.action[i] = left.action[--left.count];
        list = next;
    }
    if (left.count > 0) {
        return legal_differs(run, legal, NULL);
    }
    run->out->expected[0] = '\0';
    return MQ_OK;
}

static enum mq_status run_legal(struct mq_scenario_run *run,
                                struct legal *legal, const char *how,
                                char *text)
{
    mq_action action;
    enum mq_status status;

    if (strcmp(how, "=") == 0) {
        if (strcmp(text, "nothing") == 0) {
            return legal->count == 0 ? MQ_OK : legal_differs(run, legal, text);
        }
        return compare_legal(run, legal, text);
    }
    if (strcmp(how, "has") != 0 && strcmp(how, "lacks") != 0) {
        return wrong_form(run);
    }
    status = mq__scenario_action(run, run->seat, text, &action);
    if (status == MQ_OK &&
        is_among(legal, action) != (strcmp(how, "has") == 0)) {
        status = legal_differs(run, legal, text);
    }
    return status;
}

static enum mq_status line_legal(struct mq_scenario_run *run, char *rest)
{
    char *how = mq__scenario_word(&rest);
    struct legal *legal = malloc(sizeof(*legal));
    enum mq_status status;

    if (legal == NULL) {
        return MQ_NOMEM;
    }
    list_legal(run, legal);
    status = run_legal(run, legal, how, mq__scenario_trim(rest));
    free(legal);
    return status;
}

/* Refusals. */

/* Cuts a rule id off the end of the text; NULL: there is none. */
static char *take_rule(char *text)
{
    char *last = strrchr(text, ' ');
    size_t length = last != NULL ? strlen(last + 1) : 0;

    if (length == 0 || mq__rule_id(last + 1, last + 1 + length) != length) {
        return NULL;
    }
    *last = '\0';
    return last + 1;
}

static enum mq_status check_refused(struct mq_scenario_run *run,
                                    mq_action action, const char *rule)
{
    const struct mq_game *game = run->game;
    struct mq_note why = {0};
    bool legal = mq_is_legal(game, run->state, run->seat, action);
    enum mq_status status =
        mq_why_not(game, run->state, run->seat, action, &why);

    if (legal) {
        return mq__scenario_fail(run, "scenario.accepted", "");
    }
    if (status == MQ_OK) {
        return mq__scenario_fail(run, "scenario.why-not", "t", "");
    }
    if (why.message.id == NULL) {
        return mq__scenario_fail(run, "scenario.no-reason", "");
    }
    if (rule == NULL || (why.rule != NULL && strcmp(why.rule, rule) == 0)) {
        run->refusal = why.message;
        return MQ_OK;
    }
    mq__scenario_said(run, &why.message);
    return mq__scenario_fail(run, "scenario.other-rule", "rr", rule,
                             why.rule != NULL ? why.rule : "-");
}

static enum mq_status line_illegal(struct mq_scenario_run *run, char *rest)
{
    alignas(16) unsigned char before[MQ_MAX_STATE];
    struct mq_error error = {0};
    mq_action action;
    char *text = mq__scenario_trim(rest);
    char *rule = take_rule(text);
    enum mq_status status;

    text = mq__scenario_trim(text);
    status = mq_read_text(run->game, text, run->seat, &action, &error);
    if (status == MQ_RANGE && rule == NULL) {
        run->refusal = error.message;
        return MQ_OK;
    }
    if (status != MQ_OK) {
        return mq__scenario_fail_said(run, &error.message, "scenario.no-action",
                                      text);
    }
    memcpy(before, run->state, run->game->state_size);
    status = check_refused(run, action, rule);
    if (status == MQ_OK &&
        memcmp(before, run->state, run->game->state_size) != 0) {
        return mq__scenario_fail(run, "scenario.changed", "");
    }
    return status;
}

/* `because TEXT`: what the last refusal says in English. */
static enum mq_status line_because(struct mq_scenario_run *run, char *rest)
{
    rest = mq__scenario_trim(rest);
    if (rest[0] == '\0') {
        return wrong_form(run);
    }
    if (run->refusal.id == NULL) {
        return mq__scenario_wrong(run, "scenario.no-refusal", "");
    }
    mq__scenario_said(run, &run->refusal);
    if (strstr(run->out->came, rest) == NULL) {
        mq__scenario_expected(run, rest);
        return mq__scenario_fail(run, "scenario.differs", "");
    }
    run->out->came[0] = '\0';
    return MQ_OK;
}

/* `unknown P1 TEXT`: a text that is no action of the game at all. */
static enum mq_status line_unknown(struct mq_scenario_run *run, char *rest)
{
    mq_action action;

    rest = mq__scenario_trim(rest);
    return mq_read_text(run->game, rest, run->seat, &action, NULL) == MQ_OK
               ? mq__scenario_fail(run, "scenario.known", "t", rest)
               : MQ_OK;
}

/* Who stands after a line's first word. */
enum who { NOBODY, PLAYER, VIEWER, ACTOR };

static const struct line {
    const char *word;
    enum who who;
    mq_scenario_line run;
    const char *form;
} lines[] = {
    {"because", NOBODY, line_because, "because TEXT"},
    {"chance-of", NOBODY, line_chance_of, "chance-of TEXT = 1/6"},
    {"expect", NOBODY, line_expect, "PATH = VALUE"},
    {"illegal", ACTOR, line_illegal, ""},
    {"legal", PLAYER, line_legal, "legal P1 = TEXT; TEXT …"},
    {"outcomes", NOBODY, line_outcomes, "outcomes = N | many"},
    {"phase", NOBODY, line_phase, "phase = WORD"},
    {"points", PLAYER, line_points, "points P1 SOURCE = N"},
    {"reveals", NOBODY, line_reveals, "reveals = P1 | nobody"},
    {"scores", NOBODY, line_scores, "scores = 5 3"},
    {"see", VIEWER, line_see, ""},
    {"turn", NOBODY, line_turn, "turn = P1 | chance | over"},
    {"unknown", ACTOR, line_unknown, ""},
    {"view", VIEWER, line_view, "PATH = VALUE"},
    {"winners", NOBODY, line_winners, "winners = P1 | nobody"},
};

/* A player; for a viewer the spectator too, for an actor chance. */
static enum mq_status take_seat(struct mq_scenario_run *run, enum who who,
                                char **rest)
{
    const char *word = who != NOBODY ? mq__scenario_word(rest) : "";

    if (who == NOBODY) {
        return MQ_OK;
    }
    if (who == ACTOR && strcmp(word, "chance") == 0) {
        run->seat = MQ_CHANCE_SEAT;
        return MQ_OK;
    }
    return mq__scenario_seat(run, word, who == VIEWER, &run->seat);
}

enum mq_status mq__scenario_check(struct mq_scenario_run *run, const char *word,
                                  char *rest, bool *known)
{
    const struct line *line = lines;
    const struct line *end = lines + sizeof(lines) / sizeof(lines[0]);
    enum mq_status status;

    while (line < end && strcmp(line->word, word) != 0) {
        line++;
    }
    *known = line < end;
    if (!*known) {
        return MQ_OK;
    }
    run->checks++;
    run->form = line->form;
    status = take_seat(run, line->who, &rest);
    return status == MQ_OK ? line->run(run, rest) : status;
}

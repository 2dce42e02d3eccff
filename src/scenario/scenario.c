/* The scenario runner: lines, the game, events and `given`. What compares is
 * in check.c. */
#include "scenario/run.h"

#include "core/form.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum mq_status mq__scenario_fail(struct mq_scenario_run *run, const char *id,
                                 const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq_message_setv(&run->out->message, id, format, args);
    va_end(args);
    return MQ_ILLEGAL;
}

enum mq_status mq__scenario_wrong(struct mq_scenario_run *run, const char *id,
                                  const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq_message_setv(&run->out->message, id, format, args);
    va_end(args);
    return MQ_SYNTAX;
}

/* The scenario ends with a message that is there already. */
static enum mq_status stop(struct mq_scenario_run *run, enum mq_status status,
                           const struct mq_error *error)
{
    run->out->message = error->message;
    return status;
}

enum mq_status mq__scenario_form(struct mq_scenario_run *run, const char *form)
{
    return mq__scenario_wrong(run, "scenario.form", "t", form);
}

void mq__scenario_expected(struct mq_scenario_run *run, const char *text)
{
    snprintf(run->out->expected, sizeof(run->out->expected), "%s", text);
}

void mq__scenario_came(struct mq_scenario_run *run, const char *text)
{
    snprintf(run->out->came, sizeof(run->out->came), "%s", text);
}

void mq__scenario_said(struct mq_scenario_run *run,
                       const struct mq_message *message)
{
    struct mq_voice voice = {.language = "en", .game = run->game->id};

    mq_sentence(message, &voice, run->out->came, sizeof(run->out->came));
}

enum mq_status mq__scenario_fail_said(struct mq_scenario_run *run,
                                      const struct mq_message *message,
                                      const char *id, const char *text)
{
    mq__scenario_said(run, message);
    return mq__scenario_fail(run, id, "t", text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

char *mq__scenario_word(char **rest)
{
    char *word;

    while (is_blank(**rest)) {
        (*rest)++;
    }
    word = *rest;
    while (**rest != '\0' && !is_blank(**rest)) {
        (*rest)++;
    }
    if (**rest != '\0') {
        *(*rest)++ = '\0';
    }
    return word;
}

char *mq__scenario_trim(char *text)
{
    size_t length;

    while (is_blank(*text)) {
        text++;
    }
    length = strlen(text);
    while (length > 0 && is_blank(text[length - 1])) {
        text[--length] = '\0';
    }
    return text;
}

enum mq_status mq__scenario_seat(struct mq_scenario_run *run, const char *word,
                                 bool spectator, int *seat)
{
    if (spectator && strcmp(word, "spectator") == 0) {
        *seat = MQ_SPECTATOR;
        return MQ_OK;
    }
    *seat = mq__seat_of(word);
    if (*seat < 0 || *seat >= run->players) {
        return mq__scenario_wrong(run, "scenario.seat", "ti", word,
                                  run->players);
    }
    return MQ_OK;
}

enum mq_status mq__scenario_action(struct mq_scenario_run *run, int seat,
                                   const char *text, mq_action *out)
{
    struct mq_error error = {0};
    enum mq_status status = mq_read_text(run->game, text, seat, out, &error);

    return status == MQ_OK ? MQ_OK
                           : mq__scenario_fail_said(run, &error.message,
                                                    "scenario.no-action", text);
}

/* A bare word becomes a string node. */
static enum mq_status string_value(const char *text, struct mq_json_doc *out)
{
    char *copy;

    *out = (struct mq_json_doc){0};
    out->root = mq__json_alloc(out, sizeof(*out->root));
    copy = out->root != NULL ? mq__json_alloc(out, strlen(text) + 1) : NULL;
    if (copy == NULL) {
        return MQ_NOMEM;
    }
    memcpy(copy, text, strlen(text));
    out->root->kind = MQ_JSON_STRING;
    out->root->text = copy;
    return MQ_OK;
}

enum mq_status mq__scenario_value(struct mq_scenario_run *run, const char *text,
                                  struct mq_json_doc *out)
{
    struct mq_error error = {0};
    enum mq_status status;

    *out = (struct mq_json_doc){0};
    if (text[0] == '\0') {
        return mq__scenario_wrong(run, "scenario.no-value", "");
    }
    status = mq__json_parse(out, text, strlen(text), &error);
    if (status == MQ_SYNTAX && strchr("{[\"", text[0]) == NULL) {
        mq__json_finish(out);
        return string_value(text, out);
    }
    return status == MQ_OK || status == MQ_NOMEM ? status
                                                 : stop(run, MQ_SYNTAX, &error);
}

enum mq_status mq__scenario_position(struct mq_scenario_run *run,
                                     const void *state, struct mq_json_doc *out)
{
    char *text = mq_position_write(run->game, state);
    struct mq_error error = {0};
    enum mq_status status;

    *out = (struct mq_json_doc){0};
    if (text == NULL) {
        return MQ_NOMEM;
    }
    status = mq__json_parse(out, text, strlen(text), &error);
    free(text);
    return status == MQ_OK || status == MQ_NOMEM
               ? status
               : mq__scenario_fail_said(run, &error.message,
                                        "scenario.position-json", "");
}

/* A state written as a position and read again is the same, bit for bit. */
static enum mq_status round_trip(struct mq_scenario_run *run, const void *state,
                                 const char *whose)
{
    const struct mq_game *game = run->game;
    alignas(16) unsigned char again[MQ_MAX_STATE];
    struct mq_json_doc doc;
    struct mq_error error = {0};
    enum mq_status status = mq__scenario_position(run, state, &doc);

    if (status == MQ_OK) {
        /* Whatever reading leaves unwritten shows. */
        memset(again, 0xA5, sizeof(again));
        status = mq__read_position(game, doc.root, again, &error);
        if (status != MQ_OK && status != MQ_NOMEM) {
            status = mq__scenario_fail_said(run, &error.message,
                                            "scenario.position-read", whose);
        } else if (status == MQ_OK &&
                   memcmp(again, state, game->state_size) != 0) {
            status =
                mq__scenario_fail(run, "scenario.position-differs", "t", whose);
        }
    }
    mq__json_finish(&doc);
    return status;
}

static enum mq_status check_view(struct mq_scenario_run *run, int seat)
{
    const struct mq_game *game = run->game;
    alignas(16) unsigned char view[MQ_MAX_STATE];
    alignas(16) unsigned char again[MQ_MAX_STATE];
    const char *whose = seat >= 0 ? mq__seat_words[seat] : "spectator";

    mq_view(game, run->state, seat, view);
    mq_view(game, view, seat, again);
    if (memcmp(view, again, game->state_size) != 0) {
        return mq__scenario_fail(run, "scenario.redact-twice", "t", whose);
    }
    return round_trip(run, view, whose);
}

/* What must hold of every state: its invariants, and that the position and
 * every seat's view of it survive being written and read. */
static enum mq_status check_state(struct mq_scenario_run *run)
{
    struct mq_error error = {0};
    enum mq_status status;

    if (mq_check(run->game, run->state, &error) != MQ_OK) {
        return mq__scenario_fail_said(run, &error.message, "scenario.invariant",
                                      "");
    }
    status = round_trip(run, run->state, "");
    for (int seat = MQ_SPECTATOR; status == MQ_OK && seat < run->players;
         seat++) {
        status = check_view(run, seat);
    }
    return status;
}

static enum mq_status add_derived(struct mq_scenario_run *run, const char *path)
{
    char *copy = mq__json_alloc(&run->fields, strlen(path) + 1);
    int n = 0;

    while (run->derived[n] != NULL) {
        n++;
    }
    assert(n < MQ_SCENARIO_DERIVED);
    if (copy == NULL) {
        return MQ_NOMEM;
    }
    memcpy(copy, path, strlen(path));
    run->derived[n] = copy;
    return MQ_OK;
}

/* Finds what follows from the rest among the game's listed fields. */
static enum mq_status find_derived(struct mq_scenario_run *run,
                                   const struct mq_json *fields,
                                   const char *path)
{
    enum mq_status status = MQ_OK;

    for (; status == MQ_OK && fields != NULL; fields = fields->next) {
        const struct mq_json *keys = mq__json_get(fields, "keys");
        const struct mq_json *read = mq__json_get(fields, "read");
        const struct mq_json *below = mq__json_get(fields, "fields");
        const struct mq_json *key =
            keys != NULL ? keys->first : mq__json_get(fields, "key");
        char at[MQ_READ_PATH];

        for (; status == MQ_OK && key != NULL;
             key = keys != NULL ? key->next : NULL) {
            snprintf(at, sizeof(at), "%s%s%s", path, *path != '\0' ? "." : "",
                     key->text);
            if (read != NULL && strcmp(read->text, "optional") != 0) {
                status = add_derived(run, at);
            } else if (below != NULL) {
                status = find_derived(run, below->first, at);
            }
        }
    }
    return status;
}

static enum mq_status list_derived(struct mq_scenario_run *run)
{
    const char *const *paths = run->game->position.derived;
    struct mq_json_writer w;
    struct mq_buf list;
    enum mq_status status;

    for (int i = 0; paths != NULL && paths[i] != NULL; i++) {
        run->derived[i] = paths[i];
    }
    if (paths != NULL) {
        return MQ_OK;
    }
    mq__buf_init(&list);
    mq__json_writer_init(&w, &list);
    mq__form_list(run->game, &w, NULL);
    status = list.failed
                 ? MQ_NOMEM
                 : mq__json_parse(&run->fields, list.data, list.length, NULL);
    mq__buf_finish(&list);
    return status == MQ_OK ? find_derived(run, run->fields.root->first, "")
                           : status;
}

/* Begins an edit: the position as a tree. */
static enum mq_status begin_edit(struct mq_scenario_run *run)
{
    enum mq_status status = mq__scenario_position(run, run->state, &run->edit);

    if (status == MQ_OK && run->fields.root == NULL &&
        run->derived[0] == NULL) {
        status = list_derived(run);
    }
    run->editing = status == MQ_OK;
    run->named = 0;
    return status;
}

/* One path leads into the other's value, or they are the same. */
static bool paths_meet(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (*a == '\0' && (*b == '\0' || *b == '.' || *b == '[')) ||
           (*b == '\0' && (*a == '.' || *a == '['));
}

static void note_derived(struct mq_scenario_run *run, const char *path)
{
    for (int i = 0; run->derived[i] != NULL; i++) {
        if (paths_meet(run->derived[i], path)) {
            run->named |= (uint64_t)1 << i;
        }
    }
}

static enum mq_status line_given(struct mq_scenario_run *run, char *rest)
{
    char *equals = strchr(rest, '=');
    struct mq_json_doc value = {0};
    struct mq_error error = {0};
    enum mq_status status = MQ_OK;
    char *path;

    if (equals == NULL) {
        return mq__scenario_form(run, "given PATH = VALUE");
    }
    *equals = '\0';
    path = mq__scenario_trim(rest);
    run->edit_line = run->out->line;
    if (!run->editing) {
        status = begin_edit(run);
    }
    if (status == MQ_OK) {
        status = mq__scenario_value(run, mq__scenario_trim(equals + 1), &value);
    }
    if (status == MQ_OK) {
        note_derived(run, path);
        status = mq__json_put(&run->edit, path, value.root, &error);
        if (status != MQ_OK && status != MQ_NOMEM) {
            status = stop(run, MQ_ILLEGAL, &error);
        }
    }
    mq__json_finish(&value);
    return status;
}

/* What follows from the rest is computed anew unless a `given` said it. */
static void remove_derived(struct mq_scenario_run *run)
{
    for (int i = 0; run->derived[i] != NULL; i++) {
        if ((run->named >> i & 1) == 0) {
            mq__json_remove(run->edit.root, run->derived[i]);
        }
    }
}

/* A refusal that had to come: does it say what it has to? */
static enum mq_status check_refusal(struct mq_scenario_run *run,
                                    enum mq_status status,
                                    const struct mq_error *error)
{
    const char *text = run->must_fail;

    run->must_fail = NULL;
    run->checks++;
    mq__scenario_expected(run, text);
    if (status == MQ_OK) {
        return mq__scenario_fail(run, "scenario.given-accepted", "");
    }
    mq__scenario_said(run, &error->message);
    if (strstr(run->out->came, text) == NULL) {
        return mq__scenario_fail(run, "scenario.given-otherwise", "");
    }
    run->out->expected[0] = run->out->came[0] = '\0';
    return MQ_OK;
}

/* The `given` lines under way are one edit: it is made, or refused. */
static enum mq_status make_edit(struct mq_scenario_run *run)
{
    alignas(16) unsigned char state[MQ_MAX_STATE] = {0};
    const struct mq_game *game = run->game;
    struct mq_error error = {0};
    enum mq_status status;

    remove_derived(run);
    status = mq__read_position(game, run->edit.root, state, &error);
    mq__json_finish(&run->edit);
    run->editing = false;
    if (status == MQ_NOMEM) {
        return status;
    }
    if (run->must_fail != NULL) {
        return check_refusal(run, status, &error);
    }
    if (status != MQ_OK) {
        return mq__scenario_fail_said(run, &error.message,
                                      "scenario.given-refused", "");
    }
    memcpy(run->state, state, game->state_size);
    run->happened = false;
    return check_state(run);
}

/* Before any other line: ends the edit under way, if there is one. Its failure
 * belongs to its last line. */
static enum mq_status end_edit(struct mq_scenario_run *run)
{
    int line = run->out->line;
    enum mq_status status;

    if (!run->editing) {
        return run->must_fail == NULL
                   ? MQ_OK
                   : mq__scenario_wrong(run, "scenario.fail-given", "");
    }
    run->out->line = run->edit_line;
    status = make_edit(run);
    if (status == MQ_OK) {
        run->out->line = line;
    }
    return status;
}

static enum mq_status line_fail_given(struct mq_scenario_run *run, char *rest)
{
    rest = mq__scenario_trim(rest);
    if (rest[0] == '\0') {
        return mq__scenario_form(run, "fail-given TEXT");
    }
    run->must_fail = rest;
    return MQ_OK;
}

/* `legal` and `why_not` must agree that it may happen. */
static enum mq_status check_legal(struct mq_scenario_run *run, int seat,
                                  const char *text, mq_action action)
{
    const struct mq_game *game = run->game;
    struct mq_note why = {0};
    bool legal = mq_is_legal(game, run->state, seat, action);
    enum mq_status status = mq_why_not(game, run->state, seat, action, &why);

    if (legal && status == MQ_OK) {
        return MQ_OK;
    }
    return mq__scenario_fail_said(run, &why.message,
                                  legal || status == MQ_OK ? "scenario.why-not"
                                                           : "scenario.refused",
                                  text);
}

/* An event: it must be legal, have exactly this text, and leave a state that
 * holds. */
static enum mq_status happen(struct mq_scenario_run *run, int seat,
                             const char *text)
{
    const struct mq_game *game = run->game;
    struct mq_event event = {.seat = seat};
    char again[MQ_TEXT_SIZE];
    enum mq_status status = mq__scenario_action(run, seat, text, &event.action);

    if (status == MQ_OK) {
        status = check_legal(run, seat, text, event.action);
    }
    if (status != MQ_OK) {
        return status;
    }
    mq_event_text(game, event, again, sizeof(again));
    if (strcmp(again, text) != 0) {
        mq__scenario_expected(run, text);
        mq__scenario_came(run, again);
        return mq__scenario_fail(run, "scenario.text", "");
    }
    memcpy(run->before, run->state, game->state_size);
    mq_apply(game, run->state, seat, event.action);
    run->last = event;
    run->happened = true;
    return check_state(run);
}

static enum mq_status set_option(struct mq_scenario_run *run,
                                 struct mq_setup *setup, char *word)
{
    char *equals = strchr(word, '=');
    struct mq_error error = {0};

    if (equals == NULL) {
        return mq__scenario_form(run, "game GAME NAME=VALUE …");
    }
    *equals = '\0';
    return mq_setup_set(run->game, setup, word, equals + 1, &error) == MQ_OK
               ? MQ_OK
               : stop(run, MQ_SYNTAX, &error);
}

static enum mq_status set_up(struct mq_scenario_run *run, char *options)
{
    struct mq_setup setup;
    struct mq_error error = {0};
    enum mq_status status = MQ_OK;

    mq_setup_init(run->game, run->game->min_players, &setup);
    for (char *word = mq__scenario_word(&options); word[0] != '\0';
         word = mq__scenario_word(&options)) {
        status = set_option(run, &setup, word);
        if (status != MQ_OK) {
            return status;
        }
    }
    run->players = setup.players;
    /* A state is set up whatever the memory held before. */
    memset(run->state, 0xA5, sizeof(run->state));
    status = mq_begin(run->game, run->state, &setup, &error);
    return status == MQ_OK
               ? check_state(run)
               : stop(run, status == MQ_NOMEM ? status : MQ_SYNTAX, &error);
}

/* The tables at the end of the line (`tables NAME`), cut off; NULL: none. */
static char *take_tables(char *options)
{
    char *at = options;

    for (;;) {
        char *word = at + strspn(at, " \t\r");
        size_t length = strcspn(word, " \t\r");

        if (length == 0) {
            return NULL;
        }
        at = word + length;
        if (length == strlen("tables") && memcmp(word, "tables", length) == 0) {
            *word = '\0';
            return mq__scenario_trim(at);
        }
    }
}

static enum mq_status line_game(struct mq_scenario_run *run, char *rest)
{
    char *id = mq__scenario_word(&rest);
    char *tables = take_tables(rest);
    enum mq_status status;

    if (run->game != NULL) {
        return mq__scenario_wrong(run, "scenario.second-game", "");
    }
    if (id[0] == '\0' || (tables != NULL && tables[0] == '\0')) {
        return mq__scenario_form(run, "game GAME NAME=VALUE … tables NAME");
    }
    status = run->open(run->context, id, tables, &run->game);
    if (status == MQ_UNKNOWN_WORD) {
        return mq__scenario_wrong(run, "scenario.no-game", "t", id);
    }
    if (status != MQ_OK) {
        run->game = NULL;
        return status == MQ_NOMEM
                   ? status
                   : mq__scenario_wrong(run, "scenario.tables", "t", tables);
    }
    assert(run->game->state_size <= MQ_MAX_STATE);
    return set_up(run, rest);
}

static enum mq_status run_word(struct mq_scenario_run *run, const char *word,
                               char *rest)
{
    bool known, chance = strcmp(word, "chance") == 0;
    int seat = MQ_CHANCE_SEAT;
    enum mq_status status = mq__scenario_check(run, word, rest, &known);

    if (known) {
        return status;
    }
    if (strcmp(word, "fail-given") == 0) {
        return line_fail_given(run, rest);
    }
    if (!chance && mq__seat_of(word) < 0) {
        return mq__scenario_wrong(run, "scenario.unknown-line", "t", word);
    }
    if (!chance) {
        status = mq__scenario_seat(run, word, false, &seat);
    }
    return status == MQ_OK ? happen(run, seat, mq__scenario_trim(rest))
                           : status;
}

static enum mq_status run_line(struct mq_scenario_run *run, char *line)
{
    char *word = mq__scenario_word(&line);
    enum mq_status status;

    if (word[0] == '\0' || word[0] == '#') {
        return MQ_OK;
    }
    if (strcmp(word, "game") == 0) {
        return line_game(run, line);
    }
    if (run->game == NULL) {
        return mq__scenario_wrong(run, "scenario.no-game-line", "");
    }
    if (strcmp(word, "given") == 0) {
        return line_given(run, line);
    }
    status = end_edit(run);
    return status == MQ_OK ? run_word(run, word, line) : status;
}

/* After the last line: an edit may be open, and something must have been
 * checked. */
static enum mq_status end_run(struct mq_scenario_run *run)
{
    enum mq_status status;

    if (run->game == NULL) {
        return mq__scenario_wrong(run, "scenario.no-game-line", "");
    }
    status = end_edit(run);
    if (status == MQ_OK && run->checks == 0) {
        return mq__scenario_wrong(run, "scenario.no-check", "");
    }
    return status;
}

/* Runs the lines of a text that may be written to. */
static enum mq_status run_lines(struct mq_scenario_run *run, char *text)
{
    enum mq_status status = MQ_OK;
    int number = 0;

    while (status == MQ_OK && text != NULL) {
        char *next = strchr(text, '\n');

        if (next != NULL) {
            *next++ = '\0';
        }
        run->out->line = ++number;
        status = run_line(run, text);
        text = next;
    }
    return status == MQ_OK ? end_run(run) : status;
}

enum mq_status mq__scenario_run(const char *text, size_t length,
                                mq_scenario_open open, void *context,
                                struct mq_scenario_result *out)
{
    struct mq_scenario_run *run = calloc(1, sizeof(*run));
    char *copy = malloc(length + 1);
    enum mq_status status = MQ_NOMEM;

    memset(out, 0, sizeof(*out));
    if (run != NULL && copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
        run->open = open;
        run->context = context;
        run->out = out;
        status = strlen(copy) == length
                     ? run_lines(run, copy)
                     : mq__scenario_wrong(run, "scenario.nul", "");
        mq__json_finish(&run->edit);
        mq__json_finish(&run->fields);
    }
    free(copy);
    free(run);
    out->passed = status == MQ_OK;
    if (out->passed) {
        out->line = 0;
    }
    return status == MQ_ILLEGAL ? MQ_OK : status;
}

/* A line that was typed: a choice or a command.
 *
 * Numbers and whole texts of choices go first, then whole commands, then the
 * beginnings of choices and last those of commands: no command hides an
 * action.
 */
#include "term/session.h"

#include "term/boards/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct command {
    const char *word;
    const char *own; /* the word in the person's language */
    const char *help;
    enum mq_next (*run)(struct mq_session *s, const char *rest);
    bool takes_text;
};

static enum mq_next save(struct mq_session *s, const char *rest);
static enum mq_next leave(struct mq_session *s, const char *rest);
static enum mq_next help(struct mq_session *s, const char *rest);
static enum mq_next show(struct mq_session *s, const char *rest);

// clang-format off
static const struct command commands[] = {
    {"?", "?", "term.help-explain", mq__tell_explain, true},
    {"hint", "term.word-hint", "term.help-hint", mq__tell_hint, false},
    {"odds", "term.word-odds", "term.help-odds", mq__tell_odds, false},
    {"scores", "term.word-scores", "term.help-scores", mq__tell_scores, false},
    {"log", "term.word-log", "term.help-log", mq__tell_log, false},
    {"undo", "term.word-undo", "term.help-undo", mq__undo, false},
    {"redo", "term.word-redo", "term.help-redo", mq__redo, false},
    {"rules", "term.word-rules", "term.help-rules", mq__tell_rules, true},
    {"legend", "term.word-legend", "term.help-legend", mq__tell_legend, false},
    {"save", "term.word-save", "term.help-save", save, true},
    {"show", "term.word-show", "term.help-show", show, false},
    {"help", "term.word-help", "term.help-help", help, false},
    {"quit", "term.word-quit", "term.help-quit", leave, false},
};
// clang-format on

#define MOST_COMPLETED 6 /* words of a choice */

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char *own_word(const struct mq_session *s,
                            const struct command *command)
{
    const char *word = mq_text(s->voice.language, command->own);

    return word != NULL ? word : command->word;
}

/* The keys of the whole screen. */
static void help_keys(struct mq_session *s)
{
    static const char *const ids[] = {"term.keys-1", "term.keys-2",
                                      "term.keys-3", "term.keys-4",
                                      "term.keys-5", "term.keys-6"};

    mq__say_title(s, "term.keys-title", "");
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        mq__say(s, ids[i], "");
    }
}

static enum mq_next help(struct mq_session *s, const char *rest)
{
    (void)rest;
    if (s->full != NULL) {
        help_keys(s);
    }
    mq__say_title(s, "term.help", "");
    mq__say(s, "term.help-choose", "");
    for (int i = 0; i < COMMANDS; i++) {
        struct mq_wrap wrap = {
            .width = s->screen.width, .first = -10, .rest = 10};

        mq__buf_printf(&s->screen.text, "%cb", MQ_MARK);
        mq__text_pad(&s->screen.text, own_word(s, &commands[i]), 10);
        mq__buf_printf(&s->screen.text, "%c.", MQ_MARK);
        mq__text_wrap(&s->screen.text,
                      mq__label(s->voice.language, commands[i].help), &wrap);
    }
    return MQ_NEXT_ASK;
}

static enum mq_next show(struct mq_session *s, const char *rest)
{
    (void)rest;
    s->board_due = true;
    return MQ_NEXT_REDRAW;
}

static enum mq_next leave(struct mq_session *s, const char *rest)
{
    (void)rest;
    s->left = true;
    return MQ_NEXT_GO_ON;
}

/* Everything is in the file already; with a name a copy is made. */
static enum mq_next save(struct mq_session *s, const char *rest)
{
    int trouble;

    if (s->match == NULL) {
        mq__say(s, "term.kept-there", "");
        return MQ_NEXT_ASK;
    }
    if (rest[0] == '\0') {
        mq__say(s, "term.saved", "");
        mq__buf_printf(&s->screen.text, "  %s\n", s->record->path);
        return MQ_NEXT_ASK;
    }
    trouble = mq__record_copy(rest, s->match);
    if (trouble == 0) {
        mq__say(s, "term.copied", "");
        mq__buf_printf(&s->screen.text, "  %s\n", rest);
    } else {
        mq__say(s, trouble == EEXIST ? "term.exists" : "term.not-copied", "tt",
                rest, strerror(trouble));
    }
    return MQ_NEXT_ASK;
}

static const char *rest_of(const char *line, size_t word)
{
    line += word;
    return line + strspn(line, " \t");
}

/* A command's word may be typed whole, or where `prefix` as its beginning. */
static bool is_called(const struct mq_session *s, const struct command *command,
                      const char *typed, bool prefix)
{
    const char *words[] = {command->word, own_word(s, command)};
    size_t length = strlen(typed);

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (mq__same_word(typed, words[i]) ||
            (prefix && length > 0 && strncmp(typed, words[i], length) == 0)) {
            return true;
        }
    }
    return false;
}

bool mq__run_command(struct mq_session *s, const char *line, bool prefix,
                     enum mq_next *next)
{
    size_t length = line[0] == '?' ? 1 : strcspn(line, " \t");
    const char *rest = rest_of(line, length);
    char word[32];

    if (length == 0 || length >= sizeof word) {
        return false;
    }
    memcpy(word, line, length);
    word[length] = '\0';
    for (int i = 0; i < COMMANDS; i++) {
        if (is_called(s, &commands[i], word, prefix) &&
            (commands[i].takes_text || rest[0] == '\0')) {
            *next = commands[i].run(s, rest);
            return true;
        }
    }
    return false;
}

/* The k-th of the words that can be typed now: those of the choices in both
 * languages, then the commands. */
const char *mq__typed_word(void *context, int k)
{
    struct mq_session *s = context;
    int choice = k / 2 / MOST_COMPLETED, place = k / 2 % MOST_COMPLETED;
    const char *text;

    if (choice >= s->choices.count) {
        k -= s->choices.count * 2 * MOST_COMPLETED;
        return k < COMMANDS ? own_word(s, &commands[k]) : NULL;
    }
    text = k % 2 == 0 ? mq__choice_text(&s->choices, choice)
                      : s->choices.text[choice];
    while (place-- > 0 && text[0] != '\0') {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    snprintf(s->word, sizeof s->word, "%.*s", (int)strcspn(text, " "), text);
    return s->word;
}

static enum mq_next act(struct mq_session *s, int index)
{
    struct mq_note why = {0};

    if (!mq__session_act(s, index, &why)) {
        mq__say_note(s, 0, &why);
        /* Elsewhere the match may have gone on meanwhile. */
        return s->link != NULL ? MQ_NEXT_GO_ON : MQ_NEXT_ASK;
    }
    return MQ_NEXT_GO_ON;
}

enum mq_next mq__run_line(struct mq_session *s, const char *line)
{
    struct mq_found found;
    enum mq_next next;
    int number;

    line += strspn(line, " \t");
    if (line[0] == '\0') {
        return show(s, line);
    }
    if (mq__is_number(line, &number) && number >= 1 &&
        number <= s->choices.count) {
        return act(s, number - 1);
    }
    mq__choose(&s->choices, line, &found);
    if (found.whole && found.count == 1) {
        return act(s, found.index[0]);
    }
    if (mq__run_command(s, line, false, &next)) {
        return next;
    }
    if (found.count == 1) {
        return act(s, found.index[0]);
    }
    if (found.count == 0 && mq__run_command(s, line, true, &next)) {
        return next;
    }
    mq__tell_refused(s, line);
    return MQ_NEXT_ASK;
}

/* Apogee: actions and outcomes as words, both ways, by their grammar. */
#include "games/apogee/actions.h"

#include "core/buf.h"

void mq__ap_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    const struct ap_tables *t = ap_tables(g);
    int kind = MQ_ACTION_KIND(event.action);

    if (kind >= AP_ACTION_KINDS || mq__ap_forms[kind].words == NULL) {
        mq__buf_char(out, '-'); /* no such action */
        return;
    }
    mq__buf_str(out, mq__ap_forms[kind].words);
    for (const char *a = mq__ap_forms[kind].arguments; *a != '\0'; a += 2) {
        int value = mq__ap_argument(t, a, event.action);
        const char *word = mq__ap_argument_word(t, *a, value);

        mq__buf_char(out, ' ');
        mq__buf_str(out, value == MQ_UNKNOWN ? "?" : word != NULL ? word : "-");
    }
}

/* The value of a word; -1: no argument of that sort is such. */
static int find_value(const struct ap_tables *t, char sort, const char *text,
                      size_t length)
{
    struct mq_form_set set = mq__ap_set(t, sort);

    for (int i = 0; i < set.count; i++) {
        const char *word = mq__set_text(&set, i);

        if (word != NULL && strlen(word) == length &&
            memcmp(word, text, length) == 0) {
            return set.base + i;
        }
    }
    return -1;
}

/* The words after the first ones, as bytes of an action; false: one of them is
 * no such argument. */
static bool read_arguments(const struct ap_tables *t, const char *arguments,
                           const char *text, mq_action *action)
{
    for (const char *a = arguments; *a != '\0'; a += 2) {
        size_t length;
        int value;

        text += *text == ' ';
        length = strcspn(text, " ");
        value = find_value(t, *a, text, length);
        if (value < 0) {
            return false;
        }
        text += length;
        if (*a != 'G') {
            *action |= (mq_action)value << (8 * (a[1] - 'a' + 1));
        }
    }
    return true;
}

/* What must hold between the arguments of an outcome; it also fills in the
 * level that follows from the engineer. */
static bool consistent(const struct ap_tables *t, mq_action *action)
{
    int a = MQ_ACTION_A(*action);

    switch (MQ_ACTION_KIND(*action)) {
    case AP_C_DIRECTORS:
        return a < MQ_ACTION_B(*action);
    case AP_C_ENGINEER:
        return t->engineer[a].level == MQ_ACTION_C(*action);
    case AP_C_LOSE:
        *action |= (mq_action)t->engineer[a].level << 24;
        return true;
    default:
        return true;
    }
}

/* Whether the text is of this form; *out is the action then. The action is
 * written again and must give the same text: so blanks, and what follows from
 * the cards, need no care in reading. */
static bool read_form(const struct mq_game *g, int kind, const char *text,
                      mq_action *out)
{
    const struct ap_form *form = &mq__ap_forms[kind];
    size_t length = strlen(form->words);
    char again[MQ_TEXT_SIZE];
    mq_action action = (mq_action)kind;
    struct mq_buf buf;

    if (strncmp(text, form->words, length) != 0 ||
        !read_arguments(ap_tables(g), form->arguments, text + length,
                        &action) ||
        !consistent(ap_tables(g), &action)) {
        return false;
    }
    mq__buf_fixed(&buf, again, sizeof(again));
    mq__ap_write_text(g, (struct mq_event){0, action}, &buf);
    if (strcmp(again, text) != 0) {
        return false;
    }
    *out = action;
    return true;
}

enum mq_status mq__ap_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error)
{
    int first = seat == MQ_CHANCE_SEAT ? AP_C_DIRECTORS : AP_A_CHOOSE;
    int last = seat == MQ_CHANCE_SEAT ? AP_C_LOSE : AP_A_DONE;

    for (int kind = first; kind <= last; kind++) {
        if (read_form(g, kind, text, out)) {
            return MQ_OK;
        }
    }
    return mq_fail(error, MQ_SYNTAX, "apogee.no-action", "t", text);
}

/* The list of choices: which choices share a line, what each line says, and
 * the words that single keys switch on and off.
 */
#include "term/full/full.h"

#include <ctype.h>
#include <string.h>

#define MOST_SINGLE 9 /* choices that have a line each in any case */

/* The length of a text without its last word; 0 where it has one word. */
static size_t stem(const char *text)
{
    const char *blank = strrchr(text, ' ');

    return blank != NULL ? (size_t)(blank - text) : 0;
}

static bool same_stem(const char *a, const char *b)
{
    return stem(a) > 0 && stem(a) == stem(b) && strncmp(a, b, stem(a)) == 0;
}

static void add_to_row(struct mq_full *full, struct mq_row *row, int choice)
{
    int last = row->first;

    while (full->next[last] >= 0) {
        last = full->next[last];
    }
    full->next[last] = choice;
    row->count++;
}

/* The row that a choice belongs to, among those there are; or NULL. */
static struct mq_row *row_of(struct mq_full *full, int choice)
{
    const struct mq_choices *choices = &full->session->choices;

    for (int i = 0; i < full->rows; i++) {
        if (same_stem(choices->text[full->row[i].first],
                      choices->text[choice])) {
            return &full->row[i];
        }
    }
    return NULL;
}

/* Words of one character that some choice has and another one hasn't: dice. */
static void find_toggles(struct mq_full *full)
{
    const struct mq_choices *choices = &full->session->choices;
    size_t count = 0;

    full->toggles[0] = '\0';
    for (int i = 0; i < choices->count; i++) {
        const char *text = choices->text[i];

        for (const char *c = strchr(text, ' '); c != NULL;
             c = strchr(c + 1, ' ')) {
            bool single = c[1] != '\0' && (c[2] == ' ' || c[2] == '\0');

            if (single && isalnum((unsigned char)c[1]) &&
                strchr(full->toggles, c[1]) == NULL &&
                count + 1 < sizeof full->toggles) {
                full->toggles[count++] = c[1];
                full->toggles[count] = '\0';
            }
        }
    }
    if (count < 2) {
        full->toggles[0] = '\0';
    }
}

void mq__rows_make(struct mq_full *full)
{
    const struct mq_choices *choices = &full->session->choices;

    find_toggles(full);
    full->rows = 0;
    for (int i = 0; i < choices->count; i++) {
        struct mq_row *row = NULL;

        full->next[i] = -1;
        if (choices->count > MOST_SINGLE && full->toggles[0] == '\0') {
            row = row_of(full, i);
        }
        if (row != NULL) {
            add_to_row(full, row, i);
        } else {
            full->row[full->rows++] = (struct mq_row){.first = i, .count = 1};
        }
    }
    full->selected = full->first = full->number = 0;
    full->ready = true;
}

int mq__rows_choice(const struct mq_full *full, int row)
{
    int choice = full->row[row].first;

    for (int i = 0; i < full->row[row].at; i++) {
        choice = full->next[choice];
    }
    return choice;
}

void mq__rows_select(struct mq_full *full, int choice)
{
    for (int i = 0; i < full->rows; i++) {
        int at = 0;

        for (int c = full->row[i].first; c >= 0; c = full->next[c], at++) {
            if (c == choice) {
                full->selected = i;
                full->row[i].at = at;
                return;
            }
        }
    }
}

/* The command that the engine gives a choice as its first fact. */
struct does {
    const struct mq_session *session;
    struct mq_buf *out;
    bool found;
};

static void take_does(void *context, const struct mq_fact *fact)
{
    struct does *does = context;

    if (!does->found && fact->kind == MQ_FACT_DOES) {
        mq__say_message(does->out, &does->session->voice, &fact->note.message);
    }
    does->found = true;
}

void mq__rows_label(const struct mq_full *full, int row, struct mq_buf *out)
{
    const struct mq_session *s = full->session;
    int choice = mq__rows_choice(full, row);
    const char *text = mq__choice_text(&s->choices, choice);
    struct does does = {s, out, false};
    struct mq_facts facts = {.take = take_does, .context = &does};

    if (full->row[row].count > 1) {
        size_t length = stem(text);

        mq__buf_add(out, text, length);
        mq__buf_printf(out, " %cb\xE2\x80\xB9%s\xE2\x80\xBA%c. %cd%d/%d%c.",
                       MQ_MARK, text + length + 1, MQ_MARK, MQ_MARK,
                       full->row[row].at + 1, full->row[row].count, MQ_MARK);
        return;
    }
    if (full->toggles[0] != '\0' && strchr(text, ' ') != NULL) {
        mq__buf_printf(out, "[%s] ", strchr(text, ' ') + 1); /* which dice */
    }
    mq_tell(s->game, s->view.bytes, s->viewer, s->choices.action[choice],
            &facts);
    if (!does.found) {
        mq__buf_str(out, text);
    }
}

/* Whether the text has the word of one character. */
static bool has_word(const char *text, char word)
{
    for (const char *c = strchr(text, ' '); c != NULL; c = strchr(c + 1, ' ')) {
        if (c[1] == word && (c[2] == ' ' || c[2] == '\0')) {
            return true;
        }
    }
    return false;
}

/* How many toggles two texts have not in common; `word` counts turned round. */
static int unlike(const struct mq_full *full, const char *from, const char *to,
                  char word)
{
    int count = 0;

    for (const char *t = full->toggles; *t != '\0'; t++) {
        bool wanted = has_word(from, *t) != (*t == word);

        count += has_word(to, *t) != wanted ? *t == word ? 100 : 1 : 0;
    }
    return count;
}

bool mq__rows_toggle(struct mq_full *full, int key)
{
    const struct mq_choices *choices = &full->session->choices;
    int now = mq__rows_choice(full, full->selected);
    int best = -1, least = 100;
    char word = key > 0 && key < 128 ? (char)toupper(key) : '\0';

    if (word == '\0' || strchr(full->toggles, word) == NULL) {
        return false;
    }
    for (int i = 0; i < choices->count; i++) {
        int count = unlike(full, choices->text[now], choices->text[i], word);

        if (count < least) {
            least = count;
            best = i;
        }
    }
    if (best >= 0) {
        mq__rows_select(full, best);
    }
    return true;
}

/* Facts as lines: what is good and what is bad have colours. */
struct lines {
    const struct mq_session *session;
    struct mq_buf *out;
    int width;
    int count;
};

static char colour_of(enum mq_fact_kind kind)
{
    switch (kind) {
    case MQ_FACT_GAIN:
    case MQ_FACT_LATER:
    case MQ_FACT_MEETS:
    case MQ_FACT_WINS:
    case MQ_FACT_CHANCE:
    case MQ_FACT_READY:
        return 'g';
    case MQ_FACT_LOSES:
    case MQ_FACT_RISK:
    case MQ_FACT_LACKS:
        return 'w';
    default:
        return '.';
    }
}

static void add_note(const struct lines *lines, char style,
                     const struct mq_note *note)
{
    size_t start = lines->out->length;

    mq__mark(lines->out, style);
    mq__say_message(lines->out, &lines->session->voice, &note->message);
    mq__mark(lines->out, '.');
    mq__add_rule(lines->out, note);
    mq__wrap_from(lines->out, start, lines->width, 2);
}

static void take_fact(void *context, const struct mq_fact *fact)
{
    struct lines *lines = context;

    lines->count++;
    add_note(lines, fact->kind == MQ_FACT_DOES ? 'b' : colour_of(fact->kind),
             &fact->note);
}

void mq__rows_facts(const struct mq_full *full, int choice, int width,
                    struct mq_buf *out)
{
    const struct mq_session *s = full->session;
    struct lines lines = {s, out, width, 0};
    struct mq_facts facts = {.take = take_fact, .context = &lines};
    struct mq_note notes[MQ_MAX_NOTES];

    mq_tell(s->game, s->view.bytes, s->viewer, s->choices.action[choice],
            &facts);
    if (lines.count > 0) {
        return;
    }
    mq__buf_printf(out, "%cb%s%c.\n", MQ_MARK,
                   mq__choice_text(&s->choices, choice), MQ_MARK);
    lines.count = mq_explain(s->game, s->view.bytes, s->viewer,
                             s->choices.action[choice], notes);
    for (int i = 0; i < lines.count; i++) {
        add_note(&lines, '.', &notes[i]);
    }
}

/* Apogee: actions and outcomes as words, both ways. Each form is one row:
 * its first words and what follows them. */
#include "games/apogee/rules.h"

#include "core/buf.h"

/* What follows the words: a letter an argument, with the byte (a, b, c) it
 * fills. `K` technology, `E` engineer, `D` director, `S` space, `L` level,
 * `P` seat, `T` destination, `R` row or investors, `N` number, `I` investor,
 * `V` event. */
struct form {
    int kind;
    const char *words;
    const char *arguments;
    const char *bytes;
    int low, high; /* of N */
};

static const struct form forms[] = {
    {AP_A_CHOOSE, "choose", "D", "a", 0, 0},
    {AP_A_HIRE, "hire", "L", "a", 0, 0},
    {AP_A_ASSIGN, "assign", "ES", "ab", 0, 0},
    {AP_A_PLANNED, "planned", "", "", 0, 0},
    {AP_A_REPLACE, "replace", "R", "a", 0, 0},
    {AP_A_TAKE, "take", "K", "a", 0, 0},
    {AP_A_BUILD, "build", "K", "a", 0, 0},
    {AP_A_SELL, "sell", "K", "a", 0, 0},
    {AP_A_BUY_DIE, "buy-die", "", "", 0, 0},
    {AP_A_PASS, "pass", "", "", 0, 0},
    {AP_A_KEEP, "keep", "K", "a", 0, 0},
    {AP_A_DISCARD, "discard", "K", "a", 0, 0},
    {AP_A_DISMISS, "dismiss", "E", "a", 0, 0},
    {AP_A_SPECIALTY, "specialty", "", "", 0, 0},
    {AP_A_FIRE, "static-fire", "", "", 0, 0},
    {AP_A_LAUNCH, "launch", "T", "a", 0, 0},
    {AP_A_INTERVENE, "intervene", "", "", 0, 0},
    {AP_A_TARGET_CARD, "target", "PK", "ab", 0, 0},
    {AP_A_TARGET_DICE, "target", "PN", "ab", 1, 2},
    {AP_A_TARGET, "target", "P", "a", 0, 0},
    {AP_A_REROLL, "reroll", "", "", 0, 0},
    {AP_A_ACCEPT, "accept", "", "", 0, 0},
    {AP_A_DONE, "done", "", "", 0, 0},
    {AP_C_DIRECTORS, "directors", "PDD", "cab", 0, 0},
    {AP_C_ENGINEER, "draw engineer", "LPE", "cba", 0, 0},
    {AP_C_ROW, "draw", "GK", "ba", 0, 0},
    {AP_C_RND, "draw rnd", "PK", "ba", 0, 0},
    {AP_C_INVESTOR, "investor", "I", "a", 0, 0},
    {AP_C_EVENT, "event", "V", "a", 0, 0},
    {AP_C_ROLL, "roll", "N", "a", 1, AP_DIE_SIDES},
    {AP_C_LOSE, "lose", "PE", "ba", 0, 0},
};

#define FORMS ((int)(sizeof(forms) / sizeof(forms[0])))

static const char *const row_words[] = {"first-stage", "upper-stage", "payload",
                                        NULL};

/* The id of a card of a list; NULL past its end. */
static const char *card_id(const struct ap_tables *t, char sort, int i)
{
    switch (sort) {
    case 'K':
        return i < t->kinds ? t->kind[i].id : NULL;
    case 'E':
        return i < t->engineers ? t->engineer[i].id : NULL;
    case 'D':
        return i < t->directors ? t->director[i].id : NULL;
    case 'I':
        return i < t->investors ? t->investor[i].id : NULL;
    case 'V':
        return i < t->events ? t->event[i].id : NULL;
    default:
        return NULL;
    }
}

/* The words of a short list. */
static const char *list_word(char sort, int i)
{
    static const char *const replaceable[] = {
        "first-stage", "upper-stage", "payload", NULL, "investors", NULL};

    switch (sort) {
    case 'S':
        return i < AP_SPACES ? mq__apogee_space_words[i] : NULL;
    case 'L':
        return i < AP_LEVELS ? mq__apogee_level_words[i] : NULL;
    case 'T':
        return i < AP_DESTINATIONS ? mq__apogee_destination_words[i] : NULL;
    case 'G':
        return i < AP_ROWS ? row_words[i] : NULL;
    case 'R':
        return i <= AP_TYPES ? replaceable[i] : NULL;
    default:
        return NULL;
    }
}

static bool is_list(char sort)
{
    return strchr("SLTGR", sort) != NULL;
}

const char *mq__apogee_argument_word(const struct ap_tables *t, char sort,
                                     int value)
{
    return is_list(sort) ? list_word(sort, value) : card_id(t, sort, value);
}

static int byte_of(mq_action action, char byte)
{
    return (int)(action >> (8 * (byte - 'a' + 1)) & 0xFF);
}

/* The type of a card that comes into a row follows from the card. */
static int row_type(const struct ap_tables *t, mq_action action)
{
    int kind = MQ_ACTION_A(action);

    return kind < t->kinds ? t->kind[kind].type : AP_TYPES;
}

static void write_argument(const struct ap_tables *t, char sort, int value,
                           struct mq_buf *out)
{
    const char *word;

    if (value == MQ_UNKNOWN) {
        mq__buf_char(out, '?');
    } else if (sort == 'P') {
        mq__buf_printf(out, "P%d", value + 1);
    } else if (sort == 'N') {
        mq__buf_int(out, value);
    } else {
        word = mq__apogee_argument_word(t, sort, value);
        mq__buf_str(out, word != NULL ? word : "-");
    }
}

void mq__apogee_write_text(const struct mq_game *g, struct mq_event event,
                           struct mq_buf *out)
{
    const struct ap_tables *t = ap_tables(g);
    int kind = MQ_ACTION_KIND(event.action);
    const struct form *f = &forms[0];

    while (f < forms + FORMS && f->kind != kind) {
        f++;
    }
    if (f == forms + FORMS) {
        mq__buf_char(out, '-'); /* no such action */
        return;
    }
    mq__buf_str(out, f->words);
    for (int i = 0; f->arguments[i] != '\0'; i++) {
        int value = f->arguments[i] == 'G' ? row_type(t, event.action)
                                           : byte_of(event.action, f->bytes[i]);

        mq__buf_char(out, ' ');
        write_argument(t, f->arguments[i], value, out);
    }
}

/* Reading. */

struct word {
    const char *text;
    size_t length;
};

static bool same(struct word w, const char *text)
{
    return strlen(text) == w.length && memcmp(text, w.text, w.length) == 0;
}

/* The next word: words are parted by single blanks. */
static bool next_word(const char **text, struct word *out)
{
    if (**text == ' ') {
        (*text)++;
    }
    out->text = *text;
    out->length = strcspn(*text, " ");
    *text += out->length;
    return out->length > 0;
}

static int read_number(struct word w, int low, int high)
{
    int n = 0;

    if (w.length == 0 || w.length > 2 || w.text[0] == '0') {
        return -1;
    }
    for (size_t i = 0; i < w.length; i++) {
        if (w.text[i] < '0' || w.text[i] > '9') {
            return -1;
        }
        n = n * 10 + (w.text[i] - '0');
    }
    return n >= low && n <= high ? n : -1;
}

static int find_argument(const struct ap_tables *t, char sort, struct word w)
{
    for (int i = 0; i < AP_KINDS; i++) {
        const char *word = mq__apogee_argument_word(t, sort, i);

        if (word != NULL && same(w, word)) {
            return i;
        }
    }
    return -1;
}

static int read_argument(const struct ap_tables *t, const struct form *f,
                         char sort, struct word w)
{
    if (sort == 'P') {
        int n = -1;

        if (w.length > 1 && w.text[0] == 'P') {
            w.text++;
            w.length--;
            n = read_number(w, 1, AP_PLAYERS);
        }
        return n > 0 ? n - 1 : -1;
    }
    if (sort == 'N') {
        return read_number(w, f->low, f->high);
    }
    return find_argument(t, sort, w);
}

/* What must hold between the arguments of an outcome; it also fills in the
 * level that follows from the engineer. */
static bool consistent(const struct ap_tables *t, mq_action *action)
{
    int a = MQ_ACTION_A(*action);
    int b = MQ_ACTION_B(*action);
    int c = MQ_ACTION_C(*action);

    switch (MQ_ACTION_KIND(*action)) {
    case AP_C_DIRECTORS:
        return a < b;
    case AP_C_ENGINEER:
        return t->engineer[a].level == c;
    case AP_C_ROW:
        *action = MQ_ACTION(AP_C_ROW, a, 0, 0);
        return t->kind[a].type == b;
    case AP_C_RND:
    case AP_A_KEEP:
        return t->kind[a].type == AP_RND;
    case AP_A_TAKE:
        return t->kind[a].type < AP_ROWS;
    case AP_A_TARGET_CARD:
        return t->kind[b].type == AP_RND;
    case AP_C_LOSE:
        *action = MQ_ACTION(AP_C_LOSE, a, b, t->engineer[a].level);
        return true;
    default:
        return true;
    }
}

/* Whether the text is of this form; *out is the action then. */
static bool read_form(const struct ap_tables *t, const struct form *f,
                      const char *text, mq_action *out)
{
    size_t length = strlen(f->words);
    mq_action action = (mq_action)f->kind;

    if (strncmp(text, f->words, length) != 0) {
        return false;
    }
    text += length;
    for (int i = 0; f->arguments[i] != '\0'; i++) {
        struct word w;
        int value;

        if (*text != ' ' || !next_word(&text, &w)) {
            return false;
        }
        value = read_argument(t, f, f->arguments[i], w);
        if (value < 0) {
            return false;
        }
        action |= (mq_action)value << (8 * (f->bytes[i] - 'a' + 1));
    }
    *out = action;
    return *text == '\0' && consistent(t, out);
}

enum mq_status mq__apogee_read_text(const struct mq_game *g, const char *text,
                                    int seat, mq_action *out,
                                    struct mq_error *error)
{
    const struct ap_tables *t = ap_tables(g);
    bool chance = seat == MQ_CHANCE_SEAT;

    for (int i = 0; i < FORMS; i++) {
        if ((forms[i].kind >= AP_C_DIRECTORS) == chance &&
            read_form(t, &forms[i], text, out)) {
            return MQ_OK;
        }
    }
    return mq_fail(error, MQ_SYNTAX, "apogee.no-action", "t", text);
}

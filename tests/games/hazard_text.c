/* Hazard: words for actions and outcomes. */
#include "hazard.h"

#include "core/buf.h"

#include <string.h>

static const char *const seat_word[] = {"P1", "P2", "P3", "P4", NULL};

/* What an action's text is made of: n a number, c a card, s a seat. */
static const struct {
    int kind;
    bool chance;
    const char *word;
    const char *parts;
} form[] = {
    {HZ_A_GIVE, false, "give", "c"},  {HZ_A_BID, false, "bid", "n"},
    {HZ_A_SEAL, false, "seal", ""},   {HZ_A_PLAY, false, "play", "c"},
    {HZ_A_TUCK, false, "tuck", "c"},  {HZ_A_ROLL, false, "roll", ""},
    {HZ_A_PASS, false, "pass", ""},   {HZ_C_BOX, true, "box", "c"},
    {HZ_C_DEAL, true, "deal", "scc"}, {HZ_C_DRAW, true, "draw", "sc"},
    {HZ_C_ROLL, true, "roll", "n"},
};

#define FORMS ((int)(sizeof form / sizeof form[0]))

static void write_part(char part, int value, struct mq_buf *out)
{
    if (value == MQ_UNKNOWN) {
        mq__buf_str(out, " ?");
    } else if (part == 'c') {
        mq__buf_printf(out, " %s",
                       value < HZ_KINDS ? hz_kind_word[value] : "-");
    } else {
        mq__buf_printf(out, part == 's' ? " P%d" : " %d",
                       part == 's' ? value + 1 : value);
    }
}

void hz_write_text(const struct mq_game *g, struct mq_event event,
                   struct mq_buf *out)
{
    (void)g;
    for (int i = 0; i < FORMS; i++) {
        if (form[i].kind == MQ_ACTION_KIND(event.action)) {
            uint32_t rest = event.action >> 8;

            mq__buf_str(out, form[i].word);
            for (const char *part = form[i].parts; *part != '\0'; part++) {
                write_part(*part, (int)(rest & 0xFF), out);
                rest >>= 8;
            }
        }
    }
}

static int word_index(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* The value of one part after a blank; -1 if it is none. */
static int read_part(char part, const char **text)
{
    static const char *const number[] = {"0", "1", "2", "3", NULL};
    size_t length;
    int value;

    if (**text != ' ') {
        return -1;
    }
    ++*text;
    length = strcspn(*text, " ");
    value = word_index(part == 'c'   ? hz_kind_word
                       : part == 's' ? seat_word
                                     : number,
                       *text, length);
    *text += length;
    return value;
}

static bool read_form(int i, const char *text, mq_action *out)
{
    size_t length = strlen(form[i].word);
    int shift = 8;

    if (strncmp(text, form[i].word, length) != 0) {
        return false;
    }
    text += length;
    *out = (mq_action)form[i].kind;
    for (const char *part = form[i].parts; *part != '\0'; part++) {
        int value = read_part(*part, &text);

        if (value < 0) {
            return false;
        }
        *out |= (mq_action)value << shift;
        shift += 8;
    }
    return *text == '\0';
}

/* Only what can be legal somewhere is a text: sorted deals, faces from 1. */
static bool exists(mq_action action)
{
    switch (MQ_ACTION_KIND(action)) {
    case HZ_A_BID:
        return MQ_ACTION_A(action) < HZ_BIDS;
    case HZ_C_ROLL:
        return MQ_ACTION_A(action) >= 1;
    case HZ_C_DEAL:
        return MQ_ACTION_B(action) <= MQ_ACTION_C(action);
    default:
        return true;
    }
}

enum mq_status hz_read_text(const struct mq_game *g, const char *text, int seat,
                            mq_action *out, struct mq_error *error)
{
    (void)g;
    for (int i = 0; i < FORMS; i++) {
        if (form[i].chance == (seat == MQ_CHANCE_SEAT) &&
            read_form(i, text, out) && exists(*out)) {
            return MQ_OK;
        }
    }
    return mq_fail(error, MQ_UNKNOWN_WORD, "hazard.text", "t", text);
}

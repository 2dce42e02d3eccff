/* Apogee: actions and outcomes as words, both ways, by their grammar. */
#include "games/apogee/actions.h"

#include "core/buf.h"
#include "core/phrase.h"

/* What must hold between the arguments of an outcome; it also fills in the
 * level that follows from the engineer. */
static bool consistent(const void *tables, mq_action *action)
{
    const struct ap_tables *t = tables;
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

static struct mq_phrase phrase_of(int kind)
{
    struct mq_phrase phrase = {.words = mq__ap_forms[kind].words,
                               .is = (mq_action)kind,
                               .fits = consistent};
    struct mq_part *part = phrase.part;

    for (const char *a = mq__ap_forms[kind].arguments; *a != '\0'; a += 2) {
        assert(part < phrase.part + MQ_PARTS);
        part->set = (uint8_t)a[0];
        part->shift = (uint8_t)(8 * (a[1] - 'a' + 1));
        part++->bits = 8;
    }
    return phrase;
}

/* A type is that of the technology in the same byte. */
static const char *word_of(const void *tables, int set, int value)
{
    const struct ap_tables *t = tables;

    if (set == 'G') {
        return value < t->kinds ? mq__ap_tags[t->kind[value].type] : NULL;
    }
    return mq__ap_argument_word(t, (char)set, value);
}

static struct mq_lexicon lexicon(const struct mq_game *g)
{
    return (struct mq_lexicon){ap_tables(g), word_of};
}

void mq__ap_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    int kind = MQ_ACTION_KIND(event.action);

    if (kind < AP_ACTION_KINDS && mq__ap_forms[kind].words != NULL) {
        struct mq_phrase phrase = phrase_of(kind);

        mq__phrase_write(&phrase, lexicon(g), event.action, out);
    } else {
        mq__buf_char(out, '-'); /* no such action */
    }
}

enum mq_status mq__ap_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error)
{
    int first = seat == MQ_CHANCE_SEAT ? AP_C_DIRECTORS : AP_A_CHOOSE;
    int last = seat == MQ_CHANCE_SEAT ? AP_C_LOSE : AP_A_DONE;

    for (int kind = first; kind <= last; kind++) {
        struct mq_phrase phrase = phrase_of(kind);

        if (mq__phrase_read(&phrase, lexicon(g), text, out)) {
            return MQ_OK;
        }
    }
    return mq_fail(error, MQ_SYNTAX, "apogee.no-action", "t", text);
}

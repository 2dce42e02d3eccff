/* Actions and outcomes as words, exactly as the rules print them. One table
 * says of every kind what follows its word; texts are written and read by it.
 */
#include "core/buf.h"
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

/* What the words of a part are. */
enum set { SEAT = 1, FIND, MISSION, TOKEN, FACE, ASTRONAUT, PIP, WITH, WHERE };

/* A part of an action: the number of one word; or for each word of the set,
 * in so many bits, how often it is there. */
struct part {
    uint8_t set, shift, bits;
    bool each;
};

#define MOST_PARTS 5

struct form {
    const char *word;
    bool chance;
    struct part part[MOST_PARTS];
    bool (*fits)(mq_action action); /* NULL: it always does */
};

/* In table order. */
static bool missions_fit(mq_action action)
{
    for (int i = 1; i < ML_DEALT; i++) {
        if (ML_MISSION_AT(action, i) < ML_MISSION_AT(action, i - 1)) {
            return false;
        }
    }
    return true;
}

static bool roll_fits(mq_action action)
{
    int dice = 0;

    for (int face = 0; face < ML_FACES; face++) {
        dice += ML_COUNT(ML_ACTION_ROLL(action), face);
    }
    return dice >= 1 && dice <= ML_MAX_DICE;
}

static bool use_fits(mq_action action)
{
    return MQ_ACTION_A(action) != 0 || MQ_ACTION_B(action) != 0 ||
           (MQ_ACTION_C(action) & ML_WITH_EXTRA) != 0;
}

// clang-format off
#define ONE(set, shift, bits) {set, shift, bits, false}
#define EACH(set, shift, bits) {set, shift, bits, true}

static const struct form forms[ML_KINDS] = {
    [ML_DO_START] = {"start", true, {ONE(SEAT, 8, 8)}, NULL},
    [ML_DO_EXPLORE] = {"explore", true, {ONE(FIND, 8, 8)}, NULL},
    [ML_DO_MISSIONS] = {"missions", true, {ONE(SEAT, 8, 3), ONE(MISSION, 11, 5), ONE(MISSION, 16, 5), ONE(MISSION, 21, 5), ONE(MISSION, 26, 5)}, missions_fit},
    [ML_DO_EXPEDITION] = {"expedition", true, {ONE(TOKEN, 8, 8)}, NULL},
    [ML_DO_ROLL] = {"roll", true, {EACH(FACE, 8, 3)}, roll_fits},
    [ML_DO_RETURN] = {"return", false, {ONE(MISSION, 8, 8)}, NULL},
    [ML_DO_BOARD] = {"board", false, {ONE(ASTRONAUT, 8, 8)}, NULL},
    [ML_DO_USE] = {"use", false, {EACH(FACE, 8, 1), EACH(PIP, 16, 1), EACH(WITH, 24, 1)}, use_fits},
    [ML_DO_REROLL] = {.word = "reroll"},
    [ML_DO_CRASH] = {.word = "crash"},
    [ML_DO_STAY] = {.word = "stay"},
    [ML_DO_LAND] = {"land", false, {ONE(WHERE, 8, 8)}, NULL},
};
// clang-format on

/* A word of a set; NULL after the last, "" where none has that number. */
static const char *word_of(const struct ml_tables *t, int set, int i)
{
    static const char *const pips[] = {"pip:P1", "pip:P2", "pip:P3", "pip:P4",
                                       "pip:P5"};
    static const char *const withs[] = {"extra", "keep"};
    static const char *const wheres[] = {"", "+1", "-1"}; /* ML_HERE … */

    assert(i >= 0);
    switch (set) {
    case SEAT:
        return i < ML_SEATS ? mq__ml_seats[i] : NULL;
    case FIND:
        return i < ML_DEEP ? t->find_id[i] : NULL;
    case MISSION:
        return i < t->missions ? t->mission[i].id : NULL;
    case TOKEN:
        return i < t->tokens ? t->token[i].id : NULL;
    case FACE:
        return i < ML_FACES ? mq__ml_faces[i] : NULL;
    case ASTRONAUT:
        return i < ML_ASTRONAUTS ? mq__ml_astronauts[i] : NULL;
    case PIP:
        return i < ML_SEATS ? pips[i] : NULL;
    case WITH:
        return i < 2 ? withs[i] : NULL;
    default:
        return i <= ML_BACK ? wheres[i] : NULL;
    }
}

static unsigned mask_of(const struct part *part)
{
    return (1u << part->bits) - 1;
}

static void write_word(struct mq_buf *out, const char *text)
{
    mq__buf_str(out, *text != '\0' ? " " : "");
    mq__buf_str(out, text);
}

static void write_part(const struct ml_tables *t, const struct part *part,
                       mq_action action, struct mq_buf *out)
{
    unsigned value = (unsigned)(action >> part->shift);
    const char *text;

    if (!part->each) {
        text = word_of(t, part->set, (int)(value & mask_of(part)));
        write_word(out, text != NULL ? text : "?");
        return;
    }
    for (int i = 0; (text = word_of(t, part->set, i)) != NULL; i++) {
        for (unsigned n = value & mask_of(part); n > 0; n--) {
            write_word(out, text);
        }
        value >>= part->bits;
    }
}

void mq__ml_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    const struct form *form = &forms[MQ_ACTION_KIND(event.action) % ML_KINDS];

    mq__buf_str(out, form->word);
    for (int i = 0; i < MOST_PARTS && form->part[i].set != 0; i++) {
        write_part(ml_tables(g), &form->part[i], event.action, out);
    }
}

/* Reading. What comes out is written again and must be the same text; so order
 * and blanks need no care here. */

/* Takes the next word off the text if it is of the set: its number, or -1. */
static int take_word(const struct ml_tables *t, int set, const char **text)
{
    size_t blank = **text == ' ';
    size_t length = strcspn(*text + blank, " ");
    const char *word;

    for (int i = 0; (word = word_of(t, set, i)) != NULL; i++) {
        if (strlen(word) == length && (length > 0 || set == WHERE) &&
            memcmp(word, *text + blank, length) == 0) {
            *text += blank + length;
            return i;
        }
    }
    return -1;
}

static bool read_part(const struct ml_tables *t, const struct part *part,
                      const char **text, mq_action *out)
{
    int i = take_word(t, part->set, text);

    if (!part->each) {
        *out |= (mq_action)(i & 0xFF) << part->shift;
        return i >= 0;
    }
    for (; i >= 0; i = take_word(t, part->set, text)) {
        int shift = part->shift + i * part->bits;

        if ((*out >> shift & mask_of(part)) == mask_of(part)) {
            return false;
        }
        *out += (mq_action)1 << shift;
    }
    return true;
}

/* Whether a text is of that kind: its action. */
static bool read_kind(const struct ml_tables *t, int kind, const char *text,
                      mq_action *out)
{
    const struct form *form = &forms[kind];
    size_t length = strlen(form->word);

    if (strncmp(text, form->word, length) != 0) {
        return false;
    }
    text += length;
    *out = (mq_action)kind;
    for (int i = 0; i < MOST_PARTS && form->part[i].set != 0; i++) {
        if (!read_part(t, &form->part[i], &text, out)) {
            return false;
        }
    }
    return *text == '\0' && (form->fits == NULL || form->fits(*out));
}

static bool is_text_of(const struct mq_game *g, mq_action action,
                       const char *text)
{
    char again[MQ_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, again, sizeof(again));
    mq__ml_write_text(g, (struct mq_event){0, action}, &buf);
    return strcmp(again, text) == 0;
}

enum mq_status mq__ml_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error)
{
    bool chance = seat == MQ_CHANCE_SEAT;

    for (int kind = 0; kind < ML_KINDS; kind++) {
        if (forms[kind].chance == chance &&
            read_kind(ml_tables(g), kind, text, out) &&
            is_text_of(g, *out, text)) {
            return MQ_OK;
        }
    }
    return mq_fail(error, MQ_UNKNOWN_WORD,
                   chance ? "mlem.no-outcome" : "mlem.no-action", "t", text);
}

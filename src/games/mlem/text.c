/* Actions and outcomes as words, exactly as the rules print them. */
#include "core/buf.h"
#include "games/mlem/rules.h"

#include <stdlib.h>
#include <string.h>

/* Writing. */

static void word(struct mq_buf *out, const char *text)
{
    mq__buf_char(out, ' ');
    mq__buf_str(out, text);
}

static void write_mission(const struct mlem_tables *t, int index,
                          struct mq_buf *out)
{
    word(out, index < t->missions ? t->mission[index].id : "?");
}

static void write_missions(const struct mlem_tables *t, mq_action action,
                           struct mq_buf *out)
{
    mq__buf_str(out, "missions");
    mq__buf_printf(out, " P%d", MLEM_MISSION_SEAT(action) + 1);
    for (int i = 0; i < MLEM_DEALT; i++) {
        write_mission(t, MLEM_MISSION_AT(action, i), out);
    }
}

static void write_roll(mq_action action, struct mq_buf *out)
{
    unsigned roll = MLEM_ACTION_ROLL(action);

    mq__buf_str(out, "roll");
    for (int face = 0; face < MLEM_FACES; face++) {
        for (int i = 0; i < MLEM_COUNT(roll, face); i++) {
            word(out, mq__mlem_faces[face]);
        }
    }
}

static void write_use(mq_action action, struct mq_buf *out)
{
    mq__buf_str(out, "use");
    for (int face = 0; face < MLEM_FACES; face++) {
        if ((MQ_ACTION_A(action) >> face & 1) != 0) {
            word(out, mq__mlem_faces[face]);
        }
    }
    for (int seat = 0; seat < MLEM_SEATS; seat++) {
        if ((MQ_ACTION_B(action) >> seat & 1) != 0) {
            mq__buf_printf(out, " pip:%s", mq__mlem_seats[seat]);
        }
    }
    if ((MQ_ACTION_C(action) & MLEM_WITH_EXTRA) != 0) {
        word(out, "extra");
    }
    if ((MQ_ACTION_C(action) & MLEM_WITH_KEEP) != 0) {
        word(out, "keep");
    }
}

void mq__mlem_write_text(const struct mq_game *g, struct mq_event event,
                         struct mq_buf *out)
{
    static const char *const landings[] = {"land", "land +1", "land -1"};
    const struct mlem_tables *t = mlem_tables(g);
    int a = MQ_ACTION_A(event.action);

    switch (MQ_ACTION_KIND(event.action)) {
    case MLEM_DO_START:
        mq__buf_printf(out, "start P%d", a + 1);
        break;
    case MLEM_DO_EXPLORE:
        mq__buf_printf(out, "explore %s", t->find_id[a % MLEM_SPACES]);
        break;
    case MLEM_DO_MISSIONS:
        write_missions(t, event.action, out);
        break;
    case MLEM_DO_EXPEDITION:
        mq__buf_printf(out, "expedition %s", t->token[a % MLEM_MAX_TOKENS].id);
        break;
    case MLEM_DO_ROLL:
        write_roll(event.action, out);
        break;
    case MLEM_DO_RETURN:
        mq__buf_str(out, "return");
        write_mission(t, a, out);
        break;
    case MLEM_DO_BOARD:
        mq__buf_printf(out, "board %s",
                       mq__mlem_astronauts[a % MLEM_ASTRONAUTS]);
        break;
    case MLEM_DO_USE:
        write_use(event.action, out);
        break;
    case MLEM_DO_REROLL:
        mq__buf_str(out, "reroll");
        break;
    case MLEM_DO_CRASH:
        mq__buf_str(out, "crash");
        break;
    case MLEM_DO_STAY:
        mq__buf_str(out, "stay");
        break;
    default:
        mq__buf_str(out, landings[a % 3]);
        break;
    }
}

/* Reading: words one by one. What comes out is written again and must be the
 * same text; so order and blanks need no care here. */

#define MOST_WORDS 16
#define WORD_SIZE 32

struct words {
    char word[MOST_WORDS][WORD_SIZE];
    int count;
};

static bool split(const char *text, struct words *out)
{
    out->count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");

        if (out->count == MOST_WORDS || length >= WORD_SIZE) {
            return false;
        }
        memcpy(out->word[out->count], text, length);
        out->word[out->count++][length] = '\0';
        text += length + (text[length] == ' ');
    }
    return out->count > 0;
}

/* The index of a text among words that end with NULL; -1: none. */
static int find(const char *const *words, const char *text)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

static int find_mission(const struct mlem_tables *t, const char *id)
{
    for (int i = 0; i < t->missions; i++) {
        if (strcmp(t->mission[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

/* Kinds with one thing after them: its index, or -1. */

static int read_seat(const struct mlem_tables *t, const char *text)
{
    (void)t;
    return find(mq__mlem_seats, text);
}

static int read_find(const struct mlem_tables *t, const char *text)
{
    for (int space = 0; space < MLEM_DEEP; space++) {
        if (t->find[space] != MLEM_NO_FIND &&
            strcmp(t->find_id[space], text) == 0) {
            return space;
        }
    }
    return -1;
}

static int read_token(const struct mlem_tables *t, const char *text)
{
    for (int i = 0; i < t->tokens; i++) {
        if (strcmp(t->token[i].id, text) == 0) {
            return i;
        }
    }
    return -1;
}

static int read_astronaut(const struct mlem_tables *t, const char *text)
{
    (void)t;
    return find(mq__mlem_astronauts, text);
}

static int read_offset(const struct mlem_tables *t, const char *text)
{
    static const char *const words[] = {"", "+1", "-1", NULL};

    (void)t;
    return find(words, text);
}

static bool read_missions(const struct mlem_tables *t, const struct words *w,
                          mq_action *out)
{
    int seat =
        w->count == 2 + MLEM_DEALT ? find(mq__mlem_seats, w->word[1]) : -1;

    if (seat < 0) {
        return false;
    }
    *out = MLEM_DO_MISSIONS | (mq_action)seat << 8;
    for (int i = 0; i < MLEM_DEALT; i++) {
        int kind = find_mission(t, w->word[2 + i]);

        if (kind < 0 || (i > 0 && kind < MLEM_MISSION_AT(*out, i - 1))) {
            return false; /* in table order */
        }
        *out |= (mq_action)kind << (11 + 5 * i);
    }
    return true;
}

static bool read_roll(const struct mlem_tables *t, const struct words *w,
                      mq_action *out)
{
    unsigned roll = 0;

    (void)t;
    if (w->count < 2 || w->count > 1 + MLEM_MAX_DICE) {
        return false;
    }
    for (int i = 1; i < w->count; i++) {
        int face = find(mq__mlem_faces, w->word[i]);

        if (face < 0) {
            return false;
        }
        roll += 1u << 3 * face;
    }
    *out = MLEM_ROLL_ACTION(roll);
    return true;
}

static bool read_use(const struct mlem_tables *t, const struct words *w,
                     mq_action *out)
{
    static const char *const pips[] = {"pip:P1", "pip:P2", "pip:P3",
                                       "pip:P4", "pip:P5", NULL};
    static const char *const withs[] = {"extra", "keep", NULL};
    unsigned faces = 0, seats = 0, with = 0;

    (void)t;
    for (int i = 1; i < w->count; i++) {
        int face = find(mq__mlem_faces, w->word[i]);
        int seat = find(pips, w->word[i]);
        int what = find(withs, w->word[i]);

        if (face < 0 && seat < 0 && what < 0) {
            return false;
        }
        faces |= face >= 0 ? 1u << face : 0;
        seats |= seat >= 0 ? 1u << seat : 0;
        with |= what >= 0 ? 1u << what : 0;
    }
    *out = MQ_ACTION(MLEM_DO_USE, faces, seats, with);
    return faces != 0 || seats != 0 || (with & MLEM_WITH_EXTRA) != 0;
}

struct form {
    const char *word;
    int kind;
    bool chance;
    /* Either one thing after the word, or all of it. */
    int (*one)(const struct mlem_tables *t, const char *text);
    bool (*all)(const struct mlem_tables *t, const struct words *w,
                mq_action *out);
};

static const struct form forms[] = {
    {"start", MLEM_DO_START, true, read_seat, NULL},
    {"explore", MLEM_DO_EXPLORE, true, read_find, NULL},
    {"missions", MLEM_DO_MISSIONS, true, NULL, read_missions},
    {"expedition", MLEM_DO_EXPEDITION, true, read_token, NULL},
    {"roll", MLEM_DO_ROLL, true, NULL, read_roll},
    {"return", MLEM_DO_RETURN, false, find_mission, NULL},
    {"board", MLEM_DO_BOARD, false, read_astronaut, NULL},
    {"use", MLEM_DO_USE, false, NULL, read_use},
    {"reroll", MLEM_DO_REROLL, false, NULL, NULL},
    {"crash", MLEM_DO_CRASH, false, NULL, NULL},
    {"stay", MLEM_DO_STAY, false, NULL, NULL},
    {"land", MLEM_DO_LAND, false, read_offset, NULL},
};

static bool read_form(const struct mlem_tables *t, const struct form *form,
                      const struct words *w, mq_action *out)
{
    int index = 0;

    if (form->all != NULL) {
        return form->all(t, w, out);
    }
    if (w->count > 2) {
        return false;
    }
    if (form->one != NULL) {
        index = form->one(t, w->count > 1 ? w->word[1] : "");
    }
    *out = MQ_ACTION(form->kind, index, 0, 0);
    return index >= 0;
}

static bool is_text_of(const struct mq_game *g, mq_action action, int seat,
                       const char *text)
{
    char again[MQ_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, again, sizeof(again));
    mq__mlem_write_text(g, (struct mq_event){seat, action}, &buf);
    return strcmp(again, text) == 0;
}

enum mq_status mq__mlem_read_text(const struct mq_game *g, const char *text,
                                  int seat, mq_action *out,
                                  struct mq_error *error)
{
    struct words w;

    if (split(text, &w)) {
        for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
            if (strcmp(forms[i].word, w.word[0]) == 0 &&
                forms[i].chance == (seat == MQ_CHANCE_SEAT) &&
                read_form(mlem_tables(g), &forms[i], &w, out) &&
                is_text_of(g, *out, seat, text)) {
                return MQ_OK;
            }
        }
    }
    return mq_fail(error, MQ_UNKNOWN_WORD,
                   seat == MQ_CHANCE_SEAT ? "mlem.no-outcome"
                                          : "mlem.no-action",
                   "t", text);
}

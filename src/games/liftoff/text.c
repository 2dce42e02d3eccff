/* The text forms of actions and outcomes, both ways.
 *
 * Writing needs no state; MQ_UNKNOWN is written `?`. Reading takes exactly
 * what writing makes: words with one blank between them.
 */
#include "games/liftoff/rules.h"

#include "core/buf.h"

#include <stdio.h>

#define MAX_WORDS 5

/* Writing. */

static void word(struct mq_buf *out, const char *text)
{
    mq__buf_char(out, ' ');
    mq__buf_str(out, text);
}

static void specialist(const struct lo_tables *t, struct mq_buf *out, int kind)
{
    if (kind == LO_LAB) {
        word(out, "lab");
    } else {
        word(out, kind < t->specialists ? t->specialist[kind].id : "?");
    }
}

static void mission(const struct lo_tables *t, struct mq_buf *out, int kind)
{
    word(out, kind < t->missions ? t->mission[kind].id : "?");
}

static void objective(const struct lo_tables *t, struct mq_buf *out, int kind)
{
    word(out, kind < t->objectives ? t->objective[kind].id : "?");
}

static void colour(struct mq_buf *out, int c)
{
    word(out, c < LO_COLOURS ? mq__lo_colour_words[c] : "?");
}

static void write_act(struct mq_buf *out, mq_action action)
{
    int verb = MQ_ACTION_A(action);
    int b = MQ_ACTION_B(action);

    mq__buf_str(out, "act");
    word(out, verb < LO_VERBS ? mq__lo_verb_words[verb] : "?");
    if (verb == LO_VERB_BUY || verb == LO_VERB_SELL) {
        colour(out, b);
    } else if (verb == LO_VERB_PAIR || verb == LO_VERB_EXCHANGE) {
        colour(out, b);
        colour(out, MQ_ACTION_C(action));
    } else if (verb == LO_VERB_INVEST) {
        word(out, b < LO_BONUSES ? mq__lo_bonus_words[b] : "?");
    }
}

static const char *seat_word(int seat)
{
    return seat < LO_MAX_PLAYERS ? mq__lo_seat_words[seat] : "?";
}

static void write_outcome(const struct lo_tables *t, mq_action action,
                          struct mq_buf *out)
{
    int kind = MQ_ACTION_KIND(action);

    if (kind == LO_START) {
        mq__buf_str(out, "start");
        word(out, seat_word(MQ_ACTION_A(action)));
    } else if (kind == LO_DEAL) {
        mq__buf_str(out, "deal");
        word(out, seat_word(MQ_ACTION_A(action)));
        specialist(t, out, MQ_ACTION_B(action));
    } else if (kind == LO_DRAW) {
        mq__buf_printf(out, "draw L%d", MQ_ACTION_A(action));
        mission(t, out, MQ_ACTION_B(action));
    } else {
        mq__buf_str(out, "objectives");
        word(out, seat_word(kind - LO_OBJECTIVES));
        objective(t, out, MQ_ACTION_A(action));
        objective(t, out, MQ_ACTION_B(action));
        objective(t, out, MQ_ACTION_C(action));
    }
}

/* Actions of one word and one card. */
static const struct form {
    const char *verb;
    void (*card)(const struct lo_tables *, struct mq_buf *, int);
} forms[LO_KINDS] = {
    [LO_KEEP_OBJECTIVE] = {"keep", objective},
    [LO_PASS_OBJECTIVE] = {"pass", objective},
    [LO_KEEP] = {"keep", specialist},
    [LO_PASS] = {"pass", specialist},
    [LO_PLAY] = {"play", specialist},
    [LO_TAKE] = {"take", mission},
    [LO_LAUNCH] = {"launch", specialist},
    [LO_BOOST] = {"boost", specialist},
    [LO_LOAD] = {"load", mission},
    [LO_SELL_OBJECTIVE] = {"sell-objective", objective},
    [LO_CHOOSE_TECH] = {"effect", mission},
    [LO_CHOOSE_EXCHANGE] = {"effect", mission},
    [LO_MONEY] = {"money", NULL},
    [LO_DONE] = {"done", NULL},
    [LO_GO] = {"go", NULL},
};

static void write_form(const struct lo_tables *t, mq_action action,
                       struct mq_buf *out)
{
    const struct form *form = &forms[MQ_ACTION_KIND(action)];

    mq__buf_str(out, form->verb);
    if (form->card != NULL) {
        form->card(t, out, MQ_ACTION_A(action));
    }
    if (MQ_ACTION_KIND(action) == LO_CHOOSE_TECH) {
        colour(out, MQ_ACTION_B(action));
    } else if (MQ_ACTION_KIND(action) == LO_CHOOSE_EXCHANGE) {
        colour(out, MQ_ACTION_B(action));
        colour(out, MQ_ACTION_C(action));
    }
}

void mq__lo_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    const struct lo_tables *t = lo_tables(g);
    int kind = MQ_ACTION_KIND(event.action);

    if (kind < LO_KINDS && forms[kind].verb != NULL) {
        write_form(t, event.action, out);
    } else if (kind == LO_ACT) {
        write_act(out, event.action);
    } else if (kind == LO_DIRECTION) {
        mq__buf_str(out, "direction");
        word(out, MQ_ACTION_A(event.action) == LO_LEFT ? "left" : "right");
    } else if (kind == LO_DECK) {
        mq__buf_printf(out, "deck %d", MQ_ACTION_A(event.action));
    } else if (kind >= LO_START && kind < LO_KINDS) {
        write_outcome(t, event.action, out);
    } else {
        mq__buf_str(out, "?");
    }
}

/* Reading. */

struct words {
    const struct lo_tables *t;
    int count;
    char text[MAX_WORDS][MQ_ID_SIZE];
};

/* Words with exactly one blank between them; false: too long, too many. */
static bool split(struct words *w, const char *text)
{
    w->count = 0;
    while (w->count < MAX_WORDS) {
        size_t length = strcspn(text, " ");

        if (length == 0 || length >= MQ_ID_SIZE) {
            return false;
        }
        memcpy(w->text[w->count], text, length);
        w->text[w->count++][length] = '\0';
        text += length;
        if (*text == '\0') {
            return true;
        }
        text++;
    }
    return false;
}

static int find(const char *const *words, const char *text)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

static int find_specialist(const struct lo_tables *t, const char *text)
{
    for (int i = 0; i < t->specialists; i++) {
        if (strcmp(t->specialist[i].id, text) == 0) {
            return i;
        }
    }
    return -1;
}

static int find_mission(const struct lo_tables *t, const char *text)
{
    for (int i = 0; i < t->missions; i++) {
        if (strcmp(t->mission[i].id, text) == 0) {
            return i;
        }
    }
    return -1;
}

static int find_objective(const struct lo_tables *t, const char *text)
{
    for (int i = 0; i < t->objectives; i++) {
        if (strcmp(t->objective[i].id, text) == 0) {
            return i;
        }
    }
    return -1;
}

/* Each gives false where the words don't fit. */
static bool make(mq_action *out, int kind, int a)
{
    *out = MQ_ACTION(kind, a & 0xFF, 0, 0);
    return a >= 0;
}

static bool read_pick(const struct words *w, mq_action *out)
{
    bool keep = strcmp(w->text[0], "keep") == 0;
    int card = find_objective(w->t, w->text[1]);

    if (card >= 0) {
        return make(out, keep ? LO_KEEP_OBJECTIVE : LO_PASS_OBJECTIVE, card);
    }
    return make(out, keep ? LO_KEEP : LO_PASS,
                find_specialist(w->t, w->text[1]));
}

static bool read_play(const struct words *w, mq_action *out)
{
    return make(out, LO_PLAY, find_specialist(w->t, w->text[1]));
}

static bool read_symbol(const struct words *w, mq_action *out)
{
    int kind = strcmp(w->text[0], "launch") == 0 ? LO_LAUNCH : LO_BOOST;

    if (strcmp(w->text[1], "lab") == 0) {
        return make(out, kind, LO_LAB);
    }
    return make(out, kind, find_specialist(w->t, w->text[1]));
}

static bool read_take(const struct words *w, mq_action *out)
{
    return make(out, LO_TAKE, find_mission(w->t, w->text[1]));
}

static bool read_load(const struct words *w, mq_action *out)
{
    return make(out, LO_LOAD, find_mission(w->t, w->text[1]));
}

static bool read_sell_objective(const struct words *w, mq_action *out)
{
    return make(out, LO_SELL_OBJECTIVE, find_objective(w->t, w->text[1]));
}

static bool read_direction(const struct words *w, mq_action *out)
{
    return make(out, LO_DIRECTION, find(mq__lo_direction_words, w->text[1]));
}

static int read_level(const char *text)
{
    return text[0] >= '1' && text[0] <= '4' && text[1] == '\0' ? text[0] - '0'
                                                               : -1;
}

static bool read_deck(const struct words *w, mq_action *out)
{
    return make(out, LO_DECK, read_level(w->text[1]));
}

static bool read_plain(const struct words *w, mq_action *out)
{
    int kind = strcmp(w->text[0], "money") == 0  ? LO_MONEY
               : strcmp(w->text[0], "done") == 0 ? LO_DONE
                                                 : LO_GO;

    return make(out, kind, 0);
}

static bool read_effect(const struct words *w, mq_action *out)
{
    int kind = find_mission(w->t, w->text[1]);
    int b = find(mq__lo_colour_words, w->text[2]);
    int c = w->count == 4 ? find(mq__lo_colour_words, w->text[3]) : 0;

    if (kind < 0 || b < 0 || c < 0) {
        return false;
    }
    if (w->count == 3) {
        *out = MQ_ACTION(LO_CHOOSE_TECH, kind, b, 0);
        return b != LO_GREEN;
    }
    *out = MQ_ACTION(LO_CHOOSE_EXCHANGE, kind, b, c);
    return b != c;
}

/* Words that each verb of `act` has after it, and what they are. */
static bool read_act(const struct words *w, mq_action *out)
{
    int verb = find(mq__lo_verb_words, w->text[1]);
    int b = w->count > 2 ? find(mq__lo_colour_words, w->text[2]) : 0;
    int c = w->count > 3 ? find(mq__lo_colour_words, w->text[3]) : 0;
    int words = 2;

    if (verb == LO_VERB_BUY || verb == LO_VERB_SELL) {
        words = 3;
        b = b == LO_GREEN ? -1 : b;
    } else if (verb == LO_VERB_INVEST) {
        words = 3;
        b = w->count > 2 ? find(mq__lo_bonus_words, w->text[2]) : -1;
    } else if (verb == LO_VERB_PAIR) {
        words = 4;
        b = b < c && c <= LO_BLUE ? b : -1;
    } else if (verb == LO_VERB_EXCHANGE) {
        words = 4;
        b = b != c ? b : -1;
    }
    if (verb < 0 || w->count != words || b < 0 || c < 0) {
        return false;
    }
    *out = MQ_ACTION(LO_ACT, verb, b, c);
    return true;
}

static const struct reader {
    const char *verb;
    int least, most; /* words */
    bool (*read)(const struct words *, mq_action *);
} readers[] = {
    {"act", 2, 4, read_act},
    {"boost", 2, 2, read_symbol},
    {"deck", 2, 2, read_deck},
    {"direction", 2, 2, read_direction},
    {"done", 1, 1, read_plain},
    {"effect", 3, 4, read_effect},
    {"go", 1, 1, read_plain},
    {"keep", 2, 2, read_pick},
    {"launch", 2, 2, read_symbol},
    {"load", 2, 2, read_load},
    {"money", 1, 1, read_plain},
    {"pass", 2, 2, read_pick},
    {"play", 2, 2, read_play},
    {"sell-objective", 2, 2, read_sell_objective},
    {"take", 2, 2, read_take},
};

static bool read_start(const struct words *w, mq_action *out)
{
    return make(out, LO_START, find(mq__lo_seat_words, w->text[1]));
}

static bool read_deal(const struct words *w, mq_action *out)
{
    int seat = find(mq__lo_seat_words, w->text[1]);
    int card = find_specialist(w->t, w->text[2]);

    *out = MQ_ACTION(LO_DEAL, seat & 0xFF, card & 0xFF, 0);
    return seat >= 0 && card >= 0;
}

/* `draw L2 MISSION`: the mission is one of that level. */
static bool read_draw(const struct words *w, mq_action *out)
{
    int level = w->text[1][0] == 'L' ? read_level(w->text[1] + 1) : -1;
    int kind = find_mission(w->t, w->text[2]);

    *out = MQ_ACTION(LO_DRAW, level & 0xFF, kind & 0xFF, 0);
    return level > 0 && kind >= 0 && w->t->mission[kind].level == level - 1;
}

static bool read_objectives(const struct words *w, mq_action *out)
{
    int seat = find(mq__lo_seat_words, w->text[1]);
    int a = find_objective(w->t, w->text[2]);
    int b = find_objective(w->t, w->text[3]);
    int c = find_objective(w->t, w->text[4]);

    *out = MQ_ACTION(LO_OBJECTIVES + (seat & 3), a & 0xFF, b & 0xFF, c & 0xFF);
    return seat >= 0 && a >= 0 && a < b && b < c;
}

static const struct reader outcome_readers[] = {
    {"deal", 3, 3, read_deal},
    {"draw", 3, 3, read_draw},
    {"objectives", 5, 5, read_objectives},
    {"start", 2, 2, read_start},
};

enum mq_status mq__lo_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error)
{
    bool chance = seat == MQ_CHANCE_SEAT;
    const struct reader *list = chance ? outcome_readers : readers;
    size_t count = chance ? sizeof(outcome_readers) / sizeof(readers[0])
                          : sizeof(readers) / sizeof(readers[0]);
    struct words w = {.t = lo_tables(g)};

    *out = 0;
    if (!split(&w, text)) {
        return mq_fail(error, MQ_SYNTAX, "liftoff.text.syntax", "t", text);
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].verb, w.text[0]) == 0 && w.count >= list[i].least &&
            w.count <= list[i].most && list[i].read(&w, out)) {
            return MQ_OK;
        }
    }
    *out = 0;
    return mq_fail(error, MQ_UNKNOWN_WORD, "liftoff.text.unknown", "t", text);
}

bool mq__lo_has_text(const struct mq_game *g, int seat, mq_action action)
{
    char text[MQ_TEXT_SIZE];
    mq_action again;

    mq_event_text(g, (struct mq_event){seat, action}, text, sizeof(text));
    return mq__lo_read_text(g, text, seat, &again, NULL) == MQ_OK &&
           again == action;
}

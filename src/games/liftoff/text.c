/* The text forms of actions and outcomes, both ways. */
#include "games/liftoff/rules.h"

#include "core/phrase.h"

/* What the words of a part are. A symbol is a specialist or the lab. */
enum set {
    SEAT = 1,
    SPECIALIST,
    SYMBOL,
    MISSION,
    OBJECTIVE,
    COLOUR,
    BASIC, /* colours but green */
    BONUS,
    VERB, /* that have nothing after them */
    DIRECTION,
    LEVEL,
    LEVEL_OF /* with an L */
};

static const char *level_word(int set, int level)
{
    static const char *const words[] = {"L1", "L2", "L3", "L4"};

    return level < 1 || level > LO_LEVELS ? NULL
                                          : words[level - 1] + (set == LEVEL);
}

static const char *word_of(const void *tables, int set, int i)
{
    const struct lo_tables *t = tables;

    switch (set) {
    case SEAT:
        return i < LO_MAX_PLAYERS ? mq__lo_seat_words[i] : NULL;
    case SYMBOL:
    case SPECIALIST:
        return i == LO_LAB && set == SYMBOL ? "lab"
               : i < t->specialists         ? t->specialist[i].id
                                            : NULL;
    case MISSION:
        return i < t->missions ? t->mission[i].id : NULL;
    case OBJECTIVE:
        return i < t->objectives ? t->objective[i].id : NULL;
    case COLOUR:
        return i < LO_COLOURS ? mq__lo_colour_words[i] : NULL;
    case BASIC:
        return i < LO_GREEN ? mq__lo_colour_words[i] : NULL;
    case BONUS:
        return i < LO_BONUSES ? mq__lo_bonus_words[i] : NULL;
    case VERB:
        return i < LO_VERB_BUY ? mq__lo_verb_words[i] : NULL;
    case DIRECTION:
        return i <= LO_RIGHT ? mq__lo_direction_words[i] : NULL;
    default:
        return level_word(set, i);
    }
}

/* The last two bytes are different. */
static bool different(const void *tables, mq_action *action)
{
    (void)tables;
    return MQ_ACTION_B(*action) != MQ_ACTION_C(*action);
}

static bool in_order(const void *tables, mq_action *action)
{
    (void)tables;
    return MQ_ACTION_B(*action) < MQ_ACTION_C(*action);
}

static bool of_level(const void *tables, mq_action *action)
{
    const struct lo_tables *t = tables;

    return t->mission[MQ_ACTION_B(*action)].level == MQ_ACTION_A(*action) - 1;
}

static bool three(const void *tables, mq_action *action)
{
    return MQ_ACTION_A(*action) < MQ_ACTION_B(*action) &&
           in_order(tables, action);
}

// clang-format off
#define A(set) {set, 8, 8, false}
#define B(set) {set, 16, 8, false}
#define C(set) {set, 24, 8, false}
#define ACT(verb) LO_ACT | LO_VERB_##verb << 8, 0xFFFF

/* Before `act` with any verb those that have something after them. */
static const struct mq_phrase phrases[] = {
    {"keep", LO_KEEP_OBJECTIVE, 0, false, {A(OBJECTIVE)}, NULL},
    {"pass", LO_PASS_OBJECTIVE, 0, false, {A(OBJECTIVE)}, NULL},
    {"direction", LO_DIRECTION, 0, false, {A(DIRECTION)}, NULL},
    {"keep", LO_KEEP, 0, false, {A(SPECIALIST)}, NULL},
    {"pass", LO_PASS, 0, false, {A(SPECIALIST)}, NULL},
    {"play", LO_PLAY, 0, false, {A(SPECIALIST)}, NULL},
    {"act buy", ACT(BUY), false, {B(BASIC)}, NULL},
    {"act sell", ACT(SELL), false, {B(BASIC)}, NULL},
    {"act pair", ACT(PAIR), false, {B(BASIC), C(BASIC)}, in_order},
    {"act exchange", ACT(EXCHANGE), false, {B(COLOUR), C(COLOUR)}, different},
    {"act invest", ACT(INVEST), false, {B(BONUS)}, NULL},
    {"act", LO_ACT, 0, false, {A(VERB)}, NULL},
    {"money", LO_MONEY, 0, false, {{0}}, NULL},
    {"done", LO_DONE, 0, false, {{0}}, NULL},
    {"deck", LO_DECK, 0, false, {A(LEVEL)}, NULL},
    {"take", LO_TAKE, 0, false, {A(MISSION)}, NULL},
    {"launch", LO_LAUNCH, 0, false, {A(SYMBOL)}, NULL},
    {"boost", LO_BOOST, 0, false, {A(SYMBOL)}, NULL},
    {"load", LO_LOAD, 0, false, {A(MISSION)}, NULL},
    {"go", LO_GO, 0, false, {{0}}, NULL},
    {"effect", LO_CHOOSE_TECH, 0, false, {A(MISSION), B(BASIC)}, NULL},
    {"effect", LO_CHOOSE_EXCHANGE, 0, false, {A(MISSION), B(COLOUR), C(COLOUR)}, different},
    {"sell-objective", LO_SELL_OBJECTIVE, 0, false, {A(OBJECTIVE)}, NULL},
    {"start", LO_START, 0, true, {A(SEAT)}, NULL},
    {"deal", LO_DEAL, 0, true, {A(SEAT), B(SPECIALIST)}, NULL},
    {"draw", LO_DRAW, 0, true, {A(LEVEL_OF), B(MISSION)}, of_level},
    {"objectives P1", LO_OBJECTIVES, 0, true, {A(OBJECTIVE), B(OBJECTIVE), C(OBJECTIVE)}, three},
    {"objectives P2", LO_OBJECTIVES + 1, 0, true, {A(OBJECTIVE), B(OBJECTIVE), C(OBJECTIVE)}, three},
    {"objectives P3", LO_OBJECTIVES + 2, 0, true, {A(OBJECTIVE), B(OBJECTIVE), C(OBJECTIVE)}, three},
    {"objectives P4", LO_OBJECTIVES + 3, 0, true, {A(OBJECTIVE), B(OBJECTIVE), C(OBJECTIVE)}, three},
    {0},
};
// clang-format on

static struct mq_lexicon lexicon(const struct mq_game *g)
{
    return (struct mq_lexicon){lo_tables(g), word_of};
}

void mq__lo_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    mq__phrases_write(phrases, lexicon(g), event.action, out);
}

static bool well_spaced(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && text[0] != ' ' && text[length - 1] != ' ' &&
           strstr(text, "  ") == NULL;
}

enum mq_status mq__lo_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error)
{
    bool chance = seat == MQ_CHANCE_SEAT;

    if (mq__phrases_read(phrases, lexicon(g), chance, text, out)) {
        return MQ_OK;
    }
    if (!well_spaced(text)) {
        return mq_fail(error, MQ_SYNTAX, "liftoff.text.syntax", "t", text);
    }
    return mq_fail(error, MQ_UNKNOWN_WORD, "liftoff.text.unknown", "t", text);
}

bool mq__lo_has_text(const struct mq_game *g, int seat, mq_action action)
{
    mq_action again;
    char text[MQ_TEXT_SIZE];

    mq_event_text(g, (struct mq_event){seat, action}, text, sizeof(text));
    return mq__lo_read_text(g, text, seat, &again, NULL) == MQ_OK &&
           again == action;
}

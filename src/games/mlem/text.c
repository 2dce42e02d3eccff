/* Actions and outcomes as words, exactly as the rules print them. */
#include "core/phrase.h"
#include "games/mlem/rules.h"

#include <assert.h>

/* What the words of a part are. */
enum set { SEAT = 1, FIND, MISSION, TOKEN, FACE, ASTRONAUT, PIP, WITH, WHERE };

/* In table order. */
static bool missions_fit(const void *tables, mq_action *action)
{
    (void)tables;
    for (int i = 1; i < ML_DEALT; i++) {
        if (ML_MISSION_AT(*action, i) < ML_MISSION_AT(*action, i - 1)) {
            return false;
        }
    }
    return true;
}

static bool roll_fits(const void *tables, mq_action *action)
{
    int dice = 0;

    (void)tables;
    for (int face = 0; face < ML_FACES; face++) {
        dice += ML_COUNT(ML_ACTION_ROLL(*action), face);
    }
    return dice >= 1 && dice <= ML_MAX_DICE;
}

static bool use_fits(const void *tables, mq_action *action)
{
    (void)tables;
    return MQ_ACTION_A(*action) != 0 || MQ_ACTION_B(*action) != 0 ||
           (MQ_ACTION_C(*action) & ML_WITH_EXTRA) != 0;
}

// clang-format off
#define ONE(set, shift, bits) {set, shift, bits, false}
#define EACH(set, shift, bits) {set, shift, bits, true}

static const struct mq_phrase phrases[] = {
    {"start", ML_DO_START, 0, true, {ONE(SEAT, 8, 8)}, NULL},
    {"explore", ML_DO_EXPLORE, 0, true, {ONE(FIND, 8, 8)}, NULL},
    {"missions", ML_DO_MISSIONS, 0, true, {ONE(SEAT, 8, 3), ONE(MISSION, 11, 5), ONE(MISSION, 16, 5), ONE(MISSION, 21, 5), ONE(MISSION, 26, 5)}, missions_fit},
    {"expedition", ML_DO_EXPEDITION, 0, true, {ONE(TOKEN, 8, 8)}, NULL},
    {"roll", ML_DO_ROLL, 0, true, {EACH(FACE, 8, 3)}, roll_fits},
    {"return", ML_DO_RETURN, 0, false, {ONE(MISSION, 8, 8)}, NULL},
    {"board", ML_DO_BOARD, 0, false, {ONE(ASTRONAUT, 8, 8)}, NULL},
    {"use", ML_DO_USE, 0, false, {EACH(FACE, 8, 1), EACH(PIP, 16, 1), EACH(WITH, 24, 1)}, use_fits},
    {"reroll", ML_DO_REROLL, 0, false, {{0}}, NULL},
    {"crash", ML_DO_CRASH, 0, false, {{0}}, NULL},
    {"stay", ML_DO_STAY, 0, false, {{0}}, NULL},
    {"land", ML_DO_LAND, 0, false, {ONE(WHERE, 8, 8)}, NULL},
    {0},
};
// clang-format on

static const char *word_of(const void *tables, int set, int i)
{
    const struct ml_tables *t = tables;
    static const char *const pips[] = {"pip:P1", "pip:P2", "pip:P3", "pip:P4",
                                       "pip:P5"};
    static const char *const withs[] = {"extra", "keep"};
    static const char *const wheres[] = {"", "+1", "-1"}; /* ML_HERE … */

    assert(i >= 0);
    switch (set) {
    case SEAT:
        return i < ML_SEATS ? mq__ml_seats[i] : NULL;
    case FIND:
        return i < ML_DEEP && *t->find_id[i] != '\0' ? t->find_id[i] : NULL;
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

static struct mq_lexicon lexicon(const struct mq_game *g)
{
    return (struct mq_lexicon){ml_tables(g), word_of};
}

void mq__ml_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    mq__phrases_write(phrases, lexicon(g), event.action, out);
}

enum mq_status mq__ml_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error)
{
    bool chance = seat == MQ_CHANCE_SEAT;

    if (mq__phrases_read(phrases, lexicon(g), chance, text, out)) {
        return MQ_OK;
    }
    return mq_fail(error, MQ_UNKNOWN_WORD,
                   chance ? "mlem.no-outcome" : "mlem.no-action", "t", text);
}

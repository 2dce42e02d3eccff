/* Apogee: the grammar of actions, and what its arguments can be. */
#include "games/apogee/actions.h"

#define ASK(name) AP_BIT(AP_ASK_##name)

const struct ap_form mq__ap_forms[AP_ACTION_KINDS] = {
    [AP_A_CHOOSE] = {"choose", "Da", ASK(CHOOSE)},
    [AP_A_HIRE] = {"hire", "La", ASK(HIRE) | ASK(ACTION)},
    [AP_A_ASSIGN] = {"assign", "EaSb", ASK(PLAN)},
    [AP_A_PLANNED] = {"planned", "", ASK(PLAN)},
    [AP_A_REPLACE] = {"replace", "Ra", ASK(SPECIALTY)},
    [AP_A_TAKE] = {"take", "Ca", ASK(SPECIALTY) | ASK(TAKE) | ASK(FOLLOW)},
    [AP_A_BUILD] = {"build", "Ka", ASK(SPECIALTY) | ASK(BUILD) | ASK(FOLLOW)},
    [AP_A_SELL] = {"sell", "Ka", ASK(SPECIALTY) | ASK(ACTION) | ASK(FOLLOW)},
    [AP_A_BUY_DIE] = {"buy-die", "", ASK(SPECIALTY)},
    [AP_A_PASS] = {"pass", "", ASK(SPECIALTY) | ASK(BUILD) | ASK(FOLLOW)},
    [AP_A_KEEP] = {"keep", "Xa", ASK(KEEP)},
    [AP_A_DISCARD] = {"discard", "Ka", ASK(DISCARD)},
    [AP_A_DISMISS] = {"dismiss", "Ea",
                      ASK(DEBT) | ASK(ACTION) | ASK(FOLLOW) | ASK(DISMISS)},
    [AP_A_SPECIALTY] = {"specialty", "", ASK(ACTION)},
    [AP_A_FIRE] = {"static-fire", "", ASK(ACTION)},
    [AP_A_LAUNCH] = {"launch", "Ta", ASK(ACTION)},
    [AP_A_INTERVENE] = {"intervene", "", ASK(ACTION)},
    [AP_A_TARGET_CARD] = {"target", "PaXb", ASK(TARGET)},
    [AP_A_TARGET_DICE] = {"target", "PaQb", ASK(TARGET)},
    [AP_A_TARGET] = {"target", "Pa", ASK(TARGET)},
    [AP_A_REROLL] = {"reroll", "", ASK(REROLL)},
    [AP_A_ACCEPT] = {"accept", "", ASK(REROLL)},
    [AP_A_DONE] = {"done", "", ASK(ACTION)},
    [AP_C_DIRECTORS] = {"directors", "PcDaDb", 0},
    [AP_C_ENGINEER] = {"draw engineer", "LcPbEa", 0},
    [AP_C_ROW] = {"draw", "GaCa", 0},
    [AP_C_RND] = {"draw rnd", "PbXa", 0},
    [AP_C_INVESTOR] = {"investor", "Ia", 0},
    [AP_C_EVENT] = {"event", "Va", 0},
    [AP_C_ROLL] = {"roll", "Na", 0},
    [AP_C_LOSE] = {"lose", "PbEa", 0},
};

const struct ap_asked mq__ap_asks[AP_ASKS] = {
    [AP_ASK_DIRECTORS] = {"AP-S3", "deal"},
    [AP_ASK_ENGINEER] = {"AP-S6", "draw-engineer"},
    [AP_ASK_ROW] = {"AP-G4", "draw-row"},
    [AP_ASK_RND] = {"AP-R2", "draw-rnd-card"},
    [AP_ASK_INVESTOR] = {"AP-I8", "draw-investor"},
    [AP_ASK_EVENT] = {"AP-P2", "draw-event"},
    [AP_ASK_ROLL] = {"AP-C7", "roll"},
    [AP_ASK_LOSE] = {"AP-N5", "lose"},
    [AP_ASK_CHOOSE] = {"AP-S4", "choose"},
    [AP_ASK_HIRE] = {"AP-S6", "hire"},
    [AP_ASK_PLAN] = {"AP-P6", "planning"},
    [AP_ASK_SPECIALTY] = {"AP-Y1", "specialties"},
    [AP_ASK_BUILD] = {"AP-B2", "construction"},
    [AP_ASK_KEEP] = {"AP-R3", "keep"},
    [AP_ASK_TAKE] = {"AP-D3", "design"},
    [AP_ASK_DEBT] = {"AP-A4", "debt"},
    [AP_ASK_ACTION] = {"AP-A7", "actions"},
    [AP_ASK_FOLLOW] = {"AP-A9", "director-specialty"},
    [AP_ASK_TARGET] = {"AP-N6", "target"},
    [AP_ASK_REROLL] = {"AP-C10", "reroll"},
    [AP_ASK_DISCARD] = {"AP-C12", "discard"},
    [AP_ASK_DISMISS] = {"AP-O10", "dismiss"},
};

struct mq_form_set mq__ap_kinds_set(const struct ap_tables *t, int first,
                                    int last)
{
    int from = t->first[first];

    return MQ_FORM_IDS("technology", &t->kind[from], t->first[last + 1] - from,
                       from, AP_NONE);
}

static struct mq_form_set words(const char *const *list, int count, int base)
{
    return (struct mq_form_set){
        .words = list, .count = count, .base = base, .none = MQ_FORM_NEVER};
}

struct mq_form_set mq__ap_set(const struct ap_tables *t, char sort)
{
    static const char *const numbers[AP_DIE_SIDES] = {
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    static const char *const replaceable[AP_TYPES + 1] = {
        "first-stage", "upper-stage", "payload", NULL, "investors"};

    switch (sort) {
    case 'K':
        return mq__ap_kinds_set(t, AP_FIRST, AP_RND);
    case 'C':
        return mq__ap_kinds_set(t, AP_FIRST, AP_PAYLOAD);
    case 'X':
        return mq__ap_kinds_set(t, AP_RND, AP_RND);
    case 'E':
        return MQ_FORM_IDS("engineer", t->engineer, t->engineers, 0, AP_NONE);
    case 'D':
        return MQ_FORM_IDS("director", t->director, t->directors, 0, AP_NONE);
    case 'I':
        return MQ_FORM_IDS("investor", t->investor, t->investors, 0, AP_NONE);
    case 'V':
        return MQ_FORM_IDS("event", t->event, t->events, 0, AP_NONE);
    case 'S':
        return words(mq__ap_spaces, AP_SPACES, 0);
    case 'L':
        return words(mq__ap_levels, AP_LEVELS, 0);
    case 'T':
        return words(mq__ap_places, AP_DESTINATIONS, 0);
    case 'G':
        return words(mq__ap_tags, AP_ROWS, 0);
    case 'R':
        return words(replaceable, AP_TYPES + 1, 0);
    case 'P':
        return words(mq__form_seats, AP_PLAYERS, 0);
    default:
        assert(sort == 'N' || sort == 'Q');
        return words(numbers, sort == 'N' ? AP_DIE_SIDES : 2, 1);
    }
}

int mq__ap_argument(const struct ap_tables *t, const char *argument,
                    mq_action action)
{
    int value = (int)(action >> (8 * (argument[1] - 'a' + 1)) & 0xFF);

    assert(argument[1] >= 'a' && argument[1] <= 'c');
    return *argument == 'G' && value < t->kinds ? t->kind[value].type : value;
}

const char *mq__ap_argument_word(const struct ap_tables *t, char sort,
                                 int value)
{
    struct mq_form_set set = mq__ap_set(t, sort);
    int i = value - set.base;

    return i >= 0 && i < set.count ? mq__set_text(&set, i) : NULL;
}

/* One argument of a message, by its two letters. */
static void put_argument(const struct ap_tables *t, struct mq_event event,
                         const char *argument, struct mq_message *out)
{
    int value = argument[1] == 's' ? event.seat
                                   : mq__ap_argument(t, argument, event.action);

    switch (*argument) {
    case 'P':
        mq_message_set(out, NULL, "p", value);
        break;
    case 'Q':
        mq_message_set(out, NULL, "i", value);
        break;
    case 'A':
        mq_message_set(out, NULL, "f", t->engineer[value].authority * 100);
        break;
    case 'D':
        mq_message_set(out, NULL, "t", t->director[value].name);
        break;
    case 'E':
        mq_message_set(out, NULL, "t", t->engineer[value].name);
        break;
    default:
        mq_message_set(out, NULL, "w",
                       mq__ap_argument_word(t, *argument, value));
        break;
    }
}

void mq__ap_fill(const struct ap_tables *t, struct mq_event event,
                 const struct ap_sentence *sentence, struct mq_message *out)
{
    mq_message_set(out, sentence->id, "");
    for (const char *a = sentence->arguments; *a != '\0'; a += 2) {
        struct mq_message one;

        assert(out->args < MQ_MAX_ARGS);
        put_argument(t, event, a, &one);
        out->arg[out->args++] = one.arg[0];
    }
}

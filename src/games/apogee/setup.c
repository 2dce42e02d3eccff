/* Apogee: the start of a match (AP-S). */
#include "games/apogee/rules.h"

static const char *const design_words[] = {"per-player", "per-engineer", NULL};
static const char *const tiebreak_words[] = {"off", "on", NULL};

enum { OPTION_MISSION, OPTION_DESIGN, OPTION_TIEBREAK, OPTION_ROUNDS };

const struct mq_option mq__ap_options[AP_OPTION_COUNT] = {
    [OPTION_MISSION] = {"mission", NULL, 1, AP_MISSIONS, 1},
    [OPTION_DESIGN] = {"design", design_words, 0, 0, 0},
    [OPTION_TIEBREAK] = {"tiebreak", tiebreak_words, 0, 0, 0},
    [OPTION_ROUNDS] = {"rounds", NULL, 0, 1000, 100},
};

/* Everything lies in its deck. */
static void stack_decks(struct ap c)
{
    for (int kind = 0; kind < c.t->kinds; kind++) {
        c.st->unseen[kind] = c.t->kind[kind].count;
        c.st->size[c.t->kind[kind].type] =
            (uint8_t)(c.st->size[c.t->kind[kind].type] + c.t->kind[kind].count);
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        c.st->engineers_left |= c.t->level[level];
        c.st->size[AP_JUNIORS + level] =
            (uint8_t)ap_count_bits(c.t->level[level]);
    }
    c.st->investors_left = (uint32_t)((UINT64_C(1) << c.t->investors) - 1);
    c.st->events_left = (uint32_t)((UINT64_C(1) << c.t->events) - 1);
    c.st->directors_left = (uint16_t)((1U << c.t->directors) - 1);
    memset(c.st->row, AP_NONE, sizeof(c.st->row));
    memset(c.st->open, AP_NONE, sizeof(c.st->open));
    c.st->gaps = AP_ALL_GAPS;
    c.st->vacant = c.t->investors > 0 ? AP_ALL_VACANT : 0;
}

void mq__ap_clear(void *state)
{
    struct ap_state *st = state;

    memset(st, 0, sizeof(*st));
    st->event = st->solo_event = AP_NONE;
    st->launched_seat = st->destination = AP_NONE;
    st->specialist = st->losing = AP_NONE;
    for (int seat = 0; seat < AP_PLAYERS; seat++) {
        struct ap_player *p = &st->player[seat];

        p->director = p->choice = p->keep = p->kept = AP_NONE;
        p->dealt[0] = p->dealt[1] = AP_NONE;
    }
}

enum mq_status mq__ap_setup(const struct mq_game *g, void *state,
                            const struct mq_setup *setup,
                            struct mq_error *error)
{
    struct ap c = ap_of(g, state);
    int missions = setup->players == 1 ? AP_SOLO_MISSIONS : AP_MISSIONS;
    int mission = setup->option[OPTION_MISSION];

    if (setup->players < 1 || setup->players > AP_PLAYERS) {
        return mq_fail(error, MQ_RANGE, "apogee.players", "i", setup->players);
    }
    if (mission < 1 || mission > missions) {
        return mq_fail(error, MQ_RANGE, "apogee.mission-range", "ii", mission,
                       missions);
    }
    mq__ap_clear(c.st);
    c.st->players = (uint8_t)setup->players;
    c.st->mission = (uint8_t)(mission - 1);
    c.st->per_engineer = setup->option[OPTION_DESIGN] == 1;
    c.st->tiebreak = setup->option[OPTION_TIEBREAK] == 1;
    c.st->rounds = (uint16_t)setup->option[OPTION_ROUNDS];
    for (int seat = 0; seat < c.st->players; seat++) {
        c.st->player[seat].credits = AP_START_CREDITS;
    }
    stack_decks(c);
    mq__ap_advance(c);
    return MQ_OK;
}

/* AP-S5 */
void mq__ap_turn_order(struct ap c)
{
    int key[AP_PLAYERS];

    memset(c.st->order, 0, sizeof(c.st->order));
    for (int seat = 0; seat < c.st->players; seat++) {
        key[seat] = c.t->director[c.st->player[seat].director].authority;
        ap_queue_up(c.st->order, seat, seat, key);
    }
}

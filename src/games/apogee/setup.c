/* Apogee: the start of a match (AP-S). */
#include "games/apogee/rules.h"

static const char *const design_words[] = {"per-player", "per-engineer", NULL};
static const char *const tiebreak_words[] = {"off", "on", NULL};

enum { OPTION_MISSION, OPTION_DESIGN, OPTION_TIEBREAK, OPTION_ROUNDS };

const struct mq_option mq__apogee_options[AP_OPTION_COUNT] = {
    [OPTION_MISSION] = {"mission", NULL, 1, AP_MISSIONS, 1},
    [OPTION_DESIGN] = {"design", design_words, 0, 0, 0},
    [OPTION_TIEBREAK] = {"tiebreak", tiebreak_words, 0, 0, 0},
    [OPTION_ROUNDS] = {"rounds", NULL, 0, 1000, 100},
};

/* Everything lies in its deck. */
static void stack_decks(const struct ap_tables *t, struct ap_state *st)
{
    for (int kind = 0; kind < t->kinds; kind++) {
        st->unseen[kind] = t->kind[kind].count;
        st->size[t->kind[kind].type] =
            (uint8_t)(st->size[t->kind[kind].type] + t->kind[kind].count);
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        st->engineers_left |= t->level[level];
        st->size[AP_JUNIORS + level] = (uint8_t)ap_count_bits(t->level[level]);
    }
    st->investors_left = (uint32_t)((UINT64_C(1) << t->investors) - 1);
    st->events_left = (uint32_t)((UINT64_C(1) << t->events) - 1);
    st->directors_left = (uint16_t)((1U << t->directors) - 1);
    memset(st->row, AP_NONE, sizeof(st->row));
    memset(st->open, AP_NONE, sizeof(st->open));
    st->gaps = (1U << AP_ROWS * AP_PLACES) - 1;
}

/* Nothing is under way. */
static void clear_pending(struct ap_state *st)
{
    st->event = AP_NONE;
    st->solo_event = AP_NONE;
    st->launched_seat = AP_NONE;
    st->destination = AP_NONE;
    st->specialist = AP_NONE;
    st->losing = AP_NONE;
}

void mq__apogee_clear(struct ap_state *st)
{
    memset(st, 0, sizeof(*st));
    clear_pending(st);
    for (int seat = 0; seat < AP_PLAYERS; seat++) {
        struct ap_player *p = &st->player[seat];

        p->director = AP_NONE;
        p->dealt[0] = p->dealt[1] = AP_NONE;
        p->choice = AP_NONE;
        p->keep = AP_NONE;
        p->kept = AP_NONE;
    }
}

enum mq_status mq__apogee_setup(const struct mq_game *g, void *state,
                                const struct mq_setup *setup,
                                struct mq_error *error)
{
    const struct ap_tables *t = ap_tables(g);
    struct ap_state *st = state;
    int missions = setup->players == 1 ? AP_SOLO_MISSIONS : AP_MISSIONS;
    int mission = setup->option[OPTION_MISSION];

    if (setup->players < 1 || setup->players > AP_PLAYERS) {
        return mq_fail(error, MQ_RANGE, "apogee.players", "i", setup->players);
    }
    if (mission < 1 || mission > missions) {
        return mq_fail(error, MQ_RANGE, "apogee.mission-range", "ii", mission,
                       missions);
    }
    mq__apogee_clear(st);
    st->players = (uint8_t)setup->players;
    st->mission = (uint8_t)(mission - 1);
    st->per_engineer = setup->option[OPTION_DESIGN] == 1;
    st->tiebreak = setup->option[OPTION_TIEBREAK] == 1;
    st->rounds = (uint16_t)setup->option[OPTION_ROUNDS];
    for (int seat = 0; seat < st->players; seat++) {
        st->player[seat].credits = AP_START_CREDITS;
    }
    stack_decks(t, st);
    mq__apogee_advance(t, st);
    return MQ_OK;
}

/* AP-S5 */
void mq__apogee_turn_order(const struct ap_tables *t, struct ap_state *st)
{
    memset(st->order, 0, sizeof(st->order));
    for (int seat = 0; seat < st->players; seat++) {
        int authority = t->director[st->player[seat].director].authority;
        int i = seat;

        for (; i > 0; i--) {
            int other = st->player[st->order[i - 1]].director;

            if (t->director[other].authority >= authority) {
                break;
            }
            st->order[i] = st->order[i - 1];
        }
        st->order[i] = (uint8_t)seat;
    }
}

/* Writing positions: docs/positions-liftoff.md describes every field. */
#include "games/liftoff/rules.h"

#include "core/json.h"

#include <stdio.h>

const char *const mq__lo_derived[] = {"phase",
                                      "station.price",
                                      "supply",
                                      "decks",
                                      "specialists.deck",
                                      "sizes",
                                      "mission.keep",
                                      "launch.capacity",
                                      "launch.price",
                                      "players.P1.weight",
                                      "players.P2.weight",
                                      "players.P3.weight",
                                      "players.P4.weight",
                                      "players.P1.cost",
                                      "players.P2.cost",
                                      "players.P3.cost",
                                      "players.P4.cost",
                                      NULL};

struct writer {
    const struct lo_tables *t;
    const struct lo_state *st;
    struct mq_json_writer *w;
};

static const char *specialist(const struct writer *j, int card)
{
    return card == MQ_UNKNOWN ? "?" : j->t->specialist[card].id;
}

static const char *objective(const struct writer *j, int card)
{
    return card == MQ_UNKNOWN ? "?" : j->t->objective[card].id;
}

static void write_cards(struct writer *j, const char *key,
                        const struct lo_cards *cards,
                        const char *(*id)(const struct writer *, int))
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < cards->size; i++) {
        mq__json_str(j->w, NULL, id(j, cards->card[i]));
    }
    mq__json_close(j->w, ']');
}

/* {"P2": ["chemist"]}: of these cards P2 knows the chemist. */
static void write_known(struct writer *j, const char *key,
                        const struct lo_cards *cards,
                        const char *(*id)(const struct writer *, int))
{
    mq__json_open(j->w, key, '{');
    for (int seat = 0; seat < j->st->players; seat++) {
        bool open = false;

        for (int i = 0; i < cards->size; i++) {
            if (cards->known[i] != seat + 1) {
                continue;
            }
            if (!open) {
                mq__json_open(j->w, mq__lo_seat_words[seat], '[');
            }
            open = true;
            mq__json_str(j->w, NULL, id(j, cards->card[i]));
        }
        if (open) {
            mq__json_close(j->w, ']');
        }
    }
    mq__json_close(j->w, '}');
}

/* Counts as a list of ids in table order. */
static void write_specialists(struct writer *j, const char *key,
                              const uint8_t *counts)
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < j->t->specialists; i++) {
        for (int n = 0; n < counts[i]; n++) {
            mq__json_str(j->w, NULL, j->t->specialist[i].id);
        }
    }
    mq__json_close(j->w, ']');
}

static void write_missions(struct writer *j, const char *key,
                           const uint8_t *counts, uint32_t kinds)
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < j->t->missions; i++) {
        for (int n = 0; n < counts[i] && (kinds >> i & 1) != 0; n++) {
            mq__json_str(j->w, NULL, j->t->mission[i].id);
        }
    }
    mq__json_close(j->w, ']');
}

static void write_mask(struct writer *j, const char *key,
                       const uint32_t mask[2])
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < j->t->missions; i++) {
        for (int k = 0; k < 2; k++) {
            if (mask[k] >> i & 1) {
                mq__json_str(j->w, NULL, j->t->mission[i].id);
            }
        }
    }
    mq__json_close(j->w, ']');
}

static void write_kinds(struct writer *j, const char *key, const uint8_t *kinds,
                        int n)
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < n; i++) {
        mq__json_str(j->w, NULL, j->t->mission[kinds[i]].id);
    }
    mq__json_close(j->w, ']');
}

static void write_drawn(struct writer *j, bool drawer)
{
    mq__json_open(j->w, "drawn", '[');
    for (int i = 0; drawer && i < j->t->missions; i++) {
        for (int n = 0; n < j->st->drawn[i]; n++) {
            mq__json_str(j->w, NULL, j->t->mission[i].id);
        }
    }
    for (int n = 0; drawer && n < j->st->drawn_hidden; n++) {
        mq__json_str(j->w, NULL, "?");
    }
    mq__json_close(j->w, ']');
}

static void write_levels(struct writer *j, const char *key,
                         const uint8_t *counts)
{
    mq__json_open(j->w, key, '{');
    for (int level = 0; level < LO_LEVELS; level++) {
        char name[4];

        snprintf(name, sizeof(name), "L%d", level + 1);
        write_missions(j, name, counts, j->t->level_mask[level]);
    }
    mq__json_close(j->w, '}');
}

static void write_sizes(struct writer *j)
{
    mq__json_open(j->w, "sizes", '{');
    for (int level = 0; level < LO_LEVELS; level++) {
        char name[4];

        snprintf(name, sizeof(name), "L%d", level + 1);
        mq__json_int(j->w, name, j->st->deck_size[level]);
    }
    mq__json_int(j->w, "specialists", j->st->specialist_size);
    mq__json_close(j->w, '}');
}

static void write_table(struct writer *j)
{
    const struct lo_state *st = j->st;

    mq__json_open(j->w, "station", '{');
    mq__json_open(j->w, "covered", '[');
    for (int i = 0; i < j->t->spaces; i++) {
        if (st->station >> i & 1) {
            mq__json_int(j->w, NULL, j->t->space[i]);
        }
    }
    mq__json_close(j->w, ']');
    mq__json_int(j->w, "price", mq__lo_station_price(j->t, st));
    mq__json_close(j->w, '}');
    mq__json_open(j->w, "supply", '{');
    for (int c = 0; c < LO_COLOURS; c++) {
        int supply = mq__lo_supply(j->t, st, c);

        mq__json_int(j->w, mq__lo_colour_words[c], supply > 0 ? supply : 0);
    }
    mq__json_close(j->w, '}');
    write_levels(j, "decks", st->mission_deck);
    write_levels(j, "discards", st->mission_discard);
    mq__json_open(j->w, "specialists", '{');
    write_specialists(j, "deck", st->specialist_deck);
    write_specialists(j, "discard", st->specialist_discard);
    mq__json_close(j->w, '}');
    write_sizes(j);
}

/* What is under way in some steps only. */

static void write_act(struct writer *j)
{
    const struct lo_specialist *card = &j->t->specialist[mq__lo_card(j->st)];

    mq__json_open(j->w, "act", '{');
    mq__json_open(j->w, "steps", '{');
    for (int i = 0; i < card->boxes; i++) {
        mq__json_int(j->w, mq__lo_box_words[card->box[i]], j->st->act_steps[i]);
    }
    mq__json_close(j->w, '}');
    mq__json_str(j->w, "box",
                 j->st->act_box > 0
                     ? mq__lo_box_words[card->box[j->st->act_box - 1]]
                     : NULL);
    mq__json_close(j->w, '}');
}

static void write_mission(struct writer *j)
{
    mq__json_open(j->w, "mission", '{');
    mq__json_int(j->w, "deck", j->st->deck);
    write_kinds(j, "kept", j->st->kept, j->st->kept_size);
    mq__json_int(j->w, "keep", mq__lo_to_keep(j->t, j->st));
    mq__json_close(j->w, '}');
}

static void write_launch(struct writer *j)
{
    const struct lo_state *st = j->st;
    const struct lo_player *p = &st->player[st->turn];
    bool lab = st->symbol == 1;

    mq__json_open(j->w, "launch", '{');
    mq__json_str(j->w, "symbol",
                 lab ? "lab" : j->t->specialist[st->symbol - 2].id);
    mq__json_open(j->w, "boosts", '[');
    for (int i = 0; i < p->plays; i++) {
        if (st->boosts >> i & 1) {
            mq__json_str(j->w, NULL, j->t->specialist[p->played[i]].id);
        }
    }
    if (st->boosts >> LO_PLAYS & 1) {
        mq__json_str(j->w, NULL, "lab");
    }
    mq__json_close(j->w, ']');
    mq__json_int(j->w, "capacity", mq__lo_capacity(j->t, st));
    mq__json_int(j->w, "price", mq__lo_price(j->t, p, lab));
    mq__json_close(j->w, '}');
}

static void write_effect(struct writer *j)
{
    mq__json_open(j->w, "effect", '{');
    write_kinds(j, "pending", j->st->loaded, j->st->loaded_size);
    mq__json_int(j->w, "exchanges", j->st->exchanges);
    mq__json_close(j->w, '}');
}

static void write_under_way(struct writer *j)
{
    switch (j->st->step) {
    case LO_STEP_ACT:
        write_act(j);
        break;
    case LO_STEP_DRAW:
    case LO_STEP_TAKE:
        write_mission(j);
        break;
    case LO_STEP_PREPARE:
        write_launch(j);
        break;
    case LO_STEP_EFFECT:
        write_effect(j);
        break;
    default:
        break;
    }
}

/* Players. */

static void write_board(struct writer *j, const struct lo_player *p)
{
    mq__json_int(j->w, "score", p->score);
    mq__json_open(j->w, "points", '{');
    for (int i = 0; i < LO_SOURCES; i++) {
        mq__json_int(j->w, mq__lo_source_words[i], p->points[i]);
    }
    mq__json_close(j->w, '}');
    mq__json_int(j->w, "money", p->money);
    mq__json_int(j->w, "income", p->income);
    mq__json_int(j->w, "lab", p->lab);
    mq__json_int(j->w, "capacity", p->capacity);
    mq__json_int(j->w, "propulsion", p->propulsion);
    mq__json_int(j->w, "weight", lo_weight(j->t, p));
    mq__json_int(j->w, "cost", lo_cost(j->t, p));
    mq__json_open(j->w, "tech", '{');
    for (int c = 0; c < LO_COLOURS; c++) {
        mq__json_int(j->w, mq__lo_colour_words[c], p->tech[c]);
    }
    mq__json_close(j->w, '}');
    mq__json_int(j->w, "invested", p->invested);
}

static void write_secrets(struct writer *j, const struct lo_player *p)
{
    bool objectives = j->st->step < LO_STEP_DEAL;

    write_cards(j, "hand", &p->hand, specialist);
    write_known(j, "hand_known", &p->hand, specialist);
    write_cards(j, "objectives", &p->objective, objective);
    write_known(j, "objectives_known", &p->objective, objective);
    mq__json_open(j->w, "sold", '[');
    for (int i = 0; i < p->sold_size; i++) {
        mq__json_str(j->w, NULL, objective(j, p->sold[i]));
    }
    mq__json_close(j->w, ']');
    mq__json_str(j->w, "commit",
                 p->commit == 0            ? NULL
                 : p->commit == MQ_UNKNOWN ? "?"
                 : objectives              ? objective(j, p->commit - 1)
                                           : specialist(j, p->commit - 1));
}

static void write_round(struct writer *j, int seat)
{
    const struct lo_state *st = j->st;
    const struct lo_player *p = &st->player[seat];
    bool loading = st->step == LO_STEP_PREPARE && seat == st->turn;

    mq__json_open(j->w, "played", '[');
    for (int i = 0; i < p->plays; i++) {
        mq__json_open(j->w, NULL, '{');
        mq__json_str(j->w, "specialist", j->t->specialist[p->played[i]].id);
        mq__json_bool(j->w, "used", p->used[i] != 0);
        mq__json_close(j->w, '}');
    }
    mq__json_close(j->w, ']');
    mq__json_bool(j->w, "lab_symbol_used", p->lab_symbol != 0);
    mq__json_bool(j->w, "lab_boost_used", p->lab_boost != 0);
    write_mask(j, "earth", p->earth);
    write_mask(j, "space", p->space);
    write_drawn(j, st->deck > 0 && seat == st->turn);
    write_kinds(j, "loaded", st->loaded, loading ? st->loaded_size : 0);
    mq__json_int(j->w, "sent", p->sent);
    mq__json_int(j->w, "launches", p->launches);
}

static void write_player(struct writer *j, int seat)
{
    const struct lo_player *p = &j->st->player[seat];

    mq__json_open(j->w, mq__lo_seat_words[seat], '{');
    write_board(j, p);
    write_secrets(j, p);
    write_round(j, seat);
    mq__json_close(j->w, '}');
}

bool mq__lo_has_turn(const struct lo_state *st)
{
    switch (st->step) {
    case LO_STEP_START:
    case LO_STEP_OBJECTIVE_KEEP:
    case LO_STEP_OBJECTIVE_PASS:
    case LO_STEP_KEEP:
    case LO_STEP_PASS:
    case LO_STEP_OVER:
        return false;
    default:
        return true;
    }
}

void mq__lo_write_position(const struct mq_game *g, const void *state,
                           struct mq_json_writer *w)
{
    const struct lo_state *st = state;
    struct writer j = {lo_tables(g), st, w};

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", g->id);
    mq__json_open(w, "options", '{');
    mq__json_str(w, "edition", mq__lo_edition_words[st->edition]);
    mq__json_str(w, "drawn", mq__lo_drawn_words[st->drawn_option]);
    mq__json_close(w, '}');
    mq__json_int(w, "round", st->round);
    mq__json_int(w, "phase", st->phase);
    mq__json_str(w, "step", mq__lo_step_words[st->step]);
    mq__json_str(w, "start",
                 st->step != LO_STEP_START ? mq__lo_seat_words[st->start]
                                           : NULL);
    mq__json_str(w, "direction", mq__lo_direction_words[st->direction]);
    mq__json_str(w, "turn",
                 mq__lo_has_turn(st) ? mq__lo_seat_words[st->turn] : NULL);
    write_table(&j);
    write_under_way(&j);
    mq__json_open(w, "players", '{');
    for (int seat = 0; seat < st->players; seat++) {
        write_player(&j, seat);
    }
    mq__json_close(w, '}');
    mq__json_close(w, '}');
}

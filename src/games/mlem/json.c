/* Positions as JSON: docs/positions-mlem.md describes every field. */
#include "core/json.h"

#include "games/mlem/rules.h"

#include <string.h>

const char *const mq__mlem_derived[] = {"players.P1.board", "players.P2.board",
                                        "players.P3.board", "players.P4.board",
                                        "players.P5.board", "expedition.pile",
                                        "exploration.pile", "ufo.tokens",
                                        "missions.box",     NULL};

/* Writing. */

struct writer {
    const struct mlem_tables *t;
    const struct mlem_state *st;
    struct mq_json_writer *w;
};

static void write_seat(struct writer *j, const char *key, int seat)
{
    mq__json_str(j->w, key, seat >= 0 ? mq__mlem_seats[seat] : NULL);
}

static void write_astronaut(struct writer *j, int seat, int astronaut)
{
    mq__json_open(j->w, NULL, '{');
    write_seat(j, "player", seat);
    mq__json_str(j->w, "astronaut", mq__mlem_astronauts[astronaut]);
    mq__json_close(j->w, '}');
}

static void write_options(struct writer *j)
{
    mq__json_open(j->w, "options", '{');
    for (int i = 0; i < MLEM_OPTION_START; i++) {
        mq__json_bool(j->w, mq__mlem_options[i],
                      (j->st->variants >> i & 1) != 0);
    }
    mq__json_close(j->w, '}');
}

/* A list of ids, each as often as it counts. */
static void write_tokens(struct writer *j, const char *key,
                         const uint8_t *counts)
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < j->t->tokens; i++) {
        for (int n = 0; n < counts[i]; n++) {
            mq__json_str(j->w, NULL, j->t->token[i].id);
        }
    }
    mq__json_close(j->w, ']');
}

static void write_expedition(struct writer *j)
{
    const struct mlem_state *st = j->st;
    uint8_t gone[MLEM_MAX_TOKENS];

    mq__json_open(j->w, "expedition", '{');
    write_seat(j, "starter", mlem_has_starter(st->step) ? st->starter : -1);
    if ((st->variants & MLEM_UFO) != 0) {
        for (int i = 0; i < j->t->tokens; i++) {
            gone[i] = (uint8_t)(j->t->token[i].count - st->token_pile[i] -
                                (st->token == i + 1));
        }
        mq__json_str(j->w, "token",
                     st->token > 0 ? j->t->token[st->token - 1].id : NULL);
        write_tokens(j, "gone", gone);
        write_tokens(j, "pile", st->token_pile);
    }
    mq__json_close(j->w, '}');
}

static void write_rocket(struct writer *j)
{
    const struct mlem_state *st = j->st;

    mq__json_open(j->w, "rocket", '{');
    mq__json_int(j->w, "space", st->space);
    mq__json_open(j->w, "crew", '[');
    for (int place = 0; place < st->players; place++) {
        int seat = mlem_seat_at(st, place);

        if (st->crew[seat] == 0) {
            continue;
        }
        mq__json_open(j->w, NULL, '{');
        write_seat(j, "player", seat);
        mq__json_str(j->w, "astronaut",
                     mq__mlem_astronauts[st->crew[seat] - 1]);
        mq__json_bool(j->w, "used",
                      st->crew[seat] == MLEM_PIP + 1 &&
                          (st->pips >> seat & 1) == 0);
        mq__json_close(j->w, '}');
    }
    mq__json_close(j->w, ']');
    mq__json_bool(j->w, "comet", st->comet != 0);
    mq__json_close(j->w, '}');
}

static void write_dice(struct writer *j)
{
    mq__json_open(j->w, "dice", '{');
    mq__json_int(j->w, "available", j->st->dice);
    mq__json_open(j->w, "rolled", '[');
    for (int face = 0; face < MLEM_FACES; face++) {
        for (int i = 0; i < MLEM_COUNT(j->st->roll, face); i++) {
            if (face == MLEM_AFTERBURNER) {
                mq__json_str(j->w, NULL, "A");
            } else {
                mq__json_int(j->w, NULL, face + 1);
            }
        }
    }
    mq__json_close(j->w, ']');
    mq__json_close(j->w, '}');
}

static void write_goals(struct writer *j)
{
    mq__json_open(j->w, "goals", '{');
    for (int goal = 0; goal < MLEM_GOALS; goal++) {
        write_seat(j, mq__mlem_goals[goal], j->st->goal[goal] - 1);
    }
    mq__json_close(j->w, '}');
}

/* A number of up to two digits. */
static void number_key(int number, char out[4])
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, 4);
    mq__buf_int(&buf, number % 100);
}

/* Those at a place; `empty` is written where there is nobody. */
static void write_those_at(struct writer *j, int place, bool empty)
{
    for (int seat = 0; seat < j->st->players; seat++) {
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if (j->st->place[seat][i] == place) {
                write_astronaut(j, seat, i);
                empty = false;
            }
        }
    }
    if (empty) {
        mq__json_null(j->w, NULL);
    }
}

static void write_moons(struct writer *j)
{
    mq__json_open(j->w, "moons", '{');
    for (int moon = 0; moon < j->t->moons;) {
        int space = j->t->moon_space[moon];
        char key[4];

        number_key(space, key);
        mq__json_open(j->w, key, '[');
        for (; moon < j->t->moons && j->t->moon_space[moon] == space; moon++) {
            write_those_at(j, MLEM_MOON + moon, true);
        }
        mq__json_close(j->w, ']');
    }
    mq__json_close(j->w, '}');
}

static void write_planet(struct writer *j, int planet)
{
    for (unsigned order = j->st->order[planet]; order != 0; order >>= 3) {
        int seat = (int)(order & 7) - 1;

        mq__json_open(j->w, NULL, '{');
        write_seat(j, "player", seat);
        mq__json_open(j->w, "astronauts", '[');
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if (j->st->place[seat][i] == MLEM_PLANET + planet) {
                mq__json_str(j->w, NULL, mq__mlem_astronauts[i]);
            }
        }
        mq__json_close(j->w, ']');
        mq__json_close(j->w, '}');
    }
}

static void write_places(struct writer *j)
{
    write_moons(j);
    mq__json_open(j->w, "planets", '{');
    for (int planet = 0; planet < j->t->planets; planet++) {
        char key[4];

        number_key(planet + 1, key);
        mq__json_open(j->w, key, '[');
        write_planet(j, planet);
        mq__json_close(j->w, ']');
    }
    mq__json_close(j->w, '}');
    mq__json_open(j->w, "comet", '[');
    write_those_at(j, MLEM_COMET, false);
    mq__json_close(j->w, ']');
    mq__json_open(j->w, "galaxy", '[');
    write_those_at(j, MLEM_GALAXY, false);
    mq__json_close(j->w, ']');
}

static void write_finds(struct writer *j, const char *key, uint32_t finds)
{
    mq__json_open(j->w, key, '[');
    for (; finds != 0; finds &= finds - 1) {
        mq__json_str(j->w, NULL, j->t->find_id[__builtin_ctz(finds)]);
    }
    mq__json_close(j->w, ']');
}

static void write_mission(struct writer *j, const char *key, int mission)
{
    mq__json_str(j->w, key,
                 mission == 0            ? NULL
                 : mission == MQ_UNKNOWN ? "?"
                                         : j->t->mission[mission - 1].id);
}

static void write_missions(struct writer *j, int seat)
{
    const uint8_t *mission = j->st->mission[seat];
    bool returned = (j->st->returned >> seat & 1) != 0;
    int n = returned ? MLEM_KEPT : MLEM_DEALT;

    mq__json_open(j->w, "missions", '[');
    for (int i = 0; i < n && mission[i] != 0; i++) {
        write_mission(j, NULL, mission[i]);
    }
    mq__json_close(j->w, ']');
    write_mission(j, "returned", returned ? mission[MLEM_KEPT] : 0);
}

static void write_ufos(struct writer *j, const char *key, unsigned held)
{
    mq__json_open(j->w, key, '[');
    for (int i = 0; i < j->t->ufos; i++) {
        if ((held >> i & 1) != 0) {
            mq__json_int(j->w, NULL, j->t->ufo_points[i]);
        }
    }
    mq__json_close(j->w, ']');
}

static void write_player(struct writer *j, int seat)
{
    const struct mlem_state *st = j->st;

    mq__json_open(j->w, mq__mlem_seats[seat], '{');
    mq__json_open(j->w, "board", '[');
    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        if ((st->board[seat] >> i & 1) != 0) {
            mq__json_str(j->w, NULL, mq__mlem_astronauts[i]);
        }
    }
    mq__json_close(j->w, ']');
    if ((st->variants & MLEM_UFO) != 0) {
        write_ufos(j, "ufo", st->ufo_held[seat]);
    }
    if ((st->variants & MLEM_EXPLORATION) != 0) {
        write_finds(j, "explored", st->find_held[seat]);
    }
    if ((st->variants & MLEM_SECRET) != 0) {
        write_missions(j, seat);
    }
    mq__json_close(j->w, '}');
}

static void write_variants(struct writer *j)
{
    const struct mlem_state *st = j->st;

    if ((st->variants & MLEM_UFO) != 0) {
        mq__json_open(j->w, "ufo", '{');
        mq__json_int(j->w, "space", st->ufo);
        write_ufos(j, "tokens", ~mlem_ufos_held(st));
        mq__json_close(j->w, '}');
    }
    if ((st->variants & MLEM_EXPLORATION) != 0) {
        mq__json_open(j->w, "exploration", '{');
        write_finds(j, "mat", st->find_mat);
        write_finds(j, "used", st->find_used);
        write_finds(j, "pile", st->find_pile);
        mq__json_close(j->w, '}');
    }
    if ((st->variants & MLEM_SECRET) != 0) {
        mq__json_open(j->w, "missions", '{');
        mq__json_open(j->w, "box", '[');
        for (int i = 0; i < j->t->missions; i++) {
            for (int n = 0; n < st->mission_box[i]; n++) {
                mq__json_str(j->w, NULL, j->t->mission[i].id);
            }
        }
        mq__json_close(j->w, ']');
        mq__json_close(j->w, '}');
    }
}

void mq__mlem_write_position(const struct mq_game *g, const void *state,
                             struct mq_json_writer *w)
{
    const struct mlem_state *st = state;
    struct writer j = {mlem_tables(g), st, w};

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", g->id);
    write_options(&j);
    mq__json_str(w, "step", mq__mlem_steps[st->step]);
    write_seat(&j, "turn", mlem_has_turn(st->step) ? st->turn : -1);
    write_expedition(&j);
    write_rocket(&j);
    write_dice(&j);
    mq__json_int(w, "failures", st->failures);
    write_goals(&j);
    write_places(&j);
    mq__json_open(w, "players", '{');
    for (int seat = 0; seat < st->players; seat++) {
        write_player(&j, seat);
    }
    mq__json_close(w, '}');
    write_variants(&j);
    mq__json_close(w, '}');
}

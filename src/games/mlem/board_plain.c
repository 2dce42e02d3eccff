/* The board in lines of words: for screen readers, pipes and logs. */
#include "games/mlem/board.h"

#include <stdio.h>

static void end_line(const struct mlem_board *b)
{
    mq__buf_char(b->out, '\n');
}

/* `Anna's scout`: an astronaut with its owner, after a separator. */
static void add_astronaut(const struct mlem_board *b, int seat, int astronaut,
                          const char *before)
{
    mq__buf_str(b->out, before);
    mq__mlem_say(b, b->out, "mlem.plain.astronaut", "pw", seat,
                 mq__mlem_astronauts[astronaut]);
}

/* All at a place, separated by commas; returns how many. */
static int add_those_at(const struct mlem_board *b, int place)
{
    int n = 0;

    for (int seat = 0; seat < b->st->players; seat++) {
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if (b->st->place[seat][i] == place) {
                add_astronaut(b, seat, i, n++ > 0 ? ", " : " ");
            }
        }
    }
    return n;
}

static void plain_moons(const struct mlem_board *b)
{
    const struct mlem_tables *t = b->t;

    for (int moon = 0; moon < t->moons;) {
        int space = t->moon_space[moon];

        mq__mlem_say(b, b->out, "mlem.plain.moons", "i", space);
        for (; moon < t->moons && t->moon_space[moon] == space; moon++) {
            int astronaut, seat;

            seat = mq__mlem_at(b->st, MLEM_MOON + moon, &astronaut);
            mq__buf_printf(b->out, " %d ", t->moon_points[moon]);
            if (seat < 0) {
                mq__buf_str(b->out, mq__mlem_label(b, "mlem.plain.free"));
            } else {
                add_astronaut(b, seat, astronaut, "");
            }
            mq__buf_char(b->out, ';');
        }
        end_line(b);
    }
}

static void plain_planet(const struct mlem_board *b, int planet)
{
    const uint8_t *points = b->t->planet_points[planet];
    int n = 0;

    mq__mlem_say(b, b->out, "mlem.plain.planet", "iiii", planet + 1, points[0],
                 points[1], points[2]);
    for (unsigned order = b->st->order[planet]; order != 0; order >>= 3) {
        int seat = (int)(order & 7) - 1;

        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if (b->st->place[seat][i] == MLEM_PLANET + planet) {
                add_astronaut(b, seat, i, n++ > 0 ? ", " : " ");
            }
        }
    }
    if (n == 0) {
        mq__buf_printf(b->out, " %s", mq__mlem_label(b, "mlem.plain.nobody"));
    }
    end_line(b);
}

static void plain_deep(const struct mlem_board *b, const char *id, int place,
                       int points)
{
    mq__mlem_say(b, b->out, id, "i", points);
    if (add_those_at(b, place) == 0) {
        mq__buf_printf(b->out, " %s", mq__mlem_label(b, "mlem.plain.nobody"));
    }
    end_line(b);
}

static void plain_goals(const struct mlem_board *b)
{
    for (int goal = 0; goal < MLEM_GOALS; goal++) {
        if (b->st->goal[goal] > 0) {
            mq__mlem_say(b, b->out, "mlem.plain.goal", "wp",
                         mq__mlem_goals[goal], b->st->goal[goal] - 1);
        } else {
            mq__mlem_say(b, b->out, "mlem.plain.open-goal", "w",
                         mq__mlem_goals[goal]);
        }
        end_line(b);
    }
}

/* The faces of the marker's space, with the afterburner's value. */
static void plain_faces(const struct mlem_board *b)
{
    char text[32];
    struct mq_buf buf;
    int space = b->st->space;

    mq__buf_fixed(&buf, text, sizeof(text));
    for (int face = 0; face < MLEM_FACES; face++) {
        if ((b->t->faces[space] >> face & 1) != 0) {
            mq__buf_printf(&buf, "%s%s", buf.length > 0 ? " " : "",
                           mq__mlem_faces[face]);
            if (face == MLEM_AFTERBURNER) {
                mq__buf_printf(&buf, "(%d)", b->t->afterburner[space]);
            }
        }
    }
    mq__mlem_say(b, b->out, "mlem.plain.faces", "t", text);
    end_line(b);
}

static void plain_roll(const struct mlem_board *b)
{
    char text[32];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    for (int face = 0; face < MLEM_FACES; face++) {
        for (int i = 0; i < MLEM_COUNT(b->st->roll, face); i++) {
            mq__buf_printf(&buf, "%s%s", buf.length > 0 ? " " : "",
                           mq__mlem_faces[face]);
        }
    }
    mq__mlem_say(b, b->out, "mlem.plain.roll", "t", text);
    end_line(b);
}

static void plain_crew(const struct mlem_board *b)
{
    const struct mlem_state *st = b->st;
    int n = 0;

    mq__buf_str(b->out, mq__mlem_label(b, "mlem.plain.crew"));
    for (int place = 0; place < st->players; place++) {
        int seat = mlem_seat_at(st, place);

        if (st->crew[seat] == 0) {
            continue;
        }
        add_astronaut(b, seat, st->crew[seat] - 1, n++ > 0 ? ", " : " ");
        if (st->crew[seat] == MLEM_PIP + 1 && (st->pips >> seat & 1) == 0) {
            mq__buf_printf(b->out, " (%s)",
                           mq__mlem_label(b, "mlem.plain.used"));
        }
    }
    end_line(b);
}

static void plain_rocket(const struct mlem_board *b)
{
    const struct mlem_state *st = b->st;

    if (st->aboard == 0) {
        return;
    }
    mq__mlem_say(b, b->out, "mlem.plain.rocket", "iip", st->space, st->dice,
                 mlem_commander(st));
    end_line(b);
    if (st->space < MLEM_DEEP) {
        plain_faces(b);
    }
    if (st->roll != 0) {
        plain_roll(b);
    }
    if (st->dice > 0 && st->space < MLEM_DEEP) {
        double crash = b->t->odds.crash[st->space][st->dice];

        mq__mlem_say(b, b->out, "mlem.board.risk", "c", mq_chance_arg(crash));
        end_line(b);
    }
    plain_crew(b);
}

static void plain_variants(const struct mlem_board *b)
{
    const struct mlem_state *st = b->st;

    if ((st->variants & MLEM_UFO) != 0) {
        mq__mlem_say(b, b->out, "mlem.plain.ufo", "i", st->ufo);
        end_line(b);
    }
    if (st->token > 0) {
        mq__mlem_say(b, b->out, "mlem.plain.token", "t",
                     b->t->token[st->token - 1].id);
        end_line(b);
    }
    if (st->find_mat != 0) {
        mq__buf_str(b->out, mq__mlem_label(b, "mlem.plain.finds"));
        for (uint32_t left = st->find_mat; left != 0; left &= left - 1) {
            mq__buf_printf(b->out, " %s", b->t->find_id[__builtin_ctz(left)]);
        }
        end_line(b);
    }
}

static void plain_missions(const struct mlem_board *b, int seat)
{
    bool returned = (b->st->returned >> seat & 1) != 0;
    int n = returned ? MLEM_KEPT : MLEM_DEALT;

    if (b->st->mission[seat][0] == 0 || b->st->mission[seat][0] == MQ_UNKNOWN) {
        return;
    }
    mq__mlem_say(b, b->out, "mlem.plain.missions", "p", seat);
    for (int i = 0; i < n; i++) {
        int kind = b->st->mission[seat][i] - 1;

        mq__buf_printf(b->out, "%s %s", i > 0 ? "," : "",
                       mq__mlem_word(b, b->t->mission[kind].id));
    }
    end_line(b);
}

static void plain_players(const struct mlem_board *b)
{
    double scores[MQ_MAX_PLAYERS];

    mq__mlem_scores(b->g, b->st, scores);
    for (int seat = 0; seat < b->st->players; seat++) {
        int n = 0;

        mq__mlem_say(b, b->out, "mlem.plain.player", "pi", seat,
                     (int)scores[seat]);
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            if ((b->st->board[seat] >> i & 1) != 0) {
                mq__buf_printf(b->out, "%s %s", n++ > 0 ? "," : "",
                               mq__mlem_word(b, mq__mlem_astronauts[i]));
            }
        }
        end_line(b);
        plain_missions(b, seat);
    }
}

void mq__mlem_plain_board(const struct mlem_board *b)
{
    mq__mlem_say(b, b->out, "mlem.plain.failures", "ii", b->st->failures,
                 b->t->figure.failures);
    end_line(b);
    plain_goals(b);
    plain_moons(b);
    for (int planet = 0; planet < b->t->planets; planet++) {
        plain_planet(b, planet);
    }
    plain_deep(b, "mlem.plain.comet", MLEM_COMET, b->t->figure.comet);
    plain_deep(b, "mlem.plain.galaxy", MLEM_GALAXY, b->t->figure.galaxy);
    plain_variants(b);
    plain_players(b);
    plain_rocket(b);
}

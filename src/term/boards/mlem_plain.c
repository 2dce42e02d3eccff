/* The board in lines of words: for screen readers, pipes and logs. */
#include "term/boards/mlem.h"

static void end_line(const struct ml_board *b)
{
    mq__buf_char(b->d.out, '\n');
}

/* `Anna's scout`: an astronaut with its owner, after a separator. */
static void add_astronaut(const struct ml_board *b, int seat, int astronaut,
                          const char *before)
{
    mq__buf_str(b->d.out, before);
    mq__draw_say(&b->d, "mlem.plain.astronaut", "pw", seat,
                 mq__ml_astronauts[astronaut]);
}

/* All at a place, separated by commas; returns how many. */
static int add_those_at(const struct ml_board *b, int place)
{
    int n = 0;

    for (int seat = 0; seat < b->st->players; seat++) {
        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            if (b->st->place[seat][i] == place) {
                add_astronaut(b, seat, i, n++ > 0 ? ", " : " ");
            }
        }
    }
    return n;
}

static void plain_moons(const struct ml_board *b)
{
    const struct ml_tables *t = b->t;

    for (int moon = 0; moon < t->moons;) {
        int space = t->moon_space[moon];

        mq__draw_say(&b->d, "mlem.plain.moons", "i", space);
        for (; moon < t->moons && t->moon_space[moon] == space; moon++) {
            int astronaut, seat;

            seat = mq__ml_at(b->st, ML_MOON + moon, &astronaut);
            mq__buf_printf(b->d.out, " %d ", t->moon_points[moon]);
            if (seat < 0) {
                mq__buf_str(b->d.out, mq__draw_label(&b->d, "mlem.plain.free"));
            } else {
                add_astronaut(b, seat, astronaut, "");
            }
            mq__buf_char(b->d.out, ';');
        }
        end_line(b);
    }
}

static void plain_planet(const struct ml_board *b, int planet)
{
    const uint8_t *points = b->t->planet_points[planet];
    int n = 0;

    mq__draw_say(&b->d, "mlem.plain.planet", "iiii", planet + 1, points[0],
                 points[1], points[2]);
    for (unsigned order = b->st->order[planet]; order != 0; order >>= 3) {
        int seat = (int)(order & 7) - 1;

        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            if (b->st->place[seat][i] == ML_PLANET + planet) {
                add_astronaut(b, seat, i, n++ > 0 ? ", " : " ");
            }
        }
    }
    if (n == 0) {
        mq__buf_printf(b->d.out, " %s",
                       mq__draw_label(&b->d, "mlem.plain.nobody"));
    }
    end_line(b);
}

static void plain_deep(const struct ml_board *b, const char *id, int place,
                       int points)
{
    mq__draw_say(&b->d, id, "i", points);
    if (add_those_at(b, place) == 0) {
        mq__buf_printf(b->d.out, " %s",
                       mq__draw_label(&b->d, "mlem.plain.nobody"));
    }
    end_line(b);
}

static void plain_goals(const struct ml_board *b)
{
    for (int goal = 0; goal < ML_GOALS; goal++) {
        if (b->st->goal[goal] > 0) {
            mq__draw_say(&b->d, "mlem.plain.goal", "wp", mq__ml_goals[goal],
                         b->st->goal[goal] - 1);
        } else {
            mq__draw_say(&b->d, "mlem.plain.open-goal", "w",
                         mq__ml_goals[goal]);
        }
        end_line(b);
    }
}

/* The faces of the marker's space, with the afterburner's value. */
static void plain_faces(const struct ml_board *b)
{
    char text[32];
    struct mq_buf buf;
    int space = b->st->space;

    mq__buf_fixed(&buf, text, sizeof(text));
    for (int face = 0; face < ML_FACES; face++) {
        if ((b->t->faces[space] >> face & 1) != 0) {
            mq__buf_printf(&buf, "%s%s", buf.length > 0 ? " " : "",
                           mq__ml_faces[face]);
            if (face == ML_AFTERBURNER) {
                mq__buf_printf(&buf, "(%d)", b->t->afterburner[space]);
            }
        }
    }
    mq__draw_line(&b->d, "mlem.plain.faces", "t", text);
}

static void plain_roll(const struct ml_board *b)
{
    char text[32];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    for (int face = 0; face < ML_FACES; face++) {
        for (int i = 0; i < ML_COUNT(b->st->roll, face); i++) {
            mq__buf_printf(&buf, "%s%s", buf.length > 0 ? " " : "",
                           mq__ml_faces[face]);
        }
    }
    mq__draw_line(&b->d, "mlem.plain.roll", "t", text);
}

static void plain_crew(const struct ml_board *b)
{
    const struct ml_state *st = b->st;
    int n = 0;

    mq__buf_str(b->d.out, mq__draw_label(&b->d, "mlem.plain.crew"));
    for (int place = 0; place < st->players; place++) {
        int seat = ml_seat_at(st, place);

        if (st->crew[seat] == 0) {
            continue;
        }
        add_astronaut(b, seat, st->crew[seat] - 1, n++ > 0 ? ", " : " ");
        if (mq__ml_sleeps(st, seat)) {
            mq__buf_printf(b->d.out, " (%s)",
                           mq__draw_label(&b->d, "mlem.plain.used"));
        }
    }
    end_line(b);
}

static void plain_rocket(const struct ml_board *b)
{
    const struct ml_state *st = b->st;

    if (st->aboard == 0) {
        return;
    }
    mq__draw_line(&b->d, "mlem.plain.rocket", "iip", st->space, st->dice,
                  ml_commander(st));
    if (st->space < ML_DEEP) {
        plain_faces(b);
    }
    if (st->roll != 0) {
        plain_roll(b);
    } else if (st->dice > 0 && st->space < ML_DEEP) {
        double crash = mq__ml_crash(ml_with(b->t, st));

        mq__draw_line(&b->d, "mlem.board.risk", "c", mq_chance_arg(crash));
    }
    plain_crew(b);
}

static void plain_variants(const struct ml_board *b)
{
    const struct ml_state *st = b->st;

    if ((st->variants & ML_UFO) != 0) {
        mq__draw_line(&b->d, "mlem.plain.ufo", "i", st->ufo);
    }
    if (st->token > 0) {
        mq__draw_line(&b->d, "mlem.plain.token", "t",
                      b->t->token[st->token - 1].id);
    }
    if (st->find_mat != 0) {
        mq__buf_str(b->d.out, mq__draw_label(&b->d, "mlem.plain.finds"));
        for (uint32_t left = st->find_mat; left != 0; left &= left - 1) {
            mq__buf_printf(b->d.out, " %s", b->t->find_id[__builtin_ctz(left)]);
        }
        end_line(b);
    }
}

static void plain_missions(const struct ml_board *b, int seat)
{
    bool returned = (b->st->returned >> seat & 1) != 0;
    int n = returned ? ML_KEPT : ML_DEALT;

    if (b->st->mission[seat][0] == 0 || b->st->mission[seat][0] == MQ_UNKNOWN) {
        return;
    }
    mq__draw_say(&b->d, "mlem.plain.missions", "p", seat);
    for (int i = 0; i < n; i++) {
        int kind = b->st->mission[seat][i] - 1;

        mq__buf_printf(b->d.out, "%s %s", i > 0 ? "," : "",
                       mq__draw_word(&b->d, b->t->mission[kind].id));
    }
    end_line(b);
}

static void plain_players(const struct ml_board *b)
{
    double scores[MQ_MAX_PLAYERS];

    mq__ml_scores(b->d.g, b->st, scores);
    for (int seat = 0; seat < b->st->players; seat++) {
        int n = 0;

        mq__draw_say(&b->d, "mlem.plain.player", "pi", seat, (int)scores[seat]);
        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            if ((b->st->board[seat] >> i & 1) != 0) {
                mq__buf_printf(b->d.out, "%s %s", n++ > 0 ? "," : "",
                               mq__draw_word(&b->d, mq__ml_astronauts[i]));
            }
        }
        end_line(b);
        plain_missions(b, seat);
    }
}

void mq__ml_plain_board(const struct ml_board *b)
{
    mq__draw_line(&b->d, "mlem.plain.failures", "ii", b->st->failures,
                  b->t->figure.failures);
    plain_goals(b);
    plain_moons(b);
    for (int planet = 0; planet < b->t->planets; planet++) {
        plain_planet(b, planet);
    }
    plain_deep(b, "mlem.plain.comet", ML_COMET, b->t->figure.comet);
    plain_deep(b, "mlem.plain.galaxy", ML_GALAXY, b->t->figure.galaxy);
    plain_variants(b);
    plain_players(b);
    plain_rocket(b);
}

/* How the seats stand if the match ended now, and how near its end is. */
#include "games/liftoff/telling.h"

bool mq__lo_objectives_hidden(const struct lo_player *p)
{
    for (int i = 0; i < p->objective.size; i++) {
        if (p->objective.card[i] == MQ_UNKNOWN) {
            return true;
        }
    }
    return false;
}

/* The start's points are what no other source explains. */
void mq__lo_points_now(struct lo c, int seat, int out[LO_POINT_SOURCES])
{
    const struct lo_player *p = &c.st->player[seat];
    int final = mq__lo_final(c, p, out + 1 + LO_SOURCES);

    out[0] = p->score - (c.st->step == LO_STEP_OVER ? final : 0);
    for (int i = 0; i < LO_SOURCES; i++) {
        out[1 + i] = p->points[i];
        out[0] -= p->points[i];
    }
}

/* Objectives of others are hidden until the end, but for those that were
 * passed on: as long as one card is unknown, all of them count 0. */
static void add_shares(struct lo c, int seat, struct mq_seat_standing *out)
{
    const struct lo_player *p = &c.st->player[seat];
    bool over = c.st->step == LO_STEP_OVER;
    int points[LO_POINT_SOURCES];

    mq__lo_points_now(c, seat, points);
    for (int i = 0; i < LO_POINT_SOURCES; i++) {
        bool hidden = i == LO_POINT_OBJECTIVES && mq__lo_objectives_hidden(p);

        mq__share_add(out,
                      &(struct mq_point_share){
                          .source = mq__lo_point_sources[i].source,
                          .rule = mq__lo_point_sources[i].rule,
                          .points = hidden ? 0 : points[i],
                          .later = i > LO_SOURCES && !over,
                          .hidden = hidden,
                      },
                      mq__lo_point_sources[i].id);
    }
}

/* LO-Z8: of two who stand alike the one with more missions of level 4 leads. */
static void rank_ties(struct lo c, struct mq_all_standings *out)
{
    for (int i = 0; i < out->players; i++) {
        for (int k = 0; k < out->players; k++) {
            out->seat[i].rank += out->seat[k].total == out->seat[i].total &&
                                 c.st->player[k].in_space[LO_LEVELS - 1] >
                                     c.st->player[i].in_space[LO_LEVELS - 1];
        }
    }
}

void mq__lo_standings(const struct mq_game *g, const void *state, int seat,
                      struct mq_all_standings *out)
{
    struct lo_state view = *lo_of(g, state).st;
    struct lo c = lo_with(g->tables, &view);
    struct mq_match_end *end;
    bool over = view.step == LO_STEP_OVER;

    mq__lo_redact(g, &view, seat);
    mq_note_set(&out->aim, "LO-Z7", "liftoff.aim", "i", LO_ROUNDS);
    for (int i = 0; i < out->players; i++) {
        add_shares(c, i, &out->seat[i]);
    }
    mq__standings_add_up(out);
    rank_ties(c, out);
    end = mq__end_add(out, "rounds",
                      over              ? LO_ROUNDS
                      : view.round == 0 ? 0
                                        : view.round - 1,
                      LO_ROUNDS);
    mq_note_set(&end->note, "LO-R1",
                over              ? "liftoff.end.over"
                : view.round == 0 ? "liftoff.end.setup"
                                  : "liftoff.end.round",
                "ii", view.round, LO_ROUNDS);
}

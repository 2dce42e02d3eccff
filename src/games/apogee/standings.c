/* Apogee: how the seats stand. The game has no points: the mission is met or
 * not. Seats are ranked by how near they are to meeting it. */
#include "games/apogee/telling.h"

/* Parts landed count more than parts aboard, those more than a rocket that
 * could fly. In mission 7 the farthest destination counts alone. */
int mq__ap_nearness(struct ap c, int seat)
{
    const struct ap_mission *m = ap_mission(c);
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);
    int sum = 0;

    if (m->end == AP_FARTHEST) {
        return mq__ap_farthest(&c.st->player[seat]);
    }
    if (c.st->player[seat].met) {
        return 1000000;
    }
    for (int i = 0; i < n; i++) {
        struct ap_part part;
        int there;

        mq__ap_part(c, seat, need[i], &part);
        there = part.there < part.needed ? part.there : part.needed;
        there = part.needed > 0 ? 100 * there / part.needed : 0;
        sum += part.state == AP_PART_LANDED ? 1000 : there;
    }
    return sum;
}

static void rank(struct ap c, struct mq_all_standings *out)
{
    int near[AP_PLAYERS];

    for (int seat = 0; seat < out->players; seat++) {
        near[seat] = mq__ap_nearness(c, seat);
    }
    for (int seat = 0; seat < out->players; seat++) {
        out->seat[seat].rank = 1;
        for (int other = 0; other < out->players; other++) {
            out->seat[seat].rank += near[other] > near[seat];
        }
    }
}

/* When it is over the winners lead: a tie-break may have chosen among those
 * who met the mission (AP-Z3). */
static void rank_winners(const struct mq_game *g, struct ap c,
                         struct mq_all_standings *out)
{
    uint32_t winners = mq__ap_winners(g, c.st);
    int first = ap_count_bits(winners) + 1;

    for (int seat = 0; winners != 0 && seat < out->players; seat++) {
        if ((winners >> seat & 1) != 0) {
            out->seat[seat].rank = 1;
        } else if (out->seat[seat].rank < first) {
            out->seat[seat].rank = first;
        }
    }
}

static void add_ends(struct ap c, struct mq_all_standings *out)
{
    const struct ap_mission *m = ap_mission(c);
    int rounds = m->rounds > 0 ? m->rounds : c.st->rounds;
    struct mq_match_end *end;

    if (rounds > 0) {
        end = mq__end_add(out, "rounds", c.st->round, rounds);
        mq_note_set(&end->note, "AP-Z5", "apogee.tell.rounds", "ii",
                    c.st->round, rounds);
    }
    for (int seat = 0; seat < out->players && m->end != AP_FARTHEST; seat++) {
        const struct ap_need *need[AP_ALL_NEEDS];
        int n = mq__ap_all_needs(c, need);
        int landed = 0;

        for (int i = 0; i < n; i++) {
            struct ap_part part;

            mq__ap_part(c, seat, need[i], &part);
            landed += part.state == AP_PART_LANDED;
        }
        end = mq__end_add(out, "mission", landed, n);
        end->seat = seat;
        mq_note_set(&end->note, m->rule, "apogee.tell.ticks", "pii", seat,
                    landed, n);
    }
}

void mq__ap_standings(const struct mq_game *g, const void *state, int seat,
                      struct mq_all_standings *out)
{
    struct ap_state view = *ap_of(g, state).st;
    struct ap c = ap_with(g->tables, &view);

    mq__ap_redact(g, &view, seat);
    mq_note_set(&out->aim, ap_mission(c)->rule,
                ap_solo(&view) ? "apogee.tell.aim-solo" : "apogee.tell.aim",
                "i", ap_mission(c)->number);
    for (int i = 0; i < out->players; i++) {
        struct mq_points points;

        mq__ap_breakdown(g, &view, i, &points);
        mq__share_add(&out->seat[i],
                      &(struct mq_point_share){.source = points.source,
                                               .rule = points.rule,
                                               .points = points.points},
                      points.message.id);
        out->seat[i].share[0].message = points.message;
    }
    mq__standings_add_up(out);
    rank(c, out);
    if (view.step == AP_OVER) {
        rank_winners(g, c, out);
    }
    add_ends(c, out);
}

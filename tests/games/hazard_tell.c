/* Hazard's facts: what a play brings, the foxes that may come, and standings
 * that are its points. */
#include "hazard.h"

#include "core/tell.h"

#include <string.h>

void hz_tell(const struct mq_game *g, const void *state, int seat,
             mq_action action, const struct mq_facts *out)
{
    const struct hz_state *st = state;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, hz_phase(g, state));

    mq__fact_say(out, &fact, "HZ-1", "hazard.do", "");
    if (MQ_ACTION_KIND(action) == HZ_A_PLAY) {
        int points = st->points[seat];

        fact = mq__fact(MQ_FACT_GAIN, "cards");
        fact.seat = seat;
        mq__fact_count(&fact, points, points + hz_value[MQ_ACTION_A(action)]);
        mq__fact_say(out, &fact, "HZ-1", "hazard.tell.cards", "ii", fact.before,
                     fact.after);
    }
}

void hz_survey(const struct mq_game *g, const void *state, int seat,
               const struct mq_facts *out)
{
    struct mq_fact fact = mq__fact(MQ_FACT_PROGRESS, "foxes");
    struct hz_state view;

    memcpy(&view, state, sizeof view);
    hz_redact(g, &view, seat);
    mq__fact_count(&fact, view.unseen[HZ_KINDS - 1], hz_copies[HZ_KINDS - 1]);
    mq__fact_say(out, &fact, "HZ-1", "hazard.tell.foxes", "i", fact.before);
}

void hz_standings(const struct mq_game *g, const void *state, int seat,
                  struct mq_all_standings *out)
{
    const struct hz_state *st = state;
    struct mq_match_end *end;

    (void)g;
    (void)seat;
    for (int i = 0; i < st->players; i++) {
        mq__share_add(&out->seat[i],
                      &(struct mq_point_share){.source = "cards",
                                               .rule = "HZ-1",
                                               .points = st->points[i]},
                      "hazard.points.cards");
        mq__share_add(&out->seat[i],
                      &(struct mq_point_share){.source = "dice",
                                               .rule = "HZ-1",
                                               .points = st->luck[i]},
                      "hazard.points.dice");
    }
    mq__standings_add_up(out);
    end = mq__end_add(out, "rounds", st->round, st->rounds);
    mq_note_set(&end->note, "HZ-1", "hazard.end", "");
}

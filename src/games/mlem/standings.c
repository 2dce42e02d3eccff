/* How the seats stand if the match ended now, and how near its end is. */
#include "core/tell.h"
#include "games/mlem/rules.h"

/* The shares of a seat as another one knows them; missions of others are
 * hidden until the end (ML-M3). */
static void add_shares(struct ml c, int seat, int viewer,
                       struct mq_seat_standing *out)
{
    bool over = c.st->step == ML_STEP_OVER;
    bool ufo = (c.st->variants & ML_UFO) != 0;
    bool exploration = (c.st->variants & ML_EXPLORATION) != 0;
    bool secret = (c.st->variants & ML_SECRET) != 0;
    bool hidden = !over && seat != viewer;
    struct ml_points p;

    mq__ml_points_now(c, seat, &p);
    const struct {
        const char *source, *rule, *id;
        int points;
        bool shown, later, hidden;
    } row[] = {
        {"moons", "ML-L2", "mlem.points.moons", p.moons, true, false, false},
        {"deep-space", "ML-L5", "mlem.points.deep-space", p.deep_space, true,
         false, false},
        {"goals", "ML-G1", "mlem.points.goals", p.goals, true, false, false},
        {"ufo", "ML-U8", "mlem.points.ufo", p.ufo, ufo, false, false},
        {"exploration", "ML-N3", "mlem.points.exploration", p.exploration,
         exploration, false, false},
        {"planets", "ML-Z3", "mlem.points.planets", p.planets, true, !over,
         false},
        {"missions", "ML-M3", "mlem.points.missions", p.missions, secret, !over,
         hidden},
    };

    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        if (row[i].shown) {
            mq__share_add(out,
                          &(struct mq_point_share){
                              .source = row[i].source,
                              .rule = row[i].rule,
                              .points = row[i].hidden ? 0 : row[i].points,
                              .later = row[i].later,
                              .hidden = row[i].hidden,
                          },
                          row[i].id);
        }
    }
}

void mq__ml_standings(const struct mq_game *g, const void *state, int seat,
                      struct mq_all_standings *out)
{
    struct ml c = ml_of(g, state);
    struct mq_match_end *end;

    mq_note_set(&out->aim, "ML-Z5", "mlem.aim", "");
    for (int i = 0; i < out->players; i++) {
        add_shares(c, i, seat, &out->seat[i]);
    }
    mq__standings_add_up(out);
    end = mq__end_add(out, "failures", c.st->failures, c.t->figure.failures);
    mq_note_set(&end->note, "ML-Z1", "mlem.end.failures", "ii", end->progress,
                end->limit);
    for (int i = 0; i < out->players; i++) {
        end = mq__end_add(out, "placed", ml_placed(c.st, i), ML_ASTRONAUTS);
        end->seat = i;
        mq_note_set(&end->note, "ML-Z2", "mlem.end.placed", "pii", i,
                    end->progress, end->limit);
    }
}

/* Sums of an analysis, its JSON and its sentences. */
#include "ai/analysis.h"

#include "ai/share.h"
#include "core/message_json.h"

#include <math.h>
#include <string.h>

static const char *const words[MQ_GRADES] = {
    [MQ_GRADE_FORCED] = "forced",     [MQ_GRADE_GOOD] = "good",
    [MQ_GRADE_DOUBTFUL] = "doubtful", [MQ_GRADE_ERROR] = "error",
    [MQ_GRADE_BLUNDER] = "blunder",
};

const char *mq__grade_word(enum mq_grade grade)
{
    return words[grade];
}

struct mq_analysis mq__analysis_of(const struct mq_match *match, int budget,
                                   uint64_t seed)
{
    const struct mq_game *game = mq_match_game(match);

    return (struct mq_analysis){
        .game = game,
        .players = mq_players(game, mq_match_state(match)),
        .budget = budget > 0 ? budget : MQ_ANALYSIS_BUDGET,
        .seed = seed,
    };
}

void mq__analysis_begin(struct mq_analysis_sums *sums, const double *first)
{
    memset(sums, 0, sizeof *sums);
    memcpy(sums->first, first, sizeof sums->first);
    memcpy(sums->value, first, sizeof sums->value);
}

static void add_decision(struct mq_analysis_seat *seat,
                         const struct mq_judged *event)
{
    seat->grades[event->grade]++;
    seat->decisions += event->grade != MQ_GRADE_FORCED;
    seat->lost += event->loss;
}

void mq__analysis_add(const struct mq_analysis *analysis,
                      struct mq_analysis_sums *sums, struct mq_judged *event)
{
    sums->events++;
    if (event->same) {
        memcpy(event->value, sums->value, sizeof event->value);
    }
    for (int seat = 0; seat < analysis->players; seat++) {
        if (event->event.seat == MQ_CHANCE_SEAT) {
            event->luck[seat] = event->value[seat] - sums->value[seat];
            sums->seat[seat].luck += event->luck[seat];
        }
        sums->value[seat] = event->value[seat];
    }
    if (event->event.seat >= 0) {
        add_decision(&sums->seat[event->event.seat], event);
    }
}

double mq__analysis_adjusted(const struct mq_analysis *analysis,
                             const struct mq_analysis_sums *sums, int seat,
                             uint32_t winners)
{
    return mq__share(winners, analysis->players, seat) - sums->seat[seat].luck;
}

void mq__analysis_result(const struct mq_match *match, bool *over,
                         uint32_t *winners)
{
    const struct mq_game *game = mq_match_game(match);
    uint32_t actors;

    *winners = mq_match_winners(match);
    /* Closed before its end nobody has won. */
    *over = *winners != 0 ||
            mq_turn(game, mq_match_state(match), &actors) == MQ_TURN_OVER;
}

void mq__analysis_write_terms(const struct mq_analysis *analysis,
                              const struct mq_analysis_sums *sums,
                              struct mq_json_writer *w)
{
    mq__json_add(w, "budget:i seed:X first:R", analysis->budget, analysis->seed,
                 sums->first, analysis->players);
}

static void write_decision(const struct mq_analysis *analysis,
                           const struct mq_judged *event,
                           struct mq_json_writer *w)
{
    const struct mq_event best = {event->event.seat, event->best};

    mq__json_int(w, "player", event->event.seat);
    mq__event_json(w, "action", analysis->game, event->event);
    mq__json_add(w, "choices:i grade:s", event->choices, words[event->grade]);
    if (event->grade != MQ_GRADE_FORCED) {
        mq__json_real(w, "played", event->played_value);
        mq__event_json(w, "alternative", analysis->game, best);
        mq__json_add(w, "alternative_value:r loss:r low:r high:r",
                     event->best_value, event->loss, event->low, event->high);
    }
}

void mq__analysis_write_event(const struct mq_analysis *analysis,
                              const struct mq_judged *event, int number,
                              const char *key, struct mq_json_writer *w)
{
    mq__json_open(w, key, '{');
    mq__json_int(w, "number", number);
    if (event->event.seat >= 0) {
        write_decision(analysis, event, w);
    } else {
        mq__event_json(w, "chance", analysis->game, event->event);
        mq__json_add(w, "luck:R", event->luck, analysis->players);
    }
    mq__json_add(w, "values:R}", event->value, analysis->players);
}

void mq__analysis_write_sums(const struct mq_analysis *analysis,
                             const struct mq_analysis_sums *sums, bool over,
                             uint32_t winners, struct mq_json_writer *w)
{
    mq__json_open(w, "players", '[');
    for (int seat = 0; seat < analysis->players; seat++) {
        const struct mq_analysis_seat *s = &sums->seat[seat];
        double result = mq__share(winners, analysis->players, seat);

        mq__json_add(w, "{player:i decisions:i", seat, s->decisions);
        for (int grade = MQ_GRADE_GOOD; grade < MQ_GRADES; grade++) {
            mq__json_int(w, words[grade], s->grades[grade]);
        }
        mq__json_add(w, "lost:r luck:r first_value:r result:r luck_adjusted:r}",
                     s->lost, s->luck, sums->first[seat], over ? result : NAN,
                     over ? result - s->luck : NAN);
    }
    mq__json_close(w, ']');
}

void mq__analysis_say(const struct mq_analysis *analysis,
                      const struct mq_judged *event, struct mq_message *out)
{
    static const char *const ids[MQ_GRADES] = {
        "analysis.forced", "analysis.good",    "analysis.doubtful",
        "analysis.error",  "analysis.blunder",
    };
    const struct mq_event best = {event->event.seat, event->best};
    char played[MQ_TEXT_SIZE], other[MQ_TEXT_SIZE];

    mq_event_text(analysis->game, event->event, played, sizeof played);
    mq_event_text(analysis->game, best, other, sizeof other);
    mq_message_set(out, ids[event->grade], "ptctcc", event->event.seat, played,
                   mq_chance_arg(event->played_value), other,
                   mq_chance_arg(event->best_value),
                   mq_chance_arg(event->loss));
}

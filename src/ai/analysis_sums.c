/* Sums of an analysis, its JSON and its sentences. */
#include "ai/analysis.h"

#include "ai/share.h"

#include <stdio.h>
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
            game->turn(game, mq_match_state(match), &actors) == MQ_TURN_OVER;
}

static void write_list(struct mq_json_writer *w, const char *key,
                       const double *list, int n)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < n; i++) {
        mq__json_real(w, NULL, list[i]);
    }
    mq__json_close(w, ']');
}

void mq__analysis_write_terms(const struct mq_analysis *analysis,
                              const struct mq_analysis_sums *sums,
                              struct mq_json_writer *w)
{
    char seed[24];

    snprintf(seed, sizeof seed, "%016llx", (unsigned long long)analysis->seed);
    mq__json_int(w, "budget", analysis->budget);
    mq__json_str(w, "seed", seed);
    write_list(w, "first", sums->first, analysis->players);
}

static void write_text(const struct mq_analysis *analysis, const char *key,
                       struct mq_event event, struct mq_json_writer *w)
{
    char text[MQ_TEXT_SIZE];

    mq_event_text(analysis->game, event, text, sizeof text);
    mq__json_str(w, key, text);
}

static void write_decision(const struct mq_analysis *analysis,
                           const struct mq_judged *event,
                           struct mq_json_writer *w)
{
    const struct mq_event best = {event->event.seat, event->best};

    mq__json_int(w, "player", event->event.seat);
    write_text(analysis, "action", event->event, w);
    mq__json_int(w, "choices", event->choices);
    mq__json_str(w, "grade", mq__grade_word(event->grade));
    if (event->grade != MQ_GRADE_FORCED) {
        mq__json_real(w, "played", event->played_value);
        write_text(analysis, "alternative", best, w);
        mq__json_real(w, "alternative_value", event->best_value);
        mq__json_real(w, "loss", event->loss);
        mq__json_real(w, "low", event->low);
        mq__json_real(w, "high", event->high);
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
        write_text(analysis, "chance", event->event, w);
        write_list(w, "luck", event->luck, analysis->players);
    }
    write_list(w, "values", event->value, analysis->players);
    mq__json_close(w, '}');
}

static void write_seat(const struct mq_analysis_sums *sums, int seat,
                       struct mq_json_writer *w)
{
    const struct mq_analysis_seat *s = &sums->seat[seat];

    mq__json_int(w, "decisions", s->decisions);
    for (int grade = MQ_GRADE_GOOD; grade < MQ_GRADES; grade++) {
        mq__json_int(w, words[grade], s->grades[grade]);
    }
    mq__json_real(w, "lost", s->lost);
    mq__json_real(w, "luck", s->luck);
    mq__json_real(w, "first_value", sums->first[seat]);
}

void mq__analysis_write_sums(const struct mq_analysis *analysis,
                             const struct mq_analysis_sums *sums, bool over,
                             uint32_t winners, struct mq_json_writer *w)
{
    mq__json_open(w, "players", '[');
    for (int seat = 0; seat < analysis->players; seat++) {
        mq__json_open(w, NULL, '{');
        mq__json_int(w, "player", seat);
        write_seat(sums, seat, w);
        if (over) {
            mq__json_real(w, "result",
                          mq__share(winners, analysis->players, seat));
            mq__json_real(w, "luck_adjusted",
                          mq__analysis_adjusted(analysis, sums, seat, winners));
        } else {
            mq__json_null(w, "result");
            mq__json_null(w, "luck_adjusted");
        }
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

/* A part of a victory as an argument of a message: tenths of a percent. */
static int part(double value)
{
    return 100 * (int)(value * 1000 + 0.5);
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
                   part(event->played_value), other, part(event->best_value),
                   part(event->loss));
}

/* A match judged event by event. */
#include "ai/analysis_walk.h"

#include "ai/analysis.h"
#include "ai/hint.h"
#include "core/game.h"
#include "core/message_json.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct mq_analysis_walk {
    const struct mq_match *match;
    struct mq_analysis analysis;
    struct mq_analysis_place place; /* of `st` */
    struct mq_analysis_sums sums;   /* up to there */
    int length;
    bool over;
    uint32_t winners;
    alignas(16) unsigned char st[MQ_MAX_STATE];
};

struct mq_analysis_walk *mq__analysis_walk_create(const struct mq_match *match,
                                                  int budget, uint64_t seed)
{
    struct mq_analysis_walk *walk = calloc(1, sizeof *walk);
    double first[MQ_MAX_PLAYERS];

    if (walk == NULL) {
        return NULL;
    }
    walk->match = match;
    walk->length = mq_match_length(match);
    mq__analysis_result(match, &walk->over, &walk->winners);
    walk->analysis = mq__analysis_of(match, budget, seed);
    mq_match_state_at(match, 0, walk->st);
    mq__analysis_value(&walk->analysis, &walk->place, walk->st, first);
    mq__analysis_begin(&walk->sums, first);
    return walk;
}

void mq__analysis_walk_destroy(struct mq_analysis_walk *walk)
{
    free(walk);
}

void mq__analysis_walk_head(const struct mq_analysis_walk *walk,
                            struct mq_json_writer *w)
{
    mq__json_int(w, "length", walk->length);
    mq__analysis_write_terms(&walk->analysis, &walk->sums, w);
}

/* What a move does, and what the next outcome of chance may do to it; what it
 * is worth stands in the sentence. */
static void write_reason(const struct mq_analysis_walk *walk, const void *view,
                         const struct mq_choice *choice, int index,
                         const struct mq_voice *voice, struct mq_json_writer *w)
{
    int seat = mq_match_event(walk->match, walk->place.events).seat;
    struct mq_hint hint;
    const struct mq_message *part[] = {&hint.does.message, &hint.gains,
                                       &hint.risks};

    mq__hint_find(walk->analysis.game, view, seat, choice, index, &hint);
    mq__json_open(w, index == 0 ? "alternative" : "played", '[');
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i]->id != NULL) {
            mq__sentence_json(w, NULL, part[i], voice);
        }
    }
    mq__json_close(w, ']');
}

static void write_why(const struct mq_analysis_walk *walk,
                      const struct mq_judged *judged,
                      const struct mq_voice *voice, struct mq_json_writer *w)
{
    const struct mq_choice choice = {
        .count = 2,
        .candidate = {{judged->best, judged->best_value},
                      {judged->event.action, judged->played_value}},
        .valued = true,
    };
    alignas(16) unsigned char view[MQ_MAX_STATE];

    mq_view(walk->analysis.game, walk->st, judged->event.seat, view);
    mq__json_open(w, "why", '{');
    for (int i = 0; i < choice.count; i++) {
        write_reason(walk, view, &choice, i, voice, w);
    }
    mq__json_close(w, '}');
}

/* A decision in words; outcomes and forced moves need none. */
static void write_words(const struct mq_analysis_walk *walk,
                        const struct mq_judged *judged,
                        const struct mq_voice *voice, struct mq_json_writer *w)
{
    struct mq_message sentence;

    if (judged->event.seat < 0 || judged->grade == MQ_GRADE_FORCED) {
        mq__json_add(w, "sentence:0 why:0");
        return;
    }
    mq__analysis_say(&walk->analysis, judged, &sentence);
    mq__sentence_json(w, "sentence", &sentence, voice);
    write_why(walk, judged, voice, w);
}

/* The event after `st`, and the state after that. */
static enum mq_status judge(const struct mq_analysis_walk *walk, void *after,
                            struct mq_judged *out)
{
    const struct mq_game *game = walk->analysis.game;
    struct mq_event event = mq_match_event(walk->match, walk->place.events);

    memcpy(after, walk->st, game->state_size);
    mq_apply(game, after, event.seat, event.action);
    return mq__analysis_judge(&walk->analysis, &walk->place, walk->st, event,
                              after, out);
}

/* Goes to the place before an event without judging what lies between. */
static void seek(struct mq_analysis_walk *walk, int number)
{
    const struct mq_game *game = walk->analysis.game;

    if (number <= walk->place.events) {
        memset(&walk->place, 0, sizeof walk->place);
        mq_match_state_at(walk->match, 0, walk->st);
    }
    while (walk->place.events < number - 1) {
        struct mq_event event = mq_match_event(walk->match, walk->place.events);

        mq__analysis_pass(&walk->analysis, &walk->place, walk->st, event);
        mq_apply(game, walk->st, event.seat, event.action);
    }
}

enum mq_status mq__analysis_walk_next(struct mq_analysis_walk *walk, int number,
                                      const struct mq_voice *voice,
                                      struct mq_json_writer *w)
{
    const struct mq_analysis *analysis = &walk->analysis;
    struct mq_analysis_sums sums = walk->sums;
    alignas(16) unsigned char after[MQ_MAX_STATE];
    struct mq_judged judged;
    enum mq_status status;

    seek(walk, number > 0 ? number : walk->place.events + 1);
    if (walk->place.events == walk->length) {
        return MQ_OVER;
    }
    status = judge(walk, after, &judged);
    if (status != MQ_OK) {
        return status;
    }
    mq__analysis_add(analysis, &sums, &judged);
    mq__analysis_write_event(analysis, &judged, walk->place.events + 1, "event",
                             w);
    write_words(walk, &judged, voice, w);
    mq__analysis_write_sums(analysis, &sums, walk->over, walk->winners, w);
    mq__json_add(w, "judged:i same:b finished:b", sums.events, judged.same,
                 sums.events == walk->length);
    if (w->buf->failed) {
        return MQ_NOMEM;
    }
    mq__analysis_pass(analysis, &walk->place, walk->st, judged.event);
    memcpy(walk->st, after, analysis->game->state_size);
    walk->sums = sums;
    return MQ_OK;
}

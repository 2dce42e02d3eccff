/* Facts and standings: <maxq/tell.h> on top of what the games answer. */
#include "core/tell.h"

#include "core/buf.h"
#include "core/game.h"

#include <assert.h>
#include <string.h>

const char *const mq_fact_words[] = {
#define MQ_X(name, word) word,
    MQ_FACT_LIST(MQ_X)
#undef MQ_X
        NULL};

struct mq_fact mq__fact(enum mq_fact_kind kind, const char *subject)
{
    return (struct mq_fact){
        .kind = kind,
        .subject = subject,
        .place = MQ_NO_PLACE,
        .seat = MQ_SPECTATOR,
        .chance = MQ_CERTAIN,
        .chance_before = MQ_CERTAIN,
    };
}

void mq__fact_item(struct mq_fact *fact, const char *item)
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, fact->item, sizeof(fact->item));
    mq__buf_str(&buf, item);
}

void mq__fact_count(struct mq_fact *fact, int before, int after)
{
    fact->counted = true;
    fact->before = before;
    fact->after = after;
}

void mq__fact_say(const struct mq_facts *out, struct mq_fact *fact,
                  const char *rule, const char *id, const char *format, ...)
{
    va_list args;

    fact->note.rule = rule;
    va_start(args, format);
    mq_message_setv(&fact->note.message, id, format, args);
    va_end(args);
    out->take(out->context, fact);
}

void mq__share_add(struct mq_seat_standing *standing,
                   const struct mq_point_share *share, const char *id)
{
    assert(standing->count < MQ_MAX_SHARES);
    standing->share[standing->count] = *share;
    mq_message_set(&standing->share[standing->count++].message, id, "");
}

struct mq_match_end *mq__end_add(struct mq_all_standings *standings,
                                 const char *source, int progress, int limit)
{
    struct mq_match_end *end = &standings->end[standings->ends++];

    assert(standings->ends <= MQ_MAX_ENDS);
    *end = (struct mq_match_end){.source = source,
                                 .seat = MQ_SPECTATOR,
                                 .progress = progress,
                                 .limit = limit};
    return end;
}

static void add_up(struct mq_seat_standing *standing)
{
    standing->score = standing->total = 0;
    for (int i = 0; i < standing->count; i++) {
        const struct mq_point_share *share = &standing->share[i];

        standing->score += share->later ? 0 : share->points;
        standing->total += share->points;
    }
}

void mq__standings_add_up(struct mq_all_standings *standings)
{
    for (int seat = 0; seat < standings->players; seat++) {
        add_up(&standings->seat[seat]);
    }
    for (int seat = 0; seat < standings->players; seat++) {
        struct mq_seat_standing *own = &standings->seat[seat];

        own->rank = 1;
        for (int other = 0; other < standings->players; other++) {
            own->rank += standings->seat[other].total > own->total;
        }
    }
}

/* What a game that says nothing of its own is told by its points. */
static void standings_by_points(const struct mq_game *g, const void *st,
                                struct mq_all_standings *out)
{
    for (int seat = 0; seat < out->players; seat++) {
        struct mq_points points[MQ_MAX_NOTES];
        struct mq_seat_standing *standing = &out->seat[seat];
        int n = mq_breakdown(g, st, seat, points);

        _Static_assert(MQ_MAX_SHARES >= MQ_MAX_NOTES, "a share a source");
        standing->count = n;
        for (int i = 0; i < n; i++) {
            standing->share[i] =
                (struct mq_point_share){.source = points[i].source,
                                        .rule = points[i].rule,
                                        .points = points[i].points,
                                        .message = points[i].message};
        }
    }
    mq__standings_add_up(out);
}

void mq_tell(const struct mq_game *g, const void *st, int seat,
             mq_action action, const struct mq_facts *out)
{
    if (g->words.tell != NULL) {
        g->words.tell(g, st, seat, action, out);
    }
}

void mq_survey(const struct mq_game *g, const void *st, int seat,
               const struct mq_facts *out)
{
    if (g->words.survey != NULL) {
        g->words.survey(g, st, seat, out);
    }
}

void mq_standings(const struct mq_game *g, const void *st, int seat,
                  struct mq_all_standings *out)
{
    memset(out, 0, sizeof(*out));
    out->players = mq_players(g, st);
    if (g->words.standings != NULL) {
        g->words.standings(g, st, seat, out);
    } else {
        standings_by_points(g, st, out);
    }
}

/* Facts and standings (<maxq/tell.h>) as JSON: the op `tell`, and what `now`
 * and `play` add when they are asked for it. A key that means nothing for a
 * fact is left out, since a decision may have hundreds of facts. */
#include "bridge/show.h"

#include <maxq/tell.h>

#include "core/message_json.h"

/* Who takes facts: writes each one. */
struct writing {
    struct mq_json_writer *w;
    const struct mq_voice *voice;
};

static void write_text(const struct writing *writing, const char *key,
                       const struct mq_message *message)
{
    char text[1024] = "";

    mq_sentence(message, writing->voice, text, sizeof(text));
    mq__json_str(writing->w, key, text);
}

static void write_numbers(struct mq_json_writer *w, const struct mq_fact *fact)
{
    if (fact->place != MQ_NO_PLACE) {
        mq__json_int(w, "place", fact->place);
    }
    if (fact->seat != MQ_SPECTATOR) {
        mq__json_int(w, "seat", fact->seat);
    }
    if (fact->counted) {
        mq__json_add(w, "before:i after:i", fact->before, fact->after);
    }
    if (fact->chance >= 0) {
        mq__json_real(w, "chance", fact->chance);
    }
    if (fact->chance_before >= 0) {
        mq__json_real(w, "chance_before", fact->chance_before);
    }
}

static void write_fact(void *context, const struct mq_fact *fact)
{
    const struct writing *writing = context;
    struct mq_json_writer *w = writing->w;

    mq__json_add(w, "{kind:s subject:s", mq_fact_words[fact->kind],
                 fact->subject);
    if (fact->item[0] != '\0') {
        mq__json_str(w, "item", fact->item);
    }
    write_numbers(w, fact);
    if (fact->note.rule != NULL) {
        mq__json_str(w, "rule", fact->note.rule);
    }
    write_text(writing, "text", &fact->note.message);
    mq__json_close(w, '}');
}

void mq__bridge_write_facts(const struct mq_show *s, mq_action action,
                            struct mq_json_writer *w)
{
    struct writing writing = {w, &s->voice};
    struct mq_facts facts = {write_fact, &writing, &s->pencil};

    mq__json_open(w, "facts", '[');
    mq_tell(s->game, s->view, s->seat, action, &facts);
    mq__json_close(w, ']');
}

void mq__bridge_write_survey(const struct mq_show *s, struct mq_json_writer *w)
{
    struct writing writing = {w, &s->voice};
    struct mq_facts facts = {write_fact, &writing, &s->pencil};

    mq__json_open(w, "survey", '[');
    mq_survey(s->game, s->view, s->seat, &facts);
    mq__json_close(w, ']');
}

static void write_standing(const struct writing *writing,
                           const struct mq_seat_standing *standing)
{
    struct mq_json_writer *w = writing->w;

    mq__json_add(w, "{score:n total:n rank:i shares:[", standing->score,
                 standing->total, standing->rank);
    for (int i = 0; i < standing->count; i++) {
        const struct mq_point_share *share = &standing->share[i];

        mq__json_add(w, "{source:s rule:s points:i later:b hidden:b",
                     share->source, share->rule, share->points, share->later,
                     share->hidden);
        write_text(writing, "text", &share->message);
        mq__json_close(w, '}');
    }
    mq__json_add(w, "]}");
}

static void write_ends(const struct writing *writing,
                       const struct mq_all_standings *standings)
{
    struct mq_json_writer *w = writing->w;

    mq__json_open(w, "ends", '[');
    for (int i = 0; i < standings->ends; i++) {
        const struct mq_match_end *end = &standings->end[i];

        mq__json_add(w, "{source:s", end->source);
        if (end->seat != MQ_SPECTATOR) {
            mq__json_int(w, "seat", end->seat);
        }
        mq__json_add(w, "progress:i limit:i rule:s", end->progress, end->limit,
                     end->note.rule);
        write_text(writing, "text", &end->note.message);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

void mq__bridge_write_standings(const struct mq_show *s,
                                struct mq_json_writer *w)
{
    struct writing writing = {w, &s->voice};
    struct mq_all_standings standings;

    mq_standings(s->game, s->view, s->seat, &standings);
    mq__json_open(w, "standings", '{');
    write_text(&writing, "aim", &standings.aim.message);
    mq__json_open(w, "players", '[');
    for (int seat = 0; seat < standings.players; seat++) {
        write_standing(&writing, &standings.seat[seat]);
    }
    mq__json_close(w, ']');
    write_ends(&writing, &standings);
    mq__json_close(w, '}');
}

static void write_choices(const struct mq_show *s, struct mq_json_writer *w)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = s->acts ? mq_legal(s->game, s->view, s->seat, legal) : 0;

    mq__json_open(w, "choices", '[');
    for (int i = 0; i < n; i++) {
        mq__json_open(w, NULL, '{');
        mq__event_json(w, "text", s->game,
                       (struct mq_event){s->seat, legal[i]});
        mq__bridge_write_facts(s, legal[i], w);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

void mq__bridge_read_pencil(struct mq_bridge_request *q, struct mq_pencil *out)
{
    const struct mq_json *list = NULL;

    out->count = 0;
    if (mq__bridge_has(q, "pencil")) {
        list = mq__read_array(&q->r, &q->object, "pencil", MQ_MAX_PENCIL);
    }
    if (list == NULL) {
        return;
    }
    for (const struct mq_json *at = list->first; at != NULL; at = at->next) {
        mq_action *action = &out->action[out->count];

        if (at->kind != MQ_JSON_STRING) {
            mq__read_fail(&q->r, "pencil", "bridge.bad-pencil", "");
            return;
        }
        if (mq_read_text(q->game, at->text, 0, action, NULL) != MQ_OK) {
            mq__read_fail(&q->r, "pencil", "bridge.no-pencil", "t", at->text);
            return;
        }
        out->count++;
    }
}

enum mq_status mq__bridge_tell(struct mq_bridge_request *q)
{
    struct mq_pencil pencil;
    struct mq_show s;
    enum mq_status status;

    mq__bridge_read_pencil(q, &pencil);
    status = mq__bridge_read_show_at(q, &s);
    s.pencil = pencil;
    if (status == MQ_OK) {
        write_choices(&s, &q->w);
        mq__bridge_write_standings(&s, &q->w);
        mq__bridge_write_survey(&s, &q->w);
    }
    return status;
}

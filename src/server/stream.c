/* Walking through a record as one audience sees it: see stream.h. */
#include "server/stream.h"

#include "core/game.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

int mq__audience_seat(int audience)
{
    return audience < MQ_SPECTATORS ? audience : MQ_SPECTATOR;
}

void mq__audience_view(const struct mq_game *game, const void *st, int audience,
                       void *out)
{
    memcpy(out, st, game->state_size);
    if (audience != MQ_OPEN_CARDS) {
        mq_redact(game, out, mq__audience_seat(audience));
    }
}

struct state {
    alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

/* A walk under way. */
struct steps {
    const struct mq_match *match;
    const struct mq_game *game;
    const struct mq_walk *walk;
    int *number;  /* by entry: of the item; 0: not seen */
    bool *active; /* by entry: an event that is not undone so far */
    int last;
    int *undone; /* numbers of one undo */
    struct state before, after, view_before, view_after;
};

static bool sees(const struct steps *s, struct mq_event event,
                 struct mq_event *out)
{
    *out = event;
    if (s->walk->audience == MQ_OPEN_CARDS) {
        return true;
    }
    return mq_seen(s->game, s->before.bytes, event,
                   mq__audience_seat(s->walk->audience), out);
}

static struct mq_event event_of(const struct mq_entry *entry)
{
    return (struct mq_event){entry->seat, entry->action};
}

/* The state of the events that are active among the first entries. */
static void fold(struct steps *s, int entries)
{
    mq_match_state_at(s->match, 0, s->after.bytes);
    for (int i = 0; i < entries; i++) {
        if (s->active[i]) {
            const struct mq_entry *e = mq_match_entry(s->match, i);

            mq_apply(s->game, s->after.bytes, e->seat, e->action);
        }
    }
}

/* Takes the undone events away; how many of them this audience saw. */
static int withdraw(struct steps *s, int index, const struct mq_entry *entry)
{
    int seen = 0;

    for (int i = 0; i < entry->undone_count; i++) {
        int undone = entry->undone[i];

        assert(undone < index);
        s->active[undone] = false;
        if (s->number[undone] > 0) {
            s->undone[seen++] = s->number[undone];
        }
    }
    fold(s, index);
    return seen;
}

/* Moves over one entry; whether the audience sees it. */
static bool step(struct steps *s, int index, struct mq_item *item)
{
    const struct mq_entry *entry = mq_match_entry(s->match, index);

    memset(item, 0, sizeof(*item));
    item->entry = index;
    item->record = entry;
    item->undone = s->undone;
    s->before = s->after;
    switch (entry->kind) {
    case MQ_ENTRY_EVENT:
        s->active[index] = true;
        mq_apply(s->game, s->after.bytes, entry->seat, entry->action);
        return sees(s, event_of(entry), &item->event);
    case MQ_ENTRY_UNDO:
        item->undone_count = withdraw(s, index, entry);
        return item->undone_count > 0;
    default:
        return true;
    }
}

static bool give(struct steps *s, struct mq_item *item)
{
    if (s->walk->views) {
        mq__audience_view(s->game, s->before.bytes, s->walk->audience,
                          s->view_before.bytes);
        mq__audience_view(s->game, s->after.bytes, s->walk->audience,
                          s->view_after.bytes);
        item->before = s->view_before.bytes;
        item->after = s->view_after.bytes;
    }
    return s->walk->visit(s->walk->context, item);
}

/* In a joint choice a seat's decision goes on as it was while only others
 * act. */
static bool undisturbed(const struct steps *s, const struct mq_entry *entry)
{
    uint32_t was = 0, is = 0, own = 1U << s->walk->audience;
    const struct mq_game *game = s->game;

    if (entry->kind != MQ_ENTRY_EVENT || entry->seat < 0 ||
        entry->seat == s->walk->audience) {
        return false;
    }
    mq_turn(game, s->before.bytes, &was);
    mq_turn(game, s->after.bytes, &is);
    return (was & (was - 1)) != 0 && was & is & own &&
           strcmp(mq_phase(game, s->before.bytes),
                  mq_phase(game, s->after.bytes)) == 0;
}

static void walk_all(struct steps *s)
{
    int entries = mq_match_entries(s->match);
    bool giving = s->walk->visit != NULL;

    mq_match_state_at(s->match, 0, s->after.bytes);
    for (int i = 0; i < entries; i++) {
        struct mq_item item;
        bool seen = step(s, i, &item);

        s->last += seen;
        if (s->walk->decision != NULL && !undisturbed(s, item.record)) {
            *s->walk->decision = s->last;
        }
        if (!seen) {
            continue;
        }
        s->number[i] = s->last;
        item.number = s->last;
        if (giving && s->last > s->walk->from) {
            giving = give(s, &item);
        }
    }
}

enum mq_status mq__stream_walk(const struct mq_match *match,
                               const struct mq_walk *walk, int *last)
{
    size_t entries = (size_t)mq_match_entries(match) + 1;
    struct steps *s = calloc(1, sizeof(*s));
    enum mq_status status = MQ_NOMEM;

    assert(walk->audience >= 0 && walk->audience <= MQ_OPEN_CARDS);
    assert(walk->decision == NULL || walk->audience < MQ_SPECTATORS);
    if (s == NULL) {
        return MQ_NOMEM;
    }
    s->match = match;
    s->game = mq_match_game(match);
    s->walk = walk;
    s->last = walk->base;
    s->number = calloc(entries, sizeof(*s->number));
    s->active = calloc(entries, sizeof(*s->active));
    s->undone = calloc(entries, sizeof(*s->undone));
    if (s->number != NULL && s->active != NULL && s->undone != NULL) {
        walk_all(s);
        *last = s->last;
        status = MQ_OK;
    }
    free(s->number);
    free(s->active);
    free(s->undone);
    free(s);
    return status;
}

/* What changes a match: actions, undo, concession, handing over, the end. */
#include "server/net.h"

#include "core/game.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t mq__people(const struct mq_table *t)
{
    uint32_t people = 0;

    for (int i = 0; i < t->players; i++) {
        if (t->place[i].kind == MQ_SEAT_PERSON) {
            people |= 1U << i;
        }
    }
    return people;
}

/* FNV-1a, never 0. */
static uint64_t id_hash(const char *id)
{
    uint64_t hash = 14695981039346656037U;

    for (; *id != '\0'; id++) {
        hash = (hash ^ (unsigned char)*id) * 1099511628211U;
    }
    return hash != 0 ? hash : 1;
}

int mq__ring_find(const struct mq_table *t, int seat, const char *id)
{
    const struct mq_ring *ring = t->ring[seat];

    uint64_t hash = id_hash(id);

    for (int i = 0; ring != NULL && i < MQ_RING; i++) {
        if (ring->id[i] == hash) {
            return ring->number[i];
        }
    }
    return -1;
}

void mq__ring_add(struct mq_table *t, int seat, const char *id, int number)
{
    struct mq_ring *ring = t->ring[seat];

    assert(seat >= 0 && seat < t->players && number >= 0);
    if (ring == NULL) {
        ring = calloc(1, sizeof(*ring));
        t->ring[seat] = ring;
    }
    if (ring != NULL) {
        ring->id[ring->next] = id_hash(id);
        ring->number[ring->next] = number;
        ring->next = (ring->next + 1) % MQ_RING;
    }
}

/* How often something that was known already was taken back. */
static int taken_back(const struct mq_match *match)
{
    int count = 0;

    for (int i = 0; i < mq_match_entries(match); i++) {
        const struct mq_entry *entry = mq_match_entry(match, i);

        count += entry->kind == MQ_ENTRY_UNDO && entry->agreed;
    }
    return count;
}

/* The match is over: its result stands in the document. */
static void settle(struct mq_table *t)
{
    t->taken_back = taken_back(t->match);
    t->state = MQ_TABLE_OVER;
    t->ended_at = mq__wall_ms();
    mq_scores(t->game, mq_match_state(t->match), t->score);
    t->winners = t->end == MQ_END_PLAYED || t->end == MQ_END_CONCEDED
                     ? mq_match_winners(t->match)
                     : 0;
    t->doc_dirty = true;
}

/* Chance acts by itself, then the record is closed where it is over. */
static bool run_on(struct mq_change *c)
{
    struct mq_table *t = c->table;
    uint32_t actors;
    enum mq_turn turn = mq_match_turn(t->match, &actors);

    while (turn == MQ_TURN_CHANCE) {
        if (mq_match_chance(t->match, NULL) != MQ_OK) {
            return false;
        }
        mq__change_note(c);
        turn = mq_match_turn(t->match, &actors);
    }
    if (turn == MQ_TURN_OVER && !mq_match_closed(t->match)) {
        if (mq_match_close(t->match) != MQ_OK) {
            return false;
        }
        mq__change_note(c);
        t->end = mq_match_conceded(t->match) != 0 && t->players == 2
                     ? MQ_END_CONCEDED
                     : MQ_END_PLAYED;
    }
    if (mq_match_closed(t->match) && t->state != MQ_TABLE_OVER) {
        settle(t);
    }
    return true;
}

/* The change is made: chance, clocks, what goes out, the commit. `actor`
 * NULL: nobody's client. False: it can't be finished for want of memory; the
 * table is read anew. */
static bool finish(struct mq_change *c, const struct mq_actor *actor)
{
    struct mq_table *t = c->table;
    bool begins = t->written == MQ_NO_RECORD, good;
    uint32_t acted = actor != NULL ? 1U << actor->seat : 0;
    int number = actor != NULL ? t->audience[actor->seat].number + 1 : 0;
    struct mq_extra extra[MQ_MAX_EXTRAS];
    bool shown;
    int extras = 0;

    assert(mq__table_is_ready(t));
    mq__change_note(c);
    good = run_on(c);
    shown = mq__proposals_clear(t) || t->state == MQ_TABLE_OVER || begins;
    t->moved_at = mq__wall_ms();
    mq__clock_update(t, acted);
    t->wake_ms = mq__clock_deadline(t);
    if (actor != NULL && actor->client != NULL) {
        mq__commit_client(t, actor->seat, actor->client);
    }
    /* Items leave with the commit that makes them durable. Its head has their
     * numbers, so they come first. */
    mq__outbox_expect(&t->outbox);
    mq__publish(c, begins);
    if (!good) {
        mq__table_break(t, MQ_FAILED);
    }
    if (begins) {
        mq__notify_all(t, MQ_WHAT_START, extra, &extras);
    }
    if (t->state == MQ_TABLE_OVER) {
        mq__notify_all(t, MQ_WHAT_OVER, extra, &extras);
    }
    if (!good || !mq__commit(t, extra, extras)) {
        return false;
    }
    if (actor != NULL && actor->client != NULL) {
        mq__ring_add(t, actor->seat, actor->client, number);
    }
    if (shown) {
        mq__publish_table(t);
    }
    return true;
}

static bool refuse(struct mq_failure *failure, enum mq_status status,
                   const struct mq_note *why)
{
    static const struct {
        enum mq_status status;
        enum mq_fault fault;
    } map[] = {
        {MQ_ILLEGAL, MQ_FAULT_ILLEGAL},
        {MQ_NOT_YOUR_TURN, MQ_FAULT_NOT_YOUR_TURN},
        {MQ_SYNTAX, MQ_FAULT_UNKNOWN_ACTION},
        {MQ_UNKNOWN_WORD, MQ_FAULT_UNKNOWN_ACTION},
        {MQ_RANGE, MQ_FAULT_UNKNOWN_ACTION},
        {MQ_OVER, MQ_FAULT_NOT_RUNNING},
        {MQ_NOTHING, MQ_FAULT_NOTHING},
        {MQ_NOMEM, MQ_FAULT_NOT_SAVED},
    };
    enum mq_fault fault = MQ_FAULT_ILLEGAL;

    for (size_t i = 0; i < sizeof(map) / sizeof(map[0]); i++) {
        if (map[i].status == status) {
            fault = map[i].fault;
        }
    }
    mq__fail(failure, fault);
    if (why != NULL && why->message.id != NULL) {
        failure->rule = why->rule;
        failure->message = why->message;
    }
    return false;
}

static bool fault(struct mq_failure *failure, enum mq_fault what)
{
    mq__fail(failure, what);
    return false;
}

/* A change that was tried: refused, or finished. */
static bool complete(struct mq_change *c, enum mq_status status,
                     const struct mq_actor *actor, struct mq_failure *failure)
{
    if (status != MQ_OK) {
        return refuse(failure, status, NULL);
    }
    return finish(c, actor) || fault(failure, MQ_FAULT_NOT_SAVED);
}

/* The actor may change the match: it runs, and nothing that matters has
 * happened since what they saw. */
static bool may(struct mq_table *t, const struct mq_actor *actor,
                struct mq_failure *failure)
{
    assert(actor->seat >= 0 && actor->seat < t->players);
    if (t->state != MQ_TABLE_RUNNING) {
        return fault(failure, MQ_FAULT_NOT_RUNNING);
    }
    if (actor->last < t->audience[actor->seat].decision ||
        actor->last > t->audience[actor->seat].number) {
        return fault(failure, MQ_FAULT_STALE);
    }
    return true;
}

/* A person who acts is back: the bot goes. */
static bool is_away(const struct mq_table *t, int seat)
{
    return mq_match_bot(t->match, seat)[0] != '\0';
}

bool mq__play_act(struct mq_table *t, const struct mq_actor *actor,
                  const char *text, struct mq_failure *failure)
{
    struct mq_change change;
    struct mq_note why = {0};
    enum mq_status status;

    if (!may(t, actor, failure)) {
        return false;
    }
    if (is_away(t, actor->seat)) {
        return fault(failure, MQ_FAULT_NOT_YOUR_TURN);
    }
    mq__change_begin(&change, t);
    status = mq_match_play_text(t->match, actor->seat, text, &why);
    if (status != MQ_OK) {
        return refuse(failure, status, &why);
    }
    t->app->figures.actions++;
    return complete(&change, MQ_OK, actor, failure);
}

bool mq__play_bot(struct mq_table *t, int seat, mq_action action)
{
    struct mq_change change;
    struct mq_actor actor = {.seat = seat};

    mq__change_begin(&change, t);
    if (mq_match_play(t->match, seat, action, NULL) != MQ_OK) {
        return false;
    }
    t->app->figures.bot_moves++;
    return finish(&change, &actor);
}

/* The seats whose agreement a change needs, without the one who asks. */
static uint32_t others(const struct mq_table *t, int seat)
{
    uint32_t people = mq__people(t) & ~(1U << seat);

    for (int i = 0; i < t->players; i++) {
        if (is_away(t, i)) {
            people &= ~(1U << i); /* bots always agree */
        }
    }
    return people;
}

/* The log length before the seat's own last action; -1: it has none. */
static int before_last(const struct mq_table *t, int seat)
{
    for (int k = mq_match_length(t->match) - 1; k >= 0; k--) {
        if (mq_match_event(t->match, k).seat == seat) {
            return k;
        }
    }
    return -1;
}

struct length_search {
    const struct mq_table *table;
    int number, entry;
};

static bool find_entry(void *context, const struct mq_item *item)
{
    struct length_search *s = context;

    if (item->number <= s->number) {
        s->entry = item->entry;
    }
    return item->number < s->number;
}

/* The log length after the item `to` of the seat's own log. */
static int length_after(const struct mq_table *t, int seat, int to)
{
    struct length_search s = {t, to, -1};
    struct mq_walk walk = {.audience = seat,
                           .base = t->base[seat],
                           .visit = find_entry,
                           .context = &s};
    int last, length = 0;

    if (mq__stream_walk(t->match, &walk, &last) != MQ_OK) {
        return -1;
    }
    while (length < mq_match_length(t->match) &&
           mq_match_event_entry(t->match, length) <= s.entry) {
        length++;
    }
    return length;
}

bool mq__play_undo(struct mq_table *t, const struct mq_actor *actor, int to,
                   int *proposal, struct mq_failure *failure)
{
    struct mq_change change;
    enum mq_status status;
    int seat = actor->seat, length;

    *proposal = 0;
    if (!may(t, actor, failure)) {
        return false;
    }
    length = to >= 0 ? length_after(t, seat, to) : before_last(t, seat);
    if (length < 0 || length >= mq_match_length(t->match)) {
        return fault(failure, MQ_FAULT_NOTHING);
    }
    mq__change_begin(&change, t);
    if (to < 0) {
        status = mq_match_undo(t->match, seat, false, NULL);
    } else {
        status = length >= mq_match_undo_limit(t->match, seat)
                     ? mq_match_undo_to(t->match, seat, length)
                     : MQ_LIMIT;
    }
    if (status == MQ_LIMIT && others(t, seat) != 0) {
        return mq__propose(t, seat, MQ_PROPOSE_UNDO, length, proposal, failure);
    }
    if (status == MQ_LIMIT) {
        status = mq_match_undo_to(t->match, seat, length);
    }
    if (status == MQ_OK) {
        mq__think_again(t);
    }
    return complete(&change, status, actor, failure);
}

bool mq__play_undo_to(struct mq_table *t, int seat, int length)
{
    struct mq_change change;
    struct mq_actor actor = {.seat = seat};

    mq__think_again(t);
    mq__change_begin(&change, t);
    return mq_match_undo_to(t->match, seat, length) == MQ_OK &&
           finish(&change, &actor);
}

bool mq__play_redo(struct mq_table *t, const struct mq_actor *actor,
                   struct mq_failure *failure)
{
    struct mq_change change;

    if (!may(t, actor, failure)) {
        return false;
    }
    mq__change_begin(&change, t);
    return complete(&change, mq_match_redo(t->match, actor->seat, NULL), actor,
                    failure);
}

/* With 2 players that is the end; with more a bot plays on. */
static enum mq_status give_up(struct mq_table *t, int seat)
{
    enum mq_status status = mq_match_concede(t->match, seat);
    uint32_t actors;

    if (status == MQ_OK && mq_match_turn(t->match, &actors) != MQ_TURN_OVER &&
        !is_away(t, seat)) {
        status = mq_match_hand_over(t->match, seat, t->app->config->standin);
    }
    return status;
}

bool mq__play_concede(struct mq_table *t, const struct mq_actor *actor,
                      struct mq_failure *failure)
{
    struct mq_change change;

    if (t->state != MQ_TABLE_RUNNING) {
        return fault(failure, MQ_FAULT_NOT_RUNNING);
    }
    if (mq_match_conceded(t->match) >> actor->seat & 1) {
        return fault(failure, MQ_FAULT_NOTHING);
    }
    mq__change_begin(&change, t);
    if (!complete(&change, give_up(t, actor->seat), actor, failure)) {
        return false;
    }
    mq__publish_table(t);
    return true;
}

bool mq__play_hand_over(struct mq_table *t, int seat, const char *bot,
                        struct mq_failure *failure)
{
    struct mq_change change;
    struct mq_actor actor = {.seat = seat};
    enum mq_status status;
    bool conceded;

    if (t->state != MQ_TABLE_RUNNING) {
        return fault(failure, MQ_FAULT_NOT_RUNNING);
    }
    conceded = mq_match_conceded(t->match) >> seat & 1;
    if (t->place[seat].kind != MQ_SEAT_PERSON || conceded ||
        is_away(t, seat) == (bot[0] != '\0')) {
        return fault(failure, MQ_FAULT_NOTHING);
    }
    mq__change_begin(&change, t);
    status = mq_match_hand_over(t->match, seat, bot);
    if (status == MQ_OK && bot[0] == '\0') {
        t->place[seat].timed_out = false;
        t->doc_dirty = true;
        t->clock.left[seat] = t->clock.left[seat] > 0
                                  ? t->clock.left[seat]
                                  : t->rule.seconds * 1000LL;
    }
    if (!complete(&change, status, &actor, failure)) {
        return false;
    }
    mq__publish_table(t);
    return true;
}

bool mq__play_timeout(struct mq_table *t, int seat)
{
    struct mq_change change;
    enum mq_status status;

    assert(t->state == MQ_TABLE_RUNNING && t->clock.running >> seat & 1);
    mq__change_begin(&change, t);
    t->place[seat].timed_out = true;
    t->doc_dirty = true;
    status = mq_match_clock(t->match, seat, "timeout");
    if (status == MQ_OK) {
        status =
            t->rule.on_timeout == MQ_TIMEOUT_BOT
                ? mq_match_hand_over(t->match, seat, t->app->config->standin)
                : give_up(t, seat);
    }
    if (status != MQ_OK) {
        mq__table_break(t, MQ_FAILED);
        return false;
    }
    if (!finish(&change, NULL)) {
        return false;
    }
    mq__publish_table(t);
    return true;
}

bool mq__play_end(struct mq_table *t, enum mq_end reason)
{
    struct mq_change change;

    assert(reason == MQ_END_AGREED || reason == MQ_END_ENDED);
    mq__change_begin(&change, t);
    if (mq_match_close(t->match) != MQ_OK) {
        return false;
    }
    t->end = reason;
    return finish(&change, NULL);
}

static void fill_config(const struct mq_table *t, struct mq_match_config *out)
{
    memset(out, 0, sizeof(*out));
    out->setup = t->setup;
    for (int i = 0; i < t->players; i++) {
        memcpy(out->seat[i].name, t->place[i].name, MQ_NAME_SIZE);
        memcpy(out->seat[i].bot, t->place[i].bot, MQ_NAME_SIZE);
    }
    randombytes_buf(&out->seed, sizeof(out->seed));
}

bool mq__play_start(struct mq_table *t, struct mq_failure *failure)
{
    struct mq_match_config config;
    struct mq_error error = {0};
    struct mq_change change;
    enum mq_status status;

    assert(t->state == MQ_TABLE_OPEN && t->match == NULL);
    for (int i = 0; i < t->players; i++) {
        if (t->place[i].kind == MQ_SEAT_OPEN) {
            return fault(failure, MQ_FAULT_NOT_READY);
        }
    }
    fill_config(t, &config);
    status = mq_match_create(t->game, &config, &t->match, &error);
    sodium_memzero(&config.seed, sizeof(config.seed));
    if (status != MQ_OK) {
        mq__fail_with(failure, MQ_FAULT_BAD_REQUEST, &error);
        return false;
    }
    t->segment = 0;
    t->written = MQ_NO_RECORD;
    t->state = MQ_TABLE_RUNNING;
    t->started_at = mq__wall_ms();
    t->doc_dirty = true;
    mq__change_begin(&change, t);
    if (!finish(&change, NULL)) {
        return fault(failure, MQ_FAULT_NOT_SAVED);
    }
    /* Who waited for the start has no view yet that items could change. */
    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        mq__publish_catch_up(t, c, -1);
    }
    return true;
}

/* The record grows: events, undo entries and remarks are appended, the log is
 * folded, snapshots are kept. See match_record.h. */
#include "core/game.h"
#include "core/match_record.h"

#include "core/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t snapshot_bytes(const struct mq_match *match)
{
    return sizeof(struct mq_snapshot) +
           (match->game->state_size + 15) / 16 * 16;
}

struct mq_snapshot *mq__match_snapshot(const struct mq_match *match, int index)
{
    assert(index >= 0 && index < match->snapshot_size);
    return (struct mq_snapshot *)(void *)(match->snapshots +
                                          (size_t)index *
                                              snapshot_bytes(match));
}

struct mq_event mq__step_event(const struct mq_match *match,
                               const struct mq_step *step)
{
    const struct mq_entry *entry = &match->entry[step->entry];

    return (struct mq_event){entry->seat, entry->action};
}

/* A joint choice is one with several seats in the mask, and goes on while the
 * phase stays and only its own seats are left. `last` is the step before. */
struct mq_decision mq__match_decision(const struct mq_match *match,
                                      const struct mq_step *last,
                                      const void *state)
{
    const struct mq_game *game = match->game;
    struct mq_decision before = {.phase = ""};
    struct mq_decision now = {0};
    enum mq_turn turn = mq_turn(game, state, &now.actors);

    if (last != NULL) {
        before = last->before;
    }
    if (turn == MQ_TURN_CHANCE) {
        before.actors = 0;
        before.fresh = false;
        return before;
    }
    now.phase = mq_phase(game, state);
    bool same = strcmp(now.phase, before.phase) == 0;

    now.fresh = before.joint != 0 && (turn == MQ_TURN_OVER || !same ||
                                      (now.actors & ~before.joint) != 0);
    if (__builtin_popcount(now.actors) > 1) {
        now.joint = now.actors;
    } else if (same) {
        now.joint = before.joint & now.actors;
    }
    return now;
}

/* Of the first `length` steps. */
static uint32_t stream_count(const struct mq_step *log, int length, int stream)
{
    for (int k = length - 1; k >= 0; k--) {
        if (log[k].stream == stream) {
            return log[k].count + 1;
        }
    }
    return 0;
}

uint32_t mq__match_stream_count(const struct mq_match *match, int stream)
{
    return stream_count(match->log, match->length, stream);
}

/* What the log keeps of an event at `log[k]` that is applied to `state`. */
static void fill_step(const struct mq_match *match, struct mq_step *log, int k,
                      struct mq_event event, const void *state)
{
    const struct mq_game *game = match->game;
    struct mq_step *step = &log[k];

    step->before = mq__match_decision(match, k > 0 ? &log[k - 1] : NULL, state);
    step->revealed = mq_reveals(game, state, event);
    step->stream = -1;
    step->count = 0;
    if (event.seat == MQ_CHANCE_SEAT) {
        step->stream = mq_stream(game, state);
        assert(step->stream >= 0);
        step->count = stream_count(log, k, step->stream);
    }
}

static void count_seen(const struct mq_match *match, const void *before,
                       struct mq_event event, int seen[MQ_MAX_PLAYERS + 1])
{
    const struct mq_game *game = match->game;
    struct mq_event out;

    for (int seat = MQ_SPECTATOR; seat < match->players; seat++) {
        seen[seat + 1] += mq_seen(game, before, event, seat, &out);
    }
}

static bool write_position(const struct mq_match *match, const void *state,
                           struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__buf_clear(out);
    mq__json_writer_init(&w, out);
    mq__write_position(match->game, state, &w);
    return !out->failed;
}

/* The link of the next entry after which `position` stands. */
static enum mq_status make_link(const struct mq_match *match,
                                const struct mq_entry *entry,
                                const struct mq_buf *position, uint8_t *out)
{
    struct mq_hash hash;
    struct mq_buf line;
    bool good;

    mq__buf_init(&line);
    mq__match_write_entry(match, match->entries, entry, NULL, &line);
    good = !line.failed;
    if (good) {
        mq__hash_init(&hash, MQ_HASH_SIZE);
        mq__hash_add(&hash, mq__match_link(match, match->entries),
                     MQ_HASH_SIZE);
        mq__hash_add(&hash, line.data, line.length);
        mq__hash_add(&hash, position->data, position->length);
        mq__hash_end(&hash, out);
    }
    mq__buf_finish(&line);
    return good ? MQ_OK : MQ_NOMEM;
}

/* The position that the entry's link covers; NULL without memory. */
static const struct mq_buf *position_after(struct mq_match *match, bool changes)
{
    if (changes) {
        /* About as long as the last one: servers keep many of them. */
        mq__buf_reserve(&match->next_position, match->position.length + 64);
        return write_position(match, match->next, &match->next_position)
                   ? &match->next_position
                   : NULL;
    }
    if (match->stale) {
        if (!write_position(match, match->state, &match->position)) {
            return NULL;
        }
        match->stale = false;
    }
    return &match->position;
}

static void take_next(struct mq_match *match)
{
    struct mq_buf position = match->position;

    memcpy(match->state, match->next, match->game->state_size);
    match->position = match->next_position;
    match->next_position = position;
    mq__buf_finish(&match->next_position);
    match->stale = false;
}

/* Appends an entry; after one that changes the state this is `next`. */
static enum mq_status append(struct mq_match *match,
                             const struct mq_entry *entry, bool changes,
                             const uint8_t *link)
{
    uint8_t made[MQ_HASH_SIZE] = {0};
    struct mq_entry *entries = mq__grown(match->entry, &match->entry_size,
                                         match->entries + 1, sizeof(*entries));

    if (entries == NULL) {
        return MQ_NOMEM;
    }
    match->entry = entries;
    if (!match->unlinked) {
        const struct mq_buf *position = position_after(match, changes);

        if (position == NULL ||
            make_link(match, entry, position, made) != MQ_OK) {
            return MQ_NOMEM;
        }
    }
    if (link != NULL && memcmp(link, made, MQ_HASH_SIZE) != 0) {
        return MQ_DIVERGED;
    }
    if (changes) {
        take_next(match);
    }
    entries[match->entries] = *entry;
    memcpy(entries[match->entries].link, made, MQ_HASH_SIZE);
    match->entries++;
    return MQ_OK;
}

bool mq__match_reserve(struct mq_match *match)
{
    struct mq_step *log = mq__grown(match->log, &match->log_size,
                                    match->length + 1, sizeof(*log));
    unsigned char *snapshots;

    if (log == NULL) {
        return false;
    }
    match->log = log;
    snapshots = mq__grown(match->snapshots, &match->snapshot_size,
                          (match->length + 1) / MQ_SNAPSHOT_EVERY + 1,
                          snapshot_bytes(match));
    if (snapshots == NULL) {
        return false;
    }
    match->snapshots = snapshots;
    return true;
}

void mq__match_take_snapshot(struct mq_match *match, int length)
{
    struct mq_snapshot *snapshot;

    if (length % MQ_SNAPSHOT_EVERY == 0) {
        snapshot = mq__match_snapshot(match, length / MQ_SNAPSHOT_EVERY);
        memcpy(snapshot->seen, match->seen, sizeof(snapshot->seen));
        memcpy(snapshot->state, match->state, match->game->state_size);
    }
}

/* Redo is a function of the record: an event that is the next one of the last
 * undo brings it back; any other ends what can be redone. */
static void follow_redo(struct mq_match *match, struct mq_event event)
{
    const struct mq_entry *undo, *next;

    if (match->redo_count == 0) {
        return;
    }
    undo = &match->entry[match->redo[match->redo_count - 1]];
    assert(match->redo_at < undo->undone_count);
    next = &match->entry[undo->undone[match->redo_at]];
    if (next->seat != event.seat || next->action != event.action) {
        match->redo_count = 0;
        return;
    }
    match->redo_at++;
    if (match->redo_at == undo->undone_count) {
        match->redo_count--;
        match->redo_at = 0;
    }
}

enum mq_status mq__match_event(struct mq_match *match, struct mq_event event,
                               bool supplied, const uint8_t *link)
{
    const struct mq_game *game = match->game;
    struct mq_entry entry = {
        .kind = MQ_ENTRY_EVENT,
        .seat = event.seat,
        .action = event.action,
        .supplied = supplied,
    };
    int seen[MQ_MAX_PLAYERS + 1];
    enum mq_status status;

    if (!mq__match_reserve(match)) {
        return MQ_NOMEM;
    }
    memcpy(seen, match->seen, sizeof(seen));
    count_seen(match, match->state, event, seen);
    fill_step(match, match->log, match->length, event, match->state);
    memcpy(match->next, match->state, game->state_size);
    mq_apply(game, match->next, event.seat, event.action);
    status = append(match, &entry, true, link);
    if (status != MQ_OK) {
        return status;
    }
    match->log[match->length++].entry = match->entries - 1;
    assert(match->length <= match->entries);
    memcpy(match->seen, seen, sizeof(seen));
    mq__match_take_snapshot(match, match->length);
    follow_redo(match, event);
    return MQ_OK;
}

/* What a remark changes beside the record. */
static void apply_remark(struct mq_match *match, const struct mq_entry *entry)
{
    switch (entry->kind) {
    case MQ_ENTRY_CONCEDE:
        match->conceded |= (uint32_t)1 << entry->seat;
        break;
    case MQ_ENTRY_BOT:
        memcpy(match->bot[entry->seat], entry->text, strlen(entry->text) + 1);
        break;
    case MQ_ENTRY_CLOSE:
        match->closed = true;
        break;
    default:
        break;
    }
}

enum mq_status mq__match_remark(struct mq_match *match,
                                const struct mq_entry *entry,
                                const uint8_t *link)
{
    struct mq_entry copy = *entry;
    char *text = NULL;
    enum mq_status status;

    if (entry->text != NULL) {
        size_t size = strlen(entry->text) + 1;

        text = malloc(size);
        if (text == NULL) {
            return MQ_NOMEM;
        }
        memcpy(text, entry->text, size);
        copy.text = text;
    }
    status = append(match, &copy, false, link);
    if (status != MQ_OK) {
        free(text);
        return status;
    }
    apply_remark(match, &copy);
    return MQ_OK;
}

/* Folds log[from] to log[to - 1] onto `state`. */
static void fold(const struct mq_match *match, int from, int to, void *state)
{
    for (int k = from; k < to; k++) {
        struct mq_event event = mq__step_event(match, &match->log[k]);

        mq_apply(match->game, state, event.seat, event.action);
    }
}

void mq_match_state_at(const struct mq_match *match, int k, void *out)
{
    int index = k / MQ_SNAPSHOT_EVERY;

    assert(k >= 0 && k <= match->length);
    memcpy(out, mq__match_snapshot(match, index)->state,
           match->game->state_size);
    fold(match, index * MQ_SNAPSHOT_EVERY, k, out);
}

/* Makes snapshots and counts anew for a log that changed from `first` on;
 * leaves its last state in `state`. */
static void rebuild(struct mq_match *match, int first)
{
    int index = first / MQ_SNAPSHOT_EVERY;
    const struct mq_snapshot *base = mq__match_snapshot(match, index);
    const struct mq_game *game = match->game;

    memcpy(match->seen, base->seen, sizeof(match->seen));
    memcpy(match->state, base->state, game->state_size);
    for (int k = index * MQ_SNAPSHOT_EVERY; k < match->length; k++) {
        struct mq_event event = mq__step_event(match, &match->log[k]);

        count_seen(match, match->state, event, match->seen);
        mq_apply(game, match->state, event.seat, event.action);
        mq__match_take_snapshot(match, k + 1);
    }
}

/* A log without some of its events, being made. */
struct shorter {
    struct mq_step *log;
    int length;
    int first; /* where it begins to differ */
};

/* Copies the log without the events that `undo` names. False: it names what
 * is no event of the log. */
static bool leave_out(const struct mq_match *match, const struct mq_entry *undo,
                      struct shorter *out)
{
    int named = 0;

    out->first = match->length;
    out->length = 0;
    for (int k = 0; k < match->length; k++) {
        if (named < undo->undone_count &&
            match->log[k].entry == undo->undone[named]) {
            out->first = named == 0 ? k : out->first;
            named++;
        } else {
            out->log[out->length++] = match->log[k];
        }
    }
    return named == undo->undone_count && named > 0;
}

/* Folds the shorter log into `next`; what stays must still be legal. */
static bool refold(struct mq_match *match, struct shorter *s)
{
    const struct mq_game *game = match->game;

    mq_match_state_at(match, s->first, match->next);
    for (int k = s->first; k < s->length; k++) {
        struct mq_event event = mq__step_event(match, &s->log[k]);

        if (!mq_is_legal(game, match->next, event.seat, event.action)) {
            return false;
        }
        fill_step(match, s->log, k, event, match->next);
        mq_apply(game, match->next, event.seat, event.action);
    }
    return true;
}

static void take_shorter(struct mq_match *match, struct shorter *s)
{
    const struct mq_entry *undo = &match->entry[match->entries - 1];

    assert(s->length + undo->undone_count == match->length);
    for (int i = 0; i < undo->undone_count; i++) {
        match->entry[undo->undone[i]].withdrawn = true;
    }
    if (s->length > 0) {
        memcpy(match->log, s->log, (size_t)s->length * sizeof(*s->log));
    }
    match->length = s->length;
    rebuild(match, s->first);
    if (match->redo_at > 0) {
        /* What came again only in part can't be told apart any more. */
        match->redo_count = 0;
    }
    match->redo[match->redo_count++] = match->entries - 1;
    match->redo_at = 0;
}

static enum mq_status append_undo(struct mq_match *match,
                                  const struct mq_entry *undo,
                                  struct shorter *s, const uint8_t *link)
{
    size_t size = (size_t)undo->undone_count * sizeof(int);
    struct mq_entry entry = *undo;
    int *redo = mq__grown(match->redo, &match->redo_size, match->redo_count + 1,
                          sizeof(*redo));
    int *undone;
    enum mq_status status;

    if (redo == NULL) {
        return MQ_NOMEM;
    }
    match->redo = redo;
    undone = malloc(size);
    if (undone == NULL) {
        return MQ_NOMEM;
    }
    memcpy(undone, undo->undone, size);
    entry.undone = undone;
    status = append(match, &entry, true, link);
    if (status != MQ_OK) {
        free(undone);
        return status;
    }
    take_shorter(match, s);
    return MQ_OK;
}

enum mq_status mq__match_withdraw(struct mq_match *match,
                                  const struct mq_entry *undo,
                                  const uint8_t *link)
{
    struct shorter s = {0};
    enum mq_status status = MQ_ILLEGAL;

    if (match->length == 0) {
        return MQ_NOTHING;
    }
    s.log = malloc((size_t)match->length * sizeof(*s.log));
    if (s.log == NULL) {
        return MQ_NOMEM;
    }
    if (leave_out(match, undo, &s) && refold(match, &s)) {
        status = append_undo(match, undo, &s, link);
    }
    free(s.log);
    return status;
}

void mq__match_rollback(struct mq_match *match, int entries)
{
    assert(entries >= 0 && entries <= match->entries);
    while (match->entries > entries) {
        match->entries--;
        assert(match->entry[match->entries].kind == MQ_ENTRY_EVENT);
        match->length--;
    }
    rebuild(match, match->length);
    match->stale = true;
    match->redo_count = 0;
}

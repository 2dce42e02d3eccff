/* What a person sees of a table, and who may do what at it. */
#include "server/net.h"
#include "server/peers.h"

#include "core/game.h"
#include "core/hash.h"
#include "core/match_record.h"

#include <string.h>

struct mq_right mq__table_right(const struct mq_table *t,
                                const struct mq_grant *grants, int count)
{
    struct mq_right right = {.role = MQ_ROLE_NONE, .seat = -1, .epoch = -1};

    if (t->listed) {
        right.role = t->state == MQ_TABLE_OPEN ? MQ_ROLE_GUEST : MQ_ROLE_WATCH;
    }
    for (int i = 0; i < count; i++) {
        const struct mq_grant *g = &grants[i];
        bool valid = g->role == MQ_ROLE_OPENER ||
                     (g->role == MQ_ROLE_GUEST && g->epoch == t->join.epoch) ||
                     (g->role == MQ_ROLE_WATCH && g->epoch == t->watch.epoch);

        if (g->role == MQ_ROLE_SEAT && g->seat >= 0 && g->seat < t->players &&
            g->epoch == t->place[g->seat].link.epoch) {
            valid = true;
            right.seat = g->seat;
            right.epoch = g->epoch;
        }
        right.opener = right.opener || g->role == MQ_ROLE_OPENER;
        if (valid && g->role > right.role) {
            right.role = g->role;
            right.epoch = right.seat < 0 ? g->epoch : right.epoch;
        }
    }
    return right;
}

static void write_seat(struct mq_json_writer *w, const struct mq_table *t,
                       int seat)
{
    const struct mq_place *place = &t->place[seat];
    const char *bot =
        t->match != NULL ? mq_match_bot(t->match, seat) : place->bot;
    uint32_t conceded = t->match != NULL ? mq_match_conceded(t->match) : 0;

    mq__json_open(w, NULL, '{');
    mq__json_int(w, "seat", seat);
    mq__json_str(w, "kind", mq__seat_kinds[place->kind]);
    mq__json_str(w, "name", mq__or_null(place->name));
    mq__json_str(w, "bot", mq__or_null(bot));
    mq__json_bool(w, "connected",
                  place->kind == MQ_SEAT_BOT || mq__seat_connected(t, seat));
    mq__json_bool(w, "conceded", conceded >> seat & 1);
    mq__json_bool(w, "timed_out", place->timed_out);
    mq__json_bool(w, "ready", place->ready);
    mq__json_close(w, '}');
}

void mq__table_write_options(const struct mq_table *t, struct mq_json_writer *w,
                             const char *key)
{
    mq__json_open(w, key, '{');
    for (int i = 0; i < t->game->option_count; i++) {
        const struct mq_option *o = &t->game->options[i];
        int value = t->setup.option[i];

        if (o->words == mq_yes_no) {
            mq__json_bool(w, o->name, value != 0);
        } else if (o->words != NULL) {
            mq__json_str(w, o->name, o->words[value]);
        } else {
            mq__json_int(w, o->name, value);
        }
    }
    mq__json_close(w, '}');
}

static void write_clock(struct mq_json_writer *w, const struct mq_table *t)
{
    mq__json_open(w, "clock", '{');
    mq__json_str(w, "kind", mq__clock_kinds[t->rule.kind]);
    if (t->rule.kind != MQ_CLOCK_NONE) {
        mq__json_int(w, "seconds", t->rule.seconds);
        mq__json_int(w, "increment", t->rule.increment);
        mq__json_str(w, "on_timeout", mq__timeouts[t->rule.on_timeout]);
    }
    mq__json_close(w, '}');
}

struct place_in_log {
    const struct mq_match *match;
    int entry, number;
};

static bool up_to_entry(void *context, const struct mq_item *item)
{
    struct place_in_log *p = context;

    if (item->entry < p->entry) {
        p->number = item->number;
    }
    return item->entry < p->entry;
}

/* The number, in the reader's own log, after which the undo goes on. */
static int number_at(const struct mq_table *t, int audience, int length)
{
    struct place_in_log p = {.match = t->match, .number = t->base[audience]};
    struct mq_walk walk = {.audience = audience,
                           .base = t->base[audience],
                           .visit = up_to_entry,
                           .context = &p};
    int last;

    p.entry = length < mq_match_length(t->match)
                  ? mq_match_event_entry(t->match, length)
                  : mq_match_entries(t->match);
    mq__stream_walk(t->match, &walk, &last);
    return p.number;
}

static void write_proposal(struct mq_json_writer *w, const struct mq_table *t,
                           const struct mq_proposal *p, int audience)
{
    static const char *const words[] = {"undo", "bot", "end"};
    bool undo = p->kind == MQ_PROPOSE_UNDO;

    mq__json_open(w, NULL, '{');
    mq__json_int(w, "number", p->number);
    mq__json_str(w, "kind", words[p->kind]);
    mq__json_int(w, "by", p->by);
    mq__json_given(w, "seat", p->seat >= 0, p->seat);
    mq__json_given(w, "to", undo, undo ? number_at(t, audience, p->length) : 0);
    mq__json_mask(w, "agreed", p->agreed);
    mq__json_mask(w, "waiting", p->waiting & ~p->agreed);
    mq__json_close(w, '}');
}

static void write_proposals(struct mq_json_writer *w, const struct mq_table *t,
                            int audience)
{
    mq__json_open(w, "proposals", '[');
    for (int i = 0; i < MQ_MAX_PROPOSALS; i++) {
        if (t->proposal[i].number > 0 && t->match != NULL) {
            write_proposal(w, t, &t->proposal[i], audience);
        }
    }
    mq__json_close(w, ']');
}

void mq__table_write_result(const struct mq_table *t, struct mq_json_writer *w,
                            const char *key)
{
    if (t->state != MQ_TABLE_OVER) {
        mq__json_null(w, key);
        return;
    }
    mq__json_open(w, key, '{');
    mq__json_mask(w, "winners", t->winners);
    mq__json_reals(w, "scores", t->score, t->players);
    mq__json_str(w, "reason", mq__ends[t->end]);
    mq__json_int(w, "taken_back", t->taken_back);
    mq__json_close(w, '}');
}

void mq__closing_init(struct mq_closing *closing, const struct mq_table *t)
{
    struct mq_json_writer w;

    mq__buf_init(&closing->result);
    mq__json_writer_init(&w, &closing->result);
    mq__table_write_result(t, &w, NULL);
    mq__hex_write(mq_match_config_of(t->match)->seed.bytes,
                  sizeof(struct mq_seed), closing->seed);
    closing->seed[sizeof(closing->seed) - 1] = '\0';
}

static void write_commitment(struct mq_json_writer *w, const struct mq_table *t)
{
    char hex[2 * MQ_HASH_SIZE + 1];

    if (t->match == NULL) {
        mq__json_null(w, "commitment");
        return;
    }
    mq__hex_write(t->match->commitment, MQ_HASH_SIZE, hex);
    hex[2 * MQ_HASH_SIZE] = '\0';
    mq__json_str(w, "commitment", hex);
}

static void write_you(struct mq_json_writer *w, const struct mq_right *right)
{
    static const char *const roles[] = {"none", "watch", "guest", "seat",
                                        "opener"};

    mq__json_open(w, "you", '{');
    mq__json_str(w, "role", roles[right->role]);
    mq__json_given(w, "seat", right->seat >= 0, right->seat);
    mq__json_bool(w, "opener", right->opener);
    mq__json_close(w, '}');
}

static void write_state(const struct mq_table *t, struct mq_json_writer *w,
                        int audience)
{
    int64_t idle = t->moved_at + t->app->config->idle_after_s * 1000LL;
    bool waits = t->state == MQ_TABLE_RUNNING && t->rule.kind == MQ_CLOCK_NONE;

    mq__json_int(w, "spectators", mq__spectators(t));
    write_commitment(w, t);
    write_proposals(w, t, audience);
    mq__json_given(w, "idle_at", waits, idle);
    mq__json_str(w, "rematch", mq__or_null(t->rematch));
    mq__table_write_result(t, w, "result");
}

void mq__table_write(const struct mq_table *t, const struct mq_right *right,
                     struct mq_json_writer *w, const char *key)
{
    mq__json_open(w, key, '{');
    mq__json_str(w, "id", t->id);
    mq__json_str(w, "game", t->game_id);
    mq__json_int(w, "rules_version", t->game->rules_version);
    mq__table_write_options(t, w, "options");
    mq__json_str(w, "state", mq__table_states[t->state]);
    mq__json_bool(w, "listed", t->listed);
    mq__json_bool(w, "chat", t->chat);
    mq__json_str(w, "help", mq__helps[t->help]);
    write_clock(w, t);
    mq__json_int(w, "created_at", t->created_at);
    mq__json_given(w, "started_at", t->started_at > 0, t->started_at);
    mq__json_given(w, "ended_at", t->ended_at > 0, t->ended_at);
    mq__json_open(w, "seats", '[');
    for (int i = 0; i < t->players; i++) {
        write_seat(w, t, i);
    }
    mq__json_close(w, ']');
    write_state(t, w, right->seat >= 0 ? right->seat : MQ_SPECTATORS);
    write_you(w, right);
    mq__json_close(w, '}');
}

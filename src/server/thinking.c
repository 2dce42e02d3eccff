/* Bots' moves and hints: thought out in the pool, from redacted views. */
#include "core/hash.h"
#include "core/hint.h"
#include "core/message_json.h"
#include "server/net.h"
#include "server/pool.h"

#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thought {
    struct mq_task task; /* first */
    struct mq_table *table;
    struct mq_conn *conn; /* of a hint; NULL: a move */
    char id[MQ_CLIENT_ID];
    int seat, entries, number;
    const struct mq_game *game;
    const struct mq_bot *bot;
    struct mq_budget budget;
    struct mq_rng rng;
    enum mq_status status;
    int stop; /* set when somebody is in a hurry */
    struct mq_choice choice;
    struct mq_hint hint[MQ_MAX_CANDIDATES];
    alignas(16) unsigned char view[MQ_MAX_STATE];
};

static void think(struct mq_task *task)
{
    struct thought *th = (struct thought *)task;

    th->status = mq_bot_choose(th->bot, th->game, th->view, th->seat,
                               &th->budget, &th->rng, &th->choice);
    for (int i = 0;
         th->conn != NULL && th->status == MQ_OK && i < th->choice.count; i++) {
        mq__hint_find(th->game, th->view, th->seat, &th->choice, i,
                      &th->hint[i]);
    }
}

static struct thought *thought_new(struct mq_table *t, int seat,
                                   const struct mq_bot *bot)
{
    struct thought *th = calloc(1, sizeof(*th));
    uint64_t seed;

    if (th == NULL || bot == NULL) {
        free(th);
        return NULL;
    }
    th->table = t;
    th->seat = seat;
    th->entries = mq_match_entries(t->match);
    th->number = t->audience[seat].number;
    th->game = t->game;
    th->bot = bot;
    th->budget.ms = t->app->config->bot_ms;
    th->budget.stop = &th->stop;
    th->task.work = think;
    th->status = MQ_CANCELLED;
    mq_view(t->game, mq_match_state(t->match), seat, th->view);
    randombytes_buf(&seed, sizeof(seed));
    mq_rng_seed(&th->rng, seed);
    return th;
}

static bool bot_acts(const struct mq_table *t, int seat)
{
    uint32_t actors = 0;

    if (t->state != MQ_TABLE_RUNNING || t->match == NULL) {
        return false;
    }
    mq_match_turn(t->match, &actors);
    return actors >> seat & 1 && mq_match_bot(t->match, seat)[0] != '\0';
}

static void moved(struct mq_post *post)
{
    struct thought *th = (struct thought *)post;
    struct mq_table *t = th->table;

    t->pins--;
    t->thinking[th->seat] = false;
    t->stop[th->seat] = NULL;
    if (!t->loading && !t->broken && !t->missing && !t->app->stopping) {
        /* The match may have gone on meanwhile: what doesn't fit any more is
         * refused, and the bot thinks again. */
        if (th->status == MQ_OK && th->choice.count > 0 &&
            bot_acts(t, th->seat)) {
            mq__play_bot(t, th->seat, th->choice.candidate[0].action);
        }
        mq__table_tend(t);
    }
    free(th);
}

static const struct mq_bot *bot_of(const struct mq_table *t, int seat)
{
    const struct mq_bot *bot = mq_bot_find(mq_match_bot(t->match, seat));

    return bot != NULL ? bot : mq_bot_find(t->app->config->standin);
}

static void say_thinking(struct mq_table *t, int seat)
{
    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        struct mq_json_writer w;
        struct mq_buf buf;

        mq__buf_init(&buf);
        mq__json_writer_init(&w, &buf);
        mq__json_open(&w, NULL, '{');
        mq__json_str(&w, "type", "thinking");
        mq__json_int(&w, "seat", seat);
        mq__json_str(&w, "bot", mq_match_bot(t->match, seat));
        mq__json_close(&w, '}');
        mq__out_frame(t, c, mq__frame_new(&buf), NULL);
        mq__buf_finish(&buf);
    }
}

bool mq__bot_waits(const struct mq_table *t)
{
    for (int seat = 0; seat < t->players; seat++) {
        if (bot_acts(t, seat)) {
            return true;
        }
    }
    return false;
}

void mq__think_hurry(struct mq_table *t, int seat)
{
    if (seat < 0 || seat >= t->players) {
        return;
    }
    if (t->stop[seat] != NULL) {
        mq_budget_stop(t->stop[seat]);
    } else {
        t->hurried[seat] = true;
    }
}

enum { STEP_IN_MS = 3000 };

/* Another server has changed the table: it thinks, unless it is gone. */
static bool thought_elsewhere(struct mq_table *t)
{
    int64_t until = t->elsewhere_ms + t->app->config->bot_ms + STEP_IN_MS;

    if (t->elsewhere_ms == 0 || until <= mq__now_ms()) {
        return false;
    }
    mq__soonest(&t->wake_ms, until);
    return true;
}

void mq__think(struct mq_table *t)
{
    if (mq__bot_waits(t) && thought_elsewhere(t)) {
        return;
    }
    for (int seat = 0; seat < t->players; seat++) {
        struct thought *th;

        if (t->thinking[seat] || !bot_acts(t, seat)) {
            continue;
        }
        th = thought_new(t, seat, bot_of(t, seat));
        if (th == NULL) {
            t->wake_ms = mq__now_ms() + 1000;
            continue;
        }
        if (t->hurried[seat]) {
            mq_budget_stop(&th->stop);
            t->hurried[seat] = false;
        }
        t->thinking[seat] = true;
        t->stop[seat] = &th->stop;
        t->pins++;
        th->task.post.run = moved;
        say_thinking(t, seat);
        mq__pool_submit(t->app->bots, &th->task);
    }
}

/* The sentence, and the messages that it is made of: whoever reads another
 * language puts them into words. */
static void write_why(struct mq_json_writer *w, const struct mq_hint *hint,
                      const struct mq_voice *voice)
{
    const struct mq_message *const part[] = {
        &hint->does.message, &hint->verdict, &hint->gains, &hint->risks};
    struct mq_buf text;

    mq__buf_init(&text);
    mq__hint_text(hint, voice, &text);
    mq__json_str(w, "sentence", mq__buf_text(&text));
    mq__buf_finish(&text);
    mq__json_open(w, "why", '[');
    for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); i++) {
        if (part[i]->id != NULL) {
            mq__sentence_json(w, NULL, part[i], voice);
        }
    }
    mq__json_close(w, ']');
}

static void write_moves(struct mq_json_writer *w, const struct thought *th)
{
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    mq__table_voice(th->table, names, &voice);
    mq__json_open(w, "moves", '[');
    for (int i = 0; i < th->choice.count; i++) {
        char text[MQ_TEXT_SIZE];

        mq_event_text(
            th->game,
            (struct mq_event){th->seat, th->choice.candidate[i].action}, text,
            sizeof(text));
        mq__json_open(w, NULL, '{');
        mq__json_str(w, "text", text);
        mq__json_real(w, "value", th->choice.candidate[i].value);
        write_why(w, &th->hint[i], &voice);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
    mq__json_bool(w, "valued", th->choice.valued);
}

static void hinted(struct mq_post *post)
{
    struct thought *th = (struct thought *)post;
    struct mq_json_writer w;
    struct mq_buf buf;
    struct mq_frame *frame;

    th->table->pins--;
    if (th->table->hint_stop[th->seat] == &th->stop) {
        th->table->hint_stop[th->seat] = NULL;
    }
    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "type", "hint");
    mq__json_str(&w, "for", th->id);
    mq__json_int(&w, "number", th->number);
    write_moves(&w, th);
    mq__json_close(&w, '}');
    frame = mq__frame_new(&buf);
    mq__buf_finish(&buf);
    if (frame != NULL) {
        mq__conn_send(th->conn, frame);
    }
    mq__conn_release(th->conn);
    free(th);
}

/* The same view gets the same hint, unless time cuts it short: it is all that a
 * hint may depend on, and so a test can show it. Bots' moves are not to be
 * foreseen. */
static uint64_t seed_of_view(const struct thought *th)
{
    uint8_t hash[MQ_HASH_SIZE];
    uint64_t seed;

    mq__hash256(th->view, th->game->state_size, hash);
    memcpy(&seed, hash, sizeof(seed));
    return seed;
}

/* A seat has one hint thought out at a time, so that asking again and again
 * takes no more of the pool than a bot does: the one before ends with what it
 * has found. */
static void supersede(struct mq_table *t, struct thought *th)
{
    if (t->hint_stop[th->seat] != NULL) {
        mq_budget_stop(t->hint_stop[th->seat]);
    }
    t->hint_stop[th->seat] = &th->stop;
}

bool mq__hint(struct mq_table *t, struct mq_conn *conn, const char *id)
{
    struct thought *th =
        thought_new(t, conn->right.seat, mq_bot_find(t->app->config->hint_bot));

    if (th == NULL) {
        return false;
    }
    supersede(t, th);
    mq_rng_seed(&th->rng, seed_of_view(th));
    snprintf(th->id, sizeof(th->id), "%s", id);
    th->conn = conn;
    conn->refs++;
    t->pins++;
    th->task.post.run = hinted;
    mq__pool_submit(t->app->bots, &th->task);
    return true;
}

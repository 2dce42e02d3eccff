/* Bots' moves and hints: thought out in the pool, from redacted views. */
#include "ai/hint.h"
#include "core/game.h"
#include "core/hash.h"
#include "core/match_record.h"
#include "core/message_json.h"
#include "server/net.h"

#include <assert.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thought {
    struct mq_store_job job; /* first */
    struct mq_table *table;
    struct mq_conn *conn; /* of a hint; NULL: a move */
    char id[MQ_CLIENT_ID];
    int seat, number;
    int entries; /* of the match that it was thought out for … */
    uint8_t link[MQ_HASH_SIZE]; /* … and the link of their last */
    const struct mq_game *game;
    const struct mq_bot *bot;
    struct mq_budget budget;
    struct mq_rng rng;
    int stop; /* set when somebody is in a hurry */
    struct mq_choice choice;
    struct mq_hint hint[MQ_MAX_CANDIDATES];
    alignas(16) unsigned char view[MQ_MAX_STATE];
};

static enum mq_status think(struct mq_job *job, struct mq_store *store)
{
    struct thought *th = (struct thought *)job;
    enum mq_status status;

    (void)store;
    status = mq_bot_choose(th->bot, th->game, th->view, th->seat, &th->budget,
                           &th->rng, &th->choice);
    if (status == MQ_OK && th->conn != NULL) {
        mq__hint_list(&th->choice);
    }
    for (int i = 0; th->conn != NULL && status == MQ_OK && i < th->choice.count;
         i++) {
        mq__hint_find(th->game, th->view, th->seat, &th->choice, i,
                      &th->hint[i]);
    }
    return status;
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
    memcpy(th->link, mq__match_link(t->match, th->entries), sizeof(th->link));
    th->number = t->audience[seat].number;
    th->game = t->game;
    th->bot = bot;
    th->budget.ms = t->app->config->bot_ms;
    th->budget.stop = &th->stop;
    th->job.app = t->app;
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

/* The match has gone on from the position of the thought, if at all: nothing
 * was taken back, and no other server's entries took the place of ours. */
static bool still_holds(const struct thought *th)
{
    const struct mq_match *match = th->table->match;
    int entries = mq_match_entries(match);

    if (entries < th->entries || memcmp(mq__match_link(match, th->entries),
                                        th->link, sizeof(th->link)) != 0) {
        return false;
    }
    for (int i = th->entries; i < entries; i++) {
        if (mq_match_entry(match, i)->kind == MQ_ENTRY_UNDO) {
            return false;
        }
    }
    return true;
}

static void moved(struct mq_store_job *job)
{
    struct thought *th = (struct thought *)job;
    struct mq_table *t = th->table;

    assert(t->pins > 0 && t->thinker[th->seat].stop == &th->stop);
    t->pins--;
    t->thinker[th->seat].stop = NULL;
    if (mq__table_is_ready(t) && !t->app->stopping) {
        /* The match may have gone on meanwhile: what doesn't fit any more is
         * refused, and the bot thinks again. */
        if (job->job.status == MQ_OK && th->choice.count > 0 &&
            bot_acts(t, th->seat) && still_holds(th)) {
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
        struct mq_frame_writer f;

        mq__frame_begin(&f, "thinking");
        mq__json_int(&f.w, "seat", seat);
        mq__json_str(&f.w, "bot", mq_match_bot(t->match, seat));
        mq__out_frame(t, c, mq__frame_end(&f));
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
    if (t->thinker[seat].stop != NULL) {
        mq_budget_stop(t->thinker[seat].stop);
    } else {
        t->thinker[seat].hurried = true;
    }
}

void mq__think_again(struct mq_table *t)
{
    for (int seat = 0; seat < t->players; seat++) {
        if (t->thinker[seat].stop != NULL) {
            mq_budget_stop(t->thinker[seat].stop);
        }
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
        struct mq_thinker *thinker = &t->thinker[seat];
        struct thought *th;

        if (thinker->stop != NULL || !bot_acts(t, seat)) {
            continue;
        }
        th = thought_new(t, seat, bot_of(t, seat));
        if (th == NULL) {
            t->wake_ms = mq__now_ms() + 1000;
            continue;
        }
        if (thinker->hurried) {
            mq_budget_stop(&th->stop);
            thinker->hurried = false;
        }
        thinker->stop = &th->stop;
        t->pins++;
        say_thinking(t, seat);
        mq__submit(t->app->bots, &th->job, think, moved);
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
        if (th->choice.candidate[i].margin > 0) {
            mq__json_real(w, "margin", th->choice.candidate[i].margin);
        }
        write_why(w, &th->hint[i], &voice);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
    mq__json_bool(w, "valued", th->choice.valued);
}

static void hinted(struct mq_store_job *job)
{
    struct thought *th = (struct thought *)job;
    struct mq_frame_writer f;

    th->table->pins--;
    if (th->table->thinker[th->seat].hint_stop == &th->stop) {
        th->table->thinker[th->seat].hint_stop = NULL;
    }
    mq__frame_begin(&f, "hint");
    mq__json_str(&f.w, "for", th->id);
    mq__json_int(&f.w, "number", th->number);
    write_moves(&f.w, th);
    mq__conn_send(th->conn, mq__frame_end(&f));
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
    int **stop = &t->thinker[th->seat].hint_stop;

    if (*stop != NULL) {
        mq_budget_stop(*stop);
    }
    *stop = &th->stop;
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
    mq__submit(t->app->bots, &th->job, think, hinted);
    return true;
}

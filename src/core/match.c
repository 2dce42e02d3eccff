/* A match: making one, the checked door, chance, remarks, and what can be
 * asked. The essay is in include/maxq/match.h. */
#include "core/choose.h"
#include "core/game.h"
#include "core/match_record.h"

#include "core/json.h"
#include "core/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool mq__match_text_fits(const char *text, size_t size)
{
    size_t at = 0;

    while (at < size && text[at] != '\0') {
        size_t length = mq__utf8_length(text + at, size - at);

        if (length == 0) {
            return false;
        }
        at += length;
    }
    return at < size;
}

static enum mq_status check_config(const struct mq_match_config *config,
                                   struct mq_error *error)
{
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        if (!mq__match_text_fits(config->seat[seat].name, MQ_NAME_SIZE) ||
            !mq__match_text_fits(config->seat[seat].bot, MQ_NAME_SIZE)) {
            return mq_fail(error, MQ_RANGE, "match.name", "pi", seat,
                           MQ_NAME_SIZE - 1);
        }
    }
    return MQ_OK;
}

enum mq_status mq__match_init(struct mq_match *match, const void *st,
                              struct mq_error *error)
{
    const struct mq_game *game = match->game;
    enum mq_status status = check_config(&match->config, error);

    assert(game->state_size <= MQ_MAX_STATE);
    if (status != MQ_OK) {
        return status;
    }
    if (st == NULL) {
        status = mq_begin(game, match->state, &match->config.setup, error);
    } else {
        memcpy(match->state, st, game->state_size);
        status = mq_check(game, match->state, error);
    }
    if (status != MQ_OK) {
        return status;
    }
    match->players = mq_players(game, match->state);
    match->config.setup.players = match->players;
    for (int seat = 0; seat < match->players; seat++) {
        memcpy(match->bot[seat], match->config.seat[seat].bot, MQ_NAME_SIZE);
    }
    if (!mq__match_reserve(match)) {
        return MQ_NOMEM;
    }
    mq__match_take_snapshot(match, 0);
    return MQ_OK;
}

enum mq_status mq__match_begin(struct mq_match *match)
{
    struct mq_json_writer w;
    struct mq_hash hash;

    mq__buf_clear(&match->position);
    mq__json_writer_init(&w, &match->position);
    mq__write_position(match->game, match->state, &w);
    if (match->header.failed || match->position.failed) {
        return MQ_NOMEM;
    }
    mq__hash_init(&hash, MQ_HASH_SIZE);
    mq__hash_add(&hash, match->header.data, match->header.length);
    mq__hash_add(&hash, match->position.data, match->position.length);
    mq__hash_end(&hash, match->first_link);
    return MQ_OK;
}

static enum mq_status fill(struct mq_match *match, const void *st,
                           struct mq_error *error)
{
    enum mq_status status = mq__match_init(match, st, error);

    if (status == MQ_OK) {
        mq_seed_commitment(&match->config.seed, match->commitment);
        mq__match_write_header(match, st != NULL, &match->header);
        status = mq__match_begin(match);
    }
    if (status == MQ_NOMEM) {
        mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    return status;
}

struct mq_match *mq__match_alloc(void)
{
    struct mq_match *match = calloc(1, sizeof(*match));

    if (match != NULL) {
        mq__buf_init(&match->header);
        mq__buf_init(&match->position);
        mq__buf_init(&match->next_position);
    }
    return match;
}

enum mq_status mq_match_create_from(const struct mq_game *game,
                                    const struct mq_match_config *config,
                                    const void *st, struct mq_match **out,
                                    struct mq_error *error)
{
    struct mq_match *match = mq__match_alloc();
    enum mq_status status;

    *out = NULL;
    if (match == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    match->game = game;
    match->config = *config;
    match->has_seed = true;
    status = fill(match, st, error);
    if (status != MQ_OK) {
        mq_match_destroy(match);
        return status;
    }
    *out = match;
    return MQ_OK;
}

enum mq_status mq_match_create(const struct mq_game *game,
                               const struct mq_match_config *config,
                               struct mq_match **out, struct mq_error *error)
{
    return mq_match_create_from(game, config, NULL, out, error);
}

void mq_match_destroy(struct mq_match *match)
{
    if (match == NULL) {
        return;
    }
    for (int i = 0; i < match->entries; i++) {
        free((void *)match->entry[i].undone);
        free((void *)match->entry[i].text);
    }
    free(match->entry);
    free(match->log);
    free(match->snapshots);
    free(match->redo);
    mq__buf_finish(&match->header);
    mq__buf_finish(&match->position);
    mq__buf_finish(&match->next_position);
    if (match->close_game != NULL) {
        match->close_game(match->game);
    }
    free(match);
}

const struct mq_game *mq_match_game(const struct mq_match *match)
{
    return match->game;
}

const struct mq_match_config *mq_match_config_of(const struct mq_match *match)
{
    return &match->config;
}

void mq__match_voice(const struct mq_match *match, const char *language,
                     const char *names[MQ_MAX_PLAYERS], struct mq_voice *out)
{
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        const char *name = match->config.seat[seat].name;

        names[seat] = name[0] != '\0' ? name : mq__seat_words[seat];
    }
    *out = (struct mq_voice){language, match->game->id, names, MQ_MAX_PLAYERS};
}

const void *mq_match_state(const struct mq_match *match)
{
    return match->state;
}

/* All but one have given up; of one player that one. */
static bool conceded_away(const struct mq_match *match)
{
    int left = 0;

    if (match->conceded == 0) {
        return false;
    }
    for (int seat = 0; seat < match->players; seat++) {
        left += (match->conceded >> seat & 1) == 0;
    }
    return left <= 1;
}

enum mq_turn mq_match_turn(const struct mq_match *match, uint32_t *actors)
{
    if (match->closed || conceded_away(match)) {
        *actors = 0;
        return MQ_TURN_OVER;
    }
    return mq_turn(match->game, match->state, actors);
}

static enum mq_status refuse(struct mq_note *why, enum mq_status status,
                             const char *id, int seat)
{
    if (why != NULL) {
        mq_note_set(why, NULL, id, "p", seat);
    }
    return status;
}

static enum mq_status may_act(const struct mq_match *match, int seat,
                              struct mq_note *why)
{
    uint32_t actors;
    enum mq_turn turn = mq_match_turn(match, &actors);
    bool chance = seat == MQ_CHANCE_SEAT;

    if (!chance && (seat < 0 || seat >= match->players)) {
        return refuse(why, MQ_RANGE, "match.no-seat", seat);
    }
    if (turn == MQ_TURN_OVER) {
        return refuse(why, MQ_OVER, "match.over", 0);
    }
    if (chance) {
        return turn == MQ_TURN_CHANCE
                   ? MQ_OK
                   : refuse(why, MQ_NOT_CHANCE, "match.not-chance", 0);
    }
    if (turn == MQ_TURN_CHANCE) {
        return refuse(why, MQ_NOT_YOUR_TURN, "match.chance-acts", seat);
    }
    return (actors >> seat & 1) != 0
               ? MQ_OK
               : refuse(why, MQ_NOT_YOUR_TURN, "match.not-your-turn", seat);
}

enum mq_status mq__match_may(const struct mq_match *match,
                             struct mq_event event, struct mq_note *why)
{
    const struct mq_game *game = match->game;
    struct mq_note note = {0};
    enum mq_status status = may_act(match, event.seat, why);

    if (status != MQ_OK ||
        mq_is_legal(game, match->state, event.seat, event.action)) {
        return status;
    }
    status = mq_why_not(game, match->state, event.seat, event.action, &note);
    if (why != NULL) {
        *why = note;
    }
    return status != MQ_OK ? status
                           : refuse(why, MQ_ILLEGAL, "match.illegal", 0);
}

/* The record is full at some point: entry numbers are ints, and no match of
 * any game comes near. */
#define MAX_ENTRIES (1 << 24)

static enum mq_status happen(struct mq_match *match, struct mq_event event,
                             bool supplied, struct mq_note *why)
{
    enum mq_status status = match->entries < MAX_ENTRIES
                                ? mq__match_event(match, event, supplied, NULL)
                                : MQ_LIMIT;

    if (status != MQ_OK && why != NULL) {
        mq_note_set(why, NULL, "error.no-memory", "");
    }
    return status;
}

enum mq_status mq_match_play(struct mq_match *match, int seat, mq_action action,
                             struct mq_note *why)
{
    struct mq_event event = {seat, action};
    enum mq_status status;

    if (seat == MQ_CHANCE_SEAT) {
        return refuse(why, MQ_RANGE, "match.no-seat", seat);
    }
    status = mq__match_may(match, event, why);
    return status == MQ_OK ? happen(match, event, false, why) : status;
}

/* The legal action that a text means though it isn't written as the rules do:
 * all its words, in any order, case and language. Or else the action that was
 * meant and can't be done now. */
static bool find_meant(const struct mq_match *match, int seat, const char *text,
                       mq_action *out)
{
    struct mq_choices *choices = calloc(1, sizeof *choices);
    bool found = false;

    for (int i = 0; choices != NULL && !found && mq_language(i) != NULL; i++) {
        struct mq_typed typed = {match->game, mq_language(i), text, seat};
        struct mq_found fits;

        mq__choices_legal(choices, match->game, match->state, seat);
        mq__choices_own(choices, match->game, mq_language(i));
        mq__choose(choices, text, &fits);
        if (fits.whole && fits.count == 1) {
            *out = choices->action[fits.index[0]];
            found = true;
        } else {
            found = mq__meant(choices, &typed, out);
        }
    }
    free(choices);
    return found;
}

/* A refusal without a rule of its own gets that of what is to be decided. */
static void name_rule(const struct mq_match *match, int seat,
                      struct mq_note *why)
{
    struct mq_note ask = {0};

    if (why != NULL && why->rule == NULL) {
        mq_ask(match->game, match->state, seat, &ask);
        why->rule = ask.rule;
    }
}

enum mq_status mq_match_play_text(struct mq_match *match, int seat,
                                  const char *text, struct mq_note *why)
{
    struct mq_error error = {0};
    mq_action action;
    enum mq_status status = may_act(match, seat, why);

    if (status != MQ_OK) {
        return status;
    }
    status = mq_read_text(match->game, text, seat, &action, &error);
    if (status != MQ_OK && !find_meant(match, seat, text, &action)) {
        if (why != NULL) {
            *why = (struct mq_note){.message = error.message};
            name_rule(match, seat, why);
        }
        return status;
    }
    status = mq_match_play(match, seat, action, why);
    if (status == MQ_ILLEGAL) {
        name_rule(match, seat, why);
    }
    return status;
}

mq_action mq__match_draw(const struct mq_match *match)
{
    const struct mq_game *game = match->game;
    int stream = mq_stream(game, match->state);
    struct mq_rng rng;

    mq_seed_rng(&match->config.seed, (uint32_t)stream,
                mq__match_stream_count(match, stream), &rng);
    return mq_sample(game, match->state, &rng);
}

enum mq_status mq_match_chance(struct mq_match *match, struct mq_event *out)
{
    struct mq_event event = {.seat = MQ_CHANCE_SEAT};
    enum mq_status status = may_act(match, MQ_CHANCE_SEAT, NULL);

    if (status != MQ_OK) {
        return status == MQ_OVER ? MQ_NOT_CHANCE : status;
    }
    if (!match->has_seed) {
        return MQ_NO_SEED;
    }
    event.action = mq__match_draw(match);
    status = happen(match, event, false, NULL);
    if (status == MQ_OK && out != NULL) {
        *out = event;
    }
    return status;
}

enum mq_status mq_match_supply(struct mq_match *match, mq_action outcome,
                               struct mq_note *why)
{
    struct mq_event event = {MQ_CHANCE_SEAT, outcome};
    enum mq_status status = mq__match_may(match, event, why);

    return status == MQ_OK ? happen(match, event, true, why) : status;
}

/* Remarks. */

/* Appends a remark whose text is of less than `size` bytes. */
static enum mq_status remark(struct mq_match *match,
                             const struct mq_entry *entry, size_t size)
{
    if (entry->seat < 0 || entry->seat >= match->players) {
        return MQ_RANGE;
    }
    if (match->closed) {
        return MQ_OVER;
    }
    return entry->text == NULL || mq__match_text_fits(entry->text, size)
               ? mq__match_remark(match, entry, NULL)
               : MQ_RANGE;
}

enum mq_status mq_match_concede(struct mq_match *match, int seat)
{
    struct mq_entry entry = {.kind = MQ_ENTRY_CONCEDE, .seat = seat};
    bool seated = seat >= 0 && seat < match->players;
    uint32_t actors;

    if (seated && mq_match_turn(match, &actors) == MQ_TURN_OVER) {
        return MQ_OVER;
    }
    if (seated && (match->conceded >> seat & 1) != 0) {
        return MQ_NOTHING;
    }
    return remark(match, &entry, 0);
}

enum mq_status mq_match_hand_over(struct mq_match *match, int seat,
                                  const char *bot)
{
    return remark(match, &(struct mq_entry){MQ_ENTRY_BOT, seat, .text = bot},
                  MQ_NAME_SIZE);
}

enum mq_status mq_match_clock(struct mq_match *match, int seat,
                              const char *text)
{
    return remark(match, &(struct mq_entry){MQ_ENTRY_CLOCK, seat, .text = text},
                  MQ_CLOCK_SIZE);
}

const char *mq_match_bot(const struct mq_match *match, int seat)
{
    assert(seat >= 0 && seat < match->players);
    return match->bot[seat];
}

enum mq_status mq_match_close(struct mq_match *match)
{
    struct mq_entry entry = {.kind = MQ_ENTRY_CLOSE, .seat = MQ_SPECTATOR};

    if (match->closed) {
        return MQ_OVER;
    }
    return match->has_seed ? mq__match_remark(match, &entry, NULL) : MQ_NO_SEED;
}

bool mq_match_closed(const struct mq_match *match)
{
    return match->closed;
}

bool mq_match_has_seed(const struct mq_match *match)
{
    return match->has_seed;
}

/* The best of those who haven't conceded: who did ranks last. */
static uint32_t best_of(const struct mq_match *match, uint32_t seats)
{
    double scores[MQ_MAX_PLAYERS] = {0};
    uint32_t best = 0;
    double most = 0;

    mq_scores(match->game, match->state, scores);
    for (int seat = 0; seat < match->players; seat++) {
        if ((seats >> seat & 1) == 0 || (best != 0 && scores[seat] < most)) {
            continue;
        }
        best = best != 0 && scores[seat] == most ? best : 0;
        best |= (uint32_t)1 << seat;
        most = scores[seat];
    }
    return best;
}

uint32_t mq_match_winners(const struct mq_match *match)
{
    const struct mq_game *game = match->game;
    uint32_t all = ((uint32_t)1 << match->players) - 1;
    uint32_t left = all & ~match->conceded;
    uint32_t actors, winners;

    if (conceded_away(match)) {
        return left;
    }
    if (mq_turn(game, match->state, &actors) != MQ_TURN_OVER) {
        return 0;
    }
    winners = mq_winners(game, match->state);
    if (winners == 0 || (winners & left) != 0) {
        return winners & left;
    }
    return best_of(match, left);
}

uint32_t mq_match_conceded(const struct mq_match *match)
{
    return match->conceded;
}

/* Entries and the log. */

int mq_match_entries(const struct mq_match *match)
{
    return match->entries;
}

const struct mq_entry *mq_match_entry(const struct mq_match *match, int index)
{
    assert(index >= 0 && index < match->entries);
    return &match->entry[index];
}

int mq_match_length(const struct mq_match *match)
{
    return match->length;
}

struct mq_event mq_match_event(const struct mq_match *match, int k)
{
    assert(k >= 0 && k < match->length);
    return mq__step_event(match, &match->log[k]);
}

int mq_match_event_entry(const struct mq_match *match, int k)
{
    assert(k >= 0 && k < match->length);
    return match->log[k].entry;
}

/* The last snapshot before which the seat has seen at most `from` events. */
static int seen_snapshot(const struct mq_match *match, int seat, int from)
{
    int index = match->length / MQ_SNAPSHOT_EVERY;

    while (index > 0 &&
           mq__match_snapshot(match, index)->seen[seat + 1] > from) {
        index--;
    }
    return index;
}

int mq_match_seen(const struct mq_match *match, int seat, int from,
                  mq_seen_visitor visit, void *context)
{
    const struct mq_game *game = match->game;
    alignas(16) unsigned char state[MQ_MAX_STATE];
    alignas(16) unsigned char before[MQ_MAX_STATE];
    alignas(16) unsigned char view[MQ_MAX_STATE];
    int index = seen_snapshot(match, seat, from);
    int number = mq__match_snapshot(match, index)->seen[seat + 1];
    bool more = visit != NULL;

    memcpy(state, mq__match_snapshot(match, index)->state, game->state_size);
    for (int k = index * MQ_SNAPSHOT_EVERY; more && k < match->length; k++) {
        struct mq_event event = mq_match_event(match, k);
        struct mq_event seen;
        bool sees = mq_seen(game, state, event, seat, &seen);

        if (sees && number >= from) {
            mq_view(game, state, seat, before);
        }
        mq_apply(game, state, event.seat, event.action);
        if (sees && number >= from) {
            mq_view(game, state, seat, view);
            more = visit(context, number, seen, before, view);
        }
        number += sees;
    }
    return match->seen[seat + 1];
}

/* The loop of a match: chance and bots act by themselves, people are asked.
 * Whatever happened is on the disk before anybody sees it.
 */
#include "term/term.h"

#include "core/game.h"
#include "core/hash.h"
#include "core/match_record.h"
#include "term/ascii.h"
#include "term/edit.h"
#include "term/full/full.h"
#include "term/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESULT_LINES 18 /* what the result takes, with many sources */

/* Bots think from a stream apart from the match's: their moves tell nothing
 * about rolls to come. A position that comes again after undo is thought
 * about with the same numbers. */
static uint64_t bot_seed(const struct mq_match *match)
{
    static const char label[] = "bots";
    uint8_t digest[MQ_HASH_SIZE];
    uint64_t seed = 0;
    struct mq_hash hash;

    mq__hash_init(&hash, sizeof digest);
    mq__hash_add(&hash, label, sizeof label);
    mq__hash_add(&hash, mq_match_config_of(match)->seed.bytes,
                 sizeof mq_match_config_of(match)->seed.bytes);
    mq__hash_end(&hash, digest);
    for (int i = 0; i < 8; i++) {
        seed = seed << 8 | digest[i];
    }
    return seed;
}

static void begin(struct mq_session *s, struct mq_match *match,
                  struct mq_record *record,
                  const struct mq_term_options *options)
{
    s->game = mq_match_game(match);
    s->match = match;
    s->record = record;
    s->players = mq_match_config_of(match)->setup.players;
    s->ask_dice = options->ask_dice;
    s->plain = options->plain;
    s->bot_seed = bot_seed(match);
    s->viewer = MQ_SPECTATOR;
    for (int seat = 0; seat < s->players; seat++) {
        s->people += mq__session_bot(s, seat) == NULL;
    }
    mq__match_voice(match, options->language, s->names, &s->voice);
    snprintf(s->notice, sizeof s->notice, "%s",
             options->notice != NULL ? options->notice : "");
    mq__screen_init(&s->screen, options->in, options->out, options->plain);
    s->screen.ascii = mq__ascii_alone();
    if (options->full != NULL) {
        mq__full_attach(options->full, s);
    } else {
        s->screen.edit = mq__edit_open(mq__typed_word, s);
    }
}

static const struct mq_bot *bot_of(const struct mq_session *s, int seat)
{
    const char *name = mq__session_bot(s, seat);
    const struct mq_bot *bot = name != NULL ? mq_bot_find(name) : NULL;

    /* A stored match may name a bot that this program lacks. */
    return bot != NULL ? bot : mq_bot_find("greedy");
}

/* Where somebody leaves meanwhile it hasn't acted. */
static bool bot_acts(struct mq_session *s, int seat)
{
    struct mq_budget budget = {.stop = mq__screen_think()};
    struct mq_choice choice = {0};
    struct mq_rng rng;
    enum mq_status status;
    uint64_t number =
        (uint64_t)mq_match_length(s->match) * MQ_MAX_PLAYERS + (uint64_t)seat;

    if (s->full != NULL) {
        mq__full_thinking(s->full, seat);
    }
    mq_rng_seed_pair(&rng, s->bot_seed, number);
    status = mq_bot_choose(bot_of(s, seat), s->game, mq_match_state(s->match),
                           seat, &budget, &rng, &choice);
    if (!mq__screen_thought()) {
        s->left = true;
        return true;
    }
    return status == MQ_OK &&
           mq_match_play(s->match, seat, choice.candidate[0].action, NULL) ==
               MQ_OK;
}

/* The bot to act next, or MQ_SPECTATOR; and the person, likewise: the viewer
 * where they are among the actors. */
static void who_acts(const struct mq_session *s, uint32_t actors, int *bot,
                     int *person)
{
    *bot = *person = MQ_SPECTATOR;
    for (int seat = s->players - 1; seat >= 0; seat--) {
        if ((actors >> seat & 1) == 0) {
            continue;
        }
        if (mq__session_bot(s, seat) != NULL) {
            *bot = seat;
        } else if (*person < 0 || *person != s->viewer) {
            *person = seat;
        }
    }
}

void mq__term_ask(struct mq_session *s)
{
    enum mq_next next = MQ_NEXT_REDRAW;
    char line[512];

    while (next != MQ_NEXT_GO_ON) {
        if (next == MQ_NEXT_REDRAW) {
            mq__draw_turn(s);
        }
        mq__draw_prompt(s);
        if (!mq__screen_line(&s->screen, line, sizeof line)) {
            s->left = true;
            return;
        }
        next = mq__run_line(s, line);
    }
}

/* One decision of a person: the question until it is answered. */
static void person_turn(struct mq_session *s, int seat)
{
    if (!mq__session_hand_over(s, seat, false)) {
        return;
    }
    mq__choices_legal(&s->choices, s->game, s->view.bytes, seat);
    mq__choices_own(&s->choices, s->game, s->voice.language);
    if (s->full != NULL) {
        mq__full_turn(s->full);
    } else {
        mq__term_ask(s);
    }
}

/* Lets chance and bots act until a person is to; false: something is wrong
 * inside. *person is who is to act, *dice whether they bring chance. */
static bool advance(struct mq_session *s, int *person, bool *dice)
{
    uint32_t actors;
    enum mq_turn turn;

    while (!s->left &&
           (turn = mq_match_turn(s->match, &actors)) != MQ_TURN_OVER) {
        int bot;

        if (turn == MQ_TURN_CHANCE) {
            if (mq__dice_asked(s, person)) {
                *dice = true;
                return true;
            }
            if (mq_match_chance(s->match, NULL) != MQ_OK) {
                return false;
            }
            continue;
        }
        who_acts(s, actors, &bot, person);
        if (bot < 0) {
            *dice = false;
            return true;
        }
        if (!bot_acts(s, bot)) {
            return false;
        }
    }
    *person = MQ_SPECTATOR;
    return true;
}

/* The last screen: result, where the match is kept, how to see it again. */
static void finish(struct mq_session *s)
{
    int viewer = s->people == 1 ? s->viewer : MQ_SPECTATOR;

    if (!mq_match_closed(s->match)) {
        mq_match_close(s->match);
    }
    if (!mq__session_sync(s)) {
        return;
    }
    if (s->secret) {
        mq__screen_clear(&s->screen, true);
        s->secret = false;
    }
    mq__session_look(s, viewer);
    if (s->full != NULL) {
        s->after = mq__full_end(s->full);
        return;
    }
    s->board_due = true;
    mq__draw_table(s, RESULT_LINES, RESULT_LINES);
    mq__show_result(s);
    mq__say(s, "term.kept", "");
    mq__buf_printf(&s->screen.text, "  %s\n", s->record->path);
    mq__say(s, "term.replay", "");
    mq__buf_printf(&s->screen.text, "  maxq replay %s\n", s->record->path);
    mq__say(s, "term.analyze", "");
    mq__buf_printf(&s->screen.text, "  maxq analyze %s\n", s->record->path);
    mq__say(s, "term.rematch", "");
    mq__buf_printf(&s->screen.text, "  maxq play --again %s\n",
                   s->record->path);
}

/* Somebody left before the end. */
static void leave(struct mq_session *s)
{
    if (s->secret) {
        mq__screen_clear(&s->screen, true);
    }
    mq__buf_char(&s->screen.text, '\n');
    mq__say(s, "term.left", "");
    mq__buf_printf(&s->screen.text, "  %s\n", s->record->path);
    mq__say(s, "term.resume", "");
}

static void run(struct mq_session *s)
{
    bool running = true;

    while (running && !s->left) {
        int person = MQ_SPECTATOR;
        bool dice = false;

        if (!advance(s, &person, &dice)) {
            s->trouble = EPROTO;
        }
        if (s->trouble != 0 || !mq__session_sync(s)) {
            return;
        }
        if (s->left) {
            running = false;
        } else if (person < 0) {
            finish(s);
            running = false;
        } else if (dice) {
            mq__dice_turn(s, person);
        } else {
            person_turn(s, person);
        }
    }
    if (s->left && mq__session_sync(s) && s->full == NULL) {
        leave(s);
    }
}

int mq__term_play(struct mq_match *match, struct mq_record *record,
                  const struct mq_term_options *options)
{
    struct mq_session *s = calloc(1, sizeof *s);
    int trouble;

    if (s == NULL) {
        return ENOMEM;
    }
    begin(s, match, record, options);
    mq__screen_hold_signals();
    run(s);
    if (s->trouble != 0 && s->secret) {
        mq__screen_clear(&s->screen, true);
    }
    if (s->full != NULL) {
        mq__buf_clear(&s->screen.text);
    }
    mq__screen_finish(&s->screen);
    mq__edit_close(s->screen.edit);
    if (options->after != NULL) {
        *options->after = s->after;
    }
    trouble = s->trouble;
    free(s);
    return trouble;
}

/* Own dice and cards: people type what they rolled or drew.
 *
 * A person is asked for what they will see whole: everyone for open dice, the
 * one who is dealt to for hidden cards (with the screen handed over). What no
 * person may see, the program draws.
 */
#include "term/session.h"

#include <string.h>

static bool sees_whole(const struct mq_session *s, mq_action outcome, int seat)
{
    struct mq_event event = {MQ_CHANCE_SEAT, outcome};
    struct mq_event seen;

    return mq_seen(s->game, mq_match_state(s->match), event, seat, &seen) &&
           seen.action == outcome;
}

static int first_person(const struct mq_session *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (mq__session_bot(s, seat) == NULL) {
            return seat;
        }
    }
    return MQ_SPECTATOR;
}

/* Some outcome, for its form alone: it has nothing to do with the seed. */
static mq_action some_outcome(const struct mq_session *s, const void *st)
{
    struct mq_rng rng;

    mq_rng_seed_pair(&rng, 0, (uint64_t)mq_match_length(s->match));
    return mq_sample(s->game, st, &rng);
}

static bool is_certain(const struct mq_session *s)
{
    mq_action outcomes[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];

    return mq_outcomes(s->game, mq_match_state(s->match), outcomes, p) == 1;
}

/* Whether everybody sees what comes up. */
static bool is_open(const struct mq_session *s)
{
    return sees_whole(s, some_outcome(s, mq_match_state(s->match)),
                      MQ_SPECTATOR);
}

bool mq__dice_asked(const struct mq_session *s, int *seat)
{
    mq_action outcome;

    if (!s->ask_dice || s->people == 0 || is_certain(s)) {
        return false;
    }
    outcome = some_outcome(s, mq_match_state(s->match));
    if (is_open(s)) {
        *seat = s->viewer >= 0 ? s->viewer : first_person(s);
        return true;
    }
    for (*seat = 0; *seat < s->players; ++*seat) {
        if (mq__session_bot(s, *seat) == NULL &&
            sees_whole(s, outcome, *seat)) {
            return true;
        }
    }
    return false;
}

/* An example that tells nothing: drawn from what the viewer knows. */
static void make_example(struct mq_session *s, char *out, size_t size)
{
    struct mq_state possible = s->view;
    struct mq_event event = {MQ_CHANCE_SEAT, 0};
    struct mq_rng rng;

    mq_rng_seed_pair(&rng, 1, (uint64_t)mq_match_length(s->match));
    mq_resample(s->game, possible.bytes, s->viewer, &rng);
    event.action = some_outcome(s, possible.bytes);
    mq_event_text(s->game, event, out, size);
}

static bool supply(struct mq_session *s, mq_action outcome)
{
    struct mq_note why = {0};

    if (mq_match_supply(s->match, outcome, &why) != MQ_OK) {
        mq__say_note(s, 0, &why);
        return false;
    }
    return true;
}

/* Takes a typed outcome; false: it is none. */
static bool take_outcome(struct mq_session *s, const char *line,
                         const char *example, bool listed)
{
    struct mq_found found;
    mq_action outcome;

    if (!listed) {
        return mq__read_outcome(s->game, mq_match_state(s->match), line,
                                example, &outcome) &&
               supply(s, outcome);
    }
    mq__choose_outcome(&s->choices, line, &found);
    return found.count == 1 && supply(s, s->choices.action[found.index[0]]);
}

/* One line; true: something happened, or the person left. */
static bool dice_line(struct mq_session *s, const char *line,
                      const char *example, bool listed)
{
    enum mq_next next;
    const char *own = mq_text(s->voice.language, "term.word-auto");

    if (mq__same_word(line, "auto") ||
        (own != NULL && mq__same_word(line, own))) {
        return mq_match_chance(s->match, NULL) == MQ_OK;
    }
    if (line[0] != '\0' && take_outcome(s, line, example, listed)) {
        return true;
    }
    if (line[0] == '?') {
        mq__say(s, "term.dice-explain", "t", example);
        return false;
    }
    if (mq__run_command(s, line[0] != '\0' ? line : "show", false, &next)) {
        return next != MQ_NEXT_ASK;
    }
    mq__say(s, "term.no-outcome", "tt", line, example);
    return false;
}

void mq__dice_turn(struct mq_session *s, int seat)
{
    struct mq_note question;
    char example[MQ_TEXT_SIZE];
    char line[256];
    bool listed;

    if (!mq__session_hand_over(s, seat, !is_open(s))) {
        return;
    }
    make_example(s, example, sizeof example);
    listed =
        mq__choices_outcomes(&s->choices, s->game, mq_match_state(s->match));
    mq_ask(s->game, s->view.bytes, s->viewer, &question);
    mq__draw_table(s, 3, 3);
    mq__say_note(s, 0, &question);
    mq__say(s, "term.dice", "t", example);
    do {
        mq__draw_prompt(s);
        if (!mq__screen_line(&s->screen, line, sizeof line)) {
            s->left = true;
            return;
        }
    } while (!dice_line(s, line + strspn(line, " \t"), example, listed));
}

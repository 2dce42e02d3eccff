/* Commands that explain and change nothing. */
#include "term/session.h"

#include "ai/hint.h"
#include "term/boards/text.h"
#include "term/chances.h"
#include "term/rules.h"

#include <stdio.h>
#include <string.h>

#define MOST_EXPLAINED 16

static void name_choice(struct mq_session *s, int index)
{
    mq__buf_printf(&s->screen.text, "%cb%3d  %s%c.\n", MQ_MARK, index + 1,
                   mq__choice_text(&s->choices, index), MQ_MARK);
}

static void explain_choice(struct mq_session *s, int index)
{
    struct mq_note notes[MQ_MAX_NOTES];
    int count = mq_explain(s->game, s->view.bytes, s->viewer,
                           s->choices.action[index], notes);

    for (int i = 0; i < count; i++) {
        mq__say_note(s, 5, &notes[i]);
    }
}

/* Who takes facts: says all but the command, which the choice's text is. */
struct telling {
    struct mq_session *session;
    int count;
};

static void say_fact(void *context, const struct mq_fact *fact)
{
    struct telling *telling = context;

    if (telling->count++ == 0) {
        return;
    }
    mq__say_note(telling->session, 5, &fact->note);
}

/* One choice with all that it costs, brings and risks. */
static void tell_choice(struct mq_session *s, int index)
{
    struct telling telling = {s, 0};
    struct mq_facts facts = {say_fact, &telling, NULL};

    name_choice(s, index);
    mq_tell(s->game, s->view.bytes, s->viewer, s->choices.action[index],
            &facts);
    if (telling.count == 0) { /* a game that tells no facts */
        explain_choice(s, index);
    }
}

static void explain_all(struct mq_session *s)
{
    struct mq_note note;
    int shown =
        s->choices.count < MOST_EXPLAINED ? s->choices.count : MOST_EXPLAINED;

    mq_ask(s->game, s->view.bytes, s->viewer, &note);
    mq__say_note(s, 0, &note);
    for (int i = 0; i < shown; i++) {
        name_choice(s, i);
        explain_choice(s, i);
    }
    if (shown < s->choices.count) {
        mq__say(s, "term.more-explained", "i", s->choices.count - shown);
    }
    if (note.rule != NULL) {
        mq__say(s, "term.explain-more", "r", note.rule);
    }
}

static void list_found(struct mq_session *s, const struct mq_found *found)
{
    struct mq_buf *out = &s->screen.text;

    for (int i = 0; i < found->count && i < MQ_MAX_FOUND; i++) {
        mq__buf_printf(out, "%3d  %s\n", found->index[i] + 1,
                       mq__choice_text(&s->choices, found->index[i]));
    }
    if (found->count > MQ_MAX_FOUND) {
        mq__buf_str(out, "     \xE2\x80\xA6\n");
    }
}

/* A choice that isn't possible now, or no action at all; then what comes
 * nearest to it. */
static void tell_why_not(struct mq_session *s, const char *typed)
{
    struct mq_typed meant = {s->game, s->voice.language, typed, s->viewer};
    int nearest = mq__nearest(&s->choices, typed);
    struct mq_note why = {0};
    mq_action action;

    if (!mq__meant(&s->choices, &meant, &action)) {
        mq__say(s, "term.no-action", "t", typed);
    } else if (mq_why_not(s->game, s->view.bytes, s->viewer, action, &why) !=
               MQ_OK) {
        mq__say_note(s, 0, &why);
    }
    if (nearest >= 0) {
        mq__say(s, "term.nearest", "it", nearest + 1,
                mq__choice_text(&s->choices, nearest));
    }
}

void mq__tell_refused(struct mq_session *s, const char *typed)
{
    struct mq_found found;
    int number;

    if (mq__is_number(typed, &number)) {
        mq__say(s, "term.no-number", "i", s->choices.count);
        return;
    }
    mq__choose(&s->choices, typed, &found);
    if (found.count > 1) {
        mq__say(s, "term.ambiguous", "t", typed);
        list_found(s, &found);
        return;
    }
    tell_why_not(s, typed);
}

static bool tell_rule(struct mq_session *s, const char *id)
{
    struct mq_rules rules;
    struct mq_block block;

    if (!mq__rules_open(&rules, s->game->id, s->voice.language) ||
        !mq__rules_find(&rules, id, &block)) {
        return false;
    }
    mq__rules_show(&s->screen.text, &block, s->screen.width);
    return true;
}

enum mq_next mq__tell_explain(struct mq_session *s, const char *rest)
{
    struct mq_found found;
    int number;

    if (rest[0] == '\0') {
        explain_all(s);
        return MQ_NEXT_ASK;
    }
    if (tell_rule(s, rest)) {
        return MQ_NEXT_ASK;
    }
    if (mq__is_number(rest, &number) && number >= 1 &&
        number <= s->choices.count) {
        tell_choice(s, number - 1);
        return MQ_NEXT_ASK;
    }
    mq__choose(&s->choices, rest, &found);
    if (found.count >= 1 && found.count <= MQ_MAX_FOUND) {
        for (int i = 0; i < found.count; i++) {
            tell_choice(s, found.index[i]);
        }
    } else {
        mq__tell_refused(s, rest);
    }
    return MQ_NEXT_ASK;
}

enum mq_next mq__tell_odds(struct mq_session *s, const char *rest)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    int count = mq_odds_list(s->game, s->view.bytes, s->viewer, odds);

    (void)rest;
    mq__say_title(s, "term.odds", "");
    mq__show_chances(&s->screen.text, odds, count,
                     &(struct mq_chance_style){.voice = &s->voice,
                                               .width = s->screen.width,
                                               .plain = s->plain});
    return MQ_NEXT_ASK;
}

static void say_why(struct mq_session *s, const struct mq_message *why)
{
    struct mq_note note = {.message = *why};

    if (why->id != NULL) {
        mq__say_note(s, 5, &note);
    }
}

static void show_candidate(struct mq_session *s, const struct mq_choice *choice,
                           int index)
{
    struct mq_event event = {s->viewer, choice->candidate[index].action};
    struct mq_hint hint;
    char text[MQ_TEXT_SIZE], own[MQ_OWN_SIZE];

    mq__hint_find(s->game, s->view.bytes, s->viewer, choice, index, &hint);
    mq_event_text(s->game, event, text, sizeof text);
    mq__shown_words(s->game, s->voice.language, text, own);
    mq__buf_printf(&s->screen.text, "%3d. %cb%s%c.\n", index + 1, MQ_MARK, own,
                   MQ_MARK);
    if (hint.does.message.id != NULL) {
        mq__say_note(s, 5, &hint.does);
    }
    say_why(s, &hint.verdict);
    say_why(s, &hint.gains);
    say_why(s, &hint.risks);
}

static bool may_act(const struct mq_session *s)
{
    uint32_t actors;

    return s->viewer >= 0 && mq__session_turn(s, &actors) == MQ_TURN_SEATS &&
           (actors >> s->viewer & 1) != 0;
}

enum mq_next mq__tell_hint(struct mq_session *s, const char *rest)
{
    const struct mq_bot *bot = mq_bot_find("expert");
    struct mq_budget budget = {0};
    struct mq_choice choice = {0};
    struct mq_rng rng;
    bool found;

    (void)rest;
    if (s->link != NULL && s->link->help < MQ_LINK_HINTS) {
        mq__say(s, "term.no-help", "");
        return MQ_NEXT_ASK;
    }
    mq_rng_seed_pair(&rng, s->bot_seed, (uint64_t)mq__log_count(s));
    budget.stop = mq__screen_think();
    found = bot != NULL && may_act(s) &&
            mq_bot_choose(bot, s->game, s->view.bytes, s->viewer, &budget, &rng,
                          &choice) == MQ_OK;
    if (!mq__screen_thought()) {
        s->left = true;
        return MQ_NEXT_GO_ON;
    }
    if (!found) {
        mq__say(s, "term.no-hint", "");
        return MQ_NEXT_ASK;
    }
    mq__hint_list(&choice);
    mq__say_title(s, "term.hint", "t", bot->name);
    for (int i = 0; i < choice.count && i < 3; i++) {
        show_candidate(s, &choice, i);
    }
    return MQ_NEXT_ASK;
}

enum mq_next mq__tell_log(struct mq_session *s, const char *rest)
{
    (void)rest;
    mq__say_title(s, "term.log", "");
    mq__show_log(s, 0, 100000, true);
    return MQ_NEXT_ASK;
}

enum mq_next mq__tell_scores(struct mq_session *s, const char *rest)
{
    (void)rest;
    mq__say_title(s, "term.scores", "");
    mq__show_breakdown(s);
    mq__show_standings(s);
    return MQ_NEXT_ASK;
}

/* Who sits where, whose view is on the screen, and the file behind it. */
#include "term/session.h"

#include "core/game.h"

#include <assert.h>
#include <string.h>

const char *mq__session_bot(const struct mq_session *s, int seat)
{
    const char *bot = s->link != NULL ? s->link->bot(s->link, seat)
                                      : mq_match_bot(s->match, seat);

    return bot[0] != '\0' ? bot : NULL;
}

void mq__session_look(struct mq_session *s, int viewer)
{
    assert(viewer == MQ_SPECTATOR || (viewer >= 0 && viewer < s->players));
    s->viewer = viewer;
    if (s->link != NULL) {
        s->link->look(s->link, s);
        return;
    }
    mq_view(s->game, mq_match_state(s->match), viewer, s->view.bytes);
}

enum mq_turn mq__session_turn(const struct mq_session *s, uint32_t *actors)
{
    return s->link != NULL ? s->link->turn(s->link, actors)
                           : mq_match_turn(s->match, actors);
}

bool mq__session_act(struct mq_session *s, int choice, struct mq_note *why)
{
    int seen = mq__log_count(s);

    if (s->link != NULL) {
        return s->link->act(s->link, s, choice, why);
    }
    if (mq_match_play(s->match, s->viewer, s->choices.action[choice], why) !=
        MQ_OK) {
        return false;
    }
    s->seen[s->viewer] = seen;
    return true;
}

/* Whether the seat's view shows more than a spectator's. */
static bool hides(const struct mq_session *s, int seat)
{
    struct mq_state own;
    struct mq_state open;
    const void *st = mq_match_state(s->match);

    mq_view(s->game, st, seat, own.bytes);
    mq_view(s->game, st, MQ_SPECTATOR, open.bytes);
    return memcmp(own.bytes, open.bytes, s->game->state_size) != 0;
}

static bool take_over(struct mq_session *s, int seat)
{
    char line[64];

    mq__screen_clear(&s->screen, true);
    mq__say(s, "term.take-over", "p", seat);
    mq__draw_prompt(s);
    if (!mq__screen_line(&s->screen, line, sizeof line) ||
        mq__same_word(line, "quit")) {
        s->left = true;
        return false;
    }
    mq__screen_clear(&s->screen, true);
    return true;
}

bool mq__session_hand_over(struct mq_session *s, int seat, bool personal)
{
    bool secret = s->people > 1 && (personal || hides(s, seat));

    /* What all could look at so far is for one pair of eyes now. */
    if (seat != s->viewer || (secret && !s->secret)) {
        s->board_due = true;
        if (secret && !take_over(s, seat)) {
            return false;
        }
        if (!secret && s->secret) {
            mq__screen_clear(&s->screen, true);
        }
    }
    s->secret = secret;
    mq__session_look(s, seat);
    return true;
}

bool mq__session_sync(struct mq_session *s)
{
    if (s->link != NULL) {
        return true;
    }
    s->trouble = mq__record_sync(s->record, s->match);
    return s->trouble == 0;
}

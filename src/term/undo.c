/* Taking back and doing again.
 *
 * What a seat may take back by itself is the match's to say. Beyond that one
 * person among bots may go back as far as they like; of several, the others
 * are asked. The record keeps what was taken back by agreement, and the
 * result says how often.
 */
#include "term/session.h"

/* The last person in the log. */
static int last_person(const struct mq_session *s)
{
    for (int k = mq_match_length(s->match) - 1; k >= 0; k--) {
        int seat = mq_match_event(s->match, k).seat;

        if (seat >= 0 && mq__session_bot(s, seat) == NULL) {
            return seat;
        }
    }
    return MQ_SPECTATOR;
}

/* Whose action is meant: the viewer's own where they may; else that of the
 * person who acted last. */
static int meant_seat(const struct mq_session *s)
{
    int limit;

    if (s->people == 1) {
        return s->viewer;
    }
    limit = mq_match_undo_limit(s->match, s->viewer);
    return limit < mq_match_length(s->match) ? s->viewer : last_person(s);
}

/* Asks all other people; nothing hidden is on the screen meanwhile. */
static bool others_agree(struct mq_session *s, int seat)
{
    if (s->secret) {
        mq__screen_clear(&s->screen, true);
    }
    for (int other = 0; other < s->players; other++) {
        if (other == seat || mq__session_bot(s, other) != NULL) {
            continue;
        }
        mq__say(s, "term.agree", "pp", other, seat);
        if (!mq__ask_yes(s)) {
            mq__notice(s, "term.disagrees", "p", other);
            return false;
        }
    }
    return true;
}

/* At a table elsewhere. */
static enum mq_next ask_there(struct mq_session *s, const char *what)
{
    struct mq_note why = {0};

    if (!s->link->change(s->link, what, &why)) {
        mq__say_note(s, 0, &why);
        return MQ_NEXT_ASK;
    }
    return MQ_NEXT_GO_ON;
}

enum mq_next mq__undo(struct mq_session *s, const char *rest)
{
    int withdrawn = 0, seat;
    enum mq_status status = MQ_NOTHING;
    bool agreed = false;

    (void)rest;
    if (s->link != NULL) {
        return ask_there(s, "undo");
    }
    seat = meant_seat(s);
    if (seat >= 0) {
        status = mq_match_undo(s->match, seat, false, &withdrawn);
    }
    if (status == MQ_LIMIT) {
        agreed = true;
        if (s->people > 1 && !others_agree(s, seat)) {
            return MQ_NEXT_REDRAW;
        }
        status = mq_match_undo(s->match, seat, true, &withdrawn);
    }
    if (status != MQ_OK) {
        mq__say(s,
                status == MQ_NOTHING ? "term.nothing-undone"
                                     : "term.cannot-undo",
                "");
        return MQ_NEXT_ASK;
    }
    mq__notice(s, agreed ? "term.undone-known" : "term.undone", "i", withdrawn);
    return MQ_NEXT_GO_ON;
}

enum mq_next mq__redo(struct mq_session *s, const char *rest)
{
    int replayed = 0;

    (void)rest;
    if (s->link != NULL) {
        return ask_there(s, "redo");
    }
    if (mq_match_redo(s->match, MQ_SPECTATOR, &replayed) != MQ_OK) {
        mq__say(s, "term.nothing-redone", "");
        return MQ_NEXT_ASK;
    }
    mq__notice(s, "term.redone", "i", replayed);
    return MQ_NEXT_GO_ON;
}

/* One match played at this terminal: what its parts share.
 *
 * Whose view is on the screen is `viewer`; everything shown is made of that
 * seat's redacted state, never of the true one.
 */
#ifndef MAXQ_TERM_SESSION_H
#define MAXQ_TERM_SESSION_H

#include <maxq/bot.h>
#include <maxq/match.h>

#include "core/choose.h"
#include "core/game.h"
#include "core/say.h"
#include "term/boards/drawing.h"
#include "term/record.h"
#include "term/screen.h"

/* What the person wants when a match is over, or was left. */
enum mq_after {
    MQ_AFTER_NONE,
    MQ_AFTER_LEAVE,
    MQ_AFTER_HOME,
    MQ_AFTER_REMATCH,
    MQ_AFTER_REVIEW,
};

struct mq_full;
struct mq_session;

/* What help the people of a table have agreed on. */
enum mq_link_help { MQ_LINK_NO_HELP, MQ_LINK_ODDS, MQ_LINK_HINTS };

/* A table somewhere else (term/online): it answers what a match here would. */
struct mq_link {
    enum mq_turn (*turn)(struct mq_link *link, uint32_t *actors);
    /* Takes the view of the person's seat into the session. */
    void (*look)(struct mq_link *link, struct mq_session *s);
    /* Plays a choice; false: *why says why not. */
    bool (*act)(struct mq_link *link, struct mq_session *s, int choice,
                struct mq_note *why);
    /* How many items the log has; adds those from `from` on as lines. */
    int (*log)(struct mq_link *link, struct mq_session *s, int from,
               bool rules);
    /* Undo and redo; false: *why says why not. */
    bool (*change)(struct mq_link *link, const char *what, struct mq_note *why);
    /* Which bot plays the seat; "": its person. */
    const char *(*bot)(struct mq_link *link, int seat);
    uint32_t (*winners)(struct mq_link *link);
    enum mq_link_help help;
};

struct mq_session {
    const struct mq_game *game;
    struct mq_match *match; /* NULL: `link` has it */
    struct mq_link *link;   /* NULL: the match is here */
    struct mq_full *full;   /* the whole screen; NULL: lines */
    struct mq_record *record;
    struct mq_screen screen;
    struct mq_voice voice;
    const char *names[MQ_MAX_PLAYERS];
    int players;
    int people;    /* seats that are people's */
    bool ask_dice; /* people roll and draw themselves */
    bool plain;
    bool tight; /* the screen is too low for what stands on it */
    uint64_t bot_seed;

    int viewer;          /* a seat, or MQ_SPECTATOR */
    bool secret;         /* the screen shows what others must not see */
    bool board_due;      /* plain: the board is read out only when asked for */
    bool left;           /* the person is gone, or wants to go */
    int trouble;         /* errno: the file can't be written */
    enum mq_after after; /* what comes when the match is over */
    /* Events of the log a viewer had seen when they last decided, and when
     * they were last shown some. */
    int seen[MQ_MAX_PLAYERS];
    int told[MQ_MAX_PLAYERS];

    struct mq_state view;      /* the viewer's */
    struct mq_choices choices; /* what can be chosen now */
    char notice[512];          /* shown once, above the next question */
    char word[64];             /* a word that Tab may complete */
};

/* What the loop does after a command. */
enum mq_next {
    MQ_NEXT_ASK,    /* the same question again, the screen as it is */
    MQ_NEXT_REDRAW, /* the same question on a new screen */
    MQ_NEXT_GO_ON,  /* the match went on (or back) */
};

/* session.c: who sits where, and views. */
/* The bot that plays the seat; NULL: a person. */
const char *mq__session_bot(const struct mq_session *s, int seat);
void mq__session_look(struct mq_session *s, int viewer);
/* Gives the screen to a seat: where it will show something hidden, the last
 * person's view is wiped and the next one asked to take over. `personal`: what
 * they are going to type is hidden. False: nobody is there. */
bool mq__session_hand_over(struct mq_session *s, int seat, bool personal);
/* Who is to act now. */
enum mq_turn mq__session_turn(const struct mq_session *s, uint32_t *actors);
/* Plays a choice of the viewer's; false: *why says why not. */
bool mq__session_act(struct mq_session *s, int choice, struct mq_note *why);
/* Appends to the file what happened; false: it can't be written. */
bool mq__session_sync(struct mq_session *s);

/* say.c: sentences. */
void mq__say(struct mq_session *s, const char *id, const char *format, ...);
/* A note and the rule behind it, with `indent` blanks before each line. */
void mq__say_note(struct mq_session *s, int indent, const struct mq_note *note);
/* Adds the rule behind a note, if there is one: " (ML-T7)". */
void mq__add_rule(struct mq_buf *out, const struct mq_note *note);
/* Sets the notice for the next screen. */
void mq__notice(struct mq_session *s, const char *id, const char *format, ...);
/* Asks something that is answered with yes or no; false also at the end. */
bool mq__ask_yes(struct mq_session *s);
/* A heading. */
void mq__say_title(struct mq_session *s, const char *id, const char *format,
                   ...);

/* log.c: what happened, as the viewer saw it. */
/* At most `most` lines about the events from number `from` on. */
void mq__show_log(struct mq_session *s, int from, int most, bool rules);
int mq__log_count(const struct mq_session *s);
/* Visits the events of the viewer's log, as mq_match_seen does; those of a
 * table elsewhere can't be visited. */
void mq__log_visit(struct mq_session *s, int from, mq_seen_visitor visit,
                   void *context);

/* draw.c: the screen of a turn. */
void mq__draw_turn(struct mq_session *s);
/* Board and log alone; `others` lines are to follow, where that makes the
 * screen too low (`tight`) only `least`. */
void mq__draw_table(struct mq_session *s, int others, int least);
void mq__draw_prompt(struct mq_session *s);

/* tell.c: commands that explain and change nothing. */
enum mq_next mq__tell_explain(struct mq_session *s, const char *rest);
enum mq_next mq__tell_hint(struct mq_session *s, const char *rest);
enum mq_next mq__tell_odds(struct mq_session *s, const char *rest);
enum mq_next mq__tell_log(struct mq_session *s, const char *rest);
enum mq_next mq__tell_scores(struct mq_session *s, const char *rest);
/* read.c: the rules page, and what the signs on the board mean. */
enum mq_next mq__tell_rules(struct mq_session *s, const char *rest);
enum mq_next mq__tell_legend(struct mq_session *s, const char *rest);
/* Why a typed text is no choice now. */
void mq__tell_refused(struct mq_session *s, const char *typed);

/* score.c: points by source, a column a player; who leads if the match ended
 * now, and how near its end is. */
void mq__show_breakdown(struct mq_session *s);
void mq__show_standings(struct mq_session *s);
void mq__show_result(struct mq_session *s);

/* undo.c */
enum mq_next mq__undo(struct mq_session *s, const char *rest);
enum mq_next mq__redo(struct mq_session *s, const char *rest);

/* command.c: a line that was typed. */
enum mq_next mq__run_line(struct mq_session *s, const char *line);
/* What Tab completes; an mq_edit_words. */
const char *mq__typed_word(void *session, int k);
/* Commands alone, where there is no choice of actions; false: none. */
bool mq__run_command(struct mq_session *s, const char *line, bool prefix,
                     enum mq_next *next);

/* dice.c: chance that people bring themselves. */
/* Whether a person is to bring this outcome, and which seat. */
bool mq__dice_asked(const struct mq_session *s, int *seat);
/* Asks that seat for the outcome. */
void mq__dice_turn(struct mq_session *s, int seat);

#endif

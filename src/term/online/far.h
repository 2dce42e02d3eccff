/* A table of a server, as the session sees it (term/session.h). */
#ifndef MAXQ_TERM_ONLINE_FAR_H
#define MAXQ_TERM_ONLINE_FAR_H

#include "term/online/remote.h"
#include "term/session.h"

/* One line of the log, in the person's language. */
struct mq_far_line {
    char *text;
    int seat; /* or MQ_CHANCE_SEAT */
};

struct mq_far {
    struct mq_link link; /* first: the session's */
    struct mq_table_link at;
    char cookie[MQ_REMOTE_COOKIE];
    struct mq_remote *net;
    const struct mq_game *game;
    const char *language;
    int seat, players;
    char name[MQ_MAX_PLAYERS][MQ_NAME_SIZE];
    char bot[MQ_MAX_PLAYERS][MQ_NAME_SIZE];
    const char *names[MQ_MAX_PLAYERS];
    bool running, over, gone;
    bool stopped; /* a signal came: the person leaves */
    struct mq_state view;
    bool has_view;
    int number; /* of the last item of the log */
    uint32_t actors, winners;
    int left_ms[MQ_MAX_PLAYERS]; /* clocks; -1: there is none */
    int changes; /* grows with whatever came: the screen is stale */
    struct mq_far_line *line;
    int lines, line_room;
    int64_t sent_ms; /* when the last message went out */
    int asked;       /* number of the last request */
    bool answered, agreed;
    char rule[16]; /* behind the last refusal */
    int chat;      /* number of the last line of the chat */
    int proposal;  /* number of one that waits for this seat; 0: none */
    int proposed_by;
    char said[256]; /* a reaction of somebody, or what else came */
};

/* Sits down at the table of a link; false: *why is what to say. */
bool mq__far_open(struct mq_far *far, const char *url, const char *name,
                  const char *language, struct mq_note *why);
void mq__far_close(struct mq_far *far);

/* far.c for sit.c */
extern const struct mq_link mq__far_link;
struct mq_json;
void mq__far_take_table(struct mq_far *far, const struct mq_json *table);

/* Opens the socket again after it was lost. */
bool mq__far_connect(struct mq_far *far);

/* Takes what has come; true: something has. */
bool mq__far_pump(struct mq_far *far);

/* Waits for something to come, at most so many milliseconds. */
void mq__far_wait(struct mq_far *far, int ms);

/* Agrees to the proposal that waits, or declines it. */
void mq__far_answer(struct mq_far *far, bool agrees);

/* Writes a line to the people of the table; false: it was refused. */
bool mq__far_chat(struct mq_far *far, const char *text);

/* Sends a reaction ("well-played"). */
void mq__far_react(struct mq_far *far, const char *reaction);

/* The cookie of a server that was kept for next time; "" for none. */
void mq__far_cookie(const struct mq_address *at, char out[MQ_REMOTE_COOKIE]);

#endif

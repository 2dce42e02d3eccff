/* What happened, as the viewer saw it. */
#include "term/session.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool stop(void *context, int number, struct mq_event event,
                 const void *before, const void *view)
{
    (void)context;
    (void)number;
    (void)event;
    (void)before;
    (void)view;
    return false;
}

int mq__log_count(const struct mq_session *s)
{
    if (s->link != NULL) {
        return s->link->log(s->link, NULL, 0, false);
    }
    return mq_match_seen(s->match, s->viewer, INT_MAX, stop, NULL);
}

void mq__log_visit(struct mq_session *s, int from, mq_seen_visitor visit,
                   void *context)
{
    if (s->link == NULL) {
        mq_match_seen(s->match, s->viewer, from, visit, context);
    }
}

/* Lines being gathered: the last `most` of them stay. */
struct gathered {
    struct mq_session *session;
    bool rules;
    struct mq_buf text;
};

/* The bar before a line has the colour of who acted. */
static void add_bar(struct gathered *g, int seat)
{
    if (g->session->plain) {
        mq__buf_str(&g->text, "- ");
    } else if (seat >= 0) {
        mq__buf_printf(&g->text, "%c%d\xE2\x96\x8C%c.", MQ_MARK, seat, MQ_MARK);
    } else {
        mq__buf_printf(&g->text, "%cd\xE2\x94\x82%c.", MQ_MARK, MQ_MARK);
    }
}

static void add_note(struct gathered *g, int seat, const struct mq_note *note)
{
    size_t start = g->text.length;

    add_bar(g, seat);
    mq__say_message(&g->text, &g->session->voice, &note->message);
    if (g->rules) {
        mq__add_rule(&g->text, note);
    }
    mq__wrap_from(&g->text, start, g->session->screen.width,
                  g->session->plain ? 2 : 1);
}

static bool gather(void *context, int number, struct mq_event event,
                   const void *before, const void *view)
{
    struct gathered *g = context;
    const struct mq_game *game = g->session->game;
    struct mq_note notes[MQ_MAX_NOTES];
    int count = mq_describe(game, before, event, view, notes);

    (void)number;
    for (int i = 0; i < count; i++) {
        add_note(g, event.seat, &notes[i]);
    }
    return true;
}

/* The text without all but its last lines. */
static const char *last_lines(const char *text, size_t length, int most)
{
    const char *at = text + length;

    while (at > text) {
        at--;
        if (*at == '\n' && at + 1 < text + length && --most <= 0) {
            return at + 1;
        }
    }
    return text;
}

void mq__show_log(struct mq_session *s, int from, int most, bool rules)
{
    struct gathered g = {.session = s, .rules = rules};
    const char *text;

    if (s->link != NULL) {
        s->link->log(s->link, s, from, rules);
        return;
    }
    mq__buf_init(&g.text);
    mq_match_seen(s->match, s->viewer, from, gather, &g);
    text = mq__buf_text(&g.text);
    mq__buf_str(&s->screen.text, last_lines(text, g.text.length, most));
    mq__buf_finish(&g.text);
}

/* A stored match step by step, and what its decisions were worth.
 *
 * A match that is over is shown with everything open. The analysis judges one
 * event at a time between two keys, so that the screen never stands still.
 */
#include "term/full/home.h"

#include "ai/analysis.h"
#include "core/match_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACTS_ROWS 7
#define BUDGET 200

struct review {
    struct mq_full *full;
    struct mq_match *match;
    struct mq_session *session;
    int length, at; /* events of the log; how many are shown */
    bool judging;
    int judged; /* events that are judged */
    struct mq_analysis analysis;
    struct mq_analysis_place place; /* of the next one to judge */
    struct mq_judged *event;
};

/* The position after so many events, as it may be seen now. */
static void state_at(const struct review *r, int k, void *out)
{
    uint32_t actors;

    mq_match_state_at(r->match, k, out);
    if (mq_match_turn(r->match, &actors) != MQ_TURN_OVER) {
        mq_redact(mq_match_game(r->match), out, MQ_SPECTATOR);
    }
}

static void judge_next(struct review *r)
{
    struct mq_state before, after;
    struct mq_event event = mq_match_event(r->match, r->judged);

    mq_match_state_at(r->match, r->judged, before.bytes);
    mq_match_state_at(r->match, r->judged + 1, after.bytes);
    if (mq__analysis_judge(&r->analysis, &r->place, before.bytes, event,
                           after.bytes, &r->event[r->judged]) != MQ_OK) {
        r->judging = false;
        return;
    }
    mq__analysis_pass(&r->analysis, &r->place, before.bytes, event);
    r->judged++;
    r->judging = r->judged < r->length;
}

static bool is_marked(const struct review *r, int k)
{
    return k < r->judged && r->event[k].event.seat >= 0 &&
           r->event[k].grade >= MQ_GRADE_DOUBTFUL;
}

static void add_own(const struct review *r, struct mq_event event,
                    struct mq_buf *out)
{
    char text[MQ_TEXT_SIZE], own[MQ_OWN_SIZE];

    mq_event_text(mq_match_game(r->match), event, text, sizeof text);
    mq__shown_words(mq_match_game(r->match), r->session->voice.language, text,
                    own);
    mq__buf_str(out, own[0] != '\0' ? own : text);
}

/* What happened, in the sentences of the log. */
static void add_event(const struct review *r, struct mq_buf *out)
{
    const struct mq_session *s = r->session;
    struct mq_note notes[MQ_MAX_NOTES];
    struct mq_event event = mq_match_event(r->match, r->at - 1);
    struct mq_state before, after;
    int count;

    state_at(r, r->at - 1, before.bytes);
    state_at(r, r->at, after.bytes);
    count = mq_describe(s->game, before.bytes, event, after.bytes, notes);
    for (int i = 0; i < count; i++) {
        size_t start = out->length;

        mq__say_message(out, &s->voice, &notes[i].message);
        mq__add_rule(out, &notes[i]);
        mq__wrap_from(out, start, r->full->face.width - 1, 2);
    }
}

/* What the decision was worth, and the better one. */
static void add_judgement(const struct review *r, struct mq_buf *out)
{
    const struct mq_session *s = r->session;
    const struct mq_judged *judged = &r->event[r->at - 1];
    size_t start = out->length;
    struct mq_message message;

    if (judged->event.seat < 0 || judged->grade == MQ_GRADE_FORCED) {
        return;
    }
    mq__analysis_say(&r->analysis, judged, &message);
    mq__mark(out, judged->grade >= MQ_GRADE_DOUBTFUL ? 'w' : 'g');
    mq__say_message(out, &s->voice, &message);
    mq__mark(out, '.');
    mq__wrap_from(out, start, r->full->face.width - 1, 2);
    if (judged->grade >= MQ_GRADE_DOUBTFUL) {
        start = out->length;
        mq__mark(out, 'b');
        mq__say_text(out, &s->voice, "term.review-better", "");
        mq__buf_char(out, ' ');
        add_own(r, (struct mq_event){judged->event.seat, judged->best}, out);
        mq__mark(out, '.');
        mq__wrap_from(out, start, r->full->face.width - 1, 2);
    }
}

static void draw_title(const struct review *r)
{
    const struct mq_session *s = r->session;
    struct mq_area area = {0, 0, 1, r->full->face.width};
    char memory[256];
    struct mq_buf text;
    int marked = 0;

    for (int k = 0; k < r->judged; k++) {
        marked += is_marked(r, k);
    }
    mq__buf_fixed(&text, memory, sizeof memory);
    mq__buf_printf(&text, " %s  ",
                   mq_word_name(s->voice.language, s->game->id, s->game->id));
    mq__say_text(&text, &s->voice, "term.review-at", "ii", r->at, r->length);
    if (r->judged > 0 || r->judging) {
        mq__buf_str(&text, "  ");
        mq__say_text(&text, &s->voice, "term.review-judged", "iii", r->judged,
                     r->length, marked);
    }
    mq__face_bar(&r->full->face, area, "bh", memory);
}

static void draw(struct review *r)
{
    struct mq_full *full = r->full;
    int room = full->face.height - 2 - FACTS_ROWS;
    struct mq_pane told = {{0}, 0};
    struct mq_state view;

    mq__face_clear(&full->face);
    draw_title(r);
    state_at(r, r->at, view.bytes);
    mq__buf_clear(&full->board.text);
    mq__full_board(full, view.bytes, full->face.width, false,
                   &full->board.text);
    if (mq__pane_lines(&full->board) > room) {
        mq__buf_clear(&full->board.text);
        mq__full_board(full, view.bytes, full->face.width, true,
                       &full->board.text);
    }
    mq__pane_draw(&full->face, &full->board,
                  (struct mq_area){1, 0, room, full->face.width});
    mq__buf_init(&told.text);
    if (r->at > 0) {
        add_event(r, &told.text);
        if (r->at <= r->judged) {
            add_judgement(r, &told.text);
        }
    }
    mq__pane_draw(&full->face, &told,
                  (struct mq_area){1 + room, 0, FACTS_ROWS, full->face.width});
    mq__buf_finish(&told.text);
    mq__full_keys(full, "term.review-keys");
}

/* The next marked move in a direction; where there is none it stays. */
static void jump(struct review *r, int by)
{
    for (int k = r->at + by; k >= 1 && k <= r->length; k += by) {
        if (is_marked(r, k - 1)) {
            r->at = k;
            return;
        }
    }
}

static void go_to(struct review *r, int at)
{
    r->at = at < 0 ? 0 : at > r->length ? r->length : at;
}

/* False: the person goes back. */
static bool press(struct review *r, int key)
{
    switch (key) {
    case MQ_KEY_GONE:
    case MQ_KEY_ESCAPE:
    case 'q':
        return false;
    case MQ_KEY_RIGHT:
    case ' ':
        go_to(r, r->at + 1);
        break;
    case MQ_KEY_LEFT:
    case MQ_KEY_BACK:
        go_to(r, r->at - 1);
        break;
    case MQ_KEY_HOME:
        go_to(r, 0);
        break;
    case MQ_KEY_END:
        go_to(r, r->length);
        break;
    case '+':
        go_to(r, r->at + 10);
        break;
    case '-':
        go_to(r, r->at - 10);
        break;
    case 'a':
        r->judging = !r->judging && r->judged < r->length;
        break;
    case 'n':
        jump(r, 1);
        break;
    case 'p':
        jump(r, -1);
        break;
    default:
        mq__pane_key(&r->full->board, key, r->full->face.height / 2);
    }
    return true;
}

static enum mq_after review(struct review *r)
{
    int key;

    do {
        draw(r);
        r->full->face.wait_ms = r->judging ? 0 : -1;
        key = mq__face_key(&r->full->face);
        if (key == MQ_KEY_NONE) {
            judge_next(r);
        }
    } while (key == MQ_KEY_NONE || press(r, key));
    r->full->face.wait_ms = -1;
    return key == MQ_KEY_GONE ? MQ_AFTER_LEAVE : MQ_AFTER_HOME;
}

static bool begin(struct review *r)
{
    struct mq_session *s = calloc(1, sizeof *s);

    r->length = mq_match_length(r->match);
    r->event = calloc((size_t)r->length + 1, sizeof *r->event);
    r->session = s;
    if (s == NULL || r->event == NULL) {
        return false;
    }
    s->game = mq_match_game(r->match);
    s->match = r->match;
    s->viewer = MQ_SPECTATOR;
    s->players = mq_match_config_of(r->match)->setup.players;
    mq__match_voice(r->match, r->full->language, s->names, &s->voice);
    r->full->session = s;
    r->full->status[0] = '\0';
    r->full->board.top = 0;
    r->analysis = mq__analysis_of(r->match, BUDGET, 1);
    return true;
}

enum mq_after mq__review_file(struct mq_full *full, const char *path)
{
    struct review *r = calloc(1, sizeof *r);
    enum mq_after after = MQ_AFTER_HOME;
    struct mq_error error;
    size_t length;
    char *text = mq__record_read(path, &length);

    if (r != NULL && text != NULL &&
        mq_match_read(text, length, &r->match, NULL, &error) == MQ_OK) {
        r->full = full;
        if (begin(r)) {
            after = review(r);
        }
        free(r->session);
        free(r->event);
        mq_match_destroy(r->match);
    }
    free(text);
    free(r);
    full->session = NULL;
    return after;
}

/* A table of a server: sits down, reads what the server says, sends what the
 * person does. docs/protocol.md describes the messages.
 */
#include "term/online/far.h"

#include "core/embed.h"
#include "core/json.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PACE_MS 55      /* between two messages */
#define ANSWER_MS 30000 /* how long an answer may take */

static const char *text_of(const struct mq_json *object, const char *key)
{
    const struct mq_json *node = mq__json_get(object, key);

    return node != NULL && node->kind == MQ_JSON_STRING ? node->text : "";
}

static int number_of(const struct mq_json *object, const char *key, int missing)
{
    const struct mq_json *node = mq__json_get(object, key);

    return node != NULL && node->kind == MQ_JSON_INT ? (int)node->integer
                                                     : missing;
}

static bool is_true(const struct mq_json *object, const char *key)
{
    const struct mq_json *node = mq__json_get(object, key);

    return node != NULL && node->kind == MQ_JSON_BOOL && node->boolean;
}

/* A list of seats as a mask. */
static uint32_t mask_of(const struct mq_json *list)
{
    uint32_t mask = 0;

    for (const struct mq_json *seat = list != NULL ? list->first : NULL;
         seat != NULL; seat = seat->next) {
        if (seat->integer >= 0 && seat->integer < MQ_MAX_PLAYERS) {
            mask |= 1u << seat->integer;
        }
    }
    return mask;
}

/* Sentences. */

static int compare_id(const void *id, const void *text)
{
    return strcmp(id, ((const struct mq_catalogue_text *)text)->id);
}

/* The catalogue's own copy of an id; NULL: this program doesn't have it. */
static const char *known_id(const char *id)
{
    const struct mq_catalogue *all = mq__catalogue_find(NULL);
    const struct mq_catalogue_text *found = bsearch(
        id, all->texts, (size_t)all->count, sizeof all->texts[0], compare_id);

    return found != NULL ? found->id : NULL;
}

static void read_arg(const struct mq_json *node, struct mq_arg *out)
{
    const struct mq_json *value = mq__json_get(node, "value");

    out->kind = text_of(node, "kind")[0];
    if (value == NULL || strchr("iwtprfc", out->kind) == NULL) {
        out->kind = 't';
    } else if (value->kind == MQ_JSON_STRING) {
        snprintf(out->text, sizeof out->text, "%s", value->text);
    } else {
        out->number = (int32_t)value->integer;
    }
}

/* A sentence in the person's language; the server's own words where this
 * program doesn't know it. */
static void add_sentence(const struct mq_far *far, const struct mq_json *node,
                         struct mq_buf *out)
{
    struct mq_voice voice = {far->language, far->game->id, far->names,
                             far->players};
    struct mq_message message = {.id = known_id(text_of(node, "id"))};
    const struct mq_json *args = mq__json_get(node, "args");

    if (message.id == NULL) {
        mq__buf_str(out, text_of(node, "text"));
        return;
    }
    for (const struct mq_json *arg = args != NULL ? args->first : NULL;
         arg != NULL && message.args < MQ_MAX_ARGS; arg = arg->next) {
        read_arg(arg, &message.arg[message.args++]);
    }
    mq__say_message(out, &voice, &message);
}

static void add_line(struct mq_far *far, int seat, const char *text)
{
    struct mq_far_line *grown = mq__grown(far->line, &far->line_room,
                                          far->lines + 1, sizeof *far->line);

    if (grown != NULL) {
        far->line = grown;
        far->line[far->lines++] = (struct mq_far_line){strdup(text), seat};
    }
}

static void take_sentences(struct mq_far *far, const struct mq_json *item)
{
    const struct mq_json *list = mq__json_get(item, "sentences");
    int seat = number_of(item, "seat", MQ_CHANCE_SEAT);

    for (const struct mq_json *node = list != NULL ? list->first : NULL;
         node != NULL; node = node->next) {
        struct mq_buf text;

        mq__buf_init(&text);
        add_sentence(far, node, &text);
        if (text_of(node, "rule")[0] != '\0') {
            mq__buf_printf(&text, " %cd(%s)%c.", MQ_MARK, text_of(node, "rule"),
                           MQ_MARK);
        }
        add_line(far, seat, mq__buf_text(&text));
        mq__buf_finish(&text);
    }
}

/* Positions and seats. */

static void take_view(struct mq_far *far, const struct mq_json *view)
{
    struct mq_json_writer w;
    struct mq_buf text;

    if (view == NULL || view->kind != MQ_JSON_OBJECT) {
        return;
    }
    mq__buf_init(&text);
    mq__json_writer_init(&w, &text);
    mq__json_node(&w, NULL, view);
    if (mq_position_read(far->game, mq__buf_text(&text), text.length,
                         far->view.bytes, NULL) == MQ_OK) {
        far->has_view = true;
    }
    mq__buf_finish(&text);
}

static void take_now(struct mq_far *far, const struct mq_json *now)
{
    const struct mq_json *clock, *left;
    int seat = 0;

    if (now == NULL || now->kind != MQ_JSON_OBJECT) {
        return;
    }
    far->actors = mask_of(mq__json_get(now, "actors"));
    far->over = is_true(now, "over");
    far->winners = mask_of(mq__json_get(now, "winners"));
    clock = mq__json_get(now, "clock");
    left = mq__json_get(clock, "left_ms");
    for (const struct mq_json *ms = left != NULL ? left->first : NULL;
         ms != NULL && seat < MQ_MAX_PLAYERS; ms = ms->next) {
        far->left_ms[seat++] = (int)ms->integer;
    }
}

/* The proposal that waits for this seat, if any. */
static void take_proposals(struct mq_far *far, const struct mq_json *list)
{
    far->proposal = 0;
    for (const struct mq_json *one = list != NULL ? list->first : NULL;
         one != NULL; one = one->next) {
        uint32_t waiting = mask_of(mq__json_get(one, "waiting"));

        if (far->seat >= 0 && (waiting >> far->seat & 1) != 0) {
            far->proposal = number_of(one, "number", 0);
            far->proposed_by = number_of(one, "by", 0);
        }
    }
}

static void take_table(struct mq_far *far, const struct mq_json *table)
{
    const struct mq_json *seats = mq__json_get(table, "seats");
    const char *state = text_of(table, "state");
    const char *help = text_of(table, "help");

    far->players = 0;
    for (const struct mq_json *seat = seats != NULL ? seats->first : NULL;
         seat != NULL && far->players < MQ_MAX_PLAYERS; seat = seat->next) {
        int i = far->players++;

        snprintf(far->name[i], sizeof far->name[i], "%s",
                 text_of(seat, "name"));
        snprintf(far->bot[i], sizeof far->bot[i], "%s", text_of(seat, "bot"));
        far->names[i] = far->name[i][0] != '\0' ? far->name[i] : NULL;
    }
    far->running = strcmp(state, "open") != 0;
    far->over = far->over || strcmp(state, "over") == 0;
    far->link.help = strcmp(help, "hints") == 0  ? MQ_LINK_HINTS
                     : strcmp(help, "odds") == 0 ? MQ_LINK_ODDS
                                                 : MQ_LINK_NO_HELP;
    far->seat = number_of(mq__json_get(table, "you"), "seat", MQ_SPECTATOR);
    take_proposals(far, mq__json_get(table, "proposals"));
}

/* Messages. */

static void take_answer(struct mq_far *far, const struct mq_json *root)
{
    const struct mq_json *error = mq__json_get(root, "error");
    const struct mq_json *table = mq__json_get(root, "table");
    char id[24];

    if (table != NULL) {
        take_table(far, table);
    }
    snprintf(id, sizeof id, "t%d", far->asked);
    if (strcmp(text_of(root, "id"), id) != 0) {
        return;
    }
    far->answered = true;
    far->agreed = is_true(root, "ok");
    if (error != NULL) {
        struct mq_buf said;

        mq__buf_fixed(&said, far->said, sizeof far->said);
        add_sentence(far, mq__json_get(error, "sentence"), &said);
        snprintf(far->rule, sizeof far->rule, "%s", text_of(error, "rule"));
    }
}

static void take_reaction(struct mq_far *far, const struct mq_json *root)
{
    int seat = number_of(root, "seat", -1);

    if (seat >= 0 && seat < far->players) {
        snprintf(far->said, sizeof far->said, "%.100s: %.100s", far->name[seat],
                 text_of(root, "reaction"));
    }
}

static void take_chat(struct mq_far *far, const struct mq_json *line)
{
    int seat = number_of(line, "seat", -1);
    char text[512];

    if (seat >= 0 && seat < far->players &&
        number_of(line, "number", 0) > far->chat) {
        far->chat = number_of(line, "number", 0);
        snprintf(text, sizeof text, "%.100s: \xE2\x80\x9C%.380s\xE2\x80\x9D",
                 far->name[seat], text_of(line, "text"));
        add_line(far, seat, text);
    }
}

static void take_item(struct mq_far *far, const struct mq_json *root)
{
    far->number = number_of(root, "number", far->number);
    take_sentences(far, root);
    take_view(far, mq__json_get(root, "view"));
    take_now(far, mq__json_get(root, "now"));
    if (strcmp(text_of(root, "kind"), "undo") == 0) {
        add_line(far, number_of(root, "seat", MQ_CHANCE_SEAT),
                 mq__label(far->language, "term.taken-back"));
    }
    if (strcmp(text_of(root, "kind"), "close") == 0) {
        far->over = true;
    }
}

static void take_message(struct mq_far *far, const struct mq_json *root)
{
    const char *type = text_of(root, "type");

    if (strcmp(type, "item") == 0) {
        take_item(far, root);
    } else if (strcmp(type, "state") == 0) {
        far->running = true;
        far->number = number_of(root, "number", far->number);
        take_view(far, mq__json_get(root, "view"));
        take_now(far, mq__json_get(root, "now"));
    } else if (strcmp(type, "table") == 0) {
        take_table(far, mq__json_get(root, "table"));
    } else if (strcmp(type, "answer") == 0) {
        take_answer(far, root);
    } else if (strcmp(type, "reaction") == 0) {
        take_reaction(far, root);
    } else if (strcmp(type, "chat") == 0) {
        take_chat(far, mq__json_get(root, "line"));
    } else if (strcmp(type, "gone") == 0) {
        far->gone = true;
    }
}

bool mq__far_pump(struct mq_far *far)
{
    struct mq_buf line;
    bool any = false;

    mq__buf_init(&line);
    while (far->net != NULL && mq__remote_next(far->net, &line)) {
        struct mq_json_doc doc;

        if (mq__json_parse(&doc, mq__buf_text(&line), line.length, NULL) ==
            MQ_OK) {
            take_message(far, doc.root);
        }
        mq__json_finish(&doc);
        any = true;
    }
    mq__buf_finish(&line);
    far->changes += any;
    return any;
}

void mq__far_wait(struct mq_far *far, int ms)
{
    enum mq_wait wait = far->net != NULL
                            ? mq__screen_wait(mq__remote_fd(far->net), -1, ms)
                            : mq__screen_wait(-1, -1, ms);

    if (wait == MQ_WAIT_STOPPED) {
        far->stopped = true;
    }
}

/* A server takes so many messages a second and closes the socket of who sends
 * more: each waits a little after the one before it. */
static void keep_pace(struct mq_far *far)
{
    struct timespec now;
    int64_t ms;

    clock_gettime(CLOCK_MONOTONIC, &now);
    ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (ms < far->sent_ms + PACE_MS) {
        mq__screen_wait(-1, -1, (int)(far->sent_ms + PACE_MS - ms));
        ms = far->sent_ms + PACE_MS;
    }
    far->sent_ms = ms;
}

/* Sends a request and waits for its answer; `fields` follow type and id. */
static bool ask(struct mq_far *far, const char *type, const char *fields)
{
    struct mq_buf text;
    int waited = 0;

    keep_pace(far);
    mq__buf_init(&text);
    mq__buf_printf(&text, "{\"type\":\"%s\",\"id\":\"t%d\"%s}", type,
                   ++far->asked, fields);
    far->answered = far->agreed = false;
    far->said[0] = far->rule[0] = '\0';
    if (far->net != NULL) {
        mq__remote_send(far->net, mq__buf_text(&text), text.length);
    }
    mq__buf_finish(&text);
    while (!far->answered && !far->gone && !far->stopped &&
           waited < ANSWER_MS) {
        mq__far_wait(far, 100);
        waited += mq__far_pump(far) ? 0 : 100;
    }
    return far->agreed;
}

bool mq__far_connect(struct mq_far *far)
{
    char fields[256];

    mq__remote_close(far->net);
    far->gone = false;
    far->net = mq__remote_open(&far->at.at, far->cookie);
    if (far->net == NULL) {
        far->gone = true;
        return false;
    }
    snprintf(fields, sizeof fields,
             ",\"table\":\"%s\",\"want\":[\"views\",\"sentences\",\"now\"]",
             far->at.table);
    return ask(far, "subscribe", fields);
}

void mq__far_answer(struct mq_far *far, bool agrees)
{
    char fields[48];

    snprintf(fields, sizeof fields, ",\"proposal\":%d", far->proposal);
    far->proposal = 0;
    ask(far, agrees ? "agree" : "decline", fields);
}

void mq__far_react(struct mq_far *far, const char *reaction)
{
    char fields[96];

    snprintf(fields, sizeof fields, ",\"reaction\":\"%.40s\"", reaction);
    ask(far, "react", fields);
}

/* What the session asks. */

static struct mq_far *far_of(struct mq_link *link)
{
    return (struct mq_far *)link;
}

static enum mq_turn turn(struct mq_link *link, uint32_t *actors)
{
    struct mq_far *far = far_of(link);

    if (actors != NULL) {
        *actors = far->over ? 0 : far->actors;
    }
    return far->over          ? MQ_TURN_OVER
           : far->actors != 0 ? MQ_TURN_SEATS
                              : MQ_TURN_CHANCE;
}

static void look(struct mq_link *link, struct mq_session *s)
{
    s->view = far_of(link)->view;
}

static bool refused(struct mq_far *far, struct mq_note *why)
{
    /* The sentence is whole in the status; a note has room for some words. */
    mq_note_set(why, NULL, "term.refused-there", "t", far->said);
    return false;
}

static bool act(struct mq_link *link, struct mq_session *s, int choice,
                struct mq_note *why)
{
    struct mq_far *far = far_of(link);
    char fields[MQ_TEXT_SIZE + 64];

    snprintf(fields, sizeof fields, ",\"last\":%d,\"action\":\"%s\"",
             far->number, s->choices.text[choice]);
    return ask(far, "act", fields) || refused(far, why);
}

static bool change(struct mq_link *link, const char *what, struct mq_note *why)
{
    struct mq_far *far = far_of(link);
    char fields[64];

    snprintf(fields, sizeof fields, ",\"last\":%d", far->number);
    return ask(far, what, fields) || refused(far, why);
}

static int show_log(struct mq_link *link, struct mq_session *s, int from,
                    bool rules)
{
    const struct mq_far *far = far_of(link);

    (void)rules;
    for (int i = from; s != NULL && i < far->lines; i++) {
        size_t start = s->screen.text.length;

        if (far->line[i].seat >= 0) {
            mq__buf_printf(&s->screen.text, "%c%d\xE2\x96\x8C%c.", MQ_MARK,
                           far->line[i].seat, MQ_MARK);
        } else {
            mq__buf_printf(&s->screen.text, "%cd\xE2\x94\x82%c.", MQ_MARK,
                           MQ_MARK);
        }
        mq__buf_str(&s->screen.text, far->line[i].text);
        mq__wrap_from(&s->screen.text, start, s->screen.width, 1);
    }
    return far->lines;
}

static const char *bot_of(struct mq_link *link, int seat)
{
    return far_of(link)->bot[seat];
}

static uint32_t winners_of(struct mq_link *link)
{
    return far_of(link)->winners;
}

const struct mq_link mq__far_link = {
    .turn = turn,
    .look = look,
    .act = act,
    .log = show_log,
    .change = change,
    .bot = bot_of,
    .winners = winners_of,
};

void mq__far_take_table(struct mq_far *far, const struct mq_json *table)
{
    take_table(far, table);
}

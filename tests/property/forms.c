/* Forms: actions as texts, positions as JSON, and what is neither. */
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct texts {
    int n;
    char text[MQ_MAX_LEGAL][MQ_TEXT_SIZE];
};

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Words of printable ASCII with single blanks between them. */
static bool well_formed(const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0; i < length; i++) {
        if (text[i] < ' ' || text[i] > '~' ||
            (text[i] == ' ' &&
             (i == 0 || i + 1 == length || text[i + 1] == ' '))) {
            return false;
        }
    }
    return length > 0;
}

static bool check_text(struct prop *p, struct mq_event event, char *text)
{
    mq_action back = ~event.action;
    enum mq_status status;

    prop_text(p, event, text);
    if (!well_formed(text)) {
        return prop_fail(p, "text", "'%s' is no clean text", text);
    }
    status = mq_read_text(p->game, text, event.seat, &back, NULL);
    if (status != MQ_OK || back != event.action) {
        return prop_fail(p, "text", "'%s' (%#x) reads as %#x: %s", text,
                         event.action, back, mq_status_word(status));
    }
    p->count.texts++;
    return true;
}

static bool check_texts_of(struct prop *p, const void *st, int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    int n = prop_choices(p, st, seat, list);
    struct texts *texts = malloc(sizeof *texts);
    bool good = texts != NULL || prop_fail(p, "memory", "no memory");

    for (int i = 0; i < n && good; i++) {
        struct mq_event event = {seat, list[i]};

        good = check_text(p, event, texts->text[i]);
    }
    if (good) {
        qsort(texts->text, (size_t)n, sizeof texts->text[0], by_text);
    }
    for (int i = 1; i < n && good; i++) {
        if (strcmp(texts->text[i - 1], texts->text[i]) == 0) {
            good = prop_fail(p, "text", "'%s' stands for two actions",
                             texts->text[i]);
        }
    }
    free(texts);
    return good;
}

bool prop_check_texts(struct prop *p, const void *st)
{
    uint32_t actors;
    enum mq_turn turn = mq_turn(p->game, st, &actors);

    if (turn == MQ_TURN_CHANCE) {
        return check_texts_of(p, st, MQ_CHANCE_SEAT);
    }
    for (int seat = 0; seat < prop_players(p); seat++) {
        if ((actors >> seat & 1) != 0 && !check_texts_of(p, st, seat)) {
            return false;
        }
    }
    return true;
}

/* mq_is_legal and why_not agree about any value; a refusal has a message. */
static bool check_asked(struct prop *p, const void *st, int seat,
                        mq_action action)
{
    struct mq_note note = {NULL, {.id = NULL}};
    bool legal = mq_is_legal(p->game, st, seat, action);
    enum mq_status why = mq_why_not(p->game, st, seat, action, &note);

    p->count.garbage++;
    if (legal != (why == MQ_OK)) {
        return prop_fail(p, "why-not", "seat %d, %#x: %s, why_not says %s",
                         seat, action, legal ? "legal" : "not legal",
                         mq_status_word(why));
    }
    if (!legal && note.message.id == NULL) {
        return prop_fail(p, "why-not", "seat %d, %#x: refused without a word",
                         seat, action);
    }
    return true;
}

static bool check_listed(struct prop *p, const void *st, int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    int n = prop_choices(p, st, seat, list);
    struct mq_note note;

    for (int i = 0; i < n; i++) {
        if (!mq_is_legal(p->game, st, seat, list[i]) ||
            mq_why_not(p->game, st, seat, list[i], &note) != MQ_OK) {
            return prop_fail(p, "why-not", "%#x is listed and refused",
                             list[i]);
        }
    }
    for (int i = 0; i < 24 && n > 0; i++) {
        mq_action near = list[prop_below(p, n)];

        near ^= (mq_action)prop_below(p, 256) << 8 * prop_below(p, 4);
        if (!check_asked(p, st, seat, near)) {
            return false;
        }
    }
    return true;
}

bool prop_check_garbage(struct prop *p, const void *st)
{
    uint32_t actors;
    enum mq_turn turn = mq_turn(p->game, st, &actors);

    for (int seat = MQ_CHANCE_SEAT; seat < prop_players(p); seat++) {
        bool acts = seat == MQ_CHANCE_SEAT ? turn == MQ_TURN_CHANCE
                                           : seat >= 0 && actors >> seat & 1;

        if (seat == MQ_SPECTATOR) {
            continue;
        }
        if (acts && !check_listed(p, st, seat)) {
            return false;
        }
        for (int i = 0; i < 12; i++) {
            mq_action any = (mq_action)mq_rng_next(&p->rng);

            any = prop_once_in(p, 2) ? any : any & 0x0707073F;
            if (!check_asked(p, st, seat, any)) {
                return false;
            }
        }
    }
    return true;
}

static bool check_position(struct prop *p, const void *st, const char *whose)
{
    char *json = mq_position_write(p->game, st);
    struct mq_error error = {.message = {.id = NULL}};
    struct prop_state back;
    enum mq_status status;
    bool good = true;

    if (json == NULL) {
        return prop_fail(p, "position", "no position was written");
    }
    memset(back.bytes, 0x3C, sizeof back.bytes);
    status = mq_position_read(p->game, json, strlen(json), back.bytes, &error);
    if (status != MQ_OK) {
        good = prop_fail(p, "position", "%s isn't read back: %s\n%.2000s",
                         whose, error.message.id, json);
    } else if (!prop_same(p, st, back.bytes)) {
        good = prop_fail(p, "position", "%s comes back as other bytes\n%.2000s",
                         whose, json);
    }
    free(json);
    p->count.positions++;
    return good;
}

bool prop_check_positions(struct prop *p, const void *st)
{
    struct prop_state view;

    if (!check_position(p, st, "the true position")) {
        return false;
    }
    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        prop_view(p, st, seat, &view);
        if (!check_position(p, view.bytes, "a view")) {
            return false;
        }
    }
    return true;
}

/* The next whole number in the text from `at` on; NULL if there is none. */
static char *next_number(char *at)
{
    for (bool quoted = false; *at != '\0'; at++) {
        if (*at == '"') {
            quoted = !quoted;
        } else if (!quoted && *at >= '0' && *at <= '9') {
            return at;
        }
    }
    return NULL;
}

/* Writes the position with one number changed by 1. */
static bool spoil(struct prop *p, char *json, char *out, size_t size)
{
    char *number = NULL;
    char *at = json;
    char *end;
    long value;
    int n = 0;

    while ((at = next_number(at)) != NULL) {
        if (prop_once_in(p, ++n)) {
            number = at;
        }
        at += strspn(at, "0123456789");
    }
    if (number == NULL) {
        return false;
    }
    value = strtol(number, &end, 10);
    value += value > 0 && prop_once_in(p, 2) ? -1 : 1;
    snprintf(out, size, "%.*s%ld%s", (int)(number - json), json, value, end);
    return true;
}

/* Positions with a wrong number: most are refused (so `check` does look), and
 * what is taken is a position like any other. */
bool prop_check_spoiled(struct prop *p, const void *st)
{
    char *json = mq_position_write(p->game, st);
    size_t size = json != NULL ? strlen(json) + 8 : 8;
    char *wrong = malloc(size);
    struct prop_state back;
    bool good = true;

    if (json == NULL || wrong == NULL) {
        good = prop_fail(p, "memory", "no memory");
    } else if (spoil(p, json, wrong, size)) {
        p->count.spoiled++;
        if (mq_position_read(p->game, wrong, strlen(wrong), back.bytes, NULL) !=
            MQ_OK) {
            p->count.refused++;
        } else {
            good = check_position(p, back.bytes, "a changed position");
        }
    }
    free(json);
    free(wrong);
    return good;
}

/* What each seat uses in one match. */
#include "sim/usage.h"

#include "core/game.h"

#include <stdio.h>
#include <string.h>

#define MOST_KEYS 1024 /* different things that one seat uses */

void mq__used_begin(struct mq_used *used, const struct mq_game *game)
{
    used->game = game;
    used->count = 0;
    memset(used->seen, 0, sizeof used->seen);
}

void mq__used_note(struct mq_used *used, struct mq_event event)
{
    const uint32_t mask = MQ_USED_ROOM * 2 - 1;
    uint64_t id =
        ((uint64_t)event.action << 4 | (uint64_t)(event.seat + 3)) + 1;
    uint32_t i = (uint32_t)(id * UINT64_C(0x9E3779B97F4A7C15) >> 40) & mask;

    while (used->seen[i] != 0 && used->seen[i] != id) {
        i = (i + 1) & mask;
    }
    if (used->seen[i] == 0 && used->count < MQ_USED_ROOM) {
        used->seen[i] = id;
        used->event[used->count++] = event;
    }
}

/* What one seat has used so far. */
struct keys {
    int count;
    char key[MOST_KEYS][MQ_USAGE_SIZE];
};

static void add_key(struct keys *keys, const char *verb, const char *word)
{
    char key[MQ_USAGE_SIZE];
    int length = snprintf(key, sizeof key, "%s %s", verb, word);

    if (length < 0 || (size_t)length >= sizeof key) {
        return;
    }
    for (int i = 0; i < keys->count; i++) {
        if (strcmp(keys->key[i], key) == 0) {
            return;
        }
    }
    if (keys->count < MOST_KEYS) {
        memcpy(keys->key[keys->count++], key, sizeof key);
    }
}

/* Cards, people and places have ids of small letters; numbers, faces of dice
 * and seats don't. */
static bool names_something(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'z' && word[1] != '\0' &&
           word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* Splits a text at its blanks; how many words. */
static int split(char *text, char *word[], int most)
{
    int n = 0;

    for (char *next = text; text != NULL && n < most; text = next) {
        next = strchr(text, ' ');
        if (next != NULL) {
            *next++ = '\0';
        }
        word[n++] = text;
    }
    return n;
}

/* What an event names, if it is the seat's: its action, or an outcome that
 * names it. */
static void read_event(const struct mq_game *game, struct mq_event event,
                       int seat, struct keys *keys)
{
    char text[MQ_TEXT_SIZE];
    char *word[16];
    int n, whose = event.seat;

    mq_event_text(game, event, text, sizeof text);
    n = split(text, word, 16);
    for (int i = 1; i < n && event.seat == MQ_CHANCE_SEAT; i++) {
        whose = mq__seat_of(word[i]) >= 0 ? mq__seat_of(word[i]) : whose;
    }
    if (whose != seat) {
        return;
    }
    for (int i = 1; i < n; i++) {
        if (names_something(word[i])) {
            add_key(keys, word[0], word[i]);
        }
    }
}

void mq__used_count(const struct mq_used *used, uint32_t winners,
                    struct mq_tallies *tallies)
{
    struct keys keys;

    for (int seat = 0; seat < tallies->players; seat++) {
        keys.count = 0;
        for (int i = 0; i < used->count; i++) {
            if (used->event[i].seat == seat ||
                used->event[i].seat == MQ_CHANCE_SEAT) {
                read_event(used->game, used->event[i], seat, &keys);
            }
        }
        for (int i = 0; i < keys.count; i++) {
            mq__tally_usage(tallies, keys.key[i], (winners >> seat & 1) != 0);
        }
    }
}

/* What is said to people, for the tests of each game's words. Included after
 * the header of the game, which opens `game`. */
#ifndef MAXQ_TESTS_UNIT_SAID_H
#define MAXQ_TESTS_UNIT_SAID_H

#include "unit.h"

#include <maxq/game.h>

#include "core/utf8.h"

#include <string.h>

static const char *const languages[] = {"en", "de"};

/* Both languages have the text, with all of its places filled. */
static inline void check_message(const struct mq_message *message)
{
    for (size_t i = 0; i < COUNT(languages); i++) {
        struct mq_voice voice = {languages[i], game->id, NULL, 0};
        char text[512];

        if (mq_text(languages[i], message->id) == NULL) {
            fail_msg("%s: no text for %s", languages[i], message->id);
        }
        assert_true(mq_sentence(message, &voice, text, sizeof(text)) <
                    sizeof(text));
        assert_null(strchr(text, '{'));
    }
}

static inline void check_notes(const struct mq_note *note, int n)
{
    assert_in_range(n, 1, MQ_MAX_NOTES);
    for (int i = 0; i < n; i++) {
        check_message(&note[i].message);
    }
}

/* Columns of each line: characters without style marks. */
static inline void check_width(const char *text, int width)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        int columns = mq__utf8_count(text, text + length);

        for (size_t i = 0; i < length; i++) {
            columns -= text[i] == MQ_MARK ? 2 : 0;
        }
        if (columns > width) {
            fail_msg("%d columns: %.*s", columns, (int)length, text);
        }
        text += length + (text[length] == '\n');
    }
}

#endif

/* Messages for programs: the id, the arguments and the sentence. */
#ifndef MAXQ_CORE_MESSAGE_JSON_H
#define MAXQ_CORE_MESSAGE_JSON_H

#include <maxq/game.h>

#include "core/json.h"

/* Adds the keys `message` (the sentence), `id` and `args` (a list of
 * {"kind", "value"}) to an object that is open: an error. */
void mq__message_keys(struct mq_json_writer *w,
                      const struct mq_message *message,
                      const struct mq_voice *voice);

/* A sentence: {"id", "args", "text"}. */
void mq__sentence_json(struct mq_json_writer *w, const char *key,
                       const struct mq_message *message,
                       const struct mq_voice *voice);

/* A note is a sentence with `rule`, null where there is none. */
void mq__note_json(struct mq_json_writer *w, const char *key,
                   const struct mq_note *note, const struct mq_voice *voice);
void mq__notes_json(struct mq_json_writer *w, const char *key,
                    const struct mq_note *notes, int count,
                    const struct mq_voice *voice);

/* The text of an event. */
void mq__event_json(struct mq_json_writer *w, const char *key,
                    const struct mq_game *game, struct mq_event event);

/* The value of an option of a match: a word, a number, or true and false. */
void mq__option_json(struct mq_json_writer *w, const char *key,
                     const struct mq_option *option, int value);

/* Chances: a list of {"sentence", "chance", "lack", "spare"}; `chance` is null
 * where it can't come about, `lack` a note or null, `spare` the chances with
 * 0, 1 … spare dice, empty where they play no part. */
void mq__odds_json(struct mq_json_writer *w, const char *key,
                   const struct mq_odds *odds, int count,
                   const struct mq_voice *voice);

#endif

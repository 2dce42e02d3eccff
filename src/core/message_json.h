/* Messages for programs: the id, the arguments and the English sentence. */
#ifndef MAXQ_CORE_MESSAGE_JSON_H
#define MAXQ_CORE_MESSAGE_JSON_H

#include <maxq/message.h>

#include "core/json.h"

/* Adds the keys `message` (the sentence), `id` and `args` (a list of
 * {"kind", "value"}) to an object that is open; `game` (NULL: none) is whose
 * words the arguments use. */
void mq__message_keys(struct mq_json_writer *w,
                      const struct mq_message *message, const char *game);

/* An object: those keys and, where there is one, `rule`. */
void mq__note_json(struct mq_json_writer *w, const char *key,
                   const struct mq_note *note, const char *game);

#endif

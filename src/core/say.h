/* Sentences of the catalogues (message.h) as parts of a longer text. */
#ifndef MAXQ_CORE_SAY_H
#define MAXQ_CORE_SAY_H

#include <maxq/message.h>

#include "core/buf.h"

/* The longest sentence, with NUL; a longer one is cut. */
#define MQ_SENTENCE_SIZE 2048

/* Adds a message in words; one without an id adds nothing. */
void mq__say_message(struct mq_buf *out, const struct mq_voice *voice,
                     const struct mq_message *message);

/* The same with id and arguments as for mq_message_set. */
void mq__say_text(struct mq_buf *out, const struct mq_voice *voice,
                  const char *id, const char *format, ...);
void mq__say_textv(struct mq_buf *out, const struct mq_voice *voice,
                   const char *id, const char *format, va_list args);

/* A catalogue text without arguments; its id where there is none. */
const char *mq__label(const char *language, const char *id);

#endif

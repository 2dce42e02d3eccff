/* Sentences as parts of a longer text: see say.h. */
#include "core/say.h"

void mq__say_message(struct mq_buf *out, const struct mq_voice *voice,
                     const struct mq_message *message)
{
    char sentence[MQ_SENTENCE_SIZE];

    mq_sentence(message, voice, sentence, sizeof sentence);
    mq__buf_str(out, sentence);
}

void mq__say_textv(struct mq_buf *out, const struct mq_voice *voice,
                   const char *id, const char *format, va_list args)
{
    struct mq_message message;

    mq_message_setv(&message, id, format, args);
    mq__say_message(out, voice, &message);
}

void mq__say_text(struct mq_buf *out, const struct mq_voice *voice,
                  const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq__say_textv(out, voice, id, format, args);
    va_end(args);
}

const char *mq__label(const char *language, const char *id)
{
    const char *text = mq_text(language, id);

    return text != NULL ? text : id;
}

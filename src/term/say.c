/* Sentences from the catalogues, wrapped to the screen. */
#include "term/session.h"

#include "term/text.h"

#include <string.h>

#define SENTENCE_SIZE 2048

static void add_message(const struct mq_session *s, struct mq_buf *out,
                        const struct mq_message *message)
{
    char sentence[SENTENCE_SIZE];

    mq_sentence(message, &s->voice, sentence, sizeof sentence);
    mq__buf_str(out, sentence);
}

void mq__add_sentence(const struct mq_session *s, struct mq_buf *out,
                      const struct mq_message *message)
{
    add_message(s, out, message);
}

void mq__add_text(const struct mq_session *s, struct mq_buf *out,
                  const char *id, const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    add_message(s, out, &message);
}

static void wrap(struct mq_session *s, int indent, const char *text)
{
    struct mq_wrap how = {
        .width = s->screen.width, .first = indent, .rest = indent};

    mq__text_wrap(&s->screen.text, text, &how);
}

void mq__say_message(struct mq_session *s, int indent,
                     const struct mq_message *message)
{
    char sentence[SENTENCE_SIZE];

    mq_sentence(message, &s->voice, sentence, sizeof sentence);
    wrap(s, indent, sentence);
}

void mq__say(struct mq_session *s, const char *id, const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq__say_message(s, 0, &message);
}

void mq__say_note(struct mq_session *s, int indent, const struct mq_note *note)
{
    char text[SENTENCE_SIZE + 64];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof text);
    add_message(s, &buf, &note->message);
    if (note->rule != NULL) {
        mq__buf_printf(&buf, " %cd(%s)%c.", MQ_MARK, note->rule, MQ_MARK);
    }
    wrap(s, indent, text);
}

void mq__say_title(struct mq_session *s, const char *id, const char *format,
                   ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq__buf_printf(&s->screen.text, "\n%cb", MQ_MARK);
    add_message(s, &s->screen.text, &message);
    mq__buf_printf(&s->screen.text, "%c.\n", MQ_MARK);
}

void mq__notice(struct mq_session *s, const char *id, const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq_sentence(&message, &s->voice, s->notice, sizeof s->notice);
}

/* "yes" in the person's language, or its beginning; English always. */
static bool is_yes(const struct mq_session *s, const char *line)
{
    const char *words[] = {"yes", mq_text(s->voice.language, "term.yes")};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (words[i] != NULL && line[0] != '\0' &&
            strncmp(line, words[i], strlen(line)) == 0) {
            return true;
        }
    }
    return false;
}

bool mq__ask_yes(struct mq_session *s)
{
    char line[64];

    mq__buf_str(&s->screen.text, "> ");
    if (!mq__screen_line(&s->screen, line, sizeof line)) {
        s->left = true;
        return false;
    }
    return is_yes(s, line);
}

/* Sentences from the catalogues, wrapped to the screen. */
#include "term/session.h"

#include <string.h>

/* What was added to the screen's text since then, wrapped. */
static void wrap_from(struct mq_session *s, size_t start)
{
    struct mq_buf *out = &s->screen.text;
    int indent = (int)strspn(mq__buf_text(out) + start, " ");

    mq__wrap_from(out, start, s->screen.width, indent);
}

void mq__say(struct mq_session *s, const char *id, const char *format, ...)
{
    size_t start = s->screen.text.length;
    va_list args;

    va_start(args, format);
    mq__say_textv(&s->screen.text, &s->voice, id, format, args);
    va_end(args);
    wrap_from(s, start);
}

void mq__say_note(struct mq_session *s, int indent, const struct mq_note *note)
{
    struct mq_buf *out = &s->screen.text;
    size_t start = out->length;

    mq__text_blanks(out, indent);
    mq__say_message(out, &s->voice, &note->message);
    mq__add_rule(out, note);
    wrap_from(s, start);
}

void mq__add_rule(struct mq_buf *out, const struct mq_note *note)
{
    if (note->rule != NULL) {
        mq__buf_printf(out, " %cd(%s)%c.", MQ_MARK, note->rule, MQ_MARK);
    }
}

void mq__say_title(struct mq_session *s, const char *id, const char *format,
                   ...)
{
    va_list args;

    mq__buf_printf(&s->screen.text, "\n%cb", MQ_MARK);
    va_start(args, format);
    mq__say_textv(&s->screen.text, &s->voice, id, format, args);
    va_end(args);
    mq__buf_printf(&s->screen.text, "%c.\n", MQ_MARK);
}

void mq__notice(struct mq_session *s, const char *id, const char *format, ...)
{
    struct mq_buf notice;
    va_list args;

    mq__buf_fixed(&notice, s->notice, sizeof s->notice);
    va_start(args, format);
    mq__say_textv(&notice, &s->voice, id, format, args);
    va_end(args);
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

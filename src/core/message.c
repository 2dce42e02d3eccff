/* Messages: setting them, and putting them into words from the catalogues.
 * data/text/README.md has the syntax of the catalogues.
 */
#include <maxq/message.h>

#include "core/embed.h"
#include "core/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6"
#define MAX_ID 128

/* Kinds whose argument is a text. */
static bool is_text(char kind)
{
    return kind == 'w' || kind == 't' || kind == 'r';
}

static void set_text(struct mq_arg *arg, const char *text)
{
    size_t length = strlen(text);

    if (length < sizeof arg->text) {
        memcpy(arg->text, text, length + 1);
        return;
    }
    length = mq__utf8_cut(text, sizeof arg->text - sizeof ELLIPSIS);
    memcpy(arg->text, text, length);
    memcpy(arg->text + length, ELLIPSIS, sizeof ELLIPSIS);
}

void mq_message_setv(struct mq_message *message, const char *id,
                     const char *format, va_list args)
{
    memset(message, 0, sizeof *message);
    message->id = id;
    for (int i = 0; format[i] != '\0'; i++) {
        struct mq_arg *arg = &message->arg[i];

        assert(i < MQ_MAX_ARGS && strchr("iwtprfc", format[i]) != NULL);
        if (i >= MQ_MAX_ARGS) {
            return;
        }
        arg->kind = format[i];
        if (is_text(arg->kind)) {
            const char *text = va_arg(args, const char *);

            set_text(arg, text != NULL ? text : "");
        } else {
            arg->number = va_arg(args, int);
        }
        message->args = i + 1;
    }
}

void mq_message_set(struct mq_message *message, const char *id,
                    const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq_message_setv(message, id, format, args);
    va_end(args);
}

void mq_note_set(struct mq_note *note, const char *rule, const char *id,
                 const char *format, ...)
{
    va_list args;

    note->rule = rule;
    va_start(args, format);
    mq_message_setv(&note->message, id, format, args);
    va_end(args);
}

const char *mq_language(int index)
{
    assert(index >= 0 && index <= mq__catalogue_count);
    return mq__languages[index];
}

static int compare_id(const void *id, const void *text)
{
    return strcmp(id, ((const struct mq_catalogue_text *)text)->id);
}

const char *mq_text(const char *language, const char *id)
{
    const struct mq_catalogue *catalogue = mq__catalogue_find(language);
    const struct mq_catalogue_text *found =
        bsearch(id, catalogue->texts, (size_t)catalogue->count,
                sizeof catalogue->texts[0], compare_id);

    return found != NULL ? found->text : NULL;
}

static const char *word_of(const char *language, const char *game,
                           const char *word)
{
    char id[MAX_ID];
    int length = snprintf(id, sizeof id, "%s.word.%s", game, word);

    if (length < 0 || (size_t)length >= sizeof id) {
        return NULL;
    }
    return mq_text(language, id);
}

const char *mq_word_name(const char *language, const char *game,
                         const char *word)
{
    const char *name = NULL;

    if (game != NULL) {
        name = word_of(language, game, word);
    }
    if (name == NULL) {
        name = word_of(language, "core", word);
    }
    return name != NULL ? name : word;
}

/* A sentence being put together: length counts on where memory ends. */
struct sentence {
    const struct mq_message *message;
    const struct mq_voice *voice;
    char *out;
    size_t size;
    size_t length;
};

static void add(struct sentence *s, const char *text, size_t length)
{
    if (s->length + 1 < s->size) {
        size_t left = s->size - 1 - s->length;

        memcpy(s->out + s->length, text, length < left ? length : left);
    }
    s->length += length;
}

/* Control characters could drive a terminal, and these texts come from
 * outside: each is shown as a question mark. */
static void add_outside(struct sentence *s, const char *text)
{
    while (*text != '\0') {
        unsigned char first = (unsigned char)text[0];
        unsigned char second = (unsigned char)text[1];

        if (first < 0x20 || first == 0x7F) {
            add(s, "?", 1);
            text += 1;
        } else if (first == 0xC2 && second >= 0x80 && second < 0xA0) {
            add(s, "?", 1);
            text += 2;
        } else {
            add(s, text, 1);
            text += 1;
        }
    }
}

static void add_int(struct sentence *s, long long number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", number);

    add(s, digits, (size_t)length);
}

/* Thousandths, without zeros at the end: 1500 is 1.5. */
static void add_fixed(struct sentence *s, int32_t thousandths)
{
    long long number = thousandths;
    char fraction[8];
    size_t length = 3;

    if (number < 0) {
        add(s, "-", 1);
        number = -number;
    }
    add_int(s, number / 1000);
    snprintf(fraction, sizeof fraction, "%03d", (int)(number % 1000));
    while (length > 0 && fraction[length - 1] == '0') {
        length--;
    }
    if (length > 0) {
        const char *sign = mq_text(s->voice->language, "core.decimal-sign");

        sign = sign != NULL ? sign : ".";
        add(s, sign, strlen(sign));
        add(s, fraction, length);
    }
}

static void add_seat(struct sentence *s, int seat)
{
    const struct mq_voice *voice = s->voice;

    if (voice->names != NULL && seat >= 0 && seat < voice->players &&
        voice->names[seat] != NULL) {
        add_outside(s, voice->names[seat]);
        return;
    }
    add(s, "P", 1);
    add_int(s, (long long)seat + 1);
}

static void add_arg(struct sentence *s, const struct mq_arg *arg)
{
    const struct mq_voice *voice = s->voice;

    switch (arg->kind) {
    case 'w':
        add_outside(s, mq_word_name(voice->language, voice->game, arg->text));
        break;
    case 't':
    case 'r':
        add_outside(s, arg->text);
        break;
    case 'p':
        add_seat(s, arg->number);
        break;
    case 'f':
        add_fixed(s, arg->number);
        break;
    case 'c':
        add_fixed(s, arg->number);
        add(s, " %", 2);
        break;
    default:
        add_int(s, arg->number);
        break;
    }
}

static bool is_one(const struct mq_arg *arg)
{
    int one = arg->kind == 'f' || arg->kind == 'c' ? 1000 : 1;

    return arg->number == one || arg->number == -one;
}

/* `{0}` or `{0|one|other}` at `text`; returns how long it is, 0 if it is
 * neither (then the brace stands as it is). */
static size_t add_place(struct sentence *s, const char *text)
{
    const char *bar = text + 2;
    const char *end;
    const struct mq_arg *arg;
    int number = text[1] - '0';

    if (number < 0 || number >= s->message->args) {
        return 0;
    }
    assert(number < MQ_MAX_ARGS);
    arg = &s->message->arg[number];
    if (*bar == '}') {
        add_arg(s, arg);
        return 3;
    }
    end = strchr(bar, '}');
    if (*bar != '|' || end == NULL) {
        return 0;
    }
    text = bar + 1;
    bar = memchr(text, '|', (size_t)(end - text));
    if (bar == NULL) {
        return 0;
    }
    if (is_one(arg)) {
        add(s, text, (size_t)(bar - text));
    } else {
        add(s, bar + 1, (size_t)(end - bar - 1));
    }
    return (size_t)(end - text) + 4;
}

static void add_sentence(struct sentence *s, const char *text)
{
    while (*text != '\0') {
        size_t place = *text == '{' ? add_place(s, text) : 0;

        if (place == 0) {
            add(s, text, 1);
            place = 1;
        }
        text += place;
    }
}

size_t mq_sentence(const struct mq_message *message,
                   const struct mq_voice *voice, char *out, size_t size)
{
    static const struct mq_voice plain = {0};
    struct sentence s = {
        .message = message,
        .voice = voice != NULL ? voice : &plain,
        .out = out,
        .size = size,
    };

    if (message->id != NULL) {
        const char *text = mq_text(s.voice->language, message->id);

        add_sentence(&s, text != NULL ? text : message->id);
    }
    if (size > 0) {
        out[s.length < size ? s.length : mq__utf8_cut(out, size - 1)] = '\0';
    }
    return s.length;
}

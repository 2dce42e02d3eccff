/* See told.h. */
#include "server/told.h"

#include "core/hash.h"
#include "core/json.h"
#include "server/secret.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *const mq__whats[] = {"turn", "clock",   "start", "invite", "over",
                                 "test", "confirm", "reset", NULL};

void mq__stop_key(const char *secret, const char *channel,
                  char out[MQ_STOP_KEY_SIZE])
{
    uint8_t hash[16];

    crypto_generichash(hash, sizeof(hash), (const unsigned char *)channel,
                       strlen(channel), (const unsigned char *)secret,
                       strlen(secret));
    mq__hex_write(hash, sizeof(hash), out);
    out[MQ_STOP_KEY_SIZE - 1] = '\0';
}

/* A catalogue's sentence with the game and who else is there. Its arguments may
 * be longer than those of messages, so they are put in here. */
static void say(const struct mq_told *told, const char *language,
                const char *end, struct mq_buf *out)
{
    char id[48];
    const char *text, *arg[2];

    snprintf(id, sizeof(id), "notice.%s%s", mq__whats[told->notice.what], end);
    text = mq_text(language, id);
    arg[0] = mq_word_name(language, told->game, told->game);
    arg[1] =
        told->with[0] != '\0' ? told->with : mq_text(language, "notice.alone");
    for (text = text != NULL ? text : id; *text != '\0'; text++) {
        if (text[0] == '{' && (text[1] == '0' || text[1] == '1') &&
            text[2] == '}') {
            mq__buf_str(out, arg[text[1] - '0']);
            text += 2;
        } else {
            mq__buf_char(out, *text);
        }
    }
}

void mq__told_title(const struct mq_told *told, const char *language,
                    struct mq_buf *out)
{
    say(told, language, ".title", out);
}

void mq__told_text(const struct mq_told *told, const char *language,
                   struct mq_buf *out)
{
    say(told, language, "", out);
}

/* Both as fields of an object. */
static void add_words(struct mq_json_writer *w, const struct mq_told *told,
                      const char *language)
{
    struct mq_buf text;

    mq__buf_init(&text);
    mq__told_title(told, language, &text);
    mq__json_str(w, "title", mq__buf_text(&text));
    mq__buf_clear(&text);
    mq__told_text(told, language, &text);
    mq__json_str(w, "body", mq__buf_text(&text));
    mq__buf_finish(&text);
}

void mq__told_push(const struct mq_told *told, const struct mq_channel *to,
                   struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    add_words(&w, told, to->language);
    mq__json_str(&w, "url", told->url);
    mq__json_str(&w, "what", mq__whats[told->notice.what]);
    mq__json_str(&w, "tag",
                 told->notice.table[0] != '\0' ? told->notice.table : "maxq");
    mq__json_close(&w, '}');
}

static void add_table(struct mq_json_writer *w, const struct mq_told *told)
{
    mq__json_str(w, "event", mq__whats[told->notice.what]);
    mq__json_str(w, "table", told->notice.table);
    mq__json_str(w, "game", told->game);
    mq__json_int(w, "seat", told->notice.seat);
    mq__json_str(w, "name", told->name);
    mq__json_str(w, "url", told->url);
}

/* Discord reads "content", Slack and Matrix "text". */
void mq__told_hook(const struct mq_told *told, const struct mq_channel *to,
                   struct mq_buf *out)
{
    struct mq_json_writer w;
    struct mq_buf line;

    mq__buf_init(&line);
    mq__told_title(told, to->language, &line);
    mq__buf_str(&line, "\n");
    mq__told_text(told, to->language, &line);
    mq__buf_printf(&line, "\n%s", told->url);
    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "content", mq__buf_text(&line));
    mq__json_str(&w, "text", mq__buf_text(&line));
    mq__json_str(&w, "username", "Max Q");
    mq__json_open(&w, "maxq", '{');
    add_table(&w, told);
    mq__json_close(&w, '}');
    mq__json_close(&w, '}');
    mq__buf_finish(&line);
}

void mq__told_command(const struct mq_told *told, const char *account,
                      const char *language, struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    add_table(&w, told);
    mq__json_str(&w, "account", account[0] != '\0' ? account : NULL);
    mq__json_str(&w, "language", language[0] != '\0' ? language : "en");
    mq__json_close(&w, '}');
    mq__buf_char(out, '\n');
}

/* RFC 2047: a word of base64, 45 bytes at a time, cut between characters. */
static void add_subject(struct mq_buf *out, const char *text)
{
    size_t length = strlen(text);
    char word[80];

    mq__buf_str(out, "Subject:");
    for (size_t at = 0, part; at < length; at += part) {
        part = length - at < 45 ? length - at : 45;
        while (part > 1 && at + part < length &&
               ((unsigned char)text[at + part] & 0xC0) == 0x80) {
            part--;
        }
        sodium_bin2base64(word, sizeof(word), (const unsigned char *)text + at,
                          part, sodium_base64_VARIANT_ORIGINAL);
        mq__buf_printf(out, " =?UTF-8?B?%s?=\r\n", word);
    }
}

/* Lines of 76 characters. */
static void add_base64(struct mq_buf *out, const char *text, size_t length)
{
    char line[80];

    for (size_t at = 0; at < length; at += 57) {
        sodium_bin2base64(line, sizeof(line), (const unsigned char *)text + at,
                          length - at < 57 ? length - at : 57,
                          sodium_base64_VARIANT_ORIGINAL);
        mq__buf_printf(out, "%s\r\n", line);
    }
}

static bool can_stop(const struct mq_told_letter *l)
{
    return l->told[0].notice.what != MQ_WHAT_CONFIRM &&
           l->told[0].notice.what != MQ_WHAT_RESET;
}

static void add_head(const struct mq_told_letter *l, struct mq_buf *out)
{
    char date[48], subject[160], id[MQ_KEY_SIZE];
    time_t seconds = (time_t)(l->at / 1000);
    struct mq_buf title;
    struct tm day;

    mq__buf_fixed(&title, subject, sizeof(subject));
    if (l->count == 1) {
        mq__told_title(&l->told[0], l->to->language, &title);
    } else {
        struct mq_message message;
        struct mq_voice voice = {.language = l->to->language};

        mq_message_set(&message, "notice.digest.title", "i", l->count);
        mq_sentence(&message, &voice, subject, sizeof(subject));
    }
    gmtime_r(&seconds, &day);
    strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S +0000", &day);
    mq__key_make(id);
    mq__buf_printf(out, "Date: %s\r\nFrom: Max Q <%s>\r\nTo: <%s>\r\n", date,
                   l->from, l->to->address);
    mq__buf_printf(out, "Message-ID: <%s@%s>\r\n", id,
                   strchr(l->from, '@') != NULL ? strchr(l->from, '@') + 1
                                                : "maxq");
    add_subject(out, subject);
    mq__buf_str(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                     "Content-Type: text/plain; charset=utf-8\r\n"
                     "Content-Transfer-Encoding: base64\r\n");
    if (can_stop(l)) { /* RFC 8058 */
        mq__buf_printf(out,
                       "List-Unsubscribe: <%s/api/stop?c=%s&k=%s>\r\n"
                       "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
                       l->to->base, l->to->id, l->stop_key);
    }
    mq__buf_str(out, "\r\n");
}

void mq__told_letter(const struct mq_told_letter *l, struct mq_buf *out)
{
    const char *language = l->to->language;
    struct mq_buf body;

    add_head(l, out);
    mq__buf_init(&body);
    for (int i = 0; i < l->count; i++) {
        mq__told_text(&l->told[i], language, &body);
        mq__buf_printf(&body, "\r\n%s\r\n\r\n", l->told[i].url);
    }
    if (can_stop(l)) {
        mq__buf_printf(&body,
                       "--\r\n%s\r\n%s/notices\r\n%s\r\n%s/stop#%s.%s\r\n",
                       mq_text(language, "notice.settings"), l->to->base,
                       mq_text(language, "notice.stop"), l->to->base, l->to->id,
                       l->stop_key);
    }
    add_base64(out, mq__buf_text(&body), body.length);
    mq__buf_finish(&body);
}

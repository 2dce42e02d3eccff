/* Messages as JSON: see message_json.h. */
#include "core/message_json.h"

#include <math.h>
#include <string.h>

static void write_id(struct mq_json_writer *w, const struct mq_message *message)
{
    mq__json_add(w, "id:s args:[", message->id);
    for (int i = 0; i < message->args; i++) {
        const struct mq_arg *arg = &message->arg[i];
        const char kind[] = {arg->kind, '\0'};

        if (strchr("wtr", arg->kind) != NULL) {
            mq__json_add(w, "{kind:s value:s}", kind, arg->text);
        } else {
            mq__json_add(w, "{kind:s value:i}", kind, (int)arg->number);
        }
    }
    mq__json_close(w, ']');
}

static void write_words(struct mq_json_writer *w, const char *key,
                        const struct mq_message *message,
                        const struct mq_voice *voice)
{
    char sentence[1024] = "";

    if (message->id != NULL) {
        mq_sentence(message, voice, sentence, sizeof(sentence));
    }
    mq__json_str(w, key, sentence);
}

void mq__message_keys(struct mq_json_writer *w,
                      const struct mq_message *message,
                      const struct mq_voice *voice)
{
    write_words(w, "message", message, voice);
    write_id(w, message);
}

void mq__sentence_json(struct mq_json_writer *w, const char *key,
                       const struct mq_message *message,
                       const struct mq_voice *voice)
{
    mq__json_open(w, key, '{');
    write_id(w, message);
    write_words(w, "text", message, voice);
    mq__json_close(w, '}');
}

void mq__note_json(struct mq_json_writer *w, const char *key,
                   const struct mq_note *note, const struct mq_voice *voice)
{
    mq__json_open(w, key, '{');
    mq__json_str(w, "rule", note->rule);
    write_id(w, &note->message);
    write_words(w, "text", &note->message, voice);
    mq__json_close(w, '}');
}

void mq__notes_json(struct mq_json_writer *w, const char *key,
                    const struct mq_note *notes, int count,
                    const struct mq_voice *voice)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        mq__note_json(w, NULL, &notes[i], voice);
    }
    mq__json_close(w, ']');
}

void mq__event_json(struct mq_json_writer *w, const char *key,
                    const struct mq_game *game, struct mq_event event)
{
    char text[MQ_TEXT_SIZE];

    mq_event_text(game, event, text, sizeof(text));
    mq__json_str(w, key, text);
}

void mq__option_json(struct mq_json_writer *w, const char *key,
                     const struct mq_option *option, int value)
{
    if (option->words == mq_yes_no) {
        mq__json_bool(w, key, value != 0);
    } else if (option->words != NULL) {
        mq__json_str(w, key, option->words[value]);
    } else {
        mq__json_int(w, key, value);
    }
}

static void write_odds(struct mq_json_writer *w, const struct mq_odds *o,
                       const struct mq_voice *voice)
{
    mq__json_open(w, NULL, '{');
    mq__sentence_json(w, "sentence", &o->message, voice);
    mq__json_real(w, "chance", o->chance >= 0 ? o->chance : NAN);
    if (o->lack.message.id != NULL) {
        mq__note_json(w, "lack", &o->lack, voice);
    } else {
        mq__json_null(w, "lack");
    }
    mq__json_add(w, "spare:R}", o->spare, o->spare_count);
}

void mq__odds_json(struct mq_json_writer *w, const char *key,
                   const struct mq_odds *odds, int count,
                   const struct mq_voice *voice)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        write_odds(w, &odds[i], voice);
    }
    mq__json_close(w, ']');
}

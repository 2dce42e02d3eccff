/* Messages as JSON: see message_json.h. */
#include "core/message_json.h"

#include <string.h>

static void write_arg(struct mq_json_writer *w, const struct mq_arg *arg)
{
    char kind[2] = {arg->kind, '\0'};

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "kind", kind);
    if (strchr("wtr", arg->kind) != NULL) {
        mq__json_str(w, "value", arg->text);
    } else {
        mq__json_int(w, "value", arg->number);
    }
    mq__json_close(w, '}');
}

void mq__message_keys(struct mq_json_writer *w,
                      const struct mq_message *message, const char *game)
{
    struct mq_voice voice = {.language = "en", .game = game};
    char sentence[1024] = "";

    if (message->id != NULL) {
        mq_sentence(message, &voice, sentence, sizeof(sentence));
    }
    mq__json_str(w, "message", sentence);
    mq__json_str(w, "id", message->id);
    mq__json_open(w, "args", '[');
    for (int i = 0; i < message->args; i++) {
        write_arg(w, &message->arg[i]);
    }
    mq__json_close(w, ']');
}

void mq__note_json(struct mq_json_writer *w, const char *key,
                   const struct mq_note *note, const char *game)
{
    mq__json_open(w, key, '{');
    if (note->rule != NULL) {
        mq__json_str(w, "rule", note->rule);
    }
    mq__message_keys(w, &note->message, game);
    mq__json_close(w, '}');
}

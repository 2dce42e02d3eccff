/* See say.h. */
#include "server/say.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct {
    const char *word;
    int status;
} faults[] = {
#define MQ_X(name, word, status) {word, status},
    MQ_FAULT_LIST(MQ_X)
#undef MQ_X
};

const char *mq__fault_word(enum mq_fault fault)
{
    return faults[fault].word;
}

int mq__fault_status(enum mq_fault fault)
{
    return faults[fault].status;
}

/* The catalogue's ids have no underscores. */
static const char *const fault_ids[] = {
    [MQ_FAULT_NONE] = "server.ok",
    [MQ_FAULT_BAD_REQUEST] = "server.bad-request",
    [MQ_FAULT_BAD_SECRET] = "server.bad-secret",
    [MQ_FAULT_BAD_PASSWORD] = "server.bad-password",
    [MQ_FAULT_FORBIDDEN] = "server.forbidden",
    [MQ_FAULT_NOT_FOUND] = "server.not-found",
    [MQ_FAULT_METHOD] = "server.method",
    [MQ_FAULT_NAME_TAKEN] = "server.name-taken",
    [MQ_FAULT_SEAT_TAKEN] = "server.seat-taken",
    [MQ_FAULT_NOT_OPEN] = "server.not-open",
    [MQ_FAULT_NOT_RUNNING] = "server.not-running",
    [MQ_FAULT_NOT_OVER] = "server.not-over",
    [MQ_FAULT_NOT_READY] = "server.not-ready",
    [MQ_FAULT_NOT_YET] = "server.not-yet",
    [MQ_FAULT_TOO_LONG] = "server.too-long",
    [MQ_FAULT_MEDIA_TYPE] = "server.media-type",
    [MQ_FAULT_TOO_MANY] = "server.too-many",
    [MQ_FAULT_NOT_SAVED] = "server.not-saved",
    [MQ_FAULT_NOT_READ] = "server.not-read",
    [MQ_FAULT_STOPPING] = "server.stopping",
    [MQ_FAULT_OUTDATED] = "server.outdated",
    [MQ_FAULT_ILLEGAL] = "server.illegal",
    [MQ_FAULT_NOT_YOUR_TURN] = "server.not-your-turn",
    [MQ_FAULT_STALE] = "server.stale",
    [MQ_FAULT_UNKNOWN_ACTION] = "server.unknown-action",
    [MQ_FAULT_NOTHING] = "server.nothing-to-do",
    [MQ_FAULT_NO_HELP] = "server.no-help",
};

void mq__fail(struct mq_failure *failure, enum mq_fault fault)
{
    assert(fault >= MQ_FAULT_NONE &&
           fault < sizeof(faults) / sizeof(faults[0]));
    failure->fault = fault;
    failure->rule = NULL;
    mq_message_set(&failure->message, fault_ids[fault], "");
}

void mq__fail_with(struct mq_failure *failure, enum mq_fault fault,
                   const struct mq_error *error)
{
    mq__fail(failure, fault);
    if (error->message.id != NULL) {
        failure->message = error->message;
    }
}

void mq__server_say_failure(struct mq_json_writer *w, const char *key,
                            const struct mq_failure *failure,
                            const struct mq_voice *voice)
{
    mq__json_open(w, key, '{');
    mq__json_str(w, "code", mq__fault_word(failure->fault));
    mq__sentence_json(w, "sentence", &failure->message, voice);
    if (failure->fault == MQ_FAULT_ILLEGAL) {
        mq__json_str(w, "rule", failure->rule);
    }
    mq__json_close(w, '}');
}

void mq__json_given(struct mq_json_writer *w, const char *key, bool given,
                    long long number)
{
    if (given) {
        mq__json_int(w, key, number);
    } else {
        mq__json_null(w, key);
    }
}

void mq__json_mask(struct mq_json_writer *w, const char *key, uint32_t mask)
{
    mq__json_open(w, key, '[');
    for (int i = 0; mask >> i != 0; i++) {
        if (mask >> i & 1) {
            mq__json_int(w, NULL, i);
        }
    }
    mq__json_close(w, ']');
}

void mq__json_ints(struct mq_json_writer *w, const char *key, const int *at,
                   int count)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        mq__json_int(w, NULL, at[i]);
    }
    mq__json_close(w, ']');
}

void mq__json_reals(struct mq_json_writer *w, const char *key, const double *at,
                    int count)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        mq__json_real(w, NULL, at[i]);
    }
    mq__json_close(w, ']');
}

void mq__json_words(struct mq_json_writer *w, const char *key,
                    const char *const *words, int count)
{
    mq__json_open(w, key, '[');
    for (int i = 0; count < 0 ? words[i] != NULL : i < count; i++) {
        mq__json_str(w, NULL, words[i]);
    }
    mq__json_close(w, ']');
}

const char *mq__or_null(const char *text)
{
    return text != NULL && text[0] != '\0' ? text : NULL;
}

void mq__log(enum mq_level level, const char *event, const char *format, ...)
{
    static const char *const levels[] = {"error", "warn", "info"};
    char line[1024];
    struct timespec now;
    struct tm day;
    int length;
    va_list args;

    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &day);
    length = (int)strftime(line, sizeof(line), "ts=%Y-%m-%dT%H:%M:%S", &day);
    length += snprintf(line + length, sizeof(line) - (size_t)length,
                       ".%03ldZ level=%s event=%s ", now.tv_nsec / 1000000,
                       levels[level], event);
    va_start(args, format);
    length += vsnprintf(line + length, sizeof(line) - (size_t)length - 1,
                        format, args);
    va_end(args);
    if (length > (int)sizeof(line) - 2) {
        length = (int)sizeof(line) - 2;
    }
    line[length++] = '\n';
    /* One write a line: threads don't mix. A log that can't be written must
     * not stop the server. */
    if (write(STDERR_FILENO, line, (size_t)length) < 0) {
        return;
    }
}

const char *mq__log_text(const char *text, char out[128])
{
    size_t n = 0;

    out[n++] = '"';
    for (; *text != '\0' && n < 124; text++) {
        unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\') {
            out[n++] = '\\';
        }
        out[n++] = c < 0x20 || c == 0x7F ? '?' : (char)c;
    }
    out[n++] = '"';
    out[n] = '\0';
    return out;
}

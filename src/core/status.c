/* Status codes and errors: see status.h. */
#include <maxq/status.h>

#include <assert.h>

const char *mq_status_word(enum mq_status status)
{
    static const char *const words[] = {
#define MQ_X(name, word) word,
        MQ_STATUS_LIST(MQ_X)
#undef MQ_X
    };

    assert((size_t)status < sizeof words / sizeof words[0]);
    return words[status];
}

enum mq_status mq_fail(struct mq_error *error, enum mq_status status,
                       const char *id, const char *format, ...)
{
    va_list args;

    if (error != NULL) {
        error->status = status;
        va_start(args, format);
        mq_message_setv(&error->message, id, format, args);
        va_end(args);
    }
    return status;
}

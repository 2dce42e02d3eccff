/* What changed between two JSON texts that the same writer made: a list of
 * [path, value] and [path], as docs/protocol.md has it. Texts are compact and
 * valid, keys have no dots and no escapes; both are ours. A text that was cut
 * short for want of memory is never read past its end; the list is of no use
 * then. */
#ifndef MAXQ_SERVER_DIFF_H
#define MAXQ_SERVER_DIFF_H

#include "core/buf.h"

/* Writes the list as JSON. */
void mq__diff(const char *before, const char *after, struct mq_buf *out);

#endif

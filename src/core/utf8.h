/* UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF.
 */
#ifndef MAXQ_CORE_UTF8_H
#define MAXQ_CORE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The length in bytes of the well-formed character at `text`, of which `left`
 * bytes are there; 0 if there is none. */
size_t mq__utf8_length(const char *text, size_t left);

/* Writes one character (no surrogate, at most U+10FFFF), 1 to 4 bytes. */
size_t mq__utf8_write(char *out, uint32_t character);

/* How many whole bytes of the first `size` to keep, so that no character is
 * cut in two. */
size_t mq__utf8_cut(const char *text, size_t size);

/* How many characters the bytes from `begin` to `end` are; a byte that is not
 * part of a well-formed character counts as one. */
int mq__utf8_count(const char *begin, const char *end);

#endif

/* Text for terminals that show ASCII alone. */
#ifndef MAXQ_TERM_ASCII_H
#define MAXQ_TERM_ASCII_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the locale's characters are not those of UTF-8. */
bool mq__ascii_alone(void);

/* What stands for a character of UTF-8: as many columns where it draws
 * something, its letters where it is one. */
const char *mq__ascii_of(const char *text, size_t length);

#endif

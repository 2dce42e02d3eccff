/* Which version of the library this is, and what it was built with.
 *
 * The macros are those of the headers a program was compiled with,
 * mq_version() is that of the library it runs with. docs/api.md says which
 * versions fit each other.
 */
#ifndef MAXQ_VERSION_H
#define MAXQ_VERSION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MQ_VERSION_MAJOR 0
#define MQ_VERSION_MINOR 2
#define MQ_VERSION_PATCH 0

/* The library's version: "0.2.0". */
const char *mq_version(void);

/* Whether the library was built with a feature: "asserts" (it checks its
 * invariants at run time) or "threads" (a search may use several). False for
 * names it doesn't know. */
bool mq_has_feature(const char *name);

#ifdef __cplusplus
}
#endif

#endif

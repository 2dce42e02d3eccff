/* Ctrl-C that loses nothing: a command looks whether it was pressed and then
 * prints what is done. */
#ifndef MAXQ_CLI_INTERRUPT_H
#define MAXQ_CLI_INTERRUPT_H

#include <stdatomic.h>

/* Catches SIGINT and SIGTERM from now on; what it points to is set by them. */
const atomic_int *mq__cli_interrupts(void);

#endif

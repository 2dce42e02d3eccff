/* Ctrl-C that loses nothing. */
#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

/* A handler can reach nothing else. */
static atomic_int stopped;

/* With the thread sanitizer the store is a call, which may set errno. */
static void on_signal(int number)
{
    int kept = errno;

    (void)number;
    atomic_store(&stopped, 1);
    errno = kept;
}

const atomic_int *mq__cli_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &stopped;
}

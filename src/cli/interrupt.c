/* Ctrl-C that loses nothing. */
#include "cli/interrupt.h"

#include <stddef.h>

/* A handler can reach nothing else. */
static volatile sig_atomic_t stopped;

static void on_signal(int number)
{
    (void)number;
    stopped = 1;
}

const volatile sig_atomic_t *mq__cli_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_signal};

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &stopped;
}

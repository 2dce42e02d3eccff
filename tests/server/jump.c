/* Preloaded into the server: the wall clock is off by as many seconds as the
 * file in MAXQ_JUMP says. The clock that never jumps is left alone. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *out);

int clock_gettime(clockid_t clock, struct timespec *out)
{
    const char *path = getenv("MAXQ_JUMP");
    int code = (int)syscall(SYS_clock_gettime, clock, out);
    FILE *file;
    long seconds = 0;

    if (clock != CLOCK_REALTIME || path == NULL) {
        return code;
    }
    file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%ld", &seconds) == 1) {
            out->tv_sec += seconds;
        }
        fclose(file);
    }
    return code;
}

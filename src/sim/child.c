/* Child processes and lines to and from them. */
#include "sim/child.h"

#include "core/clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define LONGEST ((size_t)64 << 10)

/* In the child: never returns. */
static void become(const char *command, int end)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    if (dup2(end, STDIN_FILENO) >= 0 && dup2(end, STDOUT_FILENO) >= 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    }
    _exit(127);
}

bool mq__child_start(struct mq_child *child, const char *command)
{
    int end[2];
    pid_t pid;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0) {
        return false;
    }
    pid = fork();
    if (pid == 0) {
        become(command, end[1]);
    }
    close(end[1]);
    if (pid < 0) {
        close(end[0]);
        return false;
    }
    setpgid(pid, pid); /* here too: whoever comes first */
    child->pid = pid;
    child->socket = end[0];
    mq__buf_init(&child->heard);
    return true;
}

void mq__child_finish(struct mq_child *child)
{
    if (child->pid == 0) {
        return;
    }
    close(child->socket);
    kill(-child->pid, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    mq__buf_finish(&child->heard);
    child->pid = 0;
}

/* Waits until the socket is ready for that. */
static enum mq_child_result ready(const struct mq_child *child, short what,
                                  const struct mq_child_limit *limit,
                                  double end)
{
    for (;;) {
        struct pollfd fd = {.fd = child->socket, .events = what};
        double left = 1e3 * (end - mq__now());
        int n = poll(&fd, 1, left > 0 ? (int)left + 1 : 0);

        if (limit->stop != NULL && *limit->stop) {
            return MQ_CHILD_STOPPED;
        }
        if (n > 0) {
            return MQ_CHILD_OK;
        }
        if (n == 0 && mq__now() >= end) {
            return MQ_CHILD_LATE;
        }
        if (n < 0 && errno != EINTR) {
            return MQ_CHILD_CRASH;
        }
    }
}

enum mq_child_result mq__child_tell(struct mq_child *child, const char *text,
                                    size_t length,
                                    const struct mq_child_limit *limit)
{
    double end = mq__now() + 1e-3 * limit->ms;

    while (length > 0) {
        ssize_t n =
            send(child->socket, text, length, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n > 0) {
            text += n;
            length -= (size_t)n;
        } else if (errno == EAGAIN || errno == EINTR) {
            enum mq_child_result r = ready(child, POLLOUT, limit, end);

            if (r != MQ_CHILD_OK) {
                return r;
            }
        } else {
            return MQ_CHILD_CRASH;
        }
    }
    return MQ_CHILD_OK;
}

/* Moves the first whole line, if there is one, from what was heard. */
static bool take_line(struct mq_child *child, struct mq_buf *line)
{
    struct mq_buf *heard = &child->heard;
    char *end =
        heard->length > 0 ? memchr(heard->data, '\n', heard->length) : NULL;
    size_t length;

    if (end == NULL) {
        return false;
    }
    length = (size_t)(end - heard->data);
    mq__buf_clear(line);
    mq__buf_add(line, heard->data, length);
    heard->length -= length + 1;
    memmove(heard->data, end + 1, heard->length);
    heard->data[heard->length] = '\0';
    return true;
}

enum mq_child_result mq__child_hear(struct mq_child *child,
                                    const struct mq_child_limit *limit,
                                    struct mq_buf *line)
{
    double end = mq__now() + 1e-3 * limit->ms;

    while (!take_line(child, line)) {
        char bytes[4096];
        enum mq_child_result r = ready(child, POLLIN, limit, end);
        ssize_t n;

        if (r != MQ_CHILD_OK) {
            return r;
        }
        n = recv(child->socket, bytes, sizeof bytes, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            return MQ_CHILD_CRASH;
        }
        if (n > 0) {
            mq__buf_add(&child->heard, bytes, (size_t)n);
        }
        if (child->heard.failed || child->heard.length > LONGEST) {
            return MQ_CHILD_NONSENSE;
        }
    }
    return MQ_CHILD_OK;
}

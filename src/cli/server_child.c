/* See server_child.h. */
#include "cli/server_child.h"

#include "server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLENTY = 1000000 };

static void serve(const struct mq_server_child *child, bool quiet, int out)
{
    struct mq_server_config config;
    struct mq_error error;

    mq_server_defaults(&config);
    config.version = "child";
    config.port = 0;
    config.db = child->db;
    config.requests_per_second = PLENTY;
    config.requests_burst = PLENTY;
    config.messages_per_second = PLENTY;
    config.messages_burst = PLENTY;
    config.tables_per_address = PLENTY;
    config.sockets_per_address = PLENTY;
    dup2(out, STDOUT_FILENO);
    if (quiet && freopen("/dev/null", "w", stderr) == NULL) {
        _exit(1);
    }
    _exit(mq_server_run(&config, &error) == MQ_OK ? 0 : 1);
}

bool mq__server_child_start(struct mq_server_child *child, bool quiet)
{
    int ends[2];
    char line[128] = "";
    const char *port;
    ssize_t got;

    snprintf(child->folder, sizeof(child->folder), "maxq-child-XXXXXX");
    if (mkdtemp(child->folder) == NULL || pipe(ends) != 0) {
        return false;
    }
    snprintf(child->db, sizeof(child->db), "%s/maxq.db", child->folder);
    fflush(stdout);
    child->pid = fork();
    if (child->pid == 0) {
        close(ends[0]);
        serve(child, quiet, ends[1]);
    }
    close(ends[1]);
    got = read(ends[0], line, sizeof(line) - 1);
    close(ends[0]);
    port = got > 0 ? strrchr(line, ':') : NULL;
    child->port = port != NULL ? (int)strtol(port + 1, NULL, 10) : 0;
    return child->pid > 0 && child->port > 0;
}

void mq__remove_database(const char *folder, const char *db)
{
    static const char *const rests[] = {"", "-wal", "-shm"};
    char path[128];

    for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
        snprintf(path, sizeof(path), "%s%s", db, rests[i]);
        unlink(path);
    }
    rmdir(folder);
}

bool mq__server_child_stop(struct mq_server_child *child)
{
    int status = -1;

    kill(child->pid, SIGTERM);
    waitpid(child->pid, &status, 0);
    mq__remove_database(child->folder, child->db);
    return status == 0;
}

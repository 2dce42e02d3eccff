/* A server as a child of this process, for measuring and testing: on a free
 * loopback port, without limits for its clients, with a database in a folder of
 * its own that goes with it.
 */
#ifndef MAXQ_CLI_SERVER_CHILD_H
#define MAXQ_CLI_SERVER_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct mq_server_child {
    pid_t pid;
    int port;
    char folder[64], db[96];
};

/* `quiet`: its log goes nowhere. False: it isn't there. */
bool mq__server_child_start(struct mq_server_child *child, bool quiet);
/* Ends it in an orderly way; false: it didn't end so. */
bool mq__server_child_stop(struct mq_server_child *child);

/* Removes a database of SQLite, what lies beside it, and its folder. */
void mq__remove_database(const char *folder, const char *db);

#endif

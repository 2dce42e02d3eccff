/* `maxq bench server`: the figures of the game server. */
#ifndef MAXQ_CLI_BENCH_SERVER_H
#define MAXQ_CLI_BENCH_SERVER_H

/* argv as the subcommand's, with "server" as its first word. */
int mq__bench_server(int argc, char **argv);

#endif

/* Starting and stopping: what run.c and net.c share. */
#ifndef MAXQ_SERVER_RUN_H
#define MAXQ_SERVER_RUN_H

#include "server/app.h"

/* Listens. MQ_IO: the address can't be had. */
enum mq_status mq__net_start(struct mq_app *app);
void mq__net_turn(struct mq_app *app);
void mq__net_stop(struct mq_app *app);

#endif

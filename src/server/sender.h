/* Sends notices: threads of its own, each with a store of its own, so that
 * nobody who plays waits for a slow mail server.
 *
 * A thread claims a notice for a minute, sends it and deletes it. A server that
 * is killed in between leaves the claim to run out; another sends it then,
 * perhaps for the second time. What fails is tried again, later and later. */
#ifndef MAXQ_SERVER_SENDER_H
#define MAXQ_SERVER_SENDER_H

#include "server/app.h"
#include "server/outside.h"
#include "store/notices.h"

struct mq_sender;

enum mq_status mq__sender_start(struct mq_app *app, struct mq_error *error);
/* Ends the threads; waits for what is being sent. */
void mq__sender_stop(struct mq_app *app);
/* Notices that were delivered. */
uint64_t mq__sender_count(const struct mq_app *app);
/* The key behind the links that stop a channel. */
const char *mq__sender_secret(const struct mq_app *app);

/* Whether mail can be sent: there is a mail server, and links know where they
 * lead. */
bool mq__sender_mails(const struct mq_app *app);

/* The keys of a store, made where there are none. */
#define MQ_SETTING_VAPID "vapid"
#define MQ_SETTING_STOP "stop"
enum mq_status mq__sender_keys(struct mq_store *store, bool anew);

#endif

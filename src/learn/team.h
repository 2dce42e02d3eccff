/* Threads that share the environments of a batch between them.
 *
 * The threads are started once and wait between steps. The caller's own thread
 * is the first of them, so a team of one has no other.
 */
#ifndef MAXQ_LEARN_TEAM_H
#define MAXQ_LEARN_TEAM_H

struct mq_env_team;

/* How many threads to use for `count` environments; 0 wanted: one for each
 * processor. */
int mq__env_threads(int wanted, int count);

/* NULL: no memory. Where the system gives fewer threads, the rest is done by
 * those that there are. destroy(NULL) is legal. */
struct mq_env_team *mq__env_team_create(int threads);
void mq__env_team_destroy(struct mq_env_team *team);

/* Calls `work` for ranges that together are 0 to count - 1, one a thread, and
 * returns when all are done. */
typedef void mq_env_work(void *context, int first, int end);
void mq__env_team_run(struct mq_env_team *team, mq_env_work *work,
                      void *context, int count);

#endif

/* Threads of a batch of environments. */
#include "learn/team.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_THREADS 256

struct member {
    struct mq_env_team *team;
    pthread_t thread;
    int number;
};

/* `lock` guards all but `member`. */
struct mq_env_team {
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    int size;
    int round;   /* of work, counted up */
    int working; /* members that have not finished this round */
    bool over;
    mq_env_work *work;
    void *context;
    int count;
    struct member member[];
};

int mq__env_threads(int wanted, int count)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int threads = wanted > 0 ? wanted : processors > 0 ? (int)processors : 1;

    threads = threads > MOST_THREADS ? MOST_THREADS : threads;
    return threads > count ? count : threads;
}

static void do_part(const struct mq_env_team *team, int number)
{
    long count = team->count;

    team->work(team->context, (int)(count * number / team->size),
               (int)(count * (number + 1) / team->size));
}

static void *help(void *context)
{
    struct member *m = context;
    struct mq_env_team *team = m->team;
    int round = 0;

    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->round == round && !team->over) {
            pthread_cond_wait(&team->begun, &team->lock);
        }
        if (team->over) {
            break;
        }
        round = team->round;
        pthread_mutex_unlock(&team->lock);
        do_part(team, m->number);
        pthread_mutex_lock(&team->lock);
        if (--team->working == 0) {
            pthread_cond_signal(&team->done);
        }
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

struct mq_env_team *mq__env_team_create(int threads)
{
    struct mq_env_team *team =
        calloc(1, sizeof *team + (size_t)threads * sizeof team->member[0]);

    if (team == NULL) {
        return NULL;
    }
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begun, NULL);
    pthread_cond_init(&team->done, NULL);
    team->size = 1;
    for (int i = 1; i < threads; i++) {
        struct member *m = &team->member[i];

        *m = (struct member){.team = team, .number = i};
        if (pthread_create(&m->thread, NULL, help, m) != 0) {
            break;
        }
        team->size++;
    }
    return team;
}

void mq__env_team_destroy(struct mq_env_team *team)
{
    if (team == NULL) {
        return;
    }
    pthread_mutex_lock(&team->lock);
    team->over = true;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    for (int i = 1; i < team->size; i++) {
        pthread_join(team->member[i].thread, NULL);
    }
    pthread_cond_destroy(&team->done);
    pthread_cond_destroy(&team->begun);
    pthread_mutex_destroy(&team->lock);
    free(team);
}

void mq__env_team_run(struct mq_env_team *team, mq_env_work *work,
                      void *context, int count)
{
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->context = context;
    team->count = count;
    team->working = team->size - 1;
    team->round++;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    do_part(team, 0);
    pthread_mutex_lock(&team->lock);
    while (team->working > 0) {
        pthread_cond_wait(&team->done, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
}

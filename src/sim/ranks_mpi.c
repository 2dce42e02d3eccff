/* Other processes of the same run, by MPI.
 *
 * A helper sends what it did (at first nothing) and gets the number of its
 * next job. All talking is done by the main threads. */
#include "sim/ranks.h"

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TAG_DONE 1
#define TAG_JOB 2
#define NO_JOB (-1L)
#define PAUSE 200000L /* nanoseconds between two looks for messages */

/* What a message of a helper begins with; the result follows. */
struct head {
    long job;
    int status;
};

/* Started by mpirun (or a scheduler that knows MPI). */
static bool was_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL || getenv("PMI_SIZE") != NULL;
}

/* Helpers are silent: the leader says everything once. */
static void be_silent(void)
{
    if (freopen("/dev/null", "w", stdout) == NULL ||
        freopen("/dev/null", "w", stderr) == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

bool mq__ranks_lack_mpi(void)
{
    return false;
}

void mq__ranks_begin(struct mq_ranks *ranks)
{
    int level;

    *ranks = (struct mq_ranks){.rank = 0, .size = 1};
    if (!was_launched() || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED,
                                           &level) != MPI_SUCCESS) {
        return;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->size);
    if (ranks->rank > 0) {
        be_silent();
    }
}

void mq__ranks_end(const struct mq_ranks *ranks)
{
    int begun;

    (void)ranks;
    MPI_Initialized(&begun);
    if (begun) {
        MPI_Finalize();
    }
}

static void send_job(int rank, long job)
{
    MPI_Send(&job, 1, MPI_LONG, rank, TAG_JOB, MPI_COMM_WORLD);
}

/* The helpers as the leader sees them. */
struct helpers {
    struct mq_queue *queue;
    bool *waiting; /* by rank: for a job */
    int size;
    int present; /* not sent home yet */
};

/* Takes in one message of any helper; false: there is none. */
static bool hear(struct helpers *h)
{
    struct mq_buf result;
    struct head head;
    MPI_Status status;
    int there, length;
    char *bytes;

    MPI_Iprobe(MPI_ANY_SOURCE, TAG_DONE, MPI_COMM_WORLD, &there, &status);
    if (!there) {
        return false;
    }
    MPI_Get_count(&status, MPI_BYTE, &length);
    bytes = malloc((size_t)length);
    if (bytes == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 2);
        return false;
    }
    MPI_Recv(bytes, length, MPI_BYTE, status.MPI_SOURCE, TAG_DONE,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memcpy(&head, bytes, sizeof head);
    if (head.job != NO_JOB) {
        mq__buf_init(&result);
        mq__buf_add(&result, bytes + sizeof head, (size_t)length - sizeof head);
        mq__queue_put(h->queue, head.job, (enum mq_status)head.status, &result);
        mq__buf_finish(&result);
        pthread_cond_broadcast(&h->queue->changed);
    }
    free(bytes);
    h->waiting[status.MPI_SOURCE] = true;
    return true;
}

/* Gives everyone who waits a job, or leave to go home. */
static void hand_out(struct helpers *h)
{
    for (int rank = 1; rank < h->size; rank++) {
        long job = h->waiting[rank] ? mq__queue_get(h->queue) : MQ_QUEUE_WAIT;

        if (job != MQ_QUEUE_WAIT) {
            h->waiting[rank] = false;
            h->present -= job == MQ_QUEUE_OVER;
            send_job(rank, job);
        }
    }
}

static void pause_at(struct mq_queue *queue)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PAUSE;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&queue->changed, &queue->lock, &until);
}

void mq__ranks_lead(const struct mq_ranks *ranks, struct mq_queue *queue)
{
    struct helpers h = {
        .queue = queue,
        .size = ranks->size,
        .present = ranks->size - 1,
        .waiting = calloc((size_t)ranks->size, sizeof *h.waiting),
    };

    if (h.waiting == NULL) {
        MPI_Abort(MPI_COMM_WORLD, 2);
        return;
    }
    while (!mq__queue_over(queue) || h.present > 0) {
        bool moved = false;

        while (mq__queue_take(queue)) {
            moved = true;
        }
        if (moved) {
            pthread_cond_broadcast(&queue->changed);
        }
        moved = hear(&h) || moved;
        hand_out(&h);
        if (!moved) {
            pause_at(queue);
        }
    }
    free(h.waiting);
}

/* Sends what was done; the next job. */
static long report(long job, enum mq_status status, const struct mq_buf *result)
{
    struct head head = {.job = job, .status = (int)status};
    struct mq_buf message;

    mq__buf_init(&message);
    mq__buf_add(&message, (const char *)&head, sizeof head);
    if (result->length > 0) {
        mq__buf_add(&message, result->data, result->length);
    }
    if (message.failed) {
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Send(message.data, (int)message.length, MPI_BYTE, 0, TAG_DONE,
             MPI_COMM_WORLD);
    mq__buf_finish(&message);
    MPI_Recv(&job, 1, MPI_LONG, 0, TAG_JOB, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return job;
}

void mq__ranks_help(const struct mq_jobs *jobs)
{
    struct mq_buf result;
    long job;

    mq__buf_init(&result);
    job = report(NO_JOB, MQ_OK, &result);
    while (job != MQ_QUEUE_OVER) {
        enum mq_status status;

        mq__buf_clear(&result);
        status = jobs->work(jobs->context, job, &result);
        job = report(job, result.failed ? MQ_NOMEM : status, &result);
    }
    mq__buf_finish(&result);
}

void mq__ranks_dismiss(const struct mq_ranks *ranks)
{
    for (int rank = 1; rank < ranks->size; rank++) {
        struct head head;

        MPI_Recv(&head, (int)sizeof head, MPI_BYTE, rank, TAG_DONE,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        send_job(rank, MQ_QUEUE_OVER);
    }
}

void mq__ranks_share(const struct mq_ranks *ranks, void *bytes, size_t length)
{
    if (ranks->size > 1) {
        MPI_Bcast(bytes, (int)length, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
}

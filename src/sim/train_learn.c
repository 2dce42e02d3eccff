/* The learner: see train.h.
 *
 * Plain stochastic gradient descent after Adam. A step's lessons are cut into
 * CHUNKS parts whose gradients are added in a fixed order, so the weights don't
 * depend on how many threads there are.
 */
#include "sim/train.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CHUNKS 4
#define CHUNK_LESSONS (MQ_STEP_LESSONS / CHUNKS)
#define MOST_INPUTS (24L << 20) /* kept, of all lessons: 96 MB */
#define MOST_LESSONS (1 << 20)
#define MARGIN_WEIGHT 0.5F
#define MEAN_KEEPS 0.999F /* of the running mean, a step */
#define BETA_1 0.9F
#define BETA_2 0.999F
#define TINY 1e-8F

enum { OUT = MQ_NET_OUT, H1 = MQ_NET_FIRST, H2 = MQ_NET_SECOND };

/* All weights in one array: biases first, then the layers, the first last. */
enum {
    B1 = 0,
    B2 = B1 + H1,
    B3 = B2 + H2,
    W2 = B3 + OUT,
    W3 = W2 + H1 * H2,
    W1 = W3 + H2 * OUT,
};

struct kept {
    struct mq_lesson lesson;
    long at; /* of its inputs in the ring */
};

struct mq_learner {
    int inputs;
    int size; /* weights */
    long steps;
    float *weight, *mean, *first, *second; /* with Adam's moments */
    float *gradient;                       /* CHUNKS of them */
    double loss[CHUNKS];
    struct mq_rng rng;
    /* Lessons: two rings. A lesson is lost once its inputs are written over. */
    struct kept *kept;
    struct mq_input *ring;
    long lessons, written; /* in all */
    /* The step under way. */
    long pick[MQ_STEP_LESSONS];
};

static float *floats(int n)
{
    return calloc((size_t)n, sizeof(float));
}

/* Numbers around 0 with a spread that keeps sums of a layer near 1. The first
 * layer begins with zeros: an input that never comes has no say. */
static void begin_weights(struct mq_learner *l)
{
    for (int i = W2; i < W1; i++) {
        double spread = i >= W3 ? 0.1 : sqrt(2.0 / H1);
        double sum = 0;

        for (int k = 0; k < 4; k++) {
            sum += mq_rng_unit(&l->rng) - 0.5;
        }
        l->weight[i] = (float)(spread * sum * 1.7);
    }
    for (int i = B1; i < B3; i++) {
        l->weight[i] = 0.1F;
    }
    memcpy(l->mean, l->weight, (size_t)l->size * sizeof *l->mean);
}

struct mq_learner *mq__learner_create(int inputs, uint64_t seed)
{
    struct mq_learner *l = calloc(1, sizeof *l);

    if (l == NULL) {
        return NULL;
    }
    l->inputs = inputs;
    l->size = W1 + inputs * H1;
    l->weight = floats(l->size);
    l->mean = floats(l->size);
    l->first = floats(l->size);
    l->second = floats(l->size);
    l->gradient = floats(l->size * CHUNKS);
    l->kept = calloc(MOST_LESSONS, sizeof *l->kept);
    l->ring = malloc(MOST_INPUTS * sizeof *l->ring);
    if (l->weight == NULL || l->mean == NULL || l->first == NULL ||
        l->second == NULL || l->gradient == NULL || l->kept == NULL ||
        l->ring == NULL) {
        mq__learner_destroy(l);
        return NULL;
    }
    mq_rng_seed(&l->rng, seed);
    begin_weights(l);
    return l;
}

void mq__learner_destroy(struct mq_learner *l)
{
    if (l != NULL) {
        free(l->weight);
        free(l->mean);
        free(l->first);
        free(l->second);
        free(l->gradient);
        free(l->kept);
        free(l->ring);
    }
    free(l);
}

long mq__learner_keep(struct mq_learner *l, const char *bytes, size_t length)
{
    long before = l->lessons;
    struct mq_lesson lesson;

    for (size_t at = 0; at + sizeof lesson <= length;) {
        struct kept *k = &l->kept[l->lessons % MOST_LESSONS];

        memcpy(&lesson, bytes + at, sizeof lesson);
        at += sizeof lesson;
        /* Inputs of one lesson lie together. */
        if (l->written % MOST_INPUTS + lesson.inputs > MOST_INPUTS) {
            l->written += MOST_INPUTS - l->written % MOST_INPUTS;
        }
        k->lesson = lesson;
        k->at = l->written;
        memcpy(l->ring + l->written % MOST_INPUTS, bytes + at,
               lesson.inputs * sizeof *l->ring);
        l->written += lesson.inputs;
        l->lessons++;
        at += lesson.inputs * sizeof *l->ring;
    }
    return l->lessons - before;
}

/* The oldest lesson that is still whole. */
static long oldest(const struct mq_learner *l)
{
    long low = l->lessons > MOST_LESSONS ? l->lessons - MOST_LESSONS : 0;
    long high = l->lessons;

    while (low < high) {
        long middle = low + (high - low) / 2;

        if (l->kept[middle % MOST_LESSONS].at < l->written - MOST_INPUTS) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* One lesson's way through the net. */
struct pass {
    float h1[H1], h2[H2], out[OUT];
    float d1[H1], d2[H2], dout[OUT];
};

static float cut(float x)
{
    return x < 0 ? 0 : x > MQ_NET_MOST ? MQ_NET_MOST : x;
}

static void forward(const float *w, const struct kept *k,
                    const struct mq_input *input, struct pass *p)
{
    memcpy(p->h1, w + B1, sizeof p->h1);
    memcpy(p->h2, w + B2, sizeof p->h2);
    memcpy(p->out, w + B3, sizeof p->out);
    for (int n = 0; n < k->lesson.inputs; n++) {
        const float *row = w + W1 + input[n].index * H1;
        float value = (float)input[n].value / MQ_INPUT_ONE;

        for (int i = 0; i < H1; i++) {
            p->h1[i] += value * row[i];
        }
    }
    for (int i = 0; i < H1; i++) {
        const float *row = w + W2 + i * H2;

        p->h1[i] = cut(p->h1[i]);
        for (int j = 0; j < H2; j++) {
            p->h2[j] += p->h1[i] * row[j];
        }
    }
    for (int j = 0; j < H2; j++) {
        const float *row = w + W3 + j * OUT;

        p->h2[j] = cut(p->h2[j]);
        for (int o = 0; o < OUT; o++) {
            p->out[o] += p->h2[j] * row[o];
        }
    }
}

/* The loss, and its slope by the outputs: cross-entropy of the shares, square
 * of the margin. */
static double judge(const struct mq_lesson *lesson, struct pass *p)
{
    int n = lesson->players;
    double top = n == 1 && p->out[0] < 0 ? 0 : (double)p->out[0];
    double sum, loss = 0, share[MQ_MAX_PLAYERS];
    float off;

    memset(p->dout, 0, sizeof p->dout);
    for (int i = 1; i < n; i++) {
        top = (double)p->out[i] > top ? (double)p->out[i] : top;
    }
    sum = n == 1 ? exp(-top) : 0;
    for (int i = 0; i < n; i++) {
        share[i] = exp((double)p->out[i] - top);
        sum += share[i];
    }
    for (int i = 0; i < n; i++) {
        share[i] /= sum;
        p->dout[i] = (float)share[i] - lesson->share[i];
        loss -= (double)lesson->share[i] * log(share[i] + 1e-9);
    }
    if (n == 1) {
        loss -= (1 - (double)lesson->share[0]) * log(1 - share[0] + 1e-9);
    }
    off = p->out[MQ_MAX_PLAYERS] - 4 * (lesson->margin - 0.5F);
    p->dout[MQ_MAX_PLAYERS] = MARGIN_WEIGHT * off;
    return loss;
}

static void backward(const float *w, float *g, const struct kept *k,
                     const struct mq_input *input, struct pass *p)
{
    for (int o = 0; o < OUT; o++) {
        g[B3 + o] += p->dout[o];
    }
    for (int j = 0; j < H2; j++) {
        bool open = p->h2[j] > 0 && p->h2[j] < MQ_NET_MOST;

        p->d2[j] = 0;
        for (int o = 0; o < OUT; o++) {
            g[W3 + j * OUT + o] += p->h2[j] * p->dout[o];
            p->d2[j] += w[W3 + j * OUT + o] * p->dout[o];
        }
        p->d2[j] = open ? p->d2[j] : 0;
        g[B2 + j] += p->d2[j];
    }
    for (int i = 0; i < H1; i++) {
        bool open = p->h1[i] > 0 && p->h1[i] < MQ_NET_MOST;
        float sum = 0;

        for (int j = 0; j < H2; j++) {
            g[W2 + i * H2 + j] += p->h1[i] * p->d2[j];
        }
        for (int j = 0; open && j < H2; j++) {
            sum += w[W2 + i * H2 + j] * p->d2[j];
        }
        p->d1[i] = sum;
        g[B1 + i] += sum;
    }
    for (int n = 0; n < k->lesson.inputs; n++) {
        float *row = g + W1 + input[n].index * H1;
        float value = (float)input[n].value / MQ_INPUT_ONE;

        for (int i = 0; i < H1; i++) {
            row[i] += value * p->d1[i];
        }
    }
}

static void study_chunk(struct mq_learner *l, int chunk)
{
    float *g = l->gradient + (size_t)chunk * (size_t)l->size;
    struct pass p;

    memset(g, 0, (size_t)l->size * sizeof *g);
    l->loss[chunk] = 0;
    for (int i = 0; i < CHUNK_LESSONS; i++) {
        const struct kept *k =
            &l->kept[l->pick[chunk * CHUNK_LESSONS + i] % MOST_LESSONS];
        const struct mq_input *input = l->ring + k->at % MOST_INPUTS;

        forward(l->weight, k, input, &p);
        l->loss[chunk] += judge(&k->lesson, &p);
        backward(l->weight, g, k, input, &p);
    }
}

/* Adam on the weights from `from` to `to`. */
static void move(struct mq_learner *l, double rate, int from, int to)
{
    double steps = (double)l->steps;
    float scale = 1.0F / MQ_STEP_LESSONS;
    float keeps = l->steps < 1000 ? 1 - 1 / (float)l->steps : MEAN_KEEPS;
    float pace = (float)(rate * sqrt(1 - pow((double)BETA_2, steps)) /
                         (1 - pow((double)BETA_1, steps)));

    for (int i = from; i < to; i++) {
        float g = 0;

        for (int c = 0; c < CHUNKS; c++) {
            g += l->gradient[(size_t)c * (size_t)l->size + (size_t)i];
        }
        g *= scale;
        l->first[i] = BETA_1 * l->first[i] + (1 - BETA_1) * g;
        l->second[i] = BETA_2 * l->second[i] + (1 - BETA_2) * g * g;
        l->weight[i] -= pace * l->first[i] / (sqrtf(l->second[i]) + TINY);
        l->mean[i] = keeps * l->mean[i] + (1 - keeps) * l->weight[i];
    }
}

/* Several threads at the same steps, in step with each other. */
struct class
{
    struct mq_learner *learner;
    pthread_barrier_t together;
    int threads, steps;
    double rate, loss;
};

struct pupil {
    struct class *class;
    pthread_t thread;
    int number;
};

static void pick_lessons(struct mq_learner *l)
{
    long first = oldest(l);

    for (int i = 0; i < MQ_STEP_LESSONS; i++) {
        l->pick[i] =
            first + (long)mq_rng_below(&l->rng, (uint32_t)(l->lessons - first));
    }
    l->steps++;
}

static void *attend(void *context)
{
    const struct pupil *p = context;
    struct class *class = p->class;
    struct mq_learner *l = class->learner;
    int part = (l->size + class->threads - 1) / class->threads;
    int from = p->number * part;
    int to = from + part < l->size ? from + part : l->size;

    for (int step = 0; step < class->steps; step++) {
        if (p->number == 0) {
            pick_lessons(l);
        }
        pthread_barrier_wait(&class->together);
        for (int c = p->number; c < CHUNKS; c += class->threads) {
            study_chunk(l, c);
        }
        pthread_barrier_wait(&class->together);
        move(l, class->rate, from, to);
        if (p->number == 0) {
            for (int c = 0; c < CHUNKS; c++) {
                class->loss += l->loss[c];
            }
        }
        pthread_barrier_wait(&class->together);
    }
    return NULL;
}

double mq__learner_study(struct mq_learner *l, int steps, double rate,
                         int threads)
{
    struct class class = {.learner = l, .steps = steps, .rate = rate};
    struct pupil pupil[CHUNKS];

    if (l->lessons == 0 || steps == 0) {
        return 0;
    }
    class.threads = threads > CHUNKS ? CHUNKS : threads;
    if (pthread_barrier_init(&class.together, NULL, (unsigned)class.threads)) {
        return 0;
    }
    for (int i = class.threads - 1; i >= 0; i--) {
        pupil[i] = (struct pupil){.class = &class, .number = i};
        if (i == 0) {
            attend(&pupil[i]);
        } else if (pthread_create(&pupil[i].thread, NULL, attend, &pupil[i])) {
            abort(); /* the others would wait for ever */
        }
    }
    for (int i = 1; i < class.threads; i++) {
        pthread_join(pupil[i].thread, NULL);
    }
    pthread_barrier_destroy(&class.together);
    return class.loss / ((double)steps * MQ_STEP_LESSONS);
}

static int32_t whole(float x, double one, double most)
{
    double value = (double)x * one;

    value = value > most ? most : value < -most ? -most : value;
    return (int32_t)lrint(value);
}

void mq__learner_net(const struct mq_learner *l, struct mq_net *net)
{
    const double one = MQ_NET_ONE;
    const double most = MQ_NET_MOST * one;
    const double large = 1 << 28;

    for (int i = 0; i < H1; i++) {
        net->first_bias[i] = whole(l->mean[B1 + i], one * MQ_INPUT_ONE, large);
        for (int j = 0; j < H2; j++) {
            net->second[i][j] =
                (int16_t)whole(l->mean[W2 + i * H2 + j], one, most);
        }
    }
    for (int j = 0; j < H2; j++) {
        net->second_bias[j] = whole(l->mean[B2 + j], one * one, large);
        for (int o = 0; o < OUT; o++) {
            net->out[j][o] =
                (int16_t)whole(l->mean[W3 + j * OUT + o], one, most);
        }
    }
    for (int o = 0; o < OUT; o++) {
        net->out_bias[o] = whole(l->mean[B3 + o], one * one, large);
    }
    for (int n = 0; n < l->inputs; n++) {
        for (int i = 0; i < H1; i++) {
            net->first[n][i] =
                (int16_t)whole(l->mean[W1 + n * H1 + i], one, most);
        }
    }
}

static float *const *arrays(const struct mq_learner *l, float *out[4])
{
    out[0] = l->weight;
    out[1] = l->mean;
    out[2] = l->first;
    out[3] = l->second;
    return out;
}

void mq__learner_save(const struct mq_learner *l, struct mq_buf *out)
{
    float *all[4];

    mq__buf_add(out, (const char *)&l->inputs, sizeof l->inputs);
    mq__buf_add(out, (const char *)&l->steps, sizeof l->steps);
    for (int i = 0; i < 4; i++) {
        mq__buf_add(out, (const char *)arrays(l, all)[i],
                    (size_t)l->size * sizeof(float));
    }
}

bool mq__learner_load(struct mq_learner *l, const char *bytes, size_t length)
{
    size_t part = (size_t)l->size * sizeof(float);
    size_t at = sizeof l->inputs + sizeof l->steps;
    float *all[4];

    if (length != at + 4 * part ||
        memcmp(bytes, &l->inputs, sizeof l->inputs) != 0) {
        return false;
    }
    memcpy(&l->steps, bytes + sizeof l->inputs, sizeof l->steps);
    for (int i = 0; i < 4; i++) {
        memcpy(arrays(l, all)[i], bytes + at, part);
        at += part;
    }
    return true;
}

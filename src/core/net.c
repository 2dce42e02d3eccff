/* Nets: reading, writing and asking them. See net.h. */
#include "core/net.h"

#include "core/buf.h"
#include "core/game.h"
#include "core/hash.h"
#include "core/reckon.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_SIZE 320

struct mq_net *mq__net_create(int inputs)
{
    struct mq_net *net;
    size_t row = sizeof net->first[0];

    net = calloc(1, sizeof *net + (size_t)inputs * row);
    if (net != NULL) {
        net->inputs = inputs;
    }
    return net;
}

/* The lines of text: what a net fits. Returns their length. */
static size_t write_head(const struct mq_game *game, char out[HEAD_SIZE])
{
    char hash[65];
    int n;

    mq__hex_write(game->tables_hash, 32, hash);
    n = snprintf(out, HEAD_SIZE,
                 "maxq-net 1\ngame %s\nrules %d\nobserve %d\ntables %s\n"
                 "layers %d %d %d %d\n\n",
                 game->id, game->rules_version, game->mind.observe_version,
                 hash, game->mind.observe_size, MQ_NET_FIRST, MQ_NET_SECOND,
                 MQ_NET_OUT);
    assert(n > 0 && n < HEAD_SIZE);
    return (size_t)n;
}

/* Numbers of a file, low byte first. */
static int16_t get_16(const char **at)
{
    const unsigned char *b = (const unsigned char *)*at;

    *at += 2;
    return (int16_t)(uint16_t)(b[0] | b[1] << 8);
}

static int32_t get_32(const char **at)
{
    uint32_t low = (uint16_t)get_16(at);
    uint32_t high = (uint16_t)get_16(at);

    return (int32_t)(low | high << 16);
}

static void put_16(struct mq_buf *out, int16_t value)
{
    uint16_t bits = (uint16_t)value;
    const char bytes[2] = {(char)(bits & 0xFF), (char)(bits >> 8)};

    mq__buf_add(out, bytes, 2);
}

static void put_32(struct mq_buf *out, int32_t value)
{
    uint32_t bits = (uint32_t)value;

    put_16(out, (int16_t)(uint16_t)(bits & 0xFFFF));
    put_16(out, (int16_t)(uint16_t)(bits >> 16));
}

static void name_net(struct mq_net *net, const char *bytes, size_t length)
{
    uint8_t hash[32];
    char hex[65];

    mq__hash256(bytes, length, hash);
    mq__hex_write(hash, 32, hex);
    memcpy(net->name, hex, MQ_NET_NAME - 1);
    net->name[MQ_NET_NAME - 1] = '\0';
}

static size_t weights_size(int inputs)
{
    return 2 * ((size_t)inputs * MQ_NET_FIRST + MQ_NET_FIRST * MQ_NET_SECOND +
                MQ_NET_SECOND * MQ_NET_OUT) +
           4 * (MQ_NET_FIRST + MQ_NET_SECOND + MQ_NET_OUT);
}

/* Whether biases and weights are small enough for sums to fit 32 bits. */
static bool is_sane(const struct mq_net *net)
{
    const int most = MQ_NET_MOST * MQ_NET_ONE;
    const int16_t *w = net->first[0];

    for (long i = 0; i < (long)net->inputs * MQ_NET_FIRST; i++) {
        if (w[i] > most || w[i] < -most) {
            return false;
        }
    }
    for (int i = 0; i < MQ_NET_FIRST; i++) {
        for (int k = 0; k < MQ_NET_SECOND; k++) {
            if (net->second[i][k] > most || net->second[i][k] < -most) {
                return false;
            }
        }
        if (net->first_bias[i] > 1 << 28 || net->first_bias[i] < -(1 << 28)) {
            return false;
        }
    }
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        for (int j = 0; j < MQ_NET_OUT; j++) {
            if (net->out[k][j] > most || net->out[k][j] < -most) {
                return false;
            }
        }
        if (net->second_bias[k] > 1 << 28 || net->second_bias[k] < -(1 << 28)) {
            return false;
        }
    }
    return true;
}

static void read_weights(struct mq_net *net, const char *at)
{
    for (int i = 0; i < MQ_NET_FIRST; i++) {
        net->first_bias[i] = get_32(&at);
    }
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        net->second_bias[k] = get_32(&at);
    }
    for (int j = 0; j < MQ_NET_OUT; j++) {
        net->out_bias[j] = get_32(&at);
    }
    for (int i = 0; i < MQ_NET_FIRST; i++) {
        for (int k = 0; k < MQ_NET_SECOND; k++) {
            net->second[i][k] = get_16(&at);
        }
    }
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        for (int j = 0; j < MQ_NET_OUT; j++) {
            net->out[k][j] = get_16(&at);
        }
    }
    for (int n = 0; n < net->inputs; n++) {
        for (int i = 0; i < MQ_NET_FIRST; i++) {
            net->first[n][i] = get_16(&at);
        }
    }
}

enum mq_status mq__net_read(const struct mq_game *game, const char *bytes,
                            size_t length, struct mq_net **out,
                            struct mq_error *error)
{
    static const char magic[] = "maxq-net 1\n";
    size_t size = weights_size(game->mind.observe_size);
    char head[HEAD_SIZE];
    size_t head_size;
    struct mq_net *net;

    *out = NULL;
    if (length < sizeof magic || memcmp(bytes, magic, sizeof magic - 1) != 0) {
        return mq_fail(error, MQ_SYNTAX, "error.net-syntax", "");
    }
    if (game->mind.observe == NULL) {
        return mq_fail(error, MQ_TABLES, "error.net-misfit", "t", game->id);
    }
    head_size = write_head(game, head);
    if (length < head_size || memcmp(bytes, head, head_size) != 0) {
        return mq_fail(error, MQ_TABLES, "error.net-misfit", "t", game->id);
    }
    if (length != head_size + size) {
        return mq_fail(error, MQ_SYNTAX, "error.net-syntax", "");
    }
    net = mq__net_create(game->mind.observe_size);
    if (net == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    read_weights(net, bytes + head_size);
    if (!is_sane(net)) {
        free(net);
        return mq_fail(error, MQ_SYNTAX, "error.net-syntax", "");
    }
    name_net(net, bytes, length);
    *out = net;
    return MQ_OK;
}

void mq__net_write(const struct mq_game *game, struct mq_net *net,
                   struct mq_buf *out)
{
    char head[HEAD_SIZE];

    mq__buf_clear(out);
    mq__buf_add(out, head, write_head(game, head));
    for (int i = 0; i < MQ_NET_FIRST; i++) {
        put_32(out, net->first_bias[i]);
    }
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        put_32(out, net->second_bias[k]);
    }
    for (int j = 0; j < MQ_NET_OUT; j++) {
        put_32(out, net->out_bias[j]);
    }
    for (int i = 0; i < MQ_NET_FIRST; i++) {
        for (int k = 0; k < MQ_NET_SECOND; k++) {
            put_16(out, net->second[i][k]);
        }
    }
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        for (int j = 0; j < MQ_NET_OUT; j++) {
            put_16(out, net->out[k][j]);
        }
    }
    for (int n = 0; n < net->inputs; n++) {
        for (int i = 0; i < MQ_NET_FIRST; i++) {
            put_16(out, net->first[n][i]);
        }
    }
    name_net(net, out->data, out->length);
}

/* A unit of a hidden layer from its sum. */
static inline int32_t unit(int32_t sum, int32_t one)
{
    int32_t value = sum / one;

    return value < 0                          ? 0
           : value > MQ_NET_MOST * MQ_NET_ONE ? MQ_NET_MOST * MQ_NET_ONE
                                              : value;
}

static void add_inputs(const struct mq_net *net, const struct mq_input *input,
                       int count, int32_t sum[MQ_NET_FIRST])
{
    memcpy(sum, net->first_bias, sizeof net->first_bias);
    for (int n = 0; n < count; n++) {
        const int16_t *w = net->first[input[n].index];
        int32_t value = input[n].value;

        for (int i = 0; i < MQ_NET_FIRST; i++) {
            sum[i] += value * w[i];
        }
    }
}

static void add_second(const struct mq_net *net,
                       const int32_t first[MQ_NET_FIRST],
                       int32_t sum[MQ_NET_SECOND])
{
    memcpy(sum, net->second_bias, sizeof net->second_bias);
    for (int i = 0; i < MQ_NET_FIRST; i++) {
        int32_t value = unit(first[i], MQ_INPUT_ONE);

        if (value != 0) {
            for (int k = 0; k < MQ_NET_SECOND; k++) {
                sum[k] += value * net->second[i][k];
            }
        }
    }
}

/* Shares of the seats from their logits; alone against a logit of 0. */
static void share_out(const double *logit, int players, double *share)
{
    double top = players == 1 && logit[0] < 0 ? 0 : logit[0];
    double sum;

    for (int i = 1; i < players; i++) {
        top = logit[i] > top ? logit[i] : top;
    }
    sum = players == 1 ? mq__exp(-top) : 0;
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        share[i] = i < players ? mq__exp(logit[i] - top) : 0;
        sum += share[i];
    }
    for (int i = 0; i < players; i++) {
        share[i] /= sum;
    }
}

void mq__net_judge(const struct mq_net *net, const struct mq_input *input,
                   int count, int players, struct mq_prospect *out)
{
    int32_t first[MQ_NET_FIRST], second[MQ_NET_SECOND], sum[MQ_NET_OUT];
    double logit[MQ_NET_OUT];

    add_inputs(net, input, count, first);
    add_second(net, first, second);
    memcpy(sum, net->out_bias, sizeof sum);
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        int32_t value = unit(second[k], MQ_NET_ONE);

        for (int j = 0; j < MQ_NET_OUT; j++) {
            sum[j] += value * net->out[k][j];
        }
    }
    for (int j = 0; j < MQ_NET_OUT; j++) {
        logit[j] = (double)sum[j] / (MQ_NET_ONE * MQ_NET_ONE);
    }
    share_out(logit, players, out->share);
    out->margin = 0.5 + logit[MQ_MAX_PLAYERS] / 4;
    out->margin = out->margin < 0 ? 0 : out->margin > 1 ? 1 : out->margin;
}

/* Nets: what bots have learned of a game.
 *
 * A net maps an observation (<maxq/observe.h>) of a seat to the share of the
 * win that each seat can expect, in seat order from that seat on, and to the
 * seat's margin. It has two hidden layers of 64 and 32 units; a unit's value is
 * cut off below 0 and above MQ_NET_MOST. Weights are whole numbers (units of
 * 1 / MQ_NET_ONE), and only whole numbers are added and multiplied before the
 * last step, so every machine and compiler comes to the same values.
 *
 * A file begins with lines of text that say what the net was made for, then an
 * empty line, then the weights as 16-bit and the biases as 32-bit numbers, low
 * byte first. A net fits a game only where id, rules version, observe version
 * and the hash of the tables are the same.
 */
#ifndef MAXQ_CORE_NET_H
#define MAXQ_CORE_NET_H

#include <maxq/observe.h>

#define MQ_NET_FIRST 64
#define MQ_NET_SECOND 32
#define MQ_NET_OUT (MQ_MAX_PLAYERS + 1) /* shares, then the margin */
#define MQ_NET_ONE 512                  /* the weight, or unit, that is 1 */
#define MQ_NET_MOST 8                   /* largest weight, largest unit */
#define MQ_NET_NAME 12                  /* with NUL */
#define MQ_NET_BYTES (1 << 20)          /* no file is larger */

struct mq_net {
    char name[MQ_NET_NAME]; /* first digits of the file's hash */
    int inputs;
    int32_t first_bias[MQ_NET_FIRST];   /* units of 1 / (ONE * MQ_INPUT_ONE) */
    int32_t second_bias[MQ_NET_SECOND]; /* units of 1 / (ONE * ONE) */
    int32_t out_bias[MQ_NET_OUT];
    int16_t second[MQ_NET_FIRST][MQ_NET_SECOND];
    int16_t out[MQ_NET_SECOND][MQ_NET_OUT];
    int16_t first[][MQ_NET_FIRST]; /* a row for each input */
};

/* What a net expects. */
struct mq_prospect {
    double share[MQ_MAX_PLAYERS]; /* by seats from the one who looks; sum 1.
                                     Alone: the chance to win */
    double margin; /* 0 to 1: 0.5 is level with the best other seat */
};

/* Memory for a net with so many inputs, all 0; free() it. NULL: none. */
struct mq_net *mq__net_create(int inputs);

/* Reads a file for a game. MQ_SYNTAX: it is no net. MQ_TABLES: it was made for
 * something else. The error says what. free() the net. */
enum mq_status mq__net_read(const struct mq_game *game, const char *bytes,
                            size_t length, struct mq_net **out,
                            struct mq_error *error);

/* Writes the file of a net that fits the game, and names the net. */
struct mq_buf;
void mq__net_write(const struct mq_game *game, struct mq_net *net,
                   struct mq_buf *out);

/* The prospects of a match of `players` by the inputs of one seat. */
void mq__net_judge(const struct mq_net *net, const struct mq_input *input,
                   int count, int players, struct mq_prospect *out);

#endif

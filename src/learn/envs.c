/* Environments: many matches side by side, for learners.
 *
 * Each environment owns its state, its random numbers and lists of what it has
 * written into the caller's arrays, so that a step only clears and writes what
 * changed. Threads share nothing: each works on a range of environments.
 */
#include <maxq/learn.h>
#include <maxq/observe.h>

#include "learn/numbering.h"
#include "learn/team.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct env {
    struct mq_state st;
    struct mq_rng rng;
    int seat;   /* that is to decide */
    int legals; /* of that seat */
    int inputs; /* written into the observation */
    uint16_t input[MQ_MAX_INPUTS];
    mq_action legal[MQ_MAX_LEGAL];
    uint16_t number[MQ_MAX_LEGAL]; /* of the legal actions */
};

struct mq_envs {
    const struct mq_game *game;
    struct mq_setup setup;
    struct mq_numbering numbering;
    struct mq_env_arrays arrays;
    int count, players, inputs;
    const int32_t *actions; /* of the step under way */
    struct env *env;
    struct mq_env_team *team;
};

/* Lets chance act until a seat is to decide or the match is over. */
static enum mq_turn go_on(const struct mq_envs *e, struct env *env)
{
    uint32_t actors;
    enum mq_turn turn;

    while ((turn = mq_turn(e->game, env->st.bytes, &actors)) ==
           MQ_TURN_CHANCE) {
        mq_apply(e->game, env->st.bytes, MQ_CHANCE_SEAT,
                 mq_sample(e->game, env->st.bytes, &env->rng));
    }
    env->seat = turn == MQ_TURN_SEATS ? __builtin_ctz(actors) : -1;
    return turn;
}

static void begin(const struct mq_envs *e, struct env *env)
{
    enum mq_status status = mq_begin(e->game, env->st.bytes, &e->setup, NULL);

    assert(status == MQ_OK); /* it was tried when they were made */
    (void)status;
    go_on(e, env);
}

/* Replaces the numbers of the last step's legal actions by this one's. */
static void write_mask(const struct mq_envs *e, struct env *env, uint8_t *mask)
{
    for (int i = 0; mask != NULL && i < env->legals; i++) {
        mask[env->number[i]] = 0;
    }
    env->legals = mq_legal(e->game, env->st.bytes, env->seat, env->legal);
    for (int i = 0; i < env->legals; i++) {
        int index = mq__numbering_index(&e->numbering, env->legal[i]);

        assert(index >= 0);
        env->number[i] = (uint16_t)index;
        if (mask != NULL) {
            mask[index] = 1;
        }
    }
}

static void write_observation(const struct mq_envs *e, struct env *env,
                              float *row)
{
    struct mq_input input[MQ_MAX_INPUTS];

    for (int i = 0; i < env->inputs; i++) {
        row[env->input[i]] = 0;
    }
    env->inputs = mq_observe(e->game, env->st.bytes, env->seat, input);
    for (int i = 0; i < env->inputs; i++) {
        env->input[i] = input[i].index;
        row[input[i].index] = (float)input[i].value / MQ_INPUT_ONE;
    }
}

static void write_all(const struct mq_envs *e, int index)
{
    const struct mq_env_arrays *a = &e->arrays;
    struct env *env = &e->env[index];
    size_t row = (size_t)index;

    write_mask(e, env,
               a->mask != NULL ? a->mask + row * (size_t)e->numbering.count
                               : NULL);
    if (a->observation != NULL) {
        write_observation(e, env, a->observation + row * (size_t)e->inputs);
    }
    if (a->seat != NULL) {
        a->seat[index] = env->seat;
    }
}

static void write_end(const struct mq_envs *e, int index, bool ended)
{
    const struct mq_env_arrays *a = &e->arrays;
    double share[MQ_MAX_PLAYERS];

    if (a->ended != NULL) {
        a->ended[index] = ended;
    }
    if (ended && a->returns != NULL) {
        mq_returns(e->game, e->env[index].st.bytes, share);
        for (int seat = 0; seat < e->players; seat++) {
            a->returns[(size_t)index * (size_t)e->players + (size_t)seat] =
                (float)share[seat];
        }
    }
}

/* The place of a number among the legal ones, or -1. */
static int find(const struct env *env, int32_t number)
{
    for (int i = 0; i < env->legals; i++) {
        if (env->number[i] == number) {
            return i;
        }
    }
    return -1;
}

static void step(const struct mq_envs *e, int index)
{
    struct env *env = &e->env[index];
    int place = find(env, e->actions[index]);
    bool over;

    assert(place >= 0);
    mq_apply(e->game, env->st.bytes, env->seat, env->legal[place]);
    over = go_on(e, env) == MQ_TURN_OVER;
    write_end(e, index, over);
    if (over) {
        begin(e, env);
    }
    write_all(e, index);
}

static void work(void *context, int first, int end)
{
    const struct mq_envs *e = context;

    for (int i = first; i < end; i++) {
        step(e, i);
    }
}

static void start(void *context, int first, int end)
{
    const struct mq_envs *e = context;

    for (int i = first; i < end; i++) {
        begin(e, &e->env[i]);
        write_all(e, i);
    }
}

/* Memory, threads and random numbers; false: something could not be had. */
static bool equip(struct mq_envs *e, const struct mq_envs_config *config)
{
    int threads = mq__env_threads(config->threads, config->count);

    e->env = calloc((size_t)e->count, sizeof *e->env);
    e->team = mq__env_team_create(threads);
    if (e->env == NULL || e->team == NULL) {
        return false;
    }
    for (int i = 0; i < e->count; i++) {
        mq_rng_seed_pair(&e->env[i].rng, config->seed, (uint64_t)i);
    }
    return true;
}

enum mq_status mq_envs_create(const struct mq_game *g,
                              const struct mq_envs_config *config,
                              const struct mq_env_arrays *arrays,
                              struct mq_envs **out, struct mq_error *error)
{
    struct mq_state trial;
    enum mq_status status = mq_begin(g, trial.bytes, &config->setup, error);
    struct mq_envs *e;

    *out = NULL;
    if (status != MQ_OK) {
        return status;
    }
    if (config->count < 1 || mq_action_count(g) == 0) {
        return mq_fail(error, MQ_RANGE, "error.environments", "i",
                       config->count);
    }
    e = calloc(1, sizeof *e);
    if (e == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    e->game = g;
    e->setup = config->setup;
    e->arrays = *arrays;
    e->count = config->count;
    e->players = config->setup.players;
    e->inputs = mq_observe_size(g);
    mq__numbering_init(&e->numbering, g);
    if (!equip(e, config)) {
        mq_envs_destroy(e);
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__env_team_run(e->team, start, e, e->count);
    *out = e;
    return MQ_OK;
}

void mq_envs_destroy(struct mq_envs *e)
{
    if (e != NULL) {
        mq__env_team_destroy(e->team);
        free(e->env);
        free(e);
    }
}

enum mq_status mq_envs_step(struct mq_envs *e, const int32_t *actions,
                            int *where)
{
    for (int i = 0; i < e->count; i++) {
        if (find(&e->env[i], actions[i]) < 0) {
            if (where != NULL) {
                *where = i;
            }
            return MQ_ILLEGAL;
        }
    }
    e->actions = actions;
    mq__env_team_run(e->team, work, e, e->count);
    return MQ_OK;
}

const void *mq_envs_state(const struct mq_envs *e, int index)
{
    assert(index >= 0 && index < e->count);
    return e->env[index].st.bytes;
}

void mq_envs_random_actions(struct mq_envs *e, int32_t *actions)
{
    for (int i = 0; i < e->count; i++) {
        struct env *env = &e->env[i];

        actions[i] =
            env->number[mq_rng_below(&env->rng, (uint32_t)env->legals)];
    }
}

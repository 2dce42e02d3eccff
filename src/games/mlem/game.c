/* MLEM: Space Agency, as the registry lists it. */
#include "games/mlem/rules.h"
#include "games/registry.h"

#include <string.h>

static const char *const start_words[] = {"random", "P1", "P2", "P3",
                                          "P4",     "P5", NULL};

/* ML-C5, in the order of the ML_OPTION_… */
static const struct mq_option options[ML_OPTIONS] = {
    {.name = "ufo", .words = mq_yes_no},
    {.name = "exploration", .words = mq_yes_no},
    {.name = "secret", .words = mq_yes_no},
    {.name = "start", .words = start_words},
};

static int players(const struct mq_game *g, const void *st)
{
    (void)g;
    return ((const struct ml_state *)st)->players;
}

static const char *phase(const struct mq_game *g, const void *st)
{
    (void)g;
    return mq__ml_steps[((const struct ml_state *)st)->step];
}

/* Every number of USE, faces by pips by what goes with them, has its place. */
static int actions(const struct mq_game *g, struct mq_action_block *out)
{
    const struct ml_tables *t = g->tables;
    const struct mq_action_block blocks[] = {
        {ML_DO_RETURN, {0}, {t->missions, 1, 1}},
        {ML_DO_BOARD, {0}, {ML_ASTRONAUTS, 1, 1}},
        {ML_DO_USE, {0}, {1 << ML_FACES, 1 << ML_SEATS, 4}},
        {ML_DO_REROLL, {0}, {1, 1, 1}},
        {ML_DO_CRASH, {0}, {1, 1, 1}},
        {ML_DO_STAY, {0}, {1, 1, 1}},
        {ML_DO_LAND, {0}, {3, 1, 1}},
    };

    memcpy(out, blocks, sizeof blocks);
    return sizeof blocks / sizeof blocks[0];
}

static const struct mq_game shape = {
    .id = "mlem",
    .rules_version = 1,
    .min_players = 2,
    .max_players = ML_SEATS,
    .state_size = sizeof(struct ml_state),
    .options = options,
    .option_count = ML_OPTIONS,
    .rules =
        {
            .setup = mq__ml_setup,
            .players = players,
            .turn = mq__ml_turn,
            .legal = mq__ml_legal,
            .apply = mq__ml_apply,
            .outcomes = mq__ml_outcomes,
            .sample = mq__ml_sample,
            .stream = mq__ml_stream,
            .scores = mq__ml_scores,
            .winners = mq__ml_winners,
            .breakdown = mq__ml_breakdown,
            .phase = phase,
        },
    .secrets =
        {
            .redact = mq__ml_redact,
            .resample = mq__ml_resample,
            .reopen = mq__ml_reopen,
            .seen = mq__ml_seen,
            .reveals = mq__ml_reveals,
        },
    .mind =
        {
            .weigh = mq__ml_weigh,
            .estimate = mq__ml_estimate,
            .net_horizon = 2,
            .observe = mq__ml_observe,
            .observe_size = ML_OBSERVE_SIZE,
            .observe_version = 1,
            .actions = actions,
        },
    .words =
        {
            .why_not = mq__ml_why_not,
            .odds = mq__ml_odds,
            .odds_table = mq__ml_odds_table,
            .ask = mq__ml_ask,
            .explain = mq__ml_explain,
            .describe = mq__ml_describe,
            .tell = mq__ml_tell,
            .survey = mq__ml_survey,
            .standings = mq__ml_standings,
            .write_text = mq__ml_write_text,
            .read_text = mq__ml_read_text,
        },
    .position =
        {
            .form = &mq__ml_form,
        },
};

const struct mq_game_kind mq__mlem = {
    .shape = &shape,
    .files = mq__ml_files,
    .file_count = ML_FILES,
    .tables_size = sizeof(struct ml_tables),
    .bind = mq__ml_bind,
};

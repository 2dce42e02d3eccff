/* Lift Off, as the registry lists it. */
#include "games/liftoff/rules.h"
#include "games/registry.h"

#include <string.h>

static const char *const start_words[] = {"random", "P1", "P2",
                                          "P3",     "P4", NULL};

/* LO-V1 to LO-V3, in the order of enum lo_option */
static const struct mq_option options[] = {
    {.name = "edition", .words = mq__lo_edition_words},
    {.name = "drawn", .words = mq__lo_drawn_words},
    {.name = "start", .words = start_words},
};

static int players(const struct mq_game *g, const void *state)
{
    return lo_of(g, state).st->players;
}

static const char *phase(const struct mq_game *g, const void *state)
{
    return mq__lo_step_words[lo_of(g, state).st->step];
}

static int actions(const struct mq_game *g, struct mq_action_block *out)
{
    const struct lo_tables *t = g->tables;
    const struct mq_action_block blocks[] = {
        {LO_KEEP_OBJECTIVE, {0}, {t->objectives, 1, 1}},
        {LO_PASS_OBJECTIVE, {0}, {t->objectives, 1, 1}},
        {LO_DIRECTION, {0}, {2, 1, 1}},
        {LO_KEEP, {0}, {t->specialists, 1, 1}},
        {LO_PASS, {0}, {t->specialists, 1, 1}},
        {LO_PLAY, {0}, {t->specialists, 1, 1}},
        {LO_ACT, {0}, {LO_VERBS, LO_COLOURS, LO_COLOURS}},
        {LO_MONEY, {0}, {1, 1, 1}},
        {LO_DONE, {0}, {1, 1, 1}},
        {LO_DECK, {1}, {LO_LEVELS, 1, 1}},
        {LO_TAKE, {0}, {t->missions, 1, 1}},
        {LO_LAUNCH, {0}, {t->specialists, 1, 1}},
        {LO_LAUNCH, {LO_LAB}, {1, 1, 1}},
        {LO_BOOST, {0}, {t->specialists, 1, 1}},
        {LO_BOOST, {LO_LAB}, {1, 1, 1}},
        {LO_LOAD, {0}, {t->missions, 1, 1}},
        {LO_GO, {0}, {1, 1, 1}},
        {LO_CHOOSE_TECH, {0}, {t->missions, LO_COLOURS, 1}},
        {LO_CHOOSE_EXCHANGE, {0}, {t->missions, LO_COLOURS, LO_COLOURS}},
        {LO_SELL_OBJECTIVE, {0}, {t->objectives, 1, 1}},
    };

    memcpy(out, blocks, sizeof blocks);
    return sizeof blocks / sizeof blocks[0];
}

static const struct mq_game shape = {
    .id = "liftoff",
    .rules_version = 1,
    .min_players = 2,
    .max_players = LO_MAX_PLAYERS,
    .state_size = sizeof(struct lo_state),
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .rules =
        {
            .setup = mq__lo_setup,
            .players = players,
            .turn = mq__lo_turn,
            .legal = mq__lo_legal,
            .apply = mq__lo_apply,
            .outcomes = mq__lo_outcomes,
            .sample = mq__lo_sample,
            .stream = mq__lo_stream,
            .scores = mq__lo_scores,
            .winners = mq__lo_winners,
            .breakdown = mq__lo_breakdown,
            .phase = phase,
        },
    .secrets =
        {
            .redact = mq__lo_redact,
            .resample = mq__lo_resample,
            .reopen = mq__lo_reopen,
            .seen = mq__lo_seen,
            .reveals = mq__lo_reveals,
        },
    .mind =
        {
            .horizon = 60,
            .net_horizon = 2,
            .easy_warmth = 0.075,
            .normal_warmth = 0.026,
            .weigh = mq__lo_weigh,
            .estimate = mq__lo_estimate,
            .observe = mq__lo_observe,
            .observe_size = LO_OBSERVE_SIZE,
            .observe_version = 1,
            .actions = actions,
        },
    .words =
        {
            .why_not = mq__lo_why_not,
            .odds = mq__lo_odds,
            .ask = mq__lo_ask,
            .explain = mq__lo_explain,
            .describe = mq__lo_describe,
            .tell = mq__lo_tell,
            .survey = mq__lo_survey,
            .standings = mq__lo_standings,
            .write_text = mq__lo_write_text,
            .read_text = mq__lo_read_text,
        },
    .position =
        {
            .form = &mq__lo_form,
        },
};

const struct mq_game_kind mq__liftoff = {
    .shape = &shape,
    .files = mq__lo_files,
    .file_count = LO_FILES,
    .tables_size = sizeof(struct lo_tables),
    .bind = mq__lo_bind,
};

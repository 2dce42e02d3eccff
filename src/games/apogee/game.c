/* Apogee: New Space: the interface filled in. */
#include "games/apogee/telling.h"
#include "games/registry.h"

#include <string.h>

static int players(const struct mq_game *g, const void *st)
{
    return ap_of(g, st).st->players;
}

static int actions(const struct mq_game *g, struct mq_action_block *out)
{
    const struct ap_tables *t = g->tables;
    const struct mq_action_block blocks[] = {
        {AP_A_CHOOSE, {0}, {t->directors, 1, 1}},
        {AP_A_HIRE, {0}, {AP_LEVELS, 1, 1}},
        {AP_A_ASSIGN, {0}, {t->engineers, AP_SPACES, 1}},
        {AP_A_PLANNED, {0}, {1, 1, 1}},
        {AP_A_REPLACE, {0}, {AP_TYPES + 1, 1, 1}},
        {AP_A_TAKE, {0}, {t->kinds, 1, 1}},
        {AP_A_BUILD, {0}, {t->kinds, 1, 1}},
        {AP_A_SELL, {0}, {t->kinds, 1, 1}},
        {AP_A_BUY_DIE, {0}, {1, 1, 1}},
        {AP_A_PASS, {0}, {1, 1, 1}},
        {AP_A_KEEP, {0}, {t->kinds, 1, 1}},
        {AP_A_DISCARD, {0}, {t->kinds, 1, 1}},
        {AP_A_DISMISS, {0}, {t->engineers, 1, 1}},
        {AP_A_SPECIALTY, {0}, {1, 1, 1}},
        {AP_A_FIRE, {0}, {1, 1, 1}},
        {AP_A_LAUNCH, {0}, {AP_DESTINATIONS, 1, 1}},
        {AP_A_INTERVENE, {0}, {1, 1, 1}},
        {AP_A_TARGET_CARD, {0}, {AP_PLAYERS, t->kinds, 1}},
        {AP_A_TARGET_DICE, {0, 1}, {AP_PLAYERS, 2, 1}},
        {AP_A_TARGET, {0}, {AP_PLAYERS, 1, 1}},
        {AP_A_REROLL, {0}, {1, 1, 1}},
        {AP_A_ACCEPT, {0}, {1, 1, 1}},
        {AP_A_DONE, {0}, {1, 1, 1}},
    };

    memcpy(out, blocks, sizeof blocks);
    return sizeof blocks / sizeof blocks[0];
}

static const struct mq_game shape = {
    .id = "apogee",
    .rules_version = 1,
    .min_players = 1,
    .max_players = AP_PLAYERS,
    .state_size = sizeof(struct ap_state),
    .options = mq__ap_options,
    .option_count = AP_OPTION_COUNT,
    .rules =
        {
            .setup = mq__ap_setup,
            .players = players,
            .turn = mq__ap_turn,
            .legal = mq__ap_legal,
            .apply = mq__ap_apply,
            .outcomes = mq__ap_outcomes,
            .sample = mq__ap_sample,
            .stream = mq__ap_stream,
            .scores = mq__ap_scores,
            .winners = mq__ap_winners,
            .breakdown = mq__ap_breakdown,
            .phase = mq__ap_phase,
        },
    .secrets =
        {
            .redact = mq__ap_redact,
            .resample = mq__ap_resample,
            .reopen = mq__ap_reopen,
            .seen = mq__ap_seen,
            .reveals = mq__ap_reveals,
        },
    .mind =
        {
            /* Missions are met by plans of many moves: best judged at their
               end. */
            .horizon = 80,
            /* A thousand iterations find what there is to be found. */
            .thought = 0.35,
            .weigh = mq__ap_weigh,
            .estimate = mq__ap_estimate,
            .net_horizon = 10,
            .observe = mq__ap_observe,
            .observe_size = AP_OBSERVE_SIZE,
            .observe_version = 1,
            .actions = actions,
        },
    .words =
        {
            .why_not = mq__ap_why_not,
            .odds = mq__ap_odds,
            .odds_table = mq__ap_odds_table,
            .ask = mq__ap_ask,
            .explain = mq__ap_explain,
            .describe = mq__ap_describe,
            .tell = mq__ap_tell,
            .survey = mq__ap_survey,
            .standings = mq__ap_standings,
            .write_text = mq__ap_write_text,
            .read_text = mq__ap_read_text,
        },
    .position =
        {
            .form = &mq__ap_form,
        },
};

const struct mq_game_kind mq__apogee = {
    .shape = &shape,
    .files = mq__ap_files,
    .file_count = AP_FILES,
    .tables_size = sizeof(struct ap_tables),
    .bind = mq__ap_bind,
};

_Static_assert(sizeof(struct ap_state) <= MQ_MAX_STATE, "state too large");

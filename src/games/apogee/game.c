/* Apogee: New Space: the interface filled in. */
#include "games/apogee/json.h"
#include "games/registry.h"

static int players(const struct mq_game *g, const void *st)
{
    (void)g;
    return ((const struct ap_state *)st)->players;
}

static const struct mq_game shape = {
    .id = "apogee",
    .rules_version = 1,
    .min_players = 1,
    .max_players = AP_PLAYERS,
    .state_size = sizeof(struct ap_state),
    /* Missions are met by plans of many moves: best judged at their end. */
    .horizon = 80,
    /* A thousand iterations find what there is to be found. */
    .thought = 0.35,
    .options = mq__apogee_options,
    .option_count = AP_OPTION_COUNT,
    .derived = mq__apogee_derived,
    .setup = mq__apogee_setup,
    .players = players,
    .turn = mq__apogee_turn,
    .legal = mq__apogee_legal,
    .apply = mq__apogee_apply,
    .outcomes = mq__apogee_outcomes,
    .sample = mq__apogee_sample,
    .stream = mq__apogee_stream,
    .scores = mq__apogee_scores,
    .winners = mq__apogee_winners,
    .redact = mq__apogee_redact,
    .resample = mq__apogee_resample,
    .reopen = mq__apogee_reopen,
    .seen = mq__apogee_seen,
    .reveals = mq__apogee_reveals,
    .why_not = mq__apogee_why_not,
    .check = mq__apogee_check,
    .weigh = mq__apogee_weigh,
    .estimate = mq__apogee_estimate,
    .breakdown = mq__apogee_breakdown,
    .odds = mq__apogee_odds,
    .odds_table = mq__apogee_odds_table,
    .phase = mq__apogee_phase,
    .ask = mq__apogee_ask,
    .explain = mq__apogee_explain,
    .describe = mq__apogee_describe,
    .write_text = mq__apogee_write_text,
    .read_text = mq__apogee_read_text,
    .write_position = mq__apogee_write_position,
    .read_position = mq__apogee_read_position,
    .board = mq__apogee_board,
};

const struct mq_game_kind mq__apogee = {
    .shape = &shape,
    .files = mq__apogee_files,
    .file_count = AP_FILES,
    .tables_size = sizeof(struct ap_tables),
    .bind = mq__apogee_bind,
};

_Static_assert(sizeof(struct ap_state) <= MQ_MAX_STATE, "state too large");

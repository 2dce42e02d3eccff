/* Apogee: New Space: the interface filled in. */
#include "games/apogee/rules.h"
#include "games/registry.h"

static const struct mq_game shape = {
    .id = "apogee",
    .rules_version = 1,
    .min_players = 1,
    .max_players = AP_PLAYERS,
    .state_size = sizeof(struct ap_state),
    .options = mq__apogee_options,
    .option_count = AP_OPTION_COUNT,
    .setup = mq__apogee_setup,
    .turn = mq__apogee_turn,
    .legal = mq__apogee_legal,
    .apply = mq__apogee_apply,
    .outcomes = mq__apogee_outcomes,
    .sample = mq__apogee_sample,
    .stream = mq__apogee_stream,
    .scores = mq__apogee_scores,
    .winners = mq__apogee_winners,
    .phase = mq__apogee_phase,
    .write_text = mq__apogee_write_text,
    .read_text = mq__apogee_read_text,
};

const struct mq_game_kind mq__apogee = {
    .shape = &shape,
    .files = mq__apogee_files,
    .file_count = AP_FILES,
    .tables_size = sizeof(struct ap_tables),
    .bind = mq__apogee_bind,
};

_Static_assert(sizeof(struct ap_state) <= MQ_MAX_STATE, "state too large");

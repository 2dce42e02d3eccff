/* MLEM: Space Agency, as the registry lists it. */
#include "games/mlem/rules.h"
#include "games/registry.h"

static const char *const start_words[] = {"random", "P1", "P2", "P3",
                                          "P4",     "P5", NULL};

/* ML-C5, in the order of the MLEM_OPTION_… */
static const struct mq_option options[MLEM_OPTIONS] = {
    {.name = "ufo", .words = mq_yes_no},
    {.name = "exploration", .words = mq_yes_no},
    {.name = "secret", .words = mq_yes_no},
    {.name = "start", .words = start_words},
};

static int players(const struct mq_game *g, const void *st)
{
    (void)g;
    return ((const struct mlem_state *)st)->players;
}

static const char *phase(const struct mq_game *g, const void *st)
{
    (void)g;
    return mq__mlem_steps[((const struct mlem_state *)st)->step];
}

static const struct mq_game shape = {
    .id = "mlem",
    .rules_version = 1,
    .min_players = 2,
    .max_players = MLEM_SEATS,
    .state_size = sizeof(struct mlem_state),
    .options = options,
    .option_count = MLEM_OPTIONS,
    .derived = mq__mlem_derived,
    .setup = mq__mlem_setup,
    .players = players,
    .turn = mq__mlem_turn,
    .legal = mq__mlem_legal,
    .apply = mq__mlem_apply,
    .outcomes = mq__mlem_outcomes,
    .sample = mq__mlem_sample,
    .stream = mq__mlem_stream,
    .scores = mq__mlem_scores,
    .winners = mq__mlem_winners,
    .redact = mq__mlem_redact,
    .resample = mq__mlem_resample,
    .reopen = mq__mlem_reopen,
    .seen = mq__mlem_seen,
    .reveals = mq__mlem_reveals,
    .why_not = mq__mlem_why_not,
    .check = mq__mlem_check,
    .weigh = mq__mlem_weigh,
    .estimate = mq__mlem_estimate,
    .breakdown = mq__mlem_breakdown,
    .odds = mq__mlem_odds,
    .odds_table = mq__mlem_odds_table,
    .phase = phase,
    .ask = mq__mlem_ask,
    .explain = mq__mlem_explain,
    .describe = mq__mlem_describe,
    .write_text = mq__mlem_write_text,
    .read_text = mq__mlem_read_text,
    .write_position = mq__mlem_write_position,
    .read_position = mq__mlem_read_position,
    .board = mq__mlem_board,
};

const struct mq_game_kind mq__mlem = {
    .shape = &shape,
    .files = mq__mlem_files,
    .file_count = MLEM_FILES,
    .tables_size = sizeof(struct mlem_tables),
    .bind = mq__mlem_bind,
};

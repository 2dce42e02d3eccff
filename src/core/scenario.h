/* Scenarios: executable rules. One file is one case; see docs/scenarios.md.
 * Text in, verdict out: no files here (src/cli/scenario.c reads those).
 */
#ifndef MAXQ_CORE_SCENARIO_H
#define MAXQ_CORE_SCENARIO_H

#include <maxq/game.h>

struct mq_scenario_result {
    bool passed;
    int line;                  /* of the failure, from 1 */
    struct mq_message message; /* what was expected and what came */
};

/* Opens the game a scenario names: tables given in the scenario's folder may
 * be handed in by the caller. */
typedef enum mq_status (*mq_scenario_open)(void *context, const char *id,
                                           const char *tables,
                                           const struct mq_game **out);

/* Runs one. MQ_OK: it ran, *out says how it went. MQ_SYNTAX: it is no
 * scenario; *out has line and message too. */
enum mq_status mq__scenario_run(const char *text, size_t length,
                                mq_scenario_open open, void *context,
                                struct mq_scenario_result *out);

#endif

/* Scenarios: executable rules. One file is one case; see docs/scenarios.md.
 * Text in, verdict out: no files here (src/cli/scenario.c reads those).
 */
#ifndef MAXQ_SCENARIO_SCENARIO_H
#define MAXQ_SCENARIO_SCENARIO_H

#include "core/game.h"

#define MQ_SCENARIO_TEXT 2048

struct mq_scenario_result {
    bool passed;
    int line;                  /* of the failure, from 1 */
    struct mq_message message; /* what is wrong */
    /* The two sides of a comparison in full, as texts; "" where the message
     * says it all. Cut where they don't fit. */
    char expected[MQ_SCENARIO_TEXT];
    char came[MQ_SCENARIO_TEXT];
};

/* Opens the game a scenario names; `tables` is the name of a set of tables in
 * the scenario's folder, or NULL for the built-in ones. The game stays the
 * callback's: it must live until the scenario has run. */
typedef enum mq_status (*mq_scenario_open)(void *context, const char *id,
                                           const char *tables,
                                           const struct mq_game **out);

/* Runs one. MQ_OK: it ran, *out says how it went. MQ_SYNTAX: it is no
 * scenario; *out has line and message too. MQ_NOMEM. */
enum mq_status mq__scenario_run(const char *text, size_t length,
                                mq_scenario_open open, void *context,
                                struct mq_scenario_result *out);

/* The rule ids ("ML-T7") that a scenario is about: those in its file name
 * (without folder) and those before the colon of its head comments. Calls
 * `visit` with each; the id is valid during the call. */
typedef void (*mq_rule_visitor)(void *context, const char *rule);
void mq__scenario_rules(const char *name, const char *text, size_t length,
                        mq_rule_visitor visit, void *context);

#endif

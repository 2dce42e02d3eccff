/* Scenario files: any text gives a verdict or a syntax error with its line. */
#include "fuzz.h"
#include "helpers.h"

#include "scenario/scenario.h"

#include <string.h>

static enum mq_status open_game(void *context, const char *id,
                                const char *tables, const struct mq_game **out)
{
    (void)context;
    *out = fuzz_game(id, strlen(id));
    return tables == NULL ? MQ_OK : MQ_UNKNOWN_WORD;
}

static void count(void *context, const char *rule)
{
    *(size_t *)context += strlen(rule);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct mq_scenario_result result;
    enum mq_status status;
    size_t letters = 0;

    status =
        mq__scenario_run((const char *)bytes, size, open_game, NULL, &result);
    fuzz_require(status == MQ_OK || status == MQ_SYNTAX,
                 "a verdict or a syntax error");
    if (status == MQ_SYNTAX || !result.passed) {
        fuzz_require(result.message.id != NULL, "what fails says why");
    }
    mq__scenario_rules("ML-T7-a.scn", (const char *)bytes, size, count,
                       &letters);
    return 0;
}

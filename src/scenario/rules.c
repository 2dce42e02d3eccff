/* Which rules a scenario is about: `maxq scenario --coverage` compares them
 * with those of the rules pages. */
#include "scenario/run.h"

#include <string.h>

static void visit_id(const char *at, size_t length, mq_rule_visitor visit,
                     void *context)
{
    char rule[MQ_RULE_ID_SIZE] = "";

    memcpy(rule, at, length);
    visit(context, rule);
}

/* Every id from `at` to `end`. */
static void visit_ids(const char *at, const char *end, mq_rule_visitor visit,
                      void *context)
{
    bool inside = false;

    while (at < end) {
        size_t length = inside ? 0 : mq__rule_id(at, end);

        if (length > 0) {
            visit_id(at, length, visit, context);
            at += length;
            continue;
        }
        inside = strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", *at) != NULL;
        at++;
    }
}

static const char *line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline != NULL ? newline : end;
}

void mq__scenario_rules(const char *name, const char *text, size_t length,
                        mq_rule_visitor visit, void *context)
{
    const char *end = text + length;
    size_t named = mq__rule_id(name, name + strlen(name));

    if (named > 0) {
        visit_id(name, named, visit, context);
    }
    while (text < end && *text == '#') {
        const char *stop = line_end(text, end);
        const char *colon = memchr(text, ':', (size_t)(stop - text));

        if (colon != NULL) {
            visit_ids(text + 1, colon, visit, context);
        }
        text = stop < end ? stop + 1 : end;
    }
}

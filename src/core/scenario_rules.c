/* Which rules a scenario is about, and which rules a rules page has: what
 * `maxq scenario --coverage` compares. */
#include "core/scenario_run.h"

#include <string.h>

#define RULE_SIZE 16

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t mq__rule_id(const char *at, const char *end)
{
    const char *p = at;

    while (p < end && is_capital(*p)) {
        p++;
    }
    if (p - at < 2 || p == end || *p != '-') {
        return 0;
    }
    p++;
    while (p < end && is_capital(*p)) {
        p++;
    }
    if (p == end || !is_digit(*p)) {
        return 0;
    }
    while (p < end && is_digit(*p)) {
        p++;
    }
    if (p < end && (is_capital(*p) || (*p >= 'a' && *p <= 'z'))) {
        return 0;
    }
    return p - at < RULE_SIZE ? (size_t)(p - at) : 0;
}

static void visit_id(const char *at, size_t length, mq_rule_visitor visit,
                     void *context)
{
    char rule[RULE_SIZE] = "";

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
        inside = is_capital(*at) || is_digit(*at) || *at == '-';
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

void mq__rules_page_ids(const char *text, size_t length, mq_rule_visitor visit,
                        void *context)
{
    const char *end = text + length;

    while (text < end) {
        const char *stop = line_end(text, end);

        if (stop - text > 2 && text[0] == '-' && text[1] == ' ') {
            size_t id = mq__rule_id(text + 2, stop);

            if (id > 0) {
                visit_id(text + 2, id, visit, context);
            }
        }
        text = stop < end ? stop + 1 : end;
    }
}

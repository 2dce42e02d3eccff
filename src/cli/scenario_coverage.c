/* `maxq scenario --coverage`: rules without a scenario. */
#include "cli/command.h"

#include "cli/scenario_files.h"
#include "scenario/scenario.h"
#include "term/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void collect(void *context, const char *rule)
{
    struct mq_names *names = context;

    if (!mq__names_have(names, rule)) {
        mq__names_add(names, rule);
    }
}

/* The rules of a game's page; false: it has none (printed). */
static bool page_rules(const char *game, struct mq_names *rules)
{
    struct mq_rules page;
    struct mq_block block;
    int before = rules->count;

    if (mq__rules_open(&page, game, "en")) {
        while (mq__rules_next(&page, &block)) {
            if (block.kind == MQ_BLOCK_RULE) {
                collect(rules, block.id);
            }
        }
    }
    return rules->count > before ||
           mq__cli_refuse("scenario.no-rules", "t", game);
}

static bool file_rules(const char *path, struct mq_names *rules)
{
    size_t length;
    char *text = mq__cli_read_file(path, MQ_SCENARIO_LIMIT, &length);

    if (text == NULL) {
        return false;
    }
    mq__scenario_rules(mq__base_name(path), text, length, collect, rules);
    free(text);
    return true;
}

/* The rules that scenarios below the folder are about. */
static bool folder_rules(const char *folder, struct mq_names *rules)
{
    struct mq_names files = {0};
    bool good = mq__scenario_files(folder, &files);

    for (int i = 0; good && i < files.count; i++) {
        good = file_rules(files.name[i], rules);
    }
    mq__names_finish(&files);
    return good;
}

struct coverage {
    struct mq_names rules;   /* of the pages */
    struct mq_names tested;  /* that have a scenario */
    struct mq_names missing; /* rules without one */
    struct mq_names unknown; /* named by a scenario, on no page */
};

/* `ML-T99` belongs to a page that has some `ML-` rule. */
static bool on_these_pages(const struct mq_names *rules, const char *rule)
{
    size_t prefix = strcspn(rule, "-") + 1;

    for (int i = 0; i < rules->count; i++) {
        if (strncmp(rules->name[i], rule, prefix) == 0) {
            return true;
        }
    }
    return false;
}

static void compare(struct coverage *c)
{
    for (int i = 0; i < c->rules.count; i++) {
        if (!mq__names_have(&c->tested, c->rules.name[i])) {
            mq__names_add(&c->missing, c->rules.name[i]);
        }
    }
    for (int i = 0; i < c->tested.count; i++) {
        const char *rule = c->tested.name[i];

        if (on_these_pages(&c->rules, rule) &&
            !mq__names_have(&c->rules, rule)) {
            mq__names_add(&c->unknown, rule);
        }
    }
}

static int print_json(const struct coverage *c)
{
    struct mq_cli_json json;

    mq__json_add(mq__cli_json_begin(&json), "{rules:i missing:S unknown:S}",
                 c->rules.count, c->missing.name, c->missing.count,
                 c->unknown.name, c->unknown.count);
    return mq__cli_json_end(&json);
}

static void print_lines(const struct coverage *c)
{
    for (int i = 0; i < c->missing.count; i++) {
        printf("%s\n", c->missing.name[i]);
    }
    for (int i = 0; i < c->unknown.count; i++) {
        mq__cli_line("scenario.unknown-rule", "r", c->unknown.name[i]);
    }
    mq__cli_line("scenario.covered", "ii", c->rules.count - c->missing.count,
                 c->rules.count);
}

static int print(const struct coverage *c, bool json)
{
    if (c->rules.failed || c->tested.failed || c->missing.failed ||
        c->unknown.failed) {
        return mq__cli_fail("error.no-memory", "");
    }
    if (!json) {
        print_lines(c);
    } else if (print_json(c) != MQ_EXIT_DONE) {
        return MQ_EXIT_USAGE;
    }
    return c->missing.count + c->unknown.count > 0 ? MQ_EXIT_FINDING
                                                   : MQ_EXIT_DONE;
}

/* Pages of the games named, of all games if none is. */
static bool read_pages(const struct mq_names *words, struct mq_names *rules)
{
    bool good = true;
    int named = 0;

    for (int i = 0; good && i < words->count; i++) {
        if (mq__cli_is_game(words->name[i])) {
            named++;
            good = page_rules(words->name[i], rules);
        }
    }
    for (int i = 0; good && named == 0 && i < mq_game_count(); i++) {
        good = page_rules(mq_game_id(i), rules);
    }
    return good;
}

static bool read_scenarios(const struct mq_names *words,
                           struct mq_names *tested)
{
    bool good = true;
    int folders = 0;

    for (int i = 0; good && i < words->count; i++) {
        if (!mq__cli_is_game(words->name[i])) {
            folders++;
            good = folder_rules(words->name[i], tested);
        }
    }
    return good && (folders > 0 || folder_rules(MQ_SCENARIO_FOLDER, tested));
}

int mq__scenario_coverage(const struct mq_names *words, bool json)
{
    struct coverage c = {0};
    int code = MQ_EXIT_USAGE;

    if (read_pages(words, &c.rules) && read_scenarios(words, &c.tested)) {
        compare(&c);
        code = print(&c, json);
    }
    mq__names_finish(&c.rules);
    mq__names_finish(&c.tested);
    mq__names_finish(&c.missing);
    mq__names_finish(&c.unknown);
    return code;
}

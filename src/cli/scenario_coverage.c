/* `maxq scenario --coverage`: rules without a scenario. */
#include "cli/command.h"

#include "cli/scenario_files.h"
#include "core/embed.h"
#include "core/json.h"
#include "core/scenario.h"

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
    char path[64];
    const struct mq_embedded *page;
    int before = rules->count;

    snprintf(path, sizeof(path), "rules/%s.md", game);
    page = mq__embedded_find(path);
    if (page != NULL) {
        mq__rules_page_ids(page->bytes, page->length, collect, rules);
    }
    if (rules->count == before) {
        mq__cli_fail("scenario", "scenario.no-rules", "t", game);
        return false;
    }
    return true;
}

static bool file_rules(const char *path, struct mq_names *rules)
{
    size_t length;
    char *text =
        mq__cli_read_file("scenario", path, MQ_SCENARIO_LIMIT, &length);

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

static void write_names(struct mq_json_writer *w, const char *key,
                        const struct mq_names *names)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < names->count; i++) {
        mq__json_str(w, NULL, names->name[i]);
    }
    mq__json_close(w, ']');
}

static bool print_json(const struct coverage *c)
{
    struct mq_buf buf;
    struct mq_json_writer w;
    bool good;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_int(&w, "rules", c->rules.count);
    write_names(&w, "missing", &c->missing);
    write_names(&w, "unknown", &c->unknown);
    mq__json_close(&w, '}');
    good = !buf.failed;
    if (good) {
        printf("%s\n", mq__buf_text(&buf));
    }
    mq__buf_finish(&buf);
    return good;
}

static void print_lines(const struct coverage *c)
{
    struct mq_voice voice = {.language = mq__cli_language()};

    for (int i = 0; i < c->missing.count; i++) {
        printf("%s\n", c->missing.name[i]);
    }
    for (int i = 0; i < c->unknown.count; i++) {
        struct mq_message message;
        char sentence[256];

        mq_message_set(&message, "scenario.unknown-rule", "r",
                       c->unknown.name[i]);
        mq_sentence(&message, &voice, sentence, sizeof(sentence));
        printf("%s\n", sentence);
    }
}

static int print(const struct coverage *c, bool json)
{
    if (c->rules.failed || c->tested.failed || c->missing.failed ||
        c->unknown.failed || (json && !print_json(c))) {
        return mq__cli_fail("scenario", "error.no-memory", "");
    }
    if (!json) {
        print_lines(c);
    }
    return c->missing.count + c->unknown.count > 0 ? MQ_EXIT_FINDING
                                                   : MQ_EXIT_DONE;
}

/* Pages of the games named, of all games if none is. */
static bool read_pages(char **arguments, int count, struct mq_names *rules)
{
    bool good = true;
    int named = 0;

    for (int i = 0; good && i < count; i++) {
        if (mq__is_game(arguments[i])) {
            named++;
            good = page_rules(arguments[i], rules);
        }
    }
    for (int i = 0; good && named == 0 && i < mq_game_count(); i++) {
        good = page_rules(mq_game_id(i), rules);
    }
    return good;
}

static bool read_scenarios(char **arguments, int count, struct mq_names *tested)
{
    bool good = true;
    int folders = 0;

    for (int i = 0; good && i < count; i++) {
        if (!mq__is_game(arguments[i])) {
            folders++;
            good = folder_rules(arguments[i], tested);
        }
    }
    return good && (folders > 0 || folder_rules(MQ_SCENARIO_FOLDER, tested));
}

int mq__scenario_coverage(char **arguments, int count, bool json)
{
    struct coverage c = {0};
    int code = MQ_EXIT_USAGE;

    if (read_pages(arguments, count, &c.rules) &&
        read_scenarios(arguments, count, &c.tested)) {
        compare(&c);
        code = print(&c, json);
    }
    mq__names_finish(&c.rules);
    mq__names_finish(&c.tested);
    mq__names_finish(&c.missing);
    mq__names_finish(&c.unknown);
    return code;
}

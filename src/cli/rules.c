/* `maxq rules`: the rules page of a game, whole or in parts. */
#include "cli/command.h"

#include "term/rules.h"
#include "term/screen.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define READING_WIDTH 100 /* longer lines are hard to read */

struct options {
    struct mq_words words; /* the game; an id, or words to find */
    struct mq_rules page;  /* at its beginning */
};

static bool has_all(const struct mq_block *block, const struct options *o)
{
    for (int i = 0; i < o->words.count; i++) {
        if (!mq__rules_has(block, o->words.rest[i])) {
            return false;
        }
    }
    return true;
}

/* "ml-t7": letters, a hyphen, and a letter and a digit after it. */
static bool looks_like_id(const char *word)
{
    size_t letters = 0;

    while (isalpha((unsigned char)word[letters])) {
        letters++;
    }
    return letters == 2 && word[2] == '-' && isalpha((unsigned char)word[3]) &&
           word[3 + strspn(word + 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "abcdefghijklmnopqrstuvwxyz0123456789")] ==
               '\0';
}

/* How many leading letters two ids share, up to that of the chapter. */
static size_t likeness(const char *a, const char *b)
{
    size_t i = 0;

    while (i < 4 && a[i] != '\0' &&
           toupper((unsigned char)a[i]) == toupper((unsigned char)b[i])) {
        i++;
    }
    return i;
}

static int unknown_id(const struct options *o, const char *id)
{
    char list[512];
    struct mq_rules rules = o->page;
    struct mq_block block;
    struct mq_buf buf;
    size_t best = 0;

    mq__buf_fixed(&buf, list, sizeof list);
    while (mq__rules_next(&rules, &block)) {
        size_t alike = block.kind == MQ_BLOCK_RULE ? likeness(id, block.id) : 0;

        if (alike > best) {
            best = alike;
            mq__buf_clear(&buf);
        }
        if (alike == best && alike > 0) {
            mq__buf_printf(&buf, "%s%s", buf.length > 0 ? ", " : "", block.id);
        }
    }
    if (best == 0) {
        return mq__cli_fail("tools.unknown-rule", "tt", id, o->words.first);
    }
    return mq__cli_list_fail(list, "tools.unknown-rule-near", "t", id);
}

/* Headings and paragraphs stand apart, items of a list together. */
static void print_block(struct mq_screen *screen, const struct mq_block *block,
                        const struct mq_block *before)
{
    bool listed = block->kind == MQ_BLOCK_RULE || block->kind == MQ_BLOCK_ITEM;

    if (before->text != NULL && before->kind != MQ_BLOCK_HEADING &&
        (!listed || before->kind != block->kind)) {
        mq__buf_char(&screen->text, '\n');
    }
    mq__rules_show(&screen->text, block, screen->width);
}

static void print_all(struct mq_screen *screen, const struct options *o)
{
    struct mq_block before = {0};
    struct mq_rules rules = o->page;
    struct mq_block block;

    while (mq__rules_next(&rules, &block)) {
        print_block(screen, &block, &before);
        before = block;
    }
}

/* The blocks with all words, each under its heading. */
static int print_found(struct mq_screen *screen, const struct options *o)
{
    struct mq_block before = {0};
    struct mq_block heading = {0};
    struct mq_rules rules = o->page;
    struct mq_block block;
    int found = 0;

    while (mq__rules_next(&rules, &block)) {
        if (block.kind == MQ_BLOCK_HEADING) {
            heading = block;
        } else if (has_all(&block, o)) {
            if (heading.text != NULL) {
                print_block(screen, &heading, &before);
                before = heading;
                heading.text = NULL;
            }
            print_block(screen, &block, &before);
            before = block;
            found++;
        }
    }
    return found;
}

static int print_rules(struct mq_screen *screen, const struct options *o)
{
    struct mq_rules rules = o->page;
    struct mq_block block;

    if (o->words.count == 0) {
        print_all(screen, o);
        return MQ_EXIT_DONE;
    }
    if (o->words.count == 1 &&
        mq__rules_find(&rules, o->words.rest[0], &block)) {
        mq__rules_show(&screen->text, &block, screen->width);
        return MQ_EXIT_DONE;
    }
    if (print_found(screen, o) > 0) {
        return MQ_EXIT_DONE;
    }
    if (o->words.count == 1 && looks_like_id(o->words.rest[0])) {
        return unknown_id(o, o->words.rest[0]);
    }
    mq__cli_fail("tools.no-rule-found", "t", o->words.first);
    return MQ_EXIT_FINDING;
}

static int run(void *options)
{
    struct options *o = options;
    const char *game = o->words.first;
    struct mq_screen screen;
    int code;

    if (game == NULL) {
        return mq__cli_fail("tools.which-game", "t", mq__cli_name());
    }
    if (!mq__cli_is_game(game)) {
        return mq__cli_fail("cli.unknown-game", "t", game);
    }
    if (!mq__rules_open(&o->page, game, mq__cli_language())) {
        return mq__cli_fail("tools.no-rules", "t", game);
    }
    mq__cli_screen(&screen);
    if (screen.width > READING_WIDTH) {
        screen.width = READING_WIDTH;
    }
    code = print_rules(&screen, o);
    return mq__cli_screen_end(&screen, code);
}

const struct mq_command mq__command_rules = {
    .name = "rules",
    .summary = "read the rules of a game",
    .usage = "GAME [ID|WORD...]",
    .words = MQ_WORDS_LIST,
    .most_words = MQ_MAX_WORDS,
    .size = sizeof(struct options),
    .run = run,
};

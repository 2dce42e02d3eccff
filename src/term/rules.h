/* The rules page of a game, block by block.
 *
 * A page is Markdown: headings, paragraphs, list items and tables. An item
 * that begins with an id ("- ML-T4 If at least …") is a rule.
 */
#ifndef MAXQ_TERM_RULES_H
#define MAXQ_TERM_RULES_H

#include "core/buf.h"
#include "core/game.h"

#include <stdbool.h>
#include <stddef.h>

enum mq_block_kind {
    MQ_BLOCK_HEADING,
    MQ_BLOCK_RULE,
    MQ_BLOCK_ITEM,
    MQ_BLOCK_TEXT,
    MQ_BLOCK_TABLE,
};

struct mq_block {
    enum mq_block_kind kind;
    int level;                /* HEADING: 1 to 6 */
    char id[MQ_RULE_ID_SIZE]; /* RULE */
    const char *text;         /* without marks of Markdown at the front */
    size_t length;            /* may go over several lines */
};

struct mq_rules {
    const char *text;
    size_t length;
    size_t at;
};

/* The page of a game in a language that is built in; false if there is none. */
bool mq__rules_open(struct mq_rules *rules, const char *game,
                    const char *language);
/* The next block; false at the end. */
bool mq__rules_next(struct mq_rules *rules, struct mq_block *out);

/* The first rule from here on with that id, in letters of any case. */
bool mq__rules_find(struct mq_rules *rules, const char *id,
                    struct mq_block *out);

/* Whether the word stands in the block's text, in letters of any case. */
bool mq__rules_has(const struct mq_block *block, const char *word);

/* Adds a block as lines of at most `width` columns, with style marks. */
void mq__rules_show(struct mq_buf *out, const struct mq_block *block,
                    int width);

#endif

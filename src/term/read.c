/* What people read beside the match: the rules page and the legend. */
#include "term/session.h"

#include "term/rules.h"

#include <stdio.h>

/* All blocks that have the word; all there are where there is none. */
static int show_blocks(struct mq_session *s, const char *word)
{
    struct mq_rules rules;
    struct mq_block block;
    int found = 0;

    if (!mq__rules_open(&rules, s->game->id, s->voice.language)) {
        return 0;
    }
    while (mq__rules_next(&rules, &block)) {
        if (word[0] == '\0' ||
            (block.kind != MQ_BLOCK_HEADING && mq__rules_has(&block, word))) {
            if (found++ > 0 && block.kind == MQ_BLOCK_HEADING) {
                mq__buf_char(&s->screen.text, '\n');
            }
            mq__rules_show(&s->screen.text, &block, s->screen.width);
        }
    }
    return found;
}

enum mq_next mq__tell_rules(struct mq_session *s, const char *rest)
{
    struct mq_rules rules;
    struct mq_block block;

    if (rest[0] != '\0' &&
        mq__rules_open(&rules, s->game->id, s->voice.language) &&
        mq__rules_find(&rules, rest, &block)) {
        mq__rules_show(&s->screen.text, &block, s->screen.width);
    } else if (show_blocks(s, rest) == 0) {
        mq__say(s, "term.no-rule", "t", rest);
    }
    return MQ_NEXT_ASK;
}

/* `<game>.legend.1`, `<game>.legend.2` and so on are its lines. */
enum mq_next mq__tell_legend(struct mq_session *s, const char *rest)
{
    (void)rest;
    mq__say_title(s, "term.legend", "");
    mq__say(s, "term.legend-seats", "");
    for (int i = 1;; i++) {
        struct mq_wrap wrap = {.width = s->screen.width, .rest = 2};
        char id[64];
        const char *text;

        snprintf(id, sizeof id, "%s.legend.%d", s->game->id, i);
        text = mq_text(s->voice.language, id);
        if (text == NULL) {
            return MQ_NEXT_ASK;
        }
        mq__text_wrap(&s->screen.text, text, &wrap);
    }
}

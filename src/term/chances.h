/* Chances as lines of text: the percentage, what it is of, a bar; below it the
 * chances by spare dice and what is missing.
 */
#ifndef MAXQ_TERM_CHANCES_H
#define MAXQ_TERM_CHANCES_H

#include <maxq/game.h>

#include "core/buf.h"

struct mq_chance_style {
    const struct mq_voice *voice;
    int width;  /* columns there are */
    bool plain; /* no bars, no columns */
};

/* Where there are none, says so. */
void mq__show_chances(struct mq_buf *out, const struct mq_odds *odds, int count,
                      const struct mq_chance_style *style);

#endif

/* Facts being written: what the games share when they answer mq_tell,
 * mq_survey and mq_standings (<maxq/tell.h>). */
#ifndef MAXQ_CORE_TELL_H
#define MAXQ_CORE_TELL_H

#include <maxq/tell.h>

/* A fact of that kind and subject, with nothing else set. */
struct mq_fact mq__fact(enum mq_fact_kind kind, const char *subject);

/* Sets the item, cut where it doesn't fit, and the numbers. */
void mq__fact_item(struct mq_fact *fact, const char *item);
void mq__fact_count(struct mq_fact *fact, int before, int after);

/* Sets the sentence and hands the fact over. */
void mq__fact_say(const struct mq_facts *out, struct mq_fact *fact,
                  const char *rule, const char *id, const char *format, ...);

/* The next share of a seat, past the last one that one again; all but its
 * message is set from `share`, the message is `id` without arguments. */
void mq__share_add(struct mq_seat_standing *standing,
                   const struct mq_point_share *share, const char *id);

/* The next end, likewise; the caller sets its note. */
struct mq_match_end *mq__end_add(struct mq_all_standings *standings,
                                 const char *source, int progress, int limit);

/* Adds the shares up and ranks the seats by their totals. */
void mq__standings_add_up(struct mq_all_standings *standings);

#endif

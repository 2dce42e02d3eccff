/* Verification: the seed fits the commitment, and every outcome that nobody
 * supplied follows from the seed, undone ones too. Each is drawn anew in a
 * shadow of the match, at the place where it stood when it happened. */
#include "core/match_record.h"

#include <string.h>

/* An empty match at the same first position; NULL without memory. */
static struct mq_match *make_shadow(const struct mq_match *match)
{
    struct mq_match *shadow = mq__match_alloc();

    if (shadow == NULL) {
        return NULL;
    }
    shadow->game = match->game;
    shadow->config = match->config;
    shadow->unlinked = true;
    shadow->has_seed = match->has_seed;
    if (mq__match_init(shadow, mq__match_snapshot(match, 0)->state, NULL) !=
        MQ_OK) {
        mq_match_destroy(shadow);
        return NULL;
    }
    return shadow;
}

static void check_outcome(const struct mq_match *shadow,
                          const struct mq_entry *entry, struct mq_verdict *out)
{
    if (entry->supplied) {
        out->supplied++;
    } else if (!shadow->has_seed) {
        return;
    } else if (mq__match_draw(shadow) == entry->action) {
        out->followed++;
    } else if (out->first_wrong < 0) {
        out->first_wrong = shadow->entries;
    }
}

static enum mq_status repeat(struct mq_match *shadow,
                             const struct mq_entry *entry,
                             struct mq_verdict *out)
{
    struct mq_event event = {entry->seat, entry->action};

    switch (entry->kind) {
    case MQ_ENTRY_EVENT:
        if (entry->seat == MQ_CHANCE_SEAT) {
            check_outcome(shadow, entry, out);
        }
        return mq__match_event(shadow, event, entry->supplied, NULL);
    case MQ_ENTRY_UNDO:
        return mq__match_withdraw(shadow, entry, NULL);
    default:
        return mq__match_remark(shadow, entry, NULL);
    }
}

enum mq_status mq_match_verify(const struct mq_match *match,
                               struct mq_verdict *out)
{
    struct mq_match *shadow = make_shadow(match);
    uint8_t commitment[MQ_HASH_SIZE];
    enum mq_status status = shadow != NULL ? MQ_OK : MQ_NOMEM;

    *out = (struct mq_verdict){
        .revealed = match->closed,
        .typed_seed = match->config.typed_seed,
        .first_wrong = -1,
    };
    if (match->has_seed) {
        mq_seed_commitment(&match->config.seed, commitment);
        out->commitment =
            memcmp(commitment, match->commitment, MQ_HASH_SIZE) == 0;
    }
    for (int i = 0; status == MQ_OK && i < match->entries; i++) {
        status = repeat(shadow, &match->entry[i], out);
    }
    mq_match_destroy(shadow);
    if (status != MQ_OK) {
        return status;
    }
    return out->commitment && out->first_wrong < 0 ? MQ_OK : MQ_UNVERIFIED;
}

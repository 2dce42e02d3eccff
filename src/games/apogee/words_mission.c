/* Apogee: missions and investors in words, part by part, and whether a launch
 * counts for the mission. */
#include "games/apogee/notes.h"

static const char *place_word(int destination)
{
    return destination == AP_NONE ? "" : mq__ap_places[destination];
}

/* `aboard`: asked of one rocket; else of all that a player has. */
static void need_message(const struct ap_need *need, bool aboard,
                         struct mq_message *out)
{
    const struct ap_measure *m = &mq__ap_measures[need->measure];
    const char *word[2];
    bool either = mq__ap_tag_pair(need->tags, word);

    mq_message_set(out, aboard ? m->aboard[either] : m->in_words[either],
                   "iwww", need->amount, word[0], word[1],
                   place_word(need->destination));
}

/* Missions. */

/* How many launches: one with everything, or as many as one likes. */
static void add_launches(struct ap_parts *parts, const struct ap_mission *m)
{
    const struct ap_need *first = &m->needs.need[0];

    if (m->one_launch) {
        ap_note(parts, m->rule, "apogee.mission.one-launch", "w",
                place_word(first->destination));
    } else if (m->needs.count > 0 && mq__ap_measures[first->measure].adds_up) {
        ap_note(parts, m->rule, "apogee.mission.launches", "");
    }
}

static void add_need(struct ap_parts *parts, bool aboard,
                     const struct ap_need *need, const char *rule)
{
    if (parts->notes.n < MQ_MAX_NOTES) {
        parts->need[parts->notes.n] = need;
    }
    need_message(need, aboard, ap_note(parts, rule, NULL, ""));
}

/* What holds for all launches, and how the match ends. */
static void add_rules(struct ap_parts *parts, const struct ap_mission *m)
{
    const char *word[2];

    if (m->no_build_tags != 0) {
        bool two = mq__ap_tag_pair(m->no_build_tags, word);

        ap_note(parts, m->rule,
                two ? "apogee.mission.no-build-two" : "apogee.mission.no-build",
                two ? "ww" : "w", word[0], word[1]);
    }
    if (m->no_intervention) {
        ap_note(parts, m->rule, "apogee.mission.no-intervention", "");
    }
    if (m->performance > 0) {
        ap_note(parts, m->rule, "apogee.mission.performance", "f",
                m->performance * 100);
    }
    if (m->cost_below > 0) {
        ap_note(parts, m->rule, "apogee.mission.cost-below", "i",
                m->cost_below);
    }
    if (m->end == AP_AT_ONCE) {
        ap_note(parts, m->rule, "apogee.mission.at-once", "");
    }
    if (m->rounds > 0) {
        ap_note(parts, m->end == AP_FARTHEST ? m->rule : "AP-O5",
                m->end == AP_FARTHEST ? "apogee.mission.farthest"
                                      : "apogee.mission.rounds",
                "i", m->rounds);
    }
}

void mq__ap_mission_parts(struct ap c, struct ap_parts *out)
{
    const struct ap_mission *m = ap_mission(c);

    memset(out, 0, sizeof(*out));
    out->notes.out = out->note;
    add_launches(out, m);
    for (int i = 0; i < m->needs.count; i++) {
        add_need(out, m->one_launch, &m->needs.need[i], m->rule);
    }
    for (unsigned left = c.st->extra; left != 0; left &= left - 1) {
        const struct ap_event *e = &c.t->solo_event[ap_low_bit(left)];

        add_need(out, false, &e->need, e->rule);
    }
    add_rules(out, m);
}

int mq__ap_part_done(struct ap c, int seat, const struct ap_need *need,
                     bool *met)
{
    struct ap_rocket rocket;
    int done;

    if (!ap_mission(c)->one_launch) {
        done = mq__ap_progress(c, seat, need);
        *met = done >= need->amount;
        return done;
    }
    mq__ap_rocket(c, seat, &rocket);
    *met = c.st->player[seat].met || mq__ap_rocket_has(c.t, need, &rocket);
    return c.st->player[seat].met ? need->amount
                                  : mq__ap_on_rocket(c.t, need, &rocket);
}

/* Launches. */

/* Says what a success would add to the parts of a mission where launches add
 * up. Returns false where it adds nothing. */
static bool note_gains(struct ap c, struct ap after, int seat,
                       const struct ap_parts *parts, struct ap_notes *notes)
{
    bool counts = false;

    for (int i = 0; i < parts->notes.n; i++) {
        const struct ap_need *need = parts->need[i];
        int had = need == NULL ? 0 : mq__ap_progress(c, seat, need);
        int has = need == NULL ? 0 : mq__ap_progress(after, seat, need);

        if (has > had && had < need->amount && need->destination != AP_NONE) {
            mq__ap_note(notes, parts->note[i].rule, "apogee.launch.counts",
                        "wwii", place_word(need->destination),
                        mq__ap_measure_word(need), has, need->amount);
            counts = true;
        }
    }
    return counts;
}

/* The part that a launch leaves open: one of that destination, if there is. */
static const struct ap_need *missed(struct ap c, int seat, int destination,
                                    const struct ap_parts *parts)
{
    const struct ap_need *found = NULL;

    for (int i = 0; i < parts->notes.n; i++) {
        const struct ap_need *need = parts->need[i];
        bool met;

        if (need == NULL || need->destination == AP_NONE) {
            continue;
        }
        mq__ap_part_done(c, seat, need, &met);
        met = met &&
              !(ap_mission(c)->one_launch && need->destination != destination);
        if (!met && need->destination == destination) {
            return need;
        }
        found = found == NULL && !met ? need : found;
    }
    return found;
}

/* Why a success would not count. */
static void note_miss(struct ap c, int seat, int destination,
                      const struct ap_parts *parts, struct ap_notes *notes)
{
    const struct ap_mission *m = ap_mission(c);
    const struct ap_need *need = missed(c, seat, destination, parts);
    struct ap_rocket rocket;
    const char *word[2];

    mq__ap_rocket(c, seat, &rocket);
    if (need == NULL) {
        mq__ap_note(notes, m->rule, "apogee.launch.not-asked", "");
    } else if (need->destination != destination) {
        mq__ap_note(notes, "AP-M13", "apogee.launch.elsewhere", "w",
                    place_word(need->destination));
    } else if (m->cost_below > 0 && rocket.cost >= m->cost_below) {
        mq__ap_note(notes, m->rule, "apogee.launch.too-dear", "ii", rocket.cost,
                    m->cost_below);
    } else {
        mq__ap_tag_pair(need->tags, word);
        mq__ap_note(notes, m->rule, mq__ap_measures[need->measure].lacks, "iwi",
                    need->amount, word[0],
                    mq__ap_on_rocket(c.t, need, &rocket));
    }
}

void mq__ap_note_verdict(struct ap c, int seat, int destination,
                         struct ap_notes *notes)
{
    const struct ap_mission *m = ap_mission(c);
    bool farther = destination >= mq__ap_farthest(&c.st->player[seat]);
    struct ap_state success = *c.st;
    struct ap after = ap_with(c.t, &success);
    struct ap_parts parts;

    success.destination = (uint8_t)destination;
    mq__ap_launch_succeeds(after, seat);
    mq__ap_mission_parts(c, &parts);
    if (m->end == AP_FARTHEST) {
        mq__ap_note(
            notes, m->rule,
            farther ? "apogee.launch.farther" : "apogee.launch.no-farther", "");
    } else if (m->one_launch ? success.launch_meets
                             : mq__ap_meets(after, seat)) {
        mq__ap_note(notes, m->rule, "apogee.launch.meets", "");
    } else if (m->one_launch || !note_gains(c, after, seat, &parts, notes)) {
        note_miss(c, seat, destination, &parts, notes);
    }
}

/* Investors. */

int mq__ap_investor_messages(const struct ap_investor *i,
                             struct mq_message out[AP_NEEDS + 1])
{
    static const char *const ids[AP_OBJECTIVES][2] = {
        [AP_ACQUIRE] = {"apogee.investor.acquire",
                        "apogee.investor.acquire-either"},
        [AP_BUILD] = {"apogee.investor.build", "apogee.investor.build-either"},
        [AP_FIRE] = {"apogee.investor.static-fire", NULL},
        [AP_LAUNCH] = {"apogee.investor.launch", NULL},
    };
    bool card = i->objective == AP_ACQUIRE || i->objective == AP_BUILD;
    const char *word[2];
    bool either = mq__ap_tag_pair(card ? i->needs.need[0].tags : 0, word);
    int n = 1;

    mq_message_set(&out[0], ids[i->objective][either], "tiwww", i->name,
                   i->credits, word[0], word[1], place_word(i->destination));
    for (int k = 0; k < i->needs.count && !card; k++) {
        need_message(&i->needs.need[k], true, &out[n++]);
    }
    return n;
}

/* The bad versions: see hazard_bad.h. */
#include "hazard_bad.h"

#include "core/observe.h"

#include "core/form.h"
#include "core/tell.h"

#include <string.h>

/* --- Views that show too much --- */

/* The left neighbour's hand stays open. */
static void redact_but_hand(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;
    int left = (seat + 1) % st->players;
    int hand[HZ_KINDS];

    memcpy(hand, st->hand[left], sizeof hand);
    hz_redact(g, st, seat);
    for (int k = 0; k < HZ_KINDS; k++) {
        int shown = hand[k] - st->hand[left][k];

        if (st->hidden[left] > 0 && seat >= 0) {
            st->hand[left][k] += shown;
            st->hidden[left] -= shown;
            st->unseen[k] -= shown;
        }
    }
}

/* Cards under the deck stay readable, in their order. */
static void redact_but_deck(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;
    struct hz_under under[HZ_CARDS];

    memcpy(under, st->under, sizeof under);
    hz_redact(g, st, seat);
    for (int i = 0; i < st->under_count; i++) {
        if (st->under[i].card != under[i].card) {
            st->under[i] = under[i];
            st->unseen[under[i].card]--;
        }
    }
}

/* The steps of others' commits can be watched. */
static void redact_but_stage(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;
    struct hz_state was = *st;

    hz_redact(g, st, seat);
    for (int other = 0; other < st->players; other++) {
        st->commit[other].bid = was.commit[other].bid;
        if (st->commit[other].stage != HZ_SEALED) {
            st->commit[other] = was.commit[other];
        }
    }
}

/* A tucked card is told to everybody. */
static bool see_tucks(const struct mq_game *g, const void *before,
                      struct mq_event event, int seat, struct mq_event *out)
{
    if (MQ_ACTION_KIND(event.action) == HZ_A_TUCK) {
        *out = event;
        return true;
    }
    return hz_seen(g, before, event, seat, out);
}

/* A draw is told to everybody. */
static bool see_draws(const struct mq_game *g, const void *before,
                      struct mq_event event, int seat, struct mq_event *out)
{
    if (MQ_ACTION_KIND(event.action) == HZ_C_DRAW) {
        *out = event;
        return true;
    }
    return hz_seen(g, before, event, seat, out);
}

/* --- Resamplers --- */

static void pack(int *notes, const struct hz_state *st)
{
    notes[0] = st->box + 1;
    for (int seat = 0; seat < st->players; seat++) {
        for (int k = 0; k < HZ_KINDS; k++) {
            notes[1 + seat] = notes[1 + seat] * 4 + st->hand[seat][k];
        }
    }
}

/* Keeps the hands in the view, where nobody should look. */
static void redact_with_copy(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;
    int notes[HZ_NOTES] = {0};

    if (st->box != MQ_UNKNOWN) {
        pack(notes, st);
    } else {
        memcpy(notes, st->notes, sizeof notes);
    }
    hz_redact(g, st, seat);
    memcpy(st->notes, notes, sizeof notes);
}

static void resample_from_copy(const struct mq_game *g, void *state, int seat,
                               struct mq_rng *rng)
{
    struct hz_state *st = state;
    int notes[HZ_NOTES];

    memcpy(notes, st->notes, sizeof notes);
    memset(st->notes, 0, sizeof st->notes);
    if (st->box == MQ_UNKNOWN) {
        st->box = notes[0] - 1;
        st->unseen[st->box]--;
    }
    for (int other = 0; other < st->players; other++) {
        for (int k = HZ_KINDS - 1; k >= 0; k--) {
            int n = notes[1 + other] % 4;

            st->unseen[k] -= n - st->hand[other][k];
            st->hidden[other] -= n - st->hand[other][k];
            st->hand[other][k] = n;
            notes[1 + other] /= 4;
        }
    }
    hz_resample(g, st, seat, rng);
}

static enum mq_status check_but_notes(const struct mq_game *g,
                                      const void *state, struct mq_error *error)
{
    struct hz_state st = *(const struct hz_state *)state;

    memset(st.notes, 0, sizeof st.notes);
    return mq__form_check(g, &st, error);
}

/* Remembers the last true state beside the game: the view itself is clean. */
static void redact_and_remember(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *memory = (struct hz_state *)g->tables;
    struct hz_state was = *(struct hz_state *)state;

    hz_redact(g, state, seat);
    if (memcmp(&was, state, sizeof was) != 0) {
        *memory = was;
    }
}

static void resample_from_memory(const struct mq_game *g, void *state, int seat,
                                 struct mq_rng *rng)
{
    const struct hz_state *memory = g->tables;
    struct hz_state view = *memory;

    hz_redact(g, &view, seat);
    if (memcmp(&view, state, sizeof view) == 0) {
        memcpy(state, memory, sizeof view);
    } else {
        hz_resample(g, state, seat, rng);
    }
}

/* Every kind alike, however many cards of it are left. */
static void resample_kinds_alike(const struct mq_game *g, void *state, int seat,
                                 struct mq_rng *rng)
{
    struct hz_state *st = state;

    for (int other = 0; other < st->players; other++) {
        while (st->hidden[other] > 0) {
            int k = (int)mq_rng_below(rng, HZ_KINDS);

            if (st->unseen[k] > 0) {
                st->unseen[k]--;
                st->hand[other][k]++;
                st->hidden[other]--;
            }
        }
    }
    hz_resample(g, st, seat, rng);
}

/* Deals what the others hold anew, but never looks at the box. */
static void resample_leaves_box(const struct mq_game *g, void *state, int seat,
                                struct mq_rng *rng)
{
    struct hz_state *st = state;
    bool unknown = st->box == MQ_UNKNOWN;

    hz_resample(g, st, seat, rng);
    if (unknown) {
        st->unseen[st->box]++;
        st->box = MQ_UNKNOWN;
    }
}

/* --- Rules that look at what is hidden --- */

/* One may not roll while the right neighbour holds the fox. */
static int legal_by_fox(const struct mq_game *g, const void *state, int seat,
                        mq_action *out)
{
    const struct hz_state *st = state;
    int right = (seat + st->players - 1) % st->players;
    int n = hz_game()->rules.legal(g, state, seat, out);

    if (n > 1 && MQ_ACTION_KIND(out[n - 1]) == HZ_A_ROLL &&
        st->hand[right][HZ_KINDS - 1] > 0) {
        n--;
    }
    return n;
}

/* The same rule for why_not, so that the two agree. */
static enum mq_status why_not_by_fox(const struct mq_game *g, const void *state,
                                     int seat, mq_action action,
                                     struct mq_note *out)
{
    enum mq_status why = hz_game()->words.why_not(g, state, seat, action, out);
    mq_action list[HZ_KINDS * HZ_KINDS];
    int n = 0;

    if (why != MQ_OK || seat == MQ_CHANCE_SEAT) {
        return why;
    }
    n = legal_by_fox(g, state, seat, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == action) {
            return MQ_OK;
        }
    }
    mq_note_set(out, "HZ-1", "hazard.illegal", "");
    return MQ_ILLEGAL;
}

static void weigh_by_box(const struct mq_game *g, const void *state, int seat,
                         const mq_action *actions, int n, float *w)
{
    const struct hz_state *st = state;

    hz_game()->mind.weigh(g, state, seat, actions, n, w);
    for (int i = 0; i < n; i++) {
        w[i] += MQ_ACTION_A(actions[i]) == st->box ? 5 : 0;
    }
}

static double estimate_by_hands(const struct mq_game *g, const void *state,
                                int seat)
{
    const struct hz_state *st = state;
    double guess = hz_game()->mind.estimate(g, state, seat);
    int left = (seat + 1) % st->players;

    return st->hand[left][HZ_KINDS - 1] > 0 ? guess / 2 : guess;
}

static void observe_left_hand(const struct mq_game *g, const void *state,
                              int seat, struct mq_observer *o)
{
    const struct hz_state *st = state;

    (void)g;
    hz_observe(g, state, seat, o);
    o->next--; /* the last input says what the left neighbour has */
    o->count -= o->out[o->count - 1].index == o->next;
    mq__observe_flag(o, "peek",
                     st->hand[(seat + 1) % st->players][HZ_KINDS - 1] > 0);
}

/* Inputs in no order. */
static void observe_backwards(const struct mq_game *g, const void *state,
                              int seat, struct mq_observer *o)
{
    hz_observe(g, state, seat, o);
    if (o->count > 1) {
        struct mq_input last = o->out[o->count - 1];

        o->out[o->count - 1] = o->out[0];
        o->out[0] = last;
    }
}

static int odds_of_deck(const struct mq_game *g, const void *state, int seat,
                        struct mq_odds *out)
{
    const struct hz_state *st = state;
    int n = hz_game()->words.odds(g, state, seat, out);

    if (n > 0 && st->unseen[HZ_KINDS - 1] == 0) {
        out[0].chance = 0;
    }
    return n;
}

/* --- Facts --- */

/* Hands a fact on, one point higher where points are told. */
static void take_more(void *context, const struct mq_fact *fact)
{
    const struct mq_facts *out = context;
    struct mq_fact more = *fact;

    more.after += more.kind == MQ_FACT_GAIN ? 1 : 0;
    out->take(out->context, &more);
}

static void tell_too_much(const struct mq_game *g, const void *state, int seat,
                          mq_action action, const struct mq_facts *out)
{
    struct mq_facts facts = {take_more, (void *)out, NULL};

    hz_tell(g, state, seat, action, &facts);
}

static void take_command(void *context, const struct mq_fact *fact)
{
    const struct mq_facts *out = context;

    if (fact->kind == MQ_FACT_DOES) {
        out->take(out->context, fact);
    }
}

static void tell_no_points(const struct mq_game *g, const void *state, int seat,
                           mq_action action, const struct mq_facts *out)
{
    struct mq_facts facts = {take_command, (void *)out, NULL};

    hz_tell(g, state, seat, action, &facts);
}

static void tell_nothing(const struct mq_game *g, const void *state, int seat,
                         mq_action action, const struct mq_facts *out)
{
    (void)g;
    (void)state;
    (void)seat;
    (void)action;
    (void)out;
}

/* The survey counts the foxes of the state that it is given. */
static void survey_with_peek(const struct mq_game *g, const void *state,
                             int seat, const struct mq_facts *out)
{
    const struct hz_state *st = state;
    struct mq_fact fact = mq__fact(MQ_FACT_PROGRESS, "foxes");

    (void)g;
    (void)seat;
    mq__fact_count(&fact, st->unseen[HZ_KINDS - 1], 1);
    mq__fact_say(out, &fact, "HZ-1", "hazard.tell.foxes", "");
}

static void standings_without_dice(const struct mq_game *g, const void *state,
                                   int seat, struct mq_all_standings *out)
{
    hz_standings(g, state, seat, out);
    for (int i = 0; i < out->players; i++) {
        out->seat[i].count = 1;
    }
    mq__standings_add_up(out);
}

static void standings_by_seat(const struct mq_game *g, const void *state,
                              int seat, struct mq_all_standings *out)
{
    hz_standings(g, state, seat, out);
    for (int i = 0; i < out->players; i++) {
        out->seat[i].rank = i + 1;
    }
}

/* --- What is revealed --- */

static uint32_t reveals_no_plays(const struct mq_game *g, const void *before,
                                 struct mq_event event)
{
    return MQ_ACTION_KIND(event.action) == HZ_A_PLAY
               ? 0
               : hz_reveals(g, before, event);
}

static uint32_t reveals_no_rolls(const struct mq_game *g, const void *before,
                                 struct mq_event event)
{
    return MQ_ACTION_KIND(event.action) == HZ_C_ROLL
               ? 0
               : hz_reveals(g, before, event);
}

static uint32_t reveals_no_seals(const struct mq_game *g, const void *before,
                                 struct mq_event event)
{
    return MQ_ACTION_KIND(event.action) == HZ_A_SEAL
               ? 0
               : hz_reveals(g, before, event);
}

/* What can be taken back tells about the left neighbour's hand. */
static uint32_t reveals_by_hand(const struct mq_game *g, const void *before,
                                struct mq_event event)
{
    const struct hz_state *st = before;
    int left = (event.seat + 1) % st->players;

    return MQ_ACTION_KIND(event.action) == HZ_A_PLAY && st->hand[left][0] == 0
               ? 0
               : hz_reveals(g, before, event);
}

/* --- Plain mistakes --- */

/* The order of commits leaves a trace. */
static void apply_with_trace(const struct mq_game *g, void *state, int seat,
                             mq_action action)
{
    struct hz_state *st = state;

    hz_game()->rules.apply(g, st, seat, action);
    if (MQ_ACTION_KIND(action) == HZ_A_SEAL && st->step == HZ_TURN) {
        st->actor = seat;
    }
}

static void apply_losing_cards(const struct mq_game *g, void *state, int seat,
                               mq_action action)
{
    struct hz_state *st = state;

    hz_game()->rules.apply(g, st, seat, action);
    if (MQ_ACTION_KIND(action) == HZ_A_PLAY && st->played[0] == 2) {
        st->played[0] = 1;
    }
}

static void apply_costing_points(const struct mq_game *g, void *state, int seat,
                                 mq_action action)
{
    struct hz_state *st = state;

    hz_game()->rules.apply(g, st, seat, action);
    if (MQ_ACTION_KIND(action) == HZ_A_TUCK) {
        st->luck[seat]--;
    }
}

static mq_action sample_kinds_alike(const struct mq_game *g, const void *state,
                                    struct mq_rng *rng)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    int n = mq_outcomes(g, state, list, p);

    return list[mq_rng_below(rng, (uint32_t)n)];
}

static int outcomes_all_alike(const struct mq_game *g, const void *state,
                              mq_action *out, double *p)
{
    int n = hz_game()->rules.outcomes(g, state, out, p);

    for (int i = 0; i < n; i++) {
        p[i] = 1.0 / 6;
    }
    return n;
}

static enum mq_status check_nothing(const struct mq_game *g, const void *state,
                                    struct mq_error *error)
{
    (void)g;
    (void)state;
    (void)error;
    return MQ_OK;
}

/* One word for two actions. */
static void write_one_word(const struct mq_game *g, struct mq_event event,
                           struct mq_buf *out)
{
    if (MQ_ACTION_KIND(event.action) == HZ_A_TUCK) {
        event.action ^= HZ_A_TUCK ^ HZ_A_PLAY;
    }
    hz_write_text(g, event, out);
}

/* The bids of the round don't come along in JSON. */
static enum mq_status read_without_luck(const struct mq_game *g,
                                        const struct mq_json *node, void *state,
                                        struct mq_error *error)
{
    struct hz_state *st = state;
    enum mq_status status = mq__form_read(g, node, st, error);

    memset(st->luck, 0, sizeof st->luck);
    return status;
}

static void reopen_nothing(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;

    (void)g;
    for (int other = 0; other < st->players; other++) {
        if (other != seat && st->step == HZ_COMMIT) {
            st->commit[other].stage = HZ_SEALED;
        }
    }
}

/* --- The list --- */

#define SPOILS(field, function)                                                \
    static void spoil_##function(struct mq_game *g, struct hz_state *memory)   \
    {                                                                          \
        (void)memory;                                                          \
        g->field = function;                                                   \
    }

SPOILS(secrets.redact, redact_but_hand)
SPOILS(secrets.redact, redact_but_deck)
SPOILS(secrets.redact, redact_but_stage)
SPOILS(secrets.seen, see_tucks)
SPOILS(secrets.seen, see_draws)
SPOILS(secrets.resample, resample_kinds_alike)
SPOILS(secrets.resample, resample_leaves_box)
SPOILS(mind.weigh, weigh_by_box)
SPOILS(mind.estimate, estimate_by_hands)
SPOILS(mind.observe, observe_left_hand)
SPOILS(mind.observe, observe_backwards)
SPOILS(words.odds, odds_of_deck)
SPOILS(words.tell, tell_too_much)
SPOILS(words.tell, tell_no_points)
SPOILS(words.tell, tell_nothing)
SPOILS(words.survey, survey_with_peek)
SPOILS(words.standings, standings_without_dice)
SPOILS(words.standings, standings_by_seat)
SPOILS(secrets.reveals, reveals_no_plays)
SPOILS(secrets.reveals, reveals_no_rolls)
SPOILS(secrets.reveals, reveals_no_seals)
SPOILS(secrets.reveals, reveals_by_hand)
SPOILS(rules.apply, apply_with_trace)
SPOILS(rules.apply, apply_losing_cards)
SPOILS(rules.apply, apply_costing_points)
SPOILS(rules.sample, sample_kinds_alike)
SPOILS(rules.outcomes, outcomes_all_alike)
SPOILS(position.check, check_nothing)
SPOILS(words.write_text, write_one_word)
SPOILS(position.read, read_without_luck)
SPOILS(secrets.reopen, reopen_nothing)

static void spoil_copy(struct mq_game *g, struct hz_state *memory)
{
    (void)memory;
    g->secrets.redact = redact_with_copy;
    g->secrets.resample = resample_from_copy;
    g->position.check = check_but_notes;
}

static void spoil_memory(struct mq_game *g, struct hz_state *memory)
{
    memset(memory, 0, sizeof *memory);
    g->tables = memory;
    g->secrets.redact = redact_and_remember;
    g->secrets.resample = resample_from_memory;
}

static void spoil_legal(struct mq_game *g, struct hz_state *memory)
{
    (void)memory;
    g->rules.legal = legal_by_fox;
    g->words.why_not = why_not_by_fox;
}

const struct hz_bad hz_bad[] = {
    {"a redact that leaves another's cards", "leak", spoil_redact_but_hand},
    {"a redact that leaves the deck's order", "leak", spoil_redact_but_deck},
    {"a redact that shows steps of commits", "leak", spoil_redact_but_stage},
    {"a seen that shows tucked cards", "learned", spoil_see_tucks},
    {"a seen that shows drawn cards", "learned", spoil_see_draws},
    {"a resampler with a copy in the view", "leak", spoil_copy},
    {"a resampler that knows the true state", "truth", spoil_memory},
    {"a resampler that deals kinds alike", "exact", spoil_resample_kinds_alike},
    {"the same, seen by its deals", "worlds-fit", spoil_resample_kinds_alike},
    {"a resampler that leaves a card", "resample", spoil_resample_leaves_box},
    {"a legal that depends on hidden cards", "told", spoil_legal},
    {"a weigh that peeks", "told", spoil_weigh_by_box},
    {"an estimate that peeks", "told", spoil_estimate_by_hands},
    {"an observe that peeks", "told", spoil_observe_left_hand},
    {"an observe without order", "observe", spoil_observe_backwards},
    {"odds that peek", "told", spoil_odds_of_deck},
    {"a tell that promises too much", "promise", spoil_tell_too_much},
    {"a tell that keeps points back", "promise", spoil_tell_no_points},
    {"a tell that says nothing", "fact", spoil_tell_nothing},
    {"a survey that peeks", "told", spoil_survey_with_peek},
    {"standings without a source", "standings", spoil_standings_without_dice},
    {"standings that rank by seat", "standings", spoil_standings_by_seat},
    {"a reveals that forgets plays", "learned", spoil_reveals_no_plays},
    {"a reveals that forgets rolls", "learned", spoil_reveals_no_rolls},
    {"a reveals that forgets seals", "learned", spoil_reveals_no_seals},
    {"an undo limit that tells", "leak", spoil_reveals_by_hand},
    {"commits whose order matters", "commits", spoil_apply_with_trace},
    {"an apply that loses a card", "check", spoil_apply_losing_cards},
    {"an apply that takes points away", "scores", spoil_apply_costing_points},
    {"a sample that doesn't fit outcomes", "fit", spoil_sample_kinds_alike},
    {"outcomes that don't sum to 1", "outcomes", spoil_outcomes_all_alike},
    {"a check that checks nothing", "vacuous", spoil_check_nothing},
    {"a text for two actions", "text", spoil_write_one_word},
    {"a position that loses points", "position", spoil_read_without_luck},
    {"a reopen that seals", "reopen", spoil_reopen_nothing},
};

const int hz_bad_count = (int)(sizeof hz_bad / sizeof hz_bad[0]);

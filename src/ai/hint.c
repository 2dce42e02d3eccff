/* Why a bot would do that. */
#include "ai/hint.h"

#include "core/game.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#define SAMPLES 64
#define FURTHER 6    /* decisions until chance acts that are looked at */
#define ALIKE 0.01   /* values that differ by less are alike */
#define VAGUE 2.5    /* times the narrowest interval: no value to show */
#define CLEARLY 0.05 /* a change of the prospects worth a word */
#define OFTEN 3      /* of the samples: rarer ones aren't worth one */
#define SENTENCE 512

/* Whether two values differ by less than their intervals tell apart. */
static bool alike(const struct mq_candidate *a, const struct mq_candidate *b)
{
    double apart =
        a->value > b->value ? a->value - b->value : b->value - a->value;
    double squares = a->margin * a->margin + b->margin * b->margin;

    return apart < ALIKE || apart * apart < squares;
}

/* The best other candidate; NULL: there is none. */
static const struct mq_candidate *best_other(const struct mq_choice *choice,
                                             int index)
{
    const struct mq_candidate *best = NULL;

    for (int i = 0; i < choice->count; i++) {
        const struct mq_candidate *c = &choice->candidate[i];

        if (i != index && (best == NULL || c->value > best->value)) {
            best = c;
        }
    }
    return best;
}

static double within(double chance)
{
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* A message about a value: the value, then the ends of its interval. */
static void say(const char *id, const struct mq_candidate *c,
                struct mq_message *out)
{
    mq_message_set(out, id, "ccc", mq_chance_arg(within(c->value)),
                   mq_chance_arg(within(c->value - c->margin)),
                   mq_chance_arg(within(c->value + c->margin)));
}

/* What the move is worth beside the bot's own, or that beside the next. */
static void judge(const struct mq_choice *choice, int index,
                  struct mq_message *out)
{
    const struct mq_candidate *c = &choice->candidate[index];
    const struct mq_candidate *other =
        index > 0 ? &choice->candidate[0] : best_other(choice, index);

    if (choice->count == 1) {
        mq_message_set(out, "hint.only", "");
    } else if (!choice->valued) {
        mq_message_set(out, index == 0 ? "hint.first" : "hint.also", "");
    } else if (alike(c, other)) {
        say(index > 0 ? "hint.alike" : "hint.good", c, out);
    } else {
        say(index > 0 ? "hint.worse" : "hint.best", c, out);
    }
}

/* The action a seat leans to. */
static mq_action leaning(const struct mq_game *game, const void *st, int seat)
{
    mq_action legal[MQ_MAX_LEGAL];
    float weight[MQ_MAX_LEGAL];
    int n = mq_legal(game, st, seat, legal);
    int best = 0;

    mq_weigh(game, st, seat, legal, n, weight);
    for (int i = 1; i < n; i++) {
        best = weight[i] > weight[best] ? i : best;
    }
    return legal[best];
}

/* Goes on to the next outcome of chance; false: none comes soon. */
static bool to_chance(const struct mq_game *game, void *st)
{
    uint32_t actors;

    for (int i = 0; i <= FURTHER; i++) {
        enum mq_turn turn = mq_turn(game, st, &actors);
        int seat;

        if (turn != MQ_TURN_SEATS) {
            return turn == MQ_TURN_CHANCE;
        }
        seat = __builtin_ctz(actors);
        mq_apply(game, st, seat, leaning(game, st, seat));
    }
    return false;
}

/* The seat's prospects after the action and the outcome that follows, in many
 * worlds; how many there are. */
static int look_ahead(const struct mq_game *game, const void *view, int seat,
                      mq_action action, double *after)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    struct mq_rng rng;
    int n = 0;

    mq_rng_seed(&rng, 1);
    for (int i = 0; i < SAMPLES; i++) {
        memcpy(st, view, game->state_size);
        mq_reopen(game, st, seat);
        mq_resample(game, st, seat, &rng);
        mq_apply(game, st, seat, action);
        if (to_chance(game, st)) {
            mq_apply(game, st, MQ_CHANCE_SEAT, mq_sample(game, st, &rng));
            after[n++] = mq_estimate(game, st, seat);
        }
    }
    return n;
}

/* The samples that are off the mean by a word's worth, on one side. */
static void tell(const double *after, int n, double sign, const char *id,
                 struct mq_message *out)
{
    double mean = 0, off = 0;
    int count = 0;

    for (int i = 0; i < n; i++) {
        mean += after[i] / n;
    }
    for (int i = 0; i < n; i++) {
        double by = sign * (after[i] - mean);

        if (by >= CLEARLY) {
            off += by;
            count++;
        }
    }
    if (count >= OFTEN) {
        mq_message_set(out, id, "cc", mq_chance_arg((double)count / n),
                       mq_chance_arg(off / count));
    }
}

void mq__hint_find(const struct mq_game *game, const void *view, int seat,
                   const struct mq_choice *choice, int index,
                   struct mq_hint *out)
{
    struct mq_note notes[MQ_MAX_NOTES];
    double after[SAMPLES];
    mq_action action;
    int n;

    assert(index >= 0 && index < choice->count);
    action = choice->candidate[index].action;
    memset(out, 0, sizeof *out);
    if (mq_explain(game, view, seat, action, notes) > 0) {
        out->does = notes[0];
    }
    judge(choice, index, &out->verdict);
    n = look_ahead(game, view, seat, action, after);
    if (n > SAMPLES / 2) {
        tell(after, n, 1, "hint.gains", &out->gains);
        tell(after, n, -1, "hint.risks", &out->risks);
    }
}

void mq__hint_order(struct mq_choice *choice)
{
    int kept = 1;

    for (int i = 1; i < choice->count; i++) {
        if (choice->candidate[i].value <= choice->candidate[kept - 1].value) {
            choice->candidate[kept++] = choice->candidate[i];
        }
    }
    choice->count = choice->count > 0 ? kept : 0;
}

/* Leaves out values whose interval is far wider than the narrowest. */
static void leave_vague(struct mq_choice *choice)
{
    double least = 1;
    int kept = 0;

    for (int i = 0; i < choice->count; i++) {
        double margin = choice->candidate[i].margin;

        least = margin < least ? margin : least;
    }
    for (int i = 0; i < choice->count; i++) {
        if (choice->candidate[i].margin <= VAGUE * least) {
            choice->candidate[kept++] = choice->candidate[i];
        }
    }
    choice->count = kept;
}

void mq__hint_list(struct mq_choice *choice)
{
    if (!choice->valued) {
        return;
    }
    leave_vague(choice);
    for (int i = 1; i < choice->count; i++) {
        struct mq_candidate moved = choice->candidate[i];
        int to = i;

        for (; to > 0 && choice->candidate[to - 1].value < moved.value; to--) {
            choice->candidate[to] = choice->candidate[to - 1];
        }
        choice->candidate[to] = moved;
    }
}

static void add(const struct mq_message *message, const struct mq_voice *voice,
                struct mq_buf *out)
{
    char text[SENTENCE];

    if (message->id != NULL) {
        mq_sentence(message, voice, text, sizeof text);
        if (out->length > 0) {
            mq__buf_char(out, ' ');
        }
        mq__buf_str(out, text);
    }
}

void mq__hint_text(const struct mq_hint *hint, const struct mq_voice *voice,
                   struct mq_buf *out)
{
    mq__buf_clear(out);
    add(&hint->does.message, voice, out);
    add(&hint->verdict, voice, out);
    add(&hint->gains, voice, out);
    add(&hint->risks, voice, out);
}

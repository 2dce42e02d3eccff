/* Whole matches: bytes choose game, setup, and one event after the other;
 * the checks of the property suite hold at every step. */
#include "fuzz.h"
#include "helpers.h"

#include "../games/hazard.h"
#include "../property/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes as choices; 0 when they are used up. */
struct source {
    const uint8_t *at;
    size_t left;
};

static int take(struct source *s, int n)
{
    unsigned value = 0;

    for (int i = 0; i < (n > 256 ? 2 : 1) && s->left > 0; i++) {
        value = value << 8 | *s->at++;
        s->left--;
    }
    return (int)(value % (unsigned)n);
}

static const struct mq_game *choose_game(struct source *s)
{
    int i = take(s, mq_game_count() + 1);
    const char *id = i < mq_game_count() ? mq_game_id(i) : "";

    return i < mq_game_count() ? fuzz_game(id, strlen(id)) : hz_game();
}

/* False: the game doesn't take it. */
static bool choose_setup(struct prop *p, struct source *s,
                         struct prop_state *st)
{
    const struct mq_game *g = p->game;
    struct mq_setup *setup = &p->log.setup;

    mq_setup_init(g,
                  g->min_players + take(s, g->max_players - g->min_players + 1),
                  setup);
    for (int i = 0; i < g->option_count; i++) {
        const struct mq_option *option = &g->options[i];
        int values = 0;

        while (option->words != NULL && option->words[values] != NULL) {
            values++;
        }
        setup->option[i] =
            option->words != NULL
                ? take(s, values)
                : option->low + take(s, option->high - option->low + 1);
    }
    return mq_begin(g, st->bytes, setup, NULL) == MQ_OK;
}

static bool choose_event(struct prop *p, struct source *s, const void *st,
                         struct mq_event *out)
{
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = mq_turn(p->game, st, &actors);

    if (turn == MQ_TURN_OVER) {
        return false;
    }
    out->seat = MQ_CHANCE_SEAT;
    if (turn == MQ_TURN_SEATS) {
        out->seat = take(s, prop_players(p));
        while ((actors >> out->seat & 1) == 0) {
            out->seat = (out->seat + 1) % prop_players(p);
        }
    }
    out->action = list[take(s, prop_choices(p, st, out->seat, list))];
    return true;
}

/* Cheap checks always; one of the dear ones where the input says so. */
static bool check(struct prop *p, struct source *s, const void *st)
{
    typedef bool (*state_check)(struct prop *, const void *);
    static const state_check dear[] = {
        prop_check_texts, prop_check_garbage, prop_check_positions,
        prop_check_views, prop_check_worlds,  prop_check_voices,
    };
    int which = take(s, 64);

    return prop_check_state(p, st) && prop_check_commits(p, st) &&
           (which >= 6 || dear[which](p, st));
}

static bool step(struct prop *p, struct source *s, struct prop_state *st,
                 bool *over)
{
    struct prop_state before;
    struct mq_event event;

    if (!check(p, s, st->bytes)) {
        return false;
    }
    *over = s->left == 0 || p->log.length == PROP_MAX_EVENTS ||
            !choose_event(p, s, st->bytes, &event);
    if (*over) {
        return true;
    }
    prop_copy(p, &before, st->bytes);
    prop_apply(p, st->bytes, event);
    p->log.event[p->log.length++] = event;
    return prop_check_scores(p, before.bytes, event, st->bytes) &&
           (take(s, 32) != 0 || (prop_check_seen(p, before.bytes, event) &&
                                 prop_check_learned(p, before.bytes, event)));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct prop *p;
    struct source s = {bytes, size};
    struct prop_state st;
    bool over = false;
    bool good = true;

    p = p != NULL ? p : malloc(sizeof *p);
    fuzz_require(p != NULL, "there is memory");
    p->game = choose_game(&s);
    p->kind = prop_kind_of(p->game->id);
    p->log.length = 0;
    p->only = NULL;
    p->check[0] = '\0';
    memset(&p->count, 0, sizeof p->count);
    mq_rng_seed(&p->rng, size);
    if (!choose_setup(p, &s, &st)) {
        return 0;
    }
    while (good && !over) {
        good = step(p, &s, &st, &over);
    }
    if (!good) {
        fprintf(stderr, "%s: %s\n", p->check, p->reason);
        abort();
    }
    return 0;
}

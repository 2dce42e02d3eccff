/* The frame of the suite: random matches, and what all checks use. */
#include "suite.h"

#include "core/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool prop_fail(struct prop *p, const char *check, const char *format, ...)
{
    char setup[256];
    va_list args;
    size_t length;

    if (p->only != NULL && strcmp(p->only, check) != 0) {
        return true;
    }
    if (p->check[0] != '\0') {
        return false;
    }
    snprintf(p->check, sizeof p->check, "%s", check);
    va_start(args, format);
    vsnprintf(p->reason, sizeof p->reason, format, args);
    va_end(args);
    prop_setup_text(p, &p->log.setup, setup, sizeof setup);
    length = strlen(p->reason);
    snprintf(p->reason + length, sizeof p->reason - length,
             "\n  in match %d (%s) after event %d\n  again: property --game %s "
             "--seed %llu --first %d --matches 1",
             p->number, setup, p->log.length, p->game->id,
             (unsigned long long)p->seed, p->number);
    return false;
}

int prop_below(struct prop *p, int n)
{
    return (int)mq_rng_below(&p->rng, (uint32_t)n);
}

bool prop_once_in(struct prop *p, int n)
{
    return prop_below(p, n) == 0;
}

void prop_copy(const struct prop *p, struct prop_state *to, const void *from)
{
    memcpy(to->bytes, from, p->game->state_size);
}

bool prop_same(const struct prop *p, const void *a, const void *b)
{
    return memcmp(a, b, p->game->state_size) == 0;
}

void prop_view(const struct prop *p, const void *st, int seat,
               struct prop_state *out)
{
    prop_copy(p, out, st);
    mq_redact(p->game, out->bytes, seat);
}

int prop_players(const struct prop *p)
{
    return p->log.setup.players;
}

const char *prop_text(const struct prop *p, struct mq_event event,
                      char out[MQ_TEXT_SIZE])
{
    mq_event_text(p->game, event, out, MQ_TEXT_SIZE);
    return out;
}

static int option_range(const struct mq_option *option, int *low)
{
    int n = 0;

    if (option->words == NULL) {
        int range = option->high - option->low + 1;

        /* A wide one (a limit of rounds) stays small, or matches would take
         * for ever; its lowest value may mean that there is no limit. */
        *low = option->low + (range > 100 ? 1 : 0);
        return range > 100 ? 30 : range;
    }
    *low = 0;
    while (option->words[n] != NULL) {
        n++;
    }
    return n;
}

void prop_random_setup(struct prop *p, struct mq_setup *setup)
{
    const struct mq_game *g = p->game;
    struct prop_state st;

    do {
        int span = g->max_players - g->min_players + 1;

        mq_setup_init(g, g->min_players + prop_below(p, span), setup);
        for (int i = 0; i < g->option_count; i++) {
            int low;
            int range = option_range(&g->options[i], &low);

            setup->option[i] = low + prop_below(p, range);
        }
    } while (mq_begin(g, st.bytes, setup, NULL) != MQ_OK);
}

void prop_setup_text(const struct prop *p, const struct mq_setup *setup,
                     char *out, size_t size)
{
    const struct mq_game *g = p->game;
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, size);
    mq__buf_printf(&buf, "players=%d", setup->players);
    for (int i = 0; i < g->option_count; i++) {
        const struct mq_option *option = &g->options[i];
        int value = setup->option[i];

        if (option->words != NULL) {
            mq__buf_printf(&buf, " %s=%s", option->name, option->words[value]);
        } else {
            mq__buf_printf(&buf, " %s=%d", option->name, value);
        }
    }
}

static int sampled_outcomes(struct prop *p, const void *st, mq_action *out)
{
    int n = 0;

    for (int i = 0; i < 64; i++) {
        mq_action action = mq_sample(p->game, st, &p->rng);
        int j = 0;

        while (j < n && out[j] != action) {
            j++;
        }
        out[j] = action;
        n += j == n ? 1 : 0;
    }
    return n;
}

int prop_choices(struct prop *p, const void *st, int seat, mq_action *out)
{
    double chance[MQ_MAX_OUTCOMES];
    int n;

    if (seat != MQ_CHANCE_SEAT) {
        return mq_legal(p->game, st, seat, out);
    }
    n = mq_outcomes(p->game, st, out, chance);
    return n >= 0 ? n : sampled_outcomes(p, st, out);
}

/* A random seat of a mask that isn't empty. */
static int random_seat(struct prop *p, uint32_t mask)
{
    int seats[32];
    int n = 0;

    for (int seat = 0; seat < 32; seat++) {
        if ((mask >> seat & 1) != 0) {
            seats[n++] = seat;
        }
    }
    assert(n > 0);
    return seats[prop_below(p, n)];
}

bool prop_random_event(struct prop *p, const void *st, struct mq_event *out)
{
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;

    switch (mq_turn(p->game, st, &actors)) {
    case MQ_TURN_OVER:
        return false;
    case MQ_TURN_CHANCE:
        out->seat = MQ_CHANCE_SEAT;
        out->action = mq_sample(p->game, st, &p->rng);
        return true;
    default:
        out->seat = random_seat(p, actors);
        out->action =
            list[prop_below(p, mq_legal(p->game, st, out->seat, list))];
        return true;
    }
}

void prop_apply(const struct prop *p, void *st, struct mq_event event)
{
    mq_apply(p->game, st, event.seat, event.action);
}

void prop_fold(const struct prop *p, const struct prop_log *log, int k,
               struct prop_state *out)
{
    memset(out->bytes, 0xA5, p->game->state_size);
    mq_begin(p->game, out->bytes, &log->setup, NULL);
    for (int i = 0; i < k; i++) {
        prop_apply(p, out->bytes, log->event[i]);
    }
}

bool prop_looks_alike(const struct prop *p, const void *a, struct mq_event ea,
                      const void *b, struct mq_event eb, int seat)
{
    struct mq_event sa, sb;
    bool in_a = mq_seen(p->game, a, ea, seat, &sa);
    bool in_b = mq_seen(p->game, b, eb, seat, &sb);

    if (!in_a || !in_b) {
        return in_a == in_b;
    }
    return sa.seat == sb.seat && sa.action == sb.action;
}

static bool dear_state(struct prop *p, const void *st)
{
    p->count.dear++;
    return prop_check_texts(p, st) && prop_check_garbage(p, st) &&
           prop_check_positions(p, st) && prop_check_views(p, st) &&
           prop_check_worlds(p, st) && prop_check_spoiled(p, st) &&
           prop_check_voices(p, st) && prop_check_facts(p, st) &&
           prop_check_bots(p, st);
}

static bool dear_event(struct prop *p, const void *before,
                       struct mq_event event, const void *after)
{
    return prop_check_seen(p, before, event) &&
           prop_check_learned(p, before, event) &&
           prop_check_told(p, before, event, after) &&
           prop_check_promises(p, before, event);
}

/* One event with its checks; *over when there was none. */
static bool step(struct prop *p, struct prop_state *st, bool *over)
{
    bool dear = prop_once_in(p, p->dear_one_in);
    struct prop_state before;
    struct mq_event event;

    if (!prop_check_state(p, st->bytes) || !prop_check_commits(p, st->bytes) ||
        (dear && !dear_state(p, st->bytes))) {
        return false;
    }
    *over = !prop_random_event(p, st->bytes, &event);
    if (*over) {
        return true;
    }
    if (p->log.length == PROP_MAX_EVENTS) {
        return prop_fail(p, "ends", "no end after %d events", p->log.length);
    }
    prop_copy(p, &before, st->bytes);
    prop_apply(p, st->bytes, event);
    p->log.event[p->log.length++] = event;
    p->count.events++;
    return prop_check_scores(p, before.bytes, event, st->bytes) &&
           (!dear || dear_event(p, before.bytes, event, st->bytes));
}

static bool check_replay(struct prop *p, const void *end)
{
    struct prop_state again;

    prop_fold(p, &p->log, p->log.length, &again);
    if (!prop_same(p, again.bytes, end)) {
        return prop_fail(p, "replay", "the log folded again ends differently");
    }
    return true;
}

static bool play(struct prop *p)
{
    struct prop_state st;
    bool over = false;

    memset(st.bytes, 0x5A, sizeof st.bytes);
    mq_begin(p->game, st.bytes, &p->log.setup, NULL);
    while (!over) {
        if (!step(p, &st, &over)) {
            return false;
        }
    }
    if (p->log.length > p->count.longest) {
        p->count.longest = p->log.length;
    }
    return prop_check_end(p, st.bytes) && check_replay(p, st.bytes);
}

void prop_begin(struct prop *p, const struct mq_game *game, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->game = game;
    p->kind = prop_kind_of(game->id);
    p->seed = seed;
    p->dear_one_in = 100;
    p->record_one_in = 20;
}

bool prop_match(struct prop *p, int number)
{
    p->number = number;
    mq_rng_seed_pair(&p->rng, p->seed, (uint64_t)number);
    p->log.length = 0;
    prop_random_setup(p, &p->log.setup);
    p->count.matches++;
    return play(p) && prop_check_exchange(p) && prop_check_record(p) &&
           (p->kind->extra == NULL || p->kind->extra(p));
}

/* A check that never had anything to check would prove nothing. */
static bool check_not_empty(struct prop *p)
{
    const struct prop_counts *c = &p->count;

    if (c->matches < 100) {
        return true;
    }
    if (c->hidden > 0 && (c->exchanges == 0 || c->records == 0)) {
        return prop_fail(p, "exchange", "%ld hidden events, no exchange",
                         c->hidden);
    }
    if (c->texts == 0 || c->positions == 0 || c->views == 0 || c->worlds == 0 ||
        c->garbage == 0 || c->chances == 0 || c->bots == 0 || c->spoiled == 0) {
        return prop_fail(p, "empty", "a check never had anything to check");
    }
    if (p->game->words.tell != NULL && (c->facts == 0 || c->promises == 0)) {
        return prop_fail(p, "empty", "no promise was ever held");
    }
    if (p->kind->facts != NULL && c->ended == 0) {
        return prop_fail(p, "empty", "no match was ended by hand");
    }
    if (c->refused * 4 < c->spoiled) {
        return prop_fail(p, "vacuous",
                         "only %ld of %ld spoiled positions were refused",
                         c->refused, c->spoiled);
    }
    if (c->doubted >= 20 && c->truths * 2 > c->doubted) {
        return prop_fail(p, "truth",
                         "%ld of %ld times resample gave the true state only",
                         c->truths, c->doubted);
    }
    return true;
}

bool prop_sums(struct prop *p)
{
    return prop_check_worlds_fit(p) && check_not_empty(p);
}

void prop_print(const struct prop *p)
{
    const struct prop_counts *c = &p->count;

    printf("%s: %ld matches, %ld events (longest match %d)\n", p->game->id,
           c->matches, c->events, c->longest);
    printf("  at %ld events: %ld texts, %ld garbage actions, %ld positions, "
           "%ld views, %ld worlds, %ld boards, %ld bot choices\n",
           c->dear, c->texts, c->garbage, c->positions, c->views, c->worlds,
           c->boards, c->bots);
    printf("  %ld pairs of commits, %ld fits of chance, %ld of %ld spoiled "
           "positions refused\n",
           c->commits, c->chances, c->refused, c->spoiled);
    printf("  %ld exchanges of hidden cards over %ld events, %ld as whole "
           "records; %ld times in doubt, %ld of them only the truth\n",
           c->exchanges, c->exchanged, c->records, c->doubted, c->truths);
    printf("  %ld facts, %ld promises of points, %ld chances by all outcomes, "
           "%ld landings, %ld flights, %ld standings of matches ended by "
           "hand\n",
           c->facts, c->promises, c->risks, c->landings, c->flights, c->ended);
    printf("  at most %d legal actions, %d outcomes\n", c->most_legal,
           c->most_outcomes);
}

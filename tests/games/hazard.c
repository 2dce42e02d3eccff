/* Hazard: setup, legal, apply, chance, scores. The rules stand in hazard.h. */
#include "hazard.h"

#include "core/buf.h"

#include <assert.h>
#include <string.h>

const char *const hz_kind_word[] = {"ant", "bee", "cat", "dog",
                                    "elk", "fox", NULL};
const int hz_copies[HZ_KINDS] = {3, 3, 2, 2, 1, 1};
const int hz_value[HZ_KINDS] = {1, 1, 2, 2, 3, 4};

/* Faces 1, 2, 3 of the die: sixths, and what they bring. */
static const int face_sixths[HZ_FACES] = {3, 2, 1};
static const int face_points[HZ_FACES] = {-1, 1, 2};

static int sum(const int *counts)
{
    int total = 0;

    for (int k = 0; k < HZ_KINDS; k++) {
        total += counts[k];
    }
    return total;
}

int hz_hand_size(const struct hz_state *st, int seat)
{
    return sum(st->hand[seat]) + st->hidden[seat];
}

int hz_deck(const struct hz_state *st)
{
    int unplaced = st->box == MQ_UNKNOWN ? 1 : 0;

    for (int i = 0; i < st->under_count; i++) {
        unplaced += st->under[i].card == MQ_UNKNOWN ? 1 : 0;
    }
    for (int seat = 0; seat < st->players; seat++) {
        unplaced += st->hidden[seat];
    }
    return sum(st->unseen) - unplaced + st->under_count;
}

int hz_first_stage(const struct hz_state *st, int seat)
{
    return hz_hand_size(st, seat) > 0 ? HZ_TO_GIVE : HZ_TO_BID;
}

static void clear_commits(struct hz_state *st)
{
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        st->commit[seat].stage = st->step == HZ_COMMIT && seat < st->players
                                     ? hz_first_stage(st, seat)
                                     : HZ_TO_GIVE;
        st->commit[seat].give = HZ_NONE;
        st->commit[seat].bid = HZ_NONE;
    }
}

static enum mq_status setup(const struct mq_game *g, void *state,
                            const struct mq_setup *setup,
                            struct mq_error *error)
{
    struct hz_state *st = state;

    if (setup->players < g->min_players || setup->players > g->max_players) {
        return mq_fail(error, MQ_RANGE, "error.players", "iii", setup->players,
                       g->min_players, g->max_players);
    }
    memset(st, 0, sizeof *st);
    st->players = setup->players;
    st->rounds = setup->option[0];
    st->dice = setup->option[1];
    st->step = HZ_BOX;
    st->box = HZ_NONE;
    memcpy(st->unseen, hz_copies, sizeof st->unseen);
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        st->bid[seat] = HZ_NONE;
    }
    clear_commits(st);
    return MQ_OK;
}

static int players(const struct mq_game *g, const void *state)
{
    const struct hz_state *st = state;

    (void)g;
    return st->players;
}

static enum mq_turn turn(const struct mq_game *g, const void *state,
                         uint32_t *actors)
{
    const struct hz_state *st = state;

    (void)g;
    *actors = 0;
    switch (st->step) {
    case HZ_COMMIT:
        for (int seat = 0; seat < st->players; seat++) {
            if (st->commit[seat].stage != HZ_SEALED) {
                *actors |= 1u << seat;
            }
        }
        return MQ_TURN_SEATS;
    case HZ_TURN:
        *actors = 1u << st->actor;
        return MQ_TURN_SEATS;
    case HZ_OVER:
        return MQ_TURN_OVER;
    default:
        return MQ_TURN_CHANCE;
    }
}

static int each_card(const struct hz_state *st, int seat, int action,
                     mq_action *out)
{
    int n = 0;

    for (int k = 0; k < HZ_KINDS; k++) {
        if (st->hand[seat][k] > 0) {
            out[n++] = MQ_ACTION(action, k, 0, 0);
        }
    }
    return n;
}

static int legal_commit(const struct hz_state *st, int seat, mq_action *out)
{
    switch (st->commit[seat].stage) {
    case HZ_TO_GIVE:
        return each_card(st, seat, HZ_A_GIVE, out);
    case HZ_TO_BID:
        for (int n = 0; n < HZ_BIDS; n++) {
            out[n] = MQ_ACTION(HZ_A_BID, n, 0, 0);
        }
        return HZ_BIDS;
    case HZ_TO_SEAL:
        out[0] = MQ_ACTION(HZ_A_SEAL, 0, 0, 0);
        return 1;
    default:
        return 0;
    }
}

static int legal(const struct mq_game *g, const void *state, int seat,
                 mq_action *out)
{
    const struct hz_state *st = state;
    int n;

    (void)g;
    if (st->step == HZ_COMMIT) {
        return legal_commit(st, seat, out);
    }
    if (st->step != HZ_TURN || seat != st->actor) {
        return 0;
    }
    n = each_card(st, seat, HZ_A_PLAY, out);
    n += each_card(st, seat, HZ_A_TUCK, out + n);
    if (st->dice) {
        out[n++] = MQ_ACTION(HZ_A_ROLL, 0, 0, 0);
    }
    if (n == 0) {
        out[n++] = MQ_ACTION(HZ_A_PASS, 0, 0, 0);
    }
    return n;
}

static void begin_round(struct hz_state *st)
{
    st->step = HZ_COMMIT;
    st->turns = HZ_TURNS * st->players;
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        st->bid[seat] = HZ_NONE;
    }
    st->actor = 0;
    clear_commits(st);
}

static void end_turn(struct hz_state *st)
{
    st->turns--;
    st->actor = (st->actor + 1) % st->players;
    st->step = HZ_TURN;
    if (st->turns > 0) {
        return;
    }
    st->round++;
    if (st->round < st->rounds) {
        begin_round(st);
        return;
    }
    st->step = HZ_OVER;
    st->actor = 0;
}

static void forget_hand(struct hz_state *st, int holder, int but)
{
    for (int who = 0; who < st->players; who++) {
        if (who != but) {
            memset(st->know[who][holder], 0, sizeof st->know[who][holder]);
        }
    }
}

/* All given cards leave, then all arrive: knowledge of a hand ends where a
 * card went to a third seat, but for what arrives now. */
static void pass_cards(struct hz_state *st)
{
    for (int from = 0; from < st->players; from++) {
        int to = (from + 1) % st->players;
        int card = st->commit[from].give;

        if (card == HZ_NONE) {
            continue;
        }
        st->hand[from][card]--;
        forget_hand(st, from, to);
        if (st->know[to][from][card] > 0) {
            st->know[to][from][card]--;
        }
    }
    for (int from = 0; from < st->players; from++) {
        int to = (from + 1) % st->players;
        int card = st->commit[from].give;

        if (card != HZ_NONE) {
            st->hand[to][card]++;
            st->know[from][to][card]++;
        }
    }
}

static void resolve_commits(struct hz_state *st)
{
    int best = 0;

    pass_cards(st);
    for (int seat = 0; seat < st->players; seat++) {
        st->bid[seat] = st->commit[seat].bid;
        if (st->bid[seat] > st->bid[best]) {
            best = seat;
        }
    }
    st->step = HZ_TURN;
    st->actor = best;
    clear_commits(st);
}

static void apply_commit(struct hz_state *st, int seat, mq_action action)
{
    struct hz_commit *commit = &st->commit[seat];

    switch (MQ_ACTION_KIND(action)) {
    case HZ_A_GIVE:
        commit->give = MQ_ACTION_A(action);
        commit->stage = HZ_TO_BID;
        break;
    case HZ_A_BID:
        commit->bid = MQ_ACTION_A(action);
        commit->stage = HZ_TO_SEAL;
        break;
    default:
        commit->stage = HZ_SEALED;
        break;
    }
    for (int other = 0; other < st->players; other++) {
        if (st->commit[other].stage != HZ_SEALED) {
            return;
        }
    }
    resolve_commits(st);
}

static void to_draw(struct hz_state *st)
{
    if (hz_deck(st) > 0) {
        st->step = HZ_DRAW;
    } else {
        end_turn(st);
    }
}

static void play_card(struct hz_state *st, int seat, int card)
{
    st->hand[seat][card]--;
    st->played[card]++;
    st->points[seat] += hz_value[card];
    for (int who = 0; who < st->players; who++) {
        if (st->know[who][seat][card] > 0) {
            st->know[who][seat][card]--;
        }
    }
}

static void tuck_card(struct hz_state *st, int seat, int card)
{
    struct hz_under *place = &st->under[st->under_count++];

    st->hand[seat][card]--;
    place->card = card;
    place->by = seat;
    forget_hand(st, seat, -1);
}

static void apply_turn(struct hz_state *st, int seat, mq_action action)
{
    switch (MQ_ACTION_KIND(action)) {
    case HZ_A_PLAY:
        play_card(st, seat, MQ_ACTION_A(action));
        to_draw(st);
        break;
    case HZ_A_TUCK:
        tuck_card(st, seat, MQ_ACTION_A(action));
        to_draw(st);
        break;
    case HZ_A_ROLL:
        st->step = HZ_ROLL;
        break;
    default:
        end_turn(st);
        break;
    }
}

static void deal(struct hz_state *st, mq_action outcome)
{
    int seat = MQ_ACTION_A(outcome);
    int cards[2] = {MQ_ACTION_B(outcome), MQ_ACTION_C(outcome)};

    for (int i = 0; i < 2; i++) {
        st->unseen[cards[i]]--;
        st->hand[seat][cards[i]]++;
    }
    st->actor = seat + 1;
    if (st->actor == st->players) {
        begin_round(st);
    }
}

static void take_under(struct hz_state *st)
{
    int by = st->under[0].by;
    int card = st->under[0].card;

    st->under_count--;
    memmove(st->under, st->under + 1,
            (size_t)st->under_count * sizeof st->under[0]);
    memset(&st->under[st->under_count], 0, sizeof st->under[0]);
    if (by != st->actor) {
        st->know[by][st->actor][card]++;
    }
}

static void apply_chance(struct hz_state *st, mq_action outcome)
{
    int a = MQ_ACTION_A(outcome);
    int card = MQ_ACTION_B(outcome);

    switch (MQ_ACTION_KIND(outcome)) {
    case HZ_C_BOX:
        st->box = a;
        st->unseen[a]--;
        st->step = HZ_DEAL;
        break;
    case HZ_C_DEAL:
        deal(st, outcome);
        break;
    case HZ_C_DRAW:
        if (sum(st->unseen) > 0) {
            st->unseen[card]--;
        } else {
            take_under(st);
        }
        st->hand[st->actor][card]++;
        end_turn(st);
        break;
    default:
        st->luck[st->actor] += face_points[a - 1];
        end_turn(st);
        break;
    }
}

static void apply(const struct mq_game *g, void *state, int seat,
                  mq_action action)
{
    struct hz_state *st = state;

    (void)g;
    if (seat == MQ_CHANCE_SEAT) {
        apply_chance(st, action);
    } else if (st->step == HZ_COMMIT) {
        apply_commit(st, seat, action);
    } else {
        apply_turn(st, seat, action);
    }
}

static int deals(const struct hz_state *st, mq_action *out, double *p)
{
    int total = sum(st->unseen);
    int n = 0;

    for (int i = 0; i < HZ_KINDS; i++) {
        for (int j = i; j < HZ_KINDS; j++) {
            int ways = i == j ? st->unseen[i] * (st->unseen[i] - 1)
                              : 2 * st->unseen[i] * st->unseen[j];

            if (ways > 0) {
                out[n] = MQ_ACTION(HZ_C_DEAL, st->actor, i, j);
                p[n++] = (double)ways / (total * (total - 1));
            }
        }
    }
    return n;
}

static int draws(const struct hz_state *st, mq_action *out, double *p)
{
    int total = sum(st->unseen);
    int n = 0;

    if (st->step == HZ_DRAW && total == 0) {
        out[0] = MQ_ACTION(HZ_C_DRAW, st->actor, st->under[0].card, 0);
        p[0] = 1;
        return 1;
    }
    for (int k = 0; k < HZ_KINDS; k++) {
        if (st->unseen[k] > 0) {
            out[n] = st->step == HZ_BOX ? MQ_ACTION(HZ_C_BOX, k, 0, 0)
                                        : MQ_ACTION(HZ_C_DRAW, st->actor, k, 0);
            p[n++] = (double)st->unseen[k] / total;
        }
    }
    return n;
}

static int outcomes(const struct mq_game *g, const void *state, mq_action *out,
                    double *p)
{
    const struct hz_state *st = state;

    (void)g;
    if (st->step == HZ_DEAL) {
        return deals(st, out, p);
    }
    if (st->step != HZ_ROLL) {
        return draws(st, out, p);
    }
    for (int i = 0; i < HZ_FACES; i++) {
        out[i] = MQ_ACTION(HZ_C_ROLL, i + 1, 0, 0);
        p[i] = face_sixths[i] / 6.0;
    }
    return HZ_FACES;
}

/* A kind with the chances that the counts give it. */
static int pick(const int *counts, int kinds, int total, struct mq_rng *rng)
{
    int left = (int)mq_rng_below(rng, (uint32_t)total);

    for (int k = 0; k < kinds; k++) {
        left -= counts[k];
        if (left < 0) {
            return k;
        }
    }
    assert(0);
    return 0;
}

static mq_action sample(const struct mq_game *g, const void *state,
                        struct mq_rng *rng)
{
    const struct hz_state *st = state;
    int total = sum(st->unseen);
    int counts[HZ_KINDS];
    int a, b;

    (void)g;
    if (st->step == HZ_ROLL) {
        a = pick(face_sixths, HZ_FACES, 6, rng);
        return MQ_ACTION(HZ_C_ROLL, a + 1, 0, 0);
    }
    if (total == 0) {
        return MQ_ACTION(HZ_C_DRAW, st->actor, st->under[0].card, 0);
    }
    a = pick(st->unseen, HZ_KINDS, total, rng);
    if (st->step == HZ_BOX) {
        return MQ_ACTION(HZ_C_BOX, a, 0, 0);
    }
    if (st->step == HZ_DRAW) {
        return MQ_ACTION(HZ_C_DRAW, st->actor, a, 0);
    }
    memcpy(counts, st->unseen, sizeof counts);
    counts[a]--;
    b = pick(counts, HZ_KINDS, total - 1, rng);
    return MQ_ACTION(HZ_C_DEAL, st->actor, a < b ? a : b, a < b ? b : a);
}

static int stream(const struct mq_game *g, const void *state)
{
    const struct hz_state *st = state;

    (void)g;
    return st->step == HZ_ROLL ? 2 : 1;
}

static void scores(const struct mq_game *g, const void *state, double *out)
{
    const struct hz_state *st = state;

    (void)g;
    for (int seat = 0; seat < st->players; seat++) {
        out[seat] = st->points[seat] + st->luck[seat];
    }
}

static uint32_t winners(const struct mq_game *g, const void *state)
{
    const struct hz_state *st = state;
    double score[HZ_PLAYERS];
    double best = -1e9;
    uint32_t mask = 0;

    if (st->step != HZ_OVER) {
        return 0;
    }
    scores(g, st, score);
    for (int seat = 0; seat < st->players; seat++) {
        if (score[seat] > best) {
            best = score[seat];
            mask = 0;
        }
        if (score[seat] == best) {
            mask |= 1u << seat;
        }
    }
    return mask;
}

static enum mq_status why_not(const struct mq_game *g, const void *state,
                              int seat, mq_action action, struct mq_note *out)
{
    const struct hz_state *st = state;
    mq_action list[HZ_KINDS * HZ_KINDS];
    double p[HZ_KINDS * HZ_KINDS];
    uint32_t actors;
    enum mq_turn now = turn(g, st, &actors);
    int n = 0;

    if (seat == MQ_CHANCE_SEAT && now == MQ_TURN_CHANCE) {
        n = outcomes(g, st, list, p);
    } else if (seat >= 0 && seat < st->players && (actors >> seat & 1) != 0) {
        n = legal(g, st, seat, list);
    }
    for (int i = 0; i < n; i++) {
        if (list[i] == action) {
            return MQ_OK;
        }
    }
    mq_note_set(out, "HZ-1", "hazard.illegal", "");
    return n > 0 ? MQ_ILLEGAL : MQ_NOT_YOUR_TURN;
}

static void weigh(const struct mq_game *g, const void *state, int seat,
                  const mq_action *actions, int n, float *w)
{
    (void)g;
    (void)state;
    (void)seat;
    for (int i = 0; i < n; i++) {
        int card = MQ_ACTION_A(actions[i]);

        switch (MQ_ACTION_KIND(actions[i])) {
        case HZ_A_PLAY:
            w[i] = (float)hz_value[card] + 1;
            break;
        case HZ_A_GIVE:
        case HZ_A_TUCK:
            w[i] = 1 / (float)(hz_value[card] + 1);
            break;
        default:
            w[i] = 1;
            break;
        }
    }
}

/* Points and what the own hand is worth, as a share of everybody's points. */
static double estimate(const struct mq_game *g, const void *state, int seat)
{
    const struct hz_state *st = state;
    double mine = 10 + st->points[seat] + st->luck[seat];
    double all = 0;

    (void)g;
    if (st->step == HZ_OVER) {
        uint32_t mask = winners(g, st);
        int shares = 0;

        for (int other = 0; other < st->players; other++) {
            shares += (int)(mask >> other & 1);
        }
        return (mask >> seat & 1) != 0 ? 1.0 / shares : 0;
    }
    for (int k = 0; k < HZ_KINDS; k++) {
        mine += 0.5 * hz_value[k] * st->hand[seat][k];
    }
    for (int other = 0; other < st->players; other++) {
        all += 20 + st->points[other] + st->luck[other];
    }
    return mine < 0 ? 0 : mine > all ? 1 : mine / all;
}

static int breakdown(const struct mq_game *g, const void *state, int seat,
                     struct mq_points *out)
{
    const struct hz_state *st = state;

    (void)g;
    memset(out, 0, 2 * sizeof *out);
    out[0].source = "cards";
    out[0].rule = "HZ-1";
    out[0].points = st->points[seat];
    mq_message_set(&out[0].message, "hazard.points.cards", "");
    out[1].source = "dice";
    out[1].rule = "HZ-1";
    out[1].points = st->luck[seat];
    mq_message_set(&out[1].message, "hazard.points.dice", "");
    return 2;
}

/* The chance that the next unseen card is a fox, as the seat sees it. */
static int odds(const struct mq_game *g, const void *state, int seat,
                struct mq_odds *out)
{
    struct hz_state view;
    int total;

    memcpy(&view, state, sizeof view);
    hz_redact(g, &view, seat);
    total = sum(view.unseen);
    if (total == 0) {
        return 0;
    }
    memset(out, 0, sizeof *out);
    mq_message_set(&out[0].message, "hazard.odds.fox", "");
    out[0].chance = (double)view.unseen[HZ_KINDS - 1] / total;
    return 1;
}

static void ask(const struct mq_game *g, const void *state, int seat,
                struct mq_note *out)
{
    mq_note_set(out, "HZ-1", "hazard.ask", "wp", hz_phase(g, state), seat);
}

static int explain(const struct mq_game *g, const void *state, int seat,
                   mq_action action, struct mq_note *out)
{
    char text[MQ_TEXT_SIZE];
    struct mq_buf buf;
    struct mq_event event = {seat, action};

    (void)state;
    mq__buf_fixed(&buf, text, sizeof text);
    hz_write_text(g, event, &buf);
    mq_note_set(out, "HZ-1", "hazard.explain", "t", text);
    return 1;
}

static int describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out)
{
    (void)after;
    return explain(g, before, event.seat, event.action, out);
}

const struct mq_game *hz_game(void)
{
    static const struct mq_option options[] = {
        {.name = "rounds", .low = 1, .high = 3, .standard = 2},
        {.name = "dice", .words = mq_yes_no, .high = 1, .standard = 1},
    };
    static const struct mq_game game = {
        .id = "hazard",
        .rules_version = 1,
        .min_players = 2,
        .max_players = HZ_PLAYERS,
        .state_size = sizeof(struct hz_state),
        .options = options,
        .option_count = 2,
        .builtin_tables = true,
        .rules =
            {
                .setup = setup,
                .players = players,
                .turn = turn,
                .legal = legal,
                .apply = apply,
                .outcomes = outcomes,
                .sample = sample,
                .stream = stream,
                .scores = scores,
                .winners = winners,
                .breakdown = breakdown,
                .phase = hz_phase,
            },
        .secrets =
            {
                .redact = hz_redact,
                .resample = hz_resample,
                .reopen = hz_reopen,
                .seen = hz_seen,
                .reveals = hz_reveals,
            },
        .mind =
            {
                .weigh = weigh,
                .estimate = estimate,
                .observe = hz_observe,
                .observe_size = HZ_OBSERVE_SIZE,
                .observe_version = 1,
            },
        .words =
            {
                .why_not = why_not,
                .odds = odds,
                .ask = ask,
                .explain = explain,
                .describe = describe,
                .tell = hz_tell,
                .survey = hz_survey,
                .standings = hz_standings,
                .write_text = hz_write_text,
                .read_text = hz_read_text,
            },
        .position =
            {
                .form = &hz_form,
            },
    };

    return &game;
}

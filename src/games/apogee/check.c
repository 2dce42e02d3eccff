/* Apogee: all invariants of a state, true or redacted. Errors name the place
 * in the position JSON. Cards and players here, steps in check_step.c. */
#include "games/apogee/check.h"

#include <stdio.h>

void mq__apogee_require(struct ap_checker *c, bool holds, const char *path,
                        const char *id)
{
    if (!holds && c->status == MQ_OK) {
        c->status = mq_fail(c->error, MQ_POSITION, id, "t", path);
    }
}

void mq__apogee_require_of(struct ap_checker *c, bool holds, int seat,
                           const char *field, const char *id)
{
    char path[48];

    if (!holds) {
        snprintf(path, sizeof(path), "players.P%d%s%s", seat + 1,
                 field[0] != '\0' ? "." : "", field);
        mq__apogee_require(c, false, path, id);
    }
}

#define require mq__apogee_require
#define require_of mq__apogee_require_of

static void check_head(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    int missions = st->players == 1 ? AP_SOLO_MISSIONS : AP_MISSIONS;

    require(c, st->players >= 1 && st->players <= AP_PLAYERS, "players",
            "apogee.check.players");
    require(c, st->mission < missions, "options.mission",
            "apogee.check.mission");
    require(c, st->per_engineer <= 1 && st->tiebreak <= 1 && st->rounds <= 1000,
            "options", "apogee.check.options");
    require(c, st->step < AP_STEPS, "step", "apogee.check.step");
    require(c, (st->round == 0) == (st->step < AP_EVENT), "round",
            "apogee.check.round");
}

static void check_empty_seat(struct ap_checker *c, int seat)
{
    struct ap_state none;

    mq__apogee_clear(&none);
    require_of(c,
               memcmp(&c->st->player[seat], &none.player[0],
                      sizeof(none.player[0])) == 0,
               seat, "", "apogee.check.nobody");
}

/* Lists: sorted, then zeros. */

static bool sorted_list(const uint8_t *list, int count, int room)
{
    for (int i = 0; i < room; i++) {
        if (i >= count ? list[i] != 0 : i > 0 && list[i - 1] > list[i]) {
            return false;
        }
    }
    return true;
}

static bool all_below(const uint8_t *list, int count, int limit)
{
    for (int i = 0; i < count; i++) {
        if (list[i] >= limit) {
            return false;
        }
    }
    return true;
}

static bool zeros_after(const uint8_t *list, int count, int room)
{
    for (int i = count; i < room; i++) {
        if (list[i] != 0) {
            return false;
        }
    }
    return true;
}

/* Players. */

static bool flags_valid(const struct ap_player *p)
{
    return p->specialty_used <= 1 && p->intervened <= 1 && p->planned <= 1 &&
           p->met <= 1 && p->skips <= 1 && p->boosted <= 1 &&
           p->built < 1U << AP_TYPES && p->debt <= AP_CREW;
}

static void check_money(struct ap_checker *c, int seat)
{
    const struct ap_player *p = &c->st->player[seat];

    require_of(c, p->credits >= 0 && p->credits % AP_COIN == 0, seat, "credits",
               "apogee.check.credits"); /* AP-C5 */
    require_of(c, p->dice <= AP_PLAYER_DICE, seat, "dice",
               "apogee.check.dice"); /* AP-C8 */
    require_of(c, flags_valid(p), seat, "", "apogee.check.flags");
}

/* AP-S3, AP-S4 */
static void check_director(struct ap_checker *c, int seat)
{
    const struct ap_state *st = c->st;
    const struct ap_player *p = &st->player[seat];
    bool dealt =
        st->step == AP_CHOOSE || (st->step == AP_DEAL && seat < st->cursor);
    bool chosen = p->choice != AP_NONE;
    bool hidden = p->dealt[0] == MQ_UNKNOWN;

    require_of(c,
               st->step >= AP_HIRE ? p->director < c->t->directors
                                   : p->director == AP_NONE,
               seat, "director", "apogee.check.director");
    if (!dealt) {
        require_of(c, p->dealt[0] == AP_NONE && p->dealt[1] == AP_NONE, seat,
                   "dealt", "apogee.check.dealt");
    } else {
        require_of(c,
                   hidden ? p->dealt[1] == MQ_UNKNOWN
                          : p->dealt[0] < p->dealt[1] &&
                                p->dealt[1] < c->t->directors,
                   seat, "dealt", "apogee.check.dealt");
    }
    require_of(c,
               !chosen || (st->step == AP_CHOOSE &&
                           (hidden ? p->choice == MQ_UNKNOWN
                                   : p->choice == p->dealt[0] ||
                                         p->choice == p->dealt[1])),
               seat, "choice", "apogee.check.choice");
}

static void check_reserve(struct ap_checker *c, int seat)
{
    const struct ap_player *p = &c->st->player[seat];

    require_of(c,
               p->reserve_count <= AP_RESERVE_ROOM &&
                   sorted_list(p->reserve, p->reserve_count, AP_RESERVE_ROOM) &&
                   all_below(p->reserve, p->reserve_count, c->t->kinds),
               seat, "reserve", "apogee.check.reserve");
}

/* A card that can't stand with another one, or with a second of its kind. */
static bool pad_clashes(const struct ap_tables *t, const struct ap_player *p)
{
    uint64_t before = 0;

    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            if ((t->kind[p->pad[type][i]].clashes & before) != 0) {
                return true;
            }
            before |= AP_KIND_BIT(p->pad[type][i]);
        }
    }
    return false;
}

static void check_pad(struct ap_checker *c, int seat)
{
    const struct ap_player *p = &c->st->player[seat];

    for (int type = 0; type < AP_TYPES && c->status == MQ_OK; type++) {
        int n = p->pad_count[type];
        bool good = n <= AP_PLACES && sorted_list(p->pad[type], n, AP_PLACES);

        for (int i = 0; good && i < n; i++) {
            int kind = p->pad[type][i];

            good = kind < c->t->kinds && c->t->kind[kind].type == type;
        }
        require_of(c, good, seat, "pad", "apogee.check.pad");
        require_of(c, n == 0 || (p->built >> type & 1) != 0, seat, "built",
                   "apogee.check.built");
    }
    if (c->status == MQ_OK) {
        require_of(c, !pad_clashes(c->t, p), seat, "pad",
                   "apogee.check.clashes");
        require_of(
            c,
            (mq__apogee_pad_kinds(p) & ap_mission(c->t, c->st)->no_build) == 0,
            seat, "pad", "apogee.check.banned");
    }
}

/* AP-H6, AP-R3 */
static void check_drawn(struct ap_checker *c, int seat)
{
    const struct ap_state *st = c->st;
    const struct ap_player *p = &st->player[seat];
    bool rnd = st->step >= AP_DRAWING && st->step <= AP_KEPT;
    bool open = rnd || st->step == AP_OVER;
    bool kept = p->keep == AP_NONE;
    int known = 0;

    require_of(c, p->drawn_count <= (open ? AP_CREW : 0), seat, "drawn",
               "apogee.check.drawn");
    for (int i = 0; c->status == MQ_OK && i < p->drawn_count; i++) {
        known += p->drawn[i] != MQ_UNKNOWN;
        kept = kept || (p->drawn[i] != MQ_UNKNOWN && p->drawn[i] == p->keep);
        require_of(c, p->drawn[i] == MQ_UNKNOWN || p->drawn[i] < c->t->kinds,
                   seat, "drawn", "apogee.check.drawn");
    }
    if (c->status != MQ_OK) {
        return;
    }
    require_of(c, zeros_after(p->drawn, p->drawn_count, AP_CREW), seat, "drawn",
               "apogee.check.drawn");
    require_of(c, known == 0 || known == p->drawn_count, seat, "drawn",
               "apogee.check.half-known");
    require_of(
        c, kept || (p->keep == MQ_UNKNOWN && known == 0 && p->drawn_count > 0),
        seat, "keep", "apogee.check.keep");
    require_of(c, p->keep == AP_NONE || st->step == AP_KEEPING, seat, "keep",
               "apogee.check.keep");
    require_of(c, p->kept == AP_NONE || (open && p->kept < c->t->kinds), seat,
               "kept", "apogee.check.kept");
}

/* Launches and what they left behind: AP-L14, AP-L15. */
static void check_launches(struct ap_checker *c, int seat)
{
    const struct ap_state *st = c->st;
    const struct ap_player *p = &st->player[seat];
    int payload[AP_DESTINATIONS] = {0};
    int all[AP_DESTINATIONS] = {0};

    for (int i = 0; i < st->dropped_count; i++) {
        const struct ap_dropped *d = &st->dropped[i];

        if (d->seat == seat) {
            all[d->destination]++;
            payload[d->destination] += c->t->kind[d->kind].type == AP_PAYLOAD;
        }
    }
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        require_of(c, p->launches[d] <= payload[d], seat, "launches",
                   "apogee.check.launches");
        require_of(c, p->manned[d] <= p->launches[d], seat, "manned_launches",
                   "apogee.check.manned");
        require_of(c,
                   p->launches[d] > 0 || (all[d] == 0 && p->astronauts[d] == 0),
                   seat, "dropped", "apogee.check.no-launch");
    }
}

/* Engineers. */

static bool member_valid(const struct ap_tables *t, const struct ap_state *st,
                         const struct ap_member *m)
{
    bool unknown = m->id == MQ_UNKNOWN;

    if (m->level >= AP_LEVELS || m->open > 1 || (unknown && m->open) ||
        (!unknown &&
         (m->id >= t->engineers || t->engineer[m->id].level != m->level))) {
        return false;
    }
    if (m->space == MQ_UNKNOWN) {
        return st->step >= AP_PLANNING && st->step < AP_EARNINGS;
    }
    return m->space < AP_PLACES_OF_ENGINEERS &&
           (m->open || !mq__apogee_face_up(st->step, m->space));
}

static bool stands_well(const struct ap_tables *t, const struct ap_state *st,
                        const struct ap_member *m)
{
    const struct ap_engineer *e;

    if (m->space == AP_IN_HAND || m->space == MQ_UNKNOWN) {
        return true;
    }
    if (st->step < AP_PLANNING || st->step == AP_OVER) {
        return false;
    }
    if (m->id == MQ_UNKNOWN) {
        return m->space != AP_ON_SPECIALTY && m->space != AP_MOVED;
    }
    e = &t->engineer[m->id];
    if (m->space == AP_MOVED) {
        return st->step >= AP_SPECIALTIES &&
               mq__apogee_specialties[e->specialty].start ==
                   mq__apogee_start_move;
    }
    return m->space != AP_ON_SPECIALTY || e->specialty != AP_NO_SPECIALTY;
}

static bool crew_sorted(const struct ap_player *p)
{
    struct ap_player copy = *p;

    mq__apogee_sort_crew(&copy);
    return memcmp(copy.crew, p->crew, sizeof(p->crew)) == 0;
}

/* `on` counts the crew; in a view, as far as the seat knows it. */
static void check_spaces(struct ap_checker *c, int seat)
{
    const struct ap_state *st = c->st;
    const struct ap_player *p = &st->player[seat];
    const uint8_t *limit = ap_changes(c->t, st)->space_limit;
    int count[AP_PLACES_OF_ENGINEERS] = {0};
    int hidden = 0;
    int sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == MQ_UNKNOWN) {
            hidden++;
        } else {
            count[p->crew[i].space]++;
        }
    }
    for (int s = 0; s < AP_PLACES_OF_ENGINEERS; s++) {
        bool exact = hidden == 0 || mq__apogee_face_up(st->step, s);

        sum += p->on[s];
        require_of(c, exact ? p->on[s] == count[s] : p->on[s] >= count[s], seat,
                   "spaces", "apogee.check.spaces");
        require_of(c, s >= AP_SPACES || p->on[s] <= limit[s], seat, "spaces",
                   "apogee.check.limit");
    }
    require_of(c,
               sum == p->crew_count || (hidden > 0 && st->step == AP_PLANNING &&
                                        sum == 0 && hidden == p->crew_count),
               seat, "spaces", "apogee.check.spaces");
}

static void check_crew(struct ap_checker *c, int seat)
{
    const struct ap_player *p = &c->st->player[seat];
    static const struct ap_member none;

    require_of(c, p->crew_count <= AP_CREW, seat, "crew", "apogee.check.crew");
    for (int i = 0; c->status == MQ_OK && i < AP_CREW; i++) {
        const struct ap_member *m = &p->crew[i];

        if (i >= p->crew_count) {
            require_of(c, memcmp(m, &none, sizeof(none)) == 0, seat, "crew",
                       "apogee.check.crew");
        } else {
            require_of(c, member_valid(c->t, c->st, m), seat, "crew",
                       "apogee.check.member");
            if (c->status == MQ_OK) {
                require_of(c, stands_well(c->t, c->st, m), seat, "crew",
                           "apogee.check.space");
            }
        }
    }
    if (c->status == MQ_OK) {
        require_of(c, crew_sorted(p), seat, "crew", "apogee.check.crew");
        check_spaces(c, seat);
    }
}

/* AP-Y3 */
static void check_effects(struct ap_checker *c, int seat)
{
    uint32_t effects = c->st->player[seat].effects;
    bool good = effects == 0 ||
                (c->st->step >= AP_SPECIALTIES && c->st->step <= AP_ACTIONS);

    for (; good && effects != 0; effects &= effects - 1) {
        int e = ap_low_bit(effects);

        good = e < c->t->engineers &&
               mq__apogee_specialties[c->t->engineer[e].specialty].lasts !=
                   AP_LASTS_NOT;
    }
    require_of(c, good, seat, "effects", "apogee.check.effects");
}

static void check_player(struct ap_checker *c, int seat)
{
    check_money(c, seat);
    check_director(c, seat);
    check_reserve(c, seat);
    check_pad(c, seat);
    check_drawn(c, seat);
    if (c->status == MQ_OK) {
        check_crew(c, seat);
        check_effects(c, seat);
        check_launches(c, seat);
    }
}

/* Shared things. */

static void check_rows(struct ap_checker *c)
{
    const struct ap_state *st = c->st;

    for (int type = 0; type < AP_ROWS; type++) {
        for (int place = 0; place < AP_PLACES; place++) {
            int kind = st->row[type][place];
            bool gap = (st->gaps >> (type * AP_PLACES + place) & 1) != 0;

            require(c,
                    gap ? kind == AP_NONE
                        : kind < c->t->kinds && c->t->kind[kind].type == type,
                    "rows", "apogee.check.rows");
            require(c, gap || st->step >= AP_REVEAL, "rows",
                    "apogee.check.early");
        }
    }
    require(c, st->gaps < 1U << AP_ROWS * AP_PLACES, "rows",
            "apogee.check.rows");
}

static void check_dropped(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    static const struct ap_dropped none;

    require(c, st->dropped_count <= AP_DROPPED, "players",
            "apogee.check.dropped");
    for (int i = 0; c->status == MQ_OK && i < AP_DROPPED; i++) {
        const struct ap_dropped *d = &st->dropped[i];

        if (i >= st->dropped_count) {
            require(c, memcmp(d, &none, sizeof(none)) == 0, "players",
                    "apogee.check.dropped");
            continue;
        }
        require(c,
                d->kind < c->t->kinds && d->seat < st->players &&
                    d->destination < AP_DESTINATIONS && d->counts <= 1,
                "players", "apogee.check.dropped");
        if (c->status == MQ_OK) {
            require_of(c, mq__apogee_is_dropped(&c->t->kind[d->kind]), d->seat,
                       "dropped", "apogee.check.dropped");
        }
        if (c->status == MQ_OK && i > 0) {
            require_of(
                c, mq__apogee_dropped_key(d[-1]) <= mq__apogee_dropped_key(*d),
                d->seat, "dropped", "apogee.check.dropped");
        }
    }
}

/* Who knows a card under a deck: one seat, or all (AP-H7). */
static bool known_valid(const struct ap_state *st, int known)
{
    return known == AP_ALL_KNOW || (known != 0 && (known & (known - 1)) == 0 &&
                                    known < 1 << st->players);
}

static void check_under(struct ap_checker *c)
{
    const struct ap_state *st = c->st;

    for (int type = 0; type < AP_TYPES; type++) {
        int n = st->under_count[type];
        bool good = n <= AP_DECK;

        for (int i = 0; good && i < n; i++) {
            int kind = st->under[type][i];
            bool hidden = type == AP_RND && kind == MQ_UNKNOWN &&
                          st->rnd_known[i] != AP_ALL_KNOW;

            good =
                hidden || (kind < c->t->kinds && c->t->kind[kind].type == type);
            good =
                good && (type != AP_RND || known_valid(st, st->rnd_known[i]));
        }
        require(c,
                good && zeros_after(st->under[type], n, AP_DECK) &&
                    (type != AP_RND || zeros_after(st->rnd_known, n, AP_DECK)),
                "decks", "apogee.check.under");
    }
}

static void check_bench(struct ap_checker *c)
{
    const struct ap_state *st = c->st;

    for (int level = 0; level < AP_LEVELS; level++) {
        int n = st->under_count[AP_JUNIORS + level];
        bool good = n <= AP_BENCH;

        for (int i = 0; good && i < n; i++) {
            int e = st->bench[level][i];
            bool hidden =
                e == MQ_UNKNOWN && st->bench_known[level][i] != AP_ALL_KNOW;

            good = (hidden || (e < c->t->engineers &&
                               c->t->engineer[e].level == level)) &&
                   known_valid(st, st->bench_known[level][i]);
        }
        require(c,
                good && zeros_after(st->bench[level], n, AP_BENCH) &&
                    zeros_after(st->bench_known[level], n, AP_BENCH),
                "decks", "apogee.check.under");
    }
}

/* Conservation: every card is in one place; in a view the pool and the hidden
 * slots make up for each other. */

static void count_list(const uint8_t *list, int n, int *count, int *hidden)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == MQ_UNKNOWN) {
            (*hidden)++;
        } else {
            count[list[i]]++;
        }
    }
}

static void count_player(const struct ap_player *p, int *count, int *hidden)
{
    count_list(p->reserve, p->reserve_count, count, hidden);
    for (int type = 0; type < AP_TYPES; type++) {
        count_list(p->pad[type], p->pad_count[type], count, hidden);
    }
    count_list(p->drawn, p->drawn_count, count, hidden);
    if (p->kept != AP_NONE) {
        count[p->kept]++;
    }
}

static void check_technologies(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    int count[AP_KINDS] = {0};
    int pool[AP_TYPES] = {0};
    int hidden = 0;

    for (int seat = 0; seat < st->players; seat++) {
        count_player(&st->player[seat], count, &hidden);
    }
    for (int type = 0; type < AP_TYPES; type++) {
        count_list(st->under[type], st->under_count[type], count, &hidden);
    }
    for (int i = 0; i < AP_ROWS * AP_PLACES; i++) {
        int kind = st->row[i / AP_PLACES][i % AP_PLACES];

        count[kind == AP_NONE ? 0 : kind] += kind != AP_NONE;
    }
    for (int i = 0; i < st->dropped_count; i++) {
        count[st->dropped[i].kind]++;
    }
    for (int kind = 0; kind < AP_KINDS; kind++) {
        int all = kind < c->t->kinds ? c->t->kind[kind].count : 0;

        require(c, count[kind] + st->unseen[kind] == all, "decks",
                "apogee.check.technologies");
        pool[c->t->kind[kind].type] += st->unseen[kind];
    }
    for (int type = 0; type < AP_TYPES; type++) {
        require(c, pool[type] == st->size[type] + (type == AP_RND ? hidden : 0),
                "decks", "apogee.check.size");
    }
}

/* Adds an engineer to the mask; false if it is there already. */
static bool add_engineer(uint32_t *mask, int *hidden, int id)
{
    bool fresh = true;

    if (id == MQ_UNKNOWN) {
        (*hidden)++;
    } else {
        fresh = (*mask & AP_BIT(id)) == 0;
        *mask |= AP_BIT(id);
    }
    return fresh;
}

static void check_engineers(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    uint32_t mask = st->engineers_left;
    int hidden[AP_LEVELS] = {0};
    bool once = true;

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->crew_count; i++) {
            once =
                add_engineer(&mask, &hidden[p->crew[i].level], p->crew[i].id) &&
                once;
        }
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        for (int i = 0; i < st->under_count[AP_JUNIORS + level]; i++) {
            once = add_engineer(&mask, &hidden[level], st->bench[level][i]) &&
                   once;
        }
    }
    require(c, once && mask == (c->t->level[0] | c->t->level[1]), "decks",
            "apogee.check.engineers");
    for (int level = 0; level < AP_LEVELS; level++) {
        int pool = ap_count_bits(st->engineers_left & c->t->level[level]);

        require(c, pool == st->size[AP_JUNIORS + level] + hidden[level],
                "decks", "apogee.check.size");
    }
}

static void check_directors(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    uint32_t all = AP_BIT(c->t->directors) - 1;
    uint32_t mask = st->directors_left;
    bool once = true;

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];
        const uint8_t card[] = {p->director, p->dealt[0], p->dealt[1]};

        for (int i = 0; i < 3; i++) {
            if (card[i] < AP_DIRECTORS) {
                once = once && (mask & AP_BIT(card[i])) == 0;
                mask |= AP_BIT(card[i]);
            }
        }
    }
    require(c,
            once && (st->step >= AP_HIRE || mask == all) &&
                (st->step < AP_HIRE || st->directors_left == 0),
            "directors", "apogee.check.directors");
}

static void check_investors(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    uint32_t all = (uint32_t)((UINT64_C(1) << c->t->investors) - 1);
    uint32_t mask = st->investors_left;
    bool once = (mask & st->investors_removed) == 0;

    mask |= st->investors_removed;
    for (int seat = 0; seat < st->players; seat++) {
        once = once && (mask & st->player[seat].investors) == 0;
        mask |= st->player[seat].investors;
    }
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if (st->open[i] == AP_NONE) {
            continue;
        }
        require(c, st->open[i] < c->t->investors && st->step >= AP_REVEAL,
                "investors.open", "apogee.check.investors");
        once = once && (mask >> (st->open[i] & 31) & 1) == 0;
        mask |= AP_BIT(st->open[i] & 31);
    }
    require(c, once && mask == all, "investors", "apogee.check.investors");
}

static void check_events(struct ap_checker *c)
{
    const struct ap_state *st = c->st;
    uint32_t all = (uint32_t)((UINT64_C(1) << c->t->events) - 1);
    bool round = st->step > AP_EVENT && st->step < AP_OVER;

    require(c, (st->events_left & ~all) == 0, "events", "apogee.check.events");
    require(c,
            st->event == AP_NONE ||
                (round && st->event < c->t->events &&
                 (st->events_left & AP_BIT(st->event)) == 0),
            "event", "apogee.check.event");
    require(c,
            st->solo_event == AP_NONE ||
                (round && ap_solo(st) && st->event == AP_NONE &&
                 st->solo_event < c->t->solo_events),
            "solo_event", "apogee.check.event");
    require(c,
            st->extra == 0 ||
                (ap_solo(st) && st->extra < 1U << c->t->solo_events),
            "extra", "apogee.check.extra");
    for (unsigned left = st->extra; c->status == MQ_OK && left != 0;
         left &= left - 1) {
        const struct ap_event *e = &c->t->solo_event[ap_low_bit(left)];

        require(c,
                mq__apogee_effects[e->effect].run ==
                    mq__apogee_run_new_objective,
                "extra", "apogee.check.extra");
    }
}

static void check_dice(struct ap_checker *c)
{
    require(c, mq__apogee_pool(c->st) >= 0, "players", "apogee.check.dice");
}

enum mq_status mq__apogee_check_cards(const struct mq_game *g,
                                      const struct ap_state *st,
                                      struct mq_error *error)
{
    struct ap_checker c = {ap_tables(g), st, error, MQ_OK};

    check_head(&c);
    for (int seat = 0; c.status == MQ_OK && seat < AP_PLAYERS; seat++) {
        if (seat >= st->players) {
            check_empty_seat(&c, seat);
        }
    }
    if (c.status == MQ_OK) {
        check_events(&c);
        check_dropped(&c);
    }
    for (int seat = 0; c.status == MQ_OK && seat < st->players; seat++) {
        check_player(&c, seat);
    }
    if (c.status == MQ_OK) {
        check_rows(&c);
        check_under(&c);
        check_bench(&c);
        check_directors(&c);
        check_investors(&c);
        check_dice(&c);
    }
    if (c.status == MQ_OK) {
        check_technologies(&c);
        check_engineers(&c);
    }
    if (c.status == MQ_OK) {
        mq__apogee_check_step(&c);
    }
    return c.status;
}

enum mq_status mq__apogee_check(const struct mq_game *g, const void *state,
                                struct mq_error *error)
{
    const struct ap_state *st = state;
    enum mq_status status = mq__apogee_check_cards(g, st, error);
    uint8_t actor;

    if (status == MQ_OK) {
        int ask = mq__apogee_find_ask(ap_tables(g), st, &actor);

        if (ask == AP_ASK_NOTHING || ask != st->ask || actor != st->actor) {
            status =
                mq_fail(error, MQ_POSITION, "apogee.check.rest", "t", "step");
        }
    }
    return status;
}

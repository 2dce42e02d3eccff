/* Apogee: what a position says of a player. */
#include "games/apogee/position.h"

/* Two different directors, both known or both hidden (AP-S3). */
static bool dealt_well(const struct ap_player *p)
{
    return p->dealt[0] == MQ_UNKNOWN
               ? p->dealt[1] == MQ_UNKNOWN
               : p->dealt[0] < p->dealt[1] && p->dealt[1] < AP_DIRECTORS;
}

static void walk_director(struct ap_walk *w, struct mq_form *f, int seat)
{
    struct ap_state *st = w->c.st;
    struct ap_player *p = &st->player[seat];
    bool choosing = st->step == AP_CHOOSE;
    bool dealt = choosing || (st->step == AP_DEAL && seat < st->cursor);
    bool chosen = p->choice == p->dealt[0] || p->choice == p->dealt[1];
    uint8_t count =
        (uint8_t)((p->dealt[0] != AP_NONE) + (p->dealt[1] != AP_NONE));

    mq_form_card(f, "?director", &p->director, &w->director, 0);
    must(w, "director", "director",
         (p->director != AP_NONE) == (st->step >= AP_HIRE));
    mq__form_during(f, st->step <= AP_CHOOSE);
    mq_form_cards(f, "?dealt", p->dealt, &count, 2, &w->director,
                  MQ_FORM_HIDES | MQ_FORM_SORTED);
    must(w, "dealt", "dealt", dealt ? dealt_well(p) : count == 0);
    mq_form_card(f, "?choice", &p->choice, &w->director, MQ_FORM_HIDES);
    must(w, "choice", "choice", p->choice == AP_NONE || (choosing && chosen));
    mq__form_always(f);
}

/* Once a game, and what holds for a round. */
static void walk_marks(struct ap_walk *w, struct mq_form *f,
                       struct ap_player *p)
{
    int step = w->c.st->step;

    mq_form_flag(f, "?specialty_used", &p->specialty_used);
    mq_form_flag(f, "?intervened", &p->intervened);
    mq_form_flag(f, "?met", &p->met);
    must(w, "met", "met", !p->met || ap_mission(w->c)->end != AP_FARTHEST);
    mq_form_flag(f, "?planned", &p->planned);
    must(w, "planned", "planned", !p->planned || step == AP_PLANNING);
    mq_form_flag(f, "?skips", &p->skips);
    must(w, "skips", "skips",
         !p->skips || step == AP_EARNINGS || step == AP_ACTIONS);
    mq_form_int(f, "?debt", &p->debt, 0, AP_CREW);
    must(w, "debt", "debt",
         p->debt == 0 || (step == AP_EARNINGS && p->skips &&
                          p->debt <= p->crew_count && p->credits == 0));
    mq_form_flag(f, "?boosted", &p->boosted);
    must(w, "boosted", "boosted",
         !p->boosted || (step == AP_ACTIONS && p->specialty_used));
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

/* The cards of the list go to the places of their types. */
static void read_pad(struct ap_walk *w, int seat, const uint8_t *list, int n)
{
    struct ap_player *p = &w->c.st->player[seat];

    for (int i = 0; i < n && !w->f->r.failed; i++) {
        int type = w->c.t->kind[list[i]].type;

        if (p->pad_count[type] == AP_PLACES) {
            mq__form_fail(w->f, "pad", "apogee.read.pad-full", "w",
                          mq__ap_decks[type]);
            return;
        }
        mq__ap_pad_add(w->c, seat, list[i]);
    }
}

/* One list in the position, one a type in the state. */
static void walk_pad(struct ap_walk *w, struct mq_form *f, int seat)
{
    struct ap_player *p = &w->c.st->player[seat];
    uint8_t list[AP_TYPES * AP_PLACES];
    uint8_t n = 0;
    uint8_t built = p->built;

    for (int type = 0; type < AP_TYPES; type++) {
        struct mq_form_set kinds = mq__ap_kinds_set(w->c.t, type, type);

        if (f->mode == MQ_FORM_RANGE) {
            mq_form_cards(f, "pad", p->pad[type], &p->pad_count[type],
                          AP_PLACES, &kinds, MQ_FORM_SORTED);
        } else {
            memcpy(list + n, p->pad[type], p->pad_count[type]);
            n = (uint8_t)(n + p->pad_count[type]);
        }
        must(w, "built", "built",
             p->pad_count[type] == 0 || (built >> type & 1) != 0);
    }
    mq_form_cards(f, "?pad", list, &n, AP_TYPES * AP_PLACES, &w->kind, 0);
    mq_form_mask(f, "?built", &built, &w->type);
    if (mq__form_reads(f)) {
        p->built = built;
        read_pad(w, seat, list, n);
    }
    mq_form_holds(f, &p->built);
    mq_form_holds(f, &p->pad_kinds);
    must(w, "pad", "clashes", !pad_clashes(w->c.t, p));
    must(w, "pad", "banned", (p->pad_kinds & ap_mission(w->c)->no_build) == 0);
}

/* Engineers. */

static bool member_valid(const struct ap_walk *w, const struct ap_member *m)
{
    int step = w->c.st->step;
    bool known = m->id != MQ_UNKNOWN;

    if (known ? w->c.t->engineer[m->id].level != m->level : m->open != 0) {
        return false;
    }
    return m->space == MQ_UNKNOWN ? step >= AP_PLANNING && step < AP_EARNINGS
                                  : m->open || !mq__ap_face_up(step, m->space);
}

static bool stands_well(const struct ap_walk *w, const struct ap_member *m)
{
    int step = w->c.st->step;
    int specialty = m->id == MQ_UNKNOWN ? AP_NO_SPECIALTY
                                        : w->c.t->engineer[m->id].specialty;

    switch (m->space) {
    case AP_IN_HAND:
    case MQ_UNKNOWN:
        return true;
    case AP_MOVED:
        return step >= AP_SPECIALTIES && step < AP_OVER &&
               specialty == AP_MOVES;
    default:
        return step >= AP_PLANNING && step < AP_OVER &&
               (m->space != AP_ON_SPECIALTY || specialty != AP_NO_SPECIALTY);
    }
}

/* An id alone is an engineer in hand; a hidden one has a level. */
static void walk_member(struct ap_walk *w, struct mq_form *f,
                        struct ap_member *m)
{
    if (mq__form_reads(f)) {
        m->space = AP_IN_HAND;
    }
    if (mq__form_item_text(f) != NULL) {
        mq_form_card(f, NULL, &m->id, &w->engineer, MQ_FORM_NEEDED);
        m->level = w->c.t->engineer[m->id].level;
        return;
    }
    mq__form_open(f, NULL);
    mq_form_card(f, "engineer", &m->id, &w->engineer,
                 MQ_FORM_HIDES | MQ_FORM_NEEDED);
    if (mq__form_reads(f) && m->id != MQ_UNKNOWN) {
        m->level = w->c.t->engineer[m->id].level;
    }
    mq__form_during(f, m->id == MQ_UNKNOWN);
    mq__form_word(f, "level", &m->level, mq__ap_levels);
    mq__form_always(f);
    mq_form_holds(f, &m->level);
    mq_form_card(f, "?space", &m->space, &w->space, MQ_FORM_HIDES);
    if (mq__form_reads(f)) {
        m->open = mq__ap_face_up(w->c.st->step, m->space);
    }
    mq_form_flag(f, "?open", &m->open);
    must(w, NULL, "member", member_valid(w, m));
    must(w, NULL, "space", stands_well(w, m));
    mq__form_close(f);
}

/* `on` counts the crew; in a view, as far as the seat knows it. While plans are
 * hidden it may know nothing. */
static void require_spaces(struct ap_walk *w, const struct ap_player *p)
{
    const uint8_t *limit = ap_changes(w->c)->space_limit;
    int count[AP_PLACES_OF_ENGINEERS] = {0};
    int hidden = 0, sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        *(p->crew[i].space == MQ_UNKNOWN ? &hidden
                                         : &count[p->crew[i].space]) += 1;
    }
    for (int s = 0; s < AP_PLACES_OF_ENGINEERS; s++) {
        bool exact = hidden == 0 || mq__ap_face_up(w->c.st->step, s);

        sum += p->on[s];
        must(w, "spaces", "limit", s >= AP_SPACES || p->on[s] <= limit[s]);
        must(w, "spaces", "spaces",
             exact ? p->on[s] == count[s] : p->on[s] >= count[s]);
    }
    must(w, "spaces", "spaces",
         sum == p->crew_count || (w->c.st->step == AP_PLANNING && sum == 0 &&
                                  hidden == p->crew_count));
}

static bool crew_sorted(const struct ap_player *p)
{
    struct ap_player copy = *p;

    mq__ap_sort_crew(&copy);
    return memcmp(copy.crew, p->crew, sizeof(p->crew)) == 0;
}

/* Only engineers whose specialty lasts for the round (AP-Y3). */
static bool effects_last(const struct ap_walk *w, uint32_t effects)
{
    for (; effects != 0; effects &= effects - 1) {
        int specialty = w->c.t->engineer[ap_low_bit(effects)].specialty;

        if (mq__ap_specialties[specialty].lasts == AP_LASTS_NOT) {
            return false;
        }
    }
    return true;
}

static void walk_crew(struct ap_walk *w, struct mq_form *f, struct ap_player *p)
{
    int step = w->c.st->step;
    int n = mq__form_count(f, "crew", &p->crew_count, AP_CREW);
    int i;

    mq__form_array(f, "?crew", AP_CREW);
    for (i = 0; mq__form_item(f, i, n); i++) {
        walk_member(w, f, &p->crew[i]);
    }
    mq__form_close(f);
    if (mq__form_reads(f)) {
        p->crew_count = (uint8_t)i;
        mq__ap_sort_crew(p);
        for (i = 0; i < p->crew_count; i++) {
            if (p->crew[i].space < AP_PLACES_OF_ENGINEERS) {
                p->on[p->crew[i].space]++;
            }
        }
    }
    must(w, "crew", "crew", crew_sorted(p));
    mq_form_counts(f, "~spaces", p->on, &w->space, AP_CREW, 0);
    if (f->mode == MQ_FORM_REQUIRE && !f->r.failed) {
        require_spaces(w, p);
    }
    mq_form_mask(f, "?effects", &p->effects, &w->engineer);
    must(w, "effects", "effects",
         p->effects == 0 || (step >= AP_SPECIALTIES && step <= AP_ACTIONS &&
                             effects_last(w, p->effects)));
}

/* AP-H6, AP-R3 */
static void walk_drawn(struct ap_walk *w, struct mq_form *f,
                       struct ap_player *p)
{
    int step = w->c.st->step;
    bool open = (step >= AP_DRAWING && step <= AP_KEPT) || step == AP_OVER;
    bool kept = p->keep == AP_NONE;
    int known = 0;

    for (int i = 0; i < p->drawn_count && i < AP_CREW; i++) {
        known += p->drawn[i] != MQ_UNKNOWN;
        kept = kept || (p->drawn[i] == p->keep && step == AP_KEEPING);
    }
    mq_form_cards(f, "?drawn", p->drawn, &p->drawn_count, AP_CREW, &w->kind,
                  MQ_FORM_HIDES);
    must(w, "drawn", "drawn",
         (open || p->drawn_count == 0) &&
             (p->drawn_count != 1 || step != AP_KEEPING));
    must(w, "drawn", "half-known", known == 0 || known == p->drawn_count);
    mq_form_card(f, "?keep", &p->keep, &w->kind, MQ_FORM_HIDES);
    must(w, "keep", "keep", kept);
    mq_form_card(f, "?kept", &p->kept, &w->kind, 0);
    must(w, "kept", "kept", open || p->kept == AP_NONE);
}

/* Launches and what they left behind: AP-L14, AP-L15. */
static void require_launches(struct ap_walk *w, int seat)
{
    const struct ap_state *st = w->c.st;
    const struct ap_player *p = &st->player[seat];
    int payload[AP_DESTINATIONS] = {0};
    int all[AP_DESTINATIONS] = {0};

    for (int i = 0; i < st->dropped_count; i++) {
        const struct ap_dropped *d = &st->dropped[i];

        if (d->seat == seat) {
            all[d->destination]++;
            payload[d->destination] += w->c.t->kind[d->kind].type == AP_PAYLOAD;
        }
        must(w, "dropped", "dropped",
             i == 0 || mq__ap_dropped_key(d[-1]) <= mq__ap_dropped_key(*d));
    }
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        must(w, "launches", "launches", p->launches[d] <= payload[d]);
        must(w, "manned_launches", "manned", p->manned[d] <= p->launches[d]);
        must(w, "dropped", "no-launch",
             p->launches[d] > 0 || (all[d] == 0 && p->astronauts[d] == 0));
    }
}

static void walk_card_dropped(struct ap_walk *w, struct mq_form *f,
                              struct ap_dropped *d)
{
    mq__form_open(f, NULL);
    mq_form_card(f, "card", &d->kind, &w->kind, MQ_FORM_NEEDED);
    mq_form_card(f, "destination", &d->destination, &w->destination,
                 MQ_FORM_NEEDED);
    mq_form_flag(f, "?counts", &d->counts);
    mq_form_holds(f, &d->seat);
    must(w, NULL, "dropped", mq__ap_is_dropped(&w->c.t->kind[d->kind]));
    mq__form_close(f);
}

static void walk_dropped(struct ap_walk *w, struct mq_form *f, int seat)
{
    struct ap_state *st = w->c.st;
    uint8_t mine[AP_DROPPED];
    int all = mq__form_count(f, "dropped", &st->dropped_count, AP_DROPPED);
    int n = 0;

    for (int i = 0; i < all; i++) {
        mine[n] = (uint8_t)i;
        n += st->dropped[i].seat == seat;
    }
    mq__form_array(f, "?dropped", AP_DROPPED);
    for (int i = 0; mq__form_item(f, i, n); i++) {
        struct ap_dropped one = {.seat = (uint8_t)seat, .counts = 1};
        bool adds = mq__form_reads(f) || mq__form_lists(f);

        walk_card_dropped(w, f, adds ? &one : &st->dropped[mine[i]]);
        if (mq__form_reads(f)) {
            if (st->dropped_count == AP_DROPPED || one.kind == AP_NONE) {
                mq__form_fail(f, "dropped", "apogee.read.dropped", "");
                break;
            }
            mq__ap_drop(st, one);
        }
    }
    mq__form_close(f);
    if (f->mode == MQ_FORM_REQUIRE && !f->r.failed) {
        require_launches(w, seat);
    }
}

void mq__ap_walk_player(struct ap_walk *w, int seat)
{
    struct mq_form *f = w->f;
    struct ap_player *p = &w->c.st->player[seat];

    walk_director(w, f, seat);
    walk_marks(w, f, p);
    mq_form_int(f, "credits", &p->credits, 0, 1000000);
    must(w, "credits", "credits", p->credits % AP_COIN == 0); /* AP-C5 */
    mq_form_int(f, "?dice", &p->dice, 0, AP_PLAYER_DICE);
    mq_form_cards(f, "?reserve", p->reserve, &p->reserve_count, AP_RESERVE_ROOM,
                  &w->kind, MQ_FORM_SORTED);
    must(w, "reserve", "reserve",
         p->reserve_count <= AP_RESERVE || w->c.st->step > AP_EVENT);
    walk_pad(w, f, seat);
    walk_crew(w, f, p);
    walk_drawn(w, f, p);
    mq_form_mask(f, "?investors", &p->investors, &w->investor);
    mq_form_counts(f, "?launches", p->launches, &w->destination, UINT8_MAX, 0);
    mq_form_counts(f, "?manned_launches", p->manned, &w->destination, UINT8_MAX,
                   0);
    mq_form_counts(f, "?astronauts", p->astronauts, &w->destination, UINT8_MAX,
                   0);
    walk_dropped(w, f, seat);
}

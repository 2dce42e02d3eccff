/* Apogee: the decks of a position, and what follows from the rest: what lies
 * nowhere else lies in a deck. In a view the pool of a deck is larger than the
 * deck by the cards that are hidden elsewhere. */
#include "games/apogee/position.h"

/* A card under a deck: its id where all know it, else who does. */
static void walk_card(struct ap_walk *w, uint8_t *card, uint8_t *known,
                      const struct mq_form_set *set, int how)
{
    struct mq_form *f = w->f;
    bool all = mq__form_reads(f) ? mq__form_item_text(f) != NULL
                                 : *known == AP_ALL_KNOW;
    uint8_t seat = all || mq__form_reads(f)
                       ? AP_NONE
                       : (uint8_t)ap_low_bit(*known | 1U << MQ_MAX_PLAYERS);

    if (all || mq__form_lists(f)) {
        mq_form_card(f, NULL, card, set, MQ_FORM_NEEDED);
    }
    if (!all || mq__form_lists(f)) {
        mq__form_open(f, NULL);
        mq_form_card(f, "card", card, set, how | MQ_FORM_NEEDED);
        mq__form_seat(f, "?known", &seat, AP_NONE);
        mq__form_close(f);
    }
    if (mq__form_reads(f)) {
        *known = (uint8_t)(seat == AP_NONE ? AP_ALL_KNOW : 1U << seat);
    }
    mq_form_holds(f, known);
    must(w, NULL, "under",
         *known == AP_ALL_KNOW
             ? *card != MQ_UNKNOWN
             : *known == 1U << seat && seat < w->c.st->players); /* AP-H7 */
}

static void walk_under(struct ap_walk *w, int deck,
                       const struct mq_form_set *set)
{
    struct ap_state *st = w->c.st;
    struct mq_form *f = w->f;
    int level = deck - AP_JUNIORS;
    int most = level >= 0 ? AP_BENCH : AP_DECK;
    int n = mq__form_count(f, "under", &st->under_count[deck], most);
    int how = deck >= AP_RND || mq__form_lists(f) ? MQ_FORM_HIDES : 0;
    int i;

    mq__form_array(f, "?under", most);
    for (i = 0; mq__form_item(f, i, n); i++) {
        uint8_t all = AP_ALL_KNOW;
        uint8_t *known = deck < AP_RND ? &all : &st->known[deck - AP_RND][i];
        uint8_t *card = &st->under[deck][i];

        walk_card(w, card, known, set, how);
        must(w, "under", "under",
             level < 0 || *card == MQ_UNKNOWN ||
                 w->c.t->engineer[*card].level == level);
    }
    mq__form_close(f);
    if (mq__form_reads(f)) {
        st->under_count[deck] = (uint8_t)i;
    }
}

void mq__ap_walk_decks(struct ap_walk *w)
{
    struct ap_state *st = w->c.st;
    struct mq_form *f = w->f;
    const char *const *words = mq__ap_decks;

    mq__form_open(f, "decks");
    for (int type = 0; mq__form_each(f, words, type, AP_TYPES); type++) {
        struct mq_form_set kinds = mq__ap_kinds_set(w->c.t, type, type);

        mq_form_counts(f, "=unseen", &st->unseen[w->c.t->first[type]], &kinds,
                       UINT8_MAX, MQ_FORM_SPARSE);
        mq_form_int(f, "=size", &st->size[type], 0, UINT8_MAX);
        walk_under(w, type, &kinds);
        mq__form_close(f);
    }
    for (int i = 0; mq__form_each(f, words + AP_JUNIORS, i, AP_LEVELS); i++) {
        uint32_t unseen = st->engineers_left & w->c.t->level[i];

        mq_form_mask(f, "=unseen", &unseen, &w->engineer);
        mq_form_int(f, "=size", &st->size[AP_JUNIORS + i], 0, UINT8_MAX);
        walk_under(w, AP_JUNIORS + i, &w->engineer);
        mq__form_close(f);
    }
    mq__form_close(f);
    mq_form_holds(f, &st->engineers_left);
}

/* What is known to lie elsewhere. */

static void count(const uint8_t *list, int n, int *placed, int *hidden)
{
    for (int i = 0; i < n; i++) {
        if (list[i] < AP_KINDS) {
            placed[list[i]]++;
        } else if (list[i] == MQ_UNKNOWN) {
            (*hidden)++;
        }
    }
}

static void count_placed(const struct ap_state *st, int *placed, int *hidden)
{
    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        count(p->reserve, p->reserve_count, placed, hidden);
        for (int type = 0; type < AP_TYPES; type++) {
            count(p->pad[type], p->pad_count[type], placed, hidden);
        }
        count(p->drawn, p->drawn_count, placed, hidden);
        count(&p->kept, 1, placed, hidden);
    }
    for (int type = 0; type < AP_TYPES; type++) {
        count(st->under[type], st->under_count[type], placed, hidden);
    }
    for (int type = 0; type < AP_ROWS; type++) {
        count(st->row[type], AP_PLACES, placed, hidden);
    }
    for (int i = 0; i < st->dropped_count; i++) {
        count(&st->dropped[i].kind, 1, placed, hidden);
    }
}

static void fail_deck(struct mq_form *f, int deck)
{
    mq__read_enter(&f->r, "decks", -1);
    mq__form_fail(f, mq__ap_decks[deck], "apogee.read.hidden", "");
}

/* Only R&D cards can be hidden elsewhere. */
static void derive_technologies(struct mq_form *f, struct ap c)
{
    const struct ap_tables *t = c.t;
    struct ap_state *st = c.st;
    int placed[AP_KINDS] = {0};
    int hidden = 0;

    count_placed(st, placed, &hidden);
    memset(st->unseen, 0, sizeof(st->unseen));
    memset(st->size, 0, sizeof(st->size));
    for (int kind = 0; kind < t->kinds; kind++) {
        const struct ap_technology *k = &t->kind[kind];

        if (placed[kind] > k->count) {
            mq__form_fail(f, "decks", "apogee.read.too-many", "tii", k->id,
                          placed[kind], k->count);
            return;
        }
        st->unseen[kind] = (uint8_t)(k->count - placed[kind]);
        st->size[k->type] = (uint8_t)(st->size[k->type] + st->unseen[kind]);
    }
    if (hidden > st->size[AP_RND]) {
        fail_deck(f, AP_RND);
        return;
    }
    st->size[AP_RND] = (uint8_t)(st->size[AP_RND] - hidden);
}

/* Marks an engineer as placed; fails where it is so already. */
static void place_engineer(struct mq_form *f, const struct ap_tables *t, int id,
                           uint32_t *placed, int *hidden)
{
    if (id == MQ_UNKNOWN) {
        (*hidden)++;
        return;
    }
    if (id < t->engineers && (*placed & AP_BIT(id)) != 0) {
        mq__form_fail(f, "decks", "apogee.read.twice", "t", t->engineer[id].id);
    }
    *placed |= id < t->engineers ? AP_BIT(id) : 0;
}

static void derive_engineers(struct mq_form *f, struct ap c)
{
    const struct ap_tables *t = c.t;
    struct ap_state *st = c.st;
    uint32_t placed = 0;
    int hidden[AP_LEVELS] = {0};

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->crew_count; i++) {
            place_engineer(f, t, p->crew[i].id, &placed,
                           &hidden[p->crew[i].level & 1]);
        }
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        for (int i = 0; i < st->under_count[AP_JUNIORS + level]; i++) {
            place_engineer(f, t, st->under[AP_JUNIORS + level][i], &placed,
                           &hidden[level]);
        }
    }
    st->engineers_left = (t->level[0] | t->level[1]) & ~placed;
    for (int level = 0; level < AP_LEVELS; level++) {
        int pool = ap_count_bits(st->engineers_left & t->level[level]);

        if (pool < hidden[level]) {
            fail_deck(f, AP_JUNIORS + level);
            return;
        }
        st->size[AP_JUNIORS + level] = (uint8_t)(pool - hidden[level]);
    }
}

static uint32_t bit_of(int card)
{
    return card < AP_NONE ? AP_BIT(card & 31) : 0;
}

/* Directors leave the match unseen once all have chosen (AP-H3). */
static void derive_masks(struct ap c)
{
    struct ap_state *st = c.st;
    uint32_t directors = 0;
    uint32_t investors = st->investors_removed;

    st->overfull = 0;
    for (int seat = 0; seat < st->players; seat++) {
        struct ap_player *p = &st->player[seat];

        p->pad_kinds = mq__ap_pad_kinds(p);
        st->overfull |= (uint8_t)((p->reserve_count > AP_RESERVE) << seat);
        investors |= p->investors;
        directors |= bit_of(p->dealt[0]) | bit_of(p->dealt[1]);
    }
    investors |= bit_of(st->open[0]) | bit_of(st->open[1]);
    st->directors_left =
        (uint16_t)(st->step > AP_CHOOSE
                       ? 0
                       : (AP_BIT(c.t->directors) - 1) & ~directors);
    st->investors_left =
        (uint32_t)((UINT64_C(1) << c.t->investors) - 1) & ~investors;
    st->gaps = 0;
    for (int i = 0; i < AP_ROWS * AP_PLACES; i++) {
        bool gap = st->row[i / AP_PLACES][i % AP_PLACES] == AP_NONE;

        st->gaps |= (uint16_t)(gap << i);
    }
    st->vacant = 0;
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if (st->open[i] == AP_NONE) {
            mq__ap_vacate(st, i);
        }
    }
}

/* AP-S5: once everyone has a director, which is required later. */
static void derive_order(struct ap c)
{
    bool ordered = c.st->step >= AP_HIRE;

    for (int seat = 0; seat < c.st->players; seat++) {
        ordered = ordered && c.st->player[seat].director < c.t->directors;
    }
    memset(c.st->order, 0, sizeof(c.st->order));
    if (ordered) {
        mq__ap_turn_order(c);
    }
    mq__ap_queue_now(c);
}

void mq__ap_derive(struct mq_form *f, const struct mq_game *g, void *state)
{
    struct ap c = ap_of(g, state);

    derive_technologies(f, c);
    if (!f->r.failed) {
        derive_engineers(f, c);
    }
    if (!f->r.failed) {
        derive_masks(c);
        derive_order(c);
    }
}

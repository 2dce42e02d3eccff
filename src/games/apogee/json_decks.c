/* Apogee: reading the decks and what is under way. */
#include "games/apogee/json_read.h"

/* Decks. */

static int who_knows(struct ap_reader *j, struct mq_read_object *o)
{
    int seat = mq__apogee_seat_or_none(j, o, "known");

    return seat == AP_NONE ? AP_ALL_KNOW : 1 << seat;
}

/* A card under a deck: an id that all know, or { "card", "known" }. */
static int read_under_card(struct ap_reader *j, const struct mq_read_item *at,
                           char sort, int *known)
{
    struct mq_read_object o;
    int card;

    *known = AP_ALL_KNOW;
    if (at->node->kind == MQ_JSON_STRING) {
        return mq__apogee_read_id(j, at->key, sort, at->node);
    }
    if (!mq__read_item_object(&j->r, at, &o)) {
        return 0;
    }
    card = mq__apogee_card_or_none(j, &o, "card", sort);
    *known = who_knows(j, &o);
    mq__read_done(&j->r, &o);
    return card;
}

static void put_under(struct ap_reader *j, int deck, int card, int known)
{
    struct ap_state *st = j->st;
    int i = st->under_count[deck]++;

    if (deck >= AP_JUNIORS) {
        st->bench[deck - AP_JUNIORS][i] = (uint8_t)card;
        st->bench_known[deck - AP_JUNIORS][i] = (uint8_t)known;
    } else {
        st->under[deck][i] = (uint8_t)card;
        if (deck == AP_RND) {
            st->rnd_known[i] = (uint8_t)known;
        }
    }
}

static void read_under(struct ap_reader *j, struct mq_read_object *o, int deck)
{
    int most = deck >= AP_JUNIORS ? AP_BENCH : AP_DECK;
    const struct mq_json *list;
    struct mq_read_item at = {"under", 0, NULL};

    if (mq__apogee_given(j, o, "under") == NULL) {
        return;
    }
    list = mq__read_array(&j->r, o, "under", most);
    at.node = list != NULL ? list->first : NULL;
    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        int known;
        int card =
            read_under_card(j, &at, deck >= AP_JUNIORS ? 'E' : 'K', &known);

        put_under(j, deck, card, known);
        at.index++;
    }
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

/* The rest is unseen; only R&D cards can be hidden elsewhere. */
static void fill_unseen(struct ap_reader *j)
{
    struct ap_state *st = j->st;
    int placed[AP_KINDS] = {0};
    int hidden = 0;

    count_placed(st, placed, &hidden);
    for (int kind = 0; kind < j->t->kinds; kind++) {
        const struct ap_technology *k = &j->t->kind[kind];

        if (placed[kind] > k->count) {
            mq__read_fail(&j->r, mq__apogee_deck_words[k->type],
                          "apogee.read.too-many", "tii", k->id, placed[kind],
                          k->count);
            return;
        }
        st->unseen[kind] = (uint8_t)(k->count - placed[kind]);
        st->size[k->type] = (uint8_t)(st->size[k->type] + st->unseen[kind]);
    }
    if (hidden > st->size[AP_RND]) {
        mq__read_fail(&j->r, "rnd", "apogee.read.hidden", "");
        return;
    }
    st->size[AP_RND] = (uint8_t)(st->size[AP_RND] - hidden);
}

/* Marks an engineer as placed; fails where it is so already. */
static void place_engineer(struct ap_reader *j, uint32_t *placed, int *hidden,
                           int id)
{
    if (id == MQ_UNKNOWN) {
        (*hidden)++;
    } else if (id < j->t->engineers) {
        if ((*placed & AP_BIT(id)) != 0) {
            mq__read_fail(&j->r, NULL, "apogee.read.twice", "t",
                          j->t->engineer[id].id);
        }
        *placed |= AP_BIT(id);
    }
}

static void fill_engineers(struct ap_reader *j)
{
    struct ap_state *st = j->st;
    uint32_t placed = 0;
    int hidden[AP_LEVELS] = {0};

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->crew_count; i++) {
            place_engineer(j, &placed, &hidden[p->crew[i].level & 1],
                           p->crew[i].id);
        }
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        for (int i = 0; i < st->under_count[AP_JUNIORS + level]; i++) {
            place_engineer(j, &placed, &hidden[level], st->bench[level][i]);
        }
    }
    st->engineers_left = (j->t->level[0] | j->t->level[1]) & ~placed;
    for (int level = 0; level < AP_LEVELS; level++) {
        int pool = ap_count_bits(st->engineers_left & j->t->level[level]);

        if (pool < hidden[level]) {
            mq__read_fail(&j->r, mq__apogee_level_words[level],
                          "apogee.read.hidden", "");
            return;
        }
        st->size[AP_JUNIORS + level] = (uint8_t)(pool - hidden[level]);
    }
}

/* Where the unseen part and its size are given, they must agree. */

static void check_unseen(struct ap_reader *j, struct mq_read_object *o,
                         int deck)
{
    struct mq_read_object list;
    bool good = true;

    if (mq__apogee_given(j, o, "unseen") != NULL && deck >= AP_JUNIORS) {
        good = mq__apogee_read_mask(j, o, "unseen", 'E') ==
               (j->st->engineers_left & j->t->level[deck - AP_JUNIORS]);
    } else if (mq__apogee_given(j, o, "unseen") != NULL &&
               mq__read_inner(&j->r, o, "unseen", &list)) {
        for (int k = j->t->first[deck]; k < j->t->first[deck + 1]; k++) {
            int n = mq__apogee_int_or(j, &list, j->t->kind[k].id, 255, 0);

            good = good && n == j->st->unseen[k];
        }
        mq__read_done(&j->r, &list);
    }
    if (!good) {
        mq__read_fail(&j->r, "unseen", "apogee.read.unseen", "");
    }
    if (mq__apogee_int_or(j, o, "size", 255, j->st->size[deck]) !=
        j->st->size[deck]) {
        mq__read_fail(&j->r, "size", "apogee.read.size", "i",
                      j->st->size[deck]);
    }
}

void mq__apogee_read_decks(struct ap_reader *j, struct mq_read_object *top)
{
    struct mq_read_object decks;
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "decks", &decks)) {
        return;
    }
    for (int deck = 0; deck < AP_DECKS && !j->r.failed; deck++) {
        if (mq__read_inner(&j->r, &decks, mq__apogee_deck_words[deck], &o)) {
            read_under(j, &o, deck);
            mq__read_optional(&j->r, &o, "unseen");
            mq__read_optional(&j->r, &o, "size");
            mq__read_done(&j->r, &o);
        }
    }
    if (!j->r.failed) {
        fill_unseen(j);
        fill_engineers(j);
    }
    for (int deck = 0; deck < AP_DECKS && !j->r.failed; deck++) {
        if (mq__read_inner(&j->r, &decks, mq__apogee_deck_words[deck], &o)) {
            check_unseen(j, &o, deck);
            mq__read_optional(&j->r, &o, "under");
            mq__read_done(&j->r, &o);
        }
    }
    mq__read_done(&j->r, &decks);
}

/* Directors leave the match unseen once all have chosen (AP-H3). */
void mq__apogee_read_directors(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    struct mq_read_object o;
    uint32_t left = AP_BIT(j->t->directors) - 1;

    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < 2; i++) {
            int d = st->player[seat].dealt[i];

            left &= d < AP_DIRECTORS ? ~AP_BIT(d) : left;
        }
    }
    st->directors_left = (uint16_t)(st->step <= AP_CHOOSE ? left : 0);
    if (mq__apogee_given(j, top, "directors") != NULL &&
        mq__read_inner(&j->r, top, "directors", &o)) {
        uint32_t unseen = mq__apogee_read_mask(j, &o, "unseen", 'D');

        if (mq__apogee_given(j, &o, "unseen") != NULL &&
            unseen != st->directors_left) {
            mq__read_fail(&j->r, "unseen", "apogee.read.unseen", "");
        }
        mq__read_done(&j->r, &o);
    }
}

/* Turn: what belongs to another step is passed over. */

/* The cursor from the seat `at`; null is past the end, absent the start. */
static int read_at(struct ap_reader *j, struct mq_read_object *o)
{
    const struct ap_state *st = j->st;
    const struct mq_json *node = mq__read_optional(&j->r, o, "at");
    const uint8_t *order = st->order;
    int count = st->players;
    int seat;

    if (node == NULL || !mq__apogee_has_cursor(st->step)) {
        return 0;
    }
    if (mq__apogee_counts_queue(st->step)) {
        order = st->queue;
        count = st->queue_count;
    }
    seat = mq__apogee_seat_or_none(j, o, "at");
    if (seat == AP_NONE) {
        return count;
    }
    if (st->step == AP_DEAL) {
        return seat;
    }
    for (int i = 0; i < count; i++) {
        if (order[i] == seat) {
            return i;
        }
    }
    mq__read_fail(&j->r, "at", "apogee.read.at", "");
    return 0;
}

static void read_construction(struct ap_reader *j, struct mq_read_object *o)
{
    struct ap_state *st = j->st;
    int builds;
    int discount;

    if (st->step != AP_CONSTRUCTION || st->cursor >= st->players) {
        mq__read_optional(&j->r, o, "builds");
        mq__read_optional(&j->r, o, "discount");
        return;
    }
    builds = st->player[ap_current(st)].on[AP_ON_CONSTRUCTION];
    discount = mq__apogee_construction_discount(j->t, st);
    st->builds = (uint8_t)mq__apogee_int_or(j, o, "builds", AP_CREW, builds);
    st->discount = (uint8_t)mq__apogee_int_or(j, o, "discount", 255,
                                              builds > 0 ? discount : 0);
}

static void read_specialties(struct ap_reader *j, struct mq_read_object *o)
{
    struct ap_state *st = j->st;
    int specialist = mq__apogee_open_card(j, o, "specialist", 'E');
    uint32_t specialists = mq__apogee_read_mask(j, o, "specialists", 'E');
    uint32_t there = 0;

    if (st->step != AP_SPECIALTIES) {
        return;
    }
    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->crew_count; i++) {
            if (p->crew[i].space == AP_ON_SPECIALTY &&
                p->crew[i].id < AP_ENGINEERS) {
                there |= AP_BIT(p->crew[i].id);
            }
        }
    }
    st->specialist = (uint8_t)specialist;
    there &= specialist == AP_NONE ? there : ~AP_BIT(specialist & 31);
    st->specialists =
        mq__apogee_given(j, o, "specialists") != NULL ? specialists : there;
}

static void read_actions(struct ap_reader *j, struct mq_read_object *o)
{
    struct ap_state *st = j->st;
    bool acting = st->step == AP_ACTIONS && st->cursor < st->players;
    int most = 0;

    if (acting && !st->player[ap_current(st)].skips) {
        most = ap_changes(j->t, st)->director_actions;
    }
    st->actions = (uint8_t)mq__apogee_int_or(j, o, "actions", 9, most);
    st->fired = mq__apogee_bool_or_no(j, o, "fired");
    st->launched = mq__apogee_bool_or_no(j, o, "launched");
    st->chosen = mq__apogee_bool_or_no(j, o, "chosen");
    st->targeting = mq__apogee_bool_or_no(j, o, "targeting");
    st->losing = (uint8_t)mq__apogee_seat_or_none(j, o, "losing");
    if (!acting) {
        st->actions = st->fired = st->launched = 0;
        st->chosen = st->targeting = 0;
        st->losing = AP_NONE;
    }
}

static void read_draw(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    struct mq_read_object o;

    if (mq__apogee_given(j, top, "draw") != NULL &&
        mq__read_inner(&j->r, top, "draw", &o)) {
        st->draw_deck =
            (uint8_t)mq__read_word(&j->r, &o, "deck", mq__apogee_deck_words);
        st->draw_seat = (uint8_t)mq__apogee_seat_or_none(j, &o, "player");
        st->draw_left = (uint8_t)mq__read_int(&j->r, &o, "left", 1, AP_CREW);
        mq__read_done(&j->r, &o);
    }
}

static void read_due(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    struct mq_read_object o;
    const struct mq_json *list;
    struct mq_read_item at = {"places", 0, NULL};

    if (mq__apogee_given(j, top, "investors") == NULL ||
        !mq__read_inner(&j->r, top, "investors", &o)) {
        return;
    }
    st->due_seat = (uint8_t)mq__apogee_seat_or_none(j, &o, "player");
    list = mq__read_array(&j->r, &o, "places", AP_OPEN_INVESTORS);
    at.node = list != NULL ? list->first : NULL;
    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        int place = mq__read_item_int(&j->r, &at, 0, AP_OPEN_INVESTORS - 1);

        st->due |= (uint8_t)(1U << place);
        at.index++;
    }
    mq__read_done(&j->r, &o);
}

static void read_judged(struct ap_reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__apogee_given(j, top, "judged") != NULL &&
        mq__read_inner(&j->r, top, "judged", &o)) {
        j->st->launched_seat =
            (uint8_t)mq__apogee_seat_or_none(j, &o, "player");
        j->st->launch_meets = mq__apogee_bool_or_no(j, &o, "meets");
        mq__read_done(&j->r, &o);
    }
}

static void read_roll(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    struct mq_read_object o;
    int destination = mq__apogee_open_card(j, top, "destination", 'T');

    if (mq__apogee_given(j, top, "roll") != NULL &&
        mq__read_inner(&j->r, top, "roll", &o)) {
        st->roll =
            (uint8_t)mq__read_word(&j->r, &o, "for", mq__apogee_roll_words);
        st->roll_seat = (uint8_t)mq__apogee_seat_or_none(j, &o, "player");
        st->roll_value =
            (uint8_t)mq__apogee_int_or(j, &o, "failed", AP_DIE_SIDES, 0);
        mq__read_done(&j->r, &o);
    }
    if (st->roll == AP_ROLL_LAUNCH) {
        st->destination = (uint8_t)destination;
    }
}

/* What follows from the rest and the turn needs: order, queue. */
static void prepare_turn(struct ap_reader *j, int lap)
{
    struct ap_state *st = j->st;
    bool directors = st->step >= AP_HIRE;

    for (int seat = 0; directors && seat < st->players; seat++) {
        if (st->player[seat].director >= j->t->directors) {
            directors = false; /* the check says so */
        }
    }
    if (directors) {
        mq__apogee_turn_order(j->t, st);
    }
    st->lap = (uint8_t)(st->step == AP_DESIGN ? lap : 0);
    mq__apogee_queue_now(j->t, st);
}

void mq__apogee_read_turn(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "turn", &o)) {
        return;
    }
    prepare_turn(j, mq__apogee_int_or(j, &o, "lap", AP_CREW, 0));
    st->cursor = (uint8_t)read_at(j, &o);
    read_construction(j, &o);
    read_specialties(j, &o);
    read_actions(j, &o);
    st->choosing = mq__apogee_bool_or_no(j, &o, "choosing");
    st->dismissals =
        (uint8_t)mq__apogee_int_or(j, &o, "dismissals", AP_CREW, 0);
    if (st->step != AP_SPECIALTIES && st->step != AP_ACTIONS) {
        st->choosing = 0;
    }
    if (st->step != AP_EFFECT) {
        st->dismissals = 0;
    }
    read_draw(j, &o);
    read_due(j, &o);
    read_judged(j, &o);
    read_roll(j, &o);
    mq__read_done(&j->r, &o);
}

/* Apogee: reading positions. Values are taken as they come; what doesn't fit
 * together is left to mq__apogee_check, except what a state can't hold. What
 * follows from the rest (mq__apogee_derived) is computed where it is absent;
 * a position that isn't at rest is played on to where somebody is asked. */
#include "games/apogee/json_read.h"

/* Small readings. */

const struct mq_json *mq__apogee_given(struct ap_reader *j,
                                       struct mq_read_object *object,
                                       const char *key)
{
    const struct mq_json *node = mq__read_optional(&j->r, object, key);

    return node != NULL && node->kind != MQ_JSON_NULL ? node : NULL;
}

bool mq__apogee_bool_or_no(struct ap_reader *j, struct mq_read_object *object,
                           const char *key)
{
    return mq__apogee_given(j, object, key) != NULL &&
           mq__read_bool(&j->r, object, key);
}

int mq__apogee_int_or(struct ap_reader *j, struct mq_read_object *object,
                      const char *key, int high, int missing)
{
    return mq__apogee_given(j, object, key) != NULL
               ? mq__read_int(&j->r, object, key, 0, high)
               : missing;
}

int mq__apogee_seat_or_none(struct ap_reader *j, struct mq_read_object *object,
                            const char *key)
{
    int seat;

    if (mq__apogee_given(j, object, key) == NULL) {
        return AP_NONE;
    }
    seat = mq__read_word(&j->r, object, key, mq__apogee_seat_words);
    if (seat >= j->st->players) {
        mq__read_fail(&j->r, key, "apogee.read.seat", "i", j->st->players);
        return 0;
    }
    return seat;
}

/* The number of a card by its id; the sort is a letter of text.c, `W` is a
 * solo event. */
static int find_card(const struct ap_tables *t, char sort, const char *id)
{
    for (int i = 0; i < AP_KINDS; i++) {
        const char *word =
            sort == 'W' ? NULL : mq__apogee_argument_word(t, sort, i);

        if (sort == 'W' && i < t->solo_events) {
            word = t->solo_event[i].id;
        }
        if (word != NULL && strcmp(word, id) == 0) {
            return i;
        }
    }
    return -1;
}

int mq__apogee_read_id(struct ap_reader *j, const char *key, char sort,
                       const struct mq_json *node)
{
    int card;

    if (node->kind == MQ_JSON_STRING && strcmp(node->text, "?") == 0) {
        j->hidden = true;
        return MQ_UNKNOWN;
    }
    card =
        node->kind == MQ_JSON_STRING ? find_card(j->t, sort, node->text) : -1;
    if (card < 0) {
        mq__read_fail(&j->r, key, "apogee.read.id", "t",
                      node->kind == MQ_JSON_STRING ? node->text : "");
        return 0;
    }
    return card;
}

/* The same for something that can't be hidden. */
static int open_id(struct ap_reader *j, const char *key, char sort,
                   const struct mq_json *node)
{
    int card = mq__apogee_read_id(j, key, sort, node);

    if (card == MQ_UNKNOWN) {
        mq__read_fail(&j->r, key, "apogee.read.open", "");
        return 0;
    }
    return card;
}

int mq__apogee_card_or_none(struct ap_reader *j, struct mq_read_object *object,
                            const char *key, char sort)
{
    const struct mq_json *node = mq__apogee_given(j, object, key);

    return node == NULL ? AP_NONE : mq__apogee_read_id(j, key, sort, node);
}

/* An open card; AP_NONE where there is none. */
int mq__apogee_open_card(struct ap_reader *j, struct mq_read_object *object,
                         const char *key, char sort)
{
    const struct mq_json *node = mq__apogee_given(j, object, key);

    return node == NULL ? AP_NONE : open_id(j, key, sort, node);
}

/* The first item of an optional array. */
static const struct mq_json *first_of(struct ap_reader *j,
                                      struct mq_read_object *object,
                                      const char *key, int most)
{
    const struct mq_json *list;

    if (mq__apogee_given(j, object, key) == NULL) {
        return NULL;
    }
    list = mq__read_array(&j->r, object, key, most);
    return list != NULL ? list->first : NULL;
}

uint32_t mq__apogee_read_mask(struct ap_reader *j,
                              struct mq_read_object *object, const char *key,
                              char sort)
{
    const struct mq_json *node = first_of(j, object, key, 32);
    uint32_t mask = 0;

    for (; node != NULL && !j->r.failed; node = node->next) {
        mask |= AP_BIT(open_id(j, key, sort, node) & 31);
    }
    return mask;
}

/* Players. */

static void read_reserve(struct ap_reader *j, struct mq_read_object *o,
                         int seat)
{
    const struct mq_json *node = first_of(j, o, "reserve", AP_RESERVE_ROOM);

    for (; node != NULL && !j->r.failed; node = node->next) {
        mq__apogee_reserve_add(j->st, seat, open_id(j, "reserve", 'K', node));
    }
}

static void read_pad(struct ap_reader *j, struct mq_read_object *o, int seat)
{
    struct ap_player *p = &j->st->player[seat];
    const struct mq_json *node = first_of(j, o, "pad", AP_TYPES * AP_PLACES);

    for (; node != NULL && !j->r.failed; node = node->next) {
        int kind = open_id(j, "pad", 'K', node);
        int type = j->t->kind[kind].type;

        if (p->pad_count[type] == AP_PLACES) {
            mq__read_fail(&j->r, "pad", "apogee.read.pad-full", "w",
                          mq__apogee_deck_words[type]);
            return;
        }
        mq__apogee_pad_add(j->t, j->st, seat, kind);
    }
    node = first_of(j, o, "built", AP_TYPES);
    for (int i = 0; node != NULL && !j->r.failed; node = node->next) {
        struct mq_read_item at = {"built", i++, node};
        int type = mq__read_item_word(&j->r, &at, mq__apogee_deck_words);

        p->built |= (uint8_t)(1U << (type & 7));
    }
}

static int read_space(struct ap_reader *j, struct mq_read_object *o)
{
    const struct mq_json *node = mq__apogee_given(j, o, "space");

    if (node == NULL) {
        return AP_IN_HAND;
    }
    if (node->kind == MQ_JSON_STRING && strcmp(node->text, "?") == 0) {
        j->hidden = true;
        return MQ_UNKNOWN;
    }
    return mq__read_word(&j->r, o, "space", mq__apogee_space_words);
}

/* An engineer's id alone is one in hand; a hidden one has a level. */
static void read_member_object(struct ap_reader *j,
                               const struct mq_read_item *at,
                               struct ap_member *m)
{
    struct mq_read_object o;
    const struct mq_json *open;

    if (!mq__read_item_object(&j->r, at, &o)) {
        return;
    }
    m->id = (uint8_t)mq__apogee_card_or_none(j, &o, "engineer", 'E');
    m->space = (uint8_t)read_space(j, &o);
    open = mq__apogee_given(j, &o, "open");
    m->open = open != NULL ? mq__read_bool(&j->r, &o, "open")
                           : mq__apogee_face_up(j->st->step, m->space);
    if (m->id == MQ_UNKNOWN) {
        m->level =
            (uint8_t)mq__read_word(&j->r, &o, "level", mq__apogee_level_words);
    } else if (m->id >= j->t->engineers) {
        mq__read_fail(&j->r, "engineer", "apogee.read.id", "t", "");
    } else {
        m->level = j->t->engineer[m->id].level;
        mq__read_optional(&j->r, &o, "level");
    }
    mq__read_done(&j->r, &o);
}

static void read_member(struct ap_reader *j, const struct mq_read_item *at,
                        struct ap_member *m)
{
    if (at->node->kind != MQ_JSON_STRING) {
        read_member_object(j, at, m);
        return;
    }
    m->id = (uint8_t)open_id(j, "crew", 'E', at->node);
    m->level = j->t->engineer[m->id].level;
    m->space = AP_IN_HAND;
}

/* How many stand where: from the crew, unless a view hides it. */
static void read_spaces(struct ap_reader *j, struct mq_read_object *top,
                        struct ap_player *p)
{
    struct mq_read_object o;

    if (mq__apogee_given(j, top, "spaces") != NULL) {
        if (mq__read_inner(&j->r, top, "spaces", &o)) {
            for (int s = 0; s < AP_PLACES_OF_ENGINEERS; s++) {
                p->on[s] = (uint8_t)mq__apogee_int_or(
                    j, &o, mq__apogee_space_words[s], AP_CREW, 0);
            }
            mq__read_done(&j->r, &o);
        }
        return;
    }
    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space < AP_PLACES_OF_ENGINEERS) {
            p->on[p->crew[i].space]++;
        }
    }
}

static void read_crew(struct ap_reader *j, struct mq_read_object *o, int seat)
{
    struct ap_player *p = &j->st->player[seat];
    const struct mq_json *node = first_of(j, o, "crew", AP_CREW);

    for (; node != NULL && !j->r.failed; node = node->next) {
        struct mq_read_item at = {"crew", p->crew_count, node};

        read_member(j, &at, &p->crew[p->crew_count++]);
    }
    mq__apogee_sort_crew(p);
    read_spaces(j, o, p);
    p->effects = mq__apogee_read_mask(j, o, "effects", 'E');
}

static void read_counts(struct ap_reader *j, struct mq_read_object *top,
                        const char *key, uint8_t *out)
{
    struct mq_read_object o;

    if (mq__apogee_given(j, top, key) != NULL &&
        mq__read_inner(&j->r, top, key, &o)) {
        for (int d = 0; d < AP_DESTINATIONS; d++) {
            out[d] = (uint8_t)mq__apogee_int_or(
                j, &o, mq__apogee_destination_words[d], 255, 0);
        }
        mq__read_done(&j->r, &o);
    }
}

static void read_dropped(struct ap_reader *j, struct mq_read_object *top,
                         int seat)
{
    const struct mq_json *node = first_of(j, top, "dropped", AP_DROPPED);

    for (int i = 0; node != NULL && !j->r.failed; node = node->next) {
        struct mq_read_item at = {"dropped", i++, node};
        struct ap_dropped d = {.seat = (uint8_t)seat, .counts = 1};
        struct mq_read_object o;

        if (!mq__read_item_object(&j->r, &at, &o)) {
            return;
        }
        d.kind = (uint8_t)mq__apogee_open_card(j, &o, "card", 'K');
        d.destination = (uint8_t)mq__read_word(&j->r, &o, "destination",
                                               mq__apogee_destination_words);
        if (mq__apogee_given(j, &o, "counts") != NULL) {
            d.counts = mq__read_bool(&j->r, &o, "counts");
        }
        mq__read_done(&j->r, &o);
        if (j->st->dropped_count == AP_DROPPED || d.kind == AP_NONE) {
            mq__read_fail(&j->r, "dropped", "apogee.read.dropped", "");
            return;
        }
        mq__apogee_drop(j->st, d);
    }
}

static void read_drawn(struct ap_reader *j, struct mq_read_object *o,
                       struct ap_player *p)
{
    const struct mq_json *node = first_of(j, o, "drawn", AP_CREW);

    for (; node != NULL && !j->r.failed; node = node->next) {
        p->drawn[p->drawn_count++] =
            (uint8_t)mq__apogee_read_id(j, "drawn", 'K', node);
    }
    p->keep = (uint8_t)mq__apogee_card_or_none(j, o, "keep", 'K');
    p->kept = (uint8_t)mq__apogee_open_card(j, o, "kept", 'K');
}

static void read_choice(struct ap_reader *j, struct mq_read_object *o,
                        struct ap_player *p)
{
    const struct mq_json *node;

    p->director = (uint8_t)mq__apogee_open_card(j, o, "director", 'D');
    node = first_of(j, o, "dealt", 2);
    for (int i = 0; node != NULL && !j->r.failed && j->st->step <= AP_CHOOSE;
         node = node->next) {
        p->dealt[i++] = (uint8_t)mq__apogee_read_id(j, "dealt", 'D', node);
    }
    if (p->dealt[0] > p->dealt[1]) {
        uint8_t swap = p->dealt[0];

        p->dealt[0] = p->dealt[1];
        p->dealt[1] = swap;
    }
    p->choice = (uint8_t)mq__apogee_card_or_none(j, o, "choice", 'D');
    if (j->st->step > AP_CHOOSE) {
        p->choice = AP_NONE; /* of an earlier step: passed over */
    }
    p->specialty_used = mq__apogee_bool_or_no(j, o, "specialty_used");
    p->intervened = mq__apogee_bool_or_no(j, o, "intervened");
    p->met = mq__apogee_bool_or_no(j, o, "met");
}

static void read_player(struct ap_reader *j, struct mq_read_object *top,
                        int seat)
{
    struct ap_player *p = &j->st->player[seat];
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, mq__apogee_seat_words[seat], &o)) {
        return;
    }
    read_choice(j, &o, p);
    p->planned = mq__apogee_bool_or_no(j, &o, "planned");
    p->skips = mq__apogee_bool_or_no(j, &o, "skips");
    p->debt = (uint8_t)mq__apogee_int_or(j, &o, "debt", AP_CREW, 0);
    p->boosted = mq__apogee_bool_or_no(j, &o, "boosted");
    p->credits = mq__read_int(&j->r, &o, "credits", 0, 1000000);
    p->dice = (uint8_t)mq__apogee_int_or(j, &o, "dice", AP_PLAYER_DICE, 0);
    read_reserve(j, &o, seat);
    read_pad(j, &o, seat);
    read_crew(j, &o, seat);
    read_drawn(j, &o, p);
    p->investors = mq__apogee_read_mask(j, &o, "investors", 'I');
    read_counts(j, &o, "launches", p->launches);
    read_counts(j, &o, "manned_launches", p->manned);
    read_counts(j, &o, "astronauts", p->astronauts);
    read_dropped(j, &o, seat);
    mq__read_done(&j->r, &o);
}

/* How many players: the keys of `players` are P1, P2 … */
static void count_players(struct ap_reader *j, const struct mq_json *node)
{
    int n = 0;

    if (node == NULL || node->kind != MQ_JSON_OBJECT) {
        return; /* reported where it is read */
    }
    while (n < AP_PLAYERS &&
           mq__json_get(node, mq__apogee_seat_words[n]) != NULL) {
        n++;
    }
    j->st->players = (uint8_t)n;
    if (n == 0) {
        mq__read_fail(&j->r, "players", "apogee.read.players", "i", AP_PLAYERS);
    }
}

static void read_players(struct ap_reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "players", &o)) {
        for (int seat = 0; seat < j->st->players; seat++) {
            read_player(j, &o, seat);
        }
        mq__read_done(&j->r, &o);
    }
}

/* Shared things. */

static void read_options(struct ap_reader *j, struct mq_read_object *top)
{
    const struct mq_option *option = mq__apogee_options;
    struct ap_state *st = j->st;
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "options", &o)) {
        int most = st->players == 1 ? AP_SOLO_MISSIONS : AP_MISSIONS;

        st->mission =
            (uint8_t)(mq__read_int(&j->r, &o, "mission", 1, most) - 1);
        st->per_engineer =
            (uint8_t)mq__read_word(&j->r, &o, option[1].name, option[1].words);
        st->tiebreak =
            (uint8_t)mq__read_word(&j->r, &o, option[2].name, option[2].words);
        st->rounds = (uint16_t)mq__read_int(&j->r, &o, option[3].name, 0, 1000);
        mq__read_done(&j->r, &o);
    }
}

static void read_events(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    uint32_t all = (uint32_t)((UINT64_C(1) << j->t->events) - 1);
    struct mq_read_object o;
    uint32_t unseen;

    st->event = (uint8_t)mq__apogee_open_card(j, top, "event", 'V');
    if (ap_solo(st)) {
        st->solo_event =
            (uint8_t)mq__apogee_open_card(j, top, "solo_event", 'W');
        st->extra = (uint16_t)mq__apogee_read_mask(j, top, "extra", 'W');
    }
    st->events_left = all;
    if (mq__read_inner(&j->r, top, "events", &o)) {
        st->events_left &= ~mq__apogee_read_mask(j, &o, "used", 'V');
        unseen = mq__apogee_read_mask(j, &o, "unseen", 'V');
        if (mq__apogee_given(j, &o, "unseen") != NULL &&
            unseen != st->events_left) {
            mq__read_fail(&j->r, "unseen", "apogee.read.unseen", "");
        }
        mq__read_done(&j->r, &o);
    }
    if (st->event != AP_NONE) {
        st->events_left &= ~AP_BIT(st->event); /* it is used */
    }
}

static void read_row(struct ap_reader *j, struct mq_read_object *o, int type)
{
    const char *key = mq__apogee_deck_words[type];
    const struct mq_json *node = first_of(j, o, key, AP_PLACES);

    for (int i = 0; i < AP_PLACES; i++) {
        uint8_t *place = &j->st->row[type][i];

        *place = AP_NONE;
        if (node != NULL && node->kind != MQ_JSON_NULL) {
            *place = (uint8_t)open_id(j, key, 'K', node);
        }
        node = node != NULL ? node->next : NULL;
        if (*place == AP_NONE) {
            j->st->gaps |= (uint16_t)(1U << (type * AP_PLACES + i));
        }
    }
}

static void read_rows(struct ap_reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "rows", &o)) {
        for (int type = 0; type < AP_ROWS; type++) {
            read_row(j, &o, type);
        }
        mq__read_done(&j->r, &o);
    }
}

/* The investors that are nowhere else are unseen. */
static uint32_t other_investors(const struct ap_reader *j)
{
    const struct ap_state *st = j->st;
    uint32_t mask = (uint32_t)((UINT64_C(1) << j->t->investors) - 1);

    mask &= ~st->investors_removed;
    for (int seat = 0; seat < st->players; seat++) {
        mask &= ~st->player[seat].investors;
    }
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        mask &= st->open[i] == AP_NONE ? mask : ~AP_BIT(st->open[i] & 31);
    }
    return mask;
}

static void read_investors(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;
    struct mq_read_object o;
    const struct mq_json *node;

    memset(st->open, AP_NONE, sizeof(st->open));
    if (!mq__read_inner(&j->r, top, "investors", &o)) {
        return;
    }
    node = first_of(j, &o, "open", AP_OPEN_INVESTORS);
    for (int i = 0; node != NULL && !j->r.failed; node = node->next, i++) {
        if (node->kind != MQ_JSON_NULL) {
            st->open[i] = (uint8_t)open_id(j, "open", 'I', node);
        }
    }
    st->investors_removed = mq__apogee_read_mask(j, &o, "removed", 'I');
    st->investors_left = mq__apogee_given(j, &o, "unseen") != NULL
                             ? mq__apogee_read_mask(j, &o, "unseen", 'I')
                             : other_investors(j);
    mq__read_done(&j->r, &o);
}

/* A true position goes on to where somebody is asked; a view must be there. */
static enum mq_status settle(const struct mq_game *g, struct ap_reader *j,
                             struct mq_error *error)
{
    enum mq_status status = mq__apogee_check_cards(g, j->st, error);

    if (status != MQ_OK) {
        return status;
    }
    if (!j->hidden) {
        mq__apogee_advance(j->t, j->st);
    } else {
        j->st->ask = (uint8_t)mq__apogee_find_ask(j->t, j->st, &j->st->actor);
    }
    return mq__apogee_check(g, j->st, error);
}

static void read_top(struct ap_reader *j, struct mq_read_object *top)
{
    struct ap_state *st = j->st;

    mq__read_game(&j->r, top, "apogee");
    mq__read_optional(&j->r, top, "phase");
    mq__read_optional(&j->r, top, "order");
    count_players(j, mq__json_get(top->node, "players"));
    if (j->r.failed) {
        return;
    }
    read_options(j, top);
    st->round = (uint16_t)mq__read_int(&j->r, top, "round", 0, 60000);
    st->step =
        (uint8_t)mq__read_word(&j->r, top, "step", mq__apogee_step_words);
    read_events(j, top);
    read_rows(j, top);
    read_players(j, top);
    read_investors(j, top);
    mq__apogee_read_decks(j, top);
    mq__apogee_read_directors(j, top);
    if (!j->r.failed) {
        mq__apogee_read_turn(j, top);
    }
}

enum mq_status mq__apogee_read_position(const struct mq_game *g,
                                        const struct mq_json *node, void *state,
                                        struct mq_error *error)
{
    struct mq_error local = {0};
    struct ap_reader j = {.t = ap_tables(g), .st = state};
    struct mq_read_object top;

    error = error != NULL ? error : &local;
    mq__apogee_clear(j.st);
    mq__reader_init(&j.r, "position", error);
    if (mq__read_object(&j.r, node, &top)) {
        read_top(&j, &top);
        mq__read_done(&j.r, &top);
    }
    return j.r.failed ? error->status : settle(g, &j, error);
}

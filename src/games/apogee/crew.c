/* Apogee: engineers move between decks, hands and spaces. */
#include "games/apogee/rules.h"

/* Known ones by their number, then unknown ones (in views) by level. */
static int member_key(struct ap_member m)
{
    return m.id << 8 | m.level;
}

void mq__ap_sort_crew(struct ap_player *p)
{
    for (int k = 1; k < p->crew_count; k++) {
        struct ap_member m = p->crew[k];
        int i = k;

        for (; i > 0 && member_key(p->crew[i - 1]) > member_key(m); i--) {
            p->crew[i] = p->crew[i - 1];
        }
        p->crew[i] = m;
    }
}

/* An engineer leaves the deck: an unseen one, or the first put under it. */
static void leave_deck(struct ap_state *st, int level, int engineer)
{
    int deck = AP_JUNIORS + level;

    if (st->size[deck] > 0) {
        assert((st->engineers_left & AP_BIT(engineer)) != 0);
        st->engineers_left &= ~AP_BIT(engineer);
        st->size[deck]--;
    } else {
        assert(st->under[deck][0] == engineer);
        mq__ap_pull_under(st, deck);
    }
}

void mq__ap_crew_add(struct ap c, int seat, int engineer)
{
    struct ap_player *p = &c.st->player[seat];
    int level = c.t->engineer[engineer].level;
    int i;

    assert(p->crew_count < AP_CREW);
    leave_deck(c.st, level, engineer);
    for (i = p->crew_count++; i > 0 && p->crew[i - 1].id > engineer; i--) {
        p->crew[i] = p->crew[i - 1];
    }
    p->crew[i] = (struct ap_member){
        .id = (uint8_t)engineer, .level = (uint8_t)level, .space = AP_IN_HAND};
    p->on[AP_IN_HAND]++;
}

int mq__ap_crew_find(const struct ap_player *p, int engineer)
{
    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].id == engineer) {
            return i;
        }
    }
    return -1;
}

bool mq__ap_face_up(int step, int space)
{
    static const uint8_t from[AP_PLACES_OF_ENGINEERS] = {
        [AP_ON_SPECIALTY] = AP_SPECIALTIES,
        [AP_ON_CONSTRUCTION] = AP_CONSTRUCTION,
        [AP_ON_RND] = AP_DRAWING,
        [AP_ON_DESIGN] = AP_DESIGN,
        [AP_ON_OPERATIONS] = AP_EARNINGS,
        [AP_MOVED] = AP_SPECIALTIES,
        [AP_IN_HAND] = AP_STEPS,
    };

    return space < AP_PLACES_OF_ENGINEERS && step >= from[space];
}

/* The others no longer know which engineers of that level are left. */
static void forget(struct ap_player *p, int level, int step)
{
    for (int i = 0; i < p->crew_count; i++) {
        struct ap_member *m = &p->crew[i];

        if (m->level == level && !mq__ap_face_up(step, m->space)) {
            m->open = 0;
        }
    }
}

void mq__ap_lose_engineer(struct ap c, int seat, int place)
{
    struct ap_player *p = &c.st->player[seat];
    struct ap_member m = p->crew[place];
    bool face_up;

    assert(place >= 0 && place < p->crew_count && m.id < AP_ENGINEERS);
    p->on[m.space]--;
    face_up = mq__ap_face_up(c.st->step, m.space);
    p->crew_count--;
    for (int i = place; i < p->crew_count; i++) {
        p->crew[i] = p->crew[i + 1];
    }
    p->crew[p->crew_count] = (struct ap_member){0};
    mq__ap_push_under(c.st, AP_JUNIORS + m.level, m.id,
                      face_up ? AP_ALL_KNOW : 1 << seat);
    if (!face_up) {
        forget(p, m.level, c.st->step);
    }
}

void mq__ap_stand(struct ap_player *p, int place, int space)
{
    p->on[p->crew[place].space]--;
    p->on[space]++;
    p->crew[place].space = (uint8_t)space;
}

void mq__ap_all_in_hand(struct ap_player *p)
{
    memset(p->on, 0, sizeof(p->on));
    p->on[AP_IN_HAND] = p->crew_count;
    for (int i = 0; i < p->crew_count; i++) {
        p->crew[i].space = AP_IN_HAND;
    }
}

static int min(int a, int b)
{
    return a < b ? a : b;
}

static void draw(struct ap_state *st, int seat, int deck, int count)
{
    if (count > 0) {
        st->draw_deck = (uint8_t)deck;
        st->draw_left = (uint8_t)count;
        st->draw_seat = (uint8_t)seat;
    }
}

void mq__ap_draw_engineers(struct ap_state *st, int seat, int level, int count)
{
    int deck = AP_JUNIORS + level;
    int room = AP_CREW - st->player[seat].crew_count;

    draw(st, seat, deck, min(count, min(room, ap_deck_cards(st, deck))));
}

void mq__ap_draw_rnd(struct ap_state *st, int seat, int count)
{
    draw(st, seat, AP_RND, min(count, ap_deck_cards(st, AP_RND)));
}

int mq__ap_owner(const struct ap_state *st, int engineer)
{
    for (int seat = 0; seat < st->players; seat++) {
        if (mq__ap_crew_find(&st->player[seat], engineer) >= 0) {
            return seat;
        }
    }
    return AP_NONE;
}

int mq__ap_crew_authority(const struct ap_tables *t, const struct ap_player *p)
{
    int sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].id < t->engineers) {
            sum += t->engineer[p->crew[i].id].authority;
        }
    }
    return sum;
}

int mq__ap_dismissable(const struct ap_player *p)
{
    return p->crew_count - p->on[AP_ON_OPERATIONS] - p->on[AP_MOVED];
}

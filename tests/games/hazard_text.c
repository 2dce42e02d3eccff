/* Hazard: words for actions and outcomes, and positions as JSON. */
#include "hazard.h"

#include "core/buf.h"
#include "core/json.h"

#include <string.h>

static const char *const step_word[] = {"box",  "deal", "commit", "turn",
                                        "draw", "roll", "over",   NULL};
static const char *const stage_word[] = {"give", "bid", "seal", "sealed", NULL};
static const char *const seat_word[] = {"P1", "P2", "P3", "P4", NULL};

/* Cards with what else may stand in their place. */
static const char *const card_word[] = {"ant", "bee", "cat", "dog", "elk",
                                        "fox", "?",   "-",   NULL};
static const char *const bid_word[] = {"0", "1", "2", "?", "-", NULL};

/* What an action's text is made of: n a number, c a card, s a seat. */
static const struct {
    int kind;
    bool chance;
    const char *word;
    const char *parts;
} form[] = {
    {HZ_A_GIVE, false, "give", "c"},  {HZ_A_BID, false, "bid", "n"},
    {HZ_A_SEAL, false, "seal", ""},   {HZ_A_PLAY, false, "play", "c"},
    {HZ_A_TUCK, false, "tuck", "c"},  {HZ_A_ROLL, false, "roll", ""},
    {HZ_A_PASS, false, "pass", ""},   {HZ_C_BOX, true, "box", "c"},
    {HZ_C_DEAL, true, "deal", "scc"}, {HZ_C_DRAW, true, "draw", "sc"},
    {HZ_C_ROLL, true, "roll", "n"},
};

#define FORMS ((int)(sizeof form / sizeof form[0]))

const char *hz_phase(const struct mq_game *g, const void *state)
{
    const struct hz_state *st = state;

    (void)g;
    return step_word[st->step];
}

static void write_part(char part, int value, struct mq_buf *out)
{
    if (value == MQ_UNKNOWN) {
        mq__buf_str(out, " ?");
    } else if (part == 'c') {
        mq__buf_printf(out, " %s",
                       value < HZ_KINDS ? hz_kind_word[value] : "-");
    } else {
        mq__buf_printf(out, part == 's' ? " P%d" : " %d",
                       part == 's' ? value + 1 : value);
    }
}

void hz_write_text(const struct mq_game *g, struct mq_event event,
                   struct mq_buf *out)
{
    (void)g;
    for (int i = 0; i < FORMS; i++) {
        if (form[i].kind == MQ_ACTION_KIND(event.action)) {
            uint32_t rest = event.action >> 8;

            mq__buf_str(out, form[i].word);
            for (const char *part = form[i].parts; *part != '\0'; part++) {
                write_part(*part, (int)(rest & 0xFF), out);
                rest >>= 8;
            }
        }
    }
}

static int word_index(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* The value of one part after a blank; -1 if it is none. */
static int read_part(char part, const char **text)
{
    static const char *const number[] = {"0", "1", "2", "3", NULL};
    size_t length;
    int value;

    if (**text != ' ') {
        return -1;
    }
    ++*text;
    length = strcspn(*text, " ");
    value = word_index(part == 'c'   ? hz_kind_word
                       : part == 's' ? seat_word
                                     : number,
                       *text, length);
    *text += length;
    return value;
}

static bool read_form(int i, const char *text, mq_action *out)
{
    size_t length = strlen(form[i].word);
    int shift = 8;

    if (strncmp(text, form[i].word, length) != 0) {
        return false;
    }
    text += length;
    *out = (mq_action)form[i].kind;
    for (const char *part = form[i].parts; *part != '\0'; part++) {
        int value = read_part(*part, &text);

        if (value < 0) {
            return false;
        }
        *out |= (mq_action)value << shift;
        shift += 8;
    }
    return *text == '\0';
}

/* Only what can be legal somewhere is a text: sorted deals, faces from 1. */
static bool exists(mq_action action)
{
    switch (MQ_ACTION_KIND(action)) {
    case HZ_A_BID:
        return MQ_ACTION_A(action) < HZ_BIDS;
    case HZ_C_ROLL:
        return MQ_ACTION_A(action) >= 1;
    case HZ_C_DEAL:
        return MQ_ACTION_B(action) <= MQ_ACTION_C(action);
    default:
        return true;
    }
}

enum mq_status hz_read_text(const struct mq_game *g, const char *text, int seat,
                            mq_action *out, struct mq_error *error)
{
    (void)g;
    for (int i = 0; i < FORMS; i++) {
        if (form[i].chance == (seat == MQ_CHANCE_SEAT) &&
            read_form(i, text, out) && exists(*out)) {
            return MQ_OK;
        }
    }
    return mq_fail(error, MQ_UNKNOWN_WORD, "hazard.text", "t", text);
}

static const char *card_text(int card)
{
    return card == MQ_UNKNOWN ? "?" : card == HZ_NONE ? "-" : card_word[card];
}

static const char *bid_text(int bid)
{
    return bid == MQ_UNKNOWN ? "?" : bid == HZ_NONE ? "-" : bid_word[bid];
}

static void write_counts(struct mq_json_writer *w, const char *key,
                         const int *counts)
{
    mq__json_open(w, key, '{');
    for (int k = 0; k < HZ_KINDS; k++) {
        mq__json_int(w, hz_kind_word[k], counts[k]);
    }
    mq__json_close(w, '}');
}

static void write_seat(const struct hz_state *st, int seat,
                       struct mq_json_writer *w)
{
    const struct hz_commit *commit = &st->commit[seat];

    mq__json_open(w, seat_word[seat], '{');
    write_counts(w, "hand", st->hand[seat]);
    mq__json_int(w, "hidden", st->hidden[seat]);
    mq__json_open(w, "knows", '{');
    for (int other = 0; other < st->players; other++) {
        write_counts(w, seat_word[other], st->know[seat][other]);
    }
    mq__json_close(w, '}');
    mq__json_str(w, "stage", stage_word[commit->stage]);
    mq__json_str(w, "give", card_text(commit->give));
    mq__json_str(w, "secret-bid", bid_text(commit->bid));
    mq__json_str(w, "bid", bid_text(st->bid[seat]));
    mq__json_int(w, "points", st->points[seat]);
    mq__json_int(w, "luck", st->luck[seat]);
    mq__json_close(w, '}');
}

void hz_write_position(const struct mq_game *g, const void *state,
                       struct mq_json_writer *w)
{
    const struct hz_state *st = state;

    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", g->id);
    mq__json_int(w, "players", st->players);
    mq__json_int(w, "rounds", st->rounds);
    mq__json_bool(w, "dice", st->dice != 0);
    mq__json_str(w, "step", step_word[st->step]);
    mq__json_str(w, "actor", seat_word[st->actor]);
    mq__json_int(w, "round", st->round);
    mq__json_int(w, "turns", st->turns);
    mq__json_str(w, "box", card_text(st->box));
    write_counts(w, "unseen", st->unseen);
    mq__json_open(w, "under", '[');
    for (int i = 0; i < st->under_count; i++) {
        mq__json_open(w, NULL, '{');
        mq__json_str(w, "card", card_text(st->under[i].card));
        mq__json_str(w, "by", seat_word[st->under[i].by]);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
    write_counts(w, "played", st->played);
    mq__json_open(w, "seats", '{');
    for (int seat = 0; seat < st->players; seat++) {
        write_seat(st, seat, w);
    }
    mq__json_close(w, '}');
    mq__json_open(w, "notes", '[');
    for (int i = 0; i < HZ_NOTES; i++) {
        mq__json_int(w, NULL, st->notes[i]);
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

static void read_counts(struct mq_reader *r, struct mq_read_object *object,
                        const char *key, int *counts)
{
    struct mq_read_object inner;

    if (mq__read_inner(r, object, key, &inner)) {
        for (int k = 0; k < HZ_KINDS; k++) {
            counts[k] = mq__read_int(r, &inner, hz_kind_word[k], 0, HZ_CARDS);
        }
        mq__read_done(r, &inner);
    }
}

static int read_card(struct mq_reader *r, struct mq_read_object *object,
                     const char *key)
{
    int card = mq__read_word(r, object, key, card_word);

    return card < HZ_KINDS ? card : card == HZ_KINDS ? MQ_UNKNOWN : HZ_NONE;
}

static int read_bid(struct mq_reader *r, struct mq_read_object *object,
                    const char *key)
{
    int bid = mq__read_word(r, object, key, bid_word);

    return bid < HZ_BIDS ? bid : bid == HZ_BIDS ? MQ_UNKNOWN : HZ_NONE;
}

static void read_seat(struct mq_reader *r, struct mq_read_object *seats,
                      struct hz_state *st, int seat)
{
    struct hz_commit *commit = &st->commit[seat];
    struct mq_read_object object, knows;

    if (!mq__read_inner(r, seats, seat_word[seat], &object)) {
        return;
    }
    read_counts(r, &object, "hand", st->hand[seat]);
    st->hidden[seat] = mq__read_int(r, &object, "hidden", 0, HZ_CARDS);
    if (mq__read_inner(r, &object, "knows", &knows)) {
        for (int other = 0; other < st->players; other++) {
            read_counts(r, &knows, seat_word[other], st->know[seat][other]);
        }
        mq__read_done(r, &knows);
    }
    commit->stage = mq__read_word(r, &object, "stage", stage_word);
    commit->give = read_card(r, &object, "give");
    commit->bid = read_bid(r, &object, "secret-bid");
    st->bid[seat] = read_bid(r, &object, "bid");
    st->points[seat] = mq__read_int(r, &object, "points", 0, 99);
    st->luck[seat] = mq__read_int(r, &object, "luck", -99, 99);
    mq__read_done(r, &object);
}

static void read_lists(struct mq_reader *r, struct mq_read_object *object,
                       struct hz_state *st)
{
    const struct mq_json *under = mq__read_array(r, object, "under", HZ_CARDS);
    const struct mq_json *notes;
    struct mq_read_object inner;

    for (struct mq_json *at = under ? under->first : NULL; at != NULL;
         at = at->next) {
        struct mq_read_item item = {"under", st->under_count, at};

        if (mq__read_item_object(r, &item, &inner)) {
            struct hz_under *place = &st->under[st->under_count++];

            place->card = read_card(r, &inner, "card");
            place->by = mq__read_word(r, &inner, "by", seat_word);
            mq__read_done(r, &inner);
        }
    }
    notes = mq__read_array(r, object, "notes", HZ_NOTES);
    for (int i = 0; i < HZ_NOTES && notes != NULL; i++) {
        struct mq_read_item item = {"notes", i, mq__json_at(notes, i)};

        st->notes[i] = mq__read_item_int(r, &item, 0, 0x7FFFFFFF);
    }
}

static void read_frame(struct mq_reader *r, struct mq_read_object *object,
                       struct hz_state *st)
{
    static const char *const id[] = {"hazard", NULL};

    memset(st, 0, sizeof *st);
    mq__read_word(r, object, "game", id);
    st->players = mq__read_int(r, object, "players", 2, HZ_PLAYERS);
    st->rounds = mq__read_int(r, object, "rounds", 1, 3);
    st->dice = mq__read_bool(r, object, "dice") ? 1 : 0;
    st->step = mq__read_word(r, object, "step", step_word);
    st->actor = mq__read_word(r, object, "actor", seat_word);
    st->round = mq__read_int(r, object, "round", 0, 3);
    st->turns = mq__read_int(r, object, "turns", 0, HZ_TURNS * HZ_PLAYERS);
    st->box = read_card(r, object, "box");
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        st->commit[seat].give = HZ_NONE;
        st->commit[seat].bid = HZ_NONE;
        st->bid[seat] = HZ_NONE;
    }
}

enum mq_status hz_read_position(const struct mq_game *g,
                                const struct mq_json *node, void *state,
                                struct mq_error *error)
{
    struct hz_state *st = state;
    struct mq_read_object object, seats;
    struct mq_reader r;

    mq__reader_init(&r, "position", error);
    if (!mq__read_object(&r, node, &object)) {
        return MQ_POSITION;
    }
    read_frame(&r, &object, st);
    read_counts(&r, &object, "unseen", st->unseen);
    read_counts(&r, &object, "played", st->played);
    read_lists(&r, &object, st);
    if (mq__read_inner(&r, &object, "seats", &seats)) {
        for (int seat = 0; seat < st->players; seat++) {
            read_seat(&r, &seats, st, seat);
        }
        mq__read_done(&r, &seats);
    }
    mq__read_done(&r, &object);
    return r.failed ? MQ_POSITION : g->check(g, st, error);
}

/* The fields of positions: how each is written, and what is checked of it. */
#include "core/form.h"

#include <assert.h>
#include <string.h>

long mq__field_load(const void *at, size_t size)
{
    assert(size == 1 || size == 2 || size == 4);
    return size == 1   ? *(const uint8_t *)at
           : size == 2 ? *(const uint16_t *)at
                       : *(const int32_t *)at;
}

void mq__field_store(void *at, size_t size, long value)
{
    assert(size == 1 || size == 2 || size == 4);
    if (size == 1) {
        *(uint8_t *)at = (uint8_t)value;
    } else if (size == 2) {
        *(uint16_t *)at = (uint16_t)value;
    } else {
        *(int32_t *)at = (int32_t)value;
    }
}

const char *mq__set_text(const struct mq_form_set *set, int i)
{
    assert(i >= 0 && i < set->count);
    return set->words != NULL ? set->words[i]
                              : set->ids + (size_t)i * set->stride;
}

static int count_of(const struct mq_field *d)
{
    return d->count != NULL ? *d->count : d->high;
}

size_t mq__field_bytes(const struct mq_field *d)
{
    switch (d->kind) {
    case MQ_FIELD_CARDS:
        return (size_t)count_of(d);
    case MQ_FIELD_TALLY:
        return (size_t)d->set->count;
    case MQ_FIELD_COUNTS:
        return d->size * (size_t)d->set->count;
    default:
        return d->size;
    }
}

/* Checking. */

/* Whether bytes are in the state: fields may also be local to the walk. */
static bool in_state(const struct mq_form *f, const void *at, size_t *offset)
{
    uintptr_t place = (uintptr_t)at - (uintptr_t)f->state;

    *offset = place;
    return place < f->game->state_size;
}

void mq__form_holds(struct mq_form *f, const void *at, size_t size)
{
    size_t i;

    if (f->mode == MQ_FORM_RANGE && !f->shut && in_state(f, at, &i)) {
        assert(i + size <= f->game->state_size);
        memset(f->met + i, 0xFF, size);
    }
}

void mq__form_holds_bits(struct mq_form *f, const uint8_t *at, unsigned bits)
{
    size_t i;

    if (f->mode == MQ_FORM_RANGE && !f->shut && in_state(f, at, &i)) {
        f->met[i] |= (unsigned char)bits;
    }
}

static bool card_valid(const struct mq_field *d, long value)
{
    if (value == d->set->none && mq__field_nulls(d)) {
        return true;
    }
    if (value == MQ_UNKNOWN && (d->how & MQ_FORM_HIDES) != 0) {
        return true;
    }
    return value >= d->set->base && value - d->set->base < d->set->count;
}

static bool cards_valid(const struct mq_field *d)
{
    const uint8_t *list = d->at;
    int n = count_of(d);
    bool sorted = (d->how & MQ_FORM_SORTED) != 0;

    for (int i = 0; i < n && n <= d->high; i++) {
        if (!card_valid(d, list[i]) ||
            (sorted && i > 0 && list[i - 1] > list[i])) {
            return false;
        }
    }
    return n <= d->high;
}

static bool counts_valid(const struct mq_field *d)
{
    for (int i = 0; i < d->set->count; i++) {
        long value = mq__field_load((char *)d->at + i * d->size, d->size);

        if (value < 0 || value > d->high) {
            return false;
        }
    }
    return true;
}

/* A value by itself: one that can be written and read back. */
static bool field_valid(const struct mq_field *d)
{
    long value = d->size > 0 ? mq__field_load(d->at, d->size) : 0;

    switch (d->kind) {
    case MQ_FIELD_INT:
    case MQ_FIELD_FLAG:
        return value >= d->low && value <= d->high;
    case MQ_FIELD_CARD:
        return card_valid(d, value);
    case MQ_FIELD_MASK:
        return ((uint64_t)(uint32_t)value >> d->set->count) == 0;
    case MQ_FIELD_CARDS:
        return cards_valid(d);
    case MQ_FIELD_COUNTS:
        return counts_valid(d);
    default:
        return true;
    }
}

static void check_field(struct mq_form *f, const struct mq_field *d)
{
    if (!field_valid(d)) {
        mq__form_wrong(f, d->key, "check.value");
    } else if (d->size > 0) {
        mq__form_holds(f, d->at, mq__field_bytes(d));
        mq__form_holds(f, d->count, d->count != NULL);
    }
}

/* What follows from the rest is as `derive` computes it. */
static void compare_field(struct mq_form *f, const struct mq_field *d)
{
    size_t i;

    if (d->size > 0 && in_state(f, d->at, &i) &&
        memcmp(d->at, f->derived + i, mq__field_bytes(d)) != 0) {
        mq__form_wrong(f, d->key, mq__field_unfit(f, d));
    }
}

/* Whatever isn't writing. */
static void visit(struct mq_form *f, const struct mq_field *d)
{
    bool follows = mq__form_follows(f, d->key);

    if (f->mode == MQ_FORM_LIST) {
        mq__form_list_field(f, d);
    } else if (f->r.failed) {
        return;
    } else if (f->shut) {
        mq__form_pass(f, d->key, f->frame[f->depth - 1].passes);
    } else if (f->mode == MQ_FORM_RANGE) {
        check_field(f, d);
    } else if (f->mode == MQ_FORM_READ && !follows) {
        mq__form_take(f, d);
    } else if (f->mode == MQ_FORM_AGREE && follows) {
        mq__form_agree(f, d);
    } else if (f->mode == MQ_FORM_REQUIRE && follows) {
        compare_field(f, d);
    } else {
        mq__form_pass(f, d->key, true);
    }
}

/* Writing. */

/* Keys, words and ids are plain: they need no looking at. */
static void write_plain(struct mq_form *f, const char *text, bool key)
{
    struct mq_buf *buf = f->w->buf;
    size_t length = strlen(text);

    if (buf->failed || buf->size - buf->length < length + 5) {
        mq__buf_str(buf, f->w->comma ? ",\"" : "\"");
        mq__buf_str(buf, text);
        mq__buf_str(buf, key ? "\":" : "\"");
    } else {
        char *at = buf->data + buf->length;

        *at = ',';
        at += f->w->comma;
        *at++ = '"';
        memcpy(at, text, length);
        memcpy(at + length, key ? "\":" : "\"\0", 3);
        buf->length = (size_t)(at + length + 1 + key - buf->data);
    }
    f->w->comma = true;
}

void mq__form_key(struct mq_form *f, const char *key)
{
    if (key != NULL) {
        write_plain(f, mq__form_bare(key), true);
    } else if (f->w->comma) {
        mq__buf_char(f->w->buf, ',');
    }
    f->w->comma = false;
}

static void write_card(struct mq_form *f, const struct mq_form_set *set,
                       long value)
{
    long i = value - set->base;

    if (value == set->none) {
        mq__json_null(f->w, NULL);
    } else if (value == MQ_UNKNOWN) {
        write_plain(f, "?", false);
    } else if (set->numbers != NULL && set->numbers[i] != 0) {
        mq__json_int(f->w, NULL, set->numbers[i]);
    } else {
        write_plain(f, mq__set_text(set, (int)i), false);
    }
}

/* The items of a list: those that are there, each as often as it counts. */
static void write_list(struct mq_form *f, const struct mq_field *d)
{
    const uint8_t *list = d->at;
    uint32_t mask =
        d->kind == MQ_FIELD_MASK ? (uint32_t)mq__field_load(d->at, d->size) : 0;

    mq__buf_char(f->w->buf, '[');
    for (int i = 0; d->kind == MQ_FIELD_CARDS && i < count_of(d); i++) {
        write_card(f, d->set, list[i]);
    }
    for (; mask != 0; mask &= mask - 1) {
        write_card(f, d->set, __builtin_ctz(mask) + d->set->base);
    }
    for (int i = 0; d->kind == MQ_FIELD_TALLY && i < d->set->count; i++) {
        for (int n = 0; n < list[i]; n++) {
            write_card(f, d->set, i + d->set->base);
        }
    }
    mq__json_close(f->w, ']');
}

static void write_counts(struct mq_form *f, const struct mq_field *d)
{
    mq__buf_char(f->w->buf, '{');
    for (int i = 0; i < d->set->count; i++) {
        long value = mq__field_load((char *)d->at + i * d->size, d->size);

        if (value != 0 || (d->how & MQ_FORM_SPARSE) == 0) {
            write_plain(f, mq__set_text(d->set, i), true);
            mq__buf_int(f->w->buf, value);
        }
    }
    mq__json_close(f->w, '}');
}

static void write_field(struct mq_form *f, const struct mq_field *d)
{
    mq__form_key(f, d->key);
    switch (d->kind) {
    case MQ_FIELD_INT:
        mq__buf_int(f->w->buf, mq__field_load(d->at, d->size));
        break;
    case MQ_FIELD_FLAG:
        mq__json_bool(f->w, NULL, mq__field_load(d->at, d->size) != 0);
        break;
    case MQ_FIELD_CARD:
        write_card(f, d->set, mq__field_load(d->at, d->size));
        break;
    case MQ_FIELD_COUNTS:
        write_counts(f, d);
        break;
    case MQ_FIELD_TEXT:
        mq__json_str(f->w, NULL, d->at);
        break;
    case MQ_FIELD_NULL:
        mq__json_null(f->w, NULL);
        break;
    default:
        write_list(f, d);
        break;
    }
    f->w->comma = true;
}

void mq__form_field(struct mq_form *f, const struct mq_field *d)
{
    if (f->mode != MQ_FORM_WRITE) {
        visit(f, d);
    } else if (!f->shut) {
        write_field(f, d);
    }
}

void mq__form_word(struct mq_form *f, const char *key, uint8_t *at,
                   const char *const *words)
{
    struct mq_form_set set = {.words = words, .none = MQ_FORM_NEVER};

    while (words[set.count] != NULL) {
        set.count++;
    }
    mq_form_card(f, key, at, &set, 0);
}

void mq__form_seat(struct mq_form *f, const char *key, uint8_t *at, int none)
{
    struct mq_form_set set = {.name = "player",
                              .words = mq__form_seats,
                              .count = f->players,
                              .none = none};

    mq_form_card(f, key, at, &set, 0);
}

void mq__form_game(struct mq_form *f)
{
    if (f->mode == MQ_FORM_READ) {
        mq__read_game(&f->r, &f->frame[0].object, f->game->id);
    } else {
        mq_form_text(f, "game", f->game->id);
    }
}

/* Reading: a position without an object `players` fails where that is read. */
void mq__form_players(struct mq_form *f, uint8_t *players, int low, int high)
{
    const struct mq_json *node;
    int n = f->mode == MQ_FORM_LIST ? high : *players;

    if (f->mode == MQ_FORM_READ) {
        node = mq__json_get(f->frame[0].object.node, "players");
        low = node != NULL && node->kind == MQ_JSON_OBJECT ? low : 0;
        for (n = 0;
             n < high && mq__json_get(node, mq__form_seats[n]) != NULL;) {
            n++;
        }
    }
    if ((f->mode == MQ_FORM_READ || f->mode == MQ_FORM_RANGE) &&
        (n < low || n > high)) {
        mq__read_fail(&f->r, "players", f->kind->players, "i", high);
    }
    if (f->mode == MQ_FORM_READ || f->mode == MQ_FORM_LIST) {
        *players = (uint8_t)n;
    }
    f->players = n;
    mq__form_holds(f, players, 1);
}

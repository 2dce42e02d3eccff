/* The fields of positions, read: see form.h. */
#include "core/form.h"

#include <assert.h>
#include <string.h>

/* The index of a number or word of a set; fails where there is none such that
 * isn't `taken`. */
static int parse_number(struct mq_form *f, const struct mq_form_set *set,
                        const struct mq_read_item *at, uint32_t taken)
{
    bool text = at->node->kind == MQ_JSON_STRING && set->words != NULL;
    int most = 0;
    int number;

    for (int i = 0; i < set->count; i++) {
        most = set->numbers[i] > most ? set->numbers[i] : most;
        if (text && set->numbers[i] == 0 &&
            strcmp(at->node->text, set->words[i]) == 0) {
            return i;
        }
    }
    number =
        mq__read_item_int(&f->r, at, 1, set->no_id != NULL ? UINT8_MAX : most);
    for (int i = 0; i < set->count; i++) {
        if (set->numbers[i] == number && (taken >> i & 1) == 0) {
            return i;
        }
    }
    mq__read_fail_at(&f->r, at, set->no_id, "i", number);
    return 0;
}

/* The value of one of a set; numbers aren't `taken` already. */
static int parse_card(struct mq_form *f, const struct mq_field *d,
                      const struct mq_read_item *at, uint32_t taken)
{
    const struct mq_form_set *set = d->set;
    const char *text = at->node->kind == MQ_JSON_STRING ? at->node->text : "";
    int i = 0;

    if (at->node->kind == MQ_JSON_NULL && mq__field_nulls(d)) {
        return set->none;
    }
    if (strcmp(text, "?") == 0 && (d->how & MQ_FORM_HIDES) != 0) {
        f->hidden = true;
        return MQ_UNKNOWN;
    }
    if (set->numbers != NULL) {
        return parse_number(f, set, at, taken) + set->base;
    }
    if (set->words != NULL) {
        i = mq__read_item_word(&f->r, at, set->words);
        if (i >= set->count) {
            mq__read_fail_at(&f->r, at, f->kind->no_seat, "i", set->count);
            i = 0;
        }
        return i + set->base;
    }
    while (i < set->count && strcmp(mq__set_text(set, i), text) != 0) {
        i++;
    }
    if (i == set->count || *text == '\0') {
        bool open = strcmp(text, "?") == 0 && f->kind->open != NULL;

        mq__read_fail_at(&f->r, at, open ? f->kind->open : f->kind->no_id, "t",
                         text);
        i = 0;
    }
    return i + set->base;
}

static void sort(uint8_t *list, int n)
{
    for (int i = 1; i < n; i++) {
        uint8_t value = list[i];
        int k = i;

        for (; k > 0 && list[k - 1] > value; k--) {
            list[k] = list[k - 1];
        }
        list[k] = value;
    }
}

/* One item of a list, a mask or a tally, into `to`. */
static void parse_item(struct mq_form *f, const struct mq_field *d,
                       const struct mq_read_item *at, unsigned char *to)
{
    uint32_t mask =
        d->kind == MQ_FIELD_MASK ? (uint32_t)mq__field_load(to, d->size) : 0;
    int card = parse_card(f, d, at, mask);
    int index = card - d->set->base;

    if (d->kind == MQ_FIELD_CARDS) {
        to[at->index] = (uint8_t)card;
    } else if (d->kind == MQ_FIELD_TALLY) {
        to[index]++;
    } else {
        if ((mask >> index & 1) != 0) {
            mq__read_fail_at(&f->r, at, "read.twice", "t", at->node->text);
        }
        mq__field_store(to, d->size, (long)(mask | UINT32_C(1) << index));
    }
}

/* Returns how many items there were. */
static int parse_list(struct mq_form *f, const struct mq_field *d,
                      const struct mq_read_item *at, unsigned char *to)
{
    int most = d->kind == MQ_FIELD_CARDS  ? d->high
               : d->kind == MQ_FIELD_MASK ? d->set->count
                                          : UINT8_MAX;
    const struct mq_json *list = mq__read_item_array(&f->r, at, most);
    struct mq_read_item item = {at->key, 0, list != NULL ? list->first : NULL};

    for (; item.node != NULL && !f->r.failed; item.node = item.node->next) {
        parse_item(f, d, &item, to);
        item.index++;
    }
    if ((d->how & MQ_FORM_SORTED) != 0) {
        sort(to, item.index);
    }
    return item.index;
}

/* Numbers by word: all of them, unless the field needn't be there. */
static void parse_counts(struct mq_form *f, const struct mq_field *d,
                         const struct mq_read_item *at)
{
    struct mq_read_object o;

    if (!mq__read_item_object(&f->r, at, &o)) {
        return;
    }
    for (int i = 0; i < d->set->count && !f->r.failed; i++) {
        const char *word = mq__set_text(d->set, i);
        const struct mq_json *node = mq__read_optional(&f->r, &o, word);

        if (mq__form_bare(d->key) == d->key ||
            (node != NULL && node->kind != MQ_JSON_NULL)) {
            mq__field_store((char *)d->at + i * d->size, d->size,
                            mq__read_int(&f->r, &o, word, 0, d->high));
        }
    }
    mq__read_done(&f->r, &o);
}

void mq__form_take(struct mq_form *f, const struct mq_field *d)
{
    struct mq_read_item at;
    int n;

    if (d->kind == MQ_FIELD_NULL ||
        !mq__form_find(f, d->key,
                       d->kind == MQ_FIELD_CARD && mq__field_nulls(d), &at)) {
        return;
    }
    switch (d->kind) {
    case MQ_FIELD_INT:
        mq__field_store(d->at, d->size,
                        mq__read_item_int(&f->r, &at, d->low, d->high));
        break;
    case MQ_FIELD_FLAG:
        mq__field_store(d->at, d->size, mq__read_item_bool(&f->r, &at));
        break;
    case MQ_FIELD_CARD:
        mq__field_store(d->at, d->size, parse_card(f, d, &at, 0));
        break;
    case MQ_FIELD_COUNTS:
        parse_counts(f, d, &at);
        break;
    case MQ_FIELD_CARDS:
    case MQ_FIELD_MASK:
    case MQ_FIELD_TALLY:
        n = parse_list(f, d, &at, d->at);
        if (d->count != NULL) {
            *d->count = (uint8_t)n;
        }
        break;
    default:
        break;
    }
}

#define MOST_BYTES 64

/* What is given is read in place of what was computed, and compared. */
void mq__form_agree(struct mq_form *f, const struct mq_field *d)
{
    unsigned char computed[MOST_BYTES];
    size_t size = d->size > 0 ? mq__field_bytes(d) : 0;
    int count = d->count != NULL ? *d->count : 0;
    struct mq_field exact = *d;
    struct mq_read_item at;

    assert(size <= sizeof(computed));
    if (size == 0 || (d->how & MQ_FORM_PASSED) != 0 ||
        !mq__form_find(f, d->key, false, &at)) {
        return;
    }
    if (d->kind == MQ_FIELD_INT && f->kind->unfit == NULL) {
        exact.low = exact.high = (int)mq__field_load(d->at, d->size);
    }
    memcpy(computed, d->at, size);
    memset(d->at, 0, size);
    mq__form_take(f, &exact);
    for (int i = 0; d->kind == MQ_FIELD_COUNTS && i < d->set->count; i++) {
        size_t offset = (size_t)i * d->size;

        if (memcmp((char *)d->at + offset, computed + offset, d->size) != 0) {
            mq__read_enter(&f->r, at.key, at.index);
            mq__form_fail(f, mq__set_text(d->set, i), mq__field_unfit(f, d),
                          "");
        }
    }
    if (memcmp(d->at, computed, size) != 0 ||
        (d->count != NULL && *d->count != count)) {
        mq__form_wrong(f, d->key, mq__field_unfit(f, d));
    }
    memcpy(d->at, computed, size);
    if (d->count != NULL) {
        *d->count = (uint8_t)count;
    }
}

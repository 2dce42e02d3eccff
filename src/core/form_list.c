/* The fields of positions, listed as JSON for docs, types and scenarios. A
 * field is an object with `key` (or `keys`, where several are alike; neither
 * in an array) and
 *   type       "object", "array", "int", "flag", "card" (one of a set),
 *              "counts" (a number for each of a set), "text" or "null"
 *   fields     of an object; of an array: its items, any of these
 *   read       "optional": it may be absent when a position is read;
 *              "computed": it follows from the rest then; "derived": it always
 *              does; no `read`: it must be there
 *   sometimes  it is written only in some positions
 *   low, high  of a number
 *   set        the name of the set, of which `numbers` are in the JSON
 *   words      what a card or the key of a count is, where no table says it
 *   list       a list of such cards
 *   null, hides  it may be null; it may be "?"
 */
#include "core/form.h"

static const char *const types[] = {
    [MQ_FIELD_INT] = "int",   [MQ_FIELD_FLAG] = "flag",
    [MQ_FIELD_CARD] = "card", [MQ_FIELD_CARDS] = "card",
    [MQ_FIELD_MASK] = "card", [MQ_FIELD_TALLY] = "card",
    [MQ_FIELD_TEXT] = "text", [MQ_FIELD_COUNTS] = "counts",
    [MQ_FIELD_NULL] = "null",
};

static void list_words(struct mq_form *f, const char *key,
                       const char *const *words, int count)
{
    mq__json_open(f->w, key, '[');
    for (int i = 0; i < count; i++) {
        mq__json_str(f->w, NULL, words[i]);
    }
    mq__json_close(f->w, ']');
}

static void mark(struct mq_form *f, const char *key, bool holds)
{
    if (holds) {
        mq__json_bool(f->w, key, true);
    }
}

/* What all fields begin with. */
static void begin(struct mq_form *f, const char *key, const char *type)
{
    mq__json_open(f->w, NULL, '{');
    if (f->keys != NULL) {
        list_words(f, "keys", f->keys, f->key_count);
        f->keys = NULL;
    } else if (key != NULL) {
        mq__json_str(f->w, "key", mq__form_bare(key));
        if (key != mq__form_bare(key)) {
            mq__json_str(f->w, "read",
                         *key == '?'   ? "optional"
                         : *key == '~' ? "computed"
                                       : "derived");
        }
    }
    mark(f, "sometimes", f->frame[f->depth - 1].shut);
    mq__json_str(f->w, "type", type);
}

static void list_set(struct mq_form *f, const struct mq_form_set *set)
{
    if (set->name != NULL) {
        mq__json_str(f->w, "set", set->name);
        mark(f, "numbers", set->numbers != NULL);
    }
    if (set->words == NULL) {
        return;
    }
    mq__json_open(f->w, "words", '[');
    for (int i = 0; i < set->count; i++) {
        if (set->numbers != NULL && set->numbers[i] != 0) {
            mq__json_int(f->w, NULL, set->numbers[i]);
        } else {
            mq__json_str(f->w, NULL, mq__set_text(set, i));
        }
    }
    mq__json_close(f->w, ']');
}

void mq__form_list_field(struct mq_form *f, const struct mq_field *d)
{
    begin(f, d->key, types[d->kind]);
    if (d->kind == MQ_FIELD_INT && d->high < INT32_MAX) {
        mq__json_int(f->w, "low", d->low);
        mq__json_int(f->w, "high", d->high);
    }
    if (d->set != NULL) {
        list_set(f, d->set);
        mark(f, "list", d->kind != MQ_FIELD_CARD && d->kind != MQ_FIELD_COUNTS);
        mark(f, "null", mq__field_nulls(d));
        mark(f, "hides", (d->how & MQ_FORM_HIDES) != 0);
        mark(f, "sparse", (d->how & MQ_FORM_SPARSE) != 0);
    }
    mq__json_close(f->w, '}');
}

void mq__form_list_begin(struct mq_form *f, const char *key, bool array)
{
    begin(f, key, array ? "array" : "object");
    mq__json_open(f->w, "fields", '[');
}

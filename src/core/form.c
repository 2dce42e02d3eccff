/* Walking positions: see form.h. Frames and the uses of a description here;
 * fields in form_field.c, form_read.c and form_list.c. */
#include "core/form.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

const char *const mq__form_seats[] = {"P1", "P2", "P3", "P4", "P5", NULL};

/* Frames. */

static struct mq_form_frame *top(struct mq_form *f)
{
    return &f->frame[f->depth - 1];
}

static void refresh(struct mq_form *f)
{
    f->shut = f->mode != MQ_FORM_LIST && (top(f)->dead || top(f)->shut);
}

bool mq__form_follows(const struct mq_form *f, const char *key)
{
    return f->frame[f->depth - 1].derived || (key != NULL && *key == '=');
}

/* A field of the object, or the item that the array has come to. */
static struct mq_read_item here(const struct mq_form *f, const char *key)
{
    const struct mq_form_frame *in = &f->frame[f->depth - 1];

    assert(in->array || key != NULL);
    return in->array ? (struct mq_read_item){in->key, in->index, in->item}
                     : (struct mq_read_item){mq__form_bare(key), -1, NULL};
}

void mq__form_wrong(struct mq_form *f, const char *key, const char *id)
{
    struct mq_read_item at = here(f, key);

    mq__read_fail_at(&f->r, &at, id, "");
}

bool mq__form_find(struct mq_form *f, const char *key, bool nullable,
                   struct mq_read_item *at)
{
    bool needed = false;

    *at = here(f, key);
    if (!top(f)->array) {
        needed = mq__form_bare(key) == key && !top(f)->derived;
        at->node = mq__read_optional(&f->r, &top(f)->object, at->key);
    }
    if (at->node == NULL && needed && !f->r.failed) {
        mq__read_fail(&f->r, at->key, "read.missing", "");
    }
    return at->node != NULL && !f->r.failed &&
           (needed || nullable || top(f)->array ||
            at->node->kind != MQ_JSON_NULL);
}

void mq__form_pass(struct mq_form *f, const char *key, bool known)
{
    if (f->mode == MQ_FORM_READ && known && !top(f)->array) {
        mq__read_optional(&f->r, &top(f)->object, mq__form_bare(key));
    }
}

/* Reading: finds the node of an object or array and begins it. The second walk
 * of reading goes into all objects, and into arrays that follow from the rest.
 * False: nothing of it is there for this walk. */
static bool enter(struct mq_form *f, const char *key, int most,
                  struct mq_form_frame *frame)
{
    struct mq_read_item at;

    if (f->mode == MQ_FORM_READ ? frame->derived
                                : frame->array && !frame->derived) {
        mq__form_pass(f, key, true);
        return false;
    }
    if (!mq__form_find(f, key, false, &at)) {
        return false;
    }
    if (!frame->array) {
        return mq__read_item_object(&f->r, &at, &frame->object);
    }
    frame->key = at.key;
    frame->object.node = mq__read_item_array(&f->r, &at, most);
    return frame->object.node != NULL;
}

/* Checking: the path of what is inside. */
static void lengthen(struct mq_form *f, const char *key,
                     struct mq_form_frame *frame)
{
    struct mq_read_item at = here(f, key);

    frame->outer = strlen(f->r.path);
    frame->key = at.key;
    if (!frame->array) {
        mq__read_enter(&f->r, at.key, at.index);
    }
}

static void begin(struct mq_form *f, const char *key, bool array, int most)
{
    struct mq_form_frame *frame = &f->frame[f->depth];

    assert(f->depth < MQ_FORM_DEPTH);
    if (f->mode == MQ_FORM_WRITE) { /* at every event: no more than it takes */
        frame->array = array;
        frame->dead = f->shut;
        frame->shut = false;
        if (!f->shut) {
            mq__form_key(f, key);
            mq__buf_char(f->w->buf, array ? '[' : '{');
        }
        f->depth++;
        return;
    }
    *frame = (struct mq_form_frame){
        .array = array, .dead = f->shut, .derived = mq__form_follows(f, key)};
    if (f->shut) {
        mq__form_pass(f, key, top(f)->passes);
    } else if (f->mode == MQ_FORM_LIST) {
        mq__form_list_begin(f, key, array);
    } else if (f->mode == MQ_FORM_READ || f->mode == MQ_FORM_AGREE) {
        frame->dead = !enter(f, key, most, frame);
    } else {
        lengthen(f, key, frame);
    }
    f->depth++;
    refresh(f);
}

void mq__form_open(struct mq_form *f, const char *key)
{
    begin(f, key, false, 0);
}

void mq__form_array(struct mq_form *f, const char *key, int most)
{
    begin(f, key, true, most);
}

static void end(struct mq_form *f, struct mq_form_frame *frame)
{
    switch (f->mode) {
    case MQ_FORM_WRITE:
        mq__json_close(f->w, frame->array ? ']' : '}');
        break;
    case MQ_FORM_LIST:
        mq__json_close(f->w, ']');
        mq__json_close(f->w, '}');
        break;
    case MQ_FORM_READ:
    case MQ_FORM_AGREE:
        frame->object.seen |= f->mode == MQ_FORM_AGREE ? UINT64_MAX : 0;
        if (!frame->array) {
            mq__read_done(&f->r, &frame->object);
        }
        break;
    default:
        f->r.path[frame->outer] = '\0';
        break;
    }
}

void mq__form_close(struct mq_form *f)
{
    assert(f->depth > 1);
    if (!top(f)->dead) {
        end(f, top(f));
    }
    f->depth--;
    refresh(f);
}

bool mq__form_item(struct mq_form *f, int i, int count)
{
    struct mq_form_frame *frame = top(f);

    assert(frame->array && i >= 0);
    if (frame->dead || f->r.failed) {
        return false;
    }
    frame->index = i;
    if (f->mode == MQ_FORM_READ || f->mode == MQ_FORM_AGREE) {
        frame->item = i == 0 ? frame->object.node->first : frame->item->next;
        return frame->item != NULL;
    }
    return i < (f->mode == MQ_FORM_LIST ? 1 : count);
}

bool mq__form_keys(struct mq_form *f, const char *const *words, int i,
                   int count)
{
    bool there =
        !f->shut && !f->r.failed && i < (f->mode == MQ_FORM_LIST ? 1 : count);

    f->keys = there ? words : NULL;
    f->key_count = count;
    return there;
}

bool mq__form_each(struct mq_form *f, const char *const *words, int i,
                   int count)
{
    if (!mq__form_keys(f, words, i, count)) {
        return false;
    }
    mq__form_open(f, words[i]);
    return true;
}

int mq__form_count(struct mq_form *f, const char *key, uint8_t *count, int most)
{
    if (f->mode == MQ_FORM_RANGE && *count > most) {
        mq__read_fail(&f->r, key, "check.value", "");
    }
    mq__form_holds(f, count, 1);
    return *count > most ? 0 : *count;
}

void mq__form_maybe(struct mq_form *f, const char *key, bool there)
{
    struct mq_form_frame *in = top(f);

    if (f->mode == MQ_FORM_READ || f->mode == MQ_FORM_AGREE) {
        there =
            !in->array || (in->item != NULL && in->item->kind != MQ_JSON_NULL);
    } else if (in->array && (!there || f->mode == MQ_FORM_LIST)) {
        mq_form_null(f, NULL);
    }
    mq__form_only(f, there);
    mq__form_open(f, key);
    in->shut = false; /* what comes after it is there */
}

bool mq__form_given(struct mq_form *f, const char *key)
{
    const struct mq_json *node =
        f->mode == MQ_FORM_READ ? mq__json_get(top(f)->object.node, key) : NULL;

    return node != NULL && node->kind != MQ_JSON_NULL;
}

const char *mq__form_item_text(const struct mq_form *f)
{
    const struct mq_json *item =
        f->mode == MQ_FORM_READ ? f->frame[f->depth - 1].item : NULL;

    return item != NULL && item->kind == MQ_JSON_STRING ? item->text : NULL;
}

void mq__form_only(struct mq_form *f, bool holds)
{
    top(f)->shut = !holds || f->mode == MQ_FORM_LIST;
    top(f)->passes = false;
    refresh(f);
}

void mq__form_during(struct mq_form *f, bool holds)
{
    mq__form_only(f, holds);
    top(f)->passes = true;
}

void mq__form_always(struct mq_form *f)
{
    top(f)->shut = false;
    refresh(f);
}

/* The uses. */

static void start(struct mq_form *f, enum mq_form_mode mode,
                  const struct mq_game *g)
{
    f->mode = mode;
    f->kind = g->position.form;
    f->game = g;
    f->shut = f->hidden = f->r.failed = false;
    f->keys = NULL;
    f->depth = 1;
    f->frame[0] = (struct mq_form_frame){0};
}

void mq__form_write(const struct mq_game *g, const void *st,
                    struct mq_json_writer *w)
{
    struct mq_form f;

    start(&f, MQ_FORM_WRITE, g);
    f.w = w;
    mq__json_open(w, NULL, '{');
    f.kind->walk(&f, g, (void *)st); /* a writing walk changes nothing */
    mq__json_close(w, '}');
    assert(f.depth == 1);
}

static void clear(const struct mq_game *g, void *st)
{
    memset(st, 0, g->state_size);
    if (g->position.form->clear != NULL) {
        g->position.form->clear(st);
    }
}

/* Errors of `derive` are told from the top. */
void mq__form_derive(struct mq_form *f)
{
    char *path = f->r.path + f->r.root_length;
    char rest = *path;

    if (f->mode == MQ_FORM_READ && !f->r.failed) {
        *path = '\0';
        f->kind->derive(f, f->game, f->state);
        *path = rest;
    }
}

/* Bits that no field of this position holds are those of an empty state. */
static bool rest_is_empty(const struct mq_form *f, const unsigned char *st)
{
    alignas(16) unsigned char empty[MQ_MAX_STATE];

    clear(f->game, empty);
    for (size_t i = 0; i < f->game->state_size; i++) {
        if (((st[i] ^ empty[i]) & ~f->met[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* All but that somebody is asked. */
static enum mq_status check_fields(const struct mq_game *g, const void *st,
                                   struct mq_error *error)
{
    alignas(16) unsigned char derived[MQ_MAX_STATE];
    unsigned char met[MQ_MAX_STATE] = {0};
    struct mq_form f;
    void *state = (void *)st; /* a checking walk changes nothing */

    mq__reader_init(&f.r, "", error);
    start(&f, MQ_FORM_RANGE, g);
    f.state = state;
    f.met = met;
    f.kind->walk(&f, g, state);
    if (!f.r.failed && !rest_is_empty(&f, st)) {
        mq__read_fail(&f.r, "position", "check.unused", "");
    }
    memcpy(derived, st, g->state_size);
    if (!f.r.failed && f.kind->derive != NULL) {
        f.kind->derive(&f, g, derived);
    }
    if (!f.r.failed) {
        start(&f, MQ_FORM_REQUIRE, g);
        f.derived = derived;
        f.kind->walk(&f, g, state);
    }
    if (!f.r.failed && memcmp(derived, st, g->state_size) != 0) {
        mq__read_fail(&f.r, "position", "check.derived", "");
    }
    return f.r.failed ? MQ_POSITION : MQ_OK;
}

enum mq_status mq__form_check(const struct mq_game *g, const void *st,
                              struct mq_error *error)
{
    const struct mq_form_kind *kind = g->position.form;
    enum mq_status status = check_fields(g, st, error);

    if (status == MQ_OK && kind->at_rest != NULL && !kind->at_rest(g, st)) {
        status = mq_fail(error, MQ_POSITION, kind->asleep, "t", "step");
    }
    return status;
}

enum mq_status mq__form_read(const struct mq_game *g,
                             const struct mq_json *node, void *st,
                             struct mq_error *error)
{
    struct mq_form f;
    bool hidden;

    clear(g, st);
    mq__reader_init(&f.r, "position", error);
    start(&f, MQ_FORM_READ, g);
    f.state = st;
    if (mq__read_object(&f.r, node, &f.frame[0].object)) {
        f.kind->walk(&f, g, st);
        mq__read_done(&f.r, &f.frame[0].object);
    }
    hidden = f.hidden;
    if (!f.r.failed) {
        start(&f, MQ_FORM_AGREE, g);
        mq__read_object(&f.r, node, &f.frame[0].object);
        f.kind->walk(&f, g, st);
    }
    if (f.r.failed) {
        return MQ_POSITION;
    }
    if (f.kind->settle != NULL && check_fields(g, st, error) == MQ_OK) {
        f.kind->settle(g, st, hidden);
    }
    return mq_check(g, st, error);
}

void mq__form_list(const struct mq_game *g, struct mq_json_writer *w,
                   const char *key)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    struct mq_form f;

    mq__json_open(w, key, '[');
    if (g->position.form != NULL) {
        clear(g, st);
        start(&f, MQ_FORM_LIST, g);
        f.w = w;
        f.kind->walk(&f, g, st);
    }
    mq__json_close(w, ']');
}

/* One description of a game's position, used for everything.
 *
 * A game has one function that walks its position: it names every field with
 * its place in the state, in the order of the JSON. What the walk does depends
 * on the form it is given: it writes JSON, reads it, checks ranges and
 * requirements, or lists the fields for docs and types.
 *
 * Keys. A key that begins with `?` may be absent (or null) when a position is
 * read: the field keeps the value of an empty state, or with `~` the one that
 * the walk computed before. A key that begins with `=` follows from the rest:
 * the game's `derive` computes the field. Where a position gives such a field
 * all the same, it must agree. Inside an object whose key begins with `=` every
 * field follows from the rest. The key is NULL for an item of an array.
 *
 * Reading takes two walks. The first reads what doesn't follow from the rest;
 * the second compares the rest with what was given. Reading stops at the first
 * error; later calls do nothing.
 *
 * Checking takes two walks as well. The first looks at each value by itself,
 * so that the second can use all of them: it evaluates the requirements. Bytes
 * of the state that the first walk doesn't meet must be those of an empty
 * state, and `derive` must give the same bytes again. So one position has one
 * byte form.
 */
#ifndef MAXQ_CORE_FORM_H
#define MAXQ_CORE_FORM_H

#include "core/game.h"
#include "core/json.h"

enum mq_form_mode {
    MQ_FORM_WRITE,
    MQ_FORM_READ,    /* what doesn't follow from the rest */
    MQ_FORM_AGREE,   /* given fields that do: they must be as computed */
    MQ_FORM_RANGE,   /* each value by itself */
    MQ_FORM_REQUIRE, /* what must hold between values */
    MQ_FORM_LIST,    /* the fields, as JSON */
};

#define MQ_FORM_DEPTH 8

struct mq_form;

/* What a game gives: its walk, and what the walk leaves to it. */
struct mq_form_kind {
    void (*walk)(struct mq_form *f, const struct mq_game *g, void *st);
    /* An empty state; NULL: all bytes are 0. */
    void (*clear)(void *st);
    /* Computes what follows from the rest; fails with mq__form_fail. The walk
     * says when, by mq__form_derive. NULL: nothing does. */
    void (*derive)(struct mq_form *f, const struct mq_game *g, void *st);
    /* After reading: goes on to where somebody is asked; `hidden`: there was a
     * "?". NULL: a position is at rest. */
    void (*settle)(const struct mq_game *g, void *st, bool hidden);
    /* Whether somebody is asked, which is told as the message `asleep`. */
    bool (*at_rest)(const struct mq_game *g, const void *st);
    const char *asleep;
    /* Messages of this game: "{0}" is the path. */
    const char *no_id;   /* {1} is no id of the set */
    const char *open;    /* open to all, so not "?"; NULL: no_id */
    const char *no_seat; /* there are {1} players */
    const char *players; /* P1 to P{1} */
    /* Given, but doesn't follow from the rest. NULL: "check.derived"; for a
     * number "read.range" with the one that follows. */
    const char *unfit;
};

/* An object or array that the walk is in. */
struct mq_form_frame {
    struct mq_read_object object; /* reading: its node is NULL if absent */
    const struct mq_json *item; /* reading an array: the item it has come to */
    const char *key;            /* of an array */
    int index;
    bool array;
    bool dead;    /* nothing of it is there */
    bool shut;    /* the next fields aren't there: mq__form_only */
    bool passes;  /* nor are they errors where they are given */
    bool derived; /* every field follows from the rest */
    size_t outer; /* length of the path before it */
};

struct mq_form {
    enum mq_form_mode mode;
    bool shut;   /* the frame is dead or its gate is shut */
    bool hidden; /* reading: there was a "?" */
    int players;
    const struct mq_form_kind *kind;
    const struct mq_game *game;
    struct mq_json_writer *w;
    const char *const *keys; /* listing: those of the next object or array */
    int key_count;
    struct mq_reader r; /* the path and the first error */
    unsigned char *state;
    const unsigned char *derived; /* checking: the state, derived anew */
    unsigned char *met;           /* checking: a bit for each bit described */
    int depth;
    struct mq_form_frame frame[MQ_FORM_DEPTH];
};

/* Words, ids or numbers of which a value is one: value = index + base. */
struct mq_form_set {
    const char *name;         /* "engineer": for docs */
    const char *const *words; /* ends with NULL; or else */
    const char *ids;          /* the first of `count` ids in table rows */
    size_t stride;            /* between two of them; "": no id */
    int count;
    int base;
    int none;                  /* the value that is null; -1: there is none */
    const uint8_t *numbers;    /* in the JSON; 0: the word is */
    const char *no_id, *unfit; /* messages; NULL: those of the kind */
};

#define MQ_FORM_NEVER (-1)

/* Initializers of sets without null: of members, or of words alone. */
#define MQ_FORM_SET(...)                                                       \
    {                                                                          \
        .none = MQ_FORM_NEVER, __VA_ARGS__                                     \
    }
#define MQ_FORM_WORDS(list, n) MQ_FORM_SET(.words = (list), .count = (n))

/* The ids of a table of rows with a member `id`. */
#define MQ_FORM_IDS(called, rows, n, first, null)                              \
    ((struct mq_form_set){.name = (called),                                    \
                          .ids = (rows)[0].id,                                 \
                          .stride = sizeof((rows)[0]),                         \
                          .count = (n),                                        \
                          .base = (first),                                     \
                          .none = (null)})

/* How values of a set may stand. */
enum {
    MQ_FORM_HIDES = 1,   /* "?" for MQ_UNKNOWN */
    MQ_FORM_NULLS = 2,   /* items of a list may be null */
    MQ_FORM_SORTED = 4,  /* a list without order: kept sorted */
    MQ_FORM_SPARSE = 8,  /* counts of 0 are left out */
    MQ_FORM_PASSED = 16, /* follows from the rest; not compared when given */
    MQ_FORM_NEEDED = 32, /* never null, though the set has a value for it */
};

/* P1 to P5, then NULL. */
extern const char *const mq__form_seats[];

/* The uses of a description. Read and check fill *error where it isn't NULL;
 * reading ends with checking. */
void mq__form_write(const struct mq_game *g, const void *st,
                    struct mq_json_writer *w);
enum mq_status mq__form_read(const struct mq_game *g,
                             const struct mq_json *node, void *st,
                             struct mq_error *error);
enum mq_status mq__form_check(const struct mq_game *g, const void *st,
                              struct mq_error *error);
/* A JSON array with an object for each field: see form_list.c. */
void mq__form_list(const struct mq_game *g, struct mq_json_writer *w,
                   const char *key);

/* In a walk. */

static inline bool mq__form_reads(const struct mq_form *f)
{
    return f->mode == MQ_FORM_READ;
}

static inline bool mq__form_lists(const struct mq_form *f)
{
    return f->mode == MQ_FORM_LIST;
}

/* Whether what must hold is looked at: where all values are there. */
static inline bool mq__form_requires(const struct mq_form *f)
{
    return f->mode == MQ_FORM_REQUIRE && !f->r.failed && !f->shut;
}

/* "game"; must come first. */
void mq__form_game(struct mq_form *f);
/* How many players: the keys of the object `players` are P1, P2 and so on. */
void mq__form_players(struct mq_form *f, uint8_t *players, int low, int high);
/* Reading: computes what follows from what was read so far. */
void mq__form_derive(struct mq_form *f);

/* Objects and arrays; the same function ends both. */
void mq__form_open(struct mq_form *f, const char *key);
void mq__form_array(struct mq_form *f, const char *key, int most);
void mq__form_close(struct mq_form *f);
/* Inside an array: is there an item `i`? `count` says so where nothing is
 * read. Lists: once. */
bool mq__form_item(struct mq_form *f, int i, int count);
/* Whether there is a key words[i]: i is below count. The next object or array
 * has it. Lists: once for all. */
bool mq__form_keys(struct mq_form *f, const char *const *words, int i,
                   int count);
/* The same, and opens it as an object. */
bool mq__form_each(struct mq_form *f, const char *const *words, int i,
                   int count);
/* Opens an object that is there only in some positions; reading: that may be
 * absent. Where it is not there, an item of an array is null. */
void mq__form_maybe(struct mq_form *f, const char *key, bool there);
/* A count that only says how many items an array has; 0 if more than that. */
int mq__form_count(struct mq_form *f, const char *key, uint8_t *count,
                   int most);
/* Reading: this object has the key, and not null. */
bool mq__form_given(struct mq_form *f, const char *key);
/* Reading: the text that the array has come to; NULL if the item is none. */
const char *mq__form_item_text(const struct mq_form *f);

/* The next fields of this object are there only if `holds`; given otherwise
 * they are unknown keys (only) or passed over (during). */
void mq__form_only(struct mq_form *f, bool holds);
void mq__form_during(struct mq_form *f, bool holds);
void mq__form_always(struct mq_form *f);

/* Fields. */

enum mq_field_kind {
    MQ_FIELD_INT,    /* from `low` to `high` */
    MQ_FIELD_FLAG,   /* 0 or 1, as false or true */
    MQ_FIELD_CARD,   /* one of a set */
    MQ_FIELD_CARDS,  /* a list of those */
    MQ_FIELD_MASK,   /* the same: a bit for each that is there */
    MQ_FIELD_TALLY,  /* the same: how many there are of each */
    MQ_FIELD_COUNTS, /* an object: a number from 0 to `high` for each */
    MQ_FIELD_TEXT,   /* shown, and passed over when it is read */
    MQ_FIELD_NULL,
};

/* A field as the walk describes it; `at` may be local to the walk. */
struct mq_field {
    uint8_t kind;  /* enum mq_field_kind */
    uint8_t size;  /* of a value: 1 or 2 (both without sign) or 4 bytes */
    int how;       /* MQ_FORM_… */
    int low, high; /* lists: `high` is their room */
    const char *key;
    void *at;
    const struct mq_form_set *set;
    uint8_t *count; /* of a list; NULL: it is always full */
};

void mq__form_field(struct mq_form *f, const struct mq_field *field);

#define MQ_FIELD(f, ...) mq__form_field(f, &(struct mq_field){__VA_ARGS__})

#define mq_form_int(f, name, to, from, most)                                   \
    MQ_FIELD(f, .kind = MQ_FIELD_INT, .key = (name), .at = (to),               \
             .size = sizeof(*(to)), .low = (from), .high = (most))
#define mq_form_flag(f, name, to)                                              \
    MQ_FIELD(f, .kind = MQ_FIELD_FLAG, .key = (name), .at = (to),              \
             .size = sizeof(*(to)), .high = 1)
/* One of a set; null for its `none`. */
#define mq_form_card(f, name, to, of, may)                                     \
    MQ_FIELD(f, .kind = MQ_FIELD_CARD, .key = (name), .at = (to),              \
             .size = sizeof(*(to)), .set = (of), .how = (may) | MQ_FORM_NULLS)
#define mq_form_cards(f, name, list, n, room, of, may)                         \
    MQ_FIELD(f, .kind = MQ_FIELD_CARDS, .key = (name), .at = (list),           \
             .size = 1, .count = (n), .high = (room), .set = (of),             \
             .how = (may))
#define mq_form_mask(f, name, to, of)                                          \
    MQ_FIELD(f, .kind = MQ_FIELD_MASK, .key = (name), .at = (to),              \
             .size = sizeof(*(to)), .set = (of))
#define mq_form_tally(f, name, to, of)                                         \
    MQ_FIELD(f, .kind = MQ_FIELD_TALLY, .key = (name), .at = (to), .size = 1,  \
             .set = (of))
#define mq_form_counts(f, name, to, of, most, may)                             \
    MQ_FIELD(f, .kind = MQ_FIELD_COUNTS, .key = (name), .at = (to),            \
             .size = sizeof(*(to)), .set = (of), .high = (most), .how = (may))
#define mq_form_text(f, name, text)                                            \
    MQ_FIELD(f, .kind = MQ_FIELD_TEXT, .key = (name),                          \
             .at = (f)->mode == MQ_FORM_WRITE ? (void *)(text) : NULL)
#define mq_form_null(f, name) MQ_FIELD(f, .kind = MQ_FIELD_NULL, .key = (name))
/* A number that no state holds. The expression is evaluated only where the
 * state is complete. */
#define mq_form_show(f, name, number)                                          \
    mq_form_int(                                                               \
        f, name,                                                               \
        &(int){(f)->mode == MQ_FORM_WRITE || (f)->mode == MQ_FORM_AGREE        \
                   ? (number)                                                  \
                   : 0},                                                       \
        INT32_MIN, INT32_MAX)

/* One of the words, which end with NULL. */
void mq__form_word(struct mq_form *f, const char *key, uint8_t *at,
                   const char *const *words);
/* A seat of this match; `none` is null, MQ_FORM_NEVER: it never is. */
void mq__form_seat(struct mq_form *f, const char *key, uint8_t *at, int none);

/* Bytes of the state that no field holds but `derive` computes, or the walk
 * handles itself. */
void mq__form_holds(struct mq_form *f, const void *at, size_t size);
#define mq_form_holds(f, at) mq__form_holds(f, at, sizeof(*(at)))
void mq__form_holds_bits(struct mq_form *f, const uint8_t *at, unsigned bits);

/* Fails at the current path, below `key` where that isn't NULL. */
#define mq__form_fail(f, ...) mq__read_fail(&(f)->r, __VA_ARGS__)

/* What must hold in every position, true or redacted. */
#define mq_form_require(f, holds, key, id)                                     \
    (mq__form_requires(f) && !(holds) ? mq__form_fail(f, key, id, "") : (void)0)
/* The same, looked at as soon as a position is read. */
#define mq_form_expect(f, holds, key, ...)                                     \
    ((mq__form_requires(f) || (mq__form_reads(f) && !(f)->shut)) && !(holds)   \
         ? mq__form_fail(f, key, __VA_ARGS__)                                  \
         : (void)0)

/* Between the files that implement forms. */

/* A key without the mark before it. */
static inline const char *mq__form_bare(const char *key)
{
    return key + (*key == '?' || *key == '=' || *key == '~');
}

/* form.c: whether a field follows from the rest. */
bool mq__form_follows(const struct mq_form *f, const char *key);
/* Reading: the node of a field, or of the item that the array has come to.
 * False: it isn't there, which is an error unless its key is marked. A null
 * counts as absent then, unless it is a value. */
bool mq__form_find(struct mq_form *f, const char *key, bool nullable,
                   struct mq_read_item *at);
/* A field that isn't there, or not for this walk: `known` says whether it may
 * be given all the same. */
void mq__form_pass(struct mq_form *f, const char *key, bool known);
/* A field or item is wrong. */
void mq__form_wrong(struct mq_form *f, const char *key, const char *id);
/* form_field.c: comma and key of what is written next; values; the text of one
 * of a set; how many bytes of the state a field takes. */
void mq__form_key(struct mq_form *f, const char *key);
long mq__field_load(const void *at, size_t size);
void mq__field_store(void *at, size_t size, long value);
const char *mq__set_text(const struct mq_form_set *set, int i);
size_t mq__field_bytes(const struct mq_field *field);
static inline bool mq__field_nulls(const struct mq_field *field)
{
    return field->set->none != MQ_FORM_NEVER &&
           (field->how & (MQ_FORM_NULLS | MQ_FORM_NEEDED)) == MQ_FORM_NULLS;
}
static inline const char *mq__field_unfit(const struct mq_form *f,
                                          const struct mq_field *field)
{
    const struct mq_form_set *set = field->set;

    return set != NULL && set->unfit != NULL ? set->unfit
           : f->kind->unfit != NULL          ? f->kind->unfit
                                             : "check.derived";
}
/* form_read.c: takes a field from its node, or compares it with that. */
void mq__form_take(struct mq_form *f, const struct mq_field *field);
void mq__form_agree(struct mq_form *f, const struct mq_field *field);
/* form_list.c: describes a field; an object or array, which the caller ends. */
void mq__form_list_field(struct mq_form *f, const struct mq_field *field);
void mq__form_list_begin(struct mq_form *f, const char *key, bool array);

#endif

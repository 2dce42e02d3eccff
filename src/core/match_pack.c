/* A finished match as a short text that fits into a link: the header line, the
 * seed, and each choice as its index among the legal ones. What chance brought
 * follows from the seed, so it is drawn again; links are hashed again. Undone
 * events, bots that took over and clocks are left out. docs/match.md has the
 * layout. */
#include "core/game.h"
#include "core/match_record.h"

#include "core/bits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MAX_EVENTS (1 << 16)
#define MAX_BYTES ((size_t)1 << 20)
#define CHECK 8 /* bytes of the hash at the end */

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* Bits, the lowest of each byte first. */
struct bits {
    struct mq_buf *out;  /* writing */
    const uint8_t *data; /* reading */
    size_t length, at;   /* in bits */
    bool failed;         /* read past the end */
};

static void put(struct bits *bits, uint32_t value, int count)
{
    for (int i = 0; i < count; i++, bits->at++) {
        struct mq_buf *out = bits->out;

        if (bits->at % 8 == 0) {
            mq__buf_char(out, 0);
        }
        if (!out->failed && (value >> i & 1) != 0) {
            uint8_t byte = (uint8_t)out->data[bits->at / 8];

            out->data[bits->at / 8] = (char)(byte | 1 << bits->at % 8);
        }
    }
}

static uint32_t take(struct bits *bits, int count)
{
    uint32_t value = 0;

    for (int i = 0; i < count; i++, bits->at++) {
        if (bits->at >= bits->length) {
            bits->failed = true;
            return 0;
        }
        value |= (uint32_t)(bits->data[bits->at / 8] >> bits->at % 8 & 1) << i;
    }
    return value;
}

/* A number in groups of 7 bits, the lowest first; a set eighth bit goes on. */
static void put_number(struct bits *bits, uint32_t number)
{
    for (; number >= 128; number >>= 7) {
        put(bits, (number & 127) | 128, 8);
    }
    put(bits, number, 8);
}

static uint32_t take_number(struct bits *bits)
{
    uint32_t number = 0;

    for (int shift = 0; shift < 28; shift += 7) {
        uint32_t group = take(bits, 8);

        number |= (group & 127) << shift;
        if (group < 128) {
            return number;
        }
    }
    bits->failed = true;
    return 0;
}

static void put_bytes(struct bits *bits, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;

    for (size_t i = 0; i < length; i++) {
        put(bits, from[i], 8);
    }
}

static void take_bytes(struct bits *bits, void *bytes, size_t length)
{
    uint8_t *to = bytes;

    for (size_t i = 0; i < length; i++) {
        to[i] = (uint8_t)take(bits, 8);
    }
}

/* Bits that tell `count` things apart: none where there is only one. */
static int width(int count)
{
    int bits = 0;

    while ((1 << bits) < count) {
        bits++;
    }
    return bits;
}

/* One of a list, by its index. */
static void put_one(struct bits *bits, const mq_action *list, int count,
                    mq_action wanted)
{
    int index = 0;

    while (index < count && list[index] != wanted) {
        index++;
    }
    assert(index < count);
    put(bits, (uint32_t)index, width(count));
}

static bool take_one(struct bits *bits, const mq_action *list, int count,
                     mq_action *out)
{
    uint32_t index = take(bits, width(count));

    if (bits->failed || index >= (uint32_t)count) {
        return false;
    }
    *out = list[index];
    return true;
}

/* Whether somebody supplied the outcome. If so it follows: by its index where
 * the outcomes can be listed, else as text. */
static void put_chance(struct bits *bits, const struct mq_game *game,
                       const void *st, const struct mq_entry *entry)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double chances[MQ_MAX_OUTCOMES];
    char text[MQ_TEXT_SIZE];
    int count;

    put(bits, entry->supplied, 1);
    if (!entry->supplied) {
        return;
    }
    count = mq_outcomes(game, st, list, chances);
    if (count > 0) {
        put_one(bits, list, count, entry->action);
        return;
    }
    mq_event_text(game, (struct mq_event){MQ_CHANCE_SEAT, entry->action}, text,
                  sizeof(text));
    put_number(bits, (uint32_t)strlen(text));
    put_bytes(bits, text, strlen(text));
}

static bool take_supplied(struct bits *bits, const struct mq_match *match,
                          mq_action *out)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double chances[MQ_MAX_OUTCOMES];
    char text[MQ_TEXT_SIZE] = "";
    int count = mq_outcomes(match->game, match->state, list, chances);
    uint32_t length;

    if (count > 0) {
        return take_one(bits, list, count, out);
    }
    length = take_number(bits);
    if (length >= sizeof(text)) {
        return false;
    }
    take_bytes(bits, text, length);
    return !bits->failed &&
           mq_read_text(match->game, text, MQ_CHANCE_SEAT, out, NULL) == MQ_OK;
}

/* The seat among those that may act, and its choice among the legal ones. */
static void put_choice(struct bits *bits, const struct mq_game *game,
                       const void *st, struct mq_event event)
{
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;

    mq_turn(game, st, &actors);
    put(bits,
        (uint32_t)mq__bits_count(actors & (((uint32_t)1 << event.seat) - 1)),
        width(mq__bits_count(actors)));
    put_one(bits, list, mq_legal(game, st, event.seat, list), event.action);
}

static bool take_choice(struct bits *bits, const struct mq_match *match,
                        uint32_t actors, struct mq_event *out)
{
    mq_action list[MQ_MAX_LEGAL];
    uint32_t skip = take(bits, width(mq__bits_count(actors)));

    for (; skip > 0 && actors != 0; skip--) {
        actors &= actors - 1;
    }
    if (bits->failed || actors == 0) {
        return false;
    }
    out->seat = __builtin_ctz(actors);
    return take_one(bits, list,
                    mq_legal(match->game, match->state, out->seat, list),
                    &out->action);
}

/* Who has conceded, and after how many events of the log. */
static void put_concessions(struct bits *bits, const struct mq_match *match)
{
    uint32_t events = 0;

    put_number(bits, (uint32_t)mq__bits_count(match->conceded));
    for (int i = 0; i < match->entries; i++) {
        const struct mq_entry *entry = &match->entry[i];

        events += entry->kind == MQ_ENTRY_EVENT && !entry->withdrawn;
        if (entry->kind == MQ_ENTRY_CONCEDE) {
            put(bits, (uint32_t)entry->seat, 3);
            put_number(bits, events);
        }
    }
}

static void put_log(struct bits *bits, const struct mq_match *match)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];

    mq_match_state_at(match, 0, st);
    put_number(bits, (uint32_t)match->length);
    for (int k = 0; k < match->length; k++) {
        struct mq_event event = mq_match_event(match, k);

        if (event.seat == MQ_CHANCE_SEAT) {
            put_chance(bits, match->game, st,
                       &match->entry[match->log[k].entry]);
        } else {
            put_choice(bits, match->game, st, event);
        }
        mq_apply(match->game, st, event.seat, event.action);
    }
}

/* Bits up to the next byte: they are 0. */
static int padding(const struct bits *bits)
{
    return (int)(-bits->at % 8);
}

/* Over all that is packed and where it leads. */
static bool check(const struct mq_match *match, const void *bytes,
                  size_t length, uint8_t out[CHECK])
{
    char *json = mq_position_write(match->game, match->state);
    struct mq_hash hash;

    if (json == NULL) {
        return false;
    }
    mq__hash_init(&hash, CHECK);
    mq__hash_add(&hash, bytes, length);
    mq__hash_add(&hash, json, strlen(json));
    mq__hash_end(&hash, out);
    free(json);
    return true;
}

static char *spelt(const struct mq_buf *bytes)
{
    struct bits bits = {.data = (const uint8_t *)bytes->data,
                        .length = 8 * bytes->length};
    struct mq_buf text;

    mq__buf_init(&text);
    mq__buf_str(&text, MQ_PACKED_PREFIX);
    while (bits.at < bits.length) {
        size_t left = bits.length - bits.at;

        mq__buf_char(&text, digits[take(&bits, left < 6 ? (int)left : 6)]);
    }
    if (text.failed) {
        mq__buf_finish(&text);
    }
    return text.data;
}

enum mq_status mq_match_pack(const struct mq_match *match, char **out,
                             struct mq_error *error)
{
    struct mq_buf bytes;
    struct bits bits = {.out = &bytes};
    uint8_t hash[CHECK];
    uint32_t actors;

    *out = NULL;
    if (mq_match_turn(match, &actors) != MQ_TURN_OVER) {
        return mq_fail(error, MQ_CONFLICT, "match.pack-running", "");
    }
    if (!match->has_seed) {
        return mq_fail(error, MQ_NO_SEED, "bridge.no-seed", "");
    }
    mq__buf_init(&bytes);
    put_number(&bits, (uint32_t)match->header.length);
    put_bytes(&bits, match->header.data, match->header.length);
    put_bytes(&bits, match->config.seed.bytes, sizeof(match->config.seed));
    put_concessions(&bits, match);
    put_log(&bits, match);
    put(&bits, 0, padding(&bits));
    if (!bytes.failed && check(match, bytes.data, bytes.length, hash)) {
        put_bytes(&bits, hash, CHECK);
        *out = bytes.failed ? NULL : spelt(&bytes);
    }
    mq__buf_finish(&bytes);
    return *out != NULL ? MQ_OK
                        : mq_fail(error, MQ_NOMEM, "error.no-memory", "");
}

/* Reading. */

struct unpacking {
    struct bits bits;
    const struct mq_match_opener *opener;
    struct mq_match *match;
    struct {
        uint32_t seat, events;
    } concession[MQ_MAX_PLAYERS];
    uint32_t concessions;
    struct mq_error *error;
};

static enum mq_status damaged(struct mq_error *error)
{
    return mq_fail(error, MQ_DAMAGED, "match.pack-damaged", "");
}

static enum mq_status read_header(struct unpacking *u)
{
    size_t length = take_number(&u->bits);
    char *line;
    enum mq_status status;

    if (u->bits.failed || 8 * length > u->bits.length - u->bits.at) {
        return damaged(u->error);
    }
    line = malloc(length + 1);
    if (line == NULL) {
        return mq_fail(u->error, MQ_NOMEM, "error.no-memory", "");
    }
    take_bytes(&u->bits, line, length);
    line[length] = '\0';
    status = line[0] != '{' || memchr(line, '\n', length) != NULL
                 ? damaged(u->error)
                 : mq__match_read(line, length, u->opener, &u->match, NULL,
                                  u->error);
    free(line);
    return status;
}

static enum mq_status read_seed(struct unpacking *u)
{
    struct mq_match *match = u->match;
    uint8_t commitment[MQ_HASH_SIZE];

    take_bytes(&u->bits, match->config.seed.bytes, sizeof(match->config.seed));
    mq_seed_commitment(&match->config.seed, commitment);
    if (u->bits.failed ||
        memcmp(commitment, match->commitment, MQ_HASH_SIZE) != 0) {
        return damaged(u->error);
    }
    match->has_seed = true;
    return MQ_OK;
}

static enum mq_status read_concessions(struct unpacking *u)
{
    u->concessions = take_number(&u->bits);
    if (u->concessions > MQ_MAX_PLAYERS) {
        return damaged(u->error);
    }
    for (uint32_t i = 0; i < u->concessions; i++) {
        u->concession[i].seat = take(&u->bits, 3);
        u->concession[i].events = take_number(&u->bits);
    }
    return u->bits.failed ? damaged(u->error) : MQ_OK;
}

/* Those that came after as many events as the log has now. */
static enum mq_status concede(struct unpacking *u)
{
    enum mq_status status = MQ_OK;

    for (uint32_t i = 0; status == MQ_OK && i < u->concessions; i++) {
        if (u->concession[i].events == (uint32_t)u->match->length) {
            status = mq_match_concede(u->match, (int)u->concession[i].seat);
        }
    }
    return status == MQ_OK || status == MQ_NOMEM ? status : MQ_DAMAGED;
}

static enum mq_status read_event(struct unpacking *u)
{
    struct mq_event event = {.seat = MQ_CHANCE_SEAT};
    uint32_t actors;
    enum mq_turn turn = mq_match_turn(u->match, &actors);

    if (turn == MQ_TURN_SEATS) {
        return take_choice(&u->bits, u->match, actors, &event)
                   ? mq_match_play(u->match, event.seat, event.action, NULL)
                   : MQ_DAMAGED;
    }
    if (turn == MQ_TURN_OVER) {
        return MQ_DAMAGED;
    }
    if (take(&u->bits, 1) == 0) {
        return u->bits.failed ? MQ_DAMAGED : mq_match_chance(u->match, NULL);
    }
    return take_supplied(&u->bits, u->match, &event.action)
               ? mq_match_supply(u->match, event.action, NULL)
               : MQ_DAMAGED;
}

static enum mq_status read_log(struct unpacking *u)
{
    uint32_t events = take_number(&u->bits);
    enum mq_status status = events <= MAX_EVENTS ? concede(u) : MQ_DAMAGED;

    for (uint32_t i = 0; status == MQ_OK && i < events; i++) {
        status = read_event(u);
        if (status == MQ_OK) {
            status = concede(u);
        }
    }
    if (status == MQ_NOMEM) {
        return mq_fail(u->error, status, "error.no-memory", "");
    }
    return status == MQ_OK ? MQ_OK : damaged(u->error);
}

/* The match must end where it ended when it was packed. */
static enum mq_status read_end(struct unpacking *u)
{
    uint8_t wanted[CHECK], found[CHECK];
    enum mq_status status;

    if (take(&u->bits, padding(&u->bits)) != 0 ||
        u->bits.length - u->bits.at != 8 * CHECK) {
        return damaged(u->error);
    }
    if (!check(u->match, u->bits.data, u->bits.at / 8, found)) {
        return mq_fail(u->error, MQ_NOMEM, "error.no-memory", "");
    }
    take_bytes(&u->bits, wanted, CHECK);
    if (memcmp(wanted, found, CHECK) != 0) {
        return damaged(u->error);
    }
    status = mq_match_close(u->match);
    return status == MQ_OK ? MQ_OK
                           : mq_fail(u->error, status, "error.no-memory", "");
}

static enum mq_status unpack(struct unpacking *u)
{
    enum mq_status status = read_header(u);

    if (status == MQ_OK) {
        status = read_seed(u);
    }
    if (status == MQ_OK) {
        status = read_concessions(u);
    }
    if (status == MQ_OK) {
        status = read_log(u);
    }
    return status == MQ_OK ? read_end(u) : status;
}

/* The text's digits as bytes; false: there is another character. White space at
 * the end is let pass. */
static bool unspell(const char *text, size_t length, struct mq_buf *out)
{
    struct bits bits = {.out = out};

    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) {
        length--;
    }
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;

        if (digit == NULL) {
            return false;
        }
        put(&bits, (uint32_t)(digit - digits), 6);
    }
    if (!out->failed && bits.at % 8 != 0) {
        mq__buf_cut(out, bits.at / 8);
    }
    return true;
}

enum mq_status mq__match_unpack(const char *text, size_t length,
                                const struct mq_match_opener *opener,
                                struct mq_match **out, struct mq_error *error)
{
    size_t prefix = sizeof(MQ_PACKED_PREFIX) - 1;
    struct unpacking u = {.opener = opener, .error = error};
    struct mq_buf bytes;
    enum mq_status status = MQ_DAMAGED;

    *out = NULL;
    mq__buf_init(&bytes);
    if (length > MAX_BYTES ||
        !unspell(text + prefix, length - prefix, &bytes)) {
        status = damaged(error);
    } else if (bytes.failed) {
        status = mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    } else {
        u.bits = (struct bits){.data = (const uint8_t *)bytes.data,
                               .length = 8 * bytes.length};
        status = unpack(&u);
    }
    mq__buf_finish(&bytes);
    if (status != MQ_OK) {
        mq_match_destroy(u.match);
        return status;
    }
    *out = u.match;
    return MQ_OK;
}

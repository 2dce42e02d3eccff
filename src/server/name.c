/* Names that people give themselves: see request.h. */
#include "server/request.h"

#include "core/utf8.h"

#include <string.h>

/* Characters that can't be seen, or that turn what stands around them: blanks
 * of all kinds but the plain one, marks of direction, joiners, fillers, tags. A
 * name with them looks like another's. */
static const struct {
    uint32_t first, last;
} unseen[] = {
    {0x0000, 0x001F},   {0x007F, 0x00A0},   {0x00AD, 0x00AD},
    {0x034F, 0x034F},   {0x061C, 0x061C},   {0x115F, 0x1160},
    {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
    {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x206F},
    {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xE000, 0xF8FF},   {0xFE00, 0xFE0E},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
};

/* Marks that stand above or below the letter before them. */
static const struct {
    uint32_t first, last;
} marks[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x20D0, 0x20FF}, {0xFE0F, 0xFE0F}, {0xFE20, 0xFE2F},
};

static bool is_unseen(uint32_t c)
{
    for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++) {
        if (c >= unseen[i].first && c <= unseen[i].last) {
            return true;
        }
    }
    return false;
}

static bool is_mark(uint32_t c)
{
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (c >= marks[i].first && c <= marks[i].last) {
            return true;
        }
    }
    return false;
}

/* Alphabets with letters that look like those of another. A name has letters of
 * one of them: "Аnn" with a Cyrillic А is nobody's name. */
static const struct {
    uint32_t first, last;
    unsigned alphabet;
} alphabets[] = {
    {0x0041, 0x005A, 1},  {0x0061, 0x007A, 1},  {0x00C0, 0x02AF, 1},
    {0x0370, 0x03FF, 2},  {0x0400, 0x052F, 4},  {0x0530, 0x058F, 8},
    {0x10A0, 0x10FF, 16}, {0x13A0, 0x13FF, 32}, {0x1C80, 0x1C8F, 4},
    {0x1D00, 0x1DBF, 1},  {0x1E00, 0x1EFF, 1},  {0x1F00, 0x1FFF, 2},
    {0x2C80, 0x2CFF, 64}, {0x2DE0, 0x2DFF, 4},  {0xA4D0, 0xA4FF, 128},
    {0xA640, 0xA69F, 4},  {0xAB30, 0xAB6F, 1},  {0xAB70, 0xABBF, 32},
};

/* Letters that are written like others on purpose: mathematical ones, those in
 * circles and squares, wide ones, signs made of letters. */
static const struct {
    uint32_t first, last;
} imitations[] = {
    {0x2100, 0x214F}, {0x2160, 0x2188},   {0x2460, 0x24FF},
    {0xFF10, 0xFF5A}, {0x1D400, 0x1D7FF}, {0x1F100, 0x1F1AD},
};

static unsigned alphabet_of(uint32_t c)
{
    for (size_t i = 0; i < sizeof(alphabets) / sizeof(alphabets[0]); i++) {
        if (c >= alphabets[i].first && c <= alphabets[i].last) {
            return alphabets[i].alphabet;
        }
    }
    return 0;
}

static bool is_imitation(uint32_t c)
{
    for (size_t i = 0; i < sizeof(imitations) / sizeof(imitations[0]); i++) {
        if (c >= imitations[i].first && c <= imitations[i].last) {
            return true;
        }
    }
    return false;
}

/* The character of so many bytes, which are well-formed. */
static uint32_t decode(const char *text, size_t length)
{
    static const unsigned char heads[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t c = (unsigned char)text[0] & heads[length];

    for (size_t i = 1; i < length; i++) {
        c = c << 6 | ((unsigned char)text[i] & 0x3F);
    }
    return c;
}

enum { MOST_MARKS = 2 }; /* on one letter: more run into other lines */

bool mq__name_ok(const char *name)
{
    size_t length = strlen(name);
    uint32_t before = ' ';
    unsigned used = 0; /* alphabets: a mask */
    int count = 0, stacked = 0;

    for (size_t at = 0, step; at < length; at += step, count++) {
        uint32_t c;

        step = mq__utf8_length(name + at, length - at);
        c = step > 0 ? decode(name + at, step) : 0;
        stacked = is_mark(c) ? stacked + 1 : 0;
        used |= alphabet_of(c);
        if (is_unseen(c) || is_imitation(c) || (used & (used - 1)) != 0 ||
            (before == ' ' && (c == ' ' || stacked > 0)) ||
            stacked > MOST_MARKS) {
            return false;
        }
        before = c;
    }
    return count > 0 && count <= MQ_NAME_LENGTH && before != ' ' &&
           length < MQ_NAME_SIZE;
}

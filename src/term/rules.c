/* The rules page of a game, block by block. */
#include "term/rules.h"

#include "core/embed.h"
#include "term/boards/drawing.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MAX_CELLS 16

bool mq__rules_open(struct mq_rules *rules, const char *game,
                    const char *language)
{
    char path[64];
    const struct mq_embedded *page;

    snprintf(path, sizeof path, "rules/%.2s/%.32s.md", language, game);
    page = mq__embedded_find(path);
    if (page == NULL) { /* in English */
        snprintf(path, sizeof path, "rules/%.32s.md", game);
        page = mq__embedded_find(path);
    }
    memset(rules, 0, sizeof *rules);
    if (page == NULL) {
        return false;
    }
    rules->text = page->bytes;
    rules->length = page->length;
    return true;
}

static size_t line_length(const struct mq_rules *r, size_t at)
{
    const char *end = memchr(r->text + at, '\n', r->length - at);

    return end != NULL ? (size_t)(end - (r->text + at)) : r->length - at;
}

/* Whether the line at `at` goes on with a block of that kind. */
static bool goes_on(const struct mq_rules *r, size_t at,
                    enum mq_block_kind kind)
{
    size_t length = line_length(r, at);

    if (at >= r->length || length == 0) {
        return false;
    }
    switch (kind) {
    case MQ_BLOCK_HEADING:
        return false;
    case MQ_BLOCK_RULE:
    case MQ_BLOCK_ITEM:
        return r->text[at] == ' ';
    case MQ_BLOCK_TABLE:
        return r->text[at] == '|';
    case MQ_BLOCK_TEXT:
        break;
    }
    return strchr("|#", r->text[at]) == NULL &&
           strncmp(r->text + at, "- ", 2) != 0;
}

static void begin_block(const struct mq_rules *r, struct mq_block *out)
{
    const char *line = r->text + r->at;
    size_t length = line_length(r, r->at);

    out->kind = MQ_BLOCK_TEXT;
    out->text = line;
    if (line[0] == '#') {
        out->kind = MQ_BLOCK_HEADING;
        out->level = (int)strspn(line, "#");
        out->text += out->level + (int)strspn(line + out->level, " ");
    } else if (line[0] == '|') {
        out->kind = MQ_BLOCK_TABLE;
    } else if (length >= 2 && line[0] == '-' && line[1] == ' ') {
        size_t id = mq__rule_id(line + 2, line + length);

        id = line[2 + id] == ' ' ? id : 0;
        out->kind = id > 0 ? MQ_BLOCK_RULE : MQ_BLOCK_ITEM;
        memcpy(out->id, line + 2, id);
        out->text += 2 + (id > 0 ? id + 1 : 0);
    }
}

bool mq__rules_next(struct mq_rules *rules, struct mq_block *out)
{
    memset(out, 0, sizeof *out);
    while (rules->at < rules->length && rules->text[rules->at] == '\n') {
        rules->at++;
    }
    if (rules->at >= rules->length) {
        return false;
    }
    begin_block(rules, out);
    do {
        rules->at += line_length(rules, rules->at);
        out->length = (size_t)(rules->text + rules->at - out->text);
        rules->at += rules->at < rules->length;
    } while (goes_on(rules, rules->at, out->kind));
    return true;
}

bool mq__rules_find(struct mq_rules *rules, const char *id,
                    struct mq_block *out)
{
    while (mq__rules_next(rules, out)) {
        if (out->kind == MQ_BLOCK_RULE && strcasecmp(out->id, id) == 0) {
            return true;
        }
    }
    return false;
}

/* Byte `at` of a text, capital letters as small ones: A to Z, and in UTF-8
 * those from À to Þ (umlauts are among them). */
static int small_letter(const char *text, size_t at)
{
    int byte = (unsigned char)text[at];
    bool after_c3 = at > 0 && (unsigned char)text[at - 1] == 0xc3;

    if (after_c3 && byte >= 0x80 && byte <= 0x9e && byte != 0x97) {
        return byte + 0x20;
    }
    return tolower(byte);
}

static bool same_letters(const char *text, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (small_letter(text, i) != small_letter(word, i)) {
            return false;
        }
    }
    return true;
}

bool mq__rules_has(const struct mq_block *block, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length <= block->length; i++) {
        if (same_letters(block->text + i, word, length)) {
            return true;
        }
    }
    return false;
}

/* Copies text without Markdown's marks for code and emphasis. */
static void add_bare(struct mq_buf *out, const char *text, size_t length)
{
    bool code = false;

    for (size_t i = 0; i < length; i++) {
        code = text[i] == '`' ? !code : code;
        if (text[i] != '`' && (text[i] != '*' || code)) {
            mq__buf_char(out, text[i]);
        }
    }
}

/* One cell of a table's line, after the bar at `text`; returns where the next
 * bar is, NULL if there is none. */
static const char *next_cell(const char *text, struct mq_buf *out)
{
    const char *begin = text + 1 + strspn(text + 1, " ");
    const char *bar = begin + strcspn(begin, "|\n");
    const char *end = bar;

    mq__buf_clear(out);
    if (*bar != '|') {
        return NULL;
    }
    while (end > begin && end[-1] == ' ') {
        end--;
    }
    add_bare(out, begin, (size_t)(end - begin));
    return bar;
}

/* The line between a table's head and body: "| --- | --- |". */
static bool is_rule_line(const char *line)
{
    size_t length = strcspn(line, "\n");

    return strspn(line, "|-: ") >= length;
}

static void widen(const char *line, int *widths)
{
    struct mq_buf cell;

    mq__buf_init(&cell);
    for (int i = 0; i < MAX_CELLS && line != NULL; i++) {
        int width;

        line = next_cell(line, &cell);
        width = mq__text_columns(mq__buf_text(&cell));
        widths[i] = width > widths[i] ? width : widths[i];
    }
    mq__buf_finish(&cell);
}

static void add_line(struct mq_buf *out, const char *line, const int *widths)
{
    struct mq_buf cell;
    int missing = 0; /* blanks up to the next cell */

    mq__buf_init(&cell);
    for (int i = 0; i < MAX_CELLS; i++) {
        line = next_cell(line, &cell);
        if (line == NULL) {
            break;
        }
        if (cell.length > 0) {
            mq__text_blanks(out, missing);
            mq__buf_str(out, mq__buf_text(&cell));
            missing = 0;
        }
        missing += widths[i] + 2 - mq__text_columns(mq__buf_text(&cell));
    }
    mq__buf_char(out, '\n');
    mq__buf_finish(&cell);
}

/* The line of a table that is too wide: its cells one after the other. */
static void add_row(struct mq_buf *out, const char *line, int width)
{
    size_t start = out->length;
    struct mq_buf cell;

    mq__buf_init(&cell);
    while ((line = next_cell(line, &cell)) != NULL) {
        if (cell.length > 0) {
            mq__buf_str(out, out->length > start ? " · " : "");
            mq__buf_str(out, mq__buf_text(&cell));
        }
    }
    mq__wrap_from(out, start, width, 2);
    mq__buf_finish(&cell);
}

static const char *next_line(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));

    return newline != NULL ? newline + 1 : end;
}

static void add_table(struct mq_buf *out, const struct mq_block *block,
                      int width)
{
    const char *end = block->text + block->length;
    int widths[MAX_CELLS] = {0};
    int at = 0;
    int all = 0; /* columns */

    for (const char *line = block->text; line < end;
         line = next_line(line, end)) {
        if (!is_rule_line(line)) {
            widen(line, widths);
        }
    }
    for (int i = 0; i < MAX_CELLS; i++) {
        all = widths[i] > 0 ? at + widths[i] : all;
        at += widths[i] + 2;
    }
    for (const char *line = block->text; line < end;
         line = next_line(line, end)) {
        if (!is_rule_line(line) && all > width) {
            add_row(out, line, width);
        } else if (!is_rule_line(line)) {
            add_line(out, line, widths);
        }
    }
}

void mq__rules_show(struct mq_buf *out, const struct mq_block *block, int width)
{
    bool heading = block->kind == MQ_BLOCK_HEADING;
    size_t start = out->length;
    int indent = 0;

    if (block->kind == MQ_BLOCK_TABLE) {
        add_table(out, block, width);
        return;
    }
    if (heading) {
        mq__mark(out, 'b');
    } else if (block->kind == MQ_BLOCK_RULE) {
        mq__styled(out, 'h', block->id);
        mq__buf_char(out, ' ');
        indent = 2;
    } else if (block->kind == MQ_BLOCK_ITEM) {
        mq__buf_str(out, "- ");
        indent = 2;
    }
    add_bare(out, block->text, block->length);
    mq__wrap_from(out, start, width, indent);
    if (heading) {
        mq__mark(out, '.');
    }
}

/* CSV: see csv.h. */
#include "core/csv.h"

#include "core/utf8.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    struct mq_csv *csv;
    const char *at;
    const char *end;
    const char *line_start;
    int line;
    char *out; /* in the table's block */
    struct mq_error *error;
    enum mq_status status;
};

/* A row of fields as it was read. */
struct record {
    const char *field[MQ_CSV_MAX_COLUMNS];
    int column[MQ_CSV_MAX_COLUMNS]; /* where it begins */
    int count;                      /* goes on past the maximum */
    int line;
    bool empty; /* no field has any text */
};

static int column_at(const struct parser *p, const char *at)
{
    return mq__utf8_count(p->line_start, at) + 1;
}

/* The table is wrong: a message with line, column and more; returns false. */
static bool fail(struct parser *p, const char *id, const char *format, ...)
{
    va_list args;

    p->status = MQ_TABLES;
    if (p->error != NULL) {
        p->error->status = MQ_TABLES;
        va_start(args, format);
        mq_message_setv(&p->error->message, id, format, args);
        va_end(args);
    }
    return false;
}

static bool fail_at(struct parser *p, const char *at, const char *id)
{
    return fail(p, id, "ii", p->line, column_at(p, at));
}

static bool no_memory(struct parser *p)
{
    p->status = mq_fail(p->error, MQ_NOMEM, "error.no-memory", "");
    return false;
}

static bool at_crlf(const struct parser *p)
{
    return p->end - p->at >= 2 && p->at[0] == '\r' && p->at[1] == '\n';
}

static bool at_line_end(const struct parser *p)
{
    return p->at == p->end || *p->at == '\n' || at_crlf(p);
}

static void next_line(struct parser *p)
{
    if (p->at < p->end) {
        p->at += *p->at == '\r' ? 2 : 1;
        p->line++;
        p->line_start = p->at;
    }
}

/* One character into the block. */
static bool take(struct parser *p)
{
    size_t length = mq__utf8_length(p->at, (size_t)(p->end - p->at));

    if (length == 0) {
        return fail_at(p, p->at, "csv.utf8");
    }
    if (*p->at == '\0' || (*p->at == '\r' && !at_crlf(p))) {
        return fail_at(p, p->at, "csv.control");
    }
    memcpy(p->out, p->at, length);
    p->out += length;
    p->at += length;
    return true;
}

/* A line break inside quotation marks is kept as LF. */
static void take_line_end(struct parser *p)
{
    *p->out++ = '\n';
    next_line(p);
}

static bool read_quoted(struct parser *p)
{
    struct parser open = *p;

    p->at++;
    while (p->at < p->end) {
        if (at_line_end(p)) {
            take_line_end(p);
        } else if (*p->at != '"') {
            if (!take(p)) {
                return false;
            }
        } else if (p->end - p->at >= 2 && p->at[1] == '"') {
            *p->out++ = '"';
            p->at += 2;
        } else {
            p->at++;
            return (p->at < p->end && *p->at == ',') || at_line_end(p) ||
                   fail_at(p, p->at, "csv.after-quote");
        }
    }
    p->line = open.line;
    p->line_start = open.line_start;
    return fail_at(p, open.at, "csv.open-quote");
}

static bool read_plain(struct parser *p)
{
    while (!at_line_end(p) && *p->at != ',') {
        if (*p->at == '"') {
            return fail_at(p, p->at, "csv.quote");
        }
        if (!take(p)) {
            return false;
        }
    }
    return true;
}

static bool read_field(struct parser *p, struct record *record)
{
    const char *begin = p->out;
    bool quoted = p->at < p->end && *p->at == '"';

    if (record->count < MQ_CSV_MAX_COLUMNS) {
        record->field[record->count] = begin;
        record->column[record->count] = column_at(p, p->at);
    }
    if (!(quoted ? read_quoted(p) : read_plain(p))) {
        return false;
    }
    if (p->out > begin) {
        record->empty = false;
    }
    *p->out++ = '\0';
    record->count++;
    return true;
}

/* A row, without its line end. */
static bool read_record(struct parser *p, struct record *record)
{
    *record = (struct record){.line = p->line, .empty = true};
    while (read_field(p, record)) {
        if (at_line_end(p)) {
            return true;
        }
        p->at++; /* a comma: read_field ends at nothing else */
    }
    return false;
}

static bool at_comment(const struct parser *p)
{
    size_t left = (size_t)(p->end - p->at);

    return (left >= 1 && p->at[0] == '#') ||
           (left >= 2 && p->at[0] == '"' && p->at[1] == '#');
}

static void skip_head(struct parser *p)
{
    static const char mark[] = "\xEF\xBB\xBF";

    if (p->end - p->at >= 3 && memcmp(p->at, mark, 3) == 0) {
        p->at += 3;
        p->line_start = p->at;
    }
    while (p->at < p->end && (at_comment(p) || at_line_end(p))) {
        while (!at_line_end(p)) {
            p->at++;
        }
        next_line(p);
    }
}

static bool check_names(struct parser *p, const struct record *record)
{
    for (int i = 0; i < record->count; i++) {
        const char *name = record->field[i];

        if (name[0] == '\0') {
            return fail(p, "csv.no-name", "iii", record->line,
                        record->column[i], i + 1);
        }
        for (int j = 0; j < i; j++) {
            if (strcmp(name, record->field[j]) == 0) {
                return fail(p, "csv.twice", "iit", record->line,
                            record->column[i], name);
            }
        }
    }
    return true;
}

static bool read_header(struct parser *p)
{
    struct record record;

    skip_head(p);
    if (p->at == p->end) {
        return fail_at(p, p->at, "csv.no-header");
    }
    if (!read_record(p, &record)) {
        return false;
    }
    if (record.count > MQ_CSV_MAX_COLUMNS) {
        return fail(p, "csv.columns", "iii", record.line, 1,
                    MQ_CSV_MAX_COLUMNS);
    }
    if (!check_names(p, &record)) {
        return false;
    }
    p->csv->columns = record.count;
    memcpy(p->csv->name, record.field, sizeof p->csv->name);
    next_line(p);
    return true;
}

static bool add_row(struct parser *p, const struct record *record)
{
    struct mq_csv *csv = p->csv;

    if (record->count != csv->columns) {
        return fail(p, "csv.fields", "iiii", p->line, column_at(p, p->at),
                    record->count, csv->columns);
    }
    if (csv->rows == MQ_CSV_MAX_ROWS) {
        return fail(p, "csv.rows", "iii", record->line, 1, MQ_CSV_MAX_ROWS);
    }
    memcpy(csv->field + csv->rows * csv->columns, record->field,
           (size_t)csv->columns * sizeof csv->field[0]);
    csv->line[csv->rows] = record->line;
    csv->rows++;
    return true;
}

static bool allocate_rows(struct parser *p)
{
    size_t most = 1;

    for (const char *at = p->at; at < p->end; at++) {
        most += *at == '\n';
    }
    most = most < MQ_CSV_MAX_ROWS ? most : MQ_CSV_MAX_ROWS;
    p->csv->field =
        calloc(most * (size_t)p->csv->columns, sizeof p->csv->field[0]);
    p->csv->line = calloc(most, sizeof p->csv->line[0]);
    return (p->csv->field != NULL && p->csv->line != NULL) || no_memory(p);
}

static bool read_rows(struct parser *p)
{
    struct record record;

    while (p->at < p->end) {
        if (!read_record(p, &record)) {
            return false;
        }
        if (!record.empty && !add_row(p, &record)) {
            return false;
        }
        next_line(p);
    }
    return true;
}

enum mq_status mq__csv_parse(struct mq_csv *csv, const char *text,
                             size_t length, struct mq_error *error)
{
    struct parser p = {
        .csv = csv, .at = text, .line_start = text, .line = 1, .error = error};

    *csv = (struct mq_csv){0};
    if (length > INT_MAX) {
        return mq_fail(error, MQ_LIMIT, "csv.too-long", "");
    }
    p.end = text + length;
    /* Every field is at least as long in the text, with what ends it. */
    csv->block = malloc(length + 1);
    p.out = csv->block;
    if (csv->block == NULL) {
        no_memory(&p);
    } else if (read_header(&p) && allocate_rows(&p) && read_rows(&p)) {
        return MQ_OK;
    }
    mq__csv_finish(csv);
    return p.status;
}

void mq__csv_finish(struct mq_csv *csv)
{
    free(csv->block);
    free(csv->field);
    free(csv->line);
    *csv = (struct mq_csv){0};
}

int mq__csv_column(const struct mq_csv *csv, const char *name)
{
    for (int i = 0; i < csv->columns; i++) {
        if (strcmp(csv->name[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

const char *mq__csv_get(const struct mq_csv *csv, int row, int column)
{
    assert(row >= 0 && row < csv->rows);
    assert(column >= 0 && column < csv->columns);
    return csv->field[row * csv->columns + column];
}

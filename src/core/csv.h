/* CSV: RFC 4180 with a header line, UTF-8 (a byte-order mark is passed over),
 * LF or CRLF. Lines that begin with # before the header are comments: they
 * document the table (a spreadsheet may have put them in quotation marks).
 * Empty rows are passed over. Fields are kept as NUL-terminated text in one
 * block owned by the table. Spreadsheets may reorder columns and rows:
 * everything is looked up by column name.
 */
#ifndef MAXQ_CORE_CSV_H
#define MAXQ_CORE_CSV_H

#include <maxq/status.h>

#include <stddef.h>

#define MQ_CSV_MAX_COLUMNS 32
#define MQ_CSV_MAX_ROWS 512

struct mq_csv {
    char *block;       /* all texts */
    int columns, rows; /* rows without the header */
    const char *name[MQ_CSV_MAX_COLUMNS];
    const char **field; /* rows × columns */
    int *line;          /* line number of each row, from 1 */
};

/* Parses; errors have id "csv.*" with line and column as the first arguments.
 * On failure the table is empty. mq__csv_finish is legal then too. */
enum mq_status mq__csv_parse(struct mq_csv *csv, const char *text,
                             size_t length, struct mq_error *error);
void mq__csv_finish(struct mq_csv *csv);

/* The column with that name; -1 if there is none. */
int mq__csv_column(const struct mq_csv *csv, const char *name);
const char *mq__csv_get(const struct mq_csv *csv, int row, int column);

#endif

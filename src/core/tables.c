/* Tables: parsing, the checks common to all tables, field readers, binding. */
#include "core/tables.h"

#include "core/form.h"
#include "core/hash.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 32 /* of a column */

static const char *const source_words[] = {"rulebook", "public",
                                           "reconstructed", NULL};

static void report(struct mq_table *t, int row, const char *column,
                   struct mq_finding **out)
{
    struct mq_findings *f = t->findings;
    static const struct mq_finding none;

    if (f->count == MQ_MAX_FINDINGS) {
        *out = NULL;
        return;
    }
    *out = &f->item[f->count++];
    **out = none;
    snprintf((*out)->file, sizeof((*out)->file), "%s", t->kind->file);
    snprintf((*out)->column, sizeof((*out)->column), "%s", column);
    (*out)->line = row >= 0 && row < t->csv.rows ? t->csv.line[row] : 0;
}

static void error(struct mq_table *t, int row, const char *column,
                  const char *id, const char *format, va_list args)
{
    struct mq_finding *finding;

    t->findings->errors++;
    report(t, row, column, &finding);
    if (finding != NULL) {
        mq_message_setv(&finding->message, id, format, args);
    }
}

void mq__table_error(struct mq_table *t, int row, const char *column,
                     const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    error(t, row, column, id, format, args);
    va_end(args);
}

void mq__table_warning(struct mq_table *t, int row, const char *column,
                       const char *id, const char *format, ...)
{
    struct mq_finding *finding;
    va_list args;

    t->findings->warnings++;
    report(t, row, column, &finding);
    if (finding != NULL) {
        finding->warning = true;
        va_start(args, format);
        mq_message_setv(&finding->message, id, format, args);
        va_end(args);
    }
}

/* Fields. */

const char *mq__table_text(struct mq_table *t, int row, const char *column)
{
    int c = mq__csv_column(&t->csv, column);

    assert(c >= 0); /* bind is called only when all columns are there */
    return mq__csv_get(&t->csv, row, c);
}

/* A whole number at `text`, as far as it goes; false if there is none. */
static bool take_int(const char **text, int *out)
{
    char *end;
    long n = strtol(*text, &end, 10);

    if (end == *text || n < -1000000 || n > 1000000) {
        return false;
    }
    *text = end;
    *out = (int)n;
    return true;
}

int mq__table_int(struct mq_table *t, int row, const char *column, int low,
                  int high)
{
    const char *field = mq__table_text(t, row, column);
    const char *text = field;
    int n;

    if (!take_int(&text, &n) || *text != '\0') {
        mq__table_error(t, row, column, "tables.not-int", "tii", field, low,
                        high);
        return low;
    }
    if (n < low || n > high) {
        mq__table_error(t, row, column, "tables.range", "iii", n, low, high);
        return low;
    }
    return n;
}

int mq__table_int_or(struct mq_table *t, int row, const char *column, int low,
                     int high, int missing)
{
    if (mq__table_text(t, row, column)[0] == '\0') {
        return missing;
    }
    return mq__table_int(t, row, column, low, high);
}

static int find_word(const char *const *words, const char *text, size_t length)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], text, length) == 0) {
            return i;
        }
    }
    return -1;
}

static void unknown_word(struct mq_table *t, int row, const char *column,
                         const char *const *words, const char *word)
{
    char list[MQ_ARG_TEXT_SIZE] = "";
    size_t used = 0;

    for (int i = 0; words[i] != NULL && used < sizeof(list); i++) {
        int n = snprintf(list + used, sizeof(list) - used, "%s%s",
                         i > 0 ? ", " : "", words[i]);
        used += n > 0 ? (size_t)n : 0;
    }
    mq__table_error(t, row, column, "tables.word", "tt", word, list);
}

int mq__table_word(struct mq_table *t, int row, const char *column,
                   const char *const *words)
{
    const char *text = mq__table_text(t, row, column);
    int i = find_word(words, text, strlen(text));

    if (i < 0) {
        unknown_word(t, row, column, words, text);
        return 0;
    }
    return i;
}

uint32_t mq__table_words(struct mq_table *t, int row, const char *column,
                         const char *const *words)
{
    const char *text = mq__table_text(t, row, column);
    uint32_t mask = 0;

    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        int i = find_word(words, text, length);

        if (i < 0) {
            char word[MQ_ARG_TEXT_SIZE];

            snprintf(word, sizeof(word), "%.*s", (int)(length & 0xFF), text);
            unknown_word(t, row, column, words, word);
        } else {
            mask |= UINT32_C(1) << i;
        }
        text += length;
    }
    return mask;
}

int mq__table_ints(struct mq_table *t, int row, const char *column, int low,
                   int high, int most, int *out)
{
    const char *field = mq__table_text(t, row, column);
    const char *text = field + strspn(field, " ");
    int n = 0;

    while (*text != '\0') {
        int number;

        if (!take_int(&text, &number) || (*text != ' ' && *text != '\0')) {
            mq__table_error(t, row, column, "tables.not-int", "tii", field, low,
                            high);
            return n;
        }
        if (number < low || number > high) {
            mq__table_error(t, row, column, "tables.range", "iii", number, low,
                            high);
            return n;
        }
        if (n == most) {
            mq__table_error(t, row, column, "tables.too-many", "i", most);
            return n;
        }
        out[n++] = number;
        text += strspn(text, " ");
    }
    return n;
}

static bool is_id(const char *text)
{
    size_t length = strlen(text);

    return length > 0 && length < MQ_ID_SIZE &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

void mq__table_id(struct mq_table *t, int row, const char *column,
                  char out[MQ_ID_SIZE])
{
    const char *text = mq__table_text(t, row, column);

    memset(out, 0, MQ_ID_SIZE);
    if (!is_id(text)) {
        mq__table_error(t, row, column, "tables.id", "ti", text,
                        MQ_ID_SIZE - 1);
        return;
    }
    for (int i = 0; i < row; i++) {
        if (strcmp(mq__table_text(t, i, column), text) == 0) {
            mq__table_error(t, row, column, "tables.twice", "ti", text,
                            t->csv.line[i]);
            return;
        }
    }
    memcpy(out, text, strlen(text));
}

/* Columns of a row. */

void mq__table_row(struct mq_table *t, int row, void *out)
{
    for (const struct mq_column *c = t->kind->fields; c->name != NULL; c++) {
        struct mq_cell f = {t, row, c, (char *)out + c->at};

        if (c->read != NULL) {
            c->read(&f);
        }
    }
}

const char *mq__cell_text(const struct mq_cell *f)
{
    return mq__table_text(f->t, f->row, f->column->name);
}

void mq__cell_store(const struct mq_cell *f, long number)
{
    mq__field_store(f->to, f->column->size, number);
}

void mq__cell_error(const struct mq_cell *f, const char *id, const char *format,
                    ...)
{
    va_list args;

    va_start(args, format);
    error(f->t, f->row, f->column->name, id, format, args);
    va_end(args);
}

void mq__column_id(const struct mq_cell *f)
{
    assert(f->column->size == MQ_ID_SIZE);
    mq__table_id(f->t, f->row, f->column->name, f->to);
}

void mq__column_int(const struct mq_cell *f)
{
    const struct mq_column *c = f->column;

    mq__cell_store(f, mq__table_int(f->t, f->row, c->name, c->low, c->high));
}

void mq__column_int_or(const struct mq_cell *f)
{
    if (*mq__cell_text(f) == '\0') {
        mq__cell_store(f, 0);
    } else {
        mq__column_int(f);
    }
}

void mq__column_word(const struct mq_cell *f)
{
    const char *words[MAX_WORDS + 1] = {NULL};
    const char *row = f->column->words;
    size_t stride = f->column->stride;
    int n = 0;

    do {
        assert(n <= MAX_WORDS);
        memcpy(&words[n], row, sizeof(words[n]));
        row += stride != 0 ? stride : sizeof(words[n]);
    } while (words[n++] != NULL);
    mq__cell_store(f, mq__table_word(f->t, f->row, f->column->name, words));
}

void mq__column_words(const struct mq_cell *f)
{
    mq__cell_store(f, (long)mq__table_words(f->t, f->row, f->column->name,
                                            f->column->words));
}

/* What holds for every table. */

/* The name of a column; NULL after the last one. */
static const char *column_name(const struct mq_table_kind *kind, int i)
{
    return kind->fields != NULL ? kind->fields[i].name : kind->columns[i];
}

static bool listed(const struct mq_table_kind *kind, const char *name)
{
    for (int i = 0; column_name(kind, i) != NULL; i++) {
        if (strcmp(column_name(kind, i), name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_columns(struct mq_table *t)
{
    const struct mq_table_kind *kind = t->kind;

    for (int i = 0; column_name(kind, i) != NULL; i++) {
        const char *name = column_name(kind, i);

        if (mq__csv_column(&t->csv, name) < 0) {
            mq__table_error(t, -1, name, "tables.no-column", "t", name);
        }
    }
    for (int i = 0; i < t->csv.columns; i++) {
        const char *name = t->csv.name[i];

        if (!listed(kind, name) && strcmp(name, "source") != 0 &&
            strcmp(name, "known") != 0) {
            mq__table_warning(t, -1, name, "tables.extra-column", "t", name);
        }
    }
    if (mq__csv_column(&t->csv, "source") < 0) {
        mq__table_error(t, -1, "source", "tables.no-column", "t", "source");
    }
    if (mq__csv_column(&t->csv, "known") < 0) {
        mq__table_error(t, -1, "known", "tables.no-column", "t", "known");
    }
}

/* `known` names columns of this table. */
static void check_known(struct mq_table *t, int row)
{
    const char *text = mq__table_text(t, row, "known");

    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        char name[MQ_ID_SIZE];
        size_t length = strcspn(text, " ");

        snprintf(name, sizeof(name), "%.*s", (int)(length & 0xFF), text);
        if (!listed(t->kind, name)) {
            mq__table_error(t, row, "known", "tables.known", "t", name);
        }
        text += length;
    }
}

static void check_rows(struct mq_table *t)
{
    if (t->csv.rows > t->kind->max_rows) {
        mq__table_error(t, t->kind->max_rows, "", "tables.too-many-rows", "i",
                        t->kind->max_rows);
    }
    for (int row = 0; row < t->csv.rows; row++) {
        mq__table_word(t, row, "source", source_words);
        check_known(t, row);
    }
}

/* MQ_NOMEM, or MQ_OK: the findings tell the rest. */
static enum mq_status open_table(struct mq_table *t,
                                 const struct mq_table_file *file)
{
    struct mq_error error = {0};
    enum mq_status status;

    if (file == NULL) {
        mq__table_error(t, -1, "", "tables.missing", "t", t->kind->file);
        return MQ_OK;
    }
    status = mq__csv_parse(&t->csv, file->bytes, file->length, &error);
    if (status == MQ_NOMEM) {
        return status;
    }
    if (status != MQ_OK) {
        struct mq_finding *finding;

        t->findings->errors++;
        report(t, -1, "", &finding);
        if (finding != NULL) {
            finding->message = error.message;
        }
        return MQ_OK;
    }
    int before = t->findings->errors;

    check_columns(t);
    if (t->findings->errors == before) {
        check_rows(t);
    }
    return MQ_OK;
}

/* Binding. */

static const struct mq_table_file *find_file(const struct mq_table_file *files,
                                             int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(files[i].name, name) == 0) {
            return &files[i];
        }
    }
    return NULL;
}

static void hash_tables(const struct mq_table_file *files, int count,
                        uint8_t out[MQ_HASH_SIZE])
{
    struct mq_hash hash;

    mq__hash_init(&hash, MQ_HASH_SIZE);
    for (int i = 0; i < count; i++) {
        uint8_t length[8];

        for (int k = 0; k < 8; k++) {
            length[k] = (uint8_t)((uint64_t)files[i].length >> (8 * k));
        }
        mq__hash_add(&hash, files[i].name, strlen(files[i].name) + 1);
        mq__hash_add(&hash, length, sizeof(length));
        mq__hash_add(&hash, files[i].bytes, files[i].length);
    }
    mq__hash_end(&hash, out);
}

/* One block: the game, its tables, its files, their bytes. So closing is one
 * free, and nothing points outside but to static storage. */
struct bound {
    struct mq_game game;
    struct mq_table_file file[MQ_MAX_FILES];
    _Alignas(16) unsigned char tables[];
};

static struct mq_game *make_game(const struct mq_game_kind *kind,
                                 const struct mq_table_file *const *chosen)
{
    size_t texts = 0;
    struct bound *bound;
    char *text;

    for (int i = 0; i < kind->file_count; i++) {
        texts += chosen[i]->length + 1;
    }
    bound = calloc(1, sizeof(*bound) + kind->tables_size + texts);
    if (bound == NULL) {
        return NULL;
    }
    text = (char *)bound->tables + kind->tables_size;
    for (int i = 0; i < kind->file_count; i++) {
        memcpy(text, chosen[i]->bytes, chosen[i]->length);
        bound->file[i] = (struct mq_table_file){kind->files[i].file, text,
                                                chosen[i]->length};
        text += chosen[i]->length + 1;
    }
    bound->game = *kind->shape;
    bound->game.tables = bound->tables;
    bound->game.files = bound->file;
    bound->game.file_count = kind->file_count;
    hash_tables(bound->file, kind->file_count, bound->game.tables_hash);
    return &bound->game;
}

static bool same_files(const struct mq_table_file *const *chosen, int count,
                       const struct mq_table_file *builtin, int builtins)
{
    for (int i = 0; i < count; i++) {
        const struct mq_table_file *b =
            find_file(builtin, builtins, chosen[i]->name);

        if (b == NULL || b->length != chosen[i]->length ||
            memcmp(b->bytes, chosen[i]->bytes, b->length) != 0) {
            return false;
        }
    }
    return true;
}

/* Parses and binds; the findings tell whether it went well. */
static enum mq_status read_tables(const struct mq_game_kind *kind,
                                  const struct mq_table_file *const *chosen,
                                  void *tables, struct mq_findings *findings)
{
    struct mq_table table[MQ_MAX_FILES];
    enum mq_status status = MQ_OK;

    memset(table, 0, sizeof(table));
    for (int i = 0; status == MQ_OK && i < kind->file_count; i++) {
        table[i].kind = &kind->files[i];
        table[i].findings = findings;
        status = open_table(&table[i], chosen[i]);
    }
    if (status == MQ_OK && findings->errors == 0 && tables != NULL) {
        kind->bind(tables, table);
    }
    for (int i = 0; i < kind->file_count; i++) {
        mq__csv_finish(&table[i].csv);
    }
    return status;
}

static bool find_files(const struct mq_game_kind *kind,
                       const struct mq_table_file *files, int count,
                       const struct mq_table_file *builtin, int builtins,
                       const struct mq_table_file **chosen)
{
    bool all = true;

    for (int i = 0; i < kind->file_count; i++) {
        chosen[i] = find_file(files, count, kind->files[i].file);
        if (chosen[i] == NULL) {
            chosen[i] = find_file(builtin, builtins, kind->files[i].file);
        }
        all = all && chosen[i] != NULL;
    }
    return all;
}

enum mq_status mq__game_bind(const struct mq_game_kind *kind,
                             const struct mq_table_file *files, int count,
                             const struct mq_table_file *builtin, int builtins,
                             struct mq_game **out, struct mq_findings *findings)
{
    const struct mq_table_file *chosen[MQ_MAX_FILES];
    struct mq_findings local = {0};
    struct mq_game *game = NULL;
    enum mq_status status;

    assert(kind->file_count <= MQ_MAX_FILES);
    findings = findings != NULL ? findings : &local;
    findings->errors = findings->warnings = findings->count = 0;
    *out = NULL;
    if (find_files(kind, files, count, builtin, builtins, chosen)) {
        game = make_game(kind, chosen);
        if (game == NULL) {
            return MQ_NOMEM;
        }
        game->builtin_tables =
            same_files(chosen, kind->file_count, builtin, builtins);
    }
    status = read_tables(kind, chosen,
                         game != NULL ? ((struct bound *)game)->tables : NULL,
                         findings);
    if (status != MQ_OK || findings->errors > 0) {
        free(game);
        return status != MQ_OK ? status : MQ_TABLES;
    }
    *out = game;
    return MQ_OK;
}

void mq__game_unbind(struct mq_game *game)
{
    if (game != NULL) {
        free(game->net);
    }
    free(game);
}

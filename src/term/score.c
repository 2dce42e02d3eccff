/* Points by source, and the result of a match. */
#include "term/session.h"

#include "term/text.h"

#include <stdio.h>
#include <string.h>

#define MAX_ROWS 24
#define LABEL_SIZE 96
#define NAME_WIDTH 12

/* The sources of all players, a row each; sources with the same words are the
 * same row. */
struct sheet {
    int rows;
    char label[MAX_ROWS][LABEL_SIZE];
    int points[MAX_ROWS][MQ_MAX_PLAYERS];
    bool has[MAX_ROWS][MQ_MAX_PLAYERS];
    double total[MQ_MAX_PLAYERS];
};

static int row_of(struct sheet *sheet, const char *label)
{
    for (int i = 0; i < sheet->rows; i++) {
        if (strcmp(sheet->label[i], label) == 0) {
            return i;
        }
    }
    if (sheet->rows == MAX_ROWS) {
        return -1;
    }
    memcpy(sheet->label[sheet->rows], label, strlen(label) + 1);
    return sheet->rows++;
}

static void fill(const struct mq_session *s, struct sheet *sheet)
{
    memset(sheet, 0, sizeof *sheet);
    s->game->scores(s->game, s->view.bytes, sheet->total);
    for (int seat = 0; seat < s->players; seat++) {
        struct mq_points points[MQ_MAX_NOTES];
        int count = s->game->breakdown(s->game, s->view.bytes, seat, points);

        for (int i = 0; i < count; i++) {
            char label[LABEL_SIZE];
            int row;

            mq_sentence(&points[i].message, &s->voice, label, sizeof label);
            row = row_of(sheet, label);
            if (row >= 0) {
                sheet->points[row][seat] += points[i].points;
                sheet->has[row][seat] = true;
            }
        }
    }
}

/* Whole points are the rule; halves would show one decimal. */
static void add_total(struct mq_buf *out, double total, int width)
{
    char figure[32];

    if (total == (double)(long)total) {
        snprintf(figure, sizeof figure, "%ld", (long)total);
    } else {
        snprintf(figure, sizeof figure, "%.1f", total);
    }
    mq__text_pad(out, figure, width);
}

static const char *name_of(const struct mq_session *s, int seat, char *out,
                           size_t size)
{
    if (s->names[seat] != NULL) {
        return s->names[seat];
    }
    snprintf(out, size, "P%d", seat + 1);
    return out;
}

static int label_width(const struct mq_session *s, const struct sheet *sheet)
{
    const char *total = mq_text(s->voice.language, "term.total");
    int most = total != NULL ? mq__text_width(total, strlen(total)) : 0;

    for (int i = 0; i < sheet->rows; i++) {
        int width = mq__text_width(sheet->label[i], strlen(sheet->label[i]));

        most = width > most ? width : most;
    }
    return most;
}

static void add_names(const struct mq_session *s, struct mq_buf *out)
{
    for (int seat = 0; seat < s->players; seat++) {
        char number[8];
        char cut[64];
        struct mq_buf name;

        mq__buf_fixed(&name, cut, sizeof cut);
        mq__text_cut(&name, name_of(s, seat, number, sizeof number),
                     NAME_WIDTH);
        mq__buf_printf(out, "  %c%d", MQ_MARK, seat);
        mq__text_pad(out, cut, -NAME_WIDTH);
        mq__buf_printf(out, "%c.", MQ_MARK);
    }
    mq__buf_char(out, '\n');
}

static void show_table(struct mq_session *s, const struct sheet *sheet,
                       int width)
{
    struct mq_buf *out = &s->screen.text;

    mq__text_blanks(out, width);
    add_names(s, out);
    for (int row = 0; row < sheet->rows; row++) {
        mq__text_pad(out, sheet->label[row], width);
        for (int seat = 0; seat < s->players; seat++) {
            char figure[16] = "";

            if (sheet->has[row][seat]) {
                snprintf(figure, sizeof figure, "%d", sheet->points[row][seat]);
            }
            mq__text_pad(out, figure, -NAME_WIDTH - 2);
        }
        mq__buf_char(out, '\n');
    }
    mq__buf_printf(out, "%cb", MQ_MARK);
    mq__text_pad(out, mq_text(s->voice.language, "term.total"), width);
    for (int seat = 0; seat < s->players; seat++) {
        add_total(out, sheet->total[seat], -NAME_WIDTH - 2);
    }
    mq__buf_printf(out, "%c.\n", MQ_MARK);
}

/* A list a player: for narrow screens and for screen readers. */
static void show_lists(struct mq_session *s, const struct sheet *sheet)
{
    struct mq_buf *out = &s->screen.text;

    for (int seat = 0; seat < s->players; seat++) {
        char number[8];

        mq__buf_printf(out, "%c%d%s%c.: ", MQ_MARK, seat,
                       name_of(s, seat, number, sizeof number), MQ_MARK);
        add_total(out, sheet->total[seat], 0);
        mq__buf_char(out, '\n');
        for (int row = 0; row < sheet->rows; row++) {
            if (sheet->has[row][seat]) {
                mq__buf_printf(out, "  %s: %d\n", sheet->label[row],
                               sheet->points[row][seat]);
            }
        }
    }
}

void mq__show_breakdown(struct mq_session *s)
{
    struct sheet sheet;
    int width;

    fill(s, &sheet);
    width = label_width(s, &sheet);
    if (s->plain || width + s->players * (NAME_WIDTH + 2) > s->screen.width) {
        show_lists(s, &sheet);
    } else {
        show_table(s, &sheet, width);
    }
}

static int count_winners(uint32_t mask)
{
    int count = 0;

    for (; mask != 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

static void show_winners(struct mq_session *s)
{
    uint32_t winners = mq_match_winners(s->match);
    int count = count_winners(winners);
    struct mq_buf line;
    struct mq_wrap wrap = {.width = s->screen.width};

    mq__buf_init(&line);
    mq__buf_printf(&line, "%cg%cb", MQ_MARK, MQ_MARK);
    if (count == 0) {
        mq__add_text(s, &line, "term.nobody-wins", "");
    } else if (count > 1) {
        mq__add_text(s, &line, "term.share", "");
    }
    for (int seat = 0, n = 0; seat < s->players; seat++) {
        if ((winners >> seat & 1) == 0) {
            continue;
        }
        if (count == 1) {
            mq__add_text(s, &line, "term.wins", "p", seat);
        } else {
            mq__buf_char(&line, ' ');
            mq__add_text(s, &line,
                         n++ > 0 ? "term.share-next" : "term.share-one", "p",
                         seat);
        }
    }
    mq__buf_printf(&line, "%c.", MQ_MARK);
    mq__text_wrap(&s->screen.text, mq__buf_text(&line), &wrap);
    mq__buf_finish(&line);
}

/* What the record says beside the play: help from hindsight, own dice. */
static void show_remarks(struct mq_session *s)
{
    int agreed = 0;
    int supplied = 0;

    for (int i = 0; i < mq_match_entries(s->match); i++) {
        const struct mq_entry *entry = mq_match_entry(s->match, i);

        agreed += entry->kind == MQ_ENTRY_UNDO && entry->agreed;
        supplied += entry->kind == MQ_ENTRY_EVENT && entry->supplied &&
                    !entry->withdrawn;
    }
    if (agreed > 0) {
        mq__say(s, "term.taken-back-known", "i", agreed);
    }
    if (supplied > 0) {
        mq__say(s, "term.supplied", "i", supplied);
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (mq_match_conceded(s->match) >> seat & 1) {
            mq__say(s, "term.conceded", "p", seat);
        }
    }
}

void mq__show_result(struct mq_session *s)
{
    mq__say_title(s, "term.result", "");
    show_winners(s);
    mq__show_breakdown(s);
    show_remarks(s);
}

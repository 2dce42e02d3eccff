/* Points by source, and the result of a match. */
#include "term/session.h"

#include <stdio.h>
#include <string.h>

#define MAX_ROWS 24
#define LABEL_SIZE 96
#define NAME_WIDTH 12

/* The sources of all players, a row each; sources with the same words are the
 * same row. */
struct score_table {
    int rows;
    char label[MAX_ROWS][LABEL_SIZE];
    int points[MAX_ROWS][MQ_MAX_PLAYERS];
    bool has[MAX_ROWS][MQ_MAX_PLAYERS];
    double total[MQ_MAX_PLAYERS];
};

static int row_of(struct score_table *table, const char *label)
{
    for (int i = 0; i < table->rows; i++) {
        if (strcmp(table->label[i], label) == 0) {
            return i;
        }
    }
    if (table->rows == MAX_ROWS) {
        return -1;
    }
    memcpy(table->label[table->rows], label, strlen(label) + 1);
    return table->rows++;
}

static void fill(const struct mq_session *s, struct score_table *table)
{
    memset(table, 0, sizeof *table);
    mq_scores(s->game, s->view.bytes, table->total);
    for (int seat = 0; seat < s->players; seat++) {
        struct mq_points points[MQ_MAX_NOTES];
        int count = mq_breakdown(s->game, s->view.bytes, seat, points);

        for (int i = 0; i < count; i++) {
            char label[LABEL_SIZE];
            int row;

            mq_sentence(&points[i].message, &s->voice, label, sizeof label);
            row = row_of(table, label);
            if (row >= 0) {
                table->points[row][seat] += points[i].points;
                table->has[row][seat] = true;
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

static int label_width(const struct mq_session *s,
                       const struct score_table *table)
{
    int most = mq__text_columns(mq__label(s->voice.language, "term.total"));

    for (int i = 0; i < table->rows; i++) {
        int width = mq__text_columns(table->label[i]);

        most = width > most ? width : most;
    }
    return most;
}

static void add_names(const struct mq_session *s, struct mq_buf *out)
{
    for (int seat = 0; seat < s->players; seat++) {
        char cut[64];
        struct mq_buf name;

        mq__buf_fixed(&name, cut, sizeof cut);
        mq__text_cut(&name, s->names[seat], NAME_WIDTH);
        mq__buf_printf(out, "  %c%d", MQ_MARK, seat);
        mq__text_pad(out, cut, -NAME_WIDTH);
        mq__buf_printf(out, "%c.", MQ_MARK);
    }
    mq__buf_char(out, '\n');
}

static void show_table(struct mq_session *s, const struct score_table *table,
                       int width)
{
    struct mq_buf *out = &s->screen.text;

    mq__text_blanks(out, width);
    add_names(s, out);
    for (int row = 0; row < table->rows; row++) {
        mq__text_pad(out, table->label[row], width);
        for (int seat = 0; seat < s->players; seat++) {
            char figure[16] = "";

            if (table->has[row][seat]) {
                snprintf(figure, sizeof figure, "%d", table->points[row][seat]);
            }
            mq__text_pad(out, figure, -NAME_WIDTH - 2);
        }
        mq__buf_char(out, '\n');
    }
    mq__buf_printf(out, "%cb", MQ_MARK);
    mq__text_pad(out, mq__label(s->voice.language, "term.total"), width);
    for (int seat = 0; seat < s->players; seat++) {
        add_total(out, table->total[seat], -NAME_WIDTH - 2);
    }
    mq__buf_printf(out, "%c.\n", MQ_MARK);
}

/* A list a player: for narrow screens and for screen readers. */
static void show_lists(struct mq_session *s, const struct score_table *table)
{
    struct mq_buf *out = &s->screen.text;

    for (int seat = 0; seat < s->players; seat++) {
        mq__buf_printf(out, "%c%d%s%c.: ", MQ_MARK, seat, s->names[seat],
                       MQ_MARK);
        add_total(out, table->total[seat], 0);
        mq__buf_char(out, '\n');
        for (int row = 0; row < table->rows; row++) {
            if (table->has[row][seat]) {
                mq__buf_printf(out, "  %s: %d\n", table->label[row],
                               table->points[row][seat]);
            }
        }
    }
}

void mq__show_breakdown(struct mq_session *s)
{
    struct score_table table;
    int width;

    fill(s, &table);
    width = label_width(s, &table);
    if (s->plain || width + s->players * (NAME_WIDTH + 2) > s->screen.width) {
        show_lists(s, &table);
    } else {
        show_table(s, &table, width);
    }
}

/* The seats in the order of their rank. */
static void show_ranks(struct mq_session *s, const struct mq_all_standings *all)
{
    for (int rank = 1; rank <= all->players; rank++) {
        for (int seat = 0; seat < all->players; seat++) {
            const struct mq_seat_standing *standing = &all->seat[seat];

            if (standing->rank == rank) {
                mq__say(s, "term.stands", "ipii", rank, seat,
                        (int)standing->total, (int)standing->score);
            }
        }
    }
}

void mq__show_standings(struct mq_session *s)
{
    struct mq_all_standings all;

    mq_standings(s->game, s->view.bytes, s->viewer, &all);
    mq__say_title(s, "term.standings", "");
    show_ranks(s, &all);
    if (all.aim.message.id != NULL) {
        mq__say_note(s, 0, &all.aim);
    }
    for (int i = 0; i < all.ends; i++) {
        mq__say_note(s, 0, &all.end[i].note);
    }
}

static void show_winners(struct mq_session *s)
{
    uint32_t winners = s->link != NULL ? s->link->winners(s->link)
                                       : mq_match_winners(s->match);
    int count = __builtin_popcount(winners);
    struct mq_buf *out = &s->screen.text;
    size_t start = out->length;

    mq__buf_printf(out, "%cg%cb", MQ_MARK, MQ_MARK);
    if (count != 1) {
        mq__say_text(out, &s->voice,
                     count == 0 ? "term.nobody-wins" : "term.share", "");
    }
    for (int seat = 0, n = 0; seat < s->players; seat++) {
        if ((winners >> seat & 1) != 0) {
            mq__buf_str(out, count == 1 ? "" : " ");
            mq__say_text(out, &s->voice,
                         count == 1 ? "term.wins"
                         : n++ > 0  ? "term.share-next"
                                    : "term.share-one",
                         "p", seat);
        }
    }
    mq__buf_printf(out, "%c.", MQ_MARK);
    mq__wrap_from(out, start, s->screen.width, 0);
}

/* What the record says beside the play: help from hindsight, own dice. */
static void show_remarks(struct mq_session *s)
{
    int agreed = 0;
    int supplied = 0;

    if (s->match == NULL) {
        return;
    }
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

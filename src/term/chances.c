/* Chances as lines of text: see chances.h. */
#include "term/chances.h"

#include "core/say.h"
#include "term/boards/drawing.h"

#include <stdio.h>

#define BAR 20
#define MOST_WITH_BARS 10
#define FIGURE 9 /* columns of a percentage: "> 99.9 %" */
#define GAP 2

struct list {
    const struct mq_odds *odds;
    int count;
    const struct mq_chance_style *style;
    int columns, width; /* of the list; of a sentence */
};

static const char *text_of(const struct list *l, const char *id)
{
    return mq__label(l->style->voice->language, id);
}

/* As people read it: 12.5 %, in the language's figures. */
static void percent(const struct list *l, double chance, char *out, size_t size)
{
    const char *sign = text_of(l, "core.decimal-sign");
    long thousandths = (long)(chance * 1000 + 0.5);

    if (chance < 0) {
        snprintf(out, size, "\xE2\x80\x93");
    } else if (chance > 0 && thousandths == 0) {
        snprintf(out, size, "< 0%s1 %%", sign);
    } else if (chance < 1 && thousandths == 1000) {
        snprintf(out, size, "> 99%s9 %%", sign);
    } else {
        snprintf(out, size, "%ld%s%ld %%", thousandths / 10, sign,
                 thousandths % 10);
    }
}

static void add_chance(const struct list *l, struct mq_buf *out,
                       const struct mq_odds *o)
{
    char figure[32];
    size_t start;

    percent(l, o->chance, figure, sizeof figure);
    mq__text_pad(out, figure, -FIGURE);
    mq__text_blanks(out, GAP);
    start = out->length;
    mq__say_message(out, l->style->voice, &o->message);
    mq__pad_from(out, start, o->chance < 0 ? 0 : l->width);
}

static void add_meter(const struct list *l, struct mq_buf *out, double chance)
{
    int full = (int)(chance * BAR + 0.5);

    if (l->style->plain || chance < 0 ||
        FIGURE + GAP + l->width + GAP + BAR > l->style->width) {
        return;
    }
    mq__buf_printf(out, "  %cd", MQ_MARK);
    mq__repeat(out, "\xE2\x96\xA0", full);
    mq__buf_printf(out, "%c.", MQ_MARK);
}

static void add_spare(const struct list *l, struct mq_buf *out,
                      const struct mq_odds *o)
{
    mq__buf_str(out, text_of(l, "term.odds-spare"));
    for (int i = 0; i < o->spare_count; i++) {
        char figure[32];

        percent(l, o->spare[i], figure, sizeof figure);
        mq__buf_printf(out, "%s %d: %s", i > 0 ? "," : "", i, figure);
    }
}

static void add_lack(const struct list *l, struct mq_buf *out,
                     const struct mq_note *lack)
{
    mq__buf_printf(out, "%s ", text_of(l, "term.odds-lack"));
    mq__say_message(out, l->style->voice, &lack->message);
    if (lack->rule != NULL) {
        mq__buf_printf(out, " (%s)", lack->rule);
    }
}

/* Below a chance, each in lines of its own. */
static void add_details(const struct list *l, struct mq_buf *out,
                        const struct mq_odds *o)
{
    for (int part = 0; part < 2; part++) {
        size_t start = out->length;

        if (part == 0 ? o->spare_count == 0 : o->lack.message.id == NULL) {
            continue;
        }
        mq__text_blanks(out, FIGURE + GAP);
        if (part == 0) {
            add_spare(l, out, o);
        } else {
            add_lack(l, out, &o->lack);
        }
        mq__wrap_from(out, start, l->style->width, FIGURE + GAP);
    }
}

static bool has_details(const struct mq_odds *o)
{
    return o->spare_count > 0 || o->lack.message.id != NULL;
}

/* A line a chance with a bar; where they are many, columns without. */
static void measure(struct list *l)
{
    bool details = false;

    for (int i = 0; i < l->count; i++) {
        char label[512];
        int width;

        mq_sentence(&l->odds[i].message, l->style->voice, label, sizeof label);
        width = mq__text_columns(label);
        l->width = width > l->width ? width : l->width;
        details = details || has_details(&l->odds[i]);
    }
    l->columns = 1;
    if (l->count > MOST_WITH_BARS && !l->style->plain && !details) {
        l->columns = l->style->width / (l->width + FIGURE + GAP + 1);
        l->columns = l->columns < 1 ? 1 : l->columns;
    }
}

void mq__show_chances(struct mq_buf *out, const struct mq_odds *odds, int count,
                      const struct mq_chance_style *style)
{
    struct list l = {.odds = odds, .count = count, .style = style};
    int rows;

    measure(&l);
    rows = (count + l.columns - 1) / l.columns;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < count; i += rows) {
            add_chance(&l, out, &odds[i]);
        }
        if (l.columns == 1) {
            add_meter(&l, out, odds[row].chance);
        }
        mq__buf_char(out, '\n');
        if (l.columns == 1) {
            add_details(&l, out, &odds[row]);
        }
    }
    if (count == 0) {
        mq__buf_printf(out, "%s\n", text_of(&l, "term.no-odds"));
    }
}

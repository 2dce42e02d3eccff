/* Reports: the charts. */
#include "sim/page.h"

#include <math.h>

#define WIDTH 900
#define LEFT 52
#define RIGHT 16
#define TOP 14
#define PLOT_HEIGHT 240
#define FOOT 26
#define ROW_HEIGHT 26
#define NAMES 210 /* room for the names of ranges */

static void open_svg(struct mq_buf *out, const char *label, int height)
{
    mq__buf_printf(out,
                   "<div class=\"scroll\"><svg viewBox=\"0 0 %d %d\" "
                   "role=\"img\" aria-label=\"",
                   WIDTH, height);
    mq__page_escape(out, label);
    mq__buf_str(out, "\">\n");
}

static void close_svg(struct mq_buf *out)
{
    mq__buf_str(out, "</svg></div>\n");
}

static double across(int i, int count)
{
    int room = WIDTH - LEFT - RIGHT;

    return LEFT + (count > 1 ? (double)room * i / (count - 1) : 0);
}

static double down(double share)
{
    return TOP + PLOT_HEIGHT * (1 - share);
}

static void grid(struct mq_buf *out)
{
    for (int i = 0; i <= 4; i++) {
        double y = down(i / 4.0);

        mq__buf_printf(out,
                       "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text x=\"%d\" "
                       "y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                       i == 2 ? "mark" : "grid", LEFT, y, WIDTH - RIGHT,
                       LEFT - 6, y + 4, 25 * i);
    }
}

/* Numbers below: about ten of them, at round steps. */
static void count_below(struct mq_buf *out, int points)
{
    int step = 1;

    while ((points - 1) / step > 12) {
        step = step % 3 == 1 ? step * 2 : step / 2 * 5;
    }
    for (int i = 0; i < points; i += step) {
        mq__buf_printf(out,
                       "<text x=\"%.1f\" y=\"%d\" "
                       "text-anchor=\"middle\">%d</text>",
                       across(i, points), TOP + PLOT_HEIGHT + 18, i);
    }
}

void mq__page_lines(struct mq_buf *out, const struct mq_lines *lines)
{
    open_svg(out, lines->label, TOP + PLOT_HEIGHT + FOOT);
    grid(out);
    count_below(out, lines->points);
    for (int s = 0; s < lines->series; s++) {
        mq__buf_printf(out, "<path class=\"l l%d\" d=\"", s % 5);
        for (int i = 0; i < lines->points; i++) {
            mq__buf_printf(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L',
                           across(i, lines->points),
                           down(lines->value(lines->context, s, i)));
        }
        mq__buf_str(out, "\"/>\n");
    }
    mq__buf_printf(out,
                   "<path class=\"mark\" id=\"cursor\" data-left=\"%d\" "
                   "data-step=\"%.6f\" d=\"M0 %dV%d\" visibility=\"hidden\"/>",
                   LEFT, across(1, lines->points) - LEFT, TOP,
                   TOP + PLOT_HEIGHT);
    close_svg(out);
}

static double tallest(const struct mq_bars *bars)
{
    double most = 0;

    for (int s = 0; s < bars->series; s++) {
        for (int i = 0; i < bars->bins; i++) {
            most = fmax(most, bars->height(bars->context, s, i));
        }
    }
    return most > 0 ? most : 1;
}

/* How many the tallest bar counts, and half of it. */
static void counts_left(struct mq_buf *out, double most)
{
    for (int i = 1; i <= 2; i++) {
        double y = down(i / 2.0);

        mq__buf_printf(out,
                       "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" "
                       "y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                       LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, most * i / 2);
    }
}

void mq__page_bars(struct mq_buf *out, const struct mq_bars *bars)
{
    double most = tallest(bars);
    double room = (double)(WIDTH - LEFT - RIGHT) / bars->bins;
    double wide = room * 0.86 / bars->series;
    int every = bars->bins / 16 + 1;

    open_svg(out, bars->label, TOP + PLOT_HEIGHT + FOOT);
    mq__buf_printf(out, "<path class=\"grid\" d=\"M%d %dH%d\"/>\n", LEFT,
                   TOP + PLOT_HEIGHT, WIDTH - RIGHT);
    counts_left(out, most);
    for (int i = 0; i < bars->bins; i++) {
        double x = LEFT + room * (i + 0.07);

        for (int s = 0; s < bars->series; s++) {
            double part = bars->height(bars->context, s, i) / most;

            if (part > 0) {
                mq__buf_printf(out,
                               "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" "
                               "width=\"%.1f\" height=\"%.1f\"/>",
                               s % 5, x + wide * s, down(part), wide,
                               PLOT_HEIGHT * part);
            }
        }
        if (i % every == 0) {
            mq__buf_printf(out,
                           "<text x=\"%.1f\" y=\"%d\" "
                           "text-anchor=\"middle\">%g</text>\n",
                           x + room * 0.43, TOP + PLOT_HEIGHT + 18,
                           bars->first + bars->width * i);
        }
    }
    close_svg(out);
}

/* Where a value stands on the scale of ranges. */
static double place(const struct mq_ranges *r, double value)
{
    double part = (value - r->from) / (r->to - r->from);

    return NAMES + (WIDTH - NAMES - 90) * fmin(fmax(part, 0), 1);
}

static void put_range(struct mq_buf *out, const struct mq_ranges *r, int i)
{
    const struct mq_range *row = &r->row[i];
    int y = TOP + ROW_HEIGHT * i + ROW_HEIGHT / 2;

    mq__buf_printf(out,
                   "<text class=\"name\" x=\"%d\" y=\"%d\" "
                   "text-anchor=\"end\">",
                   NAMES - 14, y + 4);
    mq__page_escape(out, row->name);
    mq__buf_printf(out,
                   "</text><path class=\"l l0\" d=\"M%.1f %dH%.1f\"/>"
                   "<circle class=\"f0\" cx=\"%.1f\" cy=\"%d\" r=\"5\"/>"
                   "<text x=\"%d\" y=\"%d\">%.1f%s</text>\n",
                   place(r, row->low), y, place(r, row->high),
                   place(r, row->middle), y, WIDTH - 76, y + 4,
                   r->factor * row->middle, r->unit);
}

void mq__page_ranges(struct mq_buf *out, const struct mq_ranges *r)
{
    int height = ROW_HEIGHT * r->rows;

    open_svg(out, r->label, TOP + height + FOOT);
    for (int i = 0; i <= 4; i++) {
        double value = r->from + (r->to - r->from) * i / 4;

        mq__buf_printf(out,
                       "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text "
                       "x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f%s"
                       "</text>\n",
                       place(r, value), TOP, TOP + height, place(r, value),
                       TOP + height + 18, r->factor * value, r->unit);
    }
    mq__buf_printf(out, "<path class=\"mark\" d=\"M%.1f %dV%d\"/>\n",
                   place(r, r->mark), TOP, TOP + height);
    for (int i = 0; i < r->rows; i++) {
        put_range(out, r, i);
    }
    close_svg(out);
}

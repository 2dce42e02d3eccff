/* An analysis as text, JSON and CSV. */
#include "cli/analyze.h"

#include "core/game.h"

#include "ai/share.h"
#include "term/boards/text.h"

#include <math.h>
#include <stdio.h>

#define NAME_WIDTH 13
#define CURVE_WIDTH 60
#define MOST_LISTED 10
#define MOST_LUCK 5

/* Text. */

static void print_name(const struct mq_report *r, int seat)
{
    struct mq_buf padded;

    mq__buf_init(&padded);
    mq__text_pad(&padded, r->names[seat], NAME_WIDTH);
    printf("%s", mq__buf_text(&padded));
    mq__buf_finish(&padded);
}

static void print_player(const struct mq_report *r, int seat)
{
    const struct mq_analysis_seat *s = &r->sums.seat[seat];

    print_name(r, seat);
    printf(" %7d %5d %8d %6d %8d %6.1f %% %+7.1f %%", s->decisions,
           s->grades[MQ_GRADE_GOOD], s->grades[MQ_GRADE_DOUBTFUL],
           s->grades[MQ_GRADE_ERROR], s->grades[MQ_GRADE_BLUNDER],
           100 * s->lost, 100 * s->luck);
    if (r->over) {
        printf(" %6.1f %% %8.1f %%",
               100 * mq__share(r->winners, r->analysis.players, seat),
               100 * mq__analysis_adjusted(&r->analysis, &r->sums, seat,
                                           r->winners));
    }
    printf("\n");
}

/* The curve after event k of the match, counted from 1. */
static double value_at(const struct mq_report *r, int k, int seat)
{
    return k == 0 ? r->sums.first[seat] : r->event[k - 1].value[seat];
}

static void print_curve(const struct mq_report *r, int seat)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

    print_name(r, seat);
    printf(" ");
    for (int i = 0; i < CURVE_WIDTH; i++) {
        int k = (int)((long)r->count * i / (CURVE_WIDTH - 1));
        int step = (int)(8 * value_at(r, k, seat));

        printf("%s", bars[step > 7 ? 7 : step]);
    }
    printf(" %5.1f %%\n", 100 * value_at(r, r->count, seat));
}

/* How much an event weighs in its list; 0: not at all. */
typedef double (*weight_of)(const struct mq_report *r,
                            const struct mq_judged *event);

static double loss_of(const struct mq_report *r, const struct mq_judged *event)
{
    (void)r;
    return event->grade > MQ_GRADE_GOOD ? event->loss : 0;
}

static double luck_of(const struct mq_report *r, const struct mq_judged *event)
{
    double most = 0;

    for (int seat = 0; seat < r->analysis.players; seat++) {
        most = fmax(most, event->luck[seat]);
    }
    return most;
}

/* The heaviest `n` events, the heaviest first; how many there are. */
static int heaviest(const struct mq_report *r, weight_of weight, int n,
                    int *list)
{
    int count = 0;

    for (int k = 0; k < r->count; k++) {
        double w = weight(r, &r->event[k]);
        int i = count;

        if (w <= 0 || (i == n && weight(r, &r->event[list[n - 1]]) >= w)) {
            continue;
        }
        i = i == n ? n - 1 : count++;
        for (; i > 0 && weight(r, &r->event[list[i - 1]]) < w; i--) {
            list[i] = list[i - 1];
        }
        list[i] = k;
    }
    return count;
}

static void print_worst(const struct mq_report *r)
{
    int list[MOST_LISTED];
    int n = heaviest(r, loss_of, MOST_LISTED, list);

    printf("\n%s\n", mq__cli_label(n > 0 ? "analysis.worst" : "analysis.none"));
    for (int i = 0; i < n; i++) {
        const struct mq_judged *event = &r->event[list[i]];
        struct mq_message message;
        char sentence[512];

        mq__analysis_say(&r->analysis, event, &message);
        mq_sentence(&message, &r->voice, sentence, sizeof sentence);
        printf("%5d  %s " MQ_REPORT_INTERVAL "\n", list[i] + 1, sentence,
               100 * event->low, 100 * event->high);
    }
}

static void print_luck(const struct mq_report *r)
{
    int list[MOST_LUCK];
    int n = heaviest(r, luck_of, MOST_LUCK, list);

    printf("\n%s\n", mq__cli_label("analysis.luckiest"));
    for (int i = 0; i < n; i++) {
        const struct mq_judged *event = &r->event[list[i]];
        char text[MQ_TEXT_SIZE];

        mq_event_text(r->analysis.game, event->event, text, sizeof text);
        printf("%5d  %s:", list[i] + 1, text);
        for (int seat = 0; seat < r->analysis.players; seat++) {
            printf("%s %s %+.1f %%", seat > 0 ? "," : "", r->names[seat],
                   100 * event->luck[seat]);
        }
        printf("\n");
    }
}

void mq__report_text(const void *context)
{
    const struct mq_report *report = context;
    printf("%s\n", mq__cli_label("analysis.head"));
    for (int seat = 0; seat < report->analysis.players; seat++) {
        print_player(report, seat);
    }
    printf("\n%s\n", mq__cli_label("analysis.curve"));
    for (int seat = 0; seat < report->analysis.players; seat++) {
        print_curve(report, seat);
    }
    print_worst(report);
    print_luck(report);
}

/* JSON and CSV. */

void mq__report_json(const void *context, struct mq_json_writer *w)
{
    const struct mq_report *r = context;

    mq__json_add(w, "{game:s", r->analysis.game->id);
    mq__analysis_write_terms(&r->analysis, &r->sums, w);
    mq__json_add(w, "length:i finished:b names:S", r->length,
                 r->count == r->length, r->names, r->analysis.players);
    mq__analysis_write_sums(&r->analysis, &r->sums, r->over, r->winners, w);
    mq__json_open(w, "events", '[');
    for (int k = 0; k < r->count; k++) {
        mq__analysis_write_event(&r->analysis, &r->event[k], k + 1, NULL, w);
    }
    mq__json_add(w, "]}");
}

static void csv_event(const struct mq_report *r, int k)
{
    const struct mq_judged *e = &r->event[k];
    const struct mq_event best = {e->event.seat, e->best};
    char text[MQ_TEXT_SIZE], other[MQ_TEXT_SIZE];

    mq_event_text(r->analysis.game, e->event, text, sizeof text);
    mq_event_text(r->analysis.game, best, other, sizeof other);
    if (e->event.seat < 0) {
        printf("%d,,\"%s\",,,,,,,", k + 1, text);
    } else if (e->grade == MQ_GRADE_FORCED) {
        printf("%d,P%d,\"%s\",forced,,,,,,", k + 1, e->event.seat + 1, text);
    } else {
        printf("%d,P%d,\"%s\",%s,%.4f,\"%s\",%.4f,%.4f,%.4f,%.4f", k + 1,
               e->event.seat + 1, text, mq__grade_word(e->grade),
               e->played_value, other, e->best_value, e->loss, e->low, e->high);
    }
    for (int seat = 0; seat < r->analysis.players; seat++) {
        printf(",%.4f,%.4f", e->luck[seat], e->value[seat]);
    }
    printf("\n");
}

void mq__report_csv(const void *context)
{
    const struct mq_report *r = context;
    printf("number,player,text,grade,played,alternative,alternative_value,loss,"
           "low,high");
    for (int seat = 1; seat <= r->analysis.players; seat++) {
        printf(",luck_P%d,value_P%d", seat, seat);
    }
    printf("\n");
    for (int k = 0; k < r->count; k++) {
        csv_event(r, k);
    }
}

/* The figures of a simulation as text, JSON and CSV. */
#include "cli/simulate.h"

#include "core/game.h"
#include "term/boards/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_LISTED 12
#define NAME_WIDTH 44

static struct mq_share share_of(double sum, long n)
{
    struct mq_share s = {0, 0, 1};

    if (n > 0) {
        s.share = sum / (double)n;
        mq__wilson(sum, n, &s.low, &s.high);
    }
    return s;
}

struct mq_share mq__share_won(const struct mq_sim_report *report,
                              const struct mq_tally *tally)
{
    const struct mq_tallies *t = report->tallies;

    return share_of(mq__tally_share(tally, t->players), t->games);
}

struct mq_usage_figures mq__usage_figures(const struct mq_sim_report *report,
                                          const struct mq_usage *usage)
{
    const struct mq_tallies *t = report->tallies;
    struct mq_usage_figures f = {
        .winners =
            share_of((double)usage->seats[1], mq__tallies_seats(t, true)),
        .losers =
            share_of((double)usage->seats[0], mq__tallies_seats(t, false)),
        .win_rate = share_of((double)usage->seats[1],
                             usage->seats[0] + usage->seats[1]),
    };

    f.difference = f.winners.share - f.losers.share;
    return f;
}

/* The verb and the word of a key; false: it has no word. */
static bool split_key(const struct mq_usage *usage, char *verb,
                      const char **word)
{
    const char *blank = strchr(usage->key, ' ');

    if (usage->points || blank == NULL) {
        return false;
    }
    memcpy(verb, usage->key, (size_t)(blank - usage->key));
    verb[blank - usage->key] = '\0';
    *word = blank + 1;
    return true;
}

void mq__usage_name(const struct mq_sim_report *report,
                    const struct mq_usage *usage, struct mq_buf *out)
{
    char verb[MQ_USAGE_SIZE];
    const char *word;

    if (split_key(usage, verb, &word)) {
        mq__buf_printf(out, "%s %s", verb,
                       mq__titles_find(&report->titles, word));
    } else {
        mq__buf_printf(out, "%s %s", mq__cli_label("tools.simulate-points"),
                       mq__titles_find(&report->titles, usage->key));
    }
}

/* Text. */

/* Victories that an entrant or seat shared with others. */
static long shared_by(const struct mq_sim_report *r,
                      const struct mq_tally *tally)
{
    long shared = 0;

    for (int k = 2; k <= r->tallies->players; k++) {
        shared += tally->won[k];
    }
    return shared;
}

static void print_entrant(const struct mq_sim_report *r, int i)
{
    const struct mq_tally *tally = &r->tallies->entrant[i];
    struct mq_moments m = mq__histogram_moments(&tally->score);
    struct mq_share s = mq__share_won(r, tally);

    printf("%-12s %6ld %6ld   %5.1f %%  %5.1f\xE2\x80\x93%5.1f %%   "
           "%6.2f \xC2\xB1 %-5.2f %5ld %5ld %5ld\n",
           r->label[i], tally->won[1], shared_by(r, tally), 100 * s.share,
           100 * s.low, 100 * s.high, m.mean, m.margin, m.least, m.median,
           m.most);
}

static void print_seat(const struct mq_sim_report *r, int i)
{
    const struct mq_tally *tally = &r->tallies->seat[i];
    struct mq_moments m = mq__histogram_moments(&tally->score);
    struct mq_share s = mq__share_won(r, tally);

    printf("P%-11d %21.1f %%  %5.1f\xE2\x80\x93%5.1f %%   %6.2f \xC2\xB1 "
           "%.2f\n",
           i + 1, 100 * s.share, 100 * s.low, 100 * s.high, m.mean, m.margin);
}

/* Where winners and losers differ most, in either direction. */
static int most_telling(const struct mq_sim_report *r, int *list)
{
    int count = 0;

    for (int i = 0; r->usage != NULL && i < r->tallies->usages; i++) {
        double far = fabs(mq__usage_figures(r, &r->usage[i]).difference);
        int k = count < MOST_LISTED ? count++ : MOST_LISTED;

        for (; k > 0; k--) {
            if (fabs(mq__usage_figures(r, &r->usage[list[k - 1]]).difference) >=
                far) {
                break;
            }
            if (k < MOST_LISTED) {
                list[k] = list[k - 1];
            }
        }
        if (k < MOST_LISTED) {
            list[k] = i;
        }
    }
    return count;
}

static void print_usage(const struct mq_sim_report *r, int i)
{
    struct mq_usage_figures f = mq__usage_figures(r, &r->usage[i]);
    struct mq_buf name, padded;

    mq__buf_init(&name);
    mq__buf_init(&padded);
    mq__usage_name(r, &r->usage[i], &name);
    mq__text_pad(&padded, mq__buf_text(&name), NAME_WIDTH);
    printf("%s %5.1f %% (%5.1f\xE2\x80\x93%5.1f) %5.1f %% "
           "(%5.1f\xE2\x80\x93%5.1f)\n",
           mq__buf_text(&padded), 100 * f.winners.share, 100 * f.winners.low,
           100 * f.winners.high, 100 * f.losers.share, 100 * f.losers.low,
           100 * f.losers.high);
    mq__buf_finish(&padded);
    mq__buf_finish(&name);
}

static void print_lengths(const struct mq_sim_report *r)
{
    struct mq_moments events = mq__histogram_moments(&r->tallies->events);
    struct mq_moments choices = mq__histogram_moments(&r->tallies->choices);

    mq__cli_line("tools.simulate-length", "ifiif", (int)r->tallies->games,
                 (int)(1000 * events.mean), (int)events.least, (int)events.most,
                 (int)(1000 * choices.mean));
}

/* Alone a victory is a goal that was met. */
static void print_alone(const struct mq_sim_report *r)
{
    long met = r->tallies->seat[0].won[1];
    struct mq_share s = share_of((double)met, r->tallies->games);

    mq__cli_line("tools.simulate-alone", "iiccc", (int)met,
                 (int)r->tallies->games, mq_chance_arg(s.share),
                 mq_chance_arg(s.low), mq_chance_arg(s.high));
}

void mq__simulate_text(const void *context)
{
    const struct mq_sim_report *report = context;
    int list[MOST_LISTED];
    int n = most_telling(report, list);

    printf("%s\n", mq__cli_label("tools.simulate-head"));
    for (int i = 0; i < report->tallies->players; i++) {
        print_entrant(report, i);
    }
    if (report->tallies->players > 1) {
        printf("\n%s\n", mq__cli_label("tools.simulate-seats"));
        for (int i = 0; i < report->tallies->players; i++) {
            print_seat(report, i);
        }
    }
    if (n > 0) {
        printf("\n%s\n", mq__cli_label("tools.simulate-usage"));
    }
    for (int i = 0; i < n; i++) {
        print_usage(report, list[i]);
    }
    printf("\n");
    if (report->tallies->players == 1) {
        print_alone(report);
    }
    print_lengths(report);
}

/* JSON. */

static void json_share(struct mq_json_writer *w, const char *prefix,
                       struct mq_share s)
{
    static const char *const ends[] = {"", "_low", "_high"};
    const double value[] = {s.share, s.low, s.high};
    char key[48];

    for (int i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "%s%s", prefix, ends[i]);
        mq__json_real(w, key, value[i]);
    }
}

static void json_histogram(struct mq_json_writer *w, const char *key,
                           const struct mq_histogram *h)
{
    struct mq_moments m = mq__histogram_moments(h);

    mq__json_open(w, key, '{');
    mq__json_add(w, "mean:r margin:r least:l median:l most:l counts:[", m.mean,
                 m.margin, m.least, m.median, m.most);
    for (int i = 0; i < h->count; i++) {
        mq__json_int(w, NULL, h->bin[i]);
    }
    mq__json_add(w, "]}");
}

static void json_tally(struct mq_json_writer *w, const struct mq_sim_report *r,
                       const struct mq_tally *tally)
{
    struct mq_moments m = mq__histogram_moments(&tally->score);

    mq__json_add(w, "wins:l shared:l", tally->won[1], shared_by(r, tally));
    json_share(w, "share", mq__share_won(r, tally));
    mq__json_add(w, "score:r score_margin:r", m.mean, m.margin);
    json_histogram(w, "scores", &tally->score);
    mq__json_close(w, '}');
}

static void json_tallies(struct mq_json_writer *w,
                         const struct mq_sim_report *r)
{
    int players = r->tallies->players;

    mq__json_open(w, "entrants", '[');
    for (int i = 0; i < players; i++) {
        mq__json_add(w, "{bot:s label:s", r->name[i], r->label[i]);
        json_tally(w, r, &r->tallies->entrant[i]);
    }
    mq__json_add(w, "] seats:[");
    for (int i = 0; i < players; i++) {
        mq__json_add(w, "{player:i", i);
        json_tally(w, r, &r->tallies->seat[i]);
    }
    mq__json_close(w, ']');
}

static void json_usage(struct mq_json_writer *w, const struct mq_sim_report *r,
                       const struct mq_usage *usage)
{
    struct mq_usage_figures f = mq__usage_figures(r, usage);
    char verb[MQ_USAGE_SIZE];
    const char *word;
    struct mq_buf name;

    if (split_key(usage, verb, &word)) {
        mq__json_add(w, "{action:s word:s", verb, word);
    } else {
        mq__json_add(w, "{source:s", usage->key);
    }
    mq__buf_init(&name);
    mq__usage_name(r, usage, &name);
    mq__json_add(w, "name:s used_by_winners:l used_by_losers:l",
                 mq__buf_text(&name), usage->seats[1], usage->seats[0]);
    mq__buf_finish(&name);
    json_share(w, "winners", f.winners);
    json_share(w, "losers", f.losers);
    json_share(w, "win_rate", f.win_rate);
    if (usage->points) {
        mq__json_add(w, "points_of_winners:l points_of_losers:l", usage->sum[1],
                     usage->sum[0]);
    }
    mq__json_close(w, '}');
}

static void json_lengths(struct mq_json_writer *w,
                         const struct mq_sim_report *r)
{
    struct mq_moments m = mq__histogram_moments(&r->tallies->events);

    mq__json_add(w, "events_per_game:r fewest_events:l most_events:l", m.mean,
                 m.least, m.most);
    json_histogram(w, "events", &r->tallies->events);
    json_histogram(w, "choices", &r->tallies->choices);
}

void mq__simulate_json(const void *context, struct mq_json_writer *w)
{
    const struct mq_sim_report *r = context;
    const struct mq_tallies *t = r->tallies;

    mq__json_add(w, "{game:s players:i games:l finished:b",
                 r->simulation->game->id, t->players, t->games,
                 t->games == r->wanted);
    json_tallies(w, r);
    json_lengths(w, r);
    mq__json_add(w, "winning_seats:l losing_seats:l usage:[",
                 mq__tallies_seats(t, true), mq__tallies_seats(t, false));
    for (int i = 0; r->usage != NULL && i < t->usages; i++) {
        json_usage(w, r, &r->usage[i]);
    }
    mq__json_add(w, "]}");
}

/* The result of an entrant or a seat: columns that are about uses are empty. */
static void csv_result(const struct mq_sim_report *r, const char *kind,
                       const char *key, const struct mq_tally *tally)
{
    struct mq_moments m = mq__histogram_moments(&tally->score);
    struct mq_share s = mq__share_won(r, tally);

    printf("%s,%s,,,,,,,,,%.4f,%.4f,%.4f,%ld,%ld,%.4f,%.4f\n", kind, key,
           s.share, s.low, s.high, tally->won[1], shared_by(r, tally), m.mean,
           m.margin);
}

static void csv_results(const struct mq_sim_report *r)
{
    char seat[16];

    for (int i = 0; i < r->tallies->players; i++) {
        csv_result(r, "bot", r->label[i], &r->tallies->entrant[i]);
    }
    for (int i = 0; i < r->tallies->players; i++) {
        snprintf(seat, sizeof seat, "P%d", i + 1);
        csv_result(r, "seat", seat, &r->tallies->seat[i]);
    }
}

/* CSV: the result of each bot and seat, then what is used, a row each. */
void mq__simulate_csv(const void *context)
{
    const struct mq_sim_report *r = context;

    printf("kind,key,used_by_winners,used_by_losers,winners,winners_low,"
           "winners_high,losers,losers_low,losers_high,win_rate,win_rate_low,"
           "win_rate_high,wins,shared,score,score_margin\n");
    csv_results(r);
    for (int i = 0; r->usage != NULL && i < r->tallies->usages; i++) {
        const struct mq_usage *u = &r->usage[i];
        struct mq_usage_figures f = mq__usage_figures(r, u);

        printf("%s,%s,%ld,%ld,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,"
               ",,,\n",
               u->points ? "points" : "action", u->key, u->seats[1],
               u->seats[0], f.winners.share, f.winners.low, f.winners.high,
               f.losers.share, f.losers.low, f.losers.high, f.win_rate.share,
               f.win_rate.low, f.win_rate.high);
    }
}

/* HTTP: what the server is, and its figures. */
#include "server/net.h"
#include "server/sender.h"

#include "core/game.h"

#include <stdio.h>
#include <string.h>

static void write_option(struct mq_json_writer *w, const struct mq_option *o)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "name", o->name);
    if (o->words == NULL) {
        mq__json_int(w, "low", o->low);
        mq__json_int(w, "high", o->high);
        mq__json_int(w, "standard", o->standard);
    } else if (o->words == mq_yes_no) {
        mq__json_bool(w, "standard", o->standard != 0);
    } else {
        mq__json_words(w, "words", o->words, -1);
        mq__json_str(w, "standard", o->words[o->standard]);
    }
    mq__json_close(w, '}');
}

static void write_game(struct mq_json_writer *w, const struct mq_game *game)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "id", game->id);
    mq__json_int(w, "rules_version", game->rules_version);
    mq__json_int(w, "min_players", game->min_players);
    mq__json_int(w, "max_players", game->max_players);
    mq__json_open(w, "options", '[');
    for (int i = 0; i < game->option_count; i++) {
        write_option(w, &game->options[i]);
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

void mq__route_info(struct mq_exchange *x)
{
    static const char *const accounts[] = {"open", "code", "closed"};
    struct mq_json_writer w;

    mq__exchange_begin(x, 200, &w);
    mq__json_str(&w, "server", "maxq");
    mq__json_str(&w, "version", x->app->config->version);
    mq__json_int(&w, "protocol", 1);
    mq__json_str(&w, "accounts", accounts[x->app->config->accounts]);
    mq__json_bool(&w, "mail", mq__sender_mails(x->app));
    mq__json_open(&w, "games", '[');
    for (int i = 0; i < mq_game_count(); i++) {
        const struct mq_game *game =
            mq__games_get(&x->app->games, mq_game_id(i));

        if (game != NULL) {
            write_game(&w, game);
        }
    }
    mq__json_close(&w, ']');
    mq__json_open(&w, "bots", '[');
    for (int i = 0; i < mq_bot_count(); i++) {
        mq__json_str(&w, NULL, mq_bot_at(i)->name);
    }
    mq__json_close(&w, ']');
    mq__json_words(&w, "reactions", mq__reactions, -1);
    mq__json_close(&w, '}');
    mq__exchange_send(x);
}

struct metric {
    const char *name, *kind, *help;
    uint64_t value;
};

static void write_metric(struct mq_buf *out, const struct metric *m)
{
    mq__buf_printf(out, "# HELP maxq_%s %s\n# TYPE maxq_%s %s\nmaxq_%s %llu\n",
                   m->name, m->help, m->name, m->kind, m->name,
                   (unsigned long long)m->value);
}

static struct mq_worker_counts counts_of(struct mq_worker *worker)
{
    struct mq_worker_counts counts;

    mq_worker_count(worker, &counts);
    return counts;
}

static void write_worker(struct mq_buf *out, const char *which,
                         struct mq_worker *worker)
{
    struct mq_worker_counts c = counts_of(worker);

    mq__buf_printf(
        out,
        "maxq_store_jobs_total{worker=\"%s\"} %llu\n"
        "maxq_store_batches_total{worker=\"%s\"} %llu\n"
        "maxq_store_failures_total{worker=\"%s\"} %llu\n"
        "maxq_store_queued{worker=\"%s\"} %llu\n"
        "maxq_store_busy_seconds_total{worker=\"%s\"} %.6f\n",
        which, (unsigned long long)c.jobs, which, (unsigned long long)c.batches,
        which, (unsigned long long)c.failures, which,
        (unsigned long long)c.queued, which, (double)c.busy_us / 1e6);
}

static void write_answers(struct mq_buf *out, const struct mq_figures *f)
{
    uint64_t sum = 0;

    mq__buf_str(out, "# HELP maxq_answer_seconds Time from message to answer\n"
                     "# TYPE maxq_answer_seconds histogram\n");
    for (int i = 0; i < 15; i++) {
        sum += f->answer_us[i];
        mq__buf_printf(out, "maxq_answer_seconds_bucket{le=\"%.6f\"} %llu\n",
                       (double)((int64_t)64 << i) / 1e6,
                       (unsigned long long)sum);
    }
    mq__buf_printf(out,
                   "maxq_answer_seconds_bucket{le=\"+Inf\"} %llu\n"
                   "maxq_answer_seconds_sum %.6f\n"
                   "maxq_answer_seconds_count %llu\n",
                   (unsigned long long)f->answers,
                   (double)f->answer_us_sum / 1e6,
                   (unsigned long long)f->answers);
}

static void write_metrics(struct mq_app *app, struct mq_buf *out)
{
    const struct mq_figures *f = &app->figures;
    struct mq_worker_counts bots = counts_of(app->bots);
    const struct metric metrics[] = {
        {"sockets", "gauge", "Sockets open now", (uint64_t)app->conn_count},
        {"sockets_total", "counter", "Sockets ever", f->sockets_ever},
        {"tables_loaded", "gauge", "Tables in memory",
         (uint64_t)app->table_count},
        {"requests_total", "counter", "HTTP requests", f->requests},
        {"request_failures_total", "counter", "Answers of 500 and above",
         f->failures},
        {"messages_total", "counter", "Messages of clients", f->messages},
        {"items_total", "counter", "Log items sent", f->items},
        {"actions_total", "counter", "Actions of people", f->actions},
        {"bot_moves_total", "counter", "Actions of bots", f->bot_moves},
        {"refused_total", "counter", "Messages refused", f->refused},
        {"malformed_total", "counter", "Messages that are none", f->malformed},
        {"limited_total", "counter", "Turned away by limits", f->limited},
        {"slow_total", "counter", "Sockets closed as too slow", f->slow},
        {"table_loads_total", "counter", "Tables read", f->loads},
        {"table_evictions_total", "counter", "Tables let go", f->evictions},
        {"table_continuations_total", "counter",
         "Tables that went on elsewhere", f->continued},
        {"table_reloads_total", "counter", "Tables read anew after a failure",
         f->reloads},
        {"notified_total", "counter", "Notices given", mq__sender_count(app)},
        {"connections", "gauge", "Connections that are no sockets",
         (uint64_t)app->doors.count},
        {"logs_cached_total", "counter", "Logs sent as they were kept",
         f->logs_cached},
        {"passwords_hashed_total", "counter", "Passwords worked out",
         f->passwords_hashed},
        {"bots_waiting", "gauge", "Bots' moves not begun", bots.queued},
        {"failing", "gauge", "1: the last batch could not be written",
         app->failing},
    };

    for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++) {
        write_metric(out, &metrics[i]);
    }
    mq__buf_str(out, "# TYPE maxq_store_jobs_total counter\n");
    write_worker(out, "writer", app->writer);
    write_worker(out, "reader", app->reader);
    write_worker(out, "archive", app->archive);
    write_answers(out, f);
}

void mq__route_metrics(struct mq_exchange *x)
{
    if (!mq__address_local(&x->address) ||
        (x->forwarded && x->app->proxies.count == 0)) {
        mq__exchange_fault(x, MQ_FAULT_NOT_FOUND);
        return;
    }
    x->status = 200;
    x->type = "text/plain; version=0.0.4";
    write_metrics(x->app, &x->out);
    mq__exchange_send(x);
}

/* A run of the arena: games are played or taken from a file, and counted. */
#include "cli/arena.h"
#include "cli/progress.h"

#include "sim/jobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_LIMIT ((size_t)1 << 30)

struct run {
    const struct mq_arena_plan *plan;
    struct mq_arena_game **kept; /* by number; NULL: not played yet */
    FILE *file;                  /* NULL: games are kept nowhere */
    long next;                   /* game to be counted */
    double deal;                 /* shares of the deal under way */
    struct mq_progress progress;
    struct mq_arena_result result;
};

/* False: no memory. */
static bool keep(struct run *r, const struct mq_arena_game *game)
{
    struct mq_arena_game *copy;

    if (game->number >= r->plan->games || r->kept[game->number] != NULL) {
        return true;
    }
    copy = malloc(sizeof *copy);
    if (copy != NULL) {
        *copy = *game;
        r->kept[game->number] = copy;
    }
    return copy != NULL;
}

/* Writes a line that was put together and frees it. */
static bool write_line(struct run *r, struct mq_buf *line)
{
    bool fine = !line->failed &&
                fprintf(r->file, "%s\n", mq__buf_text(line)) > 0 &&
                fflush(r->file) == 0;

    mq__buf_finish(line);
    return fine;
}

/* Takes the games of a file; *good is the length of what is whole. The line
 * that isn't, or 0; -1: the file is of another arena. */
static int take_games(struct run *r, const char *text, size_t length,
                      size_t *good)
{
    const struct mq_arena *arena = r->plan->arena;
    struct mq_buf head;
    int number = 0;

    mq__buf_init(&head);
    mq__arena_write_head(arena, &head);
    mq__buf_char(&head, '\n');
    *good = head.length;
    if (length < head.length || memcmp(text, head.data, head.length) != 0) {
        number = -1;
    }
    for (int line = 2; number == 0 && *good < length; line++) {
        const char *end = memchr(text + *good, '\n', length - *good);
        struct mq_arena_game game;

        if (end == NULL ||
            !mq__arena_read_game(arena, text + *good,
                                 (size_t)(end - text) - *good, &game) ||
            !keep(r, &game)) {
            number = line;
        } else {
            *good = (size_t)(end - text) + 1;
        }
    }
    mq__buf_finish(&head);
    return number;
}

static bool read_file(struct run *r, const char *path, size_t *good)
{
    size_t length;
    char *text = mq__cli_read_file(path, FILE_LIMIT, &length);
    int line;

    if (text == NULL) {
        return false;
    }
    line = length > 0 ? take_games(r, text, length, good) : 0;
    free(text);
    if (line < 0) {
        mq__cli_path_fail(path, "tools.arena-other", "");
        return false;
    }
    if (line > 0) {
        mq__cli_path_fail(path, "tools.arena-damaged", "i", line);
    }
    return true;
}

/* Opens the file for going on: what is damaged at its end goes away. */
static bool open_file(struct run *r, const char *path)
{
    struct mq_buf head;
    size_t good = 0;
    bool fine = access(path, F_OK) != 0 || read_file(r, path, &good);

    if (!fine) {
        return false;
    }
    r->file = fopen(path, "ab");
    fine = r->file != NULL && ftruncate(fileno(r->file), (off_t)good) == 0;
    if (fine && good == 0) {
        mq__buf_init(&head);
        mq__arena_write_head(r->plan->arena, &head);
        fine = write_line(r, &head);
    }
    if (!fine) {
        mq__cli_cannot_write(path, errno);
    }
    return fine;
}

static enum mq_status write_game(struct run *r,
                                 const struct mq_arena_game *game)
{
    struct mq_buf line;

    if (r->file == NULL) {
        return MQ_OK;
    }
    mq__buf_init(&line);
    mq__arena_write_game(r->plan->arena, game, &line);
    return write_line(r, &line) ? MQ_OK : MQ_IO;
}

static int pairing_of(const struct run *r, long number)
{
    const struct mq_arena *arena = r->plan->arena;

    return (int)(number / mq__arena_orders(arena) % mq__arena_pairings(arena));
}

/* The claim of its pairing isn't decided by the deals counted so far. */
static bool is_open(const struct run *r, long number)
{
    const struct mq_sprt *test = r->plan->test;

    return test == NULL ||
           mq__sprt_decide(test, &r->result.claim[pairing_of(r, number)]) ==
               MQ_SPRT_OPEN;
}

/* Games are counted in their order. */
static void count(struct run *r, const struct mq_arena_game *game)
{
    const struct mq_arena *arena = r->plan->arena;
    int orders = mq__arena_orders(arena);
    int order = (int)(game->number % orders);

    mq__standings_add(&r->result.standings, arena, game);
    r->deal = (order == 0 ? 0 : r->deal) + mq__arena_share(arena, game, order);
    if (order == orders - 1) {
        struct mq_sprt_sums *sums =
            &r->result.claim[pairing_of(r, game->number)];

        sums->orders = orders;
        mq__sprt_add(sums, r->deal / orders);
    }
}

static bool wanted(const void *context, long number)
{
    const struct run *r = context;

    return r->kept[number] == NULL && is_open(r, number);
}

static enum mq_status work(const void *context, long number, struct mq_buf *out)
{
    const struct run *r = context;
    struct mq_arena_game game;
    enum mq_status status = mq__arena_play(r->plan->arena, number, &game);

    mq__buf_add(out, (const char *)&game, sizeof game);
    return status;
}

/* Counts a game that was just played, or is from the file. Games of a pairing
 * that is decided meanwhile are dropped, wherever they come from. */
static enum mq_status take(void *context, long number,
                           const struct mq_buf *result)
{
    struct run *r = context;
    enum mq_status status = MQ_OK;

    if (is_open(r, number)) {
        struct mq_arena_game game;

        if (result != NULL) {
            memcpy(&game, result->data, sizeof game);
            status = write_game(r, &game);
        } else {
            game = *r->kept[number];
        }
        if (status == MQ_OK) {
            count(r, &game);
        }
    }
    r->next = number + (status == MQ_OK);
    if (result != NULL) {
        mq__progress_show(&r->progress, r->next);
    } else {
        mq__progress_skip(&r->progress, r->next);
    }
    return status;
}

static enum mq_status play_all(struct run *r)
{
    const struct mq_jobs jobs = {
        .count = r->plan->games,
        .context = r,
        .work = work,
        .wanted = wanted,
        .take = take,
    };
    enum mq_status status;

    mq__progress_begin(&r->progress,
                       r->plan->figures->quiet ? 0 : r->plan->games);
    status = mq__jobs_run(&jobs, r->plan->jobs, &r->plan->figures->ranks);
    mq__progress_end(&r->progress);
    r->result.finished = status == MQ_OK;
    return status;
}

static const struct mq_forms forms = {
    .text = mq__arena_text,
    .json = mq__arena_json,
    .csv = mq__arena_csv,
    .html = mq__arena_html,
};

static int report(struct run *r)
{
    int code = MQ_EXIT_DONE;

    if (r->result.standings.games > 0) {
        mq__standings_rate(&r->result.standings, r->plan->arena);
        mq__arena_order(&r->result);
        code = mq__figures_put(r->plan->figures, &forms, &r->result);
    }
    if (r->result.finished || code != MQ_EXIT_DONE) {
        return code;
    }
    mq__cli_fail(r->file != NULL ? "tools.arena-goes-on"
                                 : "tools.arena-stopped",
                 "ii", (int)r->result.standings.games, (int)r->plan->games);
    return MQ_EXIT_FINDING;
}

static int play_and_report(struct run *r)
{
    const struct mq_ranks *ranks = &r->plan->figures->ranks;
    const char *path = r->plan->path;
    enum mq_status status;

    if (path != NULL && ranks->rank == 0 && !open_file(r, path)) {
        mq__ranks_dismiss(ranks);
        return MQ_EXIT_USAGE;
    }
    status = play_all(r);
    if (status == MQ_OVER) {
        return MQ_EXIT_DONE;
    }
    if (status == MQ_IO) {
        return mq__cli_cannot_write(path, errno);
    }
    if (status != MQ_OK && status != MQ_CANCELLED) {
        return mq__cli_fail("tools.arena-failed", "i", (int)r->next + 1);
    }
    return report(r);
}

int mq__arena_run(const struct mq_arena_plan *plan)
{
    struct run *r = calloc(1, sizeof *r);
    struct mq_arena_game **kept = calloc((size_t)plan->games, sizeof *kept);
    int code;

    if (r == NULL || kept == NULL) {
        free(kept);
        free(r);
        return mq__cli_fail("error.no-memory", "");
    }
    r->plan = r->result.plan = plan;
    r->kept = kept;
    code = play_and_report(r);
    if (r->file != NULL) {
        fclose(r->file);
    }
    for (long i = 0; i < plan->games; i++) {
        free(kept[i]);
    }
    free(kept);
    free(r);
    return code;
}

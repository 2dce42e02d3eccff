/* The standings of an arena, and ratings of it. */
#include "sim/arena.h"

#include <math.h>
#include <string.h>

#define Z95 1.959963984540054
#define ROUNDS 10000 /* of the fit; far fewer are needed */
#define CLOSE 1e-9

static void add_seat(struct mq_standings *s, const struct mq_arena *arena,
                     const struct mq_arena_game *game, int seat)
{
    struct mq_standing *bot = &s->bot[game->entrant[seat]];

    bot->seats++;
    bot->share += mq__arena_share(arena, game, seat);
    bot->score += game->score[seat];
    bot->choices += game->choices[seat];
    bot->ms += game->ms[seat];
    if (game->forfeit == seat) {
        bot->forfeits++;
        memcpy(bot->reason, game->reason, sizeof bot->reason);
        memcpy(bot->answer, game->answer, sizeof bot->answer);
    }
}

void mq__standings_add(struct mq_standings *s, const struct mq_arena *arena,
                       const struct mq_arena_game *game)
{
    int players = arena->setup.players;
    int order = (int)(game->number % mq__arena_orders(arena));
    int one = game->entrant[order];
    int rest = game->entrant[(order + 1) % players];
    double share = mq__arena_share(arena, game, order);

    s->games++;
    for (int seat = 0; seat < players; seat++) {
        add_seat(s, arena, game, seat);
    }
    s->met[one][rest]++;
    s->won[one][rest] += share;
    if (players == 2) {
        s->met[rest][one]++;
        s->won[rest][one] += 1 - share;
    }
}

/* The fit: strengths, with who has how many seats of a table. */
struct fit {
    const struct mq_standings *standings;
    int bots;
    double others; /* seats of the rest */
    bool mirrored; /* [b][a] is [a][b] again */
    double strength[MQ_MAX_ENTRANTS];
};

static bool counts(const struct fit *f, int one, int rest)
{
    return one != rest && (!f->mirrored || one < rest);
}

/* Victories of each bot, and how many it would have with strength 1. */
static void expect(const struct fit *f, double *wins, double *base)
{
    for (int i = 0; i < f->bots; i++) {
        for (int j = 0; j < f->bots; j++) {
            double met, won, table, pair;

            if (!counts(f, i, j)) {
                continue;
            }
            met = (double)f->standings->met[i][j];
            won = f->standings->won[i][j];
            table = f->strength[i] + f->others * f->strength[j];
            pair = f->strength[i] + f->strength[j];
            wins[i] += won + 0.5;
            wins[j] += met - won + 0.5;
            base[i] += met / table + 1 / pair;
            base[j] += met * f->others / table + 1 / pair;
        }
    }
}

/* One step of the fit (minorize and maximize); how far it went. */
static double step(struct fit *f)
{
    double wins[MQ_MAX_ENTRANTS] = {0}, base[MQ_MAX_ENTRANTS] = {0};
    double mean = 0, far = 0;

    expect(f, wins, base);
    for (int i = 0; i < f->bots; i++) {
        double old = f->strength[i];

        if (base[i] > 0) {
            f->strength[i] = wins[i] / base[i];
        }
        far = fmax(far, fabs(log(f->strength[i] / old)));
        mean += log(f->strength[i]) / f->bots;
    }
    for (int i = 0; i < f->bots; i++) {
        f->strength[i] /= exp(mean);
    }
    return far;
}

typedef double matrix[MQ_MAX_ENTRANTS][MQ_MAX_ENTRANTS];

/* What the games tell about the differences of strengths (Fisher), with a
 * constant added that makes it invertible. */
static void information(const struct fit *f, matrix h)
{
    for (int i = 0; i < f->bots; i++) {
        for (int j = 0; j < f->bots; j++) {
            h[i][j] = 1.0 / f->bots;
        }
    }
    for (int i = 0; i < f->bots; i++) {
        for (int j = 0; j < f->bots; j++) {
            double p, q, told;

            if (!counts(f, i, j)) {
                continue;
            }
            p = f->strength[i] / (f->strength[i] + f->others * f->strength[j]);
            q = f->strength[i] / (f->strength[i] + f->strength[j]);
            told = (double)f->standings->met[i][j] * p * (1 - p) + q * (1 - q);
            h[i][i] += told;
            h[j][j] += told;
            h[i][j] -= told;
            h[j][i] -= told;
        }
    }
}

/* Gauss and Jordan; the matrix is positive definite: no pivoting needed. */
static void invert(matrix a, matrix out, int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            out[i][j] = i == j;
        }
    }
    for (int c = 0; c < n; c++) {
        double pivot = a[c][c];

        for (int j = 0; j < n; j++) {
            a[c][j] /= pivot;
            out[c][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = a[i][c];

            for (int j = 0; j < n && i != c; j++) {
                a[i][j] -= factor * a[c][j];
                out[i][j] -= factor * out[c][j];
            }
        }
    }
}

void mq__standings_rate(struct mq_standings *standings,
                        const struct mq_arena *arena)
{
    const double scale = 400 / log(10);
    struct fit f = {
        .standings = standings,
        .bots = arena->entrants,
        .others = arena->setup.players - 1,
        .mirrored = arena->setup.players == 2,
    };
    matrix h, inverse;

    for (int i = 0; i < f.bots; i++) {
        f.strength[i] = 1;
    }
    for (int round = 0; round < ROUNDS && step(&f) > CLOSE; round++) {
    }
    information(&f, h);
    invert(h, inverse, f.bots);
    for (int i = 0; i < f.bots; i++) {
        double variance = inverse[i][i] - 1.0 / f.bots;

        standings->bot[i].elo = scale * log(f.strength[i]);
        standings->bot[i].elo_margin =
            variance > 0 ? Z95 * scale * sqrt(variance) : 0;
    }
}

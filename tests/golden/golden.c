/* Golden playthroughs: whole matches as readable transcripts, one for each
 * player count and one for each variant of a game.
 *
 *   golden write FOLDER    writes them: FOLDER/<game>/<name>.txt
 *   golden check FOLDER    compares with them
 */
#include "../catalogue/played.h"

#include "core/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH 512
#define COLUMNS 78
#define FEW 16            /* values of a number that are variants each */
#define MOST_BYTES 300000 /* all transcripts together */

/* How much is shown: every n-th event's sentences, choices, and position; and
 * an option that keeps matches short. */
struct detail {
    const char *game;
    int sentences, choices, positions;
    const char *option, *value;
};

static const struct detail details[] = {
    {"apogee", 10, 60, 1000, "rounds", "3"},
    {"liftoff", 12, 60, 1000, NULL, NULL},
    {"mlem", 1, 25, 1000, NULL, NULL},
    {NULL, 10, 60, 1000, NULL, NULL},
};

struct transcript {
    const struct mq_game *g;
    const struct detail *detail;
    bool due; /* choices, at the next decision */
    struct mq_buf out;
};

/* --- Writing --- */

static const char *who(int seat)
{
    static const char *const name[] = {"P1", "P2", "P3", "P4", "P5"};

    return seat < 0 ? "chance" : name[seat];
}

/* Words after a heading, wrapped at the page's width. */
struct list {
    struct mq_buf *out;
    int column;
};

static void begin_list(struct list *list, struct mq_buf *out, const char *head)
{
    list->out = out;
    list->column = (int)strlen(head) + 9;
    mq__buf_printf(out, "    %s may:", head);
}

static void add_item(struct list *list, const char *item, bool last)
{
    int length = (int)strlen(item) + 2;

    if (list->column + length > COLUMNS) {
        mq__buf_str(list->out, "\n       ");
        list->column = 7;
    }
    mq__buf_printf(list->out, " %s%s", item, last ? "\n" : ",");
    list->column += length;
}

static void write_choices(struct transcript *t, const struct mq_match *match)
{
    const void *st = mq_match_state(match);
    mq_action legal[MQ_MAX_LEGAL];
    char text[MQ_TEXT_SIZE];
    struct list list;
    uint32_t actors;

    if (mq_match_turn(match, &actors) != MQ_TURN_SEATS) {
        return;
    }
    t->due = false;
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        int n = (actors >> seat & 1) != 0 ? mq_legal(t->g, st, seat, legal) : 0;

        if (n > 0) {
            begin_list(&list, &t->out, who(seat));
        }
        for (int i = 0; i < n; i++) {
            struct mq_event event = {seat, legal[i]};

            mq_event_text(t->g, event, text, sizeof text);
            add_item(&list, text, i == n - 1);
        }
    }
}

/* The position, a line for each of its fields. */
static void write_position(struct transcript *t, const struct mq_match *match)
{
    char *json = mq_position_write(t->g, mq_match_state(match));
    bool quoted = false;
    int depth = 0;

    for (const char *at = json != NULL ? json : ""; *at != '\0'; at++) {
        quoted = quoted != (*at == '"');
        if (!quoted) {
            depth += *at == '{' || *at == '[' ? 1 : 0;
            depth -= *at == '}' || *at == ']' ? 1 : 0;
        }
        if (at == json) {
            mq__buf_str(&t->out, "    ");
        }
        mq__buf_char(&t->out, *at);
        if (!quoted && *at == ',' && depth == 1) {
            mq__buf_str(&t->out, "\n     ");
        }
    }
    mq__buf_char(&t->out, '\n');
    free(json);
}

static void write_sentences(struct transcript *t, const void *before,
                            struct mq_event event, const void *after)
{
    struct mq_voice voice = {.language = "en", .game = t->g->id};
    struct mq_note note[MQ_MAX_NOTES];
    char sentence[1024];
    int n = mq_describe(t->g, before, event, after, note);

    for (int i = 0; i < n; i++) {
        mq_sentence(&note[i].message, &voice, sentence, sizeof sentence);
        mq__buf_printf(&t->out, "      %s%s%s%s\n", sentence,
                       note[i].rule != NULL ? " [" : "",
                       note[i].rule != NULL ? note[i].rule : "",
                       note[i].rule != NULL ? "]" : "");
    }
}

static void write_event(struct transcript *t, const struct mq_match *match,
                        const void *before)
{
    int k = mq_match_length(match);
    struct mq_event event = mq_match_event(match, k - 1);
    char text[MQ_TEXT_SIZE];

    mq_event_text(t->g, event, text, sizeof text);
    mq__buf_printf(&t->out, "%3d %s %s\n", k, who(event.seat), text);
    if (k % t->detail->sentences == 0) {
        write_sentences(t, before, event, mq_match_state(match));
    }
    t->due = t->due || k % t->detail->choices == 0;
    if (t->due) {
        write_choices(t, match);
    }
    if (k % t->detail->positions == 0) {
        write_position(t, match);
    }
}

static void write_end(struct transcript *t, const struct mq_match *match)
{
    const void *st = mq_match_state(match);
    uint32_t winners = mq_match_winners(match);
    struct mq_points points[MQ_MAX_NOTES];
    double score[MQ_MAX_PLAYERS] = {0};

    write_position(t, match);
    mq_scores(t->g, st, score);
    for (int seat = 0; seat < mq_players(t->g, st); seat++) {
        int n = mq_breakdown(t->g, st, seat, points);

        mq__buf_printf(&t->out, "%s%s %g:", who(seat),
                       (winners >> seat & 1) != 0 ? " wins," : "", score[seat]);
        for (int i = 0; i < n; i++) {
            mq__buf_printf(&t->out, " %s %d", points[i].source,
                           points[i].points);
        }
        mq__buf_char(&t->out, '\n');
    }
}

static bool write_match(struct transcript *t, const struct mq_setup *setup,
                        const char *name)
{
    _Alignas(16) unsigned char before[MQ_MAX_STATE];
    enum mq_status status = MQ_OK;
    struct mq_match *match = played_create(t->g, setup, name);
    struct mq_rng rng;

    if (match == NULL) {
        return false;
    }
    mq_rng_seed(&rng, 3);
    mq__buf_printf(&t->out, "%s ", t->g->id);
    played_setup_text(t->g, setup, &t->out);
    mq__buf_printf(&t->out, "\nseed %s\n", name);
    while (status == MQ_OK) {
        memcpy(before, mq_match_state(match), t->g->state_size);
        status = played_step(match, &rng);
        if (status == MQ_OK) {
            write_event(t, match, before);
        }
    }
    write_end(t, match);
    mq_match_destroy(match);
    return status == MQ_OVER && !t->out.failed;
}

/* --- Which matches --- */

typedef bool (*visitor)(void *context, const struct mq_setup *setup,
                        const char *name);

/* Words that name seats are no variants, nor is how long a match may be. */
static bool is_variant(const struct mq_option *option, int value)
{
    if (option->words == NULL) {
        return value != option->standard && option->high - option->low < FEW;
    }
    return value != option->standard &&
           !(option->words[value][0] == 'P' && option->words[value][1] <= '9');
}

static void value_name(const struct mq_option *option, int value, char *out,
                       size_t size)
{
    if (option->words != NULL) {
        snprintf(out, size, "%s-%s", option->name, option->words[value]);
    } else {
        snprintf(out, size, "%s-%d", option->name, value);
    }
}

/* A variant with the smallest number of players (from two on) that takes it. */
static bool visit_value(const struct mq_game *g, int option, int value,
                        visitor visit, void *context)
{
    _Alignas(16) unsigned char st[MQ_MAX_STATE];
    struct mq_setup setup;
    char name[128];

    for (int n = 2; n <= g->max_players; n++) {
        mq_setup_init(g, n, &setup);
        setup.option[option] = value;
        if (n >= g->min_players && mq_begin(g, st, &setup, NULL) == MQ_OK) {
            value_name(&g->options[option], value, name, sizeof name);
            return visit(context, &setup, name);
        }
    }
    return true;
}

static bool visit_all(const struct mq_game *g, visitor visit, void *context)
{
    struct mq_setup setup;
    char name[128];
    bool good = true;

    for (int n = g->min_players; n <= g->max_players && good; n++) {
        mq_setup_init(g, n, &setup);
        snprintf(name, sizeof name, "players-%d", n);
        good = visit(context, &setup, name);
    }
    for (int i = 0; i < g->option_count && good; i++) {
        const struct mq_option *option = &g->options[i];
        int low = option->words != NULL ? 0 : option->low;

        for (int v = low;
             good && (option->words != NULL ? option->words[v] != NULL
                                            : v <= option->high);
             v++) {
            if (is_variant(option, v)) {
                good = visit_value(g, i, v, visit, context);
            }
        }
    }
    return good;
}

/* --- The two commands --- */

struct work {
    struct transcript t;
    const char *folder;
    bool compare;
    int passed, failed;
    size_t bytes;
};

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct mq_buf buf;
    char part[4096];
    size_t n;

    if (file == NULL) {
        return NULL;
    }
    mq__buf_init(&buf);
    while ((n = fread(part, 1, sizeof part, file)) > 0) {
        mq__buf_add(&buf, part, n);
    }
    fclose(file);
    return buf.data;
}

static void show_difference(const char *path, const char *expected,
                            const char *got)
{
    int line = 1;
    size_t at = 0;

    for (size_t i = 0; expected[i] != '\0' && expected[i] == got[i]; i++) {
        if (got[i] == '\n') {
            line++;
            at = i + 1;
        }
    }
    printf("%s:%d: the match goes on differently\n"
           "expected: %.*s\n     got: %.*s\n"
           "If it is meant to: tools/update-goldens\n",
           path, line, (int)strcspn(expected + at, "\n"), expected + at,
           (int)strcspn(got + at, "\n"), got + at);
}

static bool compare_one(const char *path, const char *got)
{
    char *expected = read_whole(path);
    bool same = expected != NULL && strcmp(expected, got) == 0;

    if (expected == NULL) {
        printf("%s: isn't there; tools/update-goldens makes it\n", path);
    } else if (!same) {
        show_difference(path, expected, got);
    }
    free(expected);
    return same;
}

static bool write_one(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    bool good = file != NULL && fputs(text, file) >= 0;

    if (file != NULL) {
        good = fclose(file) == 0 && good;
    }
    return good;
}

static bool do_one(void *context, const struct mq_setup *wanted,
                   const char *name)
{
    struct work *w = context;
    const struct detail *detail = w->t.detail;
    struct mq_setup setup = *wanted;
    char path[PATH];
    bool good;

    mq__buf_clear(&w->t.out);
    snprintf(path, sizeof path, "%s/%s/%s.txt", w->folder, w->t.g->id, name);
    good = (detail->option == NULL ||
            mq_setup_set(w->t.g, &setup, detail->option, detail->value, NULL) ==
                MQ_OK) &&
           write_match(&w->t, &setup, name);
    w->bytes += w->t.out.length;
    if (!good) {
        printf("%s: the match can't be played\n", path);
    } else {
        good = w->compare ? compare_one(path, mq__buf_text(&w->t.out))
                          : write_one(path, mq__buf_text(&w->t.out));
    }
    w->passed += good ? 1 : 0;
    w->failed += good ? 0 : 1;
    return true;
}

static void do_game(struct work *w, const char *id)
{
    w->t.detail = details;
    while (w->t.detail->game != NULL && strcmp(w->t.detail->game, id) != 0) {
        w->t.detail++;
    }
    if (mq_game_open(id, NULL, 0, &w->t.g, NULL) != MQ_OK) {
        w->failed++;
        return;
    }
    visit_all(w->t.g, do_one, w);
    mq_game_close(w->t.g);
}

int main(int argc, char **argv)
{
    struct work w = {.bytes = 0};

    w.compare = argc == 3 && strcmp(argv[1], "check") == 0;
    if (!w.compare && (argc != 3 || strcmp(argv[1], "write") != 0)) {
        fprintf(stderr, "usage: golden write FOLDER | check FOLDER\n");
        return 2;
    }
    w.folder = argv[2];
    mq__buf_init(&w.t.out);
    for (int i = 0; i < mq_game_count(); i++) {
        do_game(&w, mq_game_id(i));
    }
    mq__buf_finish(&w.t.out);
    if (w.bytes > MOST_BYTES) {
        printf("%zu bytes of transcripts: more than %d\n", w.bytes, MOST_BYTES);
        w.failed++;
    }
    printf("%d passed, %d failed\n", w.passed, w.failed);
    return w.failed > 0 ? 1 : 0;
}

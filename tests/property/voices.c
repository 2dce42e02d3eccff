/* Voices: sentences, boards and bots: whatever is made of views. */
#include "suite.h"

#include <maxq/bot.h>

#include "core/buf.h"
#include "term/boards/boards.h"

#include <string.h>

static const char *const languages[] = {"en", "de"};

/* A message has words in every language, and no place is left unfilled. */
bool prop_check_message(struct prop *p, const struct mq_message *m,
                        const char *from)
{
    struct mq_voice voice = {.game = p->game->id, .players = prop_players(p)};
    char sentence[1024];

    if (m->id == NULL) {
        return prop_fail(p, "message", "%s gives no message", from);
    }
    for (int i = 0; i < 2 && !p->kind->unregistered; i++) {
        voice.language = languages[i];
        if (mq_text(languages[i], m->id) == NULL) {
            return prop_fail(p, "message", "%s: no text for %s in %s", from,
                             m->id, languages[i]);
        }
        if (mq_sentence(m, &voice, sentence, sizeof sentence) == 0) {
            return prop_fail(p, "message", "%s: %s is empty", from, m->id);
        }
    }
    return true;
}

static bool check_notes(struct prop *p, const struct mq_note *note, int n,
                        const char *from)
{
    if (n < 0 || n > MQ_MAX_NOTES) {
        return prop_fail(p, "message", "%s gives %d notes", from, n);
    }
    for (int i = 0; i < n; i++) {
        if (!prop_check_message(p, &note[i].message, from)) {
            return false;
        }
    }
    return true;
}

static bool check_refusals(struct prop *p, const void *view, int seat)
{
    struct mq_note note;

    for (int i = 0; i < 6; i++) {
        mq_action any = (mq_action)mq_rng_next(&p->rng) & 0x0707070F;

        if (mq_why_not(p->game, view, seat, any, &note) != MQ_OK &&
            !prop_check_message(p, &note.message, "why_not")) {
            return false;
        }
    }
    return true;
}

static bool check_decision(struct prop *p, const void *view, int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    struct mq_note note[MQ_MAX_NOTES];
    int n = mq_legal(p->game, view, seat, list);

    mq_ask(p->game, view, seat, note);
    if (!prop_check_message(p, &note[0].message, "ask")) {
        return false;
    }
    for (int i = 0; i < 6; i++) {
        mq_action action = list[prop_below(p, n)];
        int notes = mq_explain(p->game, view, seat, action, note);

        if (!check_notes(p, note, notes, "explain")) {
            return false;
        }
    }
    return check_refusals(p, view, seat);
}

static bool is_chance(double chance)
{
    return chance >= 0 && chance <= 1 + 1e-12;
}

/* Where there is no chance, what is missing is said. */
static bool check_odds(struct prop *p, const struct mq_odds *odds, int seat)
{
    bool lacks = odds->lack.message.id != NULL;
    bool good = is_chance(odds->chance) || (odds->chance < 0 && lacks);

    for (int i = 0; i < odds->spare_count; i++) {
        good = good && is_chance(odds->spare[i]);
    }
    if (!good) {
        return prop_fail(p, "odds", "P%d: %s: %g", seat + 1, odds->message.id,
                         odds->chance);
    }
    return prop_check_message(p, &odds->message, "odds") &&
           (!lacks || prop_check_message(p, &odds->lack.message, "odds"));
}

static bool check_figures(struct prop *p, const void *view, int seat)
{
    struct mq_points points[MQ_MAX_NOTES];
    struct mq_odds odds[MQ_MAX_ODDS];
    double guess = mq_estimate(p->game, view, seat);
    int n = mq_odds_list(p->game, view, seat, odds);

    if (!(guess >= 0 && guess <= 1)) {
        return prop_fail(p, "estimate", "P%d: %g", seat + 1, guess);
    }
    for (int i = 0; i < n; i++) {
        if (!check_odds(p, &odds[i], seat)) {
            return false;
        }
    }
    n = mq_breakdown(p->game, view, seat, points);
    for (int i = 0; i < n; i++) {
        if (!prop_check_message(p, &points[i].message, "breakdown")) {
            return false;
        }
    }
    return true;
}

/* Columns of the widest line; marks have no width. */
static int widest(const char *text)
{
    int most = 0;
    int columns = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            columns = 0;
        } else if (*text == MQ_MARK && text[1] != '\0') {
            text++;
        } else if (((unsigned char)*text & 0xC0) != 0x80) {
            columns++;
        }
        most = columns > most ? columns : most;
    }
    return most;
}

static bool check_board(struct prop *p, const void *view, int seat)
{
    struct mq_canvas canvas = {
        .language = languages[prop_below(p, 2)],
        .width = 80,
        .plain = prop_once_in(p, 2),
    };
    struct mq_buf buf;
    bool good = true;

    mq__buf_init(&buf);
    if (!mq__board(p->game, view, seat, &canvas, &buf)) {
        return true; /* the test's own game has none */
    }
    p->count.boards++;
    if (buf.failed || buf.length == 0) {
        good = prop_fail(p, "board", "seat %d: nothing drawn", seat);
    } else if (!canvas.plain && widest(mq__buf_text(&buf)) > canvas.width) {
        good = prop_fail(p, "board", "seat %d: %d columns\n%s", seat,
                         widest(mq__buf_text(&buf)), mq__buf_text(&buf));
    }
    mq__buf_finish(&buf);
    return good;
}

bool prop_check_voices(struct prop *p, const void *st)
{
    struct prop_state view;
    uint32_t actors;

    mq_turn(p->game, st, &actors);
    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        prop_view(p, st, seat, &view);
        if (!check_board(p, view.bytes, seat)) {
            return false;
        }
        if (seat >= 0 && !check_figures(p, view.bytes, seat)) {
            return false;
        }
        if (seat >= 0 && (actors >> seat & 1) != 0 &&
            !check_decision(p, view.bytes, seat)) {
            return false;
        }
    }
    return true;
}

/* The sentences a seat gets of an event, from its own views. */
bool prop_check_told(struct prop *p, const void *before, struct mq_event event,
                     const void *after)
{
    struct mq_note note[MQ_MAX_NOTES];
    struct prop_state then, now;
    struct mq_event seen;

    for (int seat = MQ_SPECTATOR; seat < prop_players(p); seat++) {
        int n;

        if (!mq_seen(p->game, before, event, seat, &seen)) {
            continue;
        }
        prop_view(p, before, seat, &then);
        prop_view(p, after, seat, &now);
        n = mq_describe(p->game, then.bytes, seen, now.bytes, note);
        if (!check_notes(p, note, n, "describe")) {
            return false;
        }
    }
    return true;
}

static bool same_choice(const struct mq_choice *a, const struct mq_choice *b)
{
    if (a->count != b->count || a->valued != b->valued) {
        return false;
    }
    for (int i = 0; i < a->count; i++) {
        if (a->candidate[i].action != b->candidate[i].action ||
            a->candidate[i].value != b->candidate[i].value) {
            return false;
        }
    }
    return true;
}

/* A bot chooses what is legal, and the same in any world like the seat's. */
static bool check_bot(struct prop *p, const struct mq_bot *bot, const void *st,
                      int seat)
{
    struct mq_budget budget = {.iterations = PROP_ITERATIONS};
    struct mq_choice here, there;
    struct prop_state world;
    struct mq_rng rng, same;

    mq_rng_seed(&rng, mq_rng_next(&p->rng));
    same = rng;
    prop_view(p, st, seat, &world);
    mq_resample(p->game, world.bytes, seat, &p->rng);
    if (mq_bot_choose(bot, p->game, st, seat, &budget, &rng, &here) != MQ_OK ||
        mq_bot_choose(bot, p->game, world.bytes, seat, &budget, &same,
                      &there) != MQ_OK) {
        return prop_fail(p, "bot", "%s gives no choice", bot->name);
    }
    p->count.bots++;
    for (int i = 0; i < here.count; i++) {
        if (!mq_is_legal(p->game, st, seat, here.candidate[i].action)) {
            return prop_fail(p, "bot", "%s chooses what isn't legal",
                             bot->name);
        }
    }
    if (here.count < 1 || !same_choice(&here, &there)) {
        return prop_fail(p, "bot",
                         "%s chooses differently in a world that "
                         "looks alike",
                         bot->name);
    }
    return true;
}

bool prop_check_bots(struct prop *p, const void *st)
{
    uint32_t actors;

    mq_turn(p->game, st, &actors);
    for (int seat = 0; seat < prop_players(p); seat++) {
        const struct mq_bot *bot = mq_bot_at(prop_below(p, mq_bot_count()));

        if ((actors >> seat & 1) != 0 && !check_bot(p, bot, st, seat)) {
            return false;
        }
    }
    return true;
}

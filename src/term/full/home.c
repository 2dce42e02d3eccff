/* Home: games to begin, matches to go on with, matches to look at again. */
#include "term/full/home.h"

#include <maxq/bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS 64
#define ITEM_SIZE 200

/* A menu being put together. */
struct menu {
    int count;
    char text[MOST_ITEMS][ITEM_SIZE];
    const char *item[MOST_ITEMS];
    int stored[MOST_ITEMS]; /* which stored match; -1: none */
};

static void add(struct menu *menu, int stored, const char *text)
{
    if (menu->count < MOST_ITEMS) {
        snprintf(menu->text[menu->count], ITEM_SIZE, "%s", text);
        menu->item[menu->count] = menu->text[menu->count];
        menu->stored[menu->count++] = stored;
    }
}

static const char *label(const struct mq_full *full, const char *id)
{
    return mq__label(full->language, id);
}

static void add_said(struct mq_full *full, struct menu *menu, int stored,
                     const char *id, const char *text)
{
    struct mq_voice voice = {.language = full->language};
    char memory[ITEM_SIZE];
    struct mq_buf out;

    mq__buf_fixed(&out, memory, sizeof memory);
    mq__buf_printf(&out, "%s: %s", mq__label(voice.language, id), text);
    add(menu, stored, memory);
}

/* How many seats: the game's own limits. */
static int ask_players(struct mq_full *full, const struct mq_game *game)
{
    struct menu menu = {0};
    int least, most, chosen;

    mq_game_players(game, &least, &most);
    for (int n = least; n <= most; n++) {
        char text[8];

        snprintf(text, sizeof text, "%d", n);
        add(&menu, -1, text);
    }
    chosen = mq__full_menu(full, label(full, "term.home-players"), menu.item,
                           menu.count);
    return chosen >= 0 ? least + chosen : chosen;
}

/* Who plays the other seats. */
static const char *ask_bot(struct mq_full *full)
{
    struct menu menu = {0};
    int chosen;

    for (int i = 0; i < mq_bot_count(); i++) {
        add(&menu, i, mq_bot_at(i)->name);
    }
    add(&menu, -1, label(full, "term.home-people"));
    chosen = mq__full_menu(full, label(full, "term.home-opponents"), menu.item,
                           menu.count);
    if (chosen < 0) {
        return NULL;
    }
    return menu.stored[chosen] >= 0 ? mq_bot_at(chosen)->name : "me";
}

static void value_text(const struct mq_option *option, int value, char *out,
                       size_t size)
{
    if (option->words != NULL) {
        snprintf(out, size, "%s", option->words[value]);
    } else {
        snprintf(out, size, "%d", value);
    }
}

/* The next value of an option, after the last one the first. */
static void turn_option(const struct mq_option *option, int *value)
{
    int high = option->high, low = option->low;

    if (option->words != NULL) {
        for (low = 0, high = 0; option->words[high + 1] != NULL; high++) {
        }
    }
    *value = *value >= high ? low : *value + 1;
}

static void add_options(struct mq_full *full, const struct mq_game *game,
                        const struct mq_setup *setup, struct menu *menu)
{
    int count;
    const struct mq_option *options = mq_game_options(game, &count);

    for (int i = 0; i < count; i++) {
        char value[64], text[ITEM_SIZE];

        value_text(&options[i], setup->option[i], value, sizeof value);
        snprintf(text, sizeof text, "%s: %s",
                 mq_word_name(full->language, game->id, options[i].name),
                 mq_word_name(full->language, game->id, value));
        add(menu, i, text);
    }
}

static void take_settings(const struct mq_game *game,
                          const struct mq_setup *setup, struct mq_home *out)
{
    int count;
    const struct mq_option *options = mq_game_options(game, &count);

    for (int i = 0; i < count && i < MQ_HOME_SETTINGS; i++) {
        char value[40];

        if (setup->option[i] != options[i].standard) {
            value_text(&options[i], setup->option[i], value, sizeof value);
            snprintf(out->setting[out->settings++], 64, "%.20s=%s",
                     options[i].name, value);
        }
    }
}

/* Options of the game, each turned by Enter; false: Escape. */
static bool ask_options(struct mq_full *full, const struct mq_game *game,
                        int players, struct mq_home *out)
{
    struct mq_setup setup;
    int count;
    const struct mq_option *options = mq_game_options(game, &count);

    mq_setup_init(game, players, &setup);
    for (;;) {
        struct menu menu = {0};
        int chosen;

        add(&menu, -1, label(full, "term.home-begin"));
        add_options(full, game, &setup, &menu);
        chosen = mq__full_menu(full, label(full, "term.home-options"),
                               menu.item, menu.count);
        if (chosen < 0) {
            return false;
        }
        if (chosen == 0) {
            take_settings(game, &setup, out);
            return true;
        }
        turn_option(&options[chosen - 1], &setup.option[chosen - 1]);
    }
}

static bool begin_game(struct mq_full *full, const char *id,
                       struct mq_home *out)
{
    const struct mq_game *game;
    const char *bot = "";
    struct mq_buf seats;
    int players;
    bool begun = false;

    if (mq_game_open(id, NULL, 0, &game, NULL) != MQ_OK) {
        return false;
    }
    players = ask_players(full, game);
    if (players > 1) {
        bot = ask_bot(full);
    }
    if (players >= 1 && bot != NULL && ask_options(full, game, players, out)) {
        mq__buf_fixed(&seats, out->seats, sizeof out->seats);
        mq__buf_str(&seats, "me");
        for (int i = 1; i < players; i++) {
            mq__buf_printf(&seats, ",%s", bot);
        }
        out->wants = MQ_HOME_PLAY;
        out->game = id;
        begun = true;
    }
    mq_game_close(game);
    return begun;
}

static void add_games(struct mq_full *full, struct menu *menu)
{
    for (int i = 0; i < mq_game_count(); i++) {
        const char *id = mq_game_id(i);

        add_said(full, menu, -1, "term.home-new",
                 mq_word_name(full->language, id, id));
    }
}

static void add_stored(struct mq_full *full, struct menu *menu,
                       const struct mq_stored *stored, int count, bool finished)
{
    for (int i = 0; i < count; i++) {
        char text[ITEM_SIZE];

        if (stored[i].finished == finished) {
            snprintf(text, sizeof text, "%s  %s", stored[i].when,
                     stored[i].about);
            add_said(full, menu, i,
                     finished ? "term.home-review" : "term.home-resume", text);
        }
    }
}

/* Takes what was chosen; false: nothing came of it, ask again. */
static bool take(struct mq_full *full, const struct menu *menu, int chosen,
                 const struct mq_stored *stored, struct mq_home *out)
{
    int which = menu->stored[chosen];
    int unfinished = 0;

    for (int i = 0; i < chosen; i++) {
        unfinished += menu->stored[i] >= 0 && !stored[menu->stored[i]].finished;
    }
    if (which < 0) {
        return begin_game(full, mq_game_id(chosen - unfinished), out);
    }
    out->wants = stored[which].finished ? MQ_HOME_REVIEW : MQ_HOME_RESUME;
    snprintf(out->path, sizeof out->path, "%s", stored[which].path);
    return true;
}

bool mq__home(struct mq_full *full, struct mq_home *out)
{
    struct mq_session *bare = calloc(1, sizeof *bare);
    bool taken = false;

    while (bare != NULL && !taken) {
        struct menu *menu = calloc(1, sizeof *menu);
        struct mq_stored *stored;
        int count = mq__record_list(&stored);
        int chosen = -1;

        memset(out, 0, sizeof *out);
        bare->voice.language = full->language;
        full->session = bare;
        if (menu != NULL) {
            add_stored(full, menu, stored, count, false);
            add_games(full, menu);
            add_stored(full, menu, stored, count, true);
            chosen = mq__full_menu(full, label(full, "term.home"), menu->item,
                                   menu->count);
            taken = chosen >= 0 && take(full, menu, chosen, stored, out);
        }
        free(stored);
        free(menu);
        if (chosen < 0) {
            break;
        }
    }
    free(bare);
    full->session = NULL;
    return taken;
}

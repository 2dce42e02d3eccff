/* `maxq replay`: the account of a match, in sentences or as JSON. */
#include "cli/replay.h"

#include "cli/command.h"
#include "core/game.h"
#include "core/match_record.h"
#include "core/message_json.h"
#include "term/screen.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct account {
    const struct mq_match *match;
    const struct mq_game *game;
    int players;
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;
    struct mq_screen screen;
};

static void begin(struct account *a, const struct mq_match *match)
{
    *a = (struct account){.match = match, .game = mq_match_game(match)};
    a->players = mq_players(a->game, mq_match_state(match));
    mq__match_voice(match, mq__cli_language(), a->names, &a->voice);
    mq__cli_screen(&a->screen);
}

static void add(struct account *a, const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq__say_textv(&a->screen.text, &a->voice, id, format, args);
    va_end(args);
}

static void end_line(struct account *a)
{
    mq__buf_char(&a->screen.text, '\n');
    mq__screen_flush(&a->screen);
}

/* The head: game, options, who sits where. */

static void add_options(struct account *a)
{
    const struct mq_setup *setup = &mq_match_config_of(a->match)->setup;

    for (int i = 0; i < a->game->option_count; i++) {
        const struct mq_option *option = &a->game->options[i];
        int value = setup->option[i];

        mq__buf_printf(&a->screen.text, " %s=", option->name);
        if (option->words != NULL) {
            mq__buf_str(&a->screen.text, option->words[value]);
        } else {
            mq__buf_int(&a->screen.text, value);
        }
    }
}

static void add_head(struct account *a)
{
    const struct mq_match_config *config = mq_match_config_of(a->match);

    mq__buf_printf(&a->screen.text, "%s players=%d", a->game->id, a->players);
    add_options(a);
    end_line(a);
    for (int seat = 0; seat < a->players; seat++) {
        const struct mq_seat *who = &config->seat[seat];

        mq__buf_printf(&a->screen.text, "  P%d  %s%s", seat + 1, who->name,
                       who->name[0] != '\0' && who->bot[0] != '\0' ? ", " : "");
        if (who->bot[0] != '\0') {
            add(a, "replay.is-bot", "t", who->bot);
        } else if (who->name[0] == '\0') {
            add(a, "replay.is-person", "");
        }
        end_line(a);
    }
}

/* Entries. */

static void add_event(struct account *a, int k)
{
    struct mq_event event = mq_match_event(a->match, k);
    alignas(16) unsigned char before[MQ_MAX_STATE], after[MQ_MAX_STATE];
    struct mq_note notes[MQ_MAX_NOTES];
    char text[MQ_TEXT_SIZE];
    int n;

    mq_match_state_at(a->match, k, before);
    mq_match_state_at(a->match, k + 1, after);
    n = mq_describe(a->game, before, event, after, notes);
    mq__buf_printf(&a->screen.text, "%4d  ", k + 1);
    for (int i = 0; i < n; i++) {
        mq__buf_str(&a->screen.text, i > 0 ? "      " : "");
        mq__say_message(&a->screen.text, &a->voice, &notes[i].message);
        end_line(a);
    }
    if (n == 0) {
        mq_event_text(a->game, event, text, sizeof(text));
        mq__buf_str(&a->screen.text, text);
        end_line(a);
    }
}

static void add_undo(struct account *a, const struct mq_entry *undo)
{
    if (undo->seat < 0) {
        add(a, "replay.undo-table", "");
    } else {
        add(a, undo->agreed ? "replay.undo-agreed" : "replay.undo", "p",
            undo->seat);
    }
    for (int i = 0; i < undo->undone_count; i++) {
        const struct mq_entry *gone = mq_match_entry(a->match, undo->undone[i]);
        struct mq_event event = {gone->seat, gone->action};
        char text[MQ_TEXT_SIZE];

        mq_event_text(a->game, event, text, sizeof(text));
        mq__buf_printf(&a->screen.text, "%s %s", i > 0 ? "," : "", text);
    }
}

static void add_remark(struct account *a, const struct mq_entry *entry)
{
    mq__buf_str(&a->screen.text, "      ");
    switch (entry->kind) {
    case MQ_ENTRY_UNDO:
        add_undo(a, entry);
        break;
    case MQ_ENTRY_CONCEDE:
        add(a, "replay.concede", "p", entry->seat);
        break;
    case MQ_ENTRY_BOT:
        add(a, entry->text[0] != '\0' ? "replay.bot" : "replay.person", "pt",
            entry->seat, entry->text);
        break;
    case MQ_ENTRY_CLOCK:
        add(a, "replay.clock", "pt", entry->seat, entry->text);
        break;
    default:
        add(a, "replay.close", "");
        break;
    }
    end_line(a);
}

static void add_result(struct account *a)
{
    double scores[MQ_MAX_PLAYERS] = {0};
    uint32_t winners = mq_match_winners(a->match);
    uint32_t actors;

    mq_scores(a->game, mq_match_state(a->match), scores);
    for (int seat = 0; seat < a->players; seat++) {
        mq__buf_str(&a->screen.text, seat > 0 ? ", " : "");
        add(a, "replay.score", "pf", seat, (int)(scores[seat] * 1000));
    }
    end_line(a);
    for (int seat = 0; seat < a->players; seat++) {
        if ((winners >> seat & 1) != 0) {
            add(a, "replay.wins", "p", seat);
            end_line(a);
        }
    }
    if (mq_match_turn(a->match, &actors) != MQ_TURN_OVER) {
        add(a, "replay.running", "");
        end_line(a);
    } else if (winners == 0) {
        add(a, "replay.nobody", "");
        end_line(a);
    }
}

int mq__replay_account(const struct mq_replay *replay)
{
    const struct mq_match *match = replay->match;
    struct account a;
    int k = 0;

    begin(&a, match);
    add_head(&a);
    for (int i = 0; i < mq_match_entries(match); i++) {
        const struct mq_entry *entry = mq_match_entry(match, i);

        if (entry->kind != MQ_ENTRY_EVENT) {
            add_remark(&a, entry);
        } else if (!entry->withdrawn) {
            add_event(&a, k++);
        }
    }
    add_result(&a);
    return mq__cli_screen_end(&a.screen, MQ_EXIT_DONE);
}

/* JSON. */

static void json_result(const struct mq_match *match, struct mq_json_writer *w)
{
    const struct mq_game *game = mq_match_game(match);
    const void *st = mq_match_state(match);
    double scores[MQ_MAX_PLAYERS] = {0};
    uint32_t actors;

    mq_scores(game, st, scores);
    mq__json_add(w, "scores:N winners:m over:b closed:b", scores,
                 mq_players(game, st), mq_match_winners(match),
                 mq_match_turn(match, &actors) == MQ_TURN_OVER,
                 mq_match_closed(match));
}

static void json_trouble(const struct mq_replay *replay,
                         struct mq_json_writer *w)
{
    struct mq_note note = {0};
    struct mq_voice voice = {0};

    if (replay->notice.line > 0) {
        note.message = replay->notice.message;
        mq__note_json(w, "damaged", &note, &voice);
    }
    if (replay->status == MQ_DIVERGED) {
        note.message = replay->error.message;
        mq__note_json(w, "diverged", &note, &voice);
    }
}

int mq__replay_json(const struct mq_replay *replay)
{
    const struct mq_match *match = replay->match;
    const struct mq_voice voice = {.game = mq_match_game(match)->id};
    struct mq_cli_json json;
    struct mq_json_writer *w = mq__cli_json_begin(&json);

    mq__json_add(w, "{game:s log:[", voice.game);
    for (int k = 0; k < mq_match_length(match); k++) {
        mq__match_event_json(match, k, &voice, w);
    }
    mq__json_close(w, ']');
    json_result(match, w);
    json_trouble(replay, w);
    mq__json_close(w, '}');
    return mq__cli_json_end(&json);
}

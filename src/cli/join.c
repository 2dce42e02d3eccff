/* `maxq join`: a seat at a table of a server, played by a person or a program.
 */
#include "cli/command.h"

#include "sim/arena_talk.h"
#include "term/online/join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BOT_MS 60000 /* what a program has for a choice */

struct options {
    struct mq_words words; /* the link */
    const char *name;
    const char *bot;
    bool plain, lines, still;
};

static const struct mq_cli_option option_list[] = {
    {"name", 'n', "NAME", "Your name at the table (else that of the system)",
     MQ_TEXT(name)},
    {"bot", 0, "COMMAND", "A program plays the seat, asked by JSON lines",
     MQ_TEXT(bot)},
    {"plain", 0, NULL,
     "Words instead of drawings, no colours: for screen readers too",
     MQ_FLAG(plain)},
    {"lines", 0, NULL, "Line by line, with drawn boards, not on a whole screen",
     MQ_FLAG(lines)},
    {"no-motion", 0, NULL, "No rolling dice and no flights on the screen",
     MQ_FLAG(still)},
    {0},
};

/* A program at the seat: it is told and asked as in an arena. */
struct program {
    struct mq_join_bot bot; /* first */
    struct mq_arena arena;
    struct mq_child child;
    struct mq_talk talk;
    bool begun;
};

static int choose(struct mq_join_bot *bot, const struct mq_session *s)
{
    struct program *p = (struct program *)bot;
    struct mq_buf answer;
    mq_action action = 0;
    enum mq_child_result result = MQ_CHILD_OK;
    int choice = -1;

    p->arena.game = s->game;
    p->arena.setup.players = s->players;
    p->talk.seat = s->viewer;
    if (!p->begun) {
        p->begun = true;
        result = mq__talk_start(&p->talk);
    }
    mq__buf_init(&answer);
    if (result == MQ_CHILD_OK) {
        result = mq__talk_choose(&p->talk, s->view.bytes, &answer, &action);
    }
    mq__buf_finish(&answer);
    for (int i = 0; result == MQ_CHILD_OK && i < s->choices.count; i++) {
        choice = s->choices.action[i] == action ? i : choice;
    }
    if (choice < 0) {
        mq__cli_fail("tools.join-bot", "t", p->talk.command);
    }
    return choice;
}

static void begin_program(struct program *p, const char *command)
{
    p->bot.choose = choose;
    p->arena.limit_ms = BOT_MS;
    p->talk.arena = &p->arena;
    p->talk.child = &p->child;
    p->talk.command = command;
    mq__buf_init(&p->talk.events);
}

static void play(const struct options *o, struct mq_far *far)
{
    struct mq_face wanted = {.motion = !o->still};
    struct mq_join_options join = {.language = mq__cli_language(),
                                   .plain = o->plain};
    struct program *program = calloc(1, sizeof *program);

    if (program == NULL) {
        return;
    }
    if (o->bot != NULL) {
        begin_program(program, o->bot);
        join.bot = &program->bot;
    } else if (!o->plain && !o->lines &&
               mq__face_can(STDIN_FILENO, STDOUT_FILENO)) {
        join.full = mq__full_open(&wanted, join.language);
    }
    mq__join_play(far, &join);
    mq__full_close(join.full);
    if (o->bot != NULL) {
        mq__child_finish(&program->child);
        mq__buf_finish(&program->talk.events);
    }
    free(program);
}

static int run(void *options)
{
    const struct options *o = options;
    const char *name = o->name != NULL ? o->name : getenv("USER");
    struct mq_far *far = calloc(1, sizeof *far);
    struct mq_note why;
    int code = MQ_EXIT_DONE;

    if (o->words.first == NULL) {
        free(far);
        return mq__cli_fail("tools.join-what", "");
    }
    if (far == NULL) {
        return mq__cli_fail("error.no-memory", "");
    }
    if (!mq__far_open(far, o->words.first,
                      name != NULL && name[0] != '\0' ? name : "Guest",
                      mq__cli_language(), &why)) {
        code = mq__cli_error(&why.message);
    } else {
        play(o, far);
    }
    mq__far_close(far);
    free(far);
    return code;
}

const struct mq_command mq__command_join = {
    .name = "join",
    .summary = "play at a table of a server",
    .usage = "LINK",
    .options = option_list,
    .words = MQ_WORDS_ONE,
    .size = sizeof(struct options),
    .run = run,
};

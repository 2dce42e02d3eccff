/* MLEM: odds and sentences are true with pips and tokens, odds are gone when
 * they no longer apply, and sentences are made of words. */
#include "mlem.h"

#include "core/buf.h"
#include "core/tell.h"
#include "term/boards/boards.h"

#include <stdio.h>
#include <string.h>

/* Two astronauts aboard at a space, with so many dice to roll. */
static void fly(struct ml_state *st, int first, int second, int space, int dice)
{
    start_match(st, 2, 0);
    mq_apply(game, st, MQ_CHANCE_SEAT, MQ_ACTION(ML_DO_START, 0, 0, 0));
    mq_apply(game, st, 0, MQ_ACTION(ML_DO_BOARD, first, 0, 0));
    mq_apply(game, st, 1, MQ_ACTION(ML_DO_BOARD, second, 0, 0));
    st->space = (uint8_t)space;
    st->dice = (uint8_t)dice;
    assert_int_equal(st->step, ML_STEP_ROLL);
}

static unsigned roll_of(const int count[ML_FACES])
{
    unsigned roll = 0;

    for (int face = 0; face < ML_FACES; face++) {
        roll |= (unsigned)count[face] << 3 * face;
    }
    return roll;
}

static void roll(struct ml_state *st, const int count[ML_FACES])
{
    mq_apply(game, st, MQ_CHANCE_SEAT, ML_ROLL_ACTION(roll_of(count)));
}

/* The token of the tables with that ability. */
static int token_with(int ability, unsigned faces)
{
    const struct ml_tables *t = ml_tables(game);

    for (int i = 0; i < t->tokens; i++) {
        if (t->token[i].ability == ability && t->token[i].faces == faces) {
            return i + 1;
        }
    }
    fail();
    return 0;
}

/* The chance that the odds give under an id; -2: they have none. */
static double odds_of(const struct ml_state *st, const char *id)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    int n = mq_odds_list(game, st, 0, odds);

    assert_in_range(n, 0, MQ_MAX_ODDS);
    for (int i = 0; i < n; i++) {
        if (strcmp(odds[i].message.id, id) == 0) {
            return odds[i].chance;
        }
    }
    return -2;
}

/* The sentences of an event, or of what a choice means, in one text. */
static void join(const struct mq_note *note, int n, const char *language,
                 char *out, size_t size)
{
    static const char *const names[] = {"Ada", "Bo"};
    struct mq_voice voice = {language, "mlem", names, 2};
    size_t length = 0;

    for (int i = 0; i < n; i++) {
        char text[256];

        mq_sentence(&note[i].message, &voice, text, sizeof(text));
        length += (size_t)snprintf(out + length, size - length, "%s|", text);
    }
}

static void describe(struct ml_state *st, struct mq_event event, char *out,
                     size_t size)
{
    struct mq_note note[MQ_MAX_NOTES];
    struct ml_state before = *st;

    mq_apply(game, st, event.seat, event.action);
    join(note, mq_describe(game, &before, event, st, note), "en", out, size);
}

static void explain(const struct ml_state *st, mq_action action, char *out,
                    size_t size)
{
    struct mq_note note[MQ_MAX_NOTES];

    join(note, mq_explain(game, st, st->turn, action, note), "en", out, size);
}

#define assert_says(text, part)                                                \
    do {                                                                       \
        if (strstr(text, part) == NULL) {                                      \
            fail_msg("'%s' isn't in '%s'", part, text);                        \
        }                                                                      \
    } while (0)

/* M4: space 1 with five dice and two fresh pips said 3.1 %. */
static void pips_avert(void **state)
{
    struct ml_state st;

    (void)state;
    fly(&st, ML_PIP, ML_PIP, 1, 5);
    assert_chance(odds_of(&st, "mlem.odds.crash"), 0);
    st.pips = 0;
    assert_chance(odds_of(&st, "mlem.odds.crash"), 1.0 / 32);
    st.pips = 3;
    st.space = 6; /* shows no 1 */
    assert_chance(odds_of(&st, "mlem.odds.crash"), 1.0 / 32);
}

static void tokens_avert(void **state)
{
    struct ml_state st;

    (void)state;
    fly(&st, ML_SCOUT, ML_SETTLER, 12, 3);
    assert_chance(odds_of(&st, "mlem.odds.crash"), 0.125);
    st.token = (uint8_t)token_with(ML_REROLL, 0);
    assert_chance(odds_of(&st, "mlem.odds.crash"), 0.125 * 0.125);
    st.token = (uint8_t)token_with(ML_EXTRA, 2); /* a 2: fits 12 */
    assert_chance(odds_of(&st, "mlem.odds.crash"), 0);
    st.token = (uint8_t)token_with(ML_EXTRA, 1); /* a 1: doesn't */
    assert_chance(odds_of(&st, "mlem.odds.crash"), 0.125);
    st.token = (uint8_t)token_with(ML_KEEP, 0);
    assert_chance(odds_of(&st, "mlem.odds.crash"), 0.125);
}

/* M4: the gauge kept showing a crash after the roll had succeeded; "reach"
 * ignored the dice that lie there, and pips. */
static void odds_that_apply(void **state)
{
    struct ml_state st;

    (void)state;
    fly(&st, ML_SCOUT, ML_SETTLER, 12, 3);
    assert_true(odds_of(&st, "mlem.odds.stop") >= 0);
    assert_true(odds_of(&st, "mlem.odds.reach") >= 0);
    roll(&st, (int[]){0, 1, 0, 2, 0});
    assert_int_equal(st.step, ML_STEP_USE);
    assert_true(odds_of(&st, "mlem.odds.crash") < -1);
    assert_true(odds_of(&st, "mlem.odds.stop") < -1);
    /* The only use is 2: to 14, with two dice left. The first place told is
     * 13, which can't be reached any more. */
    assert_chance(odds_of(&st, "mlem.odds.reach"), 0);

    fly(&st, ML_PIP, ML_SETTLER, 12, 3); /* a pip: no exact chance is known */
    assert_true(odds_of(&st, "mlem.odds.stop") >= 0);
    assert_true(odds_of(&st, "mlem.odds.reach") < -1);
}

static void explained_risk(void **state)
{
    struct ml_state st;
    char text[2048];

    (void)state;
    fly(&st, ML_PIP, ML_SETTLER, 8, 4);
    roll(&st, (int[]){0, 1, 0, 3, 0}); /* 2: to 10, which shows 1 */
    explain(&st, MQ_ACTION(ML_DO_USE, 2, 0, 0), text, sizeof(text));
    assert_says(text, "3 dice left, next crash 0 %");
    mq_apply(game, &st, 0, MQ_ACTION(ML_DO_USE, 2, 0, 0));
    explain(&st, MQ_ACTION(ML_DO_STAY, 0, 0, 0), text, sizeof(text));
    assert_says(text, "crashes with 0 %");
}

/* What landing there brings the one who flies: a settler doubles. */
static void explained_places(void **state)
{
    struct ml_state st;
    char text[2048];

    (void)state;
    fly(&st, ML_SETTLER, ML_SCOUT, 8, 4);
    roll(&st, (int[]){0, 2, 0, 2, 0});
    explain(&st, MQ_ACTION(ML_DO_USE, 2, 0, 0), text, sizeof(text));
    assert_says(text, "\xE2\x86\x92 12, planet II +8; 2 dice left");
    fly(&st, ML_MOONWALKER, ML_SCOUT, 8, 4);
    roll(&st, (int[]){0, 3, 0, 1, 0});
    explain(&st, MQ_ACTION(ML_DO_USE, 2, 0, 0), text, sizeof(text));
    assert_says(text, "\xE2\x86\x92 14, a moon for 6; 1 die left");
}

/* M5: "Captain uses 1 A A pip:Captain". */
static void uses_in_words(void **state)
{
    struct ml_state st;
    char text[2048];

    (void)state;
    fly(&st, ML_PIP, ML_PIP, 1, 5);
    roll(&st, (int[]){1, 2, 0, 0, 2});
    describe(&st, (struct mq_event){0, MQ_ACTION(ML_DO_USE, 17, 3, 0)}, text,
             sizeof(text));
    assert_null(strstr(text, "pip:"));
    assert_says(text, "Ada uses 1 A A and flies from 1 to 6.");
    assert_says(text, "The pips of Ada and Bo add 2.");

    fly(&st, ML_PIP, ML_SCOUT, 1, 1);
    roll(&st, (int[]){0, 1, 0, 0, 0});
    describe(&st, (struct mq_event){0, MQ_ACTION(ML_DO_USE, 0, 1, 0)}, text,
             sizeof(text));
    assert_says(text, "Ada flies from 1 to 2.");
    assert_says(text, "Ada\xE2\x80\x99s pip adds 1.");

    fly(&st, ML_BALLAST, ML_SCOUT, 12, 2);
    st.token = (uint8_t)token_with(ML_EXTRA, 2);
    roll(&st, (int[]){0, 0, 2, 0, 0});
    describe(&st, (struct mq_event){0, MQ_ACTION(ML_DO_USE, 4, 0, 1)}, text,
             sizeof(text));
    assert_says(text, "Ada uses 3 3 and flies from 12 to 20.");
    assert_says(text, "The token\xE2\x80\x99s extra dice add 2.");

    fly(&st, ML_BALLAST, ML_SCOUT, 12, 2);
    st.token = (uint8_t)token_with(ML_KEEP, 0);
    roll(&st, (int[]){0, 0, 2, 0, 0});
    describe(&st, (struct mq_event){0, MQ_ACTION(ML_DO_USE, 4, 0, 2)}, text,
             sizeof(text));
    assert_says(text, "The token keeps the dice that were used.");
}

/* A crash says what was needed, and how likely it was. */
static void crash_explains_itself(void **state)
{
    struct ml_state st;
    char text[2048];

    (void)state;
    fly(&st, ML_SETTLER, ML_SCOUT, 11, 1);
    describe(&st,
             (struct mq_event){MQ_CHANCE_SEAT,
                               ML_ROLL_ACTION(roll_of((int[]){0, 0, 1, 0, 0}))},
             text, sizeof(text));
    assert_says(text, "Ada rolls 3.|Space 11 needs 1, 4 or A.|");
    assert_says(text, "With 1 die that happens with 50 %.");
    assert_says(text, "The rocket crashes at 11! Failure 1 of 11.");
}

/* M5: after a crash the choice was "Stay aboard" or "Land here". */
static void parachute_in_words(void **state)
{
    struct ml_state st;
    char text[2048];

    (void)state;
    fly(&st, ML_PARACHUTE, ML_SCOUT, 12, 1);
    roll(&st, (int[]){1, 0, 0, 0, 0});
    assert_int_equal(st.step, ML_STEP_PARACHUTE);
    explain(&st, MQ_ACTION(ML_DO_STAY, 0, 0, 0), text, sizeof(text));
    assert_says(text,
                "Ada\xE2\x80\x99s parachute goes home and can fly again.");
    explain(&st, MQ_ACTION(ML_DO_LAND, 0, 0, 0), text, sizeof(text));
    assert_says(text, "lands on planet II");
}

#define FACTS_SIZE (1 << 15)

/* A choice's facts, each as "kind subject text|". */
static void list_fact(void *context, const struct mq_fact *fact)
{
    static const char *const names[] = {"Ada", "Bo"};
    struct mq_voice voice = {"en", "mlem", names, 2};
    char *out = context, text[256];
    size_t length = strlen(out);

    mq_sentence(&fact->note.message, &voice, text, sizeof(text));
    snprintf(out + length, FACTS_SIZE - length, "%s %s: %s|",
             mq_fact_words[fact->kind], fact->subject, text);
}

static void commands(void **state)
{
    struct ml_state st;
    static char text[FACTS_SIZE];
    struct mq_facts facts = {list_fact, text, NULL};

    (void)state;
    fly(&st, ML_PARACHUTE, ML_SCOUT, 12, 1);
    roll(&st, (int[]){1, 0, 0, 0, 0});
    mq_tell(game, &st, 0, MQ_ACTION(ML_DO_STAY, 0, 0, 0), &facts);
    assert_int_equal(strncmp(text, "does stay: Go home|", 19), 0);
    text[0] = '\0';
    mq_tell(game, &st, 0, MQ_ACTION(ML_DO_LAND, 0, 0, 0), &facts);
    assert_int_equal(strncmp(text, "does land: Land on planet II|", 29), 0);
    assert_says(text,
                "later planets: Ada: planets 0 \xE2\x86\x92 4, at the end|");
}

/* M5: the nearer moon at 18 said "for the first to land". */
static void moons_in_words(void **state)
{
    struct ml_state st;
    static char text[FACTS_SIZE];
    struct mq_facts facts = {list_fact, text, NULL};

    (void)state;
    fly(&st, ML_SCOUT, ML_SCOUT, 0, 6);
    mq_survey(game, &st, 0, &facts);
    assert_says(text, "Space 0 needs 1, 2 or A.");
    assert_says(text, "Who lands next at 6 takes this moon: 2 points at once.");
    assert_says(text, "This moon at 6 is free once the farther one is taken");
}

/* The drawn and the written board, one after the other. */
static void draw(const struct ml_state *st, struct mq_buf *out)
{
    struct mq_canvas canvas = {.language = "en", .width = 100};

    mq__buf_clear(out);
    mq__board(game, st, 0, &canvas, out);
    canvas.plain = true;
    mq__board(game, st, 0, &canvas, out);
}

static int times(const char *text, const char *part)
{
    int n = 0;

    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) {
        n++;
    }
    return n;
}

/* M4, on the terminal's boards: a pip fits, and a roll that lies there has not
 * crashed. */
static void risk_on_boards(void **state)
{
    struct ml_state st;
    struct mq_buf out;

    (void)state;
    mq__buf_init(&out);
    fly(&st, ML_PIP, ML_SCOUT, 1, 5);
    draw(&st, &out);
    assert_int_equal(times(mq__buf_text(&out), "crash: 0 %"), 2);
    st.pips = 0;
    draw(&st, &out);
    assert_int_equal(times(mq__buf_text(&out), "crash: 3.1 %"), 2);
    roll(&st, (int[]){1, 4, 0, 0, 0});
    assert_int_equal(st.step, ML_STEP_USE);
    draw(&st, &out);
    assert_int_equal(times(mq__buf_text(&out), "crash:"), 0);
    mq__buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pips_avert),
        cmocka_unit_test(tokens_avert),
        cmocka_unit_test(odds_that_apply),
        cmocka_unit_test(explained_risk),
        cmocka_unit_test(explained_places),
        cmocka_unit_test(uses_in_words),
        cmocka_unit_test(crash_explains_itself),
        cmocka_unit_test(parachute_in_words),
        cmocka_unit_test(commands),
        cmocka_unit_test(moons_in_words),
        cmocka_unit_test(risk_on_boards),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}

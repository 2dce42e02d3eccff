/* What the files of the scenario runner share: see scenario.h. */
#ifndef MAXQ_SCENARIO_RUN_H
#define MAXQ_SCENARIO_RUN_H

#include "core/json.h"
#include "scenario/scenario.h"

#include <stdalign.h>

#define MQ_SCENARIO_DERIVED 64 /* a bit each */

/* One scenario being run. */
struct mq_scenario_run {
    const struct mq_game *game; /* NULL before the `game` line */
    mq_scenario_open open;
    void *context;
    struct mq_scenario_result *out;
    int players;
    int checks; /* lines that can fail: a scenario has at least one */

    alignas(16) unsigned char state[MQ_MAX_STATE];

    /* The last event and the state it was applied to; a `given` forgets it. */
    bool happened;
    struct mq_event last;
    alignas(16) unsigned char before[MQ_MAX_STATE];

    /* Paths of fields that follow from the rest, then NULL; the list that they
     * were taken from keeps them. */
    const char *derived[MQ_SCENARIO_DERIVED + 1];
    struct mq_json_doc fields;

    /* The `given` lines under way: the position as a tree, and which of the
     * derived paths they name. */
    bool editing;
    int edit_line; /* the last of them */
    struct mq_json_doc edit;
    uint64_t named;
    const char *must_fail; /* after fail-given: what the refusal says */

    struct mq_message refusal; /* of the last `illegal`; no id: none yet */

    int seat;         /* that the line under way begins with */
    const char *form; /* and how such a line is written */
};

/* A line of a scenario: `rest` is what follows its first words. Answers MQ_OK
 * to go on, MQ_ILLEGAL if the scenario failed, MQ_SYNTAX if the line is none,
 * MQ_NOMEM. */
typedef enum mq_status (*mq_scenario_line)(struct mq_scenario_run *run,
                                           char *rest);

/* The scenario failed / the line is none: sets the message. */
enum mq_status mq__scenario_fail(struct mq_scenario_run *run, const char *id,
                                 const char *format, ...);
enum mq_status mq__scenario_wrong(struct mq_scenario_run *run, const char *id,
                                  const char *format, ...);
/* The line isn't written as it must be. */
enum mq_status mq__scenario_form(struct mq_scenario_run *run, const char *form);

/* The two sides of a comparison, for the report. */
void mq__scenario_expected(struct mq_scenario_run *run, const char *text);
void mq__scenario_came(struct mq_scenario_run *run, const char *text);
/* What came was a message: its English sentence. The second fails with an id
 * and a text then. */
void mq__scenario_said(struct mq_scenario_run *run,
                       const struct mq_message *message);
enum mq_status mq__scenario_fail_said(struct mq_scenario_run *run,
                                      const struct mq_message *message,
                                      const char *id, const char *text);

/* Cuts the next word off *rest (blanks before it are passed over); "" at the
 * end. */
char *mq__scenario_word(char **rest);
/* Takes blanks off both ends. */
char *mq__scenario_trim(char *text);

/* A seat `P1` … of this match; `spectator` where that is allowed. */
enum mq_status mq__scenario_seat(struct mq_scenario_run *run, const char *word,
                                 bool spectator, int *seat);

/* The action of a text that the game must know. */
enum mq_status mq__scenario_action(struct mq_scenario_run *run, int seat,
                                   const char *text, mq_action *out);

/* A value as scenarios write it: JSON, or a bare word. */
enum mq_status mq__scenario_value(struct mq_scenario_run *run, const char *text,
                                  struct mq_json_doc *out);

/* A state's position as a tree. */
enum mq_status mq__scenario_position(struct mq_scenario_run *run,
                                     const void *state,
                                     struct mq_json_doc *out);

/* Runs a line that compares, by its first word; *known is false if there is no
 * such line. */
enum mq_status mq__scenario_check(struct mq_scenario_run *run, const char *word,
                                  char *rest, bool *known);

#endif

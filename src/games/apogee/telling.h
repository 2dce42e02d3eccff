/* Apogee: what the files of facts share (<maxq/tell.h>).
 *
 * An outlook is a seat's view twice: as it is now, and as it would be with the
 * plan. The plan is what the seat's engineers stand for, as far as no roll
 * decides, and what is pencilled in. Nothing here changes a state of others:
 * everything is worked out on copies of the redacted view, so a true state and
 * the view of it give the same facts. */
#ifndef MAXQ_GAMES_APOGEE_TELLING_H
#define MAXQ_GAMES_APOGEE_TELLING_H

#include "core/buf.h"
#include "core/tell.h"
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"

/* One pencilled action, and what became of it in the plan. */
struct ap_pencilled {
    mq_action action;
    bool done;
    int price, pays;    /* of a build */
    struct mq_note why; /* not done: why not */
};

struct ap_outlook {
    const struct mq_game *g;
    struct ap c;    /* the view */
    struct ap plan; /* the view with the plan */
    int seat;       /* MQ_SPECTATOR: nobody's, without a plan */
    const struct mq_facts *out;
    struct ap_rocket now, then; /* the seat's rocket, without and with plan */
    int builds;                 /* engineers on Construction in the plan */
    int cards;                  /* cards pencilled in and done */
    int price, pays;            /* of all of them */
    bool cheapened;             /* AP-Y19 has been used */
    int investors;              /* credits of investors that builds meet */
    int pencils;
    struct ap_pencilled pencil[MQ_MAX_PENCIL];
    struct ap_state view, planned;
};

/* What a launch of the planned rocket to a destination would do. */
struct ap_prospect {
    struct ap_launch_odds odds;
    enum ap_hindrance hindrance; /* as far as the plan goes */
    bool wins;                   /* a success meets the mission */
    bool counts;                 /* a success is a step to it */
    int credits;                 /* after a success, investors included */
    unsigned due;                /* open investors that it meets, a bit each */
    int verdicts;
    struct mq_note verdict[MQ_MAX_NOTES]; /* for the mission, in words */
};

/* How near a player is to the mission: the more, the nearer. */
int mq__ap_nearness(struct ap c, int seat);

/* What a seat has of a part of the mission. */
enum ap_part_state { AP_PART_MISSING, AP_PART_ABOARD, AP_PART_LANDED };

struct ap_part {
    enum ap_part_state state;
    int there, needed;
};

static inline struct mq_fact ap_fact(enum mq_fact_kind kind,
                                     const char *subject, const char *item,
                                     int place)
{
    struct mq_fact fact = mq__fact(kind, subject);

    mq__fact_item(&fact, item);
    fact.place = place;
    return fact;
}

/* Room for a number with its sign in words: "−20". */
#define AP_SIGNED 16
static inline const char *ap_signed(int number, char out[AP_SIGNED])
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, AP_SIGNED);
    mq__buf_str(&buf, number < 0 ? "\xE2\x88\x92" : number > 0 ? "+" : "");
    mq__buf_int(&buf, number < 0 ? -number : number);
    return out;
}

static inline const struct ap_player *ap_own(const struct ap_outlook *o)
{
    assert(o->seat >= 0);
    return &o->c.st->player[o->seat];
}

static inline const struct ap_player *ap_planned(const struct ap_outlook *o)
{
    assert(o->seat >= 0);
    return &o->plan.st->player[o->seat];
}

/* The first part that a rocket lacks; a complete one has them all. */
static inline const char *ap_missing_part(const struct ap_tables *t,
                                          const struct ap_player *p)
{
    return mq__ap_tags[p->pad_count[AP_FIRST] == 0 ? AP_FIRST
                       : !mq__ap_has_stages(t, p)  ? AP_UPPER
                                                   : AP_PAYLOAD];
}

/* Whether the match has got to a round, and is not over. */
static inline bool ap_playing(const struct ap_state *st)
{
    return st->step >= AP_EVENT && st->step < AP_OVER;
}

/* forecast.c */

/* Makes an outlook of a seat; `out` has what is pencilled in. */
void mq__ap_outlook(const struct mq_game *g, const void *state, int seat,
                    const struct mq_facts *out, struct ap_outlook *o);
/* Works the plan out again, after o->planned or o->pencil was changed. */
void mq__ap_forecast(struct ap_outlook *o);
/* The price of one more card, built after everything in the plan. */
int mq__ap_next_price(const struct ap_outlook *o, int kind);
/* Credits that meeting these open investors brings. */
int mq__ap_due_credits(struct ap c, unsigned due);
/* A launch of the planned rocket; of any seat `who` as it stands. */
void mq__ap_prospect(const struct ap_outlook *o, int destination,
                     struct ap_prospect *out);
/* Meets the mission with this very state; tie-breaks aside. */
bool mq__ap_met_with(struct ap c, int seat);
/* The chance of a launch where a static fire comes first: one more die if it
 * succeeds. */
double mq__ap_tested_chance(const struct ap_outlook *o, int number);
/* Whether a further die could be taken. */
bool mq__ap_test_helps(const struct ap_outlook *o);
/* What stands against building a card in the plan; false: nothing. */
bool mq__ap_note_obstacle(const struct ap_outlook *o, int kind,
                          struct mq_note *out);
/* Whether a director's turn is still to come in this round, or now. */
bool mq__ap_turn_ahead(const struct ap_state *st, int seat);

/* survey_mission.c */
const char *mq__ap_part_word(const struct ap_need *need);
/* What `who` has of a part, with the rocket as it stands. */
void mq__ap_part(struct ap c, int who, const struct ap_need *need,
                 struct ap_part *out);
/* The destination that the mission asks for next; AP_NONE: none. */
int mq__ap_goal_place(struct ap c, int seat);
/* Whether a success of the rocket on the pad would meet the mission. */
bool mq__ap_would_meet(struct ap c, int who, int destination);
void mq__ap_survey_mission(const struct ap_outlook *o);
/* One line on how a player stands. */
void mq__ap_note_stand(const struct ap_outlook *o, int who,
                       struct mq_note *out);

/* survey_rocket.c */
void mq__ap_survey_rockets(const struct ap_outlook *o);
void mq__ap_survey_destinations(const struct ap_outlook *o);
/* The number of a destination by its sources. */
void mq__ap_tell_sources(const struct ap_outlook *o, int destination);
/* What lacks for a launch there, in a few words; what takes longest to mend
 * comes first. */
void mq__ap_note_lack(const struct ap_outlook *o, int d, struct mq_note *out);
/* What a launch there brings, and what it does for the mission. */
void mq__ap_tell_success(const struct ap_outlook *o, int destination,
                         const struct ap_prospect *p);

/* survey_cards.c */
void mq__ap_survey_cards(const struct ap_outlook *o);
void mq__ap_tell_card(const struct ap_outlook *o, int kind);
/* What building the card on top of the plan changes. */
void mq__ap_tell_if_built(const struct ap_outlook *o, int kind);

/* survey_table.c */
void mq__ap_survey_investors(const struct ap_outlook *o);
void mq__ap_survey_pay(const struct ap_outlook *o);
void mq__ap_survey_people(const struct ap_outlook *o);
/* Name, specialty and attack of a director. */
void mq__ap_tell_director(const struct ap_outlook *o, int director, int who);

/* What a director can do once a game. */
void mq__ap_note_director(const struct ap_outlook *o, int director,
                          struct mq_note *out);

/* survey_turn.c */
/* How much the nation's attack could take of a player. */
int mq__ap_targets(const struct ap_outlook *o, int who, int nation);
/* Who can be hit; returns whether somebody else than the seat can. */
bool mq__ap_tell_targets(const struct ap_outlook *o, int nation);
void mq__ap_survey_turn(const struct ap_outlook *o);

/* One choice being told. */
struct ap_telling {
    struct ap_outlook o; /* without a pencil, but for plans */
    struct ap then;      /* after the choice; hidden things as they may be */
    mq_action action;
    int a, b, kind;
    struct ap_state after;
};

/* tell.c: what several choices tell. */

/* The command itself, the first fact of every choice. */
void mq__ap_tell_does(const struct ap_telling *t, const char *rule,
                      const char *id, const char *format, ...);
/* Credits paid or received by the choice itself; `chance` or MQ_CERTAIN. */
void mq__ap_tell_cost(const struct ap_telling *t, const char *rule, int price);
void mq__ap_tell_gain(const struct ap_telling *t, const char *rule, int amount,
                      double chance);
/* Open investors that are met, a bit each. */
void mq__ap_tell_due(const struct ap_telling *t, unsigned due, double chance);
/* Pay day with so many engineers more. */
void mq__ap_tell_wages(const struct ap_telling *t, int more);
/* Launches that come into reach or get likelier by another outlook. */
void mq__ap_tell_reach(const struct ap_telling *t,
                       const struct ap_outlook *then);
/* A fact about the seat. */
struct mq_fact mq__ap_own_fact(const struct ap_telling *t,
                               enum mq_fact_kind kind, const char *subject,
                               const char *item);

/* tell_plan.c, tell_cards.c, tell_launch.c: one function a kind of choice. */
void mq__ap_tell_choose(const struct ap_telling *t);
void mq__ap_tell_hire(const struct ap_telling *t);
void mq__ap_tell_dismiss(const struct ap_telling *t);
void mq__ap_tell_assign(const struct ap_telling *t);
void mq__ap_tell_planned(const struct ap_telling *t);
void mq__ap_tell_build(const struct ap_telling *t);
void mq__ap_tell_take(const struct ap_telling *t);
void mq__ap_tell_sell(const struct ap_telling *t);
void mq__ap_tell_discard(const struct ap_telling *t);
void mq__ap_tell_replace(const struct ap_telling *t);
void mq__ap_tell_launch(const struct ap_telling *t);
void mq__ap_tell_fire(const struct ap_telling *t);
void mq__ap_tell_intervene(const struct ap_telling *t);
void mq__ap_tell_target(const struct ap_telling *t);
void mq__ap_tell_reroll(const struct ap_telling *t);

/* The interface. */
void mq__ap_survey(const struct mq_game *g, const void *st, int seat,
                   const struct mq_facts *out);
void mq__ap_tell(const struct mq_game *g, const void *st, int seat,
                 mq_action action, const struct mq_facts *out);
void mq__ap_standings(const struct mq_game *g, const void *st, int seat,
                      struct mq_all_standings *out);

#endif

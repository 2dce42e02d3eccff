/* Apogee: chances: the launch helper, what is worth knowing now, and the
 * tables that hold in every match. */
#include "games/apogee/odds.h"

#include "games/apogee/notes.h"

double mq__ap_chance(int number, int dice)
{
    int fails = number - 1;
    double miss = 1.0;

    fails = fails < 0 ? 0 : fails > AP_DIE_SIDES ? AP_DIE_SIDES : fails;
    for (int i = 0; i <= dice; i++) {
        miss *= (double)fails / AP_DIE_SIDES;
    }
    return 1.0 - miss;
}

void mq__ap_launch_odds(struct ap c, int seat, const struct ap_rocket *rocket,
                        int destination, struct ap_launch_odds *out)
{
    int number = mq__ap_number(c.t, rocket->performance, destination);

    out->hindrance = mq__ap_hindrance(c, seat, rocket, destination);
    out->number = number == 0 ? 0 : number - ap_changes(c)->launch_roll;
    for (int dice = 0; dice <= AP_PLAYER_DICE; dice++) {
        out->chance[dice] =
            number == 0 ? 0.0 : mq__ap_chance(out->number, dice);
    }
}

/* Worth knowing now. */

static int roll_odds(struct ap c, struct mq_odds *out)
{
    int needed = mq__ap_roll_needed(c);
    int dice = mq__ap_spare_dice_help(c)
                   ? c.st->player[c.st->roll_seat].dice - (c.st->roll_value > 0)
                   : 0;

    *out = (struct mq_odds){.chance = mq__ap_chance(needed, dice)};
    mq_message_set(&out->message, "apogee.odds.roll", "ii", needed, dice);
    return 1;
}

/* A launch to one destination: what the rocket on the pad has, and what is
 * missing. */
static void launch_odds(struct ap c, int seat, const struct ap_rocket *rocket,
                        int destination, struct mq_odds *out)
{
    const char *where = mq__ap_places[destination];
    int authority = mq__ap_needed_authority(c, seat, destination) * 100;
    int dice = c.st->player[seat].dice;
    struct ap_launch_odds odds;

    mq__ap_launch_odds(c, seat, rocket, destination, &odds);
    *out = (struct mq_odds){.chance = -1.0};
    if (odds.hindrance != AP_MAY_LAUNCH) {
        mq__ap_note_hindrance(c, seat, rocket, destination, &out->lack);
    }
    if (!rocket->complete || odds.number == 0) {
        mq_message_set(&out->message, "apogee.odds.no-launch", "wff", where,
                       rocket->performance * 100, authority);
        return;
    }
    out->chance = odds.chance[dice];
    out->spare_count = AP_PLAYER_DICE + 1;
    memcpy(out->spare, odds.chance, sizeof(odds.chance));
    mq_message_set(&out->message, "apogee.odds.launch", "wifif", where,
                   odds.number, rocket->performance * 100, dice, authority);
}

/* Whether a director can still act in this round; `now`: it is their turn. */
static bool turn_ahead(const struct ap_state *st, int seat, bool *now)
{
    int place = 0;

    while (st->order[place] != seat) {
        place++;
        assert(place < st->players);
    }
    *now = st->step == AP_ACTIONS && place == st->cursor;
    return !st->player[seat].skips &&
           (st->step < AP_ACTIONS || place > st->cursor ||
            (*now && st->actions > 0));
}

int mq__ap_odds(const struct mq_game *g, const void *state, int seat,
                struct mq_odds *out)
{
    struct ap c = ap_of(g, state);
    const int fire = ap_changes(c)->static_fire_roll;
    struct ap_rocket rocket;
    bool now;
    int n = 0;

    if (c.st->step < AP_PLANNING || c.st->step == AP_OVER) {
        return 0;
    }
    if (c.st->roll != AP_NO_ROLL) {
        n += roll_odds(c, out);
    }
    if (seat < 0 || !turn_ahead(c.st, seat, &now)) {
        return n;
    }
    mq__ap_rocket(c, seat, &rocket);
    for (int d = 0; d < AP_DESTINATIONS && !(now && c.st->launched); d++) {
        launch_odds(c, seat, &rocket, d, &out[n++]);
    }
    if (mq__ap_has_stages(c.t, &c.st->player[seat]) &&
        !ap_changes(c)->no_static_fire && !(now && c.st->fired)) {
        out[n] = (struct mq_odds){.chance = mq__ap_chance(fire, 0)};
        mq_message_set(&out[n++].message, "apogee.odds.static-fire", "i", fire);
    }
    if (mq__ap_may_intervene(c, seat)) {
        out[n] =
            (struct mq_odds){.chance = mq__ap_chance(AP_INTERVENTION_ROLL, 0)};
        mq_message_set(&out[n++].message, "apogee.odds.intervene", "i",
                       AP_INTERVENTION_ROLL);
    }
    return n;
}

/* Tables. With other tables of cards the first row may lie anywhere. */

static int rows_to(int last, int first)
{
    return last >= first ? last - first + 1 : 1;
}

static void dice_table(const struct ap_tables *t, struct mq_odds_table *out)
{
    (void)t;
    out->name = "dice";
    mq_message_set(&out->title, "apogee.odds.dice-table", "");
    out->row = "number";
    out->column = "spare-dice";
    out->first_row = 2;
    out->rows = AP_DIE_SIDES - 1;
    out->first_column = 0;
    out->columns = AP_PLAYER_DICE + 1;
    for (int r = 0; r < out->rows; r++) {
        for (int c = 0; c < out->columns; c++) {
            out->cell[r * out->columns + c] = mq__ap_chance(2 + r, c);
        }
    }
}

/* By thrust and mass, to one destination, without spare dice. */
static void launch_table(const struct ap_tables *t, int destination,
                         struct mq_odds_table *out)
{
    out->name = mq__ap_places[destination];
    mq_message_set(&out->title, "apogee.odds.launch-table", "w", out->name);
    out->row = "rocket-thrust";
    out->column = "rocket-mass";
    out->first_row = t->performance[AP_THRUST_ROWS - 1].thrust;
    out->rows = rows_to(35, out->first_row);
    out->first_column = mq__ap_mass_from[0];
    out->columns = rows_to(25, out->first_column);
    for (int r = 0; r < out->rows; r++) {
        for (int c = 0; c < out->columns; c++) {
            int performance = mq__ap_performance(t, out->first_row + r,
                                                 out->first_column + c);
            int number = mq__ap_number(t, performance, destination);

            out->cell[r * out->columns + c] =
                number == 0 ? -1.0 : mq__ap_chance(number, 0);
        }
    }
}

/* The printed table of AP-L6: thrust and mass from these numbers on. */
static void performance_table(const struct ap_tables *t,
                              struct mq_odds_table *out)
{
    out->name = "performance";
    mq_message_set(&out->title, "apogee.odds.performance-table", "");
    out->unit = MQ_ODDS_TENTHS;
    out->row = "rocket-thrust";
    out->column = "rocket-mass";
    out->steps = true;
    out->rows = AP_THRUST_ROWS;
    out->columns = AP_MASS_COLUMNS;
    for (int c = 0; c < AP_MASS_COLUMNS; c++) {
        out->column_from[c] = mq__ap_mass_from[c];
    }
    for (int r = 0; r < AP_THRUST_ROWS; r++) {
        out->row_from[r] = t->performance[r].thrust;
        for (int c = 0; c < AP_MASS_COLUMNS; c++) {
            int performance = t->performance[r].performance[c];

            out->cell[r * out->columns + c] =
                performance == 0 ? -1.0 : performance;
        }
    }
}

/* The printed table of AP-L7: performance from these numbers on. */
static void number_table(const struct ap_tables *t, struct mq_odds_table *out)
{
    out->name = "number";
    mq_message_set(&out->title, "apogee.odds.number-table", "");
    out->unit = MQ_ODDS_NUMBER;
    out->row = "performance";
    out->row_tenths = true;
    out->column = "destination";
    out->column_words = mq__ap_places;
    out->steps = true;
    out->rows = AP_PERFORMANCE_ROWS;
    out->columns = AP_DESTINATIONS;
    for (int r = 0; r < AP_PERFORMANCE_ROWS; r++) {
        out->row_from[r] = t->number[r].performance;
        for (int d = 0; d < AP_DESTINATIONS; d++) {
            int number = t->number[r].number[d];

            out->column_from[d] = d + 1;
            out->cell[r * out->columns + d] = number == 0 ? -1.0 : number;
        }
    }
}

bool mq__ap_odds_table(const struct mq_game *g, int index,
                       struct mq_odds_table *out)
{
    const struct ap_tables *t = ap_tables(g);

    if (index < 0 || index >= 3 + AP_DESTINATIONS) {
        return false;
    }
    memset(out, 0, sizeof(*out));
    if (index == 0) {
        performance_table(t, out);
    } else if (index == 1) {
        number_table(t, out);
    } else if (index == 2) {
        dice_table(t, out);
    } else {
        launch_table(t, index - 3, out);
    }
    return true;
}

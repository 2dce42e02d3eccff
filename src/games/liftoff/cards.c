/* What cards say, as messages: banners, boxes, effects, objectives. */
#include "games/liftoff/notes.h"

#include "core/buf.h"

static const struct {
    const char *rule, *id;
} banners[LO_BANNERS] = {
    [LO_BANNER_3_MONEY] = {"LO-B1", "liftoff.banner.3-money"},
    [LO_BANNER_5_POINTS] = {"LO-B2", "liftoff.banner.5-points"},
    [LO_BANNER_MISSION] = {"LO-B3", "liftoff.banner.mission"},
    [LO_BANNER_CAPACITY_1] = {"LO-B4", "liftoff.banner.capacity-1"},
    [LO_BANNER_CAPACITY_2] = {"LO-B5", "liftoff.banner.capacity-2"},
    [LO_BANNER_LAUNCH] = {"LO-B6", "liftoff.banner.launch"},
};

/* Arguments of all of them: prices of one, two, three steps in all; money and
 * points gained; what others gain. */
static const struct {
    const char *rule, *id;
} boxes[LO_BOXES] = {
    [LO_BOX_GRANT] = {"LO-A11", "liftoff.box.grant"},
    [LO_BOX_SCORE_1] = {"LO-A12", "liftoff.box.score-1"},
    [LO_BOX_SCORE_2] = {"LO-A13", "liftoff.box.score-2"},
    [LO_BOX_SCORE_3] = {"LO-A14", "liftoff.box.score-3"},
    [LO_BOX_BUY_ONE] = {"LO-A15", "liftoff.box.buy-one"},
    [LO_BOX_BUY_THREE] = {"LO-A16", "liftoff.box.buy-three"},
    [LO_BOX_BUY_PAIR] = {"LO-A17", "liftoff.box.buy-pair"},
    [LO_BOX_GREEN_ONE] = {"LO-A18", "liftoff.box.green-one"},
    [LO_BOX_GREEN_TWO] = {"LO-A19", "liftoff.box.green-two"},
    [LO_BOX_SELL] = {"LO-A20", "liftoff.box.sell"},
    [LO_BOX_EXCHANGE] = {"LO-A21", "liftoff.box.exchange"},
    [LO_BOX_CAPACITY] = {"LO-A22", "liftoff.box.capacity"},
    [LO_BOX_PROPULSION] = {"LO-A23", "liftoff.box.propulsion"},
    [LO_BOX_LAB] = {"LO-A24", "liftoff.box.lab"},
    [LO_BOX_INVEST] = {"LO-A25", "liftoff.box.invest"},
};

static const struct {
    const char *rule, *id;
} effects[LO_EFFECTS] = {
    [LO_EFFECT_NONE] = {"LO-E1", "liftoff.effect.none"},
    [LO_EFFECT_INCOME] = {"LO-E2", "liftoff.effect.income"},
    [LO_EFFECT_TECH_ANY] = {"LO-E3", "liftoff.effect.tech-any"},
    [LO_EFFECT_TECH_BLUE] = {"LO-E4", "liftoff.effect.tech-blue"},
    [LO_EFFECT_TECH_GREEN] = {"LO-E5", "liftoff.effect.tech-green"},
    [LO_EFFECT_MONEY] = {"LO-E6", "liftoff.effect.money"},
    [LO_EFFECT_PROPULSION] = {"LO-E7", "liftoff.effect.propulsion"},
    [LO_EFFECT_CAPACITY] = {"LO-E8", "liftoff.effect.capacity"},
    [LO_EFFECT_LAB] = {"LO-E9", "liftoff.effect.lab"},
    [LO_EFFECT_EXCHANGE] = {"LO-E10", "liftoff.effect.exchange"},
    [LO_EFFECT_TRADING] = {"LO-E12", "liftoff.effect.trading"},
    [LO_EFFECT_PER_RED] = {"LO-E11", "liftoff.effect.per-red"},
    [LO_EFFECT_PER_YELLOW] = {"LO-E11", "liftoff.effect.per-yellow"},
    [LO_EFFECT_PER_BLUE] = {"LO-E11", "liftoff.effect.per-blue"},
    [LO_EFFECT_PER_GREEN] = {"LO-E11", "liftoff.effect.per-green"},
    [LO_EFFECT_PER_LAB] = {"LO-E13", "liftoff.effect.per-lab"},
    [LO_EFFECT_PER_MISSION] = {"LO-E14", "liftoff.effect.per-mission"},
    [LO_EFFECT_PER_UPGRADE] = {"LO-E15", "liftoff.effect.per-upgrade"},
};

static const char *const objective_ids[LO_AIMS] = {
    [LO_AIM_MISSIONS] = "liftoff.objective.missions",
    [LO_AIM_TECH] = "liftoff.objective.tech",
    [LO_AIM_SETS] = "liftoff.objective.sets",
    [LO_AIM_STATION] = "liftoff.objective.station",
    [LO_AIM_UPGRADES] = "liftoff.objective.upgrades",
};

static const char *const objective_rules[LO_AIMS] = {
    [LO_AIM_MISSIONS] = "LO-O3", [LO_AIM_TECH] = "LO-O4",
    [LO_AIM_SETS] = "LO-O5",     [LO_AIM_STATION] = "LO-O6",
    [LO_AIM_UPGRADES] = "LO-O7",
};

static bool one_level(const struct lo_objective *o)
{
    return o->aim == LO_AIM_MISSIONS && (o->levels & (o->levels - 1)) == 0;
}

const char *mq__lo_box_rule(int box)
{
    return boxes[box].rule;
}

void mq__lo_banner_message(int banner, struct mq_message *out)
{
    mq_message_set(out, banners[banner].id, "");
}

void mq__lo_box_message(struct lo c, int seat, int box, struct mq_message *out)
{
    const struct lo_box_row *row = &c.t->box[box];
    int lab = c.st->player[seat].lab;
    int price = box == LO_BOX_INVEST ? mq__lo_station_price(c)
                : box == LO_BOX_LAB
                    ? c.t->level[lab < LO_LEVELS ? lab : LO_LEVELS - 1].price
                    : row->price[0];

    mq_message_set(
        out, boxes[box].id, "iiiiii", price, price + row->price[1],
        price + row->price[1] + row->price[2], row->money, row->points,
        box == LO_BOX_GRANT ? row->others_money : row->others_points);
}

void mq__lo_effect_message(const struct lo_mission *m, struct mq_message *out)
{
    mq_message_set(out, effects[m->effect].id, "i", m->amount);
}

/* "5 → 12, 7 → 25" */
static void tiers_text(const struct lo_objective *o, int edition,
                       struct mq_buf *out)
{
    for (int i = 0; i < o->tiers; i++) {
        mq__buf_printf(out, "%s%d → %d", i > 0 ? ", " : "", o->count[i],
                       o->points[edition][i]);
    }
}

/* {0} levels or colour, {1} tiers */
void mq__lo_objective_message(struct lo c, int card, struct mq_message *out)
{
    const struct lo_objective *o = &c.t->objective[card];
    char tiers[MQ_ARG_TEXT_SIZE], levels[16];
    struct mq_buf buf;

    mq__buf_fixed(&buf, tiers, sizeof(tiers));
    tiers_text(o, c.st->edition, &buf);
    mq__buf_fixed(&buf, levels, sizeof(levels));
    for (int i = 0; i < LO_LEVELS; i++) {
        if (o->levels >> i & 1) {
            mq__buf_printf(&buf, "%s%d", buf.length > 0 ? " + " : "", i + 1);
        }
    }
    if (o->aim == LO_AIM_TECH) {
        mq_message_set(out, objective_ids[o->aim], "wt",
                       mq__lo_colour_words[o->colour], tiers);
    } else if (one_level(o)) {
        mq_message_set(out, "liftoff.objective.level", "tt", levels, tiers);
    } else {
        mq_message_set(out, objective_ids[o->aim], "tt", levels, tiers);
    }
}

/* Notes. */

void mq__lo_note_effect(struct lo c, struct lo_notes *notes, int kind)
{
    const struct lo_mission *m = &c.t->mission[kind];
    struct mq_note *note = lo_note(notes);

    note->rule = effects[m->effect].rule;
    mq__lo_effect_message(m, &note->message);
}

void mq__lo_note_mission(struct lo c, struct lo_notes *notes, int kind)
{
    const struct lo_mission *m = &c.t->mission[kind];

    mq_note_set(lo_note(notes), "LO-L14", "liftoff.explain.mission", "iii",
                m->level + 1, m->weight, m->points);
    mq__lo_note_effect(c, notes, kind);
}

void mq__lo_note_specialist(struct lo c, struct lo_notes *notes, int seat,
                            int card)
{
    const struct lo_specialist *s = &c.t->specialist[card];
    struct mq_note *note = lo_note(notes);

    note->rule = banners[s->banner].rule;
    mq__lo_banner_message(s->banner, &note->message);
    for (int i = 0; i < s->boxes; i++) {
        note = lo_note(notes);
        note->rule = boxes[s->box[i]].rule;
        mq__lo_box_message(c, seat, s->box[i], &note->message);
    }
}

void mq__lo_note_objective(struct lo c, struct lo_notes *notes, int seat,
                           int card)
{
    const struct lo_player *p = &c.st->player[seat];
    const struct lo_objective *o = &c.t->objective[card];
    struct mq_note *note = lo_note(notes);

    note->rule = one_level(o) ? "LO-O2" : objective_rules[o->aim];
    mq__lo_objective_message(c, card, &note->message);
    mq_note_set(lo_note(notes), "LO-O1", "liftoff.explain.objective-now", "ii",
                mq__lo_objective_count(c.t, p, card),
                mq__lo_objective_points(c, p, card));
}

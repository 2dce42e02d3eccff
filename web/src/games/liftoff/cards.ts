// What the cards of Lift Off say, from its tables and the engine's catalogues,
// with the rules behind them: for their details.
import { mark, type Row, type Tables } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { capital, filled, word } from "../../lib/words.svelte";

export type Kind = "specialist" | "mission" | "objective";

export interface CardText {
  name: string;
  corner: string; // level and weight, or nothing
  points: string;
  lines: string[];
  unsure: boolean; // something on it is reconstructed
  rules: string; // those behind it
}

const BANNER_RULES: Record<string, string> = {
  "3-money": "LO-B1",
  "5-points": "LO-B2",
  mission: "LO-B3",
  "capacity-1": "LO-B4",
  "capacity-2": "LO-B5",
  launch: "LO-B6",
};
const BOX_RULES: Record<string, string> = {
  grant: "LO-A11",
  "score-1": "LO-A12",
  "score-2": "LO-A13",
  "score-3": "LO-A14",
  "buy-one": "LO-A15",
  "buy-three": "LO-A16",
  "buy-pair": "LO-A17",
  "green-one": "LO-A18",
  "green-two": "LO-A19",
  sell: "LO-A20",
  exchange: "LO-A21",
  capacity: "LO-A22",
  propulsion: "LO-A23",
  lab: "LO-A24",
  invest: "LO-A25",
};
const EFFECT_RULES: Record<string, string> = {
  none: "LO-E1",
  income: "LO-E2",
  "tech-any": "LO-E3",
  "tech-blue": "LO-E4",
  "tech-green": "LO-E5",
  money: "LO-E6",
  propulsion: "LO-E7",
  capacity: "LO-E8",
  lab: "LO-E9",
  exchange: "LO-E10",
  "per-red": "LO-E11",
  "per-yellow": "LO-E11",
  "per-blue": "LO-E11",
  "per-green": "LO-E11",
  trading: "LO-E12",
  "per-lab": "LO-E13",
  "per-mission": "LO-E14",
  "per-upgrade": "LO-E15",
};

function objectiveRule(row: Row | undefined): string {
  if (row?.counts === "missions") return row.levels.includes(" ") ? "LO-O3" : "LO-O2";
  return { tech: "LO-O4", sets: "LO-O5", station: "LO-O6", upgrades: "LO-O7" }[row?.counts ?? ""] ?? "LO-O1";
}

const find = (rows: Row[] | undefined, id: string): Row | undefined => rows?.find((row) => row.id === id);

// Prices are those of all steps together; that of the lab or the station
// depends on how far they are.
function boxText(tables: Tables, id: string): string {
  const row = tables.boxes?.find(({ box }) => box === id);
  if (!row?.prices) return t(id === "lab" ? "lo.act.lab" : "lo.act.invest");
  let sum = 0;
  const prices = row.prices.split(" ").map((price) => (sum += Number(price)));
  const args = [prices[0], prices[1] ?? "", prices[2] ?? "", row.money, row.points, row.points === "0" ? row.others_money : row.others_points];
  return capital(filled("liftoff", `box.${id}`, ...args));
}

function tiers(row: Row): string {
  const points = row.points.split(" ");
  return row.tiers.split(" ").map((count, i) => `${count}\u00a0→\u00a0${points[i]}`).join(", ");
}

function objectiveText(row: Row): string {
  const what = row.counts === "missions" && !row.levels.includes(" ") ? "level" : row.counts;
  const arg = row.counts === "tech" ? word("liftoff", row.colour) : row.levels.replace(" ", " + ");
  return filled("liftoff", `objective.${what}`, arg, tiers(row));
}

export function cardText(tables: Tables, kind: Kind, id: string): CardText {
  const name = word("liftoff", id);
  if (kind === "specialist") {
    const row = find(tables.specialists, id);
    const boxes = [row?.box1, row?.box2].filter((box): box is string => !!box);
    const lines = [`⚑ ${filled("liftoff", `banner.${row?.banner}`)}`, ...boxes.map((box) => `▢ ${boxText(tables, box)}`)];
    return { name, corner: "", points: "", lines, unsure: mark(row, "banner", "box1", "box2") !== "", rules: [BANNER_RULES[row?.banner ?? ""], ...boxes.map((box) => BOX_RULES[box])].join(" ") };
  }
  if (kind === "mission") {
    const row = find(tables.missions, id);
    return {
      name,
      corner: `L${row?.level} · ${row?.weight} t`,
      points: row?.points ?? "",
      lines: row?.effect === "none" ? [] : [filled("liftoff", `effect.${row?.effect}`, row?.amount ?? "")],
      unsure: mark(row, "level", "weight", "points", "effect", "amount") !== "",
      rules: `LO-L8 ${EFFECT_RULES[row?.effect ?? "none"]}`,
    };
  }
  const row = find(tables.objectives, id);
  return { name, corner: "", points: "", lines: row ? [objectiveText(row)] : [], unsure: mark(row, "counts", "tiers", "points") !== "", rules: objectiveRule(row) };
}

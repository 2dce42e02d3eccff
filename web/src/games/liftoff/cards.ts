// What the cards of Lift Off say, from its tables and the engine's catalogues.
import biologist from "virtual:icon/dna1";
import propulsionEngineer from "virtual:icon/rocket-thruster";
import labDirector from "virtual:icon/erlenmeyer";
import capitalistRobot from "virtual:icon/money-stack";
import rocketBuilder from "virtual:icon/spanner";
import chemist from "virtual:icon/test-tubes";
import scientist from "virtual:icon/microscope-lens";
import quartermaster from "virtual:icon/backpack";
import communistRobot from "virtual:icon/vintage-robot";
import reporter from "virtual:icon/newspaper";
import politician from "virtual:icon/public-speaker";
import astronaut from "virtual:icon/astronaut-helmet";
import mission2 from "virtual:icon/satellite-communication";
import mission3 from "virtual:icon/ringed-planet";
import mission4 from "virtual:icon/moon-orbit";
import objective from "virtual:icon/trophy-cup";
import red from "virtual:icon/jerrycan";
import yellow from "virtual:icon/lightning-trio";
import blue from "virtual:icon/water-drop";
import green from "virtual:icon/wheat";
import { mark, type Row, type Tables } from "../../lib/csv";
import { t } from "../../lib/i18n";
import { capital, filled, word } from "../../lib/words.svelte";

export const TECHS = ["red", "yellow", "blue", "green"] as const;
export type Tech = (typeof TECHS)[number];
export const TECH_ICONS: Record<Tech, string> = { red, yellow, blue, green };

const PEOPLE: Record<string, string> = {
  biologist,
  "propulsion-engineer": propulsionEngineer,
  "lab-director": labDirector,
  "capitalist-robot": capitalistRobot,
  "rocket-builder": rocketBuilder,
  chemist,
  scientist,
  quartermaster,
  "communist-robot": communistRobot,
  reporter,
  politician,
  astronaut,
};
// A satellite with two wings and a dish, our own.
const mission1 =
  "M206 196h100v124H206zM32 212h146v92H32zM334 212h146v92H334zM178 248h28v20h-28zM306 248h28v20h-28zM246 140h20v56h-20zM196 140a60 60 0 0 1 120 0zM226 320h60l24 60H202z";
const MISSIONS = ["", mission1, mission2, mission3, mission4];

export type Kind = "specialist" | "mission" | "objective";

export interface CardText {
  icon: string; // a path in 512 × 512
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
    return { icon: PEOPLE[id] ?? "", name, corner: "", points: "", lines, unsure: mark(row, "banner", "box1", "box2") !== "", rules: [BANNER_RULES[row?.banner ?? ""], ...boxes.map((box) => BOX_RULES[box])].join(" ") };
  }
  if (kind === "mission") {
    const row = find(tables.missions, id);
    return {
      icon: MISSIONS[Number(row?.level ?? 0)],
      name,
      corner: `L${row?.level} · ${row?.weight} t`,
      points: row?.points ?? "",
      lines: row?.effect === "none" ? [] : [filled("liftoff", `effect.${row?.effect}`, row?.amount ?? "")],
      unsure: mark(row, "level", "weight", "points", "effect", "amount") !== "",
      rules: `LO-L8 ${EFFECT_RULES[row?.effect ?? "none"]}`,
    };
  }
  const row = find(tables.objectives, id);
  return { icon: objective, name, corner: "", points: "", lines: row ? [objectiveText(row)] : [], unsure: mark(row, "counts", "tiers", "points") !== "", rules: objectiveRule(row) };
}

// The requirement of a level in the phase: alternatives of counts.
export function requirement(row: Row | undefined, phase: number): [Tech, number][][] {
  const text = row?.[`requirement_${phase}`] ?? "";
  return text === "" ? [] : text.split(" / ").map((way) => way.split(" + ").map((part) => [part.split(" ")[1] as Tech, Number(part.split(" ")[0])]));
}

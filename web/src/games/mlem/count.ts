// The final count as steps: what was scored on the way, planets I to V, secret
// missions. Numbers are the engine's facts; here they are only put in order.
import { t } from "../../lib/i18n";
import type { Play } from "../../shell/play.svelte";
import type { Fact } from "../../table/facts";
import type { View } from "./view";

export type Column = "way" | 1 | 2 | 3 | 4 | 5 | "missions";

export interface Row {
  seat: number;
  rank: number;
  total: number;
  way: { source: string; points: number; text: string }[];
  planet: (Fact | null)[]; // I to V
  missions: Fact[];
  bonus: number; // for the missions
  after: number[]; // the sum after each column
}

const LATER = ["planets", "missions"];

export function columns(play: Play<View>): Column[] {
  const missions = play.standings?.players.some(({ shares }) => shares.some(({ source }) => source === "missions"));
  return ["way", 1, 2, 3, 4, 5, ...(missions ? (["missions"] as const) : [])];
}

export function rows(play: Play<View>): Row[] {
  const holds = play.survey("holds", "planets");
  const all = columns(play);
  return (play.standings?.players ?? [])
    .map(({ total, rank, shares }, seat) => {
      const way = shares.filter(({ source, points }) => !LATER.includes(source) && points !== 0);
      const planet = [1, 2, 3, 4, 5].map((number) => holds.find((fact) => fact.seat === seat && fact.item === `planet-${number}`) ?? null);
      const bonus = shares.find(({ source }) => source === "missions")?.points ?? 0;
      const gain = (column: Column): number =>
        column === "way" ? way.reduce((sum, { points }) => sum + points, 0) : column === "missions" ? bonus : (planet[column - 1]?.after ?? 0);
      let sum = 0;
      const after = all.map((column) => (sum += gain(column)));
      return { seat, rank, total, way, planet, missions: play.survey("progress", "missions").filter((fact) => fact.seat === seat), bonus, after };
    })
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

const best = (all: Row[], step: number): Row[] => {
  const most = Math.max(...all.map(({ after }) => after[step]));
  return all.filter(({ after }) => after[step] === most);
};

// The step with which the winner took the lead for good; -1: led all the time.
export function turning(all: Row[]): number {
  const [winner] = all;
  let step = winner.after.length - 1;
  while (step > 0 && best(all, step - 1)[0] === winner && best(all, step - 1).length === 1) step--;
  return step;
}

const ROMAN = ["I", "II", "III", "IV", "V"];
export const columnName = (column: Column): string =>
  column === "way" ? t("mlem.fin.way") : column === "missions" ? t("mlem.fin.missions") : t("mlem.planet", ROMAN[column - 1]);

// How it was decided, in a few sentences.
export function story(play: Play<View>, all: Row[], cols: Column[]): string[] {
  const told: string[] = [];
  const end = play.items.flatMap(({ notes }) => notes).findLast(({ id }) => id.startsWith("mlem.did.over"));
  if (end) told.push(play.say(end));
  const [winner] = all;
  const turn = turning(all);
  const rival = (step: number): Row => all.filter((row) => row !== winner).reduce((top, row) => (row.after[step] > top.after[step] ? row : top), all[1]);
  if (all.length < 2) return told;
  const led = (step: number): void => {
    const other = rival(step);
    const [first, second] = winner.after[step] >= other.after[step] ? [winner, other] : [other, winner];
    const key = first.after[step] === second.after[step] ? "mlem.fin.tie" : "mlem.fin.led";
    told.push(t(key, columnName(cols[step]), play.name(first.seat), first.after[step], second.after[step], play.name(second.seat)));
  };
  if (turn > 0) led(0);
  if (turn > 1) led(turn - 1);
  if (play.now.winners.length > 1) {
    told.push(t("mlem.fin.level", winner.total));
    return told;
  }
  told.push(
    turn === 0
      ? t("mlem.fin.always", play.name(winner.seat))
      : t("mlem.fin.turned", columnName(cols[turn]), play.name(winner.seat), winner.after[turn] - winner.after[turn - 1], winner.after[turn], rival(turn).after[turn]),
  );
  return told;
}

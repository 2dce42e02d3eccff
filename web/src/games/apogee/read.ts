// Finding facts (docs/bridge.md, "Subjects of Apogee"), and the small things that
// the view and the tables say without any rule.
import type { Row, Tables } from "../../lib/csv";
import { settings } from "../../lib/settings.svelte";
import type { Play } from "../../shell/play.svelte";
import type { Fact } from "../../table/facts";
import type { Kind, Part } from "./rocket";
import type { View } from "./view";

export const TYPES: Kind[] = ["first-stage", "upper-stage", "payload", "rnd"];
export const ROWS = ["first-stage", "upper-stage", "payload"] as const;
export const SPACES = ["specialty", "construction", "rnd", "design", "operations"] as const;

export type Where = Partial<Pick<Fact, "item" | "place" | "seat" | "before">>;

const fits = (fact: Fact, where: Where): boolean => (Object.keys(where) as (keyof Where)[]).every((key) => fact[key] === where[key]);

// Facts of the position.
export function facts(play: Play<View>, kind: string, subject: string, where: Where = {}): Fact[] {
  return play.survey(kind, subject).filter((fact) => fits(fact, where));
}
export const fact = (play: Play<View>, kind: string, subject: string, where: Where = {}): Fact | undefined => facts(play, kind, subject, where)[0];

// The same of several kinds: "ready" or "lacks".
export function either(play: Play<View>, kinds: string[], subject: string, where: Where = {}): Fact | undefined {
  return kinds.map((kind) => fact(play, kind, subject, where)).find(Boolean);
}

// Facts of a choice.
export function told(play: Play<View>, action: string, kind: string, subject: string, where: Where = {}): Fact[] {
  return play.factsOf(action).filter((fact) => fact.kind === kind && fact.subject === subject && fits(fact, where));
}

export const technologyOf = (tables: Tables, id: string): Row | undefined => tables.technologies?.find((row) => row.id === id);
export const typeOf = (tables: Tables, id: string): Kind => (technologyOf(tables, id)?.type ?? "rnd") as Kind;
export const partsOf = (tables: Tables, ids: string[], pencilled = false): Part[] => ids.map((id) => ({ id, type: typeOf(tables, id), pencilled }));

// Whose board is shown: one's own, else of whoever has the turn.
export function shownSeat(play: Play<View>): number {
  return play.seat ?? (play.view.turn.at ? Number(play.view.turn.at.slice(1)) - 1 : 0);
}
export const player = (view: View, seat: number): View["players"][string] => view.players[`P${seat + 1}`];

export const missionRow = (play: Play<View>): Row | undefined =>
  play.tables[play.seats.length === 1 ? "solo-missions" : "missions"]?.find((row) => row.mission === String(play.view.options.mission));

// The destination that a mission's needs name first ("venus:cubesat>=1"); the
// last one where it is the farthest that counts, none where it is no launch.
export function worldOf(row: Row | undefined): string {
  if (row?.end === "farthest") return "titan";
  return /(?:^| )([a-z]+):/.exec(row?.needs ?? "")?.[1] ?? "";
}

// Tenths as people write them: 15 is 1.5.
export const tenths = (value: number | undefined): string => ((value ?? 0) / 10).toLocaleString(settings.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
// A chance in whole percent.
export const pct = (chance: number | undefined): string => `${Math.round((chance ?? 0) * 100)}\u00a0%`;
export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

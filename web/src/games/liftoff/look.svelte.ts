// What the parts of the table read: the view, and the engine's facts by seat,
// level and mission. Facts of a choice in hand are its proof: what would be.
import { t, type Key } from "../../lib/i18n";
import { settings } from "../../lib/settings.svelte";
import { word } from "../../lib/words.svelte";
import type { Play } from "../../shell/play.svelte";
import { NO_FACTS, type Fact, type Facts } from "../../table/facts";
import type { Row } from "../../lib/csv";
import { cardText, type Kind } from "./cards";
import type { View } from "./view";

export const COLOURS = ["red", "yellow", "blue", "green"] as const;
export type Colour = (typeof COLOURS)[number];
export type Player = View["players"][string];

export const techName = (id: string): string => word("liftoff", `${id}-short`);

// What a level asks of one technology. `then`: with the choice in hand.
export interface Cell {
  have: number;
  need: number;
  then: number;
  way: string; // which of several ways to meet the level
}

export interface Level {
  level: number;
  ready: boolean;
  later: number; // the round from which it is in play; 0: now
  cells: Partial<Record<Colour, Cell>>;
  ways: number;
  short: { colour: Colour; count: number }[]; // technologies that lack
  lab: boolean; // the lab is too low
  then: "opens" | "closes" | null;
}

export type Check = "lab" | "technology" | "weight" | "money";
export const CHECKS: Check[] = ["lab", "technology", "weight", "money"];

// A mission with what it takes to fly.
export interface Mission {
  id: string;
  level: number;
  row: Row | undefined;
  ready: boolean;
  aboard: boolean;
  launch: boolean; // a launch is left
  checks: Partial<Record<Check, { ok: boolean; have: number; need: number }>>;
  lacks: { name: string; count: number }[];
  then: "ready" | "lost" | null;
  text: string; // the engine's verdict
}

export class Look {
  private kept: Facts = NO_FACTS;
  // The card whose details are open.
  detail = $state<{ kind: Kind; id: string } | null>(null);

  constructor(readonly play: Play<View>) {}

  // The facts of the view; those before it until the engine has answered.
  get facts(): Facts {
    const now = this.play.facts;
    if (now !== NO_FACTS) this.kept = now;
    return this.kept;
  }

  get view(): View {
    return this.play.view;
  }

  // Whose board is shown: the person's own, or the first one's.
  get seat(): number {
    return this.play.seat ?? 0;
  }

  player(seat: number): Player {
    return this.view.players[`P${seat + 1}`];
  }

  rows(seat: number, subject: string, kind?: string): Fact[] {
    return this.facts.survey.filter((fact) => fact.seat === seat && fact.subject === subject && (!kind || fact.kind === kind));
  }

  // Facts of the choice in hand that are about a seat or about nobody.
  proof(seat: number): Fact[] {
    return seat === this.play.seat ? this.play.factsOf() : [];
  }

  // A number of the seat with the choice in hand; null: it stays.
  then(seat: number, subject: string, item?: string): number | null {
    const fact = this.proof(seat).find((f) => f.subject === subject && (f.seat === undefined || f.seat === seat) && (!item || f.item === item) && ["gain", "loses", "moves", "left"].includes(f.kind) && f.before !== undefined);
    return fact && fact.after !== fact.before ? (fact.after ?? null) : null;
  }

  levels(seat: number): Level[] {
    return [1, 2, 3, 4].map((level) => this.level(seat, level));
  }

  private level(seat: number, level: number): Level {
    const of = (subject: string, kind: string): Fact[] => this.rows(seat, subject, kind).filter(({ place }) => place === level);
    const cells: Level["cells"] = {};
    for (const colour of COLOURS) {
      const [need] = of(colour, "needs");
      if (need) cells[colour] = { have: need.before ?? 0, need: need.after ?? 0, then: this.then(seat, "technology", colour) ?? need.before ?? 0, way: need.item ?? "1" };
    }
    const lacks = of("level", "lacks")[0];
    const ways = new Set(Object.values(cells).map(({ way }) => way)).size;
    const proof = this.proof(seat).find((f) => f.subject === "level" && f.place === level && (f.kind === "opens" || f.kind === "loses"));
    return {
      level,
      ready: of("level", "ready").length > 0,
      later: lacks?.rule === "LO-M2" ? (lacks.after ?? 0) : 0,
      cells,
      ways,
      short: COLOURS.filter((colour) => (cells[colour]?.need ?? 0) > (cells[colour]?.have ?? 0)).map((colour) => ({ colour, count: cells[colour]!.need - cells[colour]!.have })),
      lab: of("lab", "needs").some(({ before, after }) => (before ?? 0) < (after ?? 0)),
      then: proof?.kind === "opens" ? "opens" : proof ? "closes" : null,
    };
  }

  // Missions on Earth, as the engine judges them.
  earth(seat: number): Mission[] {
    const found = this.missionsOf(this.facts.survey, seat);
    const aboard = this.rows(seat, "aboard", "where");
    const proof = this.proof(seat);
    return [
      ...aboard.map(({ item = "", place = 0, text }) => ({ id: item, level: place, row: this.row("missions", item), ready: true, aboard: true, launch: true, checks: {}, lacks: [], then: null, text })),
      ...found.map((mission) => {
        const change = proof.find((f) => f.subject === "mission" && f.item === mission.id && f.kind === (mission.ready ? "loses" : "opens"));
        return { ...mission, then: change ? (change.kind === "opens" ? ("ready" as const) : ("lost" as const)) : null };
      }),
    ];
  }

  // The missions that facts judge: of the survey, or of a choice.
  missionsOf(facts: Fact[], seat: number): Mission[] {
    const of = facts.filter((f) => f.seat === seat && (f.kind === "ready" || f.kind === "lacks") && f.item);
    return of
      .filter(({ subject }) => subject === "mission")
      .map(({ item = "", place = 0, kind, text }) => {
        const own = of.filter((f) => f.item === item && f.subject !== "mission");
        const checks: Mission["checks"] = {};
        for (const check of CHECKS) {
          const fact = own.find(({ subject }) => subject === check);
          if (fact) checks[check] = { ok: fact.kind === "ready", have: fact.before ?? 0, need: fact.after ?? 0 };
        }
        const launch = !own.some((f) => f.subject === "launch" && f.kind === "lacks");
        return { id: item, level: place, row: this.row("missions", item), ready: kind === "ready", aboard: false, launch, checks, lacks: this.lacks(own), then: null, text };
      });
  }

  private lacks(own: Fact[]): Mission["lacks"] {
    return own
      .filter(({ kind, subject }) => kind === "lacks" && subject !== "technology" && subject !== "launch")
      .map(({ subject, before = 0, after = 0 }) => ({
        name: subject === "lab" ? t("lo.lack.lab", after) : (COLOURS as readonly string[]).includes(subject) ? techName(subject) : t(`lo.lack.${subject}` as Key),
        count: subject === "lab" ? 0 : after - before,
      }));
  }

  row(table: string, id: string): Row | undefined {
    return this.play.tables[table]?.find((row) => row.id === id);
  }

  // The mark of a card with reconstructed values, where somebody wants to see it.
  mark(kind: Kind, id: string): string {
    return settings.marks && cardText(this.play.tables, kind, id).unsure ? "°" : "";
  }

  // What a mission brings, in few words; an hourglass counts at the end.
  effect(row: Row | undefined): { text: string; end: boolean } {
    if (!row || row.effect === "none") return { text: "", end: false };
    return { text: t(`lo.fx.${row.effect}` as Key, row.amount), end: /^(per-|trading)/.test(row.effect) };
  }

  // How often each seat has invested, in the order of the seats.
  get modules(): number[] {
    return this.play.seats.flatMap(({ seat }) => Array<number>(this.player(seat).invested).fill(seat));
  }

  get leader(): number {
    return Math.max(...this.play.seats.map(({ seat }) => this.player(seat).score));
  }

  rank(seat: number): number {
    return 1 + this.play.seats.filter((other) => this.player(other.seat).score > this.player(seat).score).length;
  }

  get starter(): number {
    return this.view.start ? Number(this.view.start.slice(1)) - 1 : -1;
  }

  // Whose card or launch it is now.
  get turn(): number {
    return this.view.turn ? Number(this.view.turn.slice(1)) - 1 : -1;
  }
}

export const points = (n: number): string => t(n === 1 ? "lo.point" : "lo.points", n);
export const sign = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

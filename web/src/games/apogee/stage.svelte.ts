// What a die decides is staged in one order: the sum that makes the number, the
// countdown, the die, and only then what came of it. Own rolls always play; those
// of others as fast as the pace says.
import { calm } from "../../lib/settings.svelte";
import { sound } from "../../lib/sound";
import type { Play } from "../../shell/play.svelte";
import type { Fact } from "../../table/facts";
import type { Item, Sentence } from "../../table/types";
import { facts, player } from "./read";
import type { View } from "./view";

export type Phase = "sum" | "count" | "die" | "result";
export interface Throw {
  face: number;
  spare: boolean;
  good: boolean;
}
export interface Flight {
  kind: "launch" | "static-fire" | "roll"; // roll: a skill, an event, an attack
  seat: number;
  to: string; // the destination
  pad: string[];
  needed: number;
  sources: Fact[]; // what makes the number
  throws: Throw[];
  notes: Sentence[]; // what came of it
  ended: boolean; // no spare die can change it any more
}

const TIMES = { sum: 750, count: 900, die: 1100, good: 1800, bad: 700, read: 1600 };

const note = (item: Item, ...ids: string[]): Sentence | undefined => item.notes.find(({ id }) => ids.includes(id.replace("apogee.did.", "")));
const number = (sentence: Sentence | undefined, index: number): number => Number(sentence?.args[index]?.value ?? 0);

// The die of an event: who rolls, what, and whether it was enough.
export function thrown(item: Item): { seat: number; face: number; needed: number; good: boolean } | null {
  const roll = note(item, "roll-specialty", "roll-event", "roll-fire", "roll-launch", "roll-intervene", "roll-fails");
  if (!roll) return null;
  return { seat: number(roll, 0), face: number(roll, 1), needed: number(roll, 2), good: number(roll, 1) >= number(roll, 2) };
}

export class Stage {
  flight = $state.raw<Flight | null>(null);
  phase = $state<Phase>("sum");
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly play: Play<View>) {
    let seen = play.items.length;
    let before: View = play.view;
    if (play.past === null) this.restore();
    $effect.pre(() => {
      const items = play.items;
      const fresh = play.past === null && items.length > seen ? items.slice(seen) : [];
      if (play.past !== null || items.length < seen) this.close();
      seen = items.length;
      for (const item of fresh) this.see(item, before);
      before = play.view;
    });
    // The sum that makes the number comes with the facts of the moment.
    $effect(() => {
      const sources = facts(play, "needs", "source");
      const flight = this.flight;
      if (!flight || flight.sources.length || !play.view.turn.roll || !sources.length) return;
      const place = ["geo", "moon", "venus", "mars", "europa", "titan"].indexOf(flight.to) + 1;
      const own = flight.kind === "launch" ? sources.filter((source) => source.place === place) : sources;
      const once = own.filter((source, i) => own.findIndex(({ item }) => item === source.item) === i);
      if (once.length) this.flight = { ...flight, sources: once, needed: flight.needed || (facts(play, "needs", "roll")[0]?.after ?? 0) };
    });
  }

  // A match that is opened in the middle of a roll shows it as it stands.
  private restore(): void {
    const { items, view } = this.play;
    const rolling = view.turn.roll;
    const from = items.findLastIndex((item) => !thrown(item) && item.text !== "reroll"); // what the roll is for
    if (!rolling?.failed || from < 0) return;
    const rolls = items.slice(from).flatMap((item) => thrown(item) ?? []);
    const item = items[from];
    const kind = rolling.for === "launch" || rolling.for === "static-fire" ? rolling.for : "roll";
    const seat = Number(rolling.player.slice(1)) - 1;
    this.flight = {
      kind,
      seat,
      to: kind === "launch" ? item.text.split(" ")[1] : "",
      pad: player(view, seat).pad,
      needed: rolls.at(-1)?.needed ?? 0,
      sources: [],
      throws: rolls.map(({ face, good }, i) => ({ face, good, spare: i > 0 })),
      notes: items.at(-1)?.notes ?? [],
      ended: false,
    };
    this.phase = "result";
  }

  private own(seat: number): boolean {
    return this.play.seat === seat;
  }
  private shows(seat: number): boolean {
    return this.own(seat) || (!calm() && this.play.motion > 0);
  }

  private see(item: Item, before: View): void {
    const launch = note(item, "launch");
    const roll = thrown(item);
    if (launch && this.shows(item.seat ?? 0)) this.begin({ kind: "launch", seat: item.seat ?? 0, to: item.text.split(" ")[1], needed: number(launch, 5) }, before);
    else if (item.text === "static-fire" && this.shows(item.seat ?? 0)) this.begin({ kind: "static-fire", seat: item.seat ?? 0, to: "", needed: 0 }, before);
    else if (roll && this.shows(roll.seat)) this.throwDie(item, roll, before);
    else if (item.text === "accept" || (item.seat !== null && item.text !== "reroll" && this.flight && !this.own(this.flight.seat))) this.close();
    else if (this.flight && item.notes.length && !roll) this.flight = { ...this.flight, notes: [...this.flight.notes, ...item.notes] };
  }

  private begin(what: Pick<Flight, "kind" | "seat" | "to" | "needed">, before: View): void {
    this.flight = { ...what, pad: player(before, what.seat).pad, sources: [], throws: [], notes: [], ended: false };
    this.phase = "sum";
    this.stop();
    if (!calm()) this.play.linger(TIMES.sum + 250);
  }

  private throwDie(item: Item, roll: NonNullable<ReturnType<typeof thrown>>, before: View): void {
    const running = this.flight && !this.flight.ended && this.flight.seat === roll.seat ? this.flight : null;
    const flight: Flight = running ?? { kind: "roll", seat: roll.seat, to: "", pad: player(before, roll.seat).pad, needed: roll.needed, sources: [], throws: [], notes: [], ended: false };
    const spare = flight.throws.length > 0;
    const waits = !roll.good && this.play.view.turn.roll?.failed !== undefined && (this.play.view.turn.roll.failed ?? 0) > 0;
    this.flight = { ...flight, needed: roll.needed, throws: [...flight.throws, { face: roll.face, spare, good: roll.good }], notes: item.notes, ended: !waits };
    this.stop();
    if (calm()) return void (this.phase = "result");
    const count = flight.kind === "launch" && !spare ? TIMES.count : 0;
    this.phase = count ? "count" : "die";
    if (count) this.later(count, () => (this.phase = "die"));
    sound("dice");
    this.later(count + TIMES.die, () => this.finish());
    const shown = count + TIMES.die + (roll.good ? TIMES.good : TIMES.bad);
    this.play.linger(shown);
    if (!this.own(flight.seat)) this.later(shown + TIMES.read, () => this.close());
  }

  private later(ms: number, then: () => void): void {
    this.timers.push(setTimeout(then, ms));
  }
  private stop(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  // The die has come to rest.
  finish(): void {
    const { flight } = this;
    if (!flight || this.phase === "result" || !flight.throws.length) return;
    this.phase = "result";
    const good = flight.throws.at(-1)!.good;
    sound(flight.kind === "launch" ? (good ? "launch" : "crash") : good ? "flight" : "crash");
  }

  close(): void {
    this.stop();
    this.flight = null;
  }
}

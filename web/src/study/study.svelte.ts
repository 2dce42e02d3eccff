// A finished match looked into: its record in several workers, those that judge
// event by event (docs/bridge.md: analyze, judge), one that shows any moment.
// Everything is open here: the match is over.
import { Engine } from "../engine/engine";
import type { GameModule } from "../games";
import { settings } from "../lib/settings.svelte";
import { LocalTable } from "../table/local.svelte";
import type { Item, Sentence, View } from "../table/types";

export const GRADES = ["good", "doubtful", "error", "blunder"] as const;
export type Grade = (typeof GRADES)[number];

// A sign beside the word, for eyes that know them from chess.
export const SIGNS: Record<Grade, string> = { good: "✓", doubtful: "?!", error: "?", blunder: "??" };

export interface Judged {
  number: number; // of the event, from 1
  values: number[]; // expected results after it
  luck?: number[]; // of an outcome of chance
  player?: number; // of a decision, like what follows
  action?: string;
  grade?: Grade | "forced";
  played?: number;
  alternative?: string;
  alternative_value?: number;
  loss?: number;
  why: { played: Sentence[]; alternative: Sentence[] } | null;
  same?: boolean; // nothing could come out differently: the curve stays
  rough?: boolean; // of the first look: its curve counts, its grades don't
}

export interface Sums extends Record<Grade, number> {
  player: number;
  decisions: number;
  lost: number;
  luck: number;
  result: number | null;
  luck_adjusted: number | null;
}

interface Answer {
  event: Omit<Judged, "why" | "rough" | "same">;
  why: Judged["why"];
  same: boolean;
  players: Sums[];
}

const DEEPER = 4;
// The page itself has little to do meanwhile.
const JUDGES = Math.min(4, navigator.hardwareConcurrency || 1);

// How much better the alternative looked.
const doubt = ({ alternative_value = 0, played = 0 }: Judged): number => alternative_value - played;

export class Study {
  items = $state.raw<Item[]>([]); // the whole log
  first = $state.raw<number[]>([]); // expected results before it
  events = $state.raw<Judged[]>([]); // as far as judged
  judged = $state(0); // how many in this look
  rough = $state(false); // this look is the rough one
  sums = $state.raw<Sums[]>([]);
  going = $state(false);
  finished = $state(false);
  failure = $state<string | null>(null);
  at = $state(0); // the moment shown: so many events have happened
  chosen = $state<number | null>(null); // the event talked about
  view = $state.raw<View>(null);
  budget = $state(0);

  private judges = Array.from({ length: JUDGES }, () => new Engine());
  private queue: number[] = []; // events to be judged in this look
  private known: Judged[] = []; // all that is, with gaps
  private results: (number | null)[] = [];
  private look = new Engine();
  private running = false; // somebody waits for the judge

  constructor(
    readonly record: string,
    private terms: GameModule["study"],
  ) {
    this.budget = terms.iterations;
    void this.open();
  }

  get length(): number {
    return this.items.length;
  }

  // Goes on where it stopped.
  async go(): Promise<void> {
    if (this.finished || this.first.length === 0) return;
    this.going = true;
    if (this.running) return;
    this.running = true;
    try {
      while (this.going && !this.finished) {
        await Promise.all(this.judges.map((judge) => this.work(judge)));
        if (this.judged < this.length) continue;
        if (this.rough) await this.again();
        else this.finished = true;
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.going = this.running = false;
    }
  }

  // After the events that are being judged.
  stop(): void {
    this.going = false;
  }

  // From the start with more iterations; what is known stays until then.
  async deeper(): Promise<void> {
    this.finished = false;
    this.budget *= DEEPER;
    await this.again();
    void this.go();
  }

  // The board as it was when an event was decided.
  async choose(number: number): Promise<void> {
    this.chosen = number;
    await this.show(number - 1);
  }

  // The board after so many events.
  async show(at: number): Promise<void> {
    this.at = at;
    if (this.chosen !== null && this.chosen !== at && this.chosen !== at + 1) this.chosen = null;
    const { position } = await this.look.ask<{ position: View }>("position", { at });
    if (this.at === at) this.view = position;
  }

  async translate(): Promise<void> {
    const language = settings.lang;
    this.items = (await this.look.ask<{ log: Item[] }>("log", { player: "all", language })).log;
    const told = this.events.filter(({ why }) => why !== null);
    const sentences = told.flatMap(({ why }) => [...why!.played, ...why!.alternative]);
    if (sentences.length === 0) return;
    const asked = sentences.map(({ id, args }) => ({ id, args }));
    const { texts } = await this.look.ask<{ texts: string[] }>("say", { sentences: asked, language });
    sentences.forEach((sentence, i) => (sentence.text = texts[i]));
    this.events = [...this.events];
  }

  // A match of its own that goes on after so many events: its id. Whoever
  // decides there is the person, else `me`.
  async playOn(number: number, me: number): Promise<string | null> {
    try {
      return await LocalTable.fork(this.record, number, this.items[number]?.seat ?? me);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  close(): void {
    this.going = false;
    this.judges.forEach((judge) => judge.close());
    this.look.close();
  }

  private async open(): Promise<void> {
    try {
      await this.look.ask("open", { match: this.record });
      this.items = (await this.look.ask<{ log: Item[] }>("log", { player: "all", language: settings.lang })).log;
      await this.show(this.length);
      await this.begin();
    } catch (error) {
      this.fail(error);
    }
  }

  private async begin(): Promise<void> {
    await Promise.all(this.judges.map((judge) => judge.ask("open", { match: this.record })));
    await this.again(this.terms.rough);
    void this.go();
  }

  // Another look: what was doubtful in the last one first.
  private async again(rough?: number): Promise<void> {
    const terms = { iterations: rough ?? this.budget, seed: 1 };
    const [{ first }] = await Promise.all(this.judges.map((judge) => judge.ask<{ first: number[] }>("analyze", terms)));
    const numbers = this.items.map((_, i) => i + 1);
    this.queue = this.events.length ? numbers.sort((a, b) => doubt(this.events[b - 1]) - doubt(this.events[a - 1])) : numbers;
    this.rough = rough !== undefined;
    this.judged = 0;
    this.first = first;
  }

  private async work(judge: Engine): Promise<void> {
    while (this.going && this.queue.length) {
      const number = this.queue.shift()!;
      const { event, why, same, players } = await judge.ask<Answer>("judge", { event: number, language: settings.lang });
      this.known[number - 1] = { ...event, why, same, ...(this.rough ? { rough: true } : {}) };
      this.results = players.map(({ result }) => result);
      this.judged++;
      this.join();
    }
  }

  // What stands side by side: where nothing could come out differently the curve
  // stays, and luck is its step between two values of the same look.
  private join(): void {
    const gap = this.known.findIndex((event) => event === undefined);
    let before = this.first;
    let rough = this.rough;
    this.events = this.known.slice(0, gap < 0 ? undefined : gap).map((event) => {
      const values = event.same ? before : event.values;
      const step = event.luck && (event.rough ?? false) === rough ? values.map((value, seat) => value - before[seat]) : event.luck;
      [before, rough] = [values, event.rough ?? false];
      return { ...event, values, ...(step ? { luck: step } : {}) };
    });
    if (!this.events.some((event) => event.rough)) this.sums = this.first.map((_, player) => this.sum(player));
  }

  private sum(player: number): Sums {
    const own = this.events.filter((event) => event.player === player && event.grade !== "forced");
    const lost = own.reduce((sum, { loss }) => sum + (loss ?? 0), 0);
    const luck = this.events.reduce((sum, event) => sum + (event.luck?.[player] ?? 0), 0);
    const result = this.results[player];
    const grades = Object.fromEntries(GRADES.map((grade) => [grade, own.filter((event) => event.grade === grade).length])) as Record<Grade, number>;
    return { player, decisions: own.length, lost, luck, result, luck_adjusted: result === null ? null : result - luck, ...grades };
  }

  private fail(error: unknown): void {
    this.failure = error instanceof Error ? error.message : String(error);
  }
}

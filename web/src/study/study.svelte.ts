// A finished match looked into: its record in two workers, one that judges
// event by event (docs/bridge.md: analyze, judge), one that shows any moment.
// Everything is open here: the match is over.
import { Engine, EngineError } from "../engine/engine";
import { settings } from "../lib/settings.svelte";
import type { GameId, Item, Sentence, View } from "../table/types";

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
  event: Omit<Judged, "why" | "rough">;
  why: Judged["why"];
  players: Sums[];
  finished: boolean;
}

// Iterations a decision. Lift Off is long: a rough look at all of it shows the
// curve after seconds.
const BUDGET: Record<GameId, number> = { mlem: 600, liftoff: 200, apogee: 600 };
const ROUGH: Partial<Record<GameId, number>> = { liftoff: 8 };
const DEEPER = 4;

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

  private judge = new Engine();
  private look = new Engine();
  private running = false; // somebody waits for the judge

  constructor(
    readonly record: string,
    readonly game: GameId,
  ) {
    this.budget = BUDGET[game];
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
      while (this.going && !this.finished) await this.step();
    } catch (error) {
      this.fail(error);
    } finally {
      this.going = this.running = false;
    }
  }

  // After the event that is being judged.
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

  close(): void {
    this.going = false;
    this.judge.close();
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
    await this.judge.ask("open", { match: this.record });
    await this.again(ROUGH[this.game]);
    void this.go();
  }

  // Another look from the start.
  private async again(rough?: number): Promise<void> {
    const { first } = await this.judge.ask<{ first: number[] }>("analyze", { iterations: rough ?? this.budget, seed: 1 });
    this.rough = rough !== undefined;
    this.judged = 0;
    this.first = first;
  }

  private async step(): Promise<void> {
    const { event, why, players, finished } = await this.judge.ask<Answer>("judge", { language: settings.lang });
    const events = [...this.events];
    events[event.number - 1] = this.rough ? { ...event, why, rough: true } : { ...event, why };
    this.events = events;
    this.judged = event.number;
    // Sums are of what this look has judged: not before they are of as much.
    if (event.number === events.length) this.sums = players;
    if (!finished) return;
    if (this.rough) await this.again();
    else this.finished = true;
  }

  private fail(error: unknown): void {
    this.failure = error instanceof EngineError ? error.message : String(error);
  }
}

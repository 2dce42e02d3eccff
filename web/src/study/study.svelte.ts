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
  event: Omit<Judged, "why">;
  why: Judged["why"];
  players: Sums[];
  finished: boolean;
}

// Iterations a decision. Lift Off is long: a first look is a rougher one.
const BUDGET: Record<GameId, number> = { mlem: 600, liftoff: 200, apogee: 600 };
const DEEPER = 4;

export class Study {
  items = $state.raw<Item[]>([]); // the whole log
  first = $state.raw<number[]>([]); // expected results before it
  events = $state.raw<Judged[]>([]); // as far as judged
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
  private round = 0; // of the analysis: an older one's answers don't count

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
    if (this.going || this.finished || this.first.length === 0) return;
    const round = this.round;
    this.going = true;
    try {
      while (this.going && !this.finished && round === this.round) await this.step();
    } catch (error) {
      if (round === this.round) this.fail(error);
    } finally {
      if (round === this.round) this.going = false;
    }
  }

  // After the event that is being judged.
  stop(): void {
    this.going = false;
  }

  // From the start with more iterations.
  async deeper(): Promise<void> {
    this.round++;
    this.going = this.finished = false;
    this.budget *= DEEPER;
    this.judge.stop();
    await this.begin();
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
    this.round++;
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
    const round = this.round;
    await this.judge.ask("open", { match: this.record });
    const { first } = await this.judge.ask<{ first: number[] }>("analyze", { iterations: this.budget, seed: 1 });
    if (round !== this.round) return;
    this.first = first;
    this.events = [];
    this.sums = [];
    void this.go();
  }

  private async step(): Promise<void> {
    const round = this.round;
    const { event, why, players, finished } = await this.judge.ask<Answer>("judge", { language: settings.lang });
    if (round !== this.round) return;
    this.events = [...this.events, { ...event, why }];
    this.sums = players;
    this.finished = finished;
  }

  private fail(error: unknown): void {
    this.failure = error instanceof EngineError ? error.message : String(error);
  }
}

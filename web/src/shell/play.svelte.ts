// What a game's table (games/GAME/Table.svelte) reads and does.
//
// A choice is made in two steps. select() takes it in hand: the board shows what
// it would do. commit() plays it, as do Enter, the primary button and a second
// press on the same choice. Where the person has set "one tap acts", a choice
// that can be taken back is played at the first press.
import { untrack } from "svelte";
import type { GameModule } from "../games";
import type { Tables } from "../lib/csv";
import { list, t } from "../lib/i18n";
import { motion, settings } from "../lib/settings.svelte";
import { named } from "../lib/words.svelte";
import { NO_FACTS, type Fact, type Facts, type Standings } from "../table/facts";
import type { Choice, Item, Now, Seat, Sentence, Shown, Table, View } from "../table/types";

export type PanelName = "log" | "odds" | "hint" | "rules" | "text" | "scores";

// What the screen knows; `past` is set while an earlier moment is looked at.
export interface Source {
  table: Table;
  game: GameModule;
  tables: Tables;
  shown: Shown;
  past: { number: number; view: View } | null;
  peeked?: View | null; // the own secrets, while they are looked at
  mode?: "replay" | "study" | null; // not played, looked at
  preview?: string | null; // the move that an analysis talks about
  facts: Facts | null; // of the view that is shown; null: not answered yet
  standings: Standings | null; // the last that were answered
}

export interface Deeds {
  act(action: string): Promise<void>;
  undo(): void;
  hurry(): void;
  linger(ms: number): void;
  look(number: number): void;
  panel(name: PanelName | null, rule?: string): void;
  factsAt(number: number): Promise<Facts>;
  peek(on: boolean): void;
}

// `V` is the type of the game's views (games/GAME/view.ts).
export class Play<V = unknown> {
  private hand = $state<string | null>(null);
  refused = $state.raw<Sentence | null>(null); // why what was pressed is not legal
  pencil = $state.raw<string[]>([]); // actions the person means to take: facts count them in

  constructor(
    private readonly source: () => Source,
    private readonly deeds: Deeds,
  ) {}

  // ---- what there is ------------------------------------------------------

  get table(): Table {
    return this.source().table;
  }
  get module(): GameModule {
    return this.source().game;
  }
  get tables(): Tables {
    return this.source().tables;
  }
  get shown(): Shown {
    return this.source().shown;
  }
  get past(): number | null {
    return this.source().past?.number ?? null;
  }
  get view(): V {
    return (this.source().past?.view ?? this.source().peeked ?? this.shown.view) as V;
  }
  get now(): Now {
    return this.shown.now;
  }
  get seats(): Seat[] {
    return this.table.seats;
  }
  // Whose eyes; null: a spectator's.
  get seat(): number | null {
    return this.shown.viewer;
  }
  get items(): Item[] {
    const { shown, past } = this.source();
    return past ? shown.items.slice(0, past.number) : shown.items;
  }
  // The event that led to the view.
  get last(): Item | null {
    return this.items.at(-1) ?? null;
  }
  get mode(): "replay" | "study" | null {
    return this.source().mode ?? null;
  }
  get motion(): number {
    return motion();
  }
  // The person at the screen is to choose.
  get decides(): boolean {
    const { viewer, cover } = this.shown;
    return this.past === null && cover === null && viewer !== null && this.now.actors.includes(viewer);
  }
  get over(): boolean {
    return this.now.over && this.past === null;
  }
  // The person at the screen rolls now; or the next event waits until what sums
  // up a part of the match was read. roll() lets it happen.
  get rolls(): boolean {
    return this.past === null && !!this.table.held && this.module.rolls?.(this.table.held) === this.seat;
  }
  get rests(): boolean {
    return this.past === null && !!this.table.held && !this.rolls;
  }
  // People roll their own dice: they say what came up.
  get ownDice(): boolean {
    return this.past === null && this.now.chance && settings.ownDice && this.table.outcomes !== undefined;
  }
  roll(): void {
    this.table.roll?.();
  }
  get legal(): Choice[] {
    return this.decides ? this.now.legal : [];
  }
  get facts(): Facts {
    return this.source().facts ?? NO_FACTS;
  }
  get standings(): Standings | null {
    return this.source().standings;
  }

  name(seat: number): string {
    return this.seats[seat]?.name ?? "";
  }

  // A sentence or text of the engine with the people's names.
  say(sentence: { text: string } | null | undefined): string {
    return sentence ? named(sentence.text, this.seats) : "";
  }

  // Several people sit at this screen: whoever is to decide is named.
  get shared(): boolean {
    return this.seats.filter(({ mine }) => mine).length > 1;
  }

  // The decision in a sentence, or who is waited for.
  get sentence(): string {
    const { now, shown } = this;
    if (now.over) return t("table.over");
    if (this.decides && now.ask) return this.shared ? t("table.asked", this.name(this.seat!), this.say(now.ask)) : this.say(now.ask);
    if (shown.thinking !== null) return t("table.thinking", this.name(shown.thinking));
    if (now.chance) return t("table.chance");
    return now.actors.length ? t("table.waiting", list(now.actors.map((seat) => this.name(seat)))) : "";
  }

  // ---- choosing -----------------------------------------------------------

  choice(action: string | null): Choice | null {
    return this.legal.find(({ text }) => text === action) ?? null;
  }

  // The choice in hand: boards show what it would do.
  get selected(): string | null {
    return this.source().preview ?? this.hand;
  }
  set selected(action: string | null) {
    this.hand = action;
  }

  get chosen(): Choice | null {
    return this.choice(this.selected);
  }

  isLegal(action: string): boolean {
    return this.choice(action) !== null;
  }

  // What the engine tells of a choice; the one in hand without a name.
  factsOf(action: string | null = this.selected): Fact[] {
    return (action && this.facts.choices[action]) || [];
  }

  fact(kind: string, subject?: string, action: string | null = this.selected): Fact | null {
    return this.factsOf(action).find((fact) => fact.kind === kind && (subject === undefined || fact.subject === subject)) ?? null;
  }

  // Facts of the position itself.
  survey(kind: string, subject?: string): Fact[] {
    return this.facts.survey.filter((fact) => fact.kind === kind && (subject === undefined || fact.subject === subject));
  }

  // What the engine tells of the moment after an event.
  factsAt(number: number): Promise<Facts> {
    return this.deeds.factsAt(number);
  }

  // A press on a choice. `again`: a second press plays it.
  async select(action: string, again = true): Promise<void> {
    if (!this.decides) return;
    const choice = this.choice(action);
    this.refused = null;
    if (!choice) {
      const why = await this.table.why(action);
      this.refused = why;
    } else if (again && (this.selected === action || (settings.oneTap && !choice.final))) {
      this.selected = action;
      await this.commit();
    } else {
      this.selected = action;
    }
  }

  clear(): void {
    this.hand = this.refused = null;
  }

  async commit(): Promise<void> {
    const choice = this.chosen;
    if (choice) await this.deeds.act(choice.text);
  }

  // Plays an action at once: the table has asked for it in its own way.
  async act(action: string): Promise<void> {
    if (this.isLegal(action)) await this.deeds.act(action);
  }

  // Another moment: nothing is in hand any more.
  forget(): void {
    untrack(() => this.clear());
  }

  // ---- the rest -----------------------------------------------------------

  get canUndo(): boolean {
    return this.shown.number > 0 && this.table.canUndo();
  }
  // The own secrets are hidden, because others look at this screen too; they
  // are shown for as long as the person holds a button.
  get sealed(): boolean {
    return this.past === null && !!this.shown.sealed;
  }
  get peeking(): boolean {
    return !!this.source().peeked;
  }
  peek(on: boolean): void {
    this.deeds.peek(on);
  }
  undo(): void {
    this.deeds.undo();
  }
  hurry(): void {
    this.deeds.hurry();
  }
  // What has happened is shown for so long before the next event.
  linger(ms: number): void {
    this.deeds.linger(ms);
  }
  look(number: number): void {
    this.deeds.look(number);
  }
  open(name: PanelName | null, rule?: string): void {
    this.deeds.panel(name, rule);
  }
}

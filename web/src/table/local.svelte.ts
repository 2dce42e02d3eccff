// A table on this device: the match in a worker, bots in another, everybody at
// one screen. One event at a time happens and is shown before the next.
//
// A match open in several tabs is one match: one of them plays it, the others
// show what it keeps, and whoever decides in another one makes that the one.
import { Engine, EngineError } from "../engine/engine";
import { motion, settings } from "../lib/settings.svelte";
import { Brain, type Asked } from "./brain";
import { readRecord, reopened } from "./record";
import { concerns, keep, newId, playingTab, savedRecord, setPlayingTab, type SavedMatch, type SavedSeat } from "./store";
import type { GameId, Item, Lang, Move, Now, Odd, Seat, Sentence, Shown, Source, Table, View } from "./types";

export interface LocalSetup {
  game: GameId;
  seats: SavedSeat[];
  options?: Record<string, unknown>;
  seed?: string;
  tables?: Record<string, string>;
}

// What every answer about a match says.
interface Turn {
  actors: number[];
  chance: boolean;
  over: boolean;
}

interface Wanted {
  change(): Promise<void>;
  record: string; // as it was then
  holder: number | null;
}

type Viewer = number | "spectator";

const HINT_ITERATIONS = 2000;
// The bot that takes a person's seat where a match is played on alone.
const OTHERS = "normal";

export class LocalTable implements Table {
  readonly online = false;
  readonly seats: Seat[];
  start?: number;
  shown = $state.raw<Shown | null>(null);

  private engine = new Engine();
  private brain = new Brain();
  private turn: Turn = { actors: [], chance: false, over: false };
  private seatOf: (number | null)[] = []; // who made each event
  private running = false;
  private undoing = false;
  private rushing = false; // no pauses until a person decides
  private closed = false;
  private holder: number | null = null; // the person at the screen
  private wake: (() => void) | null = null; // ends the pause under way
  private readonly tab = newId();
  private stale = false; // another tab has played on
  private record = ""; // of what is shown
  private wanted: Wanted | null = null; // what a person has decided
  private free = 0; // when what has happened will have been shown

  private constructor(
    readonly id: string,
    readonly game: GameId,
    readonly options: Record<string, unknown>,
    private readonly saved: SavedSeat[],
    readonly tables?: Record<string, string>,
  ) {
    this.seats = saved.map(({ name, bot }, seat) => ({
      seat,
      name,
      kind: bot ? "bot" : "person",
      bot,
      connected: true,
      mine: !bot,
    }));
    const people = this.seats.filter(({ mine }) => mine);
    if (people.length === 1) this.holder = people[0].seat;
    setPlayingTab(id, this.tab);
    window.addEventListener("storage", this.heard);
    window.addEventListener("pagehide", this.release);
  }

  static async create(setup: LocalSetup): Promise<LocalTable> {
    const table = new LocalTable(newId(), setup.game, setup.options ?? {}, setup.seats, setup.tables);
    table.turn = await table.engine.ask<Turn>("new", {
      game: setup.game,
      players: setup.seats.length,
      options: table.options,
      names: table.names(),
      ...(setup.seed === undefined ? {} : { seed: setup.seed }),
      ...(setup.tables ? { tables: setup.tables } : {}),
    });
    await table.refresh();
    void table.run();
    return table;
  }

  // Goes on with a match that was kept; null: there is no such record.
  static async open(match: SavedMatch): Promise<LocalTable | null> {
    const text = savedRecord(match.id);
    return text === null ? null : LocalTable.read(match, text);
  }

  // A match from its record, which begins at its last event.
  static async read(match: SavedMatch, text: string): Promise<LocalTable> {
    const table = new LocalTable(match.id, match.game, match.options, match.seats, match.tables);
    table.turn = await table.engine.ask<Turn>("open", { match: text });
    await table.readSeats();
    await table.refresh();
    void table.run();
    return table;
  }

  async act(action: string): Promise<void> {
    const seat = this.deciding();
    if (seat === null) return;
    const decided = this.claim(() => this.apply(seat, action));
    this.wake?.(); // what happened before need not be looked at any longer
    await decided;
  }

  async chance(outcome: string): Promise<void> {
    if (!this.turn.chance || this.running) return;
    await this.claim(async () => {
      this.turn = await this.engine.ask<Turn>("apply", { chance: outcome });
      this.seatOf.push(null);
      await this.refresh();
    });
  }

  canUndo(): boolean {
    return this.lastOwn() >= 0;
  }

  get takenBack(): number {
    return this.record.match(/"kind":"undo".*"agreed":true/g)?.length ?? 0;
  }

  // Freely only what the person at the screen did last, and nothing revealed.
  undoAsks(): number[] {
    const by = this.seatOf[this.lastOwn()];
    if (this.people() < 2 || (by === this.holder && this.shown?.now.undo.free)) return [];
    return this.seats.filter(({ mine, seat }) => mine && (seat !== this.holder || by !== this.holder)).map(({ seat }) => seat);
  }

  async undo(): Promise<void> {
    if (!this.canUndo()) return;
    this.undoing = true;
    this.hurry();
  }

  async uncover(): Promise<void> {
    if (!this.shown || this.shown.cover === null) return;
    this.holder = this.shown.cover;
    await this.refresh();
    void this.run();
  }

  hurry(): void {
    if (this.shown?.thinking != null) this.brain.hurry();
    this.rushing = this.running;
    this.wake?.();
    void this.claim();
  }

  linger(ms: number): void {
    this.free = Date.now() + ms;
  }

  async why(action: string): Promise<Sentence | null> {
    const player = this.deciding() ?? this.holder ?? 0;
    const answer = await this.engine.ask<{ note?: Sentence }>("why", { player, action, ...this.lang() });
    return answer.note ?? null;
  }

  async odds(): Promise<Odd[]> {
    const player = this.viewer();
    if (player === "spectator") return [];
    return (await this.engine.ask<{ odds: Odd[] }>("odds", { player, ...this.lang() })).odds;
  }

  async hint(): Promise<Move[]> {
    const player = this.deciding();
    if (player === null) return [];
    return this.brain.hint(await this.asked(player), HINT_ITERATIONS, { ...this.lang(), names: this.names() });
  }

  async breakdown(): Promise<Source[][]> {
    return (await this.engine.ask<{ players: Source[][] }>("breakdown", { ...this.lang() })).players;
  }

  async text(width: number): Promise<string> {
    const fields = { player: this.viewer(), width, ...this.lang() };
    return (await this.engine.ask<{ board: string }>("board", fields)).board;
  }

  async at(number: number): Promise<View> {
    return (await this.engine.ask<{ view: View }>("view", { player: this.viewer(), at: number })).view;
  }

  async save(): Promise<string> {
    return (await this.engine.ask<{ match: string }>("save")).match;
  }

  // A match of its own that goes on from an earlier moment of this one.
  async branch(number: number): Promise<string> {
    const { game, options, saved, tables } = this;
    const me = this.holder ?? Math.max(0, this.seats.findIndex(({ mine }) => mine));
    const undo = { player: this.viewer(), to: number };
    return LocalTable.goOn({ game, options, seats: saved, tables }, await this.save(), me, undo);
  }

  // The same from an event of any match, by its record; `player` is whose log
  // counts it, else that of everything.
  static async fork(text: string, number: number, me: number, player?: Viewer): Promise<string> {
    return LocalTable.goOn(readRecord(text), text, me, player === undefined ? { to: number } : { to: number, player });
  }

  // One person plays on, bots the other seats.
  private static async goOn(setup: LocalSetup, text: string, me: number, undo: { to: number; player?: Viewer }): Promise<string> {
    const seats = setup.seats.map(({ name, bot }, seat) => ({ name, bot: seat === me ? null : (bot ?? OTHERS) }));
    const table = new LocalTable(newId(), setup.game, setup.options ?? {}, seats, setup.tables);
    try {
      await table.engine.ask("open", { match: reopened(text) });
      await table.engine.ask("undo", undo).catch((error) => {
        if (error.code !== "nothing_to_do") throw error; // nothing came after it
      });
      await table.readSeats();
      await table.refresh(true);
    } finally {
      table.close();
    }
    return table.id;
  }

  // Everything again, in the language set by now.
  async translate(): Promise<void> {
    await this.refresh(true);
  }

  close(): void {
    this.closed = true;
    this.wake?.();
    window.removeEventListener("storage", this.heard);
    window.removeEventListener("pagehide", this.release);
    this.release();
    this.engine.close();
    this.brain.close();
  }

  // ---- what happens -------------------------------------------------------

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      while (!this.closed && ((await this.step()) || this.undoing || this.stale || this.wanted));
    } catch (error) {
      if (!this.closed) this.fail(error);
    } finally {
      this.running = false;
      this.rushing = false;
    }
  }

  // One event, or none: false where a person is waited for, or nobody.
  private async step(): Promise<boolean> {
    if (!this.wanted) await this.pause(this.free - Date.now());
    if (this.stale) return this.readAgain();
    if (!this.plays()) return this.giveUp();
    if (this.undoing) return this.takeBack();
    if (this.wanted) return this.decide(this.wanted);
    if (this.turn.over) return false;
    if (this.turn.chance) return this.sample();
    const person = this.deciding();
    if (person !== null) return this.askPerson(person);
    await this.moveBot(this.turn.actors[0]);
    await this.pause(settings.pace);
    return true;
  }

  private async sample(): Promise<boolean> {
    if (settings.ownDice && !this.undoing) return false;
    this.turn = await this.engine.ask<Turn>("sample");
    this.seatOf.push(null);
    await this.refresh();
    await this.pause(Math.min(settings.pace, motion() || settings.pace));
    return true;
  }

  private async askPerson(person: number): Promise<boolean> {
    this.rushing = false;
    if (this.holder !== person && (await this.handOver(person))) return false;
    const legal = this.shown?.now.legal ?? [];
    if (!settings.forced || legal.length !== 1 || this.undoneBefore) return false;
    await this.pause(settings.pace);
    if (this.undoing) return true;
    await this.apply(person, legal[0].text);
    return true;
  }

  private undoneBefore = false; // a choice taken back isn't made by itself

  // Whether the screen is covered: the one who takes over sees something that
  // not everybody may.
  private async handOver(person: number): Promise<boolean> {
    const [own, open] = await Promise.all([this.view(person), this.view("spectator")]);
    if (JSON.stringify(own) === JSON.stringify(open)) {
      this.holder = person;
      await this.refresh(true);
      return false;
    }
    this.holder = null;
    await this.refresh(true);
    this.show({ cover: person });
    return true;
  }

  private async moveBot(seat: number): Promise<void> {
    const bot = this.saved[seat].bot ?? "easy";
    if (this.people() > 1 && this.holder !== null && this.hidden()) {
      this.holder = null;
      await this.refresh(true);
    }
    this.show({ thinking: seat });
    const action = await this.brain.move(await this.asked(seat), bot);
    this.show({ thinking: null });
    if (!this.undoing && this.plays()) await this.apply(seat, action);
  }

  private async apply(player: number, action: string): Promise<void> {
    try {
      this.turn = await this.engine.ask<Turn>("apply", { player, action });
    } catch (error) {
      this.fail(error);
      return;
    }
    this.undoneBefore = false;
    this.seatOf.push(player);
    if (this.people() > 1 && this.hidden()) this.holder = null;
    await this.refresh();
  }

  private async takeBack(): Promise<boolean> {
    const last = this.lastOwn();
    this.undoing = false;
    this.undoneBefore = true;
    if (last >= 0) {
      this.turn = await this.engine.ask<Turn>("undo", { player: this.seatOf[last] });
      await this.readSeats();
    }
    if (this.people() > 1) this.holder = null;
    await this.refresh(true);
    return true;
  }

  // Resolves after a while, sooner if somebody is in a hurry.
  private pause(ms: number): Promise<void> {
    if (ms <= 0 || this.rushing || this.closed || this.undoing) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }

  // ---- other tabs ---------------------------------------------------------

  private plays(): boolean {
    return (playingTab(this.id) ?? this.tab) === this.tab;
  }

  private heard = ({ key }: StorageEvent): void => {
    if (!concerns(this.id, key)) return;
    this.stale = true;
    this.wake?.();
    void this.run();
  };

  private release = (): void => {
    if (playingTab(this.id) === this.tab) setPlayingTab(this.id, null);
  };

  // The match is played here from now on, `change` first: unless it has gone on
  // elsewhere since its person looked.
  private async claim(change?: () => Promise<void>): Promise<void> {
    if (change) this.wanted = { change, record: this.record, holder: this.holder };
    if (!this.plays()) {
      setPlayingTab(this.id, this.tab);
      this.stale = true;
    }
    await this.run();
  }

  private async decide({ change, record, holder }: Wanted): Promise<boolean> {
    this.wanted = null;
    if (record === this.record && holder === this.holder) await change();
    return true;
  }

  // Another tab has taken over.
  private giveUp(): boolean {
    this.wanted = null;
    return (this.undoing = false);
  }

  // What another tab has kept.
  private async readAgain(): Promise<boolean> {
    this.stale = false;
    const match = savedRecord(this.id);
    if (match === null || match === this.record) return true;
    this.turn = await this.engine.ask<Turn>("open", { match });
    await this.readSeats();
    if (this.people() > 1) this.holder = null;
    await this.refresh(true);
    const person = this.deciding();
    if (!this.plays() && person !== null && this.holder !== person) await this.handOver(person);
    return true;
  }

  // ---- who sees what ------------------------------------------------------

  // The person of this device who is to decide; with several at once the one
  // at the screen first.
  private deciding(): number | null {
    const { actors } = this.turn;
    if (this.holder !== null && actors.includes(this.holder)) return this.holder;
    return actors.find((seat) => this.seats[seat].mine) ?? null;
  }

  private people(): number {
    return this.seats.filter(({ mine }) => mine).length;
  }

  private viewer(): Viewer {
    return this.holder ?? "spectator";
  }

  // Whether the view on the screen has something that not everybody may see.
  private hidden(): boolean {
    return this.shown !== null && JSON.stringify(this.shown.view).includes('"?"');
  }

  private lastOwn(): number {
    return this.seatOf.findLastIndex((seat) => seat !== null && this.seats[seat].mine);
  }

  private names(): string[] {
    return this.saved.map(({ name }) => name);
  }

  private lang(): { language: Lang } {
    return { language: settings.lang };
  }

  private async readSeats(): Promise<void> {
    const { log } = await this.engine.ask<{ log: { seat: number | null }[] }>("log", { player: "all" });
    this.seatOf = log.map(({ seat }) => seat);
  }

  private async view(player: Viewer): Promise<View> {
    return (await this.engine.ask<{ view: View }>("view", { player })).view;
  }

  private async asked(player: number): Promise<Asked> {
    const { position } = await this.engine.ask<{ position: unknown }>("position");
    return { position, player, seed: `${this.id}-${this.seatOf.length}`, ...(this.tables ? { tables: this.tables } : {}) };
  }

  // Reads what the viewer sees now, and of the log what is new.
  private async refresh(whole = false): Promise<void> {
    const player = this.viewer();
    const viewer = player === "spectator" ? null : player;
    const old = whole || this.shown?.viewer !== viewer ? [] : (this.shown?.items ?? []);
    const [view, now, { log }] = await Promise.all([
      this.view(player),
      this.engine.ask<unknown>("now", { player, ...this.lang() }) as Promise<Now>,
      this.engine.ask<{ log: Item[] }>("log", { player, from: old.length + 1, ...this.lang() }),
    ]);
    const items = [...old, ...log];
    const thinking = this.shown?.thinking ?? null;
    this.shown = { number: items.length, view, now, items, viewer, thinking, cover: null, error: null };
    await this.store();
  }

  private show(change: Partial<Shown>): void {
    if (this.shown) this.shown = { ...this.shown, ...change };
  }

  private fail(error: unknown): void {
    this.show({ error: error instanceof EngineError ? error.message : String(error), thinking: null });
  }

  private async store(): Promise<void> {
    const { scores, over } = this.shown!.now;
    const match: SavedMatch = {
      id: this.id,
      game: this.game,
      seats: this.saved,
      options: this.options,
      number: this.seatOf.length,
      scores,
      over,
      at: Date.now(),
    };
    if (this.tables) match.tables = this.tables;
    this.record = await this.save();
    if (this.plays()) keep(match, this.record);
  }
}

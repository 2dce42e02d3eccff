// A table on this device: the match in a worker, bots in another, everybody at
// one screen. One request a move: the engine plays it and what chance brings
// after it, and answers with all there is to show and to keep. It is kept before
// anybody sees it, and shown event by event.
//
// Who looks (`holder`) may see things that others at the screen may not. So a
// request is made in the eyes of whoever will look at its answer.
import { Engine, EngineError, type Fields } from "../engine/engine";
import { META } from "../games";
import { BASE } from "../lib/base";
import { t } from "../lib/i18n";
import { link } from "../lib/route.svelte";
import { motion, settings } from "../lib/settings.svelte";
import { Brain, type Asked } from "./brain";
import { Kept } from "./kept.svelte";
import { joined, readHeader, readMatch, reopened, type Header } from "./record";
import { newId, savedMatch, savedRecord, split, type SavedMatch, type SavedRecord, type SavedSeat, type Trouble } from "./store";
import type { Choice, GameId, Item, Lang, Move, Now, Odd, Seat, Sentence, Shown, Source, Table, View } from "./types";

export interface LocalSetup {
  game: GameId;
  seats: SavedSeat[];
  options?: Record<string, unknown>;
  seed?: string;
  tables?: Record<string, string>;
}

// An event of the log with what came of it.
interface Told extends Item {
  actors: number[];
  chance: boolean;
  phase: string;
  view?: View;
}

// What the bridge answers to `play` (docs/bridge.md).
interface Played extends Now {
  view: View;
  open: boolean; // everybody may see it
  log: Told[];
  lines: string[];
  head?: string[];
  sampled?: string[];
  position?: unknown;
  breakdown: Source[][];
}

// A moment that waits to be shown.
interface Moment {
  shown: Shown;
  sources: Source[][];
  wait: number; // ms before the next one
}

interface Wanted {
  event: Fields;
  last: string | undefined; // entry of the record, and
  holder: number | null; // person at the screen, when it was decided
}

type Viewer = number | "spectator";

const HINT_ITERATIONS = 2000;
const LINK = 8192; // letters that an address may have
// The bot that takes a person's seat where a match is played on alone.
const OTHERS = "normal";
const NO_CHOICE: { ask: Sentence | null; legal: Choice[]; undo: { free: boolean } } = { ask: null, legal: [], undo: { free: false } };

export class LocalTable implements Table {
  readonly online = false;
  readonly seats: Seat[];
  start?: number;
  replays = false;
  shown = $state.raw<Shown | null>(null);
  held = $state.raw<Item | null>(null); // an outcome that waits for its roll
  holds: ((next: Shown) => boolean) | null = null;

  private engine = new Engine();
  private brain = new Brain();
  private now: Pick<Now, "actors" | "chance" | "over"> = { actors: [], chance: false, over: false };
  private position: unknown = null; // for bots
  private sources: Source[][] = []; // of the points that are shown
  private spoken: Lang = settings.lang; // of all that is shown
  private logs = new Map<Viewer, Item[]>(); // as far as they were asked for
  private coming: Moment[] = []; // have happened, and wait to be shown
  private rolled = 0; // the last event that its person has rolled
  private kept: Kept;
  private running = false;
  private undoing = false;
  private undoneBefore = false; // a choice taken back isn't made by itself
  private rushing = false; // no pauses until a person decides
  private closed = false;
  private holder: number | null = null; // the person at the screen
  private sealed: number | null = null; // the person whose secrets stay hidden while deciding
  private wake: (() => void) | null = null; // ends the pause under way
  private wanted: Wanted | null = null; // what a person has decided
  private unseen = false; // what is shown must be asked for anew
  private unsaid = false; // and all that was said before
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
    this.kept = new Kept(id, () => {
      this.wake?.();
      void this.run();
    });
  }

  static async create(setup: LocalSetup): Promise<LocalTable> {
    const table = new LocalTable(newId(), setup.game, setup.options ?? {}, setup.seats, setup.tables);
    await table.engine.ask("new", {
      game: setup.game,
      players: setup.seats.length,
      options: table.options,
      names: table.names(),
      ...(setup.seed === undefined ? {} : { seed: setup.seed }),
      ...(setup.tables ? { tables: setup.tables } : {}),
    });
    await table.look();
    void table.run();
    return table;
  }

  // Goes on with a match that was kept; null: there is no such match.
  static async open(id: string): Promise<LocalTable | null> {
    const [match, record] = await Promise.all([savedMatch(id), savedRecord(id)]);
    return match && record ? LocalTable.begin(match, record, record.lines.length) : null;
  }

  // A match from its file, which begins at its last event.
  static async read(text: string): Promise<LocalTable> {
    const record = split(text);
    return LocalTable.begin(readMatch(record), record, 0);
  }

  // A match from a link, to be looked at from its start. The engine checks every
  // choice and draws chance again.
  static async shared(packed: string): Promise<LocalTable> {
    const engine = new Engine();
    try {
      await engine.ask("open", { match: packed });
      const record = split((await engine.ask<{ match: string }>("save")).match);
      const table = await LocalTable.begin(readMatch(record), record, 0, false);
      table.start = 0;
      return table;
    } finally {
      engine.close();
    }
  }

  // `stored` entries of it are kept already.
  private static async begin(match: SavedMatch, record: SavedRecord, stored: number, keeps = true): Promise<LocalTable> {
    const table = new LocalTable(match.id, match.game, match.options, match.seats, readHeader(record.head[0]).tables);
    table.kept.stored = stored;
    table.kept.keeps = keeps;
    table.replays = !keeps;
    await table.reopen(joined(record));
    void table.run();
    return table;
  }

  async act(action: string): Promise<void> {
    const player = this.deciding();
    if (player === null || this.coming.length) return;
    this.want({ player, action });
    await this.run();
  }

  async chance(outcome: string): Promise<void> {
    if (!this.now.chance || this.running) return;
    this.want({ chance: outcome });
    await this.run();
  }

  async outcomes(): Promise<string[] | null> {
    const answer = await this.engine.ask<{ outcomes: { text: string }[] }>("chance").catch((error) => {
      if (error.code === "too_many_outcomes") return null;
      throw error;
    });
    return answer?.outcomes.map(({ text }) => text) ?? null;
  }

  async peek(): Promise<View> {
    return (await this.engine.ask<{ view: View }>("view", { player: this.holder ?? "spectator" })).view;
  }

  canUndo(): boolean {
    return this.lastOwn() !== null;
  }

  get takenBack(): number {
    return this.kept.record.lines.filter((line) => /"kind":"undo".*"agreed":true/.test(line)).length;
  }

  get unkept(): Trouble | null {
    return this.kept.trouble;
  }

  // Freely only what the person at the screen did last, and nothing revealed.
  undoAsks(): number[] {
    const by = this.lastOwn();
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
    this.sealed = null;
    this.unseen = true;
    await this.run();
  }

  hurry(): void {
    if (this.held) return this.roll();
    if (this.shown?.thinking != null) this.brain.hurry();
    this.rushing = this.running;
    this.wake?.();
    this.kept.claim();
    void this.run();
  }

  linger(ms: number): void {
    this.free = Math.max(this.free, Date.now() + ms);
  }

  async why(action: string): Promise<Sentence | null> {
    const player = this.deciding() ?? this.holder ?? 0;
    const answer = await this.engine.ask<{ note?: Sentence }>("why", { player, action, ...this.lang() });
    return answer.note ?? null;
  }

  async odds(): Promise<Odd[]> {
    const player = this.holder;
    if (player === null) return [];
    return (await this.engine.ask<{ odds: Odd[] }>("odds", { player, ...this.lang() })).odds;
  }

  async hint(): Promise<Move[]> {
    const player = this.deciding();
    if (player === null) return [];
    return this.brain.hint(await this.asked(player), HINT_ITERATIONS, { ...this.lang(), names: this.names() });
  }

  async breakdown(): Promise<Source[][]> {
    if (this.spoken === settings.lang) return this.sources;
    return (await this.engine.ask<{ players: Source[][] }>("breakdown", { player: this.viewer(), ...this.lang() })).players;
  }

  async text(width: number): Promise<string> {
    const fields = { player: this.viewer(), width, ...this.lang() };
    return (await this.engine.ask<{ board: string }>("board", fields)).board;
  }

  async at(number: number): Promise<View> {
    return (await this.engine.ask<{ view: View }>("view", { player: this.viewer(), at: number })).view;
  }

  async save(): Promise<string> {
    return joined(this.kept.record);
  }

  // The whole match stands in the address.
  async link(): Promise<string | null> {
    const { packed } = await this.engine.ask<{ packed: string }>("pack");
    const url = new URL(link("shared", packed), new URL(BASE, location.href)).href;
    return url.length <= LINK ? url : null;
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
    const undo = player === undefined ? { to: number } : { to: number, player };
    return LocalTable.goOn(readHeader(split(text).head[0]), text, me, undo);
  }

  // One person plays on, bots the other seats.
  private static async goOn(setup: Header, text: string, me: number, undo: { to: number; player?: Viewer }): Promise<string> {
    const seats = setup.seats.map(({ name, bot }, seat) => ({ name, bot: seat === me ? null : (bot ?? OTHERS) }));
    const table = new LocalTable(newId(), setup.game, setup.options, seats, setup.tables);
    try {
      await table.engine.ask("open", { match: reopened(text) });
      await table.engine.ask("undo", undo).catch((error) => {
        if (error.code !== "nothing_to_do") throw error; // nothing came after it
      });
      await table.look();
      if (table.unkept) throw new Error(t(`store.${table.unkept}`));
    } finally {
      table.close();
    }
    return table.id;
  }

  // Everything again, in the language set by now.
  async translate(): Promise<void> {
    this.unseen = this.unsaid = true;
    this.wake?.();
    await this.run();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
    this.kept.close();
    this.engine.close();
    this.brain.close();
  }

  // ---- what happens -------------------------------------------------------

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      while (!this.closed && ((await this.step()) || this.undoing || this.unseen || this.kept.stale || this.wanted));
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
    if (this.kept.stale) return this.readAgain();
    if (!this.kept.plays) this.giveUp();
    if (this.undoing) return this.takeBack();
    if (this.wanted) return this.play(this.decided());
    if (this.unseen) return this.look();
    if (this.coming.length) return !this.waits() && this.showNext();
    if (this.now.over || !this.kept.plays) return false;
    if (this.now.chance) return !settings.ownDice && this.play({});
    const person = this.deciding();
    return person === null ? this.moveBot(this.now.actors[0]) : this.askPerson(person);
  }

  private async askPerson(person: number): Promise<boolean> {
    this.rushing = false;
    if (this.holder !== person && (await this.handOver(person))) return false;
    const legal = this.shown?.now.legal ?? [];
    if (!settings.forced || legal.length !== 1 || this.undoneBefore) return false;
    await this.pause(settings.pace);
    return this.undoing || this.play({ player: person, action: legal[0].text });
  }

  // Whether the screen is covered: the one who takes over sees something that
  // not everybody may.
  private async handOver(person: number): Promise<boolean> {
    const own = await this.ask({}, person);
    if (own.open) {
      this.holder = person;
      this.sealed = null;
      this.take(own, 0);
      return false;
    }
    if (META[this.game].peeks?.(own.phase)) {
      this.holder = this.sealed = person;
      await this.look();
      return false;
    }
    await this.lookAway();
    this.show({ cover: person });
    return true;
  }

  // Nobody is at the screen: it shows what everybody may see.
  private async lookAway(): Promise<void> {
    this.holder = null;
    if (this.shown?.viewer !== null) await this.look();
  }

  private async moveBot(seat: number): Promise<boolean> {
    if (this.people() > 1 && this.hidden()) await this.lookAway();
    this.show({ thinking: seat });
    const action = await this.brain.move(await this.asked(seat), this.saved[seat].bot ?? "easy");
    if (!this.undoing && this.kept.plays) return this.play({ player: seat, action });
    this.show({ thinking: null });
    return true;
  }

  private async takeBack(): Promise<boolean> {
    const last = this.lastOwn();
    this.undoing = false;
    this.undoneBefore = true;
    if (this.people() > 1) this.holder = null;
    this.logs.clear();
    if (last !== null) await this.engine.ask("undo", { player: last });
    return this.look();
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

  // ---- one request --------------------------------------------------------

  // An event happens, and what chance brings after it unless people roll. Where
  // several people are at the screen, nobody's secrets are shown afterwards.
  // False: it was refused, and nothing has happened.
  private async play(event: Fields | null): Promise<boolean> {
    if (!event) return true;
    const { holder } = this;
    if ("action" in event && this.people() > 1 && this.hidden()) this.holder = null;
    const answer = await this.ask({ ...event, sample: !settings.ownDice, views: true }, this.viewer()).catch((error) => this.fail(error));
    if (!answer) {
      this.holder = holder;
      return false;
    }
    this.undoneBefore = false;
    const made = (answer.sampled?.length ?? 0) + ("chance" in event || "action" in event ? 1 : 0);
    if (await this.keep(answer)) this.take(answer, made);
    return true;
  }

  // Shows how the match stands, in the eyes of whoever is at the screen.
  private async look(): Promise<boolean> {
    if (this.unsaid) this.logs.clear();
    this.unseen = this.unsaid = false;
    const answer = await this.ask({}, this.viewer());
    if (await this.keep(answer)) this.take(answer, 0);
    return true;
  }

  // A person whose secrets are sealed sees what everybody sees, and decides.
  private async ask(event: Fields, viewer: Viewer): Promise<Played> {
    const played = await this.request(event, viewer);
    if (!this.seals() || viewer !== "spectator" || !played.actors.includes(this.holder!)) return played;
    const { ask, legal, undo } = await this.engine.ask<Now>("now", { player: this.holder!, ...this.lang() });
    return { ...played, ask, legal, undo };
  }

  private request(event: Fields, viewer: Viewer): Promise<Played> {
    const { head, lines } = this.kept.record;
    return this.engine.ask<Played>("play", {
      ...event,
      viewer,
      from: (this.logs.get(viewer)?.length ?? 0) + 1,
      position: this.people() < this.seats.length,
      breakdown: true,
      ...(head.length ? { kept: lines.length } : {}),
      ...this.lang(),
    });
  }

  // False: another tab was sooner, and it has not happened.
  private async keep({ head, lines, scores, over }: Played): Promise<boolean> {
    if (head) this.kept.begin({ head, lines });
    const { id, game, options, saved: seats } = this;
    return this.kept.add({ id, game, seats, options, scores, over, at: Date.now() }, head ? [] : lines);
  }

  // Takes over an answer; its last `made` events are shown one after the other.
  private take({ view, log, position, breakdown, ...rest }: Played, made: number): void {
    const { actors, chance, over, phase, scores, winners, ask, legal, undo } = rest;
    const eyes = this.viewer();
    const viewer = this.seals() ? this.holder : eyes === "spectator" ? null : eyes;
    const items = [...(this.logs.get(eyes) ?? []), ...log.map(({ number, seat, text, notes, scores }) => ({ number, seat, text, notes, scores }))];
    const common = { viewer, sealed: this.seals(), thinking: null, cover: null, error: null };
    const between = made > 1 ? log.slice(0, -1).slice(1 - made) : [];
    this.logs.set(eyes, items);
    this.now = { actors, chance, over };
    this.position = position ?? null;
    this.spoken = settings.lang;
    this.coming = between.map(({ number, seat, view, actors, chance, phase, scores }) => ({
      shown: { ...common, number, view, items: items.slice(0, number), now: { ...NO_CHOICE, actors, chance, phase, scores, over: false, winners: [] } },
      sources: this.sources,
      wait: this.length(seat),
    }));
    const now = { actors, chance, over, phase, scores, winners, ask, legal, undo };
    const wait = made ? this.length(items.at(-1)?.seat) : 0;
    this.coming.push({ shown: { ...common, number: items.length, view, now, items }, sources: breakdown, wait });
    if (!this.waits()) this.showMoment();
  }

  // How long an event is shown before the next: nobody needs to see their own.
  private length(seat: number | null | undefined): number {
    if (seat === null) return Math.min(settings.pace, motion() || settings.pace);
    return seat !== undefined && this.seats[seat].bot ? settings.pace : 0;
  }

  // Whether the next event waits until its person rolls.
  private waits(): boolean {
    const next = this.coming[0].shown;
    const held = !!this.shown && this.rolled < next.number && !this.rushing && this.holds !== null && this.holds(next);
    this.held = held ? next.items[next.number - 1] : null;
    return held;
  }

  roll(): void {
    this.rolled = this.coming[0]?.shown.number ?? 0;
    this.held = null;
    void this.run();
  }

  private async showNext(): Promise<boolean> {
    this.showMoment();
    return true;
  }

  private showMoment(): void {
    const { shown, sources, wait } = this.coming.shift()!;
    this.sources = sources;
    this.shown = shown;
    this.free = Math.max(this.free, Date.now() + wait);
  }

  // ---- other tabs ---------------------------------------------------------

  // The match is played here from now on, this event first. What happened before
  // need not be looked at any longer.
  private want(event: Fields): void {
    this.wanted = { event, last: this.kept.last, holder: this.holder };
    this.kept.claim();
    this.wake?.();
  }

  // What a person wants; null where the match has gone on elsewhere since.
  private decided(): Fields | null {
    const { event, last, holder } = this.wanted!;
    this.wanted = null;
    this.free = 0;
    return last === this.kept.last && holder === this.holder ? event : null;
  }

  // Another tab has taken over.
  private giveUp(): void {
    this.wanted = null;
    this.undoing = false;
  }

  // What another tab has kept.
  private async readAgain(): Promise<boolean> {
    const record = await this.kept.read();
    if (record === null) return true;
    await this.reopen(joined(record));
    const person = this.deciding();
    if (!this.kept.plays && person !== null && this.holder !== person) await this.handOver(person);
    return true;
  }

  private async reopen(match: string): Promise<void> {
    if (this.people() > 1) this.holder = null;
    await this.engine.ask("open", { match });
    this.kept.record = { head: [], lines: [] };
    this.logs.clear();
    await this.look();
  }

  // ---- who sees what ------------------------------------------------------

  // The person of this device who is to decide; with several at once the one
  // at the screen first.
  private deciding(): number | null {
    const { actors } = this.now;
    if (this.holder !== null && actors.includes(this.holder)) return this.holder;
    return actors.find((seat) => this.seats[seat].mine) ?? null;
  }

  private people(): number {
    return this.seats.filter(({ mine }) => mine).length;
  }

  private viewer(): Viewer {
    return this.seals() ? "spectator" : (this.holder ?? "spectator");
  }

  private seals(): boolean {
    return this.holder !== null && this.sealed === this.holder;
  }

  // Whether the view on the screen has something that not everybody may see.
  private hidden(): boolean {
    return this.shown !== null && JSON.stringify(this.shown.view).includes('"?"');
  }

  // Who of this device made the last event of them all; null: none.
  private lastOwn(): number | null {
    return [...this.kept.seats.values()].findLast((seat) => seat !== null && this.seats[seat].mine) ?? null;
  }

  private names(): string[] {
    return this.saved.map(({ name }) => name);
  }

  private lang(): { language: Lang } {
    return { language: settings.lang };
  }

  private async asked(player: number): Promise<Asked> {
    const position = this.position ?? (await this.engine.ask<{ position: unknown }>("position")).position;
    return { position, player, seed: `${this.id}-${this.kept.seats.size}`, ...(this.tables ? { tables: this.tables } : {}) };
  }

  private show(change: Partial<Shown>): void {
    if (this.shown) this.shown = { ...this.shown, ...change };
  }

  private fail(error: unknown): void {
    this.show({ error: error instanceof EngineError ? error.message : String(error), thinking: null });
  }
}

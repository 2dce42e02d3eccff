// A table on a server: its socket brings what this seat may see. Decisions,
// refusals and the board in words are worked out here, from the view alone, by
// the same engine that plays alone; so they speak the reader's language.
import { Engine } from "../engine/engine";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/i18n";
import { api, type TableInfo } from "../online/api";
import { changed, type Change } from "../online/changes";
import { Line, LineError, type Message } from "../online/line";
import type { GameId, Item, Move, Now, Odd, Seat, Sentence, Shown, Source, Table, View } from "./types";

// An item as the server sends it.
interface WireItem {
  number: number;
  kind: "event" | "undo" | "concede" | "bot" | "clock" | "rules" | "close";
  seat: number | null;
  text?: string;
  bot?: string | null;
  sentences?: Sentence[];
  changes?: Change[];
  now?: WireNow;
}

type WireNow = Omit<Now, "legal" | "ask" | "undo"> & { undo?: { free: boolean } };

const WANT = ["changes", "sentences", "now"];
// What says how far its sender had read.
const LAST = ["act", "undo", "redo", "concede"];

export class OnlineTable implements Table {
  readonly online = true;
  readonly game: GameId;
  readonly options: Record<string, unknown>;
  info = $state.raw<TableInfo>(undefined as unknown as TableInfo);
  shown = $state.raw<Shown | null>(null);
  up = $state(true);
  reaction = $state.raw<{ seat: number; reaction: string } | null>(null);
  readonly seats: Seat[] = $derived(this.info.seats.map((seat) => this.seatOf(seat)));

  private engine = new Engine();
  private line: Line;
  private first: View = null; // before anything happened
  private view: View = null;
  private now: WireNow | null = null;
  private wire: WireItem[] = []; // by number - 1; holes until the log is here
  private said: Item[] = [];
  private number = 0;
  private thinking: number | null = null;
  private hints = new Map<string, (moves: Move[]) => void>();
  private work: Promise<void> = Promise.resolve();
  private closed = false;

  private constructor(info: TableInfo) {
    this.info = info;
    this.game = info.game;
    this.options = info.options;
    this.line = new Line(
      (message) => this.queue(() => this.receive(message)),
      (up) => (this.up = up),
      () => this.subscribe(),
    );
  }

  get id(): string {
    return this.info.id;
  }

  // The seat of this device; null: a spectator.
  get mine(): number | null {
    return this.info.you.seat;
  }

  static open(info: TableInfo): OnlineTable {
    return new OnlineTable(info);
  }

  async act(action: string): Promise<void> {
    await this.change("act", { action });
  }

  canUndo(): boolean {
    return this.mine !== null && this.info.state === "running" && this.wire.some((item) => item?.kind === "event" && item.seat === this.mine);
  }

  async undo(): Promise<void> {
    await this.change("undo");
  }

  async concede(): Promise<void> {
    await this.change("concede");
  }

  async takeSeat(): Promise<void> {
    await this.change("take_seat");
  }

  async agree(proposal: number, yes: boolean): Promise<void> {
    await this.change(yes ? "agree" : "decline", { proposal });
  }

  async propose(what: "bot" | "end", seat?: number): Promise<void> {
    await this.change("propose", seat === undefined ? { what } : { what, seat });
  }

  uncover(): void {}

  hurry(): void {
    if (this.thinking !== null && this.mine !== null) void this.line.ask("hurry", { seat: this.thinking }).catch(() => {});
  }

  react(reaction: string): void {
    void this.line.ask("react", { reaction }).catch(() => {});
  }

  async why(action: string): Promise<Sentence | null> {
    if (this.mine === null || !(await this.load())) return null;
    const answer = await this.engine.ask<{ note?: Sentence }>("why", { player: this.mine, action, language: settings.lang });
    return answer.note ?? null;
  }

  async odds(): Promise<Odd[]> {
    if (this.mine === null || this.info.help === "none") return [];
    const { odds } = (await this.line.ask("odds")) as unknown as { odds: Odd[] };
    const texts = await this.say(odds.map(({ sentence }) => sentence));
    return odds.map(({ chance }, i) => ({ chance, sentence: texts[i] }));
  }

  async hint(): Promise<Move[]> {
    if (this.mine === null || this.info.help !== "hints") return [];
    return new Promise((resolve, reject) => {
      this.line.ask("hint").then((answer) => this.hints.set(answer.id, resolve), reject);
    });
  }

  async breakdown(): Promise<Source[][]> {
    if (!(await this.load())) return [];
    return (await this.engine.ask<{ players: Source[][] }>("breakdown", { player: this.viewer(), language: settings.lang })).players;
  }

  async text(width: number): Promise<string> {
    if (!(await this.load())) return "";
    return (await this.engine.ask<{ board: string }>("board", { player: this.viewer(), width, language: settings.lang })).board;
  }

  async at(number: number): Promise<View> {
    return this.wire.slice(0, number).reduce((view, item) => changed(view, item.changes ?? []), this.first);
  }

  // The record; the server gives it away once the match is over.
  async save(): Promise<string> {
    return (await fetch(`/api/tables/${this.id}/match.mqm`)).text();
  }

  // The next match of the same people: its id.
  async rematch(): Promise<string> {
    return (await api<{ table: { id: string } }>("POST", `tables/${this.id}/rematch`, {})).table.id;
  }

  async translate(): Promise<void> {
    this.said = [];
    await this.queue(() => this.refresh());
  }

  close(): void {
    this.closed = true;
    this.line.close();
    this.engine.close();
  }

  // ---- what the server says ----------------------------------------------

  // One thing after the other: items must not overtake each other.
  private queue(step: () => Promise<void>): Promise<void> {
    this.work = this.work.then(step).catch((error) => {
      if (!this.closed) this.fail(error);
    });
    return this.work;
  }

  private async subscribe(): Promise<void> {
    const from = this.view === null ? {} : { from: this.number };
    const { table } = await this.line.ask("subscribe", { table: this.id, want: WANT, ...from });
    this.info = table;
  }

  private async receive(message: Message): Promise<void> {
    switch (message.type) {
      case "state":
        this.view = message.view;
        this.now = message.now;
        this.number = message.number;
        await this.history();
        return this.refresh();
      case "item":
        return this.item(message as unknown as WireItem);
      case "table":
        this.info = message.table;
        return this.refresh();
      case "thinking":
        this.thinking = message.seat;
        this.show({ thinking: message.seat });
        return;
      case "hint":
        this.hints.get(message.for)?.(message.moves.map((move: Move) => ({ sentence: null, ...move })));
        this.hints.delete(message.for);
        return;
      case "reaction":
        this.reaction = { seat: message.seat, reaction: message.reaction };
        return;
    }
  }

  private async item(item: WireItem): Promise<void> {
    if (item.number !== this.number + 1) return; // known already
    this.wire[item.number - 1] = item;
    this.number = item.number;
    this.view = changed(this.view, item.changes ?? []);
    if (item.seat === this.thinking) this.thinking = null;
    if (!item.now) return; // more of the same change follows
    this.now = item.now;
    await this.refresh();
  }

  // The log so far, for the log, the timeline and the past.
  private async history(): Promise<void> {
    const seen = this.info.state === "over" ? String(this.mine) : "seat";
    const as = this.mine === null ? "spectator" : seen;
    const log = await api<{ first: View; items: WireItem[] }>("GET", `tables/${this.id}/log?as=${as}`);
    this.first = log.first;
    for (const item of log.items) if (item.number <= this.number) this.wire[item.number - 1] = item;
  }

  // ---- what the page shows ------------------------------------------------

  private viewer(): number | "spectator" {
    return this.mine ?? "spectator";
  }

  private names(): string[] {
    return this.seats.map(({ name }) => name);
  }

  // The view as the engine's match; false: there is none yet.
  private async load(): Promise<boolean> {
    if (this.view === null) return false;
    await this.engine.ask("load", { position: this.view, names: this.names(), seed: 1 });
    return true;
  }

  private async refresh(): Promise<void> {
    if (this.view === null || this.now === null || this.closed) return;
    const { view, number, now, mine } = this;
    const own: Partial<Now> = { ask: null, legal: [] };
    await this.load();
    if (mine !== null && now.actors.includes(mine) && this.info.seats[mine].bot === null) {
      const here = await this.engine.ask<Now & Record<string, unknown>>("now", { player: mine, language: settings.lang });
      Object.assign(own, { ask: here.ask, legal: here.legal });
    }
    await this.saidUpTo(number);
    this.shown = {
      number,
      view,
      now: { ...now, undo: now.undo ?? { free: false }, ...own } as Now,
      items: this.said.slice(0, number),
      viewer: mine,
      thinking: this.thinking,
      cover: null,
      error: null,
    };
  }

  private async saidUpTo(number: number): Promise<void> {
    const fresh = this.wire.slice(this.said.length, number);
    const sentences = fresh.flatMap((item) => item.sentences ?? []);
    const texts = await this.say(sentences);
    let at = 0;
    for (const item of fresh) {
      const notes = (item.sentences ?? []).map(() => texts[at++]);
      const scores = item.now?.scores ?? this.said.at(-1)?.scores ?? this.seats.map(() => 0);
      this.said.push({ number: item.number, seat: item.seat, text: item.text ?? item.kind, notes: this.told(item, notes), scores });
    }
  }

  // Items that are no events have no sentences of the game.
  private told(item: WireItem, notes: Sentence[]): Sentence[] {
    const name = item.seat === null ? "" : this.names()[item.seat];
    const texts: Partial<Record<WireItem["kind"], string>> = {
      undo: t("on.log.undo", name),
      concede: t("on.log.concede", name),
      bot: item.bot ? t("on.log.bot", name) : t("on.log.back", name),
      clock: t("on.log.clock", name),
      close: t("table.over"),
    };
    const text = texts[item.kind];
    return text === undefined ? notes : [{ rule: null, id: item.kind, args: [], text }];
  }

  // The server speaks English: the same in the reader's language.
  private async say(sentences: Sentence[]): Promise<Sentence[]> {
    if (settings.lang === "en" || sentences.length === 0) return sentences;
    const { texts } = await this.engine.ask<{ texts: string[] }>("say", {
      sentences: sentences.map(({ id, args }) => ({ id, args })),
      language: settings.lang,
    });
    return sentences.map((sentence, i) => ({ ...sentence, text: texts[i] }));
  }

  private seatOf(seat: TableInfo["seats"][number]): Seat {
    return {
      seat: seat.seat,
      name: seat.name ?? `P${seat.seat + 1}`,
      kind: seat.kind,
      bot: seat.bot,
      connected: seat.connected,
      mine: seat.seat === this.mine,
    };
  }

  private async change(type: string, fields: Record<string, unknown> = {}): Promise<void> {
    try {
      await this.line.ask(type, LAST.includes(type) ? { last: this.number, ...fields } : fields);
    } catch (error) {
      this.fail(error);
    }
  }

  private show(change: Partial<Shown>): void {
    if (this.shown) this.shown = { ...this.shown, ...change };
  }

  private fail(error: unknown): void {
    if (error instanceof LineError && error.code === "stale") return; // the items are on their way
    this.show({ error: error instanceof Error ? error.message : String(error) });
  }
}

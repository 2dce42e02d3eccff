// A table on a server: its socket brings what this seat may see. Decisions,
// refusals and the board in words are worked out here, from the view alone, by
// the same engine that plays alone; so they speak the reader's language.
//
// What has arrived (`number`) and what is shown (`cursor`) are two things:
// others' moves are shown one at a time at the pace that is set, and to
// whoever comes back, all since their own last move.
import { Engine } from "../engine/engine";
import { local } from "../lib/local";
import { go, goTable } from "../lib/route.svelte";
import { motion, settings } from "../lib/settings.svelte";
import { api, record, type TableInfo } from "../online/api";
import { told } from "../online/errors";
import OnlineBar from "../online/OnlineBar.svelte";
import { Line, LineError, type Message } from "../online/line";
import { caughtUp } from "../online/since";
import { LocalTable } from "./local.svelte";
import { Story, type WireItem, type WireNow } from "./story";
import type { GameId, Help, Move, Now, Odd, Seat, Sentence, Shown, Source, Table, View } from "./types";

const WANT = ["changes", "sentences", "now"];
// What says how far its sender had read.
const LAST = ["act", "undo", "redo", "concede"];
const REACTION = 8000; // how long a reaction is shown
const SOON = 30_000; // less is little time
const LONGEST = 15_000; // all that is caught up with takes no longer
const seenKey = (id: string): string => `maxq.seen.${id}`;

export interface ChatLine {
  number: number;
  seat: number;
  text: string;
  at: number;
}

export class OnlineTable implements Table {
  readonly online = true;
  readonly Bar = OnlineBar;
  readonly game: GameId;
  readonly options: Record<string, unknown>;
  info = $state.raw<TableInfo>(undefined as unknown as TableInfo);
  shown = $state.raw<Shown | null>(null);
  up = $state(true);
  ended = $state(false); // this device has no right to be here any more
  reaction = $state.raw<{ seat: number; reaction: string } | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0); // lines that came while nobody looked
  since = $state.raw<string[]>([]); // what happened while this person was away
  checked = $state<number | null>(null); // `idle_at` that holds for certain
  behind = $state(false); // it is being played on the board
  showing = $state(false); // items are shown one after the other
  readonly seats: Seat[] = $derived(this.info.seats.map((seat) => this.seatOf(seat)));

  private engine = new Engine();
  private story = new Story(this.engine, () => this.names());
  private line: Line;
  private view: View = null; // the latest
  private now: WireNow | null = null;
  private number = 0;
  private cursor = 0;
  private thinking: number | null = null;
  private hints = new Map<string, (moves: Move[]) => void>();
  private work: Promise<void> = Promise.resolve();
  private rushing = false;
  private wake: (() => void) | null = null; // ends the pause under way
  private free = 0; // when the next item may be shown
  private undone = false; // a choice taken back isn't made by itself
  private closed = false;
  private looked = (): void => this.comeBack();

  private constructor(info: TableInfo) {
    this.info = info;
    this.game = info.game;
    this.options = info.options;
    document.addEventListener("visibilitychange", this.looked);
    this.line = new Line({
      message: (message) => void this.queue(() => this.receive(message)),
      up: (up) => (this.up = up),
      greet: () => this.subscribe(),
      ended: () => (this.ended = true),
    });
  }

  get id(): string {
    return this.info.id;
  }

  get help(): Help {
    return this.info.help;
  }

  get takenBack(): number {
    return this.info.result?.taken_back ?? 0;
  }

  // The seat of this device; null: a spectator.
  get mine(): number | null {
    return this.info.you.seat;
  }

  static open(info: TableInfo): OnlineTable {
    return new OnlineTable(info);
  }

  async act(action: string): Promise<void> {
    this.since = [];
    this.undone = false;
    await this.change("act", { action });
  }

  canUndo(): boolean {
    return this.mine !== null && this.info.state === "running" && this.story.lastOf(this.mine) > 0;
  }

  async undo(): Promise<void> {
    this.undone = true;
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

  // Asks the server how the table stands; `checked` says as of when.
  async check(): Promise<void> {
    const { idle_at } = this.info;
    const { table } = await api<{ table: TableInfo }>("GET", `tables/${this.id}`);
    this.info = table;
    if (table.idle_at === idle_at) this.checked = idle_at;
  }

  // The next match, with seats rotated; whoever asks later joins it.
  async rematch(): Promise<void> {
    if (this.mine === null) return go("play", this.game);
    try {
      const { table } = await api<{ table: { id: string } }>("POST", `tables/${this.id}/rematch`, {});
      goTable(table.id);
    } catch (error) {
      void this.fail(error);
    }
  }

  async uncover(): Promise<void> {}

  hurry(): void {
    if (this.thinking !== null && this.mine !== null) void this.line.ask("hurry", { seat: this.thinking }).catch(() => {});
    this.rushing = this.showing;
    this.wake?.();
  }

  react(reaction: string): void {
    void this.line.ask("react", { reaction }).catch(() => {});
  }

  linger(ms: number): void {
    this.free = Math.max(this.free, Date.now() + ms);
  }

  async why(action: string): Promise<Sentence | null> {
    if (this.mine === null || this.view === null) return null;
    return (await this.asked<{ note?: Sentence }>("why", { player: this.mine, action })).note ?? null;
  }

  async odds(): Promise<Odd[]> {
    if (this.mine === null || this.info.help === "none") return [];
    const { odds } = (await this.line.ask("odds")) as unknown as { odds: Odd[] };
    const texts = await this.story.say(odds.map(({ sentence }) => sentence));
    return odds.map((odd, i) => ({ ...odd, sentence: texts[i] }));
  }

  async hint(): Promise<Move[]> {
    if (this.mine === null || this.info.help !== "hints") return [];
    return new Promise((resolve, reject) => {
      this.line.ask("hint").then((answer) => this.hints.set(answer.id, resolve), reject);
    });
  }

  async breakdown(): Promise<Source[][]> {
    if (this.view === null) return [];
    return (await this.asked<{ players: Source[][] }>("breakdown", { player: this.viewer() })).players;
  }

  async text(width: number): Promise<string> {
    if (this.view === null) return "";
    return (await this.asked<{ board: string }>("board", { player: this.viewer(), width })).board;
  }

  async at(number: number): Promise<View> {
    return this.story.at(number);
  }

  // The record is there for everybody, once the match is over.
  get save(): (() => Promise<string>) | undefined {
    return this.info.state === "over" ? () => record(this.id) : undefined;
  }

  get link(): (() => Promise<string>) | undefined {
    return this.info.state === "over" ? async () => `${location.origin}/replay/${this.id}` : undefined;
  }

  get branch(): ((number: number) => Promise<string>) | undefined {
    if (this.info.state !== "over") return undefined;
    return async (number) => LocalTable.fork(await record(this.id), this.story.stayed(number), this.mine ?? 0, this.viewer());
  }

  async translate(): Promise<void> {
    this.story.forget();
    await this.queue(() => this.refresh());
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.looked);
    this.wake?.();
    this.line.close();
    this.engine.close();
  }

  // ---- what the server says ----------------------------------------------

  // One thing after the other: items must not overtake each other.
  private queue(step: () => Promise<void>): Promise<void> {
    this.work = this.work.then(step).catch((error) => {
      if (!this.closed) void this.fail(error);
    });
    return this.work;
  }

  private async subscribe(): Promise<void> {
    const from = this.view === null ? {} : { from: this.number };
    const { table } = await this.line.ask("subscribe", { table: this.id, want: WANT, ...from });
    this.info = table;
    if (this.shown) void this.queue(() => this.refresh());
  }

  private async receive(message: Message): Promise<void> {
    switch (message.type) {
      case "state":
        return this.state(message);
      case "item":
        return this.item(message as unknown as WireItem);
      case "table":
        this.info = message.table;
        return this.refresh();
      case "thinking":
        this.thinking = message.seat;
        if (this.cursor === this.number) this.show({ thinking: message.seat });
        return;
      case "hint":
        return this.hinted(message);
      case "reaction":
        return this.reacted({ seat: message.seat, reaction: message.reaction });
      case "chat":
        return this.heard(message.line);
    }
  }

  // The match as it stands, with all that led to it.
  private async state(message: Message): Promise<void> {
    const seen = this.info.state === "over" ? String(this.mine) : "seat";
    this.view = message.view;
    this.now = this.local(message.now);
    this.number = message.number;
    await this.story.read(this.id, this.mine === null ? "spectator" : seen, this.number, this.view);
    this.cursor = this.number;
    if (document.hidden || this.seen() >= this.number) return this.refresh();
    await this.catchUp();
  }

  private async item(item: WireItem): Promise<void> {
    if (item.number !== this.number + 1) return; // known already
    const now = item.now && this.local(item.now);
    this.story.add({ ...item, now });
    this.number = item.number;
    this.view = this.story.at(item.number);
    if (item.seat === this.thinking) this.thinking = null;
    if (!now) return; // more of the same change follows
    this.now = now;
    void this.run();
  }

  private async hinted({ for: id, moves }: Message): Promise<void> {
    const made = await Promise.all(
      moves.map(async ({ text, value, sentence }: { text: string; value: number | null; sentence: Sentence | null }) => {
        const notes = sentence ? await this.story.say([{ ...sentence, rule: null }]) : [];
        return { text, value, notes };
      }),
    );
    this.hints.get(id)?.(made);
    this.hints.delete(id);
  }

  // The lines so far; those that come are added.
  async readChat(): Promise<void> {
    const { lines } = await api<{ lines: ChatLine[] }>("GET", `tables/${this.id}/chat`);
    this.chat = lines;
  }

  private heard(line: ChatLine): void {
    if (this.chat.some(({ number }) => number === line.number)) return;
    this.chat = [...this.chat, line];
    if (line.seat !== this.mine) this.unread++;
  }

  private reacted(reaction: { seat: number; reaction: string }): void {
    this.reaction = reaction;
    setTimeout(() => {
      if (this.reaction === reaction) this.reaction = null;
    }, REACTION);
  }

  // The server's times by this device's clock.
  private local(now: WireNow): WireNow {
    if (!now.clock) return now;
    const soon = Math.min(SOON, ((this.info.clock.seconds ?? 0) * 1000) / 3);
    return { ...now, clock: { ...now.clock, at: now.clock.at - this.line.ahead, soon } };
  }

  // ---- one thing after the other on the board ----------------------------

  // Shows what has arrived, item by item.
  private async run(): Promise<void> {
    if (this.showing) return;
    this.showing = true;
    try {
      while (!this.closed && this.cursor < this.number) {
        await this.pause(this.free - Date.now());
        if (this.closed) return;
        this.cursor = this.hastens() ? this.number : this.cursor + 1;
        this.free = Date.now() + this.length(this.story.items[this.cursor - 1]);
        await this.queue(() => this.refresh());
      }
    } finally {
      this.showing = this.rushing = this.behind = false;
    }
    this.keepSeen();
    await this.force();
  }

  private hastens(): boolean {
    return this.rushing || settings.pace === 0 || document.hidden;
  }

  // How long an item is shown before the next: nobody needs to see their own.
  private length({ seat }: WireItem): number {
    if (seat === this.mine) return 0;
    const pace = seat === null ? Math.min(settings.pace, motion() || settings.pace) : settings.pace;
    return this.behind ? Math.min(pace, LONGEST / (this.number - this.cursor + 1)) : pace;
  }

  private pause(ms: number): Promise<void> {
    if (ms <= 0 || this.hastens() || this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }

  // What happened since this person's last move: told, and played.
  private async catchUp(): Promise<void> {
    const from = this.mine === null ? this.number : this.story.lastOf(this.mine);
    if (from >= this.number || this.showing) return this.refresh();
    this.since = caughtUp(await this.story.told(this.number), from, this.story.scores(from), this.seats);
    this.behind = this.since.length > 0 && settings.pace > 0;
    if (this.behind) this.cursor = from;
    await this.refresh();
    void this.run();
  }

  private comeBack(): void {
    if (document.hidden || this.closed || this.view === null) return;
    if (this.seen() < this.number) void this.queue(() => this.catchUp());
  }

  // How far this person has looked, on this device.
  private seen(): number {
    return Number(local.get(seenKey(this.id)) ?? 0);
  }

  private keepSeen(): void {
    if (document.hidden || this.cursor <= this.seen()) return;
    local.set(seenKey(this.id), String(this.cursor)); // refused: more is told than is new
  }

  // Plays a choice that everybody can see is forced.
  private async force(): Promise<void> {
    const { shown, number } = this;
    const open = !JSON.stringify(this.view).includes('"?"');
    if (!settings.forced || this.undone || !open || shown?.now.legal.length !== 1 || document.hidden) return;
    await this.pause(settings.pace);
    if (this.number === number && this.shown?.now.legal.length === 1 && !this.closed) await this.change("act", { action: shown.now.legal[0].text });
  }

  // ---- what the page shows ------------------------------------------------

  private viewer(): number | "spectator" {
    return this.mine ?? "spectator";
  }

  private names(): string[] {
    return this.seats.map(({ name }) => name);
  }

  // Asks the engine about the view that is shown, as its match.
  private asked<Answer>(op: string, fields: Record<string, unknown>): Promise<Answer> {
    const position = this.cursor === this.number ? this.view : this.story.at(this.cursor);
    const loaded = this.engine.ask("load", { position, names: this.names(), seed: 1 });
    const answer = this.engine.ask<Answer>(op, { ...fields, language: settings.lang });
    return loaded.then(() => answer);
  }

  private async refresh(): Promise<void> {
    if (this.view === null || this.now === null || this.closed) return;
    const live = this.cursor === this.number;
    const { cursor } = this;
    const now = live ? await this.deciding(this.now) : this.between(cursor);
    const items = await this.story.told(cursor);
    this.shown = {
      number: cursor,
      view: live ? this.view : this.story.at(cursor),
      now,
      items,
      viewer: this.mine,
      thinking: live ? this.thinking : null,
      cover: null,
      error: null,
    };
    if (live && !this.behind) this.keepSeen();
  }

  // The decision of this seat, worked out here.
  private async deciding(now: WireNow): Promise<Now> {
    const { mine } = this;
    const base = { ...now, undo: now.undo ?? { free: false }, ask: null, legal: [] };
    if (mine === null || !now.actors.includes(mine) || this.info.seats[mine].bot !== null) return base;
    const { ask, legal } = await this.asked<Now>("now", { player: mine });
    return { ...base, ask, legal };
  }

  // While it is being shown what has happened nobody decides.
  private between(number: number): Now {
    const { phase, clock } = this.now!;
    const seat = this.story.items[number - 1]?.seat ?? null;
    return {
      phase: this.story.items.slice(0, number).findLast((item) => item.now)?.now?.phase ?? phase,
      actors: seat === null || seat === this.mine ? [] : [seat],
      chance: seat === null,
      over: false,
      scores: this.story.scores(number),
      winners: [],
      ask: null,
      legal: [],
      undo: { free: false },
      clock,
    };
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
      await this.fail(error);
    }
  }

  private show(change: Partial<Shown>): void {
    if (this.shown) this.shown = { ...this.shown, ...change };
  }

  private async fail(error: unknown): Promise<void> {
    if (error instanceof LineError && error.code === "stale") return; // the items are on their way
    this.show({ error: await told(error) });
  }
}

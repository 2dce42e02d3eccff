// A finished match of the server, to look at: as any seat, as a spectator, or
// with everything open. Its log comes from the server, the rest is the
// engine's.
import { Engine } from "../engine/engine";
import { settings } from "../lib/settings.svelte";
import ReplayBar from "../online/ReplayBar.svelte";
import { api, record, type TableInfo } from "../online/api";
import { LocalTable } from "./local.svelte";
import { Story } from "./story";
import type { GameId, Move, Odd, Seat, Sentence, Shown, Source, Table, View } from "./types";

export type Audience = number | "spectator" | "all";

export class ReplayTable implements Table {
  readonly online = true;
  readonly replays = true;
  readonly Bar = ReplayBar;
  readonly seats: Seat[];
  shown = $state.raw<Shown | null>(null);
  as = $state<Audience>("all");
  start = 0;

  private engine = new Engine();
  private story = new Story(this.engine, () => this.names());

  private constructor(private info: TableInfo) {
    this.seats = info.seats.map(({ seat, name, kind, bot }) => ({
      seat,
      name: name ?? `P${seat + 1}`,
      kind,
      bot,
      connected: true,
      mine: false,
    }));
  }

  get takenBack(): number {
    return this.info.result?.taken_back ?? 0;
  }

  get id(): string {
    return this.info.id;
  }

  get game(): GameId {
    return this.info.game;
  }

  get options(): Record<string, unknown> {
    return this.info.options;
  }

  // The match over as `as`, to be looked at from an item on.
  static async open(id: string, start: number, as: Audience): Promise<ReplayTable> {
    const { table } = await api<{ table: TableInfo }>("GET", `tables/${id}`);
    const replay = new ReplayTable(table);
    await replay.read(as);
    replay.start = Math.min(start, replay.shown!.number);
    return replay;
  }

  // The same moment through other eyes: answers with its number there.
  async seeAs(as: Audience, number: number): Promise<number> {
    const before = this.story.items.length;
    const stayed = this.story.stayed(number);
    await this.read(as);
    const { items } = this.story;
    if (items.length === before) return number;
    return items.find((item) => this.story.stayed(item.number) >= stayed)?.number ?? items.length;
  }

  async act(): Promise<void> {}
  async undo(): Promise<void> {}
  canUndo(): boolean {
    return false;
  }
  async uncover(): Promise<void> {}
  hurry(): void {}

  async why(): Promise<Sentence | null> {
    return null;
  }

  async odds(): Promise<Odd[]> {
    return [];
  }

  async hint(): Promise<Move[]> {
    return [];
  }

  async breakdown(): Promise<Source[][]> {
    return (await this.asked<{ players: Source[][] }>("breakdown", {})).players;
  }

  async text(width: number): Promise<string> {
    return (await this.asked<{ board: string }>("board", { player: typeof this.as === "number" ? this.as : "spectator", width })).board;
  }

  async at(number: number): Promise<View> {
    return this.story.at(number);
  }

  async link(): Promise<string> {
    return `${location.origin}/replay/${this.id}`;
  }

  save(): Promise<string> {
    return record(this.id);
  }

  async branch(number: number): Promise<string> {
    const me = typeof this.as === "number" ? this.as : Math.max(0, this.seats.findIndex(({ kind }) => kind === "person"));
    return LocalTable.fork(await this.save(), this.story.stayed(number), me, this.as === "all" ? undefined : this.as);
  }

  async translate(): Promise<void> {
    this.story.forget();
    await this.show();
  }

  close(): void {
    this.engine.close();
  }

  private async read(as: Audience): Promise<void> {
    await this.story.read(this.id, String(as));
    await this.show(as);
  }

  private async show(as = this.as): Promise<void> {
    const number = this.story.items.length;
    const items = await this.story.told(number);
    const { winners = [] } = this.info.result ?? {};
    this.as = as;
    this.shown = {
      number,
      view: this.story.at(number),
      now: {
        phase: "over",
        actors: [],
        chance: false,
        over: true,
        scores: this.story.scores(number),
        winners,
        ask: null,
        legal: [],
        undo: { free: false },
      },
      items,
      viewer: typeof as === "number" ? as : null,
      thinking: null,
      cover: null,
      error: null,
    };
  }

  private names(): string[] {
    return this.seats.map(({ name }) => name);
  }

  private asked<Answer>(op: string, fields: Record<string, unknown>): Promise<Answer> {
    const loaded = this.engine.ask("load", { position: this.shown!.view, names: this.names(), seed: 1 });
    const answer = this.engine.ask<Answer>(op, { ...fields, language: settings.lang });
    return loaded.then(() => answer);
  }
}

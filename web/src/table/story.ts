// The log of a match of the server as one seat (or the spectators, or
// everybody afterwards) sees it: its items, the views between them, and its
// sentences in the reader's language.
import type { Engine } from "../engine/engine";
import languages from "virtual:languages";
import { t } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import { api } from "../online/api";
import { changed, type Change } from "../online/changes";
import type { Item, Now, Sentence, View } from "./types";

export type WireNow = Omit<Now, "legal" | "ask" | "undo"> & { undo?: { free: boolean } };

// An item as the server sends it.
export interface WireItem {
  number: number;
  kind: "event" | "undo" | "concede" | "bot" | "clock" | "rules" | "close";
  seat: number | null;
  text?: string;
  bot?: string | null;
  undone?: number[];
  sentences?: Sentence[];
  changes?: Change[];
  scores?: number[]; // in a log
  now?: WireNow; // in what comes live
}

export class Story {
  items: WireItem[] = []; // by number - 1
  private first: View = null; // before anything happened
  private said: Item[] = [];
  private loaded = false; // the engine has a match, so it can speak
  private near: { number: number; view: View } | null = null; // asked for last

  constructor(
    private engine: Engine,
    private names: () => string[],
  ) {}

  // Reads what has happened so far, at most up to `number`; `view` is the first
  // one where that is nothing.
  async read(id: string, as: string, number = Infinity, view: View = null): Promise<void> {
    const log = await api<{ first: View; items: WireItem[] }>("GET", `tables/${id}/log?as=${as}`);
    this.first = log.first ?? view;
    this.items = log.items.filter((item) => item.number <= number);
    this.said = [];
    this.near = null;
  }

  add(item: WireItem): void {
    this.items[item.number - 1] = item;
  }

  // The view after an item; 0: the first.
  at(number: number): View {
    const from = this.near && this.near.number <= number ? this.near : { number: 0, view: this.first };
    const view = this.items.slice(from.number, number).reduce((seen, item) => changed(seen, item.changes ?? []), from.view);
    this.near = { number, view };
    return view;
  }

  scores(number: number): number[] {
    const item = this.items.slice(0, number).findLast(({ scores, now }) => scores ?? now?.scores);
    return item?.scores ?? item?.now?.scores ?? this.names().map(() => 0);
  }

  // The last event that the person of a seat made, no bot in between, and that
  // was not taken back; 0: none.
  lastOf(seat: number): number {
    const undone = new Set(this.items.flatMap((item) => item.undone ?? []));
    let handed = false;
    let last = 0;
    for (const item of this.items) {
      if (item.seat !== seat) continue;
      if (item.kind === "bot") handed = !!item.bot;
      else if (item.kind === "event" && !handed && !undone.has(item.number)) last = item.number;
    }
    return last;
  }

  // How many of the events up to an item have stayed.
  stayed(number: number): number {
    const undone = new Set(this.items.flatMap((item) => item.undone ?? []));
    return this.items.filter((item) => item.kind === "event" && item.number <= number && !undone.has(item.number)).length;
  }

  // The items up to a number, told.
  async told(number: number): Promise<Item[]> {
    const fresh = this.items.slice(this.said.length, number);
    const texts = await this.say(fresh.flatMap((item) => item.sentences ?? []));
    let at = 0;
    for (const item of fresh) {
      const notes = (item.sentences ?? []).map(() => texts[at++]);
      const scores = item.scores ?? item.now?.scores ?? this.said.at(-1)?.scores ?? this.names().map(() => 0);
      this.said.push({ number: item.number, seat: item.seat, text: item.text ?? item.kind, notes: this.notes(item, notes), scores });
    }
    return this.said.slice(0, number);
  }

  // In another language everything is told again.
  forget(): void {
    this.said = [];
  }

  // The server speaks English: the same in the reader's language.
  async say(sentences: Sentence[]): Promise<Sentence[]> {
    if (settings.lang === languages[0].id || sentences.length === 0) return sentences;
    if (!this.loaded) void this.engine.ask("load", { position: this.first, names: this.names(), seed: 1 });
    this.loaded = true;
    const { texts } = await this.engine.ask<{ texts: string[] }>("say", {
      sentences: sentences.map(({ id, args }) => ({ id, args })),
      language: settings.lang,
    });
    return sentences.map((sentence, i) => ({ ...sentence, text: texts[i] }));
  }

  // Items that are no events have no sentences of the game.
  private notes(item: WireItem, notes: Sentence[]): Sentence[] {
    const name = item.seat === null ? "" : this.names()[item.seat];
    const texts: Partial<Record<WireItem["kind"], string>> = {
      undo: item.seat === null ? t("on.log.undone") : t("on.log.undo", name),
      concede: t("on.log.concede", name),
      bot: item.bot ? t("on.log.bot", name) : t("on.log.back", name),
      clock: t("on.log.clock", name),
      close: t("table.over"),
    };
    const text = texts[item.kind];
    return text === undefined ? notes : [{ rule: null, id: item.kind, args: [], text }];
  }
}

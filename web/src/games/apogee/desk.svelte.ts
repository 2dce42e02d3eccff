// What the person has in hand at Apogee's table: a plan that is only drafted
// until it is confirmed, cards that are pencilled in, the card that is read.
import { settings } from "../../lib/settings.svelte";
import type { Play } from "../../shell/play.svelte";
import { fact, player, shownSeat, SPACES } from "./read";
import type { View } from "./view";

export interface Reading {
  card?: string; // a technology, and where it lies
  from?: "market" | "reserve" | "pad" | "drawn";
  seat?: number; // or a rival's whole board
  about?: "mission" | "event"; // or what is said above the board
}

export class Desk {
  held = $state<string | null>(null); // the engineer to be placed
  aimed = $state<string | null>(null); // the space that is looked at for that one
  draft = $state.raw<Record<string, string>>({}); // engineers and their spaces
  builds = $state.raw<string[]>([]); // cards pencilled in
  reading = $state.raw<Reading | null>(null);
  asking = $state(false); // confirm was pressed with engineers in hand
  busy = $state(false); // the plan is being played
  private opener: HTMLElement | null = null;

  constructor(readonly play: Play<View>) {
    let key = "";
    $effect.pre(() => {
      const next = `${play.view.round} ${play.seat} ${play.past ?? ""}`;
      if (next === key) return;
      key = next;
      this.draft = {};
      this.builds = [];
      this.held = this.aimed = this.reading = null;
      this.asking = false;
    });
    $effect.pre(() => {
      const next = this.pencil;
      if (next.join() !== play.pencil.join()) play.pencil = next;
    });
  }

  get seat(): number {
    return shownSeat(this.play);
  }
  get me(): View["players"][string] {
    return player(this.play.view, this.seat);
  }
  get planning(): boolean {
    return this.play.decides && this.play.view.step === "planning" && !this.me.planned;
  }
  // Those who can still be placed, in the order of the crew.
  get hand(): string[] {
    return this.planning ? this.me.crew.filter(({ engineer, space }) => space === "hand" && !this.draft[engineer]).map(({ engineer }) => engineer) : [];
  }
  get holding(): string | null {
    return this.held !== null && this.hand.includes(this.held) ? this.held : (this.hand[0] ?? null);
  }
  at(space: string): { engineer: string; drafted: boolean }[] {
    return this.me.crew
      .filter(({ engineer, space: stands }) => (this.draft[engineer] ?? (stands === "moved" ? "operations" : stands)) === space)
      .map(({ engineer }) => ({ engineer, drafted: engineer in this.draft }));
  }

  // What the forecast counts in.
  get pencil(): string[] {
    const plan = Object.entries(this.draft).map(([engineer, space]) => `assign ${engineer} ${space}`);
    const builds = this.builds.filter((card) => this.me.reserve.includes(card as never)).map((card) => `build ${card}`);
    if (this.planning && this.aimed && this.holding) plan.push(`assign ${this.holding} ${this.aimed}`);
    if (this.play.selected === "specialty") builds.push("specialty");
    return this.play.past === null && this.play.seat !== null ? [...plan, ...builds].slice(0, 16) : [];
  }

  // ---- planning -----------------------------------------------------------

  // Why this engineer can't go there; null: they can.
  barred(engineer: string, space: string): string | null {
    if (engineer === this.holding && space === this.aimed) return null; // the forecast counts this one in already
    const lacks = fact(this.play, "lacks", "assign", { item: engineer, place: SPACES.indexOf(space as never) });
    return lacks ? this.play.say(lacks) : this.play.isLegal(`assign ${engineer} ${space}`) ? null : "–";
  }

  // A press on a space: the first looks, the second places.
  put(space: string): void {
    const engineer = this.holding;
    this.asking = false;
    if (!engineer || this.barred(engineer, space)) return;
    if (this.aimed !== space && !settings.oneTap) {
      this.aimed = space;
      return;
    }
    this.draft = { ...this.draft, [engineer]: space };
    this.aimed = this.held = null;
  }

  take(engineer: string): void {
    const { [engineer]: _, ...rest } = this.draft;
    this.draft = rest;
    this.held = engineer;
    this.aimed = null;
    this.asking = false;
  }

  next(): void {
    const { hand, holding } = this;
    if (holding) this.held = hand[(hand.indexOf(holding) + 1) % hand.length];
    this.aimed = null;
  }

  get canUndo(): boolean {
    return Object.keys(this.draft).length > 0 || this.play.canUndo;
  }
  undo(): void {
    const last = Object.keys(this.draft).at(-1);
    if (last) this.take(last);
    else this.play.undo();
  }

  clear(): void {
    this.draft = {};
    this.builds = [];
    this.held = this.aimed = null;
    this.asking = false;
  }

  // Plays the drafted plan. With engineers in hand it asks once.
  async confirm(): Promise<void> {
    if (this.busy) return;
    if (this.hand.length && !this.asking) {
      this.aimed = null;
      this.asking = true;
      return;
    }
    this.busy = true;
    try {
      for (const [engineer, space] of Object.entries(this.draft)) {
        const action = `assign ${engineer} ${space}`;
        if (this.play.isLegal(action)) await this.play.act(action);
      }
      await this.play.act("planned");
    } finally {
      this.busy = this.asking = false;
    }
  }

  // ---- cards --------------------------------------------------------------

  read(reading: Reading): void {
    this.opener = document.activeElement as HTMLElement | null;
    this.reading = reading;
  }

  close(): void {
    this.reading = null;
    if (this.opener?.isConnected) this.opener.focus();
  }

  pencilIn(card: string): void {
    this.builds = this.builds.includes(card) ? this.builds.filter((other) => other !== card) : [...this.builds, card];
  }
}

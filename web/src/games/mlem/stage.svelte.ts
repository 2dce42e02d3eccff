// What is shown of what happens: a roll that crashed stays on the table with the
// gates it would have needed until it was read, or until the last parachute has
// decided. The view of the moment before stands behind it.
import { sound } from "../../lib/sound";
import type { Play } from "../../shell/play.svelte";
import type { Item } from "../../table/types";
import type { View } from "./view";

const HOLD = 2400; // ms a crash stays

export interface Crash {
  space: number;
  seat: number; // who commanded
  rolled: string[];
  number: number; // of the item
  failures: number;
  limit: number;
  text: string;
}

export interface Staged {
  view: View;
  from: number; // the space that the rocket came from
  crash: Crash | null;
}

const arg = (item: Item, id: string, index: number): number | string | null => {
  const note = item.notes.find((sentence) => sentence.id === id);
  return note ? (note.args[index]?.value ?? null) : null;
};

export function crashOf(item: Item | undefined): Crash | null {
  const space = item ? arg(item, "mlem.did.crash", 0) : null;
  if (!item || space === null) return null;
  return {
    space: Number(space),
    seat: Number(arg(item, "mlem.did.roll", 0) ?? 0),
    rolled: item.text.split(" ").slice(1),
    number: item.number,
    failures: Number(arg(item, "mlem.did.crash", 1)),
    limit: Number(arg(item, "mlem.did.crash", 2)),
    text: item.notes.map((note) => note.text).join(" "),
  };
}

function sounds(item: Item): void {
  const did = (what: string): boolean => item.notes.some(({ id }) => id === `mlem.did.${what}`);
  if (did("crash")) sound("crash");
  else if (did("roll")) sound("dice");
  else if (did("use")) sound("flight");
}

export class Stage implements Staged {
  private before = $state.raw<View | null>(null); // the view of the moment before
  private held = $state<number | null>(null); // the crash that is still looked at
  private timer: ReturnType<typeof setTimeout> | undefined;
  from = $state(0);

  constructor(private readonly play: Play<View>) {
    let shown: View | null = null;
    $effect.pre(() => {
      const next = play.view;
      if (next === shown) return;
      if (shown) {
        this.before = shown;
        this.from = shown.rocket.space;
      }
      shown = next;
    });
    let seen = play.items.length;
    $effect(() => {
      const item = play.last;
      const fresh = play.items.length > seen;
      seen = play.items.length;
      if (fresh && item) sounds(item);
      if (!fresh || !crashOf(item ?? undefined) || !play.motion) return;
      this.held = item!.number;
      play.linger(HOLD);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.finish(), HOLD);
    });
  }

  // Any key or a tap ends it.
  finish(): void {
    clearTimeout(this.timer);
    this.held = null;
  }

  get crash(): Crash | null {
    const items = this.play.items;
    if (this.play.view.step === "parachute") {
      for (let i = items.length - 1; i >= 0; i--) {
        const crash = crashOf(items[i]);
        if (crash) return crash;
      }
    }
    return this.held !== null && items.at(-1)?.number === this.held ? crashOf(items.at(-1)) : null;
  }

  get view(): View {
    const { crash } = this;
    if (!crash || this.play.view.step === "parachute" || !this.before) return this.play.view;
    return this.before;
  }
}

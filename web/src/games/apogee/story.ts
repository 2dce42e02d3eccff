// How a match went, round by round, read from its log: launches, engine tests,
// attacks and investors of each seat, and the roll that decided it.
import type { Play } from "../../shell/play.svelte";
import type { Item } from "../../table/types";
import { thrown } from "./stage.svelte";
import type { View } from "./view";

export interface Deed {
  kind: "launch" | "static-fire" | "intervene" | "investor";
  seat: number;
  round: number;
  number: number; // of its last item
  good: boolean;
  faces: number[];
  needed: number;
  to: string; // of a launch
  text: string; // of an investor: what it paid
  met: boolean; // it met the mission
}

export interface Round {
  round: number;
  end: number; // its last item
}

const named = (item: Item, id: string) => item.notes.find((note) => note.id === `apogee.did.${id}`);

export function rounds(items: Item[]): Round[] {
  const found: Round[] = [];
  for (const item of items) {
    const event = named(item, "event");
    if (event) found.push({ round: Number(event.args[0]?.value ?? found.length + 1), end: item.number });
    else if (found.length) found[found.length - 1].end = item.number;
  }
  return found;
}

export function deeds(items: Item[]): Deed[] {
  const found: Deed[] = [];
  let round = 0;
  let open: Deed | null = null;
  const begin = (item: Item, kind: Deed["kind"], to = ""): Deed => {
    const deed = { kind, seat: item.seat ?? 0, round, number: item.number, good: false, faces: [], needed: 0, to, text: "", met: false };
    found.push(deed);
    return deed;
  };
  for (const item of items) {
    const event = named(item, "event");
    if (event) round = Number(event.args[0]?.value ?? round + 1);
    const [verb, what] = item.text.split(" ");
    if (item.seat !== null && item.text !== "reroll" && item.text !== "accept") {
      open = verb === "launch" || verb === "static-fire" || verb === "intervene" ? begin(item, verb, verb === "launch" ? what : "") : null;
    }
    const roll = thrown(item);
    if (open && roll && roll.seat === open.seat) {
      open.faces = [...open.faces, roll.face];
      open.needed = roll.needed;
      open.good = roll.good;
      open.number = item.number;
    }
    if (open && named(item, "met")) open.met = true;
    for (const note of item.notes.filter(({ id }) => id === "apogee.did.complete")) {
      const investor = begin(item, "investor");
      Object.assign(investor, { seat: Number(note.args[0]?.value ?? 0), good: true, text: String(note.args[2]?.value ?? "") });
    }
  }
  return found;
}

// The launch that met the mission for a winner; else the last one of theirs.
export function deciding(play: Play<View>, all: Deed[]): Deed | undefined {
  const won = all.filter(({ kind, good, seat }) => kind === "launch" && good && play.now.winners.includes(seat));
  return won.findLast(({ met }) => met) ?? won.at(-1);
}

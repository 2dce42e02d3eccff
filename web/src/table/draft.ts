// A moment of a match as a draft of a scenario (docs/scenarios.md): all events
// up to it, or where something in them is hidden, a position that fits what is
// seen, and the last event. Tables other than the built-in ones follow as
// comments: what stands after "#|" goes into the file named above.
import { Engine } from "../engine/engine";
import type { Item, Shown, Table, View } from "./types";

const TRIES = 30; // hidden cards that let another person's move be legal

const line = ({ seat, text }: Item): string => `${seat === null ? "chance" : `P${seat + 1}`} ${text}`;
const given = (position: View): string[] =>
  Object.entries(position as object).filter(([key]) => key !== "game").map(([key, value]) => `given ${key} = ${JSON.stringify(value)}`);

const csv = (name: string, text: string): string[] =>
  [`# tables/own/${name}`, ...text.trim().split(/\r?\n/).filter((row) => !row.startsWith("#")).map((row) => `#|${row}`)];

// `head` is its first line; `notes` are what stands above drawn cards, and above
// tables of one's own.
export async function draft(table: Table, shown: Shown, number: number, head: string, notes: { drawn: string; tables: string }): Promise<string> {
  const options = Object.entries(table.options).map(([name, value]) => ` ${name}=${value}`);
  const items = shown.items.slice(0, number);
  const happened = items.map(line);
  const body = happened.some((text) => text.includes("?")) ? [`# ${notes.drawn}`, ...(await drawn(table, shown, items[number - 1]))] : happened;
  const game = `game ${table.game} players=${table.seats.length}${options.join("")}${table.tables ? " tables own" : ""}`;
  const own = table.tables ? [`# ${notes.tables}`, ...Object.entries(table.tables).flatMap(([name, text]) => csv(name, text))] : [];
  const scores = `scores = ${items[number - 1].scores.join(" ")}`;
  const lines = [`# ${head}`, game, ...body, scores, ...own, ""];
  return lines.join("\n");
}

// The position before an event with that event; after it where it is hidden
// itself, or no cards are found with which it is legal.
async function drawn(table: Table, shown: Shown, item: Item): Promise<string[]> {
  const engine = new Engine();
  const load = (position: View): Promise<unknown> => engine.ask("load", { position, ...(table.tables ? { tables: table.tables } : {}) });
  const possible = async (view: View, seed: number): Promise<View> => {
    await load(view);
    return (await engine.ask<{ position: View }>("resample", { player: shown.viewer ?? 0, seed })).position;
  };
  const event = item.seat === null ? { chance: item.text } : { player: item.seat, action: item.text };
  try {
    const before = await table.at(item.number - 1);
    for (let seed = 1; seed <= TRIES && !item.text.includes("?"); seed++) {
      const position = await possible(before, seed);
      await load(position);
      const legal = await engine.ask("apply", event).then(() => true, () => false);
      if (!legal) continue;
      const { scores } = await engine.ask<{ scores: number[] }>("score");
      if (scores.join() === item.scores.join()) return [...given(position), line(item)];
    }
    return given(await possible(await table.at(item.number), 1));
  } finally {
    engine.close();
  }
}

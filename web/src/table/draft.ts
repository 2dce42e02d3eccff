// A moment of a match as a draft of a scenario (docs/scenarios.md): all events
// up to it, or where something in them is hidden, a position that fits what is
// seen, and the last event.
import { Engine } from "../engine/engine";
import type { Item, Shown, Table, View } from "./types";

const TRIES = 30; // hidden cards that let another person's move be legal

const line = ({ seat, text }: Item): string => `${seat === null ? "chance" : `P${seat + 1}`} ${text}`;
const given = (position: View): string[] =>
  Object.entries(position).filter(([key]) => key !== "game").map(([key, value]) => `given ${key} = ${JSON.stringify(value)}`);

// `head` is its first line, `note` what stands above drawn cards.
export async function draft(table: Table, shown: Shown, number: number, head: string, note: string): Promise<string> {
  const options = Object.entries(table.options).map(([name, value]) => ` ${name}=${value}`);
  const items = shown.items.slice(0, number);
  const happened = items.map(line);
  const body = happened.some((text) => text.includes("?")) ? [`# ${note}`, ...(await drawn(table, shown, items[number - 1]))] : happened;
  const game = `game ${table.game} players=${table.seats.length}${options.join("")}`;
  const scores = `scores = ${items[number - 1].scores.join(" ")}`;
  const lines = [`# ${head}`, game, ...body, scores, ""];
  return lines.join("\n");
}

// The position before an event with that event; after it where it is hidden
// itself, or no cards are found with which it is legal.
async function drawn(table: Table, shown: Shown, item: Item): Promise<string[]> {
  const engine = new Engine();
  const possible = async (view: View, seed: number): Promise<View> => {
    await engine.ask("load", { position: view });
    return (await engine.ask<{ position: View }>("resample", { player: shown.viewer ?? 0, seed })).position;
  };
  const event = item.seat === null ? { chance: item.text } : { player: item.seat, action: item.text };
  try {
    const before = await table.at(item.number - 1);
    for (let seed = 1; seed <= TRIES && !item.text.includes("?"); seed++) {
      const position = await possible(before, seed);
      await engine.ask("load", { position });
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

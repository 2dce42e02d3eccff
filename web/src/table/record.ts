// What the head of a match file (docs/match.md) says of its match.
import { newId, type SavedMatch } from "./store";

// A record as it was before it was closed, so that it can be played on.
export function reopened(text: string): string {
  const lines = text.trimEnd().split("\n");
  const { kind, seed } = JSON.parse(lines[lines.length - 1]);
  if (kind !== "close") return text;
  return [lines[0], JSON.stringify({ secret_seed: seed }), ...lines.slice(1, -1), ""].join("\n");
}

export function readRecord(text: string): SavedMatch {
  const head = JSON.parse(text.slice(0, text.indexOf("\n")));
  const seats = Array.from({ length: head.players as number }, (_, i) => ({
    name: (head.seats?.[i]?.name as string) || `P${i + 1}`,
    bot: (head.seats?.[i]?.bot as string) || null,
  }));
  return {
    id: newId(),
    game: head.game,
    seats,
    options: head.options ?? {},
    number: 0,
    scores: [],
    over: false,
    at: Date.now(),
    ...(head.tables ? { tables: head.tables } : {}),
  };
}

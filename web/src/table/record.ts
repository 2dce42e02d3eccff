// What the head of a match file (docs/match.md) says of its match.
import { newId, savedMatches, savedRecord, type SavedMatch } from "./store";

// A record as it was before it was closed, so that it can be played on.
export function reopened(text: string): string {
  const lines = text.trimEnd().split("\n");
  const { kind, seed } = JSON.parse(lines[lines.length - 1]);
  if (kind !== "close") return text;
  return [lines[0], JSON.stringify({ secret_seed: seed }), ...lines.slice(1, -1), ""].join("\n");
}

// The head and the entries of a record that tell its match: each has a link of
// the hash chain, so that the last one stands for all.
function told(text: string): string[] {
  return text.trimEnd().split("\n").filter((line) => !/^{"secret_seed"|"kind":"close"/.test(line));
}

// The match kept here that a record is of: it ends there, or goes on here.
export function keptMatch(text: string): SavedMatch | undefined {
  const lines = told(text);
  const over = text.includes('"kind":"close"');
  return savedMatches().find(({ id }) => {
    const kept = told(savedRecord(id) ?? "");
    return kept[lines.length - 1] === lines.at(-1) && (kept.length === lines.length || !over);
  });
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

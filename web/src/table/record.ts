// What the record of a match (docs/match.md) says of it.
import { newId, savedMatches, savedRecord, split, type SavedMatch, type SavedRecord } from "./store";

// A record as text: a match file.
export const joined = ({ head, lines }: SavedRecord): string => [...head, ...lines, ""].join("\n");

// A record as it was before it was closed, so that it can be played on.
export function reopened(text: string): string {
  const { head, lines } = split(text);
  const { kind, seed } = JSON.parse(lines.at(-1) ?? "{}");
  if (kind !== "close") return text;
  return joined({ head: [head[0], JSON.stringify({ secret_seed: seed })], lines: lines.slice(0, -1) });
}

const closes = (line: string): boolean => line.includes('"kind":"close"');

// The id of the match kept here that a record is of: it ends there, or goes on
// here. Each entry has a link of the hash chain, so the last one stands for all.
export async function keptId(text: string): Promise<string | undefined> {
  const told = ({ head, lines }: SavedRecord): string[] => [head[0], ...lines.filter((line) => !closes(line))];
  const record = split(text);
  const wanted = told(record);
  for (const { id } of await savedMatches().catch(() => [])) {
    const kept = await savedRecord(id);
    const there = kept ? told(kept) : [];
    if (there[wanted.length - 1] === wanted.at(-1) && (there.length === wanted.length || !record.lines.some(closes))) return id;
  }
  return undefined;
}

// The text of a file on its way from home to its table, also after a reload.
const HANDED = "maxq.replay";
let file: string | null = null;

export function hand(text: string): void {
  file = text;
  try {
    sessionStorage.setItem(HANDED, text);
  } catch {
    // Too long or refused: a reload asks for the file again.
  }
}

export function handed(): string | null {
  try {
    return file ?? sessionStorage.getItem(HANDED);
  } catch {
    return file;
  }
}

// What the header says.
export interface Header {
  game: SavedMatch["game"];
  seats: SavedMatch["seats"];
  options: SavedMatch["options"];
  tables?: Record<string, string>; // CSV files other than the built-in ones
}

export function readHeader(line: string): Header {
  const head = JSON.parse(line);
  const seats = Array.from({ length: head.players as number }, (_, i) => ({
    name: (head.seats?.[i]?.name as string) || `P${i + 1}`,
    bot: (head.seats?.[i]?.bot as string) || null,
  }));
  return { game: head.game, seats, options: head.options ?? {}, ...(head.tables ? { tables: head.tables } : {}) };
}

// A match of its own, from a file.
export function readMatch({ head: [line] }: SavedRecord): SavedMatch {
  const { game, seats, options } = readHeader(line);
  return { id: newId(), game, seats, options, scores: [], over: false, at: Date.now() };
}

// Who made each event of the log, by the number of its entry; null: chance.
// Further lines go on where others ended.
export function fold(seats: Map<number, number | null>, lines: string[]): void {
  for (const line of lines) {
    const { n, kind, seat, undone } = JSON.parse(line);
    if (kind === "event") seats.set(n, seat === "chance" ? null : Number(seat.slice(1)) - 1);
    else if (kind === "undo") for (const number of undone) seats.delete(number);
  }
}

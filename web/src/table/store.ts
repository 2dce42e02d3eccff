// Matches kept in the browser: an index, and the record of each as .mqm text.
import type { GameId } from "./types";

export interface SavedSeat {
  name: string;
  bot: string | null; // null: a person
}

export interface SavedMatch {
  id: string;
  game: GameId;
  seats: SavedSeat[];
  options: Record<string, unknown>;
  tables?: Record<string, string>; // CSV files other than the built-in ones
  number: number; // events so far
  scores: number[];
  over: boolean;
  at: number; // ms since 1970
}

const INDEX = "maxq.matches";
const MOST = 12;
const record = (id: string): string => `maxq.match.${id}`;
const tab = (id: string): string => `maxq.tab.${id}`;

export function savedMatches(): SavedMatch[] {
  try {
    return JSON.parse(localStorage.getItem(INDEX) ?? "[]");
  } catch {
    return [];
  }
}

export function savedRecord(id: string): string | null {
  return localStorage.getItem(record(id));
}

export function forget(id: string): void {
  localStorage.removeItem(record(id));
  const left = savedMatches().filter((match) => match.id !== id);
  localStorage.setItem(INDEX, JSON.stringify(left));
}

// Puts the match first; the oldest make room. False: the browser refuses.
export function keep(match: SavedMatch, text: string): boolean {
  const others = savedMatches().filter((other) => other.id !== match.id);
  for (const old of others.splice(MOST - 1)) localStorage.removeItem(record(old.id));
  for (;;) {
    try {
      localStorage.setItem(record(match.id), text);
      localStorage.setItem(INDEX, JSON.stringify([match, ...others]));
      return true;
    } catch {
      const oldest = others.pop();
      if (!oldest) return false;
      localStorage.removeItem(record(oldest.id));
    }
  }
}

// The tab that plays a match, of all that show it; null: none says so.
export function playingTab(id: string): string | null {
  return localStorage.getItem(tab(id));
}

export function setPlayingTab(id: string, name: string | null): void {
  try {
    if (name) localStorage.setItem(tab(id), name);
    else localStorage.removeItem(tab(id));
  } catch {
    // Private windows may refuse: then each tab has its own.
  }
}

// Whether another tab has changed something about a match.
export function concerns(id: string, key: string | null): boolean {
  return key === record(id) || key === tab(id);
}

const own = (game: GameId): string => `maxq.tables.${game}`;

// Tables of the owner of a box, which new matches use; undefined: none.
export function ownTables(game: GameId): Record<string, string> | undefined {
  const text = localStorage.getItem(own(game));
  return text === null ? undefined : JSON.parse(text);
}

export function keepTables(game: GameId, tables: Record<string, string> | undefined): void {
  if (tables) localStorage.setItem(own(game), JSON.stringify(tables));
  else localStorage.removeItem(own(game));
}

// The id of a new match: 16 letters and digits.
export function newId(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % 32]).join("");
}

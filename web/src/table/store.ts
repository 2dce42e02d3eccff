// Matches kept in the browser's database, one row an entry of their records: an
// event adds rows and never rewrites the ones before it. Owns the database
// `maxq` and what earlier versions of the page left in localStorage.
//
// A record only ever grows at its end, whichever tab adds to it: `keep` says
// how many entries it took to be there, and adds nothing where there are others.
import { local } from "../lib/local";
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
  scores: number[];
  over: boolean;
  at: number; // ms since 1970
}

// The lines of a match file (docs/match.md): those before the entries, and the
// entries.
export interface SavedRecord {
  head: string[];
  lines: string[];
}

// Why the browser doesn't keep a match: it has no room, or doesn't want to.
export type Trouble = "full" | "refused";

const MOST = 12; // matches
const STORES = ["matches", "heads", "entries"];

// ---- the database ---------------------------------------------------------

const entriesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

function got<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Runs `work` in a transaction; resolves when what it wrote is kept.
async function transact<Value>(db: IDBDatabase, mode: IDBTransactionMode, work: (tx: IDBTransaction) => Promise<Value>): Promise<Value> {
  const tx = db.transaction(STORES, mode);
  const ended = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
  });
  const [value] = await Promise.all([work(tx), ended]);
  return value;
}

let opened: Promise<IDBDatabase> | null = null;

// Fails where the browser refuses; the next call tries again.
function database(): Promise<IDBDatabase> {
  opened ??= begin().catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function begin(): Promise<IDBDatabase> {
  const request = indexedDB.open("maxq", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("matches", { keyPath: "id" });
    request.result.createObjectStore("heads"); // by the id of the match
    request.result.createObjectStore("entries"); // by the id of the match, and their number
  };
  const db = await got(request);
  db.onversionchange = () => {
    db.close();
    opened = null;
  };
  await carryOver(db);
  return db;
}

// ---- matches --------------------------------------------------------------

// The latest first.
const latest = async (tx: IDBTransaction): Promise<SavedMatch[]> =>
  (await got<SavedMatch[]>(tx.objectStore("matches").getAll())).sort((a, b) => b.at - a.at);

export async function savedMatches(): Promise<SavedMatch[]> {
  return transact(await database(), "readonly", latest);
}

export async function savedMatch(id: string): Promise<SavedMatch | undefined> {
  return transact(await database(), "readonly", (tx) => got<SavedMatch | undefined>(tx.objectStore("matches").get(id)));
}

export async function savedRecord(id: string): Promise<SavedRecord | undefined> {
  return transact(await database(), "readonly", async (tx) => {
    const head = await got<string[] | undefined>(tx.objectStore("heads").get(id));
    return head && { head, lines: await got<string[]>(tx.objectStore("entries").getAll(entriesOf(id))) };
  });
}

export async function forget(id: string): Promise<void> {
  await transact(await database(), "readwrite", async (tx) => remove(tx, id));
}

function remove(tx: IDBTransaction, id: string): void {
  tx.objectStore("matches").delete(id);
  tx.objectStore("heads").delete(id);
  tx.objectStore("entries").delete(entriesOf(id));
}

// Keeps a match of which `stored` entries are here already, as far as the
// caller knows. "overtaken": there are others, so nothing is written. The
// oldest matches make room.
export async function keep(match: SavedMatch, record: SavedRecord, stored: number): Promise<"kept" | "overtaken" | Trouble> {
  for (;;) {
    try {
      return await transact(await database(), "readwrite", (tx) => add(tx, match, record, stored));
    } catch (error) {
      if ((error as Error | null)?.name !== "QuotaExceededError") return "refused";
      if (!(await dropOldest(match.id).catch(() => false))) return "full";
    }
  }
}

async function add(tx: IDBTransaction, match: SavedMatch, { head, lines }: SavedRecord, stored: number): Promise<"kept" | "overtaken"> {
  const entries = tx.objectStore("entries");
  const count = await got(entries.count(entriesOf(match.id)));
  if (count && count !== stored) return "overtaken"; // none: somebody has deleted it
  tx.objectStore("matches").put(match);
  for (let n = count; n < lines.length; n++) entries.put(lines[n], [match.id, n]);
  if (count > lines.length) entries.delete(IDBKeyRange.bound([match.id, lines.length], [match.id, []])); // they were damaged
  if (count) return "kept";
  tx.objectStore("heads").put(head, match.id);
  for (const { id } of (await latest(tx)).slice(MOST)) remove(tx, id);
  return "kept";
}

// False: there is none but this one.
async function dropOldest(besides: string): Promise<boolean> {
  return transact(await database(), "readwrite", async (tx) => {
    const oldest = (await latest(tx)).findLast(({ id }) => id !== besides);
    if (oldest) remove(tx, oldest.id);
    return oldest !== undefined;
  });
}

// ---- what earlier versions of the page left -------------------------------

const INDEX = "maxq.matches";
const LEFT = /^maxq\.(matches$|match\.|tab\.)/;

// A record as text, in lines.
export function split(text: string): SavedRecord {
  const lines = text.trimEnd().split("\n");
  const first = lines[1]?.startsWith('{"secret_seed"') ? 2 : 1;
  return { head: lines.slice(0, first), lines: lines.slice(first) };
}

// Moves matches from localStorage, where they were an index and a text each.
// They leave it only when they are here. A match that is here already grows by
// what a tab with the earlier page has added to it since.
async function carryOver(db: IDBDatabase): Promise<void> {
  const index = local.get(INDEX);
  if (index === null) return;
  const matches: SavedMatch[] = JSON.parse(index);
  await transact(db, "readwrite", async (tx) => {
    for (const { id, game, seats, options, scores, over, at } of matches.slice(0, MOST)) {
      const text = local.get(`maxq.match.${id}`);
      if (text === null) continue;
      const record = split(text);
      const here = await got<string[]>(tx.objectStore("entries").getAll(entriesOf(id)));
      const grown = here.every((line, n) => line === record.lines[n]);
      if (grown) await add(tx, { id, game, seats, options, scores, over, at }, record, here.length);
    }
  });
  for (const key of local.keys().filter((name) => LEFT.test(name))) local.remove(key);
}

// ---- tables of one's own --------------------------------------------------

const own = (game: GameId): string => `maxq.tables.${game}`;

// Tables of the owner of a box, which new matches use; undefined: none.
export function ownTables(game: GameId): Record<string, string> | undefined {
  const text = local.get(own(game));
  return text === null ? undefined : JSON.parse(text);
}

// False: the browser refuses.
export function keepTables(game: GameId, tables: Record<string, string> | undefined): boolean {
  if (tables) return local.set(own(game), JSON.stringify(tables));
  local.remove(own(game));
  return true;
}

// The id of a new match: 16 letters and digits.
export function newId(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % 32]).join("");
}

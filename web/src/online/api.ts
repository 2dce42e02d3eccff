// The server's HTTP interface (docs/openapi.yaml).
import { local } from "../lib/local";
import type { GameId, Help, Sentence } from "../table/types";

export interface TableSeat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string | null;
  bot: string | null; // who plays it now; null: its person
  connected: boolean;
  conceded: boolean;
  timed_out: boolean;
  ready: boolean; // of a rematch: has asked for it
}

export interface Clock {
  kind: "none" | "move" | "match";
  seconds?: number;
  increment?: number;
  on_timeout?: "bot" | "forfeit";
}

// A game as the server's engine describes it.
export interface Option {
  name: string;
  standard: unknown;
  words?: string[];
  low?: number;
  high?: number;
}

export interface GameInfo {
  id: GameId;
  min_players: number;
  max_players: number;
  options: Option[];
}

export interface ServerInfo {
  accounts: "open" | "code" | "closed";
  mail: boolean; // a forgotten password can be set anew
  games: GameInfo[];
  bots: string[];
}

export interface Proposal {
  number: number;
  kind: "undo" | "bot" | "end";
  by: number;
  seat: number | null;
  agreed: number[];
  waiting: number[];
}

export interface TableInfo {
  id: string;
  game: GameId;
  options: Record<string, unknown>;
  state: "open" | "running" | "over";
  listed: boolean;
  chat: boolean; // people may talk
  help: Help;
  clock: Clock;
  started_at: number | null;
  ended_at: number | null;
  seats: TableSeat[];
  spectators: number;
  you: { role: "opener" | "seat" | "guest" | "watch" | "none"; seat: number | null; opener: boolean };
  proposals: Proposal[];
  idle_at: number | null;
  rematch: string | null;
  result: { winners: number[]; scores: number[]; reason: string; taken_back: number } | null;
}

export interface Links {
  join?: string;
  watch?: string;
  seats?: (string | null)[];
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: Sentence | null,
  ) {
    super(sentence?.text ?? code);
  }
}

export async function api<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`/api/${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok || !isJson(response)) throw await failure(response);
  return response.json();
}

const isJson = (response: Response): boolean => !!response.headers.get("Content-Type")?.startsWith("application/json");

// A static copy of the page answers with a page, or with nothing of ours.
async function failure(response: Response): Promise<ApiError> {
  if (!isJson(response)) return new ApiError(response.status, "offline", null);
  const { error } = await response.json();
  return new ApiError(response.status, error?.code ?? "error", error?.sentence ?? null);
}

// The record of a finished match (docs/match.md).
export async function record(id: string): Promise<string> {
  const response = await fetch(`/api/tables/${id}/match.mqm`);
  if (!response.ok) throw await failure(response);
  return response.text();
}

// What the server behind this page is; fails where there is none, as behind a
// static copy.
let known: Promise<ServerInfo> | null = null;
export function serverInfo(): Promise<ServerInfo> {
  known ??= api<ServerInfo>("GET", "info").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

// Whether this device has ever been at a table of the server: only then does
// the home screen ask for its tables.
const ONLINE = "maxq.online";
export const wasOnline = (): boolean => local.get(ONLINE) !== null;

// Links hold secrets that the server tells once: this device keeps them.
const key = (id: string): string => `maxq.links.${id}`;

export function keptLinks(id: string): Links {
  try {
    return JSON.parse(local.get(key(id)) ?? "{}");
  } catch {
    return {};
  }
}

// A seat's link that isn't told again stays.
export function keepLinks(id: string, { seats, ...links }: Links): void {
  const old = keptLinks(id);
  const merged = Array.from({ length: Math.max(seats?.length ?? 0, old.seats?.length ?? 0) }, (_, i) => seats?.[i] ?? old.seats?.[i] ?? null);
  local.set(key(id), JSON.stringify({ ...old, ...links, seats: merged }));
  local.set(ONLINE, "1");
}

// Tables that wait for this person come first.
export async function myTables(): Promise<Mine[]> {
  return (await api<{ tables: Mine[] }>("GET", "my/tables")).tables;
}

export type Mine = TableInfo & { waiting: boolean };

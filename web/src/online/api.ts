// The server's HTTP interface (docs/openapi.yaml).
import type { GameId, Sentence } from "../table/types";

export interface TableSeat {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string | null;
  bot: string | null; // who plays it now; null: its person
  connected: boolean;
  conceded: boolean;
  timed_out: boolean;
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
  help: "none" | "odds" | "hints";
  clock: { kind: "none" | "move" | "match"; seconds?: number; increment?: number };
  seats: TableSeat[];
  spectators: number;
  you: { role: "opener" | "seat" | "guest" | "watch" | "none"; seat: number | null; opener: boolean };
  proposals: Proposal[];
  idle_at: number | null;
  rematch: string | null;
  result: { winners: number[]; scores: number[]; reason: string } | null;
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
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) throw new ApiError(response.status, "offline", null);
  const answer = await response.json();
  if (!response.ok) throw new ApiError(response.status, answer.error?.code ?? "error", answer.error?.sentence ?? null);
  return answer;
}

// Whether this page has a server behind it; a static copy has none.
let there: Promise<boolean> | null = null;
export function hasServer(): Promise<boolean> {
  there ??= api("GET", "info").then(
    () => true,
    () => false,
  );
  return there;
}

// Links hold secrets that the server tells once: this device keeps them.
const key = (id: string): string => `maxq.links.${id}`;

export function keptLinks(id: string): Links {
  try {
    return JSON.parse(localStorage.getItem(key(id)) ?? "{}");
  } catch {
    return {};
  }
}

export function keepLinks(id: string, links: Links): void {
  try {
    localStorage.setItem(key(id), JSON.stringify({ ...keptLinks(id), ...links }));
  } catch {
    // Private windows may refuse: then the links are shown once.
  }
}

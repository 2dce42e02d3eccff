// What the shell knows of each game. A game is a folder here: meta.ts has the
// little that home and the forms need, index.ts the rest (its board, the labels
// of its actions), which is loaded when the game is opened. Nothing outside the
// folder knows the game by name; its texts stand in src/text.
import type { Component, Snippet } from "svelte";
import type { Tables } from "../lib/csv";
import type { Key } from "../lib/i18n";
import type { Play } from "../shell/play.svelte";
import type { GameId, Item, Lang, Now, Seat, Sentence } from "../table/types";

export interface BoardProps<View> {
  view: View; // of its view.ts
  now: Now | null; // null: the past is looked at, nothing can be chosen
  seat: number | null; // whose eyes; null: a spectator's
  seats: Seat[];
  lang: Lang;
  last: Item | null; // the event that led to this view
  tables: Tables;
  motion: number; // ms a movement takes; 0: nothing moves
  preview: string | null; // the action pointed at, here or in the action bar
  onPreview(action: string | null): void;
  onAct(action: string): void; // one of now.legal, or it is refused with why
  onLinger(ms: number): void; // what has happened is shown so long before the next
  why?(action: string): Promise<Sentence | null>; // why it is not legal
}

// A game's whole table: it lays out the regions top, board, decision, standings
// and log, and marks them with data-region.
export interface TableProps<View> {
  play: Play<View>;
  decision?: Snippet<[boolean?]>; // instead of its own decision: a replay, an analysis; true: standings have no room
  standings?: Snippet; // instead of its own standings: an analysis
  log?: Snippet; // online, above the log: proposals, reactions, the table's menu
}

// The end of a match as a game tells it, instead of points by source. The ways
// on stand below it (shell/Finale.svelte): another match, analysis, replay, link,
// file, the board, and "count again", which makes the component anew.
export interface FinaleProps<View> {
  play: Play<View>;
}

// A choice of options at the set-up that is more than a form: it shows what was
// chosen, and names options and the number of seats that go with a choice.
export interface OptionsProps {
  chosen: Record<string, unknown>;
  players: number;
  onChoose(options: Record<string, unknown>, players: number): void;
}

// Light: all games' are part of the page from the start.
export interface GameMeta {
  place: number; // among the games
  bots: number; // how many somebody plays against who asks for nothing else
  // Hot seat: whether the secrets of a phase's decision are only looked at (held
  // for as long), so that nobody has to cover the screen.
  peeks?(phase: string): boolean;
  Poster: Component; // an SVG picture in a box of 320 × 180
}

export interface GameModule {
  Table?: Component<TableProps<never>>;
  logs?: boolean; // from 1240 px on it shows `log` in its log region
  Finale?: Component<FinaleProps<never>>;
  Options?: Component<OptionsProps>;
  Board: Component<BoardProps<never>> | null; // null: the board in words
  tables: Tables;
  // The label of an action's button.
  label(action: string, seats: Seat[]): string;
  // The seat that rolls an outcome; null: nobody does, it is drawn.
  rolls?(item: Item): number | null;
  // Whether an event ends a part of the match that is summed up for this seat.
  rests?(item: Item | undefined, viewer: number): boolean;
  // Actions that the board offers so well that the bar need not list them.
  onBoard?(action: string): boolean;
  // The analysis of a match: iterations a decision, and those of a rough look
  // at all of it before.
  study: { iterations: number; rough?: number };
  // Where its rounds end, with words for them; absent: `round` in its views.
  rounds?: { ends(items: Item[]): number[]; name: Key; chart: Key };
}

const folder = (path: string): GameId => path.split("/")[1] as GameId;
const named = <Value>(files: Record<string, Value>): Record<GameId, Value> =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [folder(path), file])) as Record<GameId, Value>;

const modules = named(import.meta.glob<GameModule>("./*/index.ts", { import: "default" }));
export const META = named(import.meta.glob<GameMeta>("./*/meta.ts", { import: "default", eager: true }));
export const GAMES = (Object.keys(META) as GameId[]).sort((a, b) => META[a].place - META[b].place);

// The game of an address; the first one where it names none.
export function gameOf(name: string | undefined): GameId {
  return GAMES.find((game) => game === name) ?? GAMES[0];
}

export const loadGame = (game: GameId): Promise<GameModule> => modules[game]();

// What the shell knows of each game: its board and the labels of its actions.
// A game's folder has Board.svelte (props: BoardProps) and index.ts with a
// GameModule; it is loaded when the game is opened.
import type { Component } from "svelte";
import type { Tables } from "../lib/csv";
import type { GameId, Item, Lang, Now, Seat, Sentence, View } from "../table/types";

export interface BoardProps {
  view: View;
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

export interface GameModule {
  Board: Component<BoardProps> | null; // null: the board in words
  tables: Tables;
  // The label of an action's button.
  label(action: string, seats: Seat[]): string;
  // Actions that the board offers so well that the bar need not list them.
  onBoard?(action: string): boolean;
}

const modules: Record<GameId, () => Promise<{ default: GameModule }>> = {
  mlem: () => import("./mlem"),
  liftoff: () => import("./liftoff"),
  apogee: () => import("./apogee"),
};

export const GAMES = Object.keys(modules) as GameId[];

export async function loadGame(game: GameId): Promise<GameModule> {
  return (await modules[game]()).default;
}

// What a table is to the page: the seam between the shell with its boards and
// where the match is played (LocalTable: a worker; OnlineTable: a server). The
// shapes follow docs/protocol.md.

import type { Component } from "svelte";
import type { Key } from "../text/en";

// A game that the page has texts of.
export type GameId = Key extends infer K ? (K extends `game.${infer Id}.facts` ? Id : never) : never;
export type Lang = string; // one that virtual:languages lists
export type Help = "none" | "odds" | "hints";

export interface Arg {
  kind: string;
  value: number | string;
}

// A message with the rule behind it; `text` is in the reader's language.
export interface Sentence {
  rule: string | null;
  id: string;
  args: Arg[];
  text: string;
}

// One legal action: its canonical text, and what it would do.
export interface Choice {
  text: string;
  notes: Sentence[];
  final?: boolean; // it reveals something: it can't be taken back freely
}

// What is to be decided now, for one seat.
export interface Now {
  phase: string;
  actors: number[];
  chance: boolean;
  over: boolean;
  scores: number[];
  winners: number[];
  ask: Sentence | null;
  legal: Choice[];
  undo: { free: boolean };
  clock?: { running: number[]; left_ms: number[]; at: number; soon?: number }; // soon: what is little
}

// An event of the log that one seat sees. `number` counts from 1.
export interface Item {
  number: number;
  seat: number | null; // null: chance
  text: string; // canonical, `?` for what is hidden
  notes: Sentence[];
  scores: number[];
}

export interface Seat {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null; // the level that plays it now
  connected: boolean;
  mine: boolean; // played on this device
}

export interface Move {
  text: string;
  value: number | null; // expected result, 0 to 1
  notes: Sentence[];
}

export interface Odd {
  sentence: Sentence;
  chance: number | null; // null: it can't come about
  lack: Sentence | null; // what is missing then
  spare: number[]; // the chances with 0, 1 … spare dice; or empty
}

export interface Source {
  source: string;
  rule: string | null;
  points: number;
  sentence: Sentence;
}

// A position as its game writes it (docs/positions-*.md), `?` where hidden. Only
// the game's own folder knows its fields: games/GAME/view.ts, which the engine's
// list of fields makes (plugins/views.mjs).
export type View = unknown;

// Everything the page shows. Replaced whole whenever something happens: the
// shell and the boards only ever read it.
export interface Shown {
  number: number; // of the last item
  view: View;
  now: Now;
  items: Item[];
  viewer: number | null; // whose eyes; null: a spectator's
  thinking: number | null; // the bot that thinks
  cover: number | null; // the person who takes over; everything is hidden
  sealed?: boolean; // the viewer's own secrets are hidden: others look at this screen too
  error: string | null;
}

export interface Table {
  readonly id: string;
  readonly game: GameId;
  readonly options: Record<string, unknown>;
  readonly online: boolean;
  readonly tables?: Record<string, string>; // CSV files other than the built-in ones
  readonly seats: Seat[]; // reactive
  readonly shown: Shown | null; // reactive; null: loading

  // An action of the seat that decides here; resolves when it is done.
  act(action: string): Promise<void>;
  // Takes back what this device did last.
  undo(): Promise<void>;
  canUndo(): boolean;
  // The people whose consent it needs; absent: it asks for itself.
  undoAsks?(): number[];
  // The one who takes over has the screen: the view may be shown.
  uncover(): Promise<void>;
  // A thinking bot shall move now; a paused show goes on at once.
  hurry(): void;
  // What has happened is shown for so long before anything else does.
  linger?(ms: number): void;
  // An outcome that has been drawn but is only shown once its person rolls:
  // `holds` says for which that is so.
  holds?: ((next: Shown) => boolean) | null;
  readonly held?: Item | null; // reactive
  roll?(): void;
  // Whether there is more to show; absent: nobody knows.
  readonly showing?: boolean;

  why(action: string): Promise<Sentence | null>;
  odds(): Promise<Odd[]>;
  hint(): Promise<Move[]>;
  breakdown(): Promise<Source[][]>;
  text(width: number): Promise<string>; // the board in words
  at(number: number): Promise<View>; // the view after an item, 0: the first

  // What only some tables can do; absent where they can't.
  chance?(outcome: string): Promise<void>; // own dice: what came up
  outcomes?(): Promise<string[] | null>; // what can come up; null: too much to list
  peek?(): Promise<View>; // while sealed: the viewer's own view
  save?(): Promise<string>; // the record as .mqm
  link?(): Promise<string | null>; // the address of its replay, of a match that is over; null: it is too long for one
  branch?(number: number): Promise<string>; // another match from there: its id
  concede?(): Promise<void>;
  react?(reaction: string): void;
  rematch?(): Promise<void>; // else another match is begun on this device
  readonly start?: number; // the item to be looked at first
  readonly takenBack: number; // how often what was known already was
  readonly help?: Help; // that the table allows; absent: all of it
  readonly unkept?: "full" | "refused" | null; // reactive; why this device doesn't keep the match

  // Everything again, in the language set by now.
  translate(): Promise<void>;
  // What such tables have above the decision; absent: nothing.
  readonly Bar?: Component<{ table: any; at: number; end: number; onLook(number: number): Promise<void> }>;
  readonly replays?: boolean; // nobody plays: each moment is as good as the last

  close(): void;
}

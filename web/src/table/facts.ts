// What the engine tells of each choice and of the position, asked of a worker of
// its own. It gets the view of one pair of eyes and nothing else, so it serves
// every kind of table: local, online, a replay, a moment looked back at.
import { Engine } from "../engine/engine";
import type { Lang, View } from "./types";

// docs/bridge.md lists kinds and subjects.
export interface Fact {
  kind: string;
  subject: string;
  item?: string; // which one, e.g. planet-2
  place?: number; // a space, slot or rank
  seat?: number;
  before?: number;
  after?: number;
  chance?: number; // 0 to 1
  chance_before?: number; // without the choice
  rule?: string;
  text: string;
}

// A source of a seat's points.
export interface Share {
  source: string;
  rule: string | null;
  points: number;
  later: boolean; // the end would add it
  hidden: boolean; // this seat can't know it
  text: string;
}

export interface Standing {
  score: number;
  total: number; // if the match ended now
  rank: number; // 1 leads
  shares: Share[];
}

export interface End {
  source: string;
  seat?: number; // whose progress; absent: everybody's
  progress: number;
  limit: number;
  text: string;
}

export interface Standings {
  aim: string;
  players: Standing[];
  ends: End[];
}

export interface Facts {
  choices: Record<string, Fact[]>; // by the canonical text of the action
  survey: Fact[];
  standings: Standings | null;
}

export const NO_FACTS: Facts = { choices: {}, survey: [], standings: null };

export interface Wanted {
  view: View;
  seat: number | null;
  tables?: Record<string, string>;
  names: string[];
  language: Lang;
  pencil?: string[]; // actions that the player means to take: the answer counts them in
}

interface Told {
  choices: { text: string; facts: Fact[] }[];
  survey: Fact[];
  standings: Standings;
}

export class Teller {
  private engine: Engine | null = null;
  private last: Promise<unknown> = Promise.resolve();

  // One after the other: the engine holds one position at a time.
  ask(wanted: Wanted): Promise<Facts> {
    const answer = this.last.then(() => this.tell(wanted));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async tell({ view, seat, tables, names, language, pencil }: Wanted): Promise<Facts> {
    this.engine ??= new Engine();
    await this.engine.ask("load", { position: view, names, ...(tables ? { tables } : {}) });
    const told = await this.engine.ask<Told>("tell", { player: seat ?? "spectator", language, ...(pencil?.length ? { pencil } : {}) });
    const choices = Object.fromEntries(told.choices.map(({ text, facts }) => [text, facts]));
    return { choices, survey: told.survey, standings: told.standings };
  }

  close(): void {
    this.engine?.close();
  }
}

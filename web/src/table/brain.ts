// A second engine that thinks: bots' moves and hints, away from the one that
// holds the match, so that the page goes on and a bot can be interrupted.
import { Engine, EngineError } from "../engine/engine";
import type { Lang, Move } from "./types";

// The bot that moves at once where its better one was told to.
const QUICK = "greedy";
// The bot that gives hints.
const HINTS = "expert";

// The language of sentences, and what players are called in them.
export type Words = {
  language: Lang;
  names: string[];
};

export interface Asked {
  position: unknown;
  tables?: Record<string, string>; // other than the built-in ones
  player: number;
  seed: string;
}

export class Brain {
  private engine = new Engine();

  async move(asked: Asked, bot: string): Promise<string> {
    try {
      return await this.choose(asked, bot);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== "stopped") throw error;
      return this.choose(asked, QUICK);
    }
  }

  // Ends the thinking under way: `move` then answers at once.
  hurry(): void {
    this.engine.stop();
  }

  async hint({ player, seed, ...game }: Asked, iterations: number, words: Words): Promise<Move[]> {
    const loaded = this.engine.ask("load", { ...game, names: words.names });
    const fields = { player, iterations, seed, bot: HINTS, language: words.language };
    const hinted = this.engine.ask<{ moves: Move[]; valued: boolean }>("hint", fields);
    const [, { moves, valued }] = await Promise.all([loaded, hinted]);
    return moves.map((move) => ({ ...move, value: valued ? move.value : null }));
  }

  close(): void {
    this.engine.close();
  }

  private async choose({ player, seed, ...game }: Asked, bot: string): Promise<string> {
    const loaded = this.engine.ask("load", game);
    const chosen = this.engine.ask<{ action: string }>("bot", { bot, player, seed });
    const [, { action }] = await Promise.all([loaded, chosen]);
    return action;
  }
}

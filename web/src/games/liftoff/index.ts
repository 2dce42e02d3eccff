import { readTables } from "../../lib/csv";
import { capital, plainLabel, word } from "../../lib/words.svelte";
import type { GameModule } from "..";
import Board from "./Board.svelte";

const texts = import.meta.glob<string>("@data/liftoff/*.csv", { query: "?raw", import: "default", eager: true });

// The question says what is done with the card: its name is enough.
const CARD = /^(?:keep|pass|play|take) (\S+)$/;

const module: GameModule = {
  Board,
  tables: readTables(texts),
  label(action, seats) {
    const card = CARD.exec(action)?.[1];
    return card ? capital(word("liftoff", card)) : plainLabel("liftoff", action, seats);
  },
};

export default module;

import { readTables } from "../../lib/csv";
import { plainLabel } from "../../lib/words.svelte";
import type { GameModule } from "..";
import Board from "./Board.svelte";

const texts = import.meta.glob<string>("@data/liftoff/*.csv", { query: "?raw", import: "default", eager: true });

const module: GameModule = {
  Board,
  tables: readTables(texts),
  label: (action, seats) => plainLabel("liftoff", action, seats),
};

export default module;

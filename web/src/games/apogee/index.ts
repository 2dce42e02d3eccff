import { readTables } from "../../lib/csv";
import { plainLabel } from "../../lib/words.svelte";
import type { GameModule } from "..";

const texts = import.meta.glob<string>("@data/apogee/*.csv", { query: "?raw", import: "default", eager: true });

const module: GameModule = {
  Board: null,
  tables: readTables(texts),
  label: (action, seats) => plainLabel("apogee", action, seats),
};

export default module;

import { readTables } from "../../lib/csv";
import { capital, named, word } from "../../lib/words.svelte";
import type { GameModule } from "..";
import Board from "./Board.svelte";

const texts = import.meta.glob<string>("@data/apogee/*.csv", { query: "?raw", import: "default", eager: true });
const tables = readTables(texts);

// People and companies have their names in the tables.
function name(id: string): string {
  const rows = [...tables.engineers, ...tables.directors, ...tables.investors];
  return rows.find((row) => row.id === id)?.name ?? word("apogee", id);
}

const module: GameModule = {
  Board,
  tables,
  label(action, seats) {
    const [verb, ...rest] = action.split(" ");
    const head = capital(word("apogee", verb));
    return rest.length ? `${head}: ${rest.map((part) => named(name(part), seats)).join(" → ")}` : head;
  },
};

export default module;

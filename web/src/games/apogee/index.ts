import { readTables } from "../../lib/csv";
import { has, t, type Key } from "../../lib/i18n";
import { named, word } from "../../lib/words.svelte";
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
    const own = [`ap.do.${verb}.${rest[0]}`, verb === "target" && rest.length > 1 ? "ap.do.target.more" : ""].find(has);
    return t((own ?? `ap.do.${verb}`) as Key, ...rest.map((part) => named(name(part), seats)));
  },
};

export default module;

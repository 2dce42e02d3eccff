import texts from "virtual:tables/apogee";
import { readTables } from "../../lib/csv";
import type { GameModule } from "..";
import Board from "./Board.svelte";
import { label } from "./labels";

const tables = readTables(texts);

const module: GameModule = { Board, tables, label: (action, seats) => label(tables, action, seats), study: { iterations: 600 } };

export default module;

import texts from "virtual:tables/liftoff";
import { readTables } from "../../lib/csv";
import type { GameModule } from "..";
import Board from "./Board.svelte";
import { label } from "./labels";

// Its matches are long: the rough look shows the curve after seconds.
const module: GameModule = { Board, tables: readTables(texts), label, study: { iterations: 200, rough: 8 } };

export default module;

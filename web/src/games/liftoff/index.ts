import texts from "virtual:tables/liftoff";
import { readTables } from "../../lib/csv";
import type { GameModule } from "..";
import Board from "./Board.svelte";
import { label } from "./labels";

const module: GameModule = { Board, tables: readTables(texts), label };

export default module;

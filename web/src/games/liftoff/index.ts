import { readTables } from "../../lib/csv";
import type { GameModule } from "..";
import Board from "./Board.svelte";
import { label } from "./labels";

const texts = import.meta.glob<string>("@data/liftoff/*.csv", { query: "?raw", import: "default", eager: true });

const module: GameModule = { Board, tables: readTables(texts), label };

export default module;

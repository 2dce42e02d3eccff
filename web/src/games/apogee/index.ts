import texts from "virtual:tables/apogee";
import { readTables } from "../../lib/csv";
import type { GameModule } from "..";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import Missions from "./Missions.svelte";
import Table from "./Table.svelte";
import { label } from "./labels";
import { thrown } from "./stage.svelte";

const tables = readTables(texts);

const module: GameModule = { Table, Finale, Options: Missions, Board, tables, label: (action, seats) => label(tables, action, seats), rolls: (item) => thrown(item)?.seat ?? null, study: { iterations: 600 } };

export default module;

import texts from "virtual:tables/liftoff";
import { readTables } from "../../lib/csv";
import type { Item } from "../../table/types";
import type { GameModule } from "..";
import Board from "./Board.svelte";
import Finale from "./Finale.svelte";
import { label } from "./labels";
import Table from "./Table.svelte";

// A launch of this seat was passed over.
const rests = (item: Item | undefined, viewer: number): boolean =>
  !!item?.notes.some(({ id, args }) => id.startsWith("liftoff.no-launch") && Number(args[0]?.value) === viewer);

// The event that ends a round belongs to it: often the last launch.
const rounds = (items: Item[]): number[] =>
  items.filter(({ number, notes }) => number < items.length && notes.some(({ id }) => id === "liftoff.did.round-over")).map(({ number }) => number);

// Its matches are long: the rough look shows the curve after seconds.
const module: GameModule = {
  Table,
  logs: true,
  Finale,
  Board,
  tables: readTables(texts),
  label,
  rests,
  study: { iterations: 200, rough: 8 },
  rounds: { ends: rounds, name: "end.round", chart: "end.chart" },
};

export default module;

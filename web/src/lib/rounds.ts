// Where the rounds of a match end, for a chart over them.
import type { GameModule } from "../games";
import type { Item, Table } from "../table/types";

const roundAt = async (table: Table, number: number): Promise<number> => ((await table.at(number)) as { round: number }).round;

// Views have the round. It never falls, so the moments between are looked at
// only where it has changed.
async function changes(table: Table, from: number, to: number, low: number, high: number): Promise<number[]> {
  if (low === high) return [];
  if (to === from + 1) return low === 0 ? [] : [from];
  const middle = (from + to) >> 1;
  const round = await roundAt(table, middle);
  return [...(await changes(table, from, middle, low, round)), ...(await changes(table, middle, to, round, high))];
}

// The number of the last item of each round, the last one included.
export async function roundEnds({ rounds }: GameModule, table: Table, items: Item[]): Promise<number[]> {
  const end = items.length;
  if (end === 0) return [];
  if (rounds) return [...rounds.ends(items), end];
  const [first, last] = await Promise.all([roundAt(table, 0), roundAt(table, end)]);
  return [...(await changes(table, 0, end, first, last)), end];
}

// Where the rounds of a match end, for a chart over them.
import type { Item, Table } from "../table/types";

// MLEM counts none: an expedition begins when somebody boards after anything
// else.
function expeditions(items: Item[]): number[] {
  const boards = (item?: Item): boolean => item?.text.startsWith("board ") ?? false;
  return items.filter((item, i) => i > 0 && boards(item) && !boards(items[i - 1])).map(({ number }) => number - 1);
}

// The others have the round in their views. It never falls, so the moments
// between are looked at only where it has changed.
async function changes(table: Table, from: number, to: number, low: number, high: number): Promise<number[]> {
  if (low === high) return [];
  if (to === from + 1) return low === 0 ? [] : [from];
  const middle = (from + to) >> 1;
  const { round } = await table.at(middle);
  return [...(await changes(table, from, middle, low, round)), ...(await changes(table, middle, to, round, high))];
}

// The number of the last item of each round, the last one included.
export async function roundEnds(table: Table, items: Item[]): Promise<number[]> {
  const end = items.length;
  if (end === 0) return [];
  if (table.game === "mlem") return [...expeditions(items), end];
  const [first, last] = await Promise.all([table.at(0), table.at(end)]);
  return [...(await changes(table, 0, end, first.round, last.round)), end];
}

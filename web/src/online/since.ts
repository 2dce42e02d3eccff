// What happened since somebody's last move, in three lines at most.
import { list, t } from "../lib/i18n";
import { named } from "../lib/words.svelte";
import type { Item, Seat } from "../table/types";

const LINES = 3;
const tell = (item: Item, seats: Seat[]): string => named(item.notes.map(({ text }) => text).join(" "), seats);

function moves(items: Item[], seats: Seat[]): string {
  const counts = seats
    .map(({ seat, name }) => ({ name, count: items.filter((item) => item.seat === seat).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => t(count === 1 ? "on.since.move" : "on.since.moves", name, count));
  return counts.length ? t("on.since", list(counts)) : "";
}

function points(before: number[], after: number[], seats: Seat[]): string {
  const gained = seats
    .filter(({ seat }) => after[seat] !== before[seat])
    .map(({ seat, name }) => t("on.since.gain", name, before[seat], after[seat]));
  return gained.length ? t("on.since.points", list(gained)) : t("on.since.points.none");
}

// Few events as they were; of more: who moved how often, the points, and what
// came last.
export function caughtUp(items: Item[], from: number, scores: number[], seats: Seat[]): string[] {
  const fresh = items.slice(from).filter(({ notes }) => notes.length > 0);
  if (!fresh.some(({ seat }) => seat !== null)) return [];
  if (fresh.length <= LINES) return fresh.map((item) => tell(item, seats));
  const last = fresh[fresh.length - 1];
  return [moves(fresh, seats), points(scores, last.scores, seats), t("on.since.last", tell(last, seats))].filter(Boolean);
}

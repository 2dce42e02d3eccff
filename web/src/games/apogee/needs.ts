// Conditions of missions and investors (data/apogee) in words.
import { t } from "../../lib/i18n";
import { filled, word } from "../../lib/words.svelte";
import type { Row } from "../../lib/csv";

const WORDS: Record<string, string> = { thrust: "rocket-thrust" };
const noun = (id: string): string => id.split("|").map((part) => word("apogee", WORDS[part] ?? part)).join(" / ");

// `geo:launches>=1 credits>=420`: "GEO: launches ≥ 1, credits ≥ 420".
export function needs(text: string): string {
  return text
    .split(" ")
    .filter(Boolean)
    .map((part) => {
      const [, place, what, sign, count] = /^(?:([a-z]+):)?([a-z|-]+)([<>]=)(\d+)$/.exec(part) ?? [];
      if (!what) return part;
      return `${place ? `${word("apogee", place)}: ` : ""}${what === "cost" ? t("ap.cost") : noun(what)} ${sign === ">=" ? "≥" : "≤"} ${count}`;
    })
    .join(", ");
}

// What an event does.
export function eventText(row: Row | undefined): string {
  if (!row) return "";
  const what = (row.what ?? "").split(" ").filter(Boolean);
  const id = `event.${row.effect}${what.length > 1 && /^no-(launch|build)$/.test(row.effect) ? "-two" : ""}`;
  // `mars:satellite>=1`: a satellite, and where to.
  const words = what.flatMap((part) => (/^([a-z]+):([a-z-]+)/.exec(part)?.slice(1).reverse() ?? [part]).map(noun));
  return filled("apogee", id, row.amount ?? "", row.limit ?? "", ...words);
}

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
  const low = Number(row.amount ?? "") <= 0 && row.amount !== "" && /^(launch-roll|space-limit)$/.test(row.effect);
  const id = `event.${row.effect}${low ? "-low" : what.length > 1 && /^no-(launch|build)$/.test(row.effect) ? "-two" : ""}`;
  // `mars:satellite>=1`: a satellite, and where to.
  const words = what.flatMap((part) => (/^([a-z]+):([a-z-]+)/.exec(part)?.slice(1).reverse() ?? [part]).map(noun));
  return filled("apogee", id, low ? Math.abs(Number(row.amount)) : (row.amount ?? ""), row.limit ?? "", ...words);
}

// What an investor pays for, in the engine's words: the act, then what the
// rocket must have.
export function investorText(row: Row | undefined): string {
  if (!row) return "";
  const asked = (row.needs ?? "").split(" ").map((part) => /^([a-z|-]+)[<>]=(\d+)$/.exec(part)).filter((part) => part !== null);
  const pair = (what: string): string[] => [...what.split("|").map(noun), ""].slice(0, 2);
  const card = row.kind === "acquire" || row.kind === "build";
  const either = (what: string): boolean => what.includes("|");
  const of = card ? (asked[0]?.[1] ?? "") : "";
  const head = filled("apogee", `investor.${row.kind}${either(of) ? "-either" : ""}`, row.name, row.credits, ...pair(of), word("apogee", row.destination ?? ""));
  const rest = (card ? [] : asked).map(([, what, count]) => {
    const id = { astronauts: "seats-aboard", thrust: "thrust", cost: "cost" }[what] ?? (either(what) ? "either-aboard" : "cards-aboard");
    return ` (${filled("apogee", `need.${id}`, count, ...pair(what))})`;
  });
  return head + rest.join("");
}

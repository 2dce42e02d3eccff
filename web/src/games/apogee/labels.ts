// What the buttons of Apogee say: each action as a person would say it.
import type { Tables } from "../../lib/csv";
import { has, t, type Key } from "../../lib/i18n";
import { named, word } from "../../lib/words.svelte";
import type { Seat } from "../../table/types";

// People and companies have their names in the tables.
export function nameOf(tables: Tables, id: string): string {
  return ["engineers", "directors", "investors"].flatMap((table) => tables[table] ?? []).find((row) => row.id === id)?.name ?? word("apogee", id);
}

// Specialties that are called like something else have a word of their own.
const CALLED: Record<string, string> = { thrust: "more-thrust", authority: "less-authority" };
export const specialty = (id: string): string => word("apogee", CALLED[id] ?? id);

export function label(tables: Tables, action: string, seats: Seat[]): string {
  const [verb, ...rest] = action.split(" ");
  const keys = [rest[0], ...(verb === "target" && rest[1] ? [rest[1], "more"] : [])].map((part) => `ap.do.${verb}.${part}`);
  return t((keys.find(has) ?? `ap.do.${verb}`) as Key, ...rest.map((part) => named(nameOf(tables, part), seats)));
}

// The rules pages (docs/rules) as sections with numbered rules and tables.
import languages from "virtual:languages";
import type { GameId, Lang } from "../table/types";

export interface Rule {
  id: string; // "" : a line without a number
  text: string;
  item: boolean; // of a list
}

export interface RuleTable {
  head: string[];
  groups: string[][][]; // a row that begins with an empty cell belongs to the one above
}

export interface Section {
  title: string;
  level: number; // of its heading
  entries: (Rule | RuleTable)[];
}

export interface Rules {
  lang: Lang;
  sections: Section[];
}

// docs/rules/GAME.md is English, docs/rules/LANG/GAME.md another language.
const pages = import.meta.glob<string>("../../../docs/rules/**/*.md", { query: "?url", import: "default", eager: true });
const page = (path: string): string | undefined => pages[`../../../docs/rules/${path}.md`];

// Rules that nobody has translated are there in English.
export async function loadRules(game: GameId, lang: Lang): Promise<Rules> {
  const own = page(`${lang}/${game}`);
  const url = own ?? page(game)!;
  return { lang: own ? lang : languages[0].id, sections: parseRules(await (await fetch(url)).text()) };
}

const cells = (line: string): string[] => line.split("|").slice(1, -1).map((cell) => cell.trim());

function parseRules(text: string): Section[] {
  const sections: Section[] = [];
  let rows: string[][] = []; // of the table that is being read
  let last: Rule | undefined; // what further lines belong to
  for (const line of `${text}\n`.split("\n")) {
    const entries = sections.at(-1)?.entries ?? [];
    const [, marks, title] = /^(#+) (.*)$/.exec(line) ?? [];
    const [item, id = "", said] = /^- (?:([A-Z]{2}-[A-Z]+\d+)\s+)?(.*)$/.exec(line) ?? [];
    const goesOn = last && (line.startsWith("  ") || !last.item);
    if (line.startsWith("|")) rows.push(cells(line));
    else if (rows.length) entries.push(...tables(rows.splice(0)));
    if (marks) sections.push({ title, level: marks.length, entries: [] });
    if (marks || !line.trim() || line.startsWith("|")) last = undefined;
    else if (item || !goesOn) entries.push((last = { id, text: said ?? line, item: Boolean(item) }));
    else if (last) last.text += ` ${line.trim()}`;
  }
  return sections.filter(({ entries }) => entries.length);
}

// A column without a word separates tables that stand side by side; those with
// the same head are parts of one.
function tables([head, , ...body]: string[][]): RuleTable[] {
  const gaps = head.flatMap((_, i) => (i && [head, ...body].every((row) => !row[i]) ? [i] : []));
  const found: { head: string[]; rows: string[][] }[] = [];
  [0, ...gaps.map((gap) => gap + 1)].forEach((from, i) => {
    const part = (row: string[]): string[] => row.slice(from, gaps[i]);
    const rows = body.map(part).filter((row) => row.some(Boolean));
    const same = found.at(-1)?.head.join() === part(head).join();
    if (same) found.at(-1)?.rows.push(...rows);
    else found.push({ head: part(head), rows });
  });
  return found.map(({ head, rows }) => ({ head, groups: grouped(rows) }));
}

function grouped(rows: string[][]): string[][][] {
  const groups: string[][][] = [];
  for (const row of rows) {
    if (row[0] || !groups.length) groups.push([row]);
    else groups.at(-1)?.push(row);
  }
  return groups;
}

// Letters of any case, with or without their dots and accents.
const plain = (text: string): string => text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");

// The rule of exactly that number; empty: there is none.
function numbered(sections: Section[], id: string): Section[] {
  return sections
    .map(({ entries, ...section }) => ({ ...section, entries: entries.filter((entry) => "text" in entry && entry.id === id) }))
    .filter(({ entries }) => entries.length);
}

// The rule of that number, else what has all the words in it, in its text or the
// title above it.
export function search(sections: Section[], words: string): Section[] {
  const exact = words.trim() ? numbered(sections, words.trim().toUpperCase()) : [];
  if (exact.length) return exact;
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const fits = (...texts: string[]): boolean => wanted.every((word) => texts.some((text) => plain(text).includes(word)));
  return sections
    .map(({ entries, ...section }) => ({
      ...section,
      entries: entries.flatMap((entry): Section["entries"] => {
        if ("text" in entry) return fits(section.title, entry.id, entry.text) ? [entry] : [];
        const groups = entry.groups.filter((rows) => fits(section.title, ...rows.flat()));
        return groups.length ? [{ ...entry, groups }] : [];
      }),
    }))
    .filter(({ entries }) => entries.length);
}

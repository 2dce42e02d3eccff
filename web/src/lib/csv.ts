import { settings } from "./settings.svelte";

// Tables of a game (data/GAME/*.csv) as rows of named fields, and which of
// their values are certain.
export interface Row {
  [column: string]: string;
}

export type Tables = Record<string, Row[]>;

// The fields of a line; those with commas stand in quotation marks.
function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

export function readCsv(text: string): Row[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const names = fields(lines[0] ?? "");
  return lines.slice(1).map((line) => {
    const values = fields(line);
    return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
  });
}

// Whether the value of a column is reconstructed: marked where it is shown.
export function reconstructed(row: Row | undefined, column: string): boolean {
  return row !== undefined && row.source !== undefined && !row.known.split(" ").includes(column);
}

// The mark of what shows these columns: a small ring if one is reconstructed and
// the person wants to see that.
export function mark(row: Row | undefined, ...columns: string[]): "°" | "" {
  return settings.marks && columns.some((column) => reconstructed(row, column)) ? "°" : "";
}

// All tables of a game: the built-in texts, with others laid over them.
export function readTables(texts: Record<string, string>, own: Record<string, string> = {}): Tables {
  const tables: Tables = {};
  for (const [path, text] of [...Object.entries(texts), ...Object.entries(own)]) {
    tables[path.replace(/^.*\//, "").replace(/\.csv$/, "")] = readCsv(text);
  }
  return tables;
}

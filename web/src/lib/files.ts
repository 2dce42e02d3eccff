// Files that the page gives to the browser.
import type { Table } from "../table/types";

// The match of a table that can be saved.
export async function matchFile(table: Table, type = "application/jsonl"): Promise<File> {
  return new File([(await table.save?.()) ?? ""], `${table.game}-${table.id}.mqm`, { type });
}

export function saveFile(file: File): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(file);
  anchor.download = file.name;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}

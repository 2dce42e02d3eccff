// Vite plugin: `virtual:tables/GAME` is an object of the game's tables
// (data/GAME/*.csv) without their comments: {"mat": "space,faces,..."}.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { virtual } from "./virtual";

const bare = (text: string): string => text.replace(/^#.*\n/gm, "");

function read(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".csv")).sort();
  return Object.fromEntries(names.map((name) => [name.slice(0, -4), bare(readFileSync(join(folder, name), "utf8"))]));
}

export const tables = (root: string): Plugin => virtual("tables", (game) => read(join(root, "data", game)));

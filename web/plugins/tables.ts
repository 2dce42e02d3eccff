// Vite plugin: `virtual:tables/GAME` is an object of the game's tables
// (data/GAME/*.csv) without their comments: {"mat": "space,faces,..."}.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PREFIX = "virtual:tables/";

const bare = (text: string): string => text.replace(/^#.*\n/gm, "");

export function tables(root: string): Plugin {
  return {
    name: "maxq-tables",
    resolveId: (id) => (id.startsWith(PREFIX) ? "\0" + id : null),
    load(id) {
      if (!id.startsWith("\0" + PREFIX)) return null;
      const folder = join(root, "data", id.slice(PREFIX.length + 1));
      const names = readdirSync(folder).filter((name) => name.endsWith(".csv")).sort();
      return `export default ${JSON.stringify(Object.fromEntries(names.map((name) => [name.slice(0, -4), bare(readFileSync(join(folder, name), "utf8"))])))}`;
    },
  };
}

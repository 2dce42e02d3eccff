// Vite plugin: `virtual:icon/NAME` is the body of an icon of game-icons.net
// (512 × 512, drawn in currentColor). `virtual:icons` lists the names of all
// icons that src/ imports, for the credits page.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

const ONE = "virtual:icon/";
const ALL = "virtual:icons";

interface IconSet {
  icons: Record<string, { body: string }>;
}

function used(folder: string): string[] {
  const names = new Set<string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|ts)$/.test(entry)) continue;
    const text = readFileSync(join(folder, entry), "utf8");
    for (const found of text.matchAll(/["']virtual:icon\/([\w-]+)["']/g)) names.add(found[1]);
  }
  return [...names].sort();
}

export function icons(source: string): Plugin {
  const require = createRequire(import.meta.url);
  let set: IconSet | undefined;
  return {
    name: "maxq-icons",
    resolveId: (id) => (id.startsWith(ONE) || id === ALL ? "\0" + id : null),
    load(id) {
      if (id === "\0" + ALL) return `export default ${JSON.stringify(used(source))}`;
      if (!id.startsWith("\0" + ONE)) return null;
      set ??= require("@iconify-json/game-icons/icons.json") as IconSet;
      const icon = set.icons[id.slice(ONE.length + 1)];
      if (!icon) this.error(`no icon ${id.slice(ONE.length + 1)} in game-icons`);
      return `export default ${JSON.stringify(icon.body)}`;
    },
  };
}

// Vite plugin: `virtual:icon/NAME` is the path of an icon of game-icons.net
// (512 × 512, in whole numbers). `virtual:icons` lists the names of all icons
// that src/ imports, with their authors, for the credits page.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";
import { whole } from "./path";

// Who drew what; the package doesn't say. An icon without an author here
// can't be used: the licence (CC BY 3.0) asks for the name.
const AUTHORS: Record<string, string[]> = {
  Delapouite: [
    "astronaut-helmet",
    "backpack",
    "jerrycan",
    "money-stack",
    "moon-orbit",
    "newspaper",
    "public-speaker",
    "rocket-thruster",
    "satellite-communication",
    "trophy-cup",
    "vintage-robot",
  ],
  Lorc: ["dna1", "erlenmeyer", "lightning-trio", "microscope-lens", "ringed-planet", "spanner", "test-tubes", "wheat"],
  sbed: ["water-drop"],
};

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
      if (id === "\0" + ALL) {
        const list = used(source).map((name) => {
          const author = Object.keys(AUTHORS).find((one) => AUTHORS[one].includes(name));
          return author ? { name, author } : this.error(`icon ${name} has no author in plugins/icons.ts`);
        });
        return `export default ${JSON.stringify(list)}`;
      }
      if (!id.startsWith("\0" + ONE)) return null;
      set ??= require("@iconify-json/game-icons/icons.json") as IconSet;
      const icon = set.icons[id.slice(ONE.length + 1)];
      if (!icon) this.error(`no icon ${id.slice(ONE.length + 1)} in game-icons`);
      const [, path] = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(icon.body) ?? this.error(`icon ${id} is more than a path`);
      return `export default ${JSON.stringify(whole(path))}`;
    },
  };
}

// Vite plugin: `virtual:languages` lists the languages of the page, English first:
// those that have both a catalogue (data/text/LANG) and texts (src/text/LANG.ts).
// Each has its name from the catalogue (`core.language`), and what loads its
// texts and the words that the page needs of the catalogue.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { virtual } from "./virtual";

const FIRST = "en";
const KEPT = /^(\w+\.(?:word|explain|points|banner|box|effect|event|investor|need|objective)\.[\w.-]+)\s*=\s*(.*?)\s*$/;

// The words of core and of the games: {"core.word.yes": "yes"}.
function words(folder: string, games: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ["core", ...games]) {
    for (const line of readFileSync(join(folder, `${name}.txt`), "utf8").split("\n")) {
      const [, id, text] = KEPT.exec(line) ?? [];
      if (id) found[id] = text;
    }
  }
  return found;
}

function nameOf(folder: string): string {
  return /^core\.language\s*=\s*(.*?)\s*$/m.exec(readFileSync(join(folder, "core.txt"), "utf8"))![1];
}

export function languages(root: string): Plugin[] {
  const texts = join(root, "web/src/text");
  const games = readdirSync(join(root, "web/src/games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const catalogue = (lang: string): string => join(root, "data/text", lang);
  const catalogues = readdirSync(join(root, "data/text"));
  const all = readdirSync(texts)
    .map((file) => file.replace(/\.ts$/, ""))
    .filter((lang) => catalogues.includes(lang))
    .sort((a, b) => Number(b === FIRST) - Number(a === FIRST) || a.localeCompare(b));
  const entry = (lang: string): string =>
    `{ id: "${lang}", name: ${JSON.stringify(nameOf(catalogue(lang)))},
       texts: () => import("/src/text/${lang}.ts").then((module) => module.default),
       words: () => import("virtual:words/${lang}").then((module) => module.default) }`;
  return [
    {
      name: "maxq-languages",
      resolveId: (id) => (id === "virtual:languages" ? "\0" + id : null),
      load: (id) => (id === "\0virtual:languages" ? `export default [${all.map(entry).join(",")}]` : null),
    },
    virtual("words", (lang) => words(catalogue(lang), games.map(({ name }) => name))),
  ];
}

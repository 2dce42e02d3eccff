// Vite plugin: `virtual:words/LANG` is an object of the words that the
// engine's catalogues name (data/text/LANG/*.txt): {"mlem.word.scout": "Scout"}.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { virtual } from "./virtual";

const KEPT = /^(\w+\.(word|explain|points|banner|box|effect|event|objective)\.[\w.-]+)\s*=\s*(.*?)\s*$/;
const FILES = ["core.txt", "mlem.txt", "liftoff.txt", "apogee.txt"];

function read(folder: string): Record<string, string> {
  const words: Record<string, string> = {};
  for (const file of readdirSync(folder).filter((name) => FILES.includes(name))) {
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      const found = KEPT.exec(line);
      if (found) words[found[1]] = found[3];
    }
  }
  return words;
}

export const words = (root: string): Plugin => virtual("words", (lang) => read(join(root, "data/text", lang)));

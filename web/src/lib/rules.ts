// The rules pages (docs/rules/*.md) as sections with numbered rules.
import apogee from "@docs/rules/apogee.md?url";
import liftoff from "@docs/rules/liftoff.md?url";
import mlem from "@docs/rules/mlem.md?url";
import type { GameId } from "../table/types";

export interface Rule {
  id: string; // "" : a line without a number
  text: string;
}

export interface Section {
  title: string;
  rules: Rule[];
}

const pages: Record<GameId, string> = { mlem, liftoff, apogee };

export function parseRules(text: string): Section[] {
  const sections: Section[] = [{ title: "", rules: [] }];
  for (const line of text.split("\n")) {
    const rules = sections[sections.length - 1].rules;
    const item = /^- (?:([A-Z]{2}-[A-Z]+\d+)\s+)?(.*)$/.exec(line);
    if (line.startsWith("## ")) sections.push({ title: line.slice(3), rules: [] });
    else if (line.startsWith("# ")) sections[0].title = line.slice(2);
    else if (item) rules.push({ id: item[1] ?? "", text: item[2] });
    else if (/^\s+\S/.test(line) && rules.length) rules[rules.length - 1].text += " " + line.trim();
    else if (line.startsWith("|")) rules.push({ id: "", text: line });
    else if (line.trim()) paragraph(rules, line.trim());
  }
  return sections.filter(({ rules }) => rules.length);
}

function paragraph(rules: Rule[], line: string): void {
  const last = rules[rules.length - 1];
  if (last && !last.id && !last.text.startsWith("|")) last.text += " " + line;
  else rules.push({ id: "", text: line });
}

export async function loadRules(game: GameId): Promise<Section[]> {
  return parseRules(await (await fetch(pages[game])).text());
}

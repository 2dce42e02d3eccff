// The rules pages (docs/rules/*.md) as sections with numbered rules.
import type { GameId } from "../table/types";

export interface Rule {
  id: string; // "" : a line without a number
  text: string;
}

export interface Section {
  title: string;
  rules: Rule[];
}

const texts: Record<GameId, () => Promise<{ default: string }>> = {
  mlem: () => import("@docs/rules/mlem.md?raw"),
  liftoff: () => import("@docs/rules/liftoff.md?raw"),
  apogee: () => import("@docs/rules/apogee.md?raw"),
};

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
  return parseRules((await texts[game]()).default);
}

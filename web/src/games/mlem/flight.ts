// What the words of an action come to on the mat, and the chance of a crash.
// Only for pictures: what is legal, and what it does, the engine says.
import type { Row, Tables } from "../../lib/csv";
import type { View } from "./view";

export const DEEP = 26;
const SIDES = 6;

export function faces(tables: Tables, space: number): string[] {
  return tables.mat[space]?.faces.split(" ") ?? [];
}

export function matRow(tables: Tables, space: number): Row | undefined {
  return tables.mat[space];
}

export function groups(rolled: (number | string)[]): { face: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const face of rolled) counts.set(String(face), (counts.get(String(face)) ?? 0) + 1);
  return [...counts].map(([face, count]) => ({ face, count }));
}

// Where a `use` leads; null for other actions.
export function target(view: View, tables: Tables, action: string): number | null {
  const [verb, ...words] = action.split(" ");
  if (verb !== "use") return null;
  const here = view.rocket.space as number;
  const burner = Number(tables.mat[here]?.afterburner || 0);
  const worth = (face: string): number => (face === "A" ? burner : Number(face));
  let sum = 0;
  for (const word of words) {
    if (word.startsWith("pip:")) sum += 1;
    else if (word === "extra") sum += extra(view, tables, here, worth);
    else if (word !== "keep") {
      const group = groups(view.dice.rolled).find(({ face }) => face === word);
      sum += worth(word) * (group?.count ?? 0);
    }
  }
  return Math.min(DEEP, here + sum);
}

function extra(view: View, tables: Tables, here: number, worth: (face: string) => number): number {
  const printed = [...String(view.expedition.token ?? "").replace(/^.*extra-?/, "")];
  return printed.filter((face) => faces(tables, here).includes(face)).reduce((sum, face) => sum + worth(face), 0);
}

// The space a landing leads to.
export function landing(view: View, action: string): number | null {
  if (!action.startsWith("land")) return null;
  return (view.rocket.space as number) + Number(action.split(" ")[1] ?? 0);
}

export function crashChance(tables: Tables, space: number, dice: number): number {
  const shown = faces(tables, space);
  const useless = tables.die.filter(({ face }) => !shown.includes(face)).reduce((sum, { sides }) => sum + Number(sides), 0);
  return (useless / SIDES) ** dice;
}

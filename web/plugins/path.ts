// Paths of SVG with whole numbers: every point goes to the nearest one, so
// that errors don't add up. All commands become relative.
const SIZES: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const NUMBER = /^[\s,]*([+-]?(?:\d+\.?\d*|\.\d+))/;
const FLAG = /^[\s,]*([01])/;

interface Step {
  letter: string;
  numbers: number[];
}

function read(path: string): Step[] {
  const steps: Step[] = [];
  for (const [, first, rest] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const size = SIZES[first.toLowerCase()];
    let letter = first;
    let left = rest;
    const take = (pattern: RegExp): number => {
      const found = pattern.exec(left);
      if (!found) throw new Error(`not a path: ${path}`);
      left = left.slice(found[0].length);
      return Number(found[1]);
    };
    do {
      steps.push({ letter, numbers: Array.from({ length: size }, (_, i) => take(size === 7 && (i === 3 || i === 4) ? FLAG : NUMBER)) });
      if (/m/i.test(letter)) letter = letter === "m" ? "l" : "L"; // what follows a move are lines
    } while (/\d/.test(left));
  }
  return steps;
}

// Whether a number of a command is an x (0), a y (1), or neither (-1).
function axis(letter: string, i: number): number {
  if (letter === "h" || letter === "v") return letter === "h" ? 0 : 1;
  if (letter === "a") return i < 5 ? -1 : i - 5;
  return i % 2;
}

export function whole(path: string): string {
  let at = [0, 0];
  let start = at;
  let text = "";
  let before = "";
  for (const { letter, numbers } of read(path)) {
    const small = letter.toLowerCase();
    const end = [...at];
    const rounded = numbers.map((number, i) => {
      const on = axis(small, i);
      if (on < 0) return Math.round(number);
      end[on] = letter === small ? at[on] + number : number;
      return Math.round(end[on]) - Math.round(at[on]);
    });
    at = small === "z" ? start : end;
    if (small === "m") start = at;
    text += (small === before && small !== "m" ? " " : small) + rounded.join(" ");
    before = small;
  }
  return text.replace(/ -/g, "-");
}

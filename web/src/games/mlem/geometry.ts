// Where the spaces of the track lie. Three forms: the whole board, the same in a
// low window, and a phone's window of a few rows of four around the rocket.
export type Form = "whole" | "low" | "phone";

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  form: Form;
  width: number;
  height: number;
  at: Map<number, Point>; // spaces that are shown
  row: number; // of the phone: the lowest row
}

export const SPACES = 26;
export const DEEP = 26;
const ROW = 4;
const HIGH = 112; // of a row on a phone
const WIDE = 390;

const bow = (i: number, n: number): number => Math.sin((Math.PI * i) / n);

function board(form: "whole" | "low"): Layout {
  const [y0, y1, y2] = form === "whole" ? [548, 352, 158] : [373, 246, 118];
  const arch = form === "whole" ? 10 : 3;
  const at = new Map<number, Point>();
  for (let i = 0; i < 10; i++) at.set(i, { x: 62 + 108 * i, y: y0 - arch * bow(i, 9) });
  for (let i = 0; i < 8; i++) at.set(10 + i, { x: 1020 - 133 * i, y: y1 - arch * bow(i, 7) });
  for (let i = 0; i < 8; i++) at.set(18 + i, { x: 74 + 117 * i, y: y2 - 0.8 * arch * bow(i, 7) });
  return { form, width: 1096, height: form === "whole" ? 604 : 424, at, row: 0 };
}

// Rows alternate their direction, as a path that climbs.
function phone(space: number, rows: number): Layout {
  const last = Math.floor((SPACES - 1) / ROW);
  const row = Math.max(0, Math.min(Math.floor(Math.min(space, SPACES - 1) / ROW), last - rows + 1));
  const height = HIGH * rows + 14;
  const at = new Map<number, Point>();
  for (let i = row * ROW; i < Math.min(SPACES, (row + rows) * ROW); i++) {
    const line = Math.floor(i / ROW);
    const column = line % 2 ? ROW - 1 - (i % ROW) : i % ROW;
    at.set(i, { x: 52 + 95 * column, y: height - 45 - HIGH * (line - row) });
  }
  return { form: "phone", width: WIDE, height, at, row };
}

// As many rows as fit a room of that shape.
export const rowsIn = (width: number, height: number): number => Math.max(2, Math.min(5, Math.round((WIDE * height) / Math.max(1, width) / HIGH - 0.2)));

export function layout(form: Form, space: number, rows = 3): Layout {
  return form === "phone" ? phone(space, rows) : board(form);
}

// Whether the path turns between a space and the one before it.
function turns({ form }: Layout, i: number): boolean {
  return form === "phone" ? i % ROW === 0 : i === 10 || i === 18;
}

// The path from one space to another, as far as it is shown.
export function path(l: Layout, from: number, to: number): string {
  let d = "";
  for (let i = from; i <= to; i++) {
    const p = l.at.get(i);
    const before = l.at.get(i - 1);
    if (!p) continue;
    if (!d || !before) d += `M${p.x} ${p.y.toFixed(1)}`;
    else if (turns(l, i)) {
      const out = before.x > l.width / 2 ? 1 : -1;
      const far = l.form === "phone" ? 46 : 66;
      d += `C${before.x + out * far} ${before.y - 10} ${p.x + out * far} ${p.y + 10} ${p.x} ${p.y.toFixed(1)}`;
    } else d += `L${p.x} ${p.y.toFixed(1)}`;
  }
  const end = l.at.get(25);
  return to === DEEP && end && l.form !== "phone" ? `${d}L${end.x + 43} ${end.y - 9}` : d;
}

// The gap before a space, where the rocket stands; the UFO stands in the one after.
export function gap(l: Layout, space: number): Point {
  const p = l.at.get(Math.min(space, SPACES - 1)) ?? { x: 0, y: 0 };
  if (space >= DEEP) return { x: p.x + (l.form === "phone" ? 0 : 100), y: p.y - (l.form === "phone" ? 55 : 40) };
  if (space === 0) return { x: p.x, y: p.y - 54 };
  const before = l.at.get(space - 1);
  if (!before || turns(l, space)) {
    const side = p.x > l.width / 2 ? 1 : -1;
    return { x: p.x + side * (l.form === "phone" ? 44 : 54), y: p.y - 8 };
  }
  return { x: (p.x + before.x) / 2, y: p.y - 6 };
}

export function after(l: Layout, space: number): Point {
  const p = l.at.get(space) ?? { x: 0, y: 0 };
  const next = l.at.get(space + 1);
  if (!next || turns(l, space + 1)) return { x: p.x + (p.x > l.width / 2 ? 54 : -54), y: p.y - 4 };
  return { x: (p.x + next.x) / 2, y: p.y - 4 };
}

// The middle of a planet that lies beside two spaces.
const PLANET: Record<"whole" | "low", Point[]> = {
  whole: [{ x: 916, y: 464.6 }, { x: 623.5, y: 262.3 }, { x: 91.5, y: 267.7 }, { x: 302.5, y: 70.6 }, { x: 770.5, y: 72.3 }],
  low: [{ x: 918, y: 307 }, { x: 612, y: 181 }, { x: 129, y: 183 }, { x: 304, y: 53 }, { x: 770, y: 54 }],
};

export function planetAt(l: Layout, number: number, spaces: number[]): Point | null {
  if (l.form !== "phone") return PLANET[l.form][number - 1];
  const [a, b] = spaces.map((space) => l.at.get(space));
  if (!a || !b) return a || b ? { x: (a ?? b)!.x - 14, y: (a ?? b)!.y - 56 } : null;
  return { x: Math.min(a.x, b.x) + 22, y: Math.min(a.y, b.y) - 56 };
}

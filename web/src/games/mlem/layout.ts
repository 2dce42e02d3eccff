// Where the spaces of the mat lie: a path that climbs in rows, from Earth at
// the bottom to the comet at the top, left to right and back again. There are
// as many rows as make it largest in its room, and it is stretched to fill that.
export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  scale: number; // px a unit
  scrolls: boolean; // higher than its room
  space: Point[]; // 0 to 26
  path: string; // through all of them
  disc: number; // radius of a space
}

// The first space of each row, fewest rows first. No planet lies in two rows.
const ROWS = [
  [0, 14, 27],
  [0, 10, 18, 27],
  [0, 7, 14, 20, 27],
  [0, 6, 12, 18, 24, 27],
];
const STEP = 70; // between two spaces at least
const ROW = 186; // between two rows at least
const SIDE = 46; // left and right of a row
const FOOT = 46;
const DISC = 25;
const LEAST = 13 / 16; // its smallest letters are of 16 units: 13 px
const STRETCH = 1.5;

const least = (rows: number[]): { width: number; height: number } => ({
  width: 2 * SIDE + STEP * (Math.max(...rows.slice(1).map((end, i) => end - rows[i])) - 1),
  height: FOOT + ROW * (rows.length - 1),
});

// For a room of so many px.
export function layout(width: number, height: number): Layout {
  const fits = ROWS.map((rows) => {
    const needs = least(rows);
    return { rows, needs, scale: Math.min(width / needs.width, height / needs.height), across: width / needs.width };
  });
  const best = fits.reduce((one, other) => (other.scale > one.scale ? other : one));
  if (best.scale >= LEAST) return place(best.rows, best.scale, width, Math.min(height, best.needs.height * best.scale * STRETCH));
  // It scrolls: with as few rows as have letters that can be read.
  const { rows, needs, across } = fits.find((fit) => fit.across >= LEAST) ?? fits[fits.length - 1];
  const scale = Math.min(across, 1);
  return { ...place(rows, scale, width, needs.height * scale), scrolls: true };
}

function place(rows: number[], scale: number, roomWidth: number, roomHeight: number): Layout {
  const width = Math.min(roomWidth / scale, least(rows).width * STRETCH);
  const height = roomHeight / scale;
  const row = (height - FOOT) / (rows.length - 1);
  const space: Point[] = [];
  for (let r = 0; r + 1 < rows.length; r++) {
    const n = rows[r + 1] - rows[r];
    const step = (width - 2 * SIDE) / (n - 1);
    for (let i = 0; i < n; i++) {
      const along = SIDE + i * step;
      const bow = Math.sin((i / (n - 1)) * Math.PI) * 8;
      space.push({ x: r % 2 ? width - along : along, y: height - 62 - r * row + bow });
    }
  }
  return { width, height, scale, scrolls: false, space, path: trace(space, width), disc: DISC };
}

// A smooth line: straight along a row, round at its end.
function trace(space: Point[], width: number): string {
  return space.reduce((path, { x, y }, i) => {
    if (i === 0) return `M${x} ${y}`;
    const before = space[i - 1];
    if (Math.abs(before.y - y) < 60) return `${path}L${x} ${y}`;
    const out = x > width / 2 ? 52 : -52;
    return `${path}C${before.x + out} ${before.y} ${x + out} ${y} ${x} ${y}`;
  }, "");
}

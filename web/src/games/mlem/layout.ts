// Where the spaces of the mat lie: a path that climbs in rows, from Earth at
// the bottom to the comet at the top, left to right and back again.
export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  space: Point[]; // 0 to 26
  path: string; // through all of them
  disc: number; // radius of a space
}

interface Shape {
  rows: number[]; // the first space of each row
  width: number;
  row: number; // height of a row
  side: number; // room left and right
  disc: number;
}

const WIDE: Shape = { rows: [0, 10, 18, 27], width: 960, row: 200, side: 64, disc: 25 };
const TALL: Shape = { rows: [0, 6, 12, 18, 24, 27], width: 440, row: 178, side: 46, disc: 25 };

export function layout(wide: boolean): Layout {
  const { rows, width, row, side, disc } = wide ? WIDE : TALL;
  const count = rows.length - 1;
  const height = count * row + 46;
  const space: Point[] = [];
  for (let r = 0; r < count; r++) {
    const n = rows[r + 1] - rows[r];
    const step = (width - 2 * side) / (n - 1);
    for (let i = 0; i < n; i++) {
      const along = side + i * step;
      const bow = Math.sin((i / (n - 1)) * Math.PI) * 8;
      space.push({ x: r % 2 ? width - along : along, y: height - 62 - r * row + bow });
    }
  }
  return { width, height, space, path: trace(space), disc };
}

// A smooth line: straight along a row, round at its end.
function trace(space: Point[]): string {
  return space.reduce((path, { x, y }, i) => {
    if (i === 0) return `M${x} ${y}`;
    const before = space[i - 1];
    if (Math.abs(before.y - y) < 60) return `${path}L${x} ${y}`;
    const out = x > 200 ? 52 : -52;
    return `${path}C${before.x + out} ${before.y} ${x + out} ${y} ${x} ${y}`;
  }, "");
}

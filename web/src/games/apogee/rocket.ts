// The rocket, drawn from its cards: a box of 200 × 400, its foot at y = 372.
import { technology } from "./art";

export type Kind = "first-stage" | "upper-stage" | "payload" | "rnd";
export interface Part {
  id: string;
  type: Kind;
  pencilled?: boolean; // only planned
}

interface Look {
  mini?: boolean; // strong lines for a small picture
  closed?: boolean; // a fairing without cards: they were dropped
}

const CX = 100;
const UPPER = `M${CX - 42} 146h84v62l-6 10h-72l-6-10z`;
const NOSE = `M${CX - 42} 142V84C${CX - 42} 48 ${CX - 20} 20 ${CX} 8 ${CX + 20} 20 ${CX + 42} 48 ${CX + 42} 84V142z`;
const BAY = `M${CX - 31} 134V86C${CX - 31} 58 ${CX - 16} 36 ${CX} 26 ${CX + 16} 36 ${CX + 31} 58 ${CX + 31} 86V134z`;

const shell = (d: string): string => `<path d="${d}" fill="var(--hull)" stroke="var(--hl)" stroke-width="2.2" stroke-linejoin="round"/>`;
const dash = (d: string, look: Look): string =>
  `<path d="${d}" fill="none" stroke="var(--miss)" stroke-width="${look.mini ? 5 : 2}" stroke-dasharray="${look.mini ? "11 9" : "6 5"}"/>`;
const planned = (d: string): string => `<path d="${d}" fill="none" stroke="var(--go)" stroke-width="2.4" stroke-dasharray="6 5"/>`;

export const drawn = (id: string, type: string, x: number, y: number, scale: number): string =>
  `<g class="ty-${type}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})">${technology(id)}</g>`;

const within = (part: Part, x: number, y: number, scale: number): string => {
  const picture = drawn(part.id, part.type, x, y, scale);
  if (!part.pencilled) return picture;
  const size = 48 * scale;
  return `<g opacity=".75">${picture}</g><rect x="${x}" y="${y}" width="${size}" height="${size}" rx="4" fill="none" stroke="var(--go)" stroke-width="2" stroke-dasharray="4 3"/>`;
};

// In the fairing: Payloads above each other, what is small in a row below.
function bay(payloads: Part[], small: Part[]): string {
  const scale = payloads.length > 1 ? (payloads.length > 2 ? 0.56 : 0.74) : 1.06;
  const step = payloads.length > 2 ? 27 : 37;
  const top = payloads.length > 1 ? (small.length ? 30 : 40) : 46;
  const tiny = small.length > 2 ? 0.42 : 0.54;
  const row = small.map((part, i) => within(part, CX + (i - small.length / 2) * 48 * tiny, 106, tiny));
  return payloads.map((part, i) => within(part, CX - 24 * scale, top + i * step, scale)).join("") + row.join("");
}

function nose(payloads: Part[], small: Part[], look: Look): string {
  const all = [...payloads, ...small];
  const built = all.some(({ pencilled }) => !pencilled) || look.closed;
  const hull = built ? shell(NOSE) : all.length ? planned(NOSE) : dash(NOSE, look);
  if (!all.length && !look.closed) return hull;
  return `${hull}<path d="${BAY}" fill="var(--bay)" stroke="var(--hl)" stroke-width="1.2" stroke-dasharray="3 3"/>${bay(payloads, small)}`;
}

function uppers(parts: Part[], look: Look): string {
  const built = parts.some(({ pencilled }) => !pencilled);
  const hull = built ? `${shell(UPPER)}<path d="M${CX - 42} 152h84" stroke="var(--hl)" stroke-width="1.4" opacity=".6"/>` : parts.length ? planned(UPPER) : dash(UPPER, look);
  const scale = parts.length > 2 ? 0.62 : parts.length > 1 ? 0.84 : 1;
  return hull + parts.map((part, i) => within(part, CX + (i - parts.length / 2) * 27 * (parts.length > 1 ? 1 : 1.78) - (parts.length > 1 ? 6 : 0), 180 - 24 * scale, scale)).join("");
}

function firsts(parts: Part[], look: Look): string {
  const count = Math.max(1, parts.length);
  const width = count === 1 ? 84 : count === 2 ? 62 : 54;
  let picture = "";
  for (let i = 0; i < count; i++) {
    const part = parts[i];
    const x = CX + (i - (count - 1) / 2) * (width + 2) - width / 2;
    const body = count === 1 ? `M${x} 222h${width}v126h${-width}z` : `M${x} 236q${width / 2} -28 ${width} 0v112h${-width}z`;
    const bells = (count === 1 ? [0.24, 0.5, 0.76] : [0.5]).map((k) => `M${x + width * k - 6} 348h12l6 20h-24z`).join("");
    if (!part) picture += dash(body, look) + dash(`M${x + 8} 348l-8 20M${x + width - 8} 348l8 20`, look);
    else if (part.pencilled) picture += planned(body + bells) + `<g opacity=".75">${drawn(part.id, part.type, x + width / 2 - 24, 262, 1)}</g>`;
    else
      picture +=
        `${shell(body)}<path d="M${x} 250h${width}M${x} 322h${width}" stroke="var(--hl)" stroke-width="1.2" opacity=".5"/>` +
        drawn(part.id, part.type, x + width / 2 - (count === 1 ? 32 : 24), count === 1 ? 254 : 262, count === 1 ? 1.34 : 1) +
        `<path d="${bells}" fill="var(--hull2)" stroke="var(--hl)" stroke-width="1.8"/>`;
  }
  const half = (count * (width + 2)) / 2;
  if (parts.some(({ pencilled }) => !pencilled)) picture += `<path d="M${CX - half} 314l-20 40h20zM${CX + half} 314l20 40h-20z" fill="var(--hull2)" stroke="var(--hl)" stroke-width="1.8" stroke-linejoin="round"/>`;
  return picture;
}

const SAILS = '<path d="M58 150l-40-16v54l40-14z" fill="var(--t)"/><path d="M142 150l40-16v54l-40-14z" fill="var(--t)"/><path d="M48 146v32M38 142v40M28 138v48M152 146v32M162 142v40M172 138v48" opacity=".6"/>';
const booster = (x: number, y: number): string => `<path d="M${x - 11} ${y}q11-28 22 0v${348 - y}h-22z" fill="var(--t)"/><path d="M${x - 5} 348h10l5 18h-20z" fill="var(--d)"/>`;
const LEGS = '<path d="M58 318L24 372M142 318l34 54M16 372h18M166 372h18" fill="none" stroke="var(--d)" stroke-width="6" stroke-linecap="round"/>';
const SPIKE = '<path d="M66 366h68l-30 22h-8z" fill="var(--t)"/>';

// What R&D cards add outside; the others stand in the fairing.
function around(id: string, firstStages: number): string {
  const x = firstStages > 1 ? 26 : 42;
  if (id === "solar-sail") return SAILS;
  if (id === "booster-x2") return booster(x, 262) + booster(200 - x, 262);
  if (id === "booster-x4") return [x, x - 20].map((at, i) => booster(at, 262 + i * 24) + booster(200 - at, 262 + i * 24)).join("");
  if (id === "heavy-version") return booster(x, 244) + booster(200 - x, 244);
  if (id === "reusable-system") return LEGS;
  return id.startsWith("aerospike") ? SPIKE : "";
}

export function rocket(parts: Part[], look: Look = {}): string {
  const of = (type: Kind): Part[] => parts.filter((part) => part.type === type);
  const first = of("first-stage");
  const outside = of("rnd").map((part) => ({ part, picture: around(part.id, first.length) }));
  const small = outside.filter(({ picture }) => !picture).map(({ part }) => part);
  const hung = outside.map(({ part, picture }) => picture && `<g class="ty-rnd" stroke="${part.pencilled ? "var(--go)" : "var(--hl)"}" stroke-width="1.8"${part.pencilled ? ' opacity=".7" stroke-dasharray="5 4"' : ""}>${picture}</g>`);
  return hung.join("") + nose(of("payload"), small, look) + uppers(of("upper-stage"), look) + firsts(first, look);
}

// Where a card's part is, for the line from card to part.
export function spot({ id, type }: Part): [number, number] {
  if (type === "payload") return [118, 84];
  if (type === "upper-stage") return [122, 186];
  if (type === "first-stage") return [126, 292];
  if (id === "solar-sail") return [32, 160];
  if (id.startsWith("booster") || id === "heavy-version") return [42, 300];
  if (id === "reusable-system") return [34, 356];
  return id.startsWith("aerospike") ? [82, 374] : [80, 118];
}

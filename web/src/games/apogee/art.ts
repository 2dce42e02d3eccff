// Line drawings of Apogee. Each lives in a box of 48 × 48 (icons: 16 × 16, dice:
// 64 × 64) and takes its colours from the table: --t the tint of a card's type,
// --d its dark, --ln lines. They are texts, so that the rocket can be put
// together from them (rocket.ts).
const L =
  'stroke="var(--ln)" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"';
const bell = (x: number, y: number, w: number, h: number, f = "var(--d)"): string => `<path d="M${x - w * 0.28} ${y}h${w * 0.56}l${w * 0.22} ${h}h${-w}z" fill="${f}" ${L}/>`;
const TECHNOLOGIES: Record<string, string> = {
  "kerosene": `<rect x="15" y="5" width="18" height="22" rx="4" fill="var(--t)" ${L}/><path d="M15 12h18M15 20h18" ${L} opacity=".6"/><rect x="20" y="27" width="8" height="4" fill="var(--d)" ${L}/>${bell(24, 31, 18, 11)}<path d="M24 8c-3 4-3 6 0 8 3-2 3-4 0-8z" fill="var(--ln)"/>`,
  "liquid-hydrogen": `<rect x="14" y="4" width="20" height="14" rx="7" fill="var(--t)" ${L}/><rect x="16" y="18" width="16" height="9" rx="4" fill="var(--d)" ${L}/><rect x="20" y="27" width="8" height="4" fill="var(--d)" ${L}/>${bell(24, 31, 20, 11)}<circle cx="20" cy="11" r="2.6" fill="var(--ln)"/><circle cx="28" cy="11" r="2.6" fill="var(--ln)"/><path d="M20 11h8" ${L}/>`,
  "solid-booster": `<path d="M18 12q6-12 12 0v24h-12z" fill="var(--t)" ${L}/><path d="M18 16h12M18 22h12M18 28h12" ${L} opacity=".7"/>${bell(24, 36, 14, 8)}`,
  "nuclear-pulse": `<path d="M16 4h16l4 12H12z" fill="var(--t)" ${L}/><path d="M18 16v10M24 16v10M30 16v10" ${L}/><path d="M6 27h36l-4 5H10z" fill="var(--d)" ${L}/><circle cx="24" cy="40" r="4" fill="#ffd98a"/><path d="M24 34v-1M16 39l-4 1M32 39l4 1M18 44l-3 2M30 44l3 2" stroke="#ffd98a" stroke-width="1.8" stroke-linecap="round"/>`,
  "laser": `<path d="M12 8h24l-6 12H18z" fill="var(--t)" ${L}/><path d="M24 20v8" ${L}/><path d="M24 44V28M19 42l5-12 5 12" stroke="#ff9db0" stroke-width="2" fill="none"/><ellipse cx="24" cy="44" rx="9" ry="2.5" fill="var(--d)" ${L}/>`,
  "ion-thruster": `<rect x="14" y="10" width="20" height="14" rx="3" fill="var(--t)" ${L}/><path d="M12 24h24v4H12z" fill="var(--d)" ${L}/><path d="M16 32v8M20 32v11M24 32v13M28 32v11M32 32v8" stroke="#9be8ff" stroke-width="2" stroke-linecap="round"/><path d="M19 14v6M24 14v6M29 14v6" ${L}/>`,
  "nuclear-electric": `<rect x="20" y="4" width="8" height="24" rx="2" fill="var(--t)" ${L}/><path d="M20 10L8 6v14l12-2zM28 10l12-4v14l-12-2z" fill="var(--d)" ${L}/>${bell(24, 28, 16, 9)}<path d="M24 40v5M19 40l-1 4M29 40l1 4" stroke="#9be8ff" stroke-width="2" stroke-linecap="round"/><circle cx="24" cy="16" r="2.4" fill="#ffd98a"/>`,
  "kick-stage": `<circle cx="24" cy="18" r="12" fill="var(--t)" ${L}/><path d="M12 18h24" ${L}/>${bell(24, 30, 16, 11)}`,
  "cryogenic": `<rect x="13" y="6" width="22" height="20" rx="5" fill="var(--t)" ${L}/><path d="M24 9v14M18 12.5l12 7M30 12.5l-12 7" stroke="var(--d)" stroke-width="2" stroke-linecap="round"/><rect x="20" y="26" width="8" height="4" fill="var(--d)" ${L}/>${bell(24, 30, 22, 13)}`,
  "storable": `<circle cx="18" cy="15" r="8" fill="var(--t)" ${L}/><circle cx="30" cy="15" r="8" fill="var(--d)" ${L}/><path d="M18 23v5h12v-5" fill="none" ${L}/>${bell(24, 28, 16, 13)}`,
  "cargo": `<path d="M24 6l16 8v18l-16 9-16-9V14z" fill="var(--t)" ${L}/><path d="M8 14l16 8 16-8M24 22v19" fill="none" ${L}/><path d="M15 10.5l16 8v6" fill="none" ${L} opacity=".7"/>`,
  "satellite": `<rect x="19" y="16" width="10" height="16" rx="2" fill="var(--t)" ${L}/><path d="M3 19h13v10H3zM32 19h13v10H32z" fill="var(--d)" ${L}/><path d="M7.5 19v10M12 19v10M36.5 19v10M41 19v10M16 24h3M29 24h3M24 16v-4" ${L}/><path d="M18 11a6 4.5 0 0 1 12 0z" fill="var(--t)" ${L}/><path d="M24 32v5" ${L}/>`,
  "rover": `<rect x="9" y="20" width="28" height="10" rx="3" fill="var(--t)" ${L}/><path d="M30 20v-9M26 11h9M12 20l-4-6h12l2 6" fill="var(--d)" ${L}/><circle cx="13" cy="36" r="5" fill="var(--d)" ${L}/><circle cx="24" cy="36" r="5" fill="var(--d)" ${L}/><circle cx="35" cy="36" r="5" fill="var(--d)" ${L}/>`,
  "astro": `<path d="M12 46c0-10 5-14 12-14s12 4 12 14z" fill="#dfe7f5" ${L}/><circle cx="24" cy="19" r="14" fill="#fff" ${L}/><rect x="14" y="12" width="20" height="14" rx="7" fill="#2a4f86" ${L}/><path d="M18 16q2-2 5-2" stroke="#bfe0ff" stroke-width="2" fill="none" stroke-linecap="round"/><rect x="20" y="37" width="8" height="5" rx="1" fill="var(--d)"/>`,
  "capsule-2": `<path d="M18 8h12l9 24H9z" fill="var(--t)" ${L}/><path d="M9 32h30l-3 6H12z" fill="var(--d)" ${L}/><circle cx="19" cy="23" r="3.5" fill="var(--ln)"/><circle cx="29" cy="23" r="3.5" fill="var(--ln)"/>`,
  "small-shuttle": `<path d="M24 4c4 4 6 10 6 18v16H18V22c0-8 2-14 6-18z" fill="var(--t)" ${L}/><path d="M18 22L6 36v4h12zM30 22l12 14v4H30z" fill="var(--d)" ${L}/><path d="M21 14h6l1 4h-8z" fill="var(--ln)"/><path d="M24 28v14" ${L}/>`,
  "interplanetary": `<ellipse cx="24" cy="22" rx="19" ry="7" fill="none" stroke="var(--d)" stroke-width="5"/><ellipse cx="24" cy="22" rx="19" ry="7" fill="none" ${L}/><path d="M24 3c4 4 5 9 5 14v18H19V17c0-5 1-10 5-14z" fill="var(--t)" ${L}/><circle cx="24" cy="14" r="2.5" fill="var(--ln)"/>${bell(24, 35, 14, 8)}`,
  "cubesat-40": `<path d="M24 12l11 5.5v12L24 35l-11-5.5v-12z" fill="var(--t)" ${L}/><path d="M13 17.5L24 23l11-5.5M24 23v12" fill="none" ${L}/><path d="M13 24L3 20v8l10 3zM35 24l10-4v8l-10 3z" fill="var(--d)" ${L}/><path d="M24 12V5M21 5h6" ${L}/>`,
  "solar-sail": `<path d="M24 4L44 24 24 44 4 24z" fill="var(--t)" ${L}/><path d="M24 4v40M4 24h40" ${L} opacity=".8"/><path d="M14 14l20 20M34 14L14 34" ${L} opacity=".35"/><circle cx="24" cy="24" r="4" fill="var(--d)" ${L}/>`,
  "aerospike-2": `<path d="M10 8h28v8H10z" fill="var(--d)" ${L}/><path d="M14 16h20l-9 26h-2z" fill="var(--t)" ${L}/><path d="M10 18l-2 14M38 18l2 14" stroke="#ffd98a" stroke-width="2" stroke-linecap="round"/>`,
  "booster-x2": `<path d="M10 14q5-10 10 0v22H10zM28 14q5-10 10 0v22H28z" fill="var(--t)" ${L}/>${bell(15, 36, 11, 7)}${bell(33, 36, 11, 7)}<path d="M20 20h8M20 30h8" ${L}/>`,
  "ssto": `<path d="M24 2c7 7 9 15 9 24v10H15V26c0-9 2-17 9-24z" fill="var(--t)" ${L}/><path d="M15 24L6 38h9zM33 24l9 14h-9z" fill="var(--d)" ${L}/><circle cx="24" cy="17" r="3.5" fill="var(--ln)"/><path d="M15 28h18" ${L} opacity=".6"/>${bell(24, 36, 16, 9)}`,
  "liquid-methane": `<rect x="13" y="4" width="22" height="23" rx="9" fill="var(--t)" ${L}/><path d="M13 15h22" ${L} opacity=".6"/><circle cx="24" cy="10" r="2" fill="var(--ln)"/><circle cx="19" cy="20.5" r="1.8" fill="var(--ln)"/><circle cx="29" cy="20.5" r="1.8" fill="var(--ln)"/><rect x="20" y="27" width="8" height="4" fill="var(--d)" ${L}/>${bell(24, 31, 20, 12)}`,
  "nuclear-thermal": `<rect x="15" y="4" width="18" height="20" rx="3" fill="var(--t)" ${L}/><circle cx="24" cy="14" r="6" fill="#ffd98a" ${L}/><path d="M24 14V8.5M24 14l-4.8 2.8M24 14l4.8 2.8" ${L}/><rect x="19" y="24" width="10" height="5" fill="var(--d)" ${L}/>${bell(24, 29, 20, 13)}`,
  "shuttle": `<path d="M24 3c5 4 7 10 7 18v19H17V21c0-8 2-14 7-18z" fill="var(--t)" ${L}/><path d="M17 18L3 38v5h14zM31 18l14 20v5H31z" fill="var(--d)" ${L}/><path d="M20 13h8l1.5 5h-11z" fill="var(--ln)"/><path d="M24 26v15M20 43h8" ${L}/>`,
  "booster-x4": `<g fill="var(--t)" ${L}><path d="M4 17q4-9 8 0v19H4zM14 12q4-9 8 0v24h-8zM26 12q4-9 8 0v24h-8zM36 17q4-9 8 0v19h-8z"/></g>${bell(8, 36, 9, 7)}${bell(18, 36, 9, 7)}${bell(30, 36, 9, 7)}${bell(40, 36, 9, 7)}`,
  "additional-seat": `<path d="M15 6q6-4 12 0l3 20H14z" fill="var(--t)" ${L}/><path d="M13 26h20l3 8H13z" fill="var(--d)" ${L}/><path d="M16 34v9M33 34v9M11 43h27" ${L} fill="none"/><path d="M18 14h9M17 20h11" ${L} opacity=".6"/>`,
  "heavy-version": `<g fill="var(--t)" ${L}><path d="M5 17q5-10 10 0v22H5zM33 17q5-10 10 0v22H33z"/><path d="M17 11q7-13 14 0v28H17z"/></g><path d="M15 24h2M31 24h2M15 33h2M31 33h2" ${L}/>${bell(10, 39, 10, 6)}${bell(24, 39, 13, 6)}${bell(38, 39, 10, 6)}`,
  "reusable-system": `<path d="M19 5h10v26H19z" fill="var(--t)" ${L}/><path d="M19 12h10" ${L}/><path d="M19 26L9 41M29 26l10 15M6 42h9M33 42h9" ${L} fill="none"/>${bell(24, 31, 11, 6)}<path d="M35 7a9 9 0 0 1 4 11M41 14l-2 5-5-2" fill="none" stroke="var(--d)" stroke-width="2.2" stroke-linecap="round"/>`,
  "pressurization": `<rect x="7" y="12" width="34" height="26" rx="12" fill="var(--t)" ${L}/><circle cx="24" cy="25" r="8" fill="var(--d)" ${L}/><path d="M24 25l4-4" ${L}/><path d="M24 12V6M20 6h8" ${L}/>`,
  "capsule-1": `<path d="M18 8h12l9 24H9z" fill="var(--t)" ${L}/><path d="M9 32h30l-3 6H12z" fill="var(--d)" ${L}/><circle cx="24" cy="22" r="4.5" fill="var(--ln)"/>`,
};
TECHNOLOGIES["aerospike-1"] = TECHNOLOGIES["aerospike-2"];
TECHNOLOGIES["cubesat-60"] = TECHNOLOGIES["cubesat-40"];

// What a technology looks like; one without a drawing of its own is a box.
export const technology = (id: string): string => TECHNOLOGIES[id] ?? TECHNOLOGIES.cargo;

const PLANETS: Record<string, string> = {
  geo: `<circle cx="24" cy="24" r="14" fill="#4aa3df"/><path d="M14 20c4-6 12-6 14-2s-4 5-3 8 7 1 6 6-7 5-10 5-9-8-7-17z" fill="#7ed6a0"/><ellipse cx="24" cy="24" rx="22" ry="8" fill="none" stroke="#ffd98a" stroke-width="2" stroke-dasharray="4 3" transform="rotate(-18 24 24)"/>`,
  moon: `<circle cx="24" cy="24" r="16" fill="#d6d2c4"/><circle cx="18" cy="18" r="4" fill="#aca89a"/><circle cx="30" cy="26" r="5" fill="#b6b2a4"/><circle cx="20" cy="32" r="2.5" fill="#aca89a"/>`,
  venus: `<circle cx="24" cy="24" r="18" fill="#f0c36b"/><path d="M8 19c10-4 21 3 32-2M7.5 26c11-4 22 4 33.5-1M11.5 34c9-4 16 2 25-2" stroke="#c98d3a" stroke-width="3" fill="none" opacity=".8"/><path d="M12 13c8-3 14 2 22-2" stroke="#fbe3ac" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  mars: `<circle cx="24" cy="24" r="16" fill="#d5623f"/><path d="M15 11q9-6 18 0l-4 3q-5-2-10 0z" fill="#fff3e6"/><circle cx="30" cy="27" r="4" fill="#a8452a"/><path d="M10 26c6-2 9 3 16 1" stroke="#a8452a" stroke-width="2.5" fill="none"/>`,
  europa: `<circle cx="24" cy="24" r="15" fill="#eef2f4"/><path d="M12 18c8 4 16 2 24 8M14 32c6-8 12-12 20-16M22 10c0 10 4 18 10 26" stroke="#b98a6a" stroke-width="1.8" fill="none"/>`,
  titan: `<circle cx="24" cy="24" r="15" fill="#e0a74c"/><circle cx="24" cy="24" r="19" fill="none" stroke="#e0a74c" stroke-width="1.6" opacity=".6"/><path d="M11 22c9-3 17 2 26-1M12 30c8-3 15 2 23-1" stroke="#b87d2a" stroke-width="2" fill="none" opacity=".7"/>`,
};
export const planet = (id: string): string => PLANETS[id] ?? "";

export const COIN =
  '<circle cx="8" cy="8" r="7" fill="#f2c14e" stroke="#a87a14"/><path d="M8 3.5l1.3 2.9 3.1.3-2.3 2.1.7 3.1L8 10.3l-2.8 1.6.7-3.1-2.3-2.1 3.1-.3z" fill="#a87a14"/>';

// A die with twelve faces.
export const die = (face: string | number): string =>
  `<path d="M32 3l23 12 7 25-16 20H18L2 40 9 15z" class="db"/><path d="M32 14l18 13-7 21H21l-7-21z" class="df"/><path d="M32 3v11M55 15l-5 12M62 40l-19 8M18 60l3-12M46 60l-3-12M2 40l12-13M9 15l5 12" class="dl"/><text x="32" y="41" text-anchor="middle" class="dt">${face}</text>`;

export const ICONS = {
  thrust: '<path d="M8 1l5 6h-3v4H6V7H3z" fill="currentColor"/><path d="M6 12.5h4l-2 3z" fill="currentColor" opacity=".7"/>',
  mass: '<path d="M5.5 5a2.5 2.5 0 1 1 5 0H13l2 10H1L3 5zM7 5h2a1 1 0 1 0-2 0z" fill="currentColor"/>',
  perf: '<path d="M8 2a7 7 0 0 0-7 7c0 1.5.5 3 1.3 4h11.4A6.8 6.8 0 0 0 15 9a7 7 0 0 0-7-7z" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M8 10l3.5-5" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>',
  tick: '<path d="M3 8.5l3.5 3.5L13 4.5" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>',
  cross: '<path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
  pad: '<path d="M8 1c2 2 3 4 3 6v5H5V7c0-2 1-4 3-6zM2 14h12" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>',
  eng: '<circle cx="8" cy="5" r="3.2" fill="currentColor"/><path d="M2 15c0-4 3-6 6-6s6 2 6 6z" fill="currentColor"/>',
  inv: '<path d="M2 4h12v9H2z" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M2 4l6 5 6-5" fill="none" stroke="currentColor" stroke-width="1.6"/>',
  auth: '<path d="M8 1l2 4.4 4.8.5-3.6 3.2 1.1 4.8L8 11.4l-4.3 2.5 1.1-4.8L1.2 5.9 6 5.4z" fill="currentColor"/>',
  menu: '<path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>',
  undo: '<path d="M4 7h6a4 4 0 0 1 0 8M4 7l3-3M4 7l3 3" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/>',
  seatp: '<circle cx="8" cy="5" r="3" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M3 15c0-4 2-6 5-6s5 2 5 6" fill="none" stroke="currentColor" stroke-width="1.6"/>',
  rain: '<path d="M4 9a3 3 0 0 1 .5-6 4 4 0 0 1 7.5 1A2.6 2.6 0 0 1 12 9z" fill="currentColor"/><path d="M5 11l-1 3M8 11l-1 3M11 11l-1 3" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/>',
  attack: '<path d="M9.5 1L3 9h4l-1.5 6L13 6.5H8.5z" fill="currentColor"/>',
  hire: '<circle cx="6" cy="5" r="3" fill="currentColor"/><path d="M1 15c0-4 2-6 5-6s5 2 5 6z" fill="currentColor"/><path d="M13 3v6M10 6h6" stroke="currentColor" stroke-width="1.8"/>',
  fire: '<path d="M5 1h6v4l2 3H3l2-3z" fill="currentColor"/><path d="M4.5 9.5h7c.5 3-1.5 5-3.5 6.5-2-1.5-4-3.5-3.5-6.5z" fill="currentColor" opacity=".65"/>',
  star: '<path d="M8 1l2 4.4 4.8.5-3.6 3.2 1.1 4.8L8 11.4l-4.3 2.5 1.1-4.8L1.2 5.9 6 5.4z" fill="currentColor"/>',
  ban: '<circle cx="8" cy="8" r="6.3" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M3.6 3.6l8.8 8.8" stroke="currentColor" stroke-width="1.8"/>',
  info: '<circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 7v5M8 4v1.2" stroke="currentColor" stroke-width="1.8"/>',
  flag: '<path d="M4 15V1M4 2h9l-2.5 3.5L13 9H4" fill="currentColor" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>',
  pencil: '<path d="M2 14l1-4 8-8 3 3-8 8z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
  chart: '<path d="M2 14V9h3v5zM6.5 14V5h3v9zM11 14V2h3v12z" fill="currentColor"/>',
  clock: '<circle cx="8" cy="8" r="6.3" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M8 4v4l3 2" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>',

};
export type IconName = keyof typeof ICONS;

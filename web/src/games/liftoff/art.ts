// Drawings of Lift Off as SVG text: portraits, missions, technologies, the
// rocket by its upgrades, the lab by its level, the station.
// Patterns that the drawings use; once on the page (Table.svelte).
export const DEFS = `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>
<pattern id="lo-dots" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(35)"><circle cx="2.5" cy="2.5" r="1.15" fill="currentColor"/></pattern>
<pattern id="lo-dots-s" width="3.4" height="3.4" patternUnits="userSpaceOnUse" patternTransform="rotate(35)"><circle cx="1.7" cy="1.7" r=".8" fill="currentColor"/></pattern>
<pattern id="lo-hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="#f7d487"/><rect width="3.2" height="7" fill="#eaa91f"/></pattern>
</defs></svg>`;
const INK = "#1d2740";
const CREAM = "#fbf1d9";
const RED = "#d2472a";
const TEAL = "#1b7077";
const MUST = "#eaa91f";
const SKY = "#8cc5cf";
const SKIN = ["#f0c39a", "#c98a5e", "#8a5a3c", "#f4d3b0"];
const bust = (bg: string, skin: string, coat: string, inner: string, hair: string, extra = ""): string => `<svg viewBox="0 0 100 100" class="por" aria-hidden="true"><rect width="100" height="100" fill="${bg}"/><circle cx="72" cy="26" r="44" fill="#fff" opacity=".14"/><g color="#1d2740" opacity=".22"><rect width="100" height="100" fill="url(#lo-dots)"/></g><rect width="100" height="100" fill="${bg}" opacity=".72"/>
<g stroke="${INK}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"><path d="M8 101C10 78 26 71 50 71s40 7 42 30z" fill="${coat}"/><path d="M38 69h24l-3 13-9 8-9-8z" fill="${inner}"/><path d="M42 58h16v15q-8 6-16 0z" fill="${skin}"/><ellipse cx="50" cy="44" rx="20" ry="24" fill="${skin}"/>${hair}</g>
<g fill="${INK}"><circle cx="42.5" cy="45" r="2.3"/><circle cx="57.5" cy="45" r="2.3"/></g><path d="M43 56q7 5 14 0" fill="none" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/><path d="M50 46l-2.4 6h3.6" fill="none" stroke="${INK}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>${extra}</svg>`;
const robot = (bg: string, body: string, face: string, extra: string): string => `<svg viewBox="0 0 100 100" class="por" aria-hidden="true"><rect width="100" height="100" fill="${bg}"/><circle cx="30" cy="30" r="40" fill="#fff" opacity=".14"/><g stroke="${INK}" stroke-width="2.8" stroke-linejoin="round"><path d="M50 20V9" /><circle cx="50" cy="8" r="4" fill="${MUST}"/><rect x="14" y="74" width="72" height="30" rx="6" fill="${body}"/><rect x="42" y="64" width="16" height="12" fill="${face}"/><rect x="22" y="20" width="56" height="46" rx="9" fill="${face}"/><rect x="14" y="34" width="8" height="18" fill="${body}"/><rect x="78" y="34" width="8" height="18" fill="${body}"/><circle cx="39" cy="38" r="7" fill="${CREAM}"/><circle cx="61" cy="38" r="7" fill="${CREAM}"/><path d="M36 54h28M43 50v8M50 50v8M57 50v8" fill="none"/></g><circle cx="40" cy="39" r="2.6" fill="${INK}"/><circle cx="60" cy="39" r="2.6" fill="${INK}"/>${extra}</svg>`;
const S = `stroke="${INK}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"`;
export const PORTRAITS: Record<string, string> = {
  'propulsion-engineer': bust('#e2653f',SKIN[1],'#2b5c73','#f7e7c4',`<path d="M29 38C27 18 38 14 51 14s23 5 21 24c-4-9-9-12-13-12-9 3-22 2-30 12z" fill="#3a2418"/>`,
  `<g ${S}><path d="M26 34q24-10 48 0" fill="none" stroke="#4a3526" stroke-width="6"/><circle cx="40" cy="30" r="9" fill="${SKY}"/><circle cx="60" cy="30" r="9" fill="${SKY}"/><path d="M36 27l5-3M56 27l5-3" stroke="#fff" stroke-width="2"/></g><g transform="translate(80 74)"><path d="M-6 -4l9-12 9 12v14h-18z" fill="${RED}" ${S}/><path d="M-2 12l5 12 5-12z" fill="${MUST}" ${S}/></g>`),
  'rocket-builder': bust('#e9b44c',SKIN[0],'#31586b',RED,`<path d="M27 36q0-24 23-24t23 24z" fill="${MUST}"/><path d="M22 37h56" stroke-width="5"/><path d="M45 13v14h10V13" fill="#f7d98c"/>`,
  `<path d="M36 57q14 12 28 0-3 12-14 12t-14-12z" fill="#7a4526" ${S}/><path d="M45 59q5 3 10 0" stroke="${CREAM}" stroke-width="2.4" fill="none"/><g transform="translate(82 72) rotate(28)"><path d="M-4 26V2a9 9 0 1 1 8 0v24z" fill="#c8d4d6" ${S}/><path d="M-4 -14v8h8v-8" fill="#e9b44c" ${S}/></g>`),
  scientist: bust('#3f8a92',SKIN[3],CREAM,TEAL,`<path d="M28 46C22 26 30 16 40 16c2-8 20-8 24 0 10 0 14 12 8 30-2-10-5-16-10-17-10 3-22 1-27 2-4 3-6 8-7 15z" fill="#e8e2d0"/>`,
  `<g fill="#fff" fill-opacity=".55" ${S}><circle cx="42" cy="45" r="7.5"/><circle cx="58.5" cy="45" r="7.5"/><path d="M49.5 44h1.5" fill="none"/></g><g transform="translate(82 76)"><path d="M-4-16h8v10l9 18a4 4 0 0 1-4 5h-18a4 4 0 0 1-4-5l9-18z" fill="${CREAM}" ${S}/><path d="M-8 5h16l4 8h-24z" fill="${RED}"/></g>`),
  'lab-director': bust('#7d6aa0',SKIN[2],'#e8e2d0',INK,`<path d="M27 54C20 22 34 12 50 12s31 10 23 42c-3-14-6-20-12-25-10 4-18 4-24 3-5 5-8 12-10 22z" fill="#22160f"/>`,`<path d="M33 78l10 8M67 78l-10 8" ${S}/>`),
  biologist: bust('#6f9d58',SKIN[0],'#c9e0b8','#fff',`<path d="M26 62C18 26 32 13 50 13s34 12 24 49c-4-6-5-20-8-28-8 0-20-2-28-9-2 8-8 22-12 37z" fill="#a54a22"/>`,`<g transform="translate(82 74)" ${S}><path d="M0 18V-6" fill="none"/><path d="M0 4q-14-2-12-14 12 0 12 14zM0-2q12-2 11-14-11 1-11 14z" fill="#4f8a3a"/></g>`),
  quartermaster: bust('#8a7a50',SKIN[2],'#5d6b3c','#cdbf8a',`<path d="M27 36q2-20 23-20t23 20z" fill="#5d6b3c"/><path d="M24 37q26-8 52 0" stroke-width="5" fill="none"/>`,`<g transform="translate(81 78)" ${S}><rect x="-12" y="-12" width="24" height="22" fill="#d8a55c"/><path d="M-12-3h24M0-12v22" fill="none"/></g>`),
  chemist: bust('#c0567a',SKIN[3],CREAM,'#f2c9d4',`<path d="M27 56C16 30 32 12 50 12s35 16 23 44c-2-9-5-14-7-23-9 1-21-1-27-8-4 9-9 20-12 31z" fill="#2c2030"/>`,`<g fill="#fff" fill-opacity=".5" ${S}><rect x="34" y="39" width="14" height="11" rx="4"/><rect x="52" y="39" width="14" height="11" rx="4"/></g>`),
  reporter: bust('#b98544',SKIN[0],'#6b5a45',CREAM,`<path d="M30 30q0-18 20-18t20 18z" fill="#4c4034"/><path d="M20 31q30-9 60 0" stroke-width="5" fill="none"/><path d="M58 17h12v9H58z" fill="#fff"/>`,''),
  politician: bust('#4a6a9a',SKIN[3],'#26314f',CREAM,`<path d="M29 40C26 18 40 14 50 14s24 4 21 26c-5-12-12-14-22-14s-15 4-20 14z" fill="#b5b0a4"/>`,`<path d="M46 74l4 6-3 14h6l-3-14 4-6z" fill="${RED}" stroke="${INK}" stroke-width="2"/>`),
  astronaut: bust('#26356b',SKIN[1],'#e8eef0','#c8d4d6',`<circle cx="50" cy="44" r="30" fill="none" stroke-width="6" stroke="#e8eef0"/><circle cx="50" cy="44" r="33" fill="none"/><circle cx="50" cy="44" r="27" fill="${SKY}" fill-opacity=".25"/>`,`<path d="M31 34q6-10 14-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>`),
  'capitalist-robot': robot('#57814f','#3b3f52','#c9d0c4',`<path d="M28 20h44v-4h-7V2H35v14h-7z" fill="${INK}"/><circle cx="61" cy="38" r="10" fill="none" stroke="${MUST}" stroke-width="3"/>`),
  'communist-robot': robot('#c43f2c','#7d2b22','#d6cfc0',`<path d="M28 21q22-14 44 0l2 5H26z" fill="#5d3a2a"/>`),
};
// technologies, 24 x 24
export const TECHS: Record<string, string> = {
  red: `<svg viewBox="0 0 24 24" class="ti" aria-hidden="true"><path d="M5 7.5 8 4h7l1.5 2H19v15H5z" fill="#d2472a" stroke="#1d2740" stroke-width="1.5" stroke-linejoin="round"/><path d="M9 4.200h5M8.5 10.500l7 7m0-7-7 7" stroke="#fff3d8" stroke-width="1.7" stroke-linecap="round"/></svg>`,
  yellow: `<svg viewBox="0 0 24 24" class="ti" aria-hidden="true"><path d="M13.5 2 4.5 13.500h6L9.5 22 19.5 9.800h-6.300z" fill="#f2b61f" stroke="#1d2740" stroke-width="1.5" stroke-linejoin="round"/></svg>`,
  blue: `<svg viewBox="0 0 24 24" class="ti" aria-hidden="true"><rect x="5" y="7" width="6" height="14" rx="3" fill="#2b78a8" stroke="#1d2740" stroke-width="1.5"/><rect x="13" y="7" width="6" height="14" rx="3" fill="#4f9fce" stroke="#1d2740" stroke-width="1.5"/><path d="M8 7V4.500h8V7M12 4.500V2.5" fill="none" stroke="#1d2740" stroke-width="1.6"/><path d="M6.8 12.500h2.400M14.8 12.500h2.4" stroke="#fff" stroke-width="1.5"/></svg>`,
  green: `<svg viewBox="0 0 24 24" class="ti" aria-hidden="true"><path d="M12 22V8" stroke="#1d2740" stroke-width="1.6"/><path d="M12 9c-3-2-3-5 0-7.500C15 4 15 7 12 9zM11.5 14.500C7.5 14.5 6 12 6 9c3.5 0 5.5 2.5 5.5 5.500zM12.5 14.500c4 0 5.5-2.5 5.5-5.5-3.5 0-5.5 2.5-5.5 5.500zM11.5 20C7.5 20 6 17.5 6 14.500c3.5 0 5.5 2.5 5.5 5.500zM12.5 20c4 0 5.5-2.5 5.5-5.5-3.5 0-5.5 2.5-5.5 5.500z" fill="#5f9a46" stroke="#1d2740" stroke-width="1.3" stroke-linejoin="round"/></svg>`,
};
const mi = (bg: string, inner: string): string => `<svg viewBox="0 0 40 40" class="mi" aria-hidden="true"><circle cx="20" cy="20" r="19" fill="${bg}"/><g stroke="${INK}" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round">${inner}</g></svg>`;
const panel = (x: number, y: number, w = 9, h = 7): string => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#4f9fce"/>`;
export const LEVELS = ["#cfe3dc", "#f3d08a", "#efb3a0", "#c9bfe0"];
const [L1, L2, L3, L4] = LEVELS;
export const MISSIONS: Record<string, string> = {
  'test-satellite': mi(L1,`<path d="M13 13 6 7M27 13l7-6M14 27l-6 7M26 27l6 7" fill="none"/><circle cx="20" cy="20" r="9" fill="#e9eef0"/><path d="M11.5 18q8 4 17 0" fill="none"/>`),
  'communications-satellite': mi(L1,`${panel(3,17)}${panel(28,17)}<path d="M12 20.500h16" fill="none"/><rect x="15" y="15" width="10" height="12" fill="${CREAM}"/><path d="M14 11q6-6 12 0l-6 4z" fill="${RED}"/><path d="M20 9V5" fill="none"/>`),
  'weather-satellite': mi(L1,`${panel(4,22,10,7)}<path d="M14 25h6" fill="none"/><rect x="18" y="20" width="9" height="11" fill="${CREAM}"/><path d="M15 15a5 5 0 0 1 5-6 6 6 0 0 1 11 2 4 4 0 0 1 0 7H17a3 3 0 0 1-2-3z" fill="#fff"/>`),
  'space-tourist': mi(L1,`<circle cx="20" cy="17" r="10" fill="#e8eef0"/><rect x="13" y="13" width="14" height="8" rx="4" fill="${SKY}"/><path d="M11 34q1-8 9-8t9 8z" fill="${RED}"/><path d="M14 15.500l5 0M21 15.500l5 0" stroke-width="3"/>`),
  'booster-test': mi(L1,`<path d="M15 24V12q0-5 5-8 5 3 5 8v12z" fill="${CREAM}"/><path d="M15 18l-4 6h4M25 18l4 6h-4" fill="${RED}"/><path d="M16 25l4 11 4-11z" fill="${MUST}"/>`),
  'payload-test': mi(L1,`<rect x="10" y="14" width="20" height="16" fill="#d8a55c"/><path d="M10 20h20M20 14v16" fill="none"/><path d="M14 14l6-8 6 8" fill="none"/>`),
  'measuring-probe': mi(L1,`<path d="M20 30V22" fill="none"/><rect x="14" y="14" width="12" height="9" fill="${CREAM}"/><path d="M20 14V6M17 6h6M14 23l-6 9M26 23l6 9" fill="none"/><circle cx="20" cy="18.5" r="2.6" fill="${RED}"/>`),
  'supply-ship': mi(L2,`<rect x="8" y="14" width="20" height="12" rx="5" fill="${CREAM}"/><path d="M28 16l6 4-6 4" fill="${RED}"/>${panel(13,4,7,9)}${panel(13,27,7,9)}`),
  'probe-drop': mi(L2,`<path d="M9 17q11-15 22 0l-11 3z" fill="${RED}"/><path d="M10 17l8 11M30 17l-8 11" fill="none"/><rect x="15" y="26" width="10" height="8" rx="2" fill="${CREAM}"/>`),
  'capacity-optimization': mi(L2,`<rect x="14" y="6" width="12" height="28" rx="3" fill="${CREAM}"/><path d="M14 15h12M14 24h12" fill="none"/><path d="M8 15v-6M5 12l3-3 3 3M32 25v6M29 28l3 3 3-3" fill="none"/>`),
  'lightweight-ship': mi(L2,`<path d="M6 24q14-14 28-10-4 14-20 16z" fill="${CREAM}"/><path d="M8 27l-3 6 8-3" fill="${MUST}"/><circle cx="25" cy="19" r="3" fill="${SKY}"/>`),
  'orbital-lab': mi(L2,`${panel(2,16,9,8)}${panel(29,16,9,8)}<path d="M11 20h18" fill="none"/><rect x="13" y="11" width="14" height="19" rx="4" fill="${CREAM}"/><path d="M18 15h4v4l3 6h-10l3-6z" fill="${TEAL}"/>`),
  'tv-satellite': mi(L2,`<rect x="8" y="14" width="24" height="17" rx="4" fill="${CREAM}"/><rect x="11" y="17" width="13" height="11" rx="3" fill="${SKY}"/><path d="M20 14l-6-9M20 14l6-9" fill="none"/><circle cx="28" cy="20" r="1.5"/><circle cx="28" cy="25" r="1.5"/>`),
  'crewed-orbit': mi(L2,`<path d="M10 31 15 12q5-6 10 0l5 19z" fill="${CREAM}"/><path d="M9 31h22v3H9z" fill="#7a4526"/><circle cx="20" cy="19" r="4.5" fill="${SKY}"/><path d="M18 19.500q2 2 4 0" fill="none" stroke-width="1.3"/>`),
  'solar-collector': mi(L3,`<path d="M6 12h28l-4 16H10z" fill="#4f9fce"/><path d="M20 12v16M8 20h24M13 12l1 16M27 12l-1 16" fill="none"/>`),
  'trading-post': mi(L3,`<path d="M8 16h24l-3-7H11z" fill="${RED}"/><rect x="10" y="16" width="20" height="14" fill="${CREAM}"/><circle cx="20" cy="23" r="4" fill="${MUST}"/>`),
  'oxygen-station': mi(L3,`<rect x="10" y="9" width="8" height="22" rx="4" fill="#2b78a8"/><rect x="22" y="9" width="8" height="22" rx="4" fill="#4f9fce"/><path d="M14 9V6h12v3" fill="none"/>`),
  'fuel-depot': mi(L3,`<rect x="11" y="10" width="18" height="22" rx="3" fill="${RED}"/><path d="M15 16l10 10M25 16L15 26" stroke="${CREAM}" stroke-width="2.4"/><path d="M15 10V7h8v3" fill="none"/>`),
  'research-platform': mi(L3,`<path d="M5 25h30l-4 6H9z" fill="#8fa3a8"/><path d="M12 25V15h16v10" fill="${CREAM}"/><path d="M15 15a5 5 0 0 1 10 0z" fill="${SKY}"/><path d="M20 10V5M8 25v-8M32 25v-8" fill="none"/>`),
  'space-hotel': mi(L3,`<circle cx="20" cy="20" r="12" fill="none" stroke-width="5" stroke="${INK}"/><circle cx="20" cy="20" r="12" fill="none" stroke-width="2.4" stroke="${CREAM}"/><circle cx="20" cy="20" r="4" fill="${RED}"/><path d="M20 8v24M8 20h24" fill="none"/>`),
  'space-telescope': mi(L4,`<path d="M7 26l20-14 5 7-21 12z" fill="${CREAM}"/><path d="M27 12l4-3 6 8-5 2z" fill="${SKY}"/><path d="M16 28l-2 7M18 27l5 7" fill="none"/>`),
  'colony-ship': mi(L4,`<path d="M5 22h24l6 4-6 4H5z" fill="#e8e2d0"/><path d="M8 22a8 8 0 0 1 16 0z" fill="${SKY}"/><path d="M16 22v-5M16 19q-4 0-4-3M16 18q4 0 4-3" fill="none" stroke="#4f8a3a"/><path d="M5 24l-3 2 3 2" fill="${MUST}"/>`),
  'shuttle-fleet': mi(L4,`<path d="M6 18l20-6 6 1-4 4-20 5z" fill="${CREAM}"/><path d="M10 28l18-5 6 1-4 4-18 4z" fill="${CREAM}"/><path d="M7 18l-1-6 6 4M11 28l-1-5 6 3" fill="${RED}"/>`),
  'moon-landing': mi(L4,`<circle cx="22" cy="26" r="12" fill="#e8e2d0"/><path d="M14 16V5l9 3-9 4" fill="${RED}"/>`),
};

const inside = (svg: string): string => svg.replace(/^<svg[^>]*>|<\/svg>$/g, "");

// Small pictures of what is bought, taken or done, 40 × 40.
const small = (inner: string): string => `<svg viewBox="0 0 40 40" class="mi" aria-hidden="true"><g stroke="${INK}" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round">${inner}</g></svg>`;
export const THINGS: Record<string, string> = {
  money: small(`${[28, 22, 16].map((y) => `<ellipse cx="20" cy="${y}" rx="12" ry="5.5" fill="${MUST}"/><path d="M8 ${y}v4a12 5.500 0 0 0 24 0v-4" fill="${MUST}"/><ellipse cx="20" cy="${y}" rx="12" ry="5.5" fill="#f7d487"/>`).join("")}`),
  propulsion: small(`<path d="M14 27V13q0-6 6-10 6 4 6 10v14z" fill="${TEAL}"/><path d="M14 18h12" stroke="${CREAM}" stroke-width="3"/><path d="M13 27h14l2 5H11z" fill="${INK}"/><path d="M16 33q-1 3 4 6 5-3 4-6z" fill="${MUST}"/>`),
  capacity: small(`<rect x="12" y="4" width="16" height="32" rx="3" fill="${CREAM}"/><path d="M12 15h16M12 26h16" fill="none" stroke-dasharray="3 2"/><path d="M20 12v9M16 16.500h8" stroke="${RED}" stroke-width="2.600"/>`),
  lab: small(`<path d="M5 36V25h30v11z" fill="${CREAM}"/><path d="M8 25v-8h24v8z" fill="#e8d3a0"/><path d="M11 17v-6h18v6z" fill="${TEAL}"/><path d="M14 11a6 6 0 0 1 12 0z" fill="${RED}"/><path d="M17 36v-6h6v6z" fill="${RED}"/><path d="M11 20h4v3h-4zM18 20h4v3h-4zM25 20h4v3h-4z" fill="${SKY}"/>`),
  station: small(`<circle cx="20" cy="20" r="13" fill="none" stroke-width="5"/><circle cx="20" cy="20" r="13" fill="none" stroke="${CREAM}" stroke-width="2.400"/><path d="M20 7v26M7 20h26" fill="none"/><circle cx="20" cy="20" r="5" fill="${MUST}"/>`),
  done: small(`<path d="M9 21l7 8L31 11" fill="none" stroke="#0f6a50" stroke-width="4.500"/>`),
  rocket: small(`<path d="M14 27V12q0-5 6-9 6 4 6 9v15z" fill="${CREAM}"/><path d="M14 13q0-6 6-10 6 4 6 10z" fill="${RED}"/><circle cx="20" cy="17" r="2.600" fill="${SKY}"/><path d="M14 21l-5 8h5M26 21l5 8h-5" fill="${TEAL}"/><path d="M16 28l4 9 4-9z" fill="${MUST}"/>`),
  points: small(`<path d="M20 4l4.700 10 11 1.300-8.200 7.400 2.300 10.800L20 28l-9.800 5.500 2.300-10.800L4.300 15.300l11-1.300z" fill="${MUST}"/>`),
  cards: small(`<rect x="7" y="9" width="14" height="22" rx="2" transform="rotate(-14 14 20)" fill="${TEAL}"/><rect x="19" y="9" width="14" height="22" rx="2" transform="rotate(14 26 20)" fill="${RED}"/><rect x="13" y="8" width="14" height="23" rx="2" fill="${MUST}"/>`),
  left: small(`<path d="M33 20H8M17 10 7 20l10 10" fill="none" stroke="${RED}" stroke-width="4.500"/>`),
  right: small(`<path d="M7 20h25M23 10l10 10-10 10" fill="none" stroke="${RED}" stroke-width="4.500"/>`),
};

// A mission in the rocket; `span`: bays that it takes.
export interface Load {
  id: string;
  span: number;
  ghost: boolean; // would be loaded
}

// The rocket: x centre 0, foot at y 0, it grows upwards. One bay for each
// weight that it carries, `boost` of them only for this launch, one booster for
// each propulsion upgrade; its height is the second value.
export function rocket(bays: number, boost: number, boosters: number, loads: Load[] = [], flame = false): { svg: string; height: number } {
  const w = 74;
  const h = Math.min(50, 190 / Math.max(1, bays));
  const booster = (i: number): string => {
    const x = (i % 2 ? 1 : -1) * (w / 2 + (i > 1 ? 31 : 12));
    const tall = i > 1 ? 62 : 96;
    const fire = flame ? `<path d="M-8 0q-3 22 8 38 11-16 8-38z" fill="${MUST}"/>` : "";
    return `<g transform="translate(${x} 0)"><path d="M-11 -14V${-tall}q0-12 11-22 11 10 11 22V-14z" fill="${TEAL}"/><path d="M-11 ${-tall + 16}h22" stroke="${CREAM}" stroke-width="4"/><path d="M-11 -14h22l3 12h-28z" fill="${INK}"/>${fire}</g>`;
  };
  const top = -46 - bays * h;
  const fire = flame ? `<path d="M-24 4q-10 44 24 84 34-40 24-84z" fill="${MUST}"/><path d="M-13 4q-5 26 13 52 18-26 13-52z" fill="#fff3d0"/>` : "";
  let s = Array.from({ length: boosters }, (_, i) => booster(i)).join("");
  s += `<path d="M${-w / 2} -60L${-w / 2 - 26} 2l22 -6 6 -22z" fill="${RED}"/><path d="M${w / 2} -60L${w / 2 + 26} 2l-22 -6 -6 -22z" fill="#a93219"/><path d="M-22 -16h44l7 18h-58z" fill="${INK}"/>${fire}`;
  s += `<rect x="${-w / 2}" y="-46" width="${w}" height="30" fill="#e9dfc4"/><path d="M${-w / 2} -31h${w}" stroke="${RED}" stroke-width="7"/>`;
  for (let i = 0; i < bays; i++) s += `<rect x="${-w / 2}" y="${-46 - (i + 1) * h}" width="${w}" height="${h}" fill="${i >= bays - boost ? "url(#lo-hatch)" : CREAM}"/>`;
  s += `<path d="M${-w / 2} ${top}h${w}v-30h${-w}z" fill="${RED}"/><circle cx="0" cy="${top - 15}" r="11" fill="${SKY}"/><path d="M-6 ${top - 19}l6-4" stroke="#fff" stroke-width="2.500"/>`;
  s += `<path d="M${-w / 2} ${top - 30}C${-w / 2} ${top - 72} -12 ${top - 96} 0 ${top - 112}C12 ${top - 96} ${w / 2} ${top - 72} ${w / 2} ${top - 30}z" fill="${RED}"/>`;
  s += `<path d="M0 ${top - 112}C12 ${top - 96} ${w / 2} ${top - 72} ${w / 2} ${top - 30}V-46h-18V${top - 30}C${w / 2 - 18} ${top - 60} 4 ${top - 96} 0 ${top - 112}z" fill="${INK}" opacity=".16"/><path d="M0 ${top - 112}v-16"/>`;
  for (let i = 1; i < bays; i++) s += `<path d="M${-w / 2} ${-46 - i * h}h${w}" stroke-dasharray="5 4" stroke-width="1.600"/>`;
  let from = 0;
  for (const { id, span, ghost } of loads) {
    const height = Math.min(span, bays - from) * h;
    const y = -46 - from * h - height;
    const size = Math.min(34, height - 8);
    if (height > 8) {
      s += `<rect x="${-w / 2 + 6}" y="${y + 4}" width="${w - 12}" height="${height - 8}" rx="5" fill="${ghost ? "#f7d487" : "#f3b53a"}" stroke-width="1.800"${ghost ? ' stroke-dasharray="5 4"' : ""}/>`;
      s += `<g stroke="none"><svg x="${-size / 2}" y="${y + height / 2 - size / 2}" width="${size}" height="${size}" viewBox="0 0 40 40">${inside(MISSIONS[id] ?? "")}</svg></g>`;
    }
    from += span;
  }
  return { svg: `<g stroke="${INK}" stroke-width="2.600" stroke-linejoin="round">${s}</g>`, height: 128 - top };
}

// The lab, foot at 0, 0 and 104 wide; its next storey is dashed, or as a proof
// filled.
export function lab(level: number, then = level): string {
  const storeys = [
    `<path d="M0 0V-34H104V0z" fill="${CREAM}"/><path d="M44 0v-20h16V0z" fill="${RED}"/><path d="M8-26h26v12H8zM70-26h26v12H70z" fill="${SKY}"/>`,
    `<path d="M8-34v-28h88v28z" fill="#e8d3a0"/><path d="M16-55h12v13H16zM36-55h12v13H36zM56-55h12v13H56zM76-55h12v13H76z" fill="${SKY}"/>`,
    `<path d="M16-62v-24h72v24z" fill="${TEAL}"/><path d="M24-79h56v9H24z" fill="#f7d487"/>`,
    `<path d="M24-86a28 28 0 0 1 56 0z" fill="${RED}"/><path d="M52-114v28M46-86l16-24" fill="none"/>`,
  ];
  const plain = (path: string, fill: string): string => path.replace(/fill="#[0-9a-f]+"/g, `fill="${fill}"`);
  const drawn = storeys.map((path, i) => {
    if (i < level) return path;
    if (i < then) return plain(path, "url(#lo-hatch)");
    return i === level ? `<g fill-opacity=".15" stroke="${CREAM}" stroke-dasharray="5 4">${plain(path, CREAM)}</g>` : "";
  });
  return `<g stroke="${INK}" stroke-width="2.400" stroke-linejoin="round">${drawn.join("")}</g>`;
}

// The sky behind rocket and lab: rings of dusk around the launch pad, rays, a
// moon, hills, the pad with its tower of this height.
export function sky(width: number, height: number, tower: number): string {
  const x = 110;
  const y = 490;
  const point = (angle: number): string => `${(x + 620 * Math.cos(angle)).toFixed(1)} ${(y - 620 * Math.sin(angle)).toFixed(1)}`;
  const rings = [[430, "#1c3557"], [345, "#235a72"], [262, "#3b8a8c"], [184, "#e9a94a"], [116, "#f6cf86"]];
  const rays = Array.from({ length: 15 }, (_, i) => `<path d="M${x} ${y}L${point(Math.PI - (i * Math.PI) / 15)}L${point(Math.PI - ((i + 0.5) * Math.PI) / 15)}z" fill="#fff" opacity=".05"/>`).join("");
  const stars = [[26, 150, 1], [262, 120, 0.7], [214, 180, 1], [64, 196, 0.6], [150, 118, 0.6]]
    .map(([sx, sy, size]) => `<path transform="translate(${sx} ${sy}) scale(${size})" d="M0-8 1.500-1.500 8 0 1.500 1.500 0 8-1.500 1.500-8 0-1.500-1.500z" fill="${CREAM}"/>`)
    .join("");
  const rungs = Array.from({ length: Math.max(0, Math.floor((tower - 2) / 17)) }, (_, i) => `M22 ${498 - 17 * i}l16-17M38 ${498 - 17 * i}l-16-17`).join("");
  return `<rect width="${width}" height="${height}" fill="#16223f"/>${rings.map(([r, fill]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`).join("")}${rays}<g color="#16223f" opacity=".28"><circle cx="${x}" cy="${y}" r="262" fill="url(#lo-dots)"/></g>${stars}
<circle cx="246" cy="196" r="19" fill="#efe3c6"/><circle cx="239" cy="190" r="4" fill="#d9c9a0"/><circle cx="252" cy="203" r="3" fill="#d9c9a0"/>
<path d="M0 490q70-16 150-4t150-8v120H0z" fill="#4c7a55"/><path d="M0 504q90-10 300 2v90H0z" fill="#3a6148"/><path d="M0 488l40-34 30 22 34-40 44 50z" fill="#2f6a6c" opacity=".7"/>
<path d="M32 500h156l14 16H18z" fill="${INK}"/><path d="M32 500h156" stroke="${MUST}" stroke-width="4" stroke-dasharray="10 8"/>
<g stroke="${INK}" stroke-width="3" fill="none"><path d="M22 500V${500 - tower}M38 500V${500 - tower}"/><path d="${rungs}" stroke-width="1.600"/><path d="M38 ${516 - tower}h34" stroke-width="5" stroke="${RED}"/></g>`;
}

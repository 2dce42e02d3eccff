// Faces of engineers and directors, in a box of 48 × 48: skin, hair, its form,
// shirt, and glasses, a beard or a tie.
type Form = "short" | "bob" | "curly" | "bald";
type Look = [skin: string, hair: string, form: Form, shirt: string, extra?: "glasses" | "beard" | "tie"];

const LOOKS: Record<string, Look> = {
  "irina-kemurdzhian": ["#f2d0b2", "#b5793f", "bob", "#5a6fb0"],
  "kathy-johnson": ["#7a4a30", "#17110d", "bob", "#c0703a", "glasses"],
  "malvina-glushko": ["#f3d6bd", "#6b3a22", "curly", "#4a8f7a"],
  "diane-dyson": ["#f3d6bd", "#b8482a", "bob", "#3f8f8a"],
  "qian-tao": ["#eec9a0", "#1a1a20", "short", "#6a4f9a", "glasses"],
  "florentina-coanda": ["#f0cfae", "#3a2418", "bob", "#3f78a8"],
  "oliver-hooker": ["#e9bd98", "#b5793f", "short", "#4c7fae", "glasses"],
  "matviy-lyulka": ["#f0caa8", "#c9a25a", "short", "#8a4f3a"],
  "katalina-tsiolkovsky": ["#f2d3b0", "#d8c48a", "curly", "#a84a6a"],
  "natalie-resnik": ["#e8b994", "#2a1c14", "curly", "#4a6fb0"],
  "chandresh-gokhale": ["#b07a50", "#1d1612", "short", "#6a8f4a"],
  "airi-horikoshi": ["#f2d3b0", "#1c1a22", "bob", "#7a5fb0"],
  "ethan-maughmer": ["#8d5a3a", "#20140e", "curly", "#5a8f6a"],
  "kosuke-omi": ["#eec9a0", "#1a1a20", "short", "#b0803a"],
  "mark-faget": ["#edc6a2", "#c9c0b2", "short", "#54708f", "beard"],
  "felipe-de-la-cierva": ["#d9a57c", "#2a1c14", "short", "#8a3f4a", "beard"],
  "marie-eve-de-havilland": ["#f3d6bd", "#8a5a2a", "bob", "#4a5fa0", "glasses"],
  "rafal-gora": ["#f0caa8", "#8a7a5a", "short", "#3f6f5a"],
  "patrick-dahm": ["#f0c9a4", "#8a4b2a", "short", "#d9694a", "beard"],
  "sebastian-von-braun": ["#f1cfae", "#6b5a48", "short", "#3b5a4a", "tie"],
  "geza-szebehely": ["#e8b994", "#d8d8d8", "bald", "#3f6fa8", "glasses"],
  "amara-oberth": ["#6f452c", "#17110d", "bob", "#b0567a"],
  "carlotta-pelterie": ["#f0caa8", "#7a3a22", "curly", "#6a4f9a"],
  "hitesh-kalam": ["#a9714a", "#2a201a", "curly", "#4a6fb0", "glasses"],
  "nadia-sanger": ["#f2d0b2", "#4a2a1a", "bob", "#3f8f6a"],
  "patricia-jackson": ["#7a4a30", "#17110d", "curly", "#c0703a", "glasses"],
  "utto-kuchemann": ["#f1cfae", "#b8b0a2", "bald", "#5a4f3a", "beard"],
  "julian-goddard": ["#f0cfae", "#3a2d22", "bald", "#54708f", "tie"],
  "isabel-karman": ["#e8b994", "#1d1612", "curly", "#a83a5a"],
  "pahal-chawla": ["#a9714a", "#1a1410", "bob", "#b0803a"],
  "andrew-wingfield": ["#f1cfae", "#b5793f", "short", "#2f4f8a", "tie"],
  "harper-tompkins": ["#8d5a3a", "#20140e", "bob", "#7a5fb0", "tie"],
  "liam-van-horn": ["#f0caa8", "#c9a25a", "curly", "#3b5a4a", "tie"],
  "laura-grey-walter": ["#f3d6bd", "#c9c0b2", "bob", "#4a5fa0", "tie"],
  "ekaterina-vostochny": ["#f2d0b2", "#d8c48a", "bob", "#8a2f2f", "tie"],
  "yelena-tereshkova": ["#f2d0b2", "#5a3520", "bob", "#a83a3a", "tie"],
  "mikhail-korolev": ["#efc8a6", "#3a2d22", "short", "#8a2f2f", "tie"],
  "anatoliy-feoktistov": ["#edc6a2", "#c9c0b2", "bald", "#5a2f3f", "glasses"],
  "yang-jinmei": ["#f2d3b0", "#1c1a22", "bob", "#a8483a", "tie"],
  "shuguang-jun": ["#eec9a0", "#1a1a20", "short", "#8a3a2f", "glasses"],
  "zhang-kang": ["#eec9a0", "#2a2a30", "bald", "#9a4a2f", "tie"],
  "fei-lihua": ["#f2d3b0", "#17141c", "curly", "#b0563a", "tie"],
};
const NOBODY: Look = ["#c3cede", "#8fa0bc", "short", "#5f779c"];

const BACK: Partial<Record<Form, (hair: string) => string>> = {
  bob: (hair) => `<path d="M9 24c0-14 6-19 15-19s15 5 15 19v12H9z" fill="${hair}"/>`,
  curly: (hair) =>
    `<g fill="${hair}"><circle cx="13" cy="16" r="7"/><circle cx="24" cy="11" r="8"/><circle cx="35" cy="16" r="7"/><circle cx="11" cy="23" r="4"/><circle cx="37" cy="23" r="4"/></g>`,
};
const FRONT: Partial<Record<Form, string>> = {
  short: "M12 22c-1-12 5-16 13-16s12 5 11 16c-2-5-4-8-7-8-5 1-12-1-14 2-1 2-2 3-3 6z",
  bob: "M13 21c2-6 6-9 11-9s9 3 11 9c-6-1-9-4-11-6-2 3-6 5-11 6z",
  bald: "M12 24c-3-3-1-8 1-9 0 3 0 6-1 9zM36 24c3-3 1-8-1-9 0 3 0 6 1 9z",
};

function extras(extra: Look[4], hair: string): string {
  if (extra === "glasses") return '<g fill="none" stroke="#2a3550" stroke-width="1.5"><circle cx="19.5" cy="24" r="4.5"/><circle cx="28.5" cy="24" r="4.5"/></g>';
  if (extra === "tie") return '<path d="M22 38h4l2 10h-8z" fill="#f2d27a"/>';
  if (extra !== "beard") return "";
  return `<path d="M13 25c0 10 5 13 11 13s11-3 11-13c-1 4-3 5-5 5-3-2-9-2-12 0-2 0-4-1-5-5z" fill="${hair}"/><path d="M21 32q3 2 6 0" stroke="#f0c9a4" stroke-width="1.5" fill="none"/>`;
}

// A hidden person has a grey face.
export function face(id: string): string {
  const [skin, hair, form, shirt, extra] = LOOKS[id] ?? NOBODY;
  const front = FRONT[form] ? `<path d="${FRONT[form]}" fill="${hair}"/>` : "";
  return (
    `<rect width="48" height="48" rx="8" fill="var(--fbg)"/>${BACK[form]?.(hair) ?? ""}<path d="M6 48c1-9 8-13 18-13s17 4 18 13z" fill="${shirt}"/>` +
    `<path d="M19 30h10v8q-5 4-10 0z" fill="${skin}"/><ellipse cx="24" cy="23" rx="11.5" ry="13" fill="${skin}"/>${front}` +
    '<circle cx="19.5" cy="24" r="1.7" fill="#20202a"/><circle cx="28.5" cy="24" r="1.7" fill="#20202a"/>' +
    `<path d="M20 31q4 3 8 0" stroke="#7a3f2a" stroke-width="1.6" fill="none" stroke-linecap="round"/>${extras(extra, hair)}`
  );
}

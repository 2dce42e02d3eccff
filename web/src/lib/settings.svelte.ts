// What a person has set; kept in the browser.
import languages from "virtual:languages";
import type { Lang } from "../table/types";
import { local } from "./local";

export interface Settings {
  lang: Lang;
  theme: "auto" | "night" | "day";
  pace: number; // ms a bot's move is shown, 0: at once
  motion: "auto" | "on" | "off";
  forced: boolean; // a forced choice is played by itself
  confirm: "final" | "always" | "never"; // which moves are asked for twice
  ownDice: boolean; // chance is typed in
  explain: boolean; // the first decision of each kind
  text: number; // text size in percent
  next: boolean; // games that have a new table show it
  oneTap: boolean; // a choice that can be taken back is played at the first press
  letters: boolean; // single letters are keys of the decision
  ownRoll: boolean; // the person rolls by a button
  marks: boolean; // reconstructed values are marked on the boards
  volume: number; // of sounds in percent, 0: none
  turnSound: boolean; // "your turn" sounds
  name: string;
  explained: string[]; // decisions explained already
}

const KEY = "maxq.settings";

function standard(): Settings {
  const [wanted] = (navigator.languages?.[0] ?? "").toLowerCase().split("-");
  return {
    lang: (languages.find(({ id }) => id === wanted) ?? languages[0]).id,
    theme: "auto",
    pace: 700,
    motion: "auto",
    forced: true,
    confirm: "final",
    ownDice: false,
    explain: true,
    text: 100,
    next: true,
    oneTap: false,
    letters: true,
    ownRoll: true,
    marks: false,
    volume: 60,
    turnSound: true,
    name: "",
    explained: [],
  };
}

function stored(): Partial<Settings> {
  try {
    const set = JSON.parse(local.get(KEY) ?? "{}");
    if (!languages.some(({ id }) => id === set.lang)) delete set.lang;
    if (typeof set.confirm === "boolean") delete set.confirm; // of earlier versions
    return set;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...standard(), ...stored() });

const less = window.matchMedia("(prefers-reduced-motion: reduce)");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const media = $state({ calm: less.matches, dark: dark.matches });
less.onchange = () => (media.calm = less.matches);
dark.onchange = () => (media.dark = dark.matches);

// Nothing shall move.
export function calm(): boolean {
  return settings.motion === "off" || (settings.motion === "auto" && media.calm);
}

// How long a movement takes; 0 where nothing shall move.
export function motion(): number {
  return calm() ? 0 : Math.min(400, settings.pace);
}

export function theme(): "night" | "day" {
  if (settings.theme !== "auto") return settings.theme;
  return media.dark ? "night" : "day";
}

// Keeps what is set and puts it on the document. Call once, in a component.
export function keepSettings(): void {
  $effect(() => {
    local.set(KEY, JSON.stringify(settings)); // refused: it holds until the page is closed
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.theme = theme();
    root.dataset.motion = motion() ? "on" : "off";
    root.style.setProperty("--text-size", String(settings.text));
  });
}

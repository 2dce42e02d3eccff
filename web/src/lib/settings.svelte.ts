// What a person has set; kept in the browser.
import type { Lang } from "../table/types";

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
  name: string;
  explained: string[]; // decisions explained already
}

const KEY = "maxq.settings";

function standard(): Settings {
  const german = navigator.languages?.[0]?.toLowerCase().startsWith("de");
  return {
    lang: german ? "de" : "en",
    theme: "auto",
    pace: 700,
    motion: "auto",
    forced: true,
    confirm: "final",
    ownDice: false,
    explain: true,
    text: 100,
    name: "",
    explained: [],
  };
}

function stored(): Partial<Settings> {
  try {
    const set = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof set.confirm === "boolean") delete set.confirm; // of earlier versions
    return set;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...standard(), ...stored() });

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const media = $state({ calm: calm.matches, dark: dark.matches });
calm.onchange = () => (media.calm = calm.matches);
dark.onchange = () => (media.dark = dark.matches);

// How long a movement takes; 0 where nothing shall move.
export function motion(): number {
  const off = settings.motion === "off" || (settings.motion === "auto" && media.calm);
  return off ? 0 : Math.min(400, settings.pace);
}

export function theme(): "night" | "day" {
  if (settings.theme !== "auto") return settings.theme;
  return media.dark ? "night" : "day";
}

// Keeps what is set and puts it on the document. Call once, in a component.
export function keepSettings(): void {
  $effect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // Private windows may refuse: then it holds until the page is closed.
    }
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.theme = theme();
    root.dataset.motion = motion() ? "on" : "off";
    root.style.setProperty("--text-size", String(settings.text));
  });
}

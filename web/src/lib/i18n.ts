// The page's words in the language that is set. Its texts are loaded before it is
// set, so they are always there.
import languages from "virtual:languages";
import type { Lang } from "../table/types";
import type { Key, Texts } from "../text/en";
import { settings } from "./settings.svelte";

export type { Key };

const loaded: Record<Lang, Texts> = {};

export async function loadTexts(lang: Lang): Promise<void> {
  loaded[lang] ??= await languages.find(({ id }) => id === lang)!.texts();
}

export function t(key: Key, ...args: (string | number)[]): string {
  return loaded[settings.lang][key].replace(/\{(\d)\}/g, (_, index) => String(args[Number(index)] ?? ""));
}

export function has(key: string): key is Key {
  return key in loaded[settings.lang];
}

// With its sign, to a tenth of a percent where that is much of it.
export function signed(part: number): string {
  const digits = Math.abs(part) < 0.095 ? 1 : 0;
  const format = { style: "percent", signDisplay: "exceptZero", minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(settings.lang, format).format(part);
}

// A figure of a table, written as the language does.
export const figure = (text: string): string => text.replace(".", (1.5).toLocaleString(settings.lang)[1]);

export function list(words: string[]): string {
  return new Intl.ListFormat(settings.lang, { type: "conjunction" }).format(words);
}

export function percent(chance: number): string {
  const digits = chance > 0 && chance < 0.1 ? 1 : 0;
  return new Intl.NumberFormat(settings.lang, { style: "percent", maximumFractionDigits: digits }).format(chance);
}

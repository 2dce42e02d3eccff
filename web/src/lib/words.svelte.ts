// The words of the games (data/text) and the labels made of them.
import languages from "virtual:languages";
import type { GameId, Lang, Seat, Sentence } from "../table/types";
import { t } from "./i18n";
import { settings } from "./settings.svelte";

const loaded: Record<Lang, Record<string, string>> = $state({});

export async function loadWords(lang: Lang): Promise<void> {
  loaded[lang] ??= await languages.find(({ id }) => id === lang)!.words();
}

const now = (): Record<string, string> | undefined => loaded[settings.lang];

export function wordsReady(): boolean {
  return now() !== undefined;
}

// The name of a word of a game; the word itself where it has none.
export function word(game: GameId, id: string): string {
  const words = now() ?? {};
  return words[`${game}.word.${id}`] ?? words[`core.word.${id}`] ?? id;
}

// A message without arguments, e.g. explain.scout; "" where there is none.
export function message(game: GameId, id: string): string {
  return now()?.[`${game}.${id}`] ?? "";
}

// What is less than nothing has a minus, not a hyphen.
const minus = (text: string): string => text.replace(/(^|\s)-(?=\d)/g, "$1−");

// A message with its places filled: {0}, {1|point|points}.
export function filled(game: GameId, id: string, ...args: (string | number)[]): string {
  return message(game, id).replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, index, one, many) => {
    const arg = args[Number(index)] ?? "";
    if (one === undefined) return minus(String(arg));
    return Math.abs(Number(arg)) === 1 ? one : many;
  });
}

// Texts of the engine name seats P1 to P5: here by their people's names.
export function named(text: string, seats: Seat[]): string {
  return minus(text).replace(/\bP([1-5])\b/g, (whole, digit) => seats[Number(digit) - 1]?.name || whole);
}

// Long words may be broken after these of their parts: not every browser knows
// where that is.
export function soft(text: string): string {
  const parts = t("word.parts");
  return parts ? text.replace(new RegExp(`(?:${parts})(?=\\p{Ll})`, "gu"), "$&\u00ad") : text;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Sentences in a row, with the people's names.
export function said(notes: Sentence[], seats: Seat[]): string {
  return named(notes.map(({ text }, i) => (i + 1 < notes.length && !/[.!?…:]$/.test(text) ? `${text};` : text)).join(" "), seats);
}

// What a table is played with, in words.
import { t } from "../lib/i18n";
import { capital, word } from "../lib/words.svelte";
import type { GameId } from "../table/types";
import type { Clock, GameInfo, TableInfo } from "./api";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// 90: "90 s", 120: "2 min", 86400: "1 day".
export function span(seconds: number): string {
  if (seconds % DAY === 0) return seconds === DAY ? t("on.clock.day") : t("on.clock.days", seconds / DAY);
  if (seconds % HOUR === 0) return t("on.clock.hours", seconds / HOUR);
  if (seconds % MINUTE === 0) return t("on.clock.minutes", seconds / MINUTE);
  return t("on.clock.seconds", seconds);
}

export function clockWords({ kind, seconds = 0, increment = 0 }: Clock): string {
  if (kind === "none") return t("on.clock.none.long");
  if (kind === "move") return t("on.clock.move", span(seconds));
  return increment ? t("on.clock.match", span(seconds), increment) : t("on.clock.match.plain", span(seconds));
}

export function optionName(game: GameId, name: string): string {
  return capital(word(game, name));
}

export function optionWord(game: GameId, value: unknown): string {
  return typeof value === "boolean" ? t(value ? "on.yes" : "on.no") : word(game, String(value));
}

// Only what differs from the standard, as far as that is known; a mission always.
export function optionWords({ game, options }: Pick<TableInfo, "game" | "options">, info?: GameInfo): string[] {
  const standard = new Map(info?.options.map((option) => [option.name, option.standard]));
  return Object.entries(options)
    .filter(([name, value]) => value !== standard.get(name) || name === "mission")
    .map(([name, value]) => {
      if (value === true) return optionName(game, name);
      return `${optionName(game, name)}${typeof value === "number" ? "" : ":"} ${optionWord(game, value)}`;
    });
}

// What is left on a clock: "1 d 3 h", "1:02:03", "2:05".
export function left(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= DAY) return t("on.clock.left.days", Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR));
  const two = (n: number): string => String(n).padStart(2, "0");
  const rest = `${two(Math.floor((seconds % HOUR) / MINUTE))}:${two(seconds % MINUTE)}`;
  return seconds >= HOUR ? `${Math.floor(seconds / HOUR)}:${rest}` : rest.replace(/^0/, "");
}

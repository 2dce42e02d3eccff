// What went wrong, in a sentence of the reader's language.
import { Engine } from "../engine/engine";
import languages from "virtual:languages";
import { GAMES } from "../games";
import { t } from "../lib/i18n";
import { settings } from "../lib/settings.svelte";
import type { Sentence } from "../table/types";
import { ApiError } from "./api";
import { LineError } from "./line";

// The server speaks English; the engine has its sentences in all languages.
async function say({ id, args, text }: Sentence): Promise<string> {
  if (settings.lang === languages[0].id) return text;
  const engine = new Engine();
  try {
    await engine.ask("new", { game: GAMES[0] }); // it speaks of matches only
    const { texts } = await engine.ask<{ texts: string[] }>("say", { sentences: [{ id, args }], language: settings.lang });
    return texts[0];
  } catch {
    return text;
  } finally {
    engine.close();
  }
}

export async function told(error: unknown): Promise<string> {
  const known = error instanceof ApiError || error instanceof LineError;
  if (known && error.sentence) return say(error.sentence as Sentence);
  if (error instanceof ApiError && error.code === "offline") return t("on.none");
  if (error instanceof TypeError) return t("on.unreachable"); // what fetch throws
  return t("table.error", error instanceof Error ? error.message : String(error));
}

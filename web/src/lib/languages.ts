// The language is turned when all the page needs in it is there.
import type { Lang } from "../table/types";
import { loadTexts } from "./i18n";
import { settings } from "./settings.svelte";
import { loadWords } from "./words.svelte";

export async function speak(lang: Lang): Promise<void> {
  await Promise.all([loadTexts(lang), loadWords(lang)]);
  settings.lang = lang;
}

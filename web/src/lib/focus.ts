// What had the focus may be gone after a change. Whoever was there goes on at
// the first of these that is on the page, not at its beginning.
import { tick } from "svelte";

export async function refocus(...selectors: string[]): Promise<void> {
  await tick();
  if (document.activeElement !== document.body) return;
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found.focus();
  }
}

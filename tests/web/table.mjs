// A table as tests drive it: what can be chosen, decided and read, on the tables
// with regions and on those with a bar of choices.
import assert from "node:assert/strict";

const BAR = "div.bar ul button";
const FREE =
  '[data-region="decision"] [data-choice]:not([aria-disabled="true"]), [data-region="decision"] [data-bay][aria-pressed]:not([aria-disabled="true"])';
export const CHOICE = `${BAR}, ${FREE}`;
export const OVER = '.results, [data-moment="finale"]';
const WHOLE = "main.whole";
export const PRIMARY = '[data-region="decision"] [data-primary]:not([disabled])';

// The number of the last event, -1: none is shown. Runs in the page too.
export const count = () => {
  const main = document.querySelector("main[data-number]");
  if (main) return Number(main.dataset.number);
  const line = document.querySelector(".line .count");
  return line ? Number(line.textContent.split("/")[1]) : -1;
};
export const number = (page) => page.evaluate(count);

export async function reached(page, least) {
  await page.waitForFunction(
    (n) => {
      const main = document.querySelector("main[data-number]");
      const line = document.querySelector(".line .count");
      return (main ? Number(main.dataset.number) : Number(line?.textContent.split("/")[1])) >= n;
    },
    least,
  );
}

// Decides: the first choice, or the last one. Where choices are first taken in
// hand, the primary button does it, which names the deed.
export async function take(page, which = "first") {
  if (!(await page.locator(WHOLE).count())) return page.locator(BAR)[which]().click({ timeout: 5_000 });
  await page.locator(FREE)[which]().click({ timeout: 5_000 });
  const primary = page.locator(PRIMARY);
  assert.notEqual((await primary.textContent({ timeout: 5_000 })).trim(), "", "the primary button names the deed");
  await primary.click({ timeout: 5_000 });
}

// The same by keys alone.
export async function takeByKeys(page) {
  if (!(await page.locator(WHOLE).count())) return page.keyboard.press("1");
  await page.locator(FREE).first().focus();
  await page.keyboard.press("Space");
  await page.locator(PRIMARY).focus({ timeout: 5_000 });
  await page.keyboard.press("Enter");
}

// What is asked.
export const asked = (page) => page.locator('.bar h2, [data-region="decision"] .middle h2').first().textContent();

// A panel: log, odds, hint, rules, scores, text.
export async function panel(page, name) {
  const tab = page.locator(`#tab-${name}`);
  if (!(await tab.isVisible())) {
    const small = page.locator("header .only-small");
    const button = page.locator(`header [data-panel="${name}"]`).first();
    if (await small.isVisible()) await small.click();
    else if (await button.isVisible()) await button.click();
    else {
      await page.locator("header .menu > button").click();
      await page.locator('nav [data-panel="log"]').click();
    }
  }
  await tab.click();
}

// Everybody's points at the end, the best first.
export async function totals(page) {
  await page.locator("[data-total]").first().waitFor();
  return page.locator("[data-total]").allTextContents();
}

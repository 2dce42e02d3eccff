// What tests of online tables share: people gather, play, leave.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { axe, layout, open, PHONE, QUICK } from "./browser.mjs";
import { CHOICE, number, OVER, reached, take, totals } from "./table.mjs";

export { CHOICE, number, reached };
export const TABLE = "div.table, main.whole";
export const FIRST = { ...QUICK, forced: false };

// What must not be on any screen.
export async function flaws(page) {
  return [...(await axe(page)), ...(await layout(page))];
}

// Opens a table through the page's form; answers with the link to join.
export async function openTable(page, url, game, { name = "Ann", set = async () => {} } = {}) {
  await page.goto(`${url}/#/friends/${game}`);
  await page.locator("input[autocomplete=nickname]").fill(name);
  await set(page);
  await page.locator("form button.primary").click();
  const box = page.locator(".box input").first();
  await box.waitFor();
  return box.inputValue();
}

export async function sit(page, link, name) {
  await page.goto(link);
  await page.locator("input[autocomplete=nickname]").fill(name);
  await page.locator("form button.primary").click();
  await page.locator(".seats .who").filter({ hasText: `${name} (` }).waitFor();
}

// Ann opens a table and Bo joins by its link, on a phone and in German.
export async function gather(browser, url, game, { set, look = async () => {} } = {}) {
  const ann = await open(browser, url, { settings: FIRST });
  const bo = await open(browser, url, { size: PHONE, lang: "de", settings: FIRST });
  const link = await openTable(ann.page, url, game, { set });
  assert.match(link, /\/t\/[a-z0-9]{16}#join=[\w-]{22}$/);
  await sit(bo.page, link, "Bo");
  assert.ok(!bo.page.url().includes("join="), "the secret leaves the address");
  await ann.page.locator(".seats .who").filter({ hasText: "Bo" }).waitFor();
  await look(ann.page, bo.page);
  await ann.page.getByRole("button", { name: "Start", exact: true }).click();
  for (const { page } of [ann, bo]) await page.locator(TABLE).waitFor();
  return { ann, bo, id: new URL(link).pathname.slice(3) };
}

// Whoever has a choice takes the first one, until `enough` or the end.
export async function playBoth(pages, enough = Infinity) {
  for (let moves = 0; moves < enough; moves++) {
    const waits = pages.map((page) => page.locator(CHOICE).or(page.locator(OVER)).first().waitFor().then(() => page));
    const page = await Promise.any(waits);
    waits.forEach((wait) => wait.catch(() => {}));
    if (!(await page.locator(CHOICE).count())) return;
    await move(page);
  }
}

// The first choice: touched on a phone, by its key at a desk.
export async function move(page) {
  const before = await number(page);
  const digits = page.viewportSize().width >= 700 && !(await page.locator("main.whole").count());
  if (digits) await page.keyboard.press("1");
  else await take(page);
  await reached(page, before + 1);
}

// What a phone reads in the code on this screen.
export function decoded(picture) {
  return execFileSync("zbarimg", ["--nodbus", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "-"], { input: picture, encoding: "utf8" }).trim();
}

// Both see the same result.
export async function results(pages) {
  const [one, other] = await Promise.all(pages.map(totals));
  assert.deepEqual(one, other, "both see the same result");
}

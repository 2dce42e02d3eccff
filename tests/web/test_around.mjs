// Around one table: two matches that differ only in what Bo holds in secret.
// Whatever is not for Bo's eyes alone must be the same in both, pixel by pixel.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { open, openMatch, picture, SHOTS, still } from "./browser.mjs";
import { differing } from "./pixels.mjs";

const SECRETS = [
  { objective: "level-4", specialist: "scientist" },
  { objective: "level-1", specialist: "biologist" },
];

// What has happened, with what Bo (P2) was dealt and has kept.
const events = ({ objective, specialist }) => [
  "chance start P2",
  `chance objectives P2 ${objective} levels-1-2 upgrades`,
  "chance objectives P1 level-2 level-3 blue-tech",
  "P1 keep level-3",
  `P2 keep ${objective}`,
  "P1 pass levels-1-2",
  "P2 pass blue-tech",
  "chance deal P2 politician",
  `chance deal P2 ${specialist}`,
  "chance deal P2 capitalist-robot",
  "chance deal P1 propulsion-engineer",
  "chance deal P1 capitalist-robot",
  "chance deal P1 lab-director",
  "P1 keep lab-director",
  `P2 keep ${specialist}`,
];

// Opens the match as it stands after `made` events.
async function openAt(page, url, secret, made) {
  await openMatch(page, url, "liftoff", ["Ann", "Bo"], events(secret).slice(0, made));
  await page.locator("main.cover").waitFor();
}

// All that the page has, but for what is said to screen readers as it happens:
// how much of it is said before a cover is a matter of milliseconds.
const source = (page) => page.evaluate(() => document.body.outerHTML.replace(/(<div[^>]*role="log">)[^<]*/, "$1"));

// Where two pages differ, to look at or to read; null: nowhere.
async function difference(pages) {
  await Promise.all(pages.map(still));
  const [one, other] = await Promise.all(pages.map(source));
  const pictures = await Promise.all(pages.map((page) => picture(page)));
  const pixels = await differing(pages[0], ...pictures);
  if (one === other && !pixels) return null;
  pictures.forEach((bytes, i) => writeFileSync(join(SHOTS, `around-differs-${i}.png`), bytes));
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  return at < 0 ? `${pixels} pixels, see around-differs-*.png` : `${one.slice(at - 60, at + 60)} | ${other.slice(at - 60, at + 60)}`;
}

async function uncover(page) {
  await page.locator("main.cover button").click();
  await page.locator("div.bar ul button").first().waitFor();
}

// The panel's tabs, and what each must have before it is looked at.
const TABS = { log: ".entry", odds: "p, li", text: "pre" };

export const tests = {
  async "Around one table: what Bo holds changes no pixel but Bo's own"({ browser, url }) {
    const people = await Promise.all(SECRETS.map(() => open(browser, url)));
    const pages = people.map(({ page }) => page);
    const problems = [];
    const each = (step) => Promise.all(pages.map(step));
    const same = async (name) => {
      const found = await difference(pages);
      if (found) problems.push(`${name} differs by what Bo holds: ${found}`);
    };

    // Bo takes over: only what is under the cover differs, and is seen to.
    await each((page, i) => openAt(page, url, SECRETS[i], 4));
    assert.match(await pages[0].locator("main.cover").textContent(), /Bo takes over/);
    await same("cover of Bo");
    await each(uncover);
    const pictures = await each((page) => picture(page));
    assert.ok((await differing(pages[0], ...pictures)) > 100 && (await difference(pages)), "Bo's cards are to be seen by Bo");

    // Ann takes over: cover, board, panel and past are the same.
    await each((page, i) => openAt(page, url, SECRETS[i], events(SECRETS[i]).length));
    assert.match(await pages[0].locator("main.cover").textContent(), /Ann takes over/);
    await same("cover of Ann");
    await each(uncover);
    await same("board");
    for (const [tab, sign] of Object.entries(TABS)) {
      await each(async (page) => {
        await page.locator(`#tab-${tab}`).click();
        await page.locator("#tab-panel").locator(sign).first().waitFor();
      });
      await same(tab);
    }
    await each(async (page) => {
      await page.locator("#tab-hint").click();
      await page.locator("#tab-panel button").first().click();
      await page.locator("#tab-panel li strong").first().waitFor();
    });
    await same("hint");
    for (const at of [9, 2]) {
      await each(async (page) => {
        await page.locator(".line input").fill(String(at));
        await page.locator(".past").waitFor();
        await page.locator(".line .count", { hasText: `${at}/` }).waitFor();
      });
      await same(`past ${at}`);
    }

    // Away and back: covered again.
    await each(async (page) => {
      await page.goto(`${url}/#/settings`);
      await page.locator("select").first().waitFor();
      await page.goBack();
      await page.locator("main.cover").waitFor();
    });
    await same("back");
    for (const person of people) await person.close();
    return [...problems, ...people.flatMap((person) => person.problems)];
  },
};

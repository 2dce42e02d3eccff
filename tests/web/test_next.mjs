// The new tables (settings.next): whole matches in which no region moves, the
// page never scrolls, every choice says what it does, and a roll that crashes
// stays on the table with what it would have needed.
import assert from "node:assert/strict";
import { axe, open, openMatch, QUICK, record } from "./browser.mjs";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const FREE = '[data-region="decision"] [data-choice]:not([aria-disabled="true"]), [data-region="decision"] [data-bay][aria-pressed]:not([aria-disabled="true"])';
const NEXT = { ...QUICK, next: true };

// Where the regions are, to the pixel, and by how much the page scrolls.
const regions = () => ({
  boxes: Object.fromEntries(
    [...document.querySelectorAll("[data-region]")].map((region) => {
      const { x, y, width, height } = region.getBoundingClientRect();
      return [region.dataset.region, [x, y, width, height].map(Math.round).join(" ")];
    }),
  ),
  scrolls: Math.max(document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth),
});

// One decision: the first click selects and says what it would do, the primary
// button commits.
async function decide(page) {
  const number = await page.locator("[data-number]").getAttribute("data-number");
  await page.locator(FREE).first().click({ timeout: 5_000 });
  const primary = page.locator("[data-primary]:not([disabled])");
  assert.notEqual((await primary.textContent({ timeout: 5_000 })).trim(), "", "the primary button names the deed");
  await primary.click({ timeout: 5_000 });
  await page.waitForFunction((before) => document.querySelector("[data-number]")?.dataset.number !== before, number);
}

function again(error) {
  if (error.name !== "TimeoutError") throw error;
}

// Plays until the match is over and looks at the regions before each decision.
async function wholeMatch(page, problems, what) {
  let first = null;
  for (let moves = 0; moves < 400; moves++) {
    const over = page.locator('[data-moment="finale"]');
    const free = page.locator(FREE).first();
    const roll = page.locator("[data-primary]:not([disabled])");
    await over.or(free).or(roll).first().waitFor();
    if (await over.isVisible()) return moves;
    const { boxes, scrolls } = await page.evaluate(regions);
    first ??= boxes;
    for (const [name, box] of Object.entries(boxes)) {
      if (first[name] !== box) problems.push(`${what}: ${name} was at ${first[name]} and is at ${box}`);
    }
    if (scrolls > 0) problems.push(`${what}: the page scrolls by ${scrolls} px`);
    if (problems.length > 5) return moves;
    // A choice may be gone before it is clicked, played by itself: look again.
    if (await free.isVisible()) await decide(page).catch(again);
    else await roll.click({ timeout: 5_000 }).catch(again);
  }
  problems.push(`${what}: no end`);
}

export const tests = {
  "New tables: no region moves in a whole match, at three sizes": async ({ browser, url }) => {
    const problems = [];
    for (const size of SIZES) {
      const { page, close, problems: seen } = await open(browser, url, { size, settings: NEXT });
      await page.goto(`${url}/#/play/mlem`);
      await page.locator(FREE).first().waitFor();
      problems.push(...(await axe(page)));
      await wholeMatch(page, problems, `${size.width} × ${size.height}`);
      problems.push(...seen);
      await close();
    }
    return problems;
  },

  "New tables: a roll that crashes stays, with the gates it needed": async ({ browser, url }) => {
    const settings = { ...NEXT, ownDice: true, motion: "on", pace: 250 };
    const { page, close, problems } = await open(browser, url, { size: SIZES[0], settings, moves: true });
    const events = ["chance start P1", "P1 board scout", "P2 board ballast", "chance roll 2 2 2 2 2 3", "P1 use 2", "P1 stay", "P2 stay"];
    await openMatch(page, url, "mlem", ["Ada", "Bo"], events);
    await page.locator('[data-outcome="3"]').click();
    await page.locator("[data-own] [data-primary]").click();
    await page.locator('[data-bay="3"].failed').waitFor();
    assert.equal(await page.locator('[data-bay="3"] .mid svg').count(), 1, "the die that failed is shown");
    assert.deepEqual(await page.locator("[data-bay].needed").evaluateAll((bays) => bays.map((bay) => bay.dataset.bay)), ["1", "2"]);
    const said = await page.locator('[data-region="decision"] h2').allTextContents();
    assert.match(said.join(" "), /Space 10 needs 1 or 2/);
    await page.locator('[data-moment="summary"]').waitFor();
    await close();
    return problems;
  },

  "A finished match travels in a link; what is cut off says so": async ({ browser, url }) => {
    const { page, close, context, problems } = await open(browser, url, { size: SIZES[0] });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await context.addInitScript((text) => location.protocol !== "about:" && sessionStorage.setItem("maxq.replay", text), record("mlem", "random,greedy", 42));
    await page.goto(`${url}/#/match/file`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#\/shared\/mq1-[\w-]+$/);
    assert.ok(link.length < 1100, `${link.length} letters`);
    await page.goto("about:blank");
    await page.goto(link);
    await page.locator("[data-replay]").waitFor();
    await page.locator("[data-replay]").getByText(/Event 0 of \d+/).waitFor();
    await page.getByRole("button", { name: "One event on" }).click();
    await page.locator("[data-replay]").getByText(/Event 1 of \d+/).waitFor();
    problems.push(...(await axe(page)));
    await page.goto("about:blank");
    await page.goto(link.slice(0, -6));
    await page.getByRole("heading", { name: "This link holds no whole match" }).waitFor();
    await close();
    return problems;
  },

  "With a real mouse: a die, then the primary button; nothing lies in between": async ({ browser, url }) => {
    const { page, close, problems } = await open(browser, url, { size: SIZES[1], settings: { ...QUICK, forced: false } });
    const events = ["chance start P1", "P1 board scout", "P2 board ballast", "chance roll 2 2 2 2 2 3"];
    await openMatch(page, url, "mlem", ["Ann", "Vera"], events, { bots: [null, "easy"] });
    const middle = async (selector) => {
      const { x, y, width, height } = await page.locator(selector).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.locator('[data-bay="2"]').waitFor();
    await page.mouse.move(...(await middle('[data-bay="2"]')), { steps: 8 });
    await page.mouse.down();
    await page.mouse.up();
    await page.locator("[data-primary]:not([disabled])").waitFor();
    await page.mouse.move(...(await middle("[data-primary]")), { steps: 12 });
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(() => Number(document.querySelector("main").dataset.number) > 4);
    await close();
    return problems;
  },
};

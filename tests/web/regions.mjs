// For the tables: plays whole matches by selecting and committing, and compares
// the boxes of the regions at every decision.
import assert from "node:assert/strict";

export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
export const FREE = '[data-region="decision"] [data-choice]:not([aria-disabled="true"]), [data-region="decision"] [data-bay][aria-pressed]:not([aria-disabled="true"])';

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
export async function decide(page) {
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
export async function wholeMatch(page, problems, what) {
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

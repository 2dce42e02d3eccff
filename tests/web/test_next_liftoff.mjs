// Lift Off's table: a whole match in which no region moves, and what the findings
// of earlier looks ask of the page (L1 to L8, L11).
import assert from "node:assert/strict";
import { axe, open, openMatch, QUICK, record } from "./browser.mjs";

// Wide, narrow, low; phones with and without the bars of a browser.
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 1366, height: 650 },
  { width: 390, height: 664 },
  { width: 360, height: 640 },
  { width: 900, height: 900 },
];
const SET = { ...QUICK, next: true };
const FREE = '[data-region="decision"] [data-choice]';
const PRIMARY = "[data-primary]:not([disabled])";

// Where the regions are, by how much the page scrolls, text that is too small,
// and whether the primary button is in view.
const looked = () => {
  const small = [...document.querySelectorAll(".lo *:not(svg *):not(.hidden)")].filter(
    (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 12,
  );
  const primary = document.querySelector("[data-primary]")?.getBoundingClientRect();
  return {
    boxes: Object.fromEntries(
      [...document.querySelectorAll("[data-region]")].map((region) => {
        const { x, y, width, height } = region.getBoundingClientRect();
        return [region.dataset.region, [x, y, width, height].map(Math.round).join(" ")];
      }),
    ),
    scrolls: Math.max(document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth),
    small: small.slice(0, 3).map((one) => one.textContent.trim().slice(0, 30)),
    hidden: primary ? primary.bottom > innerHeight + 1 || primary.right > innerWidth + 1 : false,
    ring: document.querySelector("main").textContent.includes("°"),
  };
};

function compare(problems, first, now, what) {
  for (const [name, box] of Object.entries(now.boxes)) {
    if (first.boxes[name] !== box) problems.push(`${what}: ${name} was at ${first.boxes[name]} and is at ${box}`);
  }
  if (now.scrolls > 0) problems.push(`${what}: the page scrolls by ${now.scrolls} px`);
  if (now.small.length) problems.push(`${what}: text below 12 px: ${now.small.join(", ")}`);
  if (now.hidden) problems.push(`${what}: the primary button is out of view`);
  if (now.ring) problems.push(`${what}: the mark of reconstructed values`);
}

const at = (page) => page.locator("[data-number]").getAttribute("data-number");

async function decide(page) {
  const before = await at(page);
  await page.locator(FREE).first().click({ timeout: 5_000 });
  await page.locator(PRIMARY).click({ timeout: 5_000 });
  await page.waitForFunction((number) => document.querySelector("[data-number]")?.dataset.number !== number, before);
}

// The table has its new form a frame after the window has its size.
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

// The match with each decision at another size; boxes are compared by size.
async function wholeMatch(page, problems) {
  const first = {};
  const steps = new Set();
  for (let moves = 0; moves < 400 && problems.length < 6; moves++) {
    const over = page.locator('[data-moment="finale"]');
    const free = page.locator(FREE).first();
    await over.or(free).or(page.locator(PRIMARY)).first().waitFor();
    if (await over.isVisible()) return steps;
    const size = SIZES[moves % SIZES.length];
    await resize(page, size);
    if (!(await free.isVisible())) {
      await page.locator(PRIMARY).click({ timeout: 5_000 }).catch(() => {});
      continue;
    }
    const what = `${size.width} × ${size.height}`;
    const now = await page.evaluate(looked);
    compare(problems, (first[what] ??= now), now, what);
    steps.add((await free.getAttribute("data-choice")).split(" ")[0]);
    await decide(page).catch((error) => {
      if (error.name !== "TimeoutError") throw error;
    });
  }
  return steps;
}

const texts = (page, selector) => page.locator(selector).allTextContents();

// The events of a match of bots until P1 has such a choice for the first time.
function until(pattern, seed, seats = "easy,easy") {
  const lines = record("liftoff", seats, seed).trim().split("\n").slice(2).map((line) => JSON.parse(line)).filter(({ kind }) => kind === "event");
  const found = lines.findIndex(({ seat, action }) => seat === "P1" && pattern.test(action));
  assert.ok(found > 0, `${pattern} never comes up`);
  return lines.slice(0, found).map(({ seat, action }) => `${seat} ${action}`);
}

async function opened(browser, url, pattern, { size = SIZES[0], seed = 3, names = ["Ada", "Bo"], lang = "en", settings = {} } = {}) {
  const got = await open(browser, url, { size, lang, settings: { ...SET, forced: false, ...settings } });
  await openMatch(got.page, url, "liftoff", names, until(pattern, seed), { bots: [null, "easy"] });
  await got.page.locator(FREE).first().waitFor();
  return got;
}

export const tests = {
  "Lift Off's table: no region moves in a whole match, at seven sizes": async ({ browser, url }) => {
    const { page, close, problems } = await open(browser, url, { settings: SET });
    await openMatch(page, url, "liftoff", ["Alexandrina Konstantinopolitan", "Maximilian-Ferdinand Oberhuber"], [], { bots: [null, "easy"] });
    await page.locator(FREE).first().waitFor();
    problems.push(...(await axe(page)));
    const steps = await wholeMatch(page, problems);
    for (const step of ["keep", "pass", "play", "deck", "take"]) if (!steps.has(step)) problems.push(`no decision about ${step}`);
    await resize(page, SIZES[0]);
    problems.push(...(await axe(page)));
    // L8: the last launch of a round counts for that round.
    const scores = await texts(page, "[data-total]");
    const course = await page.locator("[data-course]").evaluateAll((all) => all.map((one) => one.dataset.values.split(" ").map(Number)));
    assert.ok(course.every((values) => values.length === 9), `nine points a seat: ${course.map(({ length }) => length)}`);
    assert.deepEqual(course.map((values) => String(values.at(-1))).sort(), [...scores].sort(), "the last points are the result");
    await close();
    return problems;
  },

  "Lift Off's table: prices, verdicts and points stand where they belong": async ({ browser, url }) => {
    const { page, close, problems } = await opened(browser, url, /^act /);
    // L1: points of a launch stand on the lab, with what the next level costs.
    assert.match((await texts(page, ".lbs")).join(" "), /Lab \d.*Each launch scores \d+ points.*Level \d: \d+ points, for \d+ money/s);
    assert.doesNotMatch((await texts(page, ".mx .rl")).join(" "), /point|score/);
    // L2: every mission on Earth has four verdicts, levels of phase 2 their needs.
    for (const row of await page.locator(".ms[data-mission]").all()) assert.equal(await row.locator(".ch").count(), 4);
    assert.deepEqual((await texts(page, ".mx .sx.later")).map((text) => text.trim()), ["from round 5", "from round 5"]);
    assert.ok((await page.locator(".mx .ce.later .pip").count()) > 10, "what levels 3 and 4 will ask for");
    // L4: the card says its price, what it does and what is left, before it is played.
    const before = Number(await page.locator(".dials .m b").textContent());
    const paid = page.locator(FREE).filter({ has: page.locator(".coin", { hasText: "−" }) }).first();
    const price = Number((await paid.locator(".coin").textContent()).slice(1));
    assert.match(await paid.locator(".ft").textContent(), new RegExp(`^${before - price} money left`));
    await paid.click();
    assert.equal(await paid.getAttribute("aria-pressed"), "true");
    assert.equal(await page.locator(".dials .m .pv").textContent(), `→ ${before - price}`, "the proof on the board");
    await page.keyboard.press("Escape");
    assert.equal(await paid.getAttribute("aria-pressed"), "false");
    // L11: technologies have their names.
    assert.deepEqual(await texts(page, ".mx .th:not(.t0) small"), ["Fuel", "Energy", "Life Support", "Food"]);
    // A key selects, Enter commits; L10: nothing stays selected.
    await paid.focus();
    await page.keyboard.press("1");
    assert.equal(await page.locator('[data-choice][aria-pressed="true"]').count(), 1);
    const number = await at(page);
    await page.keyboard.press("Enter");
    await page.locator("[data-primary]").focus().catch(() => {});
    await page.keyboard.press("Enter").catch(() => {});
    await page.waitForFunction((n) => document.querySelector("[data-number]")?.dataset.number !== n, number);
    assert.equal(await page.locator('[data-choice][aria-pressed="true"]').count(), 0);
    await close();
    return problems;
  },

  "Lift Off's table: a rival's board, a card's details and the plan of a deck": async ({ browser, url }) => {
    const { page, close, problems } = await opened(browser, url, /^deck /);
    await page.locator(FREE).first().click();
    // L6: the rival's board opens whole, the choice stays in hand.
    await page.locator(".pl .whole").click();
    const board = page.locator('[data-moment="rival"]');
    await board.waitFor();
    assert.match(await board.textContent(), /points from.*In space.*Hand, objectives, station/s);
    assert.equal(await page.locator('[data-choice][aria-pressed="true"]').count(), 1, "the selection survives");
    problems.push(...(await axe(page)));
    await page.keyboard.press("Escape");
    await board.waitFor({ state: "detached" });
    // A deck in hand: the missions it may bring, with copies left and the chance.
    assert.ok((await page.locator(".ms.prow").count()) > 2);
    assert.match((await texts(page, ".ms.prow .sta")).join(" "), /\d+ of \d+in the deck/);
    await page.locator(".ms .more").first().click();
    const details = page.locator('[data-moment="details"]');
    await details.waitFor();
    assert.ok((await details.locator(".ids button").count()) > 0, "the rules behind the card");
    problems.push(...(await axe(page)));
    assert.equal(await page.locator('[data-choice][aria-pressed="true"]').count(), 1, "looking plays nothing");
    await close();
    return problems;
  },
};

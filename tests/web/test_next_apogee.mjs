// Apogee's new table (settings.next): whole matches in which no region moves,
// plans that are only drafted, cards that are only read, rolls whose result comes
// after the die, and words where there was notation.
import assert from "node:assert/strict";
import { axe, layout, open, openMatch, QUICK, record } from "./browser.mjs";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const NEXT = { ...QUICK, next: true };
const FREE = '[data-region="decision"] [data-choice]:not([aria-disabled="true"])';
const PRIMARY = "[data-primary]:not([disabled])";

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

// The events of a match between bots (`seats`, options as NAME=VALUE) before the
// first one that `at` says yes to; the first seed that has such a one.
function until(seats, options, at) {
  for (let seed = 1; seed < 60; seed++) {
    const events = record("apogee", seats, seed, options)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === "event")
      .map(({ seat, action }) => `${seat} ${action}`);
    const end = events.findIndex(at);
    if (end >= 0) return events.slice(0, end);
  }
  throw new Error(`no match comes to it: ${at}`);
}

// Opens a match of Ada against easy bots at the end of these events.
async function opened(browser, url, events, { size = SIZES[0], names = ["Ada", "Bo"], options = {}, bots = names.map((_, i) => (i ? "easy" : null)), ...more } = {}) {
  const { page, problems, close } = await open(browser, url, { size, settings: { ...NEXT, ...more.settings }, ...(more.moves ? { moves: true } : {}), ...(more.lang ? { lang: more.lang } : {}) });
  await openMatch(page, url, "apogee", names, events, { bots, options });
  await page.locator('[data-region="decision"]').waitFor();
  return { page, problems, close };
}

// What can be pressed now: a choice, the primary button, or nothing yet.
async function step(page) {
  const moment = page.locator("[data-moment] [data-primary]");
  if (await moment.count()) return moment.first().click({ timeout: 5_000 });
  const planning = page.locator('[data-region="decision"] .put:not([aria-disabled="true"])');
  if (await planning.count()) {
    await planning.first().click({ timeout: 5_000 });
    return planning.first().click({ timeout: 5_000 });
  }
  const primary = page.locator(PRIMARY);
  if (await primary.count()) return primary.first().click({ timeout: 5_000 });
  const done = page.locator('[data-choice="done"]');
  const free = (await done.count()) ? done : page.locator(FREE);
  return free.first().click({ timeout: 5_000 });
}

function again(error) {
  if (error.name !== "TimeoutError") throw error;
}

// Plays `rounds` rounds, or to the end, and looks at the regions before each press.
async function played(page, problems, what, rounds) {
  let first = null;
  for (let presses = 0; presses < 1500; presses++) {
    const over = page.locator('[data-moment="finale"]');
    await over.or(page.locator(FREE)).or(page.locator(PRIMARY)).first().waitFor();
    if (await over.isVisible()) return;
    const { boxes, scrolls } = await page.evaluate(regions);
    first ??= boxes;
    for (const [name, box] of Object.entries(boxes)) {
      if (first[name] !== box) problems.push(`${what}: ${name} was at ${first[name]} and is at ${box}`);
    }
    if (scrolls > 0) problems.push(`${what}: the page scrolls by ${scrolls} px`);
    if (problems.length > 5) return;
    if (rounds && Number(/\d+/.exec(await page.locator(".round").textContent())?.[0] ?? 0) > rounds) return;
    await step(page).catch(again);
  }
  problems.push(`${what}: no end`);
}

export const tests = {
  "Apogee's new table: no region moves in a whole match, at three sizes": async ({ browser, url }) => {
    const problems = [];
    for (const size of SIZES) {
      const { page, close, problems: seen } = await opened(browser, url, [], { size, options: { mission: 1, rounds: 2 } });
      await played(page, problems, `${size.width} × ${size.height}`);
      problems.push(...(await layout(page, 12)), ...seen);
      await close();
    }
    return problems;
  },

  "Apogee's new table: five long names, German, a low window; alone on a small phone": async ({ browser, url }) => {
    const problems = [];
    const long = ["Ada", "Bo", "Cy", "Di", "Ed"].map((name) => `${name} ${"Weltraumgesellschaft".repeat(2)}`.slice(0, 30));
    const runs = [
      { size: { width: 1366, height: 650 }, names: long, lang: "de", options: { mission: 6, design: "per-engineer", rounds: 1 } },
      { size: { width: 360, height: 640 }, names: ["Ada"], options: { mission: 5 } },
    ];
    for (const run of runs) {
      const what = `${run.size.width} × ${run.size.height}`;
      const { page, close, problems: seen } = await opened(browser, url, [], run);
      await played(page, problems, what, 1);
      problems.push(...(await layout(page, 12)).map((found) => `${what}: ${found}`), ...seen);
      const box = await page.locator("[data-primary]").first().boundingBox();
      assert.ok(box.y + box.height <= run.size.height, `${what}: the primary button is in view`);
      await close();
    }
    return problems;
  },

  // A14: a plan is a draft until it is confirmed; looking at a card neither sells
  // nor builds it. A13: no notation. A15: nothing is asked twice by accident.
  "Apogee's new table: plans are drafts, cards are read, pencils only forecast": async ({ browser, url }) => {
    const events = until("greedy,greedy", ["mission=6"], (event, i, all) => event.startsWith("P1 assign ") && all.slice(0, i).filter((one) => one.startsWith("P1 build ")).length > 1);
    const { page, close, problems } = await opened(browser, url, events, { options: { mission: 6 } });
    const number = () => page.locator("[data-number]").getAttribute("data-number");
    const before = await number();
    await page.locator(".put").first().waitFor();
    problems.push(...(await axe(page)));
    const hand = await page.locator("[data-held]").count();
    assert.equal(hand, 1, "one engineer is in hand");
    while ((await page.locator('.put:not([aria-disabled="true"])').count()) > 0) {
      const put = page.locator('.put:not([aria-disabled="true"])').last();
      await put.click();
      assert.equal(await page.locator(".sp5.aimed").count(), 1, "the first press only looks");
      await put.click();
    }
    assert.equal(await number(), before, "nothing is played before the plan is confirmed");
    await page.locator("[data-placed]").first().click();
    assert.equal(await page.locator("[data-held]").count(), 1, "a badge comes back");
    const card = page.locator(".res [data-card]").first();
    if (await card.count()) {
      await card.click();
      const sheet = page.locator("[data-sheet]");
      const words = await sheet.locator(".bt button").allTextContents();
      assert.match(words[0], /Sell/);
      assert.match(words[1], /Pencil in/);
      assert.match(words[2], /Build/);
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      await card.click();
      await page.locator("[data-pencil]").click();
      await page.locator(".pen").waitFor();
    }
    assert.equal(await number(), before, "looking and pencilling play nothing");
    const text = await page.locator("main").innerText();
    assert.doesNotMatch(text, /[°¢]/, "no marks on the board");
    assert.doesNotMatch(text, /[≥≤]/, "words, not notation");
    assert.match(text, /Put 1 CubeSat and 1 Satellite on Venus, with rockets that cost less than 160 each/);
    await close();
    return problems;
  },

  // A5 and A11: the tables live, with the event. A12: a launch says what it means
  // for the mission. A6: one tile each, always at its place.
  "Apogee's new table: six tiles, living tables, a launch that says what it does": async ({ browser, url }) => {
    const events = until("greedy,greedy", ["mission=1"], (event) => event.startsWith("P1 launch "));
    const { page, close, problems } = await opened(browser, url, events, { options: { mission: 1 } });
    await page.locator('[data-tile="launch"]').waitFor();
    const tiles = await page.locator("[data-tile]").evaluateAll((all) => all.map((tile) => tile.dataset.tile));
    assert.deepEqual(tiles, ["launch", "static-fire", "sell", "hire", "intervene", "specialty"]);
    const launch = page.locator('[data-choice^="launch "]').last();
    await launch.click();
    assert.match(await page.locator(".oc").innerText(), /\d+\s%/, "the outcome has its chance");
    assert.match(await page.locator(".oc").innerText(), /mission|counts/i);
    assert.equal(await page.locator("tr.pick").count(), 1, "the destination is lit in the table");
    assert.equal(await page.locator(".perf td.plan").count(), 1, "and the rocket in the other");
    assert.match(await page.locator(PRIMARY).innerText(), /Launch to/);
    const market = page.locator(".market [data-card]").first();
    await market.click();
    await page.locator("[data-sheet] .bt").waitFor();
    await page.keyboard.press("Escape");
    await close();
    return problems;
  },

  // A16: the result is printed when the die has come to rest, also where bots move
  // at once; a failure says what was needed.
  "Apogee's new table: a launch tells its result only after its die": async ({ browser, url }) => {
    const events = until("greedy,greedy", ["mission=1"], (event) => event.startsWith("P1 launch "));
    const { page, close, problems } = await opened(browser, url, events, { options: { mission: 1 }, settings: { motion: "on", pace: 0, ownRoll: false }, moves: true });
    await page.evaluate(() => {
      const seen = (globalThis.seen = []);
      const look = () => {
        const flight = document.querySelector(".flight");
        if (!flight) return;
        const early = flight.dataset.phase !== "result" && (flight.querySelector(".say") || flight.querySelector(".faces .hit"));
        seen.push(`${flight.dataset.phase}${early ? " EARLY" : ""}`);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-phase", "class"] });
    });
    await page.locator('[data-choice^="launch "]').last().click();
    await page.locator(PRIMARY).click();
    await page.locator('.flight[data-phase="result"] .say').waitFor();
    const seen = await page.evaluate(() => [...new Set(globalThis.seen)]);
    assert.deepEqual(seen.filter((phase) => phase.includes("EARLY")), [], "nothing is told before the die rests");
    for (const phase of ["sum", "count", "die", "result"]) assert.ok(seen.includes(phase), `${phase} was shown: ${seen}`);
    assert.ok((await page.locator(".flight .bx").count()) >= 2, "the sum that makes the number");
    const needed = Number(/\d+/.exec(await page.locator(".bx.need b").textContent())[0]);
    const parts = (await page.locator(".bx:not(.need) b").allTextContents()).map(Number);
    const signs = ["+", ...(await page.locator(".eq .sign").allTextContents())];
    assert.equal(parts.reduce((sum, part, i) => sum + (signs[i] === "−" ? -part : part), 0), needed, "the sum is right");
    await close();
    return problems;
  },

  // A3: alone, the added objective, the standing ban and the last round are said.
  "Apogee's new table: alone with added objectives, bans and the calendar": async ({ browser, url }) => {
    const events = until("greedy", ["mission=5"], (event, i, all) => event.startsWith("P1 assign ") && all.slice(0, i).filter((one) => one.startsWith("chance event ")).length === 3); // drawn in even rounds
    const { page, close, problems } = await opened(browser, url, events, { names: ["Ada"], options: { mission: 5 } });
    await page.locator(".cal").waitFor();
    assert.match(await page.locator(".round").innerText(), /Round 6 of 10/);
    assert.match(await page.locator(".goal").innerText(), /Single-Stage-to-Orbit/, "the ban of round 1");
    assert.equal(await page.locator(".cal li").count(), 10);
    assert.match(await page.locator(".cal").innerText(), /Thrust 20 or more/, "the known event of round 7");
    problems.push(...(await axe(page)));
    await close();
    return problems;
  },

  // A8, A17: the finale shows rockets and the roll, no points.
  "Apogee's new table: the finale tells how it was decided": async ({ browser, url }) => {
    const { page, close, problems } = await opened(browser, url, [], { options: { mission: 1, rounds: 1 } });
    await played(page, problems, "to the end");
    await page.locator(".fin5").waitFor();
    assert.doesNotMatch(await page.locator(".fin5").innerText(), /points/i);
    assert.ok((await page.locator(".fin5 .tl td button").count()) > 0, "rounds can be jumped to");
    problems.push(...(await axe(page, ".fin5")));
    await page.locator(".fin5 .tl td button").first().click();
    await page.locator('[data-moment="finale"]').waitFor({ state: "detached" });

    // The replay's controls have the desk for themselves, in full.
    await page.reload();
    await page.locator(".ways .way").first().click();
    const desk = await page.locator('[data-region="decision"]').boundingBox();
    const line = await page.locator('[data-region="decision"] input[type="range"]').first().boundingBox();
    assert.ok(line && line.y + line.height <= desk.y + desk.height && line.height > 4, "the timeline is in view");
    assert.equal(await page.locator('[data-region="decision"]').evaluate((region) => region.firstElementChild.clientHeight > region.clientHeight / 2), true);
    await close();
    return problems;
  },
};

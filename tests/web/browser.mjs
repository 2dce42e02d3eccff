// Chromium and the page for the tests: starts `maxq serve` from the build
// folder on a free port, opens contexts, and watches for what must not be:
// console errors, failed requests, requests to another host.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1360, height: 850 };
const BETWEEN = [{ width: 700, height: 900 }, { width: 1024, height: 768 }, { width: 1280, height: 800 }];
export const LARGE = { width: 3840, height: 2160 };
export const SHOTS = join(ROOT, "build/screenshots");
mkdirSync(SHOTS, { recursive: true });

export const PROGRAM = process.env.MAXQ ?? join(ROOT, "build/maxq");

// The record of a match between bots.
export function record(game, seats, seed) {
  const folder = mkdtempSync(join(tmpdir(), "maxq-record-"));
  const file = join(folder, "match.mqm");
  execFileSync(PROGRAM, ["play", game, "--seats", seats, "--seed", String(seed), "--save", file], { stdio: "ignore" });
  const text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return text;
}

// The record of a match in which these events have happened, each `P1 TEXT` or
// `chance TEXT`.
export function recordOf(...match) {
  return bridged(...match, { op: "save" }).match;
}

// What the program says of such a match.
export function bridged(game, names, events, options, tables, ask) {
  const lines = events.map((event) => {
    const [, seat, text] = /^(\w+) (.*)$/.exec(event);
    return seat === "chance" ? { op: "apply", chance: text } : { op: "apply", player: Number(seat.slice(1)) - 1, action: text };
  });
  const begin = { op: "new", game, players: names.length, names, seed: "1", options, tables };
  const input = [begin, ...lines, ask].map((line) => JSON.stringify(line)).join("\n");
  const answers = execFileSync(PROGRAM, ["bridge"], { input, encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
  const refused = answers.find(({ ok }) => !ok);
  if (refused) throw new Error(JSON.stringify(refused));
  return answers.at(-1);
}

// Opens a match of `names` in which these events have happened, as if it had
// been left in the browser; `bots` are levels by seat, null: a person.
export async function openMatch(page, url, game, names, events, { bots = [], options = {}, tables, id = "matchofthistest2" } = {}) {
  const seats = names.map((name, i) => ({ name, bot: bots[i] ?? null }));
  const match = { id, game, seats, options, number: events.length, scores: names.map(() => 0), over: false, at: 0, ...(tables ? { tables } : {}) };
  const record = recordOf(game, names, events, options, tables);
  await page.goto(`${url}/#/credits`);
  await page.evaluate(
    ([text, index]) => {
      localStorage.setItem("maxq.matches", JSON.stringify([index]));
      localStorage.setItem(`maxq.match.${index.id}`, text);
    },
    [record, match],
  );
  await page.goto(`${url}/#/match/${id}`);
}

// The program as a server with a database of its own; `url` is its address.
// After `end`, `begin` starts it again at the same place.
export async function serve(...options) {
  const folder = mkdtempSync(join(tmpdir(), "maxq-web-"));
  const db = join(folder, "test.db");
  let child;

  async function begin(listen) {
    child = spawn(PROGRAM, ["serve", "--listen", listen, "--db", db, ...options], { stdio: ["ignore", "pipe", "ignore"] });
    return new Promise((resolve, reject) => {
      let said = "";
      child.stdout.on("data", (bytes) => {
        const found = /http:\/\/[\d.:]+/.exec((said += bytes));
        if (found) resolve(found[0]);
      });
      child.on("exit", () => reject(new Error(`maxq serve has ended: ${said}`)));
    });
  }

  async function end() {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  const url = await begin("127.0.0.1:0");
  return {
    url,
    db,
    end,
    begin: () => begin(new URL(url).host),
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function launch() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
}

// Settings that make matches quick: no motion, no pauses, no second word.
export const QUICK = { pace: 0, motion: "off", explain: false, confirm: "never" };

// A page with its own storage. `problems` fills with what must not be.
export async function open(browser, url, { size = DESKTOP, lang = "en", settings = QUICK, scheme = "dark", moves = false } = {}) {
  const context = await browser.newContext({
    viewport: size,
    locale: lang === "de" ? "de-DE" : "en-GB",
    colorScheme: scheme,
    reducedMotion: moves ? "no-preference" : "reduce",
    hasTouch: size.width < 700,
  });
  await context.addInitScript((set) => {
    if (location.protocol === "about:") return;
    if (!localStorage.getItem("maxq.settings")) localStorage.setItem("maxq.settings", JSON.stringify(set));
  }, settings);
  context.setDefaultTimeout(60_000);
  const problems = [];
  context.on("page", (page) => watch(page, url, problems));
  const page = await context.newPage();
  return { page, problems, context, close: () => context.close() };
}

function watch(page, url, problems) {
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
}

// What axe finds on the screen, or in the part of it that is new, a line each:
// all rules in the theme it is in, those about colours in the other one too
// (only colours differ).
export async function axe(page, part = "html") {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const find = (options) => page.evaluate(([where, set]) => globalThis.axe.run(where, { resultTypes: ["violations"], ...set }), [part, options]);
  const say = ({ violations }, where) =>
    violations.map(({ id, nodes }) => `axe ${where}${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 4).join("; ")}`);
  const found = say(await find({}), "");
  const other = await turnTheme(page);
  found.push(...say(await find({ runOnly: ["color-contrast", "link-in-text-block"] }), `${other} `));
  await turnTheme(page);
  return found;
}

// Day becomes night, night day, as the system says; answers with which it is.
async function turnTheme(page) {
  const next = await page.evaluate(() => (document.documentElement.dataset.theme === "day" ? "night" : "day"));
  await page.emulateMedia({ colorScheme: next === "day" ? "light" : "dark" });
  await page.locator(`html[data-theme=${next}]`).waitFor();
  return next;
}

// Screens that scroll sideways, or have text smaller than 13 px, in drawings
// too, unless they are but pictures.
export async function layout(page, least = 13) {
  return page.evaluate((least) => {
    const found = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} > ${clientWidth}`);
    for (const element of document.querySelectorAll("body *:not(svg *):not(.hidden)")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own || !element.checkVisibility()) continue;
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (size < least) found.push(`text of ${size} px: ${element.textContent.trim().slice(0, 40)}`);
    }
    const drawn = ":not([aria-hidden=true]) > svg:not([aria-hidden=true]) text";
    for (const element of document.querySelectorAll(drawn)) {
      if (!element.checkVisibility()) continue;
      const size = parseFloat(getComputedStyle(element).fontSize) * Math.abs(element.getScreenCTM().d);
      if (size < least - 0.01) found.push(`drawn text of ${size.toFixed(1)} px: ${element.textContent.trim()}`);
    }
    return found;
  }, least);
}

// The same on screens between a phone and a desk; what is only not drawn yet is
// drawn a moment later.
export async function layoutBetween(page) {
  const found = [];
  const own = page.viewportSize();
  for (const size of BETWEEN) {
    await page.setViewportSize(size);
    let flaws = await layout(page);
    for (let tries = 0; flaws.length && tries < 20; tries++) {
      await page.waitForTimeout(100);
      flaws = await layout(page);
    }
    found.push(...flaws.map((flaw) => `at ${size.width} × ${size.height}: ${flaw}`));
  }
  await page.setViewportSize(own);
  return found;
}

// For `play`: looks at the layout of every kind of decision that comes up, on
// this screen and on those between a phone and a desk.
export function eachPhase(page, problems, enough = async () => false) {
  const seen = new Set();
  return async (moves) => {
    const phase = await page.locator(".phase").textContent({ timeout: 1000 }).catch(() => ""); // a cover has none
    if (phase && !seen.has(phase)) {
      seen.add(phase);
      for (const found of [...(await layout(page)), ...(await layoutBetween(page))]) problems.push(`${phase}: ${found}`);
    }
    return enough(moves);
  };
}

export async function shot(page, name) {
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

// Decides, and waits until it has happened. A forced choice may be gone before
// it is clicked, played by itself.
async function decide(page, choose) {
  const before = await page.evaluate(() => document.querySelector(".line .count")?.textContent);
  await choose().catch(() => {});
  await page.waitForFunction((count) => document.querySelector(".line .count")?.textContent !== count || document.querySelector(".results"), before, {
    timeout: 60_000,
  });
}

// Plays the seat of this page with the first choice until the match is over
// or `enough` says so.
export async function play(page, { enough = async () => false, choose } = {}) {
  for (let moves = 0; ; moves++) {
    const over = page.locator(".results");
    const choice = page.locator("div.bar ul button").first();
    const cover = page.locator("main.cover button");
    await over.or(choice).or(cover).first().waitFor({ timeout: 60_000 });
    if (await over.isVisible()) return moves;
    if (await enough(moves)) return moves;
    if (await cover.isVisible()) await cover.click();
    else await decide(page, choose ? () => choose(page, moves) : () => choice.click({ timeout: 5_000 }));
  }
}

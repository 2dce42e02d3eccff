// Chromium and the page for the tests: starts `maxq serve` from the build
// folder on a free port, opens contexts, and watches for what must not be:
// console errors, failed requests, requests to another host.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nextSeed, replaceChance } from "./chance.mjs";
import { patience } from "./pace.mjs";
import { CHOICE, number, OVER, PRIMARY, take } from "./table.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const BROWSER = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1360, height: 850 };
const BETWEEN = [{ width: 700, height: 900 }, { width: 1024, height: 768 }, { width: 1280, height: 800 }];
export const LARGE = { width: 3840, height: 2160 };
export const SHOTS = join(ROOT, "build/screenshots");
mkdirSync(SHOTS, { recursive: true });

export const PROGRAM = process.env.MAXQ ?? join(ROOT, "build/maxq");
const DRAWS = join(ROOT, "build/tests/server/libdraws.so"); // see draws.c

// The record of a match between bots; options as NAME=VALUE.
export function record(game, seats, seed, options = []) {
  const folder = mkdtempSync(join(tmpdir(), "maxq-record-"));
  const file = join(folder, "match.mqm");
  execFileSync(PROGRAM, ["play", game, "--seats", seats, "--seed", String(seed), "--save", file, ...options], { stdio: "ignore" });
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
  const match = { id, game, seats, options, scores: names.map(() => 0), over: false, at: 0 };
  const record = recordOf(game, names, events, options, tables);
  await page.goto(`${url}/#/`);
  await page.locator(".facts + .file, .list + .file").waitFor(); // the page has its database
  await page.evaluate(putMatch, [match, record.trim().split("\n")]);
  await page.goto(`${url}/#/match/${id}`);
}

// Runs in the page: puts a match into its database, in the place of the one
// with this id.
async function putMatch([match, [header, secret, ...lines]]) {
  const db = await new Promise((resolve) => (indexedDB.open("maxq").onsuccess = ({ target }) => resolve(target.result)));
  const tx = db.transaction(["matches", "heads", "entries"], "readwrite");
  tx.objectStore("matches").put(match);
  tx.objectStore("heads").put([header, secret], match.id);
  tx.objectStore("entries").delete(IDBKeyRange.bound([match.id], [match.id, []]));
  lines.forEach((line, n) => tx.objectStore("entries").put(line, [match.id, n]));
  await new Promise((resolve) => (tx.oncomplete = resolve));
  db.close();
}

// The lines that the page keeps of the match at this address: the entries.
export async function keptLines(page) {
  return page.evaluate(async () => {
    const [, id] = /#\/match\/(\w+)/.exec(location.hash);
    const db = await new Promise((resolve) => (indexedDB.open("maxq").onsuccess = ({ target }) => resolve(target.result)));
    const request = db.transaction("entries").objectStore("entries").getAll(IDBKeyRange.bound([id], [id, []]));
    await new Promise((resolve) => (request.onsuccess = resolve));
    db.close();
    return request.result;
  });
}

// The program as a server with a database of its own; `url` is its address.
// After `end`, `begin` starts it again at the same place.
export async function serve(...options) {
  const folder = mkdtempSync(join(tmpdir(), "maxq-web-"));
  const db = join(folder, "test.db");
  const draws = nextSeed();
  let starts = 0;
  let child;

  async function begin(listen) {
    const env = { ...process.env, ...(existsSync(DRAWS) ? { LD_PRELOAD: DRAWS, MAXQ_DRAWS: `${draws} ${starts++}` } : {}) };
    child = spawn(PROGRAM, ["serve", "--listen", listen, "--db", db, ...options], { env, stdio: ["ignore", "pipe", "ignore"] });
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

// The shell is Chromium without windows, menus and what they cost (a quarter of
// the CPU seconds). Partial raster draws what has changed over the pixels from before, so that the
// edges of a box depend on how often it was drawn: without it one and the same
// page has one and the same picture.
export async function launch() {
  return chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox", "--disable-gpu", "--disable-partial-raster"] });
}

// Settings that make matches quick: no motion, no pauses, no second word.
export const QUICK = { pace: 0, motion: "off", explain: false, confirm: "never", ownRoll: false };

// A page with its own storage. Where a game still has two tables, tests get the
// earlier one unless their settings say otherwise. `problems` fills with what must not be. Without
// `offline` it keeps no files for when there is no network.
export async function open(browser, url, { size = DESKTOP, lang = "en", settings = QUICK, scheme = "dark", moves = false, offline = true } = {}) {
  const context = await browser.newContext({
    viewport: size,
    locale: lang === "de" ? "de-DE" : "en-GB",
    colorScheme: scheme,
    reducedMotion: moves ? "no-preference" : "reduce",
    hasTouch: size.width < 700,
    serviceWorkers: offline ? "allow" : "block",
  });
  await context.addInitScript((set) => {
    if (location.protocol === "about:") return;
    if (!localStorage.getItem("maxq.settings")) localStorage.setItem("maxq.settings", JSON.stringify(set));
  }, { next: false, ...settings });
  await context.addInitScript(replaceChance, nextSeed());
  await context.addInitScript(watchEngines);
  context.setDefaultTimeout(patience());
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

// Screens that scroll sideways, or have text smaller than 13 px (12 px on tables
// with regions), in drawings too, unless they are but pictures.
export async function layout(page, wanted = 0) {
  return page.evaluate((wanted) => {
    const least = wanted || (document.querySelector("main.whole") ? 12 : 13);
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
  }, wanted);
}

// The same on screens between a phone and a desk.
export async function layoutBetween(page) {
  const found = [];
  const own = page.viewportSize();
  for (const size of BETWEEN) {
    await page.setViewportSize(size);
    let flaws = await layout(page);
    if (flaws.length) {
      await still(page); // what is only not drawn yet is drawn then
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
    const [phase] = await page.locator(".phase, .phases .now").allTextContents(); // a cover has none
    if (phase && !seen.has(phase)) {
      seen.add(phase);
      for (const found of [...(await layout(page)), ...(await layoutBetween(page))]) problems.push(`${phase}: ${found}`);
    }
    return enough(moves);
  };
}

// Runs in the page before its own code: keeps what engines were asked, and what
// they have not answered yet.
function watchEngines() {
  const asked = (globalThis.asked = new Set()); // ids with the worker before them
  const sent = (globalThis.sent = []); // the worker and the op of every request
  const { postMessage, terminate } = Worker.prototype;
  let workers = 0;
  Worker.prototype.postMessage = function (message, ...more) {
    if (!this.name) {
      this.name = `${++workers}:`;
      this.addEventListener("message", ({ data }) => asked.delete(this.name + data.id));
    }
    asked.add(this.name + message.id);
    sent.push({ worker: this.name, op: JSON.parse(message.line).op });
    return postMessage.call(this, message, ...more);
  };
  Worker.prototype.terminate = function () {
    for (const id of asked) if (id.startsWith(this.name)) asked.delete(id);
    return terminate.call(this);
  };
}

// Waits until the page stands still: fonts are there, no animation runs, engines
// have answered everything, and nothing has changed for some frames.
export async function still(page) {
  await page.mouse.move(0, 0); // no tip comes up
  await page.evaluate(async () => {
    const FRAMES = 6;
    await document.fonts.ready;
    await new Promise((resolve) => {
      let quiet = 0;
      const watch = new MutationObserver(() => (quiet = 0));
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      const look = () => {
        const moves = globalThis.asked.size || document.getAnimations().some(({ playState }) => playState === "running");
        quiet = moves ? 0 : quiet + 1;
        if (quiet <= FRAMES) return requestAnimationFrame(look);
        watch.disconnect();
        resolve();
      };
      look();
    });
  });
}

// A picture of the page, or of a part of it, as it stands still.
export async function picture(page, part = page) {
  await still(page);
  return part.screenshot({ animations: "disabled", caret: "hide" });
}

export async function shot(page, name) {
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

// Decides, and waits until it has happened. A forced choice may be gone before
// it is clicked, played by itself; on a busy machine a click may come to nothing
// and is tried again.
async function decide(page, choose) {
  const before = await number(page);
  const over = (selector) => page.locator(selector).isVisible();
  const end = Date.now() + patience();
  while (!(await choose().then(() => true, () => false))) {
    if ((await number(page)) !== before || (await over(OVER))) return;
    if (Date.now() > end) throw new Error("no choice can be clicked");
  }
  while ((await number(page)) === before && !(await over(OVER))) {
    if (Date.now() > end) throw new Error("nothing has happened");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

// Plays the seat of this page with the first choice until the match is over
// or `enough` says so.
export async function play(page, { enough = async () => false, choose } = {}) {
  for (let moves = 0; ; moves++) {
    const over = page.locator(OVER);
    const choice = page.locator(CHOICE).first();
    const cover = page.locator("main.cover button");
    const roll = page.locator(PRIMARY);
    await over.or(choice).or(cover).or(roll).first().waitFor();
    if (await over.isVisible()) return moves;
    // Nothing to choose, a button to press: the person rolls. It may be gone by then.
    if (!(await choice.isVisible()) && !(await cover.isVisible())) {
      await roll.click({ timeout: 5_000 }).catch(() => {});
      moves--;
      continue;
    }
    if (await enough(moves)) return moves;
    if (await cover.isVisible()) await cover.click();
    else await decide(page, choose ? () => choose(page, moves) : () => take(page));
  }
}

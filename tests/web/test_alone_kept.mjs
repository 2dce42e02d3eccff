// A match on this device: one request a move, kept one row an entry, with what
// an earlier version of the page left, and where the browser keeps nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { keptLines, open, play, QUICK } from "./browser.mjs";
import { CHOICE, number, panel } from "./table.mjs";

const UNFORCED = { ...QUICK, forced: false };
// What the page of commit cd4cc1a wrote into localStorage: a match of Lift Off
// and one of MLEM, both begun.
const PROFILE = JSON.parse(readFileSync(new URL("profile.json", import.meta.url), "utf8"));

const counted = (page, events) => page.locator(`main[data-number="${events}"]`).or(page.locator(".line .count", { hasText: new RegExp(`^${events}/${events}$`) })).first().waitFor();
const events = (lines) => lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "event");

// Runs in the page before its own code: counts what is written, and writes
// nothing while `globalThis.full` says so.
function watchStores() {
  globalThis.written = [];
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, ...key) {
    if (globalThis.full) throw new DOMException("no room", "QuotaExceededError");
    globalThis.written.push({ store: this.name, length: JSON.stringify(value).length });
    return put.call(this, value, ...key);
  };
}

// Runs in the page before its own code: a browser that keeps nothing.
function refuseStores() {
  const refuse = () => {
    throw new DOMException("refused", "SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", { get: refuse });
  Object.defineProperty(globalThis, "sessionStorage", { get: refuse });
  indexedDB.open = refuse;
}

export const tests = {
  async "One request a move; each event is written once"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url, { settings: UNFORCED });
    await context.addInitScript(watchStores);
    for (const game of ["mlem", "liftoff"]) {
      await page.goto(`${url}/#/play/${game}`);
      await page.locator(CHOICE).first().waitFor();
      const before = (await keptLines(page)).length;
      await page.evaluate(() => [globalThis.sent, globalThis.written].forEach((list) => list.splice(0)));
      await play(page, { enough: async (moves) => moves === 6 });
      const added = (await keptLines(page)).slice(before);
      const moves = events(added).filter(({ seat }) => seat !== "chance").length;
      const [sent, written] = await page.evaluate(() => [globalThis.sent, globalThis.written]);
      const asked = sent.filter(({ op }) => !["load", "bot", "tell"].includes(op)).map(({ op }) => op); // those are of other workers
      assert.ok(moves > 6, `${game}: ${moves} moves`);
      assert.deepEqual(asked, Array(moves).fill("play"), `${game}: one request for each of ${moves} moves`);
      const entries = written.filter(({ store }) => store === "entries");
      assert.equal(entries.length, added.length, `${game}: each entry is written once`);
      assert.equal(written.filter(({ store }) => store === "heads").length, 0);
      assert.ok(written.every(({ length }) => length < 1000), `${game}: rows are short`);
    }
    await close();
    return problems;
  },

  async "What an earlier version kept in localStorage is carried over once"({ browser, url }) {
    const { page, problems, close } = await open(browser, url);
    const leave = async (profile) => {
      await page.goto(`${url}/icon.svg`);
      await page.evaluate((kept) => Object.entries(kept).forEach(([key, text]) => localStorage.setItem(key, text)), profile);
      await page.goto(`${url}/`);
      await page.locator("#saved ~ .list li").nth(1).waitFor();
      const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => /^maxq\.(match|tab)/.test(key)));
      assert.deepEqual(left, [], "nothing is left there");
    };
    const matches = JSON.parse(PROFILE["maxq.matches"]);
    const record = `maxq.match.${matches[1].id}`;
    await leave({ ...PROFILE, [record]: PROFILE[record].trim().split("\n").slice(0, -4).join("\n") });
    assert.deepEqual(await page.locator("#saved ~ .list a").allTextContents(), ["Lift Off", "MLEM: Space Agency"]);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("maxq.settings")).name), "Ada");

    // A tab with the earlier page has played on: the match grows by that.
    await leave(PROFILE);
    for (const { id, seats, number: made } of matches) {
      await page.goto(`${url}/#/match/${id}`);
      await counted(page, made);
      const seated = page.locator("section[data-seat][aria-label]");
      await seated.first().waitFor();
      const named = await seated.evaluateAll((sections) => sections.map((section) => section.getAttribute("aria-label")));
      assert.deepEqual(named.sort(), seats.map(({ name }) => name).sort());
      await play(page, { enough: async (moves) => moves === 1 });
      assert.ok((await number(page)) > made, "it goes on");
    }

    // What is here and goes on differently stays.
    const there = await keptLines(page);
    await leave({ "maxq.matches": PROFILE["maxq.matches"], [record]: PROFILE[record] });
    await page.goto(`${url}/#/match/${matches[1].id}`);
    await counted(page, events(there).length);
    await close();
    return problems;
  },

  async "A browser without room: it says so, the match goes on, and is kept when there is room"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url, { settings: UNFORCED });
    await context.addInitScript(watchStores);
    await page.goto(`${url}/#/play/mlem`);
    await play(page, { enough: async (moves) => moves === 1 });
    const before = (await keptLines(page)).length;
    const alert = page.locator("[role=alert]", { hasText: "no more room" });
    await page.evaluate(() => (globalThis.full = true));
    await play(page, { enough: async (moves) => moves === 2 });
    await alert.waitFor();
    assert.equal((await keptLines(page)).length, before);
    const there = await number(page);
    assert.ok(there > before, "the match goes on");
    const saving = page.waitForEvent("download");
    await alert.getByRole("button", { name: "Save the replay" }).click();
    const file = readFileSync(await (await saving).path(), "utf8");
    assert.equal(events(file.trim().split("\n").slice(2)).length, there, "the file has all of it");

    await page.evaluate(() => (globalThis.full = false));
    await play(page, { enough: async (moves) => moves === 1 });
    await alert.waitFor({ state: "detached" });
    const shown = await number(page);
    assert.equal(events(await keptLines(page)).length, shown, "all of it is kept");
    await page.reload();
    await counted(page, shown);
    await close();
    return problems;
  },

  async "A browser that keeps nothing plays, and says so"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url);
    await context.addInitScript(refuseStores);
    await page.goto(`${url}/`);
    await page.getByText("This browser keeps no matches").waitFor();
    await page.locator('article[data-game="mlem"] .primary').click();
    await page.locator("[role=alert]", { hasText: "does not keep this match" }).waitFor();
    assert.equal(await play(page, { enough: async (moves) => moves === 2 }), 2);
    const there = await number(page);
    await panel(page, "log");
    await page.locator("#tab-panel .entry").first().click();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.locator("#tab-panel [role=alert]", { hasText: "does not keep this match" }).waitFor();
    assert.ok((await number(page)) >= there, "what is on the screen stays"); // forced choices may follow
    await close();
    return problems;
  },
};

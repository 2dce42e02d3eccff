// What else a table offers: explanations, own tables, branches, drafts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { walk } from "./keys.mjs";
import { CHOICE, number, panel, take } from "./table.mjs";
import { axe, layout, open, play, PHONE, PROGRAM, QUICK, record, shot } from "./browser.mjs";

const planets = readFileSync(new URL("../../data/mlem/planets.csv", import.meta.url), "utf8");
// One chemist fewer, one biologist more.
const specialists = readFileSync(new URL("../../data/liftoff/specialists.csv", import.meta.url), "utf8")
  .replace("green-two,invest,1,", "green-two,invest,2,")
  .replace("buy-pair,green-one,2,", "buy-pair,green-one,1,");

const csv = (text) => ({ name: "planets.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

// The draft of an entry of the log.
async function drafted(page, entry) {
  await page.locator("#tab-panel .entry").nth(entry).click();
  await page.getByRole("button", { name: "Is this right?" }).click();
  await page.getByText("Copied").waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

// What `maxq scenario` says of a text, with the tables that are in it beside it;
// throws where it fails.
function ran(text, tables = text) {
  const folder = mkdtempSync(join(tmpdir(), "maxq-draft-"));
  try {
    writeFileSync(join(folder, "draft.scn"), text);
    for (const [, name, lines] of tables.matchAll(/^# (tables\/own\/[\w-]+\.csv)\n((?:#\|.*\n)+)/gm)) {
      mkdirSync(join(folder, "tables/own"), { recursive: true });
      writeFileSync(join(folder, name), lines.replace(/^#\|/gm, ""));
    }
    return execFileSync(PROGRAM, ["scenario", folder], { encoding: "utf8", stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const tests = {
  async "Without a network after the first visit"({ browser, url }) {
    const { page, context, close } = await open(browser, url);
    await page.goto(`${url}/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"));
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await page.locator('article[data-game="mlem"] .primary').click();
    await page.locator(CHOICE).first().waitFor();
    await close();
  },

  async "The first decision of a kind is explained once"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, explain: true } });
    await page.goto(`${url}/#/play/mlem`);
    await page.locator(CHOICE).first().waitFor();
    const button = page.getByRole("button", { name: "Got it" });
    await button.waitFor();
    problems.push(...(await axe(page)));
    await button.click();
    await button.waitFor({ state: "detached" });
    await page.reload();
    await page.locator(CHOICE).first().waitFor();
    assert.equal(await button.count(), 0);
    await page.goto(`${url}/#/play/liftoff`);
    await button.waitFor();
    await page.goto(`${url}/#/settings`);
    await page.getByLabel("Explain the first decision of each kind").uncheck();
    await page.goBack();
    await page.locator(CHOICE).first().waitFor();
    assert.equal(await button.count(), 0, "switched off");
    await close();
    return problems;
  },

  async "Own dice, tapped: what can't be can't be tapped, what came counts"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, ownDice: true } });
    await page.goto(`${url}/#/play/mlem`);
    const came = page.locator("[data-own] [data-primary]");
    const tap = async (...words) => {
      for (const word of words) await page.locator(`[data-outcome="${word}"]`).click();
    };
    await page.locator('[data-outcome="P4"]').waitFor();
    assert.equal(await page.locator("[data-outcome]").count(), 4, "four can start");
    assert.ok(await came.isDisabled(), "nobody starts yet");
    await tap("P1");
    assert.ok(await page.locator('[data-outcome="P2"]').isDisabled(), "one starts, not two");
    problems.push(...(await axe(page)));
    await came.click();
    await take(page); // aboard; bots follow
    await tap("1", "1", "2", "2", "3", "4");
    assert.ok(await page.locator('[data-outcome="A"]').isDisabled(), "there are six dice");
    await page.getByRole("button", { name: "Take back: 4" }).click();
    await tap("A");
    problems.push(...(await axe(page)));
    await came.click();
    await panel(page, "log");
    await page.locator("#tab-panel .entry").filter({ hasText: "Captain starts the first expedition" }).waitFor();
    await page.locator("#tab-panel .entry").filter({ hasText: /1 1 2 2 3/ }).first().waitFor();
    await close();
    return problems;
  },

  async "Tables of one's own are checked, kept and played with"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await page.goto(`${url}/#/setup/mlem`);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "planets.csv" }).click()]);
    assert.equal(file.suggestedFilename(), "planets.csv");
    assert.equal(readFileSync(await file.path(), "utf8"), planets);
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(csv(planets.replace("5,7,4,3", "5,many,4,3")));
    await page.locator("p.bad").filter({ hasText: /^planets\.csv:\d+, / }).waitFor();
    await input.setInputFiles(csv(planets.replace("5,7,4,3", "5,13,4,3")));
    await page.getByText("Checked and in use: planets.csv.").waitFor();
    problems.push(...(await axe(page)));
    await page.reload();
    await page.getByText("Checked and in use: planets.csv.").waitFor();
    await page.goto(`${url}/#/play/mlem`);
    await page.locator(CHOICE).first().waitFor();
    const ladder = await page.locator("[data-planet='5']").textContent();
    assert.match(ladder.replace(/\s/g, ""), /V1343/);
    await panel(page, "text");
    await page.getByText("(13, 4, 3 points)").waitFor();
    await shot(page, "mlem-own-tables");
    await panel(page, "log");
    assert.match(ran(await drafted(page, 0)), /^1 passed, 0 failed$/m);
    await close();
    return problems;
  },

  async "Play on from an earlier moment; a draft scenario of it"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await page.goto(`${url}/#/play/mlem`);
    await play(page, { enough: async (moves) => moves === 4 });
    await panel(page, "log");
    const draft = await drafted(page, 3);
    const [, link] = /^# (?:ML-\w+ ?)+: (\S+)\ngame mlem players=4\n/.exec(draft);
    const at = Number((await page.locator(".line .count").first().textContent()).split("/")[0]);
    assert.match(ran(draft), /^1 passed, 0 failed$/m);
    assert.throws(() => ran(draft.replace(/^scores = /m, "scores = 9")), "another score is none");
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByText(`You are looking at the past: event ${at} of`).first().waitFor();
    await panel(page, "log");
    await page.locator(".line .count").filter({ hasText: new RegExp(`^${at}/`) }).first().waitFor();
    await page.locator("#tab-panel li.at .entry").click();
    const before = page.url();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForFunction((old) => location.href !== old, before);
    await page.locator(CHOICE).first().waitFor();
    const now = await number(page);
    assert.ok(now >= at, `${now} events, from ${at}`);
    await close();
    return problems;
  },

  async "A draft of a moment with hidden cards can be run"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await page.goto(`${url}/#/play/liftoff`);
    await play(page, { enough: async (moves) => moves === 4 });
    await page.locator("#tab-log").click();
    for (const entry of [0, 3]) {
      const draft = await drafted(page, entry);
      assert.match(draft, /\n# What was hidden is drawn at random here/);
      assert.doesNotMatch(draft.replace(/^#.*/gm, ""), /\?/, "nothing is left unknown");
      assert.match(ran(draft), /^1 passed, 0 failed$/m);
    }

    // With other cards in the box: they are in the draft, and it needs them.
    await page.evaluate((text) => localStorage.setItem("maxq.tables.liftoff", JSON.stringify({ "specialists.csv": text })), specialists);
    await page.goto(`${url}/#/credits`);
    await page.goto(`${url}/#/play/liftoff`);
    await play(page, { enough: async (moves) => moves === 4 });
    await page.locator("#tab-log").click();
    const draft = await drafted(page, 3);
    assert.match(draft, /^game liftoff players=\d tables own$/m);
    assert.match(ran(draft), /^1 passed, 0 failed$/m);
    assert.throws(() => ran(draft, ""), "its tables are not there");
    assert.throws(() => ran(draft.replace(" tables own", "")), "these cards are not in the box");
    await close();
    return problems;
  },

  async "Analyse a finished match: it fills in, stops, goes on; a marked move is told"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url, { size: PHONE, lang: "de" });
    await context.addInitScript((text) => sessionStorage.setItem("maxq.replay", text), record("mlem", "random,greedy,random,greedy", 42));
    await page.goto(`${url}/#/match/file`);
    await page.getByRole("button", { name: "Jede Entscheidung analysieren" }).click();
    const judged = async () => Number(/^\d+/.exec(await page.locator(".progress .count").textContent())[0]);
    const more = (than) => page.waitForFunction((n) => parseInt(document.querySelector(".progress .count")?.textContent ?? "1000", 10) > n, than);
    await more(0);
    await page.getByRole("button", { name: "Anhalten" }).click();
    await page.getByRole("button", { name: "Weiter", exact: true }).waitFor();
    const before = await judged();
    await page.getByRole("button", { name: "Weiter", exact: true }).click();
    await more(before + 1);
    const move = page.locator(".moves button[aria-expanded]", { has: page.locator(".grade") }).first();
    await move.waitFor();
    const number = Number(await move.locator(".number").textContent());
    await move.focus();
    await page.keyboard.press("Enter");
    await page.getByText(/eines Sieges verschenkt/).first().waitFor();
    assert.match(await page.locator(".line .count").textContent(), new RegExp(`^${number - 1}/`), "the board of the decision");
    problems.push(...(await axe(page)), ...(await layout(page)));
    await shot(page, "mlem-analysis-phone-de");
    await page.setViewportSize({ width: 1360, height: 850 });
    await page.waitForFunction(() => document.querySelectorAll(".chart .over").length === 4);
    await shot(page, "mlem-analysis-desktop-de");
    problems.push(...(await walk(page)));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.id === "main");
    await page.getByRole("button", { name: "Jede Entscheidung analysieren" }).click();
    await page.getByRole("button", { name: "Von hier aus versuchen" }).click();
    await page.locator(CHOICE).first().waitFor();
    assert.doesNotMatch(page.url(), /file$/);
    await close();
    return problems;
  },
};

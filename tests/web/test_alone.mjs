// Alone against bots, in WebAssembly: whole matches, by mouse and by keyboard.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { axe, DESKTOP, eachPhase, LARGE, layout, open, PHONE, play, QUICK, shot } from "./browser.mjs";
import { comeTo, press, walk } from "./keys.mjs";
import { asked, CHOICE, number, panel, take, takeByKeys, totals } from "./table.mjs";


// Sets up a match of one person and one easy bot, through the page.
async function setUp(page, url, game, change = async () => {}) {
  await page.goto(`${url}/#/setup/${game}`);
  await page.locator("form").waitFor();
  for (let extra = (await page.locator("form li").count()) - 2; extra > 0; extra--) {
    await page.locator("form li button").last().click();
  }
  await page.locator("form li select").last().selectOption("easy");
  await change();
  await page.locator("form button.primary").click();
  await page.locator(CHOICE).or(page.locator("main.cover")).first().waitFor();
}

async function finish(page, name) {
  const scores = await totals(page);
  await shot(page, `${name}-results`);
  const problems = [...(await axe(page)), ...(await layout(page))];
  assert.ok(scores.length >= 1 && scores.every((text) => /^-?[\d.,]+$/.test(text)), `no scores: ${scores}`);
  const lines = page.locator(".results svg .over, .race li, .rows .bar");
  await lines.first().waitFor({ state: "attached" });
  assert.equal(await lines.count(), scores.length, "a line of the chart for each");
  return problems;
}

// The rules in the page's language, found by its words; a rule found by its id
// stays when the language is turned.
async function readRules(page, lang) {
  const ids = (shown) => page.locator(`main div[lang=${shown}] strong.id`);
  const turn = page.locator("header").getByRole("button", { name: /^(Deutsch|English)$/ });
  const search = page.locator("main input[type=search]");
  await search.fill(lang === "de" ? "STARTSPIELER spielendekarten verkaufen" : "STARTING player sell objectives");
  await ids(lang).filter({ hasText: /^LO-P5$/ }).waitFor();
  assert.equal(await ids(lang).count(), 1);
  await search.fill("LO-V7");
  for (const shown of [lang === "de" ? "en" : "de", lang]) {
    await turn.click();
    await ids(shown).filter({ hasText: /^LO-V7$/ }).waitFor();
    assert.match(await page.locator(`main div[lang=${shown}] h2`).first().textContent(), shown === "de" ? /^Optionen/ : /^Options/);
  }
}

// What is reconstructed: a sentence for all games, and one for this one.
const OURS = { mlem: /afterburner|Nachbrenner/, liftoff: /specialist|Spezialist/, apogee: /investors|Investoren/ };
async function confessed(page, screen, lang) {
  const [where, game] = screen.split("/");
  if (where !== "setup" && where !== "rules") return [];
  const said = page.locator("main p").filter({ hasText: lang === "de" ? "dieses Spiels sind rekonstruiert" : "are reconstructed" }).filter({ hasText: OURS[game] });
  return (await said.count()) ? [] : [`${screen}: nothing is said of what is reconstructed`];
}

// Decides by keyboard: a space of the board that can be reached is taken in hand
// by Space and flown to by Enter; where there is none, the first choice.
async function byKeys(page) {
  const space = page.locator('[data-space][role="button"]').first();
  if (!(await space.count())) return takeByKeys(page);
  await space.focus();
  await page.keyboard.press("Space");
  await page.locator('[data-space][aria-pressed="true"]').waitFor({ timeout: 5_000 });
  await page.keyboard.press("Enter");
}

export const tests = {
  async "Play now: MLEM with the keyboard only, a reload in the middle, to the end; its replay; a rematch"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false } });
    await page.goto(`${url}/`);
    await page.locator("article").first().waitFor();
    await press(page, 'article[data-game="mlem"] .primary', "Enter", 20);
    await page.locator(CHOICE).first().waitFor();
    assert.deepEqual((await page.locator(".seat .tag").allTextContents()).map((tag) => tag.trim()).slice(1), ["easy", "easy", "easy"]);
    await play(page, { choose: byKeys, enough: async (moves) => moves === 6 });
    const before = await number(page);
    await page.reload();
    await page.locator(CHOICE).first().waitFor();
    assert.equal(await number(page), before, "the match goes on where it was");
    await shot(page, "mlem-desktop");
    await play(page, { choose: byKeys });
    problems.push(...(await finish(page, "mlem-desktop")));
    const said = await page.getByRole("log").textContent();
    assert.ok(said.trim().length > 10, `nothing is said of the end: ${said}`);

    const scores = await totals(page);
    const there = page.url();
    const saving = page.waitForEvent("download");
    await comeTo(page, "[data-moment] button");
    await page.getByRole("button", { name: "Save file" }).focus();
    await page.keyboard.press("Enter");
    const record = await (await saving).path();
    await page.goto(`${url}/`);
    assert.match(await page.locator("section li").first().textContent(), /MLEM/);
    await page.getByLabel("Watch a replay").setInputFiles({ name: "match.mqm", mimeType: "text/plain", buffer: readFileSync(record) });
    assert.deepEqual(await totals(page), scores, "the replay ends as the match did");

    // The same people again; whoever came second begins.
    await page.goto(there);
    await totals(page);
    const names = () => page.locator(".seat").evaluateAll((seats) => seats.sort((a, b) => a.dataset.seat - b.dataset.seat).map((seat) => seat.querySelector(".name").textContent));
    const [first, ...others] = await names();
    await press(page, "[data-moment] [data-primary]"); // Play again
    await page.locator("[data-moment]").waitFor({ state: "detached" });
    await page.locator(CHOICE).first().waitFor();
    assert.deepEqual(await names(), [...others, first]);
    assert.notEqual(page.url(), there);
    await close();
    return problems;
  },

  async "Lift Off for two, in German, to the end; each decision at 360 px"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { lang: "de" });
    await setUp(page, url, "liftoff");
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
    await play(page, { enough: async (moves) => moves === 12 });
    await shot(page, "liftoff-desktop-de");
    problems.push(...(await axe(page)));
    await page.setViewportSize(PHONE);
    await shot(page, "liftoff-phone-de");
    problems.push(...(await axe(page)));
    await play(page, { enough: eachPhase(page, problems) });
    await page.setViewportSize(DESKTOP);
    problems.push(...(await finish(page, "liftoff-desktop")));
    await close();
    return problems;
  },

  async "Apogee alone, mission 1, on a phone, to the end"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { size: PHONE });
    await page.goto(`${url}/#/setup/apogee`);
    await page.locator("form").waitFor();
    while ((await page.locator("form li").count()) > 1) await page.locator("form li button").last().click();
    await page.locator("form input[type=number]").last().fill("6");
    await page.locator("form button.primary").click();
    await play(page, { enough: async (moves) => moves === 4 });
    await shot(page, "apogee-phone");
    problems.push(...(await axe(page)));
    await play(page, { enough: eachPhase(page, problems) });
    problems.push(...(await finish(page, "apogee-phone")));
    await close();
    return problems;
  },

  async "Undo, timeline, hint, odds and the board in words"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false } });
    await setUp(page, url, "mlem");
    await play(page, { enough: async (moves) => moves === 3 });
    const before = await number(page);
    const question = await asked(page);
    await take(page);
    await page.waitForFunction((n) => document.querySelector("main").dataset.number !== String(n), before);
    await page.locator(CHOICE).first().waitFor();
    await page.keyboard.press("Backspace");
    await page.locator(`main[data-number="${before}"]`).waitFor();
    assert.equal(await asked(page), question);

    await panel(page, "log");
    await page.locator(".line button").first().click();
    const live = page.locator("[data-drawer] [data-live]");
    await live.waitFor();
    assert.equal(await page.locator(CHOICE).count(), 0, "the past can't be decided");
    await live.click();
    await page.locator(CHOICE).first().waitFor();
    await panel(page, "hint");
    await page.locator("#tab-panel button").first().click();
    await page.locator("#tab-panel li strong").first().waitFor();
    problems.push(...(await axe(page)));
    for (const tab of ["log", "odds", "rules", "text"]) {
      await page.locator(`#tab-${tab}`).click();
      await page.waitForFunction(() => document.getElementById("tab-panel").textContent.trim().length > 20);
      problems.push(...(await axe(page, "[data-drawer]")).map((found) => `${tab}: ${found}`));
    }
    await close();
    return problems;
  },

  async "MLEM on a phone: nothing sideways, text of 13 px or more"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { size: PHONE, lang: "de", scheme: "light" });
    await setUp(page, url, "mlem");
    await play(page, { enough: eachPhase(page, problems, async (moves) => moves === 12) });
    await shot(page, "mlem-phone-de-day");
    await page.locator(".menu > button").click();
    problems.push(...(await axe(page)), ...(await layout(page)));
    await page.keyboard.press("Escape");
    await panel(page, "odds");
    problems.push(...(await axe(page)), ...(await layout(page)));
    await close();
    return problems;
  },

  async "Screens: both languages, phone and desktop"({ browser, url }) {
    const found = [];
    const toured = new Set(["play", "t", "replay", "reset", "shared", "notices", "stop"]); // tests of their own
    for (const [name, size, lang, scheme] of [
      ["desktop-en", DESKTOP, "en", "dark"],
      ["phone-de", PHONE, "de", "light"],
    ]) {
      const { page, problems, close } = await open(browser, url, { size, lang, scheme });
      for (const [screen, sign] of [
        ["home", "article"],
        ["setup/mlem", "form"],
        ["setup/liftoff", "form"],
        ["setup/apogee", "form"],
        ["rules/liftoff", "main strong"],
        ["settings", "select"],
        ["credits", "main li"],
        ["friends/apogee", "form"],
        ["lobby", "#mine"],
        ["match/nothing", "h1"],
      ]) {
        toured.add(screen.split("/")[0]);
        await page.setViewportSize(size);
        await page.goto(`${url}/#/${screen}`);
        await page.locator(sign).first().waitFor();
        await shot(page, `${screen.replace("/", "-")}-${name}`);
        found.push(...(await confessed(page, screen, lang)));
        for (const problem of [...(await axe(page)), ...(await layout(page))]) found.push(`${screen} ${name}: ${problem}`);
        if (screen === "rules/liftoff") await readRules(page, lang);
        if (size !== DESKTOP) continue;
        for (const problem of await walk(page)) found.push(`${screen} ${name}: ${problem}`);
        await page.setViewportSize(LARGE);
        for (const problem of await layout(page, 20)) found.push(`${screen} at 4K: ${problem}`);
      }
      // Every game is offered in all ways.
      await page.setViewportSize(size);
      await page.goto(`${url}/#/`);
      for (const game of ["mlem", "liftoff", "apogee"]) {
        const box = page.locator(`article[data-game="${game}"]`);
        assert.equal(await box.locator("svg").count(), 1, "a picture");
        assert.match(await box.locator(".facts").textContent(), /\d.*\d+ (min|Min)/);
        for (const way of ["play", "friends", "setup", "rules"]) assert.equal(await box.locator(`a[href="#/${way}/${game}"]`).count(), 1);
      }
      // The other language; text half as big again.
      await page.goto(`${url}/#/settings`);
      await page.getByRole("button", { name: /^(Deutsch|English)$/ }).click();
      await page.locator(`html[lang=${lang === "de" ? "en" : "de"}]`).waitFor();
      const normal = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
      await page.locator("select", { hasText: "150 %" }).selectOption("150");
      await page.waitForFunction((before) => parseFloat(getComputedStyle(document.documentElement).fontSize) > 1.4 * before, normal);
      for (const problem of await layout(page)) found.push(`settings ${name} at 150 %: ${problem}`);
      found.push(...problems);
      await close();
    }
    const screens = readFileSync(new URL("../../web/src/screens/index.ts", import.meta.url), "utf8").matchAll(/^  (\w+): \(\) =>/gm);
    for (const [, name] of screens) if (!toured.has(name)) found.push(`nobody looks at the screen ${name}`);
    return found;
  },
};

// Keys alone on every screen: each thing does its job by Enter, Space, arrows
// or typing, and what closes gives the focus back. (That Tab comes everywhere
// is part of the tours.)
import assert from "node:assert/strict";
import { open, PHONE, QUICK } from "./browser.mjs";
import { comeTo, press, walk } from "./keys.mjs";
import { CHOICE } from "./table.mjs";


const focused = (page, selector) => page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

// A choice of files opens.
async function asksForFile(page, selector) {
  const asked = page.waitForEvent("filechooser");
  await press(page, selector);
  await asked;
}

// To the screen, at its beginning.
async function to(page, url, screen, sign = "main") {
  await page.goto(`${url}/#/${screen}`);
  await page.locator(sign).first().waitFor();
  await page.evaluate(() => {
    document.activeElement?.blur();
    document.querySelector(".skip").focus();
  });
}

// The menu, the panel and its tabs, the timeline and the log of a table.
async function tableByKeys(page) {
  await press(page, ".menu > button");
  await comeTo(page, 'nav a[href="#/settings"]', 4);
  await page.keyboard.press("Escape");
  await focused(page, ".menu > button");
  assert.equal(await page.locator(".menu nav").count(), 0);

  await comeTo(page, "#tab-scores");
  await page.keyboard.press("ArrowRight");
  await page.locator("#tab-log[aria-selected=true]").waitFor();
  await press(page, "#tab-panel .entry");
  await press(page, "#tab-panel .more .rule", "Space");
  await page.locator("#tab-rules[aria-selected=true]").waitFor();
  const { end } = await page.locator(".line input").evaluate((line) => ({ end: line.max }));
  await press(page, ".line input", "ArrowLeft");
  await page.locator(".line .count", { hasText: new RegExp(`^${end - 1}/${end}$`) }).waitFor();
  await press(page, ".past button");
  await page.locator(CHOICE).first().waitFor();

  // A piece of the board, and the rule behind it.
  await page.locator(".stage").focus();
  await page.keyboard.press("ArrowRight");
  const rule = await page.locator(".bubble .rules a").last().textContent();
  await page.keyboard.press("r");
  await page.waitForFunction((id) => document.querySelector("#tab-panel input[type=search]")?.value === id, rule);
  await page.locator("#tab-panel strong", { hasText: rule }).first().waitFor();
}

export const tests = {
  async "Keys alone: rules, settings, files, around one table"({ browser, url }) {
    const { page, problems, close } = await open(browser, url);
    await to(page, url, "home", "article");
    await asksForFile(page, "input[type=file]");

    await to(page, url, "rules/liftoff", "main strong");
    const all = await page.locator("main .count").textContent();
    await comeTo(page, "input[type=search]");
    await page.keyboard.type("LO-M2");
    await page.waitForFunction((before) => document.querySelector("main .count").textContent !== before, all);
    assert.match((await page.locator("main strong.id").allTextContents()).join(" "), /^(LO-M2\d* ?)+$/);
    await to(page, url, "rules/liftoff", "main strong");
    await press(page, 'main a[href="#/rules/apogee"]');
    await page.getByRole("heading", { level: 1, name: /Apogee/ }).waitFor();

    await to(page, url, "settings", "select");
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    await comeTo(page, "select");
    await page.keyboard.press("Tab");
    for (let i = 0; i < 2 && (await page.evaluate(() => document.documentElement.dataset.theme)) === theme; i++) await page.keyboard.press("ArrowDown");
    assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), theme);
    const box = page.locator("input[type=checkbox]").first();
    const checked = await box.isChecked();
    await press(page, "input[type=checkbox]", "Space");
    assert.equal(await box.isChecked(), !checked);
    await press(page, "main button.primary");
    await page.getByRole("heading", { level: 1, name: /Apogee/ }).waitFor();

    // Around one table: seats, a bot chosen, a cover that Enter lifts.
    await to(page, url, "setup/liftoff", "form");
    await press(page, "form li:last-child button"); // two are the least: no button like it is left
    await focused(page, "form section > button");
    for (let seats = 2; seats < 4; seats++) await page.keyboard.press("Enter");
    await focused(page, "form li:last-child input");
    await asksForFile(page, "input[type=file]");
    await to(page, url, "setup/liftoff", "form");
    await comeTo(page, "form input");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Ada");
    await comeTo(page, "form li:last-child select");
    await page.keyboard.press("Home"); // a person
    await press(page, "form button.primary");
    await page.locator("main.cover").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(CHOICE).first().waitFor();
    await focused(page, "main:not(.cover)");
    assert.match(await page.locator("section ul .name").first().textContent(), /Ada/);
    await tableByKeys(page);
    await page.setViewportSize(PHONE);
    await to(page, url, "play/mlem", CHOICE);
    await press(page, "header .menu > button");
    await press(page, 'nav [data-panel="log"]');
    await focused(page, "[role=tab]");
    await page.keyboard.press("Escape");
    await page.locator("[data-drawer]").waitFor({ state: "detached" });
    await close();
    return problems;
  },

  async "Keys alone: lobby, friends, an online table, its replay"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false } });
    await to(page, url, "lobby", "#mine");
    const form = await page.locator("form button.primary").textContent();
    await press(page, "section[aria-labelledby=account] button.quiet");
    await page.waitForFunction((before) => document.querySelector("form button.primary").textContent !== before, form);

    await to(page, url, "friends/mlem", "form");
    await comeTo(page, "input[autocomplete=nickname]");
    await page.keyboard.type("Ann");
    await page.keyboard.press("Enter");
    await page.locator(".box input").first().waitFor();
    problems.push(...(await walk(page)).map((found) => `gathering: ${found}`));
    await page.locator(".skip").focus();
    await comeTo(page, ".seats select");
    await page.keyboard.press("ArrowDown");
    await page.locator("button.primary:not(:disabled)", { hasText: "Start" }).waitFor();
    await page.locator(".skip").focus();
    await press(page, "main button.primary");
    await page.locator("main.whole").waitFor();
    await page.locator(CHOICE).first().waitFor();
    problems.push(...(await walk(page)).map((found) => `online: ${found}`));

    const react = ".online .end button:first-of-type";
    await page.locator(".skip").focus();
    await press(page, react);
    await comeTo(page, "[role=group] .quiet", 3);
    await page.keyboard.press("Enter");
    await focused(page, react);
    await page.keyboard.press("Enter");
    await page.locator(".online [role=group]").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".online [role=group]").count(), 0);
    await press(page, `${react} + button + button`);
    await page.getByRole("button", { name: "Concede" }).waitFor();
    await page.keyboard.press("Escape");
    await focused(page, `${react} + button + button`);
    await page.keyboard.press("Enter");
    await press(page, ".online section > .buttons button");
    await press(page, ".online section > .buttons button");
    await page.locator('[data-moment="finale"]').waitFor();
    problems.push(...(await walk(page)).map((found) => `results: ${found}`));
    await page.locator('[data-moment="finale"] button').first().focus();
    await page.keyboard.press("Escape");
    await page.locator('[data-moment="finale"]').waitFor({ state: "detached" });

    await press(page, 'a[href^="/replay/"]');
    await page.getByLabel("Seen as").waitFor();
    problems.push(...(await walk(page)).map((found) => `replay: ${found}`));
    await page.locator(".skip").focus();
    await press(page, ".line input", "Home");
    await page.waitForFunction(() => location.hash.startsWith("#event=0&"));
    await press(page, '[aria-label="One event on"]');
    await page.waitForFunction(() => location.hash.startsWith("#event=1&"));
    await page.locator(".skip").focus();
    await comeTo(page, ".bar select");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => location.hash.endsWith("&as=spectator"));
    await close();
    return problems;
  },
};

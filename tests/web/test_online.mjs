// Two browsers at one table of a real server.
import assert from "node:assert/strict";
import { axe, layout, open, PHONE, shot } from "./browser.mjs";

const CHOICE = "div.bar ul button";

// Ann opens a table and Bo joins by its link, on a phone and in German.
async function gather(browser, url, game) {
  const ann = await open(browser, url);
  const bo = await open(browser, url, { size: PHONE, lang: "de" });
  const problems = [];
  await ann.page.goto(`${url}/#/friends/${game}`);
  await ann.page.locator("input[autocomplete=nickname]").fill("Ann");
  problems.push(...(await axe(ann.page)));
  await ann.page.locator("form button.primary").click();
  const box = ann.page.locator(".box input").first();
  await box.waitFor();
  const link = await box.inputValue();
  assert.match(link, /\/t\/[a-z0-9]{16}#join=[\w-]{22}$/);
  await shot(ann.page, "gathering-desktop");
  problems.push(...(await axe(ann.page)));
  await bo.page.goto(link);
  await bo.page.locator("form input").fill("Bo");
  assert.ok(!bo.page.url().includes("join="), "the secret leaves the address");
  await bo.page.locator("form button.primary").click();
  await bo.page.locator(".seats li").filter({ hasText: "Bo" }).waitFor();
  await shot(bo.page, "gathering-phone-de");
  problems.push(...(await axe(bo.page)), ...(await layout(bo.page)));
  await ann.page.locator(".seats li").filter({ hasText: "Bo" }).waitFor();
  await ann.page.getByRole("button", { name: "Start" }).click();
  for (const { page } of [ann, bo]) await page.locator("div.table").waitFor({ timeout: 30_000 });
  return { ann, bo, problems };
}

// Whoever has a choice takes the first one, until `enough` or both have seen
// the results.
async function playBoth(pages, enough = Infinity) {
  for (let moves = 0; moves < enough; moves++) {
    const waits = pages.map((page) => page.locator(CHOICE).or(page.locator(".results")).first().waitFor({ timeout: 30_000 }).then(() => page));
    const page = await Promise.any(waits);
    waits.forEach((wait) => wait.catch(() => {}));
    const acting = (await page.locator(CHOICE).count()) ? page : null;
    if (!acting) break;
    const count = await number(acting);
    await acting.locator(CHOICE).first().click();
    await acting.waitForFunction((before) => Number(document.querySelector(".line .count").textContent.split("/")[1]) > before, count);
  }
}

async function number(page) {
  return Number((await page.locator(".line .count").first().textContent()).split("/")[1]);
}

async function match(browser, url, game, before) {
  const { ann, bo, problems } = await gather(browser, url, game);
  const pages = [ann.page, bo.page];
  await playBoth(pages, before);
  const seen = await number(bo.page);
  await bo.page.reload();
  await bo.page.locator("div.table").waitFor({ timeout: 30_000 });
  await bo.page.waitForFunction((least) => Number(document.querySelector(".line .count")?.textContent.split("/")[1]) >= least, seen);
  await shot(ann.page, `${game}-online-desktop`);
  await shot(bo.page, `${game}-online-phone-de`);
  problems.push(...(await axe(ann.page)), ...(await axe(bo.page)), ...(await layout(bo.page)));
  await playBoth(pages);
  const totals = [];
  for (const page of pages) {
    await page.locator(".results .total td").first().waitFor({ timeout: 30_000 });
    totals.push(await page.locator(".results .total td").allTextContents());
  }
  assert.deepEqual(totals[0], totals[1], "both see the same result");
  problems.push(...ann.problems, ...bo.problems);
  await ann.close();
  await bo.close();
  return problems;
}

export const tests = {
  async "MLEM by a table's link, a reload in the middle, to the end"({ browser, url }) {
    return match(browser, url, "mlem", 8);
  },

  async "Lift Off by a table's link, hidden drafts and all, to the end"({ browser, url }) {
    return match(browser, url, "liftoff", 5);
  },

  async "the lobby shows my table and takes an account"({ browser, url }) {
    const { page, problems, close } = await open(browser, url);
    await page.goto(`${url}/#/lobby`);
    await page.locator("form").waitFor();
    await page.locator("input[autocomplete=username]").fill("Carl");
    await page.locator("input[type=password]").fill("a long password");
    await page.getByRole("button", { name: "New account" }).click();
    await page.getByText("Signed in as Carl").waitFor();
    problems.push(...(await axe(page)), ...(await layout(page)));
    await shot(page, "lobby-desktop");
    await close();
    return problems;
  },
};

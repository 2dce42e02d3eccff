// Journeys of people who play online: coming back, vanishing, dead ends,
// accounts, and a server that is started again in the middle.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { open, PHONE, PROGRAM, serve, shot } from "./browser.mjs";
import { CHOICE, FIRST, flaws, gather, move, number, openTable, playBoth, reached, sit } from "./online.mjs";

// Errors that a page must meet when its server is away.
const AWAY = /WebSocket|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

async function restarted(people, server) {
  await server.end();
  for (const { page } of people) await page.locator(".note.bad, .down").waitFor();
  await server.begin();
  for (const { page } of people) await page.locator(".note.bad, .down").waitFor({ state: "detached" });
}

async function icon(page) {
  return (await page.locator('link[rel="icon"]').getAttribute("href")).replace(/^.*\//, "");
}

// Whose turn it is, of Ann and Bo, once somebody has a choice.
async function turn(ann, bo) {
  await Promise.any([ann, bo].map(({ page }) => page.locator(CHOICE).first().waitFor()));
  return (await ann.page.locator(CHOICE).count()) ? [ann, bo] : [bo, ann];
}

export const tests = {
  async "A server started again; a seat that vanishes, a bot, and its person back"({ browser }) {
    const server = await serve("--idle-after", "1");
    const { url } = server;
    try {
      const people = await gather(browser, url, "mlem");
      const { ann, bo } = people;
      await playBoth([ann.page, bo.page], 2);
      await restarted([ann, bo], server);
      await playBoth([ann.page, bo.page], 1);
      for (const { problems } of [ann, bo]) {
        assert.deepEqual(problems.filter((text) => !AWAY.test(text)), []);
        problems.length = 0;
      }

      // Whoever is to move goes away; the other one gives the seat to a bot.
      const [gone, stays] = await turn(ann, bo);
      const there = gone.page.url();
      const back = await gone.context.newPage();
      await gone.page.close();
      await stays.page.locator(".away").waitFor();
      const name = gone === ann ? "Ann" : "Bo";
      await stays.page.getByRole("button", { name: new RegExp(`bot for ${name}|Bot für ${name}`) }).click();
      await stays.page.locator(CHOICE).first().waitFor();
      await move(stays.page);
      await shot(stays.page, "vanished");
      const found = await flaws(stays.page);

      // Back: what happened is told, and the seat is taken again.
      await back.goto(there);
      await back.getByRole("button", { name: /Take my seat back|zurücknehmen/ }).click();
      await back.locator(".online .since li").first().waitFor();
      assert.ok((await back.locator(".online .since li").count()) <= 3, "three lines at most");
      await playBoth([back, stays.page], 2);
      const problems = [...found, ...(await flaws(back)), ...ann.problems, ...bo.problems];
      await ann.close();
      await bo.close();
      return problems;
    } finally {
      await server.stop();
    }
  },

  async "Coming back: three lines, a show to skip, my tables, title and icon"({ browser, url }) {
    const { ann, bo } = await gather(browser, url, "mlem");
    // Ann leaves when it is Bo's turn and Bo moves until it is hers.
    let [now, other] = await turn(ann, bo);
    assert.equal(await icon(now.page), "icon-turn.svg");
    assert.match(await now.page.title(), /^● (Your turn|Du bist am Zug)/);
    assert.notEqual(await icon(other.page), "icon-turn.svg");
    assert.doesNotMatch(await other.page.title(), /●/);
    await playBoth([ann.page, bo.page], 6);
    [now, other] = await turn(ann, bo);
    const there = other.page.url();
    await other.page.goto(`${url}/`);
    for (let moves = 0; moves < 20 && (await now.page.locator(CHOICE).count()); moves++) {
      await move(now.page);
      await now.page.waitForFunction(() => document.querySelector('[data-region="decision"] h2')?.textContent.length > 0);
    }
    await other.page.goto(`${url}/#/lobby`);
    const row = other.page.locator("li.waiting").first();
    await row.waitFor();
    assert.equal(await icon(other.page), "icon-turn.svg");
    assert.match(await other.page.title(), /^\(1\) /);
    const problems = await flaws(other.page);
    await other.page.evaluate(() => {
      const set = JSON.parse(localStorage.getItem("maxq.settings"));
      localStorage.setItem("maxq.settings", JSON.stringify({ ...set, pace: 5000 }));
    });
    await other.page.goto(there);
    const skip = other.page.locator(".online .since button");
    await skip.waitFor();
    assert.ok((await other.page.locator(".online .since li").count()) <= 3, "three lines at most");
    assert.equal(await other.page.locator(CHOICE).count(), 0, "first it is shown");
    await shot(other.page, "since");
    problems.push(...(await flaws(other.page)));
    await skip.click();
    await other.page.locator(CHOICE).first().waitFor();
    problems.push(...ann.problems, ...bo.problems);
    await ann.close();
    await bo.close();
    return problems;
  },

  async "Before the start: changes, bots, somebody removed; dead ends"({ browser, url }) {
    const ann = await open(browser, url, { settings: FIRST });
    const bo = await open(browser, url, { size: PHONE, settings: FIRST });
    const link = await openTable(ann.page, url, "mlem");
    await sit(bo.page, link, "Bo");
    await ann.page.getByRole("button", { name: /^Remove.*Bo/ }).click();
    await bo.page.getByRole("button", { name: "Take a seat" }).waitFor();
    await ann.page.getByRole("button", { name: "Add a seat" }).click();
    await ann.page.locator(".seats select").nth(1).waitFor();
    await ann.page.locator(".seats select").nth(1).selectOption("easy");
    await ann.page.getByRole("button", { name: "Change options" }).click();
    await ann.page.getByLabel("UFO").check();
    await ann.page.getByRole("button", { name: "Change the table" }).click();
    await bo.page.locator(".facts li").filter({ hasText: "UFO" }).waitFor();
    await bo.page.getByRole("button", { name: "Take a seat" }).click();
    await ann.page.locator(".seats .who").filter({ hasText: "Bo" }).waitFor();

    // Somebody with the link finds it full; somebody else has half a link.
    const cid = await open(browser, url, { lang: "de" });
    await cid.page.goto(link);
    await cid.page.getByText("Alle Plätze sind vergeben").waitFor();
    const problems = [...(await flaws(cid.page)), ...(await flaws(ann.page)), ...(await flaws(bo.page)), ...cid.problems];
    const lost = await open(browser, url, { lang: "de", size: PHONE });
    await lost.page.goto(link.slice(0, -4));
    await lost.page.getByText("Dieser Link stimmt nicht").waitFor();
    await shot(lost.page, "dead-end-phone-de");
    problems.push(...(await flaws(lost.page)));

    await ann.page.getByRole("button", { name: "Close the table" }).click();
    await ann.page.getByRole("button", { name: "Really close it" }).click();
    await ann.page.locator("#mine").waitFor();
    await bo.page.getByRole("heading", { name: "can’t be opened" }).waitFor();
    problems.push(...ann.problems);
    for (const person of [ann, bo, cid, lost]) await person.close();
    return problems;
  },

  async "An account: made, wrong password, on another device, reset by a link"({ browser }) {
    const server = await serve();
    const { url, db } = server;
    const first = await open(browser, url);
    const second = await open(browser, url, { size: PHONE, lang: "de" });
    try {
      await first.page.goto(`${url}/#/lobby`);
      await first.page.getByRole("button", { name: "I have no account yet" }).click();
      await first.page.locator("input[autocomplete=username]").fill("Carl");
      await first.page.locator("input[type=password]").fill("a long password");
      await first.page.getByRole("button", { name: "New account" }).click();
      await first.page.getByText("Signed in as Carl").waitFor();
      await openTable(first.page, url, "mlem", { name: "Carl" });
      await first.page.goto(`${url}/#/lobby`);
      await first.page.locator("li").filter({ hasText: "Carl" }).waitFor();
      await shot(first.page, "lobby-desktop");
      const problems = [...(await flaws(first.page)), ...first.problems];

      const reset = execFileSync(PROGRAM, ["admin", "--db", db, "--url", url, "reset", "Carl"], { encoding: "utf8" });
      await second.page.goto(/http\S+/.exec(reset)[0]);
      await second.page.locator("input[type=password]").fill("an even longer one");
      problems.push(...(await flaws(second.page)));
      await second.page.locator("form button").click();
      await second.page.getByRole("link", { name: "Anmelden" }).click();
      await second.page.locator("input[autocomplete=username]").fill("Carl");
      await second.page.locator("input[type=password]").fill("a long password");
      await second.page.getByRole("button", { name: "Anmelden" }).click();
      await second.page.getByText("Name oder Passwort stimmt nicht").waitFor();
      await second.page.locator("input[type=password]").fill("an even longer one");
      await second.page.getByRole("button", { name: "Anmelden" }).click();
      await second.page.locator("li").filter({ hasText: "Carl" }).waitFor();
      await shot(second.page, "lobby-phone-de");
      problems.push(...(await flaws(second.page)));
      await second.page.getByRole("button", { name: "Abmelden" }).click();
      await second.page.locator("input[autocomplete=username]").waitFor();
      return problems;
    } finally {
      await first.close();
      await second.close();
      await server.stop();
    }
  },
};

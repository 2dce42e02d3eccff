// Whole matches between two browsers, through a real server.
import assert from "node:assert/strict";
import { open, shot } from "./browser.mjs";
import { asked } from "./table.mjs";
import { CHOICE, decoded, flaws, gather, move, number, playBoth, reached, results, TABLE } from "./online.mjs";

async function finish({ ann, bo }, problems) {
  await playBoth([ann.page, bo.page]);
  await results([ann.page, bo.page]);
  problems.push(...ann.problems, ...bo.problems);
}

async function leave(...people) {
  for (const person of people) await person.close();
}

// Ann's match again, through every pair of eyes, from the event of a link.
async function replay({ page }, url, id, problems) {
  await page.goto(`${url}/replay/${id}#event=3`);
  await page.locator(".line .count").filter({ hasText: /^3\// }).first().waitFor();
  const views = {};
  for (const as of ["all", "spectator", "0", "1"]) {
    await page.getByLabel("Seen as").selectOption(as);
    await page.waitForFunction((who) => location.hash.endsWith(`&as=${who}`), as);
    await page.locator("#tab-log").click();
    views[as] = await page.locator("#tab-panel code, #tab-panel .entry").allTextContents();
  }
  assert.notDeepEqual(views.all, views.spectator, "open is more than what is public");
  assert.notDeepEqual(views["0"], views["1"], "seats have seen different things");
  await page.locator(".line button").last().click();
  await page.waitForFunction(() => location.hash.startsWith("#event=4&"));
  await shot(page, "replay-desktop");
  problems.push(...(await flaws(page)));
}

export const tests = {
  async "MLEM by a table's link: two tabs, a reload in the middle, to the end"({ browser, url }) {
    const problems = [];
    const people = await gather(browser, url, "mlem", {
      async look(ann, bo) {
        await shot(ann, "gathering-desktop");
        await shot(bo, "gathering-phone-de");
        const link = await ann.getByLabel("Link for the table").inputValue();
        assert.equal(decoded(await ann.getByRole("img", { name: /QR/ }).screenshot()), link, "the code is the link");
        problems.push(...(await flaws(ann)), ...(await flaws(bo)));
      },
    });
    const { ann, bo } = people;
    await playBoth([ann.page, bo.page], 6);
    const seen = await number(bo.page);
    await bo.page.reload();
    await reached(bo.page, seen);

    // Ann in a second tab: what one does the other shows.
    const tab = await ann.context.newPage();
    await tab.goto(ann.page.url());
    await reached(tab, seen);
    while (!(await tab.locator(CHOICE).count())) {
      await Promise.any([tab, bo.page].map((page) => page.locator(CHOICE).first().waitFor()));
      if (await bo.page.locator(CHOICE).count()) await move(bo.page);
      await reached(tab, await number(bo.page));
    }
    await move(tab);
    await reached(ann.page, await number(tab));
    assert.equal(await asked(ann.page), await asked(tab));
    await tab.close();

    await shot(ann.page, "mlem-online-desktop");
    await shot(bo.page, "mlem-online-phone-de");
    problems.push(...(await flaws(ann.page)), ...(await flaws(bo.page)));
    await finish(people, problems);
    await leave(ann, bo);
    return problems;
  },

  async "Lift Off by a table's link, hidden drafts and all, and its replay"({ browser, url }) {
    const problems = [];
    const people = await gather(browser, url, "liftoff");
    await playBoth([people.ann.page, people.bo.page], 5);
    await shot(people.ann.page, "liftoff-online-desktop");
    await shot(people.bo.page, "liftoff-online-phone-de");
    problems.push(...(await flaws(people.bo.page)));
    await finish(people, problems);
    await replay(people.ann, url, people.id, problems);
    await leave(people.ann, people.bo);
    return problems;
  },

  async "Apogee with clocks, a spectator from the start, to the end; a rematch"({ browser, url }) {
    const problems = [];
    const cid = await open(browser, url);
    const people = await gather(browser, url, "apogee", {
      async set(page) {
        await page.getByLabel("Rounds").fill("6");
        await page.locator("select").filter({ hasText: "Time for the match" }).selectOption("match");
        await page.locator("label", { hasText: /^\s*Time/ }).locator("select").selectOption("3600");
        problems.push(...(await flaws(page)));
        await shot(page, "friends-desktop");
      },
      async look(page) {
        await cid.page.goto(await page.locator(".box input").last().inputValue());
        await cid.page.locator(".seats .who").first().waitFor();
      },
    });
    const { ann, bo } = people;
    assert.equal(await ann.page.getByRole("timer").count(), 2, "each seat has a clock");
    await ann.page.getByRole("timer", { name: /Clock runs: (5\d|1:00):\d\d/ }).first().waitFor();

    // Who watches sees two hidden choices of directors, and then what they are.
    await cid.page.getByText("You are watching.").waitFor();
    assert.equal(await cid.page.locator(".dealt").count(), 2);
    await playBoth([ann.page, bo.page], 2);
    await reached(cid.page, await number(ann.page));
    await cid.page.locator(".right details p").first().waitFor({ state: "attached" });
    await cid.page.locator(".dealt").first().waitFor({ state: "detached" });
    problems.push(...(await flaws(cid.page)), ...cid.problems);
    await cid.close();
    await shot(ann.page, "apogee-online-desktop");
    await shot(bo.page, "apogee-online-phone-de");
    problems.push(...(await flaws(bo.page)));
    await finish(people, problems);
    await ann.page.getByRole("button", { name: "Rematch" }).last().click();
    await ann.page.locator(".seats li").filter({ hasText: "has not answered" }).waitFor();
    problems.push(...(await flaws(ann.page)));
    await bo.page.getByRole("button", { name: "Revanche annehmen" }).click();
    for (const { page } of [ann, bo]) await page.locator(TABLE).waitFor();
    problems.push(...ann.problems, ...bo.problems);
    await leave(ann, bo);
    return [...new Set(problems)];
  },

  async "Spectators by link and from the lobby; a full table"({ browser, url }) {
    const problems = [];
    let watch;
    let join;
    const people = await gather(browser, url, "mlem", {
      set: (page) => page.getByLabel("Show the table in the lobby").check(),
      async look(ann) {
        join = await ann.locator(".box input").first().inputValue();
        watch = await ann.locator(".box input").last().inputValue();
      },
    });
    const cid = await open(browser, url);
    await cid.page.goto(`${url}/#/lobby`);
    const row = cid.page.locator("li").filter({ hasText: "Ann · Bo" });
    await row.getByRole("link", { name: "Watch" }).click();
    await cid.page.getByText("You are watching.").waitFor();
    await people.ann.page.getByText("watching: 1").waitFor();
    assert.equal(await cid.page.locator(CHOICE).count(), 0);
    await playBoth([people.ann.page, people.bo.page], 1);
    await reached(cid.page, await number(people.ann.page));
    problems.push(...(await flaws(cid.page)));
    for (const link of [watch, join]) {
      await cid.page.goto("about:blank");
      await cid.page.goto(link);
      await cid.page.getByText("You are watching.").waitFor();
    }
    await people.ann.page.getByRole("button", { name: "React" }).click();
    await people.ann.page.getByRole("button", { name: "Well played" }).click();
    await people.bo.page.getByText("Ann: Gut gespielt").waitFor();
    problems.push(...cid.problems, ...people.ann.problems, ...people.bo.problems);
    await leave(cid, people.ann, people.bo);
    return problems;
  },
};

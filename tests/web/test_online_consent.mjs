// What people at an online table agree on, and what happens when they don't
// answer: undo, ending, time that runs out, links that are renewed.
import assert from "node:assert/strict";
import { open, serve } from "./browser.mjs";
import { asked, OVER, panel } from "./table.mjs";
import { CHOICE, flaws, gather, move, number, openTable, playBoth, reached, sit, TABLE } from "./online.mjs";

const TIME_UP = /The time of (Ann|Bo) is up|Die Zeit von (Ann|Bo) ist um/;
const BACK = /(Ann|Bo) is back|(Ann|Bo) ist zurück/;
const AGREE = /^(Agree|Einverstanden)$/;
const DECLINE = /^(Decline|Ablehnen)$/;

// Five seconds a move, less than the form offers; `what` happens then.
const clock = (what) => async (page) => {
  await page.route("**/api/tables", (route) => {
    const body = { ...route.request().postDataJSON(), clock: { kind: "move", seconds: 5, on_timeout: what } };
    return route.continue({ postData: JSON.stringify(body) });
  });
};

// The log of a page, on a phone in its sheet.
const showLog = (page) => panel(page, "log");

async function closeAll(...people) {
  for (const person of people) await person.close();
}

// Ann moves, then Bo, and Ann is at the table: what she did last is no longer
// hers alone to take back. Answers with what she was asked before it.
async function annThenBo(ann, bo) {
  for (let moves = 0; ; moves++) {
    assert.ok(moves < 40, "Ann and Bo never follow each other");
    await Promise.any([ann, bo].map(({ page }) => page.locator(CHOICE).first().waitFor()));
    if (!(await ann.page.locator(CHOICE).count())) {
      await move(bo.page);
      await reached(ann.page, await number(bo.page));
      continue;
    }
    const question = await asked(ann.page);
    const before = await number(ann.page);
    await move(ann.page);
    await Promise.any([ann, bo].map(({ page }) => page.locator(CHOICE).first().waitFor()));
    if (await ann.page.locator(CHOICE).count()) continue;
    await move(bo.page);
    await reached(ann.page, await number(bo.page));
    return { question, before };
  }
}

export const tests = {
  async "Undo asks the other one: declined, agreed; then the match is ended unscored"({ browser }) {
    const server = await serve("--idle-after", "1");
    try {
      const { ann, bo } = await gather(browser, server.url, "mlem");
      const { question } = await annThenBo(ann, bo);
      const proposal = bo.page.locator(".note").filter({ hasText: "Ann möchte einen Zug zurücknehmen." });
      const mine = ann.page.locator(".note").filter({ hasText: "Ann asks to take a move back." });

      const there = await number(bo.page);
      await ann.page.getByRole("button", { name: "Undo" }).click();
      await mine.filter({ hasText: "Waiting for the others’ answer" }).waitFor();
      await proposal.getByRole("button", { name: DECLINE }).click();
      for (const note of [mine, proposal]) await note.waitFor({ state: "detached" });
      assert.equal(await number(bo.page), there, "declined: nothing is taken back");

      await ann.page.getByRole("button", { name: "Undo" }).click();
      await proposal.waitFor();
      const problems = [...(await flaws(bo.page)), ...(await flaws(ann.page))];
      await proposal.getByRole("button", { name: AGREE }).click();
      for (const note of [mine, proposal]) await note.waitFor({ state: "detached" });
      await ann.page.locator('[data-region="decision"] h2').filter({ hasText: question }).first().waitFor();
      await ann.page.locator(CHOICE).first().waitFor();
      assert.equal(await bo.page.locator(CHOICE).count(), 0, "it is Ann's turn again");

      // Nobody moves for a long time (here: a second): to end it is offered.
      // Whoever is waited for has no say in it.
      await bo.page.getByRole("button", { name: "Vorschlagen, die Partie zu beenden" }).click();
      for (const { page } of [ann, bo]) await page.locator(OVER).waitFor();
      assert.equal(await ann.page.locator(OVER).locator("h2").first().textContent(), "Nobody has won");
      await ann.page.locator(OVER).getByText("Taken back after something was revealed: 1×").waitFor();
      await bo.page.locator(OVER).getByText("Zurückgenommen, nachdem etwas aufgedeckt war: 1×").waitFor();
      problems.push(...(await flaws(bo.page)), ...ann.problems, ...bo.problems);
      await closeAll(ann, bo);
      return problems;
    } finally {
      await server.stop();
    }
  },

  async "Time runs out: a bot plays on until its person is back, or the seat forfeits"({ browser }) {
    // Stand-ins that think long: nobody comes back too late.
    const server = await serve("--standin", "expert", "--bot-ms", "4000");
    const { url } = server;
    try {
      // Both at once: most of it is waiting.
      const found = await Promise.all([botPlaysOn(browser, url), seatForfeits(browser, url)]);
      return found.flat();
    } finally {
      await server.stop();
    }
  },

  async "A renewed link: the old one says so, and the device that came by it"({ browser, url }) {
    const ann = await open(browser, url);
    const bo = await open(browser, url);
    const cid = await open(browser, url);
    const old = await openTable(ann.page, url, "mlem");
    await ann.page.getByRole("button", { name: /^New link.*the table/ }).click();
    const box = ann.page.getByLabel("Link for the table");
    await ann.page.waitForFunction(([input, link]) => input.value !== link, [await box.elementHandle(), old]);
    await cid.page.goto(old);
    await cid.page.getByRole("heading", { name: "This table can’t be opened" }).waitFor();
    await cid.page.getByText("the link was renewed").waitFor();
    const problems = await flaws(cid.page);
    assert.ok(cid.problems.every((text) => /40[134]/.test(text)), cid.problems.join("; "));
    cid.problems.length = 0;
    await sit(bo.page, await box.inputValue(), "Bo");

    // Ann's other device has her seat, until she renews its link; the first
    // one knows the link no longer, as a private window would.
    const own = await ann.page.getByLabel("Your own link").inputValue();
    await cid.page.goto(own);
    await cid.page.locator(".seats .who").filter({ hasText: "Ann (you)" }).waitFor();
    await ann.page.getByRole("button", { name: "Start", exact: true }).click();
    for (const { page } of [ann, bo, cid]) await page.locator(TABLE).waitFor();
    const table = ann.page.url();
    await ann.page.goto(`${url}/#/credits`);
    await ann.page.evaluate((id) => localStorage.removeItem(`maxq.links.${id}`), new URL(table).pathname.slice(3));
    await ann.page.goto(table);
    await ann.page.getByRole("button", { name: "Table", exact: true }).click();
    problems.push(...(await flaws(ann.page)));
    await ann.page.getByRole("button", { name: "Link for my other devices" }).click();
    await cid.page.getByRole("alert").filter({ hasText: "the link was renewed" }).waitFor();
    problems.push(...(await flaws(cid.page)), ...ann.problems, ...bo.problems, ...cid.problems);
    await closeAll(ann, bo, cid);
    return problems;
  },
};

async function botPlaysOn(browser, url) {
  const { ann, bo } = await gather(browser, url, "mlem", { set: clock("bot") });
  const back = ({ page }) => page.getByRole("button", { name: /Take my seat back|zurücknehmen/ });
  const late = await Promise.any([ann, bo].map(async (person) => (await back(person).waitFor(), person)));
  const other = late === ann ? bo : ann;
  await showLog(other.page);
  await other.page.locator("#tab-panel .entry").filter({ hasText: TIME_UP }).first().waitFor();
  await back(late).click();
  await other.page.locator("#tab-panel .entry").filter({ hasText: BACK }).first().waitFor();
  const problems = [...ann.problems, ...bo.problems];
  await closeAll(ann, bo);
  return problems;
}

async function seatForfeits(browser, url) {
  const { ann, bo } = await gather(browser, url, "mlem", { set: clock("forfeit") });
  for (const { page } of [ann, bo]) await page.locator(OVER).waitFor();
  const headline = await ann.page.locator(OVER).locator("h2").first().textContent();
  const problems = [...(await flaws(ann.page)), ...ann.problems, ...bo.problems];
  const [, name] = TIME_UP.exec(await loggedTime(ann.page));
  assert.equal(headline, `${name === "Ann" ? "Bo" : "Ann"} wins!`);
  await closeAll(ann, bo);
  return problems;
}

async function loggedTime(page) {
  await page.getByRole("button", { name: "Look at the board" }).click();
  await showLog(page);
  return page.locator("#tab-panel .entry").filter({ hasText: TIME_UP }).first().textContent();
}

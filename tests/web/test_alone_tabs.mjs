// A match on this device that is open in two tabs stays one match.
import assert from "node:assert/strict";
import { open, play, QUICK } from "./browser.mjs";
import { CHOICE, number, panel, reached, take } from "./table.mjs";

const told = (page) => page.locator("#tab-panel .entry").allTextContents();

// Both tabs have come to the same event, in which a person is asked.
async function agree(one, other) {
  await one.locator(CHOICE).first().waitFor();
  await other.locator(`main[data-number="${await number(one)}"]`).waitFor();
  await other.locator(CHOICE).first().waitFor();
  assert.deepEqual(await told(other), await told(one), "both tabs tell the same story");
}

export const tests = {
  async "One match in two tabs: what one does the other shows, either way"({ browser, url }) {
    const { page: one, context, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false } });
    await one.goto(`${url}/#/play/mlem`);
    await play(one, { enough: async (moves) => moves === 2 });
    await panel(one, "log");
    const other = await context.newPage();
    await other.goto(one.url());
    await other.locator(CHOICE).first().waitFor();
    await panel(other, "log");
    await agree(one, other);

    // Bots move after each; whichever tab decides plays them.
    for (const page of [other, one, one, other]) {
      const before = await number(page);
      await take(page);
      await reached(page, before + 1);
      await agree(page, page === one ? other : one);
    }

    // The one that played is gone: the other goes on, also after a reload.
    await other.close();
    await play(one, { enough: async (moves) => moves === 1 });
    const there = await number(one);
    await one.reload();
    await one.locator(CHOICE).first().waitFor();
    assert.equal(await number(one), there);
    await close();
    return problems;
  },
};

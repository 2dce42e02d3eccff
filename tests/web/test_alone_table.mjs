// The table as a person finds it: without colours, at one screen with others,
// with reasons for what can't be done.
import assert from "node:assert/strict";
import { axe, open, openMatch, picture as pictureOf, play, QUICK, SHOTS, shot } from "./browser.mjs";
import { differing, greys, lookAlike } from "./pixels.mjs";
import { join } from "node:path";
import { CHOICE } from "./table.mjs";


async function setUp(page, url, game, people) {
  await page.goto(`${url}/#/setup/${game}`);
  await page.locator("form").waitFor();
  while ((await page.locator("form li").count()) > 2) await page.locator("form li button").last().click();
  if (people === 1) await page.locator("form li select").last().selectOption("easy");
  else await page.locator("form li select").last().selectOption("");
  await page.locator("form button.primary").click();
  await page.locator(CHOICE).or(page.locator("main.cover")).first().waitFor();
}

export const tests = {
  async "Without colours seats and technologies still differ"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { scheme: "light" });
    await page.goto(`${url}/#/setup/mlem`);
    await page.locator("form").waitFor();
    while (await page.locator("form section > button").count()) await page.locator("form section > button").first().click();
    assert.equal(await page.locator("form li svg").count(), 5);
    const seats = await greys(page, page.locator("form li svg"));
    assert.equal(lookAlike([seats[0], seats[0]], "seats").length, 1, "what is alike is found");
    problems.push(...lookAlike(seats, "seats"));
    await setUp(page, url, "liftoff", 1);
    const techs = page.locator(".dials .tech svg");
    assert.equal(await techs.count(), 4);
    problems.push(...lookAlike(await greys(page, techs), "technologies"));
    await page.evaluate(() => (document.documentElement.style.filter = "grayscale(1)"));
    await shot(page, "liftoff-grey");
    await close();
    return problems;
  },

  async "Lift Off around one table: no hidden card between hand-overs, consent to undo"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, confirm: "final" } });
    await setUp(page, url, "liftoff", 2);
    const hands = [new Set(), new Set()]; // what each has held in secret
    const pictures = new Map(); // of covers, by what they say
    let covers = 0;
    let compared = 0;
    for (let step = 0; covers < 7 && step < 40; step++) {
      const cover = page.locator("main.cover");
      await page.locator(CHOICE).or(cover).first().waitFor();
      if (await cover.isVisible()) {
        const html = await page.content();
        for (const name of [...hands[0], ...hands[1]]) assert.ok(!html.includes(name), `${name} is in the page behind the cover`);
        assert.equal(await page.locator(".stage, aside, .bar, .line").count(), 0, "only the cover is there");
        await page.screenshot({ path: join(SHOTS, `liftoff-cover-${++covers}.png`) });
        const words = await cover.innerText();
        const picture = await pictureOf(page, cover);
        if (pictures.has(words)) {
          compared++;
          assert.equal(await differing(page, picture, pictures.get(words)), 0, `cover ${covers} shows more than its words`);
        }
        pictures.set(words, picture);
        await cover.locator("button").click();
        await cover.waitFor({ state: "detached" });
        await page.locator(CHOICE).first().waitFor();
        const seat = (await page.locator(".own .dials h2").textContent()).includes(await page.locator("section ul .name").first().textContent()) ? 0 : 1;
        for (const name of await page.locator(".mine button.card .head b").allTextContents()) hands[seat].add(`>${name}<`);
      } else {
        const label = page.locator(".bar h2");
        const asked = await label.textContent();
        await page.locator(CHOICE).first().click();
        const confirm = page.locator(".side .primary");
        if (await confirm.isVisible()) await confirm.click();
        await page.waitForFunction((text) => document.querySelector("main.cover") || document.querySelector(".bar h2")?.textContent !== text, asked);
      }
    }
    assert.ok(covers >= 7 && hands[0].size + hands[1].size > 3, `${covers} covers, ${hands[0].size + hands[1].size} cards`);
    assert.ok(compared >= 4, `${compared} covers compared`);
    if (await page.locator("main.cover").isVisible()) await page.locator("main.cover button").click();
    await page.locator(CHOICE).first().waitFor();
    const before = await page.locator(".line .count").textContent();
    await page.keyboard.press("u");
    await page.locator(".consent").waitFor();
    await page.locator(".consent button").last().click();
    assert.equal(await page.locator(".line .count").textContent(), before, "nobody agreed: nothing is taken back");
    await close();
    return problems;
  },

  async "What can't be chosen says why on focus, with its rule; a piece its rule"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false } });
    const rolled = ["chance start P1", "P1 board scout", "P2 board ballast", "chance roll 2 2 2 2 2 3"];
    await openMatch(page, url, "mlem", ["Ann", "Vera"], rolled, { bots: [null, "easy"] });
    await page.locator('[data-bay="3"]').focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=status]", { hasText: "does not show 3" }).getByRole("button", { name: "Why?" }).click();
    await page.locator("[data-drawer=rules] strong.id").first().waitFor();
    assert.deepEqual(await page.locator("[data-drawer=rules] strong.id").allTextContents(), ["ML-T2"], "exactly that rule");
    const bubble = page.locator(".bubble");
    await setUp(page, url, "liftoff", 1);
    await play(page, { enough: async () => (await page.locator(".deck.pick").count()) > 0 });
    assert.equal(await page.locator('.deck[data-act="deck 4"]').evaluate((deck) => deck.tagName), "DIV");
    await page.locator('.deck[data-act="deck 1"]').focus();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("ArrowRight");
      if (await page.evaluate(() => /^deck [34]$/.test(document.activeElement.dataset.act ?? ""))) break;
    }
    await page.locator(".bubble .why").waitFor();
    assert.ok((await bubble.locator("a").allTextContents()).includes("LO-M2"));
    problems.push(...(await axe(page)));
    await bubble.locator("a").last().click();
    await page.locator("#tab-rules[aria-selected=true]").waitFor();
    await close();
    return problems;
  },
};

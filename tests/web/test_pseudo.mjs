// All screens in the pseudo-language: every text is one of a catalogue and has
// room to be a third longer, at a desk and on a phone.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { DESKTOP, open, openMatch, PHONE, play, QUICK, record, still } from "./browser.mjs";
import { CHOICE, panel, totals } from "./table.mjs";
import { flaws, speakPseudo } from "./pseudo.mjs";

const SETTINGS = { ...QUICK, explain: true, forced: false, name: "Ann" };
const SIZES = [["desktop", DESKTOP], ["phone", PHONE]];
const GAMES = ["mlem", "liftoff", "apogee"];
const MOVES = 10; // enough for most kinds of decisions
const names = (folder) => readdirSync(new URL(folder, import.meta.url)).map((name) => name.replace(/\.ts$/, ""));

// Walks through the page in the pseudo-language; `look` searches the screen at
// each size. What is found again is told once.
async function tour(browser, url, walk) {
  const { page, problems, context, close } = await open(browser, url, { lang: "de", settings: SETTINGS, offline: false });
  await speakPseudo(context);
  const look = async (where) => {
    for (const [name, size] of SIZES) {
      await page.setViewportSize(size);
      let found = await flaws(page);
      if (found.length) {
        await still(page); // a table with a form for each size may not have changed yet
        found = await flaws(page);
      }
      for (const flaw of found) {
        if (!problems.some((problem) => problem.endsWith(flaw))) problems.push(`${where}, ${name}: ${flaw}`);
      }
    }
    await page.setViewportSize(DESKTOP);
  };
  await walk(page, look).catch((error) => problems.push(error.stack));
  await close();
  return problems;
}

// What must be found is found.
async function proven(page) {
  await page.evaluate(() => {
    const box = document.createElement("div");
    box.id = "proof";
    box.innerHTML = `<p>Hello</p><p title="World">[Heelloo]</p>
      <p style="width: 3em; overflow: hidden; white-space: nowrap">[Heelloo, myy woorld]</p>
      <p style="height: 1em; overflow: clip"><br>[Heelloo beeloow]</p><p>[Heelloo</p>
      <p>[Aa [neesteed] teext] 12 · ML-T3 · Ann</p><p style="width: 3em; overflow: auto">[Heelloo, myy scroolliing woorld]</p>`;
    document.body.append(box);
  });
  assert.deepEqual(await flaws(page), [
    "no brackets: p title “World” (World)",
    "no brackets: p “Hello” (Hello)",
    "cut off: p “[Heelloo, myy woorld]”",
    "cut off: p “[Heelloo beeloow]”",
    "a part of a text: p “[Heelloo”",
  ]);
  await page.evaluate(() => document.getElementById("proof").remove());
}

async function screens(page, url, look) {
  for (const [screen, sign] of [
    ["home", "article"],
    ...GAMES.map((game) => [`setup/${game}`, "form"]),
    ["rules/mlem", "main strong"],
    ["credits", "main li"],
    ["match/nothing", "h1"],
    ["friends/apogee", "form"],
    ["settings", "select"],
  ]) {
    await page.goto(`${url}/#/${screen}`);
    await page.locator(sign).first().waitFor();
    await look(screen);
  }
  const offered = await page.locator("select").first().locator("option").evaluateAll((options) => options.map(({ value }) => value));
  const there = names("../../web/src/text/").filter((lang) => names("../../data/text/").includes(lang));
  assert.deepEqual(offered.sort(), there.sort(), "the languages of the catalogues, and no other");
  await proven(page);
}

// Every kind of decision that comes up, and everything around one.
async function table(page, url, game, look) {
  await openMatch(page, url, game, ["Ann", "Vera"], [], { bots: [null, "easy"] });
  const seen = new Set();
  await play(page, {
    enough: async (moves) => {
      const phase = await page.locator(".phase, .phases .now").first().textContent();
      if (!seen.has(phase)) await look(`${game} ${phase}`);
      seen.add(phase);
      return moves === MOVES;
    },
  });
  for (const tab of ["log", "odds", "text"]) {
    await panel(page, tab);
    await page.waitForFunction(() => document.getElementById("tab-panel").textContent.trim().length > 8);
    if (tab === "log") await page.locator("#tab-panel .entry").nth(1).click();
    await look(`${game}, ${tab}`);
    if (tab === "log") await page.locator(".past button").click();
  }
}

// What looks alike in every game.
async function tools(page, look) {
  await panel(page, "hint");
  await page.locator("#tab-panel button").first().click();
  await page.locator("#tab-panel li").first().waitFor();
  await look("hint");
  await panel(page, "rules");
  await look("rules");
  await page.keyboard.press("Escape");
  await page.locator(".menu > button").click();
  await look("menu");
  await page.keyboard.press("Escape");
}

// A finished match: results, analysis.
async function ended(page, url, look) {
  await page.evaluate((text) => sessionStorage.setItem("maxq.replay", text), record("mlem", "random,greedy", 42));
  await page.goto(`${url}/#/match/file`);
  await totals(page);
  await look("results");
  await page.locator(".ways button:nth-child(2)").click(); // analyse
  await page.locator(".moves button[aria-expanded]", { has: page.locator(".grade") }).first().click();
  await page.locator(".progress button").first().click(); // enough is judged
  await look("analysis");
}

// Around one table: somebody takes over, and takes more back than one's own.
async function around(page, url, look) {
  await openMatch(page, url, "liftoff", ["Ann", "Bo"], []);
  await page.locator("main.cover").waitFor();
  await look("cover");
  await play(page, { enough: async (moves) => moves >= 3 && (await page.locator(CHOICE).count()) > 0 });
  await page.keyboard.press("u");
  await page.locator(".consent").waitFor();
  await look("consent");
}

// Dice of one's own, and tables of one's own with a mistake.
async function typed(page, url, look) {
  await page.goto(`${url}/#/setup/mlem`);
  const file = { name: "planets.csv", mimeType: "text/csv", buffer: Buffer.from("planet,first\n5,many\n") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.locator("p.bad").first().waitFor();
  await look("own tables");
  await page.locator("form .check input").check();
  await page.locator("form button.primary").click();
  await page.locator("[data-own] [data-outcome]").first().click();
  await look("own dice");
}

// A table with a bot, from its form to its replay.
async function online(page, url, look) {
  await page.goto(`${url}/#/friends/mlem`);
  await page.locator("form .list select").selectOption("easy");
  await page.locator("form button.primary").click();
  await page.locator(".box input").first().waitFor();
  await look("gathering");
  await page.locator("main p > button.primary:not([disabled])").click(); // Start
  await play(page, { enough: async (moves) => moves === 2 });
  const [react, chat, facts] = await page.locator(".online button[aria-expanded]").all();
  await react.click();
  await look("reactions");
  await chat.click();
  await page.locator(".chat textarea").waitFor();
  await look("chat");
  await facts.click();
  const concede = page.locator(".online section .end button").nth(-2);
  await concede.click();
  await look("table");
  await page.locator(".online section .end button").first().click();
  await totals(page);
  await look("online results");
  await page.keyboard.press("Escape");
  await page.locator('[data-moment="finale"]').waitFor({ state: "detached" });
  await page.locator('.online a[href^="/replay/"]').click();
  await page.locator(".bar select").waitFor();
  await look("replay");
}

// My tables, an account that isn't there, a password by a link.
async function people(page, url, look) {
  await page.goto(`${url}/#/lobby`);
  await page.locator("#finished ~ .list li").first().waitFor();
  const [name, password] = await page.locator("form input").all();
  await name.fill("Ann");
  await password.fill("not the one");
  await page.locator("form button.primary").click();
  await page.locator('[role="alert"]').first().waitFor();
  await look("lobby");
  await page.locator("form + p button").click();
  await look("a new account");
  await page.goto(`${url}/reset#secret`);
  await page.locator("form").waitFor();
  await look("reset");
}

export const tests = {
  async "Pseudo-language: screens, and what people type"({ browser, url }) {
    return tour(browser, url, async (page, look) => {
      await screens(page, url, look);
      await around(page, url, look);
      await typed(page, url, look);
    });
  },

  async "Pseudo-language: tables, results, analysis"({ browser, url }) {
    return tour(browser, url, async (page, look) => {
      for (const game of GAMES) {
        await table(page, url, game, look);
        if (game === GAMES[0]) await tools(page, look);
      }
      await ended(page, url, look);
    });
  },

  async "Pseudo-language: online"({ browser, url }) {
    const problems = await tour(browser, url, async (page, look) => {
      await online(page, url, look);
      await people(page, url, look);
    });
    return problems.filter((problem) => !/403/.test(problem)); // of the account that isn't there
  },
};

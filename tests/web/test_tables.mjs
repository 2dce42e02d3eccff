// The table of each game: what is reconstructed is marked, keys alone come
// everywhere, the largest screens are used. And how a table behaves: forced
// choices, bots in a hurry, pieces that move.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { bridged, DESKTOP, LARGE, layout, layoutBetween, open, openMatch, play, QUICK, record } from "./browser.mjs";
import { walk } from "./keys.mjs";
import { CHOICE, number, panel, take } from "./table.mjs";


// ---- what the tables say ----------------------------------------------------

const lines = (game, file) => readFileSync(new URL(`../../data/${game}/${file}.csv`, import.meta.url), "utf8").trim().split("\n").filter((line) => !line.startsWith("#"));
const fields = (line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted ?? plain);

function rows(game, file) {
  const [names, ...others] = lines(game, file).map(fields);
  return others.map((line) => Object.fromEntries(names.map((name, i) => [name, line[i]])));
}

// What stands behind a value of these columns.
const mark = (row, ...columns) => (columns.some((column) => !row.known.split(" ").includes(column)) ? "°" : "");

// A table as somebody writes it who knows all of it.
function certain(game, file) {
  const [names, ...others] = lines(game, file);
  const known = `,rulebook,${names.split(",").slice(0, -2).join(" ")}`;
  return [`${file}.csv`, [names, ...others.map((line) => line.replace(/,[^,]*,[^,]*$/, known))].join("\n") + "\n"];
}

const texts = (page, selector) => page.locator(selector).allTextContents().then((found) => found.map((text) => text.trim()));

// What each game shows of its tables, and what it should: by a name.
const MARKS = {
  async mlem(page) {
    const mat = rows("mlem", "mat");
    const moons = mat.flatMap((row) => row.moons.split(" ").filter(Boolean).map((points) => points + mark(row, "moons")));
    return {
      spaces: [await texts(page, "[data-space] .number"), mat.map((row) => row.space + mark(row, "faces", "afterburner"))],
      moons: [await texts(page, "[data-moon]"), moons],
      planets: [await texts(page, "[data-planet] [data-worth]"), rows("mlem", "planets").flatMap((row) => [row.first, row.second, row.third + mark(row, "first", "second", "third")])],
    };
  },

  // MLEM with its variants: a find marks its kind and place, a token all it says.
  async variants(page) {
    const ends = (list) => list.map((text) => (text.endsWith("°") ? "°" : ""));
    const rings = (file, count, ...columns) => rows("mlem", file).slice(0, count).map((row) => mark(row, ...columns));
    return {
      explorations: [ends(await texts(page, "[data-find]")), rings("exploration", 5, "kind", "space")],
      expedition: [ends(await texts(page, ".token")), rings("expedition", 1, "move", "dice", "ability")],
      missions: [ends(await texts(page, ".missions li")), rings("missions", 3, "count")],
    };
  },

  async liftoff(page) {
    const files = { specialist: "specialists", mission: "missions", objective: "objectives" };
    const cards = await page.locator(".card[data-piece]").evaluateAll((all) => all.map((card) => [card.className.split(" ")[1], card.dataset.piece.split(" ")[1], card.querySelector("b").textContent]));
    const columns = { specialist: ["banner", "box1", "box2"], mission: ["level", "weight", "points", "effect"], objective: ["counts", "tiers", "points"] };
    const levels = rows("liftoff", "levels");
    const price = (await texts(page, ".station text"))[0];
    const ends = (list) => list.map((text) => (text.endsWith("°") ? "°" : ""));
    return {
      cards: [ends(cards.map(([, , name]) => name)), cards.map(([kind, id]) => mark(rows("liftoff", files[kind]).find((row) => row.id === id), ...columns[kind]))],
      points: [ends(await texts(page, ".deck .sizes")), levels.map((row) => mark(row, "points_1"))],
      needs: [ends(await texts(page, ".deck .needs")), levels.map((row) => (row.requirement_1 ? mark(row, "requirement_1") : ""))],
      station: [ends(await texts(page, ".station .sizes")), [mark(rows("liftoff", "station").find((row) => row.price === price), "price")]],
    };
  },

  async apogee(page) {
    const parts = (selector, inner) =>
      page.locator(selector).evaluateAll((all, part) => all.map((one) => [one.dataset.piece.split(" ").at(one.matches(".tech") ? -2 : -1), [...one.querySelectorAll(part)].map(({ textContent }) => textContent.trim())]), inner);
    const of = (file, id) => rows("apogee", file).find((row) => row.id === id);
    const techs = await parts(".rows .tech[data-piece]", ".figures span");
    const telegrams = await parts(".telegram", "span");
    const crew = await parts(".badge[data-piece]", "span");
    const figures = (row) => [`¢${row.cost}${mark(row, "cost")}`, `▲${row.thrust}${mark(row, "thrust")}`, `■${row.mass}${mark(row, "mass")}`, ...(row.seats ? [`♟${row.seats}${mark(row, "seats")}`] : [])];
    const end = ([, [text]]) => /¢\d+°?$/.exec(text)?.[0];
    const authority = ([, [text]]) => text.split(" · ")[0];
    return {
      destinations: [await texts(page, ".middle tr:not(.note) td"), rows("apogee", "destinations").map((row) => row.authority + mark(row, "authority"))],
      technologies: [techs.map(([, found]) => found), techs.map(([id]) => figures(of("technologies", id)))],
      investors: [telegrams.map(end), telegrams.map(([id]) => `¢${of("investors", id).credits}${mark(of("investors", id), "credits")}`)],
      engineers: [crew.map(authority), crew.map(([id]) => of("engineers", id).authority + mark(of("engineers", id), "authority"))],
    };
  },
};

// What is marked wrongly, and whether there was anything to mark.
async function wrongMarks(page, game) {
  const problems = [];
  for (const [what, [found, right]] of Object.entries(await MARKS[game](page))) {
    if (!right.flat().join("").includes("°")) problems.push(`${game}: nothing of ${what} is reconstructed: this test looks at nothing`);
    if (JSON.stringify(found) !== JSON.stringify(right)) problems.push(`${game}: marks of ${what}: ${found.join(" ")} instead of ${right.join(" ")}`);
  }
  return problems;
}

// ---- positions --------------------------------------------------------------

const BEGUN = {
  mlem: ["chance start P1"],
  liftoff: ["chance start P1", "chance objectives P1 level-4 levels-1-2 upgrades", "chance objectives P2 level-2 level-3 blue-tech"],
  apogee: [
    "chance directors P1 ekaterina-vostochny yelena-tereshkova", "P1 choose ekaterina-vostochny", "P1 hire senior", "chance draw engineer senior P1 amara-oberth",
    "chance draw first-stage kerosene", "chance draw first-stage nuclear-pulse", "chance draw first-stage liquid-hydrogen",
    "chance draw upper-stage kick-stage", "chance draw upper-stage cryogenic", "chance draw upper-stage cryogenic",
    "chance draw payload capsule-1", "chance draw payload capsule-2", "chance draw payload small-shuttle",
    "chance investor second-flight", "chance investor quanta-drives",
  ],
};
// The first five explorations, missions of moons, the first token.
const VARIANTS = [
  ...rows("mlem", "exploration").slice(0, 5).map(({ kind, space }) => `chance explore ${kind}-${space}`),
  "chance missions P1 moons-6 moons-10 moons-14 moons-18", "chance missions P2 planet-1 planet-2 planet-3 planet-4",
  "P1 return moons-18", "P2 return planet-4", "chance expedition 0-4-extra-123",
];
const KNOWN = { mlem: ["mat", "planets", "exploration", "expedition", "missions", "ufo"], liftoff: ["levels", "station", "objectives", "specialists", "missions"], apogee: ["destinations", "technologies", "investors", "engineers"] };

// Ann must use her 2: the only die that leads on.
const FORCED = [
  "chance start P1", "P1 board satellite", "P2 board satellite", "chance roll 1 2 2 2 3 4", "P1 use 1",
  "chance roll 2 2 2 3 A", "P1 use 2", "P1 stay", "P2 stay", "chance roll 2 4",
];

// One person, and where there must be two a bot.
const NAMES = { mlem: ["Ann", "Vera"], liftoff: ["Ann", "Vera"], apogee: ["Ann"] };
const ODDS = { mlem: /crash/i, liftoff: /No chances/, apogee: /GEO.*is missing/ }; // of these moments

// A game as it begins, and after more events.
async function begin(page, url, game, { tables, options, more = [] } = {}) {
  await openMatch(page, url, game, NAMES[game], [...BEGUN[game], ...more], { bots: [null, "easy"], tables, options });
  await page.locator(CHOICE).first().waitFor();
}

// Pieces without a word of what they are, or without a rule behind it.
async function untold(page, game) {
  const rules = readFileSync(new URL(`../../docs/rules/${game}.md`, import.meta.url), "utf8");
  const [silent, named] = await page.locator(".stage").evaluate((stage) => [
    [...stage.querySelectorAll("[data-piece]")].filter((piece) => !piece.closest("[data-tip]") && !piece.querySelector("[data-tip]")).map(({ dataset }) => dataset.piece),
    [...stage.querySelectorAll("[data-tip]")].map(({ dataset }) => [dataset.tip, dataset.rule]),
  ]);
  assert.ok(named.length > 10, `${game}: ${named.length} tips`);
  return [
    ...silent.map((piece) => `${game}: ${piece} says nothing`),
    ...named.filter(([, rule]) => !rule?.split(" ").every((id) => rules.includes(`- ${id} `))).map(([tip, rule]) => `${game}: no rule behind ${tip.slice(0, 50)}: ${rule}`),
  ];
}

// Games whose tables have regions.
const isWhole = (game) => game === "mlem";

// Pieces of a board with regions that say nothing to a screen reader.
async function unnamed(page) {
  const names = await page.locator('[data-region="board"] :is([role="img"], [role="button"], [role="group"])').evaluateAll((all) => all.map((one) => [one.getAttribute("aria-label") ?? one.querySelector("title")?.textContent ?? "", one.outerHTML.slice(0, 60)]));
  assert.ok(names.length > 30, `${names.length} pieces`);
  return names.filter(([name]) => !name.trim()).map(([, html]) => `mlem: says nothing: ${html}`);
}

// The panel's odds, and the board in words: as the program says it.
async function panels(page, game) {
  await panel(page, "odds");
  await page.locator("#tab-panel", { hasText: ODDS[game] }).waitFor();
  await panel(page, "text");
  const { board } = bridged(game, NAMES[game], BEGUN[game], {}, undefined, { op: "board", player: 0, width: 78 });
  const right = NAMES[game].reduce((text, name, i) => text.replaceAll(`P${i + 1}`, name), board);
  const words = page.locator("#tab-panel pre");
  await words.waitFor();
  return (await words.textContent()).trim() === right.trim() ? [] : [`${game}: the board in words is ${await words.textContent()} instead of ${right}`];
}

// Marks that are left where all is known.
async function marked(page, game) {
  const left = await page.locator(".stage, main.whole").evaluate((stage) => [...stage.querySelectorAll("*")].filter((one) => !one.children.length && one.textContent.includes("°")).map((one) => one.textContent));
  return left.length ? [`${game}: marked though it is known: ${left.join(", ")}`] : [];
}

// A match between bots up to the first such event, now of a person and a bot;
// answers with the number of the event and the person's seat.
async function upTo(page, url, game, wanted) {
  const events = record(game, "greedy,greedy", 3).split("\n").filter((line) => line.includes('"kind":"event"')).map((line) => JSON.parse(line));
  const number = events.findIndex(({ seat, action }) => seat !== "chance" && wanted.test(action));
  const seat = Number(events[number].seat[1]) - 1;
  const bots = seat ? ["easy", null] : [null, "easy"];
  await openMatch(page, url, game, ["Ann", "Vera"], events.slice(0, number).map((event) => `${event.seat} ${event.action}`), { bots });
  await page.locator(CHOICE).first().waitFor();
  return { number, seat };
}

// A launch of Lift Off scores what the odds said of it.
async function launch(page, url) {
  const { number: go, seat } = await upTo(page, url, "liftoff", /^go$/);
  await page.locator("#tab-odds").click();
  const line = page.locator("#tab-panel li", { hasText: "This launch, as it is loaded" });
  await line.waitFor();
  const promised = Number(/loaded: (\d+) point/.exec(await line.textContent())[1]);
  const score = async () => Number(await page.locator(`[data-score="${seat}"]`).textContent());
  const before = await score();
  assert.ok(promised > 0 && go > 0);
  await page.locator(CHOICE).first().click(); // go: nothing else fits
  await page.waitForFunction((least) => Number(document.querySelector(".line .count").textContent.split("/")[1]) > least, go);
  await page.locator(CHOICE).first().waitFor(); // the next round's
  await page.locator(".line input").fill(String(go + 1));
  await page.locator(".line .count", { hasText: new RegExp(`^${go + 1}/`) }).waitFor();
  assert.equal(await score(), before + promised, "the launch scores what the odds said");
}

// How much of a large window is the board, and how much of that is used.
async function unused(page) {
  return page.evaluate(() => {
    const found = [];
    const stage = document.querySelector('.stage, [data-region="board"]').getBoundingClientRect();
    const part = (stage.width * stage.height) / (innerWidth * innerHeight);
    if (part < 0.5) found.push(`the board has ${Math.round(100 * part)} % of the window`);
    const boxes = [...document.querySelectorAll(".stage .content [data-tip], [data-region=board] [data-space], [data-region=board] [role=img]")].map((piece) => piece.getBoundingClientRect());
    const wide = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
    const high = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    if (wide < 0.75 * stage.width || high < 0.75 * stage.height) found.push(`pieces lie on ${Math.round(wide)} × ${Math.round(high)} of ${Math.round(stage.width)} × ${Math.round(stage.height)}`);
    return found;
  });
}

// The events of a match before the first seat launches.
function untilLaunch() {
  for (let seed = 5; ; seed++) {
    const lines = record("apogee", "greedy,greedy", seed).trim().split("\n").map((line) => JSON.parse(line));
    const events = lines.filter(({ kind }) => kind === "event").map(({ seat, action }) => `${seat} ${action}`);
    const launch = events.indexOf("P1 launch geo");
    if (launch >= 0) return events.slice(0, launch);
  }
}

export const tests = {
  async "Each game's table: marks of what is reconstructed, keys alone, 4K"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false, marks: true } });
    for (const game of ["mlem", "liftoff", "apogee"]) {
      await begin(page, url, game);
      problems.push(...(await wrongMarks(page, game)), ...(await (isWhole(game) ? unnamed(page) : untold(page, game))));
      problems.push(...(await walk(page)).map((found) => `${game}: ${found}`));
      await page.setViewportSize(LARGE);
      await page.waitForFunction(() => document.querySelector('.stage, [data-region="board"]').clientWidth > 2000);
      problems.push(...[...(await layout(page, 20)), ...(await unused(page))].map((found) => `${game} at 4K: ${found}`));
      await page.setViewportSize(DESKTOP);
      problems.push(...(await panels(page, game)));
      await begin(page, url, game, { tables: Object.fromEntries(KNOWN[game].map((file) => certain(game, file))) });
      problems.push(...(await marked(page, game)));
    }
    const variants = { options: { ufo: true, exploration: true, secret: true }, more: VARIANTS };
    await begin(page, url, "mlem", variants);
    assert.deepEqual(await texts(page, "[data-ufo]"), [`+${rows("mlem", "ufo")[0].points}`], "the token on top, which is known");
    problems.push(...(await wrongMarks(page, "variants")), ...(await unnamed(page)));
    await begin(page, url, "mlem", { ...variants, tables: Object.fromEntries(KNOWN.mlem.map((file) => certain("mlem", file))) });
    problems.push(...(await marked(page, "variants")));
    await launch(page, url);
    await upTo(page, url, "apogee", /^launch /);
    assert.ok((await page.locator("figcaption em").count()) > 1, "a rocket is on the pad");
    problems.push(...(await layoutBetween(page)).map((found) => `rocket: ${found}`));

    // Apogee's refusals, under the mouse.
    await begin(page, url, "apogee", { more: ["P1 assign amara-oberth operations", "P1 planned"] });
    await page.locator(".middle tbody tr").first().hover();
    await page.locator(".bubble .why").waitFor();
    assert.match(await page.locator(".bubble .rules a").last().getAttribute("href"), /#\/rules\/apogee\/AP-L\d/);
    await close();
    return problems;
  },

  async "A forced choice waits, or is played by itself where that is set; no cover"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, forced: false } });
    const made = (count) => page.locator(`main[data-number="${count}"]`);
    await openMatch(page, url, "mlem", ["Ann", "Bo"], FORCED);
    await page.locator(CHOICE).first().waitFor();
    // Odds are asked for after what the table does by itself.
    await panel(page, "odds");
    await page.locator("#tab-panel li").first().waitFor();
    assert.equal(await page.locator(CHOICE).count(), 1);
    assert.equal(await made(FORCED.length).count(), 1, "it waits");
    await page.goto(`${url}/#/settings`);
    await page.getByLabel("Play forced choices by themselves").check();
    await page.goBack();
    await made(FORCED.length + 1).waitFor();
    await page.locator(CHOICE).nth(1).waitFor(); // the next one is hers
    // Taken back, it is not made again at once.
    await page.keyboard.press("Backspace");
    await made(FORCED.length).waitFor();
    await take(page);
    await made(FORCED.length + 1).waitFor();

    // Bo's turn at the same screen: nothing is hidden, nothing covered.
    await page.locator('[data-region="decision"] .middle h2', { hasText: /^Ann: / }).waitFor();
    await take(page);
    await page.locator('[data-region="decision"] .middle h2', { hasText: /^Bo: / }).waitFor();
    await page.locator(CHOICE).first().waitFor();
    assert.equal(await page.locator("main.cover").count(), 0);
    await close();
    return problems;
  },

  async "Bots at one's pace: skipped, and while they think told to move now"({ browser, url }) {
    // After each move all wait until tomorrow, or until somebody skips it.
    const { page, problems, context, close } = await open(browser, url, { settings: { ...QUICK, pace: 80_000_000 } });
    // Experts think until tomorrow too.
    await context.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        return post.call(this, { ...message, line: message.line.replace('"bot":"expert"', '"bot":"expert","iterations":1000000000') }, ...more);
      };
    });
    const made = (count) => page.locator(`main[data-number="${count}"]`);
    await openMatch(page, url, "mlem", ["Ann", "Vera", "Edwin"], ["chance start P2"], { bots: [null, "easy", "easy"] });
    await made(2).waitFor();
    assert.equal(await page.locator(CHOICE).count(), 0);
    await page.getByRole("button", { name: "Skip" }).click();
    await page.locator(CHOICE).first().waitFor();
    await made(3).waitFor();
    // Who knows what to do need not wait.
    await openMatch(page, url, "mlem", ["Ann", "Vera"], ["chance start P2"], { bots: [null, "easy"] });
    await made(2).waitFor();
    await take(page);
    await made(4).waitFor();

    const now = page.getByRole("button", { name: "Move now" });
    for (const tell of [() => now.click(), () => page.keyboard.press("Space")]) {
      await openMatch(page, url, "mlem", ["Ann", "Vera"], ["chance start P2"], { bots: [null, "expert"] });
      await now.waitFor();
      assert.match(await page.locator('[data-region="decision"] h2').last().textContent(), /Vera/);
      await made(1).waitFor();
      await tell();
      await page.locator(CHOICE).first().waitFor();
      await made(2).waitFor();
    }
    await close();
    return problems;
  },

  async "Pieces move where they go, and don't for who wants no motion"({ browser, url }) {
    const { page, problems, context, close } = await open(browser, url, { settings: { ...QUICK, motion: "auto", pace: 250, forced: false }, moves: true });
    await context.addInitScript(() => (globalThis.flown = new Set()));
    await openMatch(page, url, "mlem", ["Ann", "Vera"], ["chance start P1"], { bots: [null, "easy"] });
    await page.locator(CHOICE).first().waitFor();
    await page.evaluate(() => {
      document.addEventListener("transitionrun", ({ target, propertyName }) => {
        if (target.matches?.(".rocket") && propertyName === "transform") globalThis.flown.add(target.style.transform);
      });
    });
    const place = () => page.locator(".rocket").evaluate((rocket) => rocket.style.transform);

    // Ann boards and flies: the rocket is seen to.
    await play(page, { enough: async () => (await page.evaluate(() => globalThis.flown.size)) > 0 });

    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.locator("html[data-motion=off]").waitFor();
    await page.evaluate(() => globalThis.flown.clear());
    const places = new Set();
    await play(page, { enough: async (moves) => (places.add(await place()), moves === 6) });
    assert.deepEqual(await page.evaluate(() => [...globalThis.flown]), [], "nothing flies");
    assert.ok(places.size > 1, "and yet the rocket has moved");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    await close();
    return problems;
  },

  async "Apogee: a launch counts down, then climbs or is held for all of its time"({ browser, url }) {
    const { page, problems, close } = await open(browser, url, { settings: { ...QUICK, motion: "auto", pace: 250 }, moves: true });
    await openMatch(page, url, "apogee", ["Ann", "Vera"], untilLaunch(), { bots: [null, "easy"] });
    await page.locator(CHOICE).first().waitFor();
    await page.evaluate(() => {
      const scenes = (globalThis.scenes = []); // each with how far its time has run when it begins
      const look = () => {
        const scene = document.querySelector("[data-scene]");
        const name = scene?.dataset.scene;
        if (name && name !== scenes.at(-1)?.[0]) scenes.push([name, Number(scene.getAnimations()[0].currentTime)]);
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-scene"] });
    });
    await page.locator(CHOICE).filter({ hasText: "GEO" }).click();
    await page.waitForFunction(() => globalThis.scenes.length > 1);
    const [count, after] = await page.evaluate(() => globalThis.scenes);
    assert.deepEqual(count, ["count", 0]);
    assert.match(after[0], /^(climb|hold)$/);
    assert.equal(after[1], 0);
    await close();
    return problems;
  },
};

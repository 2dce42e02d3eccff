// The pseudo-language (tools/pseudo.py) in the page: English texts in brackets
// and a third longer, in the place of the German ones. Whatever is on the screen
// without brackets comes from no catalogue; what is cut off has no room for
// longer words.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const ASSETS = at("web/dist/assets/");

// What a text may have outside brackets: names of people (those that the tests
// type, those of bots, those on cards) and companies, ids of rules, names of
// files, seats and faces of dice, dates, addresses. Elements with translate="no"
// hold names too.
const BOTS = /const NAMES = \[(.*?)\]/.exec(readFileSync(at("web/src/lib/names.ts"), "utf8"))[1].match(/\w+/g);
const CARDS = [["directors", 1], ["directors", 2], ["engineers", 1], ["investors", 1]].flatMap(([table, column]) => {
  const rows = readFileSync(at(`data/apogee/${table}.csv`), "utf8").split("\n").filter((line) => /^(?!id,)[a-z]/.test(line));
  return rows.map((line) => line.split(",")[column]);
});
const NAMES = [...CARDS, ...BOTS, "Ann", "Bo", "Greedy", "Random"];
const FREE = [
  `\\b(${NAMES.join("|")})\\b`,
  "\\b[A-Z]{2}-[A-Z]+\\d+[a-z]?\\b", // a rule
  "\\b[\\w-]+\\.(csv|mqm)\\b",
  "\\b\\d{1,2}\\. \\p{L}+\\.? \\d{4}", // a date
  "(?<!\\p{L})\\p{L}(?!\\p{L})", // a single letter
  "\\bP\\d\\b",
  "\\bhttps?://\\S+",
];

// The texts of a language that the page loads as modules: its own, and the words
// of the catalogues.
async function modules(lang) {
  const names = readdirSync(ASSETS).filter((name) => name.startsWith(`${lang}-`) && name.endsWith(".js"));
  return Promise.all(names.map(async (name) => ({ name, texts: (await import(ASSETS + name)).default })));
}

async function pseudoModules() {
  const english = await modules("en");
  return (await modules("de")).map(({ name, texts }) => {
    const [id] = Object.keys(texts);
    const source = english.find((module) => id in module.texts).texts;
    const made = execFileSync(at("tools/pseudo.py"), { input: JSON.stringify(source), encoding: "utf8" });
    return { name, body: `export default ${made}` };
  });
}

// The engine with these texts, and the page's own; made once.
let made;
async function make() {
  execFileSync("ninja", ["-C", at("build/engine"), "web/engine_pseudo.wasm"], { stdio: "ignore" });
  return { path: at("build/engine/web/engine_pseudo.wasm"), modules: await pseudoModules() };
}

// Pages of this context that speak German speak the pseudo-language.
export async function speakPseudo(context) {
  const { path, modules } = await (made ??= make());
  for (const { name, body } of modules) {
    await context.route(`**/assets/${name}`, (route) => route.fulfill({ body, contentType: "text/javascript" }));
  }
  await context.route("**/assets/engine-*.wasm", (route) => route.fulfill({ path, contentType: "application/wasm" }));
}

// Texts on the screen that are without brackets, or cut off.
export const flaws = (page) => page.evaluate(findFlaws, FREE);

// Runs in the page.
function findFlaws(free) {
  const ALLOWED = new RegExp(free.join("|"), "gu");
  const ATTRIBUTES = ["alt", "aria-label", "aria-valuetext", "data-tip", "data-why", "placeholder", "title"];
  const SPARED = 'script, style, noscript, code, kbd, [lang]:not(html), [translate="no"]';
  const SLACK = 2; // px
  const found = new Set();

  // What is left of a text without the brackets and what is in them.
  function outside(text) {
    for (let left = text; ; left = left.replace(/\[[^[\]]*\]/g, "")) if (!/\[[^[\]]*\]/.test(left)) return left.replace(ALLOWED, "");
  }

  // The engine cuts arguments of a sentence that are longer than 55 bytes, with
  // “…”. With brackets around each of their words some in the board in words are.
  const isCut = (text, where) => where.startsWith("pre") && text.includes("…");

  function bare(text, where) {
    const left = outside(text);
    if (isCut(text, where)) return;
    if (/[[\]]/.test(left)) found.add(`a part of a text: ${where} “${left.trim().slice(0, 400)}”`);
    else if (/\p{L}/u.test(left)) found.add(`no brackets: ${where} “${text.trim().slice(0, 80)}” (${left.match(/\p{L}[\p{L} -]*/u)[0].trim()})`);
  }

  // The nearest box that cuts off what lies outside; null where that can be
  // scrolled to. A box of a pixel, or two where it is enlarged, hides its text on
  // purpose.
  const cutters = { x: new Map([[document.body, null]]), y: new Map([[document.body, null]]) };
  function cutter(box, axis) {
    const known = cutters[axis];
    if (!known.has(box)) known.set(box, findCutter(box, axis));
    return known.get(box);
  }
  function findCutter(box, axis) {
    const overflow = getComputedStyle(box)[`overflow-${axis}`];
    if (overflow === "auto" || overflow === "scroll") return null;
    if (overflow === "visible") return cutter(box.parentElement, axis);
    const rect = box.getBoundingClientRect();
    return rect.width <= 2 ? null : rect;
  }

  function cut(node, element) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width && height);
    const x = cutter(element, "x");
    const y = cutter(element, "y");
    return rects.some(
      (rect) => (x && (rect.left < x.left - SLACK || rect.right > x.right + SLACK)) || (y && (rect.top < y.top - SLACK || rect.bottom > y.bottom + SLACK)),
    );
  }

  const name = (element) => `${element.localName}${element.className?.baseVal ?? (element.className ? `.${element.className}` : "")}`.replace(/ ?s(velte)?-\w+/g, "");
  bare(document.title, "title");
  for (const element of document.body.querySelectorAll(ATTRIBUTES.map((key) => `[${key}]`).join())) {
    if (element.closest(SPARED) || !element.checkVisibility()) continue;
    for (const key of ATTRIBUTES) if (element.hasAttribute(key)) bare(element.getAttribute(key), `${name(element)} ${key}`);
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { currentNode: node } = walk;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(SPARED) || !element.checkVisibility()) continue;
    bare(node.data, name(element));
    if (node.data.includes("[") && cut(node, element)) found.add(`cut off: ${name(element)} “${node.data.trim().slice(0, 80)}”`);
  }
  return [...found];
}

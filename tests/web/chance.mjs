// Chance in the tests of the page. Everything that pages and servers draw at
// random (seeds and ids of matches, names of bots) comes from one seed, which is new in every
// run unless MAXQ_SEED says it. Each test draws its own numbers, whichever tests
// run before it or beside it.
import { AsyncLocalStorage } from "node:async_hooks";

export const SEED = process.env.MAXQ_SEED ?? String(Math.floor(Math.random() * 1e9));

const current = new AsyncLocalStorage();

// Runs the test with chance of its own.
export const withChance = (name, test) => current.run({ name, pages: 0 }, test);

// What the next page of the test that runs draws from.
export function nextSeed() {
  const test = current.getStore();
  return `${SEED} ${test?.name} ${test ? test.pages++ : 0}`;
}

// Runs in the page before its own code: replaces the browser's random numbers.
// The engine draws in its worker, so it is told the seed of a new match.
export function replaceChance(text) {
  if (location.protocol === "about:") return;
  const loads = Number(localStorage.getItem("test.loads")) + 1;
  localStorage.setItem("test.loads", String(loads));
  let state = 2166136261;
  for (const letter of `${text} ${loads}`) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0; // mulberry32
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  Math.random = () => next() / 2 ** 32;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next();
    return array;
  };
  const seed = () => Array.from({ length: 8 }, () => next().toString(16).padStart(8, "0")).join("");
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    const unseeded = message.line?.startsWith('{"op":"new"') && !message.line.includes('"seed":');
    return post.call(this, unseeded ? { ...message, line: message.line.replace("{", `{"seed":"${seed()}",`) } : message, ...more);
  };
}

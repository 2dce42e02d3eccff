// Runs the tests of the page, those of all test_*.mjs or of the files named,
// with --only those whose name has this text, with --times so often:
//   node tests/web/run.mjs [--only TEXT] [--times N] [--lanes N] [FILE...]
// Each file exports `tests`: names and functions of {browser, url}; what they
// throw or return as a list of problems is a failure. Tests run in two lanes at
// once, each with a browser and a server of its own: while one waits the other
// works. MAXQ_SEED=N repeats what a run has drawn at random.
import { readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { launch, serve } from "./browser.mjs";
import { SEED, withChance } from "./chance.mjs";
import { cpuSeconds, sessions } from "./cpu.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const { values, positionals } = parseArgs({
  options: { only: { type: "string", default: "" }, times: { type: "string", default: "1" }, lanes: { type: "string", default: "2" } },
  allowPositionals: true,
});
const named = positionals.map((name) => pathToFileURL(name).href);
const all = readdirSync(here)
  .filter((name) => /^test_.*\.mjs$/.test(name))
  .map((name) => new URL(name, import.meta.url).href);

async function chosen() {
  const found = [];
  for (const file of named.length ? named : all) {
    const { tests } = await import(file);
    found.push(...Object.entries(tests).filter(([name]) => name.includes(values.only)));
  }
  return Array(Number(values.times)).fill(found).flat();
}

// What is wrong, by one test.
async function problemsOf(run, lane) {
  try {
    return (await run(lane)) ?? [];
  } catch (error) {
    return [error.stack ?? String(error)];
  }
}

const waiting = await chosen();
let passed = 0;
let failed = 0;

// A lane: its server, its browser, and the session that has the browser.
async function lane() {
  const server = await serve();
  const before = sessions();
  const browser = await launch();
  return { server, browser, session: sessions().find((id) => !before.includes(id)) };
}

async function work({ server, browser, session }) {
  try {
    while (waiting.length) {
      const [name, run] = waiting.shift();
      const start = Date.now();
      const computed = cpuSeconds(session);
      const problems = await withChance(name, () => problemsOf(run, { browser, url: server.url }));
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      const cpu = (cpuSeconds(session) - computed).toFixed(1);
      console.log(`${problems.length ? "FAILED" : "ok"}  ${name}  ${seconds} s, ${cpu} s of CPU`);
      for (const problem of problems) console.log(`    ${problem}`);
      if (problems.length) console.log(`    to repeat: MAXQ_SEED=${SEED} node tests/web/run.mjs --only '${name.replaceAll("'", "'\\''")}'`);
      if (problems.length) failed++;
      else passed++;
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

console.log(`MAXQ_SEED=${SEED}`);
const lanes = [];
while (lanes.length < Number(values.lanes)) lanes.push(await lane()); // one after the other, to know their sessions
await Promise.all(lanes.map(work));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

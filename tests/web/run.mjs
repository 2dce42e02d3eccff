// Runs the tests of the page, those of all test_*.mjs or of the files named,
// with --only those whose name has this text, with --times so often:
//   node tests/web/run.mjs [--only TEXT] [--times N] [FILE...]
// Each exports `tests`: names and functions of {browser, url}; what they throw
// or return as a list of problems is a failure.
import { readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { launch, serve } from "./browser.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const { values, positionals } = parseArgs({
  options: { only: { type: "string", default: "" }, times: { type: "string", default: "1" } },
  allowPositionals: true,
});
const named = positionals.map((name) => pathToFileURL(name).href);
const all = readdirSync(here)
  .filter((name) => /^test_.*\.mjs$/.test(name))
  .map((name) => new URL(name, import.meta.url).href);

let passed = 0;
let failed = 0;
const server = await serve();
const browser = await launch();
try {
  for (const file of named.length ? named : all) {
    const { tests } = await import(file);
    const chosen = Object.entries(tests).filter(([name]) => name.includes(values.only));
    for (const [name, run] of Array(Number(values.times)).fill(chosen).flat()) {
      const start = Date.now();
      let problems;
      try {
        problems = (await run({ browser, url: server.url })) ?? [];
      } catch (error) {
        problems = [error.stack ?? String(error)];
      }
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      console.log(`${problems.length ? "FAILED" : "ok"}  ${name}  ${seconds} s`);
      for (const problem of problems) console.log(`    ${problem}`);
      if (problems.length) failed++;
      else passed++;
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;

// Runs the tests of the page, those of all test_*.mjs or of the files named:
//   node tests/web/run.mjs [FILE...]
// Each exports `tests`: names and functions of {browser, url}; what they throw
// or return as a list of problems is a failure.
import { readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, serve } from "./browser.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const named = process.argv.slice(2).map((name) => pathToFileURL(name).href);
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
    for (const [name, run] of Object.entries(tests)) {
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

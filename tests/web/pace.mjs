// How patient the tests of the page are: tools/pace.py says how slow the machine
// is just now. A limit that catches a hang is `patience()`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const PACE = fileURLToPath(new URL("../../tools/pace.py", import.meta.url));
const LONG = 120_000; // ms: what takes longer on an idle machine hangs
const FRESH = 30_000; // ms until the machine is measured again

let measured = -Infinity;
let factor = 1;

export function patience() {
  if (Date.now() - measured > FRESH) {
    factor = Number(execFileSync(PACE, { encoding: "utf8" }));
    measured = Date.now();
  }
  return LONG * factor;
}

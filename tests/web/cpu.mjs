// What a browser has computed (Linux): a test whose seconds are far more than
// its CPU seconds waits for something.
import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // a second, on every Linux

// Parent, session and CPU seconds (with those of children that have ended) of
// every process, by id.
function processes() {
  const found = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      found.set(id, { parent: Number(fields[1]), session: Number(fields[3]), seconds: ticks / TICKS });
    } catch {
      // it has ended
    }
  }
  return found;
}

// The sessions that children of this process lead: one for each browser.
export function sessions() {
  return [...processes()].filter(([id, { parent, session }]) => parent === process.pid && session === Number(id)).map(([id]) => Number(id));
}

export function cpuSeconds(session) {
  return [...processes().values()].filter((one) => one.session === session).reduce((sum, one) => sum + one.seconds, 0);
}

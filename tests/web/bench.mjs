// How fast bots think in WebAssembly, against the program: iterations a second
// of CPU time (Linux), one thread each, from the same positions (greedy against itself,
// two and four players, at four stages, as `maxq bench search` takes them).
// Both must choose alike: where they don't, the exit code is 1.
//
//   node --no-warnings tests/web/bench.mjs [ITERATIONS]      (2000; after make)
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { WASI } from "node:wasi";

const ROOT = new URL("../..", import.meta.url).pathname;
const ITERATIONS = Number(process.argv[2] ?? 2000);
const STAGES = 4;

// ns of CPU time so far, of a process or of this one's main thread.
const cpu = (pid, task = "") => Number(readFileSync(`/proc/${pid}${task}/schedstat`, "utf8").split(" ")[0]);

function native() {
  const child = spawn(`${ROOT}build/maxq`, ["bridge"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(op) {
      child.stdin.write(JSON.stringify(op) + "\n");
      return JSON.parse((await lines.next()).value);
    },
    time: () => cpu(child.pid),
    end: () => child.stdin.end(),
  };
}

async function engine() {
  const wasi = new WASI({ version: "preview1" });
  const module = await WebAssembly.compile(readFileSync(`${ROOT}build/engine/web/engine.wasm`));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  wasi.initialize(instance);
  const { memory, session_open, session_room, session_line, session_answer } = instance.exports;
  const session = session_open();
  return {
    async ask(op) {
      const line = new TextEncoder().encode(JSON.stringify(op));
      new Uint8Array(memory.buffer, session_room(session, line.length), line.length).set(line);
      const length = session_line(session, line.length);
      return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, session_answer(session), length)));
    },
    time: () => cpu("self", `/task/${process.pid}`),
  };
}

// Every position of a match of greedy with itself where something is to choose.
async function match(program, game, players) {
  let state = await program.ask({ op: "new", game, players, seed: 1, auto_chance: true });
  const found = [];
  while (!state.over) {
    const [player] = state.actors;
    const { actions } = await program.ask({ op: "legal", player });
    if (actions.length > 1) found.push({ player, position: (await program.ask({ op: "position" })).position });
    const { action } = await program.ask({ op: "bot", bot: "greedy", player, seed: 1 });
    state = await program.ask({ op: "apply", player, action });
  }
  return Array.from({ length: STAGES }, (_, i) => found[Math.floor((found.length * (2 * i + 1)) / (2 * STAGES))]);
}

async function think(program, { player, position }, iterations) {
  await program.ask({ op: "load", position, seed: 1 });
  const start = program.time();
  const { action, value } = await program.ask({ op: "bot", bot: "search", player, iterations, seed: 1 });
  return { seconds: (program.time() - start) / 1e9, choice: `${action} ${value}` };
}

const program = native();
const wasm = await engine();
const { games } = await program.ask({ op: "games" });
console.log("game       iterations/s: program  WebAssembly   part");
for (const { id } of games) {
  const positions = [...(await match(program, id, 2)), ...(await match(program, id, 4))];
  const seconds = [0, 0];
  await think(wasm, positions[0], ITERATIONS); // compiled by now
  for (const position of positions) {
    const both = [await think(program, position, ITERATIONS), await think(wasm, position, ITERATIONS)];
    both.forEach((one, i) => (seconds[i] += one.seconds));
    if (both[0].choice !== both[1].choice) {
      console.log(`${id}: the program chooses ${both[0].choice}, WebAssembly ${both[1].choice}`);
      process.exitCode = 1;
    }
  }
  const rates = seconds.map((s) => Math.round((positions.length * ITERATIONS) / s));
  console.log(`${id.padEnd(10)} ${String(rates[0]).padStart(21)} ${String(rates[1]).padStart(12)} ${(100 * rates[1] / rates[0]).toFixed(0).padStart(5)} %`);
}
program.end();

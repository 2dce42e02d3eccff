// Writes src/games/GAME/view.ts for every game: the type of its positions and
// views, made of what the engine says of their fields (`fields` of
// docs/bridge.md). So a board that reads a field that isn't there fails the
// check of types.
//
//   node plugins/views.mjs [MAXQ]
//
// With MAXQ, that program is asked; without, the engine for WebAssembly that
// tools/page has built.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ENGINE = `${ROOT}build/engine/web/engine.wasm`;

function asProgram(path) {
  return (request) => {
    const { stdout, error } = spawnSync(path, ["bridge"], { input: JSON.stringify(request) + "\n", encoding: "utf8" });
    if (error) throw error;
    return JSON.parse(stdout);
  };
}

async function asEngine() {
  if (!existsSync(ENGINE)) throw new Error("build/engine/web/engine.wasm is missing: tools/page builds it");
  const wasi = new WASI({ version: "preview1" });
  const module = await WebAssembly.compile(readFileSync(ENGINE));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  wasi.initialize(instance);
  const { memory, session_open, session_room, session_line, session_answer } = instance.exports;
  const session = session_open();
  return (request) => {
    const line = new TextEncoder().encode(JSON.stringify(request));
    new Uint8Array(memory.buffer, session_room(session, line.length), line.length).set(line);
    const length = session_line(session, line.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, session_answer(session), length)));
  };
}

const union = (types) => [...new Set(types)].join(" | ");
const literals = (words) => union(words.map((word) => JSON.stringify(word)));
const list = (item) => (/^\w+$/.test(item) ? `${item}[]` : `(${item})[]`);

// Sets of words that have a name are types of their own: "player" is Player.
const named = new Map();

function words(field) {
  if (!field.set) return literals(field.words);
  const name = field.set.replace(/(?:^|\W)(\w)/g, (_, letter) => letter.toUpperCase());
  named.set(name, literals(field.words));
  return name;
}

// What one card of a set is.
function card(field) {
  const one = field.words ? words(field) : field.numbers ? "number" : "string";
  return union([one, ...(field.null ? ["null"] : []), ...(field.hides ? ["Hidden"] : [])]);
}

function counts(field) {
  const record = `Record<${field.words ? words(field) : "string"}, number>`;
  return field.sparse ? `Partial<${record}>` : record;
}

// Objects whose keys are alike (players, moons) are taken by any text; which
// of them there are depends on the match.
function object(fields, indent) {
  if (fields.length === 1 && fields[0].keys) return `Record<string, ${type(fields[0], indent)}>`;
  const lines = new Map();
  for (const field of fields) {
    const optional = field.sometimes ? "?" : "";
    for (const key of field.keys ?? [field.key]) {
      lines.set(key, `${indent}  ${/^\w+$/.test(key) ? key : JSON.stringify(key)}${optional}: ${type(field, `${indent}  `)};\n`);
    }
  }
  return `{\n${[...lines.values()].join("")}${indent}}`;
}

function type(field, indent) {
  switch (field.type) {
    case "object":
      return object(field.fields, indent);
    case "array":
      return list(union(field.fields.map((item) => type(item, indent))));
    case "card":
      return field.list ? list(card(field)) : card(field);
    case "counts":
      return counts(field);
    default:
      return { int: "number", flag: "boolean", text: "string", null: "null" }[field.type];
  }
}

function source(fields) {
  named.clear();
  const view = fields.length > 0 ? `export interface View ${object(fields, "")}` : "export type View = any;";
  const sets = [...named].map(([name, type]) => `export type ${name} = ${type};\n`);
  return `// Made by plugins/views.mjs from the engine's list of fields.\n\nexport type Hidden = "?";\n${sets.join("")}\n${view}\n`;
}

const ask = process.argv[2] ? asProgram(process.argv[2]) : await asEngine();
for (const game of ask({ op: "hello" }).games) {
  const path = `${ROOT}web/src/games/${game}/view.ts`;
  const answer = ask({ op: "fields", game });
  if (!answer.ok) throw new Error(`${answer.error.message} (an engine of before? tools/page builds it anew)`);
  const text = source(answer.fields);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

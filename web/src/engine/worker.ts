// A Web Worker with one engine: lines of the bridge (docs/bridge.md) in,
// answers out, in order.
import engineUrl from "@engine/engine.wasm?url";
import { wasi } from "./wasi";

interface Engine {
  memory: WebAssembly.Memory;
  _initialize(): void;
  session_open(): number;
  session_room(session: number, length: number): number;
  session_line(session: number, length: number): number;
  session_answer(session: number): number;
}

async function start(): Promise<(line: string) => string> {
  let engine: Engine;
  const imports = { wasi_snapshot_preview1: wasi(() => engine.memory) };
  const { instance } = await WebAssembly.instantiateStreaming(fetch(engineUrl), imports);
  engine = instance.exports as unknown as Engine;
  engine._initialize();
  const session = engine.session_open();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return (line) => {
    const bytes = encoder.encode(line);
    const room = engine.session_room(session, bytes.length);
    new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
    const length = engine.session_line(session, bytes.length);
    return decoder.decode(new Uint8Array(engine.memory.buffer, engine.session_answer(session), length));
  };
}

const started = start();

self.onmessage = async (event: MessageEvent<{ id: number; line: string }>) => {
  const { id, line } = event.data;
  try {
    const ask = await started;
    self.postMessage({ id, answer: ask(line) });
  } catch (error) {
    self.postMessage({ id, failure: String(error) });
  }
};

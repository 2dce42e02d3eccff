// The engine in its worker: an op of the bridge in, a promise of its answer.
import type { Sentence } from "../table/types";

export class EngineError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    readonly sentence: Sentence | null = null,
  ) {
    super(message);
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: EngineError): void;
}

export type Fields = Record<string, unknown>;

export class Engine {
  private worker = this.begin();
  private waiting = new Map<number, Waiting>();
  private next = 1;

  ask<Answer = Fields>(op: string, fields: Fields = {}): Promise<Answer> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.worker.postMessage({ id, line: JSON.stringify({ op, ...fields }) });
    });
  }

  // Ends the worker, whatever it is thinking about; what was asked fails with
  // the code `stopped`. The next op starts a fresh one, without a match.
  stop(): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new EngineError("stopped", "stopped"));
    this.waiting.clear();
    this.worker = this.begin();
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear();
  }

  private begin(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<{ id: number; answer?: string; failure?: string }>) => {
      const { id, answer, failure } = event.data;
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (waiting) this.settle(waiting, answer, failure);
    };
    return worker;
  }

  private settle(waiting: Waiting, answer?: string, failure?: string): void {
    if (answer === undefined) {
      waiting.reject(new EngineError("engine", failure ?? ""));
      return;
    }
    const read = JSON.parse(answer);
    if (read.ok) waiting.resolve(read);
    else waiting.reject(new EngineError(read.error.code, read.error.message, read.error.rule ?? null, read.error));
  }
}

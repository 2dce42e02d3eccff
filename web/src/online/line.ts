// The socket to the server (docs/protocol.md): comes back by itself, sends
// again what was not answered, and says whether it is up.
import type { Sentence } from "../table/types";

export interface Message {
  type: string;
  [key: string]: any; // eslint-disable-line
}

interface Asked {
  message: Message;
  resolve(answer: Message): void;
  reject(error: LineError): void;
}

export class LineError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string | null,
    readonly sentence: Sentence | null,
  ) {
    super(message);
  }
}

export interface Listener {
  message(message: Message): void;
  up(up: boolean): void;
  // What is said first, at every connection; then comes what is unanswered.
  greet(): Promise<unknown>;
  // The right to be here is gone: no use in trying again.
  ended(): void;
}

const SOONEST = 500;
const LATEST = 10_000;
const BEAT = 30_000;
const PATIENCE = 8_000; // for the answer to a ping
const NO_PROTOCOL = 4000;
const NO_RIGHT = 4004;
const NO_TABLE = ["not_found", "forbidden"];

export class Line {
  // How far the server's clock is ahead of this device's.
  ahead = 0;

  private socket: WebSocket | null = null;
  private asked = new Map<string, Asked>();
  private wait = SOONEST;
  private closed = false;
  private timer = 0;
  private beat = 0;
  private doubt = 0;
  private woken = (): void => this.wake();

  constructor(private listener: Listener) {
    document.addEventListener("visibilitychange", this.woken);
    window.addEventListener("online", this.woken);
    this.connect();
  }

  // A message that gets an answer. Ids are random: no two devices share one.
  ask(type: string, fields: Record<string, unknown> = {}): Promise<Message> {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const message = { type, id, ...fields };
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message, resolve, reject });
      this.send(message);
    });
  }

  close(): void {
    this.closed = true;
    document.removeEventListener("visibilitychange", this.woken);
    window.removeEventListener("online", this.woken);
    clearTimeout(this.timer);
    clearTimeout(this.doubt);
    clearInterval(this.beat);
    this.socket?.close();
  }

  // Somebody is back at the page: don't let them wait.
  private wake(): void {
    if (document.hidden || this.closed) return;
    this.wait = SOONEST;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  private send(message: Message): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // A connection that is only half there doesn't answer.
  private ping(): void {
    const socket = this.socket;
    this.send({ type: "ping" });
    clearTimeout(this.doubt);
    this.doubt = window.setTimeout(() => {
      socket?.close();
      if (socket === this.socket) this.lost();
    }, PATIENCE);
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, "maxq.v1");
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket = socket;
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data));
    };
    socket.onclose = ({ code }) => {
      if (this.closed || socket !== this.socket) return;
      if (code === NO_RIGHT || code === NO_PROTOCOL) this.listener.ended();
      else this.lost();
    };
    this.beat = window.setInterval(() => this.ping(), BEAT);
  }

  private lost(): void {
    if (this.closed) return;
    this.socket = null;
    clearTimeout(this.doubt);
    clearInterval(this.beat);
    this.listener.up(false);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LATEST);
  }

  private receive(message: Message): void {
    clearTimeout(this.doubt);
    if (message.type === "hello") {
      this.ahead = message.now_at - Date.now();
      void this.begin();
    } else if (message.type === "answer") this.settle(message);
    else this.listener.message(message);
  }

  private async begin(): Promise<void> {
    const open = [...this.asked.values()];
    try {
      await this.listener.greet();
    } catch (error) {
      if (error instanceof LineError && NO_TABLE.includes(error.code)) this.listener.ended();
      else this.socket?.close(); // it is tried again
      return;
    }
    this.wait = SOONEST;
    this.listener.up(true);
    for (const { message } of open) {
      if (message.type === "subscribe") this.asked.delete(message.id);
      else if (this.asked.has(message.id)) this.send(message);
    }
  }

  private settle(answer: Message): void {
    const asked = this.asked.get(answer.id);
    this.asked.delete(answer.id);
    if (!asked) return;
    if (answer.ok) asked.resolve(answer);
    else {
      const { code, sentence, rule } = answer.error;
      asked.reject(new LineError(code, sentence?.text ?? code, rule ?? null, sentence ?? null));
    }
  }
}

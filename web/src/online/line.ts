// The socket to the server (docs/protocol.md): comes back by itself, sends
// again what was not answered, and says whether it is up.
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
    readonly sentence: Message | null,
  ) {
    super(message);
  }
}

const SOONEST = 500;
const LATEST = 10000;
const BEAT = 30000;

export class Line {
  private socket: WebSocket | null = null;
  private asked = new Map<string, Asked>();
  private wait = SOONEST;
  private closed = false;
  private timer = 0;
  private beat = 0;

  constructor(
    private onMessage: (message: Message) => void,
    private onUp: (up: boolean) => void,
    // What is said first, at every connection; then comes what is unanswered.
    private greet: () => Promise<unknown>,
  ) {
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
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
  }

  private send(message: Message): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`, "maxq.v1");
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.lost(socket);
    clearInterval(this.beat);
    this.beat = window.setInterval(() => this.send({ type: "ping" }), BEAT);
  }

  private lost(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    this.onUp(false);
    this.timer = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LATEST);
  }

  private receive(message: Message): void {
    if (message.type === "hello") void this.begin();
    else if (message.type === "answer") this.settle(message);
    else this.onMessage(message);
  }

  private async begin(): Promise<void> {
    const open = [...this.asked.values()];
    this.wait = SOONEST;
    try {
      await this.greet();
    } catch {
      return; // the table is gone, or not ours any more: whoever asked knows
    }
    this.onUp(true);
    for (const { message } of open) if (this.asked.has(message.id) && message.type !== "subscribe") this.send(message);
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

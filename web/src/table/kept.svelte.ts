// The record of a match as this tab has it, and as the browser keeps it. A match
// that is open in several tabs is one match: one of them plays it, the others
// show what it keeps. A tab that adds to a record which has grown meanwhile is
// told so, so there is never more than one next entry.
import { fold } from "./record";
import { keep, savedRecord, type SavedMatch, type SavedRecord, type Trouble } from "./store";

type Said = "plays" | "kept" | "gone";

export class Kept {
  record: SavedRecord = { head: [], lines: [] };
  trouble = $state<Trouble | null>(null); // why the browser doesn't keep it
  keeps = true; // the browser shall keep it
  plays = true; // this tab does, not another one
  stale = false; // the browser may have more of the match than this tab
  seats = new Map<number, number | null>(); // who made each event that stays
  stored = 0; // entries that the browser has, as far as this tab knows

  private closed = false;
  private channel: BroadcastChannel;

  constructor(
    private id: string,
    heard: () => void, // another tab has done something
  ) {
    this.channel = new BroadcastChannel(`maxq.match.${id}`);
    this.channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data === "plays") this.plays = false;
      else if (data === "gone") this.plays = true;
      this.stale = true;
      heard();
    };
    window.addEventListener("pagehide", this.release);
    this.say("plays");
  }

  // This tab plays from now on, when it knows what there is.
  claim(): void {
    if (this.plays) return;
    this.plays = this.stale = true;
    this.say("plays");
  }

  // The last entry; it has a link of the hash chain, so it stands for all.
  get last(): string | undefined {
    return this.record.lines.at(-1);
  }

  // The whole record anew, as an engine has read it.
  begin(record: SavedRecord): void {
    this.record = record;
    this.seats.clear();
    fold(this.seats, record.lines);
  }

  // Adds what an engine has added. False: another tab was sooner, and this is
  // no part of the match.
  async add(match: SavedMatch, lines: string[]): Promise<boolean> {
    const record = { head: this.record.head, lines: [...this.record.lines, ...lines] };
    if (this.keeps && (record.lines.length !== this.stored || record.lines.length === 0)) {
      const outcome = await keep(match, record, this.stored);
      if (outcome === "overtaken") {
        this.stale = true;
        return false;
      }
      this.trouble = outcome === "kept" ? null : outcome;
      if (outcome === "kept") {
        this.stored = record.lines.length;
        this.say("kept");
      }
    }
    this.record = record;
    fold(this.seats, lines);
    return true;
  }

  // The record as the browser has it; null: it has nothing else.
  async read(): Promise<SavedRecord | null> {
    this.stale = false;
    const record = await savedRecord(this.id).catch(() => undefined);
    if (!record || (record.lines.length === this.record.lines.length && record.lines.at(-1) === this.last)) return null;
    this.stored = record.lines.length;
    return record;
  }

  close(): void {
    window.removeEventListener("pagehide", this.release);
    this.release();
    this.closed = true;
    this.channel.close();
  }

  private release = (): void => {
    if (this.plays) this.say("gone");
  };

  private say(what: Said): void {
    if (!this.closed) this.channel.postMessage(what);
  }
}

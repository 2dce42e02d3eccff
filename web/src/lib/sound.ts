// Short, quiet sounds, synthesized in the browser. Nothing sounds before the
// first gesture: browsers forbid it, and so do we.
import { settings } from "./settings.svelte";

export type Sound = "dice" | "flight" | "crash" | "launch" | "turn" | "win";

let context: AudioContext | null = null;
let woken = false;
for (const gesture of ["pointerdown", "keydown"]) {
  addEventListener(gesture, () => (woken = true), { once: true, capture: true });
}

// A tone that glides from one pitch to another and fades.
function tone(at: number, from: number, to: number, length: number, loud: number, type: OscillatorType = "triangle"): void {
  const swing = context!.createOscillator();
  const gain = context!.createGain();
  swing.type = type;
  swing.frequency.setValueAtTime(from, at);
  swing.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  swing.connect(gain).connect(context!.destination);
  swing.start(at);
  swing.stop(at + length);
}

// Noise through a filter that opens or closes.
function noise(at: number, length: number, from: number, to: number, loud: number): void {
  const buffer = context!.createBuffer(1, Math.ceil(length * context!.sampleRate), context!.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  const source = context!.createBufferSource();
  const filter = context!.createBiquadFilter();
  const gain = context!.createGain();
  source.buffer = buffer;
  filter.type = "lowpass";
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(filter).connect(gain).connect(context!.destination);
  source.start(at);
}

const SCORES: Record<Sound, (at: number, loud: number) => void> = {
  dice: (at, loud) => [0, 0.07, 0.15, 0.26].forEach((wait) => noise(at + wait, 0.05, 3200, 900, loud * 0.5)),
  flight: (at, loud) => tone(at, 180, 520, 0.5, loud * 0.35),
  crash: (at, loud) => noise(at, 0.7, 1800, 90, loud * 0.8),
  launch: (at, loud) => {
    noise(at, 1.6, 200, 1400, loud * 0.6);
    tone(at, 60, 110, 1.6, loud * 0.4, "sine");
  },
  turn: (at, loud) => {
    tone(at, 660, 660, 0.16, loud * 0.4, "sine");
    tone(at + 0.13, 880, 880, 0.24, loud * 0.4, "sine");
  },
  win: (at, loud) => [523, 659, 784, 1047].forEach((pitch, i) => tone(at + i * 0.12, pitch, pitch, 0.4, loud * 0.35)),
};

export function sound(name: Sound): void {
  if (!woken || settings.volume === 0 || (name === "turn" && !settings.turnSound)) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    SCORES[name](context.currentTime + 0.01, (settings.volume / 100) * 0.5);
  } catch {
    // A browser without sound plays on in silence.
  }
}

export const LEVELS = ["easy", "normal", "hard", "expert"] as const;

// Names of bots: astronomers.
const NAMES = ["Vera", "Edwin", "Cecilia", "Tycho", "Maria", "Johannes", "Jocelyn", "Nicolaus"];

export function botNames(count: number): string[] {
  const start = Math.floor(Math.random() * NAMES.length);
  return Array.from({ length: count }, (_, i) => NAMES[(start + i) % NAMES.length]);
}

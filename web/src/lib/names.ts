export const LEVELS = ["easy", "normal", "hard", "expert"] as const;

// Names of bots: astronomers.
const NAMES = ["Vera", "Edwin", "Cecilia", "Tycho", "Maria", "Johannes", "Jocelyn", "Nicolaus"];

export function botNames(count: number): string[] {
  const start = Math.floor(Math.random() * NAMES.length);
  return Array.from({ length: count }, (_, i) => NAMES[(start + i) % NAMES.length]);
}

// One that nobody at the table has yet.
export function botName(taken: (string | null)[]): string {
  const names = botNames(NAMES.length);
  return names.find((name) => !taken.includes(name)) ?? names[0];
}

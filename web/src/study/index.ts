// What a table loads when a match shall be analysed.
export { default as Analysis } from "./Analysis.svelte";
export { default as Deck } from "./Deck.svelte";
export { default as Side } from "./Side.svelte";
export { Study } from "./study.svelte";

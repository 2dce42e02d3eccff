// What a table loads when a match shall be analysed.
export { default as Analysis } from "./Analysis.svelte";
export { Study } from "./study.svelte";

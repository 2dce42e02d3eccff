import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { icons } from "./plugins/icons";
import { languages } from "./plugins/languages";
import { offline } from "./plugins/offline";
import { tables } from "./plugins/tables";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const root = here("..");

export default defineConfig({
  base: "./", // works from any folder of a web host
  plugins: [svelte(), ...languages(root), tables(root), icons(here("src")), offline()],
  resolve: { alias: { "@docs": `${root}/docs`, "@engine": `${root}/build/engine/web` } },
  worker: { format: "es" },
  server: { fs: { allow: [root] }, proxy: { "/api": "http://localhost:8080", "/ws": { target: "ws://localhost:8080", ws: true } } },
  build: {
    target: "es2022",
    minify: "terser", // 4 % smaller than what esbuild makes
    terserOptions: { module: true, compress: { passes: 2 } },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

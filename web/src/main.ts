import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { BASE } from "./lib/base";
import { loadTexts } from "./lib/i18n";
import { settings } from "./lib/settings.svelte";

void loadTexts(settings.lang).then(() => mount(App, { target: document.getElementById("app")! }));

// Kept for when there is no network; a page that isn't served securely, or a
// browser that refuses, just does without.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register(`${BASE}sw.js`).catch(() => undefined);
}

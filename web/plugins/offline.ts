// Vite plugin: writes sw.js, a service worker that keeps the page's files, so
// that it opens without a network after the first visit. Files with a hash in
// their names are taken from what is kept; the page itself from the network
// first. Requests to a server's API are none of its business.
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

function worker(files: string[], version: string): string {
  return `const KEPT = "maxq-${version}";
const FILES = ${JSON.stringify(files)};
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("maxq-") && name !== KEPT);
  event.waitUntil(
    caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});
self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const options = { body, tag, renotify: true, icon: "icon-192.png", badge: "icon-192.png", data: { url } };
  event.waitUntil(self.registration.showNotification(title, options));
});
// A tab that shows the table already is used; otherwise a new one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const path = new URL(url).pathname;
    const tab = tabs.find((tab) => new URL(tab.url).pathname === path);
    return tab ? tab.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(open());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || /^\\/(api|ws|healthz|metrics)\\b/.test(url.pathname)) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("./", { ignoreSearch: true })));
  } else if (url.pathname.includes("/assets/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else {
    event.respondWith(fetch(request).catch(() => caches.match(request)));
  }
});
`;
}

export function offline(): Plugin {
  return {
    name: "maxq-offline",
    apply: "build",
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle).filter((name) => name.startsWith("assets/")).sort();
      const version = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 12);
      const source = worker(["./", "icon.svg", "icon-192.png", "icon-turn.svg", "app.webmanifest", ...names], version);
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

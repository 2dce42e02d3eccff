// A static copy of the page in a folder of some web host: no server of ours.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { open, play } from "./browser.mjs";
import { CHOICE } from "./table.mjs";

const DIST = fileURLToPath(new URL("../../web/dist", import.meta.url));
const FOLDER = "/games/max-q";
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };

async function host() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    const file = DIST + path.slice(FOLDER.length).replace(/\/$/, "/index.html");
    const there = path.startsWith(`${FOLDER}/`) && existsSync(file);
    response.writeHead(there ? 200 : 404, { "content-type": TYPES[file.split(".").pop()] ?? "application/octet-stream" });
    response.end(there ? readFileSync(file) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

export const tests = {
  async "A static copy in a subfolder plays, and opens again without a network"({ browser }) {
    const { url, stop } = await host();
    const { page, problems, context, close } = await open(browser, url);
    await page.goto(`${url}${FOLDER}/`);
    assert.ok(await page.locator(".logo img").evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.locator('article[data-game="mlem"] .primary').click();
    assert.equal(await play(page, { enough: async (moves) => moves === 2 }), 2);
    await context.setOffline(true);
    await page.reload();
    await page.locator(CHOICE).first().waitFor();
    await close();
    stop();
    return problems;
  },
};

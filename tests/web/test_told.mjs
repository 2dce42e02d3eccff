// How people are told that it is their turn: the screen, the link that stops it,
// and the service worker that shows a push message.
import assert from "node:assert/strict";
import { open, PHONE } from "./browser.mjs";
import { flaws } from "./online.mjs";

// An account, made by the page's own means.
async function signUp(page, url, name) {
  await page.goto(`${url}/#/lobby`);
  await page.evaluate(
    (who) => fetch("/api/accounts", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: who, password: "correct horse" }) }),
    name,
  );
}

const row = (page, name) => page.locator("li", { hasText: name });

// Webhook and feed are switched on and off, with what they are for.
async function ways({ browser, url }) {
  const { page, problems, close } = await open(browser, url);
  await signUp(page, url, `Told${Date.now()}`);
  await page.goto(`${url}/notices`);
  await page.getByRole("switch", { name: /Webhook/ }).click();
  await page.locator("input[type=url]").fill("https://hooks.example/7");
  await page.getByRole("button", { name: "Save" }).click();
  await row(page, "https://hooks.example/7").waitFor();
  const secret = await page.locator(".once input").inputValue();
  assert.match(secret, /^[\w-]{22}$/);
  await page.getByRole("switch", { name: /Feed/ }).click();
  await page.waitForFunction(() => document.querySelector(".once input")?.value.includes("/api/feed?key="));
  const over = page.getByRole("checkbox", { name: "A match is over: Webhook" });
  assert.equal(await over.isChecked(), false);
  await over.check();
  await page.getByRole("switch", { name: /quiet/i }).click();
  await page.getByText("22:00 to 07:30").waitFor();
  const found = await flaws(page);
  await page.reload();
  await row(page, "https://hooks.example/7").waitFor();
  assert.equal(await over.isChecked(), true);
  assert.equal(await page.locator(".once").count(), 0, "secrets are shown once");
  await page.getByText("22:00 to 07:30").waitFor();
  await page.getByRole("button", { name: "Stop all notices" }).click();
  await page.getByText("nothing more comes").waitFor();
  assert.equal(await page.getByRole("switch", { name: /Webhook/ }).getAttribute("aria-checked"), "false");
  await close();
  return [...problems, ...found];
}

// On a phone and in German; without an account it says what to do.
async function small({ browser, url }) {
  const { page, problems, close } = await open(browser, url, { size: PHONE, lang: "de" });
  await page.goto(`${url}/#/notices`);
  await page.getByText("Ohne Konto").waitFor();
  const found = await flaws(page);
  await signUp(page, url, `Klein${Date.now()}`);
  await page.goto(`${url}/notices`);
  await page.getByText("Dieser Server verschickt keine Mail.").waitFor();
  found.push(...(await flaws(page)));
  await close();
  return [...problems, ...found];
}

// The link of a letter: a wrong one says so.
async function stop({ browser, url }) {
  const { page, problems, close } = await open(browser, url);
  await page.goto(`${url}/stop#${"0".repeat(32)}.${"1".repeat(32)}`);
  await page.getByRole("button", { name: "Stop these messages" }).click();
  await page.getByText("This link is wrong").waitFor();
  const found = await flaws(page);
  await close();
  return [...problems.filter((problem) => !/403/.test(problem)), ...found];
}

// The worker shows what the server has sealed; opened here, it comes in plain.
async function push({ browser, url }) {
  const { page, problems, context, close } = await open(browser, url);
  await context.grantPermissions(["notifications"], { origin: url });
  await page.goto(`${url}/#/lobby`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state));
  const devtools = await context.newCDPSession(page);
  const registered = new Promise((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId));
  });
  await devtools.send("ServiceWorker.enable");
  const data = JSON.stringify({ title: "Your move: MLEM", body: "With Bob.", url: `${url}/t/0000000000000000`, what: "turn", tag: "x" });
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId: await registered, data });
  await page.waitForFunction(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications();
    return shown.some(({ title, body }) => title === "Your move: MLEM" && body === "With Bob.");
  });
  await close();
  return problems;
}

export const tests = {
  "told: ways, what for, quiet hours": ways,
  "told: phone, German, without an account": small,
  "told: a letter's link": stop,
  "told: the worker shows a push message": push,
};

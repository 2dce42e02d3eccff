// People at a table write to each other, mute, report and keep a note.
import assert from "node:assert/strict";
import { flaws, gather } from "./online.mjs";

async function talk({ browser, url }) {
  const { ann, bo } = await gather(browser, url, "mlem");
  await ann.page.getByRole("button", { name: "Chat" }).click();
  await ann.page.getByLabel("Write to the table").fill("Ready when you are");
  await ann.page.getByRole("button", { name: "Send" }).click();
  await ann.page.locator(".chat li", { hasText: "Ready when you are" }).waitFor();
  await bo.page.getByRole("button", { name: "Chat (1 neu)" }).click();
  const line = bo.page.locator(".chat li", { hasText: "Ready when you are" });
  await line.waitFor();
  const found = [...(await flaws(ann.page)), ...(await flaws(bo.page))];
  await line.getByRole("button", { name: /Melden/ }).click();
  await bo.page.getByText("erfährt davon").waitFor();
  await line.getByRole("button", { name: /Stumm/ }).click();
  await line.waitFor({ state: "detached" });
  await bo.page.getByRole("button", { name: "Ann wieder lesen" }).click();
  await line.waitFor();
  const note = ann.page.locator(".chat textarea");
  await note.fill("Watch the moon");
  const kept = ann.page.waitForResponse((response) => response.url().endsWith("/note") && response.request().method() === "POST");
  await note.blur();
  assert.equal((await kept).status(), 200);
  await ann.page.reload();
  await ann.page.getByRole("button", { name: "Chat" }).click();
  await ann.page.waitForFunction(() => document.querySelector(".chat textarea")?.value === "Watch the moon");
  for (const { close } of [ann, bo]) await close();
  return [...ann.problems, ...bo.problems, ...found];
}

export const tests = { "chat: lines, mute, report, a note": talk };

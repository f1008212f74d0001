// Updates: a new version is deployed while tabs of the old one are open. Old tabs go on, and hear of the new version.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { BUILT, cell, label, paste, settled, violations } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const THERMO = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3";

let browser;
let folder;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** A site that serves a copy of the build, and `deploy` that puts the next version in its place: every hashed name changes. */
async function deployed(context) {
  folder = await mkdtemp(join(tmpdir(), "farandole-"));
  await cp(BUILT, folder, { recursive: true });
  await writeFile(join(folder, "texts.js"), 'self.TEXTS = { version: "1", files: ["guide/index.html"] };');
  await cp(join(BUILT, "icon.svg"), join(folder, "guide", "index.html"), { recursive: true });
  await writeFile(join(folder, "guide/index.html"), "<!doctype html><title>Guide</title><h1>The guide</h1>");
  const site = await serve(folder);
  const deploy = async () => {
    const assets = join(folder, "assets");
    const renamed = new Map();
    for (const name of await readdir(assets)) renamed.set(name, name.replace(/-(.{7})(.)\.(\w+)$/, (_, hash, last, ext) => `-${hash}${last === "Q" ? "R" : "Q"}.${ext}`));
    for (const [from, to] of renamed) await rename(join(assets, from), join(assets, to));
    for (const path of ["index.html", "sw.js", ...[...renamed.values()].filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`)]) {
      let text = await readFile(join(folder, path), "utf8");
      for (const [from, to] of renamed) text = text.replaceAll(from, to);
      if (path === "sw.js") text = text.replace(/[0-9a-f]{16}/, (version) => `${version.slice(0, 15)}${version.endsWith("0") ? "1" : "0"}`);
      await writeFile(join(folder, path), text);
    }
  };
  context.after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  return { url: site.url, deploy };
}

/** A tab with the page, once its service worker answers for it. */
async function tab(context, url, hash = "") {
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(url + hash);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await settled(page);
  return page;
}

const script = (page) => page.evaluate(() => document.querySelector("script[type=module]").src);
const look = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
const caches = (page) => page.evaluate(() => globalThis.caches.keys());
const told = (page) => page.getByText("A new version of this page is ready.");

test("an old tab loads a module that it had not loaded after the new version was deployed and taken by another tab", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const old = await tab(context, site.url, `#p=${PUZZLE}`);
  const first = await script(old);
  assert.equal(await told(old).count(), 0);
  await site.deploy();
  await look(old);
  await told(old).waitFor();
  // The new version waits: a tab that opens now is of the old one, and hears of the new one, too.
  const second = await tab(context, site.url);
  assert.equal(await script(second), first);
  await told(second).waitFor();
  assert.deepEqual(await violations(second), []);
  await cell(second, 1, 3).click();
  await second.keyboard.press("4");
  await Promise.all([second.waitForEvent("load"), second.getByRole("button", { name: "Load it" }).click()]);
  await settled(second, "one");
  assert.notEqual(await script(second), first);
  // What was on its board is there.
  assert.equal(await label(second, 1, 3), "row 1, column 3, 4");
  assert.equal((await caches(second)).length, 2);
  // The old tab runs on: the module for variants was never loaded, and the server has it no more.
  const wasm = await old.evaluate(async () => (await (await fetch(document.querySelector("script[type=module]").src)).text()).match(/farandole-variants-[^"`]+\.wasm/)[0]);
  const missing = await old.evaluate(async (url) => (await fetch(url, { cache: "no-store" })).status, new URL(`assets/${wasm}`, site.url).href);
  assert.equal(missing, 200, "from the cache of its version");
  await paste(old, THERMO);
  await old.locator(".board .drawn.thermo").first().waitFor({ state: "attached" });
  await settled(old, "several", "one");
  assert.deepEqual(old.problems, []);
  // Once it is gone, so are its files.
  await old.close();
  await second.reload();
  await settled(second, "one");
  await second.waitForFunction(async () => (await globalThis.caches.keys()).length === 1);
  await paste(second, THERMO);
  await settled(second, "several", "one");
  assert.deepEqual(second.problems, []);
  await context.close();
});

test("a version of which a file is missing is not taken, and no page of an error is kept", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const page = await tab(context, site.url, `#p=${PUZZLE}`);
  const before = await caches(page);
  await site.deploy();
  const wasm = (await readdir(join(folder, "assets"))).find((name) => name.startsWith("farandole-variants"));
  const bytes = await readFile(join(folder, "assets", wasm));
  await rm(join(folder, "assets", wasm));
  await look(page).catch(() => {});
  await page.waitForTimeout(1000);
  assert.equal(await told(page).count(), 0);
  assert.deepEqual(await caches(page), before);
  await paste(page, THERMO);
  await settled(page, "several", "one");
  await writeFile(join(folder, "assets", wasm), bytes);
  await look(page);
  await told(page).waitFor();
  await context.close();
});

test("without a network the guide is there, and what was not kept says so", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const page = await tab(context, site.url, `#p=${PUZZLE}`);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Guide" }).click();
  await page.getByRole("heading", { name: "The guide" }).waitFor();
  await page.goBack();
  await settled(page, "one");
  await page.getByRole("link", { name: "Techniques" }).click();
  await page.getByText("This page was not kept for use without a network.").waitFor();
  await page.getByRole("link", { name: "Back to the board" }).click();
  await settled(page, "one");
  await context.close();
});

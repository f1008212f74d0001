// Tests updates: a new version is deployed while tabs with the old one are open. Old tabs keep working and
// offer the new version.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launch } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { BUILT, cell, label, paste, waitForStatus, violations } from "./site.mjs";

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

/**
 * Serves a copy of the build. `deploy` replaces it by the next version, in which every hashed file name
 * changes.
 */
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
    for (const name of await readdir(assets))
      renamed.set(
        name,
        name.replace(
          /-(.{7})(.)\.(\w+)$/,
          (_, hash, last, ext) => `-${hash}${last === "Q" ? "R" : "Q"}.${ext}`,
        ),
      );
    for (const [from, to] of renamed) await rename(join(assets, from), join(assets, to));
    for (const path of [
      "index.html",
      "sw.js",
      ...[...renamed.values()].filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`),
    ]) {
      let text = await readFile(join(folder, path), "utf8");
      for (const [from, to] of renamed) text = text.replaceAll(from, to);
      if (path === "sw.js")
        text = text.replace(
          /[0-9a-f]{16}/,
          (version) => `${version.slice(0, 15)}${version.endsWith("0") ? "1" : "0"}`,
        );
      await writeFile(join(folder, path), text);
    }
  };
  context.after(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  return { url: site.url, requests: site.requests, deploy, close: site.close };
}

/** Opens a tab with the page and waits until its service worker controls it. */
async function tab(context, url, hash = "") {
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(url + hash);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await waitForStatus(page);
  return page;
}

/** Waits until the module for variants, which a page has loaded, is available offline. */
const variantsKept = (page) =>
  page.waitForFunction(async () => {
    for (const name of await globalThis.caches.keys()) {
      const kept = await (await globalThis.caches.open(name)).keys();
      if (kept.some(({ url }) => url.includes("farandole-variants"))) return true;
    }
    return false;
  });

const script = (page) => page.evaluate(() => document.querySelector("script[type=module]").src);
const look = (page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
const caches = (page) => page.evaluate(() => globalThis.caches.keys());
const notice = (page) => page.getByText("A new version of this page is ready.");

test("a first visit downloads each file once, and only what it needs; the rest on request", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const page = await tab(context, site.url, `#p=${PUZZLE}`);
  await page.locator('main[data-ready="true"]').waitFor({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForTimeout(500);
  const first = [...site.requests];
  assert.deepEqual(
    first.filter((path) => /variants|guide/.test(path)),
    [],
  );
  const assets = first.filter((path) => path.startsWith("/assets/"));
  assert.deepEqual(assets.toSorted(), [...new Set(assets)].toSorted(), "each once");
  let bytes = 0;
  for (const path of first) {
    const name = path.endsWith("/") ? `${path}index.html` : path;
    bytes += gzipSync(await readFile(join(folder, name))).length;
  }
  assert.ok(bytes < 1_100_000, `${bytes} bytes by gzip`);
  // The module for variants is downloaded once, when a variant is read.
  await paste(page, THERMO);
  await waitForStatus(page, "several", "one");
  await variantsKept(page);
  assert.equal(site.requests.filter((path) => path.includes("variants")).length, 1);
  // The documentation is stored on request.
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Save the documentation for offline use" }).click();
  await page.getByText("The documentation is available offline.").waitFor();
  assert.equal(site.requests.filter((path) => path === "/guide/index.html").length, 1);
  assert.deepEqual(page.problems, []);
  await context.close();
});

test("an old tab can still load a module after a new version was deployed and activated by another tab", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const old = await tab(context, site.url, `#p=${PUZZLE}`);
  const first = await script(old);
  assert.equal(await notice(old).count(), 0);
  await paste(old, THERMO);
  await waitForStatus(old, "several", "one");
  await variantsKept(old);
  await paste(old, PUZZLE);
  await waitForStatus(old, "one");
  await site.deploy();
  await look(old);
  await notice(old).waitFor();
  // The new version waits: a tab that opens now still has the old one, and also offers the new one.
  const second = await tab(context, site.url);
  assert.equal(await script(second), first);
  await notice(second).waitFor();
  assert.deepEqual(await violations(second), []);
  await cell(second, 1, 3).click();
  await second.keyboard.press("4");
  await Promise.all([
    second.waitForEvent("load"),
    second.getByRole("button", { name: "Load new version" }).click(),
  ]);
  await waitForStatus(second, "one");
  assert.notEqual(await script(second), first);
  // The board is unchanged.
  assert.equal(await label(second, 1, 3), "row 1, column 3, 4");
  assert.equal((await caches(second)).length, 2);
  // The old tab still works. The server no longer has its module for variants.
  const wasm = await old.evaluate(async () => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    return texts.join("").match(/farandole-variants-[^"`]+\.wasm/)[0];
  });
  const missing = await old.evaluate(
    async (url) => (await fetch(url, { cache: "no-store" })).status,
    new URL(`assets/${wasm}`, site.url).href,
  );
  assert.equal(missing, 200, "from the cache of its version");
  await paste(old, THERMO);
  await old.locator(".board .drawn.thermo").first().waitFor({ state: "attached" });
  await waitForStatus(old, "several", "one");
  assert.deepEqual(old.problems, []);
  // After the old tab is closed, its files are deleted.
  await old.close();
  await second.reload();
  await waitForStatus(second, "one");
  await second.waitForFunction(async () => (await globalThis.caches.keys()).length === 1);
  await paste(second, THERMO);
  await waitForStatus(second, "several", "one");
  assert.deepEqual(second.problems, []);
  await context.close();
});

test("a version with a missing file is not offered, and error pages are not cached", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const page = await tab(context, site.url, `#p=${PUZZLE}`);
  const before = await caches(page);
  await paste(page, THERMO);
  await waitForStatus(page, "several", "one");
  await variantsKept(page);
  await site.deploy();
  const wasm = (await readdir(join(folder, "assets"))).find((name) => name.startsWith("farandole-variants"));
  const bytes = await readFile(join(folder, "assets", wasm));
  await rm(join(folder, "assets", wasm));
  await look(page).catch(() => {});
  await page.waitForTimeout(1000);
  assert.equal(await notice(page).count(), 0);
  assert.deepEqual(await caches(page), before);
  await paste(page, THERMO);
  await waitForStatus(page, "several", "one");
  await writeFile(join(folder, "assets", wasm), bytes);
  await look(page);
  await notice(page).waitFor();
  await context.close();
});

test("offline, the guide is available, and pages that are not cached show a message", async (run) => {
  const site = await deployed(run);
  const context = await browser.newContext();
  const page = await tab(context, site.url, `#p=${PUZZLE}`);
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await menu.click();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await page.getByRole("button", { name: "Save the documentation for offline use" }).click();
  await page.getByText("The documentation is available offline.").waitFor();
  // Browsers do not always apply `setOffline` to the requests of service workers.
  await context.setOffline(true);
  await site.close();
  await menu.click();
  await page.getByRole("link", { name: "Guide" }).click();
  await page.getByRole("heading", { name: "The guide" }).waitFor();
  await page.goBack();
  await waitForStatus(page, "one");
  await menu.click();
  await page.getByRole("link", { name: "Techniques" }).click();
  await page.getByText("This page is not available offline.").waitFor();
  await page.getByRole("link", { name: "Back to the board" }).click();
  await waitForStatus(page, "one");
  await context.close();
});

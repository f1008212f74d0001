// What the tests of the page share: the built site served on loopback, a browser, and the steps that all of them take.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { difference, launch } from "./browser.mjs";
import { serve } from "./serve.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The build that is tested; FARANDOLE_PAGE names another one. */
export const BUILT = process.env.FARANDOLE_PAGE ?? new URL("../dist/", import.meta.url).pathname;

let site;
let browser;
// Each file of tests is a process of its own.
before(async () => {
  site = await serve(BUILT);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** A page of its own. `close` fails the test on any error that the page reported and on any request to another place. */
export async function open(options = {}, hash = "", script = undefined) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url())) troubles.push(`asks for ${request.url()}`);
  });
  if (script) await page.addInitScript(script);
  await page.goto(site.url + hash);
  return {
    page,
    context,
    async close() {
      await context.close();
      assert.deepEqual(troubles, []);
    },
  };
}

/** Waits for an answer about the puzzle, one of these; without any, for any. */
export async function settled(page, ...states) {
  const wanted = states.length ? states : ["none", "one", "several", "unknown"];
  await page.locator(wanted.map((it) => `.status[data-status="${it}"]`).join(",")).waitFor({ timeout: 60_000 });
}

/** A cell by its row and column, from 1. */
export const cell = (page, row, column, columns = 9) => page.locator(`[data-cell="${(row - 1) * columns + column - 1}"]`);

/** What a screen reader says of a cell. */
export const label = (page, row, column, columns = 9) => cell(page, row, column, columns).getAttribute("aria-label");

/** Pastes a text into the page. */
export async function paste(page, text) {
  await page.evaluate((it) => {
    const data = new DataTransfer();
    data.setData("text", it);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** What violates the rules for access, by axe. */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await globalThis.axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).slice(0, 3).join(" | ")}`);
  });
}

/** The largest share of pixels of a tile that may differ from the record: edges of letters are not the same everywhere. */
const DIFFERENT = 0.12;

/** Compares a screenshot with the one on record, tile by tile; with UPDATE_SNAPSHOTS the record is written anew. */
export async function looksAsBefore(page, shot, name) {
  const path = new URL(`baseline/${name}.png`, import.meta.url);
  if (process.env.UPDATE_SNAPSHOTS) await writeFile(path, shot);
  const { share, x, y } = await difference(page, shot, await readFile(path));
  assert.ok(share < DIFFERENT, `${name}: ${(100 * share).toFixed(0)} % of the tile at ${x}, ${y} differ`);
}

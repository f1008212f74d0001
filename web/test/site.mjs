// Shared helpers of the tests: serve the built site, start a browser, and operate the page.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { difference, launch } from "./browser.mjs";
import { serve } from "./serve.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The folder of the build to test; the environment variable FARANDOLE_PAGE overrides it. */
export const BUILT = process.env.FARANDOLE_PAGE ?? new URL("../dist/", import.meta.url).pathname;

/**
 * The factor by which the environment variable FARANDOLE_SLOW throttles the processor of each page, to find races.
 * The browser cannot throttle workers, so that each message to one waits for 20 ms times this factor instead.
 */
const SLOW = Number(process.env.FARANDOLE_SLOW ?? 1);

/** Delays every message to a worker by `delay` ms. Runs in the page, before its scripts. */
function delayWorkers(delay) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...message) {
    setTimeout(() => post.apply(this, message), delay);
  };
}

let site;
let browser;
// Each test file runs in its own process.
before(async () => {
  site = await serve(BUILT);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/**
 * Opens the page in a new browser context. `close` fails the test if the page reported an error or warning,
 * or sent a request to another origin.
 */
export async function open(options = {}, hash = "", script = undefined) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url) && !/^(blob|data):/.test(request.url()))
      troubles.push(`asks for ${request.url()}`);
  });
  if (script) await page.addInitScript(script);
  if (SLOW > 1) {
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
    await page.addInitScript(delayWorkers, 20 * SLOW);
  }
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

/** Waits until the status of the puzzle is one of `states`; by default, until it is any final status. */
export async function waitForStatus(page, ...states) {
  const wanted = states.length ? states : ["none", "one", "several", "unknown"];
  await page.locator(wanted.map((it) => `main[data-status="${it}"]`).join(",")).waitFor({ timeout: 60_000 });
}

/**
 * Waits until the page shows everything: the puzzle, its typeface, and all answers. A picture that is taken earlier
 * depends on the speed of the machine.
 */
export async function settled(page) {
  await page.locator('main[data-ready="true"]').waitFor({ timeout: 60_000 });
  await page.locator(".busy, .loading").first().waitFor({ state: "detached", timeout: 60_000 });
  await page.evaluate(async () => {
    await document.fonts.ready;
    const faces = [...document.fonts].filter(({ status }) => status === "loaded");
    if (!faces.length) throw new Error("the typeface of the page is missing");
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  });
}

/** Requests a hint, and waits for the answer. */
export async function hint(page, depth, next) {
  await page.getByRole("button", { name: `Hint: ${depth}?` }).click();
  // Until a step is found, the panel may name a cell and offer the next depth.
  await page.waitForFunction(
    (it) =>
      !document.querySelector(".busy") &&
      [...document.querySelectorAll(".learn button.primary")].some(({ textContent }) => textContent === it),
    `Hint: ${next}?`,
  );
}

/** Returns the locator of a cell by its row and column, counted from 1. */
export const cell = (page, row, column, columns = 9) =>
  page.locator(`[data-cell="${(row - 1) * columns + column - 1}"]`);

/** Returns the label of a cell for screen readers. */
export const label = (page, row, column, columns = 9) =>
  cell(page, row, column, columns).getAttribute("aria-label");

/** Returns the example of every kind of constraint as text. */
export async function examples() {
  const folder = new URL("../../crates/farandole-puzzle/src/constraint/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".rs"));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  // A row of styles has the title, the noun and the example of a kind.
  const row = /(?:style!\(\s*(\w+)[^:]*?: |KindStyle = )[\w:]+\(\s*"[^"]*",\s*"[^"]*",\s*"(\.[^"]+)"/g;
  const found = sources.flatMap((source) => [...source.matchAll(row)]);
  // These two are not variants for the engine.
  return found.flatMap(([, name, text]) => (["NoBoxes", "Jigsaw"].includes(name) ? [] : [text]));
}

const TABS = ["Constraints", "Puzzle", "Analyze", "Generate"];

/** Opens a view, a tab of the view for setters, or a panel of the menu, and waits for its code. */
export async function show(page, name) {
  await choose(page, name);
  await page.locator(".loading").waitFor({ state: "detached" });
}

async function choose(page, name) {
  const click = (role, name) => page.getByRole(role, { name, exact: true }).click();
  if (["Set", "Play", "Learn"].includes(name)) return click("button", name);
  if (TABS.includes(name)) {
    await click("button", "Set");
    return click("tab", name);
  }
  if (name === "Share") {
    const share = page.getByRole("button", { name, exact: true });
    // A second click closes the panel.
    if ((await share.getAttribute("aria-pressed")) !== "true") await share.click();
    return;
  }
  await click("button", "Menu");
  return click("button", name);
}

/** Returns the link to the puzzle, which is empty until the engine has written it. The panel *Share* must be shown. */
export async function linkTo(page) {
  const field = await page.getByLabel(/^Link to the puzzle/).elementHandle();
  await page.waitForFunction((it) => it.value.includes("#"), field);
  return field.inputValue();
}

/** Opens the form for constraints of any kind. */
export async function openForm(page) {
  await show(page, "Constraints");
  await page.getByText("Any kind of constraint").click();
}

/** Pastes a text into the page, and waits until it has been read. Loading a puzzle closes panels. */
export async function paste(page, text) {
  await page.evaluate((it) => {
    const data = new DataTransfer();
    data.setData("text", it);
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    // The constructor of Firefox ignores the content.
    Object.defineProperty(event, "clipboardData", { value: data });
    document.body.dispatchEvent(event);
  }, text);
  await page.locator("main[aria-busy=false]").waitFor();
}

/** Clicks the button with this name, which saves a file, and returns the content of the file. */
export async function saved(page, name) {
  const button = page.getByRole("button", { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFile(await download.path());
}

/** Returns the accessibility violations that axe finds. */
export async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await globalThis.axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map(
      (it) =>
        `${it.id}: ${it.nodes
          .map((node) => node.html)
          .slice(0, 3)
          .join(" | ")}`,
    );
  });
}

/** Maximum fraction of differing pixels per tile. Font rendering differs slightly between machines. */
const DIFFERENT = 0.12;

/**
 * Compares a screenshot with its baseline, tile by tile. If UPDATE_SNAPSHOTS is set, overwrites the baseline
 * first.
 */
export async function matchesBaseline(page, shot, name) {
  const path = new URL(`baseline/${name}.png`, import.meta.url);
  if (process.env.UPDATE_SNAPSHOTS) await writeFile(path, shot);
  const { share, x, y } = await difference(page, shot, await readFile(path));
  assert.ok(share < DIFFERENT, `${name}: ${(100 * share).toFixed(0)} % of the tile at ${x}, ${y} differ`);
}

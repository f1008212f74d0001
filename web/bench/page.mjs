// Measures the page in one run in Chromium: file sizes, load time, response to keys, hints, ratings, files of
// puzzles.
//
//     node web/bench/page.mjs [LIST]
//
// The page must be built. LIST is a file of 17-clue puzzles, one per line; without it, their measurements are
// skipped. Times of operations are those of one warm worker, including postMessage in both directions. Each
// line of the output is a measurement with its unit.
import { readFile, readdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { partOf } from "../../npm/route.js";
import { launch } from "../test/browser.mjs";
import { serve } from "../test/serve.mjs";
import { EXACT, worker } from "./worker.mjs";

const DIST = new URL("../dist/", import.meta.url).pathname;
const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/** Golden Nugget, ER 11.9. */
const HARDEST = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";
const TURNS = 5;

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const say = (what, value, unit) => console.log(`${what}\t${value}\t${unit}`);
const board = (line) => ({ size: 9, boxes: [3, 3], givens: [...line].map((it) => Number(it) || 0) });

for (const name of (await readdir(`${DIST}assets`)).sort()) {
  const bytes = await readFile(`${DIST}assets/${name}`);
  say(name.replace(/-[\w-]{8}\./, "."), gzipSync(bytes, { level: 9 }).length, "bytes, gzip");
}

const site = await serve(DIST, EXACT);
// Loads are measured without the isolation headers, which the published site does not send: with them, each load
// starts a new process, which takes 130 to 180 ms.
const published = await serve(DIST);
const browser = await launch();

/** Loads the page with a puzzle, and returns the time until the number of its solutions is shown. */
async function load(page) {
  const start = performance.now();
  await page.goto(`${published.url}#p=${CLASSIC}`);
  await page.locator('main[data-status="one"]').waitFor();
  return performance.now() - start;
}
// A new context has an empty cache. The throttling of Chromium affects the main thread and not the workers.
const loads = { cold: [], warm: [], slow: [] };
const modules = new Set();
for (let i = 0; i < TURNS; i++) {
  for (const rate of [1, 4]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.on("response", (it) => it.url().endsWith(".wasm") && modules.add(it.url()));
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    loads[rate === 1 ? "cold" : "slow"].push(await load(page));
    if (rate === 1) {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await page.goto("about:blank");
      loads.warm.push(await load(page));
    }
    await context.close();
  }
}
say("first answer from a cold load", median(loads.cold).toFixed(0), "ms, median");
say("first answer from a warm load", median(loads.warm).toFixed(0), "ms, median");
say(
  "first answer from a cold load, main thread four times slower",
  median(loads.slow).toFixed(0),
  "ms, median",
);
say("modules that the first visits load", modules.size, "");

const page = await browser.newPage();
await page.addInitScript(() => {
  globalThis.seen = { shift: 0, long: 0 };
  // Shifts up to 0.5 s after input, such as those of a new view, do not count.
  new PerformanceObserver((list) =>
    list
      .getEntries()
      .filter((it) => !it.hadRecentInput)
      .forEach((it) => (globalThis.seen.shift += it.value)),
  ).observe({ type: "layout-shift", buffered: true });
});
await page.goto(`${site.url}#p=${CLASSIC}`);
await page.getByText(/HoDoKu \d/).waitFor();
await page.evaluate(() =>
  new PerformanceObserver((list) =>
    list.getEntries().forEach((it) => (globalThis.seen.long = Math.max(globalThis.seen.long, it.duration))),
  ).observe({ type: "longtask" }),
);
await page.getByRole("checkbox", { name: "true candidates" }).check();
await page.getByRole("button", { name: "Set", exact: true }).click();
await page.locator('[data-cell="2"]').click();
const keys = [];
for (let i = 0; i < 40; i++) {
  await page.keyboard.press(i % 2 ? "Delete" : "4");
  await page.waitForTimeout(80);
  keys.push(Number(await page.locator("main").getAttribute("data-ms")));
}
const seen = await page.evaluate(() => globalThis.seen);
say("response to a key", median(keys).toFixed(1), "ms, median");
say("response to a key", Math.max(...keys).toFixed(1), "ms, maximum of 40");
say("layout shift", seen.shift.toFixed(4), "");
say("longest task of the main thread", seen.long, "ms");
await page.close();

const one = await worker(browser, site);
/** Repeats a request, prints the median time, and returns the answer. */
async function timed(what, request, part = partOf(request)) {
  const turns = [];
  for (let i = 0; i < TURNS; i++) turns.push(await one.ask(part, request));
  say(what, median(turns.map((it) => it.all)).toFixed(1), "ms, median");
  return turns[0].json;
}
const list = process.argv[2]
  ? (await readFile(process.argv[2], "utf8"))
      .split("\n")
      .filter((it) => it.length >= 81)
      .map((it) => it.slice(0, 81))
  : [];
for (const line of list.slice(0, 1)) {
  await timed("true candidates, 17 givens", { op: "candidates", board: board(line), which: "digits" });
  await timed("hint, 17 givens", { op: "hint", board: board(line) });
}
if (list.length) {
  const turns = [];
  for (const line of list.slice(0, 500))
    turns.push((await one.ask("plain", { op: "rate", board: board(line), scale: "se" })).all);
  say("rating of a 17-clue puzzle, Sudoku Explainer", median(turns).toFixed(2), "ms, median of 500");
  say("rating of a 17-clue puzzle, Sudoku Explainer", Math.max(...turns).toFixed(1), "ms, maximum of 500");
}
const hardest = await timed("rating of Golden Nugget, Sudoku Explainer", {
  op: "rate",
  board: board(HARDEST),
  scale: "se",
});
say("its ER", hardest.rating.er, "");
if (list.length) {
  const text = `${list.join("\n")}\n`;
  const rates = [];
  for (let i = 0; i < TURNS; i++) {
    const { all, json } = await one.ask("tools", { op: "bulk", what: "solve" }, text);
    if (json.statuses.solved !== list.length) throw new Error(JSON.stringify(json));
    rates.push((list.length / all) * 1000);
  }
  say(`${list.length} 17-clue puzzles in one worker`, Math.round(median(rates)), "a second, median");
  say(`${list.length} 17-clue puzzles in one worker`, Math.round(Math.max(...rates)), "a second, most");
}
await browser.close();
await site.close();
await published.close();

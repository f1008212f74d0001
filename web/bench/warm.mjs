// Measures the first answer of a second visit, when the service worker has all files.
//
//     node web/bench/warm.mjs [TURNS]
//
// The page must be built. Times are those of the page's own clock, from the start of the navigation. Each turn
// has a new context, whose second and third visits are measured, as a browser with one profile would keep its
// compiled code. The puzzle of the first visit is repeated, or another one is opened.
import { launch } from "../test/browser.mjs";
import { serve } from "../test/serve.mjs";

const DIST = new URL("../dist/", import.meta.url).pathname;
const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const TURNS = Number(process.argv[2] ?? 15);

/** Notes when the script starts, when the board is drawn, and when the number of solutions is shown. */
function watch() {
  globalThis.seen = {};
  const note = (name) => (globalThis.seen[name] ??= performance.now());
  const look = () => {
    if (document.querySelector(".board svg text")) note("board");
    const status = document.querySelector("main")?.dataset.status;
    if (status && status !== "asking") note("answer");
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

const site = await serve(DIST);
const browser = await launch();
const found = {};
for (let turn = 0; turn < TURNS; turn++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const cdp = await context.newCDPSession(page);
  const visit = async (name, hash) => {
    await page.goto("about:blank");
    await cdp.send("ServiceWorker.enable");
    await cdp.send("ServiceWorker.stopAllWorkers");
    const start = performance.now();
    await page.goto(site.url + hash);
    await page.locator('main[data-status="one"]').waitFor();
    const outside = performance.now() - start;
    await page.waitForTimeout(300);
    const times = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation");
      const script = performance.getEntriesByType("resource").find((it) => /index-.*js$/.test(it.name));
      const marks = performance.getEntriesByType("mark").map((it) => [it.name, it.startTime]);
      return {
        outside: 0,
        html: navigation.responseStart,
        script: script?.responseEnd,
        ...Object.fromEntries(marks),
        ...globalThis.seen,
      };
    });
    times.outside = outside;
    const status = await page.locator("main").getAttribute("data-status");
    if (status !== "one") throw new Error(status);
    for (const [what, ms] of Object.entries(times)) ((found[name] ??= {})[what] ??= []).push(ms);
  };
  await visit("first visit", `#p=${FIRST}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForTimeout(500);
  await visit("second visit, the same puzzle", `#p=${FIRST}`);
  await visit("third visit, another puzzle", `#p=${OTHER}`);
  await visit("fourth visit, no link", "");
  await context.close();
}
for (const [name, times] of Object.entries(found)) {
  const parts = Object.entries(times).map(([what, list]) => {
    list.sort((a, b) => a - b);
    return `${what} ${list[list.length >> 1].toFixed(0)} (${list[0].toFixed(0)}-${list.at(-1).toFixed(0)})`;
  });
  console.log(`${name}\t${parts.join("\t")}`);
}
await browser.close();
await site.close();

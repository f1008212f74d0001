// Shared by the measurements: runs the page's worker with all modules on an otherwise idle page.
import { readdir } from "node:fs/promises";

const DIST = new URL("../dist/", import.meta.url).pathname;

/**
 * Cross-origin isolation headers. They raise the timer resolution of the browser from 100 to 5 microseconds.
 */
export const EXACT = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Starts a warm worker of the built site. `ask(part, request, text)` returns its answer, with the round-trip
 * time of postMessage in milliseconds as `all`. After `most` milliseconds it returns `{ late: true }` and
 * starts a new worker.
 */
export async function worker(browser, site, most = 600_000) {
  const files = await readdir(`${DIST}assets`);
  const named = (pattern) => files.find((it) => pattern.test(it));
  const page = await browser.newPage();
  await page.goto(`${site.url}assets/${named(/^index-.*\.css$/)}`);
  const names = {
    worker: named(/^worker-.*\.js$/),
    plain: named(/^farandole-(?!tools-|variants-).*\.wasm$/),
    tools: named(/^farandole-tools-.*\.wasm$/),
    variants: named(/^farandole-variants-.*\.wasm$/),
  };
  await page.evaluate(async (of) => {
    const compiled = {};
    for (const part of ["plain", "tools", "variants"])
      compiled[part] = await WebAssembly.compileStreaming(fetch(`/assets/${of[part]}`));
    let worker;
    let next = 0;
    const start = () => {
      worker?.terminate();
      worker = new Worker(`/assets/${of.worker}`, { type: "module" });
      for (const part of ["plain", "tools", "variants"]) worker.postMessage({ part, module: compiled[part] });
    };
    start();
    globalThis.ask = (part, request, text, most) =>
      new Promise((resolve) => {
        const began = performance.now();
        const late = setTimeout(() => {
          start();
          resolve({ late: true, all: performance.now() - began });
        }, most);
        worker.onmessage = ({ data: { json, ms, error } }) => {
          clearTimeout(late);
          resolve({ json, ms, error, all: performance.now() - began });
        };
        const body = text === undefined ? {} : { body: new TextEncoder().encode(text) };
        worker.postMessage({ id: next++, part, request, ...body });
      });
  }, names);
  return {
    ask: (part, request, text) =>
      page.evaluate(
        ([a, b, c, d]) => globalThis.ask(a, b, c ?? undefined, d),
        [part, request, text ?? null, most],
      ),
  };
}

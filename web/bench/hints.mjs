// Measures how long the first hint takes in the page, from the click to the text, and whether an edit cancels it.
//
//     node web/bench/hints.mjs FILE
//
// The page must be built. FILE has one puzzle per line, such as testdata/variants/iss.tsv: name, text and optionally
// more, with tabs between them. Columns of the output: milliseconds until a text, milliseconds until the text is
// more than the statement that nothing has been decided yet, milliseconds until the next edit has cancelled a new
// request for a hint, name, and the hint.
import { readFile } from "node:fs/promises";
import { launch } from "../test/browser.mjs";
import { serve } from "../test/serve.mjs";

/** Time limit of a hint, in milliseconds. */
const LIMIT = 30_000;

const [file] = process.argv.slice(2);
if (!file) {
  console.error("usage: node web/bench/hints.mjs FILE");
  process.exit(2);
}
const site = await serve(new URL("../dist/", import.meta.url).pathname);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const times = [];
const named = [];
for (const line of (await readFile(file, "utf8")).split("\n")) {
  const [name, text] = line.split("\t");
  if (!text || line.startsWith("#")) continue;
  await page.goto("about:blank");
  await page.goto(`${site.url}#p=${encodeURIComponent(text)}`);
  await page.locator('main:not([data-status="asking"])').waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  const result = page.locator(".result p, .trouble").first();
  const start = performance.now();
  await page.getByRole("button", { name: "Hint: where?" }).click();
  const found = await result.waitFor({ timeout: LIMIT }).then(
    () => true,
    () => false,
  );
  const ms = performance.now() - start;
  const isHint = await page
    .locator(".result p", { hasNotText: /no search has decided|^Start at/ })
    .first()
    .waitFor({ timeout: LIMIT - ms })
    .then(
      () => true,
      () => false,
    );
  const known = isHint ? performance.now() - start : Infinity;
  const said = found ? (await result.innerText()).split("\n")[0] : "no hint within the limit";
  // An edit while the next hint is sought.
  const again = page.getByRole("button", { name: "Hint: what?" });
  if (found && (await again.count())) await again.click();
  const edited = performance.now();
  const cell = page.locator('[data-cell][aria-label*="empty"]').first();
  await cell.click();
  await page.keyboard.press("1");
  await page.locator(".learn .busy").waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.querySelector(".learn .result p"));
  const cancelled = performance.now() - edited;
  times.push(ms);
  named.push(known);
  console.log([ms.toFixed(0), known.toFixed(0), cancelled.toFixed(0), name, said].join("\t"));
}
for (const [what, list] of [
  ["a text", times],
  ["a step or a cell", named],
]) {
  list.sort((a, b) => a - b);
  const over = list.filter((ms) => ms > 1000).length;
  const [middle, most] = [list[list.length >> 1], list.at(-1)].map((ms) => `${ms.toFixed(0)} ms`);
  console.log(`${what}: ${list.length} puzzles\tmedian ${middle}\tmaximum ${most}\tover 1 s: ${over}`);
}
await browser.close();
await site.close();

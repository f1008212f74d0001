// Tests the start page: the puzzles of the day, the field for puzzles from elsewhere, and the puzzles that the page
// contains.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { Module } from "../../npm/module.js";
import { cell, label, open, settled, show, violations, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const FILE = new URL("../src/model/collection.json", import.meta.url);
const { days, collection } = JSON.parse(await readFile(FILE, "utf8"));

/** Returns the solutions of a classic 9x9 puzzle, at most two, by trying the cell with the fewest digits. */
function solutions(givens) {
  const found = [];
  const used = Array.from({ length: 27 }, () => 0);
  const grid = Array(81).fill(0);
  const houses = (at) => [
    Math.floor(at / 9),
    9 + (at % 9),
    18 + 3 * Math.floor(at / 27) + Math.floor((at % 9) / 3),
  ];
  const flip = (at, digit) => houses(at).forEach((house) => (used[house] ^= 1 << digit));
  for (const [at, sign] of [...givens].entries()) {
    if (sign === "0") continue;
    grid[at] = Number(sign);
    if (houses(at).some((house) => (used[house] >> grid[at]) & 1)) return [];
    flip(at, grid[at]);
  }
  const search = () => {
    let best;
    for (const [at, digit] of grid.entries()) {
      if (digit) continue;
      const taken = houses(at).reduce((set, house) => set | used[house], 0);
      const free = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((it) => !((taken >> it) & 1));
      if (!best || free.length < best.free.length) best = { at, free };
    }
    if (!best) return found.push(grid.join(""));
    for (const digit of best.free) {
      if (found.length > 1) return;
      grid[best.at] = digit;
      flip(best.at, digit);
      search();
      flip(best.at, digit);
      grid[best.at] = 0;
    }
  };
  search();
  return found;
}

const isClassic = ({ shape }) => shape === undefined;

test("the classic puzzles of every list have exactly one solution, and no two are the same", () => {
  assert.deepEqual(
    days.map((list) => list.length),
    [61, 52, 31, 27],
  );
  assert.equal(collection.length, 12);
  const all = [...days.flat(), ...collection];
  for (const { givens } of all.filter(isClassic)) assert.equal(solutions(givens).length, 1, givens);
  assert.equal(new Set(all.map(({ givens, shape }) => givens + JSON.stringify(shape))).size, all.length);
});

test("the other puzzles have exactly one solution that satisfies their cages", async () => {
  const load = async (name) =>
    new Module(await WebAssembly.compile(await readFile(new URL(`../wasm/${name}.wasm`, import.meta.url))));
  const modules = await Promise.all(["farandole", "farandole-variants"].map(load));
  const ask = (request) =>
    modules.map((module) => module.answer(request).json).find(({ status }) => status !== "elsewhere");
  for (const entry of [...days.flat(), ...collection]) {
    if (isClassic(entry)) continue;
    const { rules, ...shape } = entry.shape;
    const board = { ...shape, ...(rules ? { text: rules } : {}), givens: [...entry.givens].map(Number) };
    const solved = ask({ op: "solve", board, limit: 2 });
    assert.ok(solved.solutions === 1 && solved.exact, entry.title ?? rules);
    for (const [, sum, cells] of (rules ?? "").matchAll(/\.Cage~(\d+)~([RC\d~]+)/g)) {
      const digits = cells.split("~").map((name) => {
        const [, row, col] = /R(\d)C(\d)/.exec(name);
        return solved.grid[9 * (row - 1) + (col - 1)];
      });
      assert.equal(
        digits.reduce((a, b) => a + b),
        Number(sum),
      );
      assert.equal(new Set(digits).size, digits.length);
    }
  }
});

/** Makes the page believe that it is noon of a day. Runs in the page, before its scripts. */
const onDay = (day) => `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [${JSON.stringify(`${day}T12:00:00`)}])); }
  };
}`;

test("the puzzles of a day are the same for everyone, and those of the next day differ", async () => {
  const seen = [];
  for (const [day, timezoneId] of [
    ["2026-03-28", "Asia/Tokyo"],
    ["2026-03-28", "America/Los_Angeles"],
    ["2026-03-29", "Europe/Berlin"],
    ["2026-03-30", "Europe/Berlin"],
  ]) {
    const { page, close } = await open({ timezoneId }, "", { content: onDay(day) });
    await page.locator(".puzzle-card").first().waitFor();
    const four = page.locator(".cards").first().locator(".puzzle-card");
    assert.equal(await four.count(), 4);
    seen.push(await four.locator("svg").evaluateAll((all) => all.map((it) => it.innerHTML)));
    await close();
  }
  assert.deepEqual(seen[0], seen[1]);
  for (const [one, other] of [
    [0, 2],
    [2, 3],
  ])
    for (const [i, picture] of seen[one].entries()) assert.notEqual(picture, seen[other][i]);
});

test("a first visit opens the start page, and a card or its keyboard opens a puzzle for playing", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" });
  await page.getByRole("heading", { name: "Today\u2019s puzzles" }).waitFor();
  await settled(page);
  assert.equal(await page.locator(".puzzle-card").count(), 16);
  // Pictures are complete before a module is loaded: cages, and the room for clues outside the grid.
  const picture = (title) => page.getByRole("button", { name: title, exact: true }).locator("svg");
  assert.ok((await picture("Killer cages").locator(".cage").count()) > 0);
  assert.match(await picture("Sandwich").getAttribute("viewBox"), /^-\d+ -\d+/);
  assert.ok((await picture("Sandwich").getByText(/\d/).count()) > 9);
  assert.deepEqual(await violations(page), []);
  // Keys do not change a board that is not shown.
  await page.keyboard.press("5");
  await page.getByRole("button", { name: "Killer", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator('main[data-view="play"] .board .drawn.cage').first().waitFor({ state: "attached" });
  await waitForStatus(page, "one");
  assert.equal(await page.locator(".board text.placed").count(), 0);
  // The start page then offers to continue, also after a reload.
  await page.getByRole("button", { name: "Farandole" }).click();
  await page.reload();
  await page.getByRole("button", { name: /^Continue/ }).click();
  await page.locator('main[data-view="play"]').waitFor();
  await page.reload();
  await page.locator('main[data-view="play"] .board .drawn.cage').first().waitFor({ state: "attached" });
  await close();
});

test("a solved puzzle is marked on the start page", async () => {
  const { page, close } = await open({}, "", { content: onDay("2026-03-28") });
  const easy = page.getByRole("button", { name: /^Easy/ });
  await easy.click();
  await settled(page);
  const day = Math.floor(Date.UTC(2026, 2, 28) / 86_400_000);
  const { givens } = days[0][day % days[0].length];
  const [solution] = solutions(givens);
  for (const [at, sign] of [...givens].entries()) {
    if (sign !== "0") continue;
    await page.locator(`[data-cell="${at}"]`).click();
    await page.keyboard.press(solution[at]);
  }
  await page.getByRole("button", { name: "Next puzzle" }).click();
  assert.match(await easy.innerText(), /\u2713 \d+:\d\d/);
  assert.doesNotMatch(await page.getByRole("button", { name: /^Hard/ }).innerText(), /\u2713/);
  await close();
});

test("81 typed characters open at once, and so do pasted spreadsheets", async () => {
  const rows = PUZZLE.match(/.{9}/g).map((row) => [...row].map((sign) => (sign === "." ? "" : sign)));
  const { page, close } = await open();
  const field = page.getByLabel("Paste or type a puzzle");
  await field.click();
  await page.keyboard.type(PUZZLE.slice(0, 80));
  assert.equal(await page.locator(".board").count(), 0);
  await page.keyboard.type(PUZZLE.slice(80));
  await page.locator('main[data-view="play"]').waitFor();
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  for (const text of [
    rows.map((row) => row.join("\t")).join("\r\n"),
    rows.map((row) => row.join(",")).join("\n"),
    rows
      .map((row) => row.map((sign) => sign || "x").join(""))
      .join("\n")
      .replaceAll("x", "0"),
  ]) {
    await page.getByRole("button", { name: "Farandole" }).click();
    await field.evaluate((it, text) => {
      it.value = text;
      it.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
    }, text);
    await page.locator('main[data-view="play"]').waitFor();
    assert.equal(await label(page, 9, 9), "row 9, column 9, given 9");
    assert.equal(await page.locator(".board text.given").count(), 30);
  }
  // A text that cannot be read is reported, and stays in the field.
  await page.getByRole("button", { name: "Farandole" }).click();
  await field.fill("53..7....6..19x");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText(/Could not read the puzzle: line 1, column 16/).waitFor();
  assert.equal(await field.inputValue(), "53..7....6..19x");
  await close();
});

test("Make opens an empty grid for setters, and Learn a puzzle with hints", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: /^Learn\b.+/ }).click();
  await page.getByRole("button", { name: "Hint: where?" }).click();
  await page.locator(".result p").first().waitFor();
  await page.getByRole("button", { name: "Farandole" }).click();
  await page.getByRole("button", { name: /^Make a puzzle/ }).click();
  await cell(page, 1, 1).click();
  await page.keyboard.press("7");
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 7");
  await show(page, "Play");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("heading", { name: "Today\u2019s puzzles" }).waitFor();
  await close();
});

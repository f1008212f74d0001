// Tests the three views of a puzzle: making it, playing it, and learning from it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import { cell, label, linkTo, open, show, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Returns the tools that the palette shows. */
const tools = (page) =>
  page.locator("[data-tool]").evaluateAll((all) => all.map((it) => it.getAttribute("data-tool")));

test("digits are givens in Set, and the user's in Play and Learn", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Set");
  await cell(page, 1, 1).click();
  await page.keyboard.press("5");
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  for (const [view, column] of [
    ["Play", 2],
    ["Learn", 3],
  ]) {
    await show(page, view);
    await cell(page, 1, column).click();
    await page.keyboard.press(String(column));
    assert.equal(await label(page, 1, column), `row 1, column ${column}, ${column}`);
  }
  await close();
});

test("the search of the palette knows the names that players use", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" });
  await show(page, "Constraints");
  const search = page.getByRole("searchbox", { name: "Search all constraints" });
  const all = (await tools(page)).length;
  assert.ok(all >= 40, `${all} tools`);
  for (const [typed, wanted] of [
    ["german whisp", ["Whisper"]],
    ["kropki", ["WhiteDot", "BlackDot", "Difference", "Ratio"]],
    ["thermo", ["Thermo", "SlowThermo"]],
    ["SumLine", ["SumLine"]],
    ["zzz", []],
  ]) {
    await search.fill(typed);
    await page.waitForFunction(
      (count) => document.querySelectorAll("[data-tool]").length === count,
      wanted.length,
    );
    assert.deepEqual(await tools(page), wanted, typed);
  }
  await page.getByText("No constraint has this name.").waitFor();
  // Enter chooses the first tool.
  await search.fill("renban");
  await search.press("Enter");
  await page.locator('[data-tool="Renban"][aria-pressed="true"]').waitFor();
  // A kind without a tool opens in the form.
  await search.fill("calcudoku");
  await page.getByRole("button", { name: /^Calcudoku cage/ }).click();
  await page.getByRole("button", { name: "Add CalcCage" }).waitFor();
  await close();
});

test("constraints of the whole grid are switched on and off", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" });
  await show(page, "Constraints");
  const knight = page.getByRole("button", { name: "anti-knight" });
  await knight.click();
  await page.locator(".rules .rule", { hasText: "AntiKnight" }).waitFor();
  assert.equal(await knight.getAttribute("aria-pressed"), "true");
  await knight.click();
  await page.getByText("No constraints other than the regions.").waitFor();
  assert.equal(await knight.getAttribute("aria-pressed"), "false");
  await close();
});

test("title, author and rules are edited, shown and kept", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  await show(page, "Puzzle");
  await page.getByLabel("Title", { exact: true }).fill("Morning walk");
  await page.getByLabel("Author", { exact: true }).fill("A. Setter");
  await page.getByLabel("Rules", { exact: true }).fill("Normal Sudoku rules apply.");
  await page.locator(".title", { hasText: "Morning walk by A. Setter" }).waitFor();
  await page.reload();
  await page.locator(".title", { hasText: "Morning walk by A. Setter" }).waitFor();
  await show(page, "Share");
  const link = await linkTo(page);
  const other = await open({}, new URL(link).hash);
  await other.page.locator(".title", { hasText: "Morning walk by A. Setter" }).waitFor();
  assert.equal(await other.page.locator(".printed .wording").textContent(), "Normal Sudoku rules apply.");
  await other.close();
  await close();
});

test("the timer runs in Play, and a pause hides the board", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  const time = page.getByRole("timer");
  await page.waitForFunction(() => document.querySelector('[role="timer"]')?.textContent === "0:02");
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await time.textContent();
  await page.getByText("Paused. The board is hidden.").waitFor();
  assert.equal(await cell(page, 1, 1).isVisible(), false);
  await page.waitForTimeout(1500);
  assert.equal(await time.textContent(), stopped);
  await page.getByRole("button", { name: "Resume" }).click();
  await cell(page, 1, 1).waitFor();
  await page.waitForFunction(
    (known) => document.querySelector('[role="timer"]')?.textContent !== known,
    stopped,
  );
  await close();
});

test("a double click selects all cells with the same digit", needs("double clicks"), async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  await cell(page, 1, 1).dblclick();
  const selected = await page
    .locator('[role="gridcell"][aria-selected="true"]')
    .evaluateAll((all) => all.map((it) => Number(it.dataset.cell)));
  const fives = [...PUZZLE].flatMap((digit, at) => (digit === "5" ? [at] : []));
  assert.deepEqual(selected, fives);
  await close();
});

// Tests boards whose values are written as letters: the pad, the keyboard, hints, links and texts.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import { cell, hint, label, linkTo, open, paste, saved, settled, show, waitForStatus } from "./site.mjs";

const read = async (name) =>
  (await readFile(new URL(`../../testdata/puzzles/${name}`, import.meta.url), "utf8")).trim();
const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const WORD = "EINRSTUVY";
const SPELLED = CLASSIC.replace(/\d/g, (digit) => WORD[digit - 1]);

/** Opens the page in Play with the puzzle in a text. */
async function played(text, options = {}) {
  const opened = await open(options);
  await paste(opened.page, text);
  await settled(opened.page);
  return opened;
}

const pad = (page) => page.locator(".pad .digits button").allTextContents();
/** Returns the label of a cell without its conflict: some entered values are wrong. */
const content = async (...at) => (await label(...at)).replace(", conflict", "");
const mode = (page) => page.locator('.modes [aria-pressed="true"]').innerText();

test("a grid of letters shows its letters everywhere, and the keyboard enters them", async () => {
  const text = await read("letters16.txt");
  const { page, close } = await played(text);
  assert.equal((await pad(page)).join(""), "ABCDEFGHIJKLMNOP");
  assert.equal(await content(page, 1, 2, 16), "row 1, column 2, given P");
  await cell(page, 1, 1, 16).click();
  await page.keyboard.press("o");
  assert.equal(await content(page, 1, 1, 16), "row 1, column 1, O");
  await page.keyboard.press("Control+z");
  // Letters of shortcuts enter values, unless Alt is held.
  await page.keyboard.press("c");
  assert.equal(await content(page, 1, 1, 16), "row 1, column 1, C");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Shift+B");
  await page.keyboard.press("Shift+Digit3");
  await page.keyboard.press("Alt+c");
  assert.equal(await mode(page), "Centre");
  await page.keyboard.press("h");
  await page.keyboard.press("Control+Digit2");
  assert.equal(await content(page, 1, 1, 16), "row 1, column 1, empty, centre B H, corner B C");
  await page.keyboard.press("Alt+v");
  await page.keyboard.press("1");
  assert.match(await content(page, 1, 1, 16), /, red$/);
  // Colours have no letters, so that these are shortcuts.
  await page.keyboard.press("c");
  assert.equal(await mode(page), "Centre");
  await page.keyboard.press("Alt+b");
  assert.equal(await mode(page), "Pen");
  await page.keyboard.press("z");
  assert.equal(await mode(page), "Digit");
  await page.locator(".pad .digits button", { hasText: "N" }).click();
  assert.equal((await content(page, 1, 1, 16)).replace(/, red$/, ""), "row 1, column 1, N");
  await close();
});

test(
  "letters survive a link and are written in texts and pictures; hints name their values",
  needs("downloads"),
  async () => {
    const text = await read("letters16.txt");
    const { page, close } = await played(text);
    await show(page, "Share");
    await page.waitForFunction(
      (it) => document.querySelector('[aria-label="Puzzle as text"]')?.value.includes(it),
      text.slice(0, 60),
    );
    const link = await linkTo(page);
    const svg = (await saved(page, "SVG")).toString();
    const drawn = [...svg.matchAll(/>([A-P])<\/text>/g)].map(([, letter]) => letter);
    const count = (list, letter) => [...list].filter((it) => it === letter).length;
    for (const letter of "APH") assert.equal(count(drawn, letter), count(text, letter), letter);
    await close();
    const other = await open({}, link.slice(link.indexOf("#")));
    await settled(other.page);
    assert.equal((await pad(other.page)).join(""), "ABCDEFGHIJKLMNOP");
    await show(other.page, "Learn");
    await hint(other.page, "where", "what");
    await hint(other.page, "what", "why");
    await hint(other.page, "why", "why");
    await other.page.getByText("Hints write values as numbers: A is 1, B is 2, ").waitFor();
    // The first step places 15 in the first cell.
    const texts = await other.page.locator(".step text").allTextContents();
    assert.ok(texts.length > 0 && texts.every((text) => text === "O"), texts.join(" "));
    await other.close();
  },
);

test("hexadecimal digits begin with 0, and values above 9 of other grids are letters from A", async () => {
  const hex = await played(await read("hex16.txt"));
  assert.equal((await pad(hex.page)).join(""), "0123456789ABCDEF");
  await cell(hex.page, 1, 1, 16).click();
  await hex.page.keyboard.press("0");
  assert.equal(await content(hex.page, 1, 1, 16), "row 1, column 1, 0");
  await hex.close();
  const numbers = await played(await read("numbers16.txt"));
  assert.equal((await pad(numbers.page)).join(""), "123456789ABCDEFG");
  await cell(numbers.page, 1, 1, 16).click();
  await numbers.page.keyboard.press("g");
  assert.equal(await content(numbers.page, 1, 1, 16), "row 1, column 1, G");
  await numbers.close();
});

test("a word sudoku is played with its letters, or with numbers in their order", async () => {
  const { page, close } = await played(SPELLED);
  await waitForStatus(page, "one");
  assert.equal((await pad(page)).join(""), WORD);
  assert.equal(await content(page, 1, 1), "row 1, column 1, given S");
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  assert.equal(await content(page, 1, 3), "row 1, column 3, R");
  await page.keyboard.press("v");
  assert.equal(await content(page, 1, 3), "row 1, column 3, V");
  await page.keyboard.press("Alt+x");
  assert.equal(await mode(page), "Corner");
  await show(page, "Set");
  await show(page, "Share");
  await page.waitForFunction(
    (it) => document.querySelector('[aria-label="Puzzle as text"]')?.value.trim() === it,
    SPELLED,
  );
  await close();
});

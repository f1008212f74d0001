// Tests that everything on the board can be seen: digits, notes and candidates on every drawing, the colours of
// authors in both themes, and the puzzle on paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { changed, pixels } from "./browser.mjs";
import { FPUZZLES, PAD, SHAPES } from "./drawings.mjs";
import { cell, examples, open, paste, saved, settled, show } from "./site.mjs";

/** Further puzzles, one per line, in the file that the environment variable FARANDOLE_PUZZLES names. */
const MORE = process.env.FARANDOLE_PUZZLES
  ? (await readFile(process.env.FARANDOLE_PUZZLES, "utf8")).split("\n").filter(Boolean)
  : [];
/** The drawings of authors, and the examples of all kinds. */
const DRAWN = [PAD, FPUZZLES, ...MORE];
const FIXTURES = [...DRAWN, ...(await examples())];
/**
 * The colours of our own drawings have enough contrast in all themes, as the tests of farandole-draw verify. So each
 * example is tested either with digits in one theme or with notes in the other, unless the environment variable
 * FARANDOLE_ALL is set.
 */
const isThorough = (text) => DRAWN.includes(text) || Boolean(process.env.FARANDOLE_ALL);
/** Fraction of the pixels in the box of a text that its digit changes. The digit 1 covers a tenth. */
const LEAST = 0.04;
/** The texts that a player writes, and the colours behind them that depend on them. */
const OWN = ".placed, .corner, .drawn.mark";
const STYLE =
  ".same, .clash { display: none } .without :is(.placed, .corner, .mark, .given) { visibility: hidden }";

/** Returns the texts among the elements of a selector that no screenshot shows. */
async function unseen(page, selector) {
  const board = page.locator(".board");
  const shoot = async (isWithout) => {
    await board.evaluate((it, isOn) => {
      it.classList.toggle("without", isOn);
      scrollTo(0, 0);
    }, isWithout);
    return page.screenshot({ clip: await board.boundingBox() });
  };
  const [bare, full] = [await shoot(true), await shoot(false)];
  const boxes = await board.evaluate((it, selector) => {
    const { x: left, y: top } = it.getBoundingClientRect();
    return [...it.querySelectorAll(`svg :is(${selector})`)].map((text) => {
      const { x, y, width: w, height: h } = text.getBoundingClientRect();
      return { x: x - left, y: y - top, w, h, text: `${text.getAttribute("class")} ${text.textContent}` };
    });
  }, selector);
  const counts = await changed(page, bare, full, boxes);
  const missing = boxes.filter(({ w, h }, i) => counts[i] < LEAST * w * h);
  return { count: boxes.length, missing: missing.map(({ text, x, y }) => `${text} at ${x}, ${y}`) };
}

test(`digits, notes and candidates are visible on ${FIXTURES.length} puzzles, light, dark and printed`, async () => {
  const { page, close } = await open({ viewport: { width: 760, height: 900 }, bypassCSP: true });
  await page.addStyleTag({ content: STYLE });
  let total = 0;
  for (const [number, text] of FIXTURES.entries()) {
    const name = text.slice(0, 60);
    await paste(page, text);
    await page.waitForFunction(() => document.querySelector(".board .drawn.thin"));
    await show(page, "Play");
    if (!(await page.locator(".digits button").count())) continue;
    await cell(page, 1, 1)
      .focus()
      .catch(() => page.locator("[data-cell]").first().focus());
    const press = (key) => page.keyboard.press(key);
    /** Writes a digit into all cells. */
    const write = async (mode) => {
      await press("Control+a");
      await press(mode);
      const digits = page.locator('.digits button[aria-label^="Digit"]');
      await digits.nth(Math.min(7, (await digits.count()) - 1)).click();
    };
    const look = async (selector, themes, media = "screen") => {
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, media });
        const { count, missing } = await unseen(page, selector);
        assert.deepEqual(missing.slice(0, 3), [], `${name}, ${colorScheme}, ${media}`);
        total += count;
      }
      await page.emulateMedia({ colorScheme: "light", media: "screen" });
    };
    const both = ["light", "dark"];
    if (isThorough(text) || number % 2) {
      for (const mode of ["x", "c"]) await write(mode);
      await look(OWN, isThorough(text) ? both : ["dark"]);
    }
    if (isThorough(text) || number % 2 === 0) {
      await write("z");
      await look(OWN, isThorough(text) ? both : ["light"]);
    }
    if (!isThorough(text)) continue;
    // On paper, only givens are left.
    await show(page, "Set");
    await write("z");
    await look(".given", both, "print");
  }
  assert.ok(total > 20 * FIXTURES.length, `${total} texts`);
  await close();
});

const rgb = (text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));

test("shapes keep the author's colours in the dark, and dark ones have a rim", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open({ colorScheme });
    await paste(page, PAD);
    await page.locator(".board.original path.ink").first().waitFor({ state: "attached" });
    await cell(page, 6, 6, 6).click();
    await page.evaluate(() => scrollTo(0, 0));
    const shot = await page.screenshot();
    const grid = await page.locator(".cells").boundingBox();
    const unit = grid.width / 6;
    const at = ([row, col], colour) => ({
      x: grid.x + col * unit - 2,
      y: grid.y + row * unit - 2,
      w: 4,
      h: 4,
      colour: rgb(colour),
      near: 8,
    });
    // The black dot has a text at its centre.
    const spots = Object.entries(SHAPES).map(
      ([
        name,
        {
          center: [row, col],
          fill,
        },
      ]) => [name, at([row - (name === "blackDot" ? 0.11 : 0.2 * (name !== "whiteDot")), col], fill)],
    );
    spots.push(["line", at([3.5, 1.5], "#E06666")]);
    const counts = await pixels(
      page,
      shot,
      spots.map(([, spot]) => spot),
    );
    for (const [i, [name]] of spots.entries())
      assert.ok(counts[i] >= 12, `${name}, ${colorScheme}: ${counts[i]}`);
    // A ring of another colour surrounds each dark shape on dark paper.
    if (colorScheme === "dark") {
      const [row, col] = SHAPES.blackDot.center;
      const ring = { ...at([row, col], "#c9ced8"), near: 60 };
      const wide = { ...ring, x: ring.x - 0.25 * unit, y: ring.y - 0.25 * unit, w: unit / 2, h: unit / 2 };
      const [found] = await pixels(page, shot, [wide]);
      assert.ok(found > 30, `rim of the black dot: ${found}`);
    }
    await close();
  }
});

/** Lines of kinds that only their colours tell apart, one above the other. */
const LINES =
  ".Shape~9x9.Whisper~5~R1C1~R1C2~R1C3.Whisper~4~R3C1~R3C2~R3C3.Renban~R5C1~R5C2~R5C3.RegionSumLine~R7C3~R7C4~R7C5.Palindrome~R9C1~R9C2~R9C3";

test("a printed puzzle has no progress and no focus, and its lines have names", async () => {
  const { page, close } = await open({ viewport: { width: 900, height: 1200 } });
  await paste(page, LINES);
  await settled(page);
  const printed = async () => {
    await page.emulateMedia({ media: "print" });
    const shot = await page.screenshot();
    const names = await page
      .locator(".board text.linename")
      .evaluateAll((all) =>
        all.filter((it) => getComputedStyle(it).fill !== "none").map((it) => it.textContent),
      );
    const dashes = await page
      .locator(".board path[class*=path-]")
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).strokeDasharray));
    await page.emulateMedia({ media: "screen" });
    return { shot, names, dashes };
  };
  const before = await printed();
  assert.deepEqual(before.names.sort(), [
    "Palindrome",
    "Region sum line",
    "Renban",
    "Whisper 4",
    "Whisper 5",
  ]);
  assert.equal(new Set(before.dashes).size, 4, before.dashes.join("; "));
  assert.equal(
    await page
      .locator(".board text.linename")
      .first()
      .evaluate((it) => getComputedStyle(it).fill),
    "none",
    "screens have colours instead",
  );
  // Digits in conflict, candidates, notes, colours, a hint and the selected cell leave no trace on paper.
  await cell(page, 5, 5).click();
  for (const key of [
    "7",
    "ArrowRight",
    "7",
    "ArrowRight",
    "Control+3",
    "Shift+4",
    "v",
    "2",
    "z",
    "ArrowRight",
  ])
    await page.keyboard.press(key);
  await page.locator(".board .clash").first().waitFor({ state: "attached" });
  const after = await printed();
  assert.ok(before.shot.equals(after.shot), "the print differs");
  await close();
});

/** Returns the texts of a PDF file in their order. */
function textsOf(bytes) {
  const found = [];
  for (let at = bytes.indexOf("stream\n"); at >= 0; at = bytes.indexOf("stream\n", at + 1)) {
    const end = bytes.indexOf("\nendstream", at);
    if (end < 0 || bytes.subarray(at - 3, at).toString() === "end") continue;
    const content = inflateSync(bytes.subarray(at + 7, end)).toString("latin1");
    found.push(...[...content.matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)].map(([, text]) => text));
  }
  return found;
}

test("a PDF file has the author's rules and no progress, and refuses what its fonts lack by name", async () => {
  const { page, close } = await open();
  await paste(page, PAD);
  await page.locator(".board.original path.ink").first().waitFor({ state: "attached" });
  for (const digit of "123") {
    await cell(page, Number(digit), 1, 6).click();
    await page.keyboard.press(digit);
  }
  await show(page, "Share");
  const texts = textsOf(await saved(page, "PDF"));
  assert.ok(texts.includes("Shapes by A setter"), texts.join("|"));
  assert.match(texts.join(" "), /Normal sudoku rules apply. Shapes have no meaning./);
  // The number of the puzzle, the sum of the cage and the ratio of the dot.
  assert.deepEqual(texts.filter((text) => /^\d+$/.test(text)).sort(), ["1", "11", "2"]);
  await paste(page, PAD.replace("Shapes have", "\u0424\u0438\u0433\u0443\u0440\u044b have"));
  await show(page, "Share");
  await page.getByRole("button", { name: "PDF", exact: true }).click();
  await page.getByText(/found \u0424 U\+0424, \u0438 U\+0438.*; expected characters/).waitFor();
  await close();
});

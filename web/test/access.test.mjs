// Tests the page with forced colours, on a phone, and at a zoom of 200 %.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import { open, show, violations, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const VARIANT = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R3C1~R3C2~R3C3.Skyscraper~R1~2~.WhiteDot~R4C3~R4C4";
const VIEWS = ["Play", "Learn", "Constraints", "Puzzle", "Analyze", "Generate"];
const PANELS = ["Batch", "Exact cover", "Share", "Settings", "Shortcuts"];

test("axe finds no accessibility violations with forced colours", async () => {
  for (const [puzzle, colorScheme] of [
    [PUZZLE, "light"],
    [VARIANT, "dark"],
  ]) {
    const { page, close } = await open(
      { forcedColors: "active", colorScheme, bypassCSP: true, reducedMotion: "reduce" },
      `#p=${encodeURIComponent(puzzle)}`,
    );
    await waitForStatus(page, "one", "several");
    for (const view of [...VIEWS, ...PANELS]) {
      await show(page, view);
      assert.deepEqual(await violations(page), [], `${colorScheme} ${view}`);
    }
    await show(page, "Learn");
    await page.getByRole("button", { name: /^Hint/ }).click();
    await page.locator(".result p").first().waitFor();
    assert.deepEqual(await violations(page), [], "a hint");
    await close();
  }
});

test("a phone shows the board and a hint together", needs("touch"), async () => {
  for (const puzzle of [PUZZLE, VARIANT]) {
    const { page, close } = await open(
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      `#p=${encodeURIComponent(puzzle)}`,
    );
    await waitForStatus(page, "one", "several");
    await show(page, "Learn");
    for (const depth of ["where", "what", "why"]) {
      await page.getByRole("button", { name: `Hint: ${depth}?` }).tap();
      await page.locator(".busy").waitFor({ state: "detached" });
    }
    const [board, hint] = await Promise.all(
      [".board", ".result p"].map((it) => page.locator(it).first().boundingBox()),
    );
    const visible = await page.evaluate(() => innerHeight);
    assert.ok(board.y >= 0 && board.y + board.height <= visible, `board ${JSON.stringify(board)}`);
    assert.ok(hint.y >= 0 && hint.y + Math.min(hint.height, 60) <= visible, `hint ${JSON.stringify(hint)}`);
    assert.ok(hint.y >= board.y + board.height || hint.y + hint.height <= board.y, "they overlap");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await close();
  }
});

test("at a zoom of 200 %, every view fits the width of the window and its controls can be reached", async () => {
  // A window of 1280 by 900 pixels at 200 % has 640 by 450 pixels of the style sheet.
  const { page, close } = await open(
    { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
    `#p=${PUZZLE}`,
  );
  await waitForStatus(page, "one");
  for (const view of [...VIEWS, ...PANELS]) {
    await show(page, view);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
    const outside = await page
      .locator("main button:visible, main input:visible, main select:visible")
      .evaluateAll((all) =>
        all
          .map((it) => ({ text: it.textContent, box: it.getBoundingClientRect() }))
          .filter(({ box }) => box.width && (box.left < -1 || box.right > innerWidth + 1))
          .map(({ text }) => text),
      );
    assert.deepEqual(outside, [], view);
  }
  await close();
});

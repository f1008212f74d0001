// Tests the state of the views: nothing of one view shows in another, a reload keeps it, and a puzzle that cannot be
// saved or a link with odd texts does no harm.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { PAD } from "./drawings.mjs";
import { cell, hint, label, open, paste, settled, show, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Returns the address of a sheet. */
const linkTo = (sheet) => `#z=${deflateRawSync(JSON.stringify(sheet)).toString("base64url")}`;
const zeros = () => Array(81).fill(0);
/** Returns a sheet of the classic grid with other fields. */
const sheet = (more) => ({
  shape: { size: 9, boxes: [3, 3], diagonals: [], extra: [] },
  givens: [...PUZZLE].map((digit) => Number(digit) || 0),
  placed: zeros(),
  marks: zeros(),
  corners: zeros(),
  colours: zeros(),
  ...more,
});

test("true candidates are shown in Set only", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  const truths = page.locator(".board text.truth");
  for (const view of ["Play", "Learn"]) {
    await show(page, view);
    assert.equal(await page.getByLabel("true candidates").count(), 0, view);
  }
  await show(page, "Set");
  await page.getByLabel("true candidates").check();
  await truths.first().waitFor({ state: "attached" });
  for (const view of ["Play", "Learn", "Play"]) {
    await show(page, view);
    assert.equal(await truths.count(), 0, view);
  }
  await page.reload();
  await settled(page);
  assert.equal(await truths.count(), 0, "after a reload");
  await show(page, "Set");
  await truths.first().waitFor({ state: "attached" });
  await close();
});

test("a hint covers the notes in Learn only, and is still there when the user returns", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await settled(page);
  await cell(page, 1, 3).click();
  await page.keyboard.press("Shift+4");
  await show(page, "Learn");
  for (const [depth, next] of [
    ["where", "what"],
    ["what", "why"],
    ["why", "why"],
  ])
    await hint(page, depth, next);
  const [marks, notes, step] = [".drawn.mark", ".corner", ".step *"].map((it) =>
    page.locator(`.board ${it}`),
  );
  await step.first().waitFor({ state: "attached" });
  assert.ok((await marks.count()) > 100 && (await notes.count()) === 0);
  for (const view of ["Play", "Set"]) {
    await show(page, view);
    assert.deepEqual([await marks.count(), await notes.count(), await step.count()], [0, 1, 0], view);
  }
  await show(page, "Learn");
  await step.first().waitFor({ state: "attached" });
  // A check highlights cells in Learn only.
  await cell(page, 1, 3).click();
  await page.keyboard.press("9");
  await page.getByRole("button", { name: "Check my grid" }).click();
  const highlighted = page.locator(".board .highlighted");
  await highlighted.first().waitFor({ state: "attached" });
  await show(page, "Play");
  assert.equal(await highlighted.count(), 0);
  await close();
});

test("a reload keeps the view, so that a typed digit means the same, and the pause", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await settled(page);
  await show(page, "Analyze");
  await page.reload();
  await page.getByRole("tab", { name: "Analyze", selected: true }).waitFor();
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  assert.equal(await label(page, 1, 3), "row 1, column 3, given 4");
  await show(page, "Play");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.reload();
  await page.getByText("Paused. The board is hidden.").waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await close();
});

test("a puzzle of which nothing was read opens for playing", async () => {
  const { page, close } = await open();
  const drawing = { ...JSON.parse(PAD), arrows: [], cages: [], overlays: [] };
  await paste(page, JSON.stringify(drawing));
  await page.locator(".board.original").waitFor();
  await cell(page, 1, 1, 6).click();
  await page.keyboard.press("4");
  assert.equal(await label(page, 1, 1, 6), "row 1, column 1, 4");
  await close();
});

test("a key directly after a request for a hint cancels it without an error", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await settled(page);
  // `close` fails if the page reports an unhandled rejection.
  for (let i = 0; i < 8; i++) {
    await cell(page, 1, 3).click();
    await page.evaluate((wait) => {
      const press = (key) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      press("h");
      if (wait) setTimeout(() => press("4"), wait);
      else press("4");
    }, 40 * i);
    await page.waitForFunction(() => !document.querySelector(".busy"));
  }
  await settled(page);
  await close();
});

test("the page reports that there is no room for the puzzle, once", async () => {
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  };
  const { page, close } = await open({}, `#p=${PUZZLE}`, full);
  const notice = page.locator(".notice", { hasText: "no room for the puzzle" });
  await notice.waitFor();
  await notice.getByRole("button", { name: "Close" }).click();
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await settled(page);
  await page.waitForTimeout(400);
  assert.equal(await notice.count(), 0);
  await close();
});

test("texts of any length fit the width of the window, on screen and on paper", async () => {
  for (const [name, word] of [
    ["one word", "W".repeat(20_000)],
    ["many words", "Wide ".repeat(4_000)],
  ]) {
    const texts = { title: word, author: word, wording: word };
    const { page, close } = await open(
      { viewport: { width: 390, height: 844 } },
      linkTo(sheet({ ...texts, caution: { isOpen: true, sentences: 9e15, ignored: 3 } })),
    );
    await settled(page);
    for (const view of ["Play", "Set", "Learn", "Puzzle"]) {
      await show(page, view);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${name}, ${view}`,
      );
    }
    // The board is in sight in spite of the title.
    assert.ok((await page.locator(".board").boundingBox()).y < 400, name);
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: "print" });
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${name}, print`,
    );
    await close();
  }
});

test("a link cannot style the page or speak in its name", async () => {
  const part = { role: "hidden-board live", d: "M0 0h60v60z" };
  const picture = { below: [part], above: [], room: [0, 0, 0, 0] };
  const bad = await open({}, linkTo(sheet({ picture })));
  await bad.page.locator(".notice", { hasText: "the drawing has parts that are not understood" }).waitFor();
  assert.equal(await bad.page.locator(".board .live").count(), 0);
  await bad.close();
  const known = { ...picture, below: [{ ...part, role: "thermo" }] };
  const good = await open({}, linkTo(sheet({ picture: known })));
  await good.page.locator(".board path.drawn.thermo").waitFor({ state: "attached" });
  await good.close();
  // The page words the warning of an import itself.
  const text = "Your browser is out of date.";
  const { page, close } = await open({}, linkTo(sheet({ caution: text })));
  await page.locator(".caution", { hasText: /^Not confirmed\./ }).waitFor();
  assert.equal(await page.getByText(text).count(), 0);
  await close();
  for (const caution of [
    { isOpen: "yes", sentences: 0, ignored: 0 },
    { isOpen: true, sentences: text, ignored: 0 },
    3,
  ]) {
    const other = await open({}, linkTo(sheet({ caution })));
    await other.page.locator(".notice", { hasText: "caution: expected" }).waitFor();
    await other.close();
  }
});

// Tests the view for solvers: the size of the board, what the view does not reveal, the check, and the end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { needs } from "./browser.mjs";
import { cell, open, paste, settled, show, violations, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const MANY =
  ".Cage~3~R1C1~R1C2.Thermo~R4C1~R3C2~R2C3~R1C4.WhiteDot~R7C4~R7C5.Sandwich~25~R2.Renban~R2C7~R2C8~R3C9.Whisper~R8C1~R7C1~R7C2~R8C3.Skyscraper~R9~~3.Between~R8C6~R9C6~R9C7";
const KILLER =
  ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R2C3.Cage~6~R1C4~R2C4.Cage~7~R2C1~R2C2.Cage~6~R3C1~R4C1.Cage~4~R3C2~R4C2.Cage~7~R3C3~R3C4.Cage~3~R4C3~R4C4";

/** Records the operations that the page requests. */
const record = () => {
  const post = Worker.prototype.postMessage;
  globalThis.asked = [];
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.request) globalThis.asked.push(message.request.op);
    return post.call(this, message, ...more);
  };
};

/** Sizes of windows, and the least side of the board of a square grid; the last two are zoomed to 200 %. */
const WINDOWS = [
  [1440, 900, 820],
  [1024, 768, 690],
  [390, 844, 370],
  [844, 390, 370],
  [360, 740, 335],
  [320, 568, 230],
  [720, 450, 370],
  [512, 384, 260],
];

test("board and pad fill every window together, without scrolling", async () => {
  for (const [width, height, least] of WINDOWS) {
    const { page, close } = await open({ viewport: { width, height } }, `#p=${PUZZLE}`);
    for (const text of [PUZZLE, KILLER, MANY]) {
      await paste(page, text);
      await settled(page);
      const name = `${width} x ${height}, ${text.slice(0, 9)}`;
      const boxes = await page.locator(".board, .pad button").evaluateAll((all) =>
        all.map((it) => {
          const { left, top, right, bottom, width } = it.getBoundingClientRect();
          return { text: it.textContent, left, top, right, bottom, width };
        }),
      );
      // Clues next to the grid make the board wider than high.
      assert.ok(boxes[0].width >= least, `${name}: the board has ${boxes[0].width} pixels`);
      assert.ok(boxes.length > 12, name);
      const outside = boxes.filter(
        (it) => it.left < 0 || it.top < 0 || it.right > width || it.bottom > height,
      );
      assert.deepEqual(outside, [], name);
      const [board, ...buttons] = boxes;
      const covered = buttons.filter(
        (it) =>
          it.left < board.right && it.right > board.left && it.top < board.bottom && it.bottom > board.top,
      );
      assert.deepEqual(covered, [], name);
      const isScrolled = await page.evaluate(
        () =>
          document.documentElement.scrollHeight > innerHeight ||
          document.documentElement.scrollWidth > innerWidth,
      );
      assert.ok(!isScrolled, name);
    }
    await close();
  }
});

test("before the end, nothing about solutions and difficulty is shown or requested", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`, record);
  await settled(page);
  const words = /solution|unique|rating|constraint|reading|HoDoKu|difficult|\bER\b|givens/i;
  assert.doesNotMatch(await page.locator("body").innerText(), words);
  const asked = () => page.evaluate(() => globalThis.asked);
  assert.ok(!(await asked()).includes("rate"), (await asked()).join(" "));
  // Setters see all of this.
  await show(page, "Set");
  await page.locator(".status", { hasText: "Exactly one solution" }).waitFor();
  await page.getByText(/HoDoKu \d/).waitFor();
  assert.ok((await asked()).includes("rate"));
  await show(page, "Play");
  assert.doesNotMatch(await page.locator("body").innerText(), words);
  await close();
});

test("the check names the wrong digits and, on request, a reason", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" }, `#p=${PUZZLE}`);
  await settled(page);
  const check = page.getByRole("button", { name: "Check", exact: true });
  const result = page.locator(".checked");
  await check.click();
  await result.filter({ hasText: "No mistakes so far." }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Why?" }).count(), 0);
  for (const [row, column, key] of [
    [1, 3, "1"],
    [1, 4, "6"],
    [5, 5, "7"],
  ]) {
    await cell(page, row, column).click();
    await page.keyboard.press(key);
  }
  await result.waitFor({ state: "detached" });
  await check.click();
  await result.filter({ hasText: "2 digits are wrong: r1c3, r5c5." }).waitFor();
  assert.equal(await page.locator(".board .highlighted").count(), 2);
  // The result covers nothing.
  for (const [width, height] of WINDOWS.slice(0, 5)) {
    await page.setViewportSize({ width, height });
    const boxes = await page
      .locator(".board, header, .titles, .checked, .pad")
      .evaluateAll((all) =>
        all.map((it) => ({ name: it.className || it.localName, ...it.getBoundingClientRect().toJSON() })),
      );
    for (const [i, one] of boxes.entries()) {
      assert.ok(one.right <= width && one.bottom <= height, `${one.name} at ${width} x ${height}`);
      for (const other of boxes.slice(i + 1))
        assert.ok(
          one.left >= other.right - 1 ||
            one.right <= other.left + 1 ||
            one.top >= other.bottom - 1 ||
            one.bottom <= other.top + 1,
          `${one.name} and ${other.name} overlap at ${width} x ${height}`,
        );
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Why?" }).click();
  await result.filter({ hasText: /r1c3=1 is wrong\.\s[^]*r\dc\d/ }).waitFor();
  await page.keyboard.press("Delete");
  await result.waitFor({ state: "detached" });
  assert.equal(await page.locator(".board .highlighted").count(), 0);
  // The reason for a wrong digit of a variant names the constraint.
  await paste(page, KILLER);
  await waitForStatus(page, "one");
  await cell(page, 1, 1, 4).click();
  await page.keyboard.press("2");
  await check.click();
  await page.getByRole("button", { name: "Why?" }).click();
  await result.filter({ hasText: /r1c1=2 is wrong\.\s[^]*cage/ }).waitFor();
  await close();
});

/** Returns the address of the puzzle with all but one digit entered, and a message of its author. */
function almostSolved(message) {
  const zeros = Array(81).fill(0);
  const placed = [...SOLUTION].map((digit, at) => (PUZZLE[at] === "." && at !== 2 ? Number(digit) : 0));
  const shape = { size: 9, boxes: [3, 3], diagonals: [], extra: [] };
  const givens = [...PUZZLE].map((sign) => Number(sign) || 0);
  const sheet = { shape, givens, placed, marks: zeros, corners: zeros, colours: zeros, message };
  return `#z=${deflateRawSync(JSON.stringify(sheet)).toString("base64url")}`;
}

test("the author\u2019s message is shown at the end only, as text", async () => {
  const message = "Well done! <b>Next</b>: the evening walk.";
  const { page, close } = await open({}, almostSolved(message));
  await settled(page);
  assert.equal(await page.getByText("Well done!").count(), 0);
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  assert.equal(await page.locator(".finish .wording").innerText(), message);
  await close();
});

test(
  "the end shows time and difficulty, and shares neither digits nor progress",
  needs("clipboard"),
  async () => {
    const { page, context, close } = await open({}, `#p=${PUZZLE}`, record);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await settled(page);
    for (const [at, digit] of [...SOLUTION].entries()) {
      if (PUZZLE[at] !== ".") continue;
      await page.locator(`[data-cell="${at}"]`).click();
      await page.keyboard.press(digit);
    }
    const finish = page.locator(".finish");
    await finish.getByText(/^Difficulty: easy/).waitFor();
    assert.match(await finish.locator(".time").innerText(), /^\d+:\d\d$/);
    await finish.getByRole("button", { name: "Share" }).click();
    await finish.getByText("Copied to the clipboard.").waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const [sentence, link] = text.split("\n");
    assert.match(sentence, /^I solved this Sudoku in \d+:\d\d\.$/);
    assert.equal(new URL(link).hash, `#p=${PUZZLE}`);
    await page.getByRole("button", { name: "Play again" }).click();
    await finish.waitFor({ state: "detached" });
    await page.locator(".pad").waitFor();
    await close();
  },
);

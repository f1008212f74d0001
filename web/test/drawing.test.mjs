// Tests the drawing tools: constraints are drawn by pointer, by touch and by keys, changed, removed and undone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import { cell, open, paste, show, violations, waitForStatus } from "./site.mjs";

/** A solution of the classic grid. */
const digit = (row, column) => ((3 * (row % 3) + Math.floor(row / 3) + column) % 9) + 1;

/** Returns functions that draw on the board, at points in cell sides, and count what a person does. */
function hand(page) {
  const counts = { clicks: 0, drags: 0, keys: 0 };
  const at = async ([x, y]) => {
    const box = await page.locator(".cells").boundingBox();
    return [box.x + (box.width * x) / 9, box.y + (box.height * y) / 9];
  };
  return {
    counts,
    async press(locator) {
      counts.clicks++;
      await locator.click();
    },
    async click(x, y) {
      counts.clicks++;
      await page.mouse.click(...(await at([x, y])));
    },
    async drag(...points) {
      counts.drags++;
      await page.mouse.move(...(await at(points[0])));
      await page.mouse.down();
      for (const point of points.slice(1)) await page.mouse.move(...(await at(point)));
      await page.mouse.up();
    },
    async type(text) {
      counts.keys += text.length;
      await page.keyboard.type(text);
    },
  };
}

const toolOf = (page, kind) => page.locator(`[data-tool="${kind}"]`);
/** Waits until the list has this number of constraints, and returns them. */
async function constraints(page, count) {
  const list = await page.waitForFunction(
    (it) => {
      const items = [...document.querySelectorAll(".rules .rule")].map((item) => item.textContent);
      return items.length === it && items;
    },
    count,
    { timeout: 20_000 },
  );
  return list.jsonValue();
}
async function openTools() {
  const opened = await open({ bypassCSP: true, reducedMotion: "reduce" });
  await show(opened.page, "Constraints");
  await toolOf(opened.page, "Cage").waitFor();
  return opened;
}

test("thirty cages take a drag and the digits of their sum each", async () => {
  const { page, close } = await openTools();
  const { counts, press, drag, type } = hand(page);
  await press(toolOf(page, "Cage"));
  const expected = [];
  for (let i = 0; i < 30; i++) {
    const [row, column] = [Math.floor(i / 4), 2 * (i % 4)];
    const sum = digit(row, column) + digit(row, column + 1);
    await drag([column + 0.5, row + 0.5], [column + 1.5, row + 0.5]);
    await type(String(sum));
    expected.push(`Cage ${sum} R${row + 1}C${column + 1} R${row + 1}C${column + 2}`);
  }
  await page.locator(".rule", { hasText: expected.at(-1) }).waitFor();
  assert.deepEqual((await constraints(page, 30)).sort(), expected.toSorted());
  assert.ok(counts.clicks === 1 && counts.drags === 30 && counts.keys < 60, JSON.stringify(counts));
  // Each cage with its sum is one step of undo.
  for (let i = 0; i < 29; i++) await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await constraints(page, 1), [expected[0]]);
  await page.getByRole("button", { name: "Redo" }).click();
  await constraints(page, 2);
  await close();
});

test("lines, dots and clues take one gesture each, and a clue the keys of its value", async () => {
  const { page, close } = await openTools();
  const { counts, press, click, drag, type } = hand(page);
  for (const [i, kind] of ["Thermo", "Whisper", "Renban", "Palindrome", "Arrow"].entries()) {
    await press(toolOf(page, kind));
    await drag([0.5, i + 0.5], [2.5, i + 0.5], [3.5, i + 1.5]);
    await drag([5.5, i + 0.5], [8.5, i + 0.5]);
  }
  const lines = await constraints(page, 10);
  assert.ok(lines.includes("Thermo R1C1 R1C2 R1C3 R2C4"), lines.join("; "));
  assert.ok(
    lines.some((it) => /^Whisper 5 R2C6/.test(it)) && lines.includes("Arrow R5C1 R5C2 R5C3 R6C4"),
    lines.join("; "),
  );
  assert.deepEqual(counts, { clicks: 5, drags: 10, keys: 0 });
  await page.getByRole("button", { name: "New", exact: true }).click();
  await press(toolOf(page, "WhiteDot"));
  for (let i = 0; i < 20; i++) await click((i % 5) + 1, Math.floor(i / 5) + 0.5);
  assert.equal((await constraints(page, 20)).filter((it) => it.startsWith("WhiteDot R1C")).length, 5);
  await click(1, 0.5);
  assert.ok(!(await constraints(page, 19)).includes("WhiteDot R1C1 R1C2"));
  await page.getByRole("button", { name: "New", exact: true }).click();
  const before = { ...counts };
  await press(toolOf(page, "Skyscraper"));
  for (let i = 0; i < 8; i++) {
    const place = [
      [-0.5, i + 0.5],
      [i + 0.5, -0.5],
      [9.5, i + 0.5],
      [i + 0.5, 9.5],
    ][i % 4];
    await click(...place);
    await type(String((i % 4) + 2));
  }
  const clues = await constraints(page, 8);
  for (const clue of ["Skyscraper R1 2", "Skyscraper C2 3", "Skyscraper R3  4", "Skyscraper C4  5"])
    assert.ok(clues.includes(clue), `${clue}: ${clues.join("; ")}`);
  assert.deepEqual([counts.clicks - before.clicks, counts.keys - before.keys], [9, 8]);
  await close();
});

test("regions are drawn by one stroke each, the last one follows, and each is one step of undo", async () => {
  const { page, close } = await openTools();
  const { counts, press, click, drag } = hand(page);
  const middle = ([row, column]) => [column + 0.5, row + 0.5];
  const region = (...cells) => drag(...cells.map(middle));
  /** Waits for a layout of regions. Its text is complete only in the label of the button that removes it. */
  const layout = (wanted) => page.locator(`.rules button[aria-label*="Jigsaw ${wanted}"]`).waitFor();
  const firstRow = `${"0".repeat(9)}${"1".repeat(18)}222333444222333444222333444555666777555666777555666777`;
  await press(toolOf(page, "Jigsaw"));
  // Two rows of boxes are left. The first stroke replaces the boxes that it crosses.
  await region([0, 0], [0, 8]);
  await layout(firstRow);
  await page.getByRole("button", { name: "NoBoxes", exact: true }).waitFor();
  // A second one leaves as many cells as a region has. That makes the division complete, and the puzzle a plain one.
  await region([1, 0], [1, 8]);
  await page.getByText("No constraints other than the regions.").waitFor();
  await waitForStatus(page, "several");
  assert.deepEqual(counts, { clicks: 1, drags: 2, keys: 0 });
  await page.getByRole("button", { name: "Undo" }).click();
  await layout(firstRow);
  // A region can take several strokes and clicks; a click on a marked cell removes it again.
  await region([1, 0], [1, 4]);
  await region([2, 4], [2, 6]);
  await click(0.5, 1.5);
  await click(7.5, 2.5);
  assert.equal(await page.locator(".surface rect.preview").count(), 8);
  await click(8.5, 2.5);
  await page.getByText("No constraints other than the regions.").waitFor();
  // Other constraints stay while regions are drawn.
  await press(toolOf(page, "Cage"));
  await drag([0.5, 0.5], [1.5, 0.5]);
  await page.locator(".rule", { hasText: "Cage 0 R1C1 R1C2" }).waitFor();
  await press(toolOf(page, "Jigsaw"));
  await region([8, 0], [8, 8]);
  await layout(
    `${"0".repeat(9)}122221111111122222333444555333444555333444555${"6".repeat(18)}${"7".repeat(9)}`,
  );
  await page.locator(".rule", { hasText: "Cage 0 R1C1 R1C2" }).waitFor();
  // Keys alone.
  for (const key of ["Home", "ArrowUp", "ArrowUp"]) await page.keyboard.press(key);
  for (let i = 0; i < 8; i++) await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await layout(
    `${"0".repeat(9)}122221111111122222333444555333444555333444555${"6".repeat(9)}${"7".repeat(9)}${"8".repeat(9)}`,
  );
  assert.deepEqual(await violations(page), []);
  await close();
});

test("constraints are changed by a click, deleted, and undone; marks are drawn on edges and corners", async () => {
  const { page, close } = await openTools();
  const { press, click, drag, type } = hand(page);
  await press(toolOf(page, "Cage"));
  await drag([0.5, 0.5], [1.5, 0.5], [1.5, 1.5]);
  await constraints(page, 1);
  await drag([4.5, 4.5], [5.5, 4.5]);
  await type("17");
  await constraints(page, 2);
  await page.locator(".rule", { hasText: "Cage 17 R5C5 R5C6" }).waitFor();
  await click(0.5, 0.5);
  await type("10");
  await page.locator(".rule", { hasText: "Cage 10 R1C1 R1C2 R2C2" }).waitFor();
  assert.deepEqual((await constraints(page, 2)).sort(), ["Cage 10 R1C1 R1C2 R2C2", "Cage 17 R5C5 R5C6"]);
  await page.keyboard.press("Backspace");
  await page.locator(".rule", { hasText: "Cage 1 R1C1 R1C2 R2C2" }).waitFor();
  await page.getByLabel("Value", { exact: true }).fill("12");
  await page.locator(".rule", { hasText: "Cage 12 R1C1 R1C2 R2C2" }).waitFor();
  await click(5.5, 4.5);
  await page.keyboard.press("Delete");
  assert.deepEqual(await constraints(page, 1), ["Cage 12 R1C1 R1C2 R2C2"]);
  await page.keyboard.press("Control+z");
  await constraints(page, 2);
  await press(toolOf(page, "Quad"));
  await click(3, 3);
  await type("138");
  await press(toolOf(page, "GreaterThan"));
  await drag([7.5, 0.5], [6.5, 0.5]);
  await press(toolOf(page, "LittleKiller"));
  await click(9.5, 3.5);
  assert.equal((await constraints(page, 4)).length, 4, "a clue without a value is not part of the puzzle");
  await type("21");
  // The clue is part of the puzzle after its first digit.
  await page.locator(".rule", { hasText: "LittleKiller 21" }).waitFor();
  const all = await constraints(page, 5);
  for (const text of ["Quad R3C3 1 3 8", "GreaterThan R1C8 R1C7", "LittleKiller 21 R4C9"])
    assert.ok(all.includes(text), `${text}: ${all.join("; ")}`);
  assert.deepEqual(await violations(page), []);
  // Escape leaves the clue, then the tool; digits then go into the cells.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".surface").count(), 0);
  await cell(page, 9, 9).click();
  await page.keyboard.press("7");
  await page.locator('[aria-label="row 9, column 9, given 7"]').waitFor({ state: "attached" });
  await close();
});

test("constraints are drawn by keys alone, and clues reach every side", async () => {
  const { page, close } = await openTools();
  await toolOf(page, "Thermo").focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-cell="0"]').focus();
  for (const key of ["Shift+ArrowRight", "Shift+ArrowDown", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await constraints(page, 1), ["Thermo R1C1 R1C2 R2C2"]);
  await toolOf(page, "Skyscraper").focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-cell="10"]').focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.keyboard.press("3");
  await constraints(page, 2);
  for (const key of ["Enter", "4"]) await page.keyboard.press(key);
  const all = await constraints(page, 3);
  assert.ok(all.includes("Skyscraper R1 3") && all.includes("Skyscraper C1 4"), all.join("; "));
  await close();
});

test("touch draws a cage on a phone, and the value is typed in a field", needs("touch"), async () => {
  const { page, close } = await open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await paste(page, ".Shape~4x4.AntiKnight");
  await waitForStatus(page);
  await show(page, "Constraints");
  await toolOf(page, "Cage").tap();
  const [from, to] = await Promise.all([0, 1].map((at) => page.locator(`[data-cell="${at}"]`).boundingBox()));
  const session = await page.context().newCDPSession(page);
  const point = ({ x, y, width, height }) => [{ x: x + width / 2, y: y + height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(to) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.getByLabel("Value", { exact: true }).fill("3");
  await page.locator(".rule", { hasText: "Cage 3 R1C1 R1C2" }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await close();
});

test("a drawn line is extended and shortened at its end, and a chosen value is replaced by typing", async () => {
  const { page, close } = await openTools();
  const { press, click, drag, type } = hand(page);
  const middle = (...cells) => cells.map(([row, column]) => [column - 0.5, row - 0.5]);
  const line = (...cells) => drag(...middle(...cells));
  await press(toolOf(page, "Thermo"));
  await line([1, 1], [1, 3]);
  await constraints(page, 1);
  await line([1, 3], [3, 3]);
  await page.locator(".rule", { hasText: /^Thermo R1C1 R1C2 R1C3 R2C3 R3C3$/ }).waitFor();
  await constraints(page, 1);
  // A drag back shortens it. One step of undo restores it.
  await line([3, 3], [1, 3]);
  await page.locator(".rule", { hasText: /^Thermo R1C1 R1C2 R1C3$/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".rule", { hasText: /^Thermo R1C1 R1C2 R1C3 R2C3 R3C3$/ }).waitFor();
  // Several thermometers may share a bulb. With Shift, one begins at the end of another.
  await line([1, 1], [3, 1]);
  await page.locator(".rule", { hasText: "Thermo R1C1 R2C1 R3C1" }).waitFor();
  await page.keyboard.down("Shift");
  await line([3, 3], [3, 5]);
  await page.keyboard.up("Shift");
  await page.locator(".rule", { hasText: "Thermo R3C3 R3C4 R3C5" }).waitFor();
  await constraints(page, 3);
  // A line without a direction grows at both ends; a click on its end chooses it.
  await press(toolOf(page, "Whisper"));
  await line([5, 2], [5, 4]);
  await page.locator(".rule", { hasText: /^Whisper 5 R5C2/ }).waitFor();
  await line([5, 2], [5, 1]);
  await page.locator(".rule", { hasText: /^Whisper 5 (R5C1 R5C2 R5C3 R5C4|R5C4 R5C3 R5C2 R5C1)$/ }).waitFor();
  await click(0.5, 4.5);
  await type("4");
  await page.locator(".rule", { hasText: /^Whisper 4 / }).waitFor();
  await constraints(page, 4);
  // Renban lines are stored without an order.
  await press(toolOf(page, "Renban"));
  await line([9, 5], [8, 5], [8, 6]);
  await page.locator(".rule", { hasText: "Renban R8C5 R8C6 R9C5" }).waitFor();
  await line([9, 5], [9, 4]);
  await page.locator(".rule", { hasText: "Renban R8C5 R8C6 R9C4 R9C5" }).waitFor();
  await constraints(page, 5);
  // A value that was chosen is replaced by the first digit; further digits follow.
  await press(toolOf(page, "Cage"));
  await line([7, 7], [7, 8]);
  await type("12");
  await page.locator(".rule", { hasText: "Cage 12 R7C7 R7C8" }).waitFor();
  await click(6.5, 6.5);
  await type("9");
  await page.locator(".rule", { hasText: "Cage 9 R7C7 R7C8" }).waitFor();
  await type("1");
  await page.locator(".rule", { hasText: "Cage 91 R7C7 R7C8" }).waitFor();
  await click(6.5, 6.5);
  await page.keyboard.press("Backspace");
  await type("3");
  await page.locator(".rule", { hasText: "Cage 93 R7C7 R7C8" }).waitFor();
  await close();
});

test("the list and the board point at each other, and a chosen constraint is reversed, moved and deleted", async () => {
  const { page, close } = await openTools();
  const { press, drag } = hand(page);
  const row = (text) => page.locator(".rules li", { hasText: text });
  await press(toolOf(page, "Thermo"));
  await drag([0.5, 0.5], [2.5, 0.5]);
  await row("Thermo R1C1 R1C2 R1C3").waitFor();
  await press(toolOf(page, "Cage"));
  await drag([4.5, 4.5], [5.5, 4.5]);
  await row("Cage 0 R5C5 R5C6").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await row("Thermo").hover();
  const lit = () =>
    page
      .locator('.cells [aria-label*="highlighted"]')
      .evaluateAll((all) => all.map((it) => Number(it.dataset.cell)));
  await page.locator(".board .highlighted").first().waitFor({ state: "attached" });
  assert.deepEqual(await lit(), [0, 1, 2]);
  const here = page.locator(".rules li.here");
  await page.locator('[data-cell="41"]').hover();
  await here.filter({ hasText: "Cage" }).waitFor();
  assert.equal(await here.count(), 1);
  await page.locator('[data-cell="60"]').hover();
  await here.waitFor({ state: "detached" });
  // A constraint is chosen in the list, whatever tool was used before.
  await press(row("Thermo").locator(".rule"));
  const chosen = page.getByRole("group", { name: "Chosen: thermo" });
  await chosen.getByRole("button", { name: "Reverse" }).click();
  await row("Thermo R1C3 R1C2 R1C1").waitFor();
  assert.ok(await chosen.getByRole("button", { name: "Move left" }).isDisabled());
  assert.ok(await chosen.getByRole("button", { name: "Move up" }).isDisabled());
  await chosen.getByRole("button", { name: "Move down" }).click();
  await row("Thermo R2C3 R2C2 R2C1").waitFor();
  await chosen.getByRole("button", { name: "Move right" }).click();
  await row("Thermo R2C4 R2C3 R2C2").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Undo" }).click();
  await row("Thermo R2C3 R2C2 R2C1").waitFor();
  await press(row("Cage").locator(".rule"));
  await page
    .getByRole("group", { name: "Chosen: killer cage" })
    .getByRole("button", { name: "Delete constraint" })
    .click();
  await row("Cage").waitFor({ state: "detached" });
  await constraints(page, 1);
  await close();
});

test("a clue outside the grid is chosen by a click or in the list, changed and deleted, on every side", async () => {
  const { page, close } = await openTools();
  const { press, click, type } = hand(page);
  const row = (text) => page.locator(".rules li", { hasText: text });
  await press(toolOf(page, "Skyscraper"));
  for (const [x, y, text, changed] of [
    [-0.5, 0.5, "Skyscraper R1 3", "Skyscraper R1 5"],
    [9.5, 0.5, "Skyscraper R1  3", "Skyscraper R1  5"],
    [2.5, -0.5, "Skyscraper C3 3", "Skyscraper C3 5"],
    [2.5, 9.5, "Skyscraper C3  3", "Skyscraper C3  5"],
  ]) {
    await click(x, y);
    await type("3");
    await page.locator(".rule", { hasText: new RegExp(`^${text}$`) }).waitFor();
    // Another clue in between, so that the click chooses the first one again.
    await page.keyboard.press("Escape");
    await click(x, y);
    await type("5");
    await page.locator(".rule", { hasText: new RegExp(`^${changed}$`) }).waitFor();
  }
  await constraints(page, 4);
  await press(toolOf(page, "LittleKiller"));
  await click(-0.5, 4.5);
  await type("12");
  await row("LittleKiller 12").waitFor();
  await press(row(/^Skyscraper R1 5/).locator(".rule"));
  const chosen = page.getByRole("group", { name: "Chosen: skyscraper" });
  await chosen.getByLabel("Value").fill("7");
  await row("Skyscraper R1 7").waitFor();
  assert.equal(await chosen.getByRole("button", { name: "Move left" }).count(), 0);
  await chosen.getByRole("button", { name: "Delete constraint" }).click();
  await constraints(page, 4);
  await close();
});

// Tests the fog: what it hides, when it lifts, and that neither labels nor pictures reveal what is below it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs, pixels } from "./browser.mjs";
import { cell, label, open, paste, settled, show } from "./site.mjs";

const ROWS = ["1234", "3412", "2143", "4321"];
/** A puzzle of SudokuPad with cages, a given, and lights in the last two rows. */
const puzzle = (fog) =>
  JSON.stringify({
    cells: ROWS.map((row, r) => [...row].map((digit, c) => (r + c === 0 ? { value: digit } : {}))),
    regions: [0, 2, 8, 10].map((at) =>
      [0, 1, 4, 5].map((step) => [Math.floor((at + step) / 4), (at + step) % 4]),
    ),
    cages: [
      {
        cells: [
          [0, 2],
          [0, 3],
        ],
        value: "7",
      },
      {
        cells: [
          [1, 0],
          [1, 1],
        ],
        value: "7",
      },
      {
        cells: [
          [2, 0],
          [3, 0],
        ],
        value: "6",
      },
      {
        cells: [
          [2, 2],
          [2, 3],
        ],
        value: "7",
      },
      {
        cells: [
          [3, 2],
          [3, 3],
        ],
        value: "3",
      },
    ],
    metadata: {
      title: "Fog",
      rules: "Normal sudoku rules apply. Digits in cages sum to the total.",
      solution: ROWS.join(""),
    },
    ...fog,
  });
const LIGHTS = puzzle({ foglight: [2, 3].flatMap((row) => [0, 1, 2, 3].map((col) => [row, col])) });

/** Returns the names of the cells in fog, in the order of the grid. */
const inFog = (page) =>
  page
    .locator('[role="gridcell"][aria-label*="in fog"]')
    .evaluateAll((all) =>
      all.map((it) => `r${Math.floor(it.dataset.cell / 4) + 1}c${(it.dataset.cell % 4) + 1}`),
    );

/** Opens the page in Play with a puzzle. */
async function played(text, options = {}) {
  const opened = await open(options);
  await paste(opened.page, text);
  await settled(opened.page);
  await show(opened.page, "Play");
  return opened;
}

/** Enters a digit. */
async function enter(page, row, col, digit) {
  await cell(page, row, col, 4).click();
  await page.keyboard.press(digit);
  await settled(page);
}

test("correct digits lift the fog around them, and wrong ones do not", async () => {
  const { page, close } = await played(LIGHTS);
  const first = ["r1c2", "r1c3", "r1c4", "r2c1", "r2c2", "r2c3", "r2c4"];
  assert.deepEqual(await inFog(page), first);
  await enter(page, 3, 1, "4");
  assert.deepEqual(await inFog(page), first, "the 4 is wrong");
  await enter(page, 3, 1, "2");
  assert.deepEqual(await inFog(page), ["r1c2", "r1c3", "r1c4", "r2c3", "r2c4"]);
  // A digit in the fog lifts it, too.
  await enter(page, 1, 3, "3");
  assert.deepEqual(await inFog(page), []);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await inFog(page), ["r1c2", "r1c3", "r1c4", "r2c3", "r2c4"]);
  await page.reload();
  await settled(page);
  assert.deepEqual(await inFog(page), ["r1c2", "r1c3", "r1c4", "r2c3", "r2c4"], "after a reload");
  await close();
});

test("links lift the fog where the author says, once all of their digits are correct", async () => {
  const effect = (trigger, cells) => ({
    trigger: { type: "cellvalue", cell: trigger },
    effect: { type: "foglight", cells },
  });
  const { page, close } = await played(
    puzzle({ foglight: [[3, 3]], triggereffect: [effect("r4c4r4c3", "r1c1-r3c4"), effect("r4c1", "r4c2")] }),
  );
  assert.equal((await inFog(page)).length, 15);
  await enter(page, 4, 4, "1");
  assert.equal((await inFog(page)).length, 15, "one of two digits");
  await enter(page, 4, 3, "2");
  assert.deepEqual(await inFog(page), ["r4c1", "r4c2", "r4c3"]);
  await close();
});

test("labels, candidates and pictures do not reveal what is in the fog", needs("print"), async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await played(LIGHTS, { colorScheme, viewport: { width: 1000, height: 800 } });
    assert.match(await label(page, 3, 3, 4), /7/);
    assert.doesNotMatch(await label(page, 1, 3, 4), /cage|7/i);
    // The inside of a cell in fog has one colour.
    const colour = await page
      .locator(".fog")
      .first()
      .evaluate((it) => getComputedStyle(it).fill.match(/\d+/g).map(Number));
    const others = async (row, col) => {
      const box = await cell(page, row, col, 4).boundingBox();
      const [x, y] = [box.x, box.y].map((it) => Math.round(it + box.width * 0.06));
      const side = Math.floor(box.width * 0.88);
      const shot = await page.screenshot({ clip: { x, y, width: side, height: side } });
      const [count] = await pixels(page, shot, [{ x: 0, y: 0, w: side, h: side, colour, near: 2 }]);
      return side * side - count;
    };
    await cell(page, 4, 4, 4).click();
    assert.equal(await others(1, 3), 0, `${colorScheme}: the cage in the fog`);
    await show(page, "Set");
    assert.equal(await page.locator(".fog").count(), 0);
    assert.match(await label(page, 1, 3, 4), /7/);
    await show(page, "Play");
    await page.emulateMedia({ media: "print" });
    const board = page.locator(".board");
    const fogs = await board
      .locator(".fog")
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).display));
    assert.deepEqual([...new Set(fogs)], ["none"]);
    const masks = await board
      .locator("[mask]")
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).mask));
    assert.deepEqual([...new Set(masks)], ["none"]);
    await close();
  }
});

test("Fill and conflicts use only what the player sees", async () => {
  // A cage in fog forbids the digit of its only visible cell, and a given in fog those of its row and column.
  const across = JSON.parse(
    puzzle({ foglight: [2, 3].flatMap((row) => [0, 1, 2, 3].map((col) => [row, col])) }),
  );
  const cells = [
    [1, 2],
    [2, 3],
  ];
  const cage = JSON.stringify({ ...across, cages: [{ cells, value: "4" }] });
  const caged = await played(cage);
  // The digit is wrong, so that the fog stays.
  await enter(caged.page, 3, 4, "2");
  await caged.page.getByRole("button", { name: "Fill" }).click();
  await settled(caged.page);
  assert.equal(await label(caged.page, 2, 3, 4), "row 2, column 3, empty, centre 1 2 3 4, in fog");
  await enter(caged.page, 2, 3, "2");
  assert.doesNotMatch(await label(caged.page, 3, 4, 4), /conflict/);
  await caged.close();
  const { page, close } = await played(
    puzzle({
      foglight: [[3, 3]],
      triggereffect: [
        {
          trigger: { type: "cellvalue", cell: "r4c4" },
          effect: { type: "foglight", cells: "r1c1-r1c4" },
        },
      ],
    }),
  );
  assert.match(await label(page, 1, 1, 4), /empty, in fog/);
  await page.getByRole("button", { name: "Fill" }).click();
  await settled(page);
  assert.match(await label(page, 1, 2, 4), /centre 1 2 3 4/);
  await enter(page, 4, 4, "1");
  await page.getByRole("button", { name: "Fill" }).click();
  await settled(page);
  assert.match(await label(page, 1, 2, 4), /centre 2 3 4/, "the given is visible");
  await close();
});

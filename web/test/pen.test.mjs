// Tests the pen: lines along centres and borders, crosses, colours, undo, and sheets in links.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { needs } from "./browser.mjs";
import { cell, open, settled, show } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Returns the paths of all marks, with their colours, in units of half a cell. */
const marks = (page) =>
  page.locator(".board path.pen").evaluateAll((all) =>
    all
      .map((it) => {
        const colour = /own-(\d+)/.exec(it.getAttribute("style"))[1];
        const points = [...it.getAttribute("d").matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)];
        // A cross starts at its upper left end.
        const at = points.map(([, x, y]) => [Math.round(y / 30), Math.round(x / 30)].join());
        return `${points.length > 1 ? at.sort().join("-") : `x${at}`} ${colour}`;
      })
      .sort(),
  );

/** Returns the pixel at a place: halves of a cell down and to the right. */
async function pixel(page, [down, right]) {
  const box = await page.locator(".board .cells").boundingBox();
  return [box.x + (right * box.width) / 18, box.y + (down * box.height) / 18];
}

/** Draws a line through places. */
async function draw(page, places) {
  await page.mouse.move(...(await pixel(page, places[0])));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...(await pixel(page, place)), { steps: 4 });
  await page.mouse.up();
}

async function openWithPen() {
  const opened = await open({}, `#p=${PUZZLE}`);
  await settled(opened.page);
  await opened.page.getByRole("button", { name: "Pen", exact: true }).click();
  return opened;
}

test("lines follow the pointer, and a line that is there is removed", async () => {
  const { page, close } = await openWithPen();
  /** The lines that must be there, by their ends. */
  const model = new Map();
  let state = 7;
  const random = (below) => (state = (state * 1103515245 + 12345) % 2147483648) % below;
  for (let stroke = 0; stroke < 12; stroke++) {
    const isCentre = stroke % 2 === 0;
    const walk = [[2 * random(8) + (isCentre ? 1 : 2), 2 * random(8) + (isCentre ? 1 : 2)]];
    const own = [];
    for (let step = 0; step < 6; step++) {
      const [down, right] = [random(3) - 1, random(3) - 1];
      const [row, col] = walk.at(-1);
      const next = [row + 2 * down, col + 2 * right];
      const isInside = next.every((at) => at >= (isCentre ? 1 : 0) && at <= (isCentre ? 17 : 18));
      if ((!down && !right) || (!isCentre && down && right) || !isInside) continue;
      const line = [String([row, col]), String(next)].sort().join("-");
      if (own.includes(line)) continue;
      own.push(line);
      walk.push(next);
    }
    if (own.length === 0) continue;
    await draw(page, walk);
    const isThere = model.has(own[0]);
    for (const line of own) {
      if (isThere) model.delete(line);
      else model.set(line, 7);
    }
    const expected = [...model].map(([line, colour]) => `${line} ${colour}`).sort();
    assert.deepEqual(await marks(page), expected, `stroke ${stroke}: ${walk.join(" ")}`);
  }
  assert.ok(model.size > 10, "strokes were drawn");
  await close();
});

test("clicks draw crosses in the chosen colour; undo, redo and Delete apply to all marks", async () => {
  const { page, close } = await openWithPen();
  const click = async (place) => page.mouse.click(...(await pixel(page, place)));
  await click([1, 1]);
  await page.getByRole("button", { name: "Red", exact: true }).click();
  await click([1, 2]);
  await page.keyboard.press("2");
  await click([4, 4]);
  const crosses = (await marks(page)).map((it) => it.at(-1)).sort();
  assert.deepEqual(crosses, ["1", "2", "7"]);
  // A mark in another colour is drawn over, and removed by a second click.
  await click([1, 1]);
  assert.equal((await marks(page)).length, 3);
  await click([1, 1]);
  assert.equal((await marks(page)).length, 2);
  await page.keyboard.press("Control+z");
  assert.equal((await marks(page)).length, 3);
  await page.keyboard.press("Control+y");
  assert.equal((await marks(page)).length, 2);
  // The pen selects no cells. Delete removes the marks that touch the selected cell, which is the first one.
  assert.equal(await page.locator('[aria-selected="true"]').count(), 1);
  await page.keyboard.press("Delete");
  assert.equal((await marks(page)).length, 1);
  // Digits keep their keys in other modes.
  await page.keyboard.press("z");
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /, 4$/);
  await close();
});

test("a reload and a link keep the marks, and setters have no pen", needs("clipboard"), async () => {
  const { page, context, close } = await openWithPen();
  await draw(page, [
    [1, 1],
    [3, 3],
    [5, 3],
  ]);
  const before = await marks(page);
  assert.equal(before.length, 2);
  await page.reload();
  await settled(page);
  assert.deepEqual(await marks(page), before);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await show(page, "Set");
  assert.equal(await page.getByRole("button", { name: "Pen", exact: true }).count(), 0);
  await show(page, "Play");
  await page.getByRole("button", { name: "Restart" }).click();
  assert.deepEqual(await marks(page), []);
  await close();
});

test("links with marks outside the grid are refused", async () => {
  const zeros = Array(81).fill(0);
  const shape = { size: 9, boxes: [3, 3], diagonals: [], extra: [] };
  const sheet = { shape, givens: zeros, placed: zeros, marks: zeros, corners: zeros, colours: zeros };
  const link = (pen) => `#z=${deflateRawSync(JSON.stringify({ ...sheet, pen })).toString("base64url")}`;
  for (const pen of [{ "1,1,1,99": 1 }, { "1,1": 13 }, { '1,1"><script>': 1 }, [1], { "1,1,1": 2 }]) {
    const { page, close } = await open({}, link(pen));
    await page.getByText("the marks of the pen are not lines and crosses of the grid").waitFor();
    await close();
  }
  const { page, close } = await open({}, link({ "1,1,1,3": 1, "2,2": 12 }));
  await page.locator(".board path.pen").nth(1).waitFor({ state: "attached" });
  await close();
});

// Tests the reading of editors' puzzles in the page: title, author and rules, the meanings of drawings, and
// what a reading leaves open.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import { cell, label, open, paste, show, violations, waitForStatus } from "./site.mjs";

/** Returns a puzzle of SudokuPad with two purple lines: 1234, 3412, 2143, 4321. */
function purpleLines(rules) {
  const cells = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ({})));
  [cells[0][0], cells[1][3], cells[2][3]] = [{ value: 1 }, { value: 2 }, { value: 3 }];
  const region = (row, col) => [
    [row, col],
    [row, col + 1],
    [row + 1, col],
    [row + 1, col + 1],
  ];
  const line = (...wayPoints) => ({ color: "#f067f0ff", thickness: 10, wayPoints });
  return JSON.stringify({
    cells,
    regions: [region(0, 0), region(0, 2), region(2, 0), region(2, 2)],
    lines: [line([0.5, 0.5], [0.5, 2.5]), line([3.5, 1.5], [3.5, 3.5])],
    metadata: { title: "Two lines", author: "A setter", rules, solution: "1234341221434321" },
  });
}
const SUDOKU = "Normal sudoku rules apply.";
const RENBAN = `${SUDOKU} Digits on a purple line are consecutive, in any order.`;
const ELEPHANTS = `${SUDOKU} Elephants never forget.`;

test(
  "a confirmed puzzle is loaded with its title, author and rules, which are kept and printed",
  needs("print"),
  async () => {
    const { page, close } = await open();
    await paste(page, purpleLines(RENBAN));
    await waitForStatus(page, "one");
    assert.match(await page.locator("p.title").innerText(), /Two lines by A setter/);
    // Solvers see the rules as the author wrote them, and setters what was understood.
    assert.equal(await page.locator(".head .wording").innerText(), RENBAN);
    assert.equal(await page.getByText(/Confirmed|accounted/).count(), 0);
    await show(page, "Set");
    await page.getByText("Confirmed by the puzzle\u2019s own solution.").waitFor();
    assert.match(await page.locator(".sentence").nth(1).innerText(), /accounted for by Renban/);
    assert.equal(await page.locator(".caution").count(), 0);
    assert.equal(await page.locator("details[open]").count(), 0);
    assert.equal(await label(page, 1, 2, 4), "row 1, column 2, empty, Renban");
    await page.emulateMedia({ media: "print" });
    await page.locator(".printed", { hasText: "Digits on a purple line" }).waitFor();
    assert.ok(await page.locator("p.title").isVisible());
    await page.emulateMedia({ media: "screen" });
    // The texts survive a link, a change of the puzzle and a reload; the reading belongs to the pasted text.
    await show(page, "Share");
    const link = page.getByLabel(/^Link to the puzzle/);
    await page.waitForFunction(() => /#z=/.test(document.querySelector("input[readonly]")?.value ?? ""));
    const hash = new URL(await link.inputValue()).hash;
    await show(page, "Set");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.locator("p.title").waitFor({ state: "detached" });
    await page.evaluate((it) => (location.hash = it), hash);
    await page.locator(".head .wording", { hasText: "Digits on a purple line" }).waitFor();
    await page.getByRole("button", { name: "Restart" }).click();
    await page.waitForTimeout(400);
    await page.reload();
    await page.locator("p.title", { hasText: "by A setter" }).waitFor();
    await page.locator(".head .wording", { hasText: "Digits on a purple line" }).waitFor();
    await close();
  },
);

test("the message of an imported puzzle is shown when the puzzle is solved, also after a reload", async () => {
  const { page, close } = await open();
  await paste(page, JSON.stringify({ ...JSON.parse(purpleLines(RENBAN)), msgcorrect: "Both lines found." }));
  await waitForStatus(page, "one");
  assert.equal(await page.getByText("Both lines found.").count(), 0);
  await show(page, "Analyze");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.getByText("This is the only solution.").first().waitFor();
  await show(page, "Play");
  const message = page.locator(".finish .wording", { hasText: "Both lines found." });
  await message.waitFor();
  await page.waitForTimeout(400);
  await page.reload();
  await message.waitFor();
  await close();
});

test("groups of drawings are shown on the board, and a meaning is chosen, replaced and undone", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" });
  await paste(page, purpleLines(ELEPHANTS));
  await waitForStatus(page, "one");
  await show(page, "Set");
  const caution = page.locator(".caution");
  assert.match(await caution.innerText(), /^One sentence of the rules has no constraint\./);
  const group = page.locator("[data-group]");
  await group.hover();
  for (const [row, column] of [
    [1, 1],
    [1, 3],
    [4, 2],
    [4, 4],
  ])
    assert.match(await label(page, row, column, 4), /highlighted/);
  assert.ok(!/highlighted/.test(await label(page, 2, 2, 4)));
  assert.equal(await group.locator("button svg path.path-purple").count(), 1);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "ignore" }).click();
  await waitForStatus(page, "several");
  await page.getByText("Not confirmed: it has several solutions.").first().waitFor();
  assert.match(await caution.innerText(), /^Not confirmed: it has several solutions\. One sentence/);
  assert.equal(await page.locator(".board path.path-purple").count(), 0);
  // A meaning of one's own, wrong at first.
  await page.locator("summary", { hasText: "Another meaning" }).click();
  await page.getByLabel(/^Constraint without its cells/).fill("Thrmo");
  await page.getByRole("button", { name: "Use this meaning" }).click();
  await page.getByRole("alert").filter({ hasText: "did you mean `Thermo`?" }).waitFor();
  await page.getByLabel(/^Constraint without its cells/).fill("Thermo");
  await page.getByRole("button", { name: "Use this meaning" }).click();
  await waitForStatus(page, "none");
  await page.locator(".board path.thermo").first().waitFor({ state: "attached" });
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Undo" }).click();
  await waitForStatus(page, "one");
  await page.locator('.meanings [aria-pressed="true"]', { hasText: "renban line" }).waitFor();
  // The warning stays with the puzzle until it is dismissed.
  await cell(page, 2, 1, 4).click();
  await page.keyboard.press("3");
  assert.equal(await caution.count(), 1);
  await page.getByRole("button", { name: "Dismiss the warning" }).click();
  assert.equal(await caution.count(), 0);
  await close();
});

test("rules that reverse clues are never read without a warning, on a phone in the dark", async () => {
  const { page, close } = await open({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: "dark",
    bypassCSP: true,
    reducedMotion: "reduce",
  });
  await paste(page, purpleLines(`${SUDOKU} Every clue is wrong.`));
  await page.locator(".caution", { hasText: "clues are wrong" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await show(page, "Set");
  await page.locator(".sentence.open", { hasText: "Every clue is wrong." }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await violations(page), []);
  await close();
});

test("the board shows the drawing of the author, or the constraints that it means", async () => {
  const { page, close } = await open({ colorScheme: "dark", bypassCSP: true, reducedMotion: "reduce" });
  const drawing = JSON.parse(purpleLines(RENBAN));
  const more = {
    ...drawing,
    cages: [
      {
        cells: [
          [0, 2],
          [0, 3],
          [1, 3],
        ],
        value: 9,
      },
    ],
    arrows: [
      {
        color: "#123456",
        thickness: 2,
        wayPoints: [
          [-0.5, -0.5],
          [0.2, 0.2],
        ],
      },
    ],
    underlays: [{ center: [2.5, 0.5], width: 0.8, height: 0.8, rounded: true, backgroundColor: "#ffaa00" }],
    overlays: [
      { center: [1.5, 4.5], text: "7", fontSize: 24 },
      // References to other files are not followed.
      { center: [3.5, 0.5], width: 1, height: 1, backgroundColor: "url(https://example.org/a.svg)" },
    ],
  };
  await paste(page, JSON.stringify(more));
  await page.locator(".board.original").waitFor();
  const strokes = () =>
    page.locator(".board path.ink").evaluateAll((all) => all.map((it) => it.getAttribute("stroke")));
  assert.deepEqual(await strokes(), [null, "#f067f0ff", "#f067f0ff", "#123456", "var(--drawn-given)"]);
  assert.deepEqual(await page.locator(".board text.ink").allTextContents(), ["9", "7"]);
  assert.equal(await page.locator(".board path.path-purple").count(), 0);
  // The labels for screen readers name the constraints.
  assert.match(await label(page, 1, 2, 4), /Renban/);
  const [board, clue] = await Promise.all(
    [".board", ".board text.ink >> nth=1"].map((it) => page.locator(it).boundingBox()),
  );
  assert.ok(clue.x + clue.width <= board.x + board.width, "the clue outside the grid is visible");
  assert.deepEqual(await violations(page), []);
  await show(page, "Set");
  await page.getByLabel("Show the author\u2019s drawing").uncheck();
  await page.locator(".board path.path-purple").first().waitFor({ state: "attached" });
  assert.deepEqual(await strokes(), []);
  await page.getByLabel("Show the author\u2019s drawing").check();
  // Digits, candidates, a reload and a link keep it.
  const drawn = [null, "#f067f0ff", "#f067f0ff", "#123456", "var(--drawn-given)"];
  await cell(page, 3, 1, 4).click();
  await page.keyboard.press("2");
  await show(page, "Play");
  await cell(page, 2, 1, 4).click();
  await page.keyboard.press("Control+3");
  assert.deepEqual(await strokes(), drawn);
  await page.reload();
  await page.locator(".board.original").waitFor();
  assert.deepEqual(await strokes(), drawn);
  assert.equal(await label(page, 3, 1, 4), "row 3, column 1, given 2");
  await page.getByRole("button", { name: "Restart" }).click();
  assert.deepEqual(await strokes(), drawn);
  await show(page, "Share");
  await page.waitForFunction(() => /#z=/.test(document.querySelector("input[readonly]")?.value ?? ""));
  const link = await page.getByLabel(/^Link to the puzzle/).inputValue();
  const other = await open({}, new URL(link).hash);
  await other.page.locator(".board.original path.ink").first().waitFor({ state: "attached" });
  await other.close();
  // A change of the puzzle shows its constraints, since the drawing may no longer be right.
  await show(page, "Constraints");
  await page.getByRole("button", { name: "anti-knight" }).click();
  await page.locator(".board.original").waitFor({ state: "detached" });
  await close();
});

test("the drawing of an f-puzzles puzzle is shown with its constraints, and paths of SudokuPad are drawn", async () => {
  const { page, close } = await open();
  await paste(
    page,
    JSON.stringify({
      size: 4,
      grid: Array(4).fill(Array(4).fill({})),
      thermometer: [{ lines: [["R1C1", "R1C2"]] }],
      line: [{ lines: [["R3C1", "R3C2", "R4C3"]], outlineC: "#38de00", width: 0.3 }],
      text: [{ cells: ["R0C2"], value: "<7", fontC: "#000000", size: 0.5 }],
    }),
  );
  await page.locator('.board.original path.ink[stroke="#38de00"]').waitFor({ state: "attached" });
  assert.deepEqual(await page.locator(".board text.ink").allTextContents(), ["<7"]);
  assert.equal(await page.locator(".board path.thermo").count(), 1);
  const [board, clue] = await Promise.all(
    [".board", ".board text.ink"].map((it) => page.locator(it).boundingBox()),
  );
  assert.ok(clue.y >= board.y, "the text above the grid is visible");
  const cells = Array(4).fill(Array(4).fill({}));
  await paste(page, JSON.stringify({ cells, lines: [{ d: "M0 0L64 64", color: "#ff0000", thickness: 4 }] }));
  const path = page.locator('.board path.ink[stroke="#ff0000"]');
  await path.waitFor({ state: "attached" });
  // A path has 64 units per cell, and the board 60.
  assert.equal(await path.getAttribute("transform"), "scale(0.9375)");
  await close();
});

test("the drawing in a packed link of SudokuPad is shown", async () => {
  const { page, close } = await open();
  await paste(page, ".Shape~4x4.Renban~R1C1~R1C2~R1C3.WhiteDot~R4C1~R4C2");
  await waitForStatus(page);
  await show(page, "Share");
  const pad = page.getByRole("link", { name: "SudokuPad" });
  await pad.waitFor();
  await paste(page, await pad.getAttribute("href"));
  await page.locator(".board.original path.ink").first().waitFor({ state: "attached" });
  await close();
});

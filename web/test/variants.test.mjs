// Tests variants in the page: texts and links of other programs, the Constraints tab, live analysis, hints,
// pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import {
  cell,
  examples,
  label,
  matchesBaseline,
  open,
  openForm,
  paste,
  saved,
  settled,
  show,
  violations,
  waitForStatus,
} from "./site.mjs";

/** A thermometer puzzle in constraint text. */
const THERMO =
  ".~R1C2_4~R1C8_1~R2C1_2~R2C9_6~R8C1_9~R8C9_2~R9C2_1~R9C8_9.Thermo~R9C4~R8C3~R7C2~R6C1~R5C2~R4C3.Thermo~R4C1~R3C2~R2C3~R1C4~R2C5~R3C6.Thermo~R1C6~R2C7~R3C8~R4C9~R5C8~R6C7.Thermo~R6C9~R7C8~R8C7~R9C6~R8C5~R7C4";
/** A puzzle with constraints of many kinds. */
const MANY =
  ".~R1C5_1.Whisper~R8C1~R7C1~R7C2~R8C3~R9C3~R9C2.Renban~R2C7~R2C8~R3C9.Thermo~R5C2~R4C2~R3C3~R2C3~R2C4.Arrow~R6C6~R6C7~R7C8~R8C8.Cage~14~R4C4~R4C5~R5C4.WhiteDot~R7C4~R7C5.X~R1C1~R1C2.V~R1C8~R2C8.Quad~R3C6~1~2~5.LittleKiller~24~R2C1.Sandwich~25~R2.Skyscraper~R9~~3.Even~R5C6.Odd~R6C3.RegionSumLine~R4C7~R4C8~R5C8~R6C8.Between~R8C6~R9C6~R9C7";
/** A killer that techniques can solve. Its solution is 1234, 3412, 2143, 4321. */
const KILLER =
  ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R2C3.Cage~6~R1C4~R2C4.Cage~7~R2C1~R2C2.Cage~6~R3C1~R4C1.Cage~4~R3C2~R4C2.Cage~7~R3C3~R3C4.Cage~3~R4C3~R4C4";
const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Returns the puzzle in a text format, as the page exports it. */
async function written(page, form) {
  await show(page, "Share");
  await page.getByLabel("Text format").selectOption(form);
  const text = page.getByRole("textbox", { name: "Puzzle as text" });
  await page.waitForFunction(
    (it) => document.querySelector('[aria-label="Puzzle as text"]').value.startsWith(it),
    form === "iss" ? "." : "http",
  );
  return text.inputValue();
}

test("links of each supported program can be opened", async () => {
  const { page, close } = await open();
  await paste(page, `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${encodeURIComponent(THERMO)}`);
  await waitForStatus(page, "one");
  assert.equal(await label(page, 9, 4), "row 9, column 4, empty, Thermo");
  assert.ok((await page.locator(".board path.thermo").count()) > 0);
  const fpuzzles = await written(page, "fpuzzles-link");
  const iss = await written(page, "iss");
  const packed = decodeURIComponent(new URL(fpuzzles).search.slice("?load=".length));
  for (const link of [
    fpuzzles,
    `https://sudokupad.app/fpuzzles${encodeURIComponent(packed)}`,
    `https://sudokupad.app/scl${packed}`,
  ]) {
    await show(page, "Set");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await waitForStatus(page, "several");
    await paste(page, link);
    await waitForStatus(page, "one");
    assert.equal(await written(page, "iss"), iss, link.slice(0, 40));
  }
  const regions = [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ].map(([row, col]) => [
    [row, col],
    [row, col + 1],
    [row + 1, col],
    [row + 1, col + 1],
  ]);
  const pad = {
    id: "x",
    cellSize: 50,
    cells: Array(4).fill(Array(4).fill({})),
    regions,
    cages: [
      { value: "title: A pad" },
      {
        cells: [
          [0, 0],
          [0, 1],
        ],
        unique: true,
        sum: 5,
        value: "5",
      },
    ],
  };
  await paste(page, `https://sudokupad.app/scl${encodeURIComponent(JSON.stringify(pad))}`);
  await page.locator("p.title", { hasText: "A pad" }).waitFor();
  // The drawing arrives after the title.
  await page.locator('[aria-label="row 1, column 1, empty, Cage 5"]').waitFor({ state: "attached" });
  await paste(page, `https://www.sudokuwiki.org/sudoku.htm?bd=${CLASSIC}`);
  await show(page, "Set");
  await page
    .getByText(/HoDoKu/)
    .first()
    .waitFor();
  await waitForStatus(page, "one");
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  await close();
});

test("links open a variant in other programs; what they cannot represent is stated", async () => {
  const { page, close } = await open();
  await paste(page, THERMO);
  await waitForStatus(page, "one");
  await show(page, "Share");
  const addresses = [];
  for (const name of ["SudokuPad", "SudokuMaker", "f-puzzles"])
    addresses.push(await page.getByRole("link", { name: `Open in ${name}` }).getAttribute("href"));
  const iss = await written(page, "iss");
  for (const address of addresses) {
    await show(page, "Set");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await waitForStatus(page, "several");
    await paste(page, address);
    await waitForStatus(page, "one");
    assert.equal(await written(page, "iss"), iss, address.slice(0, 40));
  }
  await paste(page, ".Shape~4x4~0-3.Nabner~R1C1~R1C2~R1C3");
  // Loading a puzzle closes the panel, so it must be over before the panel is opened.
  await waitForStatus(page, "none");
  await show(page, "Share");
  for (const name of ["SudokuPad", "SudokuMaker", "f-puzzles"])
    await page.getByText(`${name} cannot represent this puzzle`).waitFor();
  assert.equal(await page.getByRole("link", { name: "Open in SudokuPad" }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await close();
});

test("other programs get the pasted text itself as long as the puzzle is unchanged, and classic puzzles have links", async () => {
  const { page, close } = await open();
  const fpuzzles = JSON.stringify({
    size: 4,
    grid: Array(4).fill(Array(4).fill({})),
    thermometer: [{ lines: [["R1C1", "R1C2"]] }],
  });
  const pad = {
    id: "own",
    cellSize: 50,
    cells: Array(4).fill(Array(4).fill({})),
    regions: [0, 2, 8, 10].map((at) => [0, 1, 4, 5].map((by) => [Math.floor((at + by) / 4), (at + by) % 4])),
    cages: [
      { value: "title: Kept" },
      {
        cells: [
          [0, 0],
          [0, 1],
        ],
        unique: true,
        sum: 5,
        value: "5",
      },
    ],
    settings: { conflictchecker: 1 },
  };
  const originals = [
    ["SudokuPad", `https://sudokupad.app/scl${encodeURIComponent(JSON.stringify(pad))}`],
    ["f-puzzles", `https://www.f-puzzles.com/?load=${encodeURIComponent(fpuzzles)}`],
  ];
  const address = async (name) => {
    await show(page, "Share");
    return page.getByRole("link", { name: `Open in ${name}` }).getAttribute("href");
  };
  for (const [name, text] of originals) {
    await paste(page, text);
    await page.locator(".board.original, .board .drawn.thermo").first().waitFor({ state: "attached" });
    await waitForStatus(page, "several");
    assert.equal(await address(name), text);
    if (name === "f-puzzles")
      assert.equal(
        await address("SudokuPad"),
        `https://sudokupad.app/fpuzzles${encodeURIComponent(fpuzzles)}`,
      );
    // Progress, a reload and undo keep it; a given does not.
    await show(page, "Play");
    await cell(page, 4, 4, 4).click();
    await page.keyboard.press("1");
    await settled(page);
    await page.waitForTimeout(300);
    await page.reload();
    await settled(page);
    assert.equal(await address(name), text);
    await show(page, "Set");
    await cell(page, 3, 3, 4).click();
    await page.keyboard.press("2");
    assert.notEqual(await address(name), text);
    await show(page, "Set");
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await address(name), text);
  }
  // Links of classic puzzles contain exactly their givens.
  for (const name of ["SudokuPad", "SudokuMaker", "f-puzzles"]) {
    await paste(page, CLASSIC);
    await waitForStatus(page, "one");
    await show(page, "Share");
    await page.getByRole("button", { name: "Links for other programs" }).click();
    const link = await page.getByRole("link", { name: `Open in ${name}` }).getAttribute("href");
    await paste(page, ".".repeat(81));
    await paste(page, link);
    await waitForStatus(page, "one");
    const labels = await page
      .locator("[data-cell]")
      .evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
    assert.equal(labels.map((it) => /given (\d)/.exec(it)?.[1] ?? ".").join(""), CLASSIC);
  }
  await close();
});

test("a puzzle with unsupported parts lists all of them and loads nothing", async () => {
  const { page, close } = await open({}, `#p=${CLASSIC}`);
  await waitForStatus(page, "one");
  await paste(
    page,
    JSON.stringify({ size: 4, grid: Array(4).fill(Array(4).fill({})), snake: [1], whatever: [2] }),
  );
  const notice = page.locator(".notice");
  await notice.waitFor();
  assert.match(await notice.innerText(), /Nothing loaded:[^]*snake[^]*whatever/);
  await paste(page, ".Shape~4x4.Wibble~R1C1.Thermo~R9C9");
  await page.locator(".notice", { hasText: /Wibble/ }).waitFor();
  assert.match(await notice.innerText(), /Wibble[^]*R9C9/);
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  await close();
});

test("constraints are added, analyzed immediately, reported if they conflict, and removed", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Puzzle");
  await page.getByLabel("Size").selectOption("4");
  await openForm(page);
  await page.getByLabel("Kind").locator("option").first().waitFor({ state: "attached" });
  const kinds = await page.getByLabel("Kind").locator("option").count();
  assert.ok(kinds >= 80, `${kinds} kinds`);
  const drag = async (from, to) => {
    const [one, two] = [
      await page.locator(`[data-cell="${from}"]`).boundingBox(),
      await page.locator(`[data-cell="${to}"]`).boundingBox(),
    ];
    await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
    await page.mouse.down();
    await page.mouse.move(two.x + two.width / 2, two.y + two.height / 2, { steps: 9 });
    await page.mouse.up();
  };
  await drag(0, 3);
  await page.getByText("Thermometer: digits strictly increase from the bulb end.").first().waitFor();
  await page.getByRole("button", { name: "Add Thermo" }).click();
  await page.getByRole("button", { name: "Remove Thermo R1C1 R1C2 R1C3 R1C4" }).waitFor();
  await page.locator(".status", { hasText: /Several solutions: 12\./ }).waitFor();
  await page.getByLabel("Kind").selectOption("Cage");
  await drag(4, 5);
  await page.getByLabel("sum", { exact: true }).fill("4");
  await page.getByRole("button", { name: "Add Cage" }).click();
  await waitForStatus(page, "none");
  await page.locator(".status", { hasText: /These constraints conflict: .*Cage 4/ }).waitFor();
  assert.match(await label(page, 2, 1, 4), /Cage 4, conflict/);
  await page.getByRole("button", { name: /Remove Cage 4/ }).click();
  await waitForStatus(page, "several");
  await page.getByLabel("Kind").selectOption("AntiKing");
  await page.getByRole("button", { name: "Add AntiKing" }).click();
  await page
    .getByText(/Anti-king: cells that share an edge or a corner do not contain the same digit/)
    .last()
    .waitFor();
  // An invalid constraint is reported and changes nothing.
  await page.getByLabel("Constraint text (editable)").fill(".Thermo~R9C9.Wibble");
  await page.getByRole("button", { name: "Add AntiKing" }).click();
  await page.locator(".trouble", { hasText: /Wibble/ }).waitFor();
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await page.locator(".board path.thermo").count(), 0);
  await close();
});

test("digits that violate a constraint are reported; true candidates and solutions of a variant are shown", async () => {
  const { page, close } = await open({}, `#p=${encodeURIComponent(THERMO)}`);
  await waitForStatus(page, "one");
  const press = async (cell, key) => {
    await page.locator(`[data-cell="${cell}"]`).click();
    await page.keyboard.press(key);
  };
  for (const [cell, key] of [
    [75, "5"],
    [65, "4"],
    [55, "6"],
    [45, "7"],
    [37, "8"],
    [29, "3"],
  ])
    await press(cell, key);
  await page.locator('.cells [aria-label*="conflict"]').first().waitFor({ state: "attached" });
  await show(page, "Learn");
  await page.getByText(/Thermo: R9C4 has 5 and R8C3 has 4/).waitFor();
  await page.getByRole("button", { name: "Check my grid" }).click();
  await page
    .getByText(/of your digits are wrong/)
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Restart" }).click();
  await show(page, "Analyze");
  await page.getByRole("button", { name: "True candidates" }).click();
  await page
    .getByText("The candidates are the digits that occur in at least one solution.")
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.getByText("This is the only solution.").first().waitFor({ timeout: 60_000 });
  assert.match(await label(page, 9, 4), /row 9, column 4, \d, Thermo/);
  await page.reload();
  await settled(page);
  assert.match(await label(page, 9, 4), /row 9, column 4, \d, Thermo/);
  await close();
});

test(
  "rectangular grids, values from 0, and clues outside the grid are drawn, exported and printed",
  needs("downloads"),
  async () => {
    const { page, close } = await open();
    await paste(page, ".Shape~4x6~0-5~Raw.AllDifferent~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6.Thermo~R2C1~R2C2~R2C3");
    await waitForStatus(page, "several");
    await page.locator(".board .drawn.thermo").first().waitFor({ state: "attached" });
    await show(page, "Set");
    await page.locator('[data-cell="6"]').click();
    await page.getByRole("button", { name: "digit 0" }).click();
    assert.equal(await label(page, 2, 1, 6), "row 2, column 1, given 0, Thermo");
    await page.locator('[data-cell="6"]').click();
    await page.keyboard.press("End");
    await page.keyboard.press("5");
    assert.equal(await label(page, 2, 6, 6), "row 2, column 6, given 5");
    await paste(page, ".Shape~6x6.Sandwich~9~R2.XSum~C4~6.LittleKiller~14~R2C1.Skyscraper~R2~3~2");
    await page.locator("text.clue", { hasText: "14" }).waitFor();
    // The ARIA grid covers the drawn grid exactly.
    const [cells, paper] = [
      await page.locator(".cells").boundingBox(),
      await page.locator(".board rect.paper").boundingBox(),
    ];
    for (const side of ["x", "y", "width", "height"])
      assert.ok(Math.abs(cells[side] - paper[side]) < 2, `${side}: ${cells[side]} and ${paper[side]}`);
    await show(page, "Share");
    assert.match((await saved(page, "SVG")).toString(), /Sudoku variant, 6 by 6[^]*>14<[^]*Sandwich:/);
    assert.equal((await saved(page, "PDF")).subarray(0, 8).toString(), "%PDF-1.7");
    await page.waitForFunction(() => document.querySelector("input[readonly]")?.value.includes("#z="));
    const link = new URL(await page.locator("input[readonly]").inputValue());
    const other = await open({}, link.hash);
    await other.page.locator("text.clue", { hasText: "14" }).waitFor();
    await other.close();
    await close();
  },
);

/** Waits for a new text of a hint, and not for the one that is shown while the search continues. Returns it. */
async function nextHint(page, before) {
  await page.waitForFunction((known) => {
    const text = document.querySelector(".result")?.innerText.trim();
    return text && text !== known && !text.startsWith("No step is known yet");
  }, before);
  return (await page.locator(".result").first().innerText()).trim();
}

test("hints for a killer have three depths, are drawn, and can be applied step by step, by keyboard alone", async () => {
  const { page, close } = await open();
  await paste(page, KILLER);
  await waitForStatus(page, "one");
  await cell(page, 1, 1, 4).focus();
  const texts = [""];
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press("h");
    texts.push(await nextHint(page, texts.at(-1)));
  }
  assert.match(texts[1], /^Look at .+\.$/);
  assert.match(texts[2], /^[A-Z].+: .+\.$/);
  assert.ok(texts[3].startsWith(texts[2]) && texts[3].length > texts[2].length, texts.join(" | "));
  assert.ok(!texts.some((it) => it.includes("~")), texts.join(" | "));
  await page.locator(".drawn.put, .drawn.eliminated").first().waitFor({ state: "attached" });
  assert.ok((await page.locator(".board path.house").count()) > 0);
  assert.ok((await page.locator(".board path.cage").count()) > 0);
  // Each applied step changes the grid, until it is solved.
  const grid = () =>
    page
      .locator("[data-cell]")
      .evaluateAll((cells) =>
        cells.map((it) => it.getAttribute("aria-label").replace(/, (Cage|highlighted).*/, "")).join("; "),
      );
  const take = page.getByRole("button", { name: "Apply step" });
  for (let taken = 0; ; taken++) {
    assert.ok(taken < 60, await grid());
    const before = await grid();
    await take.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (known) =>
        [...document.querySelectorAll("[data-cell]")]
          .map((it) => it.getAttribute("aria-label").replace(/, (Cage|highlighted).*/, ""))
          .join("; ") !== known,
      before,
    );
    if (!(await grid()).includes("empty")) break;
    await page.getByRole("button", { name: "Similar steps" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("button:not([disabled])", { hasText: "Apply step" }).waitFor();
  }
  const solution = ["1234", "3412", "2143", "4321"].join("");
  assert.equal((await grid()).replace(/row \d, column \d, (\d)(; )?/g, "$1"), solution);
  await page.keyboard.press("h");
  await page.getByText("The grid is complete and correct.").first().waitFor();
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByRole("button", { name: "Show solution path" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".result", { hasText: /^Solved in \d+ steps\.$/ }).waitFor();
  await page.locator(".steps button").first().focus();
  const first = await page.locator(".result.why").innerText();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((known) => document.querySelector(".result.why")?.innerText !== known, first);
  await show(page, "Share");
  const second = await page.locator(".steps button").nth(1).textContent();
  const svg = (await saved(page, "SVG")).toString();
  assert.ok(
    svg.includes("Sudoku variant, 4 by 4") && svg.includes(second.trim().replace(/^\d+ /, "").split(":")[0]),
    second,
  );
  await close();
});

test("the solution path of a thermometer puzzle is shown and its digits are checked, by touch", async () => {
  const { page, close } = await open(
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    `#p=${encodeURIComponent(THERMO)}`,
  );
  await waitForStatus(page, "one");
  await show(page, "Learn");
  await page.getByText("Ratings are available for classic 9\u00d79 puzzles only.").waitFor();
  await page.getByRole("button", { name: "Show solution path" }).tap();
  await page
    .locator(".result", { hasText: /(Solved in|No technique applies after) \d+ steps\.$/ })
    .waitFor({ timeout: 60_000 });
  await page.locator(".steps button", { hasText: "Thermometer" }).first().tap();
  await page.locator(".drawn.eliminated").first().waitFor({ state: "attached" });
  // One path draws all cells of the step.
  const cells = await page.locator(".board path.house").getAttribute("d");
  assert.ok(cells.split("M").length > 6, cells);
  await page.getByRole("button", { name: "Apply step" }).tap();
  await page.waitForFunction(() =>
    /centre/.test(document.querySelector('[aria-label*="centre"]')?.ariaLabel ?? ""),
  );
  // A wrong digit is reported instead of a step.
  await page.getByRole("button", { name: "Undo" }).tap();
  await cell(page, 9, 4).tap();
  await page.getByRole("button", { name: "digit 8" }).tap();
  await page.getByRole("button", { name: "Hint: where?" }).tap();
  await page.locator(".result", { hasText: "1 of your digits is wrong." }).waitFor();
  assert.match(await label(page, 9, 4), /highlighted/);
  await close();
});

test("hints support values from 0 and rectangular grids", async () => {
  const { page, close } = await open();
  const texts = [
    ".Shape~4x4~0-3.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_2~R3C1_3",
    ".Shape~4x6~1-6~Raw.AllDifferent~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6.Thermo~R2C1~R2C2~R2C3~R2C4~R2C5~R2C6",
  ];
  for (const text of texts) {
    await paste(page, text);
    await waitForStatus(page, "one", "several");
    await page.locator(".board .drawn.thermo").waitFor({ state: "attached" });
    await show(page, "Learn");
    await page.getByRole("button", { name: /^Hint/ }).click();
    await page.locator(".result p").first().waitFor();
  }
  await close();
});

test("every example of the catalogue is drawn with colours from the style sheet", async () => {
  const { page, close } = await open();
  const texts = await examples();
  assert.ok(texts.length >= 85, `${texts.length} examples`);
  for (const text of texts) {
    await show(page, "Set");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.locator(".board .variant .drawn").first().waitFor({ state: "detached" });
    await paste(page, text);
    await page.locator(".board .variant .drawn").first().waitFor({ state: "attached" });
    const bare = await page.locator(".board .drawn").evaluateAll((parts) =>
      parts
        // Only print shows the names of lines.
        .filter((it) => !it.classList.contains("linename"))
        .filter((it) => getComputedStyle(it).fill === "none" && getComputedStyle(it).stroke === "none")
        .map((it) => it.getAttribute("class")),
    );
    assert.deepEqual(bare, [], text);
  }
  await close();
});

test("screenshots of a variant match the baseline", async () => {
  for (const [name, options] of [
    ["variant", { colorScheme: "light" }],
    ["variant-dark", { colorScheme: "dark" }],
  ]) {
    const { page, close } = await open(
      { ...options, bypassCSP: true, reducedMotion: "reduce" },
      `#p=${encodeURIComponent(MANY)}`,
    );
    await waitForStatus(page, "several");
    await page.locator("text.clue", { hasText: "24" }).waitFor();
    await show(page, "Constraints");
    await settled(page);
    await matchesBaseline(page, await page.locator(".board").screenshot(), name);
    await close();
  }
});

test("axe finds no accessibility violations with a variant, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(
      { colorScheme, bypassCSP: true, reducedMotion: "reduce" },
      `#p=${encodeURIComponent(THERMO)}`,
    );
    await waitForStatus(page, "one");
    await show(page, "Constraints");
    await openForm(page);
    await page.getByRole("button", { name: /Add Thermo/ }).waitFor();
    assert.deepEqual(await violations(page), [], colorScheme);
    await close();
  }
});

test("variants are analyzed offline after a first one", async () => {
  const { page, context, close } = await open({}, `#p=${encodeURIComponent(KILLER)}`);
  await waitForStatus(page, "one");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().some(({ url }) => url.includes("farandole-variants"));
  });
  await context.setOffline(true);
  await page.reload();
  await paste(page, THERMO);
  await waitForStatus(page, "one");
  await close();
});

test("holes are not cells: nothing is drawn, entered or selected there", async () => {
  const { page, close } = await open();
  const text =
    ".Shape~4x4~4~Raw.Holes~R1C1~R2C2~R2C3~R3C2.AllDifferent~R1C2~R1C3~R1C4.AllDifferent~R4C1~R4C2~R4C3~R4C4.Thermo~R2C1~R3C1~R4C1";
  await paste(page, text);
  await waitForStatus(page, "several");
  await page.locator('[aria-label="row 2, column 2, no cell"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("[data-cell]").count(), 12);
  assert.equal(await page.locator(".board rect.paper").count(), 12);
  // The first cell is a hole, so the next one is selected. Arrow keys skip holes.
  await page.locator('[data-cell="1"][aria-selected="true"]').waitFor({ state: "attached" });
  await page.locator('[data-cell="4"]').click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("3");
  assert.equal(await label(page, 2, 4, 4), "row 2, column 4, 3");
  await page.keyboard.press("Control+ArrowUp");
  await page.keyboard.press("Control+a");
  assert.equal(await page.locator('.cells [aria-selected="true"]').count(), 12);
  // A click on a hole changes nothing.
  const [one, two] = [
    await page.locator('[data-cell="4"]').boundingBox(),
    await page.locator('[data-cell="7"]').boundingBox(),
  ];
  await page.mouse.click((one.x + two.x + two.width) / 2 - one.width / 2, one.y + one.height / 2);
  assert.equal(await page.locator('.cells [aria-selected="true"]').count(), 12);
  await show(page, "Analyze");
  await page.getByRole("button", { name: "True candidates" }).click();
  await page
    .getByText("The candidates are the digits that occur in at least one solution.")
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.getByText("This is one of several solutions.").first().waitFor({ timeout: 60_000 });
  assert.equal(await page.locator(".board text.placed").count(), 12);
  assert.deepEqual(await violations(page), []);
  await close();
});

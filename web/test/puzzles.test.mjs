// Tests that all parts of a puzzle are preserved (candidates, overlapping grids, titles, constraints,
// solutions), and the selection of cells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { needs } from "./browser.mjs";
import { cell, label, open, paste, saved, show, violations, waitForStatus } from "./site.mjs";

const read = (path) => readFile(new URL(`../../testdata/${path}`, import.meta.url), "utf8");
const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/** Returns a puzzle from the examples of Interactive Sudoku Solver, by the beginning of its name. */
async function published(name) {
  const line = (await read("variants/iss.tsv")).split("\n").find((it) => it.startsWith(name));
  return line.split("\t")[1];
}

/** Returns a sample of overlapping grids, and its solution. */
async function overlapping(name) {
  const parts = (await read("variants/overlapping.txt"))
    .split("\n\n")
    .filter((part) => !part.startsWith("#"));
  const at = parts.indexOf(name);
  return parts.slice(at + 1, at + 3);
}

const count = (page, selector) => page.locator(selector).count();
const solve = async (page) => {
  await show(page, "Analyze");
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await page.locator("p.result", { hasText: "This is the only solution." }).waitFor({ timeout: 60_000 });
};
const linkOf = async (page) => {
  await show(page, "Share");
  await page.waitForFunction(() => document.querySelector("input[readonly]")?.value.includes("#"));
  return new URL(await page.locator("input[readonly]").inputValue()).hash;
};

/** Returns the puzzle as text, once it has been written. */
const textOf = async (page) => {
  const text = page.getByRole("textbox", { name: "Puzzle as text" });
  await page.waitForFunction(() => document.querySelector('[aria-label="Puzzle as text"]').value);
  return text.inputValue();
};

test(
  "candidates of a puzzle are shown, counted, solved, linked, saved, exported and undone",
  needs("downloads"),
  async () => {
    const { page, close } = await open();
    const text = await published("Pencilmark sudoku 2");
    await paste(page, text);
    await waitForStatus(page, "one");
    await show(page, "Set");
    await page.getByText("candidates in 44 cells").waitFor();
    await show(page, "Play");
    assert.equal(await label(page, 1, 2), "row 1, column 2, empty, can be 2 3 4 5 6 7 8");
    assert.equal(
      await page.locator(".board text.allowed").count(),
      [...text].filter((c, at) => c !== "." && text.slice(at - (at % 9), at - (at % 9) + 9).includes("."))
        .length,
    );
    assert.deepEqual(await violations(page), []);
    // The user's candidates replace those of the puzzle, until the grid is restarted.
    await cell(page, 1, 2).click();
    await page.keyboard.press("Control+2");
    assert.equal(await label(page, 1, 2), "row 1, column 2, empty, can be 2 3 4 5 6 7 8, centre 2");
    await page.getByRole("button", { name: "Restart" }).click();
    await show(page, "Learn");
    await page.getByRole("button", { name: /^Hint/ }).click();
    await page.locator(".result p").first().waitFor();
    assert.doesNotMatch(await page.locator(".result").first().innerText(), /several/);
    const hash = await linkOf(page);
    const other = await open({}, hash);
    await waitForStatus(other.page, "one");
    assert.equal(await label(other.page, 1, 2), "row 1, column 2, empty, can be 2 3 4 5 6 7 8");
    await other.page.reload();
    await waitForStatus(other.page, "one");
    assert.equal(await label(other.page, 1, 2), "row 1, column 2, empty, can be 2 3 4 5 6 7 8");
    await other.close();
    assert.equal(await textOf(page), text);
    await page.getByLabel("Text format").selectOption("line");
    await page.waitForFunction(() =>
      /candidates/.test(document.querySelector('[aria-label="Puzzle as text"]').value),
    );
    assert.ok((await saved(page, "SVG")).toString().match(/<\/text>/g).length > 200);
    await solve(page);
    assert.doesNotMatch(await label(page, 1, 2), /empty/);
    for (let i = 0; i < 4; i++)
      if (await page.getByRole("button", { name: "Undo" }).isEnabled())
        await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await label(page, 1, 2), "row 1, column 2, empty");
    await page.getByRole("button", { name: "Redo" }).click();
    assert.equal(await label(page, 1, 2), "row 1, column 2, empty, can be 2 3 4 5 6 7 8");
    await close();
  },
);

test("overlapping grids are drawn, played, solved, linked and exported completely", async () => {
  const { page, close } = await open();
  const [puzzle, solution] = await overlapping("samurai");
  const digits = (text) =>
    text
      .split("\n")
      .slice(1)
      .flatMap((line) => line.split(" ").map((c) => Number(c) || 0));
  await paste(page, puzzle);
  await waitForStatus(page, "one");
  await show(page, "Set");
  await page.getByText("116 givens").waitFor();
  await show(page, "Play");
  assert.equal(await count(page, "[data-cell]"), 369);
  assert.equal(await count(page, ".board rect.paper"), 369);
  assert.equal(await count(page, ".board text.given"), 116);
  // Enter a conflicting digit into a grid other than the first.
  const row = digits(puzzle).slice(20 * 21 + 12, 21 * 21);
  const [empty, there] = [row.indexOf(0) + 12, row.find(Boolean)];
  await cell(page, 21, empty + 1, 21).click();
  await page.keyboard.press(String(there));
  await page.locator('.cells [aria-label*="conflict"]').first().waitFor({ state: "attached" });
  assert.match(await label(page, 21, empty + 1, 21), /conflict/);
  await page.keyboard.press("Control+z");
  const hash = await linkOf(page);
  assert.equal(
    (await textOf(page)).split(/\s+/).slice(2).join(" "),
    puzzle.trim().split(/\s+/).slice(2).join(" "),
  );
  const other = await open({}, hash);
  await waitForStatus(other.page, "one");
  assert.equal(await count(other.page, ".board text.given"), 116);
  await other.close();
  await solve(page);
  const shown = await page
    .locator("[data-cell]")
    .evaluateAll((cells) =>
      cells.map((it) => [
        Number(it.dataset.cell),
        Number(/(\d)$/.exec(it.ariaLabel ?? it.getAttribute("aria-label"))?.[1]),
      ]),
    );
  const wanted = digits(solution);
  assert.equal(shown.length, wanted.filter(Boolean).length);
  for (const [at, digit] of shown) assert.equal(digit, wanted[at], `index ${at}`);
  await page.getByText("Solved: every digit is correct.").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
});

test(
  "every layout of overlapping grids is drawn, hinted, printed and solved completely",
  needs("downloads"),
  async () => {
    const { page, close } = await open();
    const parts = (await read("variants/overlapping.txt"))
      .split("\n\n")
      .filter((part) => !part.startsWith("#"));
    const layouts = parts.flatMap((part, at) => (/^[a-z]/.test(part) ? [parts.slice(at, at + 3)] : []));
    assert.ok(layouts.length >= 15, `${layouts.length} layouts`);
    for (const [name, puzzle, solution] of layouts) {
      const digits = solution
        .split("\n")
        .slice(1)
        .flatMap((line) =>
          line
            .trim()
            .split(/\s+/)
            .map((c) => Number(c) || 0),
        );
      const columns = Number(/^\d+ (\d+)/.exec(solution)[1]);
      await paste(page, puzzle);
      await waitForStatus(page, "one");
      const cells = await page
        .locator("[data-cell]")
        .evaluateAll((all) => all.map((it) => Number(it.dataset.cell)));
      assert.deepEqual(
        cells,
        digits.flatMap((digit, at) => (digit ? [at] : [])),
        name,
      );
      // A search names a cell, since techniques are for single grids.
      await show(page, "Learn");
      await page.getByRole("button", { name: "Hint: where?" }).click();
      const result = page.locator(".result").first();
      await result.filter({ hasText: `overlapping grids (${name.replace(/-\d$/, "")}` }).waitFor();
      await page.getByRole("button", { name: "Hint: what?" }).click();
      const what = /A search shows that r(\d+)c(\d+) is (\d)\.$/;
      await result.filter({ hasText: what }).waitFor();
      const [row, column, digit] = what
        .exec(await result.innerText())
        .slice(1)
        .map(Number);
      assert.equal(digits[(row - 1) * columns + column - 1], digit, name);
      await show(page, "Share");
      const givens = await count(page, ".board text.given");
      const drawn = (await saved(page, "SVG")).toString().match(/>\d<\/text>/g).length;
      assert.equal(drawn, givens, name);
      await solve(page);
      const shown = await page
        .locator("[data-cell]")
        .evaluateAll((all) => all.map((it) => Number(/(\d)$/.exec(it.getAttribute("aria-label"))?.[1])));
      assert.deepEqual(
        shown,
        cells.map((at) => digits[at]),
        name,
      );
    }
    await close();
  },
);

test(
  "a fast drag in three moves selects all nine cells of a row, by mouse and by touch",
  needs("touch"),
  async () => {
    const { page, close } = await open({ hasTouch: true });
    await show(page, "Play");
    await waitForStatus(page, "several");
    const middle = async (column) => {
      const box = await cell(page, 1, column).boundingBox();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const stops = [await middle(1), await middle(4), await middle(6), await middle(9)];
    const selected = () =>
      page
        .locator('.cells [aria-selected="true"]')
        .evaluateAll((cells) => cells.map((it) => Number(it.dataset.cell)));
    // All events are sent before the page is rendered again.
    await page.evaluate((points) => {
      const grid = document.querySelector(".cells");
      grid.setPointerCapture = () => {};
      const send = (type, { x, y }) =>
        grid.dispatchEvent(
          new PointerEvent(type, {
            clientX: x,
            clientY: y,
            button: 0,
            pointerId: 1,
            bubbles: true,
            cancelable: true,
          }),
        );
      send("pointerdown", points[0]);
      for (const point of points.slice(1)) send("pointermove", point);
      send("pointerup", points.at(-1));
    }, stops);
    assert.deepEqual(await selected(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await cell(page, 5, 5).click();
    await page.mouse.move(stops[0].x, stops[0].y);
    await page.mouse.down();
    for (const { x, y } of stops.slice(1)) await page.mouse.move(x, y);
    await page.mouse.up();
    assert.deepEqual(await selected(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await cell(page, 5, 5).click();
    const session = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [stops[0]]);
    for (const stop of stops.slice(1)) await touch("touchMove", [stop]);
    await touch("touchEnd", []);
    assert.deepEqual(await selected(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await close();
  },
);

test(
  "a diagonal drag that misses the centres of the cells selects exactly the diagonal",
  needs("touch"),
  async () => {
    const { page, close } = await open({ hasTouch: true });
    await show(page, "Play");
    await waitForStatus(page, "several");
    const selected = () =>
      page
        .locator('.cells [aria-selected="true"]')
        .evaluateAll((cells) => cells.map((it) => Number(it.dataset.cell)));
    const diagonal = Array.from({ length: 9 }, (_, i) => 10 * i);
    const [first, last] = [await cell(page, 1, 1).boundingBox(), await cell(page, 9, 9).boundingBox()];
    const session = await page.context().newCDPSession(page);
    for (const [dx, dy] of [
      [15, 0],
      [0, 15],
      [-15, 0],
      [10.6, -10.6],
      [-10.6, 10.6],
    ]) {
      for (const steps of [1, 8, 100]) {
        const at = (i) => {
          const along = (from, to) => from + ((to - from) * i) / steps;
          return {
            x: along(first.x + 30 + dx, last.x + 30 + dx),
            y: along(first.y + 30 + dy, last.y + 30 + dy),
          };
        };
        await cell(page, 5, 1).click();
        await page.mouse.move(at(0).x, at(0).y);
        await page.mouse.down();
        for (let i = 1; i <= steps; i++) await page.mouse.move(at(i).x, at(i).y);
        await page.mouse.up();
        assert.deepEqual(await selected(), diagonal, `mouse ${dx} ${dy} in ${steps}`);
        await cell(page, 5, 1).click();
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(0)] });
        for (let i = 1; i <= steps; i++)
          await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(i)] });
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        assert.deepEqual(await selected(), diagonal, `touch ${dx} ${dy} in ${steps}`);
      }
    }
    await close();
  },
);

test("the printed page has the title and the rules", needs("print"), async () => {
  const { page, close } = await open();
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
      { value: "title: A small pad" },
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
  await waitForStatus(page, "several");
  await page.locator('[aria-label="row 1, column 1, empty, Cage 5"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("p.title").innerText(), "A small pad");
  await page.emulateMedia({ media: "print" });
  const printed = await page.locator("main").innerText();
  assert.match(printed, /A small pad/);
  assert.match(printed, /Killer cage: digits in the cage do not repeat/);
  assert.equal(await page.getByRole("button", { name: "Undo" }).isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  // The link contains the title.
  const other = await open({}, await linkOf(page));
  await other.page.locator("p.title", { hasText: "A small pad" }).waitFor();
  await other.close();
  await close();
});

test("the solution of a chaos construction shows the borders of its regions", async () => {
  const { page, close } = await open();
  await paste(page, await published("Chaos Construction: cell count"));
  await waitForStatus(page, "one");
  assert.equal(await count(page, ".board path.found"), 0);
  await solve(page);
  const borders = await page.locator(".board path.found").getAttribute("d");
  // Six regions of six cells: at least as many borders as six 2x3 boxes have.
  assert.ok(borders.split("M").length - 1 >= 18, borders);
  await page.reload();
  await page.locator(".board path.found").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Restart" }).click();
  assert.equal(await count(page, ".board path.found"), 0);
  await close();
});

test("a solved grid is reported as solved, and a full but wrong one is not", async () => {
  const { page, close } = await open({ colorScheme: "dark", reducedMotion: "reduce" }, `#p=${CLASSIC}`);
  await waitForStatus(page, "one");
  await page.locator('[data-cell="0"]').click();
  for (const [at, digit] of [...SOLUTION].entries()) {
    if (CLASSIC[at] !== ".") continue;
    await cell(page, Math.floor(at / 9) + 1, (at % 9) + 1).click();
    await page.keyboard.press(digit);
  }
  await page.getByRole("heading", { name: "Solved!" }).waitFor();
  await page.getByText(/^Difficulty: easy\. Experienced solvers need about \d+ minutes\.$/).waitFor();
  await page.locator(".live", { hasText: "Solved" }).waitFor({ state: "attached" });
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Delete");
  await page.locator(".finish").waitFor({ state: "detached" });
  await page.keyboard.press(
    SOLUTION[80 - [...CLASSIC].reverse().findIndex((c) => c === ".")] === "1" ? "2" : "1",
  );
  await page.locator('.cells [aria-label*="conflict"]').first().waitFor({ state: "attached" });
  await page.getByText("The grid is full, but at least one digit is wrong.").waitFor({ state: "detached" });
  assert.equal(await page.locator(".finish").count(), 0);
  await close();
});

test("nine notes and nine candidates of a cell do not overlap", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Set");
  for (const [at, notes, marks] of [
    [0, 9, 9],
    [1, 5, 6],
    [2, 4, 5],
    [3, 9, 0],
    [4, 2, 1],
    [5, 7, 9],
  ]) {
    await page.locator(`[data-cell="${at}"]`).click();
    for (let digit = 1; digit <= notes; digit++) await page.keyboard.press(`Shift+${digit}`);
    for (let digit = 1; digit <= marks; digit++) await page.keyboard.press(`Control+${digit}`);
  }
  const overlaps = await page.locator(".board text").evaluateAll((texts) => {
    // The bounding box of a text has the height of a line. A digit has about three quarters of that.
    const boxes = texts.map((it) => {
      const { x, y, width, height } = it.getBBox();
      return {
        text: it.textContent,
        name: it.getAttribute("class"),
        left: x,
        right: x + width,
        top: y + 0.2 * height,
        bottom: y + 0.82 * height,
      };
    });
    const cellOf = ({ left, right, top, bottom }) =>
      `${Math.floor(left / 60)} ${Math.floor(right / 60)} ${Math.floor(top / 60)} ${Math.floor(bottom / 60)}`;
    const found = [];
    for (const [i, one] of boxes.entries()) {
      const [a, b, c, d] = cellOf(one).split(" ");
      if (a !== b || c !== d) found.push(`${one.text} of ${one.name} leaves its cell`);
      for (const other of boxes.slice(i + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 0.5 && high > 0.5)
          found.push(`${one.text} of ${one.name} and ${other.text} of ${other.name}`);
      }
    }
    return found;
  });
  assert.deepEqual(overlaps, []);
  await close();
});

test("true candidates decide what a search leaves open", async () => {
  // Limits every search to one node.
  const stint = () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.request?.op === "solve") message.request.budget = 1;
      return post.call(this, message, ...more);
    };
  };
  const { page, close } = await open({}, "", stint);
  await paste(page, await published("German Whispers"));
  await waitForStatus(page, "unknown");
  await show(page, "Set");
  await page.getByText("Not decided yet").waitFor();
  await page.getByLabel("true candidates").check();
  await waitForStatus(page, "one");
  assert.equal(await page.getByText("Not decided yet").count(), 0);
  await paste(page, ".Shape~4x4.Thermo~R1C1~R1C2~R1C3");
  await page.locator(".board text.truth").first().waitFor({ state: "attached" });
  await waitForStatus(page, "several");
  await close();
});

test("the answer about the previous puzzle disappears immediately", async () => {
  const { page, close } = await open({}, `#p=${CLASSIC}`);
  await waitForStatus(page, "one");
  // Records the status each time the page changes.
  const seen = await page.evaluate(async () => {
    const states = [];
    const status = document.querySelector("main");
    const watch = new MutationObserver(() =>
      states.push([status.dataset.status, document.querySelectorAll(".board text.given").length]),
    );
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const data = new DataTransfer();
    data.setData("text", ".".repeat(80) + "1");
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    watch.disconnect();
    return states;
  });
  assert.ok(
    seen.some(([, givens]) => givens === 1),
    JSON.stringify(seen),
  );
  assert.deepEqual(
    seen.filter(([status, givens]) => status === "one" && givens === 1),
    [],
  );
  await close();
});

test("tabs do not overwrite each other; a new tab starts with the history saved last", async () => {
  const { page, context, close } = await open({}, `#p=${CLASSIC}`);
  await waitForStatus(page, "one");
  // The page saves a change after a short delay.
  await page.waitForFunction(() => localStorage.getItem("farandole-history"));
  const other = await context.newPage();
  await other.goto(page.url());
  await waitForStatus(other, "one");
  assert.equal(await label(other, 1, 1), "row 1, column 1, given 5");
  await paste(other, ".".repeat(80) + "7");
  await waitForStatus(other, "several");
  await other.waitForTimeout(400);
  await page.reload();
  await waitForStatus(page, "one");
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  await other.reload();
  await waitForStatus(other, "several");
  assert.equal(await label(other, 9, 9), "row 9, column 9, given 7");
  // A tab that closes without a change does not count as the last.
  await page.close({ runBeforeUnload: true });
  const third = await context.newPage();
  await third.goto(other.url());
  await waitForStatus(third, "several");
  assert.equal(await label(third, 9, 9), "row 9, column 9, given 7");
  await close();
});

test("a module that panics is replaced: its request fails with a message, and later ones succeed", async () => {
  const { page } = await open({}, `#p=${CLASSIC}`);
  await waitForStatus(page, "one");
  // Makes the next module of each worker trap in its first call, as after a panic that cannot report its
  // message.
  const trap = () => {
    const Real = WebAssembly.Instance;
    WebAssembly.Instance = function (...given) {
      const { exports } = new Real(...given);
      const call = () => {
        throw new WebAssembly.RuntimeError("unreachable");
      };
      return { exports: { ...exports, call, panic_text: call } };
    };
  };
  await Promise.allSettled(page.workers().map((worker) => worker.evaluate(trap)));
  await paste(page, ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4");
  await page.locator(".notice", { hasText: "unreachable" }).waitFor();
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  // The engine that reads puzzles was replaced. The engine of the live analysis still traps and reports it.
  await paste(page, ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4");
  await show(page, "Set");
  await page.locator('.status[data-status="failed"]', { hasText: "unreachable" }).waitFor();
  await page.locator(".board .drawn.thermo").first().waitFor({ state: "attached" });
  await paste(page, ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R4C4_1");
  await waitForStatus(page, "several", "one");
  await page.context().close();
});

test("a hint is cancelled when its puzzle is replaced, and the next puzzle does not wait", async () => {
  const { page, close } = await open();
  await paste(page, await published("Cavernous Construction"));
  await page.locator(".board .variant .drawn").first().waitFor({ state: "attached" });
  const start = Date.now();
  await show(page, "Learn");
  await page.getByRole("button", { name: /^Hint/ }).click();
  await page
    .locator(".result p, .busy", { hasText: /Look at|Still looking/ })
    .first()
    .waitFor({ timeout: 5000 });
  await paste(page, CLASSIC);
  await page.locator(".busy").waitFor({ state: "detached" });
  await waitForStatus(page, "one");
  await show(page, "Learn");
  await page.getByRole("button", { name: /^Hint/ }).click();
  await page.locator(".result p", { hasText: /Look|box|row|column/ }).waitFor();
  assert.ok(Date.now() - start < 20_000, `${Date.now() - start} ms`);
  await close();
});

test("as long as no technique finds a step, a hint names a cell that a search has decided", async () => {
  const { page, close } = await open();
  // The given is the only step that techniques find.
  await paste(page, `${await published("Chaos Construction: cell count")}.~R6C6_1`);
  await waitForStatus(page, "one");
  await show(page, "Learn");
  const result = page.locator(".result").first();
  const hint = async (depth, text) => {
    await page.getByRole("button", { name: `Hint: ${depth}?` }).click();
    await result.filter({ hasText: text }).waitFor();
    return text.exec(await result.innerText());
  };
  const where = /Look at r(\d)c(\d): of its (\d) candidates, only one is part of a solution\./;
  const [, row, col, count] = (await hint("where", where)).map(Number);
  const what = new RegExp(`A search shows that r${row}c${col} is (\\d)\\.$`);
  const [, digit] = await hint("what", what);
  const why = new RegExp(`is ${digit}: it finds no solution with ([^.]*) there\\.$`);
  const [, others] = await hint("why", why);
  assert.equal(others.match(/\d/g).length, count - 1);
  await result.filter({ hasText: "No technique applies here." }).waitFor();
  assert.match(await label(page, row, col, 6), /highlighted/);
  await page.getByRole("button", { name: "Apply step" }).click();
  assert.equal(await label(page, row, col, 6), `row ${row}, column ${col}, ${digit}`);
  assert.equal(await result.innerText(), "");
  await close();
});

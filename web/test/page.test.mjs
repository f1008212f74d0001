// Tests the page in a real browser: every feature by keyboard, some by touch, offline use, and accessibility.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { needs } from "./browser.mjs";
import {
  cell,
  hint,
  label,
  matchesBaseline,
  open,
  paste,
  saved,
  settled,
  show,
  violations,
  waitForStatus,
} from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "000704005020010070000080002090006250600070008053200010400090000030060090200407000";

test("a puzzle can be entered, marked and undone, and hints requested, by keyboard alone", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "Set", exact: true }).focus();
  await page.keyboard.press("Enter");
  await cell(page, 1, 1).focus();
  for (const [at, c] of [...PUZZLE].entries()) {
    if (c !== ".") await page.keyboard.press(c);
    if (at < 80) await page.keyboard.press("ArrowRight");
    // Moving right from the last cell wraps to the first cell of the same row.
    if (at % 9 === 8 && at < 80) await page.keyboard.press("ArrowDown");
  }
  await waitForStatus(page, "one");
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  await page.getByRole("button", { name: "Play" }).focus();
  await page.keyboard.press("Enter");
  await cell(page, 1, 3).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+4");
  await page.keyboard.press("Shift+2");
  assert.equal(await label(page, 1, 3), "row 1, column 3, empty, centre 4, corner 2");
  await page.keyboard.press("4");
  assert.equal(await label(page, 1, 3), "row 1, column 3, 4");
  await page.keyboard.press("Control+z");
  assert.equal(await label(page, 1, 3), "row 1, column 3, empty, centre 4, corner 2");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("h");
  await page.locator(".result p").first().waitFor();
  const texts = [await page.locator(".result").first().innerText()];
  for (const wanted of ["Hint: what?", "Hint: why?"]) {
    await page.getByRole("button", { name: wanted }).click();
    await page.waitForFunction(
      (known) => document.querySelector(".result")?.innerText !== known,
      texts.at(-1),
    );
    texts.push(await page.locator(".result").first().innerText());
  }
  assert.equal(new Set(texts).size, 3);
  assert.match(texts[2], /r\dc\d/);
  await page.locator(".drawn.put, .drawn.eliminated").first().waitFor();
  await close();
});

test("a reload keeps the grid and its history; one click deletes both", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await page.reload();
  await waitForStatus(page, "one");
  assert.equal(await label(page, 1, 3), "row 1, column 3, 4");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await label(page, 1, 3), "row 1, column 3, empty");
  await show(page, "Settings");
  await page.getByRole("button", { name: "Clear saved data" }).click();
  await page.getByRole("heading", { name: "Today\u2019s puzzles" }).waitFor();
  await show(page, "Set");
  assert.equal(await label(page, 1, 1), "row 1, column 1, empty");
  await close();
});

test("the answer about the last puzzle is shown without the engine, but only by the same engine", async () => {
  const { page, context, close } = await open({}, `#p=${PUZZLE}`);
  await show(page, "Set");
  await page.getByText(/HoDoKu \d/).waitFor();
  await page.getByText(/ER \d/).waitFor();
  const numbers = await page.locator(".numbers").innerText();
  await page.waitForFunction(() => /"done":2/.test(localStorage.getItem("farandole-answer") ?? ""));
  // A worker that never starts.
  await page.addInitScript(() => {
    globalThis.Worker = class {
      postMessage() {}
      terminate() {}
    };
  });
  await page.reload();
  await waitForStatus(page, "one");
  assert.equal(await page.locator(".numbers").innerText(), numbers);
  // Another puzzle, and another engine.
  await cell(page, 1, 3).click();
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.keyboard.press("4");
  await waitForStatus(page, "asking");
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForStatus(page, "one");
  await page.evaluate(() => {
    const answer = JSON.parse(localStorage.getItem("farandole-answer"));
    for (const storage of [localStorage, sessionStorage])
      storage.setItem("farandole-answer", JSON.stringify({ ...answer, engine: "other" }));
  });
  await page.reload();
  await page.locator(".board text").first().waitFor();
  await page.waitForTimeout(300);
  await waitForStatus(page, "asking");
  await context.close();
  await close();
});

test("conflicts, several solutions and none are reported; an edit does not wait for a long count", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Analyze");
  await page.getByRole("button", { name: "Count all" }).click();
  await page.locator(".busy").waitFor();
  await cell(page, 1, 1).click();
  await page.keyboard.press("5");
  await waitForStatus(page, "several");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".busy").waitFor({ state: "detached" });
  await page.keyboard.press("Tab");
  await cell(page, 1, 9).click();
  await page.keyboard.press("5");
  await waitForStatus(page, "none");
  assert.match(
    await page.locator(".status").innerText(),
    /digit 5 is given twice in row 1, at r1c1 and r1c9/,
  );
  // The marks on the board come with a separate answer.
  await page.waitForFunction(() =>
    /conflict/.test(document.querySelector('[data-cell="8"]')?.getAttribute("aria-label") ?? ""),
  );
  await close();
});

test("sizes, regions and diagonals can be set, and their solutions counted", async () => {
  const { page, close } = await open();
  await show(page, "Puzzle");
  await page.getByLabel("Size").selectOption("4");
  await waitForStatus(page, "several");
  await show(page, "Analyze");
  await page.getByRole("button", { name: "Count all" }).click();
  await page.locator("p.result", { hasText: "288 solutions" }).waitFor();
  await page.getByRole("button", { name: "Estimate" }).click();
  await page.locator("p.result", { hasText: /^About (2[6-9]|3[01])0 solutions/ }).waitFor();
  await show(page, "Puzzle");
  await page.getByLabel("diagonals").check();
  await show(page, "Analyze");
  await page.getByRole("button", { name: "Count all" }).click();
  await page.locator("p.result", { hasText: /^48 solutions/ }).waitFor();
  await paste(
    page,
    "8...........1.....2.....4.6.....8..5...62..18.3...4.2....5..1.7..2.........8...9. AAAAABBBBCCCAABBBBCCCAABDDDCCCEEEDDDFFFEEEDDDFFFEEEGGGFFFHIIGGGHHHHIIGGGHHHHIIIII",
  );
  await waitForStatus(page, "one");
  await show(page, "Analyze");
  await page.getByRole("button", { name: "Redundant givens" }).click();
  await page.locator("p.result", { hasText: /Minimal|redundant given/ }).waitFor();
  await page.getByRole("button", { name: "Solve" }).click();
  await page.locator("p.result", { hasText: "This is the only solution." }).waitFor();
  assert.equal(await label(page, 1, 2), "row 1, column 2, 4");
  await close();
});

test("the solution path is shown, drawn and rated, step by step", async () => {
  const { page, close } = await open({}, `#p=${HARD.replaceAll("0", ".")}`);
  await waitForStatus(page, "one");
  await show(page, "Set");
  await page.getByText(/ER 7\.1/).waitFor();
  await show(page, "Learn");
  await page.getByRole("button", { name: "Show solution path" }).click();
  await page.getByText(/Solved in \d+ steps: ER 7\.1/).waitFor({ timeout: 20_000 });
  await page.locator(".steps button").first().focus();
  let hardest = 0;
  for (const [i, text] of (await page.locator(".steps .number").allInnerTexts()).entries()) {
    if (text === "7.1" && !hardest) hardest = i;
  }
  await page.locator(".steps button").nth(hardest).click();
  await page.locator(".drawn.strong, .drawn.weak").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "Apply step" }).click();
  await page.waitForFunction(() =>
    /centre/.test(document.querySelector('[aria-label*="centre"]')?.ariaLabel ?? ""),
  );
  await page.getByLabel("Rating scale").selectOption("hodoku");
  await page.getByRole("button", { name: "Similar steps" }).click();
  await page.locator(".result p").first().waitFor();
  await close();
});

test(
  "links contain everything; damaged ones load nothing and show an error",
  needs("quiet error"),
  async () => {
    const { page, close } = await open({}, `#p=${PUZZLE}`);
    await waitForStatus(page, "one");
    await cell(page, 1, 3).click();
    await page.keyboard.press("Control+4");
    await page.keyboard.press("v");
    await page.keyboard.press("2");
    await show(page, "Share");
    await page.waitForFunction(() => document.querySelector("input[readonly]")?.value.includes("#z="));
    const link = await page.locator("input[readonly]").inputValue();
    const other = await open({}, new URL(link).hash);
    await waitForStatus(other.page, "one");
    assert.equal(await label(other.page, 1, 3), "row 1, column 3, empty, centre 4, orange");
    await other.page.evaluate((hash) => (location.hash = hash), `${new URL(link).hash.slice(0, -9)}AAAA`);
    await other.page.getByText("Nothing loaded").waitFor();
    assert.equal(await label(other.page, 1, 3), "row 1, column 3, empty, centre 4, orange");
    await other.page.evaluate(() => (location.hash = "#p=%"));
    await other.page.getByText("Nothing loaded: the link is damaged.").waitFor();
    await waitForStatus(other.page, "one");
    await paste(other.page, "53..7....6..19x");
    await other.page.getByText(/Could not read the puzzle: line 1, column 16/).waitFor();
    await other.close();
    await close();
  },
);

test("text, pictures and PDF files can be saved", needs("downloads"), async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  await show(page, "Share");
  assert.match((await saved(page, "SVG")).toString(), /^<svg .*Sudoku, 9 by 9, 30 givens/s);
  assert.equal((await saved(page, "PDF")).subarray(0, 8).toString(), "%PDF-1.7");
  assert.equal((await saved(page, "PNG")).subarray(1, 4).toString(), "PNG");
  assert.equal((await saved(page, "Save text")).toString(), PUZZLE);
  await close();
});

test("a file is processed line by line, including unreadable lines", needs("downloads"), async () => {
  const { page, close } = await open();
  await show(page, "Batch");
  const text = `${PUZZLE}\nnot a puzzle\n${".".repeat(81)}\n`.repeat(3000);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  const save = page.getByRole("button", { name: "Save results" });
  await save.waitFor({ timeout: 60_000 });
  assert.match(
    await page.locator(".drop ul").innerText(),
    /solved: 3.000\s+several: 3.000\s+unreadable: 3.000|several: 3.000/,
  );
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  assert.equal(lines.length, 9000);
  assert.equal(new Set(lines.filter((_, i) => i % 3 === 0)).size, 1);
  assert.deepEqual(lines.slice(1, 3), ["!unreadable", "!several"]);
  // A file with multi-line puzzles must not be split after arbitrary lines.
  const grids = "1...\n..4.\n.2..\n...3\n\n".repeat(40_000);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "grids.txt", mimeType: "text/plain", buffer: Buffer.from(grids) });
  await page.getByText(/grids\.txt: 40.000 puzzles/).waitFor({ timeout: 60_000 });
  assert.match(await page.locator(".drop ul").innerText(), /^solved: 40.000$/);
  await page.locator("input[type=file]").setInputFiles({
    name: "garbage.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("\u0000\u0001 what\n".repeat(100)),
  });
  await page.locator(".drop .trouble, .drop ul li").first().waitFor();
  await close();
});

test("a puzzle is generated as requested", async () => {
  const { page, close } = await open();
  await show(page, "Generate");
  await page.getByLabel("Difficulty").selectOption("medium");
  await page.getByLabel("to", { exact: true }).fill("30");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page
    .locator("p.result", { hasText: /^Generated a puzzle with \d+ givens, ER (1\.[7-9]|2\.[0-6])/ })
    .waitFor({ timeout: 60_000 });
  await waitForStatus(page, "one");
  const givens = await page
    .locator('[aria-label*="given"]')
    .evaluateAll((cells) => cells.map((it) => Number(it.dataset.cell)));
  assert.ok(givens.length <= 30 && givens.every((it) => givens.includes(80 - it)));
  await close();
});

test("exact cover problems are counted and listed; errors name line and column", async () => {
  const { page, close } = await open();
  await show(page, "Exact cover");
  await page.getByRole("button", { name: "Count and list" }).click();
  await page.getByText(/^1 solution\./).waitFor();
  await page.getByRole("textbox").fill("a b\nc\n");
  await page.getByRole("button", { name: "Count and list" }).click();
  await page.getByText(/line 2, column/).waitFor();
  await close();
});

test("screenshots of the page match the baseline", needs("baseline"), async () => {
  const shots = [
    ["wide", { viewport: { width: 1280, height: 860 } }],
    ["dark", { viewport: { width: 1280, height: 860 }, colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ];
  for (const [name, options] of shots) {
    const { page, close } = await open(
      { ...options, bypassCSP: true, reducedMotion: "reduce" },
      `#p=${HARD.replaceAll("0", ".")}`,
    );
    await show(page, "Learn");
    for (const [depth, next] of [
      ["where", "what"],
      ["what", "why"],
      ["why", "why"],
    ])
      await hint(page, depth, next);
    await page.locator(".drawn.put").first().waitFor({ state: "attached" });
    await page.evaluate(() => scrollTo(0, 0));
    await settled(page);
    await matchesBaseline(page, await page.screenshot(), name);
    await close();
  }
});

test("variants are generated, and the puzzle on the board is finished", async () => {
  const { page, close } = await open();
  await show(page, "Generate");
  await page.getByLabel("Kind").selectOption("killer");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page
    .locator("p.result", {
      hasText: /^Generated a puzzle with \d+ clues and 0 givens, hardest step [\d.]+ \(seed/,
    })
    .waitFor({ timeout: 60_000 });
  await waitForStatus(page, "one");
  await show(page, "Puzzle");
  await page.getByLabel("Size").selectOption("6");
  await show(page, "Generate");
  await page.getByLabel("givens", { exact: true }).uncheck();
  for (const kind of ["sandwich sums", "white dots", "thermometers"])
    await page.getByLabel(kind, { exact: true }).check();
  await page.getByRole("button", { name: "Finish for me" }).click();
  await page
    .locator("p.result", { hasText: /^Generated a puzzle with \d+ clues and 0 givens/ })
    .last()
    .waitFor({ timeout: 60_000 });
  await waitForStatus(page, "one");
  await show(page, "Generate");
  await page.getByRole("button", { name: "Surprise me" }).click();
  await page
    .locator("p.result", { hasText: /^Generated a puzzle with/ })
    .first()
    .waitFor({ timeout: 60_000 });
  await waitForStatus(page, "one");
  await close();
});

test("axe finds no accessibility violations in light, dark and high-contrast themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close, context } = await open(
      { colorScheme, bypassCSP: true, reducedMotion: "reduce" },
      `#p=${PUZZLE}`,
    );
    await waitForStatus(page, "one");
    for (const tab of [
      "Play",
      "Learn",
      "Analyze",
      "Constraints",
      "Puzzle",
      "Generate",
      "Batch",
      "Exact cover",
      "Share",
      "Settings",
      "Shortcuts",
    ]) {
      await show(page, tab);
      assert.deepEqual(await violations(page), [], `${colorScheme} ${tab}`);
    }
    await show(page, "Settings");
    await page.getByLabel("Contrast").selectOption("high");
    assert.deepEqual(await violations(page), [], `${colorScheme} high`);
    assert.ok(context);
    await close();
  }
});

test("on a phone, everything fits without horizontal scrolling, and touch selects cells and enters digits", async () => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 320, height: 568 },
  ]) {
    const { page, close } = await open({ viewport, hasTouch: true, isMobile: true }, `#p=${PUZZLE}`);
    await waitForStatus(page, "one");
    const { wide, small } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - innerWidth,
      small: [...document.querySelectorAll("button")]
        .filter((it) => it.offsetParent && it.getBoundingClientRect().height < 35)
        .map((it) => it.outerHTML),
    }));
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.deepEqual(small, []);
    await cell(page, 1, 3).tap();
    await page.getByRole("button", { name: "digit 4" }).tap();
    assert.equal(await label(page, 1, 3), "row 1, column 3, 4");
    await page.getByRole("button", { name: "erase" }).tap();
    await page.getByRole("button", { name: "Centre", exact: true }).tap();
    await page.getByRole("button", { name: "digit 2" }).tap();
    assert.equal(await label(page, 1, 3), "row 1, column 3, empty, centre 2");
    await close();
  }
});

test("a drag selects cells and writes into all of them", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  const [from, to] = [await cell(page, 1, 6).boundingBox(), await cell(page, 1, 9).boundingBox()];
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 12 });
  await page.mouse.up();
  await page.keyboard.press("Control+8");
  for (const column of [6, 7, 8, 9]) assert.match(await label(page, 1, column), /centre 8/);
  // Digits reach the board even if a button has the focus.
  await page.getByRole("button", { name: "Corner", exact: true }).click();
  await page.keyboard.press("3");
  for (const column of [6, 7, 8, 9]) assert.match(await label(page, 1, column), /centre 8, corner 3/);
  await close();
});

test("a worker that fails is restarted, and the page reports it", async () => {
  const { page } = await open({}, `#p=${PUZZLE}`);
  await waitForStatus(page, "one");
  const fail = () => {
    setTimeout(() => {
      throw new Error("on purpose");
    });
  };
  // A worker may end before it answers: because of this error, or because the page cancelled its task.
  await Promise.allSettled(page.workers().map((worker) => worker.evaluate(fail)));
  await page.getByText(/The engine was restarted: .*on purpose/).waitFor();
  await cell(page, 1, 3).click();
  await show(page, "Set");
  await page.keyboard.press("1");
  await waitForStatus(page, "none");
  await page.keyboard.press("4");
  await waitForStatus(page, "one");
  assert.equal(await label(page, 1, 3), "row 1, column 3, given 4");
  await page.context().close();
});

test("the page works offline after the first visit", async () => {
  const { page, context, close } = await open({}, `#p=${PUZZLE}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await waitForStatus(page, "one");
  await show(page, "Learn");
  await page.getByRole("button", { name: /^Hint/ }).click();
  await page.locator(".result p").first().waitFor();
  await close();
});

test("one request returns a step with its drawing, and one a whole path", async () => {
  const count = () => {
    const post = Worker.prototype.postMessage;
    globalThis.asked = [];
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.request) globalThis.asked.push(message.request.op);
      return post.call(this, message, ...more);
    };
  };
  const { page, close } = await open({}, `#p=${HARD.replaceAll("0", ".")}`, count);
  await waitForStatus(page, "one");
  await settled(page);
  const asked = async (act) => {
    await page.evaluate(() => (globalThis.asked.length = 0));
    await act();
    await page.locator(".drawn.put, .drawn.eliminated").first().waitFor({ state: "attached" });
    return page.evaluate(() => globalThis.asked);
  };
  await show(page, "Learn");
  assert.deepEqual(await asked(() => page.getByRole("button", { name: "Similar steps" }).click()), ["hint"]);
  const path = page.getByRole("button", { name: "Show solution path" });
  assert.deepEqual(
    await asked(async () => {
      await path.click();
      await page.getByText(/Solved in/).waitFor();
    }),
    ["explain"],
  );
  assert.deepEqual(await asked(() => page.locator(".steps button").nth(3).click()), []);
  await close();
});

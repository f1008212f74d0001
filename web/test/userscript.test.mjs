// Tests the userscript in pages with the addresses of the editors, which the test provides: a client of the protocol
// on f-puzzles, and the panel on SudokuMaker and SudokuPad. No request leaves the machine.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Module } from "../../npm/module.js";
import { launch } from "./browser.mjs";
import { BUILT, matchesBaseline } from "./site.mjs";

const SCRIPT = await readFile(`${BUILT}/farandole.user.js`, "utf8");
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Opens an empty page with an address. The userscript runs first. */
async function open(address, html = "<!doctype html><title>Editor</title><body></body>") {
  const page = await browser.newPage({ viewport: { width: 900, height: 760 } });
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  await page.route("**/*", (route) =>
    route.request().url() === address
      ? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
      : route.abort(),
  );
  await page.addInitScript({ content: SCRIPT });
  await page.goto(address);
  return { page, troubles };
}

/** Returns all solutions of a grid of 4 by 4 cells with its givens, in which r1c1 and r1c2 have the sum 3. */
function solutions(givens) {
  const found = [];
  const fits = (cells, at, value) =>
    cells.every((other, cell) => {
      const [a, b, c, d] = [Math.floor(at / 4), at % 4, Math.floor(cell / 4), cell % 4];
      const sees = a === c || b === d || ((a ^ c) < 2 && (b ^ d) < 2);
      return cell >= at || !sees || other !== value;
    });
  const search = (cells) => {
    const at = cells.length;
    if (at === 16) return found.push(cells);
    for (let value = 1; value <= 4; value++) {
      if (givens[at] && givens[at] !== value) continue;
      if (at === 1 && cells[0] + value !== 3) continue;
      if (fits(cells, at, value)) search([...cells, value]);
    }
  };
  search([]);
  return found;
}

/** Returns the object of f-puzzles. */
function puzzle(givens, more = {}) {
  const cell = (at) => (givens[at] ? { value: givens[at], given: true } : {});
  return {
    size: 4,
    grid: [0, 4, 8, 12].map((row) => [0, 1, 2, 3].map((column) => cell(row + column))),
    killercage: [{ cells: ["R1C1", "R1C2"], value: "3" }],
    text: [{ cells: ["R1C1"], value: "?", size: 0.5 }],
    ...more,
  };
}

/** Connects the page to the engine, and keeps all answers. Runs in the page. */
async function connect() {
  const socket = new WebSocket("ws://localhost:4545");
  globalThis.socket = socket;
  globalThis.answers = [];
  socket.onmessage = ({ data }) => globalThis.answers.push(JSON.parse(data));
  const early = (() => {
    try {
      socket.send("");
      return "sent";
    } catch (error) {
      return error.name;
    }
  })();
  await new Promise((resolve) => (socket.onopen = resolve));
  return [early, socket.readyState];
}

/** Sends a request, and returns its last answer, or the first `most` ones. */
async function ask(page, nonce, command, data, most = 1) {
  const message = JSON.stringify({ nonce, command, dataType: "fpuzzles", data: JSON.stringify(data) });
  await page.evaluate((it) => globalThis.socket.send(it), message);
  const answers = await page.waitForFunction(
    ([nonce, most]) => {
      const mine = globalThis.answers.filter((answer) => answer.nonce === nonce);
      return (mine.length >= most || (mine.length && !mine.at(-1).inProgress && most === 1)) && mine;
    },
    [nonce, most],
    { timeout: 60_000 },
  );
  return (await answers.jsonValue()).at(-1);
}

test("a page that connects to the solver is answered in the page", async () => {
  const { page, troubles } = await open("https://www.f-puzzles.com/");
  assert.deepEqual(await page.evaluate(connect), ["InvalidStateError", 1]);
  let nonce = 0;
  const kinds = new Set();
  let givens = Array(16).fill(0);
  for (const [at, value] of [
    [15, 1],
    [4, 3],
    [2, 4],
    [8, 2],
    [9, 1],
    [12, 1],
    [2, 3],
    [12, 0],
    [2, 0],
  ]) {
    givens = givens.with(at, value);
    const all = solutions(givens);
    kinds.add(Math.min(2, all.length));
    const cap = 8;
    const counts = Array.from({ length: 64 }, (_, index) =>
      Math.min(cap, all.filter((cells) => cells[index >> 2] === (index & 3) + 1).length),
    );
    const check = await ask(page, ++nonce, "check", puzzle(givens));
    assert.deepEqual(check, { nonce, type: "count", count: Math.min(2, all.length), inProgress: false });
    const count = await ask(page, ++nonce, "count", puzzle(givens));
    assert.equal(count.count, all.length, String(givens));
    for (const [options, shown] of [
      [[], counts.map((count) => Math.min(1, count))],
      [["truecandidatesnumsolutions=8"], counts],
    ]) {
      const truths = await ask(
        page,
        ++nonce,
        "truecandidates",
        puzzle(givens, { truecandidatesoptions: options }),
      );
      if (all.length) assert.deepEqual(truths.solutionsPerCandidate, shown, String(givens));
      else assert.equal(truths.message, "No solutions found.");
    }
    if (all.length === 1) {
      const solved = await ask(page, ++nonce, "solve", puzzle(givens));
      assert.deepEqual(solved.solution, all[0]);
      const path = await ask(page, ++nonce, "solvepath", puzzle(givens));
      assert.deepEqual(
        path.cells.map(({ value }) => value),
        all[0],
      );
      const step = await ask(page, ++nonce, "step", puzzle(givens));
      assert.equal(step.message, "Initial candidates.");
    }
  }
  assert.deepEqual([...kinds].sort(), [0, 1, 2]);
  // An estimate continues until it is cancelled, and so does a long count.
  const estimate = await ask(page, ++nonce, "estimate", puzzle(Array(16).fill(0)), 3);
  assert.ok(Math.abs(estimate.estimate - 48) < 10, JSON.stringify(estimate));
  const empty = { size: 9, grid: Array(9).fill(Array(9).fill({})), disabledlogic: [] };
  const long = await ask(page, ++nonce, "count", empty, 2);
  assert.ok(long.inProgress && long.count > 500, JSON.stringify(long));
  assert.equal((await ask(page, ++nonce, "cancel", {})).type, "canceled");
  assert.equal((await ask(page, ++nonce, "check", puzzle(givens))).count, 2);
  const all = await page.evaluate(() => globalThis.answers);
  const last = Math.max(...all.map((answer) => answer.nonce));
  assert.equal(last, nonce);
  const order = all.map((answer) => answer.nonce);
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
    "no answer after that of a later request",
  );
  await page.evaluate(() => globalThis.socket.send("no request"));
  const refused = await page.waitForFunction(() => globalThis.answers.find(({ nonce }) => nonce === 0));
  assert.equal((await refused.jsonValue()).type, "invalid");
  const closed = await page.evaluate(async () => {
    const end = new Promise((resolve) => (globalThis.socket.onclose = resolve));
    globalThis.socket.close();
    return [(await end).wasClean, globalThis.socket.readyState];
  });
  assert.deepEqual(closed, [true, 3]);
  // Connections to other addresses are those of the browser.
  const other = await page.evaluate(() => {
    const socket = new WebSocket("ws://127.0.0.1:9/");
    const kind = Object.prototype.toString.call(socket);
    socket.close();
    return [kind, socket instanceof WebSocket, WebSocket.OPEN];
  });
  assert.deepEqual(other, ["[object WebSocket]", true, 1]);
  assert.equal(await page.getByRole("button", { name: "Farandole" }).count(), 0);
  assert.deepEqual(troubles, []);
  await page.close();
});

test("other editors get a panel", async () => {
  const text = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1";
  const { page, troubles } = await open("https://sudokumaker.app/");
  await page.getByRole("button", { name: "Farandole" }).click();
  await page.getByText("No puzzle found on this page.").waitFor({ timeout: 60_000 });
  const input = page.getByLabel("Another puzzle");
  const hears = await page.evaluate(() => {
    globalThis.keys = 0;
    document.addEventListener("keydown", () => globalThis.keys++);
    return globalThis.keys;
  });
  await input.press("a");
  assert.equal(await page.evaluate(() => globalThis.keys), hears, "the editor receives no keys of the panel");
  await input.fill(text);
  await page.getByText("Exactly one solution.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "True candidates" }).click();
  const texts = page.locator(".picture svg text");
  await texts.first().waitFor();
  // The digits of the solution, and the sum of the cage.
  const digits = (await texts.allTextContents())
    .filter((text) => /^\d$/.test(text))
    .toSorted()
    .join("");
  assert.equal(digits, "11112222333334444");
  await page.getByRole("button", { name: "Next step" }).click();
  await page.getByText(/single/).waitFor();
  const first = await page.locator(".step").innerText();
  await page.getByRole("button", { name: "Next step" }).click();
  await page.waitForFunction(
    (first) => document.querySelector("body > div").shadowRoot.querySelector(".step").innerText !== first,
    first,
  );
  const link = await page.getByRole("link", { name: "Open in Farandole" }).getAttribute("href");
  assert.ok(link.endsWith(`#p=${encodeURIComponent(text)}`), link);
  await matchesBaseline(page, await page.screenshot(), "userscript-panel");
  await input.fill(".Shape~4x4.Cage~2~R1C1~R1C2");
  await page.getByText("No solution.").waitFor({ timeout: 60_000 });
  assert.deepEqual(troubles, []);
  await page.close();
});

test("the panel solves classic puzzles", async () => {
  const { page, troubles } = await open("https://sudokupad.app/");
  await page.getByRole("button", { name: "Farandole" }).click();
  const input = page.getByLabel("Another puzzle");
  const answers = {
    "1...............": "Several solutions.",
    "1234341221434...": "Exactly one solution.",
    "11..............": "No solution.",
  };
  for (const [text, answer] of Object.entries(answers)) {
    await input.fill(text);
    await page.getByText(answer).waitFor({ timeout: 60_000 });
  }
  await page.getByText("No solution.").waitFor();
  await input.fill("1234341221434...");
  await page.getByText("Exactly one solution.").waitFor();
  await page.getByRole("button", { name: "Next step" }).click();
  await page.getByText(/single/).waitFor();
  assert.deepEqual(troubles, []);
  await page.close();
});

test("the panel runs the programs of custom constraints", async () => {
  const digits = "1234341221434321";
  const code = `[..."${digits}"].forEach((digit, cell) => {
    puzzle.addConstraintComponent(new PredefinedCandidatesComponent("", DigitSet.from([Number(digit)]), [cell]));
  });`;
  const puzzle = (code) => {
    const custom = { type: 1000, input: {}, definition: { name: "digits", backend: { code } } };
    const regions = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
    const constraints = [{ type: 0 }, { type: 1, regions }, custom];
    return JSON.stringify({ puzzle: { size: 4, cells: Array(16).fill({}), constraints } });
  };
  const { page, troubles } = await open("https://sudokumaker.app/");
  await page.getByRole("button", { name: "Farandole" }).click();
  const input = page.getByLabel("Another puzzle");
  await input.fill(puzzle(code));
  await page.getByText("Exactly one solution.").waitFor({ timeout: 60_000 });
  await input.fill(puzzle("puzzle.removeConstraintComponent()"));
  await page.getByText("Several solutions.").waitFor({ timeout: 60_000 });
  assert.deepEqual(troubles, []);
  await page.close();
});

test("the panel reads the puzzle in the address", async () => {
  const bytes = await readFile(new URL("../wasm/farandole-variants.wasm", import.meta.url));
  const module = new Module(await WebAssembly.compile(bytes));
  const text = new TextEncoder().encode(".Shape~4x4.Cage~3~R1C1~R1C2.AntiKnight");
  const board = module.answer({ op: "read" }, text).json.boards[0];
  const { body } = module.answer({ op: "write", board, to: "fpuzzles-link" });
  const packed = new TextDecoder().decode(body).trim().split("load=")[1];
  const address = `https://sudokupad.app/?puzzleid=fpuzzles${packed}`;
  const { page, troubles } = await open(address);
  await page.getByRole("button", { name: "Farandole" }).click();
  await page.getByText("Several solutions.").waitFor({ timeout: 60_000 });
  assert.deepEqual(troubles, []);
  await page.close();
});

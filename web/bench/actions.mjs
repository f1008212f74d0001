// Counts the actions that a setter needs for seven tasks, on this page and on Interactive Sudoku Solver (ISS).
//
//     node web/bench/actions.mjs ISS [PICTURES]
//
// The page must be built. ISS is the folder of a checkout of ISS, which is served from this machine. PICTURES is a
// folder for screenshots of both programs after each task.
//
// An action is a click, a drag (press, move, release) or a key press. A choice from a drop-down list is two
// clicks: one opens the list, one chooses. All actions are real mouse and keyboard events in Chromium. Each task
// starts on a freshly opened page of each program, and uses the quickest way that its user interface offers.
// Pasted texts are not counted: both programs read the same ones. After each task the script checks that both
// programs hold the same constraints.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdir, readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { launch } from "../test/browser.mjs";
import { serve } from "../test/serve.mjs";

const VIEWPORT = { width: 1500, height: 1000 };

/** Serves a checkout of ISS. Its pages are templates of a site generator, whose placeholders are replaced. */
async function serveTemplates(folder) {
  const types = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".png": "image/png",
  };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const name = path.endsWith("/") ? `${path}index.html` : path;
    try {
      let body = await readFile(join(folder, name));
      if (name.endsWith(".html"))
        body = body
          .toString()
          .replace(/^---\n.*?---\n/s, "")
          .replaceAll(/\{\{\s*'([^'?]*)[^}]*\}\}/g, "$1")
          .replaceAll(/\{\{[^}]*\}\}/g, "");
      response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" });
      response.end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The pointer and the keyboard of a page. Counts their actions. Points are in cell sides from the grid's corner. */
class Hand {
  actions = 0;
  constructor(page, grid, size) {
    Object.assign(this, { page, grid, size });
  }
  async #at([x, y]) {
    const box = await this.page.locator(this.grid).boundingBox();
    return [box.x + (box.width * x) / this.size, box.y + (box.height * y) / this.size];
  }
  /** Clicks an element. */
  async press(locator) {
    this.actions++;
    await locator.click();
  }
  async click(...point) {
    this.actions++;
    await this.page.mouse.click(...(await this.#at(point)));
  }
  /** Drags over cells, given as `[row, column]` from 0. */
  async drag(cells) {
    this.actions++;
    for (const [i, [row, column]] of cells.entries()) {
      await this.page.mouse.move(...(await this.#at([column + 0.5, row + 0.5])), { steps: i ? 4 : 1 });
      if (!i) await this.page.mouse.down();
    }
    await this.page.mouse.up();
  }
  async type(text) {
    this.actions += text.length;
    for (const key of text) await this.page.keyboard.press(key);
  }
  async key(name) {
    this.actions++;
    await this.page.keyboard.press(name);
  }
  /** Chooses from a drop-down list: opens it and clicks an entry. */
  async choose(locator, value) {
    this.actions += 2;
    await locator.selectOption(value);
  }
}

const browser = await launch();
const [folder, pictures] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node web/bench/actions.mjs ISS [PICTURES]");
  process.exit(2);
}
if (pictures) await mkdir(pictures, { recursive: true });
const here = await serve(new URL("../dist/", import.meta.url).pathname);
const there = await serveTemplates(folder);

/** Opens a page without access to the network. */
async function opened(url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.route(
    (it) => !/^(127\.0\.0\.1|localhost)$/.test(it.hostname) && /^http/.test(it.protocol),
    (route) => route.abort(),
  );
  await page.goto(url);
  return page;
}

/** This page. */
const ours = {
  async open(text = "") {
    const page = await opened(here.url + (text && `#p=${encodeURIComponent(text)}`));
    await page.locator('main:not([data-status="asking"])').waitFor({ timeout: 60_000 });
    if (text) await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.locator("[data-tool]").first().waitFor();
    return page;
  },
  hand: (page) => new Hand(page, ".cells", 9),
  tool: (page, kind) => page.locator(`[data-tool="${kind}"]`),
  /** Waits until the list has this number of constraints. */
  async settle(page, count) {
    await page.waitForFunction((it) => document.querySelectorAll(".rules .rule").length === it, count);
    await page.waitForTimeout(300);
  },
  /** Returns the puzzle as constraint text. Not counted. */
  async text(page) {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const text = await page.waitForFunction(() => document.querySelector("textarea[readonly]")?.value);
    return text.jsonValue();
  },
  status: (page) => page.locator(".status").innerText(),
};

/** Interactive Sudoku Solver. */
const iss = {
  async open(text = "") {
    const page = await opened(there.url + (text && `?q=${encodeURIComponent(text)}`));
    await page.locator(".click-interceptor-svg rect").first().waitFor({ state: "attached" });
    await page.waitForFunction(() => document.querySelector("#multi-cell-constraint-select option"));
    await page.waitForTimeout(500);
    return page;
  },
  hand: (page) => new Hand(page, ".click-interceptor-svg", 9),
  form: (page) => page.locator("#lines-and-sets-input"),
  kind: (page) => page.locator("#multi-cell-constraint-select"),
  add: (page) => page.locator('#lines-and-sets-input [name="add-constraint"]'),
  text: async (page) => {
    await page.waitForTimeout(300);
    return new URL(page.url()).searchParams.get("q") ?? ".";
  },
};

/** Returns the constraints of a puzzle as this page reads them, sorted. */
async function normal(text) {
  const page = await ours.open(text);
  const read = await ours.text(page);
  await page.context().close();
  return read
    .split(/(?<!\.)\.(?=[A-Z])/)
    .sort()
    .join(".");
}

/** A row of the solution of a cyclic grid. */
const digit = (row, column) => ((3 * (row % 3) + Math.floor(row / 3) + column) % 9) + 1;

const CAGES = Array.from({ length: 30 }, (_, i) => {
  const [row, column] = [Math.floor(i / 4), 2 * (i % 4)];
  return {
    cells: [
      [row, column],
      [row, column + 1],
    ],
    sum: digit(row, column) + digit(row, column + 1),
  };
});

const LINES = ["Thermo", "Whisper", "Renban", "Palindrome", "Between"].map((kind, i) => [
  kind,
  [
    [
      [i, 0],
      [i, 1],
      [i, 2],
      [i + 1, 3],
    ],
    [
      [i, 5],
      [i, 6],
      [i, 7],
      [i, 8],
    ],
  ],
]);

const EDGES = ["WhiteDot", "BlackDot", "X", "V"].map((kind, i) => [
  kind,
  Array.from({ length: 5 }, (_, j) => [
    [2 * i, j],
    [2 * i, j + 1],
  ]),
]);

/** A division into nine connected regions. */
const LAYOUT = "AAAAABBBBCCCAABBBBCCCAABDDDCCCEEEDDDFFFEEEDDDFFFEEEGGGFFFHIIGGGHHHHIIGGGHHHHIIIII";

/** Returns a stroke over all cells of a region. It steps back where the region branches. */
function stroke(label) {
  const seen = new Set();
  const path = [];
  const walk = (row, column) => {
    seen.add(9 * row + column);
    path.push([row, column]);
    for (const [down, right] of [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ]) {
      const [y, x] = [row + down, column + right];
      if (y < 0 || x < 0 || y > 8 || x > 8 || LAYOUT[9 * y + x] !== label || seen.has(9 * y + x)) continue;
      walk(y, x);
      if (seen.size < 9) path.push([row, column]);
    }
  };
  const first = LAYOUT.indexOf(label);
  walk(Math.floor(first / 9), first % 9);
  return path;
}
const REGIONS = [..."ABCDEFGHI"].map(stroke);

const tasks = [];
const task = (name, run) => tasks.push({ name, ...run });

task("killer with 30 cages", {
  async ours(page, hand) {
    await hand.press(ours.tool(page, "Cage"));
    for (const { cells, sum } of CAGES) {
      await hand.drag(cells);
      await hand.type(String(sum));
    }
    await ours.settle(page, 30);
  },
  async iss(page, hand) {
    // A click on the form makes the value the target of keys after each selection.
    await hand.drag(CAGES[0].cells);
    await hand.press(page.locator('[name="Cage-value"]'));
    for (const [i, { cells, sum }] of CAGES.entries()) {
      if (i) await hand.drag(cells);
      await hand.type(String(sum));
      await hand.key("Enter");
    }
  },
});

task("ten lines of five kinds", {
  async ours(page, hand) {
    for (const [kind, lines] of LINES) {
      await hand.press(ours.tool(page, kind));
      for (const line of lines) await hand.drag(line);
    }
    await ours.settle(page, 10);
  },
  async iss(page, hand) {
    for (const [kind, lines] of LINES) {
      await hand.choose(iss.kind(page), kind);
      for (const [i, line] of lines.entries()) {
        await hand.drag(line);
        // The first button press makes the button the target of Enter after later selections.
        if (i) await hand.key("Enter");
        else await hand.press(iss.add(page));
      }
    }
  },
});

task("dots and X/V on twenty edges", {
  async ours(page, hand) {
    for (const [kind, edges] of EDGES) {
      await hand.press(ours.tool(page, kind));
      for (const [[row, column]] of edges) await hand.click(column + 1, row + 0.5);
    }
    await ours.settle(page, 20);
  },
  async iss(page, hand) {
    for (const [kind, edges] of EDGES) {
      await hand.choose(iss.kind(page), kind);
      for (const [i, edge] of edges.entries()) {
        await hand.drag(edge);
        if (i) await hand.key("Enter");
        else await hand.press(iss.add(page));
      }
    }
  },
});

/** Rows 1 to 4 and columns 1 to 4 with the sums of their sandwiches. */
const SANDWICHES = [8, 15, 4, 21, 12, 9, 17, 6];

task("eight outside clues", {
  async ours(page, hand) {
    await hand.press(ours.tool(page, "Sandwich"));
    for (const [i, sum] of SANDWICHES.entries()) {
      const at = (i % 4) + 0.5;
      await (i < 4 ? hand.click(-0.5, at) : hand.click(at, -0.5));
      await hand.type(String(sum));
    }
    await ours.settle(page, 8);
  },
  async iss(page, hand) {
    for (const [i, sum] of SANDWICHES.entries()) {
      const at = (i % 4) + 0.5;
      const arrow = async () => (i < 4 ? hand.click(-0.2, at) : hand.click(at, -0.2));
      await arrow();
      if (!i) {
        // The kind keeps its value for later clues.
        await hand.press(page.locator("#Sandwich-option"));
        await hand.press(page.locator('#outside-clue-input [name="value"]'));
      }
      await hand.type(String(sum));
      await hand.key("Enter");
    }
  },
});

task("irregular layout", {
  async ours(page, hand) {
    await hand.press(ours.tool(page, "Jigsaw"));
    // The cells left over are the last region.
    for (const region of REGIONS.slice(0, 8)) await hand.drag(region);
    await page.waitForTimeout(1000);
  },
  async iss(page, hand) {
    await hand.press(page.locator("#layout-constraint-checkboxes label", { hasText: "No Boxes" }));
    for (const [i, region] of REGIONS.entries()) {
      await hand.drag(region);
      if (i) await hand.key("Enter");
      else await hand.press(page.locator("#add-jigsaw-button"));
    }
  },
});

/** Ten cages. Those with 3 and 4 both need a 1 in row 1. */
const CLASHING = [
  ".Cage~15~R9C1~R9C2",
  ".Cage~11~R8C4~R8C5",
  ".Cage~9~R7C7~R7C8",
  ".Cage~12~R6C1~R6C2",
  ".Cage~3~R1C1~R1C2",
  ".Cage~10~R5C5~R5C6",
  ".Cage~13~R4C8~R4C9",
  ".Cage~4~R1C5~R1C6",
  ".Cage~8~R3C3~R3C4",
  ".Cage~14~R2C7~R2C8",
];

task("find a contradiction", {
  text: CLASHING.join(""),
  async ours(page) {
    // The status names the clues without any action.
    await page.locator('main[data-status="none"]').waitFor();
    const status = await ours.status(page);
    assert.match(status, /Cage 3 R1C1 R1C2/);
    assert.match(status, /Cage 4 R1C5 R1C6/);
    assert.ok(!/Cage 15/.test(status), status);
  },
  async iss(page, hand) {
    // ISS reports only that there is no solution. Constraints are removed until there is one: the last one removed is
    // in the contradiction. It is restored, and the same search in the rest finds the other one.
    const isSolvable = async () => {
      await page.waitForFunction(
        () => /solutions?|no /i.test(document.querySelector("#state-output")?.textContent ?? ""),
        undefined,
        { timeout: 20_000 },
      );
      await page.waitForTimeout(700);
      return (await page.locator("#sudoku-grid .solution-group text, .solution-group text").count()) > 0;
    };
    assert.ok(!(await isSolvable()));
    let rest = [...CLASHING];
    const remove = async () => {
      const [label] = rest;
      const chips = page.locator(".chip-view .chip");
      const sum = label.split("~")[1];
      const chip = chips.filter({ hasText: new RegExp(`\\b${sum}\\b`) }).first();
      await hand.press(chip.locator("button").first());
      rest = rest.slice(1);
    };
    do await remove();
    while (!(await isSolvable()));
    await hand.press(page.locator("#undo-button"));
    do await remove();
    while (!(await isSolvable()));
  },
  isChanged: true,
});

/** The first givens of a puzzle, which has many solutions. */
const FEW = "5...7....6..1.5.................................................................9";

task("reach a unique puzzle", {
  text: FEW,
  async ours(page, hand) {
    await hand.press(page.getByRole("tab", { name: "Generate" }));
    await hand.press(page.getByRole("button", { name: "Finish for me" }));
    await page.locator('main[data-status="one"]').waitFor({ timeout: 60_000 });
  },
  async iss(page, hand, puzzle) {
    for (const [cell, given] of [...puzzle].entries()) {
      if (given === "." || FEW[cell] !== ".") continue;
      await hand.click((cell % 9) + 0.5, Math.floor(cell / 9) + 0.5);
      await hand.type(given);
    }
    await page.waitForTimeout(1500);
  },
});

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

task("the same with given digits by hand", {
  text: FEW,
  async ours(page, hand) {
    // Cells with the same digit are selected together.
    for (const given of "123456789") {
      const cells = Array.from({ length: 81 }, (_, cell) => cell).filter(
        (cell) => PUZZLE[cell] === given && FEW[cell] === ".",
      );
      const [first, ...others] = cells;
      if (first === undefined) continue;
      await hand.click((first % 9) + 0.5, Math.floor(first / 9) + 0.5);
      if (others.length) {
        hand.actions++;
        await page.keyboard.down("Control");
      }
      for (const cell of others) await hand.click((cell % 9) + 0.5, Math.floor(cell / 9) + 0.5);
      if (others.length) await page.keyboard.up("Control");
      await hand.type(given);
    }
    await page.locator('main[data-status="one"]').waitFor();
  },
  async iss(page, hand) {
    for (const [cell, given] of [...PUZZLE].entries()) {
      if (given === "." || FEW[cell] !== ".") continue;
      await hand.click((cell % 9) + 0.5, Math.floor(cell / 9) + 0.5);
      await hand.type(given);
    }
    await page.waitForTimeout(1500);
  },
});

const only = process.env.ONLY;
const rows = [];
for (const { name, text = "", isChanged, ...run } of tasks.filter((it) => !only || it.name.includes(only))) {
  const [page, other] = [await ours.open(text), await iss.open(text)];
  const [hand, otherHand] = [ours.hand(page), iss.hand(other)];
  const shoot = async (page, who) =>
    pictures && page.screenshot({ path: join(pictures, `${name.replaceAll(/\W+/g, "-")}-${who}.png`) });
  await run.ours(page, hand);
  await shoot(page, "here");
  const result = await ours.text(page);
  await run.iss(other, otherHand, result);
  await other.waitForTimeout(500);
  await shoot(other, "iss");
  const same = isChanged || (await normal(await iss.text(other))) === (await normal(result));
  if (!same) console.error(`${name}:\n${result}\n${await iss.text(other)}`);
  rows.push([name, hand.actions, otherHand.actions, same ? "" : "different puzzles"]);
  console.log(rows.at(-1).join("\t"));
  await page.context().close();
  await other.context().close();
}
await browser.close();
await here.close();
there.close();
if (rows.some(([, here, there, trouble]) => here >= there || trouble)) process.exitCode = 1;

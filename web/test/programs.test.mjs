// Tests the programs of custom constraints: what they mean, and what they cannot reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "./serve.mjs";
import { BUILT, cell, label, open, paste, show, waitForStatus } from "./site.mjs";

const ROWS = ["1234", "3412", "2143", "4321"];

/** A 4x4 puzzle of SudokuMaker without givens and with a custom constraint, whose solution is stored. */
const puzzle = (code, components = []) =>
  JSON.stringify({
    formatVersion: "1.5.0",
    puzzle: {
      size: 4,
      cells: [...ROWS.join("")].map((digit) => ({ value: Number(digit) })),
      name: "Program",
      comment: "Normal sudoku rules apply.",
      constraints: [
        { type: 0 },
        { type: 1, regions: [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3] },
        {
          type: 1000,
          input: { groups: [] },
          definition: { name: "rows of numbers", backend: { code }, components },
        },
      ],
    },
  });

/** A rule that only the grid above satisfies: two numbers whose digits are read along rows. */
const RULE = [
  {
    name: "NumberComponent",
    code: `function setParams(instance, cells, number) { instance.number = number }
      function validate({ cells, number }, puzzle) {
        if (!puzzle.getCellsAreFilled(cells)) return true;
        return cells.reduce((sum, cell) => 10 * sum + puzzle.getValue(cell), 0) === number;
      }`,
  },
];
const ADD = `[1234, 3412, 2143].forEach((number, y) => {
  const cells = [...helpers.geometry.getCellsInRow(y)];
  puzzle.addConstraintComponent(new NumberComponent("", cells, number));
});`;

test("a program becomes a constraint", async () => {
  const { page, close } = await open();
  await paste(page, puzzle(ADD, RULE));
  await waitForStatus(page, "one");
  assert.match(await label(page, 2, 1, 4), /3/);
  await close();
});

test("a program without a result states why", async () => {
  const { page, close } = await open();
  await paste(page, puzzle("throw new Error('out of order')"));
  await waitForStatus(page, "several");
  await show(page, "Set");
  await page.getByText("rows of numbers` (out of order)").first().waitFor();
  await close();
});

test("a program reaches neither the page nor its storage nor the network", async () => {
  const { page, context } = await open();
  const outside = await serve(BUILT, { "access-control-allow-origin": "*" });
  const probes = {
    document: "document.title",
    parent: "parent.document",
    storage: "localStorage.length",
    database: "indexedDB.open('farandole').readyState",
    caches: "caches.keys().then",
    scripts: "importScripts('/texts.js') ?? 'loaded'",
    request: `(() => { const r = new XMLHttpRequest(); r.open('GET', '${outside.url}', false); r.send(); })() ?? 'sent'`,
  };
  const code = `const reached = [];
    const probe = (name, run) => { try { if (run() !== undefined) reached.push(name) } catch {} };
    ${Object.entries(probes)
      .map(([name, run]) => `probe(${JSON.stringify(name)}, () => ${run});`)
      .join("\n")}
    fetch("${outside.url}").catch(() => {});
    throw new Error("reached: " + reached.join(" "));`;
  await paste(page, puzzle(code));
  await show(page, "Set");
  await page.getByText("rows of numbers` (reached: )").first().waitFor();
  assert.deepEqual(outside.requests, []);
  assert.equal(await cell(page, 1, 1, 4).count(), 1, "the page is still there");
  await context.close();
  await outside.close();
});

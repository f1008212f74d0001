// The installed package in Node.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import * as farandole from "farandole";
import { examples } from "./examples.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

test("the examples of the README print their output", () => {
  const all = examples();
  assert.equal(all.length, 5);
  for (const [number, { code, output }] of all.entries()) {
    const file = `example-${number}.mjs`;
    writeFileSync(file, code);
    assert.equal(execFileSync("node", [file], { encoding: "utf8" }).trimEnd(), output, code);
  }
});

test("the package holds what its manifest lists", () => {
  const { files, exports } = JSON.parse(readFileSync("node_modules/farandole/package.json", "utf8"));
  for (const file of files) assert.ok(readFileSync(`node_modules/farandole/${file}`).length > 0, file);
  for (const target of Object.values(exports)) {
    const paths = typeof target === "string" ? [target] : Object.values(target);
    for (const path of paths) assert.ok(readFileSync(`node_modules/farandole/${path}`).length > 0, path);
  }
});

test("texts that are not puzzles are errors with a position", async () => {
  await assert.rejects(farandole.solve("53x"), (error) => {
    assert.ok(error instanceof farandole.FarandoleError);
    assert.equal(error.status, "unreadable");
    return true;
  });
  await assert.rejects(farandole.solve(`${PUZZLE}\n${PUZZLE}\n`), /found 2 puzzles/);
  await assert.rejects(farandole.rate(".Shape~4x4.AntiKnight"), { status: "unsupported" });
});

test("variants use the module for variants", async () => {
  const { solutions, exact } = await farandole.count(".Shape~4x4.AntiKing");
  assert.deepEqual([solutions, exact], [0, true]);
  const { boards, format } = await farandole.read(".Shape~4x4.Cage~3~R1C1~R1C2");
  assert.equal(format, "variant");
  const hint = await farandole.hint(boards[0]);
  assert.ok(["steps", "stuck"].includes(hint.status) || hint.troubles, hint.status);
  assert.match(await farandole.draw(boards[0]), /^<svg/);
  const [open, shown] = await farandole.judge(boards[0], "r1c1=1 r1c3<>1");
  assert.deepEqual([open.verdict, shown.verdict], ["undecided", "justified"]);
});

test("classic puzzles of other sizes are counted and explained", async () => {
  assert.equal((await farandole.count("................")).solutions, 288);
  assert.equal((await farandole.count("................", { limit: 5 })).exact, false);
  const verdicts = await farandole.judge(PUZZLE, "r5c5=5 r1c3=5");
  assert.deepEqual(verdicts.map((each) => each.verdict), ["justified", "contradicts"]);
  const path = await farandole.explain(PUZZLE);
  assert.equal(path.er, 1.2);
  assert.ok(path.steps.length > 40);
  const { sets } = await farandole.candidates(PUZZLE);
  assert.equal(sets.map((set) => Math.log2(set) + 1).join(""), SOLUTION);
});

test("generated puzzles are proper, minimal and repeatable", async () => {
  const [one, two] = [await farandole.generate({ seed: 5 }), await farandole.generate({ seed: 5 })];
  assert.deepEqual(one.board, two.board);
  assert.equal((await farandole.count(one.board)).solutions, 1);
  for (const [cell, given] of one.board.givens.entries()) {
    if (given === 0) continue;
    const givens = one.board.givens.with(cell, 0);
    assert.notEqual((await farandole.count({ ...one.board, givens }, { limit: 2 })).solutions, 1);
  }
  assert.equal((await farandole.generate({ seed: 1, givens: [17, 17], attempts: 10 })).status, "none");
  const stopped = farandole.generate({ givens: [17, 17], signal: AbortSignal.timeout(50) });
  await assert.rejects(stopped, { name: "TimeoutError" });
});

test("exact cover problems are solved", async () => {
  const { count, solutions } = await farandole.cover("A B C\nA\nB C\nA B\nC\n");
  assert.equal(count, 2);
  assert.deepEqual(solutions.map((options) => options.toSorted()).toSorted(), [
    ["A B", "C"],
    ["A", "B C"],
  ]);
});

async function collect(source) {
  const found = [];
  for await (const answer of farandole.answerLines(source)) found.push(answer);
  return found;
}

test("streams are answered in order, however they are cut", async () => {
  const kinds = [
    [".".repeat(81), "!several"],
    [PUZZLE, SOLUTION],
    ["rubbish", "!unreadable"],
  ];
  const rows = Array.from({ length: 3000 }, (_, k) => kinds[(k + 1) % 3]);
  const text = rows.map(([line]) => `${line}\n`).join("");
  const expected = rows.map(([, answer]) => answer);
  assert.deepEqual(await collect(text), expected);
  assert.deepEqual(await collect(text.match(/[^]{1,777}/g)), expected);
  assert.deepEqual(await collect(new Blob([text]).stream()), expected);
  // A grid of nine rows cannot be cut at any line.
  const grids = `${PUZZLE.match(/.{9}/g).join("\n")}\n\n`.repeat(900);
  assert.deepEqual(await collect(grids.match(/[^]{1,5000}/g)), new Array(900).fill(SOLUTION));
});

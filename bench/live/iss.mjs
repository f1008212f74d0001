// Answers queries about puzzles in constraint text, one per line, with Interactive Sudoku Solver. The answers have the form
// of Rangsk's protocol. The output is the answer with its time.
//
//     node iss.mjs CHECKOUT

import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const rival = (path) =>
  import(pathToFileURL(resolve(process.argv[2], path)).href);
const { ensureGlobalEnvironment } = await rival("tests/helpers/test_env.js");
ensureGlobalEnvironment();
const { SudokuParser } = await rival("js/sudoku_parser.js");
const { SudokuBuilder } = await rival("js/solver/sudoku_builder.js");

// Milliseconds after which a query ends without an answer.
const LIMIT = 2000;
const LIMITS = { "true candidates": 1, "counts up to 8": 8 };

function answer(query, text) {
  const solver = SudokuBuilder.build(
    SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)),
  );
  const start = performance.now();
  const over = () => {
    if (performance.now() - start > LIMIT) throw new RangeError("time is up");
  };
  solver._internalSolver.setProgressCallback(over, 10);
  if (query === "verdict")
    return {
      type: "count",
      count: solver.countSolutions(2),
      inProgress: false,
    };
  const limit = LIMITS[query];
  const counts = solver.solveAllPossibilities(limit);
  if (!counts) return { type: "invalid", message: "No solutions found." };
  return {
    type: "truecandidates",
    solutionsPerCandidate: [...counts].map((count) => Math.min(count, limit)),
  };
}

function limited(query, text) {
  try {
    return answer(query, text);
  } catch (error) {
    if (error instanceof RangeError) return { type: "open" };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { query, nonce, text } = JSON.parse(line);
  const start = performance.now();
  const found = limited(query, text);
  const ms = performance.now() - start;
  console.log(JSON.stringify({ answer: { nonce, ...found }, ms }));
}

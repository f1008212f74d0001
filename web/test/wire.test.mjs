// Tests the types in `src/wire.ts` against the engine: the compiler checks answers of the modules as literals
// of these types, so that a missing field, a further field and a field of another type are errors. An optional
// field that no answer has is an error, too.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

const WEB = new URL("../", import.meta.url).pathname;
const zeros = (count) => Array(count).fill(0);
const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7...";
const KILLER = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.Cage~4~R3C1~R3C2.~R2C3_1~R4C4_1";
const board = (text) => ({
  size: 9,
  boxes: [3, 3],
  givens: [...text].map((digit) => (digit === "." ? 0 : Number(digit))),
});
const small = { size: 4, boxes: [2, 2], givens: zeros(16) };
const killer = { text: KILLER.split(".~")[0], size: 4, givens: zeros(16).fill(1, 6, 7).fill(1, 15) };
const HOUSES = { diagonals: ["main"], extra: [[1, 6, 11, 12]] };
const clash = { ...small, givens: zeros(16).fill(1, 0, 2) };
const holes = ".Shape~3x3~3~Raw.Holes~R2C2.Thermo~R1C1~R1C2~R1C3.~R2C1_1_2";
const chaos = ".Shape~4x4.NoBoxes.ChaosConstruction.~R1C1_1~R1C2_2";
const LINES = JSON.stringify({
  cells: Array(4).fill(Array(4).fill({})),
  underlays: [{ center: [2.5, 2.5], width: 0.3, height: 0.3, backgroundColor: "#000000" }],
  lines: [
    {
      color: "#f067f0ff",
      thickness: 10,
      wayPoints: [
        [0.5, 0.5],
        [0.5, 2.5],
      ],
    },
  ],
  metadata: {
    title: "A line",
    author: "A setter",
    rules: "Purple lines are renban lines. Every clue is wrong.",
  },
});
/** A drawing with everything that a drawing may have. */
const DRAWING = JSON.stringify({
  cells: Array(4).fill(Array(4).fill({})),
  lines: [{ d: "M0 0L64 64", color: "#ff0000", opacity: 0.5 }],
  cages: [
    {
      cells: [
        [0, 0],
        [0, 1],
      ],
      value: "5",
    },
  ],
});
/** A puzzle of f-puzzles, which draws its constraints itself. */
const TYPED = JSON.stringify({
  size: 4,
  grid: Array(4).fill(Array(4).fill({})),
  thermometer: [{ lines: [["R1C1", "R1C2"]] }],
  circle: [{ cells: ["R4C4"], baseC: "#ff0000", width: 0.5, height: 0.5 }],
});
/** A puzzle of SudokuPad with fog. */
/** A puzzle of SudokuMaker with a program. */
const PROGRAM = JSON.stringify({
  puzzle: {
    size: 4,
    cells: Array(16).fill({}),
    constraints: [
      { type: 0 },
      { type: 1000, definition: { name: "sum", backend: { code: "puzzle.stop()" } }, input: {} },
    ],
  },
});
const FOGGY = JSON.stringify({ cells: Array(4).fill(Array(4).fill({})), foglight: [[0, 0]] });
const marks = zeros(81).fill(2, 2, 3);

/** Requests with the types of their answers, and the texts that belong to them. */
const SAMPLES = [
  ["Formats", { op: "formats" }],
  ["Formats", { op: "formats", variants: true }],
  ["ReadText", { op: "read" }, `${CLASSIC}\nnot a puzzle\n${HARD}\n`],
  ["ReadText", { op: "read" }, `${CLASSIC.slice(0, 2)}+4${CLASSIC.slice(3)}`],
  ["ReadText", { op: "read" }, "A..B.C.D........"],
  ["ReadText", { op: "read" }, KILLER],
  ["ReadText", { op: "edit", board: small, add: ".Diagonal~1" }],
  ["ReadText", { op: "edit", board: killer, add: ".Cage~7~R4C1~R4C2" }],
  ["Status", { op: "read" }, "1x"],
  ["Drawn", { op: "show", board: board(CLASSIC) }],
  ["Drawn", { op: "show", board: killer }],
  ["Drawn", { op: "show", board: { text: holes.split(".~")[0] + ".~R2C1_1_2", size: 3, givens: zeros(9) } }],
  [
    "Status",
    { op: "draw", board: board(CLASSIC), step: { technique: "naked-single", placements: ["r5c5=5"] } },
  ],
  [
    "Status",
    {
      op: "write",
      board: {
        ...killer,
        cosmetics: [
          {
            shape: "line",
            points: [
              [0.5, 0.5],
              [1.5, 0.5],
            ],
            stroke: "#2b62c9",
            width: 0.1,
            opacity: 0.6,
          },
          { shape: "text", points: [[1, 1]], size: 0.5, text: "a", fill: "#2b62c9", opacity: 1 },
        ],
      },
      to: "fpuzzles",
      texts: { title: "T", author: "A", rules: "R" },
    },
  ],
  ["Solved", { op: "solve", board: board(CLASSIC) }],
  ["Solved", { op: "solve", board: clash }],
  ["Solved", { op: "solve", board: killer }],
  ["Solved", { op: "solve", board: { text: chaos, size: 4, givens: zeros(16) }, limit: 1 }],
  ["Solved", { op: "estimate", board: small, dives: 9 }],
  ["Solved", { op: "candidates", board: board(CLASSIC) }],
  ["Solved", { op: "redundant", board: board(CLASSIC) }],
  ["Solved", { op: "why", board: killer }],
  ["Solved", { op: "rate", board: board(CLASSIC) }],
  ["Solved", { op: "rate", board: board(HARD), scale: "hodoku" }],
  ["Solved", { op: "rate", board: board(CLASSIC), scale: "minutes" }],
  ["Solved", { op: "rate", board: board(HARD), budget: 1 }],
  ["Sets", { op: "open", board: clash }],
  ["Sets", { op: "open", board: clash, hidden: [0] }],
  ["Checked", { op: "check", board: board(CLASSIC) }],
  ["Advice", { op: "hint", board: board(HARD), depth: "where" }],
  ["Advice", { op: "hint", board: { ...board(HARD), marks: zeros(81).fill(512 - 1, 0, 2) } }],
  ["Advice", { op: "hint", board: { ...board(CLASSIC), placed: zeros(81).fill(2, 2, 3) } }],
  ["Advice", { op: "hint", board: { ...board(CLASSIC), marks } }],
  ["Advice", { op: "hint", board: killer }],
  ["Verdicts", { op: "judge", board: board(CLASSIC), moves: "r5c5=5 r1c3<>2" }],
  ["Verdicts", { op: "judge", board: killer, moves: "r1c1=1" }],
  ["Path", { op: "explain", board: board(HARD) }],
  ["Path", { op: "explain", board: board(HARD), scale: "hodoku" }],
  ["Path", { op: "explain", board: killer }],
  ["Techniques", { op: "techniques" }],
  ["Kinds", { op: "catalogue" }],
  ["Proposal", { op: "propose" }, LINES],
  ["Proposal", { op: "propose", meanings: "g1=Thermo" }, LINES],
  ["Proposal", { op: "propose" }, DRAWING],
  ["Proposal", { op: "propose" }, TYPED],
  ["Proposal", { op: "propose" }, FOGGY],
  ["Programs", { op: "propose" }, PROGRAM],
  ["Proposal", { op: "propose", results: ['{"error":"no"}'] }, PROGRAM],
  ["Made", { op: "make", seed: 7, from: 0, tries: 10000, rating: [20, 45], givens: [22, 30] }],
  ["Made", { op: "make", seed: 7, from: 0, tries: 99, board: { ...small, ...HOUSES } }],
  ["Made", { op: "complete", seed: 7, from: 0, tries: 99, board: small, kind: "xv", rating: [0, 400] }],
  [
    "Made",
    {
      op: "complete",
      seed: 7,
      from: 0,
      tries: 99,
      board: killer,
      clues: ["Cage"],
      givens: [0, 4],
      minimal: true,
    },
  ],
  ["Bulk", { op: "bulk", what: "count" }, `${CLASSIC}\nx\n`],
  ["Covered", { op: "cover" }, "a b c d e f g\n c e\n a d g\n b c f\n a d f\n b g\n d e g\n"],
];

/** Fields of answers that are rare or large, which no sample has. */
const RARE = new Set([
  "drawing",
  "lower_bound",
  "message",
  "module",
  "reason",
  "stale_marks",
  "title",
  "trial",
  "warnings",
]);

/** Loads a module. Returns a function that answers requests. */
async function load(name) {
  const { instance } = await WebAssembly.instantiate(await readFile(join(WEB, "wasm", name)));
  const { memory, input, call, output } = instance.exports;
  return (request, body = "") => {
    const bytes = new TextEncoder().encode(`${JSON.stringify(request)}\n${body}`);
    const at = input(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), length)).split("\n")[0];
  };
}

test("the types of requests and answers are those of the engine", async () => {
  const modules = await Promise.all(
    ["farandole.wasm", "farandole-tools.wasm", "farandole-variants.wasm"].map(load),
  );
  const ask = (request, body) => {
    const answers = modules.map((module) => module(request, body));
    return answers.find((answer) => JSON.parse(answer).status !== "elsewhere");
  };
  const answers = SAMPLES.map(([type, request, body]) => [type, request, ask(request, body)]);
  for (const [type, request, answer] of answers)
    assert.ok(type === "Status" || !/"status":"usage"/.test(answer), `${JSON.stringify(request)}: ${answer}`);

  const names = [...new Set([...SAMPLES.map(([type]) => type), "Request"])].join(", ");
  const lines = answers.flatMap(([type, request, answer], i) => [
    `export const request${i}: Request = ${JSON.stringify(request)};`,
    `export const answer${i}: ${type} = ${answer};`,
  ]);
  const folder = await mkdtemp(join(tmpdir(), "farandole-wire-"));
  try {
    const file = join(folder, "samples.ts");
    await writeFile(file, `import type { ${names} } from "${WEB}src/wire.ts";\n${lines.join("\n")}\n`);
    const flags =
      "--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --allowImportingTsExtensions";
    const types = "--target ES2022 --module ESNext --moduleResolution bundler --types";
    const tsc = [
      join(WEB, "node_modules/typescript/bin/tsc"),
      ...flags.split(" "),
      ...types.split(" "),
      "",
      file,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, tsc, { cwd: folder }).catch(
      (error) => error,
    );
    assert.equal(stdout, "", stdout.slice(0, 4000));
  } finally {
    await rm(folder, { recursive: true });
  }

  const source = await readFile(join(WEB, "src/wire.ts"), "utf8");
  const optional = [...source.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
  const all = answers.map(([, request, answer]) => JSON.stringify(request) + answer).join("\n");
  const unseen = [...new Set(optional)].filter((name) => !RARE.has(name) && !all.includes(`"${name}":`));
  assert.deepEqual(unseen, [], "optional fields that no request or answer has");
});

// Verifies that the picture tests can fail: breaks the drawing in twenty ways, one at a time, in a copy of the
// page, and runs the tests on it.
//
//     node test/faults.mjs [NAME]
//
// With NAME, only the faults whose names contain it. The script needs the modules in `wasm/` and takes
// several minutes, so it is not part of the tests. It fails if a fault remains undetected, or if the tests
// fail without a fault.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const WEB = new URL("../", import.meta.url).pathname;
const [BOARD, STYLE, APP] = ["src/view/Board.tsx", "src/style/base.css", "src/view/App.tsx"];
const TOKENS = "src/style/tokens.css";
const DRAWN = "src/drawn.css";

/** The faults: name, file, the text to replace, and its replacement. */
const FAULTS = [
  ["no digits", BOARD, "{symbol(digit, shape)}", '{""}'],
  ["no thick borders", DRAWN, ".drawn.thick {\nstroke: var(--drawn-thick);", ".drawn.thick {\nstroke: none;"],
  ["a missing panel", APP, /<Learn\s+engine[^>]*?\/>/, ""],
  ["candidates missing", BOARD, "{digitsOf(set).map((candidate) => {", "{digitsOf(0).map((candidate) => {"],
  [
    "wrong colour of givens",
    DRAWN,
    ".drawn.given {\nfill: var(--drawn-given);",
    ".drawn.given {\nfill: var(--drawn-placed);",
  ],
  ["selection not shown", BOARD, 'class="selected"', 'class="selected" visibility="hidden"'],
  [
    "cage borders missing",
    DRAWN,
    ".drawn.cage {\nstroke: var(--drawn-cage);",
    ".drawn.cage {\nstroke: none;",
  ],
  [
    "a digit shifted into the neighbouring cell",
    BOARD,
    "x={x + CELL / 2}\n        y={base(y",
    "x={x + (cell === 0 ? 1.5 : 0.5) * CELL}\n        y={base(y",
  ],
  ["dark theme not applied", TOKENS, "color-scheme: light dark;", "color-scheme: light;"],
  ["no thin borders", DRAWN, ".drawn.thin {\nstroke: var(--drawn-thin);", ".drawn.thin {\nstroke: none;"],
  [
    "no thermometer",
    DRAWN,
    ".drawn.thermo {\nstroke: var(--drawn-thermo);",
    ".drawn.thermo {\nstroke: none;",
  ],
  [
    "candidates in the wrong place",
    BOARD,
    "drawn.marks[candidate - 1] ?? []",
    "drawn.marks[8 - candidate] ?? []",
  ],
  ["all digits alike", BOARD, "{symbol(digit, shape)}", "{symbol(8, shape)}"],
  [
    "placed digits as large as candidates",
    BOARD,
    "drawn?.digit ?? DIGIT",
    "given ? DIGIT : (drawn?.mark ?? DIGIT)",
  ],
  ["a missing pad", APP, /<Pad\s[\s\S]*?check\.check : undefined\}\s*\/>/, ""],
  ["texts of panels not shown", STYLE, "body {", ".learn { color: transparent; }\nbody {"],
  ["constraints missing", BOARD, "original ? [] : (drawn?.below ?? [])", "[] as Part[]"],
  [
    "boards on the colour of the page",
    STYLE,
    "body {",
    ".board rect.paper { fill: var(--ground) !important; }\nbody {",
  ],
  ["a conflict marked in the wrong cell", BOARD, 'square(cell, "clash")', 'square(cell + 1, "clash")'],
  ["conflict marks missing", BOARD, '{[...clashes].map((cell) => square(cell, "clash"))}', ""],
];

/**
 * Builds a copy of the page and runs the picture tests on it. Returns the failed tests, each with its error.
 */
async function failures(folder) {
  await run("npx", ["vite", "build"], { cwd: folder });
  const env = { ...process.env, FARANDOLE_PAGE: join(folder, "dist/") };
  try {
    await run("node", ["--test", "--test-reporter=tap", "--test-timeout=120000", "test/pictures.test.mjs"], {
      cwd: WEB,
      env,
      maxBuffer: 1 << 24,
    });
    return [];
  } catch ({ stdout = "" }) {
    return stdout
      .split(/^not ok \d+ - /m)
      .slice(1)
      .map((part) => `${part.split("\n")[0]}: ${/error: (?:\|-\s*)?(.*)/.exec(part)?.[1] ?? ""}`);
  }
}

const root = await mkdtemp(join(tmpdir(), "farandole-faults-"));
const folder = join(root, "web");
let passed = 0;
try {
  for (const part of [
    "src",
    "public",
    "wasm",
    "index.html",
    "package.json",
    "tsconfig.json",
    "vite.config.ts",
  ])
    await cp(join(WEB, part), join(folder, part), { recursive: true });
  await symlink(join(WEB, "node_modules"), join(folder, "node_modules"));
  // The page imports the JavaScript of the npm package, and the exercises.
  for (const part of ["npm", "crates"]) await symlink(join(WEB, "..", part), join(root, part));
  const sound = await failures(folder);
  if (sound.length) throw new Error(`without a fault:\n${sound.join("\n")}`);
  console.log("without a fault: all pass");
  const [, , wanted = ""] = process.argv;
  for (const [name, file, from, to] of FAULTS.filter(([it]) => it.includes(wanted))) {
    const text = await readFile(join(WEB, file), "utf8");
    const broken = text.replace(from, () => to);
    if (broken === text) throw new Error(`${name}: text to replace not found in ${file}`);
    await writeFile(join(folder, file), broken);
    const failed = await failures(folder);
    await writeFile(join(folder, file), text);
    if (!failed.length) passed++;
    console.log(
      `${name}: ${failed.length ? `${failed.length} fail\n  ${failed.join("\n  ")}` : "NOTHING FAILS"}`,
    );
  }
} finally {
  await rm(root, { recursive: true });
}
process.exitCode = passed ? 1 : 0;

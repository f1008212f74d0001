// Measures how long variants take in the page's worker in Chromium, from the text to the checked answer.
//
//     node web/bench/variants.mjs FILE [SECONDS] [--candidates]
//
// FILE has one JSON object per line for each puzzle, with `input` and `name`. The page must be built. The
// query is that of the page: whether there are no, one or several solutions. The text is read once. It is
// then solved repeatedly, up to 30 times or for a quarter of a second, since a page repeats the query after
// each edit. The fastest run is reported. SECONDS (default 60) is the time limit of each run. With --candidates,
// the query is for the true candidates, as the page sends it, and runs once,
// because the module remembers solutions.
//
// Columns of the output: name, answer, milliseconds in the module to read, milliseconds in the module to
// solve, milliseconds to solve including postMessage in both directions, search nodes.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { launch } from "../test/browser.mjs";
import { serve } from "../test/serve.mjs";
import { EXACT, worker } from "./worker.mjs";

const SOLVE = { op: "solve", limit: 2 };
const CANDIDATES = { op: "candidates", which: "digits", budget: 2_000_000 };
const TURNS = 30;
const ENOUGH = 250;

/** Reads a text as the page does. Returns the board and its module, or the error. */
export async function read({ ask }, text) {
  let read = await ask("plain", { op: "read", most: 1 }, text);
  let reading = read.ms;
  if (read.json?.status === "elsewhere") {
    read = await ask("variants", { op: "read" }, text);
    reading += read.ms;
  }
  const first = read.json?.board ?? read.json?.boards?.[0];
  if (!first) return { refused: read.error ?? read.json?.detail ?? "late", reading };
  const part = first.text === undefined ? "plain" : "variants";
  return { part, board: part === "plain" ? first : { text: first.text, givens: first.givens }, reading };
}

/** Solves a board once. */
export async function turn({ ask }, { part, board }, query = SOLVE) {
  const { late, json, error, ms, all } = await ask(part, { ...query, board });
  return { status: late ? "open" : (json?.status ?? error), ms, all, nodes: json?.nodes };
}

/** Repeats a run and returns the fastest one. */
export async function best(once) {
  const turns = [];
  let sum = 0;
  do {
    turns.push(await once());
    sum += turns.at(-1).all;
  } while (turns.length < TURNS && sum < ENOUGH);
  return turns.reduce((least, it) => (it.ms < least.ms ? it : least));
}

/** Reads the puzzles of a file. */
export async function puzzles(file) {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const words = process.argv.slice(2);
  const query = words.includes("--candidates") ? CANDIDATES : SOLVE;
  const [file, seconds = "60"] = words.filter((it) => it !== "--candidates");
  if (!file) {
    console.error("usage: node web/bench/variants.mjs FILE [SECONDS] [--candidates]");
    process.exit(2);
  }
  const browser = await launch();
  const site = await serve(new URL("../dist/", import.meta.url).pathname, EXACT);
  const one = await worker(browser, site, 1000 * Number(seconds));
  for (const { name = "", input } of await puzzles(file)) {
    const text = await read(one, input);
    const {
      status,
      ms = 0,
      all,
      nodes = 0,
    } = text.refused
      ? { status: `refused: ${text.refused}`, all: 0 }
      : await (query === SOLVE ? best(() => turn(one, text)) : turn(one, text, query));
    console.log(
      [name, status, (text.reading ?? 0).toFixed(3), ms.toFixed(3), all.toFixed(3), nodes].join("\t"),
    );
  }
  await browser.close();
  await site.close();
}

// How long variants take in the page's own worker in Chromium: from the text to the checked answer.
//
//     node web/bench/variants.mjs FILE [SECONDS]
//
// FILE has a line of JSON for each puzzle, with `input` and `name`; the page must be built. The question is that of the page:
// none, one or several solutions. The text is read once, and solved in turns until there are thirty or a quarter of a second
// has passed, as a page asks again after each edit; the best turn counts. SECONDS (default 60) bounds each turn.
//
// The lines on the standard output: name, answer, milliseconds in the module to read and to solve, milliseconds to solve with
// postMessage to the worker and back, nodes.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { launch } from "../test/browser.mjs";
import { serve } from "../test/serve.mjs";
import { EXACT, worker } from "./worker.mjs";

const TURNS = 30;
const ENOUGH = 250;

/** Reads a text as the page does: the board and how it is solved, or why it is not read. */
export async function read({ ask }, text) {
  let read = await ask("plain", { op: "read", most: 1 }, text);
  let reading = read.ms;
  if (read.json?.status === "variant") {
    read = await ask("variants", { op: "read" }, text);
    reading += read.ms;
  }
  const first = read.json?.board ?? read.json?.boards?.[0];
  if (!first) return { refused: read.error ?? read.json?.detail ?? "late", reading };
  const part = first.text === undefined ? "plain" : "variants";
  return { part, board: part === "plain" ? first : { text: first.text, givens: first.givens }, reading };
}

/** One turn. */
export async function turn({ ask }, { part, board }) {
  const { late, json, error, ms, all } = await ask(part, { op: "solve", board, limit: 2 });
  return { status: late ? "open" : (json?.status ?? error), ms, all, nodes: json?.nodes };
}

/** Turns until there are enough, and the best of them. */
export async function best(once) {
  const turns = [];
  let sum = 0;
  do {
    turns.push(await once());
    sum += turns.at(-1).all;
  } while (turns.length < TURNS && sum < ENOUGH);
  return turns.reduce((least, it) => (it.ms < least.ms ? it : least));
}

/** The puzzles of a file. */
export async function puzzles(file) {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, seconds = "60"] = process.argv.slice(2);
  if (!file) {
    console.error("usage: node web/bench/variants.mjs FILE [SECONDS]");
    process.exit(2);
  }
  const browser = await launch();
  const site = await serve(new URL("../dist/", import.meta.url).pathname, EXACT);
  const one = await worker(browser, site, 1000 * Number(seconds));
  for (const { name = "", input } of await puzzles(file)) {
    const text = await read(one, input);
    const { status, ms = 0, all, nodes = 0 } = text.refused ? { status: `refused: ${text.refused}`, all: 0 } : await best(() => turn(one, text));
    console.log([name, status, (text.reading ?? 0).toFixed(3), ms.toFixed(3), all.toFixed(3), nodes].join("\t"));
  }
  await browser.close();
  await site.close();
}

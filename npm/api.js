// The functions of the package. Each turns its arguments into a request and passes it to a module, which is
// compiled when it is first needed.
import { Broken, Module } from "./module.js";
import { partOf } from "./route.js";

/** The error of a request: its puzzle cannot be read, is not supported, or an argument is wrong. */
export class FarandoleError extends Error {
  constructor({ status, detail, line, column }) {
    super(line === undefined ? `${detail}` : `line ${line}, column ${column}: ${detail}`);
    this.name = "FarandoleError";
    this.status = status;
    if (line !== undefined) Object.assign(this, { line, column });
  }
}

let loader;
/** For each module, a promise of its instance. A failure is not kept. */
const instances = new Map();

/** Sets the function that loads and compiles a module. */
export function setLoader(load) {
  loader = load;
}

function instance(part) {
  const known = instances.get(part);
  if (known) return known;
  const made = loader(part).then((module) => new Module(module));
  instances.set(part, made);
  made.catch(() => instances.delete(part));
  return made;
}

/** Loads the modules in advance. */
export async function load(...parts) {
  await Promise.all((parts.length ? parts : ["plain"]).map(instance));
}

const REFUSALS = new Set(["unreadable", "unsupported", "usage", "elsewhere"]);

async function ask(part, head, body) {
  const module = await instance(part);
  try {
    return module.answer(head, body);
  } catch (error) {
    // A module that has trapped is replaced, so that the next request is answered.
    if (error instanceof Broken) instances.delete(part);
    throw error;
  }
}

/** Answers a request. Returns its JSON, and the bytes that follow it. */
export async function request(head, body) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const part = partOf(head);
  let answer = await ask(part, head, bytes);
  if (answer.json.status === "elsewhere") answer = await ask(answer.json.module, head, bytes);
  if (REFUSALS.has(answer.json.status)) throw new FarandoleError(answer.json);
  return answer;
}

/** Reads puzzles of any format. */
export async function read(text, { most } = {}) {
  return (await request({ op: "read", ...defined({ most }) }, text)).json;
}

/** Returns an object without its undefined fields: the engine refuses unknown values. */
function defined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns the board of a puzzle, which is a board or a text with one puzzle. */
async function boardOf(puzzle) {
  if (typeof puzzle !== "string") return puzzle;
  const { boards, problems, count } = await read(puzzle, { most: 2 });
  if (problems?.length) throw new FarandoleError({ status: "unreadable", ...problems[0] });
  if (count !== 1 || boards.length !== 1) {
    const detail = `found ${count} puzzles, expected one`;
    throw new FarandoleError({ status: "unreadable", detail });
  }
  return boards[0];
}

async function about(op, puzzle, fields = {}) {
  return (await request({ op, board: await boardOf(puzzle), ...defined(fields) })).json;
}

/** Solves a puzzle. */
export function solve(puzzle, { limit, budget, which } = {}) {
  return about("solve", puzzle, { limit, budget, which });
}

/** Counts the solutions of a puzzle. */
export async function count(puzzle, { limit = 0, budget } = {}) {
  const { status, solutions, exact, nodes } = await about("solve", puzzle, { limit, budget });
  return { status, solutions: solutions ?? 0, exact: exact ?? false, nodes };
}

/** Returns the digits that occur in some solution, as sets. */
export function candidates(puzzle, { budget } = {}) {
  return about("candidates", puzzle, { budget });
}

/** Rates a classic 9x9 puzzle. */
export function rate(puzzle, { scale, budget } = {}) {
  return about("rate", puzzle, { scale, budget });
}

/** Returns the next step, or a mistake. */
export function hint(puzzle, { depth, scale, reach, budget } = {}) {
  return about("hint", puzzle, { depth, scale, reach, budget });
}

/** Judges moves, such as `r1c2=5 r3c4<>6`. */
export async function judge(puzzle, moves, { most, budget } = {}) {
  return (await about("judge", puzzle, { moves, most, budget })).verdicts;
}

/** Returns the solution path. */
export function explain(puzzle, { scale, budget } = {}) {
  return about("explain", puzzle, { scale, budget });
}

/** Writes a puzzle in a text format, or as a link. */
export async function write(puzzle, to) {
  const { body } = await request({ op: "write", board: await boardOf(puzzle), to });
  return new TextDecoder().decode(body).trimEnd();
}

/** Draws a puzzle, and a step if there is one, as SVG. */
export async function draw(puzzle, { step, theme, caption } = {}) {
  const { body } = await request({
    op: "draw",
    board: await boardOf(puzzle),
    ...defined({ step, theme, caption }),
  });
  return new TextDecoder().decode(body);
}

/** Number of attempts per request: between two of them, a signal can stop the search. */
const ATTEMPTS = 64;

/** Generates a minimal puzzle. */
export async function generate(wanted = {}) {
  const { seed = Math.floor(Math.random() * 2 ** 32), attempts = Infinity, signal, ...fields } = wanted;
  let from = 0;
  for (;;) {
    signal?.throwIfAborted();
    const tries = Math.min(ATTEMPTS, attempts - from);
    if (tries <= 0) return { status: "none", seed, next: from };
    const { json } = await request({ op: "make", seed, from, tries, ...defined(fields) });
    if (json.status === "made") return { ...json, seed };
    from = json.next;
    // Lets timers and events run.
    await new Promise((resume) => setTimeout(resume));
  }
}

/** Solves an exact cover problem in Knuth's text format or as JSON. */
export async function cover(problem, { limit, list, budget } = {}) {
  return (await request({ op: "cover", ...defined({ limit, list, budget }) }, problem)).json;
}

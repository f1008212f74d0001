// Compares the processor times of Farandole and Interactive Sudoku Solver in one run, puzzle by puzzle.
//
//     node bench/variants/beside_iss.mjs CHECKOUT target/release/farandole-bench-variants [SECONDS [COLLECTION]]
//
// CHECKOUT is a copy of the repository sigh/Interactive-Sudoku-Solver (MIT), whose examples and lists are the puzzles. For
// each puzzle, the programs take turns until one has used a quarter of a second or has had five turns. The best turn counts.
// The rival's time is that of the search for a second solution in a warm process, summed over its threads. Its time for
// reading and setup is printed separately. Farandole's time includes reading, setup, search and check. SECONDS (default 60)
// limits each turn of each program.
//
// The output has one line per puzzle, followed by a table by list.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [checkout, program, seconds = '60', only = ''] = process.argv.slice(2);
if (!program) {
  console.error('usage: node beside_iss.mjs CHECKOUT farandole-bench-variants [SECONDS [COLLECTION]]');
  process.exit(2);
}
const limit = 1000 * Number(seconds);
const rival = (path) => import(pathToFileURL(resolve(checkout, path)).href);
const { resolvePuzzles, materializePuzzles, runSolve } = await rival('tools/lib/solver_analysis.js');
const examples = await rival('data/example_puzzles.js');

const LISTS = ['EXAMPLES', 'TAREK_ALL', 'EXTREME_KILLERS', 'MATHEMAGIC_KILLERS', 'HS_KILLERS', 'LITTLE_KILLER_SNIPES',
  'HARD_RENBAN', 'HARD_THERMOS', 'HARD_PENCILMARKS'];
const TURNS = 5;
const ENOUGH = 250;

async function entries() {
  const lists = [['displayed examples', []]];
  for (const group of examples.DISPLAYED_EXAMPLE_GROUPS) {
    const puzzles = Object.values(group).find(Array.isArray);
    lists[0][1].push(...puzzles.map((it) => examples.resolvePuzzleConfig(it)));
  }
  for (const name of LISTS) lists.push([name, resolvePuzzles([name])]);
  const all = [];
  for (const [collection, puzzles] of lists) {
    if (!collection.includes(only)) continue;
    (await materializePuzzles(puzzles)).forEach((puzzle) => all.push({ collection, ...puzzle }));
  }
  return all;
}

// Returns the processor time of this process in milliseconds, over all threads.
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// Runs one turn of the rival. Returns the result and the times of setup and search.
function turnOfRival(puzzle) {
  const began = spent();
  let start = began;
  const over = () => {
    if (spent() - start > limit) throw new RangeError('time is up');
  };
  try {
    const result = runSolve(puzzle, { maxSolutions: 2 }, (solver) => {
      solver._internalSolver.setProgressCallback(over, 10);
      start = spent();
    });
    return { status: result.status, setup: start - began, search: spent() - start, guesses: result.counters.guesses };
  } catch (error) {
    const status = error instanceof RangeError ? 'open' : `refused: ${error}`.split('\n')[0];
    return { status, setup: start - began, search: spent() - start, guesses: 0 };
  }
}

// A process that answers each line with one line.
function farandole() {
  const child = spawn(program, ['-', '', String(Number.MAX_SAFE_INTEGER), seconds], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (puzzle) => {
    const { input, solution } = puzzle;
    child.stdin.write(`${JSON.stringify({ name: '', input, solution })}\n`);
    const { value = '\t\tended' } = await lines.next();
    const [, , status, ms = '0', setup = '0', guesses = '0'] = value.split('\t');
    return { status, ms: Number(ms), setup: Number(setup), guesses: Number(guesses) };
  };
  return { ask, end: () => child.stdin.end() };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : NaN;
}

const best = (turns, time) => turns.reduce((least, turn) => (time(turn) < time(least) ? turn : least));
const sum = (list) => list.reduce((total, number) => total + number, 0);
const { ask, end } = farandole();
const rows = [];
console.log('list\tpuzzle\trival\tsetup ms\tsearch ms\tguesses\tfarandole\tms\tsetup ms\tguesses\tratio');
for (const puzzle of await entries()) {
  const theirs = [];
  const ours = [];
  do {
    theirs.push(turnOfRival(puzzle));
    ours.push(await ask(puzzle));
  } while (theirs.length < TURNS && sum(theirs.map((it) => it.search)) < ENOUGH && sum(ours.map((it) => it.ms)) < ENOUGH);
  const their = best(theirs, (turn) => turn.search);
  const our = best(ours, (turn) => turn.ms);
  const decided = !['open', 'ended'].includes(our.status) && !our.status.startsWith('REFUSED');
  const row = { ...puzzle, their, our, decided, rivalDecided: !/open|refused/.test(their.status) };
  row.ratio = row.decided && row.rivalDecided ? their.search / our.ms : NaN;
  rows.push(row);
  console.log([puzzle.collection, puzzle.name, their.status, their.setup.toFixed(2), their.search.toFixed(2), their.guesses,
    our.status, our.ms.toFixed(3), our.setup.toFixed(3), our.guesses, row.ratio.toFixed(1)].join('\t'));
}
end();

console.log('\n| list | puzzles | rival decided | Farandole decided | both: rival s | Farandole s | median ratio | least ratio | slower, of those above 1 ms |');
console.log('|---|---|---|---|---|---|---|---|---|');
for (const name of [...new Set(rows.map((row) => row.collection)), 'all']) {
  const list = rows.filter((row) => name === 'all' || row.collection === name);
  const both = list.filter((row) => !Number.isNaN(row.ratio));
  const ratios = both.map((row) => row.ratio);
  const slower = both.filter((row) => row.ratio < 1 && row.their.search > 1).length;
  console.log(`| ${name} | ${list.length} | ${list.filter((row) => row.rivalDecided).length} | `
    + `${list.filter((row) => row.decided).length} | ${(sum(both.map((row) => row.their.search)) / 1000).toFixed(2)} | `
    + `${(sum(both.map((row) => row.our.ms)) / 1000).toFixed(2)} | ${median(ratios).toFixed(1)} | `
    + `${Math.min(...ratios).toFixed(2)} | ${slower} |`);
}

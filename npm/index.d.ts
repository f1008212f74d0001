import type { Advice, Board, Covered, Made, Path, ReadText, Request, Solved, Status, Step, Verdict } from "./wire.js";

export type {
  Advice,
  Board,
  Clash,
  Covered,
  Drawing,
  HintStep,
  Made,
  Mistake,
  Path,
  PathStep,
  Rating,
  ReadText,
  Request,
  Solved,
  Status,
  Step,
  Verdict,
} from "./wire.js";

/** A puzzle: a board, or a text with one puzzle in any format that Farandole reads. */
export type Puzzle = Board | string;

/** Bounds the work of a search or of the techniques. The result is then a lower bound, or `gave up`. */
export interface Budget {
  budget?: number;
}

/** The scale of Sudoku Explainer (the default), or HoDoKu's. */
export interface Scale {
  scale?: "se" | "hodoku";
}

/** The scale of a rating, which may also be the W or B rating of Berthier, or expected minutes. */
export interface RatingScale {
  scale?: "se" | "hodoku" | "w" | "b" | "minutes";
}

/** The error of a request. */
export class FarandoleError extends Error {
  /** `unreadable`, `unsupported` or `usage`. */
  status: string;
  /** The 1-based position in the text, if there is one. */
  line?: number;
  column?: number;
}

/** Loads modules in advance: `plain` (the default) for classic puzzles, `tools` for lists and the generator, `variants`. */
export function load(...parts: ("plain" | "tools" | "variants")[]): Promise<void>;

/** Reads puzzles of any format; `most` (default 1000) bounds their number. */
export function read(text: string | Uint8Array, options?: { most?: number }): Promise<ReadText>;

/**
 * Solves a puzzle. `limit` (default 2) is the number of solutions after which the search stops; 0 is no limit.
 * `which: "digits"` includes the user's digits of a board.
 */
export function solve(
  puzzle: Puzzle,
  options?: Budget & { limit?: number; which?: "givens" | "digits" },
): Promise<Solved>;

/** The number of solutions, as a text if it is too large for a number. */
export interface Count {
  status: string;
  solutions: number | string;
  /** True if there are no further solutions. */
  exact: boolean;
  nodes?: number;
}

/** Counts the solutions of a puzzle up to `limit` (default 0, no limit). */
export function count(puzzle: Puzzle, options?: Budget & { limit?: number }): Promise<Count>;

/** Returns for each cell the set of digits that occur in some solution: `sets`, with bit 0 for digit 1. */
export function candidates(puzzle: Puzzle, options?: Budget): Promise<Solved>;

/** Rates a classic 9x9 puzzle: `rating` has `er`, `ep` and `ed`, or `score` and `level`, `length`, or `minutes`. */
export function rate(puzzle: Puzzle, options?: Budget & RatingScale): Promise<Solved>;

/** Returns the next step with its reason, or a mistake. */
export function hint(
  puzzle: Puzzle,
  options?: Budget & Scale & { depth?: "where" | "what" | "why"; reach?: "first" | "easiest" },
): Promise<Advice>;

/**
 * Judges moves, such as `r1c2=5 r3c4<>6`: each contradicts the puzzle, is justified by a step, is true although no
 * step shows it yet, or is undecided in a puzzle with several solutions.
 */
export function judge(puzzle: Puzzle, moves: string, options?: Budget & { most?: number }): Promise<Verdict[]>;

/** Returns the solution path, or the mistakes of the grid. */
export function explain(puzzle: Puzzle, options?: Budget & Scale): Promise<Path | Advice>;

/** Writes a puzzle in a text format, or as a link, such as `line`, `grid` or `fpuzzles-link`. */
export function write(puzzle: Puzzle, format: string): Promise<string>;

/** Draws a puzzle as SVG, and a step of a hint or a path, if there is one. */
export function draw(
  puzzle: Puzzle,
  options?: { step?: Partial<Step>; theme?: "light" | "dark"; caption?: string },
): Promise<string>;

/** The requested properties of a puzzle. */
export interface Wanted {
  /** Equal seeds give equal puzzles. By default, random. */
  seed?: number;
  /** The minimum and maximum number of givens. */
  givens?: [number, number];
  /** The minimum and maximum ER on the scale of Sudoku Explainer, in tenths. */
  rating?: [number, number];
  /** The name of the symmetry of the givens, such as `180`. */
  symmetry?: string;
  /** The id of a technique that the solution path must contain, such as `x-wing`. */
  technique?: string;
  /** A board whose houses the puzzle has. */
  board?: Board;
  /** Maximum number of attempts; no limit by default. */
  attempts?: number;
  /** Stops the search; the promise is then rejected. */
  signal?: AbortSignal;
}

/** The generated puzzle: `board` is present if `status` is `made`. */
export interface Generated extends Omit<Partial<Made>, "next" | "status"> {
  /** `made`, or `none` if no attempt succeeded. */
  status: string;
  seed: number;
  next: number;
}

/** Generates a minimal puzzle. */
export function generate(wanted?: Wanted): Promise<Generated>;

/** Solves an exact cover problem in Knuth's text format or as JSON. `list` (default 100) bounds the solutions. */
export function cover(
  problem: string | Uint8Array,
  options?: Budget & { limit?: number; list?: number },
): Promise<Covered>;

/** A text, bytes, or an iterable or web stream of them. */
export type Source =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | ReadableStream<string | Uint8Array>;

/**
 * Yields a line for each puzzle of a source, in order: what `farandole solve`, `count` or `rate` prints. Files
 * with one puzzle per line are read in constant memory.
 */
export function answerLines(
  source: Source,
  options?: Budget & { what?: "solve" | "count" | "rate" },
): AsyncGenerator<string, void, undefined>;

/** Answers a request of the engine. Types of requests and answers are in `farandole/wire`. */
export function request(
  request: Request,
  body?: string | Uint8Array,
): Promise<{ json: Status; body: Uint8Array }>;

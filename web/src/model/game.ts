// The grid that the user edits: givens, digits, candidates, notes and colours, with undo and redo. It
// implements no rules of Sudoku; the engine does.
import type { Board, Fog, Picture } from "../wire";
import type { Cosmetic } from "./cosmetics";
import { drawn, without, type Pen } from "./pen";

/** Size, regions and further houses of a grid. */
export interface Shape {
  /** Number of values. Also the number of rows and columns unless `rows` and `cols` are set. */
  size: number;
  rows?: number | undefined;
  cols?: number | undefined;
  /** The lowest value; 1 by default. */
  low?: number | undefined;
  /** The characters of the digits in order, if they are not those of their values. */
  symbols?: string | undefined;
  /** The constraint text of a variant, without its givens. */
  rules?: string | undefined;
  boxes?: [number, number] | undefined;
  regions?: number[] | undefined;
  diagonals: string[];
  extra: number[][];
}

/**
 * The content of the grid, one entry per cell in row-major order. Digits start at 1, and 0 is an empty cell.
 * In a set of digits, bit 0 is digit 1.
 */
export interface Sheet {
  shape: Shape;
  givens: number[];
  placed: number[];
  /** Candidates as sets of digits. Hints rely on them. */
  marks: number[];
  /** Notes in the corners, as sets of digits. The engine ignores them. */
  corners: number[];
  /** Sets of colours; bit 0 is colour 1. */
  colours: number[];
  /** What the player has drawn with the pen; absent if nothing. */
  pen?: Pen | undefined;
  /** What the setter has added to the drawing of the puzzle; absent if nothing. */
  cosmetics?: Cosmetic[] | undefined;
  /**
   * The candidates that the puzzle allows in each cell, 0 for all; absent if the puzzle restricts no cell.
   */
  allowed?: number[] | undefined;
  /** The region of each cell in a solution, for puzzles in which regions are part of the solution. */
  found?: number[] | undefined;
  /** Title and author of the puzzle, and its rules in words. */
  title?: string | undefined;
  author?: string | undefined;
  wording?: string | undefined;
  /** The author's message to those who have solved the puzzle. */
  message?: string | undefined;
  /** The parts of the puzzle that its import does not explain. */
  caution?: Caution | undefined;
  /** The drawing of the puzzle's author. */
  picture?: Picture | undefined;
  /** The cells that are hidden at first. */
  fog?: Fog | undefined;
  /** The text from which the puzzle was read. */
  origin?: Origin | undefined;
}

/** The text of another program, and the key of the puzzle that it contains. */
export interface Origin {
  text: string;
  key: string;
}

/**
 * The parts of an import that are not explained: the numbers of sentences and of groups of drawings without a
 * constraint. `isOpen` is true if the reading is not confirmed. The page words the warning itself, since a sheet may
 * come from a link.
 */
export interface Caution {
  isOpen: boolean;
  sentences: number;
  ignored: number;
}

/** Returns the texts, the picture and the fog of a sheet, which do not depend on its cells. */
export function textsOf({
  title,
  author,
  wording,
  message,
  caution,
  picture,
  cosmetics,
  fog,
  origin,
}: Sheet): Partial<Sheet> {
  const texts = Object.entries({ title, author, wording, message, caution, picture, cosmetics, fog, origin });
  return Object.fromEntries(texts.filter(([, text]) => text));
}

/** The input mode: what a digit key writes. With the pen, it selects a colour, and the pointer draws. */
export type Mode = "digit" | "corner" | "mark" | "colour" | "pen";
/** The edit mode: digits are givens (`set`) or part of the user's progress (`play`). */
export type Phase = "set" | "play";

/** Number of colours. */
export const COLOURS = 12;

const blankList = (count: number) => new Array<number>(count).fill(0);

export const rowsOf = (shape: Shape) => shape.rows ?? shape.size;
export const colsOf = (shape: Shape) => shape.cols ?? shape.size;

/** Returns true for the classic grid: 9x9 with 3x3 boxes and no further houses. */
export function isClassic(shape: Shape): boolean {
  return (
    shape.size === 9 &&
    shape.rules === undefined &&
    !shape.regions &&
    !shape.diagonals.length &&
    !shape.extra.length
  );
}

/** Returns the name of a cell, such as `r1c3`. */
export const cellName = (cell: number, shape: Shape) =>
  `r${Math.floor(cell / colsOf(shape)) + 1}c${(cell % colsOf(shape)) + 1}`;

/** Returns an item of constraint text in a readable form: `.Cage~3~R1C1` becomes `Cage 3 R1C1`. */
export function plainText(item: string): string {
  return item.replace(/^\.~?/, "").replaceAll("~", " ").replaceAll("_", ", ");
}

/** Returns a sentence with all constraint text in it in the form of `plainText`. */
export function readable(text: string): string {
  return text.replace(/\.?\b[A-Z]\w*(?:~[^~\s.;:)]*)+/g, plainText);
}

/** Returns an empty sheet. */
export function blank(shape: Shape): Sheet {
  const count = rowsOf(shape) * colsOf(shape);
  const [givens, placed, marks, corners, colours] = Array.from({ length: 5 }, () => blankList(count));
  return { shape, givens: givens!, placed: placed!, marks: marks!, corners: corners!, colours: colours! };
}

const BOXES: Record<number, [number, number]> = {
  4: [2, 2],
  6: [2, 3],
  8: [2, 4],
  9: [3, 3],
  10: [2, 5],
  12: [3, 4],
  15: [3, 5],
  16: [4, 4],
  25: [5, 5],
};

/** Returns the default shape of a size: with boxes if the size has default boxes. */
export function usual(size: number): Shape {
  return { size, boxes: BOXES[size], diagonals: [], extra: [] };
}

/** The sizes that the page offers. */
export const SIZES = [4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 25];

/** Converts a board of the engine to a sheet. */
export function fromWire(board: Board): Sheet {
  const { size, boxes, regions, diagonals = [], extra = [], givens, allowed, placed, marks } = board;
  const { rows, cols, low, text, symbols } = board;
  const sheet = blank(
    text === undefined
      ? { size, boxes, regions, diagonals, extra, ...(symbols ? { symbols } : {}) }
      : { size, rows, cols, low, rules: text, diagonals, extra },
  );
  return {
    ...sheet,
    givens,
    placed: placed ?? sheet.placed,
    marks: marks ?? sheet.marks,
    ...(allowed ? { allowed } : {}),
  };
}

/** Converts a sheet to a board for the engine. */
export function toWire({ shape, givens, allowed, placed, marks }: Sheet): Board {
  const { size, boxes, regions, diagonals, extra, rules, symbols } = shape;
  const written = {
    size,
    givens,
    ...(placed.some(Boolean) ? { placed } : {}),
    ...(marks.some(Boolean) ? { marks } : {}),
  };
  if (rules !== undefined) return { text: rules, ...written };
  return {
    ...(symbols ? { symbols } : {}),
    ...(boxes && !regions ? { boxes } : {}),
    ...(regions ? { regions } : {}),
    ...(diagonals.length ? { diagonals } : {}),
    ...(extra.length ? { extra } : {}),
    ...(allowed ? { allowed } : {}),
    ...written,
  };
}

/** Parses a candidate such as `r1c2=3`. Returns `undefined` for other texts. */
export function candidateOf(text: string, shape: Shape): { cell: number; digit: number } | undefined {
  const [name = "", value] = text.split("=");
  const cell = cellOf(name, colsOf(shape));
  return cell < 0 ? undefined : { cell, digit: Number(value) - (shape.low ?? 1) + 1 };
}

/** Parses a cell such as `r1c2`. Returns -1 for other texts. */
export function cellOf(name: string, cols: number): number {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  return found ? (Number(found[1]) - 1) * cols + Number(found[2]) - 1 : -1;
}

/** The characters of values: letters from A for 10. */
const VALUES = "0123456789ABCDEFGHIJKLMNOPQRSTU";

/** Returns the characters of the digits of a shape, in order. */
export const symbolsOf = ({ size, low = 1, symbols = VALUES.slice(low) }: Shape) => symbols.slice(0, size);

/** Returns the character of a digit. */
export const symbol = (digit: number, shape: Shape) => symbolsOf(shape)[digit - 1] ?? "";

/**
 * Returns the digit of a key, or 0 for other keys. Letters match in upper and lower case. If the digits are letters
 * only, number keys enter them by position.
 */
export function digitOf(key: string, shape: Shape): number {
  if (key.length !== 1) return 0;
  const symbols = symbolsOf(shape);
  // Alphabets for large grids have letters in both cases.
  const at = symbols.indexOf(key);
  const digit = (at < 0 ? symbols.toUpperCase().indexOf(key.toUpperCase()) : at) + 1;
  return digit || (/[1-9]/.test(key) && !/\d/.test(symbols) && Number(key) <= shape.size ? Number(key) : 0);
}

/** Returns true if letters enter digits of a shape, so that they are no shortcuts while digits are entered. */
export const hasLetters = (shape: Shape) => /[a-z]/i.test(symbolsOf(shape));

/** Returns the digits of a set in ascending order. */
export function digitsOf(set: number): number[] {
  const digits: number[] = [];
  for (let digit = 1; digit <= 30; digit++) if ((set >> (digit - 1)) & 1) digits.push(digit);
  return digits;
}

/**
 * Returns the cell to which a navigation key moves from a cell, or `undefined` for other keys. Skips holes.
 * Arrow keys wrap around; with `isFar`, Home and End move to the ends of the grid instead of the row.
 */
export function moved(
  key: string,
  isFar: boolean,
  from: number,
  rows: number,
  cols: number,
  holes: ReadonlySet<number>,
): number | undefined {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const [row, col] = [Math.floor(from / cols), from % cols];
  const step = steps[key];
  if (step) {
    const [down, right] = step;
    for (let n = 1; n <= Math.max(rows, cols); n++) {
      const cell = ((row + n * down + n * rows) % rows) * cols + ((col + n * right + n * cols) % cols);
      if (!holes.has(cell)) return cell;
    }
  }
  if (key !== "Home" && key !== "End") return undefined;
  const [first, count] = isFar ? [0, rows * cols] : [row * cols, cols];
  const line = Array.from({ length: count }, (_, at) => first + at).filter((cell) => !holes.has(cell));
  return key === "Home" ? line[0] : line.at(-1);
}

function replaced(list: number[], cells: Iterable<number>, value: (cell: number) => number): number[] {
  const copy = list.slice();
  for (const cell of cells) copy[cell] = value(cell);
  return copy;
}

/** Returns the sheet without the regions of a solution. */
function withoutSolution(sheet: Sheet): Sheet {
  const { found, ...rest } = sheet;
  return found ? rest : sheet;
}

/** Returns the sheet in which the puzzle allows all candidates of some cells. */
function withoutAllowed(sheet: Sheet, cells: number[]): Sheet {
  const { allowed, ...rest } = sheet;
  if (!allowed || !cells.some((cell) => allowed[cell])) return sheet;
  const left = replaced(allowed, cells, () => 0);
  return left.some(Boolean) ? { ...rest, allowed: left } : rest;
}

/** Returns the sheet with a digit entered into cells. A digit that all of them already have is removed. */
export function enter(sheet: Sheet, cells: number[], digit: number, mode: Mode, phase: Phase): Sheet {
  const bit = 1 << (digit - 1);
  if (mode === "colour") return { ...sheet, colours: toggled(sheet.colours, cells, bit) };
  if (mode === "digit") {
    const name = phase === "set" ? "givens" : "placed";
    const open = phase === "set" ? cells : cells.filter((cell) => !sheet.givens[cell]);
    const all = open.every((cell) => sheet[name][cell] === digit);
    const next = { ...withoutSolution(sheet), [name]: replaced(sheet[name], open, () => (all ? 0 : digit)) };
    if (phase === "set") next.placed = replaced(sheet.placed, open, () => 0);
    // The digit becomes the only candidate, so the candidates that the puzzle stated for the cell no longer
    // apply.
    return phase === "set" ? withoutAllowed(next, open) : next;
  }
  const open = cells.filter((cell) => !sheet.givens[cell] && !sheet.placed[cell]);
  const name = mode === "corner" ? "corners" : "marks";
  return { ...sheet, [name]: toggled(sheet[name], open, bit) };
}

/** Returns the sheet with other marks of the pen. */
function withPen({ pen: _, ...sheet }: Sheet, pen: Pen): Sheet {
  return Object.keys(pen).length ? { ...sheet, pen } : sheet;
}

/** Returns the sheet with a stroke of the pen, or without the marks of a stroke that is there. */
export const stroke = (sheet: Sheet, marks: string[], colour: number) =>
  withPen(sheet, drawn(sheet.pen ?? {}, marks, colour));

function toggled(list: number[], cells: number[], bit: number): number[] {
  const all = cells.length > 0 && cells.every((cell) => (list[cell] ?? 0) & bit);
  return replaced(list, cells, (cell) => (all ? (list[cell] ?? 0) & ~bit : (list[cell] ?? 0) | bit));
}

/**
 * Returns the sheet with cells erased. Erases what the input mode writes if the cells have any of it;
 * otherwise the digits; otherwise candidates and notes, and while setting, the givens.
 */
export function clear(sheet: Sheet, cells: number[], mode: Mode, phase: Phase): Sheet {
  const none = () => 0;
  if (mode === "colour") return { ...sheet, colours: replaced(sheet.colours, cells, none) };
  if (mode === "pen") return withPen(sheet, without(sheet.pen ?? {}, cells, colsOf(sheet.shape)));
  if (mode === "corner" && cells.some((cell) => sheet.corners[cell])) {
    return { ...sheet, corners: replaced(sheet.corners, cells, none) };
  }
  if (mode === "mark" && cells.some((cell) => sheet.marks[cell])) {
    return { ...sheet, marks: replaced(sheet.marks, cells, none) };
  }
  if (cells.some((cell) => sheet.placed[cell])) {
    return { ...withoutSolution(sheet), placed: replaced(sheet.placed, cells, none) };
  }
  const next = {
    ...sheet,
    corners: replaced(sheet.corners, cells, none),
    marks: replaced(sheet.marks, cells, none),
  };
  if (phase === "play") return next;
  return withoutAllowed({ ...next, givens: replaced(sheet.givens, cells, none) }, cells);
}

/** Returns the sheet without the user's progress. */
export function restart(sheet: Sheet): Sheet {
  const { shape, givens, allowed } = sheet;
  return { ...blank(shape), givens, ...(allowed ? { allowed } : {}), ...textsOf(sheet) };
}

/**
 * Returns the sheet with the constraints and givens of another one. Keeps the user's progress, and removes the
 * author's drawing and the fog, which may not be right for other constraints.
 */
export function withPuzzle(sheet: Sheet, { shape, givens, allowed }: Sheet): Sheet {
  const { allowed: _, picture, fog, ...rest } = sheet;
  const isSame = shape.rules === rest.shape.rules;
  const kept = isSame ? { ...(picture ? { picture } : {}), ...(fog ? { fog } : {}) } : {};
  return { ...rest, shape, givens, ...(allowed ? { allowed } : {}), ...kept };
}

/** Returns a key that identifies the puzzle, independent of the user's progress. */
export function puzzleKey({ shape, givens, allowed }: Sheet): string {
  return JSON.stringify([shape, givens, allowed]);
}

/** Returns a short number for a text. */
export function hashOf(text: string): string {
  let hash = 0;
  for (const sign of text) hash = (Math.imul(hash, 31) + sign.codePointAt(0)!) | 0;
  return hash.toString(36);
}

/** Returns a key of the puzzle and its texts, which is stored with the text from which they were read. */
export const originKey = (sheet: Sheet) =>
  hashOf(puzzleKey(sheet) + JSON.stringify([sheet.title, sheet.author, sheet.wording]));

/** Returns true if every cell has a digit. */
export function isFull(sheet: Sheet, holes: ReadonlySet<number>): boolean {
  return sheet.givens.every((given, cell) => given || sheet.placed[cell] || holes.has(cell));
}

/** Returns the name of the layout of overlapping grids, or an empty text for other puzzles. */
export function layoutOf({ rules }: Shape): string {
  return /^\d+ \d+ ([a-z0-9-]+)$/.exec(rules ?? "")?.[1] ?? "";
}

/** The undo history: earlier sheets, the current one, and the undone ones. */
export interface History {
  past: Sheet[];
  now: Sheet;
  future: Sheet[];
}

/** Maximum number of undo steps. */
const MOST = 300;

/** Returns a history without undo steps. */
export function begin(now: Sheet): History {
  return { past: [], now, future: [] };
}

/** Adds a sheet to the history and discards the undone ones. An unchanged sheet is not added. */
export function push(history: History, next: Sheet): History {
  if (JSON.stringify(next) === JSON.stringify(history.now)) return history;
  return { past: [...history.past, history.now].slice(-MOST), now: next, future: [] };
}

/** Returns the history one step back. */
export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

/** Returns the history one step forward. */
export function redo(history: History): History {
  const [after, ...future] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.now], now: after, future };
}

// The grid that a person works on: givens, digits, marks, colours, with undo and redo. It knows no rule of Sudoku.
import type { AnyBoard, VariantBoard, WireBoard } from "../wire";

/** Size, regions and further houses. */
export interface Shape {
  /** How many values there are; rows and columns too, unless they are said. */
  size: number;
  rows?: number | undefined;
  cols?: number | undefined;
  /** The least value, 1 unless it is said. */
  low?: number | undefined;
  /** The constraint text of a variant, without the givens of its grid. */
  rules?: string | undefined;
  boxes?: [number, number] | undefined;
  regions?: number[] | undefined;
  diagonals: string[];
  extra: number[][];
}

/** All that is on the grid. Digits are 0 for none; sets of digits have bit 0 for digit 1. */
export interface Sheet {
  shape: Shape;
  givens: number[];
  placed: number[];
  /** Candidates, which hints take as they are. */
  marks: number[];
  /** Notes in the corners, which nobody else reads. */
  corners: number[];
  /** Sets of colours, bit 0 for the first. */
  colours: number[];
  /** The candidates that the puzzle itself leaves in each cell, 0 where it leaves all; nothing where it has none. */
  allowed?: number[] | undefined;
  /** The regions of a solution, where they are found while solving. */
  found?: number[] | undefined;
  /** The name of the puzzle. */
  title?: string | undefined;
}

export type Mode = "digit" | "corner" | "mark" | "colour";
export type Phase = "set" | "play";

export const COLOURS = 8;

const blankList = (count: number) => new Array<number>(count).fill(0);

export const rowsOf = (shape: Shape) => shape.rows ?? shape.size;
export const colsOf = (shape: Shape) => shape.cols ?? shape.size;

/** Whether there is nothing but rows, columns and boxes of the usual 9x9 grid. */
export function isClassic(shape: Shape): boolean {
  return shape.size === 9 && shape.rules === undefined && !shape.regions && !shape.diagonals.length && !shape.extra.length;
}

/** An item of constraint text as people read it. */
export function plainText(item: string): string {
  return item.replace(/^\.~?/, "").replaceAll("~", " ").replaceAll("_", ", ");
}

/** A sentence with the constraints in it as people read them. */
export function readable(text: string): string {
  return text.replace(/\.?\b[A-Z]\w*(?:~[^~\s.;:)]*)+/g, plainText);
}

/** A grid with nothing on it. */
export function blank(shape: Shape): Sheet {
  const count = rowsOf(shape) * colsOf(shape);
  const [givens, placed, marks, corners, colours] = Array.from({ length: 5 }, () => blankList(count));
  return { shape, givens: givens!, placed: placed!, marks: marks!, corners: corners!, colours: colours! };
}

const BOXES: Record<number, [number, number]> = {
  4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5], 12: [3, 4], 15: [3, 5], 16: [4, 4], 25: [5, 5],
};

/** The usual shape of a size: boxes where there are any. */
export function usual(size: number): Shape {
  return { size, boxes: BOXES[size], diagonals: [], extra: [] };
}

/** The sizes that the page offers. */
export const SIZES = [4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 25];

/** The sheet that a board of the engine is. */
export function fromWire(board: AnyBoard): Sheet {
  if ("text" in board) {
    const { rows, cols, low, size, text, givens, placed, marks } = board;
    const sheet = blank({ size, rows, cols, low, rules: text, diagonals: [], extra: [] });
    return { ...sheet, givens, placed: placed ?? sheet.placed, marks: marks ?? sheet.marks };
  }
  const { size, boxes, regions, diagonals = [], extra = [], givens, allowed, placed, marks } = board;
  const sheet = blank({ size, boxes, regions, diagonals, extra });
  return { ...sheet, givens, placed: placed ?? sheet.placed, marks: marks ?? sheet.marks, ...(allowed ? { allowed } : {}) };
}

/** The board that the engine is told of. */
export function toWire({ shape, givens, allowed, placed, marks }: Sheet): WireBoard | VariantBoard {
  const { size, boxes, regions, diagonals, extra, rules } = shape;
  const written = {
    givens,
    ...(placed.some(Boolean) ? { placed } : {}),
    ...(marks.some(Boolean) ? { marks } : {}),
  };
  if (rules !== undefined) return { text: rules, ...written };
  return {
    size,
    ...(boxes && !regions ? { boxes } : {}),
    ...(regions ? { regions } : {}),
    ...(diagonals.length ? { diagonals } : {}),
    ...(extra.length ? { extra } : {}),
    ...(allowed ? { allowed } : {}),
    ...written,
  };
}

/** How a digit is shown: the value that it stands for, where the least one is not 1. */
export function symbol(digit: number, low = 1): string {
  const value = digit - 1 + low;
  return value < 10 ? String(value) : String.fromCharCode(55 + value);
}

/** The digit of a key, 0 for none. Letters from A count on behind 9. */
export function digitOf(key: string, size: number, low = 1): number {
  if (key.length !== 1) return 0;
  const value = /[0-9]/.test(key) ? Number(key) : /[a-p]/i.test(key) ? key.toUpperCase().charCodeAt(0) - 55 : -1;
  const digit = value - low + 1;
  return value >= 0 && digit >= 1 && digit <= size ? digit : 0;
}

export function digitsOf(set: number): number[] {
  const digits: number[] = [];
  for (let digit = 1; digit <= 30; digit++) if ((set >> (digit - 1)) & 1) digits.push(digit);
  return digits;
}

/** Where a key leads from a cell; holes are stepped over. Nothing for keys that do not lead anywhere. */
export function moved(key: string, isFar: boolean, from: number, rows: number, cols: number, holes: ReadonlySet<number>): number | undefined {
  const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
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

/** The sheet without the regions of a solution. */
function withoutSolution(sheet: Sheet): Sheet {
  const { found, ...rest } = sheet;
  return found ? rest : sheet;
}

/** The sheet in which the puzzle leaves cells all candidates. */
function withoutAllowed(sheet: Sheet, cells: number[]): Sheet {
  const { allowed, ...rest } = sheet;
  if (!allowed || !cells.some((cell) => allowed[cell])) return sheet;
  const left = replaced(allowed, cells, () => 0);
  return left.some(Boolean) ? { ...rest, allowed: left } : rest;
}

/** The sheet after a digit was entered into cells. Entering what all of them have takes it away. */
export function enter(sheet: Sheet, cells: number[], digit: number, mode: Mode, phase: Phase): Sheet {
  const bit = 1 << (digit - 1);
  if (mode === "colour") return { ...sheet, colours: toggled(sheet.colours, cells, bit) };
  if (mode === "digit") {
    const name = phase === "set" ? "givens" : "placed";
    const open = phase === "set" ? cells : cells.filter((cell) => !sheet.givens[cell]);
    const all = open.every((cell) => sheet[name][cell] === digit);
    const next = { ...withoutSolution(sheet), [name]: replaced(sheet[name], open, () => (all ? 0 : digit)) };
    if (phase === "set") next.placed = replaced(sheet.placed, open, () => 0);
    // A given takes the place of the candidates that the cell had.
    return phase === "set" ? withoutAllowed(next, open) : next;
  }
  const open = cells.filter((cell) => !sheet.givens[cell] && !sheet.placed[cell]);
  const name = mode === "corner" ? "corners" : "marks";
  return { ...sheet, [name]: toggled(sheet[name], open, bit) };
}

function toggled(list: number[], cells: number[], bit: number): number[] {
  const all = cells.length > 0 && cells.every((cell) => (list[cell] ?? 0) & bit);
  return replaced(list, cells, (cell) => (all ? (list[cell] ?? 0) & ~bit : (list[cell] ?? 0) | bit));
}

/** The sheet after cells were cleared: what the mode writes goes first, then everything but givens. */
export function clear(sheet: Sheet, cells: number[], mode: Mode, phase: Phase): Sheet {
  const none = () => 0;
  if (mode === "colour") return { ...sheet, colours: replaced(sheet.colours, cells, none) };
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

/** The sheet with nothing but the puzzle itself. */
export function restart({ shape, givens, allowed, title }: Sheet): Sheet {
  return { ...blank(shape), givens, ...(allowed ? { allowed } : {}), ...(title ? { title } : {}) };
}

/** The sheet with the constraints and givens of another one; what a person wrote stays. */
export function withPuzzle(sheet: Sheet, { shape, givens, allowed }: Sheet): Sheet {
  const { allowed: _, ...rest } = sheet;
  return { ...rest, shape, givens, ...(allowed ? { allowed } : {}) };
}

/** What says which puzzle it is, whatever a person wrote into it. */
export function puzzleKey({ shape, givens, allowed }: Sheet): string {
  return JSON.stringify([shape, givens, allowed]);
}

/** Whether every cell has a digit. */
export function isFull(sheet: Sheet, holes: ReadonlySet<number>): boolean {
  return sheet.givens.every((given, cell) => given || sheet.placed[cell] || holes.has(cell));
}

/** The name of the layout of overlapping grids; empty for other puzzles. */
export function layoutOf({ rules }: Shape): string {
  return /^\d+ \d+ ([a-z0-9-]+)$/.exec(rules ?? "")?.[1] ?? "";
}

/** The sheets of the past and of the future. */
export interface History {
  past: Sheet[];
  now: Sheet;
  future: Sheet[];
}

const MOST = 300;

export function begin(now: Sheet): History {
  return { past: [], now, future: [] };
}

/** The history with one more sheet; the same one changes nothing. */
export function push(history: History, next: Sheet): History {
  if (JSON.stringify(next) === JSON.stringify(history.now)) return history;
  return { past: [...history.past, history.now].slice(-MOST), now: next, future: [] };
}

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (!before) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redo(history: History): History {
  const [after, ...future] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.now], now: after, future };
}

// Finds the cells that a pointer stroke over the board touches.

export interface Point {
  x: number;
  y: number;
}

/**
 * Manhattan distance from the centre of a cell within which a stroke always touches the cell, in cell sides.
 * The middle of an edge is 0.5 away and a corner 1. So strokes along rows and columns touch every cell, and
 * diagonal strokes cut no corners.
 */
const REACH = 0.55;
/** Distance between two sampled points, in cell sides. */
const STEP = 1 / 24;
/**
 * A stroke counts as horizontal or vertical if it deviates by at most this fraction of its length. Such a
 * stroke also touches cells that it crosses near a corner.
 */
const STRAIGHT = 0.35;

/** Returns the cell at a point. Points outside the grid are moved to its edge. */
export function cellAt({ x, y }: Point, rows: number, cols: number): number {
  const at = (value: number, count: number) => Math.min(count - 1, Math.floor(within(value, count)));
  return at(y, rows) * cols + at(x, cols);
}

const within = (value: number, count: number) => Math.min(count, Math.max(0, value));

/** A stroke over a grid. Points are in cell sides, relative to the upper left corner of the grid. */
export class Stroke {
  readonly #rows: number;
  readonly #cols: number;
  #at: Point;
  /** The cell touched last, and the point where the stroke entered it. */
  #last: number;
  #entry: Point;

  constructor(start: Point, rows: number, cols: number) {
    [this.#rows, this.#cols] = [rows, cols];
    [this.#at, this.#entry] = [start, start];
    this.#last = cellAt(start, rows, cols);
  }

  /** Extends the stroke by a straight line to a point. Returns the cells that it newly touches, in order. */
  to(end: Point): number[] {
    const start = this.#at;
    this.#at = end;
    const steps = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / STEP));
    const cells: number[] = [];
    for (let i = 1; i <= steps; i++) {
      const x = within(start.x + ((end.x - start.x) * i) / steps, this.#cols);
      const y = within(start.y + ((end.y - start.y) * i) / steps, this.#rows);
      const cell = cellAt({ x, y }, this.#rows, this.#cols);
      if (cell === this.#last || !this.#touches({ x, y }, cell)) continue;
      cells.push(cell);
      this.#last = cell;
      this.#entry = { x, y };
    }
    return cells;
  }

  #touches({ x, y }: Point, cell: number): boolean {
    const [row, col] = [Math.floor(cell / this.#cols), cell % this.#cols];
    if (Math.abs(x - col - 0.5) + Math.abs(y - row - 0.5) <= REACH) return true;
    const [right, down] = [Math.abs(x - this.#entry.x), Math.abs(y - this.#entry.y)];
    return Math.min(right, down) <= STRAIGHT * Math.max(right, down);
  }
}

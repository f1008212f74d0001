// Drags over the board: which cells a stroke touches.

export interface Point {
  x: number;
  y: number;
}

/**
 * How far from its middle a cell is always touched, as the sum of both distances in sides of a cell. A side is 0.5 away and a
 * corner 1, so that strokes along rows and columns touch every cell, and diagonal ones cut no corners.
 */
const REACH = 0.55;
/** Distance between two sampled points, in cell sides. */
const STEP = 1 / 24;
/** A stroke along a row or column leaves it by no more than this share of its way; it touches the corners of cells, too. */
const STRAIGHT = 0.35;

/** The cell of a point; points outside of the grid belong to its edge. */
export function cellAt({ x, y }: Point, rows: number, cols: number): number {
  const at = (value: number, count: number) => Math.min(count - 1, Math.floor(within(value, count)));
  return at(y, rows) * cols + at(x, cols);
}

const within = (value: number, count: number) => Math.min(count, Math.max(0, value));

/** A stroke over a grid. Points are in sides of a cell from the upper left corner. */
export class Stroke {
  readonly #rows: number;
  readonly #cols: number;
  #at: Point;
  /** The cell that was touched last, and where that was. */
  #last: number;
  #entry: Point;

  constructor(start: Point, rows: number, cols: number) {
    [this.#rows, this.#cols] = [rows, cols];
    [this.#at, this.#entry] = [start, start];
    this.#last = cellAt(start, rows, cols);
  }

  /** The cells that the stroke touches on a straight line to a point, in their order. */
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

// The marks of the pen: lines between centres of cells, lines along their borders, and crosses.
//
// A place is "y,x" in halves of a cell from the upper left corner of the grid: two odd numbers are the centre of a
// cell, two even numbers a corner, and all others the middle of a border. A mark is a place (a cross) or two places
// ("y,x,y,x", a line between two neighbours).
import type { Point } from "./drag";

/** The colour of each mark. */
export type Pen = Record<string, number>;

/** Maximum number of marks of a sheet: more than a grid of 30x30 cells has lines between centres and borders. */
export const MOST_MARKS = 8000;

/** Distance from a place within which a line reaches it, in halves of a cell. Diagonal lines pass corners farther away. */
const REACH = 0.6;
/** Distance between two sampled points, in halves of a cell. */
const STEP = 1 / 12;

/** Returns the mark of a line between two places. */
const lineOf = (one: [number, number], two: [number, number]) =>
  (one[0] - two[0] || one[1] - two[1]) < 0 ? [...one, ...two].join() : [...two, ...one].join();

/** A stroke of the pen. Points are in cell sides, relative to the upper left corner of the grid. */
export class PenStroke {
  readonly #start: Point;
  readonly #sides: [number, number];
  #at: Point;
  /** The place that the line has reached. All its places are centres, or all are corners. */
  #last: [number, number];
  readonly #isCentred: boolean;
  readonly marks: string[] = [];

  /** With `isCentred`, all places are centres of cells. */
  constructor(start: Point, rows: number, cols: number, isCentred = false) {
    this.#isCentred = isCentred;
    this.#start = start;
    this.#at = start;
    this.#sides = [2 * rows, 2 * cols];
    const near = (offset: number): [number, number] => [
      2 * Math.round(start.y - offset) + 2 * offset,
      2 * Math.round(start.x - offset) + 2 * offset,
    ];
    const [centre, corner] = [near(0.5), near(0)];
    this.#last =
      isCentred || this.#distance(start, centre) <= this.#distance(start, corner) ? centre : corner;
  }

  #distance({ x, y }: Point, [down, right]: [number, number]): number {
    return Math.hypot(2 * y - down, 2 * x - right);
  }

  /** Extends the stroke by a straight line to a point. Returns true if it has a new line. */
  to(end: Point): boolean {
    const [start, count] = [this.#at, this.marks.length];
    this.#at = end;
    const steps = Math.max(1, Math.ceil((2 * Math.hypot(end.x - start.x, end.y - start.y)) / STEP));
    for (let i = 1; i <= steps; i++) {
      this.#reach({
        x: start.x + ((end.x - start.x) * i) / steps,
        y: start.y + ((end.y - start.y) * i) / steps,
      });
    }
    return this.marks.length > count;
  }

  #reach(point: Point): void {
    const [row, col] = this.#last;
    const isCentre = row % 2 === 1;
    for (const [down, right] of [-2, 0, 2].flatMap((down) =>
      [-2, 0, 2].map((right) => [down, right] as const),
    )) {
      // Borders have no diagonals.
      if ((!down && !right) || (!isCentre && down && right)) continue;
      const next: [number, number] = [row + down, col + right];
      const isInside = next.every((at, i) => at >= 0 && at <= this.#sides[i]!);
      if (!isInside || this.#distance(point, next) > REACH) continue;
      const line = lineOf(this.#last, next);
      // Back along its last line, a stroke takes the line back.
      if (this.marks.at(-1) === line) this.marks.pop();
      else this.marks.push(line);
      this.#last = next;
      return;
    }
  }

  /** Returns the marks: the lines or, if the pointer has not moved far, the cross at the nearest place. */
  end(): string[] {
    const isClick = Math.hypot(this.#at.x - this.#start.x, this.#at.y - this.#start.y) < 0.25;
    if (this.marks.length || !isClick) return this.marks;
    const place = [this.#start.y, this.#start.x].map((at, i) => {
      const nearest = this.#isCentred ? 2 * Math.floor(at) + 1 : Math.round(2 * at);
      return Math.min(this.#sides[i]!, Math.max(0, nearest));
    });
    return [place.join()];
  }
}

/** Returns the marks of a sheet with those of a stroke. If the first one is there in this colour, all are removed. */
export function drawn(pen: Pen, marks: string[], colour: number): Pen {
  const next = { ...pen };
  const isThere = marks[0] !== undefined && pen[marks[0]] === colour;
  for (const mark of marks) {
    if (isThere) delete next[mark];
    else next[mark] = colour;
  }
  return next;
}

/** Returns the marks that do not touch any of the cells. */
export function without(pen: Pen, cells: number[], cols: number): Pen {
  const touches = (mark: string) => {
    const [y = 0, x = 0, down = y, right = x] = mark.split(",").map(Number);
    return cells.some((cell) => {
      const [row, col] = [2 * Math.floor(cell / cols), 2 * (cell % cols)];
      const isIn = (at: number, from: number) => at >= from && at <= from + 2;
      return (isIn(y, row) && isIn(x, col)) || (isIn(down, row) && isIn(right, col));
    });
  };
  return Object.fromEntries(Object.entries(pen).filter(([mark]) => !touches(mark)));
}

/** Returns true if a value contains only marks of a grid, in one of so many colours. */
export function isPen(value: unknown, rows: number, cols: number, colours: number): value is Pen {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const marks = Object.entries(value);
  const isMark = (mark: string) => {
    const at = mark.split(",").map(Number);
    const isPlace = (i: number) =>
      at[i]! >= 0 && at[i]! <= 2 * rows && at[i + 1]! >= 0 && at[i + 1]! <= 2 * cols;
    return /^\d+,\d+(,\d+,\d+)?$/.test(mark) && isPlace(0) && (at.length === 2 || isPlace(2));
  };
  const isColour = (it: unknown) => Number.isInteger(it) && (it as number) >= 1 && (it as number) <= colours;
  return marks.length <= MOST_MARKS && marks.every(([mark, colour]) => isMark(mark) && isColour(colour));
}

/** Half the side of a cross relative to the side of a cell. */
const CROSS = 0.17;

/** Returns the SVG path of a mark on a board with cells of this side. */
export function pathOf(mark: string, side: number): string {
  const [y = 0, x = 0, down, right] = mark.split(",").map((at) => (Number(at) * side) / 2);
  if (down !== undefined && right !== undefined) return `M${x} ${y}L${right} ${down}`;
  const arm = CROSS * side;
  return `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
}

// Notes and candidates of one cell: where they go, so that they never overlap. A cell has the side 60.

/** A text in a cell: its middle, and the size of its letters. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  text: string;
}

/** How wide a digit is, in sizes of its letters. */
const WIDE = 0.58;
/** The largest letters of notes, and of candidates that share a cell with notes. */
const NOTE = 15;
const MARK = 14;
/** The middles of the upper and lower row of notes, and the room of a row. */
const [TOP, BOTTOM] = [13, 48];
const [LEFT, RIGHT] = [5, 55];

/** Returns the largest font size at which the texts fit into a width. */
const fitting = (count: number, most: number, width: number) => Math.min(most, width / (Math.max(1, count) * WIDE));

/** A row of texts, the first at the left and the last at the right end. */
function row(texts: string[], y: number, size: number): Spot[] {
  const [from, to] = [LEFT + (size * WIDE) / 2 + 1, RIGHT - (size * WIDE) / 2 - 1];
  const step = texts.length > 1 ? (to - from) / (texts.length - 1) : 0;
  return texts.map((text, i) => ({ x: texts.length > 1 ? from + i * step : (from + to) / 2, y, size, text }));
}

/** Notes in the corners; more than four in a row above and one below. */
export function notes(texts: string[]): Spot[] {
  const above = texts.length <= 2 ? texts.length : Math.ceil(texts.length / 2);
  const size = fitting(Math.max(above, 2), NOTE, RIGHT - LEFT - 2);
  const [upper, lower] = [row(texts.slice(0, above), TOP, size), row(texts.slice(above), BOTTOM, size)];
  // One alone is in the left corner.
  for (const only of [upper, lower]) if (only.length === 1) only[0]!.x = LEFT + (size * WIDE) / 2 + 1;
  return [...upper, ...lower];
}

/** Candidates between the notes: in one line, or in two where they are many. */
export function between(texts: string[]): Spot[] {
  const count = texts.length > 5 ? Math.ceil(texts.length / 2) : texts.length;
  const lines = [texts.slice(0, count), texts.slice(count)].filter((line) => line.length);
  const size = fitting(count, lines.length > 1 ? 11 : MARK, RIGHT - LEFT - 2);
  const middle = (TOP + BOTTOM) / 2;
  const step = size * WIDE + 0.8;
  return lines.flatMap((line, i) => {
    const y = middle + (i - (lines.length - 1) / 2) * (size * 0.92);
    return line.map((text, k) => ({ x: 30 + (k - (line.length - 1) / 2) * step, y, size, text }));
  });
}

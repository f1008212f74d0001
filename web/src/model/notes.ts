// Layout of the notes and candidates of one cell, so that they never overlap. A cell has a side of 60 units.

/** A text in a cell, with its centre and font size. */
export interface Spot {
  x: number;
  y: number;
  size: number;
  text: string;
}

/** Width of a digit relative to the font size. */
const WIDE = 0.58;
/** Largest font size of notes, and of candidates that share a cell with notes. */
const NOTE = 15;
const MARK = 14;
/** Centres of the upper and the lower row of notes, and the left and right end of a row. */
const [TOP, BOTTOM] = [13, 48];
const [LEFT, RIGHT] = [5, 55];

/** Returns the largest font size at which the texts fit into a width. */
const fitting = (count: number, most: number, width: number) =>
  Math.min(most, width / (Math.max(1, count) * WIDE));

/** Lays out a row of texts, evenly spaced from the left end to the right end. */
function row(texts: string[], y: number, size: number): Spot[] {
  const [from, to] = [LEFT + (size * WIDE) / 2 + 1, RIGHT - (size * WIDE) / 2 - 1];
  const step = texts.length > 1 ? (to - from) / (texts.length - 1) : 0;
  return texts.map((text, i) => ({ x: texts.length > 1 ? from + i * step : (from + to) / 2, y, size, text }));
}

/** Lays out notes: one or two in the upper corners, more in an upper and a lower row. */
export function notes(texts: string[]): Spot[] {
  const above = texts.length <= 2 ? texts.length : Math.ceil(texts.length / 2);
  const size = fitting(Math.max(above, 2), NOTE, RIGHT - LEFT - 2);
  const [upper, lower] = [row(texts.slice(0, above), TOP, size), row(texts.slice(above), BOTTOM, size)];
  // A single note is in the left corner.
  for (const only of [upper, lower]) if (only.length === 1) only[0]!.x = LEFT + (size * WIDE) / 2 + 1;
  return [...upper, ...lower];
}

/**
 * Lays out candidates between the rows of notes: in one line, or in two lines if there are more than five.
 */
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

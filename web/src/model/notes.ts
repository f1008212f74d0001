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
/** The left and right end of a row. */
const [LEFT, RIGHT] = [5, 55];

/** The places and largest font sizes in a cell. */
interface Layout {
  /** Centres of the upper and the lower row of notes. */
  top: number;
  bottom: number;
  note: number;
  /** Candidates in one line and in two lines. */
  marks: [number, number];
}
const PLAIN: Layout = { top: 13, bottom: 48, note: NOTE, marks: [MARK, 11] };
/** A text such as the sum of a cage is above the upper row. */
const TAGGED: Layout = { top: 22, bottom: 51, note: 11, marks: [12, 8] };

/** Returns the largest font size at which the texts fit into a width. */
const fitting = (count: number, most: number, width: number) =>
  Math.min(most, width / (Math.max(1, count) * WIDE));

/** Lays out a row of texts, evenly spaced from the left end to the right end. */
function row(texts: string[], y: number, size: number): Spot[] {
  const [from, to] = [LEFT + (size * WIDE) / 2 + 1, RIGHT - (size * WIDE) / 2 - 1];
  const step = texts.length > 1 ? (to - from) / (texts.length - 1) : 0;
  return texts.map((text, i) => ({ x: texts.length > 1 ? from + i * step : (from + to) / 2, y, size, text }));
}

/**
 * Lays out notes: one or two in the upper corners, more in an upper and a lower row. `isTagged` is true if the upper
 * left corner of the cell has a small text.
 */
export function notes(texts: string[], isTagged = false): Spot[] {
  const { top, bottom, note } = isTagged ? TAGGED : PLAIN;
  const above = texts.length <= 2 ? texts.length : Math.ceil(texts.length / 2);
  const size = fitting(Math.max(above, 2), note, RIGHT - LEFT - 2);
  const [upper, lower] = [row(texts.slice(0, above), top, size), row(texts.slice(above), bottom, size)];
  // A single note is in the left corner.
  for (const only of [upper, lower]) if (only.length === 1) only[0]!.x = LEFT + (size * WIDE) / 2 + 1;
  return [...upper, ...lower];
}

/**
 * Lays out candidates between the rows of notes: in one line, or in two lines if there are more than five.
 */
export function between(texts: string[], isTagged = false): Spot[] {
  const { top, bottom, marks } = isTagged ? TAGGED : PLAIN;
  const count = texts.length > 5 ? Math.ceil(texts.length / 2) : texts.length;
  const lines = [texts.slice(0, count), texts.slice(count)].filter((line) => line.length);
  const size = fitting(count, lines.length > 1 ? marks[1] : marks[0], RIGHT - LEFT - 2);
  const middle = (top + bottom) / 2;
  const step = size * WIDE + 0.8;
  return lines.flatMap((line, i) => {
    const y = middle + (i - (lines.length - 1) / 2) * (size * 0.92);
    return line.map((text, k) => ({ x: 30 + (k - (line.length - 1) / 2) * step, y, size, text }));
  });
}

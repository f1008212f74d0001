// The drawing of a puzzle of SudokuPad, as its author has drawn it: shapes, lines, arrows, cages and texts. It has no
// meaning here; the engine reads the puzzle.
import { decompressed } from "./packed";

/** A part of a drawing, with its own colours. Coordinates are those of the board. */
export interface Ink {
  d?: string | undefined;
  fill?: string | undefined;
  stroke?: string | undefined;
  width?: number | undefined;
  dash?: string | undefined;
  /** A text with its middle at a point, or with its start there. */
  text?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
  size?: number | undefined;
  isStart?: boolean | undefined;
}

/** A drawing: the parts below and above the lines of the grid, and the space left, top, right and below it. */
export interface Picture {
  below: Ink[];
  above: Ink[];
  room: [number, number, number, number];
}

/** Side of a cell on the board, and in widths and font sizes of SudokuPad. */
const CELL = 60;
const THEIRS = 64;
/** Distance of a cage from the edges of its cells. */
const INSET = 4;
/** Largest space beside the grid, in cells. */
const MOST_ROOM = 2;

/** Short names of SudokuPad for the keys that are used here. */
const KEYS: Record<string, string> = {
  a: "arrows",
  c: "color",
  c1: "borderColor",
  c2: "backgroundColor",
  ca: "cages",
  ce: "cells",
  ct: "center",
  fs: "fontSize",
  h: "height",
  hl: "headLength",
  l: "lines",
  o: "overlays",
  r: "rounded",
  te: "text",
  th: "thickness",
  u: "underlays",
  v: "value",
  w: "width",
  wp: "wayPoints",
};

type Item = Record<string, unknown>;
type Spot = [number, number];

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null;
const itemsIn = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isItem) : []);
const isSpot = (value: unknown): value is Spot =>
  Array.isArray(value) && value.length === 2 && value.every((it) => Number.isFinite(it));
const spotsIn = (value: unknown): Spot[] => (Array.isArray(value) ? value.filter(isSpot) : []);
const numberIn = (value: unknown, usual: number) =>
  Number.isFinite(Number(value ?? "")) ? Number(value ?? usual) : usual;

/** The colours of digits and of the paper, which depend on the theme. */
const INK = "var(--drawn-given)";
const PAPER = "var(--drawn-ground)";

/**
 * Returns a colour of a puzzle. Black and white follow the theme. Other values, such as references to images, are
 * dropped.
 */
function colourOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  if (!/^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/]*\))$/i.test(value)) return undefined;
  const plain = /^#([0-9a-f]{3}|[0-9a-f]{6})(f|ff)?$/i.exec(value.toLowerCase())?.[1];
  const digits = plain?.length === 3 ? plain.replaceAll(/./g, "$&$&") : plain;
  const channels = digits?.match(/../g)?.map((it) => Number.parseInt(it, 16)) ?? [];
  if (value === "black" || (digits && Math.max(...channels) < 0x50)) return INK;
  return value === "white" || (digits && Math.min(...channels) > 0xf4) ? PAPER : value;
}

/** Returns the value of the short notation of SudokuPad as JSON: keys and some values have no quotes. */
function quoted(text: string): string {
  const quote = text.includes('"') ? '"' : "'";
  const strings = new RegExp(`${quote}((?:\\\\.|[^\\\\${quote}])*)${quote}|[^${quote}]+`, "gs");
  const words = (plain: string) =>
    plain
      .replaceAll(/([{,])\s*([\w$]+)\s*:/g, '$1"$2":')
      .replaceAll(/(?<=:)([0-9a-fA-F]{6})(?=[,}])/g, '"#$1"')
      .replaceAll(/(?<=:)#([0F])(?=[,}])/g, (_, c) => (c === "0" ? '"#000000"' : '"#FFFFFF"'))
      .replaceAll(/(?<=:)t(?=[,}])/g, "true")
      .replaceAll(/(?<=:)f(?=[,}])/g, "false")
      // Nothing between two separators is an empty object.
      .replaceAll(/(?<=[[,])(?=[,\]])/g, "{}")
      .replaceAll("[{}]", "[]");
  return text.replaceAll(strings, (part, inner: string | undefined) =>
    inner === undefined ? words(part) : JSON.stringify(inner.replaceAll(/\\(.)/g, "$1")),
  );
}

/** Returns a value with long names of its keys. */
function lengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthened);
  if (!isItem(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [KEYS[key] ?? key, lengthened(it)]));
}

/** Returns the puzzle in a text of SudokuPad: a link, a packed text or JSON. */
function parsed(text: string): Item | undefined {
  const trimmed = text.trim();
  const packed = /(?:^|[/=])(?:scl|ctc)([^?&#]+)/.exec(trimmed)?.[1];
  for (const read of [
    () => (packed === undefined ? trimmed : decodeURIComponent(packed)),
    () => decompressed(decodeURIComponent(packed ?? "")),
  ]) {
    try {
      const json = read();
      const value: unknown = json.startsWith("{")
        ? lengthened(JSON.parse(/^\{\s*"/.test(json) ? json : quoted(json)))
        : 0;
      if (isItem(value) && Array.isArray(value.cells) && Array.isArray(value.cells[0])) return value;
    } catch {
      // The other notation, or a damaged text.
    }
  }
  return undefined;
}

const place = ([row, col]: Spot) => `${(col * CELL).toFixed(1)} ${(row * CELL).toFixed(1)}`;

/** The outline of a rectangle or ellipse of a shape, and its text. */
function shape(item: Item): Ink[] {
  if (!isSpot(item.center)) return [];
  const [row, col] = item.center;
  const [w, h] = [numberIn(item.width, 0) / 2, numberIn(item.height, 0) / 2];
  const turn = (numberIn(item.angle, 0) * Math.PI) / 180;
  const at = (right: number, down: number): string =>
    place([
      row + right * Math.sin(turn) + down * Math.cos(turn),
      col + right * Math.cos(turn) - down * Math.sin(turn),
    ]);
  const [fill, stroke] = [colourOf(item.backgroundColor), colourOf(item.borderColor)];
  const d = item.rounded
    ? `M${at(-w, 0)}A${w * CELL} ${h * CELL} 0 1 0 ${at(w, 0)}A${w * CELL} ${h * CELL} 0 1 0 ${at(-w, 0)}z`
    : `M${at(-w, -h)}L${at(w, -h)}L${at(w, h)}L${at(-w, h)}z`;
  const parts: Ink[] = [];
  if (w && h && (fill || stroke)) {
    parts.push({ d, fill: fill ?? "none", stroke, width: (numberIn(item.borderSize, 2) * CELL) / THEIRS });
  }
  const text = typeof item.text === "string" || typeof item.text === "number" ? String(item.text).trim() : "";
  if (text) {
    const size = (numberIn(item.fontSize, 20) * CELL) / THEIRS;
    parts.push({
      text,
      size,
      x: col * CELL,
      y: row * CELL + 0.36 * size,
      fill: colourOf(item.color) ?? INK,
    });
  }
  return parts;
}

/** A line, and the head of an arrow. */
function line(item: Item, isArrow: boolean): Ink[] {
  const points = spotsIn(item.wayPoints);
  const [end, before] = [points.at(-1), points.at(-2)];
  if (!end || !before) return [];
  let d = `M${points.map(place).join("L")}`;
  if (isArrow) {
    const length = numberIn(item.headLength, 0.3);
    const angle = Math.atan2(end[0] - before[0], end[1] - before[1]);
    const leg = (turn: number): Spot => [
      end[0] - length * Math.sin(angle + turn),
      end[1] - length * Math.cos(angle + turn),
    ];
    d += `M${place(leg(0.6))}L${place(end)}L${place(leg(-0.6))}`;
  }
  const width = (numberIn(item.thickness, 4) * CELL) / THEIRS;
  return [{ d, fill: "none", stroke: colourOf(item.color) ?? "#888", width }];
}

/** The dashed outline of a cage, and its number. */
function cage(item: Item): Ink[] {
  const cells = spotsIn(item.cells);
  const [first] = [...cells].sort(([a, b], [c, d]) => a - c || b - d);
  if (!first || item.hidden) return [];
  const has = (row: number, col: number) => cells.some(([r, c]) => r === row && c === col);
  let d = "";
  for (const [row, col] of cells) {
    const [x, y] = [col * CELL, row * CELL];
    // An end lies inside of the cell, at its edge, or beyond it at an inner corner.
    const end = (isNext: boolean, isAcross: boolean) => (isNext ? (isAcross ? -INSET : 0) : INSET);
    for (const [down, side] of [
      [-1, y + INSET],
      [1, y + CELL - INSET],
    ] as const) {
      if (has(row + down, col)) continue;
      const from = x + end(has(row, col - 1), has(row + down, col - 1));
      d += `M${from} ${side}H${x + CELL - end(has(row, col + 1), has(row + down, col + 1))}`;
    }
    for (const [right, side] of [
      [-1, x + INSET],
      [1, x + CELL - INSET],
    ] as const) {
      if (has(row, col + right)) continue;
      const from = y + end(has(row - 1, col), has(row - 1, col + right));
      d += `M${side} ${from}V${y + CELL - end(has(row + 1, col), has(row + 1, col + right))}`;
    }
  }
  const value = typeof item.value === "string" || typeof item.value === "number" ? String(item.value) : "";
  const [row, col] = first;
  const text = { text: value, size: 13, isStart: true, x: col * CELL + 3, y: row * CELL + 14, fill: INK };
  return [
    { d, fill: "none", stroke: colourOf(item.outlineC) ?? INK, width: 1.2, dash: "5 3" },
    ...(value ? [text] : []),
  ];
}

/** Returns the drawing of a puzzle of SudokuPad; `undefined` for other texts and for puzzles without drawings. */
export function pictureOf(text: string): Picture | undefined {
  const puzzle = parsed(text);
  if (!puzzle) return undefined;
  const [rows, cols] = [itemsIn(puzzle.cells).length, (puzzle.cells as unknown[][])[0]!.length];
  const below = [
    ...itemsIn(puzzle.underlays).flatMap(shape),
    ...itemsIn(puzzle.lines).flatMap((it) => line(it, false)),
    ...itemsIn(puzzle.arrows).flatMap((it) => line(it, true)),
  ];
  const above = [...itemsIn(puzzle.cages).flatMap(cage), ...itemsIn(puzzle.overlays).flatMap(shape)];
  if (!below.length && !above.length) return undefined;
  const spots = [puzzle.underlays, puzzle.overlays, puzzle.lines, puzzle.arrows]
    .flatMap(itemsIn)
    .flatMap((it) => [it.center, ...spotsIn(it.wayPoints)])
    .filter(isSpot);
  const space = (outside: number) => (outside > 0 ? Math.min(MOST_ROOM, outside + 0.4) * CELL : 0);
  const most = (by: (spot: Spot) => number) => space(Math.max(0, ...spots.map(by)));
  return {
    below,
    above,
    room: [
      most(([, col]) => -col),
      most(([row]) => -row),
      most(([, col]) => col - cols),
      most(([row]) => row - rows),
    ],
  };
}

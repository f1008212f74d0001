// The tools that draw constraints on the board: gestures, constraint text, and the constraints under a pointer.
import { drawing as messages } from "../messages";
import type { Constraint, Part } from "../wire";
import type { Point } from "./drag";
import kinds from "./kinds.json";

/**
 * The gesture of a tool, which selects its cells: a path, a set, a region in one or more strokes, two
 * neighbours, four neighbours, or a clue outside the grid.
 */
export type Gesture = "line" | "area" | "region" | "edge" | "corner" | "outside" | "diagonal";

/** A constraint of the whole grid that a click adds or removes. */
export interface Switch {
  kind: string;
  /** The constraint text. */
  text: string;
}

/** A tool for one kind of constraint. */
export interface Tool {
  /** The name of the kind. */
  kind: string;
  gesture: Gesture;
  /** Constraints of the kind with a value: an optional or a required number, or a list of digits. */
  value?: "optional" | "required" | "digits";
  /** The value of a new constraint. */
  initial?: string;
  /** True for a line with a start: another line may begin in its first cell, so that only its other end grows. */
  isDirected?: boolean;
  /** The picture in the palette, with a cell side of 24 and two by two cells. */
  icon: Part[];
}

/** A constraint that is being drawn or edited. */
export interface Draft {
  tool: Tool;
  /** The cells, in order. For a clue outside the grid, the cell next to it. */
  cells: number[];
  /** The side of a clue outside the grid. */
  side?: Side | undefined;
  value: string;
  /** The index of the constraint in the puzzle; absent as long as it lacks its value. */
  at?: number | undefined;
  /** True from the choice of a constraint to the first key, which replaces its value. */
  isPicked?: boolean;
}

export type Side = "left" | "top" | "right" | "bottom";

/**
 * The name of a kind on its button, other words by which players search it, the role of its lines, true if they have a
 * start, and the name of its clues outside the grid.
 */
interface Words {
  button?: string;
  also?: string;
  line?: string;
  start?: string;
  clue?: string;
}

/** Returns the words for a kind or a switch. */
export const wordsOf = (kind: string): Words =>
  kind === "Diagonal-" ? messages.falling : ((kinds as Record<string, Words>)[kind] ?? {});

/** Returns the name of a kind on its button. */
export const buttonOf = (kind: string) => wordsOf(kind).button ?? kind;

const path = (role: string, d: string): Part => ({ role, d });
const text = (text: string, size = 20, role = "clue"): Part => ({
  role,
  x: 24,
  y: 24 + 0.36 * size,
  size,
  text,
});
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const ZIGZAG = "M8 38L18 14L30 34L40 10";
const DOT = circle(24, 24, 8);
const BOX = "M6 6h36v36h-36z";

const line = (kind: string, more: Partial<Tool> = {}): Tool => ({
  kind,
  gesture: "line",
  icon: [path(wordsOf(kind).line ?? "thermo", ZIGZAG)],
  ...more,
});

const cage = (kind: string, label: string, more: Partial<Tool> = {}): Tool => ({
  kind,
  gesture: "area",
  icon: [path("cage", BOX), { role: "clue", x: 15, y: 19, size: 12, text: label }],
  ...more,
});
const outside = (kind: string, label: string): Tool => ({
  kind,
  gesture: "outside",
  value: "required",
  icon: [text(label, label.length > 2 ? 14 : 20)],
});
const ENDS = [path("path-grey", "M10 38L38 10"), path("ring", circle(10, 38, 7) + circle(38, 10, 7))];

/** The tools with a place or a picture of their own, by family. */
const FAMILIES: readonly (readonly Tool[])[] = [
  [
    cage("Cage", "9", { value: "optional" }),
    { kind: "AllDifferent", gesture: "area", icon: [path("extra", BOX)] },
    {
      kind: "Jigsaw",
      gesture: "region",
      icon: [path("thin", BOX), path("thick", "M6 24h12v-9h12v18h12")],
    },
    line("Thermo", {
      isDirected: true,
      icon: [path("thermo", ZIGZAG), path("bulb", circle(8, 38, 7))],
    }),
    line("SlowThermo", {
      isDirected: true,
      icon: [path("thermo", ZIGZAG), path("bulb", circle(8, 38, 7)), text("=", 16)],
    }),
    line("Arrow", {
      isDirected: true,
      icon: [path("ring", circle(14, 34, 9)), path("shaft", "M21 27L40 8M31 8h9v9")],
    }),
    line("DoubleArrow", {
      icon: [path("shaft", "M14 34L34 14"), path("ring", circle(10, 38, 7) + circle(38, 10, 7))],
    }),
    cage("RellikCage", "!", { value: "required" }),
    cage("EqualityCage", "="),
  ],
  [
    line("Whisper", { value: "required", initial: "5" }),
    line("Renban"),
    line("RegionSumLine"),
    line("Palindrome"),
    line("Between", { icon: ENDS }),
    line("Lockout", { value: "required", initial: "4", icon: ENDS }),
    line("Entropic"),
    line("Modular", { value: "required", initial: "3" }),
    line("ParityLine"),
    line("Nabner"),
    line("Zipper"),
    line("SumLine", { value: "required", initial: "10" }),
    line("Sequence", { icon: [path("path-grey", ZIGZAG), text("123", 14)] }),
  ],
  [
    { kind: "WhiteDot", gesture: "edge", icon: [path("dot", DOT)] },
    { kind: "BlackDot", gesture: "edge", icon: [path("fulldot", DOT)] },
    { kind: "X", gesture: "edge", icon: [text("X")] },
    { kind: "V", gesture: "edge", icon: [text("V")] },
    { kind: "GreaterThan", gesture: "edge", icon: [text(">", 26)] },
    { kind: "Difference", gesture: "edge", value: "required", icon: [path("dot", DOT), text("3", 12)] },
    {
      kind: "Ratio",
      gesture: "edge",
      value: "required",
      icon: [path("fulldot", DOT), text("3", 12, "onfulldot")],
    },
    {
      kind: "Quad",
      gesture: "corner",
      value: "digits",
      icon: [path("ring", circle(24, 24, 15)), text("12", 14)],
    },
    {
      kind: "Battenburg",
      gesture: "corner",
      icon: [path("fulldot", "M10 10h14v14h14v14h-14v-14h-14z"), path("shaft", BOX)],
    },
  ],
  [
    outside("Sandwich", "\u21d2"),
    outside("XSum", "x\u2211"),
    {
      kind: "Skyscraper",
      gesture: "outside",
      value: "required",
      icon: [path("shaft", "M8 40V28h8V40M20 40V18h8V40M32 40V8h8V40")],
    },
    {
      kind: "LittleKiller",
      gesture: "diagonal",
      value: "required",
      icon: [path("shaft", "M8 8L38 38M38 27v11h-11")],
    },
    outside("NumberedRoom", "\u2116"),
    outside("FrameSum", "\u2211"),
    outside("HiddenSkyscraper", "\u25ae"),
  ],
  [
    { kind: "Even", gesture: "area", icon: [path("badge", "M8 8h32v32h-32z")] },
    { kind: "Odd", gesture: "area", icon: [path("badge", circle(24, 24, 17))] },
    {
      kind: "Minimum",
      gesture: "area",
      icon: [path("shaft", "M24 34V20M17 13l7 7 7-7"), path("shaft", BOX)],
    },
    {
      kind: "Maximum",
      gesture: "area",
      icon: [path("shaft", "M24 34V14M17 21l7-7 7 7"), path("shaft", BOX)],
    },
    { kind: "CountingCircles", gesture: "area", icon: [path("ring", circle(24, 24, 16)), text("3", 16)] },
  ],
];

const LISTED = new Set(FAMILIES.flat().map((tool) => tool.kind));
const OTHERS = Object.entries(kinds as Record<string, Words>).filter(([kind]) => !LISTED.has(kind));

/** The tools by family, in the order of the palette. Other kinds of lines and outside clues follow in theirs. */
export const TOOLS: readonly (readonly Tool[])[] = FAMILIES.map((family) => [
  ...family,
  ...OTHERS.flatMap(([kind, { line: role, start, clue }]) => {
    if (role && family.some((tool) => tool.kind === "Renban"))
      return [line(kind, start ? { isDirected: true } : {})];
    return clue && family.some((tool) => tool.kind === "Sandwich") ? [outside(kind, clue)] : [];
  }),
]);

/** The constraints of the whole grid. */
export const SWITCHES: readonly Switch[] = [
  { kind: "Diagonal-", text: ".Diagonal~-1" },
  { kind: "Diagonal", text: ".Diagonal~1" },
  ...[
    "AntiKnight",
    "AntiKing",
    "AntiConsecutive",
    "DisjointSets",
    "Windoku",
    "GlobalEntropy",
    "GlobalMod",
    "StrictKropki",
    "StrictXV",
    "DutchFlatmates",
  ].map((kind) => ({ kind, text: `.${kind}` })),
];

/**
 * Returns true if a kind matches what was typed into the search: each word begins a word of its name, of its label,
 * or of another name that players use.
 */
export function matches(typed: string, ...names: (string | undefined)[]): boolean {
  const words = names.flatMap((name) => name?.toLowerCase().split(/[^\p{L}\p{N}]+/u) ?? []);
  const wanted = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return wanted.every((word) => words.some((it) => it.startsWith(word)));
}

/** Returns the tool for a kind of constraint. */
export const toolOf = (kind: string) => TOOLS.flat().find((tool) => tool.kind === kind);

/** Returns the name of a cell in constraint text. Row and column are base-17 numbers from 1. */
export function cellName(cell: number, cols: number): string {
  return `R${(Math.floor(cell / cols) + 1).toString(17)}C${((cell % cols) + 1).toString(17)}`;
}

/** Kinds whose clues belong to a line as a whole, so that the side has no meaning. */
const WHOLE = new Set(["Sandwich"]);

/** Returns the constraint text of a draft, or `undefined` if it lacks cells or its value. */
export function textOf({ tool, cells, side, value }: Draft, cols: number): string | undefined {
  const { kind, gesture } = tool;
  if (cells.length < (gesture === "line" || gesture === "edge" ? 2 : 1)) return undefined;
  if ((tool.value === "required" || tool.value === "digits") && !value) return undefined;
  const names = cells.map((cell) => cellName(cell, cols));
  const name = names[0]!;
  switch (gesture) {
    case "corner":
      return `.${kind}~${name}${[...value].map((digit) => `~${digit}`).join("")}`;
    case "outside": {
      const row = side === "left" || side === "right";
      const line = row ? name.replace(/C.*/, "") : name.replace(/R[^C]*/, "");
      if (WHOLE.has(kind)) return `.${kind}~${value}~${line}`;
      return `.${kind}~${line}~${side === "right" || side === "bottom" ? "~" : ""}${value}`;
    }
    case "diagonal":
      return `.${kind}~${value}~${name}`;
    default:
      return `.${kind}~${tool.value ? `${value}~` : ""}${names.join("~")}`;
  }
}

/** Returns the value in the text of a constraint. */
export function valueOf({ text }: Constraint, { gesture, value, initial = "" }: Tool): string {
  const parts = text.split("~").slice(1);
  if (gesture === "corner") return parts.slice(1).join("");
  if (gesture === "outside") return parts.find((part) => /^\d+$/.test(part)) ?? "";
  // A cage without a sum has the sum 0.
  if (value === "optional" && parts[0] === "0") return "";
  return value && /^\d+$/.test(parts[0] ?? "") ? parts[0]! : initial;
}

/** Returns the draft for a constraint of the puzzle; `undefined` if no tool draws its kind. */
export function draftOf(constraint: Constraint, at: number): Draft | undefined {
  const tool = toolOf(constraint.name);
  if (!tool) return undefined;
  const draft = { tool, cells: constraint.cells, value: valueOf(constraint, tool), at, isPicked: true };
  if (tool.gesture === "diagonal") return { ...draft, cells: draft.cells.slice(0, 1) };
  return tool.gesture === "outside" ? { ...draft, ...clueOf(constraint) } : draft;
}

/** Returns the cell next to a clue outside the grid, and its side. The cells of the clue begin there. */
function clueOf({ cells: [first = 0, second = 0] }: Constraint): { cells: number[]; side: Side } {
  const by = second - first;
  const side = by === 1 ? "left" : by === -1 ? "right" : by > 0 ? "top" : "bottom";
  return { cells: [first], side };
}

/** Returns true if two cells share an edge or a corner. */
const touches = (one: number, other: number, cols: number) =>
  one !== other &&
  Math.abs((one % cols) - (other % cols)) <= 1 &&
  Math.abs(Math.floor(one / cols) - Math.floor(other / cols)) <= 1;

/**
 * Returns the cells of a line in an order that ends in `cell`, if the line ends there. Some kinds store no order; a
 * cell with a single neighbour on such a line is an end.
 */
function endingIn(cells: number[], cell: number, isDirected: boolean, cols: number): number[] | undefined {
  if (cells.length < 2) return undefined;
  if (cells.every((it, i) => i === 0 || touches(it, cells[i - 1]!, cols))) {
    if (cells.at(-1) === cell) return cells;
    return cells[0] === cell && !isDirected ? cells.toReversed() : undefined;
  }
  if (!cells.includes(cell) || cells.filter((it) => touches(it, cell, cols)).length !== 1) return undefined;
  return [...cells.filter((it) => it !== cell), cell];
}

/** Returns the line of the tool's kind that ends in a cell, with its cells in an order that ends there. */
export function lineEndingIn(
  tool: Tool,
  constraints: Constraint[],
  cell: number,
  cols: number,
): Draft | undefined {
  // The line that was drawn last is on top.
  for (const [at, constraint] of [...constraints.entries()].reverse()) {
    const draft = constraint.name === tool.kind ? draftOf(constraint, at) : undefined;
    const cells = draft && endingIn(draft.cells, cell, tool.isDirected ?? false, cols);
    if (cells) return { ...draft, cells };
  }
  return undefined;
}

/** Returns the two cells at the edge nearest to a point; `undefined` near the middle of a cell. */
export function edgeAt({ x, y }: Point, rows: number, cols: number): [number, number] | undefined {
  const [col, row] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - col - 0.5, y - row - 0.5];
  if (Math.max(Math.abs(right), Math.abs(down)) < 0.15) return undefined;
  const isAcross = Math.abs(right) > Math.abs(down);
  const [otherRow, otherCol] = isAcross ? [row, col + Math.sign(right)] : [row + Math.sign(down), col];
  const isCell = (row: number, col: number) => row >= 0 && col >= 0 && row < rows && col < cols;
  if (!isCell(row, col) || !isCell(otherRow, otherCol)) return undefined;
  const pair = [row * cols + col, otherRow * cols + otherCol];
  return [Math.min(...pair), Math.max(...pair)];
}

/** Returns the upper left cell of the four around the corner nearest to a point. */
export function cornerAt({ x, y }: Point, rows: number, cols: number): number | undefined {
  const [col, row] = [Math.round(x) - 1, Math.round(y) - 1];
  return row >= 0 && col >= 0 && row < rows - 1 && col < cols - 1 ? row * cols + col : undefined;
}

/** Returns the cell and the side of a clue at a point outside the grid. */
export function marginAt(
  { x, y }: Point,
  rows: number,
  cols: number,
): { cell: number; side: Side } | undefined {
  const [col, row] = [Math.floor(x), Math.floor(y)];
  const inside = (at: number, count: number) => Math.min(count - 1, Math.max(0, at));
  const cell = inside(row, rows) * cols + inside(col, cols);
  const distances: [number, Side][] = [
    [-x, "left"],
    [-y, "top"],
    [x - cols, "right"],
    [y - rows, "bottom"],
  ];
  const [farthest] = distances.sort(([a], [b]) => b - a);
  return farthest && farthest[0] > 0 ? { cell, side: farthest[1] } : undefined;
}

/** Returns the sides of the grid that a cell touches. */
export function sidesOf(cell: number, rows: number, cols: number): Side[] {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const sides: [boolean, Side][] = [
    [col === 0, "left"],
    [row === 0, "top"],
    [col === cols - 1, "right"],
    [row === rows - 1, "bottom"],
  ];
  return sides.filter(([isOn]) => isOn).map(([, side]) => side);
}

/** Returns a path extended by a cell. A step back to the second-to-last cell removes the last one. */
export function extended(path: number[], cell: number): number[] {
  if (path.at(-2) === cell) return path.slice(0, -1);
  return path.includes(cell) ? path : [...path, cell];
}

// Cosmetics of a puzzle: lines, shapes, texts and coloured cells without a meaning for the engine. They have the
// geometry of the pen, and are drawn like the drawing of an imported puzzle.
import type { Figure, Ink, Picture } from "../wire";
import { isPen } from "./pen";

/** The kinds of cosmetics, in the order in which they are drawn. */
export const COSMETICS = ["cell", "line", "circle", "square", "text"] as const;
export type CosmeticKind = (typeof COSMETICS)[number];

export interface Cosmetic {
  kind: CosmeticKind;
  /** The lines between places of the grid, or the places; see `pen.ts`. */
  marks: string[];
  colour: number;
  /** The text of a cosmetic element of this kind. */
  text?: string;
}

/** Maximum number of cosmetics, and of characters in a text. */
const MOST = 1000;
export const LONGEST_TEXT = 40;

/** The prefix of the tools that draw cosmetics. */
const TOOL = "cosmetic-";
export const toolOfCosmetic = (kind: CosmeticKind) => TOOL + kind;
/** Returns the kind of cosmetics that a tool draws. */
export const cosmeticOf = (tool: string) => COSMETICS.find((kind) => toolOfCosmetic(kind) === tool);

/** Returns the places of marks, each once. */
const placesOf = (marks: string[]) => [...new Set(marks.flatMap((mark) => mark.match(/\d+,\d+/g) ?? []))];

/** Returns the cosmetic element of a stroke; `undefined` for a line without a length. A text has this content at first. */
export function cosmeticFrom(
  kind: CosmeticKind,
  marks: string[],
  colour: number,
  text: string,
): Cosmetic | undefined {
  if (kind === "line") return marks[0]?.split(",").length === 4 ? { kind, marks, colour } : undefined;
  const places = placesOf(marks);
  if (!places.length) return undefined;
  return kind === "text"
    ? { kind, marks: places.slice(0, 1), colour, text }
    : { kind, marks: places, colour };
}

/** Returns the marks in the centres of cells: a line through them in order, or their places. */
export function marksIn(kind: CosmeticKind, cells: number[], cols: number): string[] {
  const places = cells.map((cell) => [2 * Math.floor(cell / cols) + 1, 2 * (cell % cols) + 1].join());
  return kind === "line" ? places.slice(1).map((place, i) => `${places[i]},${place}`) : places;
}

/** Returns the index of the topmost cosmetic element of a kind at a single place; -1 if there is none. */
export function cosmeticAt(cosmetics: readonly Cosmetic[], kind: CosmeticKind, marks: string[]): number {
  const [place, ...more] = placesOf(marks);
  if (place === undefined || more.length) return -1;
  return cosmetics.findLastIndex((it) => it.kind === kind && placesOf(it.marks).includes(place));
}

/** Returns the cells that a cosmetic element touches. At a border or a corner, it is the one after it. */
export const cellsOfCosmetic = ({ marks }: Cosmetic, rows: number, cols: number): number[] => [
  ...new Set(
    placesOf(marks).map((place) => {
      const [y = 0, x = 0] = place.split(",").map((at) => Math.floor(Number(at) / 2));
      return Math.min(y, rows - 1) * cols + Math.min(x, cols - 1);
    }),
  ),
];

/** Returns the distances of a place from the upper left corner of the grid, to the right and down, in sides of a cell. */
const pointOf = (place: string): [number, number] => {
  const [y = 0, x = 0] = place.split(",").map((at) => Number(at) / 2);
  return [x, y];
};

/** Returns the lines of marks: each mark continues the line that ends at its first place. */
function linesOf(marks: readonly string[]): [number, number][][] {
  const lines: [number, number][][] = [];
  for (const mark of marks) {
    const [from = "", to = ""] = mark.match(/\d+,\d+/g) ?? [];
    const [start, last] = [pointOf(from), lines.at(-1)];
    if (last?.at(-1)?.join() === start.join()) last!.push(pointOf(to));
    else lines.push([start, pointOf(to)]);
  }
  return lines;
}

/** Returns the figures of a cosmetic element. `paint` returns a colour of the palette in the syntax of CSS. */
function figuresOf({ kind, marks, colour, text }: Cosmetic, paint: (colour: number) => string): Figure[] {
  const own = paint(colour);
  if (kind === "line")
    return linesOf(marks).map((points) => ({
      shape: "line",
      points,
      stroke: own,
      width: 0.13,
      opacity: 0.6,
    }));
  return marks.map((mark): Figure => {
    const points = [pointOf(mark)];
    const isCentre = mark.split(",").every((at) => Number(at) % 2 === 1);
    if (kind === "text")
      return { shape: "text", points, text: text ?? "", size: isCentre ? 0.5 : 0.3, fill: own, opacity: 1 };
    if (kind === "cell") return { shape: "square", points, size: 1, fill: own, opacity: 0.45 };
    return { shape: kind, points, size: isCentre ? 0.76 : 0.3, stroke: own, width: 0.05, opacity: 1 };
  });
}

/** Returns all figures from back to front. */
export const allFigures = (cosmetics: readonly Cosmetic[], paint: (colour: number) => string): Figure[] =>
  COSMETICS.flatMap((kind) => cosmetics.filter((it) => it.kind === kind)).flatMap((it) =>
    figuresOf(it, paint),
  );

/** Returns a figure as a part of a drawing with cells of this side. */
function inkOf(
  { shape, points, size = 0, text = "", fill, stroke, width = 0, opacity }: Figure,
  side: number,
): Ink {
  const [[x, y] = [0, 0]] = points.map((point) => point.map((at) => at * side));
  if (shape === "text") return { text, x: x!, y: y! + 0.36 * size * side, size: size * side, fill: fill! };
  const half = (size * side) / 2;
  const d = {
    line: `M${points.map((point) => point.map((at) => at * side).join(" ")).join("L")}`,
    square: `M${x! - half} ${y! - half}h${2 * half}v${2 * half}h${-2 * half}z`,
    circle: `M${x! - half} ${y}a${half} ${half} 0 1 0 ${2 * half} 0a${half} ${half} 0 1 0 ${-2 * half} 0z`,
  }[shape];
  return {
    d,
    fill: fill ?? "none",
    ...(stroke ? { stroke, width: width * side } : {}),
    ...(opacity < 1 ? { opacity } : {}),
  };
}

/** Returns cosmetics as a drawing: texts above everything else. */
export function pictureOf(cosmetics: readonly Cosmetic[], side: number): Pick<Picture, "below" | "above"> {
  const figures = allFigures(cosmetics, (colour) => `var(--own-${colour})`);
  const of = (isText: boolean) =>
    figures.filter((it) => (it.shape === "text") === isText).map((it) => inkOf(it, side));
  return { below: of(false), above: of(true) };
}

/** Returns true if a value is a list of cosmetics of a grid, in one of so many colours. */
export function areCosmetics(
  value: unknown,
  rows: number,
  cols: number,
  colours: number,
): value is Cosmetic[] {
  const isOne = (it: unknown) => {
    const { kind, marks, colour, text = "" } = (it ?? {}) as Partial<Cosmetic>;
    const isPlaced = (mark: unknown) =>
      typeof mark === "string" && (mark.split(",").length === 4) === (kind === "line");
    return (
      COSMETICS.some((known) => known === kind) &&
      Array.isArray(marks) &&
      marks.every(isPlaced) &&
      isPen(Object.fromEntries(marks.map((mark) => [mark, colour])), rows, cols, colours) &&
      typeof text === "string" &&
      text.length <= LONGEST_TEXT
    );
  };
  return Array.isArray(value) && value.length <= MOST && value.every(isOne);
}

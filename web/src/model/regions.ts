// The regions of a grid that are being drawn, each as large as a house. Cells without a number are in no region.
import { colsOf, rowsOf, usual, type Shape } from "./game";
import { cellName } from "./tools";

/** The labels of regions in constraint text. */
const LABELS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns the cells of each label, without regions that are smaller or larger than `size`. */
function pieces(labels: readonly (number | string)[], size: number): number[][] {
  const found = new Map<number | string, number[]>();
  labels.forEach((label, cell) => found.set(label, [...(found.get(label) ?? []), cell]));
  return [...found.values()].filter((cells) => cells.length === size);
}

/** Returns the regions of a shape as lists of cells. */
function regionsOf(shape: Shape): number[][] {
  const { size, rules } = shape;
  const count = rowsOf(shape) * colsOf(shape);
  if (shape.regions) return pieces(shape.regions, size);
  const layout = /\.Jigsaw~(?:[^.~]*~)?([^.~]*)/.exec(rules ?? "")?.[1];
  if (layout) return pieces([...layout], size);
  const boxes = rules === undefined ? shape.boxes : usual(size).boxes;
  if (!boxes || count !== size * size || rules?.includes(".NoBoxes")) return [];
  const [high, wide] = boxes;
  const cells = Array.from({ length: count }, (_, cell) => cell);
  return pieces(
    cells.map((cell) => Math.floor(Math.floor(cell / size) / high) * size + Math.floor((cell % size) / wide)),
    size,
  );
}

/**
 * Returns the regions after one of them has been drawn. It replaces the regions that it overlaps. If the cells
 * left over are as many as those of a region, they become one.
 */
function withRegion(regions: number[][], drawn: number[], count: number): number[][] {
  const kept = regions.filter((cells) => !cells.some((cell) => drawn.includes(cell)));
  const used = new Set([...kept.flat(), ...drawn]);
  const others = Array.from({ length: count }, (_, cell) => cell).filter((cell) => !used.has(cell));
  return [...kept, drawn, ...(others.length === drawn.length ? [others] : [])];
}

/** Returns the label of each cell: the index of its region, or the number of regions for a cell without one. */
function labelsOf(regions: number[][], count: number): number[] {
  const labels = new Array<number>(count).fill(regions.length);
  regions.forEach((cells, label) => cells.forEach((cell) => (labels[cell] = label)));
  return labels;
}

/** Constraint text without its regions. */
const withoutRegions = (rules: string) => rules.replaceAll(/\.NoBoxes\b|\.Jigsaw~[^.]*/g, "");

/** Returns the constraint text of a shape without boxes and regions. */
function rulesOf({ size, rules, diagonals, extra }: Shape): string {
  if (rules !== undefined) return withoutRegions(rules);
  const names = (cells: number[]) => cells.map((cell) => `~${cellName(cell, size)}`).join("");
  return [
    size === 9 ? "" : `.Shape~${size}x${size}`,
    ...diagonals.map((diagonal) => `.Diagonal~${diagonal === "main" ? -1 : 1}`),
    ...extra.map((cells) => `.AllDifferent${names(cells)}`),
  ].join("");
}

/** Returns a shape after one of its regions has been drawn. */
export function withDrawn(shape: Shape, drawn: number[]): Shape {
  const { size, diagonals, extra } = shape;
  const count = rowsOf(shape) * colsOf(shape);
  const regions = withRegion(regionsOf(shape), drawn, count);
  const labels = labelsOf(regions, count);
  const rules = rulesOf(shape);
  const isPlain =
    shape.rules === undefined || rules === "" || rules === "." || rules === `.Shape~${size}x${size}`;
  if (isPlain && regions.length * size === count) return { size, regions: labels, diagonals, extra };
  // Only constraint text can state an incomplete division of the grid.
  const layout = labels.map((label) => LABELS[label]).join("");
  return {
    ...shape,
    boxes: undefined,
    regions: undefined,
    rules: `${rules}.NoBoxes.Jigsaw~${layout}`,
    diagonals: [],
    extra: [],
  };
}

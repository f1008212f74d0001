// Fog: cells that are hidden until the player has entered digits of the solution.
import type { Fog } from "../wire";
import { colsOf, rowsOf, type Sheet } from "./game";

/**
 * Returns the cells that the fog hides. A digit is correct if it is that of the solution; without a stored solution,
 * each digit is.
 */
export function fogged({ fog, shape, givens, placed }: Sheet): ReadonlySet<number> {
  const hidden = new Set<number>();
  if (!fog) return hidden;
  const [rows, cols] = [rowsOf(shape), colsOf(shape)];
  const { lights, links, solution } = fog;
  const isCorrect = (cell: number) => {
    const digit = givens[cell] || placed[cell];
    return !!digit && (!solution.length || digit === solution[cell]);
  };
  for (let cell = 0; cell < rows * cols; cell++) hidden.add(cell);
  // Holes have no digit.
  if ([...hidden].every((cell) => isCorrect(cell) || solution[cell] === 0)) return new Set();
  for (const cell of lights) hidden.delete(cell);
  if (links.length) {
    for (const [triggers, revealed] of links) {
      if (triggers.every(isCorrect)) for (const cell of revealed) hidden.delete(cell);
    }
    return hidden;
  }
  for (let cell = 0; cell < rows * cols; cell++) {
    if (givens[cell]) hidden.delete(cell);
    else if (isCorrect(cell)) {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) hidden.delete(r * cols + c);
    }
  }
  return hidden;
}

/** Returns true if a value is the fog of a grid with this number of cells. */
export function isFog(value: unknown, count: number): value is Fog {
  const { lights, links, solution } = (value ?? {}) as Partial<Fog>;
  const isList = (list: unknown, most: number) =>
    Array.isArray(list) &&
    list.every((n) => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= most);
  return (
    isList(lights, count - 1) &&
    Array.isArray(links) &&
    links.every(
      (link) => Array.isArray(link) && link.length === 2 && link.every((it) => isList(it, count - 1)),
    ) &&
    isList(solution, 255) &&
    [0, count].includes(solution!.length)
  );
}

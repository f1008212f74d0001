// Steps of hints and solution paths, applied to a sheet.
import type { Drawing, HintStep } from "../wire";
import { candidateOf, type Sheet } from "./game";

/** Returns the sheet that a step applies to: its digits, and all its candidates. */
export function sheetOf(sheet: Sheet, { digits, sets }: Drawing): Sheet {
  return { ...sheet, placed: digits.map((digit, cell) => (sheet.givens[cell] ? 0 : digit)), marks: sets };
}

/** Returns the sheet after a step: with its digits placed, and without the candidates that it eliminates. */
export function applied(base: Sheet, step: HintStep): Sheet {
  const [placed, marks] = [base.placed.slice(), base.marks.slice()];
  const each = (list: string[] | undefined, visit: (cell: number, digit: number) => void) => {
    for (const text of list ?? []) {
      const found = candidateOf(text, base.shape);
      if (found) visit(found.cell, found.digit);
    }
  };
  each(step.eliminations, (cell, digit) => (marks[cell] = (marks[cell] ?? 0) & ~(1 << (digit - 1))));
  each(step.placements, (cell, digit) => {
    placed[cell] = digit;
    marks[cell] = 0;
  });
  return { ...base, placed, marks };
}

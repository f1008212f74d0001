// The puzzles that the page contains: lists from which the puzzles of a day are chosen, and a collection. All of them
// were made by `farandole generate`, and `home.test.mjs` checks them. The build adds their pictures.
import type { Drawn } from "../wire";
import { blank, usual, type Shape, type Sheet } from "./game";
import stored from "./collection.json";

/** A puzzle with its title and its picture. Classic puzzles of size 9 have no picture of their own. */
export interface Card {
  title: string;
  sheet: Sheet;
  drawn?: Partial<Pick<Drawn, "below" | "lines" | "above" | "room">>;
}

interface Stored extends Partial<Pick<Card, "title" | "drawn">> {
  /** The shape, if it is not that of a classic puzzle of size 9. */
  shape?: Partial<Shape>;
  /** One character per cell. */
  givens: string;
}

function cardOf({ title = "", shape, givens, drawn }: Stored): Card {
  const whole = shape ? { size: 9, diagonals: [], extra: [], ...shape } : usual(9);
  const sheet = { ...blank(whole), givens: [...givens].map((sign) => Number(sign) || 0) };
  return { title, sheet, ...(drawn ? { drawn } : {}) };
}

const days = stored.days as Stored[][];

/** The puzzles of the collection. */
export const collection = (stored.collection as Stored[]).map(cardOf);

/** Returns the puzzles of a day: one of each list, the same for everyone whose calendar shows this day. */
export function ofDay(date: Date): Card[] {
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  // The lengths of the lists have no common divisor, so that the combinations do not repeat soon.
  return days.map((list) => cardOf(list[day % list.length]!));
}

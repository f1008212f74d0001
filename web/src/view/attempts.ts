// Requests for generated puzzles, in blocks of numbered attempts, so that progress is shown between them.
import type { Engine } from "../engine/client";
import { generate as messages } from "../messages";
import type { Board, Made } from "../wire";
import { grouped } from "./common";

/** Target duration of one request, in milliseconds. Progress is shown after each request. */
const ROUND = 250;
/** Maximum number of attempts. */
const MAX_ATTEMPTS = 1_000_000;

/** A generated puzzle, with the number of attempts. */
export type Found = Made & { board: Board };

/** Returns a random seed that is short enough to type. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

/**
 * Repeats a request with further attempts until one of them succeeds. Throws an error if the engine refuses the
 * request, or if the maximum number of attempts is reached.
 */
export async function untilMade(
  engine: Engine,
  request: { op: string },
  tries: number,
  tell: (progress: string) => void,
): Promise<Found> {
  let from = 0;
  while (from < MAX_ATTEMPTS) {
    const { json, ms } = await engine.ask<Made>({ ...request, from, tries });
    if (json.detail) throw new Error(json.detail);
    from = json.next;
    if (json.board) return { ...json, board: json.board };
    tell(messages.progress(grouped(from)));
    if (ms < ROUND / 2) tries *= 2;
    else if (ms > 2 * ROUND) tries = Math.max(1, tries >> 1);
  }
  throw new Error(messages.failed(grouped(from)));
}

/** Describes a generated puzzle. */
export function described({ board, rating, next }: Found, seed: number): string {
  const clues = board.text ? cluesOf(board.text) : 0;
  const difficulty =
    rating?.er !== undefined
      ? messages.er(rating.er.toFixed(1))
      : rating?.hardest !== undefined
        ? messages.hardest(rating.hardest.toFixed(1))
        : "";
  return messages.done(clues, board.givens.filter(Boolean).length, difficulty, seed, grouped(next));
}

/** Returns the number of constraints in a text, without those that define the board. */
function cluesOf(text: string): number {
  const names = text.match(/(?<=\.)[A-Z]\w*/g) ?? [];
  return names.filter((name) => !["Shape", "NoBoxes", "Jigsaw"].includes(name)).length;
}

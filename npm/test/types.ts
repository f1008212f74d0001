// Compiled, not run: the types of the package accept what its README shows, and refuse mistakes.
import {
  answerLines,
  count,
  draw,
  generate,
  hint,
  judge,
  rate,
  read,
  solve,
  type Board,
  type Rating,
} from "farandole";

export async function uses(): Promise<void> {
  const { solution, solutions, exact } = await solve("…", { limit: 2 });
  const rating: Rating | undefined = (await rate("…", { scale: "hodoku" })).rating;
  const board: Board | undefined = (await read("…")).boards[0];
  const { steps } = await hint("…", { depth: "where" });
  const verdicts: string[] = (await judge("…", "r1c1=5", { most: 20 })).map((each) => each.verdict);
  const svg: string = await draw("…", { step: steps?.[0] ?? {}, theme: "dark" });
  const made = await generate({ seed: 1, rating: [20, 45] });
  for await (const line of answerLines(["…"], { what: "count" })) line.toUpperCase();
  console.log(solution, solutions, exact, rating, board, svg, verdicts, made.board, await count("…"));
  // @ts-expect-error: an unknown scale
  await rate("…", { scale: "other" });
  // @ts-expect-error: a number is not a puzzle
  await solve(81);
}

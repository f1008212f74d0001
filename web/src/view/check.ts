// The check that a solver requests: which digits are wrong and, on a further request, why. After the end, also the
// difficulty of the puzzle.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { play as messages } from "../messages";
import { cellName, isClassic, puzzleKey, readable, symbol, toWire, type Sheet } from "../model/game";
import type { Dispatch } from "../model/session";
import type { Checked, Status } from "../wire";
import { useAnswer, useTask, type Task } from "./common";
import { asSentence, useRequests, verdict } from "./learning";

/** The fields of the answer to `judge` that the page uses. */
interface Verdicts {
  verdicts: { text: string }[];
}

/** The fields of a rating on the scale `minutes` that the page uses. */
interface Minutes {
  rating?: { minutes?: number; grade?: string };
}

export interface Check {
  task: Task;
  /** The result of the check; empty before it. */
  text: string;
  /** Explains why the first wrong digit is wrong; absent if no digit is, or if it has been explained. */
  why: (() => void) | undefined;
  /** The difficulty, once the puzzle is solved and rated. */
  difficulty: string;
  check(): void;
}

/** Returns the results of the check of a sheet, and the functions that request them. */
export function useCheck(
  engine: Engine,
  quick: Engine,
  sheet: Sheet,
  isSolved: boolean,
  dispatch: Dispatch,
): Check {
  const task = useTask();
  const [{ text, wrong }, setResult] = useState<{ text: string; wrong: number[] }>({ text: "", wrong: [] });
  const puzzle = puzzleKey(sheet);
  const send = useRequests(engine, JSON.stringify([puzzle, sheet.placed]), () =>
    setResult({ text: "", wrong: [] }),
  );
  const tell = (text: string, wrong: number[]) => {
    setResult({ text, wrong });
    dispatch({ type: "announce", text });
  };
  // Notes are the player's own. Only digits are checked.
  const board = { ...toWire(sheet), marks: [] };
  const check = () =>
    task.run(messages.checking, async () => {
      const json = await send<Checked>({ op: "check", board });
      dispatch({ type: "highlight", cells: json.wrong, view: "play" });
      const names = json.wrong.map((cell) => cellName(cell, sheet.shape)).join(", ");
      tell(names ? messages.wrong(json.wrong.length, names) : verdict(json), json.wrong);
    });
  const why = () =>
    task.run(messages.checking, async () => {
      const [first = 0] = wrong;
      const digit = symbol(sheet.placed[first] ?? 0, sheet.shape);
      // The reason may use only digits that are right.
      const placed = sheet.placed.map((digit, cell) => (wrong.includes(cell) ? 0 : digit));
      const moves = `${cellName(first, sheet.shape)}=${digit}`;
      const json = await send<Verdicts & Status>({ op: "judge", board: { ...board, placed }, moves });
      tell(readable(asSentence(json.detail ?? json.verdicts[0]?.text ?? "")), []);
    });
  const isRated = isSolved && isClassic(sheet.shape);
  const difficulty = useAnswer(
    async () => {
      if (!isRated) return "";
      const rest = { ...toWire(sheet), placed: [], marks: [] };
      const { rating } = (
        await quick.ask<Minutes>({ op: "rate", board: rest, scale: "minutes", budget: 20_000 })
      ).json;
      return rating?.grade ? messages.difficulty(rating.grade, rating.minutes) : "";
    },
    [quick, sheet, isRated],
    "",
  );
  return { task, text, why: wrong.length ? why : undefined, difficulty, check };
}

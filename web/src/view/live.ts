// Live analysis: after each edit, runs queries from cheapest to most expensive, and cancels those of the
// previous edit.
import { useEffect, useRef, useState } from "preact/hooks";
import { Cancelled, type Engine } from "../engine/client";
import { ENGINE } from "../engine/modules";
import { status as messages } from "../messages";
import { blank, isClassic, isFull, plainText, puzzleKey, toWire, type Sheet } from "../model/game";
import { loadAnswer, saveAnswer } from "../model/store";
import classic from "./classic.json";
import { rounded, useLatest } from "./common";
import type { Clash, Drawn, Rating, Sets, Solved } from "../wire";

/** The results of the live analysis so far. */
export interface Live {
  /** The number of solutions as far as it is known. */
  status: "asking" | "none" | "one" | "several" | "unknown" | "failed";
  /** The number of solutions as text, followed by `+` if there may be more. */
  count: string;
  /** Conflicts between digits that the first query reports. */
  clashes: Clash[];
  /** Constraints that contradict each other, as constraint text. */
  conflict: string[];
  /** The digits of the only solution. */
  solution: number[] | undefined;
  /** True candidates as sets, if they were requested. */
  truths: number[] | undefined;
  se: Rating | undefined;
  hodoku: Rating | undefined;
  /** True while ratings are being computed. */
  isRating: boolean;
  /** An explanation or an error. */
  detail: string;
  /** Time from the edit to the first answer, in milliseconds. */
  ms: number;
  /** The queries that are done: none, those of all views, or also those for setters. */
  done: 0 | 1 | 2;
}

/** The state before the first answer. */
export const NOTHING: Live = {
  status: "asking",
  count: "",
  clashes: [],
  conflict: [],
  solution: undefined,
  truths: undefined,
  se: undefined,
  hodoku: undefined,
  isRating: false,
  detail: "",
  ms: 0,
  done: 0,
};

/** Budget of the query that runs after every edit, in search nodes. */
const QUICK = 20_000;
/** Budget of the longer query that runs after a pause in typing, in search nodes. */
const LONGER = 5_000_000;
/** Limits of successive counts of solutions. */
const LIMITS = [1_000, 100_000];
/** Number of random dives for the estimate that follows these counts. */
const DIVES = 500;
/** Time that a cancelled query gets to finish before its worker is replaced, in milliseconds. */
const PATIENCE = 25;
/** Pause in typing after which the expensive queries run, in milliseconds. */
const REST = 120;
/** Budget of a live rating, in assertions visited. */
const RATING = 3_000_000;

/** Returns the status that an answer implies. */
export function statusOf({ status, exact }: Solved): Live["status"] {
  if (status === "none" || status === "several") return status;
  if (status === "solved" && exact) return "one";
  return status === "gave up" || status === "solved" ? "unknown" : "failed";
}

/** Returns the digits of the only solution, if an answer has them. */
const solutionOf = (answer: Solved) => (statusOf(answer) === "one" ? answer.grid : undefined);

/**
 * Returns the number of solutions as far as the true candidates imply it. Digits of the user make "exactly
 * one" inconclusive.
 */
function shownBy({ solutions }: Solved, hasPlaced: boolean): Partial<Live> {
  if (solutions === 2) return { status: "several", count: "2+" };
  return solutions === 1 && !hasPlaced ? { status: "one", count: "1" } : {};
}

/**
 * Analyzes the sheet after each change. Counts solutions and rates only for setters (`isWhole`). Runs no queries
 * while `isLeaving`, when another puzzle is about to replace it. Results for an earlier puzzle are never
 * returned. `isDone` is true if no further query follows.
 */
export function useLive(
  engine: Engine,
  sheet: Sheet,
  truths: boolean,
  isWhole: boolean,
  isLeaving: boolean,
): Live & { isDone: boolean } {
  const [known, setKnown] = useState<{ key: string; live: Live }>({ key: "", live: NOTHING });
  // The complete results of the last visit. The engine would answer the same for the same puzzle.
  const [saved] = useState(() => loadAnswer<Live>(ENGINE));
  const turn = useRef(0);
  // Effects run again only if the key changes, which represents the sheet.
  const latest = useLatest(sheet);
  const puzzle = puzzleKey(sheet);
  const key = truths ? JSON.stringify([puzzle, sheet.placed]) : puzzle;
  const current = useLatest(known.key === key ? known.live : saved?.key === key ? saved.live : NOTHING);
  const wanted = isWhole ? 2 : 1;
  useEffect(() => {
    const sheet = latest.current;
    const mine = ++turn.current;
    const start = performance.now();
    engine.cancel(PATIENCE);
    if (isLeaving) return;
    let live = current.current;
    if (live.done >= wanted) return setKnown({ key, live });
    const update = (part: Partial<Live>) => {
      if (mine !== turn.current) return;
      live = { ...live, ...part };
      setKnown({ key, live });
    };
    const board = toWire(sheet);
    const ask = async (op: string, fields: object) =>
      (await engine.ask<Solved>({ op, board, ...fields })).json;
    /**
     * Finds the number of solutions if the first answer left it open: from the true candidates if they are
     * requested, and if these do not imply it, by a longer search.
     */
    const decide = async () => {
      if (truths && live.status !== "none") {
        const found = await ask("candidates", { which: "digits", budget: 2_000_000 });
        update({
          truths: found.sets,
          ...(live.status === "unknown" ? shownBy(found, sheet.placed.some(Boolean)) : {}),
        });
      }
      if (live.status !== "unknown") return;
      const found = await ask("solve", { limit: 2, budget: LONGER });
      const { solutions = "", exact } = found;
      update({
        status: statusOf(found),
        solution: solutionOf(found),
        count: `${solutions}${exact ? "" : "+"}`,
      });
    };
    const count = async () => {
      for (const limit of LIMITS) {
        const more = await ask("solve", { limit, budget: 50_000_000 });
        update({ count: `${more.solutions ?? ""}${more.exact ? "" : "+"}` });
        if (more.exact || more.status === "gave up") return;
      }
      const { estimate } = await ask("estimate", { dives: DIVES });
      if (estimate) update({ count: messages.about(rounded(estimate.solutions)) });
    };
    const rate = async () => {
      update({ isRating: true });
      update({ hodoku: (await ask("rate", { scale: "hodoku", budget: 20_000 })).rating });
      update({ se: (await ask("rate", { scale: "se", budget: RATING })).rating, isRating: false });
    };
    const begin = async () => {
      const first = await ask("solve", { limit: 2, budget: QUICK });
      const { clashes = [], exact, solutions, detail = "" } = first;
      update({
        status: statusOf(first),
        solution: solutionOf(first),
        clashes,
        detail,
        count: `${solutions ?? ""}${exact ? "" : "+"}`,
        ms: performance.now() - start,
      });
      if (live.status === "none" && !clashes.length && sheet.shape.rules !== undefined) {
        const { clash } = await ask("why", { budget: QUICK });
        if (clash?.length)
          update({ conflict: clash, detail: messages.conflict(clash.map(plainText).join("; ")) });
      }
    };
    const run = async () => {
      if (!live.done) await begin();
      // While the user is typing, only the cheap query runs. The expensive ones wait until they pause.
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (mine !== turn.current) return;
      if (!live.done) await decide();
      if (isWhole && live.status === "several") await count();
      if (isWhole && live.status === "one" && sheet.shape.rules === undefined) await rate();
      update({ done: wanted });
      if (mine === turn.current && !truths) saveAnswer({ engine: ENGINE, key, live });
    };
    run().catch((error: unknown) => {
      if (!(error instanceof Cancelled))
        update({ ...NOTHING, status: "failed", detail: String(error), done: 2 });
    });
  }, [engine, key, latest, current, truths, isWhole, wanted, isLeaving]);
  // Until the first answer for this puzzle arrives, the state still belongs to the previous one.
  const live = isLeaving ? NOTHING : current.current;
  return { ...live, isDone: live.done >= wanted };
}

/** Budget of the check of a full grid, in search nodes. */
const FULL = 100_000;

/**
 * Checks a full grid. Returns `undefined` while the grid is not full, or if the check exceeded its budget.
 */
export function useSolved(
  engine: Engine,
  sheet: Sheet,
  holes: ReadonlySet<number>,
): "right" | "wrong" | undefined {
  const [known, setKnown] = useState<{ key: string; status: string }>({ key: "", status: "" });
  const latest = useLatest(sheet);
  const key =
    isFull(sheet, holes) && sheet.placed.some(Boolean)
      ? JSON.stringify([puzzleKey(sheet), sheet.placed])
      : "";
  useEffect(() => {
    if (!key) return;
    const controller = new AbortController();
    const request = { op: "solve", board: toWire(latest.current), which: "digits", limit: 1, budget: FULL };
    engine.ask<Solved>(request, undefined, controller.signal).then(
      ({ json }) => setKnown({ key, status: json.status }),
      () => {},
    );
    return () => controller.abort();
  }, [engine, key, latest]);
  if (!key || known.key !== key) return undefined;
  return known.status === "solved" || known.status === "several"
    ? "right"
    : known.status === "none"
      ? "wrong"
      : undefined;
}

/** The drawing of the classic grid, so that it is shown before the engine has been loaded. */
const CLASSIC: Drawn = classic;

/** Returns the drawing of the puzzle without digits, or `undefined` until the engine has drawn it. */
export function useDrawn(engine: Engine, { shape }: Sheet): Drawn | undefined {
  const [known, setKnown] = useState<{ key: string; drawn: Drawn } | undefined>();
  const latest = useLatest(shape);
  const key = isClassic(shape) ? "" : JSON.stringify(shape);
  useEffect(() => {
    if (!key) return;
    let isOver = false;
    engine.ask<Drawn>({ op: "show", board: toWire(blank(latest.current)) }).then(
      ({ json }) => {
        if (!isOver && json.status === "ok") setKnown({ key, drawn: json });
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [engine, key, latest]);
  if (!key) return CLASSIC;
  return known?.key === key ? known.drawn : undefined;
}

/** Returns the conflicts between digits, both givens and the user's; `undefined` until they are known. */
export function useClashes(engine: Engine, sheet: Sheet, hidden: ReadonlySet<number>): Clash[] | undefined {
  const [known, setKnown] = useState<{ key: string; clashes: Clash[] }>({ key: "", clashes: [] });
  const latest = useLatest(sheet);
  const unseen = [...hidden].join();
  const key = JSON.stringify([puzzleKey(sheet), sheet.placed, unseen]);
  useEffect(() => {
    let isOver = false;
    const board = { ...toWire(latest.current), marks: [] };
    engine.ask<Sets>({ op: "open", board, hidden: unseen ? unseen.split(",").map(Number) : [] }).then(
      ({ json }) => {
        if (!isOver) setKnown({ key, clashes: json.clashes ?? [] });
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [engine, key, unseen, latest]);
  return known.key === key ? known.clashes : undefined;
}

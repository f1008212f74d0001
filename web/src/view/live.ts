// Live answers: what is asked after every edit, from cheap to dear; each edit gives up what is under way.
import { useEffect, useRef, useState } from "preact/hooks";
import { Cancelled, type Engine } from "../engine/client";
import { isFull, plainText, puzzleKey, toWire, type Sheet } from "../model/game";
import { rounded } from "./common";
import type { Clash, Drawn, Rating, Sets, Solved } from "../wire";

export interface Live {
  /** The puzzle that this is about. */
  status: "asking" | "none" | "one" | "several" | "unknown" | "failed";
  /** How many solutions, with `+` where there may be more. */
  count: string;
  clashes: Clash[];
  /** True candidates as sets, where they are wanted. */
  truths: number[] | undefined;
  se: Rating | undefined;
  hodoku: Rating | undefined;
  /** Whether ratings are still being worked out. */
  isRating: boolean;
  detail: string;
  /** From the edit to the count, in milliseconds. */
  ms: number;
}

export const NOTHING: Live = {
  status: "asking", count: "", clashes: [], truths: undefined, se: undefined, hodoku: undefined, isRating: false, detail: "", ms: 0,
};

/** How many nodes the first answer may cost, and the second one, which comes after a rest; how far solutions are counted. */
const QUICK = 20_000;
const LONGER = 5_000_000;
const LIMITS = [1_000, 100_000];
/** How many random dives estimate how many there are beyond that. */
const DIVES = 500;
/** How long an answer that nobody waits for any more may still take, in milliseconds. */
const PATIENCE = 25;
/** After how many milliseconds without an edit more is asked than whether there is a solution. */
const REST = 120;
/** How many assertions a rating may visit before it is left to be asked for. */
const RATING = 3_000_000;

/** What an answer about solutions comes to. */
function statusOf({ status, exact }: Solved): Live["status"] {
  if (status === "none" || status === "several") return status;
  if (status === "solved" && exact) return "one";
  return status === "gave up" || status === "solved" ? "unknown" : "failed";
}

/** What true candidates say of the number of solutions; nothing where digits in place took part. */
function shownBy({ solutions }: Solved, hasPlaced: boolean): Partial<Live> {
  if (solutions === 2) return { status: "several", count: "2+" };
  return solutions === 1 && !hasPlaced ? { status: "one", count: "1" } : {};
}

/** Answers about the sheet; nothing is asked while another puzzle is on its way in its place. */
export function useLive(engine: Engine, sheet: Sheet, truths: boolean, isRated: boolean, isLeaving: boolean): Live {
  const [known, setKnown] = useState<{ key: string; live: Live }>({ key: "", live: NOTHING });
  const turn = useRef(0);
  const puzzle = puzzleKey(sheet);
  const key = truths ? JSON.stringify([puzzle, sheet.placed]) : puzzle;
  useEffect(() => {
    const mine = ++turn.current;
    const start = performance.now();
    engine.cancel(PATIENCE);
    if (isLeaving) return setKnown({ key, live: NOTHING });
    let live = NOTHING;
    const say = (part: Partial<Live>) => {
      if (mine !== turn.current) return;
      live = { ...live, ...part };
      setKnown({ key, live });
    };
    const board = toWire(sheet);
    const ask = async (op: string, fields: object) => (await engine.ask<Solved>({ op, board, ...fields })).json;
    /** Decides what the first answer left open: by true candidates where they are wanted, then by a longer search. */
    const decide = async () => {
      if (truths && live.status !== "none") {
        const found = await ask("candidates", { which: "digits", budget: 2_000_000 });
        say({ truths: found.sets, ...(live.status === "unknown" ? shownBy(found, sheet.placed.some(Boolean)) : {}) });
      }
      if (live.status !== "unknown") return;
      const found = await ask("solve", { limit: 2, budget: LONGER });
      say({ status: statusOf(found), count: `${found.solutions ?? ""}${found.exact ? "" : "+"}` });
    };
    const count = async () => {
      for (const limit of LIMITS) {
        const more = await ask("solve", { limit, budget: 50_000_000 });
        say({ count: `${more.solutions ?? ""}${more.exact ? "" : "+"}` });
        if (more.exact || more.status === "gave up") return;
      }
      const { estimate } = await ask("estimate", { dives: DIVES });
      if (estimate) say({ count: `about ${rounded(estimate.solutions)}` });
    };
    const rate = async () => {
      say({ isRating: true });
      say({ hodoku: (await ask("rate", { scale: "hodoku", budget: 20_000 })).rating });
      say({ se: (await ask("rate", { scale: "se", budget: RATING })).rating, isRating: false });
    };
    const run = async () => {
      const first = await ask("solve", { limit: 2, budget: QUICK });
      const { clashes = [], exact, solutions, detail = "" } = first;
      say({ status: statusOf(first), clashes, detail, count: `${solutions ?? ""}${exact ? "" : "+"}`, ms: performance.now() - start });
      if (live.status === "none" && !clashes.length && sheet.shape.rules !== undefined) {
        const { clash } = await ask("why", { budget: QUICK });
        if (clash?.length) say({ detail: `These cannot hold together: ${clash.map(plainText).join("; ")}.` });
      }
      // Who types on gets the first answer to each key; the dear ones wait for a rest.
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (mine !== turn.current) return;
      await decide();
      if (live.status === "several") await count();
      if (live.status === "one" && isRated) await rate();
    };
    run().catch((error: unknown) => {
      if (!(error instanceof Cancelled)) say({ ...NOTHING, status: "failed", detail: String(error) });
    });
    // The sheet is told by its text.
  }, [engine, key, truths, isRated, isLeaving]);
  // An answer about the puzzle before is none about this one.
  return known.key === key ? known.live : NOTHING;
}

/** How much work it may be to find out whether a full grid is right. */
const FULL = 100_000;

/** Whether the digits of a full grid are a solution; nothing while it is not full, or where that could not be decided. */
export function useSolved(engine: Engine, sheet: Sheet, holes: ReadonlySet<number>): "right" | "wrong" | undefined {
  const [known, setKnown] = useState<{ key: string; status: string }>({ key: "", status: "" });
  const key = isFull(sheet, holes) && sheet.placed.some(Boolean) ? JSON.stringify([puzzleKey(sheet), sheet.placed]) : "";
  useEffect(() => {
    if (!key) return;
    const given = new AbortController();
    const request = { op: "solve", board: toWire(sheet), which: "digits", limit: 1, budget: FULL };
    engine.ask<Solved>(request, undefined, undefined, given.signal).then(({ json }) => setKnown({ key, status: json.status }), () => {});
    return () => given.abort();
  }, [engine, key]);
  if (!key || known.key !== key) return undefined;
  return known.status === "solved" || known.status === "several" ? "right" : known.status === "none" ? "wrong" : undefined;
}

/** What is drawn of a variant; nothing for other puzzles. */
export function useDrawn(engine: Engine, sheet: Sheet): Drawn | undefined {
  const { rules } = sheet.shape;
  const [known, setKnown] = useState<{ rules: string; drawn: Drawn } | undefined>();
  useEffect(() => {
    if (rules === undefined) return;
    let isOver = false;
    engine.ask<Drawn>({ op: "show", board: { text: rules, givens: [] } }).then(
      ({ json }) => {
        if (!isOver && json.status === "ok") setKnown({ rules, drawn: json });
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [engine, rules]);
  return known?.rules === rules ? known?.drawn : undefined;
}

const NONE: Clash[] = [];

/** The cells in which digits clash, given or written. */
export function useClashes(engine: Engine, sheet: Sheet): Clash[] {
  const [known, setKnown] = useState<{ key: string; clashes: Clash[] }>({ key: "", clashes: [] });
  const key = JSON.stringify([puzzleKey(sheet), sheet.placed]);
  useEffect(() => {
    let isOver = false;
    engine.ask<Sets>({ op: "open", board: { ...toWire(sheet), marks: [] } }).then(
      ({ json }) => {
        if (!isOver) setKnown({ key, clashes: json.clashes ?? [] });
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [engine, key]);
  return known.key === key ? known.clashes : NONE;
}

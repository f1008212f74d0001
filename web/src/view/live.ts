// Live answers: what is asked after every edit, from cheap to dear; each edit gives up what is under way.
import { useEffect, useRef, useState } from "preact/hooks";
import { Cancelled, type Engine } from "../engine/client";
import { plainText, toWire, type Sheet } from "../model/game";
import { rounded } from "./common";
import type { Clash, Drawn, Rating, Sets, Solved } from "../wire";

export interface Live {
  /** The puzzle that this is about. */
  status: "asking" | "empty" | "none" | "one" | "several" | "unknown" | "failed";
  /** How many solutions, with `+` where there may be more. */
  count: string;
  clashes: Clash[];
  /** True candidates as sets, where they are wanted. */
  truths: number[] | undefined;
  se: Rating | undefined;
  hodoku: Rating | undefined;
  detail: string;
  /** From the edit to the count, in milliseconds. */
  ms: number;
}

export const NOTHING: Live = {
  status: "asking", count: "", clashes: [], truths: undefined, se: undefined, hodoku: undefined, detail: "", ms: 0,
};

/** How many nodes the first answer may cost, and how far solutions are counted. */
const QUICK = 20_000;
const LIMITS = [1_000, 100_000];
/** How many random dives estimate how many there are beyond that. */
const DIVES = 500;
/** How long an answer that nobody waits for any more may still take, in milliseconds. */
const PATIENCE = 25;
/** After how many milliseconds without an edit more is asked than whether there is a solution. */
const REST = 120;
/** How many assertions a rating may visit before it is left to be asked for. */
const RATING = 3_000_000;

/** Answers about the sheet; nothing is asked while another puzzle is on its way in its place. */
export function useLive(engine: Engine, sheet: Sheet, truths: boolean, isRated: boolean, isLeaving: boolean): Live {
  const [live, setLive] = useState<Live>(NOTHING);
  const turn = useRef(0);
  const givens = JSON.stringify([sheet.shape, sheet.givens]);
  const digits = truths ? JSON.stringify([givens, sheet.placed]) : givens;
  useEffect(() => {
    const mine = ++turn.current;
    const start = performance.now();
    engine.cancel(PATIENCE);
    if (isLeaving) return setLive(NOTHING);
    const say = (part: Partial<Live>) => {
      if (mine === turn.current) setLive((known) => ({ ...known, ...part }));
    };
    const run = async () => {
      const board = toWire(sheet);
      const first = await engine.ask<Solved>({ op: "solve", board, limit: 2, budget: QUICK });
      const { status, clashes = [], exact, solutions, detail = "" } = first.json;
      const told: Live["status"] =
        status === "none" ? "none" : status === "several" ? "several" : status === "solved" && exact ? "one" : status === "gave up" || status === "solved" ? "unknown" : "failed";
      const base: Live = { ...NOTHING, status: told, clashes, detail, count: `${solutions ?? ""}${exact ? "" : "+"}`, ms: performance.now() - start };
      say(base);
      if (told === "none" && !clashes.length && sheet.shape.rules !== undefined) {
        const why = await engine.ask<Solved>({ op: "why", board, budget: QUICK });
        if (why.json.clash?.length) say({ detail: `These cannot hold together: ${why.json.clash.map(plainText).join("; ")}.` });
      }
      // Who types on gets the first answer to each key; the dear ones wait for a rest.
      await new Promise((resolve) => setTimeout(resolve, REST));
      if (mine !== turn.current) return;
      if (truths && told !== "none") {
        const found = await engine.ask<Solved>({ op: "candidates", board, which: "digits", budget: 2_000_000 });
        say({ truths: found.json.sets });
      }
      if (told === "several") {
        for (const limit of LIMITS) {
          const more = await engine.ask<Solved>({ op: "solve", board, limit, budget: 50_000_000 });
          say({ count: `${more.json.solutions ?? ""}${more.json.exact ? "" : "+"}` });
          if (more.json.exact || more.json.status === "gave up") return;
        }
        const { json } = await engine.ask<Solved>({ op: "estimate", board, dives: DIVES });
        if (json.estimate) say({ count: `about ${rounded(json.estimate.solutions)}` });
      }
      if (told === "one" && isRated) {
        const hodoku = await engine.ask<Solved>({ op: "rate", board, scale: "hodoku", budget: 20_000 });
        say({ hodoku: hodoku.json.rating });
        const se = await engine.ask<Solved>({ op: "rate", board, scale: "se", budget: RATING });
        say({ se: se.json.rating });
      }
    };
    setLive((known) => ({ ...known, se: undefined, hodoku: undefined, truths: undefined }));
    run().catch((error: unknown) => {
      if (!(error instanceof Cancelled)) say({ ...NOTHING, status: "failed", detail: String(error) });
    });
    // The sheet is told by its text.
  }, [engine, digits, truths, isRated, isLeaving]);
  return live;
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

/** The cells in which digits clash, given or written. */
export function useClashes(engine: Engine, sheet: Sheet): Clash[] {
  const [clashes, setClashes] = useState<Clash[]>([]);
  const key = JSON.stringify([sheet.shape, sheet.givens, sheet.placed]);
  useEffect(() => {
    let isOver = false;
    engine.ask<Sets>({ op: "open", board: { ...toWire(sheet), marks: [] } }).then(
      ({ json }) => {
        if (!isOver) setClashes(json.clashes ?? []);
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [engine, key]);
  return clashes;
}

// Hints, checks and solution paths: the requests of the Learn tab, and their results. One request returns a step
// with its drawing.
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Engine } from "../engine/client";
import { learn as messages } from "../messages";
import {
  cellName,
  cellOf,
  colsOf,
  digitsOf,
  enter,
  isClassic,
  puzzleKey,
  readable,
  symbol,
  toWire,
  type Sheet,
} from "../model/game";
import type { Shown } from "../model/session";
import { applied, sheetOf } from "../model/steps";
import type { Advice, Checked, Drawing, HintStep, Path, Request, Sets, Solved, Status } from "../wire";
import { useLatest, useTask, type Task } from "./common";

export interface Props {
  engine: Engine;
  /**
   * `other` is an engine that searches for a cell to name while `engine` searches for a step. `quick` is an
   * engine without long tasks.
   */
  other: Engine;
  quick: Engine;
  sheet: Sheet;
  /** The digits of the only solution, if the live analysis has found it. */
  solution: number[] | undefined;
  onshow(shown: Shown | undefined): void;
  onhighlight(cells: number[]): void;
  onapply(next: Sheet): void;
  /** Replaces the puzzle by an exercise. */
  onload(sheet: Sheet): void;
  announce(text: string): void;
  /** Counter incremented by each keyboard request for a hint. */
  requests: number;
}

export type Depth = "where" | "what" | "why";
export const DEEPER: Record<Depth, Depth> = { where: "what", what: "why", why: "why" };
export type Scale = "se" | "hodoku";
type Reach = "first" | "easiest";

/** A stage of the search for a hint. Each stage has a larger budget than the one before. */
interface Rung {
  /** Budget of the search for steps; absent for no limit. */
  budget?: number;
  /** Budget of the search for mistakes that precedes the steps of a variant. */
  check?: number;
  /** The progress to show. */
  doing: string;
}

/** Time after which the first stage shows that it is slow, in milliseconds. */
const PATIENCE = 800;
/** Time after which a search looks for a cell to name until a step is known, in milliseconds. */
const INTERIM = 250;
/** Time after which the page names the cell with the fewest candidates instead, in milliseconds. */
const UNDECIDED = 500;
/** Budget of that search, in search nodes. */
const TRIALS = 2_000_000;
/** The stages for each scale. For almost all published puzzles, the first one finishes within a second. */
const RUNGS: Record<Scale | "variant", Rung[]> = {
  se: [
    { budget: 100_000, doing: messages.next },
    { budget: 2_000_000, doing: messages.shortChains },
    { doing: messages.longChains },
  ],
  hodoku: [{ budget: 2_000, doing: messages.next }, { doing: messages.longChains }],
  variant: [
    { budget: 60, check: 30, doing: messages.next },
    { budget: 3_000, check: 30, doing: messages.contradictions },
    { check: 30, doing: messages.allContradictions },
  ],
};

/** Steps with their drawings: those of a hint, or those of a solution path. */
interface Found {
  steps: HintStep[];
  drawings: Drawing[];
  /** The sheet that was on the board when they were requested. */
  from: Sheet;
}

/** A cell with a single digit in all solutions, which a search has found. It is named as long as no step is known. */
interface Trial {
  cell: number;
  digit: number;
  /** The other candidates of the cell. */
  others: number[];
  /** The reason why there is no step, if the search for one is over. */
  reason?: string;
}

/** The results on the Learn tab. */
interface State {
  scale: Scale;
  /** How much of the next step is revealed. */
  depth: Depth | undefined;
  texts: string[];
  /** The steps of the last hint. */
  hint: Found | undefined;
  trial: Trial | undefined;
  /** Whether the hint lists similar steps. */
  isList: boolean;
  path: (Found & { path: Path }) | undefined;
  /** The selected step of the path, or else of the hint. */
  index: number;
}

const NOTHING = { depth: undefined, texts: [], hint: undefined, trial: undefined, isList: false };
const START: State = { ...NOTHING, scale: "se", path: undefined, index: -1 };
const update = (state: State, change: Partial<State>): State => ({ ...state, ...change });

/** Returns the heading of a solution path: its length and its rating. */
function summary({ er, ep, ed, score, level, steps, outcome }: Path): string {
  let rating = "";
  if (er !== undefined) rating = messages.erEpEd(er.toFixed(1), ep?.toFixed(1), ed?.toFixed(1));
  else if (score !== undefined) rating = messages.score(score, level);
  return (outcome === "solved" ? messages.solvedIn : messages.stuckAfter)(steps.length, rating);
}

/** Returns a text of the engine as a sentence. Its errors start with a small letter and have no full stop. */
export const asSentence = (text: string) =>
  /^[a-z]+ .*[^.]$/.test(text) && !/^r\d/.test(text) ? `${text[0]!.toUpperCase()}${text.slice(1)}.` : text;

/** Returns the sentence about the result of a check. */
export function verdict({ status, detail, wrong, missing }: Checked): string {
  let text = messages.noMatch;
  if (wrong.length) text = messages.wrongDigits(wrong.length);
  else if (missing.length) text = messages.missing(missing.length);
  const byStatus: Record<string, string> = { ...messages.checked, wrong: text };
  return detail ?? byStatus[status] ?? status;
}

/**
 * Returns a function that sends requests about the current sheet. A change of the sheet, the puzzle or the
 * scale cancels them.
 */
export function useRequests(engine: Engine, key: string, onchange: () => void) {
  const controller = useRef(new AbortController());
  const change = useLatest(onchange);
  // A layout effect runs before the next key or click is handled, so that it cannot cancel a request about
  // the new sheet.
  useLayoutEffect(() => {
    controller.current.abort();
    controller.current = new AbortController();
    change.current();
  }, [key, change]);
  return async <T>(request: Request): Promise<T> =>
    (await engine.ask<T>(request, undefined, controller.current.signal)).json;
}

type Send = <T>(request: Request) => Promise<T>;

/** Returns the digits that each cell has in solutions, as sets. Searches unless the solution is known. */
async function findTruths(
  send: Send,
  { solution, sheet }: Pick<Props, "solution" | "sheet">,
): Promise<number[]> {
  const only = (grid: number[]) => grid.map((digit) => (digit ? 1 << (digit - 1) : 0));
  if (solution && sheet.placed.every((digit, cell) => !digit || digit === solution[cell]))
    return only(solution);
  const search = { board: { ...toWire(sheet), marks: [] }, which: "digits", budget: TRIALS };
  const { grid, exact, solutions } = await send<Solved>({ op: "solve", limit: 2, ...search });
  if (exact && solutions === 1 && grid) return only(grid);
  // With several solutions, digits that all of them share need a longer search.
  return (await send<Solved>({ op: "candidates", ...search })).sets ?? [];
}

/** Returns the candidates that the digits leave, as sets. */
async function findOpen(quick: Send, sheet: Sheet): Promise<number[]> {
  return (await quick<Sets>({ op: "open", board: { ...toWire(sheet), marks: [] } })).sets;
}

/**
 * Returns a cell that has a single digit in all solutions; among these, one with as few candidates as possible.
 * Returns `undefined` if there is none.
 */
async function findTrial(
  send: Send,
  quick: Send,
  known: Pick<Props, "solution" | "sheet">,
): Promise<Trial | undefined> {
  const { sheet } = known;
  const truths = await findTruths(send, known);
  const open = await findOpen(quick, sheet);
  const trials = truths.flatMap((truth, cell): Trial[] => {
    const [digit, ...more] = digitsOf(truth);
    if (!digit || more.length || sheet.givens[cell] || sheet.placed[cell]) return [];
    return [{ cell, digit, others: digitsOf(open[cell] ?? 0).filter((other) => other !== digit) }];
  });
  return trials.sort((a, b) => a.others.length - b.others.length)[0];
}

/** Requests the next step, stage by stage until a step is found. */
async function findStep(send: Send, task: Task, stages: Rung[], request: Request): Promise<Advice & Status> {
  for (const [stage, { doing, ...work }] of stages.entries()) {
    task.tell(doing);
    const slow = stage === 0 ? setTimeout(() => task.tell(messages.slow), PATIENCE) : undefined;
    const answer = await send<Advice & Status>({ ...request, ...work }).finally(() => clearTimeout(slow));
    if (answer.status !== "stuck" || stage === stages.length - 1) return answer;
  }
  throw new Error(messages.noRung);
}

/** Returns the results of the Learn tab and the functions behind its buttons. */
export function useLearn(props: Props) {
  const { engine, sheet, solution, onshow, onhighlight, onapply, announce, requests } = props;
  const task = useTask();
  const [state, set] = useReducer(update, START);
  const { scale, depth, hint: last, trial, path, index } = state;
  const classic = isClassic(sheet.shape);
  const onScale = classic ? { scale } : {};
  const puzzle = puzzleKey(sheet);
  const key = JSON.stringify([puzzle, sheet.placed, sheet.marks, scale]);
  const search = useRequests(props.other, key, () => {});
  const quick = useRequests(props.quick, key, () => {});
  /** The solution may become known during a search. */
  const latest = useLatest(props);
  /** True while a search for a step is under way. */
  const isLooking = useRef(false);
  /** Looks for a cell to name, during a search for a step. */
  const lookAgain = useRef(() => {});
  /** The depth that the user has requested since the search began. It may exceed the depth of the request. */
  const reached = useRef<Depth>("where");
  const send = useRequests(engine, key, () => {
    set(NOTHING);
    onshow(undefined);
    onhighlight([]);
  });
  useLayoutEffect(() => set({ path: undefined }), [puzzle, scale]);

  const tell = (lines: string[], change: Partial<State> = {}) => {
    const texts = lines.map(readable).map(asSentence);
    set({ ...change, texts });
    announce(texts.join(" "));
  };
  const show = ({ steps, drawings, from }: Found, at: number) => {
    const [step, drawing] = [steps[at], drawings[at]];
    if (step && drawing) onshow({ step, drawing, sheet: sheetOf(from, drawing) });
  };
  const next = (depth: Depth, reach: Reach = "first") =>
    findStep(send, task, RUNGS[classic ? scale : "variant"], {
      op: "hint",
      board: toWire(sheet),
      depth,
      reach,
      ...onScale,
    });
  const checked = () => send<Checked>({ op: "check", board: toWire(sheet) });
  const tellChecked = (json: Checked) => {
    onhighlight([...json.wrong, ...json.missing]);
    tell([verdict(json)]);
  };
  /** Shows the mistakes that prevent a hint. */
  const tellMistakes = async ({ troubles = [] }: Advice) => {
    // The search for steps of a variant reports only that there is no solution. The cause may be wrong digits.
    const wrong = troubles[0]?.kind === "no-solution" && !classic ? await checked() : undefined;
    if (wrong?.status === "wrong") return tellChecked(wrong);
    const cells = troubles.flatMap((mistake) => mistake.cells).map((it) => cellOf(it, colsOf(sheet.shape)));
    onhighlight(cells.filter((cell) => cell >= 0));
    tell(troubles.map((mistake) => mistake.text));
  };
  const nameOf = (cell: number) => cellName(cell, sheet.shape);
  /** Shows the intermediate results of a search until a step is known. */
  const tellTrial = (trial: Trial, to: Depth, state: string) => {
    const { cell, digit, others } = trial;
    const { shape } = sheet;
    const name = nameOf(cell);
    const text = {
      where: messages.trialWhere(name, others.length + 1),
      what: messages.trialWhat(name, symbol(digit, shape)),
      why: messages.trialWhy(
        name,
        symbol(digit, shape),
        others.map((it) => symbol(it, shape)),
      ),
    }[to];
    onhighlight([cell]);
    tell([state, text], { trial, depth: to, path: undefined });
  };
  /** Names the cell with the fewest candidates. */
  const tellFewest = (open: number[]) => {
    const cells = open.flatMap((set, cell) =>
      set && !sheet.givens[cell] && !sheet.placed[cell] ? [{ cell, digits: digitsOf(set) }] : [],
    );
    const fewest = cells.sort((a, b) => a.digits.length - b.digits.length)[0];
    if (!fewest) return tell([messages.undecided]);
    const symbols = fewest.digits.map((digit) => symbol(digit, sheet.shape));
    onhighlight([fewest.cell]);
    tell([messages.undecided, messages.fewest(nameOf(fewest.cell), symbols)]);
  };
  const findCell = () => findTrial(search, quick, { solution: latest.current.solution, sheet });
  /** Names a cell, or states that none is decided, until a step is known. Returns a function that ends this. */
  const whileLooking = (to: Depth) => {
    let isOver = false;
    let isNamed = false;
    // Requested early, because the searches may keep all processors busy later.
    const open = findOpen(quick, sheet).catch(() => undefined);
    const tellOpen = () => void open.then((sets) => !sets || isOver || isNamed || tellFewest(sets));
    const name = (trial: Trial | undefined) => {
      if (isOver || isNamed || !trial) return;
      isNamed = true;
      tellTrial(trial, to, messages.noStepYet);
    };
    const look = () => void findCell().then(name, () => {});
    lookAgain.current = look;
    const timers = [setTimeout(look, INTERIM), setTimeout(tellOpen, UNDECIDED)];
    return () => {
      isOver = true;
      lookAgain.current = () => {};
      timers.forEach(clearTimeout);
    };
  };
  const hint = (reach: Reach = "first") => {
    const to = reach === "easiest" ? "why" : depth ? DEEPER[depth] : "where";
    // The search for a step continues.
    if (trial && reach === "first") {
      reached.current = to;
      return tellTrial(trial, to, trial.reason ?? messages.noStepYet);
    }
    if (isLooking.current && reach === "first") return;
    task.run(messages.next, async () => {
      isLooking.current = true;
      reached.current = to;
      const interim = reach === "first" ? whileLooking(to) : () => {};
      const json = await next(to, reach).finally(() => {
        interim();
        isLooking.current = false;
      });
      // For overlapping grids there are no steps, but a search can still find a cell to name.
      if (json.detail || json.status === "stuck") {
        const reason = json.detail ?? json.text ?? json.status;
        const trial = reach === "first" ? await findCell().catch(() => undefined) : undefined;
        return trial ? tellTrial({ ...trial, reason }, reached.current, reason) : tell([reason], { trial });
      }
      set({ trial: undefined, path: undefined, depth: to });
      // The cell that was named until now has nothing to do with the step.
      onhighlight([]);
      if (json.status === "trouble") return tellMistakes(json);
      if (json.status === "solved") return tell([json.text ?? json.status]);
      const found = { steps: json.steps ?? [], drawings: json.drawings ?? [], from: sheet };
      const texts = found.steps.slice(0, 1).map((step) => step.text);
      tell(texts, { hint: found, isList: reach === "easiest", index: 0 });
      show(found, 0);
      // Looks for mistakes that the short search before a step did not find.
      if (classic || ![...sheet.placed, ...sheet.marks].some(Boolean)) return;
      task.tell(messages.verifying);
      const verified = await checked();
      if (verified.status === "wrong") tellChecked(verified);
    });
  };
  // The live analysis has a larger budget than the search for a cell, and may find the solution first.
  useEffect(() => {
    if (solution) lookAgain.current();
  }, [solution]);
  const onrequest = useLatest(() => hint());
  useEffect(() => {
    if (requests > 0) onrequest.current();
  }, [requests, onrequest]);
  const pick = (found: Found, at: number) => {
    set({ index: at });
    announce(readable(found.steps[at]?.text ?? ""));
    show(found, at);
  };
  const explain = () => {
    task.run(messages.finding, async () => {
      const json = await send<Path & Advice & Status>({ op: "explain", board: toWire(sheet), ...onScale });
      if (json.detail) return tell([json.detail]);
      if (json.troubles) return tell(json.troubles.map((mistake) => mistake.text));
      const found = { steps: json.steps, drawings: json.drawings, from: sheet, path: json };
      tell([summary(json)], { hint: undefined, isList: false, path: found });
      pick(found, 0);
    });
  };
  const apply = () => {
    if (trial && !path) return onapply(enter(sheet, [trial.cell], trial.digit, "digit", "play"));
    task.run(messages.applying, async () => {
      let found: Found | undefined = path ?? last;
      let at = index;
      if (!found?.drawings[at]) {
        const { steps = [], drawings = [] } = await next("why");
        [found, at] = [{ steps, drawings, from: sheet }, 0];
      }
      const [step, drawing] = [found.steps[at], found.drawings[at]];
      if (!step || !drawing) throw new Error(messages.noStep);
      // An elimination is visible only if the candidates are shown. So take them from the grid of the step.
      const base = path || step.eliminations?.length ? sheetOf(found.from, drawing) : sheet;
      onapply(applied(base, step));
    });
  };
  const check = () => task.run(messages.checking, async () => tellChecked(await checked()));
  const setScale = (scale: Scale) => set({ scale });
  return { state, task, classic, check, hint, explain, apply, pick, setScale };
}

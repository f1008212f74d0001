// A small panel on the pages of other editors: the number of solutions, the true candidates and the next step. It reads
// puzzles as the page of Farandole does, and its engine answers the same requests.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Cancelled, Engine } from "../engine/client";
import { userscript as messages } from "../messages";
import { readable, toWire, type Sheet } from "../model/game";
import { applied, sheetOf } from "../model/steps";
import { statusOf } from "../view/live";
import { readText } from "../view/reading";
import type { Advice, HintStep, Solved, Status } from "../wire";

/** Interval between two looks at the puzzle of the page, in milliseconds. */
const LOOK = 1000;
/** Time that a cancelled request gets to finish before its worker is replaced, in milliseconds. */
const PATIENCE = 25;
/** Budget of the search for solutions, in nodes, and of the search for a step, in searches for techniques. */
const BUDGETS = { solve: 5_000_000, hint: 200 };

/** SudokuPad's object for the page, if this is SudokuPad. It is no property of the window. */
declare const Framework: { app?: { puzzle?: { currentPuzzle?: unknown } } } | undefined;

/** Returns the puzzle of the page as a text: its data, or else the address, which may contain it. */
function puzzleOfPage(): string {
  const puzzle = typeof Framework === "undefined" ? undefined : Framework?.app?.puzzle?.currentPuzzle;
  try {
    if (puzzle && typeof puzzle === "object") return JSON.stringify(puzzle);
  } catch {
    // An object with cycles is not the data of a puzzle.
  }
  return typeof puzzle === "string" && puzzle ? puzzle : location.href;
}

/** Returns the puzzle of a sheet, without digits and marks of the user. */
const givensOf = (sheet: Sheet) => ({ ...toWire(sheet), placed: [], marks: [] });

/** Returns a sheet with these candidates: those of cells with only one are digits. */
function withSets(sheet: Sheet, sets: number[]): Sheet {
  const isOne = (set: number) => set !== 0 && (set & (set - 1)) === 0;
  const digit = (set: number, cell: number) => (isOne(set) && !sheet.givens[cell] ? 32 - Math.clz32(set) : 0);
  return { ...sheet, placed: sets.map(digit), marks: sets.map((set) => (isOne(set) ? 0 : set)) };
}

/** A picture that the engine has drawn. It is part of the document, because pages may forbid images of other origin. */
function Picture({ svg }: { svg: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    host.current?.replaceChildren(documentElement);
  }, [svg]);
  return <div class="picture" ref={host} />;
}

/** The panel. `site` is the address of the page of Farandole. */
export function Panel({ site }: { site: string }) {
  const [engine] = useState(() => new Engine("later"));
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [pasted, setPasted] = useState("");
  const [sheet, setSheet] = useState<Sheet>();
  const [verdict, setVerdict] = useState("");
  const [svg, setSvg] = useState("");
  const [step, setStep] = useState("");
  const turn = useRef(0);
  useEffect(() => {
    if (!isOpen || pasted) return;
    const look = () => setText(puzzleOfPage());
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [isOpen, pasted]);
  const source = pasted || text;
  /** Runs a task, unless a later one replaces it. `show` applies its result. */
  const run = useCallback(
    (task: (show: (change: () => void) => void) => Promise<void>) => {
      const mine = ++turn.current;
      engine.cancel(PATIENCE);
      task((change) => mine === turn.current && change()).catch((error: unknown) => {
        if (mine === turn.current && !(error instanceof Cancelled)) setStep(messages.failed(error));
      });
    },
    [engine],
  );
  useEffect(() => {
    if (!source) return;
    setSheet(undefined);
    setSvg("");
    setStep("");
    setVerdict(messages.reading);
    run(async (show) => {
      const { sheet, notice } = await readText(engine, source);
      if (!sheet) return show(() => setVerdict(pasted ? notice : messages.noPuzzle));
      const request = { op: "solve", board: givensOf(sheet), limit: 2, budget: BUDGETS.solve };
      const status = statusOf((await engine.ask<Solved>(request)).json);
      show(() => {
        setSheet(sheet);
        setVerdict(messages.verdict(status) + (sheet.caution ? ` ${messages.caution}` : ""));
      });
    });
  }, [source, pasted, engine, run]);
  const drawn = async (sheet: Sheet, step?: HintStep) => {
    const request = { op: "draw", board: toWire(sheet), ...(step ? { step } : {}) };
    return new TextDecoder().decode((await engine.ask<Status>(request)).body);
  };
  const showTruths = (sheet: Sheet) =>
    run(async (show) => {
      const { sets, detail } = (await engine.ask<Solved>({ op: "candidates", board: givensOf(sheet) })).json;
      const picture = sets ? await drawn(withSets(sheet, sets)) : "";
      show(() => {
        setSvg(picture);
        setStep(sets ? "" : (detail ?? ""));
      });
    });
  const showStep = (sheet: Sheet) =>
    run(async (show) => {
      const request = { op: "hint", board: toWire(sheet), depth: "why", budget: BUDGETS.hint };
      const { steps = [], drawings = [], troubles = [] } = (await engine.ask<Advice>(request)).json;
      const [step, drawing] = [steps[0], drawings[0]];
      if (!step || !drawing)
        return show(() => setStep(troubles.map(({ text }) => readable(text)).join(" ") || messages.noStep));
      const before = sheetOf(sheet, drawing);
      const picture = await drawn(before, step);
      show(() => {
        setSvg(picture);
        setStep(readable(step.text));
        setSheet(applied(before, step));
      });
    });
  if (!isOpen)
    return (
      <button class="open" onClick={() => setOpen(true)}>
        {messages.title}
      </button>
    );
  return (
    <section aria-label={messages.title}>
      <header>
        <strong>{messages.title}</strong>
        <button aria-label={messages.close} onClick={() => setOpen(false)}>
          ×
        </button>
      </header>
      <p role="status">{verdict}</p>
      <div class="buttons">
        <button disabled={!sheet} onClick={() => sheet && showTruths(sheet)}>
          {messages.truths}
        </button>
        <button disabled={!sheet} onClick={() => sheet && showStep(sheet)}>
          {messages.step}
        </button>
      </div>
      {svg && <Picture svg={svg} />}
      {step && <p class="step">{step}</p>}
      <label>
        {messages.other}
        <input value={pasted} onInput={(event) => setPasted(event.currentTarget.value.trim())} />
      </label>
      <a href={`${site}#p=${encodeURIComponent(source)}`} target="_blank" rel="noreferrer">
        {messages.page}
      </a>
    </section>
  );
}

// Learn: is all right so far, the next step in three depths, all steps of its kind, the whole way, ratings.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { colsOf, fromWire, isClassic, puzzleKey, readable, toWire, type Sheet } from "../model/game";
import type { Advice, Checked, Path, ReadText, Request, Status, Step, StepDrawn, Told } from "../wire";
import { candidateOf, cellOf } from "./Board";
import { Busy, Section, Trouble, useTask } from "./common";

export interface Shown {
  step: Told;
  /** The grid that the step is about, with all its candidates. */
  sheet: Sheet;
  /** The cells of its houses and constraints, where the engine names them. */
  scope?: number[];
}

interface Props {
  engine: Engine;
  quick: Engine;
  sheet: Sheet;
  onshow(shown: Shown | undefined): void;
  onname(cells: number[]): void;
  onapply(next: Sheet): void;
  say(text: string): void;
  /** A number that grows with each request for a hint by key. */
  wish: number;
}

type Depth = "where" | "what" | "why";
const DEEPER: Record<Depth, Depth> = { where: "what", what: "why", why: "why" };
type Scale = "se" | "hodoku";

/** How much is tried for a hint at first, and what is said when that was not enough and more is tried. */
interface Rung {
  /** How much work a search for steps may be; nothing for no limit. */
  budget?: number;
  /** How much work the search for mistakes may be, which comes before the steps of a variant. */
  check?: number;
  doing: string;
}

const NEXT = "looking for the next step";
/** What is said when the first rung takes long, and after how many milliseconds. */
const SLOW = "still looking: the grid is checked, and simple steps are tried";
const PATIENCE = 800;
/** On almost all published puzzles, the first rung answers within a second. */
const RUNGS: Record<Scale | "variant", Rung[]> = {
  se: [
    { budget: 100_000, doing: NEXT },
    { budget: 2_000_000, doing: "still looking: nothing simple is there, short chains are tried" },
    { doing: "still looking: long chains are tried, which may take a while" },
  ],
  hodoku: [
    { budget: 2_000, doing: NEXT },
    { doing: "still looking: long chains are tried, which may take a while" },
  ],
  variant: [
    { budget: 60, check: 30, doing: NEXT },
    { budget: 3_000, check: 30, doing: "still looking: nothing simple is there, candidates are tried for a contradiction" },
    { check: 30, doing: "still looking: all candidates are tried for a contradiction, which may take a while" },
  ],
};

/** A step as the engine reads it back, without its text and number. */
export function stepOf({ technique, size, extra, pattern, houses, chains, placements, eliminations, constraints }: Partial<Step>) {
  return { technique, size, extra, pattern, houses, chains, placements, eliminations, constraints };
}

/** The grid of a step of the classic grid: what its line says, with all candidates. */
async function ofLine(quick: Engine, state: string): Promise<Pick<Sheet, "placed" | "marks">> {
  const { json } = await quick.ask<ReadText>({ op: "read" }, new TextEncoder().encode(state));
  if (!json.boards?.[0]) throw new Error(json.detail ?? "the grid could not be read");
  const sheet = fromWire(json.boards[0]);
  const { json: open } = await quick.ask<Status & { sets: number[] }>({ op: "open", board: { ...toWire(sheet), marks: [] } });
  const marks = open.sets.map((set, cell) => {
    if (sheet.givens[cell] || sheet.placed[cell]) return 0;
    return sheet.marks[cell] ? set & sheet.marks[cell] : set;
  });
  return { placed: sheet.placed, marks };
}

/** What is drawn of a step: its grid, with the digits of a sheet where the state has no place for them, and its cells. */
async function drawnStep(quick: Engine, sheet: Sheet, step: Told, state: string): Promise<Shown> {
  if (isClassic(sheet.shape)) return { step, sheet: { ...sheet, ...(await ofLine(quick, state)) } };
  const { json } = await quick.ask<StepDrawn>({ op: "step", state, step: stepOf(step) }, undefined, "variants");
  if (json.status !== "ok") throw new Error(json.detail ?? json.status);
  const marks = json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set));
  return { step, sheet: { ...sheet, marks }, scope: json.cells };
}

/** The sheet after steps: digits placed, candidates gone from the marks. */
function applied(base: Sheet, steps: Told[]): Sheet {
  const [placed, marks] = [base.placed.slice(), base.marks.slice()];
  const each = (list: string[] | undefined, use: (cell: number, digit: number) => void) => {
    for (const text of list ?? []) {
      const found = candidateOf(text, base.shape);
      if (found) use(found.cell, found.digit);
    }
  };
  for (const step of steps) {
    each(step.eliminations, (cell, digit) => (marks[cell] = (marks[cell] ?? 0) & ~(1 << (digit - 1))));
    each(step.placements, (cell, digit) => {
      placed[cell] = digit;
      marks[cell] = 0;
    });
  }
  return { ...base, placed, marks };
}

export function Learn({ engine, quick, sheet, onshow, onname, onapply, say, wish }: Props) {
  const task = useTask();
  const [scale, setScale] = useState<Scale>("se");
  const [depth, setDepth] = useState<Depth | undefined>();
  const [texts, setTexts] = useState<string[]>([]);
  const [steps, setSteps] = useState<Told[]>([]);
  const [path, setPath] = useState<(Path & { from: Sheet }) | undefined>();
  /** The grid that `steps` are about, as the engine writes it. */
  const [state, setState] = useState("");
  const [at, setAt] = useState(-1);
  const classic = isClassic(sheet.shape);
  // Steps of all other shapes are those of variants.
  const part = classic ? "plain" : "variants";
  const onScale = classic ? { scale } : {};
  const cellsOf = (names: string[]) => names.map((name) => cellOf(name, colsOf(sheet.shape))).filter((cell) => cell >= 0);
  const key = JSON.stringify([puzzleKey(sheet), sheet.placed, sheet.marks]);
  const list = useRef<HTMLOListElement>(null);
  /** Gives up what was asked about the grid as it was. */
  const given = useRef(new AbortController());
  const askFor = async <T,>(request: Request): Promise<T> => {
    const { signal } = given.current;
    return (await engine.ask<T>(request, undefined, request.op === "check" ? undefined : part, signal)).json;
  };

  // What was said is about the grid as it was.
  useEffect(() => {
    given.current.abort();
    given.current = new AbortController();
    setDepth(undefined);
    setTexts([]);
    setSteps([]);
    onshow(undefined);
    onname([]);
  }, [key, scale]);
  useEffect(() => setPath(undefined), [puzzleKey(sheet), scale]);
  useEffect(() => {
    if (wish > 0) hint();
  }, [wish]);

  const tell = (lines: string[]) => {
    setTexts(lines.map(readable));
    say(lines.map(readable).join(" "));
  };
  const show = async (step: Told, state: string, on: Sheet = sheet) => {
    const { signal } = given.current;
    const drawn = await drawnStep(quick, on, step, state);
    if (!signal.aborted) onshow(drawn);
  };
  /** Asks for the next step: first for what is found at once, then for more. */
  const ask = async (depth: Depth, reach: "first" | "easiest" = "first") => {
    const rungs = RUNGS[classic ? scale : "variant"];
    for (const [at, { doing, ...work }] of rungs.entries()) {
      task.tell(doing);
      const slow = at === 0 ? setTimeout(() => task.tell(SLOW), PATIENCE) : undefined;
      const request = { op: "hint", board: toWire(sheet), depth, reach, ...onScale, ...work };
      const answer = await askFor<Advice & Status>(request).finally(() => clearTimeout(slow));
      if (answer.status !== "stuck" || at === rungs.length - 1) return answer;
    }
    throw new Error("no way to look for steps");
  };
  /** The digits in place at a step of the way: those at its start, and those placed on the way. */
  const onTheWay = (way: Path & { from: Sheet }, index: number): Sheet =>
    classic ? way.from : { ...way.from, placed: applied(way.from, way.steps.slice(0, index)).placed };

  const hint = (reach: "first" | "easiest" = "first") => {
    const next = reach === "easiest" ? "why" : depth ? DEEPER[depth] : "where";
    task.run(NEXT, async () => {
      const json = await ask(next, reach);
      if (json.detail) return tell([json.detail]);
      setPath(undefined);
      setDepth(next);
      if (json.status === "trouble") {
        // What a search of a variant finds wrong may be the digits that were written.
        const wrong = json.troubles?.[0]?.kind === "no-solution" && !classic ? await checked() : undefined;
        if (wrong?.status === "wrong") return tellChecked(wrong);
        onname((json.troubles ?? []).flatMap((it) => cellsOf(it.cells)));
        return tell((json.troubles ?? []).map((it) => it.text));
      }
      if (json.status === "solved") return tell(["The grid is complete and correct."]);
      if (json.status === "stuck") return tell(["No technique finds anything here."]);
      const found = json.steps ?? [];
      setSteps(reach === "easiest" ? found : []);
      setState(json.state);
      setAt(0);
      tell(found.slice(0, 1).map((it) => it.text));
      if (next === "why" && found[0]) await show(found[0], json.state);
      if (!classic) await verify();
    });
  };
  /** Looks for mistakes that the short search before a step has not found. */
  const verify = async () => {
    if (![...sheet.placed, ...sheet.marks].some(Boolean)) return;
    task.tell("checking what you wrote");
    const found = await checked();
    if (found.status === "wrong") tellChecked(found);
  };
  const pick = (step: Told, index: number, state: string, on: Sheet = sheet) => {
    setAt(index);
    say(readable(step.text));
    task.run("drawing", () => show(step, state, on));
  };
  const explain = () => {
    task.run("looking for all steps", async () => {
      const json = await askFor<Path & Advice & Status>({ op: "explain", board: toWire(sheet), ...onScale });
      if (json.detail) return tell([json.detail]);
      if (json.troubles) return tell(json.troubles.map((it) => it.text));
      const way = { ...json, from: sheet };
      setSteps([]);
      setPath(way);
      const numbers = json.er !== undefined ? `: ER ${json.er.toFixed(1)}, EP ${json.ep?.toFixed(1)}, ED ${json.ed?.toFixed(1)}` : json.score !== undefined ? `: score ${json.score}, ${json.level}` : "";
      const count = json.steps.length === 1 ? "1 step" : `${json.steps.length} steps`;
      tell([json.outcome === "solved" ? `Solved in ${count}${numbers}.` : `No technique finds anything after ${count}${numbers}.`]);
      if (json.steps[0]) pick(json.steps[0], 0, json.steps[0].state, onTheWay(way, 0));
    });
  };
  const checked = () => askFor<Checked>({ op: "check", board: toWire(sheet) });
  const tellChecked = (json: Checked) => {
    onname([...json.wrong, ...json.missing]);
    const said: Record<string, string> = {
      ok: "All right so far.",
      none: "The givens have no solution.",
      several: "The puzzle has several solutions; one of them has all your digits.",
      "gave up": "That could not be decided quickly.",
      wrong: json.wrong.length
        ? `${json.wrong.length} of your digits ${json.wrong.length === 1 ? "is" : "are"} wrong.`
        : json.missing.length
          ? `The candidates leave out the solution in ${json.missing.length === 1 ? "1 cell" : `${json.missing.length} cells`}.`
          : "No solution has all your digits.",
    };
    tell([json.detail ?? said[json.status] ?? json.status]);
  };
  const check = () => {
    task.run("checking", async () => tellChecked(await checked()));
  };
  const apply = () => {
    task.run("taking the step", async () => {
      const way = path?.steps[at];
      if (path && way) {
        const { sheet: base } = await drawnStep(quick, onTheWay(path, at), way, way.state);
        return onapply(applied(base, [way]));
      }
      const json = steps[at] ? { steps: [steps[at]], state } : await ask("why");
      const step = json.steps?.[0];
      if (!step) throw new Error("there is no step to take");
      // What goes must be there to be seen.
      const base = step.eliminations?.length ? (await drawnStep(quick, sheet, step, json.state)).sheet : sheet;
      onapply(applied(base, [step]));
    });
  };
  const arrows = (event: KeyboardEvent) => {
    if (!path || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    const next = Math.min(path.steps.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)));
    pick(path.steps[next]!, next, path.steps[next]!.state, onTheWay(path, next));
    list.current?.querySelectorAll("button")[next]?.focus();
  };

  const counts = new Map<string, { count: number; difficulty: number; title: string }>();
  for (const step of path?.steps ?? []) {
    const known = counts.get(step.technique) ?? { count: 0, difficulty: 0, title: readable(step.text.split(":")[0] ?? "").trim() };
    counts.set(step.technique, { ...known, count: known.count + 1, difficulty: Math.max(known.difficulty, step.difficulty) });
  }
  // The number of a step of a variant is the place of its technique in their order.
  const isRated = path?.scale !== "order";
  const label = depth === undefined ? "Hint: where?" : depth === "where" ? "Hint: what?" : "Hint: why?";
  return (
    <div>
      <Section title="Next step">
        <div class="row">
          <button onClick={check}>Check my grid</button>
          <button class="primary" onClick={() => hint()}>
            {label}
          </button>
          <button onClick={() => hint("easiest")}>
            All of this kind
          </button>
          <button onClick={explain}>
            Whole way
          </button>
          <button disabled={depth !== "why" && !path} onClick={apply}>
            Take the step
          </button>
        </div>
        {classic ? (
          <label class="inline">
            Order and numbers of{" "}
            <select value={scale} onChange={(event) => setScale(event.currentTarget.value as Scale)}>
              <option value="se">Sudoku Explainer</option>
              <option value="hodoku">HoDoKu</option>
            </select>
          </label>
        ) : (
          <p class="quiet">Ratings are for plain 9x9 puzzles only.</p>
        )}
        <Busy doing={task.busy} oncancel={() => engine.cancel()} />
        <Trouble text={task.error} />
        <div class="told">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {steps.length > 1 && (
          <ol class="steps" ref={list}>
            {steps.map((step, i) => (
              <li key={i}>
                <button aria-current={i === at} onClick={() => pick(step, i, state)}>
                  {readable(step.text.split("\n")[0] ?? "")}
                </button>
              </li>
            ))}
          </ol>
        )}
      </Section>
      {path && (
        <Section title={`The way in ${path.steps.length} steps`}>
          <ol class="steps" ref={list} onKeyDown={arrows}>
            {path.steps.map((step, i) => (
              <li key={i}>
                <button aria-current={i === at} onClick={() => pick(step, i, step.state, onTheWay(path, i))}>
                  {isRated && <span class="number">{step.difficulty.toFixed(path.scale === "se" ? 1 : 0)}</span>} {readable(step.text.split("\n")[0] ?? "")}
                </button>
              </li>
            ))}
          </ol>
          {path.steps[at] && <p class="told why">{readable(path.steps[at]!.text)}</p>}
          <table>
            <caption>What it takes</caption>
            <thead>
              <tr>
                <th scope="col">technique</th>
                <th scope="col">times</th>
                {isRated && <th scope="col">number</th>}
              </tr>
            </thead>
            <tbody>
              {[...counts.values()]
                .sort((one, other) => other.difficulty - one.difficulty)
                .map(({ title, count, difficulty }) => (
                  <tr key={title}>
                    <td>{title}</td>
                    <td>{count}</td>
                    {isRated && <td>{difficulty}</td>}
                  </tr>
                ))}
            </tbody>
          </table>
        </Section>
      )}
    </div>
  );
}

// The Learn tab: checks the grid, gives hints in three depths, lists similar steps, and shows the solution
// path.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { learn as messages } from "../messages";
import { colsOf, fromWire, isClassic, puzzleKey, readable, toWire, type Sheet } from "../model/game";
import type { Shown } from "../model/session";
import type {
  Advice,
  Checked,
  Path,
  ReadText,
  Request,
  Sets,
  Status,
  Step,
  StepDrawn,
  HintStep,
} from "../wire";
import { candidateOf, cellOf } from "./Board";
import { Busy, Section, Trouble, useLatest, useTask } from "./common";

interface Props {
  engine: Engine;
  quick: Engine;
  sheet: Sheet;
  onshow(shown: Shown | undefined): void;
  onhighlight(cells: number[]): void;
  onapply(next: Sheet): void;
  announce(text: string): void;
  /** Counter incremented by each keyboard request for a hint. */
  requests: number;
}

type Depth = "where" | "what" | "why";
const DEEPER: Record<Depth, Depth> = { where: "what", what: "why", why: "why" };
type Scale = "se" | "hodoku";

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

/** Returns the fields of a step that the engine reads, without its text and its number. */
export function stepOf({
  technique,
  size,
  extra,
  pattern,
  houses,
  chains,
  placements,
  eliminations,
  constraints,
}: Partial<Step>) {
  return { technique, size, extra, pattern, houses, chains, placements, eliminations, constraints };
}

/** Returns the digits and all candidates of a classic grid from the line that describes it. */
async function ofLine(quick: Engine, state: string): Promise<Pick<Sheet, "placed" | "marks">> {
  const { json } = await quick.ask<ReadText>({ op: "read" }, new TextEncoder().encode(state));
  if (!json.boards?.[0]) throw new Error(json.detail ?? messages.notRead);
  const sheet = fromWire(json.boards[0]);
  const { json: open } = await quick.ask<Sets>({
    op: "open",
    board: { ...toWire(sheet), marks: [] },
  });
  const marks = open.sets.map((set, cell) => {
    if (sheet.givens[cell] || sheet.placed[cell]) return 0;
    return sheet.marks[cell] ? set & sheet.marks[cell] : set;
  });
  return { placed: sheet.placed, marks };
}

/**
 * Prepares a step for drawing: its grid and its cells. The state of a variant contains candidates only, so
 * its digits are those of the sheet.
 */
async function drawnStep(quick: Engine, sheet: Sheet, step: HintStep, state: string): Promise<Shown> {
  if (isClassic(sheet.shape)) return { step, sheet: { ...sheet, ...(await ofLine(quick, state)) } };
  const { json } = await quick.ask<StepDrawn>(
    { op: "step", state, step: stepOf(step) },
    undefined,
    "variants",
  );
  if (json.status !== "ok") throw new Error(json.detail ?? json.status);
  const marks = json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set));
  return { step, sheet: { ...sheet, marks }, scope: json.cells };
}

/** Returns the sheet after steps: with their digits placed, and without the eliminated candidates. */
function applied(base: Sheet, steps: HintStep[]): Sheet {
  const [placed, marks] = [base.placed.slice(), base.marks.slice()];
  const each = (list: string[] | undefined, visit: (cell: number, digit: number) => void) => {
    for (const text of list ?? []) {
      const found = candidateOf(text, base.shape);
      if (found) visit(found.cell, found.digit);
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

/** The Learn tab. */
export function Learn({ engine, quick, sheet, onshow, onhighlight, onapply, announce, requests }: Props) {
  const task = useTask();
  const [scale, setScale] = useState<Scale>("se");
  const [depth, setDepth] = useState<Depth | undefined>();
  const [texts, setTexts] = useState<string[]>([]);
  const [steps, setSteps] = useState<HintStep[]>([]);
  const [path, setPath] = useState<(Path & { from: Sheet }) | undefined>();
  /** The grid that `steps` apply to, in the text form of the engine. */
  const [state, setState] = useState("");
  const [stepIndex, setStepIndex] = useState(-1);
  const classic = isClassic(sheet.shape);
  // All other shapes use the steps of variants.
  const part = classic ? "plain" : "variants";
  const onScale = classic ? { scale } : {};
  const cellsOf = (names: string[]) =>
    names.map((name) => cellOf(name, colsOf(sheet.shape))).filter((cell) => cell >= 0);
  const key = JSON.stringify([puzzleKey(sheet), sheet.placed, sheet.marks]);
  const list = useRef<HTMLOListElement>(null);
  /** Cancels the requests about the current grid when the grid changes. */
  const controller = useRef(new AbortController());
  const askFor = async <T,>(request: Request): Promise<T> => {
    const { signal } = controller.current;
    return (await engine.ask<T>(request, undefined, request.op === "check" ? undefined : part, signal)).json;
  };

  // A change of the grid makes all results outdated. A layout effect runs before the next key or click is
  // handled, so that it cannot cancel a request about the new grid.
  useLayoutEffect(() => {
    controller.current.abort();
    controller.current = new AbortController();
    setDepth(undefined);
    setTexts([]);
    setSteps([]);
    onshow(undefined);
    onhighlight([]);
  }, [key, scale, onshow, onhighlight]);
  const puzzle = puzzleKey(sheet);
  useLayoutEffect(() => setPath(undefined), [puzzle, scale]);

  const tell = (lines: string[]) => {
    setTexts(lines.map(readable));
    announce(lines.map(readable).join(" "));
  };
  const show = async (step: HintStep, state: string, on: Sheet = sheet) => {
    const { signal } = controller.current;
    const drawn = await drawnStep(quick, on, step, state);
    if (!signal.aborted) onshow(drawn);
  };
  /** Requests the next step, stage by stage until a step is found. */
  const ask = async (depth: Depth, reach: "first" | "easiest" = "first") => {
    const rungs = RUNGS[classic ? scale : "variant"];
    for (const [stage, { doing, ...work }] of rungs.entries()) {
      task.tell(doing);
      const slow = stage === 0 ? setTimeout(() => task.tell(messages.slow), PATIENCE) : undefined;
      const request = { op: "hint", board: toWire(sheet), depth, reach, ...onScale, ...work };
      const answer = await askFor<Advice & Status>(request).finally(() => clearTimeout(slow));
      if (answer.status !== "stuck" || stage === rungs.length - 1) return answer;
    }
    throw new Error(messages.noRung);
  };
  /** Returns the sheet before a step of a path: its start, with the digits that earlier steps place. */
  const sheetAt = (path: Path & { from: Sheet }, index: number): Sheet =>
    classic ? path.from : { ...path.from, placed: applied(path.from, path.steps.slice(0, index)).placed };

  const hint = (reach: "first" | "easiest" = "first") => {
    const next = reach === "easiest" ? "why" : depth ? DEEPER[depth] : "where";
    task.run(messages.next, async () => {
      const json = await ask(next, reach);
      if (json.detail) return tell([json.detail]);
      setPath(undefined);
      setDepth(next);
      if (json.status === "trouble") {
        // The search for steps of a variant reports only that there is no solution. The cause may be wrong
        // digits.
        const wrong = json.troubles?.[0]?.kind === "no-solution" && !classic ? await checked() : undefined;
        if (wrong?.status === "wrong") return tellChecked(wrong);
        onhighlight((json.troubles ?? []).flatMap((mistake) => cellsOf(mistake.cells)));
        return tell((json.troubles ?? []).map((mistake) => mistake.text));
      }
      if (json.status === "solved") return tell([messages.solved]);
      if (json.status === "stuck") return tell([messages.stuck]);
      const found = json.steps ?? [];
      setSteps(reach === "easiest" ? found : []);
      setState(json.state);
      setStepIndex(0);
      tell(found.slice(0, 1).map((step) => step.text));
      if (next === "why" && found[0]) await show(found[0], json.state);
      if (!classic) await verify();
    });
  };
  const onrequest = useLatest(() => hint());
  useEffect(() => {
    if (requests > 0) onrequest.current();
  }, [requests, onrequest]);
  /** Looks for mistakes that the short search before a step did not find. */
  const verify = async () => {
    if (![...sheet.placed, ...sheet.marks].some(Boolean)) return;
    task.tell(messages.verifying);
    const found = await checked();
    if (found.status === "wrong") tellChecked(found);
  };
  const pick = (step: HintStep, index: number, state: string, on: Sheet = sheet) => {
    setStepIndex(index);
    announce(readable(step.text));
    task.run(messages.drawing, () => show(step, state, on));
  };
  const explain = () => {
    task.run(messages.finding, async () => {
      const json = await askFor<Path & Advice & Status>({ op: "explain", board: toWire(sheet), ...onScale });
      if (json.detail) return tell([json.detail]);
      if (json.troubles) return tell(json.troubles.map((mistake) => mistake.text));
      const found = { ...json, from: sheet };
      setSteps([]);
      setPath(found);
      const { er, ep, ed, score, level, steps } = json;
      let rating = "";
      if (er !== undefined) rating = messages.erEpEd(er.toFixed(1), ep?.toFixed(1), ed?.toFixed(1));
      else if (score !== undefined) rating = messages.score(score, level);
      const outcome = json.outcome === "solved" ? messages.solvedIn : messages.stuckAfter;
      tell([outcome(steps.length, rating)]);
      if (steps[0]) pick(steps[0], 0, steps[0].state, sheetAt(found, 0));
    });
  };
  const checked = () => askFor<Checked>({ op: "check", board: toWire(sheet) });
  const tellChecked = (json: Checked) => {
    onhighlight([...json.wrong, ...json.missing]);
    let wrong = messages.noMatch;
    if (json.wrong.length) wrong = messages.wrongDigits(json.wrong.length);
    else if (json.missing.length) wrong = messages.missing(json.missing.length);
    const byStatus: Record<string, string> = { ...messages.checked, wrong };
    tell([json.detail ?? byStatus[json.status] ?? json.status]);
  };
  const check = () => {
    task.run(messages.checking, async () => tellChecked(await checked()));
  };
  const apply = () => {
    task.run(messages.applying, async () => {
      const current = path?.steps[stepIndex];
      if (path && current) {
        const { sheet: base } = await drawnStep(quick, sheetAt(path, stepIndex), current, current.state);
        return onapply(applied(base, [current]));
      }
      const json = steps[stepIndex] ? { steps: [steps[stepIndex]], state } : await ask("why");
      const step = json.steps?.[0];
      if (!step) throw new Error(messages.noStep);
      // An elimination is visible only if the candidates are shown. So take them from the grid of the step.
      const base = step.eliminations?.length
        ? (await drawnStep(quick, sheet, step, json.state)).sheet
        : sheet;
      onapply(applied(base, [step]));
    });
  };
  const arrows = (event: KeyboardEvent) => {
    if (!path || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    const next = Math.min(
      path.steps.length - 1,
      Math.max(0, stepIndex + (event.key === "ArrowDown" ? 1 : -1)),
    );
    pick(path.steps[next]!, next, path.steps[next]!.state, sheetAt(path, next));
    list.current?.querySelectorAll("button")[next]?.focus();
  };

  const counts = new Map<string, { count: number; difficulty: number; title: string }>();
  for (const step of path?.steps ?? []) {
    const known = counts.get(step.technique) ?? {
      count: 0,
      difficulty: 0,
      title: readable(step.text.split(":")[0] ?? "").trim(),
    };
    counts.set(step.technique, {
      ...known,
      count: known.count + 1,
      difficulty: Math.max(known.difficulty, step.difficulty),
    });
  }
  // The number of a step of a variant is the index of its technique in the order of techniques, which is not
  // a rating.
  const isRated = path?.scale !== "order";
  return (
    <div>
      <Section title={messages.title}>
        <div class="row">
          <button onClick={check}>{messages.check}</button>
          <button class="primary" onClick={() => hint()}>
            {messages.hint[depth ? DEEPER[depth] : "where"]}
          </button>
          <button onClick={() => hint("easiest")}>{messages.similar}</button>
          <button onClick={explain}>{messages.path}</button>
          <button disabled={depth !== "why" && !path} onClick={apply}>
            {messages.apply}
          </button>
        </div>
        {classic ? (
          <label class="inline">
            {messages.scale}{" "}
            <select value={scale} onChange={(event) => setScale(event.currentTarget.value as Scale)}>
              <option value="se">{messages.se}</option>
              <option value="hodoku">{messages.hodoku}</option>
            </select>
          </label>
        ) : (
          <p class="quiet">{messages.noRating}</p>
        )}
        <Busy doing={task.busy} oncancel={() => engine.cancel()} />
        <Trouble text={task.error} />
        <div class="result">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {steps.length > 1 && (
          <ol class="steps" ref={list}>
            {steps.map((step, i) => (
              <li key={i}>
                <button aria-current={i === stepIndex} onClick={() => pick(step, i, state)}>
                  {readable(step.text.split("\n")[0] ?? "")}
                </button>
              </li>
            ))}
          </ol>
        )}
      </Section>
      {path && (
        <Section title={messages.pathTitle(path.steps.length)}>
          <ol class="steps" ref={list} onKeyDown={arrows}>
            {path.steps.map((step, i) => (
              <li key={i}>
                <button
                  aria-current={i === stepIndex}
                  onClick={() => pick(step, i, step.state, sheetAt(path, i))}
                >
                  {isRated && (
                    <span class="number">{step.difficulty.toFixed(path.scale === "se" ? 1 : 0)}</span>
                  )}{" "}
                  {readable(step.text.split("\n")[0] ?? "")}
                </button>
              </li>
            ))}
          </ol>
          {path.steps[stepIndex] && <p class="result why">{readable(path.steps[stepIndex]!.text)}</p>}
          <table>
            <caption>{messages.techniques}</caption>
            <thead>
              <tr>
                <th scope="col">{messages.technique}</th>
                <th scope="col">{messages.uses}</th>
                {isRated && <th scope="col">{messages.rating}</th>}
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

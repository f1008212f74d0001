// Learn: is all right so far, the next step in three depths, all steps of its kind, the whole way, ratings.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { fromWire, isClassic, symbol, toWire, type Sheet } from "../model/game";
import type { Advice, Checked, Path, ReadText, Status, Told } from "../wire";
import { cellOf } from "./Board";
import { Busy, Section, Trouble, useTask } from "./common";

export interface Shown {
  step: Told;
  /** The grid that the step is about. */
  sheet: Sheet;
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

/** The sheet that a line of the engine is, with the colours and notes of the one on the board. */
export async function sheetOf(quick: Engine, state: string): Promise<Sheet> {
  const { json } = await quick.ask<ReadText>({ op: "read" }, new TextEncoder().encode(state));
  if (!json.boards?.[0]) throw new Error(json.detail ?? "the grid could not be read");
  const sheet = fromWire(json.boards[0]);
  return sheet;
}

/** The grid of a step with all its candidates. */
async function withCandidates(quick: Engine, state: string): Promise<Sheet> {
  const sheet = await sheetOf(quick, state);
  const { json } = await quick.ask<Status & { sets: number[] }>({ op: "open", board: { ...toWire(sheet), marks: [] } });
  const marks = json.sets.map((set, cell) => {
    if (sheet.givens[cell] || sheet.placed[cell]) return 0;
    return sheet.marks[cell] ? set & sheet.marks[cell] : set;
  });
  return { ...sheet, marks };
}

/** The sheet after a step: digits placed, candidates gone from the marks. */
function applied(base: Sheet, step: Told): Sheet {
  const [placed, marks] = [base.placed.slice(), base.marks.slice()];
  const each = (list: string[] | undefined, use: (cell: number, digit: number) => void) => {
    for (const text of list ?? []) {
      const [name, digit] = text.split("=");
      use(cellOf(name ?? "", 9), Number(digit));
    }
  };
  each(step.eliminations, (cell, digit) => (marks[cell] = (marks[cell] ?? 0) & ~(1 << (digit - 1))));
  each(step.placements, (cell, digit) => {
    placed[cell] = digit;
    marks[cell] = 0;
  });
  return { ...base, placed, marks };
}

export function Learn({ engine, quick, sheet, onshow, onname, onapply, say, wish }: Props) {
  const task = useTask();
  const [scale, setScale] = useState<Scale>("se");
  const [depth, setDepth] = useState<Depth | undefined>();
  const [texts, setTexts] = useState<string[]>([]);
  const [steps, setSteps] = useState<Told[]>([]);
  const [path, setPath] = useState<Path | undefined>();
  const [at, setAt] = useState(-1);
  const classic = isClassic(sheet.shape);
  const key = JSON.stringify([sheet.givens, sheet.placed, sheet.marks]);
  const list = useRef<HTMLOListElement>(null);

  // What was said is about the grid as it was.
  useEffect(() => {
    setDepth(undefined);
    setTexts([]);
    setSteps([]);
    onshow(undefined);
    onname([]);
  }, [key, scale]);
  useEffect(() => setPath(undefined), [JSON.stringify(sheet.givens), scale]);
  useEffect(() => {
    if (wish > 0) hint();
  }, [wish]);

  const tell = (lines: string[]) => {
    setTexts(lines);
    say(lines.join(" "));
  };
  const show = async (step: Told, state: string) => onshow({ step, sheet: await withCandidates(quick, state) });

  const hint = (reach: "first" | "easiest" = "first") => {
    const next = reach === "easiest" ? "why" : depth ? DEEPER[depth] : "where";
    task.run("looking for the next step", async () => {
      const { json } = await engine.ask<Advice & Status>({ op: "hint", board: toWire(sheet), depth: next, scale, reach });
      if (json.detail) return tell([json.detail]);
      setPath(undefined);
      setDepth(next);
      if (json.status === "trouble") {
        onname((json.troubles ?? []).flatMap((it) => it.cells.map((cell) => cellOf(cell, 9))));
        return tell((json.troubles ?? []).map((it) => it.text));
      }
      if (json.status === "solved") return tell(["The grid is complete and correct."]);
      if (json.status === "stuck") return tell(["No technique finds anything here."]);
      const found = json.steps ?? [];
      setSteps(reach === "easiest" ? found : []);
      setAt(0);
      tell(found.slice(0, 1).map((it) => it.text));
      if (next === "why" && found[0]) await show(found[0], json.state);
    });
  };
  const pick = (step: Told, index: number, state: string) => {
    setAt(index);
    say(step.text);
    task.run("drawing", () => show(step, state));
  };
  const explain = () => {
    task.run("looking for all steps", async () => {
      const { json } = await engine.ask<Path & Advice & Status>({ op: "explain", board: toWire(sheet), scale });
      if (json.detail) return tell([json.detail]);
      if (json.troubles) return tell(json.troubles.map((it) => it.text));
      setSteps([]);
      setPath(json);
      const numbers = json.er !== undefined ? `ER ${json.er.toFixed(1)}, EP ${json.ep?.toFixed(1)}, ED ${json.ed?.toFixed(1)}` : `score ${json.score}, ${json.level}`;
      tell([`${json.outcome === "solved" ? "Solved" : "It ends"} in ${json.steps.length} steps: ${numbers}.`]);
      if (json.steps[0]) pick(json.steps[0], 0, json.steps[0].state);
    });
  };
  const check = () => {
    task.run("checking", async () => {
      const { json } = await engine.ask<Checked>({ op: "check", board: toWire(sheet) });
      onname([...json.wrong, ...json.missing]);
      const said: Record<string, string> = {
        ok: "All right so far.",
        none: "The givens have no solution.",
        several: "The puzzle has several solutions; one of them has all your digits.",
        "gave up": "That could not be decided quickly.",
        wrong: json.wrong.length
          ? `${json.wrong.length} of your digits ${json.wrong.length === 1 ? "is" : "are"} wrong.`
          : json.missing.length
            ? `The candidates leave out the solution in ${json.missing.length} cells.`
            : "No solution has all your digits.",
      };
      tell([json.detail ?? said[json.status] ?? json.status]);
    });
  };
  const apply = () => {
    const shown: Told | undefined = path ? path.steps[at] : steps[at];
    if (path && shown) {
      task.run("taking the step", async () => onapply(applied(await withCandidates(quick, (shown as { state?: string }).state ?? path.puzzle), shown)));
    } else {
      task.run("taking the step", async () => {
        const { json } = await engine.ask<Advice>({ op: "hint", board: toWire(sheet), depth: "why", scale });
        const step = shown ?? json.steps?.[0];
        if (!step) throw new Error("there is no step to take");
        onapply(applied(sheet.marks.some(Boolean) ? { ...sheet } : sheet, step));
      });
    }
  };
  const arrows = (event: KeyboardEvent) => {
    if (!path || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    const next = Math.min(path.steps.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)));
    pick(path.steps[next]!, next, path.steps[next]!.state);
    list.current?.querySelectorAll("button")[next]?.focus();
  };

  const counts = new Map<string, { count: number; difficulty: number; title: string }>();
  for (const step of path?.steps ?? []) {
    const known = counts.get(step.technique) ?? { count: 0, difficulty: 0, title: (step.text.split(":")[0] ?? "").trim() };
    counts.set(step.technique, { ...known, count: known.count + 1, difficulty: Math.max(known.difficulty, step.difficulty) });
  }
  const label = depth === undefined ? "Hint: where?" : depth === "where" ? "Hint: what?" : "Hint: why?";
  return (
    <div>
      <Section title="Next step">
        <div class="row">
          <button onClick={check}>Check my grid</button>
          <button class="primary" disabled={!classic} onClick={() => hint()}>
            {label}
          </button>
          <button disabled={!classic} onClick={() => hint("easiest")}>
            All of this kind
          </button>
          <button disabled={!classic} onClick={explain}>
            Whole way
          </button>
          <button disabled={!classic || (depth !== "why" && !path)} onClick={apply}>
            Take the step
          </button>
        </div>
        <label class="inline">
          Order and numbers of{" "}
          <select value={scale} onChange={(event) => setScale(event.currentTarget.value as Scale)}>
            <option value="se">Sudoku Explainer</option>
            <option value="hodoku">HoDoKu</option>
          </select>
        </label>
        {!classic && <p class="quiet">Techniques are known for plain 9x9 puzzles. Everything else works here too.</p>}
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
                <button aria-current={i === at} onClick={() => pick(step, i, lineOf(sheet))}>
                  {step.text.split("\n")[0]}
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
                <button aria-current={i === at} onClick={() => pick(step, i, step.state)}>
                  <span class="number">{step.difficulty.toFixed(path.scale === "se" ? 1 : 0)}</span> {step.text.split("\n")[0]}
                </button>
              </li>
            ))}
          </ol>
          {path.steps[at] && <p class="told why">{path.steps[at]!.text}</p>}
          <table>
            <caption>What it takes</caption>
            <thead>
              <tr>
                <th scope="col">technique</th>
                <th scope="col">times</th>
                <th scope="col">number</th>
              </tr>
            </thead>
            <tbody>
              {[...counts.values()]
                .sort((one, other) => other.difficulty - one.difficulty)
                .map(({ title, count, difficulty }) => (
                  <tr key={title}>
                    <td>{title}</td>
                    <td>{count}</td>
                    <td>{difficulty}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </Section>
      )}
    </div>
  );
}

/** The sheet as a line with `+` before digits that were written, and its candidates as those ruled out. */
export function lineOf(sheet: Sheet): string {
  const cells = sheet.givens.map((given, cell) => (given ? symbol(given) : sheet.placed[cell] ? `+${symbol(sheet.placed[cell])}` : "."));
  return cells.join("");
}

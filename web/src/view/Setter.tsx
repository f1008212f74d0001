// Setter: the shape of the grid, all solutions counted, true candidates, redundant givens.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { SIZES, blank, colsOf, plainText, toWire, usual, type Sheet } from "../model/game";
import type { Solved } from "../wire";
import { cellOf } from "./Board";
import { Busy, Section, Trouble, grouped, rounded, useTask } from "./common";

interface Props {
  engine: Engine;
  sheet: Sheet;
  selected: ReadonlySet<number>;
  onapply(next: Sheet): void;
  onname(cells: number[]): void;
  say(text: string): void;
}

/** Limits of one call after the other, so that a long count shows how far it is. */
const LADDER = [1e4, 1e5, 1e6, 1e7, 1e8, 0];
/** How many random dives an estimate takes. */
const DIVES = 2000;

export function Setter({ engine, sheet, selected, onapply, onname, say }: Props) {
  const task = useTask();
  const [text, setText] = useState("");
  const { shape } = sheet;
  const tell = (told: string) => {
    setText(told);
    say(told);
  };
  const count = () =>
    task.run("counting", async () => {
      for (const limit of LADDER) {
        const { json, ms } = await engine.ask<Solved>({ op: "solve", board: toWire(sheet), limit });
        const by = json.engine ? ` by ${json.engine}` : "";
        if (json.detail) return tell(json.detail);
        const number = typeof json.solutions === "number" ? grouped(json.solutions) : (json.solutions ?? "");
        tell(`${json.exact ? "" : "More than "}${number} solution${json.solutions === 1 ? "" : "s"}${json.exact ? `, in ${(ms / 1000).toFixed(2)} s${by}` : " so far"}.`);
        if (json.exact) return;
      }
    });
  const estimate = () =>
    task.run("estimating", async () => {
      const { json } = await engine.ask<Solved>({ op: "estimate", board: toWire(sheet), dives: DIVES });
      if (!json.estimate) return tell(json.detail ?? json.status);
      const { solutions, solutions_error: error } = json.estimate;
      tell(`About ${rounded(solutions)} solutions, plus or minus ${rounded(error)}, by ${grouped(DIVES)} random dives.`);
    });
  const redundant = () =>
    task.run("looking for redundant givens", async () => {
      const { json } = await engine.ask<Solved>({ op: "redundant", board: toWire(sheet) });
      const cells = json.redundant;
      if (!cells) return tell(json.status === "none" ? "There is no solution." : (json.detail ?? json.status));
      if (shape.rules !== undefined) {
        return tell(cells.length ? `${json.exact ? "" : "At least "}${cells.length} could go, one at a time: ${cells.map(plainText).join("; ")}.` : "Minimal: no given and no constraint can go.");
      }
      onname(cells.map((cell) => cellOf(cell, colsOf(shape))));
      tell(cells.length ? `${cells.length} givens could go, one at a time: ${cells.join(", ")}.` : "Minimal: no given can go.");
    });
  const solve = () =>
    task.run("solving", async () => {
      const { json } = await engine.ask<Solved>({ op: "solve", board: toWire(sheet), limit: 2 });
      if (!json.grid) return tell("There is no solution.");
      onapply({ ...sheet, placed: json.grid.map((digit, cell) => (sheet.givens[cell] ? 0 : digit)), marks: sheet.marks.map(() => 0), ...(json.regions ? { found: json.regions } : {}) });
      tell(json.solutions === 1 ? "This is the only solution." : "This is one of several solutions.");
    });
  const truths = () =>
    task.run("looking for true candidates", async () => {
      const { json } = await engine.ask<Solved>({ op: "candidates", board: toWire(sheet), which: "digits" });
      if (!json.sets) return tell("There is no solution.");
      const marks = json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set));
      onapply({ ...sheet, marks });
      tell("The candidates are those that some solution has.");
    });
  const paint = () => {
    const { size } = shape;
    const base = shape.regions ?? Array.from({ length: size * size }, (_, cell) => (shape.boxes ? Math.floor(Math.floor(cell / size) / shape.boxes[0]) * shape.boxes[0] + Math.floor((cell % size) / shape.boxes[1]) : Math.floor(cell / size)));
    const used = new Set(base.filter((_, cell) => !selected.has(cell)));
    let free = 0;
    while (used.has(free)) free++;
    onapply({ ...sheet, shape: { ...shape, boxes: undefined, regions: base.map((region, cell) => (selected.has(cell) ? free : region)) } });
  };
  const isPlain = shape.rules === undefined;
  const diagonals = (isOn: boolean) => onapply({ ...sheet, shape: { ...shape, diagonals: isOn ? ["main", "anti"] : [] } });
  return (
    <div>
      <Section title="Grid">
        <div class="row">
          <label class="inline">
            Size{" "}
            <select value={shape.size} onChange={(event) => onapply(blank(usual(Number(event.currentTarget.value))))}>
              {SIZES.map((size) => (
                <option key={size} value={size}>
                  {size} by {size}
                </option>
              ))}
            </select>
          </label>
          <label class="inline">
            <input type="checkbox" disabled={!isPlain} checked={shape.diagonals.length > 0} onChange={(event) => diagonals(event.currentTarget.checked)} /> diagonals
          </label>
        </div>
        <div class="row">
          <button disabled={!selected.size || !isPlain} onClick={paint}>
            Selection is a region
          </button>
          <button disabled={!selected.size || !isPlain} onClick={() => onapply({ ...sheet, shape: { ...shape, extra: [...shape.extra, [...selected].sort((a, b) => a - b)] } })}>
            Selection is an extra region
          </button>
          <button disabled={isPlain && !shape.regions && !shape.extra.length} onClick={() => onapply({ ...sheet, shape: usual(shape.size) })}>
            Usual regions
          </button>
        </div>
      </Section>
      <Section title="Solutions">
        <div class="row">
          <button onClick={count}>Count all</button>
          <button onClick={estimate}>Estimate</button>
          <button onClick={truths}>True candidates</button>
          <button onClick={redundant}>Redundant givens</button>
          <button onClick={solve}>Solve</button>
        </div>
        <Busy doing={task.busy} oncancel={() => engine.cancel()} />
        <Trouble text={task.error} />
        <p class="told">{text}</p>
      </Section>
    </div>
  );
}

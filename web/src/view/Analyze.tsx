// The Analyze tab: counts solutions, and finds true candidates and redundant givens.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { common, analyze as messages } from "../messages";
import { cellOf, colsOf, plainText, toWire, type Sheet } from "../model/game";
import type { Solved } from "../wire";
import { Busy, Section, Trouble, grouped, rounded, useTask } from "./common";

interface Props {
  engine: Engine;
  sheet: Sheet;
  onapply(next: Sheet): void;
  onhighlight(cells: number[]): void;
  announce(text: string): void;
}

/** Limits of successive counts, so that a long count shows its progress; 0 is no limit. */
const LADDER = [1e4, 1e5, 1e6, 1e7, 1e8, 0];
/** Number of random dives of an estimate. */
const DIVES = 2000;

/** The Analyze tab. */
export function Analyze({ engine, sheet, onapply, onhighlight, announce }: Props) {
  const task = useTask();
  const [text, setText] = useState("");
  const { shape } = sheet;
  const tell = (message: string) => {
    setText(message);
    announce(message);
  };
  const count = () =>
    task.run(messages.counting, async () => {
      for (const limit of LADDER) {
        const { json, ms } = await engine.ask<Solved>({ op: "solve", board: toWire(sheet), limit });
        if (json.detail) return tell(json.detail);
        const number = typeof json.solutions === "number" ? grouped(json.solutions) : (json.solutions ?? "");
        const seconds = (ms / 1000).toFixed(2);
        if (json.exact) return tell(messages.counted(number, json.solutions === 1, seconds, json.engine));
        tell(messages.countedSoFar(number));
      }
    });
  const estimate = () =>
    task.run(messages.estimating, async () => {
      const { json } = await engine.ask<Solved>({ op: "estimate", board: toWire(sheet), dives: DIVES });
      if (!json.estimate) return tell(json.detail ?? json.status);
      const { solutions, solutions_error: error } = json.estimate;
      tell(messages.estimated(rounded(solutions), rounded(error), grouped(DIVES)));
    });
  const redundant = () =>
    task.run(messages.findingRedundant, async () => {
      const { json } = await engine.ask<Solved>({ op: "redundant", board: toWire(sheet) });
      const cells = json.redundant;
      if (!cells) return tell(json.status === "none" ? common.noSolution : (json.detail ?? json.status));
      if (shape.rules !== undefined) {
        if (!cells.length) return tell(messages.minimalVariant);
        return tell(messages.redundantItems(cells.length, json.exact, cells.map(plainText).join("; ")));
      }
      onhighlight(cells.map((cell) => cellOf(cell, colsOf(shape))));
      tell(cells.length ? messages.redundantGivens(cells.length, cells.join(", ")) : messages.minimal);
    });
  const solve = () =>
    task.run(messages.solving, async () => {
      const { json } = await engine.ask<Solved>({ op: "solve", board: toWire(sheet), limit: 2 });
      if (!json.grid) return tell(common.noSolution);
      onapply({
        ...sheet,
        placed: json.grid.map((digit, cell) => (sheet.givens[cell] ? 0 : digit)),
        marks: sheet.marks.map(() => 0),
        ...(json.regions ? { found: json.regions } : {}),
      });
      tell(json.solutions === 1 ? messages.only : messages.oneOfSeveral);
    });
  const truths = () =>
    task.run(messages.findingTruths, async () => {
      const { json } = await engine.ask<Solved>({ op: "candidates", board: toWire(sheet), which: "digits" });
      if (!json.sets) return tell(common.noSolution);
      const marks = json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set));
      onapply({ ...sheet, marks });
      tell(messages.truthsShown);
    });
  return (
    <div>
      <Section title={messages.solutions}>
        <div class="row">
          <button onClick={count}>{messages.count}</button>
          <button onClick={estimate}>{messages.estimate}</button>
          <button onClick={truths}>{messages.truths}</button>
          <button onClick={redundant}>{messages.redundant}</button>
          <button onClick={solve}>{messages.solve}</button>
        </div>
        <Busy doing={task.busy} oncancel={() => engine.cancel()} />
        <Trouble text={task.error} />
        <p class="result">{text}</p>
      </Section>
    </div>
  );
}

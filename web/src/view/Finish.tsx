// Finishes the puzzle on the board: adds clues of the chosen kinds until one solution is left.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { generate } from "../messages";
import { fromWire, toWire, withPuzzle, type Sheet } from "../model/game";
import { described, randomSeed, untilMade } from "./attempts";
import { Busy, Section, Trouble, useTask } from "./common";

const { finish: messages } = generate;

/** The section that finishes the puzzle. */
export function Finish({
  engine,
  sheet,
  onapply,
  announce,
}: {
  engine: Engine;
  sheet: Sheet;
  onapply(next: Sheet): void;
  announce(text: string): void;
}) {
  const task = useTask();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["Given"]));
  const [text, setText] = useState("");
  const toggle = (kind: string) => {
    const next = new Set(chosen);
    if (!next.delete(kind)) next.add(kind);
    setChosen(next);
  };
  const finish = () =>
    task.run(messages.running, async () => {
      if (!chosen.size) throw new Error(messages.none);
      const seed = randomSeed();
      const count = sheet.givens.length;
      const request = {
        op: "complete",
        seed,
        board: { ...toWire(sheet), placed: [], marks: [] },
        clues: [...chosen].filter((kind) => kind !== "Given"),
        givens: [0, chosen.has("Given") ? count : 0],
        minimal: true,
      };
      const made = await untilMade(engine, request, 1, setText);
      onapply(withPuzzle(sheet, fromWire(made.board)));
      const message = described(made, seed);
      setText(message);
      announce(message);
    });
  return (
    <Section title={messages.title}>
      <p class="quiet">{messages.about}</p>
      <fieldset class="choices">
        <legend>{messages.add}</legend>
        {messages.kinds.map(([id, name]) => (
          <label key={id} class="inline">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} /> {name}
          </label>
        ))}
      </fieldset>
      <div class="row">
        <button class="primary" disabled={Boolean(task.busy)} onClick={finish}>
          {messages.run}
        </button>
      </div>
      <Busy doing={task.busy} oncancel={() => engine.cancel()} />
      <Trouble text={task.error} />
      <p class="result">{text}</p>
    </Section>
  );
}

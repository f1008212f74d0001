// Make: a puzzle by givens, symmetry, difficulty and technique, attempt by attempt.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { blank, fromWire, isClassic, toWire, type Sheet } from "../model/game";
import type { Rating, Status, Technique, WireBoard } from "../wire";
import { Busy, Section, Trouble, grouped, useTask } from "./common";

interface Made extends Status {
  next: number;
  board?: WireBoard;
  rating?: Rating;
  rejected: Record<string, number>;
}

const SYMMETRIES: [string, string][] = [
  ["none", "none"], ["180", "half turn"], ["90", "quarter turn"], ["h", "up and down"], ["v", "left and right"],
];

/** Names of difficulties with their numbers on the scale of Sudoku Explainer, in tenths. */
const LEVELS: [string, string, [number, number] | undefined][] = [
  ["any", "any", undefined], ["easy", "easy: up to 1.5", [0, 15]], ["medium", "medium: 1.7 to 2.6", [17, 26]],
  ["hard", "hard: 2.8 to 4.0", [28, 40]], ["tough", "tough: 4.1 to 6.2", [41, 62]], ["chains", "chains: 6.5 to 8.0", [65, 80]],
];

/** How long one request should take, in milliseconds: so often progress is shown. */
const ROUND = 250;
const MOST = 1_000_000;

export function Make({ engine, quick, sheet, onload, say }: { engine: Engine; quick: Engine; sheet: Sheet; onload(next: Sheet): void; say(text: string): void }) {
  const task = useTask();
  const [symmetry, setSymmetry] = useState("180");
  const [level, setLevel] = useState("any");
  const [technique, setTechnique] = useState("");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [techniques, setTechniques] = useState<Technique[]>([]);
  const [text, setText] = useState("");
  const { shape } = sheet;
  const classic = isClassic(shape);
  useEffect(() => {
    quick.ask<Status & { techniques: Technique[] }>({ op: "techniques" }).then(({ json }) => setTechniques(json.techniques), () => {});
  }, [quick]);
  const make = () =>
    task.run("making a puzzle", async () => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
      const rating = classic ? LEVELS.find(([id]) => id === level)?.[2] : undefined;
      const numbers = [Number(least) || 0, Number(most) || shape.size * shape.size];
      const asked = {
        op: "make", seed, symmetry, givens: numbers,
        ...(classic ? {} : { board: toWire(blank(shape)) }),
        ...(rating ? { rating } : {}),
        ...(classic && technique ? { technique } : {}),
      };
      let [from, tries] = [0, classic ? 64 : 1];
      while (from < MOST) {
        const { json, ms } = await engine.ask<Made>({ ...asked, from, tries });
        if (json.detail) throw new Error(json.detail);
        from = json.next;
        if (json.board) {
          onload(fromWire(json.board));
          const count = json.board.givens.filter(Boolean).length;
          const told = `Made: ${count} givens${json.rating?.er ? `, ER ${json.rating.er.toFixed(1)}` : ""}, none of them redundant; attempt ${grouped(from)} of seed ${seed}.`;
          setText(told);
          say(told);
          return;
        }
        setText(`${grouped(from)} attempts so far.`);
        if (ms < ROUND / 2) tries *= 2;
        else if (ms > 2 * ROUND) tries = Math.max(1, tries >> 1);
      }
      throw new Error(`nothing in ${grouped(from)} attempts: ask for less`);
    });
  return (
    <Section title="Make a puzzle">
      <p class="quiet">With exactly one solution and no redundant given, in the shape of the grid on the board.</p>
      <div class="row">
        <label class="inline">
          Symmetry{" "}
          <select value={symmetry} onChange={(event) => setSymmetry(event.currentTarget.value)}>
            {SYMMETRIES.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          Difficulty{" "}
          <select disabled={!classic} value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
            {LEVELS.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="row">
        <label class="inline">
          Technique{" "}
          <select disabled={!classic} value={technique} onChange={(event) => setTechnique(event.currentTarget.value)}>
            <option value="">any</option>
            {techniques
              .filter((it) => it.se)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </select>
        </label>
        <label class="inline">
          Givens from <input class="short" inputMode="numeric" value={least} onInput={(event) => setLeast(event.currentTarget.value)} />
        </label>
        <label class="inline">
          to <input class="short" inputMode="numeric" value={most} onInput={(event) => setMost(event.currentTarget.value)} />
        </label>
      </div>
      <div class="row">
        <button class="primary" disabled={Boolean(task.busy)} onClick={make}>
          Make
        </button>
      </div>
      <Busy doing={task.busy} oncancel={() => engine.cancel()} />
      <Trouble text={task.error} />
      <p class="told">{text}</p>
    </Section>
  );
}

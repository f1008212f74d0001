// The Generate tab: generates a puzzle with the requested symmetry, difficulty, technique and number of
// givens.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { generate as messages } from "../messages";
import { blank, fromWire, isClassic, toWire, type Sheet } from "../model/game";
import type { Rating, Status, Technique, Techniques, Board } from "../wire";
import { Busy, Section, Trouble, grouped, useTask } from "./common";

/** The result of some attempts: a puzzle if one of them succeeded, and the number of the next attempt. */
interface Made extends Status {
  next: number;
  board?: Board;
  rating?: Rating;
  rejected: Record<string, number>;
}

type Level = keyof typeof messages.level;

/** Levels of difficulty as ranges of ER, the rating of Sudoku Explainer, in tenths. */
const LEVELS: [Level, [number, number] | undefined][] = [
  ["any", undefined],
  ["easy", [0, 15]],
  ["medium", [17, 26]],
  ["hard", [28, 40]],
  ["tough", [41, 62]],
  ["chains", [65, 80]],
];

/** Target duration of one request, in milliseconds. Progress is shown after each request. */
const ROUND = 250;
/** Maximum number of attempts. */
const MAX_ATTEMPTS = 1_000_000;

/** The Generate tab. */
export function Generate({
  engine,
  quick,
  sheet,
  onload,
  announce,
}: {
  engine: Engine;
  quick: Engine;
  sheet: Sheet;
  onload(next: Sheet): void;
  announce(text: string): void;
}) {
  const task = useTask();
  const [symmetry, setSymmetry] = useState("180");
  const [level, setLevel] = useState<Level>("any");
  const [technique, setTechnique] = useState("");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [techniques, setTechniques] = useState<Technique[]>([]);
  const [text, setText] = useState("");
  const { shape } = sheet;
  const classic = isClassic(shape);
  useEffect(() => {
    quick.ask<Techniques>({ op: "techniques" }).then(
      ({ json }) => setTechniques(json.techniques),
      () => {},
    );
  }, [quick]);
  const generate = () =>
    task.run(messages.running, async () => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
      const rating = classic ? LEVELS.find(([id]) => id === level)?.[1] : undefined;
      const numbers = [Number(least) || 0, Number(most) || shape.size * shape.size];
      const asked = {
        op: "make",
        seed,
        symmetry,
        givens: numbers,
        ...(classic ? {} : { board: toWire(blank(shape)) }),
        ...(rating ? { rating } : {}),
        ...(classic && technique ? { technique } : {}),
      };
      let [from, tries] = [0, classic ? 64 : 1];
      while (from < MAX_ATTEMPTS) {
        const { json, ms } = await engine.ask<Made>({ ...asked, from, tries });
        if (json.detail) throw new Error(json.detail);
        from = json.next;
        if (json.board) {
          onload(fromWire(json.board));
          const count = json.board.givens.filter(Boolean).length;
          const message = messages.done(count, json.rating?.er?.toFixed(1), seed, grouped(from));
          setText(message);
          announce(message);
          return;
        }
        setText(messages.progress(grouped(from)));
        if (ms < ROUND / 2) tries *= 2;
        else if (ms > 2 * ROUND) tries = Math.max(1, tries >> 1);
      }
      throw new Error(messages.failed(grouped(from)));
    });
  return (
    <Section title={messages.title}>
      <p class="quiet">{messages.about}</p>
      <div class="row">
        <label class="inline">
          {messages.symmetry}{" "}
          <select value={symmetry} onChange={(event) => setSymmetry(event.currentTarget.value)}>
            {messages.symmetries.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          {messages.difficulty}{" "}
          <select
            disabled={!classic}
            value={level}
            onChange={(event) => setLevel(event.currentTarget.value as Level)}
          >
            {LEVELS.map(([id]) => (
              <option key={id} value={id}>
                {messages.level[id]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="row">
        <label class="inline">
          {messages.technique}{" "}
          <select
            disabled={!classic}
            value={technique}
            onChange={(event) => setTechnique(event.currentTarget.value)}
          >
            <option value="">{messages.anyTechnique}</option>
            {techniques
              .filter((entry) => entry.se)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </select>
        </label>
        <label class="inline">
          {messages.from}{" "}
          <input
            class="short"
            inputMode="numeric"
            value={least}
            onInput={(event) => setLeast(event.currentTarget.value)}
          />
        </label>
        <label class="inline">
          {messages.to}{" "}
          <input
            class="short"
            inputMode="numeric"
            value={most}
            onInput={(event) => setMost(event.currentTarget.value)}
          />
        </label>
      </div>
      <div class="row">
        <button class="primary" disabled={Boolean(task.busy)} onClick={generate}>
          {messages.run}
        </button>
      </div>
      <Busy doing={task.busy} oncancel={() => engine.cancel()} />
      <Trouble text={task.error} />
      <p class="result">{text}</p>
    </Section>
  );
}

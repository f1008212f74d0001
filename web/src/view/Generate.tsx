// The Generate tab: generates a puzzle of a kind with the requested difficulty and number of givens, or finishes
// the puzzle on the board.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { generate as messages } from "../messages";
import { blank, fromWire, isClassic, toWire, usual, type Sheet } from "../model/game";
import type { Technique, Techniques } from "../wire";
import { described, randomSeed, untilMade } from "./attempts";
import { Busy, Section, Trouble, useTask } from "./common";
import { Finish } from "./Finish";

type Level = keyof typeof messages.level;

/**
 * Levels of difficulty, in tenths: ranges of ER, the rating of Sudoku Explainer, for classic puzzles, and of the
 * hardest step on Farandole's scale for variants.
 */
const LEVELS: [Level, [number, number] | undefined, [number, number] | undefined][] = [
  ["any", undefined, undefined],
  ["easy", [0, 15], [0, 25]],
  ["medium", [17, 26], [26, 38]],
  ["hard", [28, 40], [39, 50]],
  ["tough", [41, 62], [51, 70]],
  ["chains", [65, 80], [71, 120]],
];

/** The Generate tab. */
export function Generate({
  engine,
  quick,
  sheet,
  onload,
  onapply,
  announce,
}: {
  engine: Engine;
  quick: Engine;
  sheet: Sheet;
  onload(next: Sheet): void;
  onapply(next: Sheet): void;
  announce(text: string): void;
}) {
  const task = useTask();
  const [kind, setKind] = useState("classic");
  const [symmetry, setSymmetry] = useState("180");
  const [level, setLevel] = useState<Level>("any");
  const [technique, setTechnique] = useState("");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [techniques, setTechniques] = useState<Technique[]>([]);
  const [text, setText] = useState("");
  const { shape } = sheet;
  // A variant is generated on the grid of the board without its constraints.
  const plain = shape.rules === undefined ? shape : usual(shape.size);
  const isVariant = kind !== "classic";
  const classic = isClassic(plain) && !isVariant;
  const hasScale = classic || isVariant;
  useEffect(() => {
    quick.ask<Techniques>({ op: "techniques" }).then(
      ({ json }) => setTechniques(json.techniques),
      () => {},
    );
  }, [quick]);
  const generate = (kind: string) =>
    task.run(messages.running, async () => {
      const seed = randomSeed();
      const isVariant = kind !== "classic";
      const range = LEVELS.find(([id]) => id === level)?.[isVariant ? 2 : 1];
      const rating = range && (isVariant || classic) ? { rating: range } : {};
      const numbers = [Number(least) || 0, Number(most) || plain.size * plain.size];
      const board = toWire(blank(plain));
      const request = isVariant
        ? { op: "complete", seed, kind, board, ...(least || most ? { givens: numbers } : {}), ...rating }
        : {
            op: "make",
            seed,
            symmetry,
            givens: numbers,
            ...(classic ? {} : { board }),
            ...rating,
            ...(classic && technique ? { technique } : {}),
          };
      const made = await untilMade(engine, request, classic ? 64 : 1, setText);
      onload(fromWire(made.board));
      const message = described(made, seed);
      setText(message);
      announce(message);
    });
  const surprise = () => {
    const kinds = messages.kinds.map(([id]) => id).filter((id) => id !== "classic");
    const chosen = kinds[randomSeed() % kinds.length]!;
    setKind(chosen);
    generate(chosen);
  };
  return (
    <>
      <Section title={messages.title}>
        <p class="quiet">{messages.about}</p>
        <div class="row">
          <label class="inline">
            {messages.kind}{" "}
            <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
              {messages.kinds.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="inline">
            {messages.difficulty}{" "}
            <select
              disabled={!hasScale}
              value={level}
              onChange={(event) => setLevel(event.currentTarget.value as Level)}
            >
              {LEVELS.map(([id, er, hardest]) => (
                <option key={id} value={id}>
                  {messages.range(id, isVariant ? hardest : er)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div class="row">
          {!isVariant && (
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
          )}
          {!isVariant && (
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
          )}
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
          <button class="primary" disabled={Boolean(task.busy)} onClick={() => generate(kind)}>
            {messages.run}
          </button>
          <button disabled={Boolean(task.busy)} onClick={surprise}>
            {messages.surprise}
          </button>
        </div>
        <Busy doing={task.busy} oncancel={() => engine.cancel()} />
        <Trouble text={task.error} />
        <p class="result">{text}</p>
      </Section>
      <Finish engine={engine} sheet={sheet} onapply={onapply} announce={announce} />
    </>
  );
}

// The rules of the puzzle in words. For an imported puzzle, also the reading of its drawings: groups with
// their possible meanings, and the constraints that account for each sentence.
import { useState } from "preact/hooks";
import { reading as messages } from "../messages";
import { colsOf, type Sheet } from "../model/game";
import type { Group, Meaning, Part, Sentence } from "../wire";
import { Parts } from "./Board";
import { Busy, Section, Trouble, type Task } from "./common";
import { cautionOf, type Reading } from "./reading";

/** Side of a cell in pictures of the engine. */
const CELL = 60;
/** Margin around the cells of a picture. */
const EDGE = 8;

interface Props {
  sheet: Sheet;
  reading: Reading | undefined;
  /** True if the board shows the drawing of the author; `undefined` if there is no such drawing. */
  isOriginal: boolean | undefined;
  onoriginal(isOriginal: boolean): void;
  task: Task;
  ondecide(group: number, choice: string): void;
  onhighlight(cells: number[]): void;
  oncancel(): void;
}

/** A meaning drawn on the cells of the first drawing of its group. */
function Picture({ cells, parts, cols }: { cells: number[]; parts: Part[]; cols: number }) {
  if (!cells.length) return null;
  const xs = cells.map((cell) => (cell % cols) * CELL);
  const ys = cells.map((cell) => Math.floor(cell / cols) * CELL);
  let [left, right] = [Math.min(...xs), Math.max(...xs) + CELL];
  let [top, bottom] = [Math.min(...ys), Math.max(...ys) + CELL];
  // Clues outside the grid are next to their cells.
  for (const { x, y } of parts) {
    if (x === undefined || y === undefined) continue;
    if (x < left - CELL || x > right + CELL || y < top - CELL || y > bottom + CELL) continue;
    [left, right] = [Math.min(left, x - CELL / 3), Math.max(right, x + CELL / 3)];
    [top, bottom] = [Math.min(top, y - CELL / 3), Math.max(bottom, y + CELL / 3)];
  }
  const [width, height] = [right - left + 2 * EDGE, bottom - top + 2 * EDGE];
  return (
    <svg
      class="glimpse"
      aria-hidden="true"
      viewBox={[left - EDGE, top - EDGE, width, height].join(" ")}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {cells.map((cell, i) => (
        <rect key={cell} class="paper outlined" x={xs[i]} y={ys[i]} width={CELL} height={CELL} />
      ))}
      <Parts parts={parts} />
    </svg>
  );
}

/** Buttons for the possible meanings of a group. */
function Meanings({ group, cols, ondecide }: { group: Group; cols: number; ondecide(choice: string): void }) {
  const [own, setOwn] = useState(group.kind ?? "");
  const cells = group.items[0] ?? [];
  const button = (label: string, isChosen: boolean, choice: string, parts: Part[]) => (
    <button key={choice} aria-pressed={isChosen} onClick={() => ondecide(choice)}>
      <Picture cells={cells} parts={parts} cols={cols} />
      <span>{label}</span>
    </button>
  );
  const isDecoration = ({ reason }: Meaning) => reason === "decoration";
  return (
    <>
      <div class="meanings" role="group" aria-label={messages.meanings(group.name)}>
        {group.candidates.map((meaning, i) =>
          button(
            isDecoration(meaning) ? messages.ignore : meaning.name,
            group.chosen === i,
            isDecoration(meaning) ? "ignore" : String(i + 1),
            meaning.picture,
          ),
        )}
        {!group.candidates.some(isDecoration) && button(messages.ignore, false, "ignore", [])}
      </div>
      <details open={group.kind !== undefined}>
        <summary>{messages.another}</summary>
        <label class="block">
          {messages.kind}
          <input
            class="wide"
            spellcheck={false}
            value={own}
            onInput={(event) => setOwn(event.currentTarget.value)}
          />
        </label>
        <button disabled={!own.trim()} onClick={() => ondecide(own.replaceAll(/\s/g, ""))}>
          {messages.use}
        </button>
      </details>
    </>
  );
}

/** A sentence of the rules with the constraints that account for it. */
function Line({ sentence }: { sentence: Sentence }) {
  const { text, state, by, stops } = sentence;
  const note = stops
    ? messages.stops(stops)
    : state === "accounted" && by.length
      ? messages.accounts(by.join(", "))
      : messages.state[state];
  return (
    <li class={`sentence ${stops ? "open" : state}`}>
      {text} <span class="note">{note}</span>
    </li>
  );
}

/** The groups of drawings of an imported puzzle. */
function Groups({
  reading,
  cols,
  ondecide,
  onhighlight,
}: { cols: number; reading: Reading } & Pick<Props, "ondecide" | "onhighlight">) {
  const { groups, sentences, verdict } = reading.proposal;
  return (
    <details open={verdict !== "confirmed" || cautionOf(reading.proposal) !== undefined}>
      <summary>{messages.drawings}</summary>
      <p class="quiet">{messages.about}</p>
      <ul class="groups">
        {groups.map((group) => {
          const show = () => onhighlight(group.items.flat());
          const hide = () => onhighlight([]);
          const sentence = group.candidates[group.chosen ?? -1]?.sentence;
          return (
            <li
              key={group.id}
              data-group={group.id}
              onMouseEnter={show}
              onMouseLeave={hide}
              onFocusCapture={show}
              onBlurCapture={hide}
            >
              <h3>{group.name}</h3>
              {group.undecided && <p class="trouble">{messages.described}</p>}
              {sentence !== undefined && (
                <p class="quiet">{messages.because(sentences[sentence]?.text ?? "")}</p>
              )}
              <Meanings group={group} cols={cols} ondecide={(choice) => ondecide(group.id, choice)} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The section with the rules; nothing for a puzzle without rules and drawings. */
export function Rules({
  sheet,
  reading,
  isOriginal,
  onoriginal,
  task,
  ondecide,
  onhighlight,
  oncancel,
}: Props) {
  const proposal = reading?.proposal;
  if (!sheet.wording && !proposal?.groups.length && isOriginal === undefined) return null;
  const { verdict, reason = "" } = proposal ?? {};
  const words = proposal ? (
    <ol class="sentences">
      {proposal.sentences.map((sentence, i) => (
        <Line key={i} sentence={sentence} />
      ))}
    </ol>
  ) : (
    <p class="wording">{sheet.wording}</p>
  );
  return (
    <Section title={messages.rules}>
      {proposal && verdict !== "typed" && (
        <p class={`verdict ${verdict}`}>
          {verdict === "open" ? messages.open(reason) : verdict && messages[verdict]}
        </p>
      )}
      {isOriginal !== undefined && (
        <label class="inline">
          <input
            type="checkbox"
            checked={isOriginal}
            onChange={(event) => onoriginal(event.currentTarget.checked)}
          />{" "}
          {messages.original}
        </label>
      )}
      {verdict !== "open" && words}
      <Busy doing={task.busy} oncancel={oncancel} />
      <Trouble text={task.error} />
      {reading && proposal && proposal.groups.length > 0 && (
        <Groups reading={reading} cols={colsOf(sheet.shape)} ondecide={ondecide} onhighlight={onhighlight} />
      )}
      {verdict === "open" && words}
    </Section>
  );
}

// Cosmetics of a setter: the tools, the list, and the properties of the chosen one.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { app, cosmetics as messages } from "../messages";
import {
  COSMETICS,
  LONGEST_TEXT,
  cellsOfCosmetic,
  cosmeticAt,
  cosmeticFrom,
  cosmeticOf,
  marksIn,
  toolOfCosmetic,
  type Cosmetic,
  type CosmeticKind,
} from "../model/cosmetics";
import { COLOURS, cellName, colsOf, rowsOf, type Sheet } from "../model/game";
import type { Dispatch, Session } from "../model/session";
import type { Part } from "../wire";
import { Parts } from "./Board";
import { Section, focusBoard } from "./common";

/** The cosmetics of the puzzle, the kind that the pointer draws, and the chosen one. */
export interface CosmeticsTool {
  kind: CosmeticKind | undefined;
  list: readonly Cosmetic[];
  at: number;
  /** Adds the cosmetic element of a stroke, or chooses the one that is there. */
  draw(marks: string[]): void;
  pick(at: number): void;
  /** Changes the chosen element. */
  change(part: Partial<Cosmetic>): void;
  remove(at: number): void;
}

const NONE: Cosmetic[] = [];

/** Draws cosmetics with the chosen tool. */
export function useCosmetics({ history, tool, penColour }: Session, dispatch: Dispatch): CosmeticsTool {
  const sheet = history.now;
  const kind = cosmeticOf(tool);
  const list = sheet.cosmetics ?? NONE;
  const [chosen, setChosen] = useState(-1);
  // Undo and other tools may leave another one, or none, at this index.
  const at = kind && list[chosen]?.kind === kind ? chosen : -1;
  const apply = (next: Cosmetic[], type: "apply" | "amend" = "apply") => {
    const { cosmetics: _, ...rest } = sheet;
    dispatch({ type, sheet: next.length ? { ...rest, cosmetics: next } : rest });
  };
  const pick = (at: number) => {
    setChosen(at);
    const found = list[at];
    if (!found) return;
    dispatch({ type: "tool", tool: toolOfCosmetic(found.kind) });
    dispatch({ type: "penColour", colour: found.colour });
  };
  return {
    kind,
    list,
    at,
    draw(marks) {
      const there = kind ? cosmeticAt(list, kind, marks) : -1;
      const added = kind && cosmeticFrom(kind, marks, penColour, messages.initial);
      if (there >= 0) pick(there);
      else if (added) {
        apply([...list, added]);
        setChosen(list.length);
      }
    },
    pick,
    change(part) {
      const next = list.map((it, i) => (i === at ? { ...it, ...part } : it));
      // The letters of a text are not separate undo steps.
      apply(next, part.text === undefined ? "apply" : "amend");
    },
    remove: (at) => apply(list.filter((_, i) => i !== at)),
  };
}

/** Returns the name of a cosmetic element: its kind, its text and its first cell. */
function nameOf(cosmetic: Cosmetic, { shape }: Sheet): string {
  const [cell = 0] = cellsOfCosmetic(cosmetic, rowsOf(shape), colsOf(shape));
  return messages.named(messages.kinds[cosmetic.kind], cosmetic.text ?? "", cellName(cell, shape));
}

/** The text of a cosmetic element. It receives the focus, so that the next keys replace it. */
function TextInput({ text, onchange }: { text: string; onchange(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  // A layout effect runs before the next key is handled.
  useLayoutEffect(() => input.current?.select(), []);
  return (
    <label class="inline">
      {messages.text}{" "}
      <input
        ref={input}
        maxLength={LONGEST_TEXT}
        value={text}
        onInput={(event) => onchange(event.currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter" || key === "Escape") focusBoard();
        }}
      />
    </label>
  );
}

/** The colours, the text and the buttons of the chosen element, or of the next one. */
export function CosmeticRow(props: {
  cosmetics: CosmeticsTool;
  session: Session;
  chosen: number[];
  dispatch: Dispatch;
}) {
  const { cosmetics, session, chosen, dispatch } = props;
  const { kind, list, at, change, draw, remove } = cosmetics;
  if (!kind) return null;
  const sheet = session.history.now;
  const current = list[at];
  const paint = (colour: number) => {
    dispatch({ type: "penColour", colour });
    if (current) change({ colour });
  };
  return (
    <div class="row draft" role="group" aria-label={messages.current(messages.kinds[kind])}>
      {current ? <b>{nameOf(current, sheet)}</b> : <span class="quiet">{messages.how[kind]}</span>}
      <div class="swatches" role="group" aria-label={app.colours}>
        {Array.from({ length: COLOURS }, (_, i) => (
          <button
            key={i}
            class="swatch"
            style={{ "--own": `var(--own-${i + 1})` }}
            aria-label={app.colour(i + 1)}
            aria-pressed={session.penColour === i + 1}
            onClick={() => paint(i + 1)}
          />
        ))}
      </div>
      {current?.kind === "text" && (
        <TextInput key={at} text={current.text ?? ""} onchange={(text) => change({ text })} />
      )}
      <button onClick={() => draw(marksIn(kind, chosen, colsOf(sheet.shape)))}>{messages.add}</button>
      {current && <button onClick={() => remove(at)}>{messages.erase}</button>}
    </div>
  );
}

const box = "M8 8h32v32h-32z";
const ICONS: Record<CosmeticKind, Part[]> = {
  cell: [{ role: "extra", d: "M0 0h48v48h-48z" }],
  line: [{ role: "path-grey", d: "M8 38L18 14L30 34L40 10" }],
  circle: [{ role: "shaft", d: "M8 24a16 16 0 1 0 32 0a16 16 0 1 0 -32 0z" }],
  square: [{ role: "shaft", d: box }],
  text: [{ role: "clue", x: 24, y: 32, size: 22, text: "T" }],
};

/** The tools that draw cosmetics, and the list of cosmetics. */
export function Cosmetics(props: {
  cosmetics: CosmeticsTool;
  sheet: Sheet;
  dispatch: Dispatch;
  onhighlight(cells: number[]): void;
}) {
  const { cosmetics, sheet, dispatch, onhighlight } = props;
  const { kind, list, at, pick, remove } = cosmetics;
  const { shape } = sheet;
  return (
    <Section title={messages.title}>
      <p class="quiet">{messages.about}</p>
      <div class="palette" role="group" aria-label={messages.title}>
        {COSMETICS.map((it) => (
          <button
            key={it}
            class="tool"
            aria-pressed={it === kind}
            onClick={({ detail }) => {
              dispatch({ type: "tool", tool: it === kind ? "" : toolOfCosmetic(it) });
              if (detail === 0 && it !== kind) focusBoard();
            }}
          >
            <svg aria-hidden="true" viewBox="0 0 48 48">
              <rect class="paper" width="48" height="48" rx="6" />
              <Parts parts={ICONS[it]} />
            </svg>
            {messages.kinds[it]}
          </button>
        ))}
      </div>
      <ul class="rules">
        {list.map((cosmetic, i) => {
          const name = nameOf(cosmetic, sheet);
          return (
            <li
              key={i}
              onMouseEnter={() => onhighlight(cellsOfCosmetic(cosmetic, rowsOf(shape), colsOf(shape)))}
              onMouseLeave={() => onhighlight([])}
            >
              <button class="rule" aria-current={i === at} onClick={() => pick(i)}>
                {name}
              </button>
              <button aria-label={messages.remove(name)} onClick={() => remove(i)}>
                <span aria-hidden="true">×</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

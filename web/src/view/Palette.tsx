// The palette of drawing tools with its search, the switches for constraints of the whole grid, and the value of
// the constraint that was drawn last.
import { useState } from "preact/hooks";
import { drawing as messages } from "../messages";
import { colsOf, rowsOf, type Shape } from "../model/game";
import type { Dispatch } from "../model/session";
import { buttonOf, matches, SWITCHES, type Tool, toolOf, TOOLS, wordsOf } from "../model/tools";
import type { Drawn, Kind } from "../wire";
import { Parts } from "./Board";
import { Section, focusBoard } from "./common";
import type { Drawing } from "./drawing";

interface Props {
  drawing: Drawing;
  drawn: Drawn | undefined;
  /** All kinds of constraints. */
  kinds: Kind[];
  /** Called when the search is used. It needs the list of kinds. */
  onsearch(): void;
  /** Chooses a kind that has no drawing tool. */
  onkind(name: string): void;
  dispatch: Dispatch;
}

/** The button of a tool. */
function ToolButton({ tool, isOn, onclick }: { tool: Tool; isOn: boolean; onclick(): void }) {
  const { kind, icon } = tool;
  return (
    <button
      class="tool"
      data-tool={kind}
      aria-pressed={isOn}
      onClick={({ detail }) => {
        onclick();
        // A tool that was chosen by key draws on the board by key.
        if (detail === 0 && !isOn) focusBoard();
      }}
    >
      <svg aria-hidden="true" viewBox="0 0 48 48">
        <rect class="paper" width="48" height="48" rx="6" />
        <Parts parts={icon} />
      </svg>
      {buttonOf(kind)}
    </button>
  );
}

/** The switches of the constraints of the whole grid. */
function Switches({ drawing, drawn, typed }: Pick<Props, "drawing" | "drawn"> & { typed: string }) {
  const found = SWITCHES.filter(({ kind }) => matches(typed, kind, buttonOf(kind), wordsOf(kind).also));
  if (!found.length) return null;
  return (
    <div class="switches" role="group" aria-label={messages.grid}>
      {found.map(({ kind, text }) => {
        const at = drawn?.constraints?.findIndex((constraint) => constraint.text === text) ?? -1;
        return (
          <button
            key={kind}
            aria-pressed={at >= 0}
            onClick={() => drawing.toggle(kind, text, at < 0 ? undefined : at)}
          >
            {buttonOf(kind)}
          </button>
        );
      })}
    </div>
  );
}

/** The directions in which a constraint can be moved: the arrow, and the change of row and column. */
const MOVES = [
  ["\u2190", 0, -1],
  ["\u2191", -1, 0],
  ["\u2193", 1, 0],
  ["\u2192", 0, 1],
] as const;

/** The value of the current constraint, and buttons that reverse, move and delete it. */
export function DraftRow({ drawing, shape }: { drawing: Drawing; shape: Shape }) {
  const { draft } = drawing;
  if (!draft) return <p class="quiet draft">{drawing.tool && messages.how[drawing.tool.gesture]}</p>;
  const { tool, cells, at, side } = draft;
  const cols = colsOf(shape);
  const moved = (down: number, right: number) => {
    const places = cells.map((cell) => [Math.floor(cell / cols) + down, (cell % cols) + right] as const);
    const isInside = places.every(([row, col]) => row >= 0 && col >= 0 && row < rowsOf(shape) && col < cols);
    return isInside ? places.map(([row, col]) => row * cols + col) : undefined;
  };
  return (
    <div class="row draft" role="group" aria-label={messages.current(buttonOf(tool.kind))}>
      <b>{buttonOf(tool.kind)}</b>
      {tool.value && (
        <label class="inline">
          {messages.value}{" "}
          <input
            class="short"
            inputMode="numeric"
            value={draft.value}
            onInput={(event) => drawing.setValue(event.currentTarget.value.replaceAll(/\D/g, ""))}
          />
        </label>
      )}
      {at !== undefined && (
        <>
          {tool.gesture === "line" && (
            <button onClick={() => drawing.redraw(draft, cells.toReversed())}>{messages.reverse}</button>
          )}
          {!side &&
            MOVES.map(([arrow, down, right]) => {
              const next = moved(down, right);
              return (
                <button
                  key={arrow}
                  disabled={!next}
                  aria-label={messages.move(arrow)}
                  title={messages.move(arrow)}
                  onClick={() => next && drawing.redraw(draft, next)}
                >
                  {arrow}
                </button>
              );
            })}
          <button onClick={drawing.erase}>{messages.erase}</button>
        </>
      )}
    </div>
  );
}

/** The palette. */
export function Palette({ drawing, drawn, kinds, onsearch, onkind, dispatch }: Props) {
  const { tool } = drawing;
  const [typed, setTyped] = useState("");
  const families = TOOLS.map((family) =>
    family.filter(({ kind }) => matches(typed, kind, buttonOf(kind), wordsOf(kind).also)),
  );
  // Kinds without a tool appear only in a search: there are about seventy.
  const others = typed.trim()
    ? kinds.filter(
        ({ name, title }) =>
          !toolOf(name) && !SWITCHES.some(({ kind }) => kind === name) && matches(typed, name, title),
      )
    : [];
  const isEmpty = !others.length && families.every((family) => !family.length);
  return (
    <Section title={messages.title}>
      <input
        type="search"
        class="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={typed}
        onInput={(event) => {
          onsearch();
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          const first = families.flat()[0];
          if (event.key !== "Enter" || !first) return;
          dispatch({ type: "tool", tool: first.kind });
          focusBoard();
        }}
      />
      {families.map(
        (family, i) =>
          family.length > 0 && (
            <div key={i} class="palette" role="group" aria-label={messages.families[i]}>
              {family.map((it) => (
                <ToolButton
                  key={it.kind}
                  tool={it}
                  isOn={it === tool}
                  onclick={() => dispatch({ type: "tool", tool: it === tool ? "" : it.kind })}
                />
              ))}
            </div>
          ),
      )}
      <Switches drawing={drawing} drawn={drawn} typed={typed} />
      {others.length > 0 && (
        <ul class="others" aria-label={messages.others}>
          {others.map(({ name, title, meaning }) => (
            <li key={name}>
              <button onClick={() => onkind(name)}>
                <b>{title}</b> {meaning.replace(`${title}:`, "")}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isEmpty && <p class="quiet">{messages.noMatch}</p>}
      {!tool && <p class="quiet">{messages.none}</p>}
    </Section>
  );
}

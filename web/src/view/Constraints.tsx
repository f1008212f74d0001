// The Constraints tab: the drawing tools, a form for constraints of any kind, and the constraints of the puzzle.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { constraints as messages } from "../messages";
import { colsOf, fromWire, plainText, toWire, withPuzzle, type Sheet } from "../model/game";
import type { Dispatch } from "../model/session";
import { cellName, draftOf } from "../model/tools";
import type { Constraint, Drawn, Kind, Kinds, ReadText } from "../wire";
import { Busy, Section, Trouble, useTask } from "./common";
import type { Drawing } from "./drawing";
import { Palette } from "./Palette";

interface Props {
  quick: Engine;
  drawing: Drawing;
  dispatch: Dispatch;
  sheet: Sheet;
  drawn: Drawn | undefined;
  selected: ReadonlySet<number>;
  cursor: number;
  onapply(next: Sheet): void;
  onhighlight(cells: number[]): void;
  onread(text: string): void;
  announce(text: string): void;
  /** The section after those of the constraints. */
  children: ComponentChildren;
}

/** Maximum length of a constraint text in the list. Longer texts are shortened. */
const MAX_LENGTH = 70;
const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}\u2026` : text);

/**
 * Kinds without an entry in the palette: those that define the board or contain other constraints, and
 * givens.
 */
const OTHERS = new Set(["Shape", "Var", "And", "Or", "Replicate", "Given"]);

/** Returns the names of the arguments of a kind, except for cells. */
function fieldsOf(kind: Kind): string[] {
  if (!kind.arguments) return [];
  // The palette omits optional arguments after the first one. They can be added to the text.
  const plain = kind.arguments.replace(/^\[([^\]]*)\]/, "$1").replace(/\[.*$/, "");
  return plain
    .split("~")
    .filter((name) => name && name !== "cells" && name !== "cell" && name !== "-" && name !== "cells..");
}

/** Returns the part of the selection that a kind uses: all its cells, the last one, or none. */
function wantsCells(kind: Kind): "cells" | "cell" | "none" {
  if (/\bcells\b/.test(kind.arguments)) return "cells";
  return /\bcell\b/.test(kind.arguments) ? "cell" : "none";
}

/** Returns the constraint text: arguments and cells in the order that the kind requires. */
function itemOf(kind: Kind, values: string[], cells: string[]): string {
  const fields = fieldsOf(kind);
  const given = fields.map((_, i) => values[i] ?? "");
  const named = wantsCells(kind) === "cell" ? cells.slice(-1) : cells;
  const before = /^cells?\b/.test(kind.arguments);
  const parts = wantsCells(kind) === "none" ? given : before ? [...named, ...given] : [...given, ...named];
  return `.${kind.name}${parts.map((part) => `~${part}`).join("")}`;
}

/** Returns the cell under the pointer. */
function useHovered(): number | undefined {
  const [cell, setCell] = useState<number>();
  useEffect(() => {
    const over = ({ target }: PointerEvent) => {
      const at =
        target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset.cell : undefined;
      setCell(at === undefined ? undefined : Number(at));
    };
    addEventListener("pointerover", over);
    return () => removeEventListener("pointerover", over);
  }, []);
  return cell;
}

/**
 * The constraints of the puzzle. Pointing at one shows its cells on the board, and pointing at a cell shows its
 * constraints here. Each can be chosen, to change it, and removed.
 */
function ConstraintList(
  props: Pick<Props, "drawing" | "drawn" | "cursor" | "dispatch" | "onhighlight" | "announce"> & {
    onremove(at: number): void;
  },
) {
  const { drawing, drawn, cursor, dispatch, onhighlight, announce, onremove } = props;
  const hovered = useHovered() ?? cursor;
  const chosen = drawing.draft?.at;
  const choose = (constraint: Constraint, at: number) => {
    onhighlight(constraint.cells);
    announce(constraint.meaning);
    const draft = draftOf(constraint, at);
    if (!draft) return;
    dispatch({ type: "tool", tool: draft.tool.kind });
    drawing.pick(draft);
  };
  return (
    <Section title={messages.list}>
      {!drawn?.constraints?.length && <p class="quiet">{messages.empty}</p>}
      <ul class="rules">
        {drawn?.constraints?.map((constraint, i) => (
          <li
            key={constraint.text}
            class={constraint.cells.includes(hovered) ? "here" : ""}
            onMouseEnter={() => onhighlight(constraint.cells)}
            onMouseLeave={() => onhighlight([])}
          >
            <button
              class="rule"
              title={constraint.meaning}
              aria-current={chosen === i}
              onClick={() => choose(constraint, i)}
            >
              {shortened(plainText(constraint.text))}
            </button>
            <button aria-label={messages.remove(plainText(constraint.text))} onClick={() => onremove(i)}>
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The Constraints tab. */
export function Constraints({
  quick,
  drawing,
  dispatch,
  sheet,
  drawn,
  selected,
  cursor,
  onapply,
  onhighlight,
  onread,
  announce,
  children,
}: Props) {
  const task = useTask();
  const [kinds, setKinds] = useState<Kind[]>([]);
  const [name, setName] = useState("Thermo");
  const [values, setValues] = useState<string[]>([]);
  const [own, setOwn] = useState<string | undefined>();
  const [isFormOpen, setFormOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  /** Warnings about the constraints after the last change. */
  const [remarks, setRemarks] = useState<string[]>([]);
  const { shape } = sheet;
  const cols = colsOf(shape);
  // Only the module for variants knows the kinds. A first visit does not load it before it is needed.
  const isWanted = isFormOpen || isSearching || drawing.tool !== undefined || shape.rules !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    quick.ask<Kinds>({ op: "catalogue" }).then(
      ({ json }) => setKinds(json.kinds.filter((entry) => !OTHERS.has(entry.name))),
      (error: unknown) => announce(String(error)),
    );
  }, [quick, announce, isWanted]);
  const kind = kinds.find((entry) => entry.name === name);
  const cells = [...selected].map((cell) => cellName(cell, cols));
  const usual = (field: string) => (field === "line" ? `R${Math.floor(cursor / cols) + 1}` : "");
  const fields = kind ? fieldsOf(kind) : [];
  const text =
    own ??
    (kind
      ? itemOf(
          kind,
          fields.map((field, i) => values[i] ?? usual(field)),
          cells,
        )
      : "");

  const edit = (doing: string, change: { add?: string; remove?: number }) =>
    task.run(doing, async () => {
      const { json } = await quick.ask<ReadText>({ op: "edit", board: toWire(sheet), ...change });
      if (json.status !== "ok") throw new Error(json.detail ?? json.status);
      // Keeps colours and notes.
      onapply(withPuzzle(sheet, fromWire(json.boards[0]!)));
      // A text that was typed while the engine worked stays.
      setOwn((known) => (known === change.add ? undefined : known));
      setRemarks(json.warnings ?? []);
      announce(change.add ? messages.added(name) : messages.removed);
    });
  const remove = (at: number) => edit(messages.removing, { remove: at });
  const choose = (name: string) => {
    setName(name);
    setValues([]);
    setOwn(undefined);
  };
  const form = useRef<HTMLSelectElement>(null);
  const list = (
    <ConstraintList
      drawing={drawing}
      drawn={drawn}
      cursor={cursor}
      dispatch={dispatch}
      onhighlight={onhighlight}
      announce={announce}
      onremove={remove}
    />
  );
  return (
    <div>
      {drawn?.constraints?.length ? list : null}
      <Palette
        drawing={drawing}
        drawn={drawn}
        kinds={kinds}
        dispatch={dispatch}
        onsearch={() => setSearching(true)}
        onkind={(name) => {
          choose(name);
          setFormOpen(true);
          requestAnimationFrame(() => form.current?.focus());
        }}
      />
      {drawn?.constraints?.length ? null : list}
      <Section title={messages.add}>
        <details open={isFormOpen} onToggle={(event) => setFormOpen(event.currentTarget.open)}>
          <summary>{messages.form}</summary>
          <label class="block">
            {messages.kind}{" "}
            <select ref={form} value={name} onChange={(event) => choose(event.currentTarget.value)}>
              {kinds.map((entry) => (
                <option key={entry.name} value={entry.name}>
                  {entry.name}
                </option>
              ))}
            </select>
          </label>
          {kind && (
            <>
              <p>{kind.meaning}</p>
              {kind.details && <p class="quiet">{kind.details}</p>}
              {fields.length > 0 && (
                <div class="row">
                  {fields.map((field, i) => (
                    <label key={`${kind.name} ${field}`} class="inline">
                      {field}{" "}
                      <input
                        size={8}
                        value={values[i] ?? usual(field)}
                        onInput={(event) => {
                          const next = [...values];
                          next[i] = event.currentTarget.value;
                          setValues(next);
                          setOwn(undefined);
                        }}
                      />
                    </label>
                  ))}
                </div>
              )}
              {wantsCells(kind) !== "none" && (
                <p class="quiet">{wantsCells(kind) === "cells" ? messages.cells : messages.cell}</p>
              )}
              <label class="block">
                {messages.text}
                <input
                  class="wide"
                  spellcheck={false}
                  value={text}
                  onInput={(event) => setOwn(event.currentTarget.value)}
                />
              </label>
              <div class="row">
                <button class="primary" onClick={() => edit(messages.adding, { add: text })}>
                  {messages.addKind(kind.name)}
                </button>
                <button onClick={() => onread(kind.example)}>{messages.example}</button>
              </div>
            </>
          )}
        </details>
        <Busy doing={task.busy} oncancel={() => quick.cancel()} />
        <Trouble text={task.error} />
        <Trouble text={remarks.map(plainText).join(" ")} />
        {drawn?.rules?.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
      </Section>
      {children}
    </div>
  );
}

// Draws constraints on the board: keeps the constraint that is being drawn, adds it to the puzzle, and applies
// the keys that change or delete it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { drawing as messages } from "../messages";
import { colsOf, fromWire, rowsOf, toWire, withPuzzle, type Sheet } from "../model/game";
import type { Dispatch, Session } from "../model/session";
import { withDrawn } from "../model/regions";
import { buttonOf, sidesOf, textOf, toolOf, type Draft, type Side, type Tool } from "../model/tools";
import type { ReadText } from "../wire";
import { useLatest } from "./common";

/** Maximum number of digits of a value. */
const LONGEST = 4;

/** Returns the value of a draft after a digit key. */
function withDigit({ tool, value, isPicked }: Draft, digit: string): string {
  const isReplaced = isPicked || value === tool.initial;
  if (tool.value !== "digits") return (isReplaced ? digit : value + digit).slice(-LONGEST);
  return value.includes(digit) ? value.replace(digit, "") : (value + digit).slice(-LONGEST);
}

/** The drawing tools: the chosen one, the current draft, and the functions that change the puzzle. */
export interface Drawing {
  tool: Tool | undefined;
  draft: Draft | undefined;
  /** Adds a new constraint. It becomes the current one. */
  add(cells: number[], side?: Side): void;
  /** Makes a constraint of the puzzle the current one. */
  pick(draft: Draft): void;
  /** Changes the cells of a constraint of the puzzle, which becomes the current one. Without cells, removes it. */
  redraw(draft: Draft, cells: number[]): void;
  /** Removes a constraint of the puzzle. */
  remove(at: number): void;
  /** Changes the value of the current constraint. */
  setValue(value: string): void;
  /** Removes the current constraint. */
  erase(): void;
  /** Adds a constraint of the whole grid, or removes the one at an index. */
  toggle(kind: string, text: string, at: number | undefined): void;
}

/** Returns the cells and the side that the selection means for a tool; repeated calls cycle through the sides. */
function bySelection(
  tool: Tool,
  selected: number[],
  cursor: number,
  [rows, cols]: [number, number],
  last: Draft | undefined,
): { cells: number[]; side?: Side } | undefined {
  switch (tool.gesture) {
    case "corner":
      return cursor % cols < cols - 1 && cursor < (rows - 1) * cols ? { cells: [cursor] } : undefined;
    case "edge":
      return selected.length === 2 ? { cells: selected } : undefined;
    case "outside":
    case "diagonal": {
      const sides = sidesOf(cursor, rows, cols);
      const before = last?.cells[0] === cursor && last.side ? sides.indexOf(last.side) : -1;
      const side = sides[(before + 1) % sides.length];
      return side && { cells: [cursor], side };
    }
    default:
      return { cells: selected };
  }
}

/** Draws constraints with the chosen tool. */
export function useDrawing(quick: Engine, session: Session, dispatch: Dispatch): Drawing {
  const sheet = session.history.now;
  const tool = toolOf(session.tool);
  const [draft, setDraft] = useState<Draft | undefined>();
  /** The sheet and the draft after the last request. A render may lag behind. */
  const now = useRef<{ sheet: Sheet; draft: Draft | undefined }>({ sheet, draft });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** Number of changes in the queue. */
  const pending = useRef(0);
  // Undo and other edits replace the puzzle, so that the index of the draft is no longer right. Layout effects run
  // before the next pointer event is handled; other effects could remove the draft that this event has created.
  useLayoutEffect(() => {
    if (now.current.sheet === sheet) return;
    now.current = { sheet, draft: undefined };
    setDraft(undefined);
  }, [sheet]);
  // The keys that were typed before the tool was changed still belong to its draft.
  useLayoutEffect(() => {
    queue.current = queue.current.then(() => {
      if (now.current.draft?.tool === tool) return;
      now.current.draft = undefined;
      setDraft(undefined);
    });
  }, [tool]);
  const keep = (next: Draft | undefined) => {
    now.current.draft = next;
    setDraft(next);
  };

  /** Replaces a constraint by a draft. `isSame` merges the change with the last undo step. */
  const commit = (next: Draft | undefined, removed: number | undefined, isSame: boolean) => {
    const add = next && textOf(next, colsOf(now.current.sheet.shape));
    if (add === undefined && removed === undefined) return Promise.resolve();
    return edit(next?.tool.kind ?? "", { add, remove: removed }, isSame, next);
  };
  /** Adds and removes constraints of the puzzle. The draft `next` is the added one. */
  const edit = (
    kind: string,
    { add, remove }: { add?: string | undefined; remove?: number | undefined },
    isSame: boolean,
    next?: Draft,
  ) => {
    const { sheet } = now.current;
    const change = { ...(add ? { add } : {}), ...(remove === undefined ? {} : { remove }) };
    return quick.ask<ReadText>({ op: "edit", board: toWire(sheet), ...change }).then(({ json }) => {
      if (json.status !== "ok" || !json.boards[0]) {
        dispatch({ type: "notify", text: json.detail ?? json.status });
        return keep(undefined);
      }
      const edited = withPuzzle(now.current.sheet, fromWire(json.boards[0]));
      now.current.sheet = edited;
      keep(next && { ...next, at: add ? json.added?.[0] : undefined });
      dispatch({ type: isSame ? "amend" : "apply", sheet: edited });
      dispatch({
        type: "announce",
        text: add ? messages.added(buttonOf(kind)) : messages.removed,
      });
    });
  };
  /** Runs a change after those before it. Each one needs the puzzle that the one before it has left. */
  const enqueue = (change: () => Promise<void>) => {
    pending.current++;
    queue.current = queue.current
      .then(change)
      .catch((error: unknown) => dispatch({ type: "notify", text: String(error) }))
      .finally(() => pending.current--);
  };
  /** Replaces the regions of the puzzle that a region overlaps. */
  const replaceRegions = (region: number[]) => {
    const { sheet } = now.current;
    now.current.sheet = { ...sheet, shape: withDrawn(sheet.shape, region) };
    keep(undefined);
    dispatch({ type: "apply", sheet: now.current.sheet });
    dispatch({ type: "announce", text: messages.added(buttonOf("Jigsaw")) });
  };
  /** Adds cells to the current region, or removes one that it has. A complete region goes into the puzzle. */
  const addToRegion = (tool: Tool, cells: number[]) => {
    const { draft, sheet } = now.current;
    const known = draft?.cells ?? [];
    const isSame = cells.length === 1 && known.includes(cells[0]!);
    const next = isSame ? known.filter((cell) => cell !== cells[0]) : [...new Set([...known, ...cells])];
    if (next.length >= sheet.shape.size) replaceRegions(next.slice(0, sheet.shape.size));
    else keep(next.length ? { tool, cells: next, value: "" } : undefined);
  };
  const add = (cells: number[], side?: Side) =>
    enqueue(() => {
      if (!tool) return Promise.resolve();
      if (tool.gesture === "region") {
        addToRegion(tool, cells);
        return Promise.resolve();
      }
      const next: Draft = { tool, cells, side, value: tool.initial ?? "" };
      keep(next);
      return commit(next, undefined, false);
    });
  // Indices belong to the puzzle on the board. While a change is under way, they may be wrong.
  const isIdle = () => pending.current === 0 && now.current.sheet === sheet;
  const remove = (at: number) => {
    if (isIdle()) enqueue(() => commit(undefined, at, false));
  };
  const pick = (draft: Draft) => {
    if (isIdle()) keep(draft);
  };
  const redraw = (draft: Draft, cells: number[]) => {
    if (!isIdle()) return;
    const next = cells.length > 1 ? { ...draft, cells } : undefined;
    enqueue(() => commit(next, draft.at, false));
  };
  /** Changes the current constraint, in the state that it has after all earlier changes. */
  const change = (value: (draft: Draft) => string) =>
    enqueue(() => {
      const { draft } = now.current;
      if (!draft) return Promise.resolve();
      const next = { ...draft, value: value(draft), isPicked: false };
      keep(next);
      return commit(next, draft.at, draft.at !== undefined);
    });
  const erase = () =>
    enqueue(() => {
      const at = now.current.draft?.at;
      keep(undefined);
      return commit(undefined, at, false);
    });

  const toggle = (kind: string, text: string, at: number | undefined) => {
    if (isIdle()) enqueue(() => edit(kind, at === undefined ? { add: text } : { remove: at }, false));
  };

  const onkey = (event: KeyboardEvent) => {
    if (!tool || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=checkbox]), textarea, select")) return;
    const isBoard = target === document.body || target.closest(".cells") !== null;
    const digit =
      /^Digit\d$/.test(event.code) && !event.shiftKey
        ? event.code.slice(5)
        : /^\d$/.test(event.key)
          ? event.key
          : "";
    const current = now.current.draft;
    if (event.key === "Enter" && isBoard) {
      const { shape } = now.current.sheet;
      const found = bySelection(
        tool,
        [...session.selected],
        session.cursor,
        [rowsOf(shape), colsOf(shape)],
        current,
      );
      // A clue that still lacks its value moves to the next side of the cell.
      if (found) add(found.cells, found.side);
    } else if (current && digit && tool.value) change((draft) => withDigit(draft, digit));
    else if (current && event.key === "Backspace" && tool.value && current.value) {
      change(({ value }) => value.slice(0, -1));
    } else if (current && (event.key === "Backspace" || event.key === "Delete")) erase();
    else if (event.key === "Escape") {
      if (current) keep(undefined);
      else dispatch({ type: "tool", tool: "" });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const latest = useLatest(onkey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    // Before the keys of the board.
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, [latest]);
  return {
    tool,
    draft: draft?.tool === tool ? draft : undefined,
    add,
    pick,
    redraw,
    remove,
    setValue: (value) => change(() => value),
    erase,
    toggle,
  };
}

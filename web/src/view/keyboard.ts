// Keys on the board and anywhere on the page: navigation, digits, modes, undo, hints.
import { useEffect } from "preact/hooks";
import { colsOf, digitOf, moved, rowsOf, type Mode } from "../model/game";
import type { Action, Dispatch, Session } from "../model/session";
import { useLatest } from "./common";

/** The keys that select the input modes. */
const MODE_KEYS: Record<string, Mode> = { z: "digit", x: "corner", c: "mark", v: "colour", b: "pen" };

/** Returns the action of a key that enters a digit; `undefined` for other keys. */
function entryOf(
  { key, code, altKey, shiftKey }: KeyboardEvent,
  isChord: boolean,
  { history, mode: current, view }: Session,
  cells: number[],
): Action | undefined {
  const { shape } = history.now;
  const isDigitKey = /^Digit[0-9]$/.test(code);
  // Alt makes a letter a shortcut, and Ctrl with a letter belongs to the browser or to undo.
  if (altKey || (isChord && !isDigitKey)) return undefined;
  const sign = isDigitKey ? code.slice(5) : key;
  const isCorner = shiftKey && (isDigitKey || /^[a-z]$/i.test(key));
  const mode = isCorner ? "corner" : isChord ? "mark" : current;
  const isColour = mode === "colour" || mode === "pen";
  // Colours are numbered from 1, and letters are shortcuts while colours are entered.
  const digit = isColour ? Number(/^[1-9]$/.test(sign) && sign) : digitOf(sign, shape);
  if (!digit) return undefined;
  if (mode === "pen" && view !== "set") return { type: "penColour", colour: digit };
  return { type: "enter", cells, digit, mode };
}

/** Returns the action of a key; `undefined` if the key has none. */
function actionOf(
  event: KeyboardEvent,
  session: Session,
  chosen: number[],
  holes: ReadonlySet<number>,
): Action | undefined {
  const { history, cursor, selected } = session;
  const { givens, shape } = history.now;
  const isChord = event.ctrlKey || event.metaKey;
  // With Alt, some keyboards write other characters.
  const isShortcut = event.altKey && /^Key[A-Z]$/.test(event.code);
  const letter = (isShortcut ? event.code.slice(3) : event.key).toLowerCase();
  const to = moved(event.key, event.ctrlKey, cursor, rowsOf(shape), colsOf(shape), holes);
  if (to !== undefined) {
    // With Ctrl, Home and End go further instead.
    const isMore = event.shiftKey || (isChord && event.key.startsWith("Arrow"));
    return { type: "select", cells: new Set(isMore ? [...selected, to] : [to]), cursor: to };
  }
  if (isChord && letter === "z") return { type: event.shiftKey ? "redo" : "undo" };
  if (isChord && letter === "y") return { type: "redo" };
  if (isChord && letter === "a") {
    return { type: "select", cells: new Set([...givens.keys()].filter((cell) => !holes.has(cell))) };
  }
  const entry = entryOf(event, isChord, session, chosen);
  if (entry) return entry;
  if (["Delete", "Backspace", "0", "."].includes(event.key)) return { type: "erase", cells: chosen };
  if (event.key === "Escape") return { type: "escape" };
  if (event.key === " ") return { type: "nextMode" };
  if (event.key === "?") return { type: "panel", panel: "keys" };
  if (isChord) return undefined;
  if (letter === "h") return { type: "hint" };
  const mode = MODE_KEYS[letter];
  return mode && { type: "mode", mode };
}

/** Handles the keys of the page. */
export function useKeyboard(
  session: Session,
  chosen: number[],
  holes: ReadonlySet<number>,
  dispatch: Dispatch,
): void {
  const handle = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (session.view === "home" && !session.panel) return;
    if (target.closest("input:not([type=checkbox]), textarea, select")) return;
    // Focused controls handle navigation keys, Enter, Tab and Space themselves. All other keys are for the
    // board.
    const isForOthers = target !== document.body && !target.closest(".cells");
    if (isForOthers && (/^(Arrow|Home|End|Enter|Tab)/.test(event.key) || event.key === " ")) return;
    const isSearch = event.key === "/" && session.view === "set";
    const action: Action | undefined = isSearch
      ? { type: "tab", tab: "constraints" }
      : actionOf(event, session, chosen, holes);
    if (!action) return;
    dispatch(action);
    event.preventDefault();
    // The palette may not be there before the next frame.
    if (isSearch) requestAnimationFrame(() => document.querySelector<HTMLElement>(".search")?.focus());
  };
  const latest = useLatest(handle);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [latest]);
}

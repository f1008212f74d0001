// The state of the page and its changes. `reduce` is the only place that changes it; the hooks in `view/`
// send actions.
import type { Drawing, HintStep } from "../wire";
import { cosmeticOf } from "./cosmetics";
import {
  begin,
  clear,
  enter,
  push,
  redo,
  stroke,
  undo,
  type History,
  type Mode,
  type Phase,
  type Sheet,
} from "./game";

/** The views of the puzzle: for setters, solvers and learners. */
export const VIEWS = ["set", "play", "learn"] as const;
/** A view of the puzzle, or the start page. */
export type View = (typeof VIEWS)[number] | "home";

/** The tabs of the view for setters, in order. */
export const TABS = ["constraints", "puzzle", "analyze", "generate"] as const;
export type Tab = (typeof TABS)[number];

/** The panels that cover any view: the first from its own button, the others from the menu. */
export const PANELS = ["share", "batch", "cover", "settings", "keys"] as const;
export type Panel = (typeof PANELS)[number];

/** The input modes, in the order in which Space switches them. The pen is not one of them, as in other programs. */
export const MODES: readonly Mode[] = ["digit", "corner", "mark", "colour"];

/** The colour of the pen before another one is chosen: blue. */
const PEN = 7;

/** A step to draw on the board, with the grid that it applies to. */
export interface Shown {
  step: HintStep;
  drawing: Drawing;
  sheet: Sheet;
}

/** The state of the page, except for answers of the engine and settings. */
export interface Session {
  history: History;
  selected: ReadonlySet<number>;
  cursor: number;
  mode: Mode;
  /** The colour of the pen. */
  penColour: number;
  view: View;
  tab: Tab;
  /** The panel that covers the view. */
  panel: Panel | undefined;
  /** The kind of constraint or cosmetic element that the pointer draws; empty while it selects cells. */
  tool: string;
  /** The step of the view for learners. */
  shown: Shown | undefined;
  /** Cells that a check, a hint or a list refers to, and the view that shows them. */
  highlighted: { cells: number[]; view: View };
  /** True while the view for setters shows the true candidates. */
  truths: boolean;
  /** The key of the puzzle whose timer is paused; empty while the timer runs. */
  pausedAt: string;
  /** The text for screen readers. */
  announcement: string;
  /** The message above the tabs. */
  notice: string;
  /** The sheet after the last digit. The candidates of its peers may still have to be removed. */
  entered: Sheet | undefined;
  /** Number of hint requests by keyboard so far. Each increment makes the Learn tab show a hint. */
  hintRequests: number;
}

export type Action =
  | { type: "apply"; sheet: Sheet }
  /** Replaces the puzzle. By default, the view depends on both puzzles. */
  | { type: "load"; sheet: Sheet; view?: View }
  /** Replaces the sheet without a separate undo step. */
  | { type: "amend"; sheet: Sheet }
  /** Enters a digit into cells, or erases them. */
  | { type: "enter"; cells: number[]; digit: number; mode: Mode }
  | { type: "erase"; cells: number[] }
  /** Draws or removes marks of the pen. */
  | { type: "draw"; marks: string[] }
  | { type: "penColour"; colour: number }
  /** Replaces the candidates of a sheet, unless it has changed. Not a separate undo step. */
  | { type: "tidy"; sheet: Sheet; marks: number[] }
  | { type: "undo" | "redo" | "escape" | "nextMode" | "hint" }
  | { type: "select"; cells: ReadonlySet<number>; cursor?: number }
  | { type: "mode"; mode: Mode }
  | { type: "view"; view: View }
  | { type: "tab"; tab: Tab }
  | { type: "panel"; panel: Panel | undefined }
  | { type: "tool"; tool: string }
  | { type: "show"; shown: Shown | undefined }
  /** Highlights cells in a view; by default, in the current one. */
  | { type: "highlight"; cells: number[]; view?: View }
  | { type: "truths"; isOn: boolean }
  | { type: "pause"; puzzle: string }
  | { type: "announce" | "notify"; text: string };

export type Dispatch = (action: Action) => void;

/**
 * Returns true if the sheet has givens, candidates of the puzzle, constraints, or the rules or the drawing of an
 * author, even if no constraint was found in them.
 */
export const hasPuzzle = ({ givens, allowed, shape, wording, picture }: Sheet) =>
  givens.some(Boolean) ||
  [allowed, shape.rules, picture].some((it) => it !== undefined) ||
  wording !== undefined;

/** The parts of the session that a reload keeps together with the puzzle. */
export type Kept = Pick<Session, "view" | "tab" | "truths" | "pausedAt">;

/** Returns the parts that a value contains. */
export function keptIn(value: unknown): Partial<Kept> {
  const { view, tab, truths, pausedAt } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
  return {
    ...(["home", ...VIEWS].some((it) => it === view) ? { view: view as View } : {}),
    ...(TABS.some((it) => it === tab) ? { tab: tab as Tab } : {}),
    ...(typeof truths === "boolean" ? { truths } : {}),
    ...(typeof pausedAt === "string" ? { pausedAt } : {}),
  };
}

/** Returns the cells that the current view highlights. */
export const highlightedIn = ({ highlighted, view }: Session) =>
  highlighted.view === view ? highlighted.cells : [];

/**
 * Returns the phase. In the view for setters, it is `set`, and typed digits are givens. In all other views,
 * it is `play`.
 */
export const phaseOf = ({ view }: Session): Phase => (view === "set" ? "set" : "play");

/**
 * Returns the state of a page that opens with a history. `isOpening` is true if a link will replace its puzzle.
 * `kept` is the state before a reload.
 */
export function start(history: History, isOpening = false, kept: Partial<Kept> = {}): Session {
  return {
    history,
    selected: new Set([0]),
    cursor: 0,
    mode: "digit",
    penColour: PEN,
    view: isOpening || hasPuzzle(history.now) ? "play" : "home",
    tab: "constraints",
    panel: undefined,
    tool: "",
    shown: undefined,
    highlighted: { cells: [], view: "learn" },
    truths: false,
    pausedAt: "",
    announcement: "",
    notice: "",
    entered: undefined,
    hintRequests: 0,
    ...kept,
  };
}

/** Returns the state after an action. */
export function reduce(session: Session, action: Action): Session {
  const { history, mode, view, cursor } = session;
  const phase = phaseOf(session);
  switch (action.type) {
    case "apply":
      return { ...session, history: push(history, action.sheet) };
    case "amend":
      return { ...session, history: { ...history, now: action.sheet } };
    case "load": {
      const { tab, truths, penColour, announcement, notice, hintRequests } = session;
      const opened = start(begin(action.sheet));
      // Setters and learners stay in their view. A puzzle that replaces an empty grid is for playing.
      const isKept = view === "learn" || (view === "set" && hasPuzzle(history.now));
      const otherwise = isKept ? view : "play";
      return {
        ...opened,
        history: push(history, action.sheet),
        mode,
        penColour,
        view: action.view ?? (hasPuzzle(action.sheet) ? otherwise : "set"),
        tab,
        truths,
        announcement,
        notice,
        hintRequests,
      };
    }
    case "enter": {
      const next = enter(history.now, action.cells, action.digit, action.mode, phase);
      const entered = action.mode === "digit" ? next : session.entered;
      return { ...session, history: push(history, next), entered };
    }
    case "draw":
      return { ...session, history: push(history, stroke(history.now, action.marks, session.penColour)) };
    case "penColour":
      return { ...session, penColour: action.colour };
    case "erase":
      return { ...session, history: push(history, clear(history.now, action.cells, mode, phase)) };
    case "tidy": {
      if (history.now !== action.sheet) return session;
      return { ...session, history: { ...history, now: { ...action.sheet, marks: action.marks } } };
    }
    case "undo":
      return { ...session, history: undo(history) };
    case "redo":
      return { ...session, history: redo(history) };
    case "escape":
      if (session.panel) return { ...session, panel: undefined };
      if (cosmeticOf(session.tool)) return { ...session, tool: "" };
      return { ...session, shown: undefined, highlighted: { cells: [], view }, selected: new Set([cursor]) };
    case "nextMode":
      return { ...session, mode: MODES[(MODES.indexOf(mode) + 1) % MODES.length]! };
    case "hint":
      return {
        ...session,
        view: "learn",
        panel: undefined,
        tool: "",
        hintRequests: session.hintRequests + 1,
      };
    case "select":
      return { ...session, selected: action.cells, cursor: action.cursor ?? cursor };
    case "mode":
      return { ...session, mode: action.mode };
    case "view": {
      // In the view for setters, the pointer selects cells and draws constraints.
      const hasPen = mode === "pen" && action.view === "set";
      return { ...session, view: action.view, mode: hasPen ? "digit" : mode, panel: undefined, tool: "" };
    }
    case "tab":
      return {
        ...session,
        tab: action.tab,
        panel: undefined,
        tool: action.tab === "constraints" ? session.tool : "",
      };
    case "panel":
      return { ...session, panel: action.panel, tool: "" };
    case "tool":
      return { ...session, tool: action.tool };
    case "show":
      return { ...session, shown: action.shown };
    case "highlight":
      return { ...session, highlighted: { cells: action.cells, view: action.view ?? view } };
    case "truths":
      return { ...session, truths: action.isOn };
    case "pause":
      return { ...session, pausedAt: action.puzzle };
    case "announce":
      return { ...session, announcement: action.text };
    case "notify":
      return { ...session, notice: action.text };
  }
}

// The page: board and input pad on one side, tabs on the other. The state is a `Session`; answers of the
// engine come from the hooks in `live.ts`.
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Engine } from "../engine/client";
import { app as messages, status as statusMessages, timer as timerMessages } from "../messages";
import { fogged } from "../model/fog";
import { puzzleKey, toWire, type Sheet } from "../model/game";
import {
  hasPuzzle,
  highlightedIn,
  keptIn,
  reduce,
  start,
  type Dispatch,
  type Kept,
  type Session,
  type Shown,
} from "../model/session";
import { loadHistory, loadView, saveHistory, saveView } from "../model/store";
import type { Clash, Sets } from "../wire";
import { Board, extentOf } from "./Board";
import { useCheck } from "./check";
import { useLatest } from "./common";
import { Constraints } from "./Constraints";
import { CosmeticRow, Cosmetics, useCosmetics } from "./Cosmetics";
import { useDrawing } from "./drawing";
import { useKeyboard } from "./keyboard";
import { lazy } from "./lazy";
import { Learn } from "./Learn";
import { useClashes, useDrawn, useLive, useSolved } from "./live";
import { Pad, StepsBack, Truths } from "./Pad";
import { DraftRow } from "./Palette";
import { Caution, Checked, Finished, Title } from "./Play";
import { useReading } from "./reading";
import { Rules } from "./Rules";
import { SettingsTab, useSettings } from "./Settings";
import { StatusLine } from "./StatusLine";
import { Header, Keys, Notice, PanelFrame, Tabs } from "./Tabs";
import { Update } from "./Update";

const Analyze = lazy(async () => (await import("./Analyze")).Analyze);
const Batch = lazy(async () => (await import("./Batch")).Batch);
const Cover = lazy(async () => (await import("./Cover")).Cover);
const Generate = lazy(async () => (await import("./Generate")).Generate);
const Home = lazy(async () => (await import("./Home")).Home);
const Puzzle = lazy(async () => (await import("./Puzzle")).Puzzle);
const Share = lazy(async () => (await import("./Share")).Share);

/**
 * Creates the engines: for the live analysis, for long tasks started by a button, for hints, and for quick
 * requests. Each has its own worker, so that a long task delays none of the others.
 */
function useEngines(onrestart: (why: string) => void) {
  const [engines] = useState(() => ({
    live: new Engine(),
    once: new Engine("later"),
    hints: new Engine("later"),
    quick: new Engine(),
  }));
  useLayoutEffect(() => {
    for (const engine of Object.values(engines)) engine.onrestart = onrestart;
  }, [engines, onrestart]);
  return engines;
}

/** Saves the history after each change, and the state of the view. Reports once that there is no room for it. */
function useSaved(session: Session, dispatch: Dispatch): void {
  const { history, view, tab, truths, pausedAt } = session;
  const latest = useLatest(history);
  const saved = useRef(history);
  const isReported = useRef(false);
  // Saved before the next event: the page may be reloaded at once.
  useLayoutEffect(
    () => saveView({ view, tab, truths, pausedAt } satisfies Kept),
    [view, tab, truths, pausedAt],
  );
  useEffect(() => {
    // The page may close before the timer fires. An unchanged history is not saved, since another tab may
    // have saved a newer one.
    const now = () => {
      if (saved.current === latest.current) return;
      saved.current = latest.current;
      const isSaved = saveHistory(latest.current);
      if (!isSaved && !isReported.current) dispatch({ type: "notify", text: messages.notSaved });
      isReported.current = !isSaved;
    };
    addEventListener("pagehide", now);
    const timer = setTimeout(now, 200);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", now);
    };
  }, [history, latest, dispatch]);
}

const NOTHING: ReadonlySet<number> = new Set();

/** Returns the cells that fog hides. Setters see everything. */
const hiddenIn = (sheet: Sheet, view: Session["view"]) => (view === "set" ? NOTHING : fogged(sheet));

/**
 * Requests the candidates that the visible digits and constraints of a sheet leave. Does nothing if the request fails.
 */
function withOpen(
  quick: Engine,
  sheet: Sheet,
  hidden: ReadonlySet<number>,
  use: (sets: number[]) => void,
): Promise<void> {
  const board = { ...toWire(sheet), marks: [] };
  return quick.ask<Sets>({ op: "open", board, hidden: [...hidden] }).then(
    ({ json }) => use(json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set))),
    () => {},
  );
}

/**
 * Removes the candidates that an entered digit rules out in other cells, if the setting is on. Returns true until
 * that is done.
 */
function useTidy(quick: Engine, { entered, view }: Session, isOn: boolean, dispatch: Dispatch): boolean {
  const wanted = useLatest(isOn);
  const latestView = useLatest(view);
  const [tidying, setTidying] = useState<Sheet>();
  // A layout effect runs before the next key is handled.
  useLayoutEffect(() => {
    if (!wanted.current || !entered?.marks.some(Boolean)) return;
    setTidying(entered);
    const done = () => setTidying((sheet) => (sheet === entered ? undefined : sheet));
    const tidy = (sets: number[]) =>
      dispatch({
        type: "tidy",
        sheet: entered,
        marks: entered.marks.map((set, cell) => set & (sets[cell] ?? 0)),
      });
    void withOpen(quick, entered, hiddenIn(entered, latestView.current), tidy).then(done);
  }, [quick, entered, wanted, latestView, dispatch]);
  return tidying !== undefined;
}

/**
 * Returns the number of hint requests to handle. While candidates are being tidied, new requests wait,
 * because the change of the candidates would cancel them.
 */
function useHintRequests({ hintRequests }: Session, isTidying: boolean): number {
  const ready = useRef(hintRequests);
  if (!isTidying) ready.current = hintRequests;
  return ready.current;
}

/** Moves the cursor off holes. The drawing with the holes arrives after the puzzle. */
function useCursor({ history, cursor }: Session, holes: ReadonlySet<number>, dispatch: Dispatch): void {
  const { givens } = history.now;
  useEffect(() => {
    if (!holes.has(cursor)) return;
    const cells = [...givens.keys()].filter((cell) => !holes.has(cell));
    const next = cells.find((cell) => cell > cursor) ?? cells[0] ?? 0;
    dispatch({ type: "select", cells: new Set([next]), cursor: next });
  }, [holes, cursor, givens, dispatch]);
}

/** Time after which the page is shown even if the first puzzle has not been drawn, in milliseconds. */
const PATIENCE = 2_000;

/**
 * Returns false until the first puzzle can be drawn, so that nothing moves when its size, title or clues outside
 * the grid become known.
 */
function useOpened(isReading: boolean, isDrawn: boolean): boolean {
  const isOpened = useRef(false);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, []);
  if (isLate || (!isReading && isDrawn)) isOpened.current = true;
  return isOpened.current;
}

const NONE: Clash[] = [];

/** The page. */
export function App() {
  const [session, dispatch] = useReducer(reduce, undefined, () =>
    start(loadHistory(), location.hash.length > 1, location.hash.length > 1 ? {} : keptIn(loadView())),
  );
  const { history, selected, cursor, view, tab, panel } = session;
  // True candidates would spoil a puzzle that is being played, and a step would hide the notes of a player.
  const truths = view === "set" && session.truths;
  const shown = view === "learn" ? session.shown : undefined;
  const sheet = history.now;
  const [settings, setSettings] = useSettings();
  const restarted = useCallback(
    (why: string) => dispatch({ type: "notify", text: messages.restarted(why) }),
    [dispatch],
  );
  const { live: liveEngine, once, hints, quick } = useEngines(restarted);
  const { read, reading, decide, task, isReading, isPending } = useReading(quick, sheet, dispatch);
  const drawn = useDrawn(quick, sheet);
  /** Until the engine has drawn the puzzle, the holes of its grid are not known. */
  const isBusy = isPending || drawn === undefined;
  const isOpened = useOpened(isReading, drawn !== undefined);
  const holes = useMemo(() => new Set(drawn?.holes), [drawn]);
  const hiding = useMemo(() => hiddenIn(sheet, view), [sheet, view]);
  const known = useClashes(quick, sheet, hiding);
  const clashes = known ?? NONE;
  const allowed = sheet.allowed ?? drawn?.allowed;
  const { picture } = sheet;
  /** The drawing that is hidden, so that the board shows the constraints. */
  const [hidden, setHidden] = useState<typeof picture>();
  const isOriginal = picture && picture !== hidden;
  const showOriginal = (isOn: boolean) => setHidden(isOn ? undefined : picture);
  const full = useSolved(quick, sheet, holes);
  // Solvers see neither ratings nor counts.
  const live = useLive(liveEngine, sheet, truths, view === "set", isReading);
  const check = useCheck(once, quick, sheet, full === "right", dispatch);
  const chosen = useMemo(() => [...selected].filter((cell) => !holes.has(cell)), [selected, holes]);
  useSaved(session, dispatch);
  useCursor(session, holes, dispatch);
  const isTidying = useTidy(quick, session, settings.tidy, dispatch);
  const hintRequests = useHintRequests(session, isTidying);
  /** True if the page waits for no answer about the puzzle. */
  const isReady = isOpened && !isBusy && !isTidying && live.isDone && known !== undefined;
  useKeyboard(session, chosen, holes, dispatch);
  const tools = useDrawing(quick, session, dispatch);
  const cosmetics = useCosmetics(session, dispatch);
  useEffect(() => {
    if (full === "right") dispatch({ type: "announce", text: statusMessages.solved });
  }, [full, dispatch]);

  const apply = useCallback((sheet: Sheet) => dispatch({ type: "apply", sheet }), [dispatch]);
  const practise = useCallback(
    (sheet: Sheet) => dispatch({ type: "load", sheet, view: "learn" }),
    [dispatch],
  );
  const made = useCallback((sheet: Sheet) => dispatch({ type: "load", sheet, view: "set" }), [dispatch]);
  const announce = useCallback((text: string) => dispatch({ type: "announce", text }), [dispatch]);
  const highlight = useCallback((cells: number[]) => dispatch({ type: "highlight", cells }), [dispatch]);
  const highlightHint = useCallback(
    (cells: number[]) => dispatch({ type: "highlight", cells, view: "learn" }),
    [dispatch],
  );
  const show = useCallback((shown: Shown | undefined) => dispatch({ type: "show", shown }), [dispatch]);
  const puzzle = useMemo(() => puzzleKey(sheet), [sheet]);
  const isTimed = view === "play" && hasPuzzle(sheet);
  const isPaused = isTimed && session.pausedAt === puzzle;
  const hasBatch = useRef(false);
  if (panel === "batch") hasBatch.current = true;
  const onread = (text: string) => void read(text);
  const clashing = useMemo(() => {
    const known = view === "set" ? drawn?.constraints : undefined;
    const constraints = known?.filter(({ text }) => live.conflict.includes(text)) ?? [];
    return new Set([...clashes, ...constraints].flatMap(({ cells }) => cells));
  }, [clashes, drawn, live.conflict, view]);
  const highlighted = highlightedIn(session);
  const highlightedCells = useMemo(() => new Set(highlighted), [highlighted]);
  const original = isOriginal ? picture : undefined;
  const [wide, tall] = extentOf(sheet.shape, { drawn, original, tools });
  const isHome = view === "home" && panel === undefined;
  const isDocked = view === "play" && panel === undefined;
  return (
    <div class={`page${isDocked ? " docked" : ""}`} style={{ "--ratio": wide / tall }}>
      <Header view={view} panel={panel} dispatch={dispatch} />
      {isHome ? (
        <main class="home" data-view={view} aria-busy={isBusy} data-ready={isReady} data-status={live.status}>
          <Update />
          <Notice text={session.notice} dispatch={dispatch} />
          <Home sheet={sheet} dispatch={dispatch} onread={onread} />
        </main>
      ) : (
        <main
          class={`${tools.tool ? "drawing" : ""}${isOpened ? "" : " opening"}`}
          data-view={view}
          aria-busy={isBusy}
          data-ready={isReady}
          data-status={live.clashes.length ? "none" : live.status}
          data-ms={live.ms.toFixed(1)}
        >
          <div class="head">
            <Update />
            <Notice text={session.notice} dispatch={dispatch} />
            <Title
              sheet={sheet}
              drawn={drawn}
              view={view}
              puzzle={puzzle}
              isTimed={isTimed}
              isRunning={full !== "right"}
              isPaused={isPaused}
              onpause={(isPaused) => dispatch({ type: "pause", puzzle: isPaused ? puzzle : "" })}
            />
            <Caution
              sheet={sheet}
              reading={reading}
              ondismiss={() => apply({ ...sheet, caution: undefined })}
            />
          </div>
          <div class="left">
            {isPaused && <p class="quiet paused">{timerMessages.paused}</p>}
            <Board
              isHidden={isPaused}
              sheet={shown?.sheet ?? sheet}
              selected={selected}
              cursor={cursor}
              step={shown?.drawing}
              allowed={allowed}
              drawn={drawn}
              original={original}
              holes={holes}
              fogged={hiding}
              truths={truths ? live.truths : undefined}
              clashes={clashing}
              highlighted={highlightedCells}
              tools={tools}
              isCentred={view === "play"}
              penColour={session.mode === "pen" || cosmetics.kind ? session.penColour : undefined}
              isPenCentred={cosmetics.kind === "cell"}
              ondraw={(marks) => (cosmetics.kind ? cosmetics.draw(marks) : dispatch({ type: "draw", marks }))}
              onselect={(cells, cursor) => dispatch({ type: "select", cells, cursor })}
            />
            {view === "set" && (
              <div class="below">
                <StatusLine
                  sheet={sheet}
                  live={live}
                  restricted={allowed?.filter(Boolean).length ?? 0}
                  full={full}
                  hasClashes={clashes.length > 0}
                />
                <Truths truths={truths} ontruths={(isOn) => dispatch({ type: "truths", isOn })} />
                <div class="steps-back">
                  <StepsBack history={history} dispatch={dispatch} />
                </div>
                {tools.tool && <DraftRow drawing={tools} shape={sheet.shape} />}
                <CosmeticRow cosmetics={cosmetics} session={session} chosen={chosen} dispatch={dispatch} />
              </div>
            )}
            <div class="printed">
              {sheet.wording ? (
                <p class="wording">{sheet.wording}</p>
              ) : (
                drawn?.rules?.map((rule) => <p key={rule}>{rule}</p>)
              )}
            </div>
            {view !== "play" && clashes.length > 0 && !live.clashes.length && (
              <p class="trouble">{clashes[0]!.text}</p>
            )}
          </div>
          <div class="right">
            {view === "set" && (
              <Rules
                sheet={sheet}
                reading={reading}
                isOriginal={isOriginal}
                onoriginal={showOriginal}
                task={task}
                ondecide={(group, choice) => {
                  // The original drawing does not show the effects of a meaning.
                  showOriginal(false);
                  decide(group, choice);
                }}
                onhighlight={highlight}
                oncancel={() => quick.cancel()}
              />
            )}
            {panel && (
              <PanelFrame panel={panel} dispatch={dispatch}>
                {panel === "cover" && <Cover engine={once} announce={announce} />}
                {panel === "share" && (
                  <Share quick={quick} sheet={sheet} shown={shown} onread={onread} announce={announce} />
                )}
                {panel === "settings" && <SettingsTab settings={settings} onsettings={setSettings} />}
                {panel === "keys" && <Keys />}
              </PanelFrame>
            )}
            {/* A batch continues while the user does something else. */}
            <div hidden={panel !== "batch"}>{hasBatch.current && <Batch announce={announce} />}</div>
            <div class="view" hidden={panel !== undefined}>
              <div class="learn" hidden={view !== "learn"}>
                <Learn
                  engine={hints}
                  other={once}
                  quick={quick}
                  sheet={sheet}
                  solution={live.solution}
                  onshow={show}
                  onhighlight={highlightHint}
                  onapply={apply}
                  announce={announce}
                  onload={practise}
                  requests={hintRequests}
                />
              </div>
              {view === "play" && full === "right" ? (
                <Finished sheet={sheet} puzzle={puzzle} difficulty={check.difficulty} dispatch={dispatch} />
              ) : (
                <>
                  {view === "play" && <Checked check={check} isWrong={full === "wrong" && !clashes.length} />}
                  <Pad
                    session={session}
                    dispatch={dispatch}
                    chosen={chosen}
                    onfill={() => void withOpen(quick, sheet, hiding, (marks) => apply({ ...sheet, marks }))}
                    oncheck={view === "play" ? check.check : undefined}
                  />
                </>
              )}
              {view === "set" && (
                <Tabs tab={tab} dispatch={dispatch}>
                  {tab === "constraints" && (
                    <Constraints
                      quick={quick}
                      drawing={tools}
                      dispatch={dispatch}
                      sheet={sheet}
                      drawn={drawn}
                      selected={selected}
                      cursor={cursor}
                      onapply={apply}
                      onhighlight={highlight}
                      onread={onread}
                      announce={announce}
                    >
                      <Cosmetics
                        cosmetics={cosmetics}
                        sheet={sheet}
                        dispatch={dispatch}
                        onhighlight={highlight}
                      />
                    </Constraints>
                  )}
                  {tab === "puzzle" && (
                    <Puzzle
                      sheet={sheet}
                      rules={drawn?.rules}
                      selected={selected}
                      onapply={apply}
                      onamend={(sheet) => dispatch({ type: "amend", sheet })}
                    />
                  )}
                  {tab === "analyze" && (
                    <Analyze
                      engine={once}
                      sheet={sheet}
                      onapply={apply}
                      onhighlight={highlight}
                      announce={announce}
                    />
                  )}
                  {tab === "generate" && (
                    <Generate
                      engine={once}
                      quick={quick}
                      sheet={sheet}
                      onload={made}
                      onapply={apply}
                      announce={announce}
                    />
                  )}
                </Tabs>
              )}
            </div>
          </div>
        </main>
      )}
      <p class="live" aria-live="polite">
        {session.announcement}
      </p>
    </div>
  );
}

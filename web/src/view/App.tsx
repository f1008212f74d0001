// The page: board and input pad on one side, tabs on the other, and their shared state.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Engine } from "../engine/client";
import {
  COLOURS,
  blank,
  clear,
  colsOf,
  digitOf,
  enter,
  fromWire,
  isClassic,
  moved,
  push,
  redo,
  restart,
  rowsOf,
  symbol,
  toWire,
  undo,
  usual,
  type History,
  type Mode,
  type Phase,
  type Sheet,
} from "../model/game";
import { app as messages, keys, status as statusMessages } from "../messages";
import { fromHash } from "../model/link";
import { loadHistory, loadSettings, saveHistory, saveSettings, type Settings } from "../model/store";
import type { ReadText, ReadVariant, Sets } from "../wire";
import { Batch } from "./Batch";
import { Board } from "./Board";
import { useLatest } from "./common";
import { Cover } from "./Cover";
import { Learn, type Shown } from "./Learn";
import { Make } from "./Make";
import { useClashes, useDrawn, useLive, useSolved, type Live } from "./live";
import { Rules } from "./Rules";
import { SettingsTab } from "./Settings";
import { Setter } from "./Setter";
import { Share } from "./Share";
import { Update } from "./Update";

/** Input modes, in the order in which Space switches them, with the keys that select them. */
const MODES: { mode: Mode; key: string }[] = [
  { mode: "digit", key: "z" },
  { mode: "corner", key: "x" },
  { mode: "mark", key: "c" },
  { mode: "colour", key: "v" },
];

const TABS = ["learn", "setter", "rules", "make", "batch", "cover", "share", "settings", "keys"] as const;
type Tab = (typeof TABS)[number];

/** The example puzzle of an empty page. */
const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

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

/** Returns the sentence of the status line about the number of solutions. */
function sentence(live: Live, isBlank: boolean): string {
  if (live.clashes[0]) return statusMessages.because(live.clashes[0].text);
  switch (live.status) {
    case "none":
      return live.detail ? `${statusMessages.none} ${live.detail}` : statusMessages.none;
    case "one":
      return statusMessages.one;
    case "several":
      return isBlank ? statusMessages.blank : statusMessages.several(live.count);
    case "unknown":
      return statusMessages.unknown;
    case "failed":
      return live.detail;
    default:
      return statusMessages.pending;
  }
}

/** Returns true if the sheet has givens, candidates of the puzzle, or constraints. */
const hasPuzzle = ({ givens, allowed, shape }: Sheet) =>
  givens.some(Boolean) || allowed !== undefined || shape.rules !== undefined;

/** The page. */
export function App() {
  const [history, setHistory] = useState<History>(loadHistory);
  const [settings, setSettings] = useState<Settings>(loadSettings);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([0]));
  const [cursor, setCursor] = useState(0);
  const [mode, setMode] = useState<Mode>("digit");
  const [phase, setPhase] = useState<Phase>(() => (hasPuzzle(history.now) ? "play" : "set"));
  const [tab, setTab] = useState<Tab>("learn");
  const [shown, setShown] = useState<Shown | undefined>();
  const [highlighted, setHighlighted] = useState<number[]>([]);
  const [announcement, setAnnouncement] = useState("");
  const [notice, setNotice] = useState("");
  /** Number of hint requests by keyboard so far. Each increment makes the Learn tab show a hint. */
  const [hintRequests, setHintRequests] = useState(0);
  const restarted = useCallback((why: string) => setNotice(messages.restarted(why)), []);
  const { live: liveEngine, once, hints, quick } = useEngines(restarted);
  const sheet = history.now;
  const { size, low } = sheet.shape;
  const [rows, cols] = [rowsOf(sheet.shape), colsOf(sheet.shape)];
  const isRated = sheet.shape.rules === undefined;
  // True while the puzzle of a link is being read.
  const [isReading, setReading] = useState(location.hash.length > 1);
  const live = useLive(liveEngine, sheet, settings.truths, isRated, isReading);
  const drawing = useDrawn(quick, sheet);
  const holes = useMemo(() => new Set(drawing?.holes), [drawing]);
  const clashes = useClashes(quick, sheet);
  const givens = sheet.givens.filter(Boolean).length;
  const restricted = (sheet.allowed ?? drawing?.allowed)?.filter(Boolean).length ?? 0;
  const allowed = sheet.allowed ?? drawing?.allowed;
  const full = useSolved(quick, sheet, holes);
  useEffect(() => {
    if (full === "right") setAnnouncement(statusMessages.solved);
  }, [full]);

  const latest = useLatest(history);
  const saved = useRef(history);
  useEffect(() => {
    // The page may close before the timer fires. An unchanged history is not saved, since another tab may
    // have saved a newer one.
    const now = () => {
      if (saved.current !== latest.current) saveHistory(latest.current);
      saved.current = latest.current;
    };
    addEventListener("pagehide", now);
    const timer = setTimeout(now, 200);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", now);
    };
  }, [history, latest]);
  useEffect(() => {
    saveSettings(settings);
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.contrast = settings.contrast;
  }, [settings]);

  const apply = useCallback((next: Sheet) => setHistory((known) => push(known, next)), []);
  const load = useCallback(
    (next: Sheet) => {
      apply(next);
      setPhase(hasPuzzle(next) ? "play" : "set");
      setSelected(new Set([0]));
      setCursor(0);
      setShown(undefined);
      setHighlighted([]);
    },
    [apply],
  );
  const select = useCallback((cells: Set<number>, at: number) => {
    setSelected(cells);
    setCursor(at);
  }, []);

  useEffect(() => {
    // If the cursor is on a hole, move it to the next cell. The drawing with the holes arrives after the
    // puzzle.
    if (!holes.has(cursor)) return;
    const cells = [...sheet.givens.keys()].filter((cell) => !holes.has(cell));
    const next = cells.find((cell) => cell > cursor) ?? cells[0] ?? 0;
    select(new Set([next]), next);
  }, [holes, cursor, sheet.givens, select]);

  /** Loads the puzzle in a text. If the text cannot be read, shows the error and changes nothing. */
  const read = useCallback(
    async (text: string) => {
      try {
        const bytes = new TextEncoder().encode(text);
        const { json } = await quick.ask<ReadText>({ op: "read", most: 1 }, bytes);
        if (json.status === "variant") {
          const { json: variant } = await quick.ask<ReadVariant>({ op: "read" }, bytes, "variants");
          if (variant.status !== "ok") return setNotice(messages.noVariant(variant.detail ?? variant.status));
          const { title } = variant;
          load({ ...fromWire(variant.board), ...(title ? { title } : {}) });
          return setNotice([variant.title, ...(variant.warnings ?? [])].filter(Boolean).join("\n"));
        }
        if (json.status !== "ok" || !json.boards[0]) {
          setNotice(messages.notRead(json.line, json.column, json.detail ?? messages.noPuzzle));
          return;
        }
        load(fromWire(json.boards[0]));
        setNotice(json.count > 1 ? messages.firstOf(json.count) : "");
      } catch (error) {
        setNotice(String(error));
      }
    },
    [load, quick],
  );

  useEffect(() => {
    const follow = async () => {
      setReading(true);
      const linked = await fromHash(location.hash);
      if (linked && "sheet" in linked) load(linked.sheet);
      else if (linked && "text" in linked) await read(linked.text);
      else if (linked) setNotice(messages.nothingLoaded(linked.error));
      setReading(false);
      if (linked) window.history.replaceState(null, "", location.pathname + location.search);
    };
    void follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [load, read]);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
      const text = event.clipboardData?.getData("text");
      if (!text) return;
      event.preventDefault();
      const hash = /#[pz]=\S+/.exec(text);
      if (hash) location.hash = hash[0];
      else void read(text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, [read]);

  const chosen = useMemo(() => [...selected].filter((cell) => !holes.has(cell)), [selected, holes]);
  /**
   * Enters a digit. If the setting is on, a placed digit is also removed from the candidates of its peers.
   */
  const put = useCallback(
    (digit: number, how: Mode = mode) => {
      const next = enter(sheet, chosen, digit, how, phase);
      apply(next);
      if (how !== "digit" || !settings.tidy || !next.marks.some(Boolean)) return;
      quick.ask<Sets>({ op: "open", board: { ...toWire(next), marks: [] } }).then(
        ({ json }) => {
          setHistory((known) => {
            if (known.now !== next) return known;
            const marks = next.marks.map((set, cell) =>
              next.givens[cell] || next.placed[cell] ? 0 : set & (json.sets[cell] ?? 0),
            );
            return { ...known, now: { ...next, marks } };
          });
        },
        () => {},
      );
    },
    [sheet, chosen, mode, phase, settings.tidy, apply, quick],
  );
  const fill = () => {
    quick.ask<Sets>({ op: "open", board: { ...toWire(sheet), marks: [] } }).then(
      ({ json }) => {
        const marks = json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set));
        apply({ ...sheet, marks });
      },
      () => {},
    );
  };
  const erase = () => apply(clear(sheet, chosen, mode, phase));
  const back = () => setHistory(undo);
  const forth = () => setHistory(redo);

  const go = (event: KeyboardEvent, to: number) => {
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    select(new Set(more ? [...selected, to] : [to]), to);
  };
  const key = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=checkbox]), textarea, select")) return;
    // Focused controls handle navigation keys, Enter, Tab and Space themselves. All other keys are for the
    // board.
    const isForOthers = target !== document.body && !target.closest(".cells");
    if (isForOthers && (/^(Arrow|Home|End|Enter|Tab)/.test(event.key) || event.key === " ")) return;
    const to = moved(event.key, event.ctrlKey, cursor, rows, cols, holes);
    const chord = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    // Colours are numbered from 1 even if the values start at 0.
    const least = mode === "colour" ? 1 : low;
    const digit = digitOf(/^Digit[0-9]$/.test(event.code) ? event.code.slice(5) : event.key, size, least);
    if (to !== undefined) go(event, to);
    else if (chord && letter === "z") event.shiftKey ? forth() : back();
    else if (chord && letter === "y") forth();
    else if (chord && letter === "a")
      setSelected(new Set([...sheet.givens.keys()].filter((cell) => !holes.has(cell))));
    else if (
      digit &&
      digit <= size &&
      (!chord || /^Digit/.test(event.code)) &&
      !event.altKey &&
      (digit < 10 || mode !== "colour")
    ) {
      put(digit, /^Digit/.test(event.code) && event.shiftKey ? "corner" : chord ? "mark" : mode);
    } else if (["Delete", "Backspace", "0", "."].includes(event.key)) erase();
    else if (event.key === "Escape") {
      setShown(undefined);
      setHighlighted([]);
      setSelected(new Set([cursor]));
    } else if (event.key === " ")
      setMode(MODES[(MODES.findIndex((item) => item.mode === mode) + 1) % MODES.length]!.mode);
    else if (event.key === "?") setTab("keys");
    else if (!chord && letter === "h") {
      setTab("learn");
      setHintRequests((known) => known + 1);
    } else {
      const found = !chord && MODES.find((item) => item.key === letter);
      if (!found) return;
      setMode(found.mode);
    }
    event.preventDefault();
  };

  const listener = useLatest(key);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => listener.current(event);
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [listener]);

  const drawn = shown?.sheet ?? sheet;
  const clashing = useMemo(() => new Set(clashes.flatMap((clash) => clash.cells)), [clashes]);
  const highlightedCells = useMemo(() => new Set(highlighted), [highlighted]);
  const buttons = mode === "colour" ? COLOURS : size;
  return (
    <>
      <header>
        <h1>Farandole</h1>
        <div class="row" role="group" aria-label={messages.phases}>
          {(["set", "play"] as const).map((name) => (
            <button key={name} aria-pressed={phase === name} onClick={() => setPhase(name)}>
              {messages.phase[name]}
            </button>
          ))}
        </div>
        <nav aria-label={messages.site}>
          <a href="guide/index.html">{messages.guide}</a>{" "}
          <a href="techniques/index.html">{messages.techniques}</a>{" "}
          <a href="constraints/index.html">{messages.constraints}</a>
        </nav>
      </header>
      <main>
        <div class="left">
          {sheet.title && <p class="printed title">{sheet.title}</p>}
          <Board
            sheet={drawn}
            selected={selected}
            cursor={cursor}
            step={shown?.step}
            scope={shown?.scope}
            allowed={allowed}
            drawn={drawing}
            holes={holes}
            truths={settings.truths && !shown ? live.truths : undefined}
            clashes={clashing}
            highlighted={highlightedCells}
            onselect={select}
          />
          <div
            class="status"
            data-status={live.clashes.length ? "none" : live.status}
            data-ms={live.ms.toFixed(1)}
          >
            <p role="status">
              <span class="quiet">{statusMessages.given(givens, restricted)}</span>{" "}
              {sentence(live, !hasPuzzle(sheet))}
              {full === "right" && <span class="solved"> {statusMessages.solved}</span>}
              {full === "wrong" && !clashes.length && <span class="solved"> {statusMessages.wrong}</span>}
            </p>
            <p class="numbers">
              {live.se?.er !== undefined && (
                <span>
                  {statusMessages.er(live.se.lower_bound)} <b>{live.se.er.toFixed(1)}</b> EP{" "}
                  {live.se.ep?.toFixed(1)} ED {live.se.ed?.toFixed(1)}
                </span>
              )}
              {live.hodoku?.score !== undefined && (
                <span>
                  HoDoKu <b>{live.hodoku.score}</b> {live.hodoku.level}
                </span>
              )}
              {live.isRating && !live.hodoku && <span>{statusMessages.rating}</span>}
            </p>
          </div>
          <div class="printed">
            {drawing?.rules.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
          </div>
          {clashes.length > 0 && !live.clashes.length && <p class="trouble">{clashes[0]!.text}</p>}
          <div class="pad">
            <div class="modes" role="group" aria-label={messages.modes}>
              {MODES.map(({ mode: name }) => (
                <button key={name} aria-pressed={mode === name} onClick={() => setMode(name)}>
                  {messages.mode[name]}
                </button>
              ))}
            </div>
            <div
              class="digits"
              data-count={buttons}
              role="group"
              aria-label={mode === "colour" ? messages.colours : messages.digits}
            >
              {Array.from({ length: buttons }, (_, i) => (
                <button
                  key={i}
                  class={mode === "colour" ? `swatch colour-${i + 1}` : ""}
                  aria-label={mode === "colour" ? messages.colour(i + 1) : messages.digit(symbol(i + 1, low))}
                  onClick={() => put(i + 1)}
                >
                  {mode === "colour" ? "" : symbol(i + 1, low)}
                </button>
              ))}
              <button aria-label={messages.erase} onClick={erase}>
                <svg aria-hidden="true" viewBox="0 0 24 24">
                  <path d="M8 6h12v12H8l-6-6zM11 9l6 6m0-6l-6 6" />
                </svg>
              </button>
            </div>
            <div class="row tools">
              <button disabled={!history.past.length} onClick={back}>
                {messages.undo}
              </button>
              <button disabled={!history.future.length} onClick={forth}>
                {messages.redo}
              </button>
              <button onClick={fill}>{messages.fill}</button>
              <button onClick={() => apply(restart(sheet))}>{messages.restart}</button>
              <button onClick={() => load(blank(usual(size)))}>{messages.new}</button>
              {!hasPuzzle(sheet) && isClassic(sheet.shape) && (
                <button onClick={() => void read(EXAMPLE)}>{messages.example}</button>
              )}
              <label class="inline">
                <input
                  type="checkbox"
                  checked={settings.truths}
                  onChange={(event) => setSettings({ ...settings, truths: event.currentTarget.checked })}
                />{" "}
                {messages.truths}
              </label>
            </div>
          </div>
        </div>
        <div class="right">
          <Update />
          {notice && (
            <p class="notice" role="alert">
              {notice.split("\n").map((line) => (
                <span key={line}>
                  {line}
                  <br />
                </span>
              ))}{" "}
              <button onClick={() => setNotice("")}>{messages.close}</button>
            </p>
          )}
          <div class="tabs" role="tablist" aria-label={messages.tools}>
            {TABS.map((name) => (
              <button
                key={name}
                role="tab"
                id={`tab-${name}`}
                aria-selected={tab === name}
                aria-controls="panel"
                tabIndex={tab === name ? 0 : -1}
                onClick={() => setTab(name)}
                onKeyDown={(event) => {
                  const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                  if (!move) return;
                  const next = TABS[(TABS.indexOf(tab) + move + TABS.length) % TABS.length]!;
                  setTab(next);
                  document.getElementById(`tab-${next}`)?.focus();
                }}
              >
                {messages.tabs[name]}
              </button>
            ))}
          </div>
          <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
            <div hidden={tab !== "learn"}>
              <Learn
                engine={hints}
                quick={quick}
                sheet={sheet}
                onshow={setShown}
                onhighlight={setHighlighted}
                onapply={apply}
                announce={setAnnouncement}
                requests={hintRequests}
              />
            </div>
            {tab === "setter" && (
              <Setter
                engine={once}
                sheet={sheet}
                selected={selected}
                onapply={apply}
                onhighlight={setHighlighted}
                announce={setAnnouncement}
              />
            )}
            {tab === "rules" && (
              <Rules
                quick={quick}
                sheet={sheet}
                drawn={drawing}
                selected={selected}
                cursor={cursor}
                onapply={apply}
                onhighlight={setHighlighted}
                onread={(text) => void read(text)}
                announce={setAnnouncement}
              />
            )}
            {tab === "make" && (
              <Make engine={once} quick={quick} sheet={sheet} onload={load} announce={setAnnouncement} />
            )}
            <div hidden={tab !== "batch"}>
              <Batch announce={setAnnouncement} />
            </div>
            {tab === "cover" && <Cover engine={once} announce={setAnnouncement} />}
            {tab === "share" && (
              <Share
                quick={quick}
                sheet={sheet}
                shown={shown}
                onread={(text) => void read(text)}
                announce={setAnnouncement}
              />
            )}
            {tab === "settings" && <SettingsTab settings={settings} onsettings={setSettings} />}
            {tab === "keys" && <Keys />}
          </div>
        </div>
      </main>
      <p class="live" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

/** The Shortcuts tab. */
function Keys() {
  return (
    <table class="keys">
      <caption>{keys.caption}</caption>
      <tbody>
        {keys.list.map(([names, effect]) => (
          <tr key={names}>
            <th scope="row">{names}</th>
            <td>{effect}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// The page: board and pad on one side, tools on the other, and what they share.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Engine } from "../engine/client";
import {
  COLOURS, blank, clear, colsOf, digitOf, enter, fromWire, isClassic, moved, push, redo, restart, rowsOf, symbol, toWire, undo, usual,
  type History, type Mode, type Phase, type Sheet,
} from "../model/game";
import { fromHash } from "../model/link";
import { loadHistory, loadSettings, saveHistory, saveSettings, type Settings } from "../model/store";
import type { ReadText, ReadVariant, Sets } from "../wire";
import { Batch } from "./Batch";
import { Board } from "./Board";
import { Cover } from "./Cover";
import { Learn, type Shown } from "./Learn";
import { Make } from "./Make";
import { useClashes, useDrawn, useLive, useSolved, type Live } from "./live";
import { Rules } from "./Rules";
import { Setter } from "./Setter";
import { Share } from "./Share";
import { Update } from "./Update";

const MODES: { mode: Mode; name: string; key: string }[] = [
  { mode: "digit", name: "Digit", key: "Z" },
  { mode: "corner", name: "Note", key: "X" },
  { mode: "mark", name: "Candidate", key: "C" },
  { mode: "colour", name: "Colour", key: "V" },
];

const TABS = ["Learn", "Setter", "Rules", "Make", "Batch", "Cover", "Share", "Keys"] as const;
type Tab = (typeof TABS)[number];

const EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Engines for what is said all the time, for what takes long, for hints, and for what is there at once. */
function useEngines(onrestart: (why: string) => void): { live: Engine; once: Engine; hints: Engine; quick: Engine } {
  return useMemo(() => {
    const engines = { live: new Engine(), once: new Engine("later"), hints: new Engine("later"), quick: new Engine() };
    for (const engine of Object.values(engines)) engine.onrestart = onrestart;
    return engines;
  }, []);
}

const SOLVED = "Solved: every digit is right.";

/** What the puzzle gives, in a few words. */
function given(givens: number, allowed: number[] | undefined): string {
  const told = givens === 1 ? "1 given" : `${givens} givens`;
  const cells = allowed?.filter(Boolean).length ?? 0;
  return cells ? `${told}, candidates in ${cells === 1 ? "1 cell" : `${cells} cells`}` : told;
}

/** One sentence about the puzzle. */
function sentence(live: Live, isBlank: boolean): string {
  if (live.clashes[0]) return `No solution: ${live.clashes[0].text}.`;
  switch (live.status) {
    case "none":
      return live.detail ? `No solution. ${live.detail}` : "No solution.";
    case "one":
      return "Exactly one solution.";
    case "several":
      return isBlank ? "An empty grid: type the givens, or paste a puzzle." : `Several solutions: ${live.count}.`;
    case "unknown":
      return "Not decided yet; the Setter tab counts on.";
    case "failed":
      return live.detail;
    default:
      return "\u2026";
  }
}

/** Whether there is something to solve. */
const hasPuzzle = ({ givens, allowed, shape }: Sheet) => givens.some(Boolean) || allowed !== undefined || shape.rules !== undefined;

export function App() {
  const [history, setHistory] = useState<History>(loadHistory);
  const [settings, setSettings] = useState<Settings>(loadSettings);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([0]));
  const [cursor, setCursor] = useState(0);
  const [mode, setMode] = useState<Mode>("digit");
  const [phase, setPhase] = useState<Phase>(() => (hasPuzzle(history.now) ? "play" : "set"));
  const [tab, setTab] = useState<Tab>("Learn");
  const [shown, setShown] = useState<Shown | undefined>();
  const [named, setNamed] = useState<number[]>([]);
  const [said, setSaid] = useState("");
  const [notice, setNotice] = useState("");
  const [wish, setWish] = useState(0);
  const { live: liveEngine, once, hints, quick } = useEngines((why) => setNotice(`The engine was started again: ${why}`));
  const sheet = history.now;
  const { size, low } = sheet.shape;
  const [rows, cols] = [rowsOf(sheet.shape), colsOf(sheet.shape)];
  const isRated = sheet.shape.rules === undefined;
  // Whether the puzzle of a link is being read.
  const [isReading, setReading] = useState(location.hash.length > 1);
  const live = useLive(liveEngine, sheet, settings.truths, isRated, isReading);
  const drawing = useDrawn(quick, sheet);
  const holes = useMemo(() => new Set(drawing?.holes), [drawing]);
  const clashes = useClashes(quick, sheet);
  const givens = sheet.givens.filter(Boolean).length;
  const allowed = sheet.allowed ?? drawing?.allowed;
  const full = useSolved(quick, sheet, holes);
  useEffect(() => {
    if (full === "right") setSaid(SOLVED);
  }, [full]);

  const latest = useRef(history);
  latest.current = history;
  const saved = useRef(history);
  useEffect(() => {
    // A page may go before the timer does. What another tab has saved since is newer than what did not change here.
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
  }, [history]);
  useEffect(() => {
    saveSettings(settings);
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.contrast = settings.contrast;
  }, [settings]);

  const apply = useCallback((next: Sheet) => setHistory((known) => push(known, next)), []);
  const load = useCallback((next: Sheet) => {
    apply(next);
    setPhase(hasPuzzle(next) ? "play" : "set");
    setSelected(new Set([0]));
    setCursor(0);
    setShown(undefined);
    setNamed([]);
  }, []);

  useEffect(() => {
    // Whoever came to a hole before it was known as one goes on at the next cell.
    if (!holes.has(cursor)) return;
    const cells = [...sheet.givens.keys()].filter((cell) => !holes.has(cell));
    const next = cells.find((cell) => cell > cursor) ?? cells[0] ?? 0;
    select(new Set([next]), next);
  }, [holes, cursor]);

  /** Reads a text as a puzzle; what can't be read leaves everything as it was. */
  const read = useCallback(async (text: string) => {
    try {
      const bytes = new TextEncoder().encode(text);
      const { json } = await quick.ask<ReadText>({ op: "read", most: 1 }, bytes);
      if (json.status === "variant") {
        const { json: variant } = await quick.ask<ReadVariant>({ op: "read" }, bytes, "variants");
        if (variant.status !== "ok") return setNotice(`Nothing loaded:\n${variant.detail ?? variant.status}`);
        const { title } = variant;
        load({ ...fromWire(variant.board), ...(title ? { title } : {}) });
        return setNotice([variant.title, ...(variant.warnings ?? [])].filter(Boolean).join("\n"));
      }
      if (json.status !== "ok" || !json.boards[0]) {
        setNotice(`Not read: ${json.line ? `line ${json.line}, column ${json.column}: ` : ""}${json.detail ?? "no puzzle"}`);
        return;
      }
      load(fromWire(json.boards[0]));
      setNotice(json.count > 1 ? `The first of ${json.count} puzzles; the Batch tab answers them all.` : "");
    } catch (error) {
      setNotice(String(error));
    }
  }, []);

  useEffect(() => {
    const follow = async () => {
      setReading(true);
      const linked = await fromHash(location.hash);
      if (linked && "sheet" in linked) load(linked.sheet);
      else if (linked && "text" in linked) await read(linked.text);
      else if (linked) setNotice(`Nothing loaded: ${linked.error}.`);
      setReading(false);
      if (linked) window.history.replaceState(null, "", location.pathname + location.search);
    };
    void follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
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
  }, []);

  const chosen = useMemo(() => [...selected].filter((cell) => !holes.has(cell)), [selected, holes]);
  /** Enters a digit; in place it takes its candidates away from the cells that see it, if that is wanted. */
  const put = useCallback(
    (digit: number, how: Mode = mode) => {
      const next = enter(sheet, chosen, digit, how, phase);
      apply(next);
      if (how !== "digit" || !settings.tidy || !next.marks.some(Boolean)) return;
      quick.ask<Sets>({ op: "open", board: { ...toWire(next), marks: [] } }).then(({ json }) => {
        setHistory((known) => {
          if (known.now !== next) return known;
          const marks = next.marks.map((set, cell) => (next.givens[cell] || next.placed[cell] ? 0 : set & (json.sets[cell] ?? 0)));
          return { ...known, now: { ...next, marks } };
        });
      }, () => {});
    },
    [sheet, chosen, mode, phase, settings.tidy],
  );
  const fill = () => {
    quick.ask<Sets>({ op: "open", board: { ...toWire(sheet), marks: [] } }).then(({ json }) => {
      const marks = json.sets.map((set, cell) => (sheet.givens[cell] || sheet.placed[cell] ? 0 : set));
      apply({ ...sheet, marks });
    }, () => {});
  };
  const erase = () => apply(clear(sheet, chosen, mode, phase));
  const back = () => setHistory(undo);
  const forth = () => setHistory(redo);
  const select = useCallback((cells: Set<number>, at: number) => {
    setSelected(cells);
    setCursor(at);
  }, []);

  const go = (event: KeyboardEvent, to: number) => {
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    select(new Set(more ? [...selected, to] : [to]), to);
  };
  const key = (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=checkbox]), textarea, select")) return;
    // Buttons have keys of their own; everywhere else keys are for the board.
    const isForOthers = target !== document.body && !target.closest(".cells");
    if (isForOthers && (/^(Arrow|Home|End|Enter|Tab)/.test(event.key) || event.key === " ")) return;
    const to = moved(event.key, event.ctrlKey, cursor, rows, cols, holes);
    const chord = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    // Colours are counted from 1, whatever the values are.
    const least = mode === "colour" ? 1 : low;
    const digit = digitOf(/^Digit[0-9]$/.test(event.code) ? event.code.slice(5) : event.key, size, least);
    if (to !== undefined) go(event, to);
    else if (chord && letter === "z") event.shiftKey ? forth() : back();
    else if (chord && letter === "y") forth();
    else if (chord && letter === "a") setSelected(new Set([...sheet.givens.keys()].filter((cell) => !holes.has(cell))));
    else if (digit && digit <= size && (!chord || /^Digit/.test(event.code)) && !event.altKey && (digit < 10 || mode !== "colour")) {
      put(digit, /^Digit/.test(event.code) && event.shiftKey ? "corner" : chord ? "mark" : mode);
    } else if (["Delete", "Backspace", "0", "."].includes(event.key)) erase();
    else if (event.key === "Escape") {
      setShown(undefined);
      setNamed([]);
      setSelected(new Set([cursor]));
    } else if (event.key === " ") setMode(MODES[(MODES.findIndex((it) => it.mode === mode) + 1) % MODES.length]!.mode);
    else if (event.key === "?") setTab("Keys");
    else if (!chord && letter === "h") {
      setTab("Learn");
      setWish((known) => known + 1);
    } else {
      const found = !chord && MODES.find((it) => it.key.toLowerCase() === letter);
      if (!found) return;
      setMode(found.mode);
    }
    event.preventDefault();
  };

  const listener = useRef(key);
  listener.current = key;
  useEffect(() => {
    const hear = (event: KeyboardEvent) => listener.current(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);

  const drawn = shown?.sheet ?? sheet;
  const clashing = useMemo(() => new Set(clashes.flatMap((clash) => clash.cells)), [clashes]);
  const looked = useMemo(() => new Set(named), [named]);
  const buttons = mode === "colour" ? COLOURS : size;
  return (
    <>
      <header>
        <h1>Farandole</h1>
        <div class="row" role="group" aria-label="what digits are">
          {(["set", "play"] as const).map((it) => (
            <button key={it} aria-pressed={phase === it} onClick={() => setPhase(it)}>
              {it === "set" ? "Set givens" : "Play"}
            </button>
          ))}
        </div>
        <nav aria-label="pages">
          <a href="guide/index.html">Guide</a> <a href="techniques/index.html">Techniques</a> <a href="constraints/index.html">Constraints</a>
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
            named={looked}
            onselect={select}
          />
          <div class="status" data-status={live.clashes.length ? "none" : live.status} data-ms={live.ms.toFixed(1)}>
            <p role="status">
              <span class="quiet">{given(givens, allowed)}.</span> {sentence(live, !hasPuzzle(sheet))}
              {full === "right" && <span class="solved"> {SOLVED}</span>}
              {full === "wrong" && !clashes.length && <span class="solved"> All cells are full, but some digit is wrong.</span>}
            </p>
            <p class="numbers">
              {live.se?.er !== undefined && (
                <span>
                  {live.se.lower_bound ? "ER at least" : "ER"} <b>{live.se.er.toFixed(1)}</b> EP {live.se.ep?.toFixed(1)} ED {live.se.ed?.toFixed(1)}
                </span>
              )}
              {live.hodoku?.score !== undefined && (
                <span>
                  HoDoKu <b>{live.hodoku.score}</b> {live.hodoku.level}
                </span>
              )}
              {live.isRating && !live.hodoku && <span>rating…</span>}
            </p>
          </div>
          <div class="printed">{drawing?.rules.map((rule) => <p key={rule}>{rule}</p>)}</div>
          {clashes.length > 0 && !live.clashes.length && <p class="trouble">{clashes[0]!.text}</p>}
          <div class="pad">
            <div class="modes" role="group" aria-label="what digits write">
              {MODES.map(({ mode: it, name }) => (
                <button key={it} aria-pressed={mode === it} onClick={() => setMode(it)}>
                  {name}
                </button>
              ))}
            </div>
            <div class="digits" data-count={buttons} role="group" aria-label={mode === "colour" ? "colours" : "digits"}>
              {Array.from({ length: buttons }, (_, i) => (
                <button key={i} class={mode === "colour" ? `swatch colour-${i + 1}` : ""} aria-label={mode === "colour" ? `colour ${i + 1}` : `digit ${symbol(i + 1, low)}`} onClick={() => put(i + 1)}>
                  {mode === "colour" ? "" : symbol(i + 1, low)}
                </button>
              ))}
              <button aria-label="erase" onClick={erase}>
                <svg aria-hidden="true" viewBox="0 0 24 24"><path d="M8 6h12v12H8l-6-6zM11 9l6 6m0-6l-6 6" /></svg>
              </button>
            </div>
            <div class="row tools">
              <button disabled={!history.past.length} onClick={back}>Undo</button>
              <button disabled={!history.future.length} onClick={forth}>Redo</button>
              <button onClick={fill}>Fill candidates</button>
              <button onClick={() => apply(restart(sheet))}>Restart</button>
              <button onClick={() => load(blank(usual(size)))}>New</button>
              {!hasPuzzle(sheet) && isClassic(sheet.shape) && <button onClick={() => void read(EXAMPLE)}>An example</button>}
              <label class="inline">
                <input type="checkbox" checked={settings.truths} onChange={(event) => setSettings({ ...settings, truths: event.currentTarget.checked })} /> true candidates
              </label>
            </div>
          </div>
        </div>
        <div class="right">
          <Update />
          {notice && (
            <p class="notice" role="alert">
              {notice.split("\n").map((line) => <span key={line}>{line}<br /></span>)} <button onClick={() => setNotice("")}>Close</button>
            </p>
          )}
          <div class="tabs" role="tablist" aria-label="tools">
            {TABS.map((it) => (
              <button
                key={it}
                role="tab"
                id={`tab-${it}`}
                aria-selected={tab === it}
                aria-controls="panel"
                tabIndex={tab === it ? 0 : -1}
                onClick={() => setTab(it)}
                onKeyDown={(event) => {
                  const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
                  if (!move) return;
                  const next = TABS[(TABS.indexOf(tab) + move + TABS.length) % TABS.length]!;
                  setTab(next);
                  document.getElementById(`tab-${next}`)?.focus();
                }}
              >
                {it}
              </button>
            ))}
          </div>
          <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
            <div hidden={tab !== "Learn"}>
              <Learn engine={hints} quick={quick} sheet={sheet} onshow={setShown} onname={setNamed} onapply={apply} say={setSaid} wish={wish} />
            </div>
            {tab === "Setter" && <Setter engine={once} sheet={sheet} selected={selected} onapply={apply} onname={setNamed} say={setSaid} />}
            {tab === "Rules" && <Rules quick={quick} sheet={sheet} drawn={drawing} selected={selected} cursor={cursor} onapply={apply} onname={setNamed} onread={(text) => void read(text)} say={setSaid} />}
            {tab === "Make" && <Make engine={once} quick={quick} sheet={sheet} onload={load} say={setSaid} />}
            <div hidden={tab !== "Batch"}>
              <Batch say={setSaid} />
            </div>
            {tab === "Cover" && <Cover engine={once} say={setSaid} />}
            {tab === "Share" && <Share quick={quick} sheet={sheet} shown={shown} settings={settings} onsettings={setSettings} onread={(text) => void read(text)} say={setSaid} />}
            {tab === "Keys" && <Keys />}
          </div>
        </div>
      </main>
      <p class="live" aria-live="polite">
        {said}
      </p>
    </>
  );
}

const HELP: [string, string][] = [
  ["arrows", "move; with Shift or Ctrl select more cells"],
  ["1 to 9, A to P", "write with the chosen mode"],
  ["Shift + digit, Ctrl + digit", "note, candidate"],
  ["Z X C V, space", "digit, note, candidate, colour; the next of them"],
  ["Delete, Backspace, 0", "clear"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["Ctrl + A, Escape", "select all; select one and hide what is drawn"],
  ["Home, End", "ends of the row; with Ctrl of the grid"],
  ["H", "hint: where, what, why"],
  ["Ctrl + V", "read a puzzle in any format, or a link"],
  ["?", "this list"],
];

function Keys() {
  return (
    <table class="keys">
      <caption>Keys on the board</caption>
      <tbody>
        {HELP.map(([keys, what]) => (
          <tr key={keys}>
            <th scope="row">{keys}</th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

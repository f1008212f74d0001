// The parts of the view for solvers around the board and the input pad: the title with the timer and the author's
// rules, the result of a check, and the end.
import { useEffect, useState } from "preact/hooks";
import { play as messages, reading as texts } from "../messages";
import { isClassic, restart, type Sheet } from "../model/game";
import { toHash } from "../model/link";
import type { Dispatch, View } from "../model/session";
import { loadTime, saveSolved } from "../model/store";
import type { Drawn } from "../wire";
import { Busy, Trouble } from "./common";
import type { Check } from "./check";
import { cautionText, type Reading } from "./reading";
import { Timer, clock } from "./Timer";

/** Windows in which unfolded rules would take the space of the board. */
const NARROW = "(orientation: portrait), (max-height: 30rem)";

interface TitleProps {
  sheet: Sheet;
  drawn: Drawn | undefined;
  view: View;
  /** Identifies the puzzle. */
  puzzle: string;
  isTimed: boolean;
  isRunning: boolean;
  isPaused: boolean;
  onpause(isPaused: boolean): void;
}

/** The title and author, the timer, and a card with the rules as the author wrote them. */
export function Title({ sheet, drawn, view, isTimed, ...timer }: TitleProps) {
  const { title, author, wording, shape } = sheet;
  const rules = wording ?? (isClassic(shape) ? "" : drawn?.rules?.join("\n"));
  return (
    <>
      {(title || author || isTimed) && (
        <div class="titles">
          {(title || author) && (
            <p class="title">
              <b>{title}</b> {author && <span class="quiet">{texts.by(author)}</span>}
            </p>
          )}
          {isTimed && <Timer {...timer} />}
        </div>
      )}
      {view !== "set" && rules && (
        <details class="card" key={timer.puzzle} open={!matchMedia(NARROW).matches}>
          <summary>{texts.rules}</summary>
          <p class="wording">{rules}</p>
        </details>
      )}
    </>
  );
}

/** The warning about an import. */
export function Caution({
  sheet,
  reading,
  ondismiss,
}: {
  sheet: Sheet;
  reading: Reading | undefined;
  ondismiss(): void;
}) {
  return sheet.caution ? (
    <p class="caution">
      {cautionText(sheet.caution, reading)}{" "}
      <button class="small" aria-label={texts.dismiss} onClick={ondismiss}>
        <span aria-hidden="true">×</span>
      </button>
    </p>
  ) : null;
}

/** The result of a check. `isWrong` is true if the grid is full but wrong. */
export function Checked({ check, isWrong }: { check: Check; isWrong: boolean }) {
  const { task, text, why } = check;
  const shown = text || (isWrong ? messages.notRight : "");
  return (
    <>
      <Busy doing={task.busy} />
      <Trouble text={task.error} />
      {shown && !task.busy && (
        <div class="checked" role="status">
          <p>{shown}</p>
          {why && <button onClick={why}>{messages.why}</button>}
        </div>
      )}
    </>
  );
}

/** The end: the time, the difficulty, and a text to share that contains no digit of the solution. */
export function Finished({
  sheet,
  puzzle,
  difficulty,
  dispatch,
}: {
  sheet: Sheet;
  puzzle: string;
  difficulty: string;
  dispatch: Dispatch;
}) {
  const [said, setSaid] = useState("");
  const time = clock(loadTime(puzzle));
  useEffect(() => saveSolved(puzzle, loadTime(puzzle)), [puzzle]);
  const share = async () => {
    const url = new URL(location.href);
    url.hash = await toHash(restart(sheet));
    const text = messages.shared(sheet.title, time, url.href);
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      setSaid(messages.copied);
    } catch (error) {
      if ((error as Error).name !== "AbortError") setSaid(messages.notCopied);
    }
  };
  const isSure = !sheet.caution?.isOpen;
  return (
    <section class="finish">
      <h2>{isSure ? messages.solved : messages.complete}</h2>
      {!isSure && <p>{messages.unsure}</p>}
      <p class="time">{time}</p>
      {sheet.message && <p class="wording">{sheet.message}</p>}
      {difficulty && <p>{difficulty}</p>}
      <div class="row">
        <button class="primary" onClick={() => void share()}>
          {messages.share}
        </button>
        <button onClick={() => dispatch({ type: "apply", sheet: restart(sheet) })}>{messages.again}</button>
        <button onClick={() => dispatch({ type: "view", view: "home" })}>{messages.next}</button>
      </div>
      <p class="quiet" role="status">
        {said}
      </p>
    </section>
  );
}

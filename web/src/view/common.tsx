// Components and helpers that the tabs share.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Cancelled } from "../engine/client";
import { common as messages } from "../messages";

/** The task of a tab. */
export interface Task {
  /** Progress of the running task; empty if there is none. */
  busy: string;
  /** The error of the last task; empty if it succeeded or was cancelled. */
  error: string;
  /** Starts a task. */
  run(doing: string, task: () => Promise<void>): void;
  /** Updates the progress of the running task. */
  tell(doing: string): void;
}

/** Runs tasks, and keeps the progress and the error of the latest one. */
export function useTask(): Task {
  const [busy, setBusy] = useState("");
  const [error, setError] = useState("");
  const turn = useRef(0);
  const run = (doing: string, task: () => Promise<void>) => {
    const mine = ++turn.current;
    setBusy(doing);
    setError("");
    task()
      .catch((cause: unknown) => {
        if (mine !== turn.current || cause instanceof Cancelled) return;
        setError(cause instanceof Error ? cause.message : String(cause));
      })
      // A task that was started later may still be running.
      .finally(() => mine === turn.current && setBusy(""));
  };
  return { busy, error, run, tell: setBusy };
}

/**
 * Returns a reference to the value of the latest render. Effects and event handlers can read it without being
 * set up again after each change of the value.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/**
 * Returns the answer to a request about `inputs`, and `none` until it arrives. The answer for earlier inputs is never
 * returned.
 */
export function useAnswer<T>(ask: () => Promise<T>, inputs: readonly unknown[], none: T): T {
  const [latest, setLatest] = useState<{ inputs: readonly unknown[]; answer: T }>();
  useEffect(() => {
    let isOver = false;
    ask().then(
      (answer) => isOver || setLatest({ inputs, answer }),
      () => {},
    );
    return () => {
      isOver = true;
    };
    // The linter checks the inputs where this hook is used.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, inputs);
  return latest && inputs.every((input, i) => input === latest.inputs[i]) ? latest.answer : none;
}

/** Moves the focus to the cell of the cursor. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>('.cells [tabindex="0"]')?.focus();
}

/** Shows the progress of a task, with a button that stops it, if it can be stopped. */
export function Busy({ doing, oncancel }: { doing: string; oncancel?(): void }) {
  if (!doing) return null;
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" /> {doing}{" "}
      {oncancel && <button onClick={oncancel}>{messages.stop}</button>}
    </p>
  );
}

/** Shows an error, if there is one. */
export function Trouble({ text }: { text: string }) {
  return text ? (
    <p class="trouble" role="alert">
      {text}
    </p>
  ) : null;
}

/** A section of a tab with its heading. */
export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Offers bytes as a download. */
export function save(name: string, type: string, bytes: BlobPart): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Formats an estimate with two significant digits. */
export function rounded(number: number | null): string {
  if (number === null) return messages.unknown;
  return number < 1e6
    ? grouped(Number(number.toPrecision(2)))
    : number.toExponential(1).replace(/e\+(\d+)/, (_, power: string) => ` · 10${raised(power)}`);
}

/** Returns digits as superscripts. */
const raised = (digits: string) => [...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** Formats a number with narrow spaces between groups of three digits. */
export function grouped(number: number): string {
  return Math.round(number).toLocaleString("en").replaceAll(",", "\u202f");
}

// Small parts that panels share.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Cancelled } from "../engine/client";

export interface Task {
  busy: string;
  error: string;
  run(doing: string, task: () => Promise<void>): void;
  /** Says what the running task is doing now. */
  tell(doing: string): void;
}

/** Runs tasks and keeps what the last one is doing and what went wrong. */
export function useTask(): Task {
  const [busy, setBusy] = useState("");
  const [error, setError] = useState("");
  const turn = useRef(0);
  const run = (doing: string, task: () => Promise<void>) => {
    const mine = ++turn.current;
    setBusy(doing);
    setError("");
    task()
      .catch((it: unknown) => {
        if (mine === turn.current && !(it instanceof Cancelled)) setError(it instanceof Error ? it.message : String(it));
      })
      // A task that came later goes on.
      .finally(() => mine === turn.current && setBusy(""));
  };
  return { busy, error, run, tell: setBusy };
}

export function Busy({ doing, oncancel }: { doing: string; oncancel(): void }) {
  if (!doing) return null;
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" /> {doing} <button onClick={oncancel}>Stop</button>
    </p>
  );
}

export function Trouble({ text }: { text: string }) {
  return text ? (
    <p class="trouble" role="alert">
      {text}
    </p>
  ) : null;
}

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Lets the browser save bytes as a file. */
export function save(name: string, type: string, bytes: BlobPart): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A number with the two digits that count in an estimate. */
export function rounded(number: number): string {
  return number < 1e6 ? grouped(Number(number.toPrecision(2))) : number.toExponential(1).replace("e+", " · 10^");
}

/** A number with spaces between thousands. */
export function grouped(number: number): string {
  return Math.round(number).toLocaleString("en").replaceAll(",", "\u202f");
}

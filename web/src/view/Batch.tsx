// Batch: a file of puzzles, one a line, answered by a pool of workers in order, with progress and a stop.
import { useRef, useState } from "preact/hooks";
import { Cancelled, Engine } from "../engine/client";
import type { Bulk } from "../wire";
import { Section, Trouble, grouped, save } from "./common";

/** About how many bytes one request has. */
const CHUNK = 400_000;
/** A rating takes far longer than a search. */
const CHUNK_RATE = 8_000;

interface State {
  name: string;
  total: number;
  done: number;
  records: number;
  statuses: Record<string, number>;
  seconds: number;
  isRunning: boolean;
  result: BlobPart[];
  error: string;
}

const START: State = { name: "", total: 0, done: 0, records: 0, statuses: {}, seconds: 0, isRunning: false, result: [], error: "" };

/** Cuts a file into pieces that end with a line, without reading all of it at once. */
async function* pieces(file: Blob, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let at = 0;
  while (at < file.size) {
    let end = Math.min(file.size, at + size);
    let bytes = new Uint8Array(await file.slice(at, end).arrayBuffer());
    while (end < file.size) {
      const last = bytes.lastIndexOf(10);
      if (last >= 0) {
        bytes = bytes.subarray(0, last + 1);
        end = at + last + 1;
        break;
      }
      end = Math.min(file.size, end + size);
      bytes = new Uint8Array(await file.slice(at, end).arrayBuffer());
    }
    at = end;
    yield bytes;
  }
}

export function Batch({ say }: { say(text: string): void }) {
  const [state, setState] = useState<State>(START);
  const [what, setWhat] = useState("solve");
  const [isOver, setOver] = useState(false);
  const engines = useRef<Engine[]>([]);
  const file = useRef<File | undefined>(undefined);

  const run = async (input: File) => {
    engines.current.forEach((engine) => engine.close());
    const count = Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2));
    const pool = Array.from({ length: count }, () => new Engine());
    engines.current = pool;
    const start = performance.now();
    const known: State = { ...START, name: input.name, total: input.size, isRunning: true };
    setState(known);
    const isLines = !/\.(gz|zst|zstd)$/i.test(input.name);
    const source = pieces(input, isLines ? (what === "rate" ? CHUNK_RATE : CHUNK) : input.size);
    const results: (Uint8Array<ArrayBuffer> | undefined)[] = [];
    let next = 0;
    let format: string | undefined;
    let shown = 0;
    const work = async (engine: Engine) => {
      for (;;) {
        const index = next++;
        const { value, done } = await source.next();
        if (done || !value) return;
        const { length } = value;
        // The first piece tells the format of all.
        const { json, body } = await engine.ask<Bulk>({ op: "bulk", what, ...(format ? { format } : {}) }, value);
        if (json.status !== "ok") throw new Error(`${input.name}: ${json.detail ?? json.status}`);
        format ??= json.format;
        results[index] = body;
        known.done += length;
        known.records += json.records;
        for (const [status, number] of Object.entries(json.statuses)) known.statuses[status] = (known.statuses[status] ?? 0) + number;
        known.seconds = (performance.now() - start) / 1000;
        if (performance.now() - shown > 100) {
          shown = performance.now();
          setState({ ...known, statuses: { ...known.statuses } });
        }
      }
    };
    try {
      await Promise.all(pool.map(work));
      setState({ ...known, isRunning: false, seconds: (performance.now() - start) / 1000, result: results.filter((it) => it !== undefined) });
      say(`${grouped(known.records)} records in ${((performance.now() - start) / 1000).toFixed(1)} seconds.`);
    } catch (error) {
      setState({ ...known, isRunning: false, result: results.filter((it) => it !== undefined), error: error instanceof Cancelled ? "stopped" : String(error) });
    } finally {
      pool.forEach((engine) => engine.close());
    }
  };
  const take = (input: File | undefined) => {
    if (!input) return;
    file.current = input;
    void run(input);
  };
  const part = state.total ? state.done / state.total : 0;
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files[0]);
      }}
    >
      <Section title="A file of puzzles">
        <p class="quiet">Drop a file here, one puzzle a line or in any format of one puzzle after the other; gzip and zstd too. It stays on this machine.</p>
        <div class="row">
          <label class="inline">
            What is asked{" "}
            <select value={what} onChange={(event) => setWhat(event.currentTarget.value)}>
              <option value="solve">the solution of each</option>
              <option value="count">how many solutions: 0, 1, 2+</option>
              <option value="rate">ER EP ED</option>
            </select>
          </label>
          <label class="button">
            Choose a file
            <input type="file" class="hidden" onChange={(event) => take(event.currentTarget.files?.[0])} />
          </label>
          {file.current && !state.isRunning && <button onClick={() => take(file.current)}>Again</button>}
        </div>
        {state.name && (
          <>
            <progress aria-label="progress" value={part} max={1} />
            <p role="status" class="told">
              {state.name}: {grouped(state.records)} puzzles, {state.seconds.toFixed(1)} s
              {state.seconds > 0 && `, ${grouped(state.records / state.seconds)} a second`}
            </p>
            <ul class="plain">
              {Object.entries(state.statuses).map(([status, count]) => (
                <li key={status}>
                  {status}: {grouped(count)}
                </li>
              ))}
            </ul>
          </>
        )}
        <div class="row">
          {state.isRunning && <button onClick={() => engines.current.forEach((engine) => engine.cancel())}>Stop</button>}
          {!state.isRunning && state.result.length > 0 && (
            <button class="primary" onClick={() => save(`${state.name}.${what}.txt`, "text/plain", new Blob(state.result))}>
              Save the answers
            </button>
          )}
        </div>
        <Trouble text={state.error} />
      </Section>
    </div>
  );
}

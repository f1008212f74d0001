// The Batch tab: processes a file of puzzles with a pool of workers. Results keep the order of the puzzles.
import { useRef, useState } from "preact/hooks";
import { Cancelled, Engine } from "../engine/client";
import { batch as messages, common } from "../messages";
import type { Bulk } from "../wire";
import { Section, Trouble, grouped, save } from "./common";

/** Approximate size of a chunk in bytes. Each chunk is one request. */
const CHUNK = 400_000;
/** Size of a chunk for ratings, which take far longer than searches. */
const CHUNK_RATE = 8_000;

/** The progress of a run, with the sizes in bytes. */
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

const START: State = {
  name: "",
  total: 0,
  done: 0,
  records: 0,
  statuses: {},
  seconds: 0,
  isRunning: false,
  result: [],
  error: "",
};

/** Splits a file into chunks of whole lines. Reads only one chunk at a time. */
async function* chunks(file: Blob, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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

/** The Batch tab. */
export function Batch({ announce }: { announce(text: string): void }) {
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
    const known: State = { ...START, statuses: {}, name: input.name, total: input.size, isRunning: true };
    setState(known);
    const isPacked = /\.(gz|zst|zstd)$/i.test(input.name);
    const source = chunks(input, isPacked ? input.size : what === "rate" ? CHUNK_RATE : CHUNK);
    const results: (Uint8Array<ArrayBuffer> | undefined)[] = [];
    let next = 0;
    let format: string | undefined;
    let shown = 0;
    /** Processes a chunk. Returns its status, and a function that records its results. */
    const answer = async (engine: Engine, index: number, chunk: Uint8Array) => {
      const length = chunk.length;
      const { json, body } = await engine.ask<Bulk>(
        { op: "bulk", what, ...(format ? { format } : {}) },
        chunk,
      );
      if (json.status !== "ok") throw new Error(`${input.name}: ${json.detail ?? json.status}`);
      return {
        json,
        record: () => {
          results[index] = body;
          known.done += length;
          known.records += json.records;
          for (const [status, number] of Object.entries(json.statuses))
            known.statuses[status] = (known.statuses[status] ?? 0) + number;
          known.seconds = (performance.now() - start) / 1000;
          if (performance.now() - shown > 100) {
            shown = performance.now();
            setState({ ...known, statuses: { ...known.statuses } });
          }
        },
      };
    };
    /**
     * Detects the format of the file from its first chunk. If the format does not allow splitting, one worker
     * processes the whole file. Returns true if there may be further chunks.
     */
    const begin = async (): Promise<boolean> => {
      const first = await source.next();
      if (first.done) return false;
      const { json, record } = await answer(pool[0]!, next++, first.value);
      if (json.cuts || first.value.length === input.size) {
        format = json.format;
        record();
        return true;
      }
      const whole = await answer(pool[0]!, 0, new Uint8Array(await input.arrayBuffer()));
      whole.record();
      return false;
    };
    const work = async (engine: Engine) => {
      for (;;) {
        const index = next++;
        const { value, done } = await source.next();
        if (done || !value) return;
        (await answer(engine, index, value)).record();
      }
    };
    try {
      if (await begin()) await Promise.all(pool.map(work));
      const seconds = (performance.now() - start) / 1000;
      setState({ ...known, isRunning: false, seconds, result: results.filter((part) => part !== undefined) });
      announce(messages.done(grouped(known.records), seconds.toFixed(1)));
    } catch (cause) {
      const error = cause instanceof Cancelled ? messages.stopped : String(cause);
      setState({ ...known, isRunning: false, result: results.filter((part) => part !== undefined), error });
    } finally {
      pool.forEach((engine) => engine.close());
    }
  };
  const choose = (input: File | undefined) => {
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
        choose(event.dataTransfer?.files[0]);
      }}
    >
      <Section title={messages.title}>
        <p class="quiet">{messages.about}</p>
        <div class="row">
          <label class="inline">
            {messages.what}{" "}
            <select value={what} onChange={(event) => setWhat(event.currentTarget.value)}>
              {Object.entries(messages.whats).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="button">
            {messages.choose}
            <input type="file" class="hidden" onChange={(event) => choose(event.currentTarget.files?.[0])} />
          </label>
          {file.current && !state.isRunning && (
            <button onClick={() => choose(file.current)}>{messages.again}</button>
          )}
        </div>
        {state.name && (
          <>
            <progress aria-label={messages.progress} value={part} max={1} />
            <p role="status" class="result">
              {messages.running(state.name, grouped(state.records), state.seconds.toFixed(1))}
              {state.seconds > 0 && messages.rate(grouped(state.records / state.seconds))}
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
          {state.isRunning && (
            <button onClick={() => engines.current.forEach((engine) => engine.cancel())}>
              {common.stop}
            </button>
          )}
          {!state.isRunning && state.result.length > 0 && (
            <button
              class="primary"
              onClick={() => save(`${state.name}.${what}.txt`, "text/plain", new Blob(state.result))}
            >
              {messages.save}
            </button>
          )}
        </div>
        <Trouble text={state.error} />
      </Section>
    </div>
  );
}

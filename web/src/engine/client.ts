// Workers seen from the page: requests with answers, cancelling by ending the worker, a new worker after a failure.
import wasmUrl from "../../wasm/farandole.wasm?url";
import type { Request } from "../wire";
import type { Done, Job } from "./worker";

/** A request that the page gave up. */
export class Cancelled extends Error {}

/** An answer with the bytes behind it and how long the engine took. */
export interface Answer<T> {
  json: T;
  body: Uint8Array<ArrayBuffer>;
  ms: number;
  /** How much memory the worker holds. */
  bytes: number;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module, fetched and compiled once. */
function compile(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch(async () => {
    // Servers that do not know the type.
    const response = await fetch(wasmUrl);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  return compiled;
}

interface Waiting {
  job: Job;
  resolve(done: Answer<unknown>): void;
  reject(error: Error): void;
}

/** A worker with a queue. */
export class Engine {
  #worker: Worker | undefined;
  #queue: Waiting[] = [];
  #running: Waiting | undefined;
  #next = 0;
  /** Hears of workers that died and were replaced. */
  onrestart: ((why: string) => void) | undefined;

  /** Settled when the worker has the module. */
  #ready: Promise<void> = Promise.resolve();

  constructor() {
    this.#start();
  }

  #start(): void {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Done>) => {
      if (worker === this.#worker) this.#done(data);
    };
    worker.onerror = (event) => {
      if (worker === this.#worker) this.#fail(event.message || "the worker could not be started");
    };
    this.#ready = compile().then((module) => worker.postMessage(module));
    this.#ready.catch((error: unknown) => this.#fail(`the engine could not be loaded: ${String(error)}`));
  }

  #pump(): void {
    if (this.#running) return;
    const running = this.#queue.shift();
    if (!running) return;
    this.#running = running;
    const post = () => {
      if (this.#running === running) this.#worker?.postMessage(running.job);
    };
    this.#ready.then(post, () => {});
  }

  #done(done: Done): void {
    const running = this.#running;
    if (!running || running.job.id !== done.id) return;
    this.#running = undefined;
    if ("error" in done) {
      running.reject(new Error(done.error));
      if (done.fatal) this.#restart(done.error);
    } else {
      running.resolve(done);
    }
    this.#pump();
  }

  #fail(why: string): void {
    const running = this.#running;
    this.#running = undefined;
    running?.reject(new Error(why));
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Error(why));
    this.onrestart?.(why);
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.onrestart?.(why);
    this.#start();
  }

  /** Asks the engine. Rejected when cancelled, or when the engine fails. */
  ask<T>(request: Request, body?: Uint8Array): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      const job: Job = { id: this.#next++, request, ...(body ? { body } : {}) };
      this.#queue.push({ job, resolve: resolve as (done: Answer<unknown>) => void, reject });
      this.#pump();
    });
  }

  /**
   * Gives up all requests. A worker that is still at work after `patience` milliseconds is replaced: most answers are there
   * sooner than a new worker would be.
   */
  cancel(patience = 0): void {
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Cancelled("given up"));
    const running = this.#running;
    if (!running) return;
    running.reject(new Cancelled("given up"));
    const replace = () => {
      if (this.#running !== running) return;
      this.#running = undefined;
      this.#worker?.terminate();
      this.#start();
      this.#pump();
    };
    if (patience > 0) setTimeout(replace, patience);
    else replace();
  }

  /** Ends the worker for good. */
  close(): void {
    this.cancel();
    this.#worker?.terminate();
  }

  /** Whether a request is under way. */
  get busy(): boolean {
    return this.#running !== undefined;
  }
}

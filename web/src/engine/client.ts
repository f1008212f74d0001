// The page's side of a worker: sends requests and returns answers, cancels by terminating the worker, and
// replaces workers that fail.
import { type Part, partOf } from "../../../npm/route.js";
import { engine as messages } from "../messages";
import type { Elsewhere, Request } from "../wire";
import { compile, FIRST, startWorker } from "./modules";
import type { Done, Job, Loaded } from "./worker";

/** The error of a request that the page cancelled. */
export class Cancelled extends Error {}

/** The answer of the engine. */
export interface Answer<T> {
  json: T;
  /** The bytes that follow the JSON. */
  body: Uint8Array<ArrayBuffer>;
  /** The time that the engine took, in milliseconds. */
  ms: number;
  /** The size of the module's memory in bytes. */
  bytes: number;
}

/** Number of consecutive failures after which a worker is no longer replaced. */
const TRIES = 3;

interface Waiting {
  job: Job;
  resolve(done: Answer<unknown>): void;
  reject(error: Error): void;
  /** True if another module could not answer the request. */
  isSecond?: boolean;
}

/** A worker with a queue of requests. */
export class Engine {
  #worker: Worker | undefined;
  #queue: Waiting[] = [];
  #running: Waiting | undefined;
  #next = 0;
  /** Number of failures since the last answer. */
  #failures = 0;
  /** Called with the reason when a worker has failed and was replaced. */
  onrestart: ((why: string) => void) | undefined;

  /** For each module, a promise that resolves when the worker has received it. */
  #ready = new Map<Part, Promise<void>>();

  /** Creates an engine that starts its worker immediately, or with the first request. */
  constructor(start: "now" | "later" = "now") {
    if (start === "now") this.#start();
  }

  #start(): void {
    const worker = startWorker();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Done>) => {
      if (worker === this.#worker) this.#done(data);
    };
    worker.onerror = (event) => {
      if (worker === this.#worker) this.#fail(event.message || messages.notStarted);
    };
    this.#ready.clear();
    this.#load(FIRST);
  }

  /** Sends a module to the worker, at most once. */
  #load(part: Part): Promise<void> {
    const known = this.#ready.get(part);
    if (known) return known;
    const worker = this.#worker;
    const ready = compile(part).then((module) => {
      const loaded: Loaded = { part, module };
      worker?.postMessage(loaded);
    });
    this.#ready.set(part, ready);
    ready.catch((error: unknown) => {
      if (worker !== this.#worker) return;
      this.#ready.delete(part);
      this.#fail(messages.notLoaded(error));
    });
    return ready;
  }

  #pump(): void {
    if (this.#running) return;
    const running = this.#queue.shift();
    if (!running) return;
    this.#running = running;
    if (!this.#worker) this.#start();
    const post = () => {
      if (this.#running === running) this.#worker?.postMessage(running.job);
    };
    this.#load(running.job.part).then(post, () => {});
  }

  #done(done: Done): void {
    const running = this.#running;
    if (!running || running.job.id !== done.id) return;
    this.#running = undefined;
    const part = "json" in done ? (done.json as Elsewhere).module : undefined;
    if (part && !running.isSecond) {
      // `#abort` compares requests by identity, so the object is kept.
      this.#queue.unshift(Object.assign(running, { job: { ...running.job, part }, isSecond: true }));
      return this.#pump();
    }
    if ("json" in done) this.#failures = 0;
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
    // A worker that keeps failing would be restarted forever.
    if (this.#failures++ < TRIES) this.#restart(why);
    else this.onrestart?.(messages.givenUp(why));
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.onrestart?.(why);
    this.#start();
  }

  /**
   * Sends a request and returns its answer. Rejects with `Cancelled` after the signal or `cancel`, and with
   * another error if the engine fails.
   */
  ask<T>(request: Request, body?: Uint8Array, signal?: AbortSignal): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Cancelled(messages.cancelled));
      const job: Job = { id: this.#next++, part: partOf(request), request, ...(body ? { body } : {}) };
      const waiting: Waiting = { job, resolve: resolve as (done: Answer<unknown>) => void, reject };
      signal?.addEventListener("abort", () => this.#abort(waiting), { once: true });
      this.#queue.push(waiting);
      this.#pump();
    });
  }

  /** Cancels one request. Replaces the worker if it is processing this request. */
  #abort(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting);
    if (at >= 0) this.#queue.splice(at, 1);
    else if (this.#running !== waiting) return;
    waiting.reject(new Cancelled(messages.cancelled));
    if (this.#running === waiting) this.#replace();
  }

  /** Terminates the worker and continues the queue with a new one. */
  #replace(): void {
    this.#running = undefined;
    this.#worker?.terminate();
    this.#start();
    this.#pump();
  }

  /**
   * Cancels all requests. Replaces the worker if it is still busy after `patience` milliseconds: most answers
   * arrive sooner than a new worker would start.
   */
  cancel(patience = 0): void {
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Cancelled(messages.cancelled));
    const running = this.#running;
    if (!running) return;
    running.reject(new Cancelled(messages.cancelled));
    const replace = () => {
      if (this.#running === running) this.#replace();
    };
    if (patience > 0) setTimeout(replace, patience);
    else replace();
  }

  /** Cancels all requests and terminates the worker for good. */
  close(): void {
    if (this.#worker) this.cancel();
    this.#worker?.terminate();
  }

  /** True while a request is being processed. */
  get busy(): boolean {
    return this.#running !== undefined;
  }
}

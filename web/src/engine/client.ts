// Workers seen from the page: requests with answers, cancelling by ending the worker, a new worker after a failure.
import variantsUrl from "../../wasm/farandole-variants.wasm?url";
import plainUrl from "../../wasm/farandole.wasm?url";
import type { Request } from "../wire";
import type { Done, Job, Loaded, Part } from "./worker";

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

/** How often a worker that fails is replaced. */
const TRIES = 3;

const URLS: Record<Part, string> = { plain: plainUrl, variants: variantsUrl };
const compiled = new Map<Part, Promise<WebAssembly.Module>>();

/** Fetches a file; a page that says that there is none is a failure, too. */
async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** A module, fetched and compiled once; tried again after a failure. */
function compile(part: Part): Promise<WebAssembly.Module> {
  const url = URLS[part];
  const known = compiled.get(part);
  if (known) return known;
  const module = WebAssembly.compileStreaming(fetched(url)).catch(async () => {
    // Servers that do not know the type.
    const response = await fetched(url);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  compiled.set(part, module);
  module.catch(() => compiled.delete(part));
  return module;
}

/** Operations that only the module for variants has. */
const VARIANTS = new Set(["catalogue", "show", "edit", "why"]);

/** The module that answers a request: boards of variants have a text. */
function partOf({ op, board, boards }: Request): Part {
  const first = board ?? (Array.isArray(boards) ? boards[0] : undefined);
  const isVariant = typeof first === "object" && first !== null && "text" in first;
  return isVariant || VARIANTS.has(op) ? "variants" : "plain";
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
  /** Failures since the last answer. */
  #failures = 0;
  /** Hears of workers that died and were replaced. */
  onrestart: ((why: string) => void) | undefined;

  /** Settled when the worker has a module. */
  #ready = new Map<Part, Promise<void>>();

  /** An engine that starts at once, or with its first request. */
  constructor(start: "now" | "later" = "now") {
    if (start === "now") this.#start();
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
    this.#ready.clear();
    this.#load("plain");
  }

  /** Hands the worker a module, once. */
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
      this.#fail(`the engine could not be loaded: ${String(error)}`);
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
    // What fails again and again is not worth a fourth try.
    if (this.#failures++ < TRIES) this.#restart(why);
    else this.onrestart?.(`${why}; it does not come back, please load the page again`);
  }

  #restart(why: string): void {
    this.#worker?.terminate();
    this.onrestart?.(why);
    this.#start();
  }

  /** Asks the engine. Rejected when cancelled, by the signal or all together, or when the engine fails. */
  ask<T>(request: Request, body?: Uint8Array, part = partOf(request), signal?: AbortSignal): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Cancelled("given up"));
      const job: Job = { id: this.#next++, part, request, ...(body ? { body } : {}) };
      const waiting: Waiting = { job, resolve: resolve as (done: Answer<unknown>) => void, reject };
      signal?.addEventListener("abort", () => this.#giveUp(waiting), { once: true });
      this.#queue.push(waiting);
      this.#pump();
    });
  }

  /** Gives up one request; a worker that is at work on it is replaced. */
  #giveUp(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting);
    if (at >= 0) this.#queue.splice(at, 1);
    else if (this.#running !== waiting) return;
    waiting.reject(new Cancelled("given up"));
    if (this.#running === waiting) this.#replace();
  }

  /** Ends the worker with what it is doing; a new one goes on with the queue. */
  #replace(): void {
    this.#running = undefined;
    this.#worker?.terminate();
    this.#start();
    this.#pump();
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
      if (this.#running === running) this.#replace();
    };
    if (patience > 0) setTimeout(replace, patience);
    else replace();
  }

  /** Ends the worker for good. */
  close(): void {
    if (this.#worker) this.cancel();
    this.#worker?.terminate();
  }

  /** Whether a request is under way. */
  get busy(): boolean {
    return this.#running !== undefined;
  }
}

// The worker script. It holds one instance of each WebAssembly module and answers one request at a time.
import { Broken, Module } from "../../../npm/module.js";
import type { Part } from "../../../npm/route.js";
import { engine as messages } from "../locale/en";

const modules = new Map<Part, Module>();

/** A message to the worker that provides a compiled module. */
export interface Loaded {
  part: Part;
  module: WebAssembly.Module;
}

/** A message to the worker with a request, and the bytes that belong to it. */
export interface Job {
  id: number;
  part: Part;
  request: unknown;
  body?: Uint8Array;
}

/** The worker's reply. After a fatal error the module is unusable. `bytes` is the size of its memory. */
export type Done =
  | { id: number; json: unknown; body: Uint8Array<ArrayBuffer>; ms: number; bytes: number }
  | { id: number; error: string; fatal: boolean };

self.onmessage = ({ data }: MessageEvent<Loaded | Job>) => {
  if ("module" in data) {
    modules.set(data.part, new Module(data.module));
    return;
  }
  const { id, part, request, body } = data;
  try {
    const module = modules.get(part);
    if (!module) throw new Error(messages.noModule);
    const start = performance.now();
    const { json, body: answer } = module.answer(request, body);
    const done: Done = { id, json, body: answer, ms: performance.now() - start, bytes: module.bytes };
    self.postMessage(done, [answer.buffer]);
  } catch (error) {
    const done: Done = { id, error: String(error), fatal: error instanceof Broken };
    self.postMessage(done);
  }
};

// A worker: one instance of each module, one request at a time.
import { Broken, Module } from "./module";

const modules = new Map<Part, Module>();

/** Which module answers: the one for plain puzzles, or the one for variants. */
export type Part = "plain" | "variants";

export interface Loaded {
  part: Part;
  module: WebAssembly.Module;
}

export interface Job {
  id: number;
  part: Part;
  request: unknown;
  body?: Uint8Array;
}

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
    if (!module) throw new Error("a request before the module");
    const start = performance.now();
    const { json, body: answer } = module.answer(request, body);
    const done: Done = { id, json, body: answer, ms: performance.now() - start, bytes: module.bytes };
    self.postMessage(done, [answer.buffer]);
  } catch (error) {
    const done: Done = { id, error: String(error), fatal: error instanceof Broken };
    self.postMessage(done);
  }
};

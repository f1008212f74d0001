// A worker: one instance of the module, one request at a time.
import { Broken, Module } from "./module";

let module: Module | undefined;

export interface Job {
  id: number;
  request: unknown;
  body?: Uint8Array;
}

export type Done =
  | { id: number; json: unknown; body: Uint8Array<ArrayBuffer>; ms: number; bytes: number }
  | { id: number; error: string; fatal: boolean };

self.onmessage = ({ data }: MessageEvent<WebAssembly.Module | Job>) => {
  if (data instanceof WebAssembly.Module) {
    module = new Module(data);
    return;
  }
  const { id, request, body } = data;
  try {
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

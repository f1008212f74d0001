/** The module panicked or trapped, and cannot be called again. */
export class Broken extends Error {}

/** A WebAssembly module of the engine, as one function from requests to answers. */
export class Module {
  constructor(module: WebAssembly.Module);
  /** Returns the answer to a request: JSON, and the bytes that follow it after a line feed. */
  answer(request: unknown, body?: Uint8Array): { json: unknown; body: Uint8Array<ArrayBuffer> };
  /** The size of the module's memory in bytes. */
  get bytes(): number;
}

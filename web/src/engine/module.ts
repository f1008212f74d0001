// The WebAssembly module behind one function: bytes in, bytes out.

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  call(): number;
  output(): number;
  panic_text(): number;
}

/** What ended the module: it can't be called again. */
export class Broken extends Error {}

export class Module {
  readonly #exports: Exports;
  #broken = false;

  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module, {}).exports as Exports;
  }

  /** The answer to a request: a line of JSON and, behind a line end, the bytes that go with it. */
  answer(request: unknown, body: Uint8Array = new Uint8Array()): { json: unknown; body: Uint8Array<ArrayBuffer> } {
    if (this.#broken) throw new Broken("the engine has stopped");
    const head = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
    const { memory, input, call, output } = this.#exports;
    let length: number;
    try {
      // A view made before the call would be of a buffer that the call may replace.
      const at = input(head.length + body.length);
      const view = new Uint8Array(memory.buffer, at, head.length + body.length);
      view.set(head);
      view.set(body, head.length);
      length = call();
    } catch (error) {
      this.#broken = true;
      throw new Broken(this.#panic() || String(error));
    }
    const answer = new Uint8Array(memory.buffer, output(), length).slice();
    const end = answer.indexOf(10);
    const json: unknown = JSON.parse(new TextDecoder().decode(end < 0 ? answer : answer.subarray(0, end)));
    return { json, body: end < 0 ? new Uint8Array() : answer.subarray(end + 1) };
  }

  /** The text of the last panic; empty where the module can't even say that, as after a full stack. */
  #panic(): string {
    try {
      const { memory, output, panic_text } = this.#exports;
      const size = panic_text();
      return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), size));
    } catch {
      return "";
    }
  }

  /** How many bytes of memory the module holds. */
  get bytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }
}

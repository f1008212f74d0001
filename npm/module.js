// Wraps a WebAssembly module in one function that takes a request and returns an answer, both as bytes.

/** The module panicked or trapped, and cannot be called again. */
export class Broken extends Error {}

export class Module {
  #exports;
  #broken = false;

  constructor(module) {
    this.#exports = new WebAssembly.Instance(module, {}).exports;
  }

  /** Returns the answer to a request: JSON, and the bytes that follow it after a line feed. */
  answer(request, body = new Uint8Array()) {
    if (this.#broken) throw new Broken("the engine has stopped");
    const head = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
    const { memory, input, call, output } = this.#exports;
    let length;
    try {
      // `input` may grow the memory, which detaches the old buffer. Create the view after the call.
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
    const json = JSON.parse(new TextDecoder().decode(end < 0 ? answer : answer.subarray(0, end)));
    return { json, body: end < 0 ? new Uint8Array() : answer.subarray(end + 1) };
  }

  /**
   * Returns the text of the last panic, or an empty text if even this call fails, for example after a stack
   * overflow.
   */
  #panic() {
    try {
      const { memory, output, panic_text } = this.#exports;
      const size = panic_text();
      return new TextDecoder().decode(new Uint8Array(memory.buffer, output(), size));
    } catch {
      return "";
    }
  }

  /** The size of the module's memory in bytes. */
  get bytes() {
    return this.#exports.memory.buffer.byteLength;
  }
}

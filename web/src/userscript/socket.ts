// A WebSocket that is answered in the page, in the protocol of Rangsk's solver.
import { Cancelled, Engine } from "../engine/client";
import { userscript as messages } from "../messages";

/** The address that the engine answers. */
const ADDRESS = /^wss?:\/\/(localhost|127\.0\.0\.1):4545\/?$/;
/** Time that a cancelled request gets to finish before its worker is replaced, in milliseconds. */
const PATIENCE = 25;
/** Time between two intermediate answers, in milliseconds. */
const INTERVAL = 200;

/** An answer of the protocol, with the fields that decide whether it is the last one. */
export interface LiveAnswer {
  nonce: number;
  type: string;
  inProgress?: boolean;
  message?: string;
}

/** Answers messages with an engine of its own. A new message cancels the previous one. */
export class Responder {
  #engine = new Engine("later");
  /** The number of the running request. */
  #running: number | undefined;
  #latest = 0;

  /** Starts to answer a message. `reply` receives all answers. */
  async answer(message: string, reply: (answer: LiveAnswer) => void): Promise<void> {
    const mine = ++this.#latest;
    const { nonce, command } = read(message);
    this.#engine.cancel(PATIENCE);
    if (this.#running !== undefined) reply({ nonce: this.#running, type: "canceled" });
    this.#running = undefined;
    if (command === "cancel") return reply({ nonce, type: "canceled" });
    this.#running = nonce;
    const body = new TextEncoder().encode(message);
    let last = performance.now();
    try {
      for (let turn = 0; ; turn++) {
        const { json } = await this.#engine.ask<LiveAnswer>({ op: "live", turn }, body);
        if (mine !== this.#latest) return;
        const isLast = !json.inProgress && json.type !== "estimate";
        if (isLast) this.#running = undefined;
        const isDue = performance.now() - last >= INTERVAL;
        if (isLast || isDue) reply(json);
        if (isLast) return;
        if (isDue) last = performance.now();
      }
    } catch (error) {
      if (mine !== this.#latest || error instanceof Cancelled) return;
      this.#running = undefined;
      reply({ nonce, type: "invalid", message: messages.failed(error) });
    }
  }

  close(): void {
    this.#latest++;
    this.#engine.close();
  }
}

/** Returns the number and the command of a message; neither of them is checked. */
function read(message: string): { nonce: number; command: unknown } {
  try {
    const { nonce, command } = JSON.parse(message) as { nonce: number; command: unknown };
    return { nonce, command };
  } catch {
    return { nonce: 0, command: undefined };
  }
}

/** The part of `WebSocket` that pages use. */
class PageSocket extends EventTarget {
  readonly CONNECTING = WebSocket.CONNECTING;
  readonly OPEN = WebSocket.OPEN;
  readonly CLOSING = WebSocket.CLOSING;
  readonly CLOSED = WebSocket.CLOSED;
  readonly url: string;
  readonly protocol = "";
  readonly extensions = "";
  readonly bufferedAmount = 0;
  binaryType: BinaryType = "blob";
  readyState: number = WebSocket.CONNECTING;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  #responder = new Responder();

  constructor(url: string) {
    super();
    this.url = url;
    this.addEventListener("open", (event) => this.onopen?.(event));
    this.addEventListener("message", (event) => this.onmessage?.(event as MessageEvent));
    this.addEventListener("close", (event) => this.onclose?.(event as CloseEvent));
    // The page sets its callbacks after the constructor.
    setTimeout(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  send(data: unknown): void {
    if (this.readyState === WebSocket.CONNECTING)
      throw new DOMException(messages.notOpen, "InvalidStateError");
    if (this.readyState !== WebSocket.OPEN) return;
    void this.#responder.answer(String(data), (answer) => {
      if (this.readyState === WebSocket.OPEN)
        this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(answer) }));
    });
  }

  close(): void {
    if (this.readyState >= WebSocket.CLOSING) return;
    this.readyState = WebSocket.CLOSING;
    this.#responder.close();
    setTimeout(() => {
      this.readyState = WebSocket.CLOSED;
      this.dispatchEvent(new CloseEvent("close", { wasClean: true, code: 1000 }));
    });
  }
}

/** Answers connections of the page to the address of Rangsk's solver. All other connections are unchanged. */
export function install(): void {
  window.WebSocket = new Proxy(window.WebSocket, {
    construct: (target, given: [string | URL, ...unknown[]]) =>
      ADDRESS.test(String(given[0])) ? new PageSocket(String(given[0])) : Reflect.construct(target, given),
  });
}

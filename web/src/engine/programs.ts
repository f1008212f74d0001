// Runs the programs of custom constraints in a frame without an origin, so that they cannot reach the page, its storage or
// the network.
import { load } from "./frame";

/** Maximum time of a program in milliseconds. */
const LIMIT = 20_000;

/** Maximum time until the frame answers. It has a timer of its own for the program. */
const LIMIT_OF_FRAME = LIMIT + 5000;

/** Maximum time until the frame has loaded. A page may forbid scripts in frames. */
const LIMIT_OF_LOAD = 5000;

interface Done {
  value?: string;
  error?: string;
}

/** Opens the frame. Returns false if it does not load. */
function open(frame: HTMLIFrameElement): Promise<boolean> {
  frame.sandbox.add("allow-scripts");
  frame.hidden = true;
  return new Promise((resolve) => {
    const end = (isLoaded: boolean) => {
      clearTimeout(timer);
      removeEventListener("message", onMessage);
      resolve(isLoaded);
    };
    // The first message of the frame states that it is ready.
    const onMessage = ({ source }: MessageEvent) => {
      if (source === frame.contentWindow) end(true);
    };
    const timer = setTimeout(end, LIMIT_OF_LOAD, false);
    addEventListener("message", onMessage);
    load(frame);
    document.body.append(frame);
  });
}

function run(frame: HTMLIFrameElement, program: string): Promise<Done> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LIMIT_OF_FRAME, { error: "it takes too long" });
    port1.onmessage = ({ data }: MessageEvent<Done>) => {
      clearTimeout(timer);
      resolve(data);
    };
    // The frame has no origin that could be named.
    frame.contentWindow?.postMessage({ program, ms: LIMIT }, "*", [port2]);
  });
}

/** Runs programs, each of which has a string as its value. Returns these strings; for a failure, JSON with `error`. */
export async function runPrograms(programs: readonly string[]): Promise<string[]> {
  const frame = document.createElement("iframe");
  try {
    const isOpen = await open(frame);
    const results: string[] = [];
    for (const program of programs) {
      const done = isOpen ? await run(frame, program) : { error: "this page does not run programs" };
      const { value, error = "it has no result" } = done;
      results.push(typeof value === "string" ? value : JSON.stringify({ error }));
    }
    return results;
  } finally {
    frame.remove();
  }
}

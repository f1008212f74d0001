// Streams of lines: answers files of any length in constant memory.
import { request } from "./api.js";

/** Bytes per request. Larger chunks are not faster. */
const CHUNK = 1 << 16;

/** Yields the bytes of a text, bytes, an iterable or a web stream of them. */
async function* bytesOf(source) {
  const encoder = new TextEncoder();
  const encode = (part) => (typeof part === "string" ? encoder.encode(part) : part);
  if (typeof source === "string" || source instanceof Uint8Array) {
    yield encode(source);
    return;
  }
  if (source[Symbol.asyncIterator] || source[Symbol.iterator]) {
    for await (const part of source) yield encode(part);
    return;
  }
  // Some browsers cannot iterate over a stream.
  const reader = source.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield encode(part.value);
  } finally {
    reader.releaseLock();
  }
}

function join(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Yields a line for each puzzle of a source, in order: what `farandole solve`, `count` or `rate` prints.
 *
 * Files with one puzzle per line are read in chunks. All others are read as a whole.
 */
export async function* answerLines(source, { what = "solve", budget } = {}) {
  let parts = [];
  let size = 0;
  let format;
  let isWhole = false;
  const head = () => ({ op: "bulk", what, ...(format ? { format } : {}), ...(budget ? { budget } : {}) });
  const lines = (body) => new TextDecoder().decode(body).split("\n").slice(0, -1);
  for await (const part of bytesOf(source)) {
    parts.push(part);
    size += part.length;
    if (size < CHUNK || isWhole) continue;
    const text = join(parts);
    const end = text.lastIndexOf(10) + 1;
    if (end === 0) {
      parts = [text];
      continue;
    }
    const { json, body } = await request(head(), text.subarray(0, end));
    if (!json.cuts) {
      // A record may be longer than the chunk, so its answers are not used.
      [isWhole, parts] = [true, [text]];
      continue;
    }
    format = json.format;
    yield* lines(body);
    parts = [text.slice(end)];
    size = parts[0].length;
  }
  if (size > 0) yield* lines((await request(head(), join(parts))).body);
}

// Provides the modules and the workers of the page. The userscript has a file in place of this one.
import type { Part } from "../../../npm/route.js";
import toolsUrl from "../../wasm/farandole-tools.wasm?url";
import variantsUrl from "../../wasm/farandole-variants.wasm?url";
import plainUrl from "../../wasm/farandole.wasm?url";

const URLS: Record<Part, string> = { plain: plainUrl, tools: toolsUrl, variants: variantsUrl };
/** Identifies the engine: the names of the modules contain a hash of their contents. */
export const ENGINE = Object.values(URLS).join(" ");
/** The module that every worker loads when it starts. */
export const FIRST: Part = "plain";

const compiled = new Map<Part, Promise<WebAssembly.Module>>();

/** Fetches a file. Rejects if the status is not a success. */
async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** Fetches and compiles a module. Later calls share the result; a failure is not cached. */
export function compile(part: Part): Promise<WebAssembly.Module> {
  const url = URLS[part];
  const known = compiled.get(part);
  if (known) return known;
  const module = WebAssembly.compileStreaming(fetched(url)).catch(async () => {
    // `compileStreaming` rejects modules that the server does not send as `application/wasm`.
    const response = await fetched(url);
    return WebAssembly.compile(await response.arrayBuffer());
  });
  compiled.set(part, module);
  module.catch(() => compiled.delete(part));
  return module;
}

/** Starts a worker. */
export const startWorker = (): Worker =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

// The modules and the workers of the userscript, in place of `engine/modules.ts`: both are part of the script.
import * as packed from "virtual:modules";
import type { Part } from "../../../npm/route.js";
import InlineWorker from "../engine/worker?worker&inline";

/** The module that every worker loads when it starts. */
export const FIRST: Part = "variants";

const compiled = new Map<Part, Promise<WebAssembly.Module>>();

async function unpacked(part: Part): Promise<WebAssembly.Module> {
  if (part === "tools") throw new Error("the userscript has no tools");
  const bytes = Uint8Array.from(atob(packed[part]), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Compiles a module. Later calls share the result. */
export function compile(part: Part): Promise<WebAssembly.Module> {
  const module = compiled.get(part) ?? unpacked(part);
  compiled.set(part, module);
  return module;
}

/** Starts a worker. */
export const startWorker = (): Worker => new InlineWorker();

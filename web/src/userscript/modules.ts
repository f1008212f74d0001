// The module and the workers of the userscript, in place of `engine/modules.ts`: both are part of the script.
import packed from "virtual:module";
import type { Part } from "../../../npm/route.js";
import InlineWorker from "../engine/worker?worker&inline";

/** The module that every worker loads when it starts. The script has no other. */
export const FIRST: Part = "variants";

let compiled: Promise<WebAssembly.Module> | undefined;

async function unpacked(): Promise<WebAssembly.Module> {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Compiles the module. Later calls share the result. */
export const compile = (): Promise<WebAssembly.Module> => (compiled ??= unpacked());

/** Starts a worker. */
export const startWorker = (): Worker => new InlineWorker();

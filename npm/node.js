// The entry for Node.js and other run times with its file functions.
import { readFile } from "node:fs/promises";
import { setLoader } from "./api.js";

const FILES = {
  plain: "./farandole.wasm",
  tools: "./farandole-tools.wasm",
  variants: "./farandole-variants.wasm",
};

setLoader(async (part) => WebAssembly.compile(await readFile(new URL(FILES[part], import.meta.url))));

export * from "./lines.js";
export {
  candidates,
  count,
  cover,
  draw,
  explain,
  FarandoleError,
  generate,
  hint,
  judge,
  load,
  rate,
  read,
  request,
  solve,
  write,
} from "./api.js";

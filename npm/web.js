// The entry for browsers and bundlers.
import { setLoader } from "./api.js";

// Bundlers look for addresses in this form and copy the files.
const URLS = {
  plain: new URL("./farandole.wasm", import.meta.url),
  tools: new URL("./farandole-tools.wasm", import.meta.url),
  variants: new URL("./farandole-variants.wasm", import.meta.url),
};

setLoader(async (part) => {
  const response = await fetch(URLS[part]);
  if (!response.ok) throw new Error(`${URLS[part]}: ${response.status} ${response.statusText}`);
  // `compileStreaming` refuses files that the server does not send as `application/wasm`.
  return WebAssembly.compile(await response.arrayBuffer());
});

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

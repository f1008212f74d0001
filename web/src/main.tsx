// Entry point: checks that the browser can run the engine, renders the page and registers the service worker.
import { render } from "preact";
import { register } from "./engine/update";
import { language, main as messages } from "./messages";
import { App } from "./view/App";
import { announce } from "./view/Update";

/** A WebAssembly module with a SIMD instruction. The engine runs only in browsers that accept it. */
const PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
];

const root = document.getElementById("app")!;
root.replaceChildren();
document.documentElement.lang = language;
if (typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(PROBE))) {
  render(<App />, root);
} else {
  root.textContent = messages.needsWasm;
}
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Browsers may refuse service workers. Only offline use and updates depend on them.
  register(import.meta.url, announce).catch((error: unknown) => console.info(messages.notOffline(error)));
}

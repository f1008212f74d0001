// The start of the page.
import { render } from "preact";
import { register } from "./engine/update";
import { App } from "./view/App";
import { announce } from "./view/Update";

/** A module that uses a vector instruction: what a browser must know to run the engine. */
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

const root = document.getElementById("app")!;
root.replaceChildren();
if (typeof WebAssembly === "object" && WebAssembly.validate(new Uint8Array(PROBE))) {
  render(<App />, root);
} else {
  root.textContent = "This page needs WebAssembly with vector instructions: Chrome 91, Firefox 89, Safari 16.4 or later.";
}
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // The page works without: a browser may allow no service worker.
  register(import.meta.url, announce).catch((error: unknown) => console.info(`no use without a network: ${String(error)}`));
}

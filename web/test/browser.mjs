// Chromium by playwright-core, as the machine has it.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Where the browser is. */
export function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"], { encoding: "utf8" }).trim();
}

export function launch() {
  return chromium.launch({ executablePath: executable(), args: ARGS });
}

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

/** The mean difference of two pictures, 0 for the same and 1 for black and white; runs in the page. */
export async function compare(pictures) {
  const [one, other] = await Promise.all(pictures.map(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  }));
  if (one.length !== other.length) return 1;
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i] - other[i]);
  return sum / one.length / 255;
}

// Runs the installed Chromium or Firefox through playwright-core, and compares screenshots.
import { execFileSync } from "node:child_process";
import { chromium, firefox } from "playwright-core";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Returns the path of the first of these programs that is installed. */
const pathOf = (...names) =>
  execFileSync("sh", ["-c", names.map((name) => `command -v ${name}`).join(" || ")], {
    encoding: "utf8",
  }).trim();

/** Returns the path of Chromium; the environment variable CHROMIUM overrides it. */
export const executable = () =>
  process.env.CHROMIUM || pathOf("chromium", "chromium-browser", "google-chrome");

/** Settings of fonts, which replace those of the machine. */
const FONTS = new URL("fonts.conf", import.meta.url).pathname;

const IS_FIREFOX = process.env.FARANDOLE_BROWSER === "firefox";

/** Returns the options of a test that needs something that playwright-core supports only in Chromium. */
export const needs = (what) => ({ skip: IS_FIREFOX && `no ${what} in Firefox with playwright-core` });

/** Starts the browser: Chromium, or Firefox if the environment variable FARANDOLE_BROWSER has the value `firefox`. */
export function launch() {
  const env = { ...process.env, FONTCONFIG_FILE: FONTS };
  if (!IS_FIREFOX) return chromium.launch({ executablePath: executable(), args: ARGS, env });
  const executablePath = pathOf("firefox-esr", "firefox");
  // Emulates a mouse, because a machine without a screen may have none.
  const mouse = { "ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6 };
  return firefox.launch({ channel: "moz-firefox", executablePath, env, firefoxUserPrefs: mouse });
}

/** Returns the pixels of a screenshot. Runs in the page. */
async function decode(text) {
  const image = new Image();
  image.src = `data:image/png;base64,${text}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/**
 * Returns the tile of 16 by 16 pixels in which two pictures differ most, and the fraction of its pixels that
 * clearly differ. Runs in the page.
 *
 * The mean over a whole picture hardly changes even if every digit of the board is missing. A single tile
 * does.
 */
async function compare([one, other]) {
  const [a, b] = await Promise.all([decode(one), decode(other)]);
  if (a.width !== b.width || a.height !== b.height) return { share: 1, x: 0, y: 0 };
  const side = 16;
  const across = Math.ceil(a.width / side);
  const counts = new Array(across * Math.ceil(a.height / side)).fill(0);
  for (let at = 0; at < a.data.length; at += 4) {
    const clearly = [0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 60);
    if (!clearly) continue;
    const [x, y] = [(at / 4) % a.width, Math.floor(at / 4 / a.width)];
    counts[Math.floor(y / side) * across + Math.floor(x / side)]++;
  }
  const worst = counts.indexOf(Math.max(...counts));
  return {
    share: counts[worst] / (side * side),
    x: (worst % across) * side,
    y: Math.floor(worst / across) * side,
  };
}

/** Counts the pixels near a colour in each rectangle. Runs in the page. */
async function count([text, rectangles]) {
  const { data, width } = await decode(text);
  return rectangles.map(({ x, y, w, h, colour, near }) => {
    let found = 0;
    for (let row = Math.round(y); row < Math.round(y + h); row++) {
      for (let col = Math.round(x); col < Math.round(x + w); col++) {
        const at = 4 * (row * width + col);
        if (colour.every((value, channel) => Math.abs(data[at + channel] - value) <= near)) found++;
      }
    }
    return found;
  });
}

/**
 * Counts the pixels of each rectangle that clearly differ in two screenshots. Runs in the page.
 */
async function countChanged([one, other, rectangles]) {
  const [a, b] = await Promise.all([decode(one), decode(other)]);
  return rectangles.map(({ x, y, w, h }) => {
    let found = 0;
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(a.height, Math.ceil(y + h)); row++) {
      for (let col = Math.max(0, Math.floor(x)); col < Math.min(a.width, Math.ceil(x + w)); col++) {
        const at = 4 * (row * a.width + col);
        if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 60)) found++;
      }
    }
    return found;
  });
}

/** Runs one of the functions above in a page. */
const inPage = (page, what, given) =>
  page.evaluate(`(async () => { ${decode}; return (${what})(${JSON.stringify(given)}); })()`);

/** Compares two screenshots, tile by tile. */
export const difference = (page, one, other) =>
  inPage(
    page,
    compare,
    [one, other].map((it) => it.toString("base64")),
  );

/** Counts pixels of a screenshot near a colour, in rectangles `{ x, y, w, h, colour: [r, g, b], near }`. */
export const pixels = (page, shot, rectangles) => inPage(page, count, [shot.toString("base64"), rectangles]);

/** Counts the pixels that clearly differ in two screenshots, in rectangles `{ x, y, w, h }`. */
export const changed = (page, one, other, rectangles) =>
  inPage(page, countChanged, [one.toString("base64"), other.toString("base64"), rectangles]);

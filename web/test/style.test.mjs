// Tests that the style sheets use the design tokens of tokens.css.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile, readdir } from "node:fs/promises";

const FOLDER = new URL("../src/style/", import.meta.url);
const names = (await readdir(FOLDER)).filter((name) => name !== "tokens.css" && name !== "print.css");
const sheets = await Promise.all(
  names.map(async (name) => [name, await readFile(new URL(name, FOLDER), "utf8")]),
);
const tokens = await readFile(new URL("tokens.css", FOLDER), "utf8");

/** Returns the declarations of a style sheet as properties and values. */
const declarations = (text) =>
  [...text.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([a-z-]+):\s*([^;{}]+);/g)].map(([, name, value]) => [
    name,
    value.trim().replaceAll(/\s+/g, " "),
  ]);

test("space, type, radii, shadows and colours are tokens", () => {
  assert.ok(names.length >= 7);
  const scale = /^(gap|row-gap|column-gap|padding|margin|font-size|border-radius|box-shadow)/;
  const found = [];
  for (const [sheet, text] of sheets)
    for (const [name, value] of declarations(text)) {
      const rest = value.replaceAll(
        /calc\(-1 \* var\(--[\w-]+\)\)|var\(--[\w-]+\)|\b(0|auto|inherit|none|50%)(?= |$)/g,
        "",
      );
      if (scale.test(name) && rest.trim()) found.push(`${sheet}: ${name}: ${value}`);
      if (/#[0-9a-f]{3,8}\b|\brgb\(/i.test(value)) found.push(`${sheet}: ${name}: ${value}`);
      if (/^(transition|animation)/.test(name) && /[\d.]m?s/.test(value) && !/infinite/.test(value))
        found.push(`${sheet}: ${name}: ${value}`);
    }
  assert.deepEqual(found, []);
  assert.equal([...tokens.matchAll(/--text-\w+:/g)].length, 5);
  assert.deepEqual(
    [...tokens.matchAll(/--space-(\d+):/g)].map(([, step]) => Number(step)),
    [4, 8, 12, 16, 24, 32],
  );
  const [, quick] = /--quick: (\d+)ms/.exec(tokens);
  assert.ok(Number(quick) < 150);
});

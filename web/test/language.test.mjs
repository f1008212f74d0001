// Tests the languages of the page: every text is translated, and a change is applied to the puzzle on the board.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { transformWithOxc } from "vite";
import { cell, open, settled, show, violations } from "./site.mjs";

/** The texts that are the same in both languages. */
const SAME =
  /^(.|[\u2039\d\u203a\u00d7]+|Farandole|HoDoKu|Sudoku Explainer|Orange|Cyan|Text|English|normal|diagonal \u2198|Little Killer|:? ?,? ?ER.*|\u2713 .*)$/;

/** Returns the texts of a language. */
async function locale(folder, name) {
  const path = new URL(`../src/locale/${name}.ts`, import.meta.url);
  const { code } = await transformWithOxc(await readFile(path, "utf8"), path.pathname);
  await writeFile(join(folder, `${name}.mjs`), code);
  return import(pathToFileURL(join(folder, `${name}.mjs`)));
}

/** Returns the texts below a value by their paths. A function is called with marks that its text has to contain. */
function textsOf(value, path) {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    const marks = Array.from({ length: value.length }, (_, at) => `\u2039${at}\u203a`);
    // Some functions take lists: of texts, or of the numbers of colours.
    for (const form of [(mark) => mark, (mark) => [mark, mark], () => [1, 2]]) {
      try {
        return textsOf(value(...marks.map(form)), path);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
    throw new Error(`${path} takes other values`);
  }
  return Object.entries(value ?? {}).flatMap(([name, part]) => textsOf(part, `${path}.${name}`));
}

test("every text is translated, with the same parts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "farandole-locale-"));
  const [of, to] = [await locale(folder, "en"), await locale(folder, "de")].map(
    (texts) => new Map(textsOf(texts, "texts")),
  );
  assert.deepEqual([...to.keys()], [...of.keys()]);
  // Kinds and symmetries are pairs of an identifier and a name.
  const isIdentifier = (path) => /\.(kinds|symmetries)\.\d+\.0$/.test(path);
  const marks = (text) => [...new Set(text.match(/\u2039\d\u203a/g))].sort();
  const same = [];
  for (const [path, text] of of) {
    const other = to.get(path);
    assert.deepEqual(marks(other), marks(text), `${path}: ${other}`);
    if (isIdentifier(path)) assert.equal(other, text);
    else if (other === text && !SAME.test(text)) same.push(`${path}: ${text}`);
  }
  assert.deepEqual(same, []);
  assert.ok(of.size > 350, `${of.size} texts`);
  await rm(folder, { recursive: true });
});

test("a language is applied at once, kept by a reload, and changed back", async () => {
  const { page, close } = await open(
    {},
    "#p=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  );
  await settled(page);
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  await show(page, "Settings");
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("button", { name: "Spielen", exact: true }).waitFor();
  await settled(page);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await settled(page);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
    assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /^Zeile 1, Spalte 3.*4/);
    assert.match(await cell(page, 1, 1).getAttribute("aria-label"), /Vorgabe 5/);
    assert.equal(await page.getByRole("button", { name: "Undo", exact: true }).count(), 0);
  }
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Menü", exact: true }).click();
  await page.getByRole("button", { name: "Einstellungen", exact: true }).click();
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await close();
});

test("German controls fit next to the board", async () => {
  // Firefox also runs the script in an empty page, which has no storage.
  const german = () =>
    location.protocol === "http:" && localStorage.setItem("farandole-settings", '{"language":"de"}');
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 768 },
  ]) {
    const { page, close } = await open(
      { viewport },
      "#p=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
      german,
    );
    await settled(page);
    for (const view of ["Erstellen", "Spielen", "Lernen"]) {
      await page.getByRole("button", { name: view, exact: true }).click();
      await settled(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${view} is ${width} wide`);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${view}-${viewport.width}.png` });
    }
    await close();
  }
});

// Plays and prints every layout of overlapping grids.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { needs, pixels } from "./browser.mjs";
import { label, open, paste, show, waitForStatus } from "./site.mjs";

const TEXT = await readFile(new URL("../../testdata/variants/overlapping.txt", import.meta.url), "utf8");
const PARTS = TEXT.split("\n\n").filter((part) => !part.startsWith("#"));
/** The name, the puzzle and the solution of each layout. */
const LAYOUTS = PARTS.flatMap((part, at) => (/^[a-z]/.test(part) ? [PARTS.slice(at, at + 3)] : []));

/** Returns the columns of the rectangle around a layout, and its digits, with 0 for empty cells and holes. */
function parsed(text) {
  const [head, ...lines] = text.trim().split("\n");
  const digits = lines.flatMap((line) => line.trim().split(/\s+/)).map((sign) => Number(sign) || 0);
  return { columns: Number(head.split(" ")[1]), digits };
}

/** Enters a digit into a cell by keyboard. */
async function enter(page, at, digit) {
  await page.locator(`[data-cell="${at}"]`).click();
  await page.keyboard.press(String(digit));
}

/** Returns the label of a cell. */
const labelAt = (page, at, columns) => label(page, Math.floor(at / columns) + 1, (at % columns) + 1, columns);

/** Returns the content of the pages of a PDF file, and their number. */
function contentOf(pdf) {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n/g)].map(({ index, 0: head }) => {
    try {
      return inflateSync(pdf.subarray(index + head.length)).toString("latin1");
    } catch {
      return "";
    }
  });
  return { pages: text.match(/\/Type\s*\/Page\b/g).length, drawn: streams.join("\n") };
}

for (const [name, puzzle, solved] of LAYOUTS) {
  test(`${name} is played and printed`, needs("print"), async () => {
    const { page, close } = await open();
    const { columns, digits: givens } = parsed(puzzle);
    const { digits: solution } = parsed(solved);
    await paste(page, puzzle);
    await waitForStatus(page, "one");

    // Plays in the first and the last grid, enters a wrong digit, has it found, and undoes everything.
    await show(page, "Play");
    const empty = solution.flatMap((digit, at) => (digit && !givens[at] ? [at] : []));
    const [first, last, wrong] = [empty[0], empty.at(-1), empty[empty.length >> 1]];
    for (const at of [first, last]) {
      await enter(page, at, solution[at]);
      assert.match(await labelAt(page, at, columns), new RegExp(`, ${solution[at]}$`));
    }
    await enter(page, wrong, (solution[wrong] % 9) + 1);
    await show(page, "Learn");
    await page.getByRole("button", { name: "Check my grid" }).click();
    await page.locator(".result", { hasText: "1 of your digits is wrong." }).first().waitFor();
    await page.locator(".board .highlighted").first().waitFor();
    assert.equal(await page.locator(".board .highlighted").count(), 1);
    await show(page, "Play");
    for (const at of [wrong, last, first]) {
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      assert.match(await labelAt(page, at, columns), /, empty/);
    }

    // The printed page has the whole grid in black on white, with all givens and nothing else.
    const pdf = contentOf(await page.pdf({ format: "A4" }));
    assert.equal(pdf.pages, 1);
    const glyphs = pdf.drawn.match(/T[jJ]\b/g).length;
    assert.ok(glyphs >= givens.filter(Boolean).length, `${glyphs} texts`);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await page.evaluate(() => scrollTo(0, 0));
    const shot = await page.screenshot({ fullPage: true });
    const cells = await page.locator("[data-cell]").evaluateAll((all) =>
      all.map((it) => {
        const { x, y, width: w, height: h } = it.getBoundingClientRect();
        return { at: Number(it.dataset.cell), x, y, w, h };
      }),
    );
    assert.equal(cells.length, solution.filter(Boolean).length);
    const inner = ({ x, y, w, h }) => ({ x: x + w / 5, y: y + h / 5, w: (3 * w) / 5, h: (3 * h) / 5 });
    const outer = ({ x, y, w, h }) => ({ x: x - 2, y: y - 2, w: w + 4, h: h + 4 });
    const counted = (rectangle, colour, near) =>
      pixels(
        page,
        shot,
        cells.map((it) => ({ ...rectangle(it), colour, near })),
      );
    const dark = await counted(inner, [0, 0, 0], 170);
    const unmarked = await counted(inner, [255, 255, 255], 8);
    const blank = await counted(outer, [255, 255, 255], 8);
    for (const [i, { at, w, h }] of cells.entries()) {
      if (givens[at]) assert.ok(dark[i] > 2, `cell ${at} has no digit on paper`);
      else assert.equal(dark[i], 0, `cell ${at} has something on paper`);
      // The thin lines are grey, and their edges lighter.
      const lines = (w + 4) * (h + 4) - blank[i] - (9 * w * h) / 25 + unmarked[i];
      assert.ok(lines > 1.5 * (w + h), `cell ${at} has no borders on paper: ${lines} of ${w} x ${h}`);
    }
    await close();
  });
}

test("all layouts of the sample file are tested", () => assert.ok(LAYOUTS.length >= 15));

// Tests cosmetics in Set: drawing, choosing, changing and removing them, links, views and print.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs } from "./browser.mjs";
import { cell, linkTo, open, paste, saved, settled, show, violations, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Returns the pixel at a place: halves of a cell down and to the right. */
async function pixel(page, [down, right]) {
  await page.locator(".board").scrollIntoViewIfNeeded();
  const box = await page.locator(".board .cells").boundingBox();
  return [box.x + (right * box.width) / 18, box.y + (down * box.height) / 18];
}

async function click(page, place) {
  await page.mouse.click(...(await pixel(page, place)));
}

async function drag(page, places) {
  await page.mouse.move(...(await pixel(page, places[0])));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...(await pixel(page, place)), { steps: 4 });
  await page.mouse.up();
}

const tool = (page, name) =>
  page.getByRole("group", { name: "Cosmetics", exact: true }).getByRole("button", { name, exact: true });
const colour = (page, name) => page.locator(".draft").getByRole("button", { name, exact: true });

/** Returns the cosmetics on the board: attributes and texts. */
const drawn = (page) =>
  page
    .locator(".board svg .ink")
    .evaluateAll((all) =>
      all.map((it) =>
        it.textContent
          ? `${it.textContent} ${it.getAttribute("fill")}`
          : [it.getAttribute("fill"), it.getAttribute("stroke")].filter(Boolean).join(" "),
      ),
    );
const names = (page) =>
  page.locator("section", { hasText: "Cosmetics have no effect" }).locator(".rule").allTextContents();

async function withCosmetics(options = {}) {
  const opened = await open(options, `#p=${PUZZLE}`);
  const { page } = opened;
  await settled(page);
  await show(page, "Constraints");
  await tool(page, "Line").click();
  await drag(page, [
    [1, 5],
    [3, 7],
    [3, 11],
  ]);
  await tool(page, "Circle").click();
  await colour(page, "Red").click();
  await click(page, [9, 9]);
  await click(page, [8, 5]);
  await tool(page, "Square").click();
  await click(page, [13, 3]);
  await tool(page, "Cell colour").click();
  await colour(page, "Green").click();
  await drag(page, [
    [15, 11],
    [15, 15],
  ]);
  await tool(page, "Text").click();
  await click(page, [16, 4]);
  await page.keyboard.type("Fly!");
  return opened;
}

const ALL = [
  "var(--own-5)",
  "var(--own-5)",
  "var(--own-5)",
  "none var(--own-7)",
  "none var(--own-1)",
  "none var(--own-1)",
  "none var(--own-1)",
  "Fly! var(--own-5)",
];

test("cosmetics are drawn in all views and survive a reload, a link and a new constraint", async () => {
  const { page, close } = await withCosmetics();
  assert.deepEqual(await drawn(page), ALL);
  assert.deepEqual(await names(page), [
    "Line, r1c3",
    "Circle, r5c5",
    "Circle, r5c3",
    "Square, r7c2",
    "Cell colour, r8c6",
    "Text \u201cFly!\u201d, r9c3",
  ]);
  assert.deepEqual(await violations(page), []);
  // The engine does not see them.
  await waitForStatus(page, "one");
  await page.getByRole("button", { name: "anti-knight" }).click();
  await waitForStatus(page, "none");
  assert.deepEqual(await drawn(page), ALL);
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  await page.reload();
  await settled(page);
  assert.deepEqual(await drawn(page), ALL);
  await show(page, "Play");
  assert.deepEqual(await drawn(page), ALL);
  await page.getByRole("button", { name: "Restart" }).click();
  assert.deepEqual(await drawn(page), ALL);
  await page.emulateMedia({ media: "print" });
  const inks = page.locator(".board svg .ink");
  assert.ok(
    (await inks.evaluateAll((all) => all.map((it) => getComputedStyle(it).display))).includes("inline"),
  );
  await page.emulateMedia({ media: "screen" });
  await show(page, "Share");
  const link = await linkTo(page);
  await close();
  const other = await open({}, link.slice(link.indexOf("#")));
  await settled(other.page);
  assert.deepEqual(await drawn(other.page), ALL);
  await paste(other.page, PUZZLE);
  assert.deepEqual(await drawn(other.page), []);
  await other.close();
});

test("a cosmetic element is chosen on the board or in the list, changed, deleted and restored", async () => {
  const { page, close } = await withCosmetics();
  await tool(page, "Circle").click();
  await click(page, [9, 9]);
  await page.locator('[aria-current="true"]', { hasText: "Circle, r5c5" }).waitFor();
  await colour(page, "Orange").click();
  assert.deepEqual((await drawn(page)).slice(4, 6), ["none var(--own-2)", "none var(--own-1)"]);
  await page.getByRole("button", { name: "Delete cosmetic element" }).click();
  assert.equal((await drawn(page)).length, ALL.length - 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await drawn(page), ALL);
  await page.locator(".rule", { hasText: "Fly!" }).click();
  await page.getByLabel("Text", { exact: true }).fill("12");
  assert.equal((await drawn(page)).at(-1), "12 var(--own-5)");
  await page.getByRole("button", { name: "Remove Line, r1c3" }).click();
  assert.equal((await names(page)).length, 5);
  // Escape returns to the selection of cells.
  await page.locator(".rule", { hasText: "12" }).click();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.locator(".draft").waitFor({ state: "detached" });
  await cell(page, 1, 3).click();
  await page.keyboard.press("4");
  assert.match(await cell(page, 1, 3).getAttribute("aria-label"), /given 4/);
  await close();
});

test("cosmetics are added by keyboard in the selected cells", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await settled(page);
  await show(page, "Constraints");
  await cell(page, 1, 1).click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  for (const name of ["Line", "Square"]) {
    await tool(page, name).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add in the selected cells" }).focus();
    await page.keyboard.press("Enter");
  }
  assert.deepEqual(await names(page), ["Line, r1c1", "Square, r1c1"]);
  assert.deepEqual(await drawn(page), ["none var(--own-7)", ...Array(3).fill("none var(--own-7)")]);
  await close();
});

test(
  "pictures and exports to other programs have the cosmetics, author and rules",
  needs("downloads"),
  async () => {
    const { page, close } = await withCosmetics();
    await page.getByRole("button", { name: "anti-king" }).click();
    await settled(page);
    await show(page, "Puzzle");
    await page.getByLabel("Author", { exact: true }).fill("A. Setter");
    await page
      .getByLabel("Rules", { exact: true })
      .fill("Normal sudoku rules apply. Kings do not see equal digits.");
    await show(page, "Share");
    const svg = (await saved(page, "SVG")).toString();
    for (const text of ["Fly!", "by A. Setter"]) assert.ok(svg.includes(`>${text}</text>`), text);
    assert.match(svg, /Kings do not see/);
    // Colours of the light theme, also in the dark, and the line mixed with white.
    for (const hex of ["#d7263d", "#1b7f3b", "#80a1df"]) assert.ok(svg.includes(`"${hex}"`), hex);
    const links = await page
      .getByRole("group", { name: "Other programs" })
      .getByRole("link")
      .evaluateAll((all) => all.map((it) => it.href));
    assert.equal(links.length, 3, links.join("\n"));
    await close();
    for (const link of links.filter((it) => !it.includes("sudokumaker"))) {
      const other = await open();
      await paste(other.page, link);
      await settled(other.page);
      const inks = await drawn(other.page);
      assert.ok(
        inks.length >= ALL.length - 1 && inks.some((it) => /^Fly! #1b7f3b$/.test(it)),
        inks.join("\n"),
      );
      await show(other.page, "Play");
      await other.page.getByText("A. Setter").first().waitFor();
      await other.page.getByText("Kings do not see equal digits.").first().waitFor();
      await other.close();
    }
  },
);

// Tests the drawing part by part: counts pixels of each colour in each cell, along borders and in panels.
//
// `faults.mjs` verifies that these tests fail if a part of the drawing is missing or wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { needs, pixels } from "./browser.mjs";
import { cell, open, paste, show, waitForStatus } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const KILLER =
  ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~4~R1C3~R2C3.Cage~6~R1C4~R2C4.Cage~7~R2C1~R2C2.Cage~6~R3C1~R4C1.Cage~4~R3C2~R4C2.Thermo~R3C3~R3C4~R4C4";

const rgb = (text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
const THEMES = {
  light: {
    ground: "#f3f4f7",
    panel: "#ffffff",
    paper: "#ffffff",
    ink: "#1c1f24",
    placed: "#1553a0",
    mark: "#595959",
    thick: "#222222",
    thin: "#999999",
    selected: "#2f7fe0",
    clash: "#ffd3cd",
    same: "#dbe8fb",
    cage: "#444444",
    thermo: "#cfd1d7",
  },
  dark: {
    ground: "#111317",
    panel: "#1a1d23",
    paper: "#16181d",
    ink: "#eef1f6",
    placed: "#8ec3ff",
    mark: "#aab1bf",
    thick: "#c9ced8",
    thin: "#5b616e",
    selected: "#6cb0ff",
    clash: "#5c2622",
    same: "#23364f",
    cage: "#c0c5cf",
    thermo: "#3f444d",
  },
};

/**
 * Takes a screenshot of the page. Returns functions that count its pixels, and the rectangles of its cells.
 */
async function taken(page) {
  await page.evaluate(() => scrollTo(0, 0));
  const shot = await page.screenshot();
  const boxes = new Map();
  for (const at of await page.locator("[data-cell]").all())
    boxes.set(Number(await at.getAttribute("data-cell")), await at.boundingBox());
  /** Counts the pixels of each rectangle whose channels differ from a colour by at most `near`. */
  const counts = (rectangles, colour, near = 24) =>
    pixels(
      page,
      shot,
      rectangles.map(([x, y, w, h]) => ({ x, y, w, h, colour: rgb(colour), near })),
    );
  /** Returns the part of a cell inside its borders and inside the frame of the selection. */
  const inner = (at, part = 0.15) => {
    const { x, y, width, height } = boxes.get(at);
    return [x + part * width, y + part * height, (1 - 2 * part) * width, (1 - 2 * part) * height];
  };
  return { boxes, counts, inner };
}

const all = Array.from({ length: 81 }, (_, at) => at);

for (const [name, colours] of Object.entries(THEMES)) {
  test(`every part of a classic puzzle is drawn, ${name}`, needs("themes"), async () => {
    const { page, close } = await open(
      { colorScheme: name, reducedMotion: "reduce", bypassCSP: true },
      `#p=${PUZZLE}`,
    );
    await waitForStatus(page, "one");
    await show(page, "Learn");
    // Borders: thick between boxes, thin between other cells.
    const bare = await taken(page);
    const [lines, kinds] = [[], []];
    for (const at of all) {
      // The frame of the selected first cell covers the lines around it.
      if ([1, 9].includes(at)) continue;
      const box = bare.boxes.get(at);
      const ends = [0.25 * box.width, 0.5 * box.width];
      if (at % 9)
        lines.push([box.x - 2, box.y + ends[0], 4, ends[1]]) && kinds.push(at % 3 ? "thin" : "thick");
      if (at >= 9)
        lines.push([box.x + ends[0], box.y - 2, ends[1], 4]) &&
          kinds.push(Math.floor(at / 9) % 3 ? "thin" : "thick");
    }
    const [thick, thin] = [
      await bare.counts(lines, colours.thick, 30),
      await bare.counts(lines, colours.thin, 70),
    ];
    for (const [i, kind] of kinds.entries()) {
      const message = `border ${i}: ${kind}, ${thick[i]} pixels of thick lines, ${thin[i]} of thin ones`;
      assert.ok(kind === "thick" ? thick[i] > 40 : thick[i] < 8 && thin[i] > 15, message);
    }

    // A correct digit, one that is in conflict with r1c1 and r8c9, candidates, and selected cells.
    for (const [at, key] of [
      [2, "4"],
      [8, "5"],
      [3, "Control+2"],
      [3, "Control+6"],
    ]) {
      await page.locator(`[data-cell="${at}"]`).click();
      await page.keyboard.press(key);
    }
    // Two cells, since the focused one also has the focus outline.
    await page.locator('[data-cell="37"]').click();
    await page.keyboard.press("Shift+ArrowRight");
    await page.locator('.cells [aria-label*="conflict"]').first().waitFor({ state: "attached" });
    const { boxes, counts, inner } = await taken(page);
    const kindOf = (at) => (PUZZLE[at] !== "." ? "given" : [2, 8].includes(at) ? "placed" : "empty");

    // Digits: each has the colour of its kind, and empty cells have none.
    const [ink, placed] = [
      await counts(
        all.map((at) => inner(at)),
        colours.ink,
        40,
      ),
      await counts(
        all.map((at) => inner(at)),
        colours.placed,
        40,
      ),
    ];
    for (const at of all.filter((it) => it !== 3)) {
      const message = `cell ${at}: ${kindOf(at)}, ${ink[at]} pixels of givens, ${placed[at]} of placed digits`;
      if (kindOf(at) === "given") assert.ok(ink[at] > 60 && placed[at] < 8, message);
      else if (kindOf(at) === "placed") assert.ok(placed[at] > 60 && ink[at] < 8, message);
      else assert.ok(ink[at] < 8 && placed[at] < 8, message);
    }
    // Equal digits have about the same number of pixels, and 1 has fewer than 8.
    const inkOf = (digit) => all.filter((at) => PUZZLE[at] === digit).map((at) => ink[at]);
    for (const digit of "123456789")
      assert.ok(
        Math.max(...inkOf(digit)) < 1.3 * Math.min(...inkOf(digit)),
        `digit ${digit}: ${inkOf(digit)}`,
      );
    assert.ok(Math.max(...inkOf("1")) < Math.min(...inkOf("8")), "1 and 8");

    // Candidates: each is in its ninth of the cell, and there are no others.
    const { x, y, width, height } = boxes.get(3);
    const ninths = Array.from({ length: 9 }, (_, i) => [
      x + (0.05 + 0.3 * (i % 3)) * width,
      y + (0.05 + 0.3 * Math.floor(i / 3)) * height,
      0.3 * width,
      0.3 * height,
    ]);
    const marks = await counts(ninths, colours.mark, 60);
    for (const [i, found] of marks.entries())
      assert.ok([2, 6].includes(i + 1) ? found > 12 : found < 4, `candidates ${marks}`);

    // Backgrounds: paper and conflicts. Selected cells have a frame.
    const grounds = (colour) =>
      counts(
        all.map((at) => inner(at, 0.12)),
        colour,
        4,
      );
    const [papers, clashes] = [await grounds(colours.paper), await grounds(colours.clash)];
    for (const at of all)
      assert.ok(
        [0, 8, 71].includes(at) ? clashes[at] > 900 : clashes[at] < 8 && papers[at] > 900,
        `cell ${at}: ${papers[at]} pixels of paper, ${clashes[at]} of clashes`,
      );
    const frames = await counts(
      all.map((at) => {
        const box = boxes.get(at);
        return [box.x, box.y, box.width, box.height];
      }),
      colours.selected,
      30,
    );
    for (const at of all)
      assert.ok(
        [37, 38].includes(at) ? frames[at] > 800 : frames[at] < 100,
        `cell ${at}: ${frames[at]} pixels of the frame of the selection`,
      );

    // Panels: a filled panel on the background, with text on it.
    const panel = [830, 64, 430, 464];
    const [[filled], [text], [edge]] = [
      await counts([panel], colours.panel, 4),
      await counts([panel], colours.ink, 60),
      await counts([[1270, 100, 8, 700]], colours.ground, 4),
    ];
    assert.ok(filled > 0.5 * 430 * 464, `${filled} pixels of the panel`);
    assert.ok(text > 1500, `${text} pixels of text on the panel`);
    const { x: left, y: above, width: wide, height: high } = await page.getByText("Next step").boundingBox();
    const [heading] = await counts([[left, above, wide, high]], colours.ink, 60);
    assert.ok(heading > 60, `${heading} pixels of the heading of the panel`);
    assert.ok(edge > 0.95 * 8 * 700, `${edge} pixels of the ground`);
    const buttons = await Promise.all(
      (await page.locator(".digits button, .steps-back button:last-child").all()).map((it) =>
        it.boundingBox(),
      ),
    );
    const pad = await counts(
      buttons.map((it) => [it.x + 6, it.y + 6, it.width - 12, it.height - 12]),
      colours.ink,
      60,
    );
    assert.equal(pad.length, 10);
    assert.ok(
      pad.every((found) => found > 15),
      `digits of the pad: ${pad}`,
    );
    await close();
  });

  test(`every part of a variant is drawn, ${name}`, needs("themes"), async () => {
    const { page, close } = await open({ colorScheme: name, reducedMotion: "reduce" });
    await paste(page, KILLER);
    await waitForStatus(page);
    await page.locator(".board .drawn.cage").first().waitFor({ state: "attached" });
    await cell(page, 4, 3, 4).click();
    const { boxes, counts, inner } = await taken(page);
    const side = boxes.get(0).width;
    // The cage of r1c1 and r1c2 has dashes near its outer borders, and none between the two cells.
    const strip = (at, dx, dy, w, h) => [
      boxes.get(at).x + dx * side,
      boxes.get(at).y + dy * side,
      w * side,
      h * side,
    ];
    const [top, bottom, left, right, between] = await counts(
      [
        strip(1, 0.1, 0.03, 0.8, 0.1),
        strip(0, 0.1, 0.87, 0.8, 0.1),
        strip(0, 0.03, 0.3, 0.1, 0.5),
        strip(1, 0.87, 0.3, 0.1, 0.5),
        strip(0, 0.95, 0.3, 0.1, 0.5),
      ],
      colours.cage,
      60,
    );
    for (const found of [top, bottom, left, right])
      assert.ok(found > 25, `cage: ${[top, bottom, left, right]}`);
    assert.ok(between < 12, `between the cells of a cage: ${between}`);
    // The sum is in the first cell.
    const [sum, none] = await counts(
      [strip(0, 0.03, 0.03, 0.25, 0.25), strip(1, 0.03, 0.14, 0.25, 0.14)],
      colours.ink,
      90,
    );
    assert.ok(sum > 20 && none < 10, `sum: ${sum}, ${none}`);
    // The thermometer covers r3c3, r3c4 and r4c4 only. Its bulb is larger than its end.
    const thermo = await counts(
      Array.from({ length: 16 }, (_, at) => inner(at)),
      colours.thermo,
      6,
    );
    for (const [at, found] of thermo.entries())
      assert.ok(
        [10, 11, 15].includes(at) ? found > 500 : found < 20,
        `cell ${at}: ${found} pixels of a thermometer`,
      );
    assert.ok(thermo[10] > 1.3 * thermo[15], `bulb: ${thermo[10]}, end: ${thermo[15]}`);
    await close();
  });
}

// Tests the lessons of the view for learners: their texts and pictures, and the exercises.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hint, open, settled, show, violations } from "./site.mjs";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

test("a hint leads to the lesson on its technique, which has a drawn example", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(
      { colorScheme, bypassCSP: true, reducedMotion: "reduce" },
      `#p=${PUZZLE}`,
    );
    await settled(page);
    await show(page, "Learn");
    const lesson = page.getByRole("button", { name: "Lesson on this technique" });
    await hint(page, "where", "what");
    assert.equal(await lesson.count(), 0, "the first depth does not name the technique");
    await hint(page, "what", "why");
    await hint(page, "why", "why");
    const [name] = (await page.locator(".result p").first().innerText()).split(":");
    await lesson.click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    const picture = page.locator("img.example");
    await picture.waitFor();
    assert.ok(await picture.evaluate(async (it) => (await it.decode(), it.naturalWidth > 100)));
    assert.match(await picture.getAttribute("alt"), new RegExp(`^${name}: r\\dc\\d`));
    await page.locator("summary", { hasText: "Why it holds" }).click();
    assert.deepEqual(await violations(page), []);
    await close();
  }
});

/** Returns the candidates of the empty cells, by cell, as the board shows them. */
const candidates = (page) =>
  page.locator("[data-cell]").evaluateAll((all) =>
    all.flatMap((it) => {
      const set = /empty, centre ([\d ]+)/.exec(it.getAttribute("aria-label"))?.[1];
      return set ? [{ at: Number(it.dataset.cell), digits: set.split(" ") }] : [];
    }),
  );

test("an exercise is answered wrongly and rightly, with a reason, and counted", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" }, `#p=${PUZZLE}`);
  await settled(page);
  await show(page, "Learn");
  await page.getByRole("button", { name: "Open the lessons" }).click();
  const lesson = page.getByRole("button", { name: /^Naked single/ });
  await lesson.waitFor({ timeout: 60_000 });
  assert.deepEqual(await violations(page), []);
  assert.equal(await lesson.innerText(), "Naked single");
  await lesson.click();
  await page.getByRole("button", { name: "Practise" }).click();
  await page.getByText("Position 1.").waitFor();
  const check = page.getByRole("button", { name: "Check my step" });
  const said = page.locator(".result.why");
  await check.click();
  await said.filter({ hasText: "Nothing has changed yet" }).waitFor();
  const cells = await candidates(page);
  const single = cells.find(({ digits }) => digits.length === 1);
  const several = cells.find(({ digits }) => digits.length > 1);
  const enter = async (at, digit) => {
    await page.locator(`[data-cell="${at}"]`).click();
    await page.keyboard.press(digit);
  };
  // A digit that the cell cannot have is wrong.
  const others = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].filter((it) => !several.digits.includes(it));
  await enter(several.at, others[0]);
  await check.click();
  await said.filter({ hasText: /is wrong/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await enter(single.at, single.digits[0]);
  await check.click();
  await said.filter({ hasText: /^Right\..*is justified\.\s[^]*Naked single/ }).waitFor();
  await page.getByRole("button", { name: "Next position" }).click();
  await page.getByText("Position 2.").waitFor();
  await page.getByRole("button", { name: "Show me" }).click();
  await said.filter({ hasText: /^Naked single: r\dc\d is \d/ }).waitFor();
  await page.locator(".board .drawn.put").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "All lessons" }).click();
  assert.equal(await lesson.innerText(), "Naked single \u27131");
  await close();
});

test("an elimination is checked: candidates that a pair excludes, and one that it does not", async () => {
  const { page, close } = await open({}, `#p=${PUZZLE}`);
  await settled(page);
  await show(page, "Learn");
  await page.getByRole("button", { name: "Open the lessons" }).click();
  await page.getByRole("button", { name: /^Naked pair/ }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Practise" }).click();
  await page.getByText(/^Position 1\./).waitFor();
  const sets = new Map((await candidates(page)).map(({ at, digits }) => [at, digits.join("")]));
  const houses = Array.from({ length: 9 }, (_, i) => i).flatMap((i) => [
    [...sets.keys()].filter((at) => Math.floor(at / 9) === i),
    [...sets.keys()].filter((at) => at % 9 === i),
    [...sets.keys()].filter((at) => 3 * Math.floor(at / 27) + Math.floor((at % 9) / 3) === i),
  ]);
  // An independent search for a pair that excludes a candidate.
  const [[at, digit]] = houses.flatMap((cells) =>
    cells.flatMap((one, i) =>
      cells.slice(i + 1).flatMap((other) => {
        const pair = sets.get(one);
        if (pair.length !== 2 || sets.get(other) !== pair) return [];
        return cells
          .filter((it) => it !== one && it !== other)
          .flatMap((it) =>
            [...pair].filter((digit) => sets.get(it).includes(digit)).map((digit) => [it, digit]),
          );
      }),
    ),
  );
  const toggle = async (at, digit) => {
    await page.locator(`[data-cell="${at}"]`).click();
    await page.keyboard.press(`Control+${digit}`);
  };
  await toggle(at, digit);
  await page.getByRole("button", { name: "Check my step" }).click();
  await page.locator(".result.why", { hasText: /^Right\./ }).waitFor();
  // The candidate that is the solution of a cell is never excluded.
  await toggle(at, digit);
  const [other] = [...sets.keys()].filter((it) => sets.get(it).length === 2 && it !== at);
  for (const wrong of sets.get(other)) {
    await toggle(other, wrong);
    await page.getByRole("button", { name: "Check my step" }).click();
    await page.locator(".result.why").waitFor();
    const text = await page.locator(".result.why").innerText();
    await toggle(other, wrong);
    if (!text.startsWith("Right.")) return close();
  }
  assert.fail("both candidates of a cell were accepted as excluded");
});

test("a kind of reason in variants has a lesson, and an exercise whose step is shown and accepted", async () => {
  const { page, close } = await open({ bypassCSP: true, reducedMotion: "reduce" }, `#p=${PUZZLE}`);
  await settled(page);
  await show(page, "Learn");
  await page.getByRole("button", { name: "Open the lessons" }).click();
  const topics = page.getByRole("group", { name: "Variants" });
  const lesson = topics.getByRole("button", { name: /^Range of a renban line/ });
  await lesson.waitFor({ timeout: 60_000 });
  assert.ok((await topics.getByRole("button").count()) > 10);
  await lesson.click();
  await page.getByText("A renban line of n cells holds n consecutive digits in any order.").waitFor();
  const picture = page.locator("img.example");
  await picture.waitFor();
  assert.ok(await picture.evaluate(async (it) => (await it.decode(), it.naturalWidth > 100)));
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Practise" }).click();
  await page.getByText("Position 1.").waitFor();
  await page.getByRole("button", { name: "Show me" }).click();
  const said = page.locator(".result.why");
  await said.filter({ hasText: /renban/i }).waitFor();
  const [, row, column, digit] = /r(\d)c(\d)[^.]*? can't be (\d)/.exec(await said.innerText());
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Centre", exact: true }).click();
  await page.locator(`[data-cell="${9 * (Number(row) - 1) + Number(column) - 1}"]`).click();
  await page.keyboard.press(digit);
  await page.getByRole("button", { name: "Check my step" }).click();
  await said.filter({ hasText: /^Right\..*is justified\./ }).waitFor();
  await page.getByRole("button", { name: "Next position" }).click();
  await page.getByText("Position 2.").waitFor();
  await close();
});

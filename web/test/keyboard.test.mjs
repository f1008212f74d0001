// Performs the tasks of `bench/actions.mjs` by keyboard alone: no element gets the focus by other means.
import assert from "node:assert/strict";
import { test } from "node:test";
import { label, open, show, waitForStatus } from "./site.mjs";

/** Maximum number of presses of Tab between two places. */
const FAR = 30;

/** Presses Tab until the element with the focus matches a selector, or is a button with this text. */
async function tabTo(page, selector, key = "Tab") {
  for (let i = 0; i < FAR; i++) {
    if (
      await page.evaluate((it) => {
        const { activeElement } = document;
        return /^[A-Z]/.test(it) ? activeElement.textContent === it : activeElement.matches(it);
      }, selector)
    )
      return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} is not within ${FAR} presses of ${key}`);
}

/** Chooses a drawing tool by its name. The board has the focus afterwards. */
async function choose(page, name, kind) {
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement.matches(".search"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type(name);
  await page.locator(`.palette [data-tool]:first-child[data-tool="${kind}"]`).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`[data-tool="${kind}"][aria-pressed="true"]`).waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-cell]")));
}

const press = async (page, keys) => {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
};

/** Waits until the list has these constraints. */
async function rules(page, wanted) {
  const found = async () => (await page.locator(".rules .rule").allTextContents()).sort();
  const end = Date.now() + 20_000;
  while ((await found()).join() !== wanted.toSorted().join() && Date.now() < end)
    await page.waitForTimeout(50);
  assert.deepEqual(await found(), wanted.toSorted());
}

test("constraints of every gesture are drawn by keyboard alone", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Set");
  await choose(page, "killer", "Cage");
  await press(page, "Shift+ArrowRight Enter 1 0 ArrowDown Shift+ArrowDown Enter 7");
  await rules(page, ["Cage 10 R1C1 R1C2", "Cage 7 R2C2 R3C2"]);
  await choose(page, "german whispers", "Whisper");
  await press(page, "Control+End Home Shift+ArrowRight Shift+ArrowRight Enter");
  await choose(page, "white dot", "WhiteDot");
  await press(page, "Control+Home Shift+ArrowDown Enter");
  await choose(page, "sandwich", "Sandwich");
  await press(page, "Control+Home ArrowDown Enter 1 2");
  const all = [
    "Cage 10 R1C1 R1C2",
    "Cage 7 R2C2 R3C2",
    "Whisper 5 R9C1 R9C2 R9C3",
    "WhiteDot R1C1 R2C1",
    "Sandwich 12 R2",
  ];
  await rules(page, all);
  await press(page, "Control+z Control+z");
  await rules(page, all.slice(0, 3));
  await close();
});

test("givens are typed, the puzzle is made unique, and panels are opened and closed by keyboard alone", async () => {
  const { page, close } = await open();
  await waitForStatus(page, "several");
  await show(page, "Set");
  await tabTo(page, "[data-cell]");
  await press(page, "5 ArrowRight 3 ArrowDown ArrowDown 8");
  assert.equal(await label(page, 3, 2), "row 3, column 2, given 8");
  await tabTo(page, '[role="tab"][aria-selected="true"]');
  await press(page, "ArrowRight ArrowRight ArrowRight");
  await page.locator('#tab-generate[aria-selected="true"]').waitFor();
  await page.getByRole("button", { name: "Finish for me" }).waitFor();
  await tabTo(page, "Finish for me");
  await press(page, "Enter");
  await waitForStatus(page, "one");
  assert.equal(await label(page, 1, 1), "row 1, column 1, given 5");
  // From the page's beginning.
  await page.evaluate(() => document.activeElement.blur());
  await press(page, "?");
  await page.locator("table.keys").waitFor();
  await press(page, "Escape");
  await page.locator("table.keys").waitFor({ state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-cell]")));
  // The settings, through the menu.
  await tabTo(page, '[aria-controls="more"]', "Shift+Tab");
  await press(page, "Enter");
  await page.locator("#more:not([hidden])").waitFor();
  for (let i = 0; i < 3; i++) await press(page, "Tab");
  await press(page, "Enter");
  await page.getByLabel("Contrast").waitFor();
  await press(page, "Escape");
  await page.getByLabel("Contrast").waitFor({ state: "detached" });
  await close();
});

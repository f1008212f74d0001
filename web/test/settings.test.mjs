// Tests the settings: their controls, attributes and stored form follow from one table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, show } from "./site.mjs";

const attributes = (page) => page.evaluate(() => ({ ...document.documentElement.dataset }));
const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("farandole-settings")));

test("unknown stored values get their defaults, and changes are applied, saved and restored", async () => {
  const { page, close } = await open({}, "", () => {
    if (!localStorage.getItem("farandole-settings"))
      localStorage.setItem("farandole-settings", '{"theme":"dark","contrast":"purple","tidy":"no","old":1}');
  });
  await show(page, "Settings");
  assert.deepEqual(await attributes(page), { theme: "dark", contrast: "usual" });
  assert.deepEqual(await stored(page), { theme: "dark", contrast: "usual", language: "en", tidy: true });
  await page.getByLabel("Contrast").selectOption("high");
  await page.getByLabel("Remove candidates automatically").uncheck();
  const changed = { theme: "dark", contrast: "high", language: "en", tidy: false };
  await page.waitForFunction(() => document.documentElement.dataset.contrast === "high");
  assert.deepEqual(await stored(page), changed);
  await page.reload();
  await show(page, "Settings");
  assert.deepEqual(await stored(page), changed);
  assert.equal(await page.getByLabel("Theme").inputValue(), "dark");
  assert.equal(await page.getByLabel("Remove candidates automatically").isChecked(), false);
  assert.deepEqual(await attributes(page), { theme: "dark", contrast: "high" });
  await close();
});

// The whole site in Chromium: every page within three clicks of the first, no dead link, and the search.
// FARANDOLE_SITE is the folder of the site.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { serve } from "./serve.mjs";

const FOLDER = process.env.FARANDOLE_SITE;
let site;
let browser;
before(async () => {
  site = await serve(FOLDER);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

/** Returns the addresses that a page links to, and the ids that it contains. */
async function read(page, address) {
  await page.goto(address, { waitUntil: "load" });
  // The first page is built by its script.
  await page.locator("a[href]").first().waitFor({ state: "attached" });
  return page.evaluate(() => ({
    links: [...document.querySelectorAll("a[href]")].map((link) => link.href),
    files: [...document.querySelectorAll("img, script[src], link[href]")].map((it) => it.src || it.href),
    ids: [...document.querySelectorAll("[id]")].map((it) => it.id),
  }));
}

test("every page is within three clicks of the first, and no link is dead", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const clicks = new Map([[`${site.url}index.html`, 0]]);
  const ids = new Map();
  const wanted = [];
  const files = new Set();
  for (const [address, depth] of clicks) {
    const found = await read(page, address);
    ids.set(address, new Set(found.ids));
    for (const file of found.files) files.add(file);
    for (const link of found.links) {
      if (!link.startsWith(site.url)) continue;
      const [target, id] = link.split("#");
      const full = target.endsWith("/") ? `${target}index.html` : target;
      if (id) wanted.push({ address, full, id: decodeURIComponent(id) });
      if (full.endsWith(".html") && !clicks.has(full)) clicks.set(full, depth + 1);
      else files.add(target);
    }
  }
  for (const file of files) {
    if (!file.startsWith(site.url)) continue;
    assert.equal((await fetch(file)).status, 200, file);
  }
  // The part after # of a link to the first page is a puzzle.
  const dead = wanted.filter(({ full, id }) => full !== `${site.url}index.html` && !ids.get(full)?.has(id));
  assert.deepEqual(dead, []);
  for (const [address, depth] of clicks) assert.ok(depth <= 3, `${address} is ${depth} clicks away`);
  const all = readdirSync(FOLDER, { recursive: true }).filter((name) => name.endsWith(".html"));
  const missing = all.filter((name) => !clicks.has(site.url + name.replaceAll("\\", "/")));
  // The document of the frame that runs programs is no page.
  assert.deepEqual(missing, ["programs.html"]);
  console.log(`${clicks.size} pages, at most ${Math.max(...clicks.values())} clicks, ${files.size} files`);
  await context.close();
});

test("the search finds techniques, constraints and commands", async () => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  for (const [query, first] of [
    ["x-wing", "techniques/"],
    ["killer", "guide/"],
    ["min-lex", "guide/"],
    ["thermo", "constraints/"],
  ]) {
    await page.goto(`${site.url}guide/index.html`);
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByRole("searchbox").fill(query);
    await page.keyboard.press("Enter");
    await page.locator("ol li a").first().waitFor();
    const links = await page.locator("ol li a").evaluateAll((all) => all.map((link) => link.href));
    assert.ok(
      links.slice(0, 5).some((link) => link.includes(first)),
      `${query}: ${links.slice(0, 5)}`,
    );
    await page.locator("ol li a").first().click();
    await page.waitForURL((url) => !url.pathname.includes("/search/"));
    const text = (await page.locator("main").innerText()).toLowerCase();
    assert.ok(text.includes(query), query);
  }
  await page.goto(`${site.url}search/index.html?q=%3Cb%3Enothing%3C%2Fb%3E`);
  await page.getByText("0 sections").waitFor();
  await context.close();
});

// The installed package in Chromium, without a bundler. WEB is the folder of the page, whose packages
// include the driver of the browser.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { examples } from "./examples.mjs";

const web = pathToFileURL(`${process.env.WEB}/`);
const { launch } = await import(new URL("test/browser.mjs", web));
const { serve } = await import(new URL("test/serve.mjs", web));

/** Returns a page that runs an example. Its title reports the end. */
function page(code) {
  return `<!doctype html><title>example</title><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"farandole": "./node_modules/farandole/web.js"}}</script>
<script type="module">
addEventListener("error", () => { document.title = "failed"; });
addEventListener("unhandledrejection", () => { document.title = "failed"; });
</script>
<script type="module">
${code}
document.title = "done";
</script>`;
}

test("the examples of the README print the same in a browser", async () => {
  const browser = await launch();
  const server = await serve(process.cwd());
  try {
    for (const [number, { code, output }] of examples().entries()) {
      const name = `example-${number}.html`;
      writeFileSync(name, page(code));
      const tab = await browser.newPage();
      const printed = [];
      tab.on("console", (message) => printed.push(message.text()));
      tab.on("pageerror", (error) => printed.push(String(error)));
      await tab.goto(server.url + name);
      await tab.waitForFunction(() => document.title !== "example", undefined, { timeout: 60_000 });
      assert.equal(printed.join("\n"), output, code);
      await tab.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

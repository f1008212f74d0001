// The examples of the README: each block of JavaScript is followed by its output.
import { readFileSync } from "node:fs";

/** Returns the code and the output of each example. */
export function examples() {
  const text = readFileSync("node_modules/farandole/README.md", "utf8");
  const blocks = [...text.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  return blocks.map(([, code, output]) => ({ code, output: output.trimEnd() }));
}

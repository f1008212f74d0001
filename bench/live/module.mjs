// Answers messages of an editor, one per line, with the WebAssembly module. The output is the answer with its time.
//
//     node module.mjs farandole-variants.wasm

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Module } from "../../npm/module.js";

const module = new Module(
  new WebAssembly.Module(readFileSync(process.argv[2])),
);
for await (const line of createInterface({ input: process.stdin })) {
  const start = performance.now();
  const { json } = module.answer(
    { op: "live" },
    new TextEncoder().encode(line),
  );
  const ms = performance.now() - start;
  console.log(JSON.stringify({ answer: json, ms }));
}

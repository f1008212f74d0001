// Builds the userscript: one file that contains the modules for classic puzzles and variants and the script of its worker.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import about from "./package.json" with { type: "json" };

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const HEAD = `// ==UserScript==
// @name         Farandole
// @namespace    https://github.com/farandole-sudoku/farandole
// @version      ${about.version}
// @description  Answers the script Fpuzzles-SudokuSolver on f-puzzles, and solves puzzles on SudokuMaker and SudokuPad
// @author       The Farandole developers
// @license      MIT OR Apache-2.0
// @match        https://f-puzzles.com/*
// @match        https://*.f-puzzles.com/*
// @match        https://sudokumaker.app/*
// @match        https://*.sudokumaker.app/*
// @match        https://sudokupad.app/*
// @match        https://*.sudokupad.app/*
// @grant        none
// @run-at       document-start
// ==/UserScript==
`;

/** Makes the modules a part of the script, and the files of the userscript those of the engine. */
function selfContained(): Plugin {
  return {
    name: "self-contained",
    enforce: "pre",
    resolveId(id, importer) {
      if (id === "virtual:modules") return "\0modules";
      // Other sites have no settings of the page, and a script in one file loads no other texts.
      if (/^\.{1,2}\/messages$/.test(id)) return path("src/locale/en.ts");
      const own = ["./modules", "./frame"].includes(id) && importer?.includes("/engine/");
      return own ? path(`src/userscript/${id.slice(2)}.ts`) : undefined;
    },
    load(id) {
      if (id !== "\0modules") return undefined;
      const packed = (name: string) =>
        gzipSync(readFileSync(path(`wasm/${name}.wasm`)), { level: 9 }).toString("base64");
      return `export const plain = "${packed("farandole")}", variants = "${packed("farandole-variants")}"`;
    },
    generateBundle(_options, bundle) {
      for (const item of Object.values(bundle)) if (item.type === "chunk") item.code = HEAD + item.code;
    },
  };
}

export default defineConfig({
  publicDir: false,
  define: { SITE: JSON.stringify(process.env.FARANDOLE_SITE_URL ?? "http://localhost:8080/") },
  build: {
    target: "es2022",
    emptyOutDir: false,
    // The modules make the file large.
    chunkSizeWarningLimit: 10_000,
    reportCompressedSize: false,
    rollupOptions: {
      input: path("src/userscript/main.tsx"),
      output: { format: "iife", entryFileNames: "farandole.user.js" },
    },
  },
  plugins: [selfContained()],
});

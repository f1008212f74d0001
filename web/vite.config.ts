// Builds the page into one folder of static files. The service worker contains the list of these files.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { defineConfig, type Plugin } from "vite";
import { Module } from "../npm/module.js";
import classic from "./src/view/classic.json" with { type: "json" };

/** Files that most visits do not need. The service worker stores them when a page has loaded them. */
const LATER = /farandole-(tools|variants)|assets\/de-/;

/** Fills in `sw.js`: the names of the files of the build, and a version computed from their contents. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const hash = createHash("sha256");
      const files = ["./", "manifest.webmanifest", "icon.svg", "texts.js"];
      const later: string[] = [];
      for (const [name, item] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (name === "sw.js") continue;
        hash.update(name).update(item.type === "asset" ? item.source : item.code);
        if (name !== "index.html") (LATER.test(name) ? later : files).push(name);
      }
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("no sw.js in the build");
      worker.code = worker.code
        .replace("__FILES__", JSON.stringify(files))
        .replace("__LATER__", JSON.stringify(later))
        .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)));
    },
  };
}

/** Adds pictures to the puzzles of the start page, which shows them before it loads a module that could draw them. */
function pictures(): Plugin {
  const load = async (name: string) =>
    new Module(await WebAssembly.compile(await readFile(new URL(`wasm/${name}.wasm`, import.meta.url))));
  return {
    name: "pictures",
    enforce: "pre",
    async transform(code, id) {
      if (!id.endsWith("/model/collection.json")) return undefined;
      const modules = await Promise.all(["farandole", "farandole-variants"].map(load));
      const stored = JSON.parse(code);
      for (const entry of [...stored.days.flat(), ...stored.collection]) {
        if (!entry.shape) continue;
        const { rules, ...shape } = entry.shape;
        const givens = [...entry.givens].map(() => 0);
        const request = { op: "show", board: { ...shape, ...(rules ? { text: rules } : {}), givens } };
        const answers = modules.map((module) => module.answer(request).json);
        const { below, lines, above, room } = answers.find(({ status }) => status !== "elsewhere");
        const isUsual = JSON.stringify(lines) === JSON.stringify(classic.lines);
        entry.drawn = { below, above, room, ...(isUsual ? {} : { lines }) };
      }
      return { code: JSON.stringify(stored), map: null };
    },
  };
}

/** Starts the download of the module for classic puzzles together with that of the script, which requests it. */
function preload(): Plugin {
  return {
    name: "preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const module = Object.keys(bundle ?? {}).find((name) =>
          /farandole-(?!tools|variants)[\w-]+\.wasm$/.test(name),
        );
        if (!module) throw new Error("no farandole.wasm in the build");
        const attrs = {
          rel: "preload",
          href: `./${module}`,
          as: "fetch",
          type: "application/wasm",
          crossorigin: true,
        };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    // The oldest browsers with WebAssembly SIMD. They lack `light-dark`, which the build replaces.
    cssTarget: ["chrome91", "firefox89", "safari16.4"],
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  worker: { format: "es" },
  plugins: [pictures(), serviceWorker(), preload()],
});

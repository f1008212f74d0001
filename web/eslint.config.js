// Lint rules of the page. tsc reports unknown and unused names in TypeScript, so the rules for them are off
// there.
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";

export default [
  { ignores: ["dist/", "wasm/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}", "*.config.ts"],
    languageOptions: {
      // TypeScript 7 has no parser that JavaScript can call, so Babel parses the types.
      parser: (await import("@babel/eslint-parser")).default,
      parserOptions: {
        requireConfigFile: false,
        babelOptions: {
          babelrc: false,
          configFile: false,
          presets: [
            ["@babel/preset-typescript", { allExtensions: true, isTSX: true, onlyRemoveTypeImports: true }],
          ],
          parserOpts: { plugins: ["jsx"] },
        },
      },
    },
    plugins: { "react-hooks": reactHooks },
    rules: {
      "no-undef": "off",
      "no-unused-vars": "off",
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": ["error", { additionalHooks: "^useAnswer$" }],
      eqeqeq: "error",
    },
  },
  {
    files: ["test/**/*.mjs", "bench/**/*.mjs", "eslint.config.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { eqeqeq: "error" },
  },
  { files: ["public/*.js"], languageOptions: { globals: globals.serviceworker } },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
];

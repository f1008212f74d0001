// The settings, one row each. Their type, defaults, controls and stored form follow from the table; their texts are in
// `locale/`, and the compiler reports those that are missing.
import type { settings as texts } from "../locale/en";

type Value = keyof typeof texts.values;

/** A setting with a list of values. */
interface Choice {
  values: readonly Value[];
  initial: Value;
  /** The attribute of the root element, after `data-`, by which style sheets read the value. */
  attribute?: string;
}

/** A setting that is on or off. */
interface Switch {
  initial: boolean;
}

export const SETTINGS = {
  theme: { values: ["auto", "light", "dark"], initial: "auto", attribute: "theme" },
  contrast: { values: ["usual", "high"], initial: "usual", attribute: "contrast" },
  /** Applied when the page is loaded. */
  language: { values: ["en", "de"], initial: "en" },
  /** Remove the candidates of a digit from its peers when the digit is placed. */
  tidy: { initial: true },
} as const satisfies Record<keyof typeof texts.names, Choice | Switch>;

/** The key of the settings in the storage of the browser. */
export const STORED = "farandole-settings";

type Rows = typeof SETTINGS;
export type Name = keyof Rows;
export type Settings = {
  [name in Name]: Rows[name] extends { values: readonly (infer Value)[] } ? Value : boolean;
};

/** The rows by name, in order. */
export const ROWS = Object.entries(SETTINGS) as [Name, Choice | Switch][];

/** Returns the settings that a stored value contains, with defaults for those that it lacks. */
export function settingsIn(value: unknown): Settings {
  const stored = (value ?? {}) as Partial<Record<Name, unknown>>;
  const one = ([name, row]: (typeof ROWS)[number]) => {
    const known = stored[name];
    const isValid = "values" in row ? row.values.some((it) => it === known) : typeof known === "boolean";
    return [name, isValid ? known : row.initial];
  };
  return Object.fromEntries(ROWS.map(one)) as Settings;
}

/** Returns the language of the stored settings. */
export function storedLanguage(): Settings["language"] {
  try {
    return settingsIn(JSON.parse(localStorage.getItem(STORED) ?? "null")).language;
  } catch {
    return SETTINGS.language.initial;
  }
}

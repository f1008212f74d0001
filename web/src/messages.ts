// The texts of the page in the language of the settings. A module is only evaluated once its texts are loaded, so it may
// use them in constants. Workers, which have no settings, import the English texts.
import * as en from "./locale/en";
import { storedLanguage } from "./model/settings";

export const language = storedLanguage();
const texts: typeof en = language === "de" ? await import("./locale/de") : en;

export const {
  common,
  main,
  engine,
  userscript,
  link,
  app,
  reading,
  status,
  home,
  play,
  timer,
  board,
  keys,
  learn,
  lessons,
  puzzle,
  analyze,
  constraints,
  drawing,
  cosmetics,
  generate,
  batch,
  cover,
  share,
  settings,
  update,
} = texts;

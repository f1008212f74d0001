// The userscript: on f-puzzles, it answers the connection of Rangsk's script; on other editors, it shows a panel.
import { render } from "preact";
import { Panel } from "./Panel";
import { install } from "./socket";
import style from "./panel.css?inline";

/** The address of the page of Farandole. */
declare const SITE: string;

function showPanel(): void {
  const host = document.createElement("div");
  // Styles of the page do not apply in a shadow tree.
  const root = host.attachShadow({ mode: "open" });
  document.body.append(host);
  const sheet = document.createElement("style");
  sheet.textContent = style;
  const content = document.createElement("div");
  root.append(sheet, content);
  // Editors have shortcuts for keys, which must not apply to the panel.
  for (const type of ["keydown", "keyup", "keypress", "paste"])
    host.addEventListener(type, (event) => event.stopPropagation());
  render(<Panel site={SITE} />, content);
}

install();
if (!/(^|\.)f-puzzles\.com$/.test(location.hostname)) {
  if (document.body) showPanel();
  else document.addEventListener("DOMContentLoaded", showPanel);
}

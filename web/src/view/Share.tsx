// Share: a link that holds everything, text in every format, pictures, pages for print.
import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import { isClassic, layoutOf, readable, toWire, type Sheet } from "../model/game";
import { toHash } from "../model/link";
import { forget, type Settings } from "../model/store";
import type { Format, Status } from "../wire";
import { stepOf, type Shown } from "./Learn";
import { Section, Trouble, save, useTask } from "./common";

interface Props {
  quick: Engine;
  sheet: Sheet;
  shown: Shown | undefined;
  settings: Settings;
  onsettings(settings: Settings): void;
  onread(text: string): void;
  say(text: string): void;
}

export function Share({ quick, sheet, shown, settings, onsettings, onread, say }: Props) {
  const task = useTask();
  const [link, setLink] = useState("");
  const [formats, setFormats] = useState<Format[]>([]);
  const isVariant = sheet.shape.rules !== undefined;
  const [chosen, setFormat] = useState("");
  // The format that holds the most of such a puzzle, unless another one is chosen.
  const usual = layoutOf(sheet.shape) ? "overlapping" : isVariant ? "iss" : sheet.allowed ? "pencilmark" : "line";
  const isKnown = formats.some(({ name }) => name === chosen) || (!isVariant && chosen === "sheet");
  const format = isKnown && chosen ? chosen : usual;
  const [text, setText] = useState("");
  const [input, setInput] = useState("");
  useEffect(() => {
    void toHash(sheet).then((hash) => setLink(location.href.replace(/#.*/, "") + hash));
  }, [sheet]);
  useEffect(() => {
    const part = isVariant ? "variants" : "plain";
    quick.ask<Status & { formats: Format[] }>({ op: "formats" }, undefined, part).then(({ json }) => setFormats(json.formats), () => {});
  }, [quick, isVariant]);
  useEffect(() => {
    quick.ask<Status>({ op: "write", board: toWire(sheet), to: format }).then(
      ({ json, body }) => setText(json.detail ?? new TextDecoder().decode(body).trimEnd()),
      () => {},
    );
  }, [quick, sheet, format]);
  const copy = (what: string) => navigator.clipboard.writeText(what).then(() => say("Copied."), () => say("The browser allows no copying."));
  const svg = async (): Promise<string> => {
    const board = toWire(shown?.sheet ?? sheet);
    const step = shown?.step.technique ? { step: stepOf(shown.step), caption: readable(shown.step.text) } : {};
    const part = isClassic(sheet.shape) || !shown?.step.technique ? undefined : "variants";
    const { json, body } = await quick.ask<Status>({ op: "draw", board, ...step }, undefined, part);
    if (json.status !== "ok") throw new Error(json.detail ?? json.status);
    return new TextDecoder().decode(body);
  };
  const png = async () => {
    const url = URL.createObjectURL(new Blob([await svg()], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth * 2, image.naturalHeight * 2];
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) save("sudoku.png", "image/png", blob);
  };
  const pdf = async () => {
    const { json, body } = await quick.ask<Status>({ op: "sheet", boards: [toWire(sheet)], per_page: 1, solutions: "small", title: sheet.title ?? "" });
    if (json.status !== "ok") throw new Error(json.detail ?? json.status);
    save("sudoku.pdf", "application/pdf", body);
  };
  return (
    <div>
      <Section title="Read">
        <label class="block">
          A puzzle in any format, pasted here or anywhere on the page
          <textarea rows={3} spellcheck={false} value={input} onInput={(event) => setInput(event.currentTarget.value)} />
        </label>
        <button disabled={!input.trim()} onClick={() => onread(input)}>
          Read it
        </button>
      </Section>
      <Section title="Share">
        <label class="block">
          A link that holds all of it; no server ever sees what is behind the #
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <div class="row">
          <button class="primary" onClick={() => copy(link)}>
            Copy the link
          </button>
        </div>
        <label class="block">
          As text in the format{" "}
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {!isVariant && <option value="sheet">sheet: givens, digits and candidates of 9x9</option>}
            {formats.map(({ name, description }) => (
              <option key={name} value={name}>
                {name}: {description}
              </option>
            ))}
          </select>
        </label>
        <textarea rows={4} readOnly aria-label="the puzzle as text" value={text} />
        <div class="row">
          <button onClick={() => copy(text)}>Copy the text</button>
          <button onClick={() => save("sudoku.txt", "text/plain", text)}>Save the text</button>
        </div>
      </Section>
      <Section title="Picture and print">
        <div class="row">
          <button onClick={() => task.run("drawing", async () => save("sudoku.svg", "image/svg+xml", await svg()))}>SVG</button>
          <button onClick={() => task.run("drawing", png)}>PNG</button>
          <button onClick={() => task.run("drawing", pdf)}>PDF</button>
          <button onClick={() => print()}>Print</button>
        </div>
        <Trouble text={task.error} />
      </Section>
      <Section title="Settings">
        <div class="row">
          <label class="inline">
            Colours{" "}
            <select value={settings.theme} onChange={(event) => onsettings({ ...settings, theme: event.currentTarget.value as Settings["theme"] })}>
              <option value="auto">as the system</option>
              <option value="light">light</option>
              <option value="dark">dark</option>
            </select>
          </label>
          <label class="inline">
            Contrast{" "}
            <select value={settings.contrast} onChange={(event) => onsettings({ ...settings, contrast: event.currentTarget.value as Settings["contrast"] })}>
              <option value="usual">usual</option>
              <option value="high">high</option>
            </select>
          </label>
          <label class="inline">
            <input type="checkbox" checked={settings.tidy} onChange={(event) => onsettings({ ...settings, tidy: event.currentTarget.checked })} /> a digit takes its candidates away from the cells that see it
          </label>
        </div>
        <button onClick={() => void forget().then(() => location.replace(location.pathname))}>Forget everything kept in this browser</button>
      </Section>
    </div>
  );
}

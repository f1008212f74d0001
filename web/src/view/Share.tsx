// The Share tab: imports puzzles, and exports them as links, text and pictures.
import { useState } from "preact/hooks";
import type { Engine } from "../engine/client";
import faceUrl from "../fonts/arimo.woff2?url";
import { reading as texts, share as messages } from "../messages";
import { allFigures } from "../model/cosmetics";
import { layoutOf, originKey, plainText, readable, toWire, type Sheet } from "../model/game";
import { toHash } from "../model/link";
import type { Shown } from "../model/session";
import type { Board, Format, Formats, Status } from "../wire";
import { Section, Trouble, save, useAnswer, useTask } from "./common";

/** Other programs, and the formats of links to them. */
const PROGRAMS = [
  ["SudokuPad", "sudokupad-link"],
  ["SudokuMaker", "sudokumaker-link"],
  ["f-puzzles", "fpuzzles-link"],
] as const;

interface Props {
  quick: Engine;
  sheet: Sheet;
  shown: Shown | undefined;
  onread(text: string): void;
  announce(text: string): void;
}

/** The link that opens a variant in another program; empty if that cannot represent it, for the reason `why`. */
interface Written {
  name: string;
  link: string;
  why: string;
}
const NONE_WRITTEN: Written[] = [];
const NO_FORMATS: Format[] = [];

/** Returns the addresses at which other programs open the text from which a puzzle was read, by program. */
function linksOf(text: string): Record<string, string> {
  const load = /^https?:\/\/(?:www\.)?f-puzzles\.com\/\?load=([^&#\s]+)$/.exec(text)?.[1];
  if (load) return { "f-puzzles": text, SudokuPad: `https://sudokupad.app/fpuzzles${load}` };
  if (/^https?:\/\/([a-z]+\.)?(sudokupad\.app|crackingthecryptic\.com)\/\S+$/.test(text))
    return { SudokuPad: text };
  if (/^https?:\/\/(www\.)?sudokumaker\.app\/\S+$/.test(text)) return { SudokuMaker: text };
  return /^(scl|scf|ctc|fpuz)[\w+/=%-]+$/.test(text) ? { SudokuPad: `https://sudokupad.app/${text}` } : {};
}

/** Returns a colour of the palette in the light theme, because files have a white background. */
function lightColour(colour: number): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--own-light-${colour}`).trim();
}

/** Returns the board of a sheet with its cosmetics, as the engine writes and draws it. */
function toFile(sheet: Sheet): Board {
  const cosmetics = allFigures(sheet.cosmetics ?? [], lightColour);
  return { ...toWire(sheet), ...(cosmetics.length ? { cosmetics } : {}) };
}

/** Returns the texts of a sheet that files contain. */
const textsOf = ({ title = "", author = "", wording = "" }: Sheet) => ({ title, author, rules: wording });

/** Returns the request to write a sheet with its texts in a format. */
const toWrite = (sheet: Sheet, to: string) => ({
  op: "write",
  board: toFile(sheet),
  to,
  texts: textsOf(sheet),
});

/** Links that open a variant in other programs, or the reasons why they cannot represent it. */
function Others({ quick, sheet }: Pick<Props, "quick" | "sheet">) {
  const written = useAnswer(
    () => {
      const { origin } = sheet;
      const known = origin?.key === originKey(sheet) ? linksOf(origin.text) : {};
      const one = async ([name, to]: (typeof PROGRAMS)[number]): Promise<Written> => {
        const link = known[name];
        if (link) return { name, link, why: "" };
        const { json, body } = await quick.ask<Status>(toWrite(sheet, to));
        const isWritten = json.status === "ok";
        return {
          name,
          link: isWritten ? new TextDecoder().decode(body).trimEnd() : "",
          why: isWritten ? "" : (json.detail ?? json.status),
        };
      };
      return Promise.all(PROGRAMS.map(one));
    },
    [quick, sheet],
    NONE_WRITTEN,
  );
  const links = written.filter(({ link }) => link);
  return (
    <>
      {links.length > 0 && (
        <p class="row" role="group" aria-label={messages.others}>
          {links.map(({ name, link }) => (
            <a key={name} class="button" href={link} target="_blank" rel="noopener noreferrer">
              {messages.openIn(name)}
            </a>
          ))}
        </p>
      )}
      {written
        .filter(({ why }) => why)
        .map(({ name, why }) => (
          <p key={name} class="quiet">
            {messages.notElsewhere(name, plainText(why))}
          </p>
        ))}
    </>
  );
}

/**
 * Returns a picture with the typeface of the page, under the name that the engine writes. Without it, the picture would
 * depend on the fonts of the machine.
 */
async function withFace(svg: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(faceUrl)).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const face = `font-family:Helvetica;font-weight:400 700;src:url(data:font/woff2;base64,${text})`;
  return svg.replace(">", `>\n<style>@font-face{${face}}</style>`);
}

/** The Share tab. */
export function Share({ quick, sheet, shown, onread, announce }: Props) {
  const task = useTask();
  const isVariant = sheet.shape.rules !== undefined;
  const link = useAnswer(async () => location.href.replace(/#.*/, "") + (await toHash(sheet)), [sheet], "");
  const formats = useAnswer(
    async () => {
      const { json } = await quick.ask<Formats>({ op: "formats", variants: isVariant });
      return json.formats;
    },
    [quick, isVariant],
    NO_FORMATS,
  );
  const [chosen, setFormat] = useState("");
  // By default, the format that can represent the puzzle completely.
  const usual = layoutOf(sheet.shape)
    ? "overlapping"
    : isVariant
      ? "iss"
      : sheet.allowed
        ? "pencilmark"
        : "line";
  const isKnown = formats.some(({ name }) => name === chosen) || (!isVariant && chosen === "sheet");
  const format = isKnown && chosen ? chosen : usual;
  const [input, setInput] = useState("");
  /** True once links of a classic puzzle are requested, for which the module for variants has to be loaded. */
  const [isLinked, setLinked] = useState(false);
  const { shape } = sheet;
  const text = useAnswer(
    async () => {
      const { json, body } = await quick.ask<Status>(toWrite(sheet, format));
      return json.detail ?? new TextDecoder().decode(body).trimEnd();
    },
    [quick, sheet, format],
    "",
  );
  const copy = (content: string) =>
    navigator.clipboard.writeText(content).then(
      () => announce(messages.copied),
      () => announce(messages.notCopied),
    );
  const svg = async (): Promise<string> => {
    const board = toFile(shown?.sheet ?? sheet);
    const step = shown?.step.technique ? { step: shown.step, caption: readable(shown.step.text) } : {};
    const { json, body } = await quick.ask<Status>({ op: "draw", board, texts: textsOf(sheet), ...step });
    if (json.status !== "ok") throw new Error(json.detail ?? json.status);
    return withFace(new TextDecoder().decode(body));
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
    const { json, body } = await quick.ask<Status>({
      op: "sheet",
      boards: [toFile(sheet)],
      per_page: 1,
      solutions: "small",
      title: [sheet.title, sheet.author && texts.by(sheet.author)].filter(Boolean).join(" "),
      rules: [sheet.wording ?? ""],
    });
    if (json.status !== "ok") throw new Error(json.detail ?? json.status);
    save("sudoku.pdf", "application/pdf", body);
  };
  return (
    <div>
      <Section title={messages.read}>
        <label class="block">
          {messages.input}
          <textarea
            rows={3}
            spellcheck={false}
            value={input}
            onInput={(event) => setInput(event.currentTarget.value)}
          />
        </label>
        <button disabled={!input.trim()} onClick={() => onread(input)}>
          {messages.readIt}
        </button>
      </Section>
      <Section title={messages.share}>
        <label class="block">
          {messages.link}
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <div class="row">
          <button class="primary" disabled={!link} onClick={() => copy(link)}>
            {messages.copyLink}
          </button>
        </div>
        {(isVariant || isLinked) && !layoutOf(shape) && <Others quick={quick} sheet={sheet} />}
        {!isVariant && !isLinked && (
          <div class="row">
            <button onClick={() => setLinked(true)}>{messages.others}</button>
          </div>
        )}
        <label class="block">
          {messages.format}{" "}
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {!isVariant && <option value="sheet">{messages.sheet}</option>}
            {formats.map(({ name, description }) => (
              <option key={name} value={name}>
                {name}: {description}
              </option>
            ))}
          </select>
        </label>
        <textarea rows={4} readOnly aria-label={messages.text} value={text} />
        <div class="row">
          <button disabled={!text} onClick={() => copy(text)}>
            {messages.copyText}
          </button>
          <button disabled={!text} onClick={() => save("sudoku.txt", "text/plain", text)}>
            {messages.saveText}
          </button>
        </div>
      </Section>
      <Section title={messages.pictures}>
        <div class="row">
          <button
            onClick={() =>
              task.run(messages.drawing, async () => save("sudoku.svg", "image/svg+xml", await svg()))
            }
          >
            SVG
          </button>
          <button onClick={() => task.run(messages.drawing, png)}>PNG</button>
          <button onClick={() => task.run(messages.drawing, pdf)}>PDF</button>
          <button onClick={() => print()}>{messages.print}</button>
        </div>
        <Trouble text={task.error} />
      </Section>
    </div>
  );
}

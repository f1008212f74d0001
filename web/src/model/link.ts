// Links that contain the whole sheet after `#`. Browsers never send this part of a link to a server.
import { link as messages } from "../messages";
import type { Ink, Picture } from "../wire";
import { COLOURS, blank, colsOf, rowsOf, usual, type Caution, type Sheet } from "./game";
import { areCosmetics } from "./cosmetics";
import { isFog } from "./fog";
import { isPen } from "./pen";
import roles from "./roles.json";

/** The roles of the parts of a drawing. */
const ROLES: ReadonlySet<string> = new Set(roles);

const PREFIX = "#z=";
/** Prefix of links with the text of a puzzle. */
const PLAIN = "#p=";
/** Maximum number of rows or columns of a grid. Overlapping grids have up to 45 columns. */
const SIDE = 64;
/** Maximum length of the part after `#`. Longer links are refused. */
const LONGEST = 1 << 20;
/** Maximum length of a link with the author's drawing, which chat programs and mails still accept. */
const LONGEST_DRAWN = 8000;
/** Maximum space for a drawing at each side of the grid: some cells of 60. */
const MOST_ROOM = 240;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

/** Returns the part of a link that starts with `#`. */
export async function toHash({ origin: _, ...sheet }: Sheet): Promise<string> {
  // A classic puzzle without progress is written as a readable line.
  const { shape } = sheet;
  const plain = JSON.stringify({ ...blank(usual(9)), givens: sheet.givens });
  if (shape.size === 9 && JSON.stringify(sheet) === plain)
    return `${PLAIN}${sheet.givens.join("").replaceAll("0", ".")}`;
  const bytes = new TextEncoder().encode(JSON.stringify(sheet));
  const hash = PREFIX + toBase64Url(await through(bytes, new CompressionStream("deflate-raw")));
  const { picture, ...rest } = sheet;
  return picture && hash.length > LONGEST_DRAWN ? toHash(rest) : hash;
}

/** The line that `toHash` writes for a classic puzzle. It is read without the engine, so that the board shows it at once. */
const LINE = /^[\d.]{81}$/;

/** The content of a link: a sheet, the text of a puzzle, or an error; `undefined` if there is no link. */
export type Linked = { sheet: Sheet } | { text: string } | { error: string } | undefined;

/** Reads the part of a link that starts with `#`. */
export async function fromHash(hash: string): Promise<Linked> {
  if (hash.length > LONGEST) return { error: messages.tooLong };
  const isText = hash.startsWith(PLAIN);
  if (!isText && !hash.startsWith(PREFIX)) return hash.length > 1 ? { error: messages.unknown } : undefined;
  try {
    if (isText) {
      const text = decodeURIComponent(hash.slice(PLAIN.length));
      if (!LINE.test(text)) return { text };
      return { sheet: { ...blank(usual(9)), givens: [...text].map((sign) => Number(sign) || 0) } };
    }
    const bytes = await through(
      fromBase64Url(hash.slice(PREFIX.length)),
      new DecompressionStream("deflate-raw"),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const sheet = withCaution(value);
    const problems = sheetProblems(sheet);
    return problems.length ? { error: problems.join("; ") } : { sheet: sheet as Sheet };
  } catch {
    return { error: messages.damaged };
  }
}

/** Colours of a drawing, without references to other files. */
const COLOUR = /^(|#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/]*\)|var\(--drawn-(given|ground)\))$/i;

/** Returns true if a value is an author's drawing. */
function isPicture(value: unknown): boolean {
  const { below, above, room } = (value ?? {}) as Partial<Picture>;
  const isText = (it: unknown) => it === undefined || typeof it === "string";
  const isInk = (it: Ink) =>
    typeof it === "object" &&
    it !== null &&
    [it.d, it.text].every(isText) &&
    (it.role === undefined || ROLES.has(it.role)) &&
    [it.fill, it.stroke].every((colour) => isText(colour) && COLOUR.test(colour ?? "")) &&
    [it.x, it.y, it.size, it.width, it.opacity, it.scale].every((n) => Number.isFinite(n ?? 0));
  return (
    [below, above].every((layer) => Array.isArray(layer) && layer.every(isInk)) &&
    Array.isArray(room) &&
    room.length === 4 &&
    room.every((side) => side >= 0 && side <= MOST_ROOM)
  );
}

/**
 * Returns a sheet whose warning has the present form. Sheets of earlier versions contain the text of the warning,
 * which must not look like a message of the page.
 */
export function withCaution<T>(sheet: T): T {
  const { caution } = (sheet ?? {}) as { caution?: unknown };
  return typeof caution === "string"
    ? { ...sheet, caution: { isOpen: true, sentences: 0, ignored: 0 } }
    : sheet;
}

function isCaution(value: unknown): value is Caution {
  const { isOpen, sentences, ignored } = (value ?? {}) as Partial<Caution>;
  return typeof isOpen === "boolean" && [sentences, ignored].every((n) => Number.isSafeInteger(n) && n! >= 0);
}

/** Returns true if a text has a different visible character for each digit. */
const isAlphabet = (text: string, size: number) =>
  /^[!-~]*$/.test(text) && text.length === size && new Set(text).size === size;

/** Returns everything that prevents a value from being a sheet; an empty list for a valid sheet. */
export function sheetProblems(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [messages.notObject];
  const problems: string[] = [];
  const sheet = value as Partial<Sheet>;
  const size = sheet.shape?.size;
  if (!Number.isInteger(size) || size === undefined || size < 1 || size > 30) return [messages.size];
  const { rows, cols, low, rules, symbols } = sheet.shape!;
  const isSide = (value: unknown) =>
    value === undefined || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SIDE);
  if (!isSide(rows) || !isSide(cols)) return [messages.sides(SIDE)];
  if (low !== undefined && low !== 0 && low !== 1) problems.push(messages.low);
  if (rules !== undefined && typeof rules !== "string") problems.push(messages.rules);
  if (symbols !== undefined && !(typeof symbols === "string" && isAlphabet(symbols, size))) {
    problems.push(messages.symbols(size));
  }
  const count = rowsOf(sheet.shape!) * colsOf(sheet.shape!);
  const isNumber = (most: number) => (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
  const lists: [keyof Sheet, number][] = [
    ["givens", size],
    ["placed", size],
    ["marks", 2 ** size - 1],
    ["corners", 2 ** size - 1],
    ["colours", 2 ** COLOURS - 1],
  ];
  const { pen, cosmetics } = sheet;
  if (
    cosmetics !== undefined &&
    !areCosmetics(cosmetics, rowsOf(sheet.shape!), colsOf(sheet.shape!), COLOURS)
  ) {
    problems.push(messages.cosmetics);
  }
  if (pen !== undefined && !isPen(pen, rowsOf(sheet.shape!), colsOf(sheet.shape!), COLOURS)) {
    problems.push(messages.pen);
  }
  for (const [name, most] of lists) {
    const list = sheet[name];
    if (!Array.isArray(list) || list.length !== count || !list.every(isNumber(most))) {
      problems.push(messages.numbers(name, count, most));
    }
  }
  const optional: [keyof Sheet, number][] = [
    ["allowed", 2 ** size - 1],
    ["found", 255],
  ];
  for (const [name, most] of optional) {
    const list = sheet[name];
    if (list !== undefined && !(Array.isArray(list) && list.length === count && list.every(isNumber(most)))) {
      problems.push(messages.numbers(name, count, most));
    }
  }
  if (sheet.picture !== undefined && !isPicture(sheet.picture)) problems.push(messages.picture);
  if (sheet.fog !== undefined && !isFog(sheet.fog, count)) problems.push(messages.fog);
  const { text, key } = sheet.origin ?? { text: "", key: "" };
  if (![text, key].every((it) => typeof it === "string")) problems.push(messages.text("origin"));
  if (sheet.caution !== undefined && !isCaution(sheet.caution)) problems.push(messages.caution);
  for (const name of ["title", "author", "wording", "message"] as const) {
    const text = sheet[name];
    if (text !== undefined && typeof text !== "string") problems.push(messages.text(name));
  }
  const { boxes, regions, diagonals, extra } = sheet.shape!;
  const isCell = isNumber(count - 1);
  if (boxes && !(Array.isArray(boxes) && boxes.length === 2 && boxes.every(isNumber(size)))) {
    problems.push(messages.boxes(size));
  }
  if (regions && !(Array.isArray(regions) && regions.length === count && regions.every(isNumber(count)))) {
    problems.push(messages.regions(count));
  }
  const isDiagonal = (name: unknown) => name === "main" || name === "anti";
  if (!Array.isArray(diagonals) || !diagonals.every(isDiagonal)) problems.push(messages.diagonals);
  const isRegion = (cells: unknown) => Array.isArray(cells) && cells.every(isCell);
  if (!Array.isArray(extra) || !extra.every(isRegion)) problems.push(messages.extra);
  return problems;
}

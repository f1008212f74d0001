// Links: the whole sheet behind `#`, which browsers never send to a server.
import { blank, colsOf, rowsOf, usual, type Sheet } from "./game";

const PREFIX = "#z=";
/** The longest side of a grid: overlapping grids have up to 45 columns. */
const SIDE = 64;
/** A link of more bytes than this is not read. */
const LONGEST = 1 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
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

/** The part of a link behind the address of the page. */
export async function toHash(sheet: Sheet): Promise<string> {
  // A plain puzzle is readable in its link.
  const { shape } = sheet;
  const plain = JSON.stringify({ ...blank(usual(9)), givens: sheet.givens });
  if (shape.size === 9 && JSON.stringify(sheet) === plain) return `#p=${sheet.givens.join("").replaceAll("0", ".")}`;
  const bytes = new TextEncoder().encode(JSON.stringify(sheet));
  return PREFIX + toBase64Url(await through(bytes, new CompressionStream("deflate-raw")));
}

/** What a link holds: a sheet, or the text of a puzzle to be read, or why neither; nothing without a link. */
export type Linked = { sheet: Sheet } | { text: string } | { error: string } | undefined;

export async function fromHash(hash: string): Promise<Linked> {
  if (hash.length > LONGEST) return { error: "the link is longer than a megabyte" };
  const isText = hash.startsWith("#p=");
  if (!isText && !hash.startsWith(PREFIX)) return hash.length > 1 ? { error: "the link is of no form that is known here" } : undefined;
  try {
    if (isText) return { text: decodeURIComponent(hash.slice(3)) };
    const bytes = await through(fromBase64Url(hash.slice(PREFIX.length)), new DecompressionStream("deflate-raw"));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const problems = sheetProblems(value);
    return problems.length ? { error: problems.join("; ") } : { sheet: value as Sheet };
  } catch {
    return { error: "the link is damaged" };
  }
}

/** What keeps a value from being a sheet, all of it. */
export function sheetProblems(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return ["no object"];
  const problems: string[] = [];
  const sheet = value as Partial<Sheet>;
  const size = sheet.shape?.size;
  if (!Number.isInteger(size) || size === undefined || size < 1 || size > 30) return ["size: expected 1 to 30"];
  const { rows, cols, low, rules } = sheet.shape!;
  const isLength = (it: unknown) => it === undefined || (Number.isInteger(it) && (it as number) >= 1 && (it as number) <= SIDE);
  if (!isLength(rows) || !isLength(cols)) return [`rows and columns: expected 1 to ${SIDE}`];
  if (low !== undefined && low !== 0 && low !== 1) problems.push("least value: expected 0 or 1");
  if (rules !== undefined && typeof rules !== "string") problems.push("rules");
  const count = rowsOf(sheet.shape!) * colsOf(sheet.shape!);
  const isNumber = (most: number) => (it: unknown) => Number.isInteger(it) && (it as number) >= 0 && (it as number) <= most;
  const lists: [keyof Sheet, number][] = [
    ["givens", size], ["placed", size], ["marks", 2 ** size - 1], ["corners", 2 ** size - 1], ["colours", 255],
  ];
  for (const [name, most] of lists) {
    const list = sheet[name];
    if (!Array.isArray(list) || list.length !== count || !list.every(isNumber(most))) {
      problems.push(`${name}: expected ${count} numbers up to ${most}`);
    }
  }
  const optional: [keyof Sheet, number][] = [["allowed", 2 ** size - 1], ["found", 255]];
  for (const [name, most] of optional) {
    const list = sheet[name];
    if (list !== undefined && !(Array.isArray(list) && list.length === count && list.every(isNumber(most)))) {
      problems.push(`${name}: expected ${count} numbers up to ${most}`);
    }
  }
  if (sheet.title !== undefined && typeof sheet.title !== "string") problems.push("title");
  const { boxes, regions, diagonals, extra } = sheet.shape!;
  const isCell = isNumber(count - 1);
  if (boxes && !(Array.isArray(boxes) && boxes.length === 2 && boxes.every(isNumber(size)))) problems.push("boxes");
  if (regions && !(Array.isArray(regions) && regions.length === count && regions.every(isNumber(count)))) problems.push("regions");
  if (!Array.isArray(diagonals) || !diagonals.every((it) => it === "main" || it === "anti")) problems.push("diagonals");
  if (!Array.isArray(extra) || !extra.every((it) => Array.isArray(it) && it.every(isCell))) problems.push("extra regions");
  return problems;
}

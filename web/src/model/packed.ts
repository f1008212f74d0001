// Unpacks the texts of SudokuPad: LZ-String compression (MIT, github.com/pieroxy/lz-string), and JSON with short
// keys and without quotes around simple words.

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Returns the text that LZ-String has packed in base 64; empty for damaged texts. */
export function decompressed(packed: string): string {
  const codes = [...packed].map((c) => BASE64.indexOf(c)).filter((code) => code >= 0);
  let at = 0;
  /** Reads a number of bits, the lowest first. The six bits of a character start with the highest. */
  const bits = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) {
      value += (((codes[Math.floor(at / 6)] ?? 0) >> (5 - (at % 6))) & 1) * 2 ** i;
    }
    return value;
  };
  // Entries 0 to 2 announce a character of 8 or 16 bits and the end.
  const known: string[] = ["", "", ""];
  const character = (kind: number) => {
    const added = String.fromCharCode(bits(kind === 0 ? 8 : 16));
    known.push(added);
    return added;
  };
  const first = bits(2);
  if (first > 1) return "";
  let last = character(first);
  let text = last;
  // The width of a code grows with the number of codes, which counts new characters as well.
  let [width, left] = [3, 4];
  const grow = () => {
    if (--left === 0) left = 2 ** width++;
  };
  while (at < codes.length * 6) {
    let code = bits(width);
    if (code === 2) return text;
    if (code < 2) {
      character(code);
      code = known.length - 1;
      grow();
    }
    const entry = known[code] ?? (code === known.length ? last + last.charAt(0) : undefined);
    if (entry === undefined) return "";
    text += entry;
    known.push(last + entry.charAt(0));
    last = entry;
    grow();
  }
  return "";
}
